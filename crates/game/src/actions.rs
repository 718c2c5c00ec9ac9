//! What a player can do, numbered: the outputs of a network that judges moves, as [`Inputs`](crate::Inputs) are what it sees.
//!
//! A number says the same to both players, as inputs do: where they sit at opposite ends, the second one counts on the board
//! turned round. Moves that are never learnt, such as Isolation's placements, have no number.
//!
//! Every game has actions: [`Actions::derived`] reads them off its pictures of moves. A game in which moves that mean the same
//! can be told by fewer numbers (a step of a piece, whatever cell it stands on) writes its own.

use std::collections::BTreeSet;
use std::fmt::{self, Debug};

use crate::inputs::Seat;
use crate::{Game, MoveView, Player, Position, stream};

/// The actions of one game: how many there are, and which one a move is.
pub struct Actions<P: Position> {
    version: u32,
    about: String,
    count: usize,
    number: Box<NumberOf<P>>,
}

type NumberOf<P> = dyn Fn(&P, <P as Position>::Move) -> Option<usize> + Send + Sync;

impl<P: Position> Actions<P> {
    /// Actions that a game numbers itself. `about` says in words what one is; `version` is raised when the same number comes to
    /// mean something else. `number` is asked for legal moves only; in one position different moves have different numbers,
    /// and either all moves have one or none has.
    pub fn new(
        version: u32,
        about: impl Into<String>,
        count: usize,
        number: impl Fn(&P, P::Move) -> Option<usize> + Send + Sync + 'static,
    ) -> Self {
        Actions { version, about: about.into(), count, number: Box::new(number) }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// What they mean, in a line: networks can be used where this is the same.
    pub fn signature(&self) -> String {
        format!("v{}, {} {}", self.version, self.about, self.count)
    }

    /// Which action a legal move is; `None` if it is none that could be learnt.
    #[inline]
    pub fn number(&self, pos: &P, mv: P::Move) -> Option<usize> {
        (self.number)(pos, mv)
    }

    /// Lists the legal moves with their numbers, in the order of the position. If one of them has no number, or the game is
    /// over, it leaves nothing in the list.
    pub fn list(&self, pos: &P, list: &mut Vec<(usize, P::Move)>) {
        list.clear();
        let mut is_whole = true;
        pos.each_move(|mv| match self.number(pos, mv) {
            Some(number) => list.push((number, mv)),
            None => is_whole = false,
        });
        if !is_whole {
            list.clear();
        }
    }
}

impl<P: Position> Debug for Actions<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Actions").field("about", &self.about).field("count", &self.count).finish()
    }
}

/* Actions without a line of code: read off the pictures. */

/// So many random games show what can be done in a game.
const SAMPLE_GAMES: u64 = 4;
/// And about so many positions of each.
const SAMPLE_POSITIONS: usize = 48;
/// Raised when derived actions change their meaning.
const DERIVED_VERSION: u32 = 1;

impl<P: Position> Actions<P> {
    /// Actions that any game has, from its pictures of moves: what kind of piece, if that is chosen; and the column, the cell it
    /// is put on, or the cells it leaves and comes to; and a pass. The kinds are those seen in a few random games. Where those
    /// show moves that differ in more (in what they take, or where they shoot), no move has a number.
    pub fn derived<G: Game<Position = P>>(game: &G) -> Self {
        let view = game.view(&game.start());
        let (seat, n_cells) = (Seat::of(game, &view), view.cells.len());
        let n_columns = view.cells.iter().map(|cell| cell.col + 1).max().unwrap_or(0);
        let forms = Forms::of(game);
        // For each kind: columns, then cells, then couples of cells, as far as the game has them.
        let size = |is_there: bool, size: usize| if is_there { size } else { 0 };
        let (columns, cells) = (size(forms.drops, n_columns), size(forms.places, n_cells));
        let of_a_kind = columns + cells + size(forms.steps, n_cells * n_cells);
        let pass = of_a_kind * forms.kinds.len();
        let count = (pass + usize::from(forms.passes)).max(1);
        let about = if forms.steps { "steps of pieces" } else { "pieces put down" };
        let picture = game.clone();
        Actions::new(DERIVED_VERSION, about, count, move |pos: &P, mv| {
            if forms.is_ambiguous {
                return None;
            }
            let mv = picture.move_view(pos, mv);
            if mv.is_pass() {
                return forms.passes.then_some(pass);
            }
            let MoveView { from, to: Some(to), column, kind, .. } = mv else { return None };
            let turned = seat.turned.as_ref().filter(|_| pos.to_move() == Player::Second);
            let seen = |cell: usize| turned.map_or(cell, |turned| turned[cell]);
            let kind = forms.kinds.iter().position(|&known| known == kind)?;
            let place = match (column, from) {
                (Some(column), _) if column < columns => column,
                (None, None) if cells > 0 => columns + seen(to),
                (None, Some(from)) if forms.steps => columns + cells + seen(from) * n_cells + seen(to),
                _ => return None,
            };
            Some(kind * of_a_kind + place)
        })
    }
}

/// What a few random games show of moves.
struct Forms {
    /// The kinds of pieces among which one chooses.
    kinds: Vec<Option<&'static str>>,
    /// Whether pieces are dropped into columns, put on cells, or moved from one to another.
    drops: bool,
    places: bool,
    steps: bool,
    passes: bool,
    /// Whether moves of one position may be alike in all that is numbered.
    is_ambiguous: bool,
}

impl Forms {
    fn of<G: Game>(game: &G) -> Forms {
        let mut kinds = BTreeSet::new();
        let (mut drops, mut places, mut steps, mut passes) = (false, false, false, false);
        let mut is_ambiguous = false;
        let pace = 1 + game.max_plies() / SAMPLE_POSITIONS;
        for index in 0..SAMPLE_GAMES {
            let mut chance = stream(0, "actions", index);
            let mut pos = game.start();
            for ply in 0.. {
                if ply % pace == 0 {
                    let mut different = BTreeSet::new();
                    pos.each_move(|mv| {
                        let seen = game.move_view(&pos, mv);
                        let place = if seen.column.is_some() { None } else { seen.to };
                        let is_alike = !different.insert((seen.kind, seen.column, seen.from, place));
                        // Two chains between the same cells are rare, and may not be among these games.
                        is_ambiguous |= is_alike || !seen.path.is_empty();
                        if seen.is_pass() {
                            passes = true;
                            return;
                        }
                        kinds.insert(seen.kind);
                        drops |= seen.column.is_some();
                        places |= seen.column.is_none() && seen.from.is_none();
                        steps |= seen.column.is_none() && seen.from.is_some();
                    });
                }
                let Some(mv) = pos.random_move(&mut chance) else { break };
                pos.play(mv);
            }
        }
        Forms { kinds: kinds.into_iter().collect(), drops, places, steps, passes, is_ambiguous }
    }
}
