//! `cargo xtask calibrations`: plays games of each named opponents' game, fits what the values of its best evaluator mean, and writes it for
//! the web pages, with how it does on games that it was not fitted on.

use std::fs;

use serde_json::{Value, json};

use crate::ladders::{ask, build, read, write};
use crate::tidy::root;

/// The games. Tic-tac-toe is not among them: it has 765 positions in all, too few for a percentage, and a search sees through it at once.
const GAMES: [&str; 5] = ["breakthrough", "connect4", "isolation", "milestone", "simplexity"];

/// How many games of each: half of them to fit, half to check.
const N_GAMES: u32 = 2000;

/// How many nodes a move their players look at.
const NODES: u64 = 3000;

/// Positions that a percentage rests on at least.
const FEWEST: u64 = 1000;

/// Plays the games named, or all; what is wrong, if something is. What is known of other games stays.
pub fn run(games: &[String]) -> Result<(), String> {
    if let Some(unknown) = games.iter().find(|game| !GAMES.contains(&game.as_str())) {
        return Err(format!("no calibration of `{unknown}`: there are {}", GAMES.join(", ")));
    }
    build()?;
    let place = root().join("crates").join("server").join("data").join("calibrations.json");
    let known = read(&place)?;
    let folder = root().join("target").join("calibrations");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let store = folder.join("store.db").display().to_string();
    let mut calibrations = Vec::new();
    for game in GAMES {
        let old = known.as_array().into_iter().flatten().find(|old| old["game"] == game);
        if let Some(old) = old.filter(|_| !games.is_empty() && !games.iter().any(|name| name == game)) {
            calibrations.push(old.clone());
            continue;
        }
        let file = folder.join(format!("calibration-{game}.toml"));
        fs::write(&file, experiment(game)).map_err(|error| error.to_string())?;
        let result = ask(&["run", &file.display().to_string(), "--store", &store, "--resume"])?;
        calibrations.push(calibration_of(game, &result["calibration"])?);
    }
    write(&place, &json!(calibrations))
}

/// The experiment of a game.
fn experiment(game: &str) -> String {
    format!(
        r#"kind = "calibration"
title = "What values mean in {game}"
about = "Games from which percentages are fitted, and others on which they are checked."
game = "{game}"
agent = "alphabeta(nodes={NODES})"
games = {N_GAMES}
"#
    )
}

fn calibration_of(game: &str, fitted: &Value) -> Result<Value, String> {
    let n = fitted["n"].as_u64().unwrap_or(0);
    let bins = fitted["bins"].as_array().ok_or_else(|| format!("{game}: nothing could be fitted"))?;
    println!("{game}: {n} positions, half the width of the draws {}", fitted["draws"]);
    for bin in bins {
        let [predicted, observed, low, high] =
            ["predicted", "observed", "low", "high"].map(|name| 100.0 * bin[name].as_f64().unwrap_or(0.0));
        println!("  {predicted:5.1} % came {observed:5.1} % ({low:.1} to {high:.1}), n = {}", bin["n"]);
    }
    if n < FEWEST {
        return Err(format!("{game}: {n} positions are too few for a percentage"));
    }
    let mut calibration = fitted.clone();
    calibration["game"] = json!(game);
    calibration["evaluator"] = json!("default");
    Ok(calibration)
}
