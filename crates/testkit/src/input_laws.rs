//! What is true of every game's network inputs, those it writes itself and those derived from its pictures.

use std::collections::{BTreeSet, HashMap};

use zermelo_game::inputs::{Extent, carried, each_input};
use zermelo_game::symmetry::{Symmetry, Turn};
use zermelo_game::{Game, Inputs, Outcome, Position};

/// The inputs of a game under check, and what was seen so far.
pub struct InputLaws<'a, G: Game> {
    game: &'a G,
    own: Inputs<G::Position>,
    derived: Inputs<G::Position>,
    /// What follows on the positions seen so far, by their inputs.
    futures: HashMap<Vec<u64>, Future>,
}

/// What can happen next, as the side to move sees it: the result, if the game is over, or the inputs of all positions that
/// one move leads to, sorted.
type Future = (Option<Fate>, Vec<Vec<u64>>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Won,
    Lost,
    Drawn,
}

impl<'a, G: Game> InputLaws<'a, G> {
    pub fn new(game: &'a G) -> Self {
        let (own, derived) = (game.inputs(), Inputs::derived(game));
        for inputs in [&own, &derived] {
            let id = game.id();
            let cells: BTreeSet<_> = inputs.cells().iter().collect();
            let view = game.view(&game.start());
            let seen: BTreeSet<_> = view.cells.iter().map(|cell| (cell.row, cell.col)).collect();
            assert!(cells.into_iter().eq(&seen), "{id}: the cells of the inputs are those of the board");
            assert_eq!(inputs.cells().len(), seen.len(), "{id}: no cell is listed twice");
            let names: BTreeSet<&str> = inputs.planes().iter().map(|plane| plane.name.as_str()).collect();
            assert_eq!(names.len(), inputs.planes().len(), "{id}: planes have names of their own");
            let stays = game.symmetries().into_iter().filter(|symmetry| !symmetry.swaps_players);
            let imaged = inputs.images().iter().map(|&(symmetry, _)| symmetry);
            assert!(stays.eq(imaged), "{id}: every symmetry that leaves the players has its image");
        }
        InputLaws { game, own, derived, futures: HashMap::new() }
    }

    /// Checks all laws in one position; `text` is how it is written.
    pub fn check(&mut self, pos: &G::Position, text: &str) {
        for inputs in [&self.own, &self.derived] {
            self.are_sound(inputs, pos, text);
            self.follow_symmetries(inputs, pos, text);
        }
        self.agree(pos, text);
        let (words, future) = (self.own.words(pos), self.future(pos));
        let known = self.futures.entry(words).or_insert_with(|| future.clone());
        assert!(*known == future, "{}: equal inputs, different futures\nin {text}", self.game.id());
    }

    fn are_sound(&self, inputs: &Inputs<G::Position>, pos: &G::Position, text: &str) {
        let words = inputs.words(pos);
        let mut dirty = vec![u64::MAX; inputs.n_words()];
        inputs.write(pos, &mut dirty);
        assert_eq!(words, dirty, "{}: all words are overwritten\nin {text}", self.game.id());
        let is_small = |input| input < inputs.count();
        each_input(&words, |input| {
            assert!(is_small(input), "{}: input {input} of {}\nin {text}", self.game.id(), inputs.count());
        });
        let read = self.game.read_position(text).map(|read| inputs.words(&read));
        assert_eq!(read, Ok(words), "{}: equal positions have equal inputs\nin {text}", self.game.id());
    }

    /// A turned board has the turned inputs; turned and recoloured, it is the same to its side to move.
    fn follow_symmetries(&self, inputs: &Inputs<G::Position>, pos: &G::Position, text: &str) {
        let here = inputs.words(pos);
        for (symmetry, image) in inputs.images() {
            let there = inputs.words(&self.game.transform(symmetry, pos));
            let law = format!("{}: {symmetry:?} carries inputs along\nin {text}", self.game.id());
            assert_eq!(carried(&here, image), there, "{law}");
        }
        let swap = Symmetry::swapping(Turn::Rotate180);
        if self.game.symmetries().contains(&swap) {
            let there = inputs.words(&self.game.transform(&swap, pos));
            assert_eq!(here, there, "{}: both players see alike\nin {text}", self.game.id());
        }
    }

    /// Planes with the same name show the same, whoever writes them.
    fn agree(&self, pos: &G::Position, text: &str) {
        let [own, derived] = [&self.own, &self.derived].map(|inputs| told(inputs, pos));
        for (name, seen) in &own {
            let is_same = derived.get(name).is_none_or(|derived| derived == seen);
            assert!(
                is_same,
                "{}: the plane `{name}` is not what the picture shows\nin {text}",
                self.game.id()
            );
        }
    }

    fn future(&self, pos: &G::Position) -> Future {
        let fate = pos.outcome().map(|outcome| match outcome {
            Outcome::Draw => Fate::Drawn,
            Outcome::Win(player) if player == pos.to_move() => Fate::Won,
            Outcome::Win(_) => Fate::Lost,
        });
        let mut next = Vec::new();
        pos.each_move(|mv| next.push(self.own.words(&pos.after(mv))));
        next.sort();
        (fate, next)
    }
}

/// The inputs that are on, by plane: the row and column of a cell, or a level.
fn told<P: Position>(inputs: &Inputs<P>, pos: &P) -> HashMap<String, BTreeSet<(usize, usize)>> {
    let mut meanings = Vec::new();
    for plane in inputs.planes() {
        match plane.extent {
            Extent::Cells => {
                meanings.extend(inputs.cells().iter().map(|&place| (plane.name.clone(), place)));
            }
            Extent::Levels(n_levels) => {
                meanings.extend((0..n_levels).map(|level| (plane.name.clone(), (0, level))));
            }
        }
    }
    let mut told: HashMap<String, BTreeSet<(usize, usize)>> =
        inputs.planes().iter().map(|plane| (plane.name.clone(), BTreeSet::new())).collect();
    each_input(&inputs.words(pos), |input| {
        let (name, place) = &meanings[input];
        told.entry(name.clone()).or_default().insert(*place);
    });
    told
}
