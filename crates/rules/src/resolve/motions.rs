//! Motions: directions become differences of coordinates, clauses that give the same move are merged or refused.

use std::mem::discriminant;

use zermelo_board::bits::Bits;
use zermelo_game::Player;

use super::Context;
use super::zones::lines;
use crate::problem::{Place, Problem};
use crate::rules::{Motion, Placing, Rules, Stone, Whither};
use crate::second::{Chain, Jump, Over, Shot};
use crate::shape::{Delta, Form, Set, Shape};
use crate::syntax::DIRECTIONS;
use crate::tree::{self, Action, Effect, Name, Number, Target, TargetKind};

/// No piece has more motions: texts from strangers are compiled in bounded time.
const MOST_MOTIONS: usize = 24;

/// One way in which a piece can go, before ways are merged: to empty cells or to enemies, not both.
struct Way {
    delta: Delta,
    reach: usize,
    to_enemy: bool,
    cells: Set,
    holes: Holes,
    place: Place,
}

/// The holes that a motion makes.
#[derive(Clone, Default, PartialEq, Eq)]
struct Holes {
    /// On the cell that it leaves.
    behind: bool,
    /// By a shot from the cell to which it comes.
    shot: Option<Shot>,
}

/// What happens beside a motion, as far as such a motion can have it.
#[derive(Default)]
struct Effects<'a> {
    leaves_hole: bool,
    shot: Option<&'a tree::Motion>,
    takes_it: bool,
    chain: Option<Chain>,
    turns_lines: bool,
    takes_between: Option<Place>,
}

/// What a motion can be, as far as effects are concerned.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Goes,
    Jumps,
    IsPlaced,
}

/// All ways in one direction with one effect: the cells on which they may end, for each number of steps.
struct Course {
    delta: Delta,
    to_enemy: bool,
    holes: Holes,
    ends: Vec<Set>,
    places: Vec<Place>,
}

/// The words that stand for several directions. A board that lacks one of these does not know the word.
const SEVERAL: [(&str, &[&str]); 4] = [
    ("orthogonal", &["forward", "back", "left", "right"]),
    ("diagonal", &["forward-left", "forward-right", "back-left", "back-right"]),
    ("forward-diagonal", &["forward-left", "forward-right"]),
    ("sideways", &["left", "right"]),
];

impl Course {
    fn new(way: &Way) -> Course {
        let Way { delta, to_enemy, .. } = *way;
        Course { delta, to_enemy, holes: way.holes.clone(), ends: Vec::new(), places: Vec::new() }
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
            let mut n_between = 0;
            for written in &piece.motions {
                let effects = self.effects(written);
                n_between += usize::from(effects.takes_between.is_some());
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
                        self.place(rules, kind, Whither::On(zones), written, &effects);
                    }
                    Action::PlaceInColumns => {
                        self.check_columns(written.place);
                        self.place(rules, kind, Whither::Columns, written, &effects);
                    }
                    Action::PlaceNextTo(neighbour) => {
                        self.place(rules, kind, Whither::NextTo(*neighbour), written, &effects);
                    }
                    Action::Jump { directions, up_to, over, to } => {
                        let deltas = self.directions(directions);
                        let reach = up_to.as_ref().map_or(2, |number| self.value(number));
                        self.jump(rules, kind, &deltas, reach, (over.as_ref(), to), &effects, written.place);
                    }
                    Action::Step { directions, to } => {
                        let deltas = self.directions(directions);
                        self.add(&mut ways, &deltas, 1, to, &effects, written.place);
                    }
                    Action::Slide { directions, up_to, to } => {
                        let deltas = self.directions(directions);
                        let longest = self.shape.rows.max(self.shape.cols);
                        let reach = up_to.as_ref().map_or(longest, |number| self.value(number));
                        if reach == 0 {
                            self.problem(written.place, "a slide goes at least one cell");
                        }
                        self.add(&mut ways, &deltas, reach.min(longest), to, &effects, written.place);
                    }
                    Action::Leap { by, directions, to } => {
                        let [far, aside] = [&by[0], &by[1]].map(|number| self.value(number));
                        let deltas = self.leaps(far, aside, directions, written.place);
                        self.add(&mut ways, &deltas, 1, to, &effects, written.place);
                    }
                }
            }
            if n_between > 0 {
                rules.kinds[kind].takes_between = true;
                self.check_between(piece, n_between);
            }
            for player in Player::BOTH {
                let merged = self.merge(std::mem::take(&mut ways[player.index()]));
                rules.motions.extend(join(kind, player, &merged));
            }
        }
        self.check_falling(rules);
        self.check_turning(rules);
        let mut seen: Vec<(usize, Whither)> = Vec::new();
        rules.placings.retain(|placing| {
            let entry = (placing.kind, placing.whither.clone());
            let is_new = !seen.contains(&entry);
            seen.push(entry);
            is_new
        });
        if !rules.can_move_pieces()
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

    /// The effects of a motion; those that such a motion cannot have are refused.
    fn effects<'t>(&mut self, written: &'t tree::Motion) -> Effects<'t> {
        let sort = match written.action {
            Action::PlaceOn(_) | Action::PlaceInColumns | Action::PlaceNextTo(_) => Sort::IsPlaced,
            Action::Jump { .. } => Sort::Jumps,
            _ => Sort::Goes,
        };
        let mut effects = Effects::default();
        for (index, (effect, place)) in written.effects.iter().enumerate() {
            let is_same = |other: &Effect| discriminant(other) == discriminant(effect);
            if written.effects[..index].iter().any(|(other, _)| is_same(other)) {
                let twice = match effect {
                    Effect::ThenHole(_) => "a motion makes one hole: there is a second `then hole by`",
                    Effect::LeavingAHole => "a motion makes one hole: `leaving a hole` stands here twice",
                    Effect::TakingIt => "`taking it` stands here twice",
                    Effect::Again { .. } => "`again` stands here twice",
                    Effect::TurningLines => "`turning lines` stands here twice",
                    Effect::TakingBetween => "`taking between` stands here twice",
                };
                self.problem(*place, twice);
                continue;
            }
            let refusal = match (effect, sort) {
                (Effect::LeavingAHole, Sort::Goes) => {
                    effects.leaves_hole = true;
                    continue;
                }
                (Effect::ThenHole(shot), Sort::Goes) => {
                    effects.shot = Some(shot);
                    continue;
                }
                (Effect::TakingIt, Sort::Jumps) => {
                    effects.takes_it = true;
                    continue;
                }
                (Effect::Again { straight }, Sort::Jumps) => {
                    effects.chain = Some(if *straight { Chain::StraightOn } else { Chain::Again });
                    continue;
                }
                (Effect::TurningLines, Sort::IsPlaced) => {
                    effects.turns_lines = true;
                    continue;
                }
                (Effect::TakingBetween, Sort::Goes | Sort::IsPlaced) => {
                    effects.takes_between = Some(*place);
                    continue;
                }
                (Effect::LeavingAHole, Sort::IsPlaced) => {
                    "a piece that is placed leaves no cell, so it leaves no hole"
                }
                (Effect::LeavingAHole, Sort::Jumps) => {
                    "a jump leaves no hole: only steps, slides and leaps do"
                }
                (Effect::ThenHole(_), _) => "only a step, a slide or a leap can be followed by a hole",
                (Effect::TakingIt, Sort::Goes) => {
                    "`taking it` belongs to a jump; a piece that moves `to enemy` takes it anyway"
                }
                (Effect::TakingIt, _) => "`taking it` belongs to a jump",
                (Effect::Again { .. }, _) => "only jumps can be made again in the same move",
                (Effect::TurningLines, _) => "only a piece that is placed turns lines",
                (Effect::TakingBetween, _) => {
                    "a jump takes what it goes over: `taking it`, not `taking between`"
                }
            };
            self.problem(*place, refusal);
        }
        if effects.leaves_hole && effects.shot.is_some() {
            self.problem(written.place, "a motion makes one hole: `leaving a hole` or `then hole by ..`");
        }
        effects
    }

    /// All motions of a piece take between, or none does.
    fn check_between(&mut self, piece: &tree::Piece, n_between: usize) {
        if n_between == piece.motions.len() {
            return;
        }
        let has = |motion: &&tree::Motion| {
            motion.effects.iter().any(|(effect, _)| matches!(effect, Effect::TakingBetween))
        };
        if let Some(without) = piece.motions.iter().find(|motion| !has(motion)) {
            let message =
                "either all motions of a piece take between, or none does: add `, taking between` here";
            self.problem(without.place, message);
        }
    }

    /// All placings of a piece turn lines, or none does.
    fn check_turning(&mut self, rules: &Rules) {
        let turns =
            |kind: usize| rules.placings.iter().any(|placing| placing.kind == kind && placing.turns_lines);
        if let Some(other) = rules.placings.iter().find(|one| !one.turns_lines && turns(one.kind)) {
            let message =
                "either all placings of a piece turn lines, or none does: add `, turning lines` here";
            self.problem(other.place, message);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one clause")]
    fn jump(
        &mut self,
        rules: &mut Rules,
        kind: usize,
        deltas: &[Delta],
        reach: usize,
        (over, to): (Option<&Target>, &Target),
        effects: &Effects,
        place: Place,
    ) {
        if reach < 2 {
            self.problem(place, "a jump goes at least two cells: over one, to the next");
        }
        let longest = self.shape.rows.max(self.shape.cols);
        let over = match over.map(|over| (&over.what, over.place)) {
            None | Some((TargetKind::Any, _)) => Over::Any,
            Some((TargetKind::Own, _)) => Over::Own,
            Some((TargetKind::Enemy, _)) => Over::Enemy,
            Some((_, place)) => {
                self.problem(place, "a jump goes over a piece: expected `own`, `enemy` or `any`");
                return;
            }
        };
        if effects.takes_it && over != Over::Enemy {
            self.problem(place, "only enemies can be taken: write `over enemy`");
        }
        let Some((empty, enemy)) = self.ends(to) else { return };
        let chain = effects.chain.unwrap_or(Chain::Once);
        if enemy.is_some() && chain != Chain::Once {
            self.problem(to.place, "a jump that goes on ends on empty cells: expected `to empty` or a zone");
        }
        for player in Player::BOTH {
            for &(down, right) in deltas {
                let delta = if player == Player::First { (down, right) } else { (-down, -right) };
                let cells = |sets: Option<[Set; 2]>| sets.map_or(Set::EMPTY, |sets| sets[player.index()]);
                let jump = Jump {
                    kind,
                    player,
                    delta,
                    reach: reach.min(longest),
                    over,
                    to_empty: cells(empty),
                    to_enemy: cells(enemy),
                    takes: effects.takes_it,
                    chain,
                    place,
                };
                self.add_jump(rules, jump);
            }
        }
    }

    /// Jumps in the same direction must not be told apart by what they take or how they go on.
    fn add_jump(&mut self, rules: &mut Rules, jump: Jump) {
        let meets = |other: &&Jump| {
            (other.kind, other.player, other.delta) == (jump.kind, jump.player, jump.delta)
                && (other.over == jump.over || other.over == Over::Any || jump.over == Over::Any)
                && !((other.to_empty & jump.to_empty).is_empty()
                    && (other.to_enemy & jump.to_enemy).is_empty())
                && (other.takes, other.chain) != (jump.takes, jump.chain)
        };
        if let Some(other) = rules.jumps.iter().find(meets) {
            let place = other.place;
            self.same_move(place, jump.place);
        }
        rules.jumps.push(jump);
    }

    /// The hole that follows a motion, for one player.
    fn shot(&mut self, written: &tree::Motion, player: Player) -> Option<Shot> {
        let longest = self.shape.rows.max(self.shape.cols);
        let (deltas, reach, to) = match &written.action {
            Action::Step { directions, to } => (self.directions(directions), 1, to),
            Action::Slide { directions, up_to, to } => {
                let reach = up_to.as_ref().map_or(longest, |number| self.value(number));
                (self.directions(directions), reach.min(longest), to)
            }
            Action::Leap { by, directions, to } => {
                let [far, aside] = [&by[0], &by[1]].map(|number: &Number| self.value(number));
                (self.leaps(far, aside, directions, written.place), 1, to)
            }
            Action::PlaceOn(to) => (Vec::new(), 0, to),
            _ => {
                let message = "a hole is made by `step`, `slide`, `leap` or `place on`";
                self.problem(written.place, message);
                return None;
            }
        };
        let (cells, enemy) = self.ends(to)?;
        if enemy.is_some() {
            self.problem(to.place, "a hole is made on an empty cell: expected `to empty` or a zone");
        }
        let seen =
            |(down, right): Delta| if player == Player::First { (down, right) } else { (-down, -right) };
        let mut ways: Vec<(Delta, usize)> = deltas.into_iter().map(|delta| (seen(delta), reach)).collect();
        ways.sort_unstable();
        Some(Shot { ways, cells: cells.map_or(Set::EMPTY, |cells| cells[player.index()]) })
    }

    fn place(
        &mut self,
        rules: &mut Rules,
        kind: usize,
        whither: Whither,
        written: &tree::Motion,
        effects: &Effects,
    ) {
        let turns_lines = effects.turns_lines;
        rules.placings.push(Placing { kind, whither, turns_lines, place: written.place });
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
        if rules.can_move_pieces() {
            self.problem(place, "pieces that fall in columns cannot move, nor can others beside them");
        } else if rules.can_take() {
            self.problem(place, "pieces that fall in columns cannot be taken: others would float");
        } else if rules.placings.iter().any(|placing| placing.whither != Whither::Columns) {
            self.problem(place, "if some pieces fall in columns, all do");
        } else if rules.start.iter().any(floats) {
            self.problem(place, "a piece floats at the start: below it is an empty cell");
        }
    }

    /// The differences for which direction words stand, as the first player sees them.
    fn directions(&mut self, names: &[Name]) -> Vec<Delta> {
        let existing = self.shape.directions();
        let exists = |part: &&str| existing.iter().any(|&(known, _)| known == *part);
        let mut deltas = Vec::new();
        for name in names {
            let several = SEVERAL.iter().find(|(word, _)| *word == name.text);
            let parts: Vec<&str> = match several {
                Some((_, parts)) => parts.to_vec(),
                None if name.text == "any" => existing.iter().map(|&(part, _)| part).collect(),
                None => vec![name.text.as_str()],
            };
            for part in parts {
                match existing.iter().find(|&&(known, _)| known == part) {
                    Some(&(_, delta)) if !deltas.contains(&delta) => deltas.push(delta),
                    Some(_) => {}
                    None => {
                        let words = SEVERAL.iter().filter(|(_, parts)| parts.iter().all(&exists));
                        let words = words.map(|&(word, _)| word);
                        let known: Vec<&str> =
                            existing.iter().map(|&(known, _)| known).chain(words).chain(["any"]).collect();
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

    /// Where a motion may end: on which empty cells, and on which enemies.
    #[expect(clippy::type_complexity, reason = "two sets for each player, either of which may be missing")]
    fn ends(&mut self, to: &Target) -> Option<(Option<[Set; 2]>, Option<[Set; 2]>)> {
        let board = [self.shape.board; 2];
        match &to.what {
            TargetKind::Empty => Some((Some(board), None)),
            TargetKind::Enemy => Some((None, Some(board))),
            TargetKind::EmptyOrEnemy => Some((Some(board), Some(board))),
            TargetKind::Zone(zones) => {
                Some((Some(self.target_zones(zones, &["empty", "enemy", "empty or enemy"])), None))
            }
            TargetKind::Own | TargetKind::Any => {
                let message =
                    "a piece moves to `empty`, `enemy`, `empty or enemy` or the empty cells of a zone";
                self.problem(to.place, message);
                None
            }
        }
    }

    fn add(
        &mut self,
        ways: &mut [Vec<Way>; 2],
        deltas: &[Delta],
        reach: usize,
        to: &Target,
        effects: &Effects,
        place: Place,
    ) {
        let Some((empty, enemy)) = self.ends(to) else { return };
        for player in Player::BOTH {
            let shot = match effects.shot {
                Some(written) => match self.shot(written, player) {
                    Some(shot) => Some(shot),
                    None => return,
                },
                None => None,
            };
            let holes = Holes { behind: effects.leaves_hole, shot };
            for &(down, right) in deltas {
                let delta = if player == Player::First { (down, right) } else { (-down, -right) };
                for (to_enemy, cells) in [(false, empty), (true, enemy)] {
                    if let Some(cells) = cells {
                        let cells = cells[player.index()];
                        let way = Way { delta, reach, to_enemy, cells, holes: holes.clone(), place };
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
                (course.delta, course.to_enemy, &course.holes) == (way.delta, way.to_enemy, &way.holes)
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
        if slide.holes != leap.holes {
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
                is_same
                    && (motion.leaves_hole, &motion.shot) == (course.holes.behind, &course.holes.shot)
                    && taken.is_empty()
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
                        leaves_hole: course.holes.behind,
                        shot: course.holes.shot.clone(),
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
