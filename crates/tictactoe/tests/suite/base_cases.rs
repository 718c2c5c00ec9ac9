//! The genes: their order, what they may hold, and what a table plays by them.

use zermelo_game::{Outcome, Player, stream};
use zermelo_tictactoe::base_case::NO_CELL;
use zermelo_tictactoe::board::N_CODES;
use zermelo_tictactoe::{BaseCase, BaseCases, Board, N_GENES, Table, TableError};

use super::reference::{self, base_cases, whole, wholes};
use super::twin;

#[test]
fn the_order_of_genes_is_the_references() {
    let found: Vec<Board> = BaseCases::new().all().iter().map(BaseCase::board).collect();
    let expected = base_cases(&reference::read());
    assert_eq!(expected.len(), N_GENES);
    assert_eq!(found, expected);
}

#[test]
fn classes_are_as_many_as_the_reference_says() {
    let (reference, cases) = (reference::read(), BaseCases::new());
    let count = |is: &dyn Fn(&&_) -> bool| cases.all().iter().filter(is).count();
    let split = &reference["classes_split"];
    let won_by = |player| count(&|case| case.outcome() == Some(Outcome::Win(player)));
    assert_eq!(count(&|case| case.to_move() == Some(Player::First)), 338);
    assert_eq!(count(&|case| case.to_move() == Some(Player::Second)), 289);
    assert_eq!(count(&|case| case.to_move().is_none()), 138);
    assert_eq!(won_by(Player::First), whole(&split["x_wins"]));
    assert_eq!(won_by(Player::Second), whole(&split["o_wins"]));
    assert_eq!(count(&|case| case.outcome() == Some(Outcome::Draw)), whole(&split["draws"]));
    assert_eq!(count(&|case| case.is_full()), whole(&split["full_boards"]));
    let by_stones: Vec<usize> =
        (0..=9).map(|stones| count(&|case| case.board().n_stones() == stones)).collect();
    assert_eq!(by_stones, wholes(&reference["classes_by_ply"]));
    for (player, key) in
        [(Player::First, "x_to_move_classes_by_ply"), (Player::Second, "o_to_move_classes_by_ply")]
    {
        for (stones, expected) in reference["genome"][key].as_object().expect("counts by stones") {
            let stones: usize = stones.parse().expect("a number");
            let found = count(&|case| case.to_move() == Some(player) && case.board().n_stones() == stones);
            assert_eq!(found, whole(expected), "{key} {stones}");
        }
    }
}

#[test]
fn alleles_are_the_empty_cells_and_full_boards_come_last() {
    let (reference, cases) = (reference::read(), BaseCases::new());
    for (gene, case) in cases.all().iter().enumerate() {
        let empty: Vec<u8> = case.board().empty().iter().collect();
        assert_eq!(case.is_full(), gene >= N_GENES - 15, "{gene}");
        assert_eq!(case.alleles(), if case.is_full() { &[NO_CELL][..] } else { &empty }, "{gene}");
    }
    let log10 = |is: &dyn Fn(&&_) -> bool| -> f64 {
        cases.all().iter().filter(is).map(|case| (case.alleles().len() as f64).log10()).sum()
    };
    for (found, key) in [
        (log10(&|case| case.to_move().is_some()), "log10_size_nonterminal"),
        (log10(&|case| case.to_move() == Some(Player::First)), "log10_size_first_player"),
    ] {
        let expected = reference["genome"][key].as_f64().expect("a number");
        assert!((found - expected).abs() < 1e-9, "{key}: {found} instead of {expected}");
    }
}

/// On every board that a game leads to, also where several turns would do.
#[test]
fn a_table_plays_the_cell_that_the_first_fitting_turn_gives() {
    let (reference, cases) = (reference::read(), BaseCases::new());
    let orientation = twin::Orientation::new(&reference);
    let mut chance = stream(1, "tables", 0);
    let boards = Board::reachable();
    assert_eq!(boards.len(), whole(&reference["positions_reachable"]));
    for _ in 0..20 {
        let table = Table::random(&cases, &mut chance);
        for &board in &boards {
            let cells = twin::cells_of(board);
            assert_eq!(cases.gene(board), orientation.gene(&cells), "{board}");
            match twin::outcome(&cells) {
                None => {
                    let expected = orientation.cell(table.genes(), &cells) as u8;
                    assert_eq!(table.cell(&cases, board), Some(expected), "{board}");
                    assert!(board.empty().has(expected), "{board}");
                }
                Some(_) => assert_eq!(table.cell(&cases, board), None, "{board}"),
            }
        }
    }
    let orphan = Board::read("111222000").expect("a board");
    assert_eq!(cases.gene(orphan), None, "both have a line: no game leads there");
}

#[test]
fn boards_follow_the_rules() {
    let mut codes = vec![false; N_CODES];
    for board in Board::reachable() {
        let cells = twin::cells_of(board);
        assert_eq!(Board::read(&board.to_string()), Some(board));
        assert_eq!(twin::board_of(&cells), board);
        assert_eq!(board.outcome(), twin::outcome(&cells), "{board}");
        assert_eq!(1 + board.to_move().index() as u8, twin::mover(&cells), "{board}");
        let code = cells.iter().rev().fold(0, |code, &cell| 3 * code + usize::from(cell));
        assert_eq!(board.code(), code, "{board}");
        assert!(!std::mem::replace(&mut codes[code], true), "{board} is listed twice");
    }
    for text in ["", "00000000", "0000000000", "000030000", "110000000", "200000000"] {
        assert_eq!(Board::read(text), None, "{text}");
    }
}

#[test]
fn a_table_reads_what_it_writes() {
    let cases = BaseCases::new();
    let table = Table::random(&cases, &mut stream(2, "tables", 0));
    let text = table.to_string();
    assert_eq!(text.len(), N_GENES);
    assert_eq!(Table::read(&cases, &text), Ok(table.clone()));
    let (head, tail) = text.split_at(400);
    assert_eq!(Table::read(&cases, &format!("  {head}\n{tail}\r\n")), Ok(table));
}

#[test]
fn what_is_no_table_is_refused_with_a_reason() {
    let cases = BaseCases::new();
    let text = Table::random(&cases, &mut stream(2, "tables", 0)).to_string();
    let said = |text: &str| Table::read(&cases, text).expect_err("no table").to_string();
    assert_eq!(said(&text[1..]), "a tic-tac-toe table has 765 genes, but found 764");
    assert_eq!(said(""), "a tic-tac-toe table has 765 genes, but found 0");
    assert_eq!(said(&format!("0x{}", &text[2..])), "gene 2 of 765 is `x`: expected a digit");
    assert_eq!(
        said(&format!("00{}", &text[2..])),
        "gene 2 of 765 is 0, but its board 100000000 (0 empty, 1 X, 2 O) allows only [1, 2, 3, 4, 5, 6, 7, 8]"
    );
    let last = format!("{}0", &text[..N_GENES - 1]);
    assert!(matches!(Table::read(&cases, &last), Err(TableError::NotAllowed { gene: 764, .. })));
    assert_eq!(
        Table::new(&cases, &[255; N_GENES])
            .map(|_| ())
            .map_err(|error| matches!(error, TableError::NotAllowed { gene: 0, .. })),
        Err(true)
    );
}
