//! Games of an agent against itself, kept with what it thought in them.

use zermelo_store::{Artifact, GameRow, Run, Store, StoreError};

use zermelo_catalog::OpenGame;
use zermelo_runner::game_runner::Halt;
use zermelo_runner::self_play::{self, Chunk, SelfPlayJob, Thoughts};

use crate::run_log::RunLog;

/// Plays the games of a job, except for the chunks that are known; thoughts are kept as files whose names begin with `name`.
/// What comes back is in the order of the games.
pub fn play(
    game: &OpenGame,
    log: &mut RunLog,
    store: &Store,
    run: &Run,
    job: &SelfPlayJob,
    name: &str,
) -> Result<(Vec<GameRow>, Vec<Thoughts>), Halt> {
    let n_chunks = job.n_games.div_ceil(job.chunk);
    let mut chunks: Vec<Option<Chunk>> = Vec::new();
    for number in 0..n_chunks {
        chunks.push(known_chunk(log, store, run, job, &format!("{name}-{number}"), number)?);
    }
    let wanted: Vec<u32> = (0..n_chunks).filter(|&number| chunks[number as usize].is_none()).collect();
    let journal = &mut *log.journal;
    let played = self_play::play(game, job, &wanted, &mut |chunk| {
        chunk.games.iter().try_for_each(|game| journal.game(game))?;
        let name = format!("{name}-{}", chunk.number);
        journal.artifact(Artifact { name, bytes: Thoughts::to_bytes(&chunk.thoughts) })
    })?;
    for chunk in played {
        let place = chunk.number as usize;
        chunks[place] = Some(chunk);
    }
    log.n_pairs += u64::from(job.n_games.div_ceil(2));
    let (mut games, mut thoughts) = (Vec::new(), Vec::new());
    for chunk in chunks.into_iter().flatten() {
        games.extend(chunk.games);
        thoughts.extend(chunk.thoughts);
    }
    Ok((games, thoughts))
}

/// What was thought in a game of a run, where that was kept: in games of an agent against itself. `None` also where it cannot be told
/// for sure which of the files it is in, as in runs that were interrupted.
pub fn thoughts_of(store: &Store, run: &Run, game: &GameRow) -> Result<Option<Thoughts>, StoreError> {
    let prefix = format!("thoughts-{}-", game.round);
    let names = store.artifact_names(run.id)?;
    let mut chunks: Vec<u32> =
        names.iter().filter_map(|name| name.strip_prefix(&prefix)?.parse().ok()).collect();
    chunks.sort_unstable();
    if chunks.is_empty() || game.first != game.second || !chunks.iter().copied().eq(0..chunks.len() as u32) {
        return Ok(None);
    }
    // The job's games follow each other: the game before its first one is another's, or there is none.
    let mut place = 0;
    while let Some(before) = game.index.checked_sub(place as u64 + 1) {
        match store.game(run.id, before)? {
            Some(row) if row.round == game.round && row.first == game.first && row.second == game.second => {
                place += 1;
            }
            Some(_) => break,
            None => return Ok(None),
        }
    }
    for chunk in chunks {
        let bytes = store.artifact(run.id, &format!("{prefix}{chunk}"))?;
        let Some(thoughts) = bytes.and_then(|bytes| Thoughts::from_bytes(&bytes)) else { return Ok(None) };
        if let Some(found) = thoughts.get(place) {
            let n_plies = found.random_plies as usize + found.values.len();
            return Ok((n_plies == game.plies as usize).then(|| found.clone()));
        }
        place -= thoughts.len();
    }
    Ok(None)
}

/// A chunk that was played before.
fn known_chunk(
    log: &RunLog,
    store: &Store,
    run: &Run,
    job: &SelfPlayJob,
    name: &str,
    number: u32,
) -> Result<Option<Chunk>, Halt> {
    let games = number * job.chunk..job.n_games.min((number + 1) * job.chunk);
    let known = |game: u32| log.past.games.get(&(job.first_game + u64::from(game))).cloned();
    let Some(games) = games.map(known).collect::<Option<Vec<GameRow>>>() else { return Ok(None) };
    let bytes = store.artifact(run.id, name)?;
    let thoughts = bytes.and_then(|bytes| Thoughts::from_bytes(&bytes));
    let thoughts = thoughts.filter(|thoughts| thoughts.len() == games.len());
    Ok(thoughts.map(|thoughts| Chunk { number, games, thoughts }))
}
