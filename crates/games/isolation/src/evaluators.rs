//! The evaluations of both Isolation studies, by their published names.
//!
//! Most of them are not zero-sum: they speak for one player, whoever is to move. Before both tokens are placed only
//! the mobility counts mean anything; the others are 0.

use std::sync::Arc;

use zermelo_game::{
    Evaluator, EvaluatorInfo, FeatureInfo, Opened, ParameterError, Parameters, Player, Weights,
};

use super::{Board, Layout, Rules, UNPLACED};
use zermelo_board::bits::Bits;

const fn feature(name: &'static str, about: &'static str) -> FeatureInfo {
    FeatureInfo { name, about }
}

/// The features, for evolution and explanation.
pub const FEATURES: [FeatureInfo; 6] = [
    feature("own-moves", "Own legal moves."),
    feature("opp-moves", "The opponent's legal moves, as if to move."),
    feature("second-step", "Free cells two own jumps away, minus the same for the opponent."),
    feature(
        "center-distance",
        "The opponent's distance from the middle of the board minus the own distance.",
    ),
    feature(
        "token-distance",
        "Manhattan distance between the tokens, signed: the attacker wants it small, the defender large.",
    ),
    feature(
        "attacker",
        "1 if the side to move is the attacker by the colours of the cells, -1 if it is the defender.",
    ),
];

const fn form(form: &'static str, about: &'static str) -> EvaluatorInfo {
    EvaluatorInfo { form, about }
}

/// The evaluators, the best first.
pub const EVALUATORS: [EvaluatorInfo; 17] = [
    form("default", "The strongest evaluator: cs5."),
    form("null", "0 for every position."),
    form("open", "Own legal moves."),
    form("improved", "Own legal moves minus the opponent's."),
    form(
        "center",
        "Squared distance of the own token from (height/2, width/2), as published: it avoids the middle, \
         asymmetrically.",
    ),
    form("center-fixed", "Minus the distance from the true middle, as `center` was intended."),
    form(
        "cs0(r=1/6)",
        "Free cells weighted by r^d, where d is the knight distance on the empty board; own minus the opponent's.",
    ),
    form("cs2a", "Own minus the opponent's distance from the middle."),
    form("cs2b", "The opponent's minus the own distance from the middle."),
    form("cs3(r0=1/6, r3=0.4)", "cs0(r0) + r3 * cs2b."),
    form(
        "cs4(r=0.99)",
        "Playout in which both run for the middle: plus or minus r^n, where n is its length in plies.",
    ),
    form("cs5(r0=1/6, r4=0.99, r5=0.5)", "A mixture of cs0(r0) and cs4(r4), weighted by r5."),
    form(
        "ab-custom",
        "own + T / (2 D) - opp, where T is the number of cells two jumps away and D the distance of \
                       the tokens.",
    ),
    form("ab-custom-2", "own squared / (D + opp squared)."),
    form("ab-custom-3", "(own / 2 + T) / D - opp."),
    form("weights(w1, .., w6)", "Weights on the features; also by name, weights(own-moves=1, opp-moves=-1)."),
    form(
        "parity",
        "Own minus the opponent's cells two jumps away, with a bonus for free cells within reach of the attacker.",
    ),
];

/// What an evaluator computes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Formula {
    Null,
    Open,
    Improved,
    Center,
    CenterFixed,
    Reach,
    CenterDistance(f64),
    ReachAndCenter(f64),
    RollOut(f64),
    ReachAndRollOut { roll_out: f64, share: f64 },
    Custom,
    Custom2,
    Custom3,
    Parity,
}

/// An evaluator with what it needs to know about the board.
struct Judge<L: Layout> {
    formula: Formula,
    board: Measures<L>,
}

/// Facts about an empty board, by cell.
pub(crate) struct Measures<L: Layout> {
    layout: L,
    rows: usize,
    cols: usize,
    /// The cells at knight distance 1, 2, .. from each cell, with the weight of each distance.
    rings: Vec<Vec<(L::Cells, f64)>>,
    /// Twice the distance from the middle, squared: a whole number, smaller nearer the middle.
    from_middle: Vec<u32>,
}

/// Twice the distance of each cell from the middle, squared, by bit.
pub fn distances_from_middle<L: Layout>(rules: &Rules<L>) -> Vec<u32> {
    let mut distances = Vec::new();
    for (row, col) in rules.places() {
        let (down, right) = ((2 * row).abs_diff(rules.rows - 1), (2 * col).abs_diff(rules.cols - 1));
        let bit = rules.board.bit(row, col);
        distances.resize(distances.len().max(bit + 1), 0);
        distances[bit] = (down * down + right * right) as u32;
    }
    distances
}

impl<L: Layout> Measures<L> {
    pub(crate) fn new(rules: &Rules<L>, r: f64) -> Self {
        let n_bits = rules.places().map(|(row, col)| rules.board.bit(row, col) + 1).max().unwrap_or(0);
        let all = rules.all_cells();
        let mut rings = vec![Vec::new(); n_bits];
        for (row, col) in rules.places() {
            let start = rules.board.bit(row, col);
            let mut seen = L::Cells::one(start);
            let mut ring = seen;
            let mut weight = 1.0;
            loop {
                let attacked = ring.cells().fold(L::Cells::EMPTY, |set, cell| set | rules.board.knight(cell));
                ring = attacked & all & !seen;
                if ring.is_empty() {
                    break;
                }
                weight *= r;
                rings[start].push((ring, weight));
                seen |= ring;
            }
        }
        let (rows, cols) = (rules.rows, rules.cols);
        Measures { layout: rules.board, rows, cols, rings, from_middle: distances_from_middle(rules) }
    }

    /// How far a knight can be away, counted in jumps.
    pub(crate) fn n_rings(&self) -> usize {
        self.rings.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// The free cells so many jumps from a token, less one, on the empty board.
    pub(crate) fn ring(&self, free: L::Cells, token: u8, ring: usize) -> f64 {
        self.rings[usize::from(token)].get(ring).map_or(0.0, |&(cells, _)| (cells & free).count() as f64)
    }

    /// Free cells weighted by their distance from a token.
    fn reach(&self, free: L::Cells, token: u8) -> f64 {
        let rings = &self.rings[usize::from(token)];
        rings.iter().map(|&(ring, weight)| (ring & free).count() as f64 * weight).sum()
    }

    pub(crate) fn middle_distance(&self, token: u8) -> f64 {
        f64::from(self.from_middle[usize::from(token)]).sqrt() / 2.0
    }

    pub(crate) fn token_distance(&self, board: &Board<L>) -> f64 {
        let (a, b) =
            (self.layout.place(usize::from(board.mine)), self.layout.place(usize::from(board.theirs)));
        (a.0.abs_diff(b.0) + a.1.abs_diff(b.1)) as f64
    }

    /// Both sides run for the middle, nearest cell first, until one is stuck: who is, and after how many plies.
    pub(crate) fn roll_out(&self, board: &Board<L>) -> (Player, i32) {
        let (mut free, mut mover, mut waiter) = (board.free, board.mine, board.theirs);
        let mut player = board.to_move;
        for n_plies in 0.. {
            let targets = (self.layout.knight(usize::from(mover)) & free).cells();
            // Ties go to the first cell: `min_by_key` keeps it.
            let Some(cell) = targets.min_by_key(|&cell| self.from_middle[cell]) else {
                return (player, n_plies);
            };
            free ^= L::Cells::one(cell);
            (mover, waiter) = (waiter, cell as u8);
            player = player.other();
        }
        unreachable!("every jump uses up a cell")
    }
}

/// Where a token can jump to.
pub(crate) fn jumps<L: Layout>(board: &Board<L>, token: u8) -> L::Cells {
    match token {
        UNPLACED => board.free,
        token => board.layout.knight(usize::from(token)) & board.free,
    }
}

/// The free cells two jumps from a token.
pub(crate) fn second_step<L: Layout>(board: &Board<L>, token: u8) -> L::Cells {
    let reached =
        jumps(board, token).cells().fold(L::Cells::EMPTY, |set, cell| set | board.layout.knight(cell));
    reached & board.free
}

/// Whether the player to move is the attacker: the tokens stand on cells of the same colour.
pub(crate) fn mover_attacks<L: Layout>(board: &Board<L>) -> bool {
    let colour = |token: u8| {
        let (row, col) = board.layout.place(usize::from(token));
        (row + col) % 2
    };
    colour(board.mine) == colour(board.theirs)
}

impl<L: Layout> Judge<L> {
    /// What a formula says, be it this evaluator's or a part of it.
    #[inline]
    fn worth(&self, formula: Formula, pos: &Board<L>, player: Player) -> f64 {
        let (own, opp) = if player == pos.to_move { (pos.mine, pos.theirs) } else { (pos.theirs, pos.mine) };
        let mobility = |token: u8| jumps(pos, token).count() as f64;
        match formula {
            Formula::Null => return 0.0,
            Formula::Open => return mobility(own),
            Formula::Improved => return mobility(own) - mobility(opp),
            _ if own == UNPLACED || opp == UNPLACED => return 0.0,
            _ => {}
        }
        let board = &self.board;
        let reach = || board.reach(pos.free, own) - board.reach(pos.free, opp);
        let nearer = || board.middle_distance(opp) - board.middle_distance(own);
        let roll_out = |r: f64| {
            let (stuck, n_plies) = board.roll_out(pos);
            let size = (0..n_plies).fold(1.0, |power, _| power * r);
            if stuck == player { -size } else { size }
        };
        let second = |token: u8| second_step(pos, token).count() as f64;
        match formula {
            Formula::Null | Formula::Open | Formula::Improved => unreachable!("answered above"),
            Formula::Center => {
                let (row, col) = board.layout.place(usize::from(own));
                let (down, right) =
                    (board.rows as f64 / 2.0 - row as f64, board.cols as f64 / 2.0 - col as f64);
                down * down + right * right
            }
            Formula::CenterFixed => -board.middle_distance(own),
            Formula::Reach => reach(),
            Formula::CenterDistance(sign) => sign * nearer(),
            Formula::ReachAndCenter(share) => reach() + share * nearer(),
            Formula::RollOut(r) => roll_out(r),
            Formula::ReachAndRollOut { roll_out: r, share } => (1.0 - share) * reach() + share * roll_out(r),
            Formula::Custom => mobility(own) + 0.5 * second(own) / board.token_distance(pos) - mobility(opp),
            Formula::Custom2 => mobility(own).powi(2) / (board.token_distance(pos) + mobility(opp).powi(2)),
            Formula::Custom3 => {
                (0.5 * mobility(own) + second(own)) / board.token_distance(pos) - mobility(opp)
            }
            Formula::Parity => {
                let shared = (second_step(pos, own) & second_step(pos, opp)).count() as f64;
                let attacks = mover_attacks(pos) == (player == pos.to_move);
                second(own) - second(opp) + if attacks { 0.5 * shared } else { -0.5 * shared }
            }
        }
    }
}

impl<L: Layout> Evaluator<Board<L>> for Judge<L> {
    fn value(&self, pos: &Board<L>, player: Player) -> f64 {
        self.worth(self.formula, pos, player)
    }

    fn contributions(&self, pos: &Board<L>, player: Player) -> Option<Vec<(&'static str, f64)>> {
        let moves_of = |player| self.worth(Formula::Open, pos, player);
        let reach = || self.worth(Formula::Reach, pos, player);
        let own_moves = ("own-moves", moves_of(player));
        let parts = match self.formula {
            Formula::Null => vec![],
            Formula::Open => vec![own_moves],
            Formula::Improved => vec![own_moves, ("opp-moves", -moves_of(player.other()))],
            Formula::Reach => vec![("reach", reach())],
            Formula::CenterDistance(_) => vec![("center-distance", self.value(pos, player))],
            Formula::ReachAndCenter(share) => {
                let nearer = self.worth(Formula::CenterDistance(1.0), pos, player);
                vec![("reach", reach()), ("center-distance", share * nearer)]
            }
            Formula::RollOut(_) => vec![("roll-out", self.value(pos, player))],
            Formula::ReachAndRollOut { roll_out, share } => {
                let roll_out = self.worth(Formula::RollOut(roll_out), pos, player);
                vec![("reach", (1.0 - share) * reach()), ("roll-out", share * roll_out)]
            }
            // Products and quotients, or what no feature measures.
            Formula::Center
            | Formula::CenterFixed
            | Formula::Custom
            | Formula::Custom2
            | Formula::Custom3
            | Formula::Parity => return None,
        };
        Some(parts)
    }
}

/// The features, from the side to move.
pub fn measure<L: Layout>(rules: &Rules<L>, pos: &Board<L>, values: &mut [f64]) {
    values[0] = jumps(pos, pos.mine).count() as f64;
    values[1] = jumps(pos, pos.theirs).count() as f64;
    values[2..].fill(0.0);
    if pos.mine == UNPLACED || pos.theirs == UNPLACED {
        return;
    }
    let place = |token: u8| rules.board.place(usize::from(token));
    let from_middle = |token: u8| {
        let (row, col) = place(token);
        let (down, right) =
            (row as f64 - (rules.rows - 1) as f64 / 2.0, col as f64 - (rules.cols - 1) as f64 / 2.0);
        (down * down + right * right).sqrt()
    };
    let ((a, b), (c, d)) = (place(pos.mine), place(pos.theirs));
    let role = if mover_attacks(pos) { 1.0 } else { -1.0 };
    values[2] = second_step(pos, pos.mine).count() as f64 - second_step(pos, pos.theirs).count() as f64;
    values[3] = from_middle(pos.theirs) - from_middle(pos.mine);
    values[4] = -role * (a.abs_diff(c) + b.abs_diff(d)) as f64;
    values[5] = role;
}

/// Opens an evaluator by name.
pub fn evaluator<L: Layout>(
    rules: &Rules<L>,
    name: &str,
    mut parameters: Parameters,
) -> Option<Opened<Board<L>>> {
    if name == "weights" {
        let weights = Weights::read(rules, parameters);
        return Some(weights.map(|weights| Arc::new(weights) as Arc<dyn Evaluator<Board<L>>>));
    }
    let mut reach = 1.0 / 6.0;
    // Roll-outs raise such a number to the power of a hundred.
    let mut real = |name: &'static str, default: f64| parameters.real_within(name, -100.0..=100.0, default);
    let formula = (|| {
        Ok(Some(match name {
            "null" => Formula::Null,
            "open" => Formula::Open,
            "improved" => Formula::Improved,
            "center" => Formula::Center,
            "center-fixed" => Formula::CenterFixed,
            "cs0" => {
                reach = real("r", reach)?;
                Formula::Reach
            }
            "cs2a" => Formula::CenterDistance(-1.0),
            "cs2b" => Formula::CenterDistance(1.0),
            "cs3" => {
                reach = real("r0", reach)?;
                Formula::ReachAndCenter(real("r3", 0.4)?)
            }
            "cs4" => Formula::RollOut(real("r", 0.99)?),
            "cs5" | "default" => {
                reach = real("r0", reach)?;
                Formula::ReachAndRollOut { roll_out: real("r4", 0.99)?, share: real("r5", 0.5)? }
            }
            "ab-custom" => Formula::Custom,
            "ab-custom-2" => Formula::Custom2,
            "ab-custom-3" => Formula::Custom3,
            "parity" => Formula::Parity,
            _ => return Ok(None),
        }))
    })();
    let open = |formula| -> Opened<Board<L>> {
        parameters.finish()?;
        Ok(Arc::new(Judge { formula, board: Measures::new(rules, reach) }))
    };
    formula.transpose().map(|formula: Result<Formula, ParameterError>| formula.and_then(open))
}
