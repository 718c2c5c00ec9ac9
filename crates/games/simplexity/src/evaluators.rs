//! The five partial heuristics of SimpAI, in the style of the paper, which gives the ideas and the weights but not
//! the formulas; its evolved weights; and open windows. Those weighed by the pieces that are
//! left, in `supply`, are the strongest.
//!
//! Every heuristic is zero-sum. A piece is friendly by colour and by shape: +1 or -1 for each, so a white round piece is
//! worth +2 to White, a red square one -2, and the mixed ones 0.

use std::sync::Arc;

use zermelo_game::{Evaluator, EvaluatorInfo, FeatureInfo, Opened, ParameterError, Parameters, Player};

use super::supply::Supply;
use super::{Board, Rules, Shape};
use zermelo_board::bits::Bits;
use zermelo_board::windows::{self, Windows};

const fn feature(name: &'static str, about: &'static str) -> FeatureInfo {
    FeatureInfo { name, about }
}

/// The features; the first five in the order of the published weights.
pub const FEATURES: [FeatureInfo; 6] = [
    feature(
        "horiz-center",
        "Friendly minus hostile pieces, each counted by its nearness to the central columns.",
    ),
    feature("vert-center", "The same, by nearness to the central rows."),
    feature("vert-disc", "Hostile minus friendly pieces above the lowest rows that a line needs."),
    feature(
        "build-from-afar",
        "Friendly pieces visible from own pieces within a line's length; farther ones count more.",
    ),
    feature("dump-from-afar", "Own pieces of the enemy's shape placed in the corners, minus the enemy's."),
    feature(
        "open-windows",
        "Sum of squares over the open windows by colour and by shape, minus the enemy's.",
    ),
];

/// The weights of the paper's Table 2: the best of five evolutions, in the order of their final. The first is the agent of
/// the competition.
const SIMPAI: [[f64; 5]; 5] = [
    [0.5386, 4.5551, -0.9044, 2.9906, 4.9090],
    [0.8322, 8.0820, -0.5215, 2.2055, 6.7064],
    [1.0383, 0.1755, 8.4260, 3.4491, 3.3461],
    [0.9882, 6.9733, 0.2584, 2.3593, 6.7073],
    [0.7913, 5.4766, 0.0797, 5.5618, 4.1143],
];

/// The evaluators, the best first.
pub const EVALUATORS: [EvaluatorInfo; 5] = [
    EvaluatorInfo { form: "default", about: "The strongest evaluator: supply." },
    EvaluatorInfo {
        form: "simpai(1)",
        about: "SimpAI's heuristics with the weights of the paper's Table 2, places 1 to 5.",
    },
    EvaluatorInfo {
        form: "supply",
        about: "Open windows, by colour and by shape, weighed by the pieces that are left to fill them.",
    },
    EvaluatorInfo { form: "windows", about: "Open windows, by colour and by shape." },
    EvaluatorInfo {
        form: "weights(w1, .., w6)",
        about: "Weights on the features; also by name, weights(vert-center=1).",
    },
];

/// How far a place is from the central zone of an axis, and how far that can be at most.
///
/// The zone is where the first and the last possible line of an axis of `length` overlap; on a long axis, where they do
/// not, the places that can be extended to a line both ways.
fn zone_distance(length: usize, win: usize, at: usize) -> (f64, f64) {
    let (a, b) = (win - 1, length.saturating_sub(win));
    let (low, high) = (a.min(b), a.max(b));
    let distance = low.saturating_sub(at).max(at.saturating_sub(high));
    (distance as f64, low.max(1) as f64)
}

/// Weights on the features.
struct Weighted<B: Bits> {
    weights: [f64; 6],
    rules: Rules<B>,
    windows: Windows<B>,
}

impl<B: Bits> Evaluator<Board<B>> for Weighted<B> {
    fn value(&self, pos: &Board<B>, player: Player) -> f64 {
        let is_plain = self.weights[..5] == [0.0; 5];
        let values = if is_plain { [0.0; 5] } else { white_view(&self.rules, pos) };
        let mut sum: f64 = values.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum();
        if self.weights[5] != 0.0 {
            sum += self.weights[5] * window_balance(&self.windows, pos);
        }
        if player == Player::First { sum } else { 0.0 - sum }
    }

    fn contributions(&self, pos: &Board<B>, player: Player) -> Option<Vec<(&'static str, f64)>> {
        let [a, b, c, d, e] = white_view(&self.rules, pos);
        let values = [a, b, c, d, e, window_balance(&self.windows, pos)];
        let sign = if player == Player::First { 1.0 } else { -1.0 };
        let parts = values.iter().zip(&self.weights).map(|(value, weight)| sign * value * weight);
        Some(FEATURES.iter().map(|feature| feature.name).zip(parts).collect())
    }
}

/// Open windows by colour and by shape, White's minus Red's.
fn window_balance<B: Bits>(windows: &Windows<B>, pos: &Board<B>) -> f64 {
    let [white, red] = Player::BOTH.map(|player| pos.color(player));
    let [round, square] = Shape::BOTH.map(|shape| pos.of_shape(shape));
    windows.balance(white, red) + windows.balance(round, square)
}

/// The five partial heuristics, White's minus Red's.
fn white_view<B: Bits>(rules: &Rules<B>, pos: &Board<B>) -> [f64; 5] {
    let (rows, cols, win) = (rules.size.rows, rules.size.cols, rules.size.win);
    let [white, red] = Player::BOTH.map(|player| pos.color(player));
    let mut values = [0.0; 5];
    for bit in (white | red).cells() {
        let (x, y) = rules.frame().place(bit);
        let ((dx, far_x), (dy, far_y)) = (zone_distance(cols, win, x), zone_distance(rows, win, y));
        let is_white = white.has(bit);
        let is_round = pos.round.has(bit);
        let friendly = match (is_white, is_round) {
            (true, true) => 2.0,
            (false, false) => -2.0,
            _ => 0.0,
        };
        values[0] += friendly * (1.0 - dx / far_x);
        values[1] += friendly * (1.0 - dy / far_y);
        if y >= win {
            values[2] -= friendly;
        }
        // A piece of the other side's shape, out of both central zones.
        if is_white != is_round && dx > 0.0 && dy > 0.0 {
            let away = (dx / far_x + dy / far_y) / 2.0;
            values[4] += if is_white { away } else { -away };
        }
    }
    values[3] = build(rules, pos, Player::First) - build(rules, pos, Player::Second);
    values
}

/// What a player's pieces see of friendly ones within a line's length.
fn build<B: Bits>(rules: &Rules<B>, pos: &Board<B>, player: Player) -> f64 {
    let (rows, cols, win) = (rules.size.rows as isize, rules.size.cols as isize, rules.size.win as isize);
    let own = pos.color(player);
    let friendly = own | pos.of_shape(Shape::BOTH[player.index()]);
    let mut sum = 0.0;
    for bit in own.cells() {
        let (x, y) = rules.frame().place(bit);
        for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
            for step in 1..win {
                let (x, y) = (x as isize + dx * step, y as isize + dy * step);
                if !(0..cols).contains(&x) || !(0..rows).contains(&y) {
                    break;
                }
                let bit = rules.frame().bit(x as usize, y as usize);
                if friendly.has(bit) {
                    sum += step as f64 / (win - 1) as f64;
                } else if !pos.empty.has(bit) {
                    break;
                }
            }
        }
    }
    sum
}

/// The features, from the side to move.
pub fn measure<B: Bits>(rules: &Rules<B>, pos: &Board<B>, values: &mut [f64]) {
    let sign = if pos.to_move == Player::First { 1.0 } else { -1.0 };
    for (value, feature) in values.iter_mut().zip(white_view(rules, pos)) {
        *value = sign * feature + 0.0;
    }
    values[5] = sign * window_balance(&Windows::new(&rules.frame()), pos) + 0.0;
}

/// The ranges of the features: what they are if a side has every cell.
pub fn ranges<B: Bits>(rules: &Rules<B>) -> Vec<[f64; 2]> {
    let cells = (rules.size.rows * rules.size.cols) as f64;
    // A piece sees 1/(win - 1), .., 1 in each of eight directions, which is win/2 in sum.
    let seen = 8.0 * rules.size.win as f64 / 2.0;
    let windows = 2.0 * windows::most_in_windows(&rules.frame());
    [2.0 * cells, 2.0 * cells, 2.0 * cells, seen * cells, cells, windows].map(|most| [-most, most]).to_vec()
}

/// Opens an evaluator by name.
pub fn evaluator<B: Bits>(
    rules: &Rules<B>,
    name: &str,
    mut parameters: Parameters,
) -> Option<Opened<Board<B>>> {
    if let "default" | "supply" = name {
        return Some(parameters.finish().map(|()| Arc::new(Supply::of(rules)) as _));
    }
    let weights = match name {
        "windows" => Ok([0.0, 0.0, 0.0, 0.0, 0.0, 1.0]),
        "simpai" => read_place(&mut parameters),
        "weights" => read_weights(&mut parameters),
        _ => return None,
    };
    let open = |weights| -> Opened<Board<B>> {
        parameters.finish()?;
        Ok(Arc::new(Weighted { weights, rules: rules.clone(), windows: Windows::new(&rules.frame()) }))
    };
    Some(weights.and_then(open))
}

/// One of the published vectors by its place.
fn read_place(parameters: &mut Parameters) -> Result<[f64; 6], ParameterError> {
    let [place] = parameters.numbers(1..=5, [1])?;
    let [a, b, c, d, e] = SIMPAI[place - 1];
    Ok([a, b, c, d, e, 0.0])
}

/// Weights in the order of the features (five or six of them), or by name.
fn read_weights(parameters: &mut Parameters) -> Result<[f64; 6], ParameterError> {
    let plain = parameters.reals()?;
    let mut weights = [0.0; 6];
    match plain.len() {
        0 | 5 | 6 => weights[..plain.len()].copy_from_slice(&plain),
        n => return Err(ParameterError::new(format!("expected 5 or 6 weights, but found {n}"))),
    }
    for (weight, feature) in weights.iter_mut().zip(FEATURES) {
        *weight = parameters.real(feature.name, *weight)?;
    }
    Ok(weights)
}
