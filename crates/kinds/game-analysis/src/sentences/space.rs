//! What there is to choose from: moves, and cells of the board.

use super::super::board::CellUse;
use super::super::result::AnalysisResult;
use super::super::words::{names, number, percent, plural};
use super::course::at_strongest;
use super::{CHOICES, GAP};

/// In how many positions there is a choice.
pub(super) fn choices(portrait: &AnalysisResult) -> Option<String> {
    let branching = portrait.branching.as_ref()?;
    let (choices, moves) = (branching.choices?, branching.moves?);
    let verdict = if choices.high < CHOICES { "Many moves are forced: only " } else { "" };
    Some(format!(
        "{verdict}{} of positions {} have more than one legal move; mean number of legal moves {}.",
        percent(choices),
        at_strongest(portrait),
        number(moves)
    ))
}

/// How clear choices are.
pub(super) fn clarity(portrait: &AnalysisResult) -> Option<String> {
    let clarity = portrait.clarity.as_ref()?;
    let (gap, only, near) = (clarity.gap?, clarity.only_moves?, clarity.near_best?);
    let [hard, plain] = GAP;
    let verdict = if gap.high < hard {
        "The better moves hardly differ: the"
    } else if gap.low > plain {
        "The best move stands out: the"
    } else {
        "The"
    };
    Some(format!(
        "{verdict} mean gap in expected score between the best and the second-best move is {} points; {} moves are within {:.0} \
         points of the best on average, and in {} of choices only the best one is.",
        number(gap.times(100.0)),
        number(near),
        100.0 * clarity.near,
        percent(only)
    ))
}

/// Whether all of the board is used.
pub(super) fn board(portrait: &AnalysisResult) -> Option<String> {
    let n_cells = portrait.board.iter().filter(|cell| !cell.cell.is_wall).count();
    let dead: Vec<&CellUse> = portrait.board.iter().filter(|cell| cell.is_dead()).collect();
    let at = at_strongest(portrait);
    if n_cells == 0 {
        return None;
    }
    let all = plural(n_cells as u64, "cell", "cells");
    if dead.is_empty() {
        return Some(format!("Every cell of the board is used {at} ({all})."));
    }
    let cells: Vec<&str> = dead.iter().map(|cell| cell.cell.name.as_str()).collect();
    let are = if dead.len() == 1 { "is" } else { "are" };
    let n_known = dead.iter().filter(|cell| cell.used_at_random.is_some()).count();
    let n_used = dead.iter().filter(|cell| cell.used_at_random.is_some_and(|used| used.value > 0.0)).count();
    let random = match (n_known, n_used, dead.len()) {
        (0, ..) => String::new(),
        (_, 0, 1) => "; random moves do not use it either".to_owned(),
        (_, 1, 1) => "; random moves use it".to_owned(),
        (_, 0, _) => "; random moves use none of them either".to_owned(),
        (_, n, all) if n == all => "; random moves use all of them".to_owned(),
        (_, n, _) => format!("; random moves use {n} of them"),
    };
    Some(format!("{} of {all} {are} never used {at} ({}){random}.", dead.len(), names(&cells)))
}
