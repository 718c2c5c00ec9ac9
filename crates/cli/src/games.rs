//! `zermelo games`: the catalog, or one game's card.

use std::fmt::Write;

use serde_json::{Value, json};
use zermelo_game::{About, EvaluatorInfo, PolicyInfo};
use zermelo_lab::{OpenGame, Start, catalog};

use crate::args::GamesArgs;
use crate::reply::{Failure, Reply};

/// Lists the games, or tells about one.
pub fn run(args: &GamesArgs) -> Result<Reply, Failure> {
    match &args.game {
        None => Ok(list()),
        Some(id) => card(&*catalog::open(id)?),
    }
}

fn list() -> Reply {
    let entries = catalog::entries();
    let json = entries.iter().map(|entry| {
        let game = entry.open();
        describe(entry.id, entry.title, entry.summary, &*game)
    });
    let mut text = String::new();
    for entry in &entries {
        let stands_for = if entry.preset.is_empty() {
            String::new()
        } else {
            format!("= {}:{}  ", entry.about.id, entry.preset)
        };
        let _ = writeln!(text, "{:<13} {stands_for}{}", entry.id, entry.summary);
    }
    text.push_str("\nMore about one: zermelo games milestone        Play it: zermelo play milestone\n");
    Reply::new(Value::Array(json.collect()), text)
}

fn describe(id: &str, title: &str, summary: &str, game: &OpenGame) -> Value {
    let About { players, rules_version, parameters, .. } = game.about();
    let parameters: Vec<Value> = parameters
        .iter()
        .map(|parameter| json!({ "form": parameter.form, "meaning": parameter.meaning }))
        .collect();
    json!({
        "id": id,
        "title": title,
        "summary": summary,
        "players": players,
        "parameters": parameters,
        "features": game.features().iter().map(|feature| feature.name).collect::<Vec<_>>(),
        "evaluators": game.evaluators().iter().map(EvaluatorInfo::name).collect::<Vec<_>>(),
        "policies": policies(game).map(PolicyInfo::name).collect::<Vec<_>>(),
        "rules_version": rules_version,
        "max_plies": game.max_plies(),
    })
}

/// The policies for play-outs: those of every game, then its own.
fn policies(game: &OpenGame) -> impl Iterator<Item = &PolicyInfo> {
    zermelo_any::POLICIES.iter().chain(game.policies())
}

fn card(game: &OpenGame) -> Result<Reply, Failure> {
    let about = game.about();
    let session = game.session(&Start::default())?;
    let id = game.id();
    let summary = game.summary();
    let mut text = format!("{} ({id})\n{summary}\n\n", game.title());
    let _ = writeln!(text, "players    {} (moves first) and {}", about.players[0], about.players[1]);
    let _ = writeln!(text, "moves      {}", about.move_help);
    let _ = writeln!(text, "start      {}", session.position());
    let _ = writeln!(text, "longest    {} plies at most", game.max_plies());
    let _ = writeln!(text, "rules      version {}", about.rules_version);
    let _ = writeln!(text, "sizes      {}:PARAMETERS, separated by commas:", about.id);
    for parameter in about.parameters {
        let _ = writeln!(text, "             {:<12} {}", parameter.form, parameter.meaning);
    }
    for preset in about.presets {
        let _ = writeln!(text, "             {:<12} = {}:{}", preset.id, about.id, preset.parameters);
    }
    text.push_str("\nagents\n");
    for (form, about) in zermelo_any::AGENTS {
        let _ = writeln!(text, "  {form}\n      {about}");
    }
    text.push_str("\npolicies for the play-outs of mcts\n");
    for policy in policies(game) {
        let _ = writeln!(text, "  {:<30} {}", policy.form, policy.about);
    }
    if !game.evaluators().is_empty() {
        text.push_str("\nevaluators\n");
    }
    for evaluator in game.evaluators() {
        let _ = writeln!(text, "  {:<30} {}", evaluator.form, evaluator.about);
    }
    if !game.features().is_empty() {
        text.push_str("\nfeatures, from the side to move\n");
    }
    for feature in game.features() {
        let _ = writeln!(text, "  {:<30} {}", feature.name, feature.about);
    }
    Ok(Reply::new(describe(&id, game.title(), summary, game), text))
}
