//! Features that follow from the rules, so that a search is not blind in a game nobody has studied. Each is the side to move's
//! share minus the opponent's; where the players' rules differ, each player's share is a feature of its own.
//!
//! Weights come from quick games (`fit.rs`). They start from a rule of thumb: a piece is worth ten for the average number of
//! cells it reaches on an empty board, divided by that of the weakest kind; what comes nearer to a goal counts one a step
//! (squared, so that the last steps count most); a threat to win counts as much as a piece; mobility and centre break ties.

use std::sync::OnceLock;

use zermelo_game::{FeatureInfo, Player, Position};

use crate::cells::Cells;
use crate::position::Board;
use crate::rules::{GoalResult, Rules, Test};
use crate::shape::Set;
use crate::tables::{Ray, Tables};
use zermelo_board::bits::Bits;

/// No group has more features than this.
pub(crate) const MOST_VALUES: usize = 4;
/// No longer lines are counted.
const LONGEST_LINE: usize = 12;

/// The features of one game.
#[derive(Debug)]
pub struct Features<B> {
    about: Vec<FeatureInfo>,
    groups: Vec<Group<B>>,
    rule_of_thumb: Vec<f64>,
    fitted: OnceLock<Vec<f64>>,
}

/// Features that are measured together.
#[derive(Debug)]
struct Group<B> {
    measure: Measure<B>,
    /// Whose share it is; without it, the mover's minus the opponent's.
    whose: Option<usize>,
    /// The first feature, and how many there are.
    first: usize,
    count: usize,
}

/// How features are measured for one player.
#[derive(Clone, Debug)]
enum Measure<B> {
    /// Pieces of a kind, on the board and in hand.
    Material(u8),
    Mobility,
    /// Pieces that can move.
    Movable,
    /// Pieces that hang together with some that can move.
    InPlay,
    /// Cells that pieces reach in two moves.
    TwoMoves,
    /// A number for every cell of each player's.
    Places([Vec<f64>; 2]),
    /// The largest such number.
    Front([Vec<f64>; 2]),
    /// Windows of each player's lines without strange pieces, by the number of pieces that they lack.
    Windows([Vec<LineGoal<B>>; 2]),
    /// Empty cells that complete a line.
    Threats([Vec<LineGoal<B>>; 2]),
    Path([[B; 2]; 2]),
}

/// Lines that decide the game for a player.
#[derive(Clone, Debug)]
struct LineGoal<B> {
    starts: Vec<(B, i32)>,
    length: usize,
    kind: Option<u8>,
    by_anyone: bool,
}

/// A feature as it is first written down: its name and meaning, and what the rule of thumb says.
type Draft = (String, &'static str, f64);

impl<B: Cells> Features<B> {
    /// The features of a game. They live as long as the program, and so do their names.
    pub fn new(tables: &'static Tables<B>) -> Features<B> {
        let rules = &tables.rules;
        let mut features = Features {
            about: Vec::new(),
            groups: Vec::new(),
            rule_of_thumb: Vec::new(),
            fitted: OnceLock::new(),
        };
        let one = |name: &str, about: &'static str, weight: f64| vec![(name.to_owned(), about, weight)];
        let mut push = |measure: Measure<B>, drafts: &[Draft]| features.push(tables, &measure, drafts);
        // Where every move takes a piece, the number of moves says what is left.
        let always_takes =
            rules.placings.is_empty() && rules.motions.iter().all(|motion| motion.to_empty.is_empty());
        if (rules.can_take() && !always_takes) || rules.can_change() {
            let reach: Vec<f64> = (0..rules.kinds.len()).map(|kind| mean_reach(rules, kind)).collect();
            let least = reach.iter().copied().filter(|&reach| reach > 0.0).fold(f64::MAX, f64::min);
            for (kind, about) in rules.kinds.iter().enumerate() {
                let name = match rules.kinds.len() {
                    1 => "material".to_owned(),
                    _ => format!("material-{}", about.name),
                };
                let worth = if reach[kind] > 0.0 { 10.0 * reach[kind] / least } else { 10.0 };
                push(Measure::Material(kind as u8), &one(&name, "Pieces of this kind.", worth));
            }
        }
        if !rules.motions.is_empty() {
            push(Measure::Mobility, &one("mobility", "Moves.", 0.5));
            if rules.goals.iter().any(|goal| goal.test == Test::CannotMove) {
                let is_single = Player::BOTH.into_iter().all(|player| is_single(rules, player));
                if is_single {
                    push(Measure::TwoMoves, &one("two-moves", "Cells within two moves.", 0.25));
                } else {
                    push(Measure::Movable, &one("movable", "Pieces that can move.", 0.5));
                    if always_takes {
                        let about = "Pieces that hang together with some that can move.";
                        push(Measure::InPlay, &one("in-play", about, 0.5));
                    }
                }
            }
        }
        if let Some(zones) = goal_zones(rules) {
            let steps = Player::BOTH.map(|player| nearness(rules, player, zones[player.index()]));
            let squares = steps.clone().map(|steps| steps.into_iter().map(|step| step * step).collect());
            let about = "Squared steps of all pieces towards the goal.";
            push(Measure::Places(squares), &one("advance", about, 1.0));
            push(Measure::Front(steps), &one("front", "Steps of the foremost piece towards the goal.", 2.0));
        }
        for (result, prefix, sign) in [(GoalResult::Win, "", 1.0), (GoalResult::Lose, "losing-", -1.0)] {
            let goals = Player::BOTH.map(|player| line_goals(tables, player, result));
            let longest = goals.iter().flatten().map(|goal| goal.length).max().unwrap_or(0);
            if longest < 2 {
                continue;
            }
            let lacks = 1..longest.min(MOST_VALUES + 1);
            let drafts: Vec<Draft> = lacks
                .map(|lack| {
                    let about = "Open windows that so many more pieces would fill.";
                    let squared = (longest - lack) * (longest - lack);
                    (format!("{prefix}lacking-{lack}"), about, sign * squared as f64)
                })
                .collect();
            push(Measure::Windows(goals.clone()), &drafts);
            let name = format!("{prefix}threats");
            push(Measure::Threats(goals), &one(&name, "Empty cells that complete a line.", sign * 10.0));
        }
        if let Some(sides) = connected_sides(rules) {
            let sides = sides.map(|pair| pair.map(|side: Set| B::of(side)));
            push(Measure::Path(sides), &one("path", "Stones that are not lacking to connect.", 10.0));
        }
        let centre = centrality(rules);
        let about = "Nearness of all pieces to the middle.";
        // Where only lines of anybody's pieces decide, it means nothing whose a piece is. (Measured: with the usual weight
        // Wild Tic-tac-toe is played worse than with none.)
        let is_anybodys = rules.motions.is_empty()
            && rules.goals.iter().all(|goal| {
                matches!(goal.test, Test::Line { by_anyone: true, .. } | Test::BoardFull | Test::CannotMove)
            });
        let weight = if is_anybodys { 0.0 } else { 0.1 };
        push(Measure::Places([centre.clone(), centre]), &one("centre", about, weight));
        features
    }

    /// Adds features: differences where the players can be exchanged, otherwise each player's own.
    fn push(&mut self, tables: &Tables<B>, measure: &Measure<B>, drafts: &[Draft]) {
        let is_fair = tables.symmetries.iter().any(|symmetry| symmetry.swaps_players);
        let sides: &[(Option<usize>, &str)] =
            if is_fair { &[(None, "")] } else { &[(Some(0), "-first"), (Some(1), "-second")] };
        for &(whose, suffix) in sides {
            if whose.is_some_and(|who| measure.is_nothing(tables, who)) {
                continue;
            }
            let (first, count) = (self.about.len(), drafts.len());
            self.groups.push(Group { measure: measure.clone(), whose, first, count });
            for (name, about, weight) in drafts {
                let name = Box::leak(format!("{name}{suffix}").into_boxed_str());
                self.about.push(FeatureInfo { name, about });
                self.rule_of_thumb.push(*weight);
            }
        }
    }

    /// Names and meanings.
    pub fn about(&self) -> &[FeatureInfo] {
        &self.about
    }

    /// The weights that the rule of thumb gives.
    pub fn rule_of_thumb(&self) -> &[f64] {
        &self.rule_of_thumb
    }

    /// The weights fitted on quick games from this start; found when they are first asked for.
    pub fn fitted(&'static self, start: &Board<B>) -> &'static [f64] {
        self.fitted.get_or_init(|| crate::fit::fit(start, self))
    }

    /// The values, from the side to move.
    pub fn measure(&self, pos: &Board<B>, values: &mut [f64]) {
        for group in &self.groups {
            let found = balance(group, pos);
            values[group.first..][..group.count].copy_from_slice(&found[..group.count]);
        }
    }

    /// The weighted sum of the values, from the side to move. What has no weight is not measured.
    pub fn weighted(&self, weights: &[f64], pos: &Board<B>) -> f64 {
        let mut sum = 0.0;
        for group in &self.groups {
            let weights = &weights[group.first..][..group.count];
            if weights.iter().all(|&weight| weight == 0.0) {
                continue;
            }
            let found = balance(group, pos);
            sum += weights.iter().zip(&found).map(|(weight, value)| weight * value).sum::<f64>();
        }
        sum
    }

    /// About how many nanoseconds a position takes.
    pub fn cost(&self, tables: &Tables<B>) -> usize {
        self.groups.iter().map(|group| group.measure.cost(tables)).sum()
    }
}

/// The features of a group from the side to move.
fn balance<B: Cells>(group: &Group<B>, pos: &Board<B>) -> [f64; MOST_VALUES] {
    let us = pos.to_move().index();
    match group.whose {
        None => {
            let (own, other) = (share(&group.measure, pos, us), share(&group.measure, pos, 1 - us));
            std::array::from_fn(|index| own[index] - other[index])
        }
        Some(who) if who == us => share(&group.measure, pos, who),
        Some(who) => share(&group.measure, pos, who).map(|value| 0.0 - value),
    }
}

fn share<B: Cells>(measure: &Measure<B>, pos: &Board<B>, who: usize) -> [f64; MOST_VALUES] {
    let mut values = [0.0; MOST_VALUES];
    values[0] = match measure {
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
        Measure::Movable => pos.movable(who).count() as f64,
        Measure::InPlay => {
            let all = pos.own[0] | pos.own[1];
            let movable = pos.movable(0) | pos.movable(1);
            (pos.linked(all, movable, movable) & pos.own[who]).count() as f64
        }
        Measure::TwoMoves => pos.within_two_moves(who).count() as f64,
        Measure::Places(worth) => pos.own[who].cells().map(|cell| worth[who][cell]).sum(),
        Measure::Front(worth) => pos.own[who].cells().map(|cell| worth[who][cell]).fold(0.0, f64::max),
        Measure::Windows(goals) => {
            goals[who].iter().for_each(|goal| goal.count_windows(pos, who, &mut values));
            return values;
        }
        Measure::Threats(goals) => {
            let completing = |goal: &LineGoal<B>| pos.completing(goal.pieces(pos, who), goal.length);
            goals[who].iter().fold(B::EMPTY, |cells, goal| cells | completing(goal)).count() as f64
        }
        Measure::Path(sides) => -(pos.lacking(who, &sides[who]) as f64),
    };
    values
}

impl<B: Cells> Measure<B> {
    /// Whether a player never has a share.
    fn is_nothing(&self, tables: &Tables<B>, who: usize) -> bool {
        match self {
            Measure::Material(kind) => !tables.rules.can_own(Player::BOTH[who], usize::from(*kind)),
            Measure::Places(worth) | Measure::Front(worth) => worth[who].iter().all(|&worth| worth == 0.0),
            Measure::Windows(goals) | Measure::Threats(goals) => goals[who].is_empty(),
            _ => false,
        }
    }

    /// About how many nanoseconds a measurement takes.
    fn cost(&self, tables: &Tables<B>) -> usize {
        let words = B::CAPACITY / 64;
        let n_ways: usize =
            tables.motions.iter().flatten().map(|motion| usize::from(motion.reach).min(8)).sum();
        let ways = 20 + 2 * words * n_ways;
        match self {
            Measure::Material(_) => 4 * words,
            Measure::Mobility | Measure::Movable => ways,
            Measure::InPlay | Measure::TwoMoves => 4 * ways,
            Measure::Places(_) | Measure::Front(_) => 10 + tables.n_bits / 2,
            Measure::Windows(goals) | Measure::Threats(goals) => {
                let lengths: usize = goals.iter().flatten().map(|goal| goal.length).sum();
                lengths * tables.axes.len() * words * if B::IS_WIDE { 6 } else { 2 }
            }
            Measure::Path(_) => tables.rules.shape.rows * tables.adjacent.len() * words * 12,
        }
    }
}

impl<B: Cells> LineGoal<B> {
    /// The pieces that make such a line.
    fn pieces(&self, pos: &Board<B>, who: usize) -> B {
        let all = if self.by_anyone { pos.own[0] | pos.own[1] } else { pos.own[who] };
        self.kind.map_or(all, |kind| all & pos.of_kind(kind))
    }

    /// Adds the windows that lack 1, 2, .. pieces and have no others. The counts of all windows are kept at once, as binary
    /// digits.
    fn count_windows(&self, pos: &Board<B>, who: usize, lacking: &mut [f64; MOST_VALUES]) {
        let pieces = self.pieces(pos, who);
        let strange = !(pieces | pos.empty);
        let n_digits = (usize::BITS - self.length.leading_zeros()) as usize;
        for &(starts, shift) in &self.starts {
            let mut digits = [B::EMPTY; 4];
            let mut blocked = B::EMPTY;
            for step in 0..self.length as i32 {
                blocked |= strange.moved(-step * shift);
                let mut carry = pieces.moved(-step * shift);
                for digit in &mut digits[..n_digits] {
                    let both = *digit & carry;
                    *digit ^= carry;
                    carry = both;
                }
            }
            let open = starts & !blocked;
            for (index, lacking) in lacking.iter_mut().enumerate().take(self.length - 1) {
                let wanted = self.length - 1 - index;
                let digit = |set: B, (place, digit): (usize, &B)| {
                    set & if wanted >> place & 1 == 1 { *digit } else { !*digit }
                };
                *lacking += digits[..n_digits].iter().enumerate().fold(open, digit).count() as f64;
            }
        }
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

    /// The pieces of a player that can move.
    fn movable(&self, who: usize) -> B {
        let mut sources = B::EMPTY;
        self.each_way(who, |targets, by, _| {
            sources |= Self::sources(targets, by);
            false
        });
        sources
    }

    /// The cells that a player's pieces reach in one move or two, if the board stays as it is.
    fn within_two_moves(&self, who: usize) -> B {
        let mut reached = B::EMPTY;
        self.each_way(who, |targets, _, _| {
            reached |= targets;
            false
        });
        let mut next = *self;
        next.own[who] = reached;
        let mut all = reached;
        next.each_way(who, |targets, _, _| {
            all |= targets;
            false
        });
        all
    }
}

/// The cells from which a window of so many goes on in a direction.
fn window_starts<B: Cells>(ray: &Ray<B>, length: usize) -> B {
    (2..length).fold(ray.from, |starts, _| starts.moved(-ray.shift) & ray.from)
}

/// Whether a player never has more than one piece.
fn is_single(rules: &Rules, player: Player) -> bool {
    let kinds = 0..rules.kinds.len();
    let supply: usize = kinds.clone().map(|kind| rules.supply(player, kind)).sum();
    supply <= 1 && kinds.into_iter().all(|kind| !rules.is_unlimited(kind))
}

/// The lines that have this result for a player. Those that are the same for both say nothing about either.
fn line_goals<B: Cells>(tables: &Tables<B>, player: Player, result: GoalResult) -> Vec<LineGoal<B>> {
    let goals = tables.rules.goals.iter().filter(|goal| goal.result == result);
    let concerns = goals.filter(|goal| goal.subject.is_none_or(|subject| subject == player));
    let lines = concerns.filter_map(|goal| match goal.test {
        Test::Line { length, kind, by_anyone, .. } if (2..=LONGEST_LINE).contains(&length) => {
            let starts = tables.axes.iter().map(|[ray, _]| (window_starts(ray, length), ray.shift)).collect();
            let is_shared = by_anyone && goal.subject.is_none();
            (!is_shared).then_some(LineGoal { starts, length, kind: kind.map(|kind| kind as u8), by_anyone })
        }
        _ => None,
    });
    lines.collect()
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
    for goal in rules.goals.iter().filter(|goal| goal.result == GoalResult::Win) {
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

/// How many moves each cell is nearer to a zone than the farthest cell from which pieces come there; where pieces do not move,
/// how many cells.
fn nearness(rules: &Rules, player: Player, zone: Set) -> Vec<f64> {
    let shape = &rules.shape;
    let leads_to = |bit: usize, set: Set| {
        let mut motions = rules.motions.iter().filter(|motion| motion.player == player);
        motions.any(|motion| {
            let mut next = shape.neighbour(bit, motion.delta);
            for _ in 0..motion.reach {
                let Some(at) = next else { break };
                if set.has(at) && (motion.to_empty.has(at) || motion.to_enemy.has(at)) {
                    return true;
                }
                next = shape.neighbour(at, motion.delta);
            }
            false
        })
    };
    let (mut reached, mut rings) = (zone, vec![zone]);
    loop {
        let last = rings[rings.len() - 1];
        let before = if rules.motions.is_empty() {
            crate::resolve::beside(shape, last)
        } else {
            let cells = shape.board.cells().filter(|&bit| !reached.has(bit) && leads_to(bit, last));
            cells.fold(Set::EMPTY, |set, bit| set | Set::one(bit))
        };
        let next = before & !reached;
        if next.is_empty() {
            break;
        }
        rings.push(next);
        reached |= next;
    }
    let mut worth = vec![0.0; shape.n_bits()];
    for (steps, ring) in rings.iter().enumerate() {
        ring.cells().for_each(|bit| worth[bit] = (rings.len() - 1 - steps) as f64);
    }
    worth
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
    let away = |(x, y): (f64, f64)| libm::hypot(x - (left + right) / 2.0, y - (top + bottom) / 2.0);
    let farthest = points.iter().map(|&point| away(point)).fold(0.0, f64::max);
    let mut worth = vec![0.0; shape.n_bits()];
    shape.board.cells().zip(&points).for_each(|(bit, &point)| worth[bit] = farthest - away(point));
    worth
}
