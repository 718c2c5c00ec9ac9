//! A family of games without its type: what the catalog lists.

use zermelo_game::{About, Family, Game, GameVisitor, ParameterError};

use crate::{AnyGame, Erased};

/// A family of games. Its crate makes the entry, so that all generic code is compiled there.
#[derive(Clone, Copy, Debug)]
pub struct FamilyEntry {
    /// The facts about the family.
    pub about: &'static About,
    /// Opens a member by the text behind the colon of its id.
    pub open: fn(&str) -> Result<Box<dyn AnyGame>, ParameterError>,
}

/// Opens a member of a family and forgets its type.
pub fn open_family<F: Family>(parameters: &str) -> Result<Box<dyn AnyGame>, ParameterError> {
    struct Erase(About);

    impl GameVisitor for Erase {
        type Output = Box<dyn AnyGame>;
        fn visit<G: Game>(self, game: G) -> Box<dyn AnyGame> {
            Box::new(Erased::new(game, self.0))
        }
    }

    F::open(parameters, Erase(F::ABOUT))
}
