//! `zermelo games`: the catalog, or one game's card.

use serde_json::{Value, json};
use zermelo_catalog::opponents::{self, Opponent};
use zermelo_catalog::{Entry, OpenGame, Permission, Start, catalog};
use zermelo_game::{About, EvaluatorInfo, PolicyInfo, QuantityInfo};

use crate::args::GamesArgs;
use crate::reply::{self, Failure, Reply};
use zermelo_reference::quantity_in_words;
use zermelo_terminal::{prose, width};

/// Lists the games, or tells about one.
pub fn run(args: &GamesArgs) -> Result<Reply, Failure> {
    match &args.game {
        None => Ok(list()),
        Some(id) => card(&catalog::open_for(id, Permission::terminal())?),
    }
}

fn list() -> Reply {
    let native = catalog::entries();
    let (described, problems) = catalog::described_entries();
    // A file that is no game is no reason to show nothing.
    problems.iter().for_each(|problem| reply::warn(&format!("warning: {problem}")));
    let json = native.iter().chain(&described).map(|entry| {
        let game = entry.open();
        describe(&entry.id, entry.title, entry.summary, &game)
    });
    let width = native.iter().chain(&described).map(|entry| entry.id.chars().count()).max().unwrap_or(0);
    let line = |entry: &Entry| {
        let stands_for = if entry.preset.is_empty() {
            String::new()
        } else {
            format!("= {}:{}. ", entry.about.id, entry.preset)
        };
        prose::entry(&format!("{:<width$} ", entry.id), &format!("{stands_for}{}", entry.summary))
    };
    let mut text: String = native.iter().map(line).collect();
    text.push_str("\nWritten as text:\n");
    text.extend(described.iter().map(line));
    text.push_str(
        "\nMore about one: zermelo games milestone\nPlay it:        zermelo play milestone\n\
         Write your own: zermelo new NAME\n",
    );
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
        "quantities": game.quantities().iter().map(quantity).collect::<Vec<_>>(),
        "evaluators": game.evaluators().iter().map(EvaluatorInfo::name).collect::<Vec<_>>(),
        "policies": policies(game).map(PolicyInfo::name).collect::<Vec<_>>(),
        "named_opponents": opponents::opponents(&game.id()).iter().map(opponent).collect::<Vec<_>>(),
        "rules_version": rules_version,
        "max_plies": game.max_plies(),
    })
}

/// A quantity for machines; a bound that nobody has said is null.
fn quantity(info: &QuantityInfo) -> Value {
    let QuantityInfo { name, aliases, about, low, high } = info;
    json!({ "name": name, "aliases": aliases, "about": about, "low": low, "high": high })
}

/// A named opponent for machines; where nobody has measured it, its rating in Elo is null.
fn opponent(opponent: &Opponent) -> Value {
    let rating = opponent.rating.as_ref().map(|rating| json!([rating.value, rating.low, rating.high]));
    json!({ "id": opponent.id, "agent": opponent.agent, "elo": rating })
}

/// A named opponent for people.
fn opponent_in_words(opponent: &Opponent) -> String {
    let rating = match &opponent.rating {
        Some(rating) => format!("{:.0} ({:.0} to {:.0})", rating.value, rating.low, rating.high),
        None => "strength unknown".to_owned(),
    };
    prose::entry(&format!("  {:<7} {rating:<19} ", opponent.id), &opponent.agent)
}

/// The policies for playouts: those of every game, then its own.
fn policies(game: &OpenGame) -> impl Iterator<Item = &PolicyInfo> {
    zermelo_any::POLICIES.iter().chain(game.policies())
}

/// A form and what it means, beside each other or, where that leaves little room, below.
fn item(form: &str, about: &str) -> String {
    const COLUMN: usize = 33;
    const ENOUGH: usize = 40;
    if form.chars().count() > COLUMN - 3 || width::of_output() < COLUMN + ENOUGH {
        return prose::filled("  ", form, 6, width::of_output()) + &prose::entry("      ", about);
    }
    prose::entry(&format!("  {form:<30} "), about)
}

fn card(game: &OpenGame) -> Result<Reply, Failure> {
    let about = game.about();
    let session = game.session(&Start::default())?;
    let id = game.id();
    let summary = game.summary();
    let mut text = format!("{} ({id})\n", game.title());
    text.push_str(&prose::entry("", summary));
    text.push('\n');
    for (label, fact) in [
        ("players", format!("{} (moves first) and {}", about.players[0], about.players[1])),
        ("moves", about.move_help.to_owned()),
        ("start", session.position()),
        ("longest", format!("{} plies at most", game.max_plies())),
        ("rules", format!("version {}", about.rules_version)),
        ("sizes", format!("{}:PARAMETERS, separated by commas:", about.id)),
    ] {
        if label == "sizes" && about.parameters.is_empty() {
            continue;
        }
        text.push_str(&prose::entry(&format!("{label:<10} "), &fact));
    }
    for parameter in about.parameters {
        text.push_str(&prose::entry(&format!("             {:<12} ", parameter.form), parameter.meaning));
    }
    for preset in about.presets {
        let stands_for = format!("= {}:{}", about.id, preset.parameters);
        text.push_str(&prose::entry(&format!("             {:<12} ", preset.id), &stands_for));
    }
    let opponents = opponents::opponents(&id);
    text.push('\n');
    text.push_str(&prose::wrapped(
        "named opponents, which stand for agents; their ratings with 95 % intervals",
    ));
    opponents.iter().for_each(|opponent| text.push_str(&opponent_in_words(opponent)));
    text.push_str("\nagents\n");
    for &(form, about) in zermelo_any::AGENTS {
        text.push_str(&prose::filled("  ", form, 6, width::of_output()));
        text.push_str(&prose::entry("      ", about));
    }
    text.push_str("\npolicies for the playouts of mcts\n");
    for policy in policies(game) {
        text.push_str(&item(policy.form, policy.about));
    }
    text.push_str("\nevaluators\n");
    for evaluator in game.evaluators().iter().chain(&zermelo_any::EVALUATORS) {
        text.push_str(&item(evaluator.form, evaluator.about));
    }
    if !game.features().is_empty() {
        text.push_str("\nfeatures, from the side to move\n");
    }
    for feature in game.features() {
        text.push_str(&item(feature.name, feature.about));
    }
    let quantities = game.quantities();
    if !quantities.is_empty() {
        text.push_str("\nquantities for expr(..), for the player who is asked about\n");
    }
    for info in &quantities {
        text.push_str(&item(&info.name, &quantity_in_words(info)));
    }
    Ok(Reply::new(describe(&id, game.title(), summary, game), text))
}
