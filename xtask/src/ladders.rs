//! `cargo xtask ladders`: plays the ladders of named opponents, and writes them for the catalog.
//!
//! Games compiled in have an experiment file each. Games written as text are many, so their ladders are shorter and their budgets
//! smaller: all rungs are tried, and those that do not beat the one below beyond doubt are left out, until on fresh games all do.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::tidy::root;

/// The rungs that are tried for a game written as text, the weakest first.
const SMALL_RUNGS: [(&str, &str); 8] = [
    ("Acorn", "random"),
    ("Fern", "casual(alphabeta(nodes=50), slips=0.85, sight=wins)"),
    ("Willow", "casual(alphabeta(nodes=100), slips=0.6)"),
    ("Juniper", "casual(alphabeta(nodes=100), slips=0.25)"),
    ("Rowan", "alphabeta(nodes=100)"),
    ("Oak", "alphabeta(nodes=350)"),
    ("Cedar", "alphabeta(nodes=1200)"),
    ("Sequoia", "alphabeta(nodes=4000)"),
];

/// How often a ladder is played anew with fewer rungs: each time one is left out at least.
const MOST_ATTEMPTS: u64 = 8;

/// Plays the ladders of the games named, or of all; what is wrong, if something is. Ladders of other games stay.
pub fn run(games: &[String]) -> Result<(), String> {
    build()?;
    let store = root().join("target").join("ladders.db");
    let data = root().join("crates").join("catalog").join("data");
    let known = read(&data.join("rungs.json"))?;
    let mut ladders = match read(&data.join("ladders.json"))? {
        Value::Array(ladders) => ladders,
        _ => Vec::new(),
    };
    let mut keep = |ladder: Value| {
        ladders.retain(|other| other["game"] != ladder["game"]);
        ladders.push(ladder);
        ladders.sort_by(|one, other| one["game"].as_str().cmp(&other["game"].as_str()));
        write(&data.join("ladders.json"), &Value::Array(ladders.clone()))
    };
    for path in ladder_files()? {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().replace("ladder-", "");
        if games.is_empty() || games.contains(&name) {
            let result = play(&path, &store)?;
            let game = result["game"].as_str().ok_or("a result without its game")?.to_owned();
            keep(ladder_of(&game, &result, &known)?)?;
        }
    }
    for name in described_games()? {
        if games.is_empty() || games.contains(&name) {
            keep(small_ladder(&name, &store, &known)?)?;
        }
    }
    Ok(())
}

/// The result of an experiment.
fn play(path: &Path, store: &Path) -> Result<Value, String> {
    println!("{}", path.display());
    ask(&["run", &path.display().to_string(), "--store", &store.display().to_string(), "--resume"])
}

/// The games written as text that come with Zermelo and are not compiled in too: what each is called.
fn described_games() -> Result<Vec<String>, String> {
    let listed = ask(&["games"])?;
    let listed = listed.as_array().ok_or("a list of games was expected")?;
    let ids = listed.iter().filter_map(|game| game["id"].as_str());
    let has_text = |id: &&str| root().join("games").join(format!("{id}.game")).exists();
    let is_compiled_in = |id: &str| root().join("experiments").join(format!("ladder-{id}.toml")).exists();
    Ok(ids.filter(has_text).filter(|id| !is_compiled_in(id)).map(str::to_owned).collect())
}

/// A ladder of the rungs that beat the one below beyond doubt. Every attempt plays fresh games, so the one that counts did not
/// choose its rungs.
fn small_ladder(name: &str, store: &Path, known: &Value) -> Result<Value, String> {
    let mut rungs = SMALL_RUNGS.to_vec();
    let folder = root().join("target").join("ladders");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    for attempt in 1..=MOST_ATTEMPTS {
        if rungs.len() < 2 {
            return Err(format!("{name}: no rung beats another"));
        }
        let path = folder.join(format!("ladder-{name}-{attempt}.toml"));
        fs::write(&path, small_file(name, &rungs, attempt)).map_err(|error| error.to_string())?;
        let result = play(&path, store)?;
        let weak = weak_rungs(&result);
        if weak.is_empty() {
            let id = result["game"].as_str().ok_or("a result without its game")?;
            return ladder_of(id, &result, known);
        }
        println!("  left out: {}", weak.join(", "));
        // Neighbours of a rung that is left out may do better against each other: one at a time.
        rungs.retain(|(rung, _)| *rung != weak[0]);
    }
    Err(format!("{name}: no ladder was found in {MOST_ATTEMPTS} attempts"))
}

/// The upper rungs of all pairings that are not beyond doubt, the weakest first.
fn weak_rungs(result: &Value) -> Vec<String> {
    let tables = result["tables"].as_array().into_iter().flatten();
    let weak = tables.filter(|table| table["rows"][0]["total"][1].as_f64().unwrap_or(0.0) <= 50.0);
    weak.filter_map(|table| table["title"].as_str()?.split(" against ").next().map(str::to_owned)).collect()
}

/// The experiment of a small ladder.
fn small_file(game: &str, rungs: &[(&str, &str)], seed: u64) -> String {
    let mut text = format!(
        "kind = \"tournament\"\ntitle = \"The ladder of {game}\"\ngame = \"{game}\"\nseed = {seed}\n\n[schedule]\n\
         kind = \"gauntlet\"\ngames = 120\n\n[openings]\nplies = 2\n"
    );
    for (name, agent) in rungs {
        text.push_str(&format!("\n[[agents]]\nname = \"{name}\"\nagent = \"{agent}\"\n"));
    }
    for pair in rungs.windows(2) {
        let [(below, _), (above, _)] = pair else { continue };
        text.push_str(&format!(
            "\n[[tables]]\ntitle = \"{above} against {below}\"\ntested = [\"{above}\"]\nopponents = [\"{below}\"]\n"
        ));
    }
    text
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

/// Reads a document.
pub fn read(path: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a document as people read it.
pub fn write(path: &Path, value: &Value) -> Result<(), String> {
    let text = serde_json::to_string_pretty(value).map_err(|error| error.to_string())?;
    fs::write(path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
}
