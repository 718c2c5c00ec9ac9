//! Games in which the second player copies the first, as work.

use serde::{Deserialize, Serialize};
use zermelo_any::{Copying, GameRules, Players};
use zermelo_catalog::{OpenGame, RequestError};
use zermelo_game::{Stop, Symmetry, stream};
use zermelo_store::GameRow;

use super::{GameRecord, Surroundings, WorkGame, bad_work};
use crate::game_runner::{check_row, encode};

/// Games from the start in which the second player answers every move with its image, if that is legal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopiesWork {
    /// The game.
    pub game: WorkGame,
    /// Who thinks for both players where nothing is copied, by text.
    pub agent: String,
    /// The place of the symmetry among those of the game; nothing if both think.
    pub symmetry: Option<usize>,
    /// How many moves of the first player are random.
    pub n_random: u32,
    /// The random seed.
    pub seed: u64,
    /// The games, by number: their chance comes from it.
    pub numbers: Vec<u64>,
}

/// Plays a game in which the second player copies; its number, agents and opening are left to the caller.
pub fn play(
    game: &OpenGame,
    agent: &str,
    symmetry: Option<Symmetry>,
    [n_random, seed, number]: [u64; 3],
    stop: &Stop,
) -> Result<GameRow, RequestError> {
    let mut chance = stream(seed, "portrait copy", number);
    let open = || {
        let mut agent = game.open_agent(agent, 0)?;
        agent.stop_with(stop);
        Ok::<_, RequestError>(agent)
    };
    let (mut one, mut other) = (open()?, open()?);
    let rules = GameRules {
        streams: std::array::from_fn(|_| chance.branch()),
        is_timed: false,
        length: None,
        solved: None,
        ends_when_proved: false,
        keeps_values: false,
        copying: Some(Copying { symmetry, n_random: n_random as u32, chance }),
        stop,
    };
    let played = game.play_game(&game.start(), Players::Two([&mut *one, &mut *other]), &rules);
    Ok(GameRow {
        index: number,
        first: 0,
        second: 0,
        opening: 0,
        round: 0,
        outcome: played.outcome,
        reason: played.reason.to_owned(),
        plies: played.moves.len() as u32,
        moves: encode(&played.moves),
        nodes: played.efforts.map(|effort| effort.nodes),
        micros: [0; 2],
    })
}

/// Plays all games; `None` if it was stopped.
pub(super) fn carry_out(
    work: &CopiesWork,
    here: &Surroundings,
) -> Result<Option<Vec<GameRecord>>, RequestError> {
    let game = here.open(&work.game)?;
    let symmetries = game.symmetries();
    let symmetry = match work.symmetry {
        None => None,
        Some(place) => {
            let found = symmetries.get(place).copied();
            Some(found.ok_or_else(|| bad_work(format!("the game has no symmetry {place}")))?)
        }
    };
    let mut games = Vec::new();
    for &number in &work.numbers {
        let numbers = [u64::from(work.n_random), work.seed, number];
        let row = play(&game, &work.agent, symmetry, numbers, here.stop)?;
        if here.stop.is_stopped() {
            return Ok(None);
        }
        games.push(row.into());
        (here.on_progress)();
    }
    Ok(Some(games))
}

/// The rows of an answer for these games, or why they cannot have been played. What was copied is not looked at: an answer that
/// is compared with another is compared in full.
pub fn read(game: &OpenGame, numbers: &[usize], found: Vec<GameRecord>) -> Result<Vec<GameRow>, String> {
    if found.len() != numbers.len() {
        return Err(format!("{} games instead of {}", found.len(), numbers.len()));
    }
    let row = |(&number, record): (&usize, GameRecord)| {
        let row = record.into_row().ok_or("a game without an outcome")?;
        check_row(game, &game.start(), &row, [number as u64, 0, 0], [0, 0])?;
        Ok(row)
    };
    numbers.iter().zip(found).map(row).collect()
}
