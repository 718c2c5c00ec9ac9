//! The laws every game must obey, checked on random walks. A game that is in the catalog is checked.

use std::collections::HashMap;
use std::fmt::Debug;

use crate::action_laws::ActionLaws;
use crate::input_laws::InputLaws;
use crate::move_laws::move_is_seen;
use crate::play_laws::PlayLaws;
use zermelo_game::EMPTY;
use zermelo_game::MoveOf;

use zermelo_game::{
    Arrangement, Game, Hints, MOVE_SLOTS, MoveError, Outcome, Player, Position, Stream, Swatch, View, stream,
};
use zermelo_game::{Symmetry, Turn};

/// Walks `n_walks` random games from the start and checks every law in every position on the way. Panics with
/// the game, the position and the law that is broken.
pub fn check_game<G: Game>(game: &G, seed: u64, n_walks: u64) {
    let mut seen: HashMap<String, (u64, Vec<String>)> = HashMap::new();
    // The moves of other positions: written well, and mostly not legal here.
    let mut texts_seen: Vec<String> = Vec::new();
    let mut input_laws = InputLaws::new(game);
    let action_laws = ActionLaws::new(game);
    let play_laws = PlayLaws::new(game, game.plays());
    let palette = game.palette();
    check_palette(game, &palette);
    // On large boards neighbouring positions differ little: look closely at about eighty of a game.
    // A limit that counts anew after captures allows thousands of plies; random games end long before.
    let pace = 1 + game.max_plies().min(400) / 80;
    for walk in 0..n_walks {
        let mut chance = stream(seed, "laws", walk);
        let mut pos = game.start();
        let mut view = game.view(&pos);
        let mut plies = 0;
        loop {
            let law = Check { game, pos: &pos, text: game.write_position(&pos) };
            let moves = law.moves_are_sound();
            law.outcome_is_sound(&moves);
            if plies % pace == 0 || moves.is_empty() {
                // .. and at twelve of the moves.
                let mut some = moves.clone();
                while some.len() > 12 {
                    some.swap_remove(chance.below(some.len()));
                }
                law.notation_round_trips(&some);
                law.nonsense_is_refused();
                law.what_is_no_move_is_explained(&mut chance, &texts_seen);
                law.view_is_sound(&view, &some);
                law.arrangements_are_positions(&palette);
                law.symmetries_commute(&moves, &some);
                law.features_are_sound();
                law.quantities_are_sound();
                law.knowledge_is_true(&moves);
                input_laws.check(&pos, &law.text);
                action_laws.check(&pos, &moves, &law.text);
                play_laws.check(&pos, &moves, &some, &law.text);
            }
            // However a position is reached, it has the same key and the same moves.
            let texts: Vec<String> = moves.iter().map(|&mv| game.write_move(&pos, mv)).collect();
            let (key, known) = seen.entry(law.text.clone()).or_insert_with(|| (pos.key(), texts.clone()));
            law.same("the key, however the position is reached", *key, pos.key());
            law.same("the moves, however the position is reached", known.clone(), texts.clone());

            texts_seen.extend(texts.into_iter().take(8));
            // Drawn by the game itself: one of the legal moves, and there is one exactly while the game goes on.
            let drawn = pos.random_move(&mut chance);
            law.same("a random move is drawn while the game goes on", !moves.is_empty(), drawn.is_some());
            let Some(mv) = drawn else { break };
            law.holds("a random move is legal", moves.contains(&mv));
            let next = pos.after(mv);
            law.play_keeps_the_key(mv, &next);
            law.holds("a move changes the key", next.key() != pos.key());
            law.same("the players take turns", pos.to_move().other(), next.to_move());
            let move_view = game.move_view(&pos, mv);
            let mut next_view = game.view(&next);
            next_view.follow(&view, &move_view);
            let seen = move_is_seen(pos.to_move(), &view, &move_view, &next_view);
            law.same(&format!("what {} shows is what happens", move_view.text), Ok(()), seen);
            (pos, view) = (next, next_view);
            plies += 1;
            assert!(
                plies <= game.max_plies(),
                "{}: a game of more than {} plies",
                game.id(),
                game.max_plies()
            );
        }
    }
    let keys: HashMap<u64, &String> = seen.iter().map(|(text, (key, _))| (*key, text)).collect();
    assert_eq!(keys.len(), seen.len(), "{}: two positions of {} have the same key", game.id(), seen.len());
}

/// A palette has letters that can be told apart, and something for each player.
fn check_palette<G: Game>(game: &G, palette: &[Swatch]) {
    let mut letters: Vec<char> = palette.iter().map(|swatch| swatch.letter).chain([EMPTY]).collect();
    letters.sort_unstable();
    letters.dedup();
    assert_eq!(letters.len(), palette.len() + 1, "{}: letters of a palette are different", game.id());
    for player in Player::BOTH {
        let has_some = palette.iter().any(|swatch| swatch.owner == Some(player));
        assert!(has_some, "{}: {} can be put on the board", game.id(), game.name(player));
    }
    let n_blocks = palette.iter().filter(|swatch| swatch.owner.is_none()).count();
    assert!(n_blocks <= 1, "{}: cells are blocked in one way", game.id());
}

/// One position under check.
struct Check<'a, G: Game> {
    game: &'a G,
    pos: &'a G::Position,
    text: String,
}

impl<G: Game> Check<'_, G> {
    /// Checked before anything is turned or drawn, so that a slip in `play` is told as one.
    fn play_keeps_the_key(&self, mv: MoveOf<G>, next: &G::Position) {
        let after = format!("after {}", self.game.write_move(self.pos, mv));
        let read = self.game.read_position(&self.game.write_position(next));
        self.same(
            &format!("a position written and read is the same, {after}"),
            Ok(next.clone()),
            read.clone(),
        );
        let fresh = read.expect("just compared");
        self.same(
            &format!("play keeps the key that the position has afresh, {after}"),
            fresh.key(),
            next.key(),
        );
    }

    fn holds(&self, law: &str, is_true: bool) {
        assert!(is_true, "{}: broken law: {law}\nin {}", self.game.id(), self.text);
    }

    fn same<T: PartialEq + Debug>(&self, law: &str, expected: T, got: T) {
        let told = || {
            format!(
                "{}: broken law: {law}\nin {}\nexpected {expected:?}\n     got {got:?}",
                self.game.id(),
                self.text
            )
        };
        assert!(expected == got, "{}", told());
    }

    fn moves_are_sound(&self) -> Vec<MoveOf<G>> {
        let mut moves = Vec::new();
        self.pos.moves(&mut moves);
        let mut again = moves.clone();
        self.pos.moves(&mut again);
        self.same("moves are appended, in a stable order", [moves.clone(), moves.clone()].concat(), again);
        self.same("count_moves counts moves", moves.len(), self.pos.count_moves());
        let mut sorted = moves.clone();
        sorted.sort();
        sorted.dedup();
        self.same("no move is listed twice", sorted.len(), moves.len());
        moves
    }

    fn outcome_is_sound(&self, moves: &[MoveOf<G>]) {
        self.same("there are moves exactly while the game goes on", self.pos.is_over(), moves.is_empty());
        let is_draw = self.pos.outcome() == Some(Outcome::Draw);
        self.holds("a game without draws has no draw", !is_draw || self.game.can_draw());
        let reason = self.game.reason(self.pos);
        self.same("a finished game has a reason", self.pos.is_over(), reason.is_some());
        if let Some(reason) = reason {
            let words = self.game.reason_in_words(reason);
            self.holds("a reason has words for people", !words.is_empty());
        }
    }

    fn notation_round_trips(&self, moves: &[MoveOf<G>]) {
        let read = self.game.read_position(&self.text);
        self.same("a written position reads back", Ok(self.pos.clone()), read.clone());
        let read = read.expect("just compared");
        self.same("the key that is kept is the key of the position read afresh", read.key(), self.pos.key());
        self.same("the same outcome read afresh", read.outcome(), self.pos.outcome());
        let spaced = format!("  {}  ", self.text);
        self.same(
            "spaces around a position are forgiven",
            Ok(self.pos.clone()),
            self.game.read_position(&spaced),
        );
        for &mv in moves {
            let text = self.game.write_move(self.pos, mv);
            self.same("a written move reads back", Ok(mv), self.game.read_move(self.pos, &text));
            let loud = format!(" {} ", text.to_uppercase());
            self.same(
                "spaces and capitals in a move are forgiven",
                Ok(mv),
                self.game.read_move(self.pos, &loud),
            );
            self.holds("a move has a sentence", !self.game.speak_move(self.pos, mv).is_empty());
            // A zero before a number is not how a move is written: that is unreadable, and breaks no rule.
            let digit = text.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
            let padded = format!("{}0{}", &text[..digit], &text[digit..]);
            let refused = self.game.read_move(self.pos, &padded);
            self.holds("a padded number is unreadable", matches!(refused, Err(MoveError::Unreadable { .. })));
        }
    }

    fn nonsense_is_refused(&self) {
        for text in ["", " ", "?", "zz99", "1-", "99999999999999999999", "a1a1", "é", "-1", "0x", "4o4"] {
            if let Ok(mv) = self.game.read_move(self.pos, text) {
                let written = self.game.write_move(self.pos, mv);
                self.same("only what is written for a move reads as one", text.to_owned(), written);
            }
        }
        if self.pos.is_over() {
            let refused = self.game.read_move(self.pos, "a1");
            self.holds("a finished game says so", matches!(refused, Err(MoveError::GameOver { .. })));
        }
        let half: String = self.text.chars().take(self.text.chars().count() / 2).collect();
        self.holds("half a position is none", self.game.read_position(&half).is_err());
        self.holds(
            "more than a position is none",
            self.game.read_position(&format!("{}/", self.text)).is_err(),
        );
    }

    /// Well-written texts that are no legal move here are refused with a reason, and never read as one.
    fn what_is_no_move_is_explained(&self, chance: &mut Stream, texts_seen: &[String]) {
        let cells = self.game.view(self.pos).cells;
        let mut cell = || cells[chance.below(cells.len())].name.clone();
        let mut texts: Vec<String> = Vec::new();
        for _ in 0..6 {
            let (from, to) = (cell(), cell());
            texts.extend([format!("{from}-{to}"), format!("{from}x{to}"), from, format!("{to}o")]);
        }
        for text in texts_seen.iter().rev().take(24) {
            texts.extend([
                text.clone(),
                text.replace('-', "x"),
                text.replace('x', "-"),
                text.replace('o', "s"),
            ]);
        }
        let mut legal = Vec::new();
        self.pos.each_move(|mv| legal.push(self.game.write_move(self.pos, mv)));
        for text in texts {
            match self.game.read_move(self.pos, &text) {
                Ok(mv) => self.same("only legal moves are read", &text, &self.game.write_move(self.pos, mv)),
                Err(error) => {
                    self.holds(&format!("`{text}` is legal, but refused: {error}"), !legal.contains(&text));
                    self.holds("a refusal has words", !error.to_string().is_empty());
                }
            }
        }
    }

    fn view_is_sound(&self, view: &View, moves: &[MoveOf<G>]) {
        let fresh = self.game.view(self.pos);
        self.same("the view shows the side to move", self.pos.to_move(), fresh.to_move);
        self.same(
            "the view shows the outcome",
            self.pos.outcome(),
            fresh.ending.as_ref().map(|end| end.outcome),
        );
        let place = |view: &View| {
            view.pieces.iter().map(|piece| (piece.cell, piece.owner, piece.kind)).collect::<Vec<_>>()
        };
        self.same("following a game moves no piece", place(&fresh), place(view));
        let mut ids: Vec<usize> = view.pieces.iter().map(|piece| piece.id).collect();
        ids.sort_unstable();
        ids.dedup();
        self.same("pieces have ids of their own", view.pieces.len(), ids.len());
        let mut cells: Vec<usize> = view.pieces.iter().map(|piece| piece.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        self.same("no two pieces share a cell", view.pieces.len(), cells.len());
        let mut places: Vec<(usize, usize)> = view.cells.iter().map(|cell| (cell.row, cell.col)).collect();
        places.sort_unstable();
        places.dedup();
        self.same("no two cells share a place", view.cells.len(), places.len());
        for cell in &view.cells {
            self.holds("a cell is a polygon with a name", cell.polygon.len() >= 3 && !cell.name.is_empty());
        }
        for &mv in moves {
            let shown = self.game.move_view(self.pos, mv);
            self.same(
                "a move is shown as it is written",
                self.game.write_move(self.pos, mv),
                shown.text.clone(),
            );
            let known = shown.cells().all(|cell| cell < view.cells.len());
            self.holds("a move touches cells of the board", known);
        }
        for cell in [0, view.cells.len() - 1] {
            self.holds("a cell has a sentence", !self.game.speak_cell(self.pos, cell).is_empty());
        }
    }

    /// Whoever puts the pieces of a position on a board has arranged that position.
    fn arrangements_are_positions(&self, palette: &[Swatch]) {
        let view = self.game.view(self.pos);
        for piece in &view.pieces {
            let swatch = Swatch::piece(piece.letter, piece.kind, piece.owner);
            self.holds("every piece is on the palette", palette.contains(&swatch));
        }
        let has_holes = view.cells.iter().any(|cell| cell.is_blocked);
        let knows_holes = palette.iter().any(|swatch| swatch.owner.is_none());
        self.holds("what can be blocked can be blocked by hand", knows_holes || !has_holes);
        let arranged = Arrangement::of(&view, palette);
        self.same("its arrangement can be written", Ok(()), arranged.check(view.cells.len(), palette));
        let text = self.game.write_arrangement(&arranged);
        if self.game.has_memory() {
            // The picture is all that an arrangement can keep.
            let read =
                self.game.read_position(&text).map(|pos| Arrangement::of(&self.game.view(&pos), palette));
            self.same("its arrangement is a position with this picture", Ok(arranged), read);
            return;
        }
        self.same("its arrangement is the position", Ok(self.pos.clone()), self.game.read_position(&text));
        self.same("its arrangement is written as the position is", &self.text, &text);
    }

    /// As many as their names, finite, and the same numbers to the mover on every side of a symmetry.
    fn features_are_sound(&self) {
        let names = self.game.features();
        if self.pos.is_over() || names.is_empty() {
            return;
        }
        let measure = |pos: &G::Position| {
            let mut values = vec![f64::NAN; names.len()];
            self.game.measure(pos, &mut values);
            values
        };
        let here = measure(self.pos);
        for (feature, value) in names.iter().zip(&here) {
            self.holds(&format!("the feature {} is a number", feature.name), value.is_finite());
            self.holds("a feature is explained", feature.about.ends_with('.'));
        }
        for symmetry in self.game.symmetries() {
            let there = measure(&self.game.transform(&symmetry, self.pos));
            let is_close = here.iter().zip(&there).all(|(a, b)| (a - b).abs() < 1e-9);
            let law =
                format!("features mean the same to the mover after {symmetry:?}: {here:?} and {there:?}");
            self.holds(&law, is_close);
        }
    }

    /// Quantities have names that an expression can have, and values in their ranges; the features are among them, with the same
    /// bits for the side to move.
    fn quantities_are_sound(&self) {
        let infos = self.game.quantities();
        if self.pos.is_over() || infos.is_empty() {
            return;
        }
        for (index, info) in infos.iter().enumerate() {
            let is_word = |name: &str| {
                name.starts_with(char::is_alphabetic)
                    && name.chars().all(|c| c.is_alphanumeric() && !c.is_uppercase() || c == '_')
            };
            let mut names = std::iter::once(&*info.name).chain(info.aliases.iter().copied());
            self.holds(&format!("the quantity {} has a name for expressions", info.name), names.all(is_word));
            let is_new = infos[..index].iter().all(|other| !other.is_called(&info.name));
            self.holds(&format!("the quantity {} is the only one of its name", info.name), is_new);
            self.holds("a quantity is explained", info.about.ends_with('.'));
        }
        let all: Vec<usize> = (0..infos.len()).collect();
        let gauge = self.game.gauge(&all);
        let us = self.pos.to_move();
        let mut ours = vec![f64::NAN; infos.len()];
        for player in Player::BOTH {
            let mut values = vec![f64::NAN; infos.len()];
            gauge.read(self.pos, player, &mut values);
            for (info, &value) in infos.iter().zip(&values) {
                let law = format!("{} is from {} to {}: {value}", info.name, info.low, info.high);
                self.holds(&law, value.is_finite() && info.low <= value && value <= info.high);
            }
            if player == us {
                ours = values;
            }
        }
        let features = self.game.features();
        let mut measured = vec![f64::NAN; features.len()];
        self.game.measure(self.pos, &mut measured);
        for (feature, value) in features.iter().zip(measured) {
            let name = feature.name.replace('-', "_");
            let index = infos.iter().position(|info| info.is_called(&name));
            let same = index.is_some_and(|index| ours[index] == value);
            self.holds(&format!("the feature {} is a quantity of the same value", feature.name), same);
        }
        // One of them, as chance will have it: measured alone it is what it is among the others.
        let index = (self.pos.key() % infos.len() as u64) as usize;
        let mut alone = [f64::NAN];
        self.game.gauge(&[index]).read(self.pos, us, &mut alone);
        self.same("a quantity measured alone is the same", ours[index], alone[0]);
    }

    /// What a game knows beyond its rules is as the rules say.
    fn knowledge_is_true(&self, moves: &[MoveOf<G>]) {
        if self.pos.is_over() {
            return;
        }
        let us = self.pos.to_move();
        let wins = |pos: &G::Position| {
            let mut moves = Vec::new();
            pos.moves(&mut moves);
            let mover = pos.to_move();
            moves.into_iter().find(|&mv| pos.after(mv).outcome() == Some(Outcome::Win(mover)))
        };
        for &mv in moves {
            self.holds("a slot of a move is small", self.pos.move_slot(mv) < MOVE_SLOTS);
        }
        let mut captures = Vec::new();
        self.pos.each_capture(|mv| captures.push(mv));
        self.holds("captures are moves", captures.iter().all(|mv| moves.contains(mv)));
        for &mv in moves {
            let is_capture = !self.game.move_view(self.pos, mv).captured.is_empty();
            self.same("all captures are shown", is_capture, captures.contains(&mv));
        }
        if let Some(mv) = self.pos.winning_move() {
            self.holds("a winning move is a move", moves.contains(&mv));
            self.same("a winning move wins", Some(Outcome::Win(us)), self.pos.after(mv).outcome());
            return;
        }
        self.holds("no win on the spot is missed", !self.pos.sees_ends() || wins(self.pos).is_none());
        let mut safe = Vec::new();
        self.pos.each_safe_move(|mv| safe.push(mv));
        let in_order: Vec<_> = moves.iter().copied().filter(|mv| safe.contains(mv)).collect();
        self.same("safe moves are moves, in their order", in_order, safe.clone());
        for &mv in moves.iter().filter(|mv| !safe.contains(mv)) {
            let law = format!("{} is unsafe: the opponent wins at once", self.game.write_move(self.pos, mv));
            let next = self.pos.after(mv);
            let is_lost = next.outcome() == Some(Outcome::Win(us.other())) || wins(&next).is_some();
            self.holds(&law, is_lost && !next.is_over());
        }
        for &mv in safe.iter().filter(|_| self.pos.sees_ends()) {
            let law =
                format!("{} is safe: the opponent does not win at once", self.game.write_move(self.pos, mv));
            self.holds(&law, wins(&self.pos.after(mv)).is_none());
        }
    }

    fn symmetries_commute(&self, moves: &[MoveOf<G>], some: &[MoveOf<G>]) {
        for symmetry in self.game.symmetries() {
            let law = |what: &str| format!("{symmetry:?}: {what}");
            let there = self.game.transform(&symmetry, self.pos);
            let swap = |player: Player| if symmetry.swaps_players { player.other() } else { player };
            self.same(&law("the side to move"), swap(self.pos.to_move()), there.to_move());
            let outcome = self.pos.outcome();
            let swapped = if symmetry.swaps_players { outcome.map(Outcome::swapped) } else { outcome };
            self.same(&law("the outcome"), swapped, there.outcome());
            self.same(&law("the reason"), self.game.reason(self.pos), self.game.reason(&there));
            let back = Symmetry { turn: symmetry.turn.inverse(), ..symmetry };
            self.same(&law("there and back"), self.pos.clone(), self.game.transform(&back, &there));

            let carried: Vec<MoveOf<G>> =
                moves.iter().map(|&mv| self.game.transform_move(&symmetry, self.pos, mv)).collect();
            let mut listed = Vec::new();
            there.moves(&mut listed);
            if symmetry == Symmetry::swapping(Turn::Rotate180) {
                self.same(&law("the moves, in the order each player sees them"), carried.clone(), listed);
                self.same(&law("the key for searches"), self.pos.search_key(), there.search_key());
                let slots = |pos: &G::Position, moves: &[MoveOf<G>]| -> Vec<usize> {
                    moves.iter().map(|&mv| pos.move_slot(mv)).collect()
                };
                self.same(&law("the slots of moves"), slots(self.pos, moves), slots(&there, &carried));
            } else {
                let sorted = |mut moves: Vec<MoveOf<G>>| {
                    moves.sort();
                    moves
                };
                self.same(&law("the moves"), sorted(carried.clone()), sorted(listed));
            }
            for &mv in some {
                let carried = self.game.transform_move(&symmetry, self.pos, mv);
                let here = self.game.transform(&symmetry, &self.pos.after(mv));
                self.same(
                    &law("playing, then turning, is turning, then playing"),
                    here,
                    there.after(carried),
                );
            }
        }
    }
}
