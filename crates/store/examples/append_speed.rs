//! How fast games are saved and read, and how much room they take:
//! `cargo run --release -p zermelo-store --example append_speed [FOLDER]`.
//!
//! The folder decides which disk is measured; without it, the system's folder for temporary files.

use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

use zermelo_game::{Outcome, Player, stream};
use zermelo_store::{GameRow, NewRun, OpenRun, Store, Writer};

const N_GAMES: u64 = 1_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let place = std::env::args_os().nth(1).map_or_else(std::env::temp_dir, PathBuf::from);
    let folder = tempfile::tempdir_in(place)?;
    let path = folder.path().join("store.db");
    let store = Store::open(&path)?;
    let games: Vec<GameRow> = (0..N_GAMES).map(game).collect();
    let rate = |start: Instant| format!("{:>9.0} games/s", N_GAMES as f64 / start.elapsed().as_secs_f64());

    for size in [1000, 10_000, 50_000] {
        let mut run = begin(&store)?;
        let start = Instant::now();
        games.chunks(size).try_for_each(|batch| run.append_games(batch))?;
        println!("append, batches of {size:>6}   {}", rate(start));
    }
    let run = begin(&store)?;
    let id = run.id();
    let queued = games.clone();
    let start = Instant::now();
    let writer = Writer::start(run)?;
    queued.into_iter().try_for_each(|game| writer.add(game))?;
    let mut run = writer.finish()?;
    println!("append through a writer     {}", rate(start));

    let start = Instant::now();
    games.chunks(10_000).try_for_each(|batch| run.append_games(batch))?;
    println!("append the same again       {}", rate(start));

    let start = Instant::now();
    let n_plies = store.games(id).try_fold(0, |sum, game| game.map(|game| sum + u64::from(game.plies)))?;
    println!("read                        {} ({n_plies} plies)", rate(start));

    let start = Instant::now();
    assert_eq!(store.game_indices(id)?.len() as u64, N_GAMES);
    println!("read the indices            {}", rate(start));

    let start = Instant::now();
    assert_eq!(store.n_games(id)?, N_GAMES);
    println!("count                       {}", rate(start));

    let start = Instant::now();
    store.check()?;
    println!("check all {} games     {:>9.2} s", 4 * N_GAMES, start.elapsed().as_secs_f64());

    drop((run, store));
    let n_bytes = std::fs::metadata(&path)?.len();
    println!("size                        {:>9.1} bytes a game", n_bytes as f64 / (4 * N_GAMES) as f64);

    let mut run = begin(&Store::open(&path)?)?;
    let n_single = 200;
    let start = Instant::now();
    games[..n_single].chunks(1).try_for_each(|game| run.append_games(game))?;
    println!("append one by one           {:>9.0} games/s", n_single as f64 / start.elapsed().as_secs_f64());
    Ok(())
}

fn begin(store: &Store) -> Result<OpenRun, zermelo_store::StoreError> {
    store.begin_run(&NewRun {
        stem: "speed".to_owned(),
        kind: "tournament".to_owned(),
        experiment: String::new(),
        seed: 1,
        code_version: env!("CARGO_PKG_VERSION").to_owned(),
        created: 0,
        stage_of: None,
    })
}

/// A game such as a tournament of eight agents has: 20 bytes of moves, counts and times of five or six digits.
fn game(index: u64) -> GameRow {
    let mut chance = stream(1, "speed", index);
    GameRow {
        index,
        first: chance.below(8) as u32,
        second: chance.below(8) as u32,
        opening: (index / 2 % 1000) as u32,
        round: (index / 2000) as u32,
        outcome: [Outcome::Draw, Outcome::Win(Player::First), Outcome::Win(Player::Second)][chance.below(3)],
        reason: ["home", "no-move", "no-pieces"][chance.below(3)].to_owned(),
        plies: 20 + chance.below(30) as u32,
        moves: (0..20).map(|_| chance.below(256) as u8).collect(),
        nodes: [0; 2].map(|_| chance.below(1_000_000) as u64),
        micros: [0; 2].map(|_| chance.below(100_000) as u64),
    }
}
