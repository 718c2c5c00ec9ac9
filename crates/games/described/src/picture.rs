//! What is drawn of the board, as far as the rules alone say it. A text that is only being written is drawn from them too, without
//! opening the game.

use zermelo_any::{StartBoard, StartPiece};
use zermelo_board::bits::Bits;
use zermelo_game::{Cell, Player, grid};

use crate::intern::tints;
use crate::rules::{Goal, GoalResult, Rules, Stone, Test, Whither};
use crate::shape::Form;

/// A cell that is there.
pub(crate) fn cell(rules: &Rules, bit: usize) -> Cell {
    let name = rules.shape.name(bit, rules.counts_from_top);
    Cell { home: home(rules, bit), ..rules.shape.picture(bit, name) }
}

/// What people call the columns and the rows.
pub(crate) fn labels(rules: &Rules) -> [Vec<String>; 2] {
    let shape = &rules.shape;
    if shape.form != Form::Squares {
        return Default::default();
    }
    let falls = rules.placings.iter().any(|placing| placing.whither == Whither::Columns);
    let column = |col: usize| if falls { (col + 1).to_string() } else { grid::column_name(col) };
    let number = |row: usize| if rules.counts_from_top { row + 1 } else { shape.rows - row };
    [(0..shape.cols).map(column).collect(), (0..shape.rows).map(|row| number(row).to_string()).collect()]
}

/// The board at the start.
pub(crate) fn start_board(rules: &Rules) -> StartBoard {
    let cells = rules.shape.board.cells().enumerate();
    let pieces = cells.filter_map(|(cell, bit)| {
        let stone = rules.start.iter().find(|stone| stone.bit == bit)?;
        let kind = &rules.kinds[stone.kind];
        let letter = kind.letters[stone.player.index()];
        Some(StartPiece { cell, kind: kind.name.clone(), letter, owner: stone.player })
    });
    let counted = rules.kinds.iter().filter_map(|kind| Some((kind.name.clone(), kind.hand?)));
    let trays = |owner: Player| counted.clone().map(move |(kind, count)| (owner, kind, count));
    let [columns, rows] = labels(rules);
    StartBoard {
        cells: rules.shape.board.cells().map(|bit| cell(rules, bit)).collect(),
        columns,
        rows,
        pieces: pieces.collect(),
        trays: Player::BOTH.into_iter().flat_map(trays).collect(),
        counts: counts(rules),
        has_sides: rules.has_sides,
        tints: tints(&rules.players),
    }
}

/// How many pieces each player has at the start of those that a goal counts, if it counts any.
fn counts(rules: &Rules) -> Option<[usize; 2]> {
    let counted = |goal: &Goal| match goal.result {
        GoalResult::MostPieces(kind) => Some(kind),
        _ => None,
    };
    let kind = rules.goals.iter().find_map(counted)?;
    let own = |player: Player| {
        let counts = |stone: &&Stone| stone.player == player && kind.is_none_or(|kind| stone.kind == kind);
        rules.start.iter().filter(counts).count()
    };
    Some(Player::BOTH.map(own))
}

/// Whose home a cell is: the other player wins by reaching it, or it is one of the sides that the player has to connect.
fn home(rules: &Rules, bit: usize) -> Option<Player> {
    let reaches = |player: Player| {
        rules.goals.iter().any(|goal| match &goal.test {
            Test::Reach { zones, .. } => {
                goal.subject.is_none_or(|subject| subject == player) && zones[player.index()].has(bit)
            }
            _ => false,
        })
    };
    // A side that a player has to connect is that player's.
    let connects = |player: Player| {
        rules.goals.iter().any(|goal| match &goal.test {
            Test::Connect { sides, .. } => {
                goal.subject == Some(player) && sides.iter().any(|side| side.has(bit))
            }
            _ => false,
        })
    };
    match (Player::BOTH.map(reaches), Player::BOTH.map(connects)) {
        ([true, false], _) | (_, [false, true]) => Some(Player::Second),
        ([false, true], _) | (_, [true, false]) => Some(Player::First),
        _ => None,
    }
}
