//! Whether a game that somebody else played can have been played: every move is legal, and it ended as it is told.

use zermelo_any::{AnyPosition, MoveIndex, PROVED, TOO_LONG};
use zermelo_catalog::OpenGame;
use zermelo_game::{Forfeit, Outcome};
use zermelo_store::GameRow;

use super::{encode, replay};

/// Games that are ended by a search.
const SOLVED: &str = "solved";

/// Plays a game again by the rules, and says how many moves each side made; or what is wrong with it. `expected` are its
/// number, its opening and its round, `agents` the numbers of its agents.
pub(crate) fn check_row(
    game: &OpenGame,
    start: &AnyPosition,
    row: &GameRow,
    expected: [u64; 3],
    agents: [u32; 2],
) -> Result<[u64; 2], String> {
    let [index, opening, round] = expected;
    let found = [row.index, u64::from(row.opening), u64::from(row.round)];
    if found != expected || [row.first, row.second] != agents {
        return Err(format!("another game than number {index} from opening {opening} in round {round}"));
    }
    let (mut n_moves, mut moves) = ([0; 2], Vec::<MoveIndex>::new());
    let last = replay(start, &row.moves, |pos, mv| {
        n_moves[pos.to_move().index()] += 1;
        moves.push(mv);
        Ok::<(), std::convert::Infallible>(())
    });
    let Ok(last) = last;
    if moves.len() != row.plies as usize || encode(&moves) != row.moves {
        return Err(format!("game {index} has an illegal move after {} plies", moves.len()));
    }
    let is_told = match last.outcome() {
        Some(outcome) => outcome == row.outcome && game.reason(&last).unwrap_or("rules") == row.reason,
        None => match row.reason.as_str() {
            TOO_LONG => row.outcome == Outcome::Draw,
            SOLVED => true,
            PROVED => row.outcome != Outcome::Draw,
            // Who does not move, loses.
            word if Forfeit::ALL.into_iter().any(|forfeit| forfeit.id() == word) => {
                row.outcome == Outcome::Win(last.to_move().other())
            }
            _ => false,
        },
    };
    // A win that was proved may be proved by the last move itself.
    let is_proved = row.reason == PROVED && last.outcome().is_none_or(|outcome| outcome == row.outcome);
    if !is_told && !is_proved {
        return Err(format!(
            "game {index} did not end as it is told: {} by {}",
            row.outcome.id(),
            row.reason
        ));
    }
    Ok(n_moves)
}
