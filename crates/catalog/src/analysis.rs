//! A position taken apart: several lines with their values, and what its evaluation is made of.

use zermelo_any::{AnyPosition, MoveIndex, named_evaluator};
use zermelo_game::{Choice, Forfeit, Proof, Score, Stop};

use crate::{OpenGame, RequestError};

/// What to ask.
#[derive(Clone, Debug)]
pub struct AnalysisPlan<'a> {
    /// The agent that looks ahead, such as `alphabeta(depth=8)`. Only alpha-beta without quirks gives several lines.
    pub agent: &'a str,
    /// The evaluator to take apart; the agent's own if `None`.
    pub evaluator: Option<&'a str>,
    /// How many lines to give, if the position has so many moves.
    pub n_lines: usize,
    /// Decides whatever the agent leaves to chance.
    pub seed: u64,
    /// Ends it, soon: the lines are then those that were seen by then.
    pub stop: &'a Stop,
}

/// What to look at, and how long.
#[derive(Clone, Debug)]
pub struct WatchPlan<'a> {
    /// The agent that looks ahead. Only alpha-beta without quirks gives several lines.
    pub agent: &'a str,
    /// How many lines to give, if the position has so many moves.
    pub n_lines: usize,
    /// How many positions to look at.
    pub nodes: u64,
    /// The only moves to look at; all of them if there are none.
    pub only: &'a [String],
    /// Ends it, soon.
    pub stop: &'a Stop,
}

/// What is seen on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Glance {
    /// The best lines, the best first, all seen equally deep.
    pub lines: Vec<Thought>,
    /// How many positions were looked at so far.
    pub nodes: u64,
}

/// What an agent thinks of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move it would play.
    pub mv: String,
    /// What that is worth to the side to move.
    pub score: Score,
    /// Whether the score is the result with best play: an even score is then a proved draw.
    pub is_exact: bool,
    /// How many plies it looked ahead in full.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: u64,
    /// The line it expects, the move first.
    pub line: Vec<String>,
    /// Why it does not move after all.
    pub forfeit: Option<Forfeit>,
}

impl Thought {
    /// The result with best play, if it is proved.
    pub fn proof(&self) -> Option<Proof> {
        Proof::of(self.score, self.is_exact)
    }

    /// Whether it gives the game up.
    pub fn resigns(&self) -> bool {
        self.forfeit == Some(Forfeit::Resigned)
    }

    /// A choice in the game's notation.
    pub(crate) fn of(game: &OpenGame, pos: &AnyPosition, choice: Choice<MoveIndex>) -> Thought {
        let mut at = pos.clone();
        let mut line = Vec::new();
        for mv in choice.line {
            line.push(game.write_move(&at, mv));
            at.play(mv);
        }
        let mv = game.write_move(pos, choice.mv);
        if line.is_empty() {
            line.push(mv.clone());
        }
        let Choice { score, is_exact, depth, nodes, forfeit, .. } = choice;
        Thought { mv, score, is_exact, depth, nodes, line, forfeit }
    }
}

/// A position taken apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis {
    /// The best lines, the best first, all seen equally deep.
    pub lines: Vec<Thought>,
    /// How many positions were looked at in all.
    pub nodes: u64,
    /// What the position looks like without looking ahead; `None` if the game has no evaluators.
    pub evaluation: Option<Evaluation>,
}

/// What an evaluator says of a position, from the side to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// The evaluator's text.
    pub evaluator: String,
    /// Its value.
    pub value: f64,
    /// Whether the value is a sum, so that the terms tell what each of them contributes.
    pub is_sum: bool,
    /// Every feature in the game's order, then what only this evaluator measures.
    pub terms: Vec<Term>,
}

/// A part of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The feature's name, or what the evaluator calls the part.
    pub name: &'static str,
    /// The feature's value from the side to move; `None` if the part is no feature.
    pub value: Option<f64>,
    /// How much it adds to the evaluator's value; `None` if that is no sum.
    pub contribution: Option<f64>,
}

/// Takes a position apart in which the game goes on.
pub(crate) fn run(game: &OpenGame, pos: &AnyPosition, plan: &AnalysisPlan) -> Result<Analysis, RequestError> {
    let mut agent = game.open_agent(plan.agent, plan.seed)?;
    // What is wrong with the evaluator is told before anyone looks ahead.
    let evaluation = match (plan.evaluator, game.evaluators()) {
        (None, []) => None,
        (Some(evaluator), _) => Some(evaluate(game, pos, evaluator)?),
        (None, _) => {
            let own = named_evaluator(plan.agent).unwrap_or_else(|| "default".to_owned());
            Some(evaluate(game, pos, &own)?)
        }
    };
    agent.stop_with(plan.stop);
    let (lines, nodes) = agent.best_lines(pos, plan.n_lines);
    let lines = lines.into_iter().map(|choice| Thought::of(game, pos, choice)).collect();
    Ok(Analysis { lines, nodes, evaluation })
}

/// Looks at a position in which the game goes on, deeper and deeper; how many positions that took.
pub(crate) fn watch(
    game: &OpenGame,
    pos: &AnyPosition,
    plan: &WatchPlan,
    tell: &mut dyn FnMut(&Glance),
) -> Result<u64, RequestError> {
    let mut agent = game.open_agent(plan.agent, 0)?;
    let mut only = Vec::new();
    for (index, text) in plan.only.iter().enumerate() {
        let mv = game.read_move(pos, text);
        only.push(mv.map_err(|source| RequestError::Move { number: index + 1, source })?);
    }
    let nodes = agent.watch(pos, &only, plan.n_lines, plan.nodes, plan.stop, &mut |lines, nodes| {
        let lines = lines.iter().map(|choice| Thought::of(game, pos, choice.clone())).collect();
        tell(&Glance { lines, nodes });
    });
    Ok(nodes)
}

/// Takes an evaluation apart.
fn evaluate(game: &OpenGame, pos: &AnyPosition, text: &str) -> Result<Evaluation, RequestError> {
    let evaluator = game.open_evaluator(text)?;
    let us = pos.to_move();
    let parts = evaluator.contributions(pos, us);
    let is_sum = parts.is_some();
    let mut parts = parts.unwrap_or_default();
    let values = game.measure(pos);
    let mut terms: Vec<Term> = Vec::new();
    for (feature, value) in game.features().iter().zip(values) {
        let part = parts.iter().position(|&(name, _)| name == feature.name).map(|at| parts.remove(at).1);
        // A feature that a sum leaves out adds nothing to it.
        let contribution = is_sum.then(|| part.unwrap_or(0.0));
        terms.push(Term { name: feature.name, value: Some(value), contribution });
    }
    terms.extend(parts.into_iter().map(|(name, part)| Term { name, value: None, contribution: Some(part) }));
    Ok(Evaluation { evaluator: text.to_owned(), value: evaluator.value(pos, us), is_sum, terms })
}
