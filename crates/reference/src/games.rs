//! The pages of agents and games, from the catalog.

use std::fmt::Write;

use zermelo_any::{AGENTS, POLICIES};
use zermelo_catalog::{OpenGame, catalog};
use zermelo_game::QuantityInfo;

/// All agents, and what every game has.
pub fn agents() -> String {
    let mut text = String::from(
        "# Agents, evaluators and policies\n\n\
         An agent is written as text, with its settings in parentheses. The same text works on the command line, in experiment \
         files, in the web application and over UGI. Settings that are left out have the value that is shown; a setting without a \
         value (`depth=`) has none unless it is given.\n\n## Agents\n\n",
    );
    for (form, about) in AGENTS {
        let _ = writeln!(text, "- `{form}`: {about}.");
    }
    text.push_str(
        "\nAgents that come out of runs:\n\n\
         - `bred(RUN/champion)`, `bred(RUN/generation-20)`: the champion of an evolution, or the best of one of its generations.\n\
         - `alphabeta(depth=4, weights=RUN/champion)`: alpha-beta with evolved weights.\n\n\
         ## Evaluators\n\n\
         `eval=` names the evaluator of a search. [Games](games.md) lists those of each game. Every game has these besides:\n\n\
         - `default`: the best evaluator of the game.\n\
         - `weights(w1, w2, ..)` or `weights(NAME=w, ..)`: a weighted sum of the game's features, if it has some.\n\
         - `net(RUN/net)`, `net(FILE.safetensors)`: a trained network.\n\
         - `q(RUN/net)`: a network of Q-values.\n\
         - `expr(..)`: [an expression](../expressions.md) over the game's quantities.\n\
         - `guest(NAME)`: a function of the program that runs Zermelo.\n\n\
         ## Policies for playouts\n\n`policy=` of `mcts` names how playouts choose moves. Every game has these:\n\n",
    );
    for policy in POLICIES {
        let _ = writeln!(text, "- `{}`: {}", policy.form, policy.about);
    }
    text
}

/// All games with their sizes, evaluators and features.
pub fn games() -> String {
    let mut text = String::from(
        "# Games\n\n\
         `zermelo games GAME` prints the same for one game. A game is opened by its name, with sizes behind a colon: \
         `isolation:9x9`.\n\n",
    );
    let mut known: Vec<&str> = Vec::new();
    for entry in catalog::entries() {
        // Presets, such as Connect Four, are games of a family that stands here already.
        if !known.contains(&entry.about.id) {
            known.push(entry.about.id);
            game(&mut text, entry.about.title, &entry.open());
        }
    }
    text.push_str("## Games written as text\n\n[The language](../game-language.md) describes them. These come with Zermelo:\n\n");
    for entry in catalog::described_entries().0 {
        let _ = writeln!(text, "- `{}`: {}. {}", entry.id, entry.title, entry.summary);
    }
    text
}

fn game(text: &mut String, title: &str, game: &OpenGame) {
    let about = game.about();
    let _ = writeln!(text, "## {title} (`{}`)\n\n{}\n", about.id, about.summary);
    let _ = writeln!(text, "- players: {} (moves first) and {}", about.players[0], about.players[1]);
    let _ = writeln!(text, "- moves: {}", about.move_help);
    for parameter in about.parameters {
        let _ = writeln!(text, "- size `{}`: {}", parameter.form, parameter.meaning);
    }
    for preset in about.presets {
        let _ = writeln!(text, "- `{}` is `{}:{}`", preset.id, about.id, preset.parameters);
    }
    text.push('\n');
    if !game.evaluators().is_empty() {
        text.push_str("Evaluators:\n\n");
    }
    for evaluator in game.evaluators() {
        let _ = writeln!(text, "- `{}`: {}", evaluator.form, evaluator.about);
    }
    if !game.features().is_empty() {
        text.push_str("\nFeatures, from the side to move:\n\n");
    }
    for feature in game.features() {
        let _ = writeln!(text, "- `{}`: {}", feature.name, feature.about);
    }
    if !game.quantities().is_empty() {
        text.push_str(
            "\nQuantities of [`expr(..)`](../expressions.md), with their ranges at the default size:\n\n",
        );
    }
    for quantity in &game.quantities() {
        let _ = writeln!(text, "- `{}`: {}", quantity.name, quantity_in_words(quantity));
    }
    if !game.policies().is_empty() {
        text.push_str("\nPolicies for playouts:\n\n");
    }
    for policy in game.policies() {
        let _ = writeln!(text, "- `{}`: {}", policy.form, policy.about);
    }
    text.push('\n');
}

/// What a quantity is, with its range.
pub fn quantity_in_words(info: &QuantityInfo) -> String {
    let bound = |bound: f64| ((bound * 100.0).round() / 100.0).to_string();
    let range = match (info.low.is_finite(), info.high.is_finite()) {
        (true, true) if info.low == info.high => format!(" Always {} here.", bound(info.low)),
        (true, true) => format!(" From {} to {}.", bound(info.low), bound(info.high)),
        _ => String::new(),
    };
    let aliases = match info.aliases {
        [] => String::new(),
        aliases => format!(" Also {}.", aliases.join(", ")),
    };
    format!("{}{range}{aliases}", info.about)
}
