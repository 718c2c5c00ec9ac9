//! A naive interpreter of the tree of a description: arrays, loops, nothing kept but the board. Written from the description of
//! the language, to be compared with the engine.

use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::BTreeSet;

use zermelo_described::tree::{
    Action, Condition, Effect, Goal, GoalResult, Motion, Name, Neighbour, Target, TargetKind, Tree, Turn,
    Zone,
};

use crate::grid::{Grid, value};

#[path = "jumps.rs"]
mod jumps;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    Wins(usize),
    Draw,
}

#[derive(Clone)]
pub struct State {
    /// The owner and kind of the piece on each cell.
    board: Vec<Option<(usize, usize)>>,
    holes: Vec<bool>,
    hands: [Vec<Option<usize>>; 2],
    plies: usize,
    pub to_move: usize,
    pub result: Option<Result>,
}

pub struct Interpreter<'a> {
    tree: &'a Tree,
    grid: Grid,
    players: [String; 2],
    from_top: bool,
    start_counts: [Vec<usize>; 2],
    /// Whether there were more paths of jumps than it follows.
    pub is_lost: Cell<bool>,
}

/// A move: its texts, of which the engine may write any, and what it leads to.
struct Played {
    texts: Vec<String>,
    after: State,
}

/// What a move did, for the count of a limit.
#[derive(Clone, Copy, Default)]
struct Deed {
    kind: Option<usize>,
    takes: bool,
    jumps: bool,
    places: bool,
}

impl<'a> Interpreter<'a> {
    pub fn new(tree: &'a Tree) -> Self {
        let players = match &tree.players {
            Some(names) => names.clone().map(|name| name.text),
            None => ["first".to_owned(), "second".to_owned()],
        };
        let n_kinds = tree.pieces.len();
        let mut interpreter = Interpreter {
            tree,
            grid: Grid::new(tree),
            players,
            from_top: false,
            start_counts: [vec![0; n_kinds], vec![0; n_kinds]],
            is_lost: Cell::new(false),
        };
        let start = interpreter.start();
        for (owner, kind) in start.board.iter().flatten() {
            interpreter.start_counts[*owner][*kind] += 1;
        }
        for (player, hand) in start.hands.iter().enumerate() {
            for (kind, count) in hand.iter().enumerate() {
                interpreter.start_counts[player][kind] += count.unwrap_or(0);
            }
        }
        interpreter.from_top = interpreter.counts_from_top(&start);
        interpreter
    }

    /// Rows are numbered from the top where nothing has a side and the board begins empty.
    fn counts_from_top(&self, start: &State) -> bool {
        let text = format!("{:?}", self.tree);
        let mut words = Vec::new();
        for motion in self.tree.pieces.iter().flat_map(|piece| &piece.motions) {
            if let Action::Step { directions, .. }
            | Action::Slide { directions, .. }
            | Action::Jump { directions, .. }
            | Action::Leap { directions, .. } = &motion.action
            {
                words.extend(directions.iter().map(|name| name.text.clone()));
            }
        }
        let nobodys = ["orthogonal", "diagonal", "sideways", "any"];
        let has_direction = words.iter().any(|word| !nobodys.contains(&word.as_str()));
        let has_zone = text.contains("Rows {") || text.contains("Corner {") || text.contains("Cell(Name");
        let falls = text.contains("PlaceInColumns");
        start.board.iter().all(Option::is_none) && !has_direction && !has_zone && !falls
    }

    fn kind(&self, name: &Name) -> usize {
        self.tree.pieces.iter().position(|piece| piece.name.text == name.text).expect("a known kind")
    }

    fn player(&self, name: &Name) -> usize {
        self.players.iter().position(|player| player.to_lowercase() == name.text).expect("a known player")
    }

    fn row_for(&self, cell: usize, player: usize) -> usize {
        let row = self.grid.cells[cell].row;
        if player == 0 { row } else { self.grid.n_rows - 1 - row }
    }

    fn is_in(&self, cell: usize, zones: &[Zone], player: usize) -> bool {
        zones.iter().any(|zone| match zone {
            Zone::Rows { near, count, .. } => {
                let side = if *near { player } else { 1 - player };
                self.row_for(cell, side) < value(self.tree, count)
            }
            Zone::Corner { near, .. } => {
                let side = if *near { player } else { 1 - player };
                let row: Vec<usize> = (0..self.grid.cells.len())
                    .filter(|&other| self.grid.cells[other].exists && self.row_for(other, side) == 0)
                    .collect();
                let columns = row.iter().map(|&other| self.grid.cells[other].column);
                let (least, most) = (columns.clone().min(), columns.max());
                let column = Some(self.grid.cells[cell].column);
                row.contains(&cell) && (column == least || column == most)
            }
            Zone::Centre(_) => {
                let all: Vec<usize> =
                    (0..self.grid.cells.len()).filter(|&other| self.grid.cells[other].exists).collect();
                let points: Vec<(f64, f64)> = all.iter().map(|&other| self.grid.point(other)).collect();
                let middle = |values: Vec<f64>| {
                    let low = values.iter().copied().fold(f64::MAX, f64::min);
                    let high = values.iter().copied().fold(f64::MIN, f64::max);
                    (low + high) / 2.0
                };
                let x = middle(points.iter().map(|point| point.0).collect());
                let y = middle(points.iter().map(|point| point.1).collect());
                let away = |point: (f64, f64)| ((point.0 - x).powi(2) + (point.1 - y).powi(2)).sqrt();
                let least = points.iter().map(|&point| away(point)).fold(f64::MAX, f64::min);
                away(self.grid.point(cell)) < least + 1e-6
            }
            Zone::Edge(_) => {
                let directions = self.grid.vectors("any");
                directions.into_iter().any(|vector| self.grid.at(cell, vector).is_none())
            }
            Zone::Cell(name) => self.grid.name(cell, false) == name.text,
            Zone::Named(name) => {
                let known = self.tree.zones.iter().find(|(known, _)| known.text == name.text);
                self.is_in(cell, &known.expect("a known zone").1, player)
            }
        })
    }

    fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.grid.cells.len()).filter(|&cell| self.grid.cells[cell].exists)
    }

    pub fn start(&self) -> State {
        let n_cells = self.grid.cells.len();
        let hand = || -> Vec<Option<usize>> {
            let pieces = self.tree.pieces.iter();
            pieces.map(|piece| piece.hand.as_ref().map(|(number, _)| value(self.tree, number))).collect()
        };
        let mut state = State {
            board: vec![None; n_cells],
            holes: vec![false; n_cells],
            hands: [hand(), hand()],
            plies: 0,
            to_move: 0,
            result: None,
        };
        for (index, (text, _)) in self.tree.board.as_ref().expect("a board").picture.iter().enumerate() {
            let row = self.grid.n_rows - 1 - index;
            for (column, letter) in text.chars().enumerate() {
                let cell = self.cells().find(|&cell| {
                    let at = &self.grid.cells[cell];
                    (at.row, at.column) == (row, column)
                });
                for (kind, piece) in self.tree.pieces.iter().enumerate() {
                    let mut letters = piece.letters.map(|letters| letters.map(|(letter, _)| letter));
                    // The players' initials belong to them, whichever comes first.
                    let initials =
                        [1, 0].map(|player: usize| self.players[player].to_lowercase().chars().next());
                    if let Some(letters) = &mut letters
                        && letters.map(Some) == initials
                    {
                        letters.swap(0, 1);
                    }
                    let owner = letters.and_then(|letters| letters.iter().position(|&own| own == letter));
                    if let (Some(cell), Some(owner)) = (cell, owner) {
                        state.board[cell] = Some((owner, kind));
                    }
                }
            }
        }
        for start in &self.tree.starts {
            let kind = self.kind(&start.kind);
            let is_absolute = start.zones.iter().all(|zone| matches!(zone, Zone::Cell(_) | Zone::Named(_)));
            for cell in self.cells().collect::<Vec<_>>() {
                match &start.player {
                    Some(name) => {
                        let player = self.player(name);
                        if self.is_in(cell, &start.zones, player) {
                            state.board[cell] = Some((player, kind));
                        }
                    }
                    None => {
                        if self.is_in(cell, &start.zones, 0) {
                            state.board[cell] = Some((0, kind));
                        }
                        let seen = if is_absolute { self.half_turn(cell) } else { Some(cell) };
                        if seen.is_some_and(|seen| self.is_in(seen, &start.zones, 1)) {
                            state.board[cell] = Some((1, kind));
                        }
                    }
                }
            }
        }
        let mover = 1;
        state.result = self.result(&state, mover);
        state
    }

    fn half_turn(&self, cell: usize) -> Option<usize> {
        let (x, y) = self.grid.point(cell);
        let all: Vec<(f64, f64)> = (0..self.grid.cells.len()).map(|cell| self.grid.point(cell)).collect();
        let sum = |part: &dyn Fn(&(f64, f64)) -> f64| {
            let low = all.iter().map(part).fold(f64::MAX, f64::min);
            low + all.iter().map(part).fold(f64::MIN, f64::max)
        };
        let (wanted_x, wanted_y) = (sum(&|point| point.0) - x, sum(&|point| point.1) - y);
        all.iter().position(|point| (point.0 - wanted_x).abs() + (point.1 - wanted_y).abs() < 1e-6)
    }

    /// All moves: their texts, and what they lead to.
    pub fn moves(&self, state: &State) -> Vec<(Vec<String>, State)> {
        if state.result.is_some() {
            return Vec::new();
        }
        let mut seen = BTreeSet::new();
        let mut moves = self.all_moves(state);
        let passes = |turn: &Turn| match turn {
            Turn::PassIfStuck(_) => moves.is_empty(),
            Turn::MayPass(_) => true,
            Turn::Must { .. } => false,
        };
        if self.tree.turns.iter().any(passes) {
            let after = self.passed_on(state.clone(), Deed::default());
            moves.push(Played { texts: vec!["pass".to_owned()], after });
        }
        moves.retain(|played| seen.insert(played.texts[0].clone()));
        let finish = |mut played: Played| {
            played.after.result = self.result(&played.after, state.to_move);
            (played.texts, played.after)
        };
        moves.into_iter().map(finish).collect()
    }

    /// The moves whatever the goals say, without passes.
    fn all_moves(&self, state: &State) -> Vec<Played> {
        let mut moves = Vec::new();
        if !self.waits(state) {
            let jumps = self.jumps(state);
            let must = self.tree.turns.iter().any(|turn| matches!(turn, Turn::Must { .. }));
            let is_over = must && !jumps.is_empty();
            moves.extend(jumps);
            if is_over {
                return moves;
            }
        }
        for (kind, piece) in self.tree.pieces.iter().enumerate() {
            for motion in &piece.motions {
                match &motion.action {
                    Action::PlaceOn(_) | Action::PlaceInColumns | Action::PlaceNextTo(_) => {
                        self.placings(state, kind, motion, &mut moves);
                    }
                    _ if self.waits(state) => {}
                    Action::Jump { .. } => {}
                    _ => {
                        for from in
                            self.cells().filter(|&cell| state.board[cell] == Some((state.to_move, kind)))
                        {
                            self.steps(state, from, kind, motion, &mut moves);
                        }
                    }
                }
            }
        }
        moves
    }

    /// The turn goes on, and one more ply counts unless the move began the count anew.
    fn passed_on(&self, state: State, deed: Deed) -> State {
        let without = self.tree.limits.first().and_then(|limit| limit.without.as_ref());
        let is_reset = without.is_some_and(|without| {
            without.text.split(" or ").any(|part| {
                let part = part.trim_start_matches("an ").trim_start_matches("a ");
                match part {
                    "capture" => deed.takes,
                    "jump" => deed.jumps,
                    "placement" => deed.places,
                    _ => {
                        let name = part.trim_end_matches(" move").trim_end_matches("'s");
                        let moved = deed.kind.map(|kind| self.tree.pieces[kind].name.text.as_str());
                        moved == Some(name) && !deed.places
                    }
                }
            })
        });
        let plies = if is_reset { 0 } else { state.plies + 1 };
        State { to_move: 1 - state.to_move, plies, ..state }
    }

    /// Whether the player to move has pieces in hand that come before everything else.
    fn waits(&self, state: &State) -> bool {
        let hand = &state.hands[state.to_move];
        let mut pieces = self.tree.pieces.iter().zip(hand);
        pieces.any(|(piece, left)| piece.placed_first.is_some() && left.is_some_and(|left| left > 0))
    }

    fn is_empty(&self, state: &State, cell: usize) -> bool {
        self.grid.cells[cell].exists && !state.holes[cell] && state.board[cell].is_none()
    }

    fn fits(&self, state: &State, cell: usize, target: &Target) -> bool {
        let is_empty = self.is_empty(state, cell);
        let is_enemy = state.board[cell].is_some_and(|(owner, _)| owner != state.to_move);
        match &target.what {
            TargetKind::Empty => is_empty,
            TargetKind::Enemy => is_enemy,
            TargetKind::EmptyOrEnemy => is_empty || is_enemy,
            TargetKind::Zone(zones) => is_empty && self.is_in(cell, zones, state.to_move),
            TargetKind::Own | TargetKind::Any => unreachable!("refused"),
        }
    }

    /// Where a step, a slide or a leap can end.
    fn ends(&self, state: &State, from: usize, motion: &Motion) -> Vec<usize> {
        let turn = |(x, y): (i32, i32)| if state.to_move == 0 { (x, y) } else { (-x, -y) };
        let directions = |names: &[Name]| -> Vec<(i32, i32)> {
            names.iter().flat_map(|name| self.grid.vectors(&name.text)).map(turn).collect()
        };
        let mut ends = Vec::new();
        match &motion.action {
            Action::Step { directions: names, to } => {
                let cells = directions(names).into_iter().filter_map(|vector| self.grid.at(from, vector));
                ends.extend(cells.filter(|&cell| self.fits(state, cell, to)));
            }
            Action::Slide { directions: names, up_to, to } => {
                let most = up_to.as_ref().map_or(1000, |number| value(self.tree, number));
                for vector in directions(names) {
                    let mut at = from;
                    for _ in 0..most {
                        let Some(next) = self.grid.at(at, vector) else { break };
                        if self.fits(state, next, to) {
                            ends.push(next);
                        }
                        if !self.is_empty(state, next) {
                            break;
                        }
                        at = next;
                    }
                }
            }
            Action::Leap { by, directions: names, to } => {
                let [far, aside] = [&by[0], &by[1]].map(|number| value(self.tree, number) as i32);
                let allows = |leap: &(i32, i32)| {
                    let (up, right) = self.grid.heading(*leap);
                    let keeps = |name: &Name| {
                        name.text == "any"
                            || name.text.split('-').all(|part| match part {
                                "forward" => up > 0,
                                "back" => up < 0,
                                "left" => right < 0,
                                _ => right > 0,
                            })
                    };
                    names.is_empty() || names.iter().any(keeps)
                };
                let leaps = self.grid.leaps(far, aside).into_iter().filter(allows).map(turn);
                let cells = leaps.filter_map(|vector| self.grid.at(from, vector));
                ends.extend(cells.filter(|&cell| self.fits(state, cell, to)));
            }
            _ => {}
        }
        ends
    }

    fn steps(&self, state: &State, from: usize, kind: usize, motion: &Motion, moves: &mut Vec<Played>) {
        let leaves_hole = motion.effects.iter().any(|(effect, _)| matches!(effect, Effect::LeavingAHole));
        let shot = motion.effects.iter().find_map(|(effect, _)| match effect {
            Effect::ThenHole(shot) => Some(shot),
            _ => None,
        });
        for to in self.ends(state, from, motion) {
            let mut after = state.clone();
            let mut takes = state.board[to].is_some();
            let sign = if takes { 'x' } else { '-' };
            after.board[from] = None;
            after.holes[from] = leaves_hole;
            after.board[to] = None;
            takes |= self.take_between(&mut after, kind, to);
            after.board[to] = Some((state.to_move, self.promoted(state.to_move, kind, to)));
            let target = self.grid.name(to, self.from_top);
            let text = if self.is_single() {
                target
            } else {
                format!("{}{sign}{target}", self.grid.name(from, self.from_top))
            };
            let deed = Deed { kind: Some(kind), takes, ..Deed::default() };
            match shot {
                None => moves.push(Played { texts: vec![text], after: self.passed_on(after, deed) }),
                Some(shot) => {
                    let holes = match &shot.action {
                        Action::PlaceOn(target) => {
                            self.cells().filter(|&cell| self.fits(&after, cell, target)).collect()
                        }
                        _ => self.ends(&after, to, shot),
                    };
                    for hole in holes {
                        let mut shot = after.clone();
                        shot.holes[hole] = true;
                        let text = format!("{text}/{}", self.grid.name(hole, self.from_top));
                        moves.push(Played { texts: vec![text], after: self.passed_on(shot, deed) });
                    }
                }
            }
        }
    }

    /// The enemies in unbroken lines between a cell and another piece of the player to move.
    fn enclosed(&self, state: &State, cell: usize, vectors: &[(i32, i32)]) -> Vec<usize> {
        let mut all = Vec::new();
        for &vector in vectors {
            let mut line = Vec::new();
            let mut at = self.grid.at(cell, vector);
            while let Some(next) =
                at.filter(|&next| state.board[next].is_some_and(|(owner, _)| owner != state.to_move))
            {
                line.push(next);
                at = self.grid.at(next, vector);
            }
            if at.is_some_and(|next| state.board[next].is_some()) {
                all.extend(line);
            }
        }
        all
    }

    /// Takes what a piece that came to a cell takes between; whether it was something.
    fn take_between(&self, state: &mut State, kind: usize, cell: usize) -> bool {
        let motions = &self.tree.pieces[kind].motions;
        let mut effects = motions.iter().flat_map(|motion| &motion.effects);
        if !effects.any(|(effect, _)| matches!(effect, Effect::TakingBetween)) {
            return false;
        }
        let vectors =
            if self.grid.is_hex { self.grid.vectors("any") } else { self.grid.vectors("orthogonal") };
        let taken = self.enclosed(state, cell, &vectors);
        taken.iter().for_each(|&cell| state.board[cell] = None);
        !taken.is_empty()
    }

    fn is_single(&self) -> bool {
        let unlimited = (0..self.tree.pieces.len()).any(|kind| self.is_unlimited(kind));
        !unlimited && self.start_counts.iter().all(|counts| counts.iter().sum::<usize>() <= 1)
    }

    fn places(&self, kind: usize) -> bool {
        self.tree.pieces[kind].motions.iter().any(|motion| {
            matches!(motion.action, Action::PlaceOn(_) | Action::PlaceInColumns | Action::PlaceNextTo(_))
        })
    }

    fn is_unlimited(&self, kind: usize) -> bool {
        self.tree.pieces[kind].hand.is_none() && self.places(kind)
    }

    fn promoted(&self, player: usize, kind: usize, cell: usize) -> usize {
        let becomes = &self.tree.pieces[kind].becomes;
        let found = becomes.iter().find(|becomes| self.is_in(cell, &becomes.zones, player));
        found.map_or(kind, |becomes| self.kind(&becomes.kind))
    }

    fn placings(&self, state: &State, kind: usize, motion: &Motion, moves: &mut Vec<Played>) {
        let action = &motion.action;
        let turns = motion.effects.iter().any(|(effect, _)| matches!(effect, Effect::TurningLines));
        if state.hands[state.to_move][kind] == Some(0) {
            return;
        }
        let below = |cell: usize| self.grid.at(cell, (0, -1));
        let allows = |cell: usize| match action {
            Action::PlaceOn(target) => self.fits(state, cell, target),
            Action::PlaceInColumns => below(cell).is_none_or(|below| !self.is_empty(state, below)),
            Action::PlaceNextTo(neighbour) => self.grid.beside(cell).into_iter().any(|other| {
                state.board[other].is_some_and(|(owner, _)| match neighbour {
                    Neighbour::Own => owner == state.to_move,
                    Neighbour::Enemy => owner != state.to_move,
                    Neighbour::Any => true,
                })
            }),
            _ => false,
        };
        let n_placed = (0..self.tree.pieces.len()).filter(|&kind| self.places(kind)).count();
        for cell in self.cells().filter(|&cell| self.is_empty(state, cell) && allows(cell)) {
            let mut after = state.clone();
            if turns {
                let turned = self.enclosed(state, cell, &self.grid.vectors("any"));
                if turned.is_empty() {
                    continue;
                }
                for cell in turned {
                    after.board[cell] = after.board[cell].map(|(_, kind)| (state.to_move, kind));
                }
            }
            let takes = self.take_between(&mut after, kind, cell);
            after.board[cell] = Some((state.to_move, self.promoted(state.to_move, kind, cell)));
            if let Some(left) = &mut after.hands[state.to_move][kind] {
                *left -= 1;
            }
            let mut text = match action {
                Action::PlaceInColumns => (self.grid.cells[cell].column + 1).to_string(),
                _ => self.grid.name(cell, self.from_top),
            };
            if n_placed > 1 {
                text.push(self.move_letter(kind));
            }
            let deed = Deed { kind: Some(kind), takes, places: true, jumps: false };
            moves.push(Played { texts: vec![text], after: self.passed_on(after, deed) });
        }
    }

    /// The first letter of a kind's name that is no player's initial and no earlier kind's letter.
    fn move_letter(&self, kind: usize) -> char {
        let initials =
            [0, 1].map(|player| self.players[player].chars().next().unwrap_or('?').to_ascii_lowercase());
        let mut used = if initials[0] == initials[1] { vec!['1', '2'] } else { initials.to_vec() };
        for piece in &self.tree.pieces[..=kind] {
            let letter = piece.name.text.chars().chain('a'..='z').find(|letter| !used.contains(letter));
            used.push(letter.expect("a letter"));
        }
        used[used.len() - 1]
    }

    /// How the game stands after a move of `moved`.
    fn result(&self, state: &State, moved: usize) -> Option<Result> {
        for goal in &self.tree.goals {
            let subject = goal.player.as_ref().map_or(moved, |name| self.player(name));
            if self.holds(state, &goal.condition, subject) {
                return Some(self.result_of(state, goal, subject));
            }
        }
        if self.all_moves(state).is_empty() {
            let other = State { to_move: 1 - state.to_move, ..state.clone() };
            let are_both = self.all_moves(&other).is_empty();
            for goal in &self.tree.goals {
                let subject = goal.player.as_ref().map_or(moved, |name| self.player(name));
                let decides = match goal.condition {
                    Condition::CannotMove => subject == moved,
                    Condition::BothCannotMove => are_both,
                    _ => false,
                };
                if decides {
                    return Some(self.result_of(state, goal, subject));
                }
            }
            let passes = |turn: &Turn| match turn {
                Turn::PassIfStuck(_) => !are_both,
                Turn::MayPass(_) => true,
                Turn::Must { .. } => false,
            };
            assert!(self.tree.turns.iter().any(passes), "nothing says what happens");
        }
        let limit = self.tree.limits.first()?;
        (state.plies >= value(self.tree, &limit.plies)).then(|| match &limit.winner {
            Some(name) => Result::Wins(self.player(name)),
            None => Result::Draw,
        })
    }

    fn holds(&self, state: &State, condition: &Condition, subject: usize) -> bool {
        let is_own = |cell: usize| state.board[cell].is_some_and(|(owner, _)| owner == subject);
        let count = |player: usize, kind: Option<usize>| -> usize {
            let on_board = state.board.iter().flatten();
            let on_board =
                on_board.filter(|(owner, own)| *owner == player && kind.is_none_or(|kind| kind == *own));
            let in_hand = state.hands[player].iter().enumerate();
            let in_hand = in_hand.filter(|(own, _)| kind.is_none_or(|kind| kind == *own));
            on_board.count() + in_hand.map(|(_, left)| left.unwrap_or(0)).sum::<usize>()
        };
        let runs_out = |kind: Option<usize>| match kind {
            Some(kind) => !self.is_unlimited(kind),
            None => (0..self.tree.pieces.len()).all(|kind| !self.is_unlimited(kind)),
        };
        match condition {
            Condition::Reach { zones, with } => {
                let kind = with.as_ref().map(|name| self.kind(name));
                self.cells().any(|cell| {
                    let is_kind =
                        kind.is_none_or(|kind| state.board[cell].is_some_and(|(_, own)| own == kind));
                    is_own(cell) && is_kind && self.is_in(cell, zones, subject)
                })
            }
            Condition::Line { length, exactly, of, by_anyone } => {
                let kind = of.as_ref().map(|name| self.kind(name));
                let counts = |cell: usize| {
                    state.board[cell].is_some_and(|(owner, own)| {
                        (*by_anyone || owner == subject) && kind.is_none_or(|kind| kind == own)
                    })
                };
                let length = value(self.tree, length);
                self.cells().filter(|&cell| counts(cell)).any(|cell| {
                    self.grid.vectors("any").into_iter().any(|(x, y)| {
                        let is_first = !self.grid.at(cell, (-x, -y)).is_some_and(counts);
                        let mut run = 1;
                        let mut at = cell;
                        while let Some(next) = self.grid.at(at, (x, y)).filter(|&next| counts(next)) {
                            (run, at) = (run + 1, next);
                        }
                        is_first && (run == length || run > length && !exactly)
                    })
                })
            }
            Condition::Connect { sides } => {
                let mut reached: Vec<usize> = self
                    .cells()
                    .filter(|&cell| is_own(cell) && self.grid.is_on_side(cell, &sides[0].text))
                    .collect();
                let mut index = 0;
                while index < reached.len() {
                    for next in self.grid.beside(reached[index]) {
                        if is_own(next) && !reached.contains(&next) {
                            reached.push(next);
                        }
                    }
                    index += 1;
                }
                reached.iter().any(|&cell| self.grid.is_on_side(cell, &sides[1].text))
            }
            Condition::NoPieces => runs_out(None) && count(1 - subject, None) == 0,
            Condition::NoKind(name) => {
                let kind = self.kind(name);
                runs_out(Some(kind)) && count(1 - subject, Some(kind)) == 0
            }
            Condition::Fewer { than, kind } => {
                let kind = kind.as_ref().map(|name| self.kind(name));
                runs_out(kind) && count(1 - subject, kind) < value(self.tree, than)
            }
            Condition::Takes(name) => {
                let kind = self.kind(name);
                count(1 - subject, Some(kind)) < self.start_counts[1 - subject][kind]
            }
            Condition::AllOn(zones) => {
                let hand: usize = state.hands[subject].iter().map(|left| left.unwrap_or(0)).sum();
                let mut own = self.cells().filter(|&cell| is_own(cell)).peekable();
                hand == 0 && own.peek().is_some() && own.all(|cell| self.is_in(cell, zones, subject))
            }
            Condition::BoardFull => self.cells().all(|cell| !self.is_empty(state, cell)),
            Condition::CannotMove | Condition::BothCannotMove => false,
        }
    }

    fn result_of(&self, state: &State, goal: &Goal, subject: usize) -> Result {
        match &goal.result {
            GoalResult::Win => Result::Wins(subject),
            GoalResult::Lose => Result::Wins(1 - subject),
            GoalResult::Draw => Result::Draw,
            GoalResult::MostPieces(kind) => {
                let kind = kind.as_ref().map(|name| self.kind(name));
                let count = |player: usize| {
                    let pieces = state.board.iter().flatten();
                    pieces
                        .filter(|(owner, own)| *owner == player && kind.is_none_or(|kind| kind == *own))
                        .count()
                };
                match count(0).cmp(&count(1)) {
                    Ordering::Greater => Result::Wins(0),
                    Ordering::Less => Result::Wins(1),
                    Ordering::Equal => Result::Draw,
                }
            }
        }
    }
}
