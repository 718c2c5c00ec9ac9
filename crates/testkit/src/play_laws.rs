//! What is true of the numbers that every game gives its moves for learners.

use std::collections::BTreeMap;

use zermelo_game::MoveOf;
use zermelo_game::{Game, Player, Plays, Position};
use zermelo_game::{Symmetry, Turn};

/// The numbers of a game under check.
pub struct PlayLaws<'a, G: Game> {
    game: &'a G,
    plays: Plays<G::Position>,
    /// How the second player's board is turned into the first player's, if it is.
    seat: Option<Symmetry>,
}

impl<'a, G: Game> PlayLaws<'a, G> {
    /// The laws of these numbers of a game's moves.
    pub fn new(game: &'a G, plays: Plays<G::Position>) -> Self {
        let symmetries = game.symmetries();
        let half_turn = Symmetry::swapping(Turn::Rotate180);
        // The same choice as that of the inputs.
        let swapping = symmetries.iter().find(|symmetry| **symmetry == half_turn);
        let seat = swapping.or_else(|| symmetries.iter().find(|symmetry| symmetry.swaps_players)).copied();
        assert!(!plays.about().is_empty(), "{}: numbers are explained", game.id());
        PlayLaws { game, plays, seat }
    }

    /// Checks all laws in one position, whose legal moves these are, `some` of them closely; `text` is how it is written.
    pub fn check(&self, pos: &G::Position, moves: &[MoveOf<G>], some: &[MoveOf<G>], text: &str) {
        let plays = &self.plays;
        let law = |law: &str| format!("{}: {plays:?}: {law}\nin {text}", self.game.id());
        let mut numbered = BTreeMap::new();
        let mut mask = vec![false; plays.count()];
        for &mv in moves {
            let number = plays.number(pos, mv);
            let told = || law(&format!("{} has the number {number}", self.game.write_move(pos, mv)));
            assert!(number < plays.count(), "{}, which is below their count", told());
            assert!(numbered.insert(number, mv).is_none(), "{}, and no other move has it", told());
            mask[number] = true;
        }
        // Where there are very many numbers, those of legal moves and some of the others.
        let pace = 1 + plays.count() / 1_000;
        let some_numbers = (0..=plays.count()).step_by(pace).chain([plays.count(), usize::MAX]);
        let own_numbers = numbered.keys().copied().step_by(1 + moves.len() / 100);
        for number in some_numbers.chain(own_numbers.collect::<Vec<_>>()) {
            let found = plays.find(pos, number);
            let law = || law(&format!("the move of the number {number} is found if there is one"));
            assert_eq!(found, numbered.get(&number).copied(), "{}", law());
        }
        let mut marked = vec![false; plays.count()];
        plays.mark(pos, &mut marked);
        assert_eq!(mask, marked, "{}", law("the marks are those of the legal moves"));
        let mut full = vec![true; plays.count()];
        plays.mark(pos, &mut full);
        assert!(full.into_iter().all(|is_marked| is_marked), "{}", law("other marks stay"));

        let read = self.game.read_position(text).expect("a written position reads back");
        for &mv in some {
            let written = self.game.write_move(pos, mv);
            let again = self.game.read_move(&read, &written).map(|mv| plays.number(&read, mv));
            let law = law(&format!("{written} has one number, written and read"));
            assert_eq!(Ok(plays.number(pos, mv)), again, "{law}");
        }
        let Some(seat) = self.seat else { return };
        // What the second player sees is what the first one would see on the turned board.
        let turn = if pos.to_move() == Player::First { seat.turn.inverse() } else { seat.turn };
        let seat = Symmetry { turn, ..seat };
        let there = self.game.transform(&seat, pos);
        let here: Vec<usize> = moves.iter().map(|&mv| plays.number(pos, mv)).collect();
        let turned = moves.iter().map(|&mv| plays.number(&there, self.game.transform_move(&seat, pos, mv)));
        assert_eq!(here, turned.collect::<Vec<_>>(), "{}", law("both players count alike"));
    }
}
