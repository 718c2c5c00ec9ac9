//! The quantities of Isolation, from which people write evaluators: all that the formulas of the studies are made of.
//!
//! They speak for one player, who need not be to move. Before both tokens are placed only the counts of moves, the free cells and the
//! board's size mean anything; the others are 0.

use std::sync::Arc;

use zermelo_board::bits::Bits;
use zermelo_game::{Gauge, Player, QuantityInfo};

use crate::evaluators::{Measures, jumps, mover_attacks, second_step};
use crate::{Board, Layout, Rules, UNPLACED};

/// What a quantity measures. The first six are the features, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Moves(Whose),
    SecondStepBalance,
    CenterBalance,
    SignedDistance,
    Attacker,
    SecondStep(Whose),
    SharedSecondStep,
    Distance,
    MiddleDistance(Whose),
    Row(Whose),
    Column(Whose),
    Rows,
    Columns,
    FreeCells,
    Placed,
    RollOut,
    /// The cells at this knight distance, less one.
    Ring(Whose, usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    Own,
    Opponent,
}

/// No board of 128 cells has more rings.
const MOST_RINGS: usize = 32;

/// The name of each ring, and what it measures.
macro_rules! rings {
    ($name:literal, $whose:literal, $($distance:literal)*) => {
        [$((
            concat!($name, $distance),
            concat!("Free cells at knight distance ", $distance, " from ", $whose, " token on the empty board."),
        )),*]
    };
}

const OWN_RINGS: [(&str, &str); MOST_RINGS] = rings!("own_ring_", "the own",
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
    17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);

const OPPONENT_RINGS: [(&str, &str); MOST_RINGS] = rings!("opponent_ring_", "the opponent's",
    1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
    17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32);

/// All quantities of a board, with their ranges.
fn list<L: Layout>(rules: &Rules<L>, n_rings: usize) -> Vec<(Kind, QuantityInfo)> {
    use Whose::{Opponent, Own};
    let (rows, cols) = (rules.rows as f64, rules.cols as f64);
    let cells = rows * cols;
    // Two jumps of a knight lead to 33 cells, of which it stands on one.
    let two_jumps = cells.min(32.0);
    let across = rows + cols - 2.0;
    let half = ((rows - 1.0) * (rows - 1.0) + (cols - 1.0) * (cols - 1.0)).sqrt() / 2.0;
    let info = QuantityInfo::new;
    let mut list = vec![
        (Kind::Moves(Own), info("own_moves", "Own legal moves.", 0.0, cells)),
        (
            Kind::Moves(Opponent),
            info("opponent_moves", "The opponent's legal moves, as if to move.", 0.0, cells)
                .or(&["opp_moves"]),
        ),
        (
            Kind::SecondStepBalance,
            info(
                "second_step",
                "Free cells two own jumps away, minus the same for the opponent.",
                -two_jumps,
                two_jumps,
            ),
        ),
        (
            Kind::CenterBalance,
            info(
                "center_distance",
                "The opponent's distance from the middle of the board minus the own distance.",
                -half,
                half,
            ),
        ),
        (
            Kind::SignedDistance,
            info(
                "token_distance",
                "Manhattan distance between the tokens, signed: minus for the attacker, plus for the defender.",
                -across,
                across,
            ),
        ),
        (
            Kind::Attacker,
            info(
                "attacker",
                "1 for the attacker by the colours of the cells, -1 for the defender.",
                -1.0,
                1.0,
            ),
        ),
        (
            Kind::SecondStep(Own),
            info("own_second_step", "Free cells two own jumps away, by a free cell.", 0.0, two_jumps),
        ),
        (
            Kind::SecondStep(Opponent),
            info("opponent_second_step", "The same for the opponent.", 0.0, two_jumps),
        ),
        (
            Kind::SharedSecondStep,
            info("shared_second_step", "Free cells two jumps away from both tokens.", 0.0, two_jumps),
        ),
        (Kind::Distance, info("distance", "Manhattan distance between the tokens.", 0.0, across)),
        (
            Kind::MiddleDistance(Own),
            info("own_middle_distance", "Distance of the own token from the middle of the board.", 0.0, half),
        ),
        (
            Kind::MiddleDistance(Opponent),
            info("opponent_middle_distance", "The same for the opponent.", 0.0, half),
        ),
        (Kind::Row(Own), info("own_row", "Row of the own token, 0 at the top.", 0.0, rows - 1.0)),
        (Kind::Column(Own), info("own_column", "Column of the own token, 0 at the left.", 0.0, cols - 1.0)),
        (Kind::Row(Opponent), info("opponent_row", "Row of the opponent's token.", 0.0, rows - 1.0)),
        (Kind::Column(Opponent), info("opponent_column", "Column of the opponent's token.", 0.0, cols - 1.0)),
        (Kind::Rows, info("rows", "Rows of the board.", rows, rows)),
        (Kind::Columns, info("columns", "Columns of the board.", cols, cols)),
        (Kind::FreeCells, info("free_cells", "Free cells of the board.", 0.0, cells)),
        (Kind::Placed, info("placed", "1 when both tokens are on the board, else 0.", 0.0, 1.0)),
        (
            Kind::RollOut,
            info(
                "roll_out",
                "Plies of a playout in which both run for the middle: plus if the opponent is stuck at its end, \
                 minus otherwise.",
                -cells,
                cells,
            ),
        ),
    ];
    let n_rings = n_rings.min(MOST_RINGS);
    for (whose, rings) in [(Own, OWN_RINGS), (Opponent, OPPONENT_RINGS)] {
        list.extend(
            rings
                .into_iter()
                .take(n_rings)
                .enumerate()
                .map(|(ring, (name, about))| (Kind::Ring(whose, ring), info(name, about, 0.0, cells))),
        );
    }
    list
}

/// What expressions can name.
pub fn quantities<L: Layout>(rules: &Rules<L>) -> Vec<QuantityInfo> {
    let n_rings = Measures::new(rules, 1.0).n_rings();
    list(rules, n_rings).into_iter().map(|(_, info)| info).collect()
}

/// Opens what measures these quantities.
pub fn gauge<L: Layout>(rules: &Rules<L>, wanted: &[usize]) -> Arc<dyn Gauge<Board<L>>> {
    let measures = Measures::new(rules, 1.0);
    let list = list(rules, measures.n_rings());
    let kinds = wanted.iter().map(|&index| list[index].0).collect();
    Arc::new(IsolationGauge { kinds, measures, rows: rules.rows as f64, cols: rules.cols as f64 })
}

struct IsolationGauge<L: Layout> {
    kinds: Vec<Kind>,
    measures: Measures<L>,
    rows: f64,
    cols: f64,
}

impl<L: Layout> Gauge<Board<L>> for IsolationGauge<L> {
    fn read(&self, pos: &Board<L>, player: Player, values: &mut [f64]) {
        let is_to_move = player == pos.to_move;
        let (own, opponent) = if is_to_move { (pos.mine, pos.theirs) } else { (pos.theirs, pos.mine) };
        let is_placed = own != UNPLACED && opponent != UNPLACED;
        for (value, &kind) in values.iter_mut().zip(&self.kinds) {
            *value = match kind {
                Kind::Moves(Whose::Own) => jumps(pos, own).count() as f64,
                Kind::Moves(Whose::Opponent) => jumps(pos, opponent).count() as f64,
                Kind::Rows => self.rows,
                Kind::Columns => self.cols,
                Kind::FreeCells => pos.free.count() as f64,
                Kind::Placed => f64::from(u8::from(is_placed)),
                _ if !is_placed => 0.0,
                kind => self.placed(kind, pos, player, [own, opponent]),
            };
        }
    }
}

impl<L: Layout> IsolationGauge<L> {
    /// A quantity of a position with both tokens on the board.
    #[inline]
    fn placed(&self, kind: Kind, pos: &Board<L>, player: Player, tokens: [u8; 2]) -> f64 {
        let [own, opponent] = tokens;
        let token = |whose: Whose| tokens[usize::from(whose == Whose::Opponent)];
        let second = |token: u8| second_step(pos, token).count() as f64;
        let middle = |token: u8| self.measures.middle_distance(token);
        let place = |whose: Whose| pos.layout.place(usize::from(token(whose)));
        let role = || if mover_attacks(pos) == (player == pos.to_move) { 1.0 } else { -1.0 };
        match kind {
            Kind::SecondStepBalance => second(own) - second(opponent),
            Kind::CenterBalance => middle(opponent) - middle(own),
            Kind::SignedDistance => -role() * self.measures.token_distance(pos),
            Kind::Attacker => role(),
            Kind::SecondStep(whose) => second(token(whose)),
            Kind::SharedSecondStep => (second_step(pos, own) & second_step(pos, opponent)).count() as f64,
            Kind::Distance => self.measures.token_distance(pos),
            Kind::MiddleDistance(whose) => middle(token(whose)),
            Kind::Row(whose) => place(whose).0 as f64,
            Kind::Column(whose) => place(whose).1 as f64,
            Kind::RollOut => {
                let (stuck, n_plies) = self.measures.roll_out(pos);
                f64::from(if stuck == player { -n_plies } else { n_plies })
            }
            Kind::Ring(whose, ring) => self.measures.ring(pos.free, token(whose), ring),
            Kind::Moves(_) | Kind::Rows | Kind::Columns | Kind::FreeCells | Kind::Placed => 0.0,
        }
    }
}
