//! Tree to rules: names are looked up, sizes worked out, and what has no meaning is refused.

mod goals;
mod motions;
mod zones;

use std::collections::HashMap;

use zermelo_board::bits::Bits;
use zermelo_game::Player;

use crate::english::joined;
use crate::problem::{Place, Problem};
use crate::rules::{Kind, LARGEST_HAND, Limit, MOST_HANDS, MOST_KINDS, Parameter, Promotion, Rules, Stone};
use crate::second::{Chain, MustJump, Passes, Without};
use crate::shape::{Form, Set, Shape};
use crate::tree::{Action, BoardForm, Name, Number, Tree, Turn, WithinChain, Zone};
pub use motions::beside;

/// No more problems are collected.
const MOST_PROBLEMS: usize = 200;

/// What is known while a tree is resolved.
struct Context<'a> {
    tree: &'a Tree,
    parameters: Vec<Parameter>,
    players: [String; 2],
    shape: Shape,
    /// What people call the cells.
    names: HashMap<String, usize>,
    /// The named zones worked out so far, for each player.
    known_zones: Vec<[Set; 2]>,
    centre: Set,
    edge: Set,
    problems: Vec<Problem>,
    /// Whether some clauses could not be read.
    is_partial: bool,
}

/// The rules of a tree, with some of its parameters chosen. Of a tree that misses what could not be read, only problems are
/// reported that do not come from that.
pub fn resolve(tree: &Tree, chosen: &[(String, usize)], is_partial: bool) -> Result<Rules, Vec<Problem>> {
    let (parameters, mut problems) = parameters(tree, chosen);
    let Some(title) = &tree.title else { return Err(problems) };
    if !problems.is_empty() {
        return Err(problems);
    }
    let players = match &tree.players {
        Some(names) => names.clone().map(|name| name.raw),
        None => ["first".to_owned(), "second".to_owned()],
    };
    let Some(board) = &tree.board else {
        let message = "a board is missing, as in `board 8x8 squares`";
        problems.push(Problem::new(title.place, message));
        return Err(problems);
    };
    let shape = match shape(&board.form, &parameters) {
        Ok(shape) => shape,
        Err(problem) => {
            problems.push(problem);
            return Err(problems);
        }
    };
    let mut context = Context {
        tree,
        parameters,
        players,
        shape,
        names: HashMap::new(),
        known_zones: Vec::new(),
        centre: Set::EMPTY,
        edge: Set::EMPTY,
        problems,
        is_partial,
    };
    context.choose_cells();
    let board = context.shape.board;
    context.names = board.cells().map(|bit| (context.shape.name(bit, false), bit)).collect();
    (context.centre, context.edge) = (context.shape.centre(), context.shape.edge());
    context.name_zones();
    let kinds = context.kinds();
    let start = context.start(&kinds);
    let has_sides = context.has_sides();
    let in_columns = |action: &Action| matches!(action, Action::PlaceInColumns);
    let has_columns =
        tree.pieces.iter().flat_map(|piece| &piece.motions).any(|motion| in_columns(&motion.action));
    let counts_from_top = !has_sides && start.is_empty() && !context.names_cells() && !has_columns;
    let mut rules = Rules {
        title: title.raw.clone(),
        about: tree.about.join(" "),
        players: context.players.clone(),
        parameters: context.parameters.clone(),
        shape: context.shape.clone(),
        has_sides,
        counts_from_top,
        zones: context.known_zones.clone(),
        kinds,
        start,
        motions: Vec::new(),
        jumps: Vec::new(),
        must_jump: None,
        placings: Vec::new(),
        passes: Passes::Never,
        pass_place: None,
        goals: Vec::new(),
        limit: None,
    };
    context.promotions(&mut rules.kinds);
    context.motions(&mut rules);
    context.check_chain_ends(&rules);
    context.turns(&mut rules);
    context.goals(&mut rules);
    rules.limit = context.limit();
    context.check_without(&rules);
    if context.problems.is_empty() { Ok(rules) } else { Err(context.problems) }
}

fn parameters(tree: &Tree, chosen: &[(String, usize)]) -> (Vec<Parameter>, Vec<Problem>) {
    let mut problems = Vec::new();
    let parameters = tree.parameters.iter().map(|written| {
        let value = chosen.iter().find(|(name, _)| *name == written.name.text).map(|&(_, value)| value);
        let value = value.unwrap_or(written.default);
        if !(written.from..=written.to).contains(&value) {
            let (name, from, to) = (&written.name.text, written.from, written.to);
            let message = format!("`{name}={value}`: expected a number from {from} to {to}");
            problems.push(Problem::new(written.name.place, message));
        }
        let range = (written.from, written.to);
        Parameter { name: written.name.text.clone(), value, default: written.default, range }
    });
    let parameters: Vec<Parameter> = parameters.collect();
    for (name, _) in chosen.iter().filter(|(name, _)| parameters.iter().all(|known| known.name != *name)) {
        let known = parameters.iter().map(|parameter| parameter.name.as_str());
        problems.push(Problem::unknown(Place::default(), "parameter", name, known));
    }
    (parameters, problems)
}

/// The value of a number.
fn value(parameters: &[Parameter], number: &Number) -> Result<usize, Problem> {
    match number {
        Number::Given(value, _) => Ok(*value),
        Number::Named(name) => {
            let known = parameters.iter().find(|parameter| parameter.name == name.text);
            known.map(|parameter| parameter.value).ok_or_else(|| {
                if parameters.is_empty() {
                    let message = format!("`{}` is no number, and there are no parameters", name.raw);
                    return Problem::new(name.place, message);
                }
                let names = parameters.iter().map(|parameter| parameter.name.as_str());
                Problem::unknown(name.place, "number", &name.raw, ["NUMBER"].into_iter().chain(names))
            })
        }
    }
}

fn shape(form: &BoardForm, parameters: &[Parameter]) -> Result<Shape, Problem> {
    let (form, across, down) = match form {
        BoardForm::Squares { cols, rows } => (Form::Squares, cols, rows),
        BoardForm::Hexes { cols, rows } => (Form::Hexes, cols, rows),
        BoardForm::Hexagon { side } => (Form::Hexagon, side, side),
        BoardForm::Rhombus { side } => (Form::Rhombus, side, side),
        BoardForm::Triangle { side } => (Form::Triangle, side, side),
    };
    let place = across.place();
    let (across, down) = (value(parameters, across)?, value(parameters, down)?);
    let most = crate::shape::MOST_BITS;
    if across == 0 || down == 0 {
        return Err(Problem::new(place, "a board has at least one cell"));
    }
    let shape = if across.max(down) > most { None } else { Shape::new(form, across, down) };
    shape.ok_or_else(|| {
        let message = format!("the board is too large: at most {most} cells are possible");
        Problem::new(place, message)
    })
}

impl Context<'_> {
    fn problem(&mut self, place: Place, message: impl Into<String>) {
        self.report(Problem::new(place, message));
    }

    // A text from a stranger may have a problem in every word.
    fn report(&mut self, problem: Problem) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(problem);
        }
    }

    /// The value of a number; 1 after a problem, so that others are found too.
    fn value(&mut self, number: &Number) -> usize {
        value(&self.parameters, number).unwrap_or_else(|problem| {
            self.report(problem);
            1
        })
    }

    fn kind(&mut self, name: &Name) -> Option<usize> {
        let pieces = &self.tree.pieces;
        let found = pieces.iter().position(|piece| piece.name.text == name.text);
        if found.is_none() {
            let names = pieces.iter().map(|piece| piece.name.text.as_str());
            self.report(Problem::unknown(name.place, "kind of piece", &name.raw, names));
        }
        found
    }

    fn player(&mut self, name: &Name) -> Option<Player> {
        let found = self.players.iter().position(|player| player.to_lowercase() == name.text);
        if found.is_none() {
            let names: Vec<String> = self.players.iter().map(|player| player.to_lowercase()).collect();
            let names = names.iter().map(String::as_str);
            self.report(Problem::unknown(name.place, "player", &name.raw, names));
        }
        Some(Player::BOTH[found?])
    }

    /// Takes off the cells that are missing: those of one colour, and those that the picture leaves out.
    fn choose_cells(&mut self) {
        let Some(board) = &self.tree.board else { return };
        if let Some(dark) = board.dark_only {
            if self.shape.form != Form::Squares {
                self.problem(board.place, "only boards of squares have dark and light cells");
            }
            let others: Vec<usize> =
                self.shape.board.cells().filter(|&bit| self.shape.is_dark(bit) != dark).collect();
            others.into_iter().for_each(|bit| self.shape.remove(bit));
        }
        if board.picture.is_empty() {
            return;
        }
        let form_rows: Vec<Vec<usize>> = (0..self.shape.rows).map(|row| self.form_row(row)).collect();
        if board.picture.len() != form_rows.len() {
            let (found, expected) = (board.picture.len(), form_rows.len());
            let place = board.picture.last().map_or(board.place, |&(_, place)| place);
            self.problem(place, format!("the picture has {found} rows, but the board has {expected}"));
            return;
        }
        for ((text, place), row) in board.picture.iter().zip(&form_rows) {
            let n_letters = text.chars().count();
            if n_letters != row.len() {
                let message =
                    format!("this row has {n_letters} cells, but the board has {} there", row.len());
                self.problem(*place, message);
                continue;
            }
            for (letter, &bit) in text.chars().zip(row) {
                if letter == '#' {
                    self.shape.remove(bit);
                }
            }
        }
        let (mut rows, mut cols) = (Vec::new(), Vec::new());
        for (row, col) in self.shape.board.cells().map(|bit| self.shape.place(bit)) {
            rows.push(row);
            cols.push(col);
        }
        let touches = |at: &[usize], n: usize| at.contains(&0) && at.contains(&(n - 1));
        if self.problems.is_empty() && !(touches(&rows, self.shape.rows) && touches(&cols, self.shape.cols)) {
            self.problem(
                board.place,
                "a row or column at the edge of the picture has no cell: make the board smaller",
            );
        }
    }

    /// The cells of a row of the form, from the left, whether they exist or not.
    fn form_row(&self, row: usize) -> Vec<usize> {
        let whole = self.whole();
        whole.row(row).collect()
    }

    /// The form with all its cells.
    fn whole(&self) -> Shape {
        let across = match self.shape.form {
            Form::Squares | Form::Hexes | Form::Rhombus | Form::Hexagon | Form::Triangle => self.shape.side,
        };
        Shape::new(self.shape.form, across, self.shape.rows).unwrap_or_else(|| self.shape.clone())
    }

    fn kinds(&mut self) -> Vec<Kind> {
        let pieces = &self.tree.pieces;
        if pieces.is_empty() && !self.is_partial {
            self.problem(Place::line(1), "a piece is missing, as in `piece pawn`");
        }
        if let Some(piece) = pieces.get(MOST_KINDS) {
            self.problem(piece.name.place, format!("there are more than {MOST_KINDS} kinds of pieces"));
        }
        let mut kinds = Vec::new();
        let mut n_hands = 0;
        for piece in pieces {
            let hand = piece.hand.as_ref().map(|(number, place)| (self.value(number), *place));
            if let Some((hand, place)) = hand {
                n_hands += 1;
                if !(1..=LARGEST_HAND).contains(&hand) {
                    self.problem(place, format!("expected 1 to {LARGEST_HAND} pieces in hand"));
                }
                if n_hands > MOST_HANDS {
                    self.problem(place, format!("more than {MOST_HANDS} kinds of pieces are in hand"));
                }
                let is_place = |action: &Action| {
                    matches!(action, Action::PlaceOn(_) | Action::PlaceInColumns | Action::PlaceNextTo(_))
                };
                if !self.is_partial && !piece.motions.iter().any(|motion| is_place(&motion.action)) {
                    let message =
                        format!("a {} in hand can never be placed: add `place on empty`", piece.name.text);
                    self.problem(place, message);
                }
            }
            kinds.push(Kind {
                name: piece.name.text.clone(),
                letters: ['?'; 2],
                move_letter: '?',
                hand: hand.map(|(hand, _)| hand),
                placed_first: piece.placed_first.is_some(),
                becomes: Vec::new(),
                takes_between: false,
                place: piece.name.place,
            });
        }
        self.letters(&mut kinds);
        kinds
    }

    /// The letters of all kinds: those that are given, and others that differ from them.
    fn letters(&mut self, kinds: &mut [Kind]) {
        let [first, second] = side_letters(&self.players);
        let mut taken: Vec<char> = vec!['.', '#', '/'];
        for (kind, piece) in kinds.iter_mut().zip(&self.tree.pieces) {
            let Some([(one, place), (other, _)]) = piece.letters else { continue };
            // Letters that are the players' initials belong to them, in whatever order they are given.
            let is_crossed = (one, other) == (second, first);
            kind.letters = if is_crossed { [other, one] } else { [one, other] };
            for letter in kind.letters {
                if taken.contains(&letter) {
                    self.report(Problem::new(place, format!("the letter `{letter}` is used twice")));
                }
                taken.push(letter);
            }
        }
        let n_kinds = kinds.len();
        let alphabet = || ('a'..='z').map(|letter| [letter.to_ascii_uppercase(), letter]);
        for kind in kinds.iter_mut().filter(|kind| kind.letters[0] == '?') {
            let own = kind.name.chars().filter(char::is_ascii_lowercase);
            let own: Vec<[char; 2]> = own.map(|letter| [letter.to_ascii_uppercase(), letter]).collect();
            let sides = (n_kinds == 1).then_some([first, second]);
            let mut options = sides.into_iter().chain(own).chain(alphabet());
            let free = options.find(|pair| pair.iter().all(|letter| !taken.contains(letter)));
            kind.letters = free.unwrap_or(['?', '!']);
            taken.extend(kind.letters);
        }
        // A letter of a move is no player's letter and no other kind's.
        let mut used = vec![first, second];
        for kind in kinds.iter_mut() {
            let own = kind.name.chars().filter(char::is_ascii_lowercase);
            let letter = own.chain('a'..='z').find(|letter| !used.contains(letter)).unwrap_or('?');
            kind.move_letter = letter;
            used.push(letter);
        }
    }

    fn start(&mut self, kinds: &[Kind]) -> Vec<Stone> {
        let mut start: Vec<Stone> = Vec::new();
        let mut taken = Set::EMPTY;
        // A clause that puts pieces on others is one mistake, however many cells it is about.
        let mut doubled: Vec<(Place, Vec<String>)> = Vec::new();
        let mut put = |context: &mut Self, stone: Stone, place: Place| {
            if taken.has(stone.bit) {
                let name = context.shape.name(stone.bit, false);
                match doubled.iter_mut().find(|(known, _)| *known == place) {
                    Some((_, names)) if names.contains(&name) => {}
                    Some((_, names)) => names.push(name),
                    None => doubled.push((place, vec![name])),
                }
            } else {
                taken |= Set::one(stone.bit);
                start.push(stone);
            }
        };
        let tree = self.tree;
        if let Some(board) = tree.board.as_ref().filter(|_| self.problems.is_empty()) {
            let whole: Vec<Vec<usize>> = (0..self.shape.rows).map(|row| self.form_row(row)).collect();
            for ((text, place), row) in board.picture.iter().zip(whole) {
                for ((letter, bit), column) in text.chars().zip(row).zip(0..) {
                    if matches!(letter, '.' | '#') {
                        continue;
                    }
                    let here = Place { column: place.column + column, length: 1, ..*place };
                    let owner = |kind: &Kind| kind.letters.iter().position(|&own| own == letter);
                    let found =
                        kinds.iter().enumerate().find_map(|(kind, about)| Some((kind, owner(about)?)));
                    match found {
                        Some(_) if !self.shape.board.has(bit) => {
                            self.problem(here, "there is no cell here");
                        }
                        Some((kind, player)) => {
                            put(self, Stone { player: Player::BOTH[player], kind, bit }, here);
                        }
                        None => {
                            let letters = kinds.iter().flat_map(|kind| kind.letters).map(String::from);
                            let letters: Vec<String> =
                                [".".to_owned(), "#".to_owned()].into_iter().chain(letters).collect();
                            let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
                            let message = format!(
                                "`{letter}` stands for no piece: expected {}",
                                crate::problem::listed(&letters)
                            );
                            self.problem(here, message);
                        }
                    }
                }
            }
        }
        for written in &tree.starts {
            let player = written.player.as_ref().map(|name| self.player(name));
            let kind = self.kind(&written.kind);
            let cells = self.zones(&written.zones);
            let owners = match player {
                Some(Some(player)) => vec![player],
                Some(None) => continue,
                None => Player::BOTH.to_vec(),
            };
            let is_absolute = written.zones.iter().all(|zone| matches!(zone, Zone::Cell(_) | Zone::Named(_)));
            let Some(kind) = kind else { continue };
            for &owner in &owners {
                // Cells named for both players are the first one's; the second sees them after half a turn.
                let turned = owners.len() == 2 && owner == Player::Second && is_absolute;
                let cells = cells[if turned { 0 } else { owner.index() }];
                let bits =
                    cells.cells().map(|bit| if turned { self.shape.half_turn(bit) } else { Some(bit) });
                let bits: Vec<Option<usize>> = bits.collect();
                for bit in bits {
                    let Some(bit) = bit else {
                        self.problem(
                            written.place,
                            "cells for both players are the first one's, and the second gets them after half a turn; \
                             this board does not come to itself by half a turn, so give each player's cells: \
                             `start PLAYER KIND on ..`",
                        );
                        break;
                    };
                    put(self, Stone { player: owner, kind, bit }, written.place);
                }
            }
        }
        for (place, names) in doubled {
            const MOST_NAMED: usize = 6;
            let mut told: Vec<String> = names.iter().take(MOST_NAMED).cloned().collect();
            match names.len().saturating_sub(MOST_NAMED) {
                0 => {}
                1 => told.extend(names.last().cloned()),
                more => told.push(format!("{more} more cells")),
            }
            self.problem(place, format!("two pieces start on {}", joined(&told, "and")));
        }
        start.sort_unstable();
        start
    }

    fn promotions(&mut self, kinds: &mut [Kind]) {
        let tree = self.tree;
        for (index, piece) in tree.pieces.iter().enumerate() {
            for written in &piece.becomes {
                let zones = self.zones(&written.zones);
                let Some(kind) = self.kind(&written.kind) else { continue };
                if kind == index {
                    self.problem(written.kind.place, format!("a {} cannot become itself", written.kind.raw));
                }
                let becomes = &kinds[index].becomes;
                let overlaps =
                    |other: &[Set; 2]| (0..2).any(|player| !(other[player] & zones[player]).is_empty());
                if becomes.iter().any(|other| overlaps(&other.zones)) {
                    let message = "this piece becomes two things on the same cell";
                    self.problem(written.place, message);
                }
                kinds[index].becomes.push(Promotion { kind, zones, within_chain: written.within_chain });
            }
        }
    }

    /// `and stops` and `and goes on` speak of chains, so there must be some.
    fn check_chain_ends(&mut self, rules: &Rules) {
        if rules.jumps.iter().any(|jump| jump.chain != Chain::Once)
            || !self.problems.is_empty()
            || self.is_partial
        {
            return;
        }
        let tree = self.tree;
        for written in tree.pieces.iter().flat_map(|piece| &piece.becomes) {
            let words = match written.within_chain {
                WithinChain::Passes => continue,
                WithinChain::Stops => "and stops",
                WithinChain::GoesOn => "and goes on",
            };
            let message =
                format!("`{words}` is about chains of jumps, and no jump says `again`: leave it out");
            self.problem(written.place, message);
        }
    }

    /// A limit that counts anew after what never happens is a plain limit.
    fn check_without(&mut self, rules: &Rules) {
        let Some(limit) = rules.limit.as_ref().filter(|_| self.problems.is_empty() && !self.is_partial)
        else {
            return;
        };
        let Some(without) = &limit.without else { return };
        let place =
            self.tree.limits.iter().find_map(|written| written.without.as_ref()).map(|name| name.place);
        let never = [
            (without.placings && rules.placings.is_empty(), "nothing is ever placed"),
            (without.jumps && rules.jumps.is_empty(), "no piece jumps"),
            (without.captures && !rules.can_take(), "nothing is ever taken"),
        ];
        for (_, why) in never.into_iter().filter(|(is_never, _)| *is_never) {
            if let Some(place) = place {
                self.problem(
                    place,
                    format!("{why}, so this begins the count of the limit never anew: leave it out"),
                );
            }
        }
    }

    fn limit(&mut self) -> Option<Limit> {
        let tree = self.tree;
        if let Some(second) = tree.limits.get(1) {
            self.problem(second.place, "there is a second `limit` clause");
        }
        let written = tree.limits.first()?;
        let without = written.without.as_ref().map(|name| self.without(name));
        let plies = self.value(&written.plies);
        if !(1..=9999).contains(&plies) {
            self.problem(written.plies.place(), "expected a limit of 1 to 9999 plies");
        }
        let winner = written.winner.as_ref().and_then(|name| self.player(name));
        Some(Limit { plies, without, winner })
    }

    /// What begins the count of a limit anew: `a capture, a jump or a man's move`.
    fn without(&mut self, written: &Name) -> Without {
        let mut without = Without::default();
        for part in written.text.split(" or ").flat_map(|part| part.split(" , ")) {
            let words = part.trim().trim_matches(',').trim();
            let words = words.strip_prefix("an ").or_else(|| words.strip_prefix("a ")).unwrap_or(words);
            match words {
                "capture" => without.captures = true,
                "jump" => without.jumps = true,
                "placement" => without.placings = true,
                _ => {
                    let kind = words.strip_suffix("'s move").or_else(|| words.strip_suffix(" move"));
                    let kind = kind
                        .and_then(|name| self.tree.pieces.iter().position(|piece| piece.name.text == name));
                    match kind {
                        Some(kind) => without.kinds.push(kind),
                        None => {
                            let expected = "expected `a capture`, `a jump`, `a placement` or `a KIND's move`";
                            self.problem(
                                written.place,
                                format!("{expected}, joined by `or`; found `{words}`"),
                            );
                        }
                    }
                }
            }
        }
        without.kinds.sort_unstable();
        without.kinds.dedup();
        without
    }

    /// Who must do what, and who may pass.
    fn turns(&mut self, rules: &mut Rules) {
        let tree = self.tree;
        let mut passes = Passes::Never;
        for turn in &tree.turns {
            match turn {
                Turn::Must { motion, most, place } => {
                    if motion.text != "jump" {
                        self.problem(motion.place, "only jumps can be compulsory: expected `must jump`");
                    } else if rules.jumps.is_empty() && self.problems.is_empty() && !self.is_partial {
                        self.problem(*place, "no piece jumps, so nobody must: add a motion such as `jump forward over enemy to empty, taking it`");
                    }
                    let endless = rules.jumps.iter().find(|jump| jump.chain != Chain::Once && !jump.takes);
                    if let Some(jump) = endless {
                        let message = "where players must jump, a chain that takes nothing might never end: add `taking it`, or leave out `again`";
                        self.problem(jump.place, message);
                    }
                    if rules.must_jump.replace(MustJump { most: *most }).is_some() {
                        self.problem(*place, "there is a second `must jump` clause");
                    }
                }
                Turn::PassIfStuck(place) | Turn::MayPass(place) => {
                    if passes != Passes::Never {
                        self.problem(*place, "there is a second clause about passing");
                    }
                    passes = if matches!(turn, Turn::MayPass(_)) { Passes::Always } else { Passes::IfStuck };
                    rules.pass_place = Some(*place);
                }
            }
        }
        rules.passes = passes;
    }
}

/// The players' letters: their initials, or numbers if those are the same.
pub fn side_letters(players: &[String; 2]) -> [char; 2] {
    let initial =
        |name: &String| name.chars().next().map(|c| c.to_ascii_lowercase()).filter(char::is_ascii_lowercase);
    match (initial(&players[0]), initial(&players[1])) {
        (Some(first), Some(second)) if first != second => [first, second],
        _ => ['1', '2'],
    }
}
