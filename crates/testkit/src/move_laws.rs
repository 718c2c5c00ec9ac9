//! What a picture of a move says is what happens on the board, and nothing else happens.
//!
//! The law looks at the pictures before and after a move, never at rules, so it can be tried on pictures that no game has drawn yet.

use std::collections::BTreeSet;
use std::fmt::Debug;

use zermelo_game::{Cell, MoveView, Piece, Player, View};

/// Checks that `mv`, made by `mover`, is all that `after` differs in from `before`. `after` follows `before`
/// (see [`View::follow`]). The error names the law that is broken.
pub fn move_is_seen(mover: Player, before: &View, mv: &MoveView, after: &View) -> Result<(), String> {
    let law = Seen { mover, before, mv, after };
    law.cells_are_there()?;
    law.piece_moves()?;
    law.pieces_are_taken()?;
    law.pieces_are_turned()?;
    law.holes_appear()?;
    law.others_stay()?;
    law.last_move_is_shown()
}

struct Seen<'a> {
    mover: Player,
    before: &'a View,
    mv: &'a MoveView,
    after: &'a View,
}

fn on(view: &View, cell: usize) -> Option<&Piece> {
    view.pieces.iter().find(|piece| piece.cell == cell)
}

fn holds(law: &str, is_true: bool) -> Result<(), String> {
    if is_true { Ok(()) } else { Err(law.to_owned()) }
}

fn same<T: PartialEq + Debug>(law: &str, a: T, b: T) -> Result<(), String> {
    if a == b { Ok(()) } else { Err(format!("{law}: {a:?} and {b:?}")) }
}

impl Seen<'_> {
    fn cells_are_there(&self) -> Result<(), String> {
        let Seen { before, mv, .. } = *self;
        holds("a move touches cells of the board", mv.cells().all(|cell| cell < before.cells.len()))?;
        for (what, cells) in [("taken", &mv.captured), ("turned over", &mv.turned), ("blocked", &mv.holes)] {
            let different: BTreeSet<usize> = cells.iter().copied().collect();
            same(&format!("no cell is {what} twice"), different.len(), cells.len())?;
        }
        let moves_nothing = mv.from.is_none() && mv.column.is_none() && mv.path.is_empty();
        holds("what leaves a cell comes to one", mv.to.is_some() || moves_nothing)?;
        holds("only a piece on the board has a way", mv.path.is_empty() || mv.from.is_some())?;
        for &cell in &mv.path {
            let is_free = on(before, cell).is_none() || mv.captured.contains(&cell) || mv.from == Some(cell);
            holds("a piece rests on free cells on its way", is_free && !before.cells[cell].is_blocked)?;
        }
        Ok(())
    }

    fn piece_moves(&self) -> Result<(), String> {
        let Seen { before, mv, after, .. } = *self;
        let Some(to) = mv.to else { return Ok(()) };
        let Some(moved) = on(after, to) else {
            return Err("a moved piece is where the move says".to_owned());
        };
        same("a moved piece is the mover's", self.mover, moved.owner)?;
        let Some(from) = mv.from else {
            let is_new = before.pieces.iter().all(|piece| piece.id != moved.id);
            return holds("a new piece has a new id", is_new);
        };
        let Some(was) = on(before, from) else {
            return Err("a moved piece was where the move says".to_owned());
        };
        same("a moved piece was the mover's", self.mover, was.owner)?;
        same("a moved piece keeps its id", was.id, moved.id)?;
        holds("a moved piece leaves its cell", from == to || on(after, from).is_none())
    }

    fn pieces_are_taken(&self) -> Result<(), String> {
        let Seen { before, mv, after, .. } = *self;
        for &cell in &mv.captured {
            let Some(taken) = on(before, cell) else {
                return Err("a piece is taken where one was".to_owned());
            };
            same("a taken piece was the opponent's", self.mover.other(), taken.owner)?;
            let is_gone = after.pieces.iter().all(|piece| piece.id != taken.id);
            holds("a taken piece is gone", is_gone)?;
            holds(
                "nothing stands on the cell of a taken piece",
                mv.to == Some(cell) || on(after, cell).is_none(),
            )?;
        }
        Ok(())
    }

    fn pieces_are_turned(&self) -> Result<(), String> {
        let Seen { before, mv, after, .. } = *self;
        for &cell in &mv.turned {
            let is_elsewhere = mv.from != Some(cell) && mv.to != Some(cell) && !mv.captured.contains(&cell);
            holds("a piece that is turned over neither moves nor is taken", is_elsewhere)?;
            let (Some(was), Some(is)) = (on(before, cell), on(after, cell)) else {
                return Err("a piece is turned over where one was and is".to_owned());
            };
            same("a piece that is turned over changes its owner", was.owner.other(), is.owner)?;
            same("and is otherwise the same", (was.id, was.kind), (is.id, is.kind))?;
        }
        Ok(())
    }

    fn holes_appear(&self) -> Result<(), String> {
        let Seen { before, mv, after, .. } = *self;
        same("a board keeps its cells", before.cells.len(), after.cells.len())?;
        for (index, (was, is)) in before.cells.iter().zip(&after.cells).enumerate() {
            let place =
                |cell: &Cell| (cell.name.clone(), cell.polygon.clone(), cell.row, cell.col, cell.home);
            same("a cell stays where it is", place(was), place(is))?;
            let is_hole = mv.holes.contains(&index);
            same("a hole appears exactly where the move says", is_hole, is.is_blocked && !was.is_blocked)?;
            holds("a hole stays", is.is_blocked || !was.is_blocked)?;
            holds("nothing stands on a hole", !is_hole || on(after, index).is_none())?;
        }
        Ok(())
    }

    fn others_stay(&self) -> Result<(), String> {
        let Seen { before, mv, after, .. } = *self;
        let n_new = usize::from(mv.from.is_none() && mv.to.is_some());
        let n_pieces = before.pieces.len() + n_new;
        same("nothing else comes or goes", n_pieces, after.pieces.len() + mv.captured.len())?;
        for piece in &before.pieces {
            let is_other = mv.from != Some(piece.cell)
                && !mv.captured.contains(&piece.cell)
                && !mv.turned.contains(&piece.cell);
            if is_other {
                same("other pieces stay as they are", Some(piece), on(after, piece.cell))?;
            }
        }
        if mv.is_pass() {
            same("a pass leaves what is beside the board", &before.trays, &after.trays)?;
        }
        Ok(())
    }

    fn last_move_is_shown(&self) -> Result<(), String> {
        let Seen { before, mv, after, .. } = *self;
        let Some(last) = &after.last else {
            return Err("a followed view knows the last move".to_owned());
        };
        same("the last move is shown", (mv.from, mv.to, &mv.path), (last.from, last.to, &last.path))?;
        let taken: Vec<&Piece> = mv.captured.iter().filter_map(|&cell| on(before, cell)).collect();
        same("the taken pieces are shown", taken, last.captured.iter().collect())?;
        same("what it turned over and blocked is shown", (&mv.turned, &mv.holes), (&last.turned, &last.holes))
    }
}
