//! Notakto on one board: both players draw crosses, and the one who completes a line of three loses.
//!
//! A game needs `Position`. `Hints` has defaults; here it adds one thing the game knows. `perft` tests the moves.
//!
//! Run it with `cargo run -p zermelo-game --example notakto`.

use zermelo_game::{Hints, Outcome, Player, Position, perft, stream, zobrist};

/// Eight lines of three cells; cell 0 is the lowest bit.
const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Notakto {
    crosses: u16,
    to_move: Player,
}

impl Notakto {
    const START: Notakto = Notakto { crosses: 0, to_move: Player::First };

    fn has_line(crosses: u16) -> bool {
        LINES.iter().any(|line| crosses & line == *line)
    }
}

impl Position for Notakto {
    type Move = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    // The line was completed by the other player, who loses.
    fn outcome(&self) -> Option<Outcome> {
        Notakto::has_line(self.crosses).then_some(Outcome::Win(self.to_move))
    }

    fn each_move(&self, visit: impl FnMut(u8)) {
        if !self.is_over() {
            (0..9).filter(|cell| self.crosses & 1 << cell == 0).for_each(visit);
        }
    }

    fn play(&mut self, cell: u8) {
        self.crosses |= 1 << cell;
        self.to_move = self.to_move.other();
    }

    fn key(&self) -> u64 {
        let side = if self.to_move == Player::Second { zobrist::SECOND_TO_MOVE } else { 0 };
        zobrist::number(0, usize::from(self.crosses)) ^ side
    }
}

impl Hints for Notakto {
    // The two players have the same crosses and the same moves, so a search may forget the side to move.
    fn search_key(&self) -> u64 {
        zobrist::number(0, usize::from(self.crosses))
    }
}

fn main() {
    let counts = perft::perft(&Notakto::START, 5);
    println!("sequences of 1 to 5 moves: {counts:?}");
    // Of the 504 sequences of three moves, 48 complete a line: the others have six moves each.
    assert_eq!(counts[..4], [9, 72, 504, (504 - 48) * 6]);

    let (mut pos, mut chance) = (Notakto::START, stream(1, "a random game", 0));
    while let Some(cell) = pos.random_move(&mut chance) {
        println!("{} player: cell {cell}", pos.to_move().id());
        pos.play(cell);
    }
    println!("winner: {}", pos.outcome().expect("no move is left").id());
}
