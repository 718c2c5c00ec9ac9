//! Valid texts of every kind, made by random play: what the hunters of bad texts start from. The same seed
//! makes the same text.

use std::sync::LazyLock;

use zermelo_catalog::{GameFile, OpenGame, Session, Start, catalog, compiler};
use zermelo_game::stream;

/// Every entry of the catalog, and the sample sizes of every family; each game once.
pub fn games() -> &'static [OpenGame] {
    static GAMES: LazyLock<Vec<OpenGame>> = LazyLock::new(|| {
        let mut games: Vec<OpenGame> = Vec::new();
        for entry in catalog::entries() {
            let samples = entry.about.samples.iter().map(|sample| format!("{}:{sample}", entry.about.id));
            for id in std::iter::once(entry.id.clone()).chain(samples) {
                let game = catalog::open(&id).expect("the catalog names games that exist");
                if games.iter().all(|other| other.id() != game.id()) {
                    games.push(game);
                }
            }
        }
        games
    });
    &GAMES
}

/// A position of the game.
pub fn position(game: &OpenGame, seed: u64) -> String {
    random_play(game, seed).position()
}

/// The moves of a game, to its end or not.
pub fn moves(game: &OpenGame, seed: u64) -> String {
    random_play(game, seed).played().join(" ")
}

/// A game file.
pub fn game_file(game: &OpenGame, seed: u64) -> String {
    GameFile::of(&random_play(game, seed), None).write()
}

/// An expression over the quantities of a game.
pub fn expression(game: &OpenGame, seed: u64) -> String {
    let mut chance = stream(seed, "expressions", 0);
    let names: Vec<String> = game.quantities().iter().map(|info| info.name.to_string()).collect();
    let mut text = names.first().cloned().unwrap_or_else(|| "1".to_owned());
    for _ in 0..chance.below(6) {
        let other = if names.is_empty() { "2".to_owned() } else { names[chance.below(names.len())].clone() };
        text = match chance.below(7) {
            0 => format!("{text} - 0.5 * {other}"),
            1 => format!("({text}) / {other}"),
            2 => format!("if({other} >= 1, {text}, -{other})"),
            3 => format!("max({text}, {other}, 2)"),
            4 => format!("({text})^3"),
            5 => format!("ln({text}) + exp({other})"),
            _ => format!("clamp({text}, -{other}, sqrt({other}))"),
        };
    }
    text
}

/// A game of the shelf whose lines are replaced by lines of others, as the bytes say.
pub fn description(bytes: &[u8]) -> String {
    let shelf = compiler().expect("games are registered").shelf();
    let lines_of = |byte: u8| shelf[usize::from(byte) % shelf.len()].1.lines().collect::<Vec<&str>>();
    let mut lines = lines_of(bytes.first().copied().unwrap_or(0));
    for change in bytes.get(1..).unwrap_or_default().chunks_exact(3) {
        let others = lines_of(change[0]);
        let (place, other) = (usize::from(change[1]) % lines.len(), usize::from(change[2]) % others.len());
        lines[place] = others[other];
    }
    lines.join("\n")
}

/// So many random moves as chance will have it.
fn random_play(game: &OpenGame, seed: u64) -> Session {
    let mut chance = stream(seed, "texts", 0);
    let mut session = game.session(&Start::default()).expect("a game has a start");
    for _ in 0..chance.below(game.max_plies() + 1) {
        if !session.play_random(&mut chance) {
            break;
        }
    }
    session
}
