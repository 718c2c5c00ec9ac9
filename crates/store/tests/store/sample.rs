//! Games made up from their index, and a store told as text.

use std::fmt::Write;
use std::path::Path;

use zermelo_game::{Outcome, Player, stream};
use zermelo_store::{AgentRow, GameRow, NewRun, OpeningRow, RunId, Store};

/// A run that could be begun.
pub fn new_run(stem: &str) -> NewRun {
    NewRun {
        stem: stem.to_owned(),
        kind: "tournament".to_owned(),
        experiment: "[tournament]\ngames = 10\n".to_owned(),
        seed: u64::MAX - 3,
        code_version: "0.1.0".to_owned(),
        created: 1_700_000_000,
        stage_of: None,
    }
}

/// The game with this index: the same whenever it is asked for, as a game of a schedule is.
pub fn game(index: u64) -> GameRow {
    let mut chance = stream(7, "sample game", index);
    let plies = chance.below(60);
    GameRow {
        index,
        first: chance.below(8) as u32,
        second: chance.below(8) as u32,
        opening: (index / 2) as u32,
        round: (index / 100) as u32,
        outcome: [Outcome::Draw, Outcome::Win(Player::First), Outcome::Win(Player::Second)][chance.below(3)],
        reason: ["home", "no-move", "crash"][chance.below(3)].to_owned(),
        plies: plies as u32,
        moves: (0..plies).map(|_| chance.below(256) as u8).collect(),
        nodes: [chance.bits() >> 40, chance.bits() >> 40],
        micros: [chance.bits() >> 50, chance.bits() >> 50],
    }
}

pub fn games(n_games: u64) -> Vec<GameRow> {
    (0..n_games).map(game).collect()
}

pub fn agents() -> Vec<AgentRow> {
    let agent = |index: u32| AgentRow {
        index,
        name: format!("agent {index}"),
        text: format!("alphabeta(depth={index})"),
    };
    (0..8).map(agent).collect()
}

pub fn openings() -> Vec<OpeningRow> {
    (0..5).map(|index| OpeningRow { index, text: format!("a{index} b{index}") }).collect()
}

/// Everything that is in the store, as text: equal texts, equal stores.
pub fn dump(path: &Path) -> String {
    let store = Store::read(path).unwrap();
    let mut text = String::new();
    for run in store.runs().unwrap() {
        writeln!(text, "{run:?}").unwrap();
        text += &dump_run(&store, run.id);
    }
    text
}

fn dump_run(store: &Store, run: RunId) -> String {
    let mut text = String::new();
    writeln!(text, "{:?}", store.agents(run).unwrap()).unwrap();
    writeln!(text, "{:?}", store.openings(run).unwrap()).unwrap();
    for event in store.events(run).unwrap() {
        writeln!(text, "{event:?}").unwrap();
    }
    for game in store.games(run) {
        writeln!(text, "{:?}", game.unwrap()).unwrap();
    }
    text
}
