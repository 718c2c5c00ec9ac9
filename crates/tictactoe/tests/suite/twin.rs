//! Slow twins, from the rules of the game and the words of the specification: nothing is shared with what
//! they check but the board as nine digits, the opponents' choices and the genes.

use std::collections::{BTreeSet, HashMap};

use serde_json::Value;
use zermelo_game::{Outcome, Player};
use zermelo_tictactoe::{Board, Genes, Opponent, Tally};

use super::fraction::Fraction;
use super::reference;

/// Nine cells: 0 empty, 1 X, 2 O.
pub type Cells = [u8; 9];

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

pub fn cells_of(board: Board) -> Cells {
    let digits: Vec<u8> = board.to_string().bytes().map(|digit| digit - b'0').collect();
    digits.try_into().expect("nine digits")
}

pub fn board_of(cells: &Cells) -> Board {
    let digits: String = cells.iter().map(|&cell| char::from(b'0' + cell)).collect();
    Board::read(&digits).expect("a board")
}

/// 1 and 2 to move.
pub fn mover(cells: &Cells) -> u8 {
    1 + (cells.iter().filter(|&&cell| cell > 0).count() % 2) as u8
}

pub fn outcome(cells: &Cells) -> Option<Outcome> {
    for (digit, player) in [(1, Player::First), (2, Player::Second)] {
        if LINES.iter().any(|line| line.iter().all(|&cell| cells[cell] == digit)) {
            return Some(Outcome::Win(player));
        }
    }
    (!cells.contains(&0)).then_some(Outcome::Draw)
}

pub fn after(cells: &Cells, cell: usize) -> Cells {
    assert_eq!(cells[cell], 0, "{cells:?} {cell}");
    let mut next = *cells;
    next[cell] = mover(cells);
    next
}

pub fn empty(cells: &Cells) -> Vec<usize> {
    (0..9).filter(|&cell| cells[cell] == 0).collect()
}

/// The value for X: 1, 0 or -1.
pub fn value(cells: &Cells) -> i32 {
    match outcome(cells) {
        Some(Outcome::Win(Player::First)) => 1,
        Some(Outcome::Win(Player::Second)) => -1,
        Some(Outcome::Draw) => 0,
        None => {
            let values = empty(cells).into_iter().map(|cell| value(&after(cells, cell)));
            if mover(cells) == 1 { values.max() } else { values.min() }.expect("a move")
        }
    }
}

/// The lowest of the best cells for the side to move; `None` once the game is over.
pub fn best_cell(board: Board) -> Option<u8> {
    let cells = cells_of(board);
    if outcome(&cells).is_some() {
        return None;
    }
    let best = value(&cells);
    let cell = empty(&cells).into_iter().find(|&cell| value(&after(&cells, cell)) == best);
    cell.map(|cell| cell as u8)
}

/// Where each board finds its gene, and the permutation that goes with it, as the reference words it.
pub struct Orientation {
    places: HashMap<Cells, (usize, [usize; 9])>,
}

impl Orientation {
    pub fn new(reference: &Value) -> Orientation {
        let permutations = reference::list(&reference["genome_fixtures"]["orientation_permutations"]);
        let mut all = vec![[0, 1, 2, 3, 4, 5, 6, 7, 8]];
        all.extend(
            permutations.iter().map(|list| <[usize; 9]>::try_from(reference::wholes(list)).expect("nine")),
        );
        let mut places = HashMap::new();
        for (gene, base) in reference::base_cases(reference).into_iter().enumerate() {
            let base = cells_of(base);
            for permutation in &all {
                places.entry(permutation.map(|from| base[from])).or_insert((gene, *permutation));
            }
        }
        Orientation { places }
    }

    pub fn gene(&self, cells: &Cells) -> Option<usize> {
        self.places.get(cells).map(|place| place.0)
    }

    /// The cell that the genes play.
    pub fn cell(&self, genes: &Genes, cells: &Cells) -> usize {
        let (gene, permutation) = self.places[cells];
        let allele = usize::from(genes[gene]);
        permutation.iter().position(|&from| from == allele).expect("a cell of the board")
    }
}

/// Every game of a table, one by one, and the genes it asks on the way.
pub fn tally(orientation: &Orientation, player: Player, genes: &Genes, asked: &mut BTreeSet<usize>) -> Tally {
    fn count(
        orientation: &Orientation,
        player: Player,
        genes: &Genes,
        cells: &Cells,
        tally: &mut Tally,
        asked: &mut BTreeSet<usize>,
    ) {
        match outcome(cells) {
            Some(Outcome::Win(winner)) if winner == player => tally.wins += 1,
            Some(Outcome::Win(_)) => tally.losses += 1,
            Some(Outcome::Draw) => tally.draws += 1,
            None if mover(cells) == 1 + player.index() as u8 => {
                if empty(cells).len() > 1 {
                    asked.insert(orientation.gene(cells).expect("reachable"));
                }
                let cell = orientation.cell(genes, cells);
                count(orientation, player, genes, &after(cells, cell), tally, asked);
            }
            None => {
                for cell in empty(cells) {
                    count(orientation, player, genes, &after(cells, cell), tally, asked);
                }
            }
        }
    }
    let mut tally = Tally::default();
    count(orientation, player, genes, &[0; 9], &mut tally, asked);
    tally
}

/// Win, draw and loss of a table against an opponent, by recursion over the tree with fractions.
pub fn odds(
    orientation: &Orientation,
    player: Player,
    genes: &Genes,
    opponent: Opponent,
    cells: &Cells,
) -> [Fraction; 3] {
    if let Some(outcome) = outcome(cells) {
        return certain(player, outcome);
    }
    if mover(cells) == 1 + player.index() as u8 {
        let cell = orientation.cell(genes, cells);
        return odds(orientation, player, genes, opponent, &after(cells, cell));
    }
    let choices: Vec<u8> = opponent.choices(board_of(cells)).iter().collect();
    if choices.is_empty() {
        return certain(player, Outcome::Draw);
    }
    let odds = choices
        .iter()
        .map(|&cell| odds(orientation, player, genes, opponent, &after(cells, usize::from(cell))));
    mean(&odds.collect::<Vec<_>>())
}

/// Win, draw and loss when that is how it ended.
pub fn certain(player: Player, outcome: Outcome) -> [Fraction; 3] {
    let (zero, one) = (Fraction::ZERO, Fraction::ONE);
    match outcome.winner() {
        Some(winner) if winner == player => [one, zero, zero],
        Some(_) => [zero, zero, one],
        None => [zero, one, zero],
    }
}

pub fn mean(list: &[[Fraction; 3]]) -> [Fraction; 3] {
    [0, 1, 2].map(|end| list.iter().fold(Fraction::ZERO, |sum, odds| sum + odds[end]) / list.len())
}
