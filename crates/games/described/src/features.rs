//! Features that follow from the rules, so that a search is not blind in a game nobody has studied. Each is the side to move's
//! share minus the opponent's.
//!
//! The default weights follow one rule: a piece is worth ten for the average number of cells it reaches on an empty board,
//! divided by that of the weakest kind; what comes nearer to a goal counts one a step (squared, so that the last steps count
//! most); a threat to win counts as much as a piece; mobility and centre break ties.

use zermelo_game::{Evaluator, EvaluatorInfo, FeatureInfo, ParameterError, Parameters, Player, Position};

use crate::cells::Cells;
use crate::position::Board;
use crate::rules::{Rules, Test};
use crate::shape::Set;
use crate::tables::{Ray, Tables};
use zermelo_board::bits::Bits;

/// The evaluators of every described game.
pub const EVALUATORS: [EvaluatorInfo; 2] = [
    EvaluatorInfo {
        form: "default",
        about: "Features derived from the rules, with weights by one rule for all games.",
    },
    EvaluatorInfo {
        form: "weights(w1, ..)",
        about: "Weights on the features; also by name, weights(mobility=1).",
    },
];

/// The features of one game.
#[derive(Debug)]
pub struct Features<B> {
    about: Vec<FeatureInfo>,
    measures: Vec<Measure<B>>,
    weights: Vec<f64>,
}

/// How a feature is measured for one player.
#[derive(Debug)]
enum Measure<B> {
    /// Pieces of a kind, on the board and in hand.
    Material(u8),
    Mobility,
    /// A number for every cell of each player's.
    Places([Vec<f64>; 2]),
    /// The largest such number.
    Front([Vec<f64>; 2]),
    Windows {
        starts: Vec<(B, i32)>,
        length: usize,
    },
    Threats(usize),
    Path([[B; 2]; 2]),
}

impl<B: Cells> Features<B> {
    /// The features of a game. The names of its kinds must live as long as the program.
    pub fn new(tables: &'static Tables<B>) -> Features<B> {
        let rules = &tables.rules;
        let mut features = Features { about: Vec::new(), measures: Vec::new(), weights: Vec::new() };
        if rules.can_take() || rules.can_change() {
            let reach: Vec<f64> = (0..rules.kinds.len()).map(|kind| mean_reach(rules, kind)).collect();
            let least = reach.iter().copied().filter(|&reach| reach > 0.0).fold(f64::MAX, f64::min);
            for (kind, about) in rules.kinds.iter().enumerate() {
                let name: &'static str = match rules.kinds.len() {
                    1 => "material",
                    _ => Box::leak(format!("material-{}", about.name).into_boxed_str()),
                };
                let worth = if reach[kind] > 0.0 { 10.0 * reach[kind] / least } else { 10.0 };
                features.push(
                    name,
                    "Own pieces of this kind minus the opponent's.",
                    Measure::Material(kind as u8),
                    worth,
                );
            }
        }
        if !rules.motions.is_empty() {
            features.push("mobility", "Own moves minus the opponent's.", Measure::Mobility, 0.5);
        }
        if let Some(zones) = goal_zones(rules) {
            let steps = Player::BOTH.map(|player| nearness(rules, zones[player.index()]));
            let squares = steps.clone().map(|steps| steps.into_iter().map(|step| step * step).collect());
            features.push(
                "advance",
                "Squared steps towards the goal, summed over own pieces.",
                Measure::Places(squares),
                1.0,
            );
            features.push(
                "front",
                "Steps towards the goal of the foremost own piece.",
                Measure::Front(steps),
                2.0,
            );
        }
        if let Some(length) = line_length(rules) {
            let starts = tables.axes.iter().map(|[ray, _]| (window_starts(ray, length), ray.shift)).collect();
            features.push(
                "open-windows",
                "Squared own pieces in windows without enemies, summed.",
                Measure::Windows { starts, length },
                1.0,
            );
            features.push(
                "threats",
                "Empty cells that complete an own line.",
                Measure::Threats(length),
                10.0,
            );
        }
        if let Some(sides) = connected_sides(rules) {
            let sides = sides.map(|pair| pair.map(|side: Set| B::of(side)));
            features.push(
                "path",
                "Stones the opponent lacks to connect minus stones one lacks.",
                Measure::Path(sides),
                10.0,
            );
        }
        let centre = centrality(rules);
        features.push(
            "centre",
            "Nearness of own pieces to the middle.",
            Measure::Places([centre.clone(), centre]),
            0.1,
        );
        features
    }

    fn push(&mut self, name: &'static str, about: &'static str, measure: Measure<B>, weight: f64) {
        self.about.push(FeatureInfo { name, about });
        self.measures.push(measure);
        self.weights.push(weight);
    }

    /// Names and meanings.
    pub fn about(&self) -> &[FeatureInfo] {
        &self.about
    }

    /// The values, from the side to move.
    pub fn measure(&self, pos: &Board<B>, values: &mut [f64]) {
        for (value, measure) in values.iter_mut().zip(&self.measures) {
            *value = balance(measure, pos);
        }
    }
}

/// A feature from the side to move.
fn balance<B: Cells>(measure: &Measure<B>, pos: &Board<B>) -> f64 {
    let (us, them) = (pos.to_move().index(), pos.to_move().other().index());
    share(measure, pos, us) - share(measure, pos, them)
}

fn share<B: Cells>(measure: &Measure<B>, pos: &Board<B>, who: usize) -> f64 {
    match measure {
        Measure::Material(kind) => {
            let on_board = (pos.own[who] & pos.of_kind(*kind)).count();
            let in_hand = pos.tables.hand_of[usize::from(*kind)].map_or(0, |slot| pos.hands[who][slot]);
            on_board as f64 + f64::from(in_hand)
        }
        Measure::Mobility => {
            let mut n_moves = 0;
            pos.each_way(who, |targets, _, _| {
                n_moves += targets.count();
                false
            });
            n_moves as f64
        }
        Measure::Places(worth) => pos.own[who].cells().map(|cell| worth[who][cell]).sum(),
        Measure::Front(worth) => pos.own[who].cells().map(|cell| worth[who][cell]).fold(0.0, f64::max),
        Measure::Windows { starts, length } => {
            open_windows(starts, *length, pos.own[who], pos.own[1 - who]) as f64
        }
        Measure::Threats(length) => pos.completing(pos.own[who], *length).count() as f64,
        Measure::Path(sides) => -(pos.lacking(who, &sides[who]) as f64),
    }
}

impl<B: Cells> Board<B> {
    /// How many more stones a player needs to connect two sides, if the opponent added none; one more than the board has
    /// rows if that cannot be done.
    fn lacking(&self, who: usize, sides: &[B; 2]) -> usize {
        let own = self.own[who];
        let flood = |mut reached: B| loop {
            let next = reached | (self.beside(reached) & own);
            if next == reached {
                return reached;
            }
            reached = next;
        };
        let most = self.tables.rules.shape.rows + self.tables.rules.shape.cols;
        let mut reached = flood(sides[0] & own);
        for stones in 0..most {
            if !(reached & sides[1]).is_empty() {
                return stones;
            }
            let next = flood(reached | ((self.beside(reached) | sides[0]) & self.empty));
            if next == reached {
                return most;
            }
            reached = next;
        }
        most
    }
}

/// The cells from which a window of so many goes on in a direction.
fn window_starts<B: Cells>(ray: &Ray<B>, length: usize) -> B {
    (2..length).fold(ray.from, |starts, _| starts.moved(-ray.shift) & ray.from)
}

/// The squares of what a player has in windows without the opponent's pieces, summed. The counts of all windows are kept
/// at once, as binary digits.
fn open_windows<B: Cells>(starts: &[(B, i32)], length: usize, own: B, other: B) -> usize {
    let n_digits = (usize::BITS - length.leading_zeros()) as usize;
    let mut sum = 0;
    for &(starts, shift) in starts {
        let mut digits = [B::EMPTY; 6];
        let mut blocked = B::EMPTY;
        for step in 0..length as i32 {
            blocked |= other.moved(-step * shift);
            let mut carry = own.moved(-step * shift);
            for digit in &mut digits[..n_digits] {
                let both = *digit & carry;
                *digit ^= carry;
                carry = both;
            }
        }
        let open = starts & !blocked;
        for high in 0..n_digits {
            let digit = digits[high] & open;
            sum += digit.count() << (2 * high);
            for (low, lower) in digits[..high].iter().enumerate() {
                sum += (digit & *lower).count() << (high + low + 1);
            }
        }
    }
    sum
}

/// The cells that a kind reaches from a cell of the empty board, on average.
fn mean_reach(rules: &Rules, kind: usize) -> f64 {
    let shape = &rules.shape;
    let own = rules.motions.iter().filter(|motion| motion.kind == kind && motion.player == Player::First);
    let mut n_reached = 0;
    for motion in own {
        for bit in shape.board.cells() {
            let mut at = bit;
            for _ in 0..motion.reach {
                let Some(next) = shape.neighbour(at, motion.delta) else { break };
                n_reached += usize::from(motion.to_empty.has(next) || motion.to_enemy.has(next));
                at = next;
            }
        }
    }
    n_reached as f64 / shape.board.count() as f64
}

/// Where each player wants to be: the zones of goals that win by reaching them or by having all pieces there.
fn goal_zones(rules: &Rules) -> Option<[Set; 2]> {
    let mut zones = [Set::EMPTY; 2];
    for goal in rules.goals.iter().filter(|goal| goal.result == crate::rules::GoalResult::Win) {
        if let Test::Reach { zones: goal_zones, .. } | Test::AllOn { zones: goal_zones, .. } = &goal.test {
            for player in Player::BOTH {
                if goal.subject.is_none_or(|subject| subject == player) {
                    zones[player.index()] |= goal_zones[player.index()];
                }
            }
        }
    }
    zones.iter().any(|zone| !zone.is_empty()).then_some(zones)
}

/// How many steps each cell is nearer to a zone than the farthest cell.
fn nearness(rules: &Rules, zone: Set) -> Vec<f64> {
    let shape = &rules.shape;
    let mut worth = vec![0.0; shape.n_bits()];
    let (mut reached, mut rings) = (zone, vec![zone]);
    loop {
        let around = reached.cells().flat_map(|bit| {
            shape.directions().iter().filter_map(move |&(_, delta)| shape.neighbour(bit, delta))
        });
        let next = around.fold(reached, |set, bit| set | Set::one(bit));
        if next == reached {
            break;
        }
        rings.push(next & !reached);
        reached = next;
    }
    for (steps, ring) in rings.iter().enumerate() {
        ring.cells().for_each(|bit| worth[bit] = (rings.len() - 1 - steps) as f64);
    }
    worth
}

/// The length of lines that win.
fn line_length(rules: &Rules) -> Option<usize> {
    let lines = rules.goals.iter().filter(|goal| goal.result == crate::rules::GoalResult::Win);
    let lengths = lines.filter_map(|goal| match goal.test {
        Test::Line { length, .. } => Some(length),
        _ => None,
    });
    lengths.min().filter(|&length| (2..=12).contains(&length))
}

/// The sides that each player wants to connect.
fn connected_sides(rules: &Rules) -> Option<[[Set; 2]; 2]> {
    let sides = |player: Player| {
        rules.goals.iter().find_map(|goal| match &goal.test {
            Test::Connect { sides, .. } if goal.subject.is_none_or(|subject| subject == player) => {
                Some(*sides)
            }
            _ => None,
        })
    };
    Some([sides(Player::First)?, sides(Player::Second)?])
}

/// How near each cell is to the middle, in cell widths.
fn centrality(rules: &Rules) -> Vec<f64> {
    let shape = &rules.shape;
    let points: Vec<(f64, f64)> = shape.board.cells().map(|bit| shape.point(bit)).collect();
    let extent = |part: &dyn Fn(&(f64, f64)) -> f64| {
        let values = points.iter().map(part);
        values.fold((f64::MAX, f64::MIN), |(low, high), at| (low.min(at), high.max(at)))
    };
    let ((left, right), (top, bottom)) = (extent(&|point| point.0), extent(&|point| point.1));
    let away = |(x, y): (f64, f64)| (x - (left + right) / 2.0).hypot(y - (top + bottom) / 2.0);
    let farthest = points.iter().map(|&point| away(point)).fold(0.0, f64::max);
    let mut worth = vec![0.0; shape.n_bits()];
    shape.board.cells().zip(&points).for_each(|(bit, &point)| worth[bit] = farthest - away(point));
    worth
}

/// A weighted sum of features that measures only those with a weight.
pub struct Weighted<B: Cells> {
    features: &'static Features<B>,
    parts: Vec<(usize, f64)>,
}

impl<B: Cells> Weighted<B> {
    /// The default weights.
    pub fn by_default(features: &'static Features<B>) -> Self {
        Weighted { features, parts: features.weights.iter().copied().enumerate().collect() }
    }

    /// Weights in the order of the features, or by name with zero for the others.
    pub fn read(features: &'static Features<B>, mut parameters: Parameters) -> Result<Self, ParameterError> {
        let plain = parameters.reals()?;
        let n_features = features.about.len();
        if !plain.is_empty() && plain.len() != n_features {
            let found = plain.len();
            let problem = format!("expected {n_features} weights, one for each feature, but found {found}");
            return Err(ParameterError::new(problem));
        }
        let mut parts = Vec::new();
        for (index, feature) in features.about.iter().enumerate() {
            let weight = parameters.real(feature.name, plain.get(index).copied().unwrap_or(0.0))?;
            if weight != 0.0 {
                parts.push((index, weight));
            }
        }
        parameters.finish()?;
        Ok(Weighted { features, parts })
    }

    fn terms(&self, pos: &Board<B>) -> impl Iterator<Item = (usize, f64)> {
        let term =
            |&(index, weight): &(usize, f64)| (index, weight * balance(&self.features.measures[index], pos));
        self.parts.iter().map(term)
    }
}

impl<B: Cells> Evaluator<Board<B>> for Weighted<B> {
    fn value(&self, pos: &Board<B>, player: Player) -> f64 {
        let sum: f64 = self.terms(pos).map(|(_, value)| value).sum();
        if pos.to_move() == player { sum } else { 0.0 - sum }
    }

    fn contributions(&self, pos: &Board<B>, player: Player) -> Option<Vec<(&'static str, f64)>> {
        let sign = if pos.to_move() == player { 1.0 } else { -1.0 };
        Some(
            self.terms(pos)
                .map(|(index, value)| (self.features.about[index].name, sign * value + 0.0))
                .collect(),
        )
    }
}
