//! What is true of every game's network inputs, those it writes itself and those derived from its pictures.

use std::collections::{BTreeSet, HashMap};

use zermelo_game::{Extent, carried, each_input};
use zermelo_game::{Game, Inputs, Outcome, Position};
use zermelo_game::{Symmetry, Turn};

/// The inputs of a game under check, and what was seen so far.
pub struct InputLaws<'a, G: Game> {
    game: &'a G,
    own: Inputs<G::Position>,
    derived: Inputs<G::Position>,
    /// The inputs that both have: planes of one name, cells of one place.
    common: Vec<(usize, usize)>,
    /// What follows on the positions seen so far, by their inputs: the game's own, and the derived ones.
    futures: [HashMap<Vec<u64>, Future>; 2],
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
        let there: HashMap<_, usize> = meanings(&derived).into_iter().zip(0..).collect();
        let here = meanings(&own).into_iter().enumerate();
        let common = here.filter_map(|(input, meaning)| Some((input, *there.get(&meaning)?))).collect();
        InputLaws { game, own, derived, common, futures: [HashMap::new(), HashMap::new()] }
    }

    /// Checks all laws in one position; `text` is how it is written.
    pub fn check(&mut self, pos: &G::Position, text: &str) {
        let law = |law: &str| format!("{}: {law}\nin {text}", self.game.id());
        let [words, derived] = [&self.own, &self.derived].map(|inputs| inputs.words(pos));
        for (inputs, words) in [(&self.own, &words), (&self.derived, &derived)] {
            let mut dirty = vec![u64::MAX; inputs.n_words()];
            inputs.write(pos, &mut dirty);
            assert_eq!(*words, dirty, "{}", law("all words of the inputs are overwritten"));
            each_input(words, |input| {
                assert!(input < inputs.count(), "{}", law("there are no more inputs than planes say"));
            });
            self.follow_symmetries(inputs, words, pos, text);
        }
        let read = self.game.read_position(text).map(|read| self.own.words(&read));
        assert_eq!(read, Ok(words.clone()), "{}", law("equal positions have equal inputs"));
        let is_on = |words: &[u64], input: usize| words[input / 64] >> (input % 64) & 1 == 1;
        for &(here, there) in &self.common {
            let is_same = is_on(&words, here) == is_on(&derived, there);
            assert!(is_same, "{}", law(&format!("input {here} is what the picture shows")));
        }
        // To draw every position that follows is slow on large boards, and shows nothing new.
        let own = (&self.own, words);
        // Pictures do not show a clock.
        let is_shown = !self.game.has_memory() && self.own.cells().len() <= 64;
        let derived = is_shown.then_some((&self.derived, derived));
        for ((inputs, words), futures) in [own].into_iter().chain(derived).zip(&mut self.futures) {
            let future = future(inputs, pos);
            let known = futures.entry(words).or_insert_with(|| future.clone());
            let law = format!("{}: equal inputs have equal futures\nin {text}", self.game.id());
            assert!(*known == future, "{law}");
        }
    }

    /// A turned board has the turned inputs; turned and recoloured, it is the same to its side to move.
    fn follow_symmetries(&self, inputs: &Inputs<G::Position>, here: &[u64], pos: &G::Position, text: &str) {
        for (symmetry, image) in inputs.images() {
            let there = inputs.words(&self.game.transform(symmetry, pos));
            let law = format!("{}: {symmetry:?} carries inputs along\nin {text}", self.game.id());
            assert_eq!(carried(here, image), there, "{law}");
        }
        let swap = Symmetry::swapping(Turn::Rotate180);
        if self.game.symmetries().contains(&swap) {
            let there = inputs.words(&self.game.transform(&swap, pos));
            assert_eq!(here, there, "{}: both players see alike\nin {text}", self.game.id());
        }
    }
}

fn future<P: Position>(inputs: &Inputs<P>, pos: &P) -> Future {
    let fate = pos.outcome().map(|outcome| match outcome {
        Outcome::Draw => Fate::Drawn,
        Outcome::Win(player) if player == pos.to_move() => Fate::Won,
        Outcome::Win(_) => Fate::Lost,
    });
    let mut next = Vec::new();
    pos.each_move(|mv| next.push(inputs.words(&pos.after(mv))));
    next.sort();
    (fate, next)
}

/// What each input means: its plane, and the row and column of a cell, or a level.
fn meanings<P: Position>(inputs: &Inputs<P>) -> Vec<(&str, usize, usize)> {
    let mut meanings = Vec::new();
    for plane in inputs.planes() {
        let name = plane.name.as_str();
        match plane.extent {
            Extent::Cells => meanings.extend(inputs.cells().iter().map(|&(row, col)| (name, row, col))),
            Extent::Levels(n_levels) => meanings.extend((0..n_levels).map(|level| (name, 0, level))),
        }
    }
    meanings
}
