//! A described game without its type: all searches are compiled here, for three sizes.

use zermelo_any::{AnyGame, Erased};
use zermelo_game::Game;

use crate::cells::Cells;
use crate::game::Described;
use crate::intern::{Origin, Visitor, open_for};
use crate::problem::Problem;

/// Opens the game of a text. `parameters` are those behind the colon of an id: `size=6,pawns=1`.
pub fn open(text: &str, parameters: &str) -> Result<Box<dyn AnyGame>, Vec<Problem>> {
    open_erased(Origin::Own, text, parameters)
}

/// The same for a text that came from somewhere.
pub(crate) fn open_erased(
    origin: Origin,
    text: &str,
    parameters: &str,
) -> Result<Box<dyn AnyGame>, Vec<Problem>> {
    struct Erase;

    impl Visitor for Erase {
        type Output = Box<dyn AnyGame>;
        fn visit<B: Cells>(self, game: Described<B>) -> Box<dyn AnyGame> {
            let about = *game.about();
            Box::new(Erased::new(game, about))
        }
    }

    open_for(origin, text, parameters, Erase)
}
