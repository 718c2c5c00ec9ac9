//! What a network sees of a position: a set of bits, always from the side to move.
//!
//! Inputs are numbered plane by plane. A plane of the board has one input for each cell, in the same order of cells in
//! every plane; a plane of levels has one for each number a count can exceed. "Own" is the side to move: where the
//! players sit at opposite ends, the second one sees the board turned, so that a network which judges one colour's
//! positions judges the other's alike, and nobody has to teach it.
//!
//! Every game has inputs: [`Inputs::derived`] reads them off the game's pictures. That is slow, so a game that wants to be
//! searched with a network writes its own from its bits, with the same names for the same planes.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::{self, Debug, Write};

use crate::symmetry::Turn;
use crate::{Game, Player, Position, Symmetry, View, stream};

/// The inputs of one game: what they mean, and how to write those of a position.
pub struct Inputs<P> {
    version: u32,
    cells: Vec<(usize, usize)>,
    planes: Vec<Plane>,
    images: Vec<(Symmetry, Vec<u32>)>,
    write: Box<WriteInputs<P>>,
}

type WriteInputs<P> = dyn Fn(&P, &mut [u64]) + Send + Sync;

/// Inputs of one meaning, numbered one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plane {
    /// What they tell: `own pawn`, `free`, `their round in hand`.
    pub name: String,
    /// One for each cell, or so many levels of a count.
    pub extent: Extent,
}

/// How many inputs a plane has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// One for each cell of the board.
    Cells,
    /// The first so many of "at least 1", "at least 2", ..: one more piece changes one input.
    Levels(usize),
}

impl Plane {
    /// A plane of the board.
    pub fn cells(name: impl Into<String>) -> Plane {
        Plane { name: name.into(), extent: Extent::Cells }
    }

    /// A plane of a count.
    pub fn levels(name: impl Into<String>, n_levels: usize) -> Plane {
        Plane { name: name.into(), extent: Extent::Levels(n_levels) }
    }

    fn size(&self, n_cells: usize) -> usize {
        match self.extent {
            Extent::Cells => n_cells,
            Extent::Levels(n_levels) => n_levels,
        }
    }
}

impl<P: Position> Inputs<P> {
    /// Inputs that a game writes itself. `cells` are the rows and columns of the cells of its [`View`], in the order that
    /// suits it. `write` overwrites all of the words: input `i` is bit `i % 64` of word `i / 64`, and the last word is
    /// filled up with zeros. `version` is raised when the same bits come to mean something else.
    pub fn new<G: Game<Position = P>>(
        game: &G,
        version: u32,
        cells: Vec<(usize, usize)>,
        planes: Vec<Plane>,
        write: impl Fn(&P, &mut [u64]) + Send + Sync + 'static,
    ) -> Self {
        let stays = |symmetry: &Symmetry| !symmetry.swaps_players;
        let images = game.symmetries().into_iter().filter(stays);
        let images = images.filter_map(|symmetry| Some((symmetry, image(&cells, &planes, symmetry.turn)?)));
        let images = images.collect();
        Inputs { version, cells, planes, images, write: Box::new(write) }
    }

    /// How many inputs there are.
    pub fn count(&self) -> usize {
        self.planes.iter().map(|plane| self.size_of(plane)).sum()
    }

    /// How many words hold them.
    pub fn n_words(&self) -> usize {
        self.count().div_ceil(64)
    }

    /// How many inputs a plane has.
    pub fn size_of(&self, plane: &Plane) -> usize {
        plane.size(self.cells.len())
    }

    /// The planes in their order.
    pub fn planes(&self) -> &[Plane] {
        &self.planes
    }

    /// Row and column of the cells in the order of every plane of the board.
    pub fn cells(&self) -> &[(usize, usize)] {
        &self.cells
    }

    /// The symmetries that leave the players as they are, each with the number that every input has on its other side:
    /// one position is training data for all of them.
    pub fn images(&self) -> &[(Symmetry, Vec<u32>)] {
        &self.images
    }

    /// What the inputs mean, in a line: networks can be used where this is the same.
    pub fn signature(&self) -> String {
        let mut text = format!("v{}", self.version);
        for plane in &self.planes {
            // Writing to a string cannot fail.
            let _ = write!(text, ", {} {}", plane.name, self.size_of(plane));
        }
        text
    }

    /// Writes the inputs of a position into [`n_words`](Inputs::n_words) words, whatever was in them.
    #[inline]
    pub fn write(&self, pos: &P, words: &mut [u64]) {
        (self.write)(pos, words);
    }

    /// The inputs of a position in words of their own.
    pub fn words(&self, pos: &P) -> Vec<u64> {
        let mut words = vec![0; self.n_words()];
        self.write(pos, &mut words);
        words
    }
}

impl<P> Debug for Inputs<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inputs").field("version", &self.version).field("planes", &self.planes).finish()
    }
}

/// The words with every input moved to the number that `image` has for it (see [`Inputs::images`]).
pub fn carried(words: &[u64], image: &[u32]) -> Vec<u64> {
    let mut moved = vec![0; words.len()];
    each_input(words, |input| set(&mut moved, image[input] as usize));
    moved
}

/// Shows the number of every input that is on, in ascending order.
#[inline]
pub fn each_input(words: &[u64], mut visit: impl FnMut(usize)) {
    for (index, &word) in words.iter().enumerate() {
        let mut left = word;
        while left != 0 {
            visit(64 * index + left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }
}

/// Switches an input on.
#[inline]
fn set(words: &mut [u64], input: usize) {
    words[input / 64] |= 1 << (input % 64);
}

/// Where a turn of the board takes every input; `None` if it takes a cell where there is none.
fn image(cells: &[(usize, usize)], planes: &[Plane], turn: Turn) -> Option<Vec<u32>> {
    let turned = turned_cells(cells, turn)?;
    let mut image = Vec::new();
    for plane in planes {
        let first = image.len();
        match plane.extent {
            Extent::Cells => image.extend(turned.iter().map(|&cell| (first + cell) as u32)),
            Extent::Levels(n_levels) => image.extend((first..first + n_levels).map(|input| input as u32)),
        }
    }
    Some(image)
}

/// The number of the cell to which a turn takes each cell.
fn turned_cells(cells: &[(usize, usize)], turn: Turn) -> Option<Vec<usize>> {
    let rows = cells.iter().map(|&(row, _)| row + 1).max()?;
    let cols = cells.iter().map(|&(_, col)| col + 1).max()?;
    let numbers: HashMap<(usize, usize), usize> = cells.iter().copied().zip(0..).collect();
    cells.iter().map(|&place| numbers.get(&turn.apply(rows, cols, place)).copied()).collect()
}

/* Inputs without a line of code: read off the pictures. */

/// So many random games show what there is to see in a game.
const SAMPLE_GAMES: u64 = 8;
/// And about so many positions of each.
const SAMPLE_POSITIONS: usize = 64;
/// More pieces in a hand than this look like this many.
const MOST_LEVELS: usize = 64;
/// Raised when derived inputs change their meaning.
const DERIVED_VERSION: u32 = 1;

/// How the second player sees the board, as far as a game tells without being asked.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    /// The number of the cell that the second player sees in the place of each cell.
    pub turned: Option<Vec<usize>>,
    /// Whether an input says who is to move: needed where the rules are not known to be the same for both.
    tells_mover: bool,
}

impl Seat {
    pub fn of<G: Game>(game: &G, view: &View) -> Seat {
        let symmetries = game.symmetries();
        let swapping = |turn: Option<Turn>| {
            let fits = |symmetry: &&Symmetry| turn.is_none_or(|turn| symmetry.turn == turn);
            symmetries.iter().filter(|symmetry| symmetry.swaps_players).find(fits)
        };
        let cells = places(view);
        // Half a turn is how people change sides; it also commutes with every other turn.
        if let Some(symmetry) = swapping(Some(Turn::Rotate180)).or_else(|| swapping(None)) {
            let turned = turned_cells(&cells, symmetry.turn);
            return Seat { tells_mover: turned.is_none(), turned };
        }
        let turned = if view.has_sides { turned_cells(&cells, Turn::Rotate180) } else { None };
        Seat { turned, tells_mover: true }
    }
}

impl<P: Position> Inputs<P> {
    /// Inputs that any game has, from its pictures: where each player's pieces of each kind are; which cells are free, if
    /// cells can be blocked; the pieces in hand; and who is to move, unless a symmetry that exchanges the players says that
    /// this does not matter. The kinds are those seen in a few random games: what only a rare game shows is not among
    /// the inputs, nor is what no picture shows.
    pub fn derived<G: Game<Position = P>>(game: &G) -> Self {
        let sample = Sample::of(game);
        let start = game.view(&game.start());
        let seat = Seat::of(game, &start);
        let cells = places(&start);
        let n_cells = cells.len();
        let mut planes = Vec::new();
        if sample.has_blocked {
            planes.push(Plane::cells("free"));
        }
        for whose in ["own", "their"] {
            planes.extend(sample.kinds.iter().map(|kind| Plane::cells(format!("{whose} {kind}"))));
        }
        for whose in ["own", "their"] {
            let hands = sample.hands.iter();
            planes.extend(hands.map(|(kind, &n)| Plane::levels(format!("{whose} {kind} in hand"), n)));
        }
        if seat.tells_mover {
            planes.push(Plane::levels("second to move", 1));
        }
        let picture = game.clone();
        let write = move |pos: &P, words: &mut [u64]| {
            words.fill(0);
            let view = picture.view(pos);
            let mover = view.to_move;
            let turned = seat.turned.as_ref().filter(|_| mover == Player::Second);
            let seen = |cell: usize| turned.map_or(cell, |turned| turned[cell]);
            let mut first = 0;
            if sample.has_blocked {
                let mut is_free: Vec<bool> = view.cells.iter().map(|cell| !cell.is_blocked).collect();
                view.pieces.iter().for_each(|piece| is_free[piece.cell] = false);
                let free = is_free.iter().enumerate().filter(|&(_, &is_free)| is_free);
                free.for_each(|(cell, _)| set(words, seen(cell)));
                first += n_cells;
            }
            for owner in [mover, mover.other()] {
                for kind in &sample.kinds {
                    let pieces = view.pieces.iter();
                    let pieces = pieces.filter(|piece| piece.owner == owner && piece.kind == *kind);
                    pieces.for_each(|piece| set(words, first + seen(piece.cell)));
                    first += n_cells;
                }
            }
            for owner in [mover, mover.other()] {
                for (kind, &n_levels) in &sample.hands {
                    let tray = view.trays.iter().find(|tray| tray.owner == owner && tray.kind == *kind);
                    let count = tray.map_or(0, |tray| tray.count.min(n_levels));
                    (first..first + count).for_each(|input| set(words, input));
                    first += n_levels;
                }
            }
            if seat.tells_mover && mover == Player::Second {
                set(words, first);
            }
        };
        Inputs::new(game, DERIVED_VERSION, cells, planes, write)
    }
}

fn places(view: &View) -> Vec<(usize, usize)> {
    view.cells.iter().map(|cell| (cell.row, cell.col)).collect()
}

/// What a few random games show.
struct Sample {
    kinds: BTreeSet<&'static str>,
    /// The kinds of pieces in hand, and the most of each.
    hands: BTreeMap<&'static str, usize>,
    has_blocked: bool,
}

impl Sample {
    fn of<G: Game>(game: &G) -> Sample {
        let mut sample = Sample { kinds: BTreeSet::new(), hands: BTreeMap::new(), has_blocked: false };
        let pace = 1 + game.max_plies() / SAMPLE_POSITIONS;
        for index in 0..SAMPLE_GAMES {
            let mut chance = stream(0, "inputs", index);
            let mut pos = game.start();
            for ply in 0.. {
                let mv = pos.random_move(&mut chance);
                if ply % pace == 0 || mv.is_none() {
                    sample.look(&game.view(&pos));
                }
                let Some(mv) = mv else { break };
                pos.play(mv);
            }
        }
        sample
    }

    fn look(&mut self, view: &View) {
        self.kinds.extend(view.pieces.iter().map(|piece| piece.kind));
        self.has_blocked |= view.cells.iter().any(|cell| cell.is_blocked);
        for tray in &view.trays {
            let most = self.hands.entry(tray.kind).or_insert(0);
            *most = tray.count.min(MOST_LEVELS).max(*most);
        }
    }
}
