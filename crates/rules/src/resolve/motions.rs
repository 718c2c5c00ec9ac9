//! Motions: directions become differences of coordinates, clauses that give the same move are merged or refused.

use zermelo_board::bits::Bits;
use zermelo_game::Player;

use super::Context;
use super::zones::lines;
use crate::problem::{Place, Problem};
use crate::rules::{Motion, Placing, Rules, Stone, Whither};
use crate::shape::{Delta, Form, Set, Shape};
use crate::syntax::DIRECTIONS;
use crate::tree::{self, Action, Effect, Name, Target, TargetKind};

/// No piece has more motions: texts from strangers are compiled in bounded time.
const MOST_MOTIONS: usize = 24;

/// One way in which a piece can go, before ways are merged: to empty cells or to enemies, not both.
struct Way {
    delta: Delta,
    reach: usize,
    to_enemy: bool,
    cells: Set,
    leaves_hole: bool,
    place: Place,
}

/// All ways in one direction with one effect: the cells on which they may end, for each number of steps.
struct Course {
    delta: Delta,
    to_enemy: bool,
    leaves_hole: bool,
    ends: Vec<Set>,
    places: Vec<Place>,
}

impl Course {
    fn new(way: &Way) -> Course {
        let Way { delta, to_enemy, leaves_hole, .. } = *way;
        Course { delta, to_enemy, leaves_hole, ends: Vec::new(), places: Vec::new() }
    }

    fn add(&mut self, way: &Way) {
        let n_steps = self.ends.len().max(way.reach);
        self.ends.resize(n_steps, Set::EMPTY);
        for cells in &mut self.ends[..way.reach] {
            *cells |= way.cells;
        }
        self.places.push(way.place);
    }

    /// The fewest and the most steps after which it ends on the same cells, and these cells.
    fn stretches(&self) -> Vec<(usize, usize, Set)> {
        let mut stretches: Vec<(usize, usize, Set)> = Vec::new();
        for (steps, &cells) in (1..).zip(&self.ends) {
            match stretches.last_mut() {
                Some((_, most, same)) if *same == cells => *most = steps,
                _ => stretches.push((steps, steps, cells)),
            }
        }
        stretches.retain(|(_, _, cells)| !cells.is_empty());
        stretches
    }
}

impl Context<'_> {
    pub(super) fn motions(&mut self, rules: &mut Rules) {
        let tree = self.tree;
        for (kind, piece) in tree.pieces.iter().enumerate() {
            if let Some(last) = piece.motions.get(MOST_MOTIONS) {
                self.problem(last.place, format!("a piece has at most {MOST_MOTIONS} motions"));
                continue;
            }
            let mut ways: [Vec<Way>; 2] = [Vec::new(), Vec::new()];
            for written in &piece.motions {
                let leaves_hole = self.effects(written);
                match &written.action {
                    Action::PlaceOn(target) => {
                        let zones = match &target.what {
                            TargetKind::Empty => [self.shape.board; 2],
                            TargetKind::Zone(zones) => self.target_zones(zones, &["empty"]),
                            _ => {
                                self.problem(
                                    target.place,
                                    "a piece is placed on an empty cell: expected `empty` or a zone",
                                );
                                continue;
                            }
                        };
                        self.place(rules, kind, Whither::On(zones), written, leaves_hole);
                    }
                    Action::PlaceInColumns => {
                        self.check_columns(written.place);
                        self.place(rules, kind, Whither::Columns, written, leaves_hole);
                    }
                    Action::PlaceNextTo(neighbour) => {
                        self.place(rules, kind, Whither::NextTo(*neighbour), written, leaves_hole);
                    }
                    Action::Jump { .. } => self.problem(written.place, "not yet: `jump`"),
                    Action::Step { directions, to } => {
                        let deltas = self.directions(directions);
                        self.add(&mut ways, &deltas, 1, to, leaves_hole, written.place);
                    }
                    Action::Slide { directions, up_to, to } => {
                        let deltas = self.directions(directions);
                        let longest = self.shape.rows.max(self.shape.cols);
                        let reach = up_to.as_ref().map_or(longest, |number| self.value(number));
                        if reach == 0 {
                            self.problem(written.place, "a slide goes at least one cell");
                        }
                        self.add(&mut ways, &deltas, reach.min(longest), to, leaves_hole, written.place);
                    }
                    Action::Leap { by, directions, to } => {
                        let [far, aside] = [&by[0], &by[1]].map(|number| self.value(number));
                        let deltas = self.leaps(far, aside, directions, written.place);
                        self.add(&mut ways, &deltas, 1, to, leaves_hole, written.place);
                    }
                }
            }
            for player in Player::BOTH {
                let merged = self.merge(std::mem::take(&mut ways[player.index()]));
                rules.motions.extend(join(kind, player, &merged));
            }
        }
        self.check_falling(rules);
        let mut seen: Vec<(usize, Whither)> = Vec::new();
        rules.placings.retain(|placing| {
            let entry = (placing.kind, placing.whither.clone());
            let is_new = !seen.contains(&entry);
            seen.push(entry);
            is_new
        });
        if rules.motions.is_empty()
            && rules.placings.is_empty()
            && self.problems.is_empty()
            && !self.is_partial
        {
            let place = tree.pieces.first().map_or(Place::line(1), |piece| piece.name.place);
            self.problem(place, "nothing says how pieces move: add a motion such as `step forward to empty`");
        }
        for (kind, piece) in tree.pieces.iter().enumerate() {
            let comes_somehow = Player::BOTH.into_iter().any(|player| rules.can_own(player, kind));
            if !comes_somehow && self.problems.is_empty() && !self.is_partial {
                let message = format!(
                    "no {} is ever on the board: nothing starts, places or becomes it",
                    piece.name.raw
                );
                self.problem(piece.name.place, message);
            }
        }
    }

    /// The effects of a motion: whether it leaves a hole. The others wait for the second tier.
    fn effects(&mut self, written: &tree::Motion) -> bool {
        let mut leaves_hole = false;
        for (effect, place) in &written.effects {
            let waiting = match effect {
                Effect::LeavingAHole => {
                    leaves_hole = true;
                    continue;
                }
                Effect::TakingIt => "taking it",
                Effect::Again => "again",
                Effect::ThenHole(_) => "then hole by ..",
                Effect::TurningLines => "turning lines",
                Effect::TakingBetween => "taking between",
            };
            self.problem(*place, format!("not yet: `{waiting}`"));
        }
        leaves_hole
    }

    fn place(
        &mut self,
        rules: &mut Rules,
        kind: usize,
        whither: Whither,
        written: &tree::Motion,
        leaves_hole: bool,
    ) {
        if leaves_hole {
            self.problem(written.place, "a piece that is placed leaves no cell, so it leaves no hole");
        }
        rules.placings.push(Placing { kind, whither, place: written.place });
    }

    /// Columns must be of squares, without gaps.
    fn check_columns(&mut self, place: Place) {
        if self.shape.form != Form::Squares {
            self.problem(place, "only boards of squares have columns");
            return;
        }
        let has_gap = (0..self.shape.cols).any(|col| {
            let rows: Vec<usize> = self
                .shape
                .board
                .cells()
                .map(|bit| self.shape.place(bit))
                .filter(|&(_, at)| at == col)
                .map(|(row, _)| row)
                .collect();
            rows.windows(2).any(|pair| pair[1] != pair[0] + 1)
        });
        if has_gap {
            self.problem(place, "pieces cannot fall through missing cells: no column may have a gap");
        }
    }

    /// A column has one lowest empty cell only if nothing moves, floats or is put elsewhere.
    fn check_falling(&mut self, rules: &Rules) {
        let falling = rules.placings.iter().find(|placing| placing.whither == Whither::Columns);
        let Some(place) = falling.map(|placing| placing.place) else { return };
        let floats = |stone: &Stone| {
            let below = self.shape.neighbour(stone.bit, (1, 0));
            below.is_some_and(|below| rules.start.iter().all(|other| other.bit != below))
        };
        if !rules.motions.is_empty() {
            self.problem(place, "pieces that fall in columns cannot move, nor can others beside them");
        } else if rules.placings.iter().any(|placing| placing.whither != Whither::Columns) {
            self.problem(place, "if some pieces fall in columns, all do");
        } else if rules.start.iter().any(floats) {
            self.problem(place, "a piece floats at the start: below it is an empty cell");
        }
    }

    /// The differences for which direction words stand, as the first player sees them.
    fn directions(&mut self, names: &[Name]) -> Vec<Delta> {
        let existing = self.shape.directions();
        let mut deltas = Vec::new();
        for name in names {
            let parts: Vec<&str> = match name.text.as_str() {
                "any" => existing.iter().map(|&(part, _)| part).collect(),
                "orthogonal" => vec!["forward", "back", "left", "right"],
                "diagonal" => vec!["forward-left", "forward-right", "back-left", "back-right"],
                "forward-diagonal" => vec!["forward-left", "forward-right"],
                "sideways" => vec!["left", "right"],
                single => vec![single],
            };
            for part in parts {
                match existing.iter().find(|&&(known, _)| known == part) {
                    Some(&(_, delta)) if !deltas.contains(&delta) => deltas.push(delta),
                    Some(_) => {}
                    None => {
                        let known: Vec<&str> =
                            existing.iter().map(|&(known, _)| known).chain(["any"]).collect();
                        let message = format!(
                            "there is no direction `{}` on this board: there are {}",
                            name.raw,
                            crate::problem::listed(&known).replace(" or ", " and ")
                        );
                        let expected = known.iter().map(|&known| known.to_owned()).collect();
                        self.report(Problem { expected, ..Problem::new(name.place, message) });
                        break;
                    }
                }
            }
        }
        deltas
    }

    /// The differences of a leap; direction words keep those that end on that side.
    fn leaps(&mut self, far: usize, aside: usize, names: &[Name], place: Place) -> Vec<Delta> {
        let mut leaps = self.shape.leaps(far, aside);
        if leaps.is_empty() {
            self.problem(place, "a leap goes somewhere else: `leap 0,0` does not");
        }
        let shape = self.shape.clone();
        let keeps = |name: &str, delta: Delta| {
            let (up, right) = shape.heading(delta);
            let sides = [("forward", up > 0), ("back", up < 0), ("left", right < 0), ("right", right > 0)];
            name == "any" || name.split('-').all(|part| sides.contains(&(part, true)))
        };
        for name in names {
            let is_side = DIRECTIONS.iter().take(8).any(|&known| known == name.text) || name.text == "any";
            if !is_side {
                let message = format!(
                    "`{}` does not choose among leaps: expected `forward`, `back`, `left`, `right`, or two joined by a hyphen",
                    name.raw
                );
                self.problem(name.place, message);
                return leaps;
            }
        }
        if !names.is_empty() {
            leaps.retain(|&delta| names.iter().any(|name| keeps(&name.text, delta)));
            if leaps.is_empty() {
                self.problem(names[0].place, "no leap ends on that side");
            }
        }
        let fits = |&delta: &Delta| !self.shape.with_neighbour(delta).is_empty();
        if !leaps.is_empty() && !leaps.iter().any(fits) {
            self.problem(place, "this leap does not fit on the board");
        }
        leaps
    }

    fn add(
        &mut self,
        ways: &mut [Vec<Way>; 2],
        deltas: &[Delta],
        reach: usize,
        to: &Target,
        leaves_hole: bool,
        place: Place,
    ) {
        let board = [self.shape.board; 2];
        let (empty, enemy) = match &to.what {
            TargetKind::Empty => (Some(board), None),
            TargetKind::Enemy => (None, Some(board)),
            TargetKind::EmptyOrEnemy => (Some(board), Some(board)),
            TargetKind::Zone(zones) => {
                (Some(self.target_zones(zones, &["empty", "enemy", "empty or enemy"])), None)
            }
            TargetKind::Own | TargetKind::Any => {
                let message =
                    "a piece moves to `empty`, `enemy`, `empty or enemy` or the empty cells of a zone";
                self.problem(to.place, message);
                return;
            }
        };
        for player in Player::BOTH {
            for &(down, right) in deltas {
                let delta = if player == Player::First { (down, right) } else { (-down, -right) };
                for (to_enemy, cells) in [(false, empty), (true, enemy)] {
                    if let Some(cells) = cells {
                        let cells = cells[player.index()];
                        let way = Way { delta, reach, to_enemy, cells, leaves_hole, place };
                        ways[player.index()].push(way);
                    }
                }
            }
        }
    }

    /// Ways in the same direction with the same effect become one, distance by distance, and a slide leaves to a leap the cells
    /// that the leap reaches anyway: so no move is given twice. Ways that give a move with different effects are refused.
    fn merge(&mut self, ways: Vec<Way>) -> Vec<Course> {
        let mut courses: Vec<Course> = Vec::new();
        for way in ways {
            let is_same = |course: &&mut Course| {
                (course.delta, course.to_enemy, course.leaves_hole)
                    == (way.delta, way.to_enemy, way.leaves_hole)
            };
            let course = match courses.iter_mut().find(is_same) {
                Some(course) => course,
                None => {
                    courses.push(Course::new(&way));
                    let last = courses.len() - 1;
                    &mut courses[last]
                }
            };
            course.add(&way);
        }
        for one in 0..courses.len() {
            for other in 0..courses.len() {
                self.part(&mut courses, one, other);
            }
        }
        courses
    }

    /// Parts a course from another that ends where it ends.
    fn part(&mut self, courses: &mut [Course], one: usize, other: usize) {
        let (slide, leap) = (&courses[one], &courses[other]);
        let places = [slide.places[0], leap.places[0]];
        if slide.to_enemy != leap.to_enemy {
            return;
        }
        if slide.delta == leap.delta {
            let meets = slide.ends.iter().zip(&leap.ends).any(|(&one, &other)| !(one & other).is_empty());
            if one < other && meets {
                self.same_move(places[0], places[1]);
            }
            return;
        }
        let (down, right) = slide.delta;
        let steps = (2..=slide.ends.len()).find(|&n| leap.delta == (down * n as isize, right * n as isize));
        let Some(steps) = steps else { return };
        let shared = slide.ends[steps - 1] & leap.ends[0];
        if shared.is_empty() {
            return;
        }
        if slide.leaves_hole != leap.leaves_hole {
            self.same_move(places[0], places[1]);
            return;
        }
        let of_slide = slide.places.clone();
        courses[one].ends[steps - 1] = courses[one].ends[steps - 1] & !shared;
        courses[other].places.extend(of_slide);
    }

    fn same_move(&mut self, first: Place, second: Place) {
        let message = format!("{} the same move with different effects", lines(first, second));
        let place = if first.line > second.line { first } else { second };
        let problem = Problem::new(place, message);
        if !self.problems.contains(&problem) {
            self.report(problem);
        }
    }
}

/// Courses to empty cells and to enemies with the same difference, distances and effect are one motion.
fn join(kind: usize, player: Player, courses: &[Course]) -> Vec<Motion> {
    let mut motions: Vec<Motion> = Vec::new();
    for course in courses {
        for (least, reach, cells) in course.stretches() {
            let fits = |motion: &&mut Motion| {
                let taken = if course.to_enemy { motion.to_enemy } else { motion.to_empty };
                let is_same = (motion.delta, motion.least, motion.reach) == (course.delta, least, reach);
                is_same && motion.leaves_hole == course.leaves_hole && taken.is_empty()
            };
            let motion = match motions.iter_mut().find(fits) {
                Some(motion) => motion,
                None => {
                    motions.push(Motion {
                        kind,
                        player,
                        delta: course.delta,
                        least,
                        reach,
                        to_empty: Set::EMPTY,
                        to_enemy: Set::EMPTY,
                        leaves_hole: course.leaves_hole,
                        places: Vec::new(),
                    });
                    let last = motions.len() - 1;
                    &mut motions[last]
                }
            };
            if course.to_enemy {
                motion.to_enemy = cells;
            } else {
                motion.to_empty = cells;
            }
            motion.places.extend(&course.places);
        }
    }
    for motion in &mut motions {
        motion.places.sort_unstable();
        motion.places.dedup();
    }
    motions
}

/// The cells beside those of a set.
pub fn beside(shape: &Shape, cells: Set) -> Set {
    let adjacent = shape.adjacent();
    let neighbours =
        cells.cells().flat_map(|bit| adjacent.iter().filter_map(move |&delta| shape.neighbour(bit, delta)));
    neighbours.fold(Set::EMPTY, |set, bit| set | Set::one(bit))
}
