//! Tables and opponents at the real board.

use std::any::Any;
use std::sync::Arc;

use zermelo_game::{Family, Game, GameVisitor, Outcome, Player, Policy, Position, stream};
use zermelo_lines::mnk::Mnk;
use zermelo_tictactoe::player::{TablePlayer, board_of, move_of, position_of};
use zermelo_tictactoe::{BaseCases, Board, Opponent, Table};

use super::reference::genome;

#[test]
fn a_board_is_a_position_of_the_game_and_back() {
    for board in Board::reachable() {
        let pos = position_of(board);
        assert_eq!(board_of(&pos), Some(board));
        assert_eq!(pos.outcome(), board.outcome(), "{board}");
        assert_eq!(pos.to_move(), board.to_move(), "{board}");
        let mut moves = Vec::new();
        pos.moves(&mut moves);
        if board.outcome().is_none() {
            assert_eq!(moves, board.empty().iter().map(move_of).collect::<Vec<_>>(), "{board}");
            for cell in board.empty().iter() {
                assert_eq!(pos.after(move_of(cell)), position_of(board.after(cell)), "{board} {cell}");
            }
        }
    }
}

#[test]
fn that_game_is_tictactoe() {
    struct Start;
    impl GameVisitor for Start {
        type Output = Box<dyn Any>;
        fn visit<G: Game>(self, game: G) -> Box<dyn Any> {
            Box::new(game.start())
        }
    }
    let ours = position_of(Board::EMPTY);
    let is_ours = |start: &dyn Any| start.downcast_ref() == Some(&ours);
    assert!(is_ours(&*Mnk::open("3,3,3", Start).expect("a game")));
    assert!(!is_ours(&*Mnk::open("4,3,3", Start).expect("a game")));
}

#[test]
fn a_table_that_never_loses_does_not_lose_at_the_board() {
    let cases = Arc::new(BaseCases::new());
    let table = Table::new(&cases, &genome(&cases, "minimax_lowest")).expect("a table");
    let player = TablePlayer::new(Arc::clone(&cases), table.clone());
    let mut chance = stream(1, "at the board", 0);
    let mut n_wins = 0;
    for side in Player::BOTH {
        for opponent in Opponent::ALL {
            for _ in 0..50 {
                let mut pos = position_of(Board::EMPTY);
                while !pos.is_over() {
                    let mv = if pos.to_move() == side {
                        let mv = player.choose(&pos, &mut chance);
                        let cell = table.cell(&cases, board_of(&pos).expect("tic-tac-toe"));
                        assert_eq!(mv, cell.map(move_of));
                        mv
                    } else {
                        opponent.choose(&pos, &mut chance)
                    };
                    pos.play(mv.expect("a move while the game goes on"));
                }
                assert_eq!(player.choose(&pos, &mut chance), None);
                assert_eq!(opponent.choose(&pos, &mut chance), None);
                assert_ne!(pos.outcome(), Some(Outcome::Win(side.other())));
                n_wins += usize::from(pos.outcome() == Some(Outcome::Win(side)));
            }
        }
    }
    assert!(n_wins > 100, "{n_wins}");
}
