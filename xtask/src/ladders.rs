//! `cargo xtask ladders`: plays the ladders of named opponents, and writes them for the web pages.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::tidy::root;

/// Plays everything; what is wrong, if something is.
pub fn run() -> Result<(), String> {
    build()?;
    let store = root().join("target").join("ladders.db");
    let data = root().join("crates").join("server").join("data");
    let known = read(&data.join("rungs.json"))?;
    let mut ladders = Vec::new();
    for path in ladder_files()? {
        println!("{}", path.display());
        let arguments =
            ["run", &path.display().to_string(), "--store", &store.display().to_string(), "--resume"];
        let result = ask(&arguments)?;
        let game = result["game"].as_str().ok_or("a result without its game")?.to_owned();
        ladders.push(ladder_of(&game, &result, &known)?);
    }
    write(&data.join("ladders.json"), &Value::Array(ladders))
}

/// The program to ask: one that was built before, if `ZERMELO` names it, or else the one that is built now.
fn program() -> PathBuf {
    std::env::var_os("ZERMELO").map_or_else(|| root().join("target/release/zermelo"), PathBuf::from)
}

/// Builds the program, if nobody has brought one.
pub fn build() -> Result<(), String> {
    if std::env::var_os("ZERMELO").is_some() {
        return Ok(());
    }
    let built = Command::new(env!("CARGO")).args(["build", "--release"]).current_dir(root()).status();
    if built.is_ok_and(|status| status.success()) {
        Ok(())
    } else {
        Err("the program cannot be built".to_owned())
    }
}

/// The last line of what the program says, with `--json`.
pub fn ask(arguments: &[&str]) -> Result<Value, String> {
    let mut command = Command::new(program());
    command.args(arguments).arg("--json").stderr(Stdio::inherit());
    let output = command.output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let last = text.lines().last().unwrap_or_default();
    if !output.status.success() {
        return Err(format!("zermelo {}: {last}", arguments.join(" ")));
    }
    serde_json::from_str(last).map_err(|error| format!("zermelo {}: {error}", arguments.join(" ")))
}

fn ladder_files() -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(root().join("experiments")).map_err(|error| error.to_string())?;
    let mut files: Vec<_> = (entries.flatten().map(|entry| entry.path()))
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("ladder-")))
        .collect();
    files.sort();
    Ok(files)
}

/// The rungs from the weakest to the strongest. A rung that does not beat the one below beyond doubt is a mistake in the file.
fn ladder_of(game: &str, result: &Value, known: &Value) -> Result<Value, String> {
    for table in result["tables"].as_array().into_iter().flatten() {
        let total = &table["rows"][0]["total"];
        let [score, low, high] = [0, 1, 2].map(|index| total[index].as_f64().unwrap_or(0.0));
        println!("  {}: {score:.1} % ({low:.1} to {high:.1})", table["title"]);
        if low <= 50.0 {
            return Err(format!("{game}: {} is not beyond doubt", table["title"]));
        }
    }
    let mut rungs: Vec<&Value> = result["standings"].as_array().into_iter().flatten().collect();
    rungs.sort_by(|a, b| a["elo"][0].as_f64().unwrap_or(0.0).total_cmp(&b["elo"][0].as_f64().unwrap_or(0.0)));
    let rungs: Vec<Value> = rungs.into_iter().map(|rung| rung_of(rung, known)).collect::<Result<_, _>>()?;
    Ok(json!({ "game": game, "rungs": rungs }))
}

/// A rung as the pages know it; how it plays stands in the list of all rungs.
fn rung_of(rung: &Value, known: &Value) -> Result<Value, String> {
    let name = rung["name"].as_str().unwrap_or_default();
    let agent = rung["agent"].as_str().unwrap_or_default();
    let known = known.as_array().into_iter().flatten().find(|known| known["name"] == name);
    let style =
        known.map(|known| &known["style"]).ok_or_else(|| format!("rungs.json has no rung `{name}`"))?;
    let games = ["wins", "draws", "losses"].iter().filter_map(|key| rung[key].as_u64()).sum::<u64>();
    let nodes = agent.split_once("nodes=").and_then(|(_, rest)| {
        rest.split(|c: char| !c.is_ascii_digit()).next().and_then(|digits| digits.parse::<u64>().ok())
    });
    // Ratings are told from the middle of the ladder; people like them positive.
    let elo = |index: usize| 1000.0 + rung["elo"][index].as_f64().unwrap_or(0.0).round();
    let rating = json!({ "value": elo(0), "low": elo(1), "high": elo(2), "level": 0.95, "n": games,
        "method": "Bradley-Terry, 1000 in the middle" });
    Ok(
        json!({ "id": name.to_lowercase(), "name": name, "agent": agent, "style": style, "rating": rating, "nodes": nodes,
        "seconds": null }),
    )
}

fn read(path: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a document as people read it.
pub fn write(path: &Path, value: &Value) -> Result<(), String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    fs::write(path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
}
