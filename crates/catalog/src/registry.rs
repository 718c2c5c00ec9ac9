//! The families of games that this program has. The program registers them when it starts.
//!
//! The catalog does not depend on the crates of families, so that a changed game compiles its family and the program at the
//! top again, and none of the crates between them. A program calls [`register`] with the list of `zermelo-families`
//! before it opens a game. Tests have no such moment; the feature `bundled` gives them the list unasked. Only
//! `[dev-dependencies]` switch it on: cargo leaves their features out of normal builds.

use std::sync::OnceLock;

use thiserror::Error;
use zermelo_any::FamilyEntry;

static FAMILIES: OnceLock<&'static [&'static FamilyEntry]> = OnceLock::new();

/// Two parts of a program registered different games.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("other families of games are registered already")]
pub struct AlreadyRegistered;

/// Makes these families the games of this program. To register the same list again changes nothing; another list is an
/// error, since ids may have been resolved with the first.
pub fn register(families: &'static [&'static FamilyEntry]) -> Result<(), AlreadyRegistered> {
    let registered = FAMILIES.get_or_init(|| families);
    let is_same = |a: &&FamilyEntry, b: &&FamilyEntry| std::ptr::eq(*a, *b);
    let are_same =
        registered.len() == families.len() && registered.iter().zip(families).all(|(a, b)| is_same(a, b));
    if are_same { Ok(()) } else { Err(AlreadyRegistered) }
}

/// The families of this program, in the order of menus: none before they are registered.
pub fn families() -> &'static [&'static FamilyEntry] {
    #[cfg(feature = "bundled")]
    FAMILIES.get_or_init(|| zermelo_families::FAMILIES);
    FAMILIES.get().copied().unwrap_or_default()
}

#[cfg(all(test, feature = "bundled"))]
mod tests {
    use super::*;

    #[test]
    fn the_same_list_may_be_registered_twice_and_no_other() {
        assert_eq!(register(zermelo_families::FAMILIES), Ok(()));
        assert_eq!(register(zermelo_families::FAMILIES), Ok(()));
        assert_eq!(register(&zermelo_families::FAMILIES[1..]), Err(AlreadyRegistered));
        assert_eq!(register(&[]), Err(AlreadyRegistered));
        assert_eq!(families().len(), zermelo_families::FAMILIES.len());
    }
}
