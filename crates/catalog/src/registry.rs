//! The games that this program has: families compiled into it, and the compiler of games written as text. The program
//! registers them when it starts.
//!
//! The catalog does not depend on the crates of families, so that a changed game compiles its family and the program at the
//! top again, and none of the crates between them. A program calls [`register`] with the list of `zermelo-families`
//! before it opens a game. Tests have no such moment; the feature `bundled` gives them the list unasked. Only
//! `[dev-dependencies]` switch it on: cargo leaves their features out of normal builds.

use std::sync::OnceLock;

use thiserror::Error;
use zermelo_any::{FamilyEntry, GameCompiler, GameList};

static GAMES: OnceLock<&'static GameList> = OnceLock::new();

/// Two parts of a program registered different games.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("other games are registered already")]
pub struct AlreadyRegistered;

/// Makes these the games of this program. To register the same list again changes nothing; another list is an error, since
/// ids may have been resolved with the first.
pub fn register(games: &'static GameList) -> Result<(), AlreadyRegistered> {
    let registered = GAMES.get_or_init(|| games);
    if std::ptr::eq(*registered, games) { Ok(()) } else { Err(AlreadyRegistered) }
}

fn games() -> Option<&'static GameList> {
    #[cfg(feature = "bundled")]
    GAMES.get_or_init(|| &zermelo_families::GAMES);
    GAMES.get().copied()
}

/// The families of this program, in the order of menus: none before they are registered.
pub fn families() -> &'static [&'static FamilyEntry] {
    games().map_or(&[], |games| games.families)
}

/// The compiler of games written as text; none before it is registered.
pub fn compiler() -> Option<&'static dyn GameCompiler> {
    games().map(|games| games.compiler)
}

#[cfg(all(test, feature = "bundled"))]
mod tests {
    use super::*;

    #[test]
    fn the_same_list_may_be_registered_twice_and_no_other() {
        static OTHER: GameList = GameList { families: &[], ..zermelo_families::GAMES };
        assert_eq!(register(&zermelo_families::GAMES), Ok(()));
        assert_eq!(register(&zermelo_families::GAMES), Ok(()));
        assert_eq!(register(&OTHER), Err(AlreadyRegistered));
        assert_eq!(families().len(), zermelo_families::FAMILIES.len());
    }
}
