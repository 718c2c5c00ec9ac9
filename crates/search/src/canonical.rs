//! Symmetric images of positions under one key, where that pays: a few plies below a position that is its own image.

use zermelo_game::{Game, Hints, Symmetry};

type Images<P> = Box<dyn Fn(&P) -> Vec<P> + Send + Sync>;

/// Gives symmetric images one key.
pub struct CanonicalKeys<P> {
    /// The images of a position, itself left out.
    images: Option<Images<P>>,
}

/// The images are looked up this many plies deep: turning boards is slow, and pays while whole subtrees are alike.
const PLIES: usize = 3;

impl<P: Hints> CanonicalKeys<P> {
    /// For a search from `root`: only symmetries that leave the root as it is can make its descendants alike.
    pub fn new<G: Game<Position = P>>(game: &G, root: &P) -> Self {
        let fixes_root =
            |symmetry: &Symmetry| game.transform(symmetry, root).canonical_key() == root.canonical_key();
        let symmetries: Vec<Symmetry> = game.symmetries().into_iter().filter(fixes_root).collect();
        if symmetries.is_empty() {
            return CanonicalKeys { images: None };
        }
        let game = game.clone();
        let images = move |pos: &P| symmetries.iter().map(|symmetry| game.transform(symmetry, pos)).collect();
        CanonicalKeys { images: Some(Box::new(images)) }
    }

    /// The key of a position so many plies below the root.
    #[inline]
    pub fn key(&self, pos: &P, ply: usize) -> u64 {
        match &self.images {
            Some(images) if ply <= PLIES => {
                images(pos).iter().map(Hints::canonical_key).fold(pos.canonical_key(), u64::min)
            }
            _ => pos.canonical_key(),
        }
    }
}
