//! Agents by text: `random`, `minimax(depth=3, eval=open)`, `alphabeta(time=150ms, eval=improved, table=off)`. The
//! same text everywhere a person names an agent.

use std::sync::Arc;
use std::time::Duration;

use zermelo_game::parameters::{nearest, read_call};
use zermelo_game::{Agent, Budget, Game, ParameterError, Parameters, Position, stream};
use zermelo_search::{AlphaBeta, Minimax, Random, Switches};

use crate::LabError;
use crate::session::open_evaluator;

/// What there is, for help and errors.
pub const AGENTS: [(&str, &str); 3] = [
    ("random", "any legal move, each as likely as the others"),
    ("minimax(depth=3, eval=default)", "looks at every line, to a fixed depth"),
    (
        "alphabeta(depth=, nodes=, time=, eval=default, memory=64, pruning=on, pvs=on, aspiration=on, table=on, \
         killers=on, history=on, deepening=on)",
        "looks as deep as its budget allows (one second if it has none); every part can be switched off",
    ),
];

/// An agent and how much it may spend on a move.
pub(crate) struct Seated<P: Position> {
    pub agent: Box<dyn Agent<P>>,
    pub budget: Budget,
}

/// Opens an agent for a game. `seed` decides whatever it leaves to chance.
pub(crate) fn open_agent<G: Game>(game: &G, text: &str, seed: u64) -> Result<Seated<G::Position>, LabError> {
    let bad = |source| LabError::BadAgent { text: text.to_owned(), source };
    let (name, mut parameters) = read_call(text).map_err(bad)?;
    let eval = parameters.word("eval");
    // A game without evaluators is searched for wins and losses only.
    let evaluator = || match (&eval, game.evaluators()) {
        (None, []) => Ok(Arc::new(|_: &G::Position| 0.0) as _),
        (eval, _) => open_evaluator(game, eval.as_deref().unwrap_or("default")),
    };
    let seated = match name.as_str() {
        "random" => {
            let agent = Box::new(Random::new(stream(seed, "random agent", 0)));
            Seated { agent, budget: Budget::default() }
        }
        "minimax" => {
            let depth = parameters.number("depth", 1..=60, 3).map_err(bad)?;
            Seated { agent: Box::new(Minimax::new(evaluator()?)), budget: Budget::depth(depth as u32) }
        }
        "alphabeta" => {
            let budget = read_budget(&mut parameters).map_err(bad)?;
            let memory = parameters.number("memory", 1..=65_536, 64).map_err(bad)?;
            let switches = read_switches(&mut parameters).map_err(bad)?;
            let megabytes = memory.min(useful_megabytes(&game.start(), &budget));
            Seated { agent: Box::new(AlphaBeta::new(evaluator()?, switches, megabytes)), budget }
        }
        "human" => {
            let problem = "a person can only play at a terminal: `zermelo play GAME --first human`";
            return Err(bad(ParameterError::new(problem)));
        }
        _ => {
            let names = AGENTS.map(|(form, _)| form.split('(').next().unwrap_or(form));
            let hint =
                nearest(&name, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            let problem = format!("there is no agent `{name}`: there are {}{hint}", names.join(", "));
            return Err(bad(ParameterError::new(problem)));
        }
    };
    parameters.finish().map_err(bad)?;
    Ok(seated)
}

/// How large a table a search with this budget can fill, in megabytes (at least one). A larger one would only take time
/// to make and, before every game of a match, to clear.
fn useful_megabytes<P: Position>(start: &P, budget: &Budget) -> usize {
    let tree = budget.depth.map(|depth| (start.count_moves() as u64).saturating_pow(depth));
    // No search remembers more positions than it looks at; some room keeps those of the last moves.
    let Some(most) = tree.into_iter().chain(budget.nodes).min() else { return usize::MAX };
    let bytes = most.saturating_mul(4 * BYTES_PER_ENTRY);
    usize::try_from(bytes >> 20).unwrap_or(usize::MAX).saturating_add(1)
}

/// What the table takes for a position.
const BYTES_PER_ENTRY: u64 = 16;

/// Depth, nodes and time; a second if none of them is given.
fn read_budget(parameters: &mut Parameters) -> Result<Budget, ParameterError> {
    let depth = parameters.number("depth", 0..=250, 0)?;
    let nodes = parameters.word("nodes").map(|text| read_nodes(&text)).transpose()?;
    let time = parameters.word("time").map(|text| read_time(&text)).transpose()?;
    let budget = Budget { depth: (depth > 0).then_some(depth as u32), nodes, time };
    Ok(if budget == Budget::default() {
        Budget { time: Some(Duration::from_secs(1)), ..budget }
    } else {
        budget
    })
}

fn read_nodes(text: &str) -> Result<u64, ParameterError> {
    let digits = text.replace('_', "");
    digits.parse().map_err(|_| ParameterError::new(format!("`nodes={text}`: expected a whole number")))
}

/// A time such as `150ms` or `2.5s`.
fn read_time(text: &str) -> Result<Duration, ParameterError> {
    let seconds = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(number), _) => number.trim().parse::<f64>().ok().map(|milliseconds| milliseconds / 1000.0),
        (None, Some(number)) => number.trim().parse().ok(),
        (None, None) => None,
    };
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.ok_or_else(|| ParameterError::new(format!("`time={text}`: expected a time such as 150ms or 2s")))
}

fn read_switches(parameters: &mut Parameters) -> Result<Switches, ParameterError> {
    let mut switches = Switches::ALL;
    for (name, part) in [
        ("pruning", &mut switches.pruning),
        ("pvs", &mut switches.pvs),
        ("aspiration", &mut switches.aspiration),
        ("table", &mut switches.table),
        ("killers", &mut switches.killers),
        ("history", &mut switches.history),
        ("deepening", &mut switches.deepening),
    ] {
        *part = match parameters.word(name).as_deref() {
            None | Some("on") => true,
            Some("off") => false,
            Some(other) => return Err(ParameterError::new(format!("`{name}={other}`: expected on or off"))),
        };
    }
    Ok(switches)
}
