//! Which cells of the board are used.

use serde::{Deserialize, Serialize};

use super::estimate::Estimate;
use super::probe::CellPlace;
use super::trace::Trace;

/// The use of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellUse {
    /// The cell.
    pub cell: CellPlace,
    /// The share of positions in which a piece stands on it.
    pub occupied: f64,
    /// The share of moves that go to it.
    pub targets: f64,
    /// The share of games in which anything ever stood on it or came to it.
    pub used: Option<Estimate>,
    /// The same when moves are random.
    pub used_at_random: Option<Estimate>,
}

impl CellUse {
    /// Whether good players never use it, though they could.
    pub fn is_dead(&self) -> bool {
        !self.cell.is_wall && self.used.is_some_and(|used| used.value == 0.0)
    }
}

/// The use of every cell in games, beside random ones.
pub fn use_of_cells(cells: Vec<CellPlace>, traces: &[Trace], random: &[Trace]) -> Vec<CellUse> {
    let n_positions: u64 = traces.iter().map(|trace| trace.n_plies() as u64 + 1).sum();
    let n_moves: u64 = traces.iter().map(|trace| trace.n_plies() as u64).sum();
    let share = |count: u64, of: u64| if of == 0 { 0.0 } else { count as f64 / of as f64 };
    (cells.into_iter().enumerate())
        .map(|(index, cell)| {
            let is_used = |trace: &&Trace| {
                trace.occupied.get(index).is_some_and(|&count| count > 0) || trace.targets.contains(&index)
            };
            let used = |traces: &[Trace]| {
                Estimate::share(traces.iter().filter(is_used).count() as u64, traces.len() as u64)
            };
            let occupied: u64 = traces
                .iter()
                .filter_map(|trace| trace.occupied.get(index))
                .map(|&count| u64::from(count))
                .sum();
            let targets =
                traces.iter().flat_map(|trace| &trace.targets).filter(|&&target| target == index).count();
            CellUse {
                cell,
                occupied: share(occupied, n_positions),
                targets: share(targets as u64, n_moves),
                used: used(traces),
                used_at_random: used(random),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use zermelo_game::Outcome;

    use super::super::trace::tests::game;
    use super::*;

    fn cell(name: &str, is_wall: bool) -> CellPlace {
        CellPlace { name: name.to_owned(), row: 0, column: 0, polygon: Vec::new(), is_wall }
    }

    #[test]
    fn a_cell_is_dead_if_nothing_ever_comes_to_it() {
        // Two games of two moves each: three positions each.
        let one =
            Trace { targets: vec![0, 1], occupied: vec![2, 1, 0, 0], ..game(Outcome::Draw, &[4, 3], &[]) };
        let other = Trace { targets: vec![0, 0], occupied: vec![2, 0, 0, 0], ..one.clone() };
        let random = Trace { targets: vec![2, 0], occupied: vec![1, 0, 2, 0], ..one.clone() };
        let cells = vec![cell("a", false), cell("b", false), cell("c", false), cell("wall", true)];
        let uses = use_of_cells(cells, &[one, other], &[random]);
        let numbers: Vec<(f64, f64)> = uses.iter().map(|cell| (cell.occupied, cell.targets)).collect();
        assert_eq!(numbers, [(4.0 / 6.0, 0.75), (1.0 / 6.0, 0.25), (0.0, 0.0), (0.0, 0.0)]);
        let dead: Vec<bool> = uses.iter().map(CellUse::is_dead).collect();
        assert_eq!(dead, [false, false, true, false]);
        assert_eq!(uses[1].used.map(|used| (used.value, used.n)), Some((0.5, 2)));
        assert_eq!(uses[2].used_at_random.map(|used| used.value), Some(1.0));
    }
}
