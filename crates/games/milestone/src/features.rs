//! The nineteen heuristics of the published Milestone study, and the evaluators made of them.
//!
//! Each is a whole number, black minus white; the maps of the study (middle proximity, centrality, proximity to a
//! home) are sums of nested sets, so that a sum over pieces is a few population counts. On boards of other sides
//! the maps grow with the board: centrality is `side - 1` in the middle, proximity `side + 1` at home.

use std::sync::Arc;

use zermelo_game::{Evaluator, EvaluatorInfo, FeatureInfo, Opened, ParameterError, Parameters, Player};

use super::Board;
use super::layout::{HexCells, Layout, geometry};
use super::tally::Tally;
use zermelo_board::bits::Bits;

const fn feature(name: &'static str, about: &'static str) -> FeatureInfo {
    FeatureInfo { name, about }
}

/// In the order of the published weights.
pub const FEATURES: [FeatureInfo; 19] = [
    feature("piece-diff", "Own pawns minus enemy pawns."),
    feature("middle-line-diff", "Own pawns on the middle column minus the enemy's."),
    feature("impt-pieces", "Own home guards (3 on the home, 2 on each hex beside it) minus the enemy's."),
    feature(
        "middle-prox",
        "Nearness to the middle column (6, 3, 1, 0) over own pawns minus over enemy pawns.",
    ),
    feature(
        "aggression-diff",
        "Nearness of own pawns to the enemy home minus that of enemy pawns to the own home.",
    ),
    feature("passive-diff", "Nearness of own pawns to their own home minus the same for the enemy."),
    feature("centrality", "Nearness to the middle hex over own pawns minus over enemy pawns."),
    feature("anti-centrality", "Distance from the middle hex over own pawns minus over enemy pawns."),
    feature("defended-hexes", "Empty hexes straight ahead of own pawns minus the enemy's."),
    feature("defended-hexes-middle-prox", "The same, each counted by its nearness to the middle column."),
    feature("undefended-pieces", "Enemy pawns without a pawn straight behind them minus own ones."),
    feature("undefended-pieces-middle-prox", "The same, each counted by its nearness to the middle column."),
    feature(
        "attack-in-sync",
        "Difference in advancement between the enemy's middle and outer pawns, minus the same for own pawns.",
    ),
    feature("limit-oppo-moves", "Own legal moves minus the enemy's, each as if to move."),
    feature("straight-lines", "Own pawns with an own pawn straight ahead minus the enemy's."),
    feature("straight-lines-middle-prox", "The same, each counted by its nearness to the middle column."),
    feature("aggr-pieces", "Own pawns level with or past the enemy's rearmost pawn, minus the enemy's."),
    feature("aggr-pieces-middle-prox", "The same pawns, each counted by its nearness to the middle column."),
    feature(
        "aggr-pieces-anti-centrality",
        "The same pawns, each counted by its distance from the middle hex.",
    ),
];

/// The first of the three features whose sign the published program has wrong.
const AGGR: usize = 16;

/// The published scale of each feature: a value of this size scores 1000.
const SCALES: [i32; 19] = [10, 7, 5, 51, 34, 34, 18, 30, 10, 37, 10, 37, 10, 30, 8, 42, 9, 12, 6];

/// The weights of the best agents of the published experiments A and B.
const BEST_A: [f64; 19] = [
    0.37, 0.86, 0.21, 0.38, 0.09, 0.79, 0.35, 0.82, 0.84, 0.32, 0.14, 0.53, 0.90, 0.83, 0.56, 0.98, 0.11,
    0.08, 0.10,
];
const BEST_B: [f64; 19] = [
    2.69, 0.53, 0.39, 0.45, 0.11, 3.15, 0.04, 0.20, 1.10, 0.72, 0.10, 0.45, 0.14, 0.18, 0.21, 0.63, 0.01,
    0.01, 0.04,
];

/// The evaluators, the best first.
pub const EVALUATORS: [EvaluatorInfo; 5] = [
    EvaluatorInfo { form: "default", about: "The strongest evaluator: best-b." },
    EvaluatorInfo {
        form: "best-a",
        about: "The best agent of the published experiment A, as its program computes it.",
    },
    EvaluatorInfo {
        form: "best-b",
        about: "The best agent of the published experiment B, as its program computes it.",
    },
    EvaluatorInfo {
        form: "weights(w1, .., w19)",
        about: "Weights on the features, each scaled to about 1000 as published; also by name, weights(piece-diff=1).",
    },
    EvaluatorInfo {
        form: "published(w1, .., w19)",
        about: "The same with the published program's bug: the aggr-pieces features are negated and truncated.",
    },
];

/// A step of all cells at once.
type Shift<C> = fn(C, usize) -> C;

/// How near to the middle column a set of pawns is, in sum: 6, 3, 1, 0.
#[inline]
fn middle_prox<L: Layout>(layout: L, cells: L::Cells) -> i32 {
    let [middle, next, third] = layout.map().columns.map(|column| (cells & column).count() as i32);
    6 * middle + 3 * next + third
}

/// The sum over a set of `n - distance`, nothing below 0, where `disks` are the hexes at most 0, 1, .. away.
#[inline]
fn nearness<B: Bits>(cells: B, disks: &[B]) -> i32 {
    disks.iter().map(|&disk| (cells & disk).count() as i32).sum()
}

#[inline]
fn anti_centrality<L: Layout>(layout: L, cells: L::Cells) -> i32 {
    let map = layout.map();
    let most = map.side as i32 - 1;
    most * cells.count() as i32 - nearness(cells, &map.disks[0][..map.side - 1])
}

/// What one colour's pawns contribute to the other eleven, given what they count for.
#[inline]
fn share<L: Layout>(board: &Board<L>, player: Player, tally: Tally) -> [i32; 11] {
    let (own, enemy) = (board.pawns[player.index()], board.pawns[player.other().index()]);
    let map = board.map();
    let empty = map.hexes & !(own | enemy);
    let straight = map.straight;
    let (ahead, behind): (Shift<L::Cells>, Shift<L::Cells>) = match player {
        Player::First => (HexCells::up, HexCells::down),
        Player::Second => (HexCells::down, HexCells::up),
    };
    let defended = own & behind(empty, straight);
    let undefended = own & ahead(map.hexes, straight) & !ahead(own, straight);
    let lined = own & behind(own, straight);
    let (inside, outside) = tally.nearest();
    // Level with or past the enemy's rearmost pawn.
    let past = match player {
        Player::First => {
            enemy.cells().next().map_or(L::Cells::EMPTY, |cell| own & rows_from(board.layout, cell))
        }
        Player::Second => {
            let mut enemy = enemy;
            enemy.pop_high().map_or(L::Cells::EMPTY, |cell| own & !rows_after(board.layout, cell))
        }
    };
    [
        defended.count() as i32,
        middle_prox(board.layout, defended),
        -(undefended.count() as i32),
        -middle_prox(board.layout, undefended),
        -(inside - outside).abs(),
        board.mobility(player) as i32,
        lined.count() as i32,
        middle_prox(board.layout, lined),
        past.count() as i32,
        middle_prox(board.layout, past),
        anti_centrality(board.layout, past),
    ]
}

/// All cells of the half-row of a cell and of those after it.
#[inline]
fn rows_from<L: Layout>(layout: L, cell: usize) -> L::Cells {
    let side = layout.map().side;
    let (r, _) = geometry::place(side, cell);
    let (first, _) = geometry::row(side, r);
    (!L::Cells::EMPTY).up(first)
}

/// All cells of the half-rows after that of a cell.
#[inline]
fn rows_after<L: Layout>(layout: L, cell: usize) -> L::Cells {
    let side = layout.map().side;
    let (r, _) = geometry::place(side, cell);
    let (first, count) = geometry::row(side, r);
    (!L::Cells::EMPTY).up(first + count)
}

/// All features, black minus white.
#[inline]
pub fn black_view<L: Layout>(board: &Board<L>) -> [i32; 19] {
    let tallies = Player::BOTH.map(|player| board.layout.tally(player, board.pawns[player.index()]));
    let sums = tallies.map(Tally::sums);
    let (black, white) = (share(board, Player::First, tallies[0]), share(board, Player::Second, tallies[1]));
    let mut values = [0; 19];
    for index in 0..8 {
        values[index] = i32::from(sums[0][index]) - i32::from(sums[1][index]);
    }
    for index in 0..11 {
        values[8 + index] = black[index] - white[index];
    }
    values
}

/// The ranges of the features: what they are if one colour has every hex and the other none.
pub fn ranges<L: Layout>(layout: L) -> Vec<[f64; 2]> {
    let map = layout.map();
    let all = map.hexes;
    let hexes = all.count() as i32;
    let sums = Player::BOTH.map(|player| layout.tally(player, all).sums());
    let near = middle_prox(layout, all);
    let mut most = [0; 19];
    for index in 0..8 {
        most[index] = i32::from(sums[0][index].max(sums[1][index]));
    }
    // No pawn has more than six moves, and none is nearer to a home than side + 1.
    let nearest = map.side as i32 + 1;
    let away = anti_centrality(layout, all);
    most[8..].copy_from_slice(&[
        hexes,
        near,
        hexes,
        near,
        nearest,
        6 * hexes,
        hexes,
        near,
        hexes,
        near,
        away,
    ]);
    most.iter().map(|&most| [-f64::from(most), f64::from(most)]).collect()
}

/// Numbers for the features, with room for whole registers of them.
type Lanes = [f32; 24];

/// More than rounding can be wrong about a quotient, less than half of what lies between two of them.
const ROUNDING: f32 = 0.005;

/// The published scaling to whole numbers of about 1000: `2000 (value + scale) / (2 scale) - 1000`, cut off to a whole
/// number as a division of whole numbers does.
///
/// Done by eight at once, with numbers that are not whole: exact quotients are at least 1/51 apart, so less than
/// [`ROUNDING`] away from a whole number means that it is one.
#[inline]
fn scaled(values: &[i32; 19]) -> Lanes {
    const STEPS: Lanes = {
        let mut steps = [0.0; 24];
        let mut index = 0;
        while index < 19 {
            steps[index] = 1000.0 / SCALES[index] as f32;
            index += 1;
        }
        steps
    };
    let mut lanes = [0; 24];
    lanes[..19].copy_from_slice(values);
    std::array::from_fn(|index| {
        let quotient = lanes[index] as f32 * STEPS[index] + 1000.0;
        (quotient + ROUNDING.copysign(quotient)).trunc() - 1000.0
    })
}

/// A weighted sum of scaled features.
struct Weighted {
    weights: [f64; 24],
    /// With the published program's sign and cut-off of the last three.
    is_published: bool,
}

impl Weighted {
    /// The scaled features, black minus white.
    #[inline]
    fn scores<L: Layout>(&self, board: &Board<L>) -> Lanes {
        let mut values = black_view(board);
        let lead = values[AGGR];
        if self.is_published {
            values[AGGR..].iter_mut().for_each(|value| *value = -*value);
        }
        let mut scores = scaled(&values);
        if self.is_published && lead.abs() >= 2 {
            scores[AGGR..19].fill(-1000.0 * lead.signum() as f32);
        }
        scores
    }
}

impl<L: Layout> Evaluator<Board<L>> for Weighted {
    fn value(&self, board: &Board<L>, player: Player) -> f64 {
        let scores = self.scores(board);
        // Four sums side by side: one after the other, additions would wait for each other.
        let mut sums = [0.0; 4];
        for (scores, weights) in scores.chunks_exact(4).zip(self.weights.chunks_exact(4)) {
            for lane in 0..4 {
                sums[lane] += f64::from(scores[lane]) * weights[lane];
            }
        }
        let sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
        if player == Player::First { sum } else { -sum }
    }

    fn contributions(&self, board: &Board<L>, player: Player) -> Option<Vec<(&'static str, f64)>> {
        let sign = if player == Player::First { 1.0 } else { -1.0 };
        let parts = self.scores(board).into_iter().zip(self.weights);
        let parts = parts.map(|(score, weight)| sign * f64::from(score) * weight);
        Some(FEATURES.iter().map(|feature| feature.name).zip(parts).collect())
    }
}

/// Opens an evaluator by name.
pub fn evaluator<L: Layout>(name: &str, mut parameters: Parameters) -> Option<Opened<Board<L>>> {
    let (weights, is_published) = match name {
        "best-a" => (Ok(BEST_A), true),
        "best-b" | "default" => (Ok(BEST_B), true),
        "weights" => (read_weights(&mut parameters), false),
        "published" => (read_weights(&mut parameters), true),
        _ => return None,
    };
    let open = |weights: [f64; 19]| -> Opened<Board<L>> {
        parameters.finish()?;
        let mut lanes = [0.0; 24];
        lanes[..19].copy_from_slice(&weights);
        Ok(Arc::new(Weighted { weights: lanes, is_published }))
    };
    Some(weights.and_then(open))
}

/// Nineteen weights in order, or some by name with 0 for the others.
fn read_weights(parameters: &mut Parameters) -> Result<[f64; 19], ParameterError> {
    let plain = parameters.reals()?;
    let mut weights = match plain.as_slice() {
        [] => [0.0; 19],
        plain => plain
            .try_into()
            .map_err(|_| ParameterError::new(format!("expected 19 weights, but found {}", plain.len())))?,
    };
    for (weight, feature) in weights.iter_mut().zip(FEATURES) {
        *weight = parameters.real(feature.name, *weight)?;
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dividing by eight at once is the division of whole numbers that the published program does.
    #[test]
    fn scaling_is_a_division_of_whole_numbers() {
        for value in -500..=500 {
            let fast = scaled(&[value; 19]);
            for (scale, fast) in SCALES.into_iter().zip(fast) {
                let slow = 2000 * (value + scale) / (2 * scale) - 1000;
                assert_eq!(fast, slow as f32, "{value} on a scale of {scale}");
            }
        }
    }
}
