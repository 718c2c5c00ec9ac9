//! The moves of a game as the store keeps them: numbers in the order in which each position lists its moves,
//! seven bits a byte, the lowest first. Most moves take one byte, whatever the game.

use zermelo_any::{AnyPosition, MoveIndex};
use zermelo_game::Ending;

use super::read_opening;
use zermelo_catalog::{OpenGame, RequestError};

/// Moves as bytes.
pub fn encode(moves: &[MoveIndex]) -> Vec<u8> {
    let mut blob = Vec::with_capacity(moves.len());
    for &MoveIndex(mut number) in moves {
        while number >= 0x80 {
            blob.push(number as u8 | 0x80);
            number >>= 7;
        }
        blob.push(number as u8);
    }
    blob
}

/// Plays moves from their numbers, as far as they make sense. `visit` is shown every move before it is made;
/// what comes back is the last position.
pub fn replay<E>(
    start: &AnyPosition,
    blob: &[u8],
    mut visit: impl FnMut(&AnyPosition, MoveIndex) -> Result<(), E>,
) -> Result<AnyPosition, E> {
    let mut pos = start.clone();
    let mut bytes = blob.iter();
    while let Some(&byte) = bytes.next() {
        let (mut wanted, mut shift, mut byte) = (u32::from(byte & 0x7f), 7, byte);
        while byte & 0x80 != 0 && shift < 28 {
            byte = bytes.next().copied().unwrap_or(0);
            wanted |= u32::from(byte & 0x7f) << shift;
            shift += 7;
        }
        if wanted as usize >= pos.count_moves() {
            break;
        }
        visit(&pos, MoveIndex(wanted))?;
        pos.play(MoveIndex(wanted));
    }
    Ok(pos)
}

/// Moves in the game's notation as numbers, and how the game ended if it did.
pub fn encode_game(
    game: &OpenGame,
    opening: &str,
    texts: &[String],
) -> Result<(Vec<u8>, Option<Ending>), RequestError> {
    let mut pos = read_opening(game, opening)?;
    let mut moves = Vec::with_capacity(texts.len());
    for (text, number) in texts.iter().zip(1..) {
        let mv = game.read_move(&pos, text).map_err(|source| RequestError::Move { number, source })?;
        pos.play(mv);
        moves.push(mv);
    }
    Ok((encode(&moves), game.ending(&pos)))
}

/// Moves back from their numbers, as far as they make sense, in the game's notation.
pub fn decode(game: &OpenGame, opening: &str, blob: &[u8]) -> Result<Vec<String>, RequestError> {
    let start = read_opening(game, opening)?;
    let mut moves = Vec::with_capacity(blob.len());
    replay(&start, blob, |pos, mv| -> Result<(), RequestError> {
        moves.push(game.write_move(pos, mv));
        Ok(())
    })?;
    Ok(moves)
}
