//! The weights of the default evaluator: quick games from the start, then a logistic regression of their results on the
//! features, as Texel tuning does it.
//!
//! The weights are a function of the rules alone: the streams are fixed, the work is counted and not timed, and what the
//! platform might round differently is left to `libm`. A ridge pulls the weights towards the rule of thumb (scaled to the
//! results), so that features about which the games say little keep what it says. What predicts results need not win games: new
//! weights are taken only if they win a match against the rule of thumb, and none at all if that wins a match against them.

use std::sync::Arc;

use zermelo_game::{Agent, Budget, Outcome, Player, Position, Stream, stream};
use zermelo_search::{AlphaBeta, Switches};

use crate::cells::Cells;
use crate::features::Features;
use crate::moves::Move;
use crate::position::Board;
use crate::weighted::Weighted;

/// All streams of chance begin here.
const SEED: u64 = 20_000;
/// No more games are played to fit weights.
const MOST_GAMES: u64 = 500;
/// They stop when their evaluations have taken about so many nanoseconds, as estimated beforehand.
const GAMES_WORK: u64 = 450_000_000;
/// The positions that a player looks at for a move in these games.
const GAMES_NODES: u64 = 200;
/// One of their moves in so many is drawn by lot.
const LUCK: usize = 16;
/// So many positions of a game are kept, or a few more.
const KEPT: usize = 16;
/// How much the ridge holds, in positions: first weights near the rule of thumb are tried, then freer ones.
const RIDGES: [f64; 2] = [2000.0, 200.0];
/// The rule of thumb is taken to be worth at least so much in log-odds, for a position of usual size.
const LEAST_WORTH: f64 = 0.5;
/// A feature with a smaller share of the greatest influence than this is left out.
const LEAST_SHARE: f64 = 0.05;
/// No more pairs of games are played to compare weights.
const MOST_PAIRS: u64 = 60;
/// A comparison stops when its evaluations have taken about so many nanoseconds.
const PAIRS_WORK: u64 = 400_000_000;
/// The same for a comparison with no evaluator at all, which is seldom close.
const LAST_PAIRS_WORK: u64 = 150_000_000;
/// The positions that a player looks at for a move in these games.
const PAIRS_NODES: u64 = 500;
/// A game is left undecided after so many plies.
const MOST_PLIES: usize = 300;
/// Evaluations are in hundredths of the log-odds to win.
const UNIT: f64 = 100.0;
/// The memory of a search.
const TABLE_MEGABYTES: usize = 1;
/// Newton's steps.
const MOST_STEPS: usize = 12;

/// The weights for the games that begin here.
pub fn fit<B: Cells>(start: &Board<B>, features: &'static Features<B>) -> Vec<f64> {
    let mut examples =
        Examples { n_features: features.about().len(), values: Vec::new(), results: Vec::new() };
    let mut thumb = features.rule_of_thumb();
    let hasty = features.hasty_rule();
    if hasty != thumb && is_better(start, features, [hasty, thumb], PAIRS_WORK) {
        thumb = hasty;
    }
    let mut game = QuickGame::new(start, features, [thumb, thumb], GAMES_NODES);
    for number in 0..MOST_GAMES {
        game.play(stream(SEED, "games to fit", number), Player::First, Some(&mut examples));
        if game.work() > GAMES_WORK {
            break;
        }
    }
    // What the games cannot better is only brought to their scale.
    let mut best = examples.fitted(thumb, f64::INFINITY);
    for ridge in RIDGES {
        let weights = examples.fitted(thumb, ridge);
        if is_better(start, features, [&weights, &best], PAIRS_WORK) {
            best = weights;
        }
    }
    // Where a search sees enough by itself, or the features say nothing, they are not looked at.
    let nothing = vec![0.0; best.len()];
    if is_better(start, features, [&nothing, &best], LAST_PAIRS_WORK) { nothing } else { best }
}

/// Whether the first weights win more games than the second, by more than a standard error.
fn is_better<B: Cells>(
    start: &Board<B>,
    features: &'static Features<B>,
    weights: [&[f64]; 2],
    work: u64,
) -> bool {
    let mut game = QuickGame::new(start, features, weights, PAIRS_NODES);
    let (mut lead, mut n_games) = (0.0, 0.0);
    for number in 0..MOST_PAIRS {
        for first in Player::BOTH {
            lead += match game.play(stream(SEED, "games to compare", number), first, None) {
                Outcome::Draw => 0.0,
                Outcome::Win(player) if player == first => 0.5,
                Outcome::Win(_) => -0.5,
            };
            n_games += 1.0;
        }
        let is_hopeless = lead < -0.5 * f64::sqrt(n_games) - 1.0;
        let is_clear = lead > f64::sqrt(n_games) + 2.0;
        if game.work() > work || is_hopeless || is_clear {
            break;
        }
    }
    lead > 0.5 * f64::sqrt(n_games)
}

/// Games between two shallow searches.
struct QuickGame<'a, B: Cells> {
    start: &'a Board<B>,
    features: &'static Features<B>,
    agents: [AlphaBeta<Board<B>>; 2],
    budget: Budget,
    n_nodes: u64,
}

impl<'a, B: Cells> QuickGame<'a, B> {
    fn new(start: &'a Board<B>, features: &'static Features<B>, weights: [&[f64]; 2], nodes: u64) -> Self {
        let agents = weights.map(|weights| {
            AlphaBeta::new(Arc::new(Weighted::new(features, weights)), Switches::ALL, TABLE_MEGABYTES)
        });
        QuickGame { start, features, agents, budget: Budget::nodes(nodes), n_nodes: 0 }
    }

    /// About how many nanoseconds the evaluations have taken.
    fn work(&self) -> u64 {
        self.n_nodes * (self.features.cost(self.start.tables) as u64 + 100)
    }

    /// Plays a game, with the first agent for this player, and keeps some of its positions. The first plies are random.
    fn play(&mut self, mut chance: Stream, first: Player, examples: Option<&mut Examples>) -> Outcome {
        self.agents.iter_mut().for_each(|agent| agent.new_game(chance.branch()));
        let mut pos = *self.start;
        let n_random = (1 + chance.below(8)).min(pos.tables.max_plies / 4);
        let mut kept: Vec<Board<B>> = Vec::new();
        let (mut plies, mut pace) = (0, 1);
        let mut proved = None;
        while !pos.is_over() && plies < MOST_PLIES && proved.is_none() {
            let is_lucky = examples.is_some() && chance.below(LUCK) == 0;
            if plies < n_random || is_lucky {
                let Some(mv) = pos.random_move(&mut chance) else { break };
                pos.play(mv);
                plies += 1;
                continue;
            }
            let agent = &mut self.agents[usize::from(pos.to_move() != first)];
            let choice = agent.choose(&pos, &self.budget);
            self.n_nodes += choice.nodes.max(1);
            if choice.score.is_win() || choice.score.is_loss() {
                let winner = if choice.score.is_win() { pos.to_move() } else { pos.to_move().other() };
                proved = Some(Outcome::Win(winner));
            }
            if examples.is_some() && proved.is_none() && plies % pace == 0 && is_quiet(&pos, choice.mv) {
                kept.push(pos);
                if kept.len() == 2 * KEPT {
                    pace *= 2;
                    kept = kept.iter().copied().step_by(2).collect();
                }
            }
            pos.play(choice.mv);
            plies += 1;
        }
        let outcome = proved.or(pos.outcome()).unwrap_or(Outcome::Draw);
        if let Some(examples) = examples {
            kept.iter().for_each(|pos| examples.push(self.features, pos, outcome));
        }
        outcome
    }
}

/// Whether a move takes nothing, or nothing else can be done. A search follows captures by itself; evaluations are for the other
/// positions.
fn is_quiet<B: Cells>(pos: &Board<B>, mv: Move) -> bool {
    let enemy = pos.own[pos.to_move().other().index()];
    // A pass comes to no cell.
    let is_capture = |mv: Move| !mv.is_pass() && enemy.has(mv.to());
    let mut only_captures = true;
    pos.each_move(|mv| only_captures &= is_capture(mv));
    only_captures || !is_capture(mv)
}

/// Positions with the results of their games.
struct Examples {
    n_features: usize,
    /// The features of each from the side to move; a constant, for the value of the move; 1 or -1, for the value of being first.
    values: Vec<f64>,
    /// The share of the point that the side to move got.
    results: Vec<f64>,
}

impl Examples {
    fn n(&self) -> usize {
        self.n_features + 2
    }

    fn push<B: Cells>(&mut self, features: &Features<B>, pos: &Board<B>, outcome: Outcome) {
        let begin = self.values.len();
        self.values.resize(begin + self.n(), 1.0);
        features.measure(pos, &mut self.values[begin..begin + self.n_features]);
        if pos.to_move() == Player::Second {
            self.values[begin + self.n_features + 1] = -1.0;
        }
        self.results.push(match outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(player) if player == pos.to_move() => 1.0,
            Outcome::Win(_) => 0.0,
        });
    }

    /// The weights of the features that fit best, rounded.
    fn fitted(&self, rule_of_thumb: &[f64], ridge: f64) -> Vec<f64> {
        if self.results.is_empty() {
            return rule_of_thumb.to_vec();
        }
        let n = self.n();
        let mean = |index: usize| {
            let squares = self.values.chunks_exact(n).map(|values| values[index] * values[index]);
            squares.sum::<f64>() / self.results.len() as f64
        };
        // Features in units of their size; one that is always 0 keeps the weight 0.
        let sizes: Vec<f64> = (0..n).map(|index| mean(index).sqrt()).collect();
        let scaled: Vec<f64> = self
            .values
            .chunks_exact(n)
            .flat_map(|values| {
                values.iter().zip(&sizes).map(|(value, size)| if *size > 0.0 { value / size } else { 0.0 })
            })
            .collect();
        // First the scale of the rule of thumb, then everything.
        let thumb: Vec<f64> = rule_of_thumb.iter().zip(&sizes).map(|(weight, size)| weight * size).collect();
        let sums: Vec<f64> = scaled
            .chunks_exact(n)
            .flat_map(|values| {
                let sum: f64 = values.iter().zip(&thumb).map(|(value, weight)| value * weight).sum();
                [sum, values[n - 2], values[n - 1]]
            })
            .collect();
        let spread =
            (sums.chunks_exact(3).map(|sum| sum[0] * sum[0]).sum::<f64>() / self.results.len() as f64).sqrt();
        let spread = if spread > 0.0 { spread } else { 1.0 };
        let sums: Vec<f64> = sums.chunks_exact(3).flat_map(|sum| [sum[0] / spread, sum[1], sum[2]]).collect();
        let scale = logistic(&sums, &self.results, &[0.0; 3], 1.0)[0].max(LEAST_WORTH) / spread;
        let mut prior: Vec<f64> = thumb.iter().map(|weight| weight * scale).collect();
        prior.extend([0.0; 2]);
        let mut found = prior;
        if ridge.is_finite() {
            found = logistic(&scaled, &self.results, &found, ridge);
            let features = &mut found[..self.n_features];
            let most = features.iter().fold(0.0, |most: f64, weight| most.max(weight.abs()));
            // What hardly matters costs a search more than it tells.
            features
                .iter_mut()
                .filter(|weight| weight.abs() < LEAST_SHARE * most)
                .for_each(|weight| *weight = 0.0);
        }
        let weights = found.iter().zip(&sizes).zip(rule_of_thumb);
        let weights =
            weights.map(|((weight, size), thumb)| if *size > 0.0 { weight / size } else { thumb * scale });
        weights.map(|weight| rounded(UNIT * weight)).collect()
    }
}

/// A number with three digits.
fn rounded(value: f64) -> f64 {
    let mut unit = 1e-6;
    while value.abs() >= 1000.0 * unit && unit < 1e6 {
        unit *= 10.0;
    }
    if unit < 1.0 {
        (value / unit).round() / (1.0 / unit).round()
    } else {
        (value / unit).round() * unit.round()
    }
}

/// The weights that fit the results best, held near `prior` by the ridge: Newton's steps.
fn logistic(values: &[f64], results: &[f64], prior: &[f64], ridge: f64) -> Vec<f64> {
    let n = prior.len();
    let mut weights = prior.to_vec();
    for _ in 0..MOST_STEPS {
        let mut slope: Vec<f64> =
            weights.iter().zip(prior).map(|(weight, prior)| ridge * (weight - prior)).collect();
        let mut curve = vec![0.0; n * n];
        for (values, result) in values.chunks_exact(n).zip(results) {
            let sum: f64 = values.iter().zip(&weights).map(|(value, weight)| value * weight).sum();
            let chance = 1.0 / (1.0 + libm::exp(-sum.clamp(-30.0, 30.0)));
            let weight = (chance * (1.0 - chance)).max(1e-4);
            for row in 0..n {
                slope[row] += (chance - result) * values[row];
                let part = weight * values[row];
                for (cell, value) in curve[row * n..=row * n + row].iter_mut().zip(values) {
                    *cell += part * value;
                }
            }
        }
        for index in 0..n {
            curve[index * n + index] += ridge;
        }
        let step = solve(&mut curve, &slope);
        // A long step may lead too far.
        let longest = step.iter().fold(0.0, |longest: f64, step| longest.max(step.abs()));
        let part = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight -= part * step);
        if longest < 1e-6 {
            break;
        }
    }
    weights
}

/// Solves a system whose matrix is symmetric and positive; its lower half is given, row by row (Cholesky).
fn solve(matrix: &mut [f64], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    for row in 0..n {
        for col in 0..=row {
            let products = (0..col).map(|index| matrix[row * n + index] * matrix[col * n + index]);
            let rest = matrix[row * n + col] - products.sum::<f64>();
            matrix[row * n + col] =
                if row == col { rest.max(1e-9).sqrt() } else { rest / matrix[col * n + col] };
        }
    }
    let mut found = right.to_vec();
    for row in 0..n {
        let products: f64 = (0..row).map(|index| matrix[row * n + index] * found[index]).sum();
        found[row] = (found[row] - products) / matrix[row * n + row];
    }
    for row in (0..n).rev() {
        let products: f64 = (row + 1..n).map(|index| matrix[index * n + row] * found[index]).sum();
        found[row] = (found[row] - products) / matrix[row * n + row];
    }
    found
}
