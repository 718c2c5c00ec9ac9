//! The moves of a game as the store keeps them: numbers in the order in which each position lists its moves,
//! seven bits a byte, the lowest first. Most moves take one byte, whatever the game.

use zermelo_game::game::MoveOf;
use zermelo_game::{Ending, Game, Position};

use super::read_opening;
use crate::LabError;

/// Moves as numbers, and the position after them.
pub(crate) fn encode<P: Position>(start: &P, moves: &[P::Move]) -> (Vec<u8>, P) {
    let mut blob = Vec::with_capacity(moves.len());
    let mut pos = start.clone();
    for &mv in moves {
        let (mut number, mut found) = (0_u32, None);
        pos.each_move(|other| {
            if other == mv {
                found = Some(number);
            }
            number += 1;
        });
        let mut number = found.expect("a legal move was played");
        while number >= 0x80 {
            blob.push(number as u8 | 0x80);
            number >>= 7;
        }
        blob.push(number as u8);
        pos.play(mv);
    }
    (blob, pos)
}

/// Plays moves from their numbers, as far as they make sense. `visit` is shown every move before it is made;
/// what comes back is the last position.
pub(crate) fn replay<P: Position, E>(
    start: &P,
    blob: &[u8],
    mut visit: impl FnMut(&P, P::Move) -> Result<(), E>,
) -> Result<P, E> {
    let mut pos = start.clone();
    let mut bytes = blob.iter();
    while let Some(&byte) = bytes.next() {
        let (mut wanted, mut shift, mut byte) = (usize::from(byte & 0x7f), 7, byte);
        while byte & 0x80 != 0 && shift < 28 {
            byte = bytes.next().copied().unwrap_or(0);
            wanted |= usize::from(byte & 0x7f) << shift;
            shift += 7;
        }
        let (mut number, mut found) = (0, None);
        pos.each_move(|mv| {
            if number == wanted {
                found = Some(mv);
            }
            number += 1;
        });
        let Some(mv) = found else { break };
        visit(&pos, mv)?;
        pos.play(mv);
    }
    Ok(pos)
}

/// Moves in the game's notation as numbers, and how the game ended if it did.
pub(crate) fn encode_game<G: Game>(
    game: &G,
    opening: &str,
    texts: &[String],
) -> Result<(Vec<u8>, Option<Ending>), LabError> {
    let start = read_opening(game, opening)?;
    let mut pos = start.clone();
    let mut moves: Vec<MoveOf<G>> = Vec::with_capacity(texts.len());
    for (text, number) in texts.iter().zip(1..) {
        let mv = game.read_move(&pos, text).map_err(|source| LabError::Move { number, source })?;
        pos.play(mv);
        moves.push(mv);
    }
    let (blob, end) = encode(&start, &moves);
    Ok((blob, Ending::of(game, &end)))
}

/// Moves back from their numbers, as far as they make sense, in the game's notation.
pub(crate) fn decode<G: Game>(game: &G, opening: &str, blob: &[u8]) -> Result<Vec<String>, LabError> {
    let start = read_opening(game, opening)?;
    let mut moves = Vec::with_capacity(blob.len());
    replay(&start, blob, |pos, mv| -> Result<(), LabError> {
        moves.push(game.write_move(pos, mv));
        Ok(())
    })?;
    Ok(moves)
}
