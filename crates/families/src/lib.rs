//! All families of games: the one list from which menus, help, laws and benchmarks are derived.
//!
//! Only a program at the top and tests depend on this crate. A change of one game compiles its family, this list and the
//! program again, and nothing between them.

use zermelo_any::{FamilyEntry, GameList};
use zermelo_game::Family;

/// All games: the families, and the compiler of games written as text.
pub static GAMES: GameList = GameList { families: FAMILIES, compiler: &zermelo_described::Compiler };

/// Every family there is, in the order of menus. A new game is a new line here and in [`each_family`].
pub static FAMILIES: &[&FamilyEntry] = &[
    &zermelo_milestone::FAMILY,
    &zermelo_isolation::FAMILY,
    &zermelo_simplexity::FAMILY,
    &zermelo_lines::mnk::FAMILY,
    &zermelo_lines::drop::FAMILY,
    &zermelo_pawns::breakthrough::FAMILY,
    &zermelo_pawns::hexapawn::FAMILY,
];

/// Something to do with every family of games, with its type: for the laws that all games obey.
pub trait FamilyVisitor {
    /// Does it with one of them.
    fn visit<F: Family>(&mut self);
}

/// Shows every family there is to `visitor`, in the order of [`FAMILIES`].
pub fn each_family(visitor: &mut impl FamilyVisitor) {
    visitor.visit::<zermelo_milestone::Milestone>();
    visitor.visit::<zermelo_isolation::Isolation>();
    visitor.visit::<zermelo_simplexity::Simplexity>();
    visitor.visit::<zermelo_lines::mnk::Mnk>();
    visitor.visit::<zermelo_lines::drop::Drop>();
    visitor.visit::<zermelo_pawns::breakthrough::Breakthrough>();
    visitor.visit::<zermelo_pawns::hexapawn::Hexapawn>();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_lists_have_the_same_families() {
        struct Ids(Vec<&'static str>);
        impl FamilyVisitor for Ids {
            fn visit<F: Family>(&mut self) {
                self.0.push(F::ABOUT.id);
            }
        }
        let mut typed = Ids(Vec::new());
        each_family(&mut typed);
        assert_eq!(FAMILIES.iter().map(|family| family.about.id).collect::<Vec<_>>(), typed.0);
    }
}
