//! Games of an agent against itself, kept with what it thought in them.

use zermelo_store::{Artifact, GameRow, Run, Store, StoreError};

use super::school::{Chunk, Lesson, School, Thoughts};
use crate::desk::Desk;
use crate::hall::Halt;

/// Plays the games of a lesson, but for the chunks that are known; thoughts are kept as files whose names begin with `name`.
/// What comes back is in the order of the games.
pub(crate) fn play(
    school: &dyn School,
    desk: &mut Desk,
    store: &Store,
    run: &Run,
    lesson: &Lesson,
    name: &str,
) -> Result<(Vec<GameRow>, Vec<Thoughts>), Halt> {
    let n_chunks = lesson.n_games.div_ceil(lesson.chunk);
    let mut chunks: Vec<Option<Chunk>> = Vec::new();
    for number in 0..n_chunks {
        chunks.push(known_chunk(desk, store, run, lesson, &format!("{name}-{number}"), number)?);
    }
    let wanted: Vec<u32> = (0..n_chunks).filter(|&number| chunks[number as usize].is_none()).collect();
    let journal = &mut *desk.journal;
    school.play(lesson, &wanted, &mut |chunk| -> Result<(), StoreError> {
        chunk.games.iter().try_for_each(|game| journal.game(game))?;
        let name = format!("{name}-{}", chunk.number);
        journal.artifact(Artifact { name, bytes: Thoughts::to_bytes(&chunk.thoughts) })?;
        let place = chunk.number as usize;
        chunks[place] = Some(chunk);
        Ok(())
    })?;
    desk.n_pairs += u64::from(lesson.n_games.div_ceil(2));
    let (mut games, mut thoughts) = (Vec::new(), Vec::new());
    for chunk in chunks.into_iter().flatten() {
        games.extend(chunk.games);
        thoughts.extend(chunk.thoughts);
    }
    Ok((games, thoughts))
}

/// A chunk that was played before.
fn known_chunk(
    desk: &Desk,
    store: &Store,
    run: &Run,
    lesson: &Lesson,
    name: &str,
    number: u32,
) -> Result<Option<Chunk>, Halt> {
    let games = number * lesson.chunk..lesson.n_games.min((number + 1) * lesson.chunk);
    let known = |game: u32| desk.past.games.get(&(lesson.first_game + u64::from(game))).cloned();
    let Some(games) = games.map(known).collect::<Option<Vec<GameRow>>>() else { return Ok(None) };
    let bytes = store.artifact(run.id, name)?;
    let thoughts = bytes.and_then(|bytes| Thoughts::from_bytes(&bytes));
    let thoughts = thoughts.filter(|thoughts| thoughts.len() == games.len());
    Ok(thoughts.map(|thoughts| Chunk { number, games, thoughts }))
}
