//! The positions of played games: what a run is to whoever wants to learn from it.
//!
//! A [`Walker`] plays a stored game again, and shows every position with what is known of it now that the
//! game is over. Moves are played by their places, so a job that learns from millions of positions pays for no
//! text:
//!
//! ```text
//! let mut walker = Walker::new(&game, &record.openings);
//! for row in record.games() {
//!     walker.walk(&row?, |step| learn(step.canonical(), step.score()))?;
//! }
//! ```
//!
//! Mirror images are carried along: the images of the opening are played on by the images of the moves, which
//! costs a move each instead of a board turned cell by cell.

mod distinct;

use zermelo_any::{AnyPosition, MoveIndex};
use zermelo_game::{Outcome, Player, Symmetry};
use zermelo_store::{GameRow, OpeningRow};

pub use distinct::{Distinct, Seen};

use crate::game_runner::{read_opening, replay};
use zermelo_catalog::{OpenGame, RequestError};

/// A position of a played game.
pub struct Step<'a> {
    /// The game.
    pub row: &'a GameRow,
    /// How many moves were made before it; those of the opening do not count.
    pub ply: u32,
    /// The position.
    pub pos: &'a AnyPosition,
    /// The move that was made in it. The last position of a game has none.
    pub mv: Option<MoveIndex>,
    images: &'a [AnyPosition],
}

impl<'a> Step<'a> {
    /// How many moves were still to be made.
    pub fn plies_left(&self) -> u32 {
        self.row.plies - self.ply
    }

    /// What came of the game for the first player: 1, 0.5 or 0.
    pub fn score(&self) -> f64 {
        first_score(self.row.outcome)
    }

    /// The position or the one of its mirror images that has the least key: the same for all of them, so that
    /// whoever counts positions by it counts mirror images as one.
    ///
    /// Only symmetries that leave the players as they are fold positions here. What is told from the first
    /// player's view would be turned round by the others.
    pub fn canonical(&self) -> &'a AnyPosition {
        let (mut least, mut key) = (self.pos, self.pos.key());
        for image in self.images {
            if image.key() < key {
                (least, key) = (image, image.key());
            }
        }
        least
    }
}

/// An outcome for the first player: 1, 0.5 or 0.
pub const fn first_score(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Player::First) => 1.0,
        Outcome::Draw => 0.5,
        Outcome::Win(Player::Second) => 0.0,
    }
}

/// Plays the games of a run again.
pub struct Walker<'a> {
    game: &'a OpenGame,
    openings: &'a [OpeningRow],
    symmetries: Vec<Symmetry>,
    /// The opening that was read last: the games of a pair share one.
    opening: Option<(u32, AnyPosition)>,
    images: Vec<AnyPosition>,
}

impl<'a> Walker<'a> {
    /// For the games of a run with these openings, in the order of their indices.
    pub fn new(game: &'a OpenGame, openings: &'a [OpeningRow]) -> Self {
        let mut symmetries = game.symmetries();
        symmetries.retain(|symmetry| !symmetry.swaps_players);
        Walker { symmetries, ..Walker::without_images(game, openings) }
    }

    /// The same for those who do not ask for [canonical](Step::canonical) positions, which takes less work.
    pub fn without_images(game: &'a OpenGame, openings: &'a [OpeningRow]) -> Self {
        Walker { game, openings, symmetries: Vec::new(), opening: None, images: Vec::new() }
    }

    /// Shows the positions of a game in their order: the first is the one after the opening, the last the one
    /// in which no move was made. A game whose moves the rules do not allow is an error; what was shown of it
    /// is then no game.
    pub fn walk<E: From<RequestError>>(
        &mut self,
        row: &GameRow,
        mut visit: impl FnMut(Step<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.read_opening(row)?;
        let Walker { game, symmetries, opening, images, .. } = self;
        let Some((_, start)) = opening else { return Ok(()) };
        images.clear();
        images.extend(symmetries.iter().map(|symmetry| game.transform(symmetry, start)));
        let mut ply = 0;
        let last = replay(start, &row.moves, |pos, mv| -> Result<(), E> {
            if ply == row.plies {
                return Err(RequestError::record(row.index, ply).into());
            }
            visit(Step { row, ply, pos, mv: Some(mv), images })?;
            for (image, symmetry) in images.iter_mut().zip(&*symmetries) {
                let moved = game.transform_move(symmetry, pos, mv, image);
                image.play(moved.expect("a symmetry of the rules takes legal moves to legal moves"));
            }
            ply += 1;
            Ok(())
        })?;
        if ply != row.plies {
            return Err(RequestError::record(row.index, ply).into());
        }
        visit(Step { row, ply, pos: &last, mv: None, images })
    }

    fn read_opening(&mut self, row: &GameRow) -> Result<(), RequestError> {
        if self.opening.as_ref().is_some_and(|(index, _)| *index == row.opening) {
            return Ok(());
        }
        let place = self.openings.binary_search_by_key(&row.opening, |opening| opening.index);
        let place = place.map_err(|_| RequestError::record(row.index, 0))?;
        self.opening = Some((row.opening, read_opening(self.game, &self.openings[place].text)?));
        Ok(())
    }
}
