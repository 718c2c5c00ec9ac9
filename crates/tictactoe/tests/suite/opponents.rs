//! The opponents: their exact strength, and the exact odds of tables against them.

use std::collections::{BTreeSet, HashMap};

use zermelo_game::{Player, stream};
use zermelo_tictactoe::walk::{Nodes, Walk};
use zermelo_tictactoe::{BaseCases, Board, Genes, Opponent, Rival};

use super::fraction::Fraction;
use super::reference::{self, fraction, genomes, whole};
use super::twin::{self, Cells};

/// Who plays against the opponent whose strength is told.
#[derive(Clone, Copy, PartialEq)]
enum Challenger {
    /// Any move.
    Random,
    /// The move that wins most often; among those, the one that draws most often.
    Best,
}

/// Win, draw and loss of the challenger. Boards without an answer are added to `mute`.
fn strength(
    opponent: Opponent,
    side: Player,
    challenger: Challenger,
    cells: &Cells,
    known: &mut HashMap<Cells, [Fraction; 3]>,
    mute: &mut BTreeSet<Cells>,
) -> [Fraction; 3] {
    if let Some(outcome) = twin::outcome(cells) {
        return twin::certain(side.other(), outcome);
    }
    if let Some(&odds) = known.get(cells) {
        return odds;
    }
    let is_opponents = twin::mover(cells) == 1 + side.index() as u8;
    let moves: Vec<usize> = if is_opponents {
        opponent.choices(twin::board_of(cells)).iter().map(usize::from).collect()
    } else {
        twin::empty(cells)
    };
    let mut all = Vec::new();
    for cell in moves {
        all.push(strength(opponent, side, challenger, &twin::after(cells, cell), known, mute));
    }
    let odds = if all.is_empty() {
        mute.insert(*cells);
        twin::certain(side, zermelo_game::Outcome::Draw)
    } else if is_opponents || challenger == Challenger::Random {
        twin::mean(&all)
    } else {
        all.into_iter().max_by_key(|&[win, draw, _]| (win, draw)).expect("a move")
    };
    known.insert(*cells, odds);
    odds
}

fn from_start(opponent: Opponent, side: Player, challenger: Challenger) -> ([Fraction; 3], usize) {
    let (mut known, mut mute) = (HashMap::new(), BTreeSet::new());
    let odds = strength(opponent, side, challenger, &[0; 9], &mut known, &mut mute);
    (odds, mute.len())
}

const NAMES: [(Opponent, &str); 3] = [
    (Opponent::Barrat, "barrat"),
    (Opponent::Port, "port_reset_per_game"),
    (Opponent::NeverReset, "never_reset"),
];

#[test]
fn rule_based_opponents_are_exactly_as_strong_as_the_reference_says() {
    let reference = reference::read();
    for (opponent, name) in NAMES {
        for (side, suffix) in [(Player::Second, "as_O"), (Player::First, "as_X")] {
            let facts = &reference["umg_exact_strength"][format!("{name}_{suffix}")];
            let mut n_mute = 0;
            for (challenger, key) in [(Challenger::Random, "random"), (Challenger::Best, "best")] {
                let (odds, mute) = from_start(opponent, side, challenger);
                let expected = ["opponent_win", "draw", "umg_win"].map(|end| fraction(&facts[key][end]));
                assert_eq!(odds, expected, "{name} {suffix} {key}");
                n_mute += mute;
            }
            // The reference counts such boards once for each of the two challengers.
            let expected = whole(&facts["positions_where_rule_list_yields_no_move"]);
            assert_eq!(n_mute, expected, "{name} {suffix}");
        }
    }
}

#[test]
fn openings_fare_against_them_as_the_reference_says() {
    let reference = reference::read();
    for (opponent, name) in NAMES {
        let facts = &reference["umg_exact_strength"][format!("{name}_as_O")]["best_by_opening"];
        for (opening, cell) in [("corner", 0), ("edge", 1), ("centre", 4)] {
            let start = twin::after(&[0; 9], cell);
            let (mut known, mut mute) = (HashMap::new(), BTreeSet::new());
            let [win, draw, loss] =
                strength(opponent, Player::Second, Challenger::Best, &start, &mut known, &mut mute);
            let expected: Vec<Fraction> = reference::list(&facts[opening]).iter().map(fraction).collect();
            assert_eq!(vec![win, loss, draw], expected, "{name} {opening}");
        }
    }
}

/// The table of the specification, for people who look for it here.
#[test]
fn what_random_play_wins_against_them() {
    let wins = NAMES.map(|(opponent, _)| from_start(opponent, Player::Second, Challenger::Random).0[0]);
    assert_eq!(wins, [22, 34, 214].map(|wins| Fraction::new(wins, 2835)));
    let [x, draw, o] = from_start(Opponent::Random, Player::Second, Challenger::Random).0;
    assert_eq!([x, o, draw], [Fraction::new(737, 1260), Fraction::new(121, 420), Fraction::new(8, 63)]);
}

#[test]
fn choices_are_empty_cells_and_distributions_sum_to_one() {
    for board in Board::reachable() {
        for opponent in Opponent::ALL {
            let cells = opponent.choices(board);
            assert_eq!(cells.and(board.empty()), cells, "{opponent:?} {board}");
            if board.outcome().is_some() {
                assert!(cells.is_empty(), "{opponent:?} {board}");
            } else if board.to_move() == Player::Second && opponent != Opponent::Barrat {
                assert!(!cells.is_empty(), "{opponent:?} {board}");
            }
            let sum: f64 = opponent.distribution(board).map(|(_, share)| share).sum();
            assert!(cells.is_empty() || (sum - 1.0).abs() < 1e-12, "{opponent:?} {board}");
        }
    }
}

/// One board for each rule and each difference, worked out by hand.
#[test]
fn every_rule_has_its_turn() {
    use Opponent::{Barrat, NeverReset, Port};
    for (opponent, board, expected, rule) in [
        (Port, "100000000", &[4][..], "1: the centre"),
        (Port, "000010000", &[0, 2, 6, 8], "1: a corner"),
        (NeverReset, "100000000", &[1, 3, 5, 7], "7: rule 1 is over"),
        (NeverReset, "000010000", &[1, 3, 5, 7], "7: rule 1 is over"),
        (Port, "110022100", &[3], "2: a win comes before a block"),
        (Port, "110020000", &[2], "3: a block"),
        (Port, "100020001", &[2, 6], "4: the centre is taken, by itself"),
        (Barrat, "100020001", &[1, 3, 5, 7], "7: not by the opponent"),
        (NeverReset, "100020001", &[1, 3, 5, 7], "7: rule 4 is over"),
        (Barrat, "200010001", &[2, 6], "4: by the opponent"),
        (Port, "010020010", &[0, 2, 6, 8], "4: the second own move"),
        (Barrat, "010020010", &[0, 2, 6, 8], "5: an edge"),
        (Port, "220211011", &[2], "2: of two lines the row comes first"),
        (Barrat, "220211011", &[6], "2: the column comes first"),
        (Port, "121010212", &[3, 5], "7: an edge, but no corner is empty"),
        (Barrat, "121010212", &[], "5: nor is there one"),
    ] {
        let cells = opponent.choices(Board::read(board).expect("a board"));
        let cells: Vec<u8> = cells.iter().collect();
        assert_eq!(cells, expected, "{opponent:?} {board} {rule}");
    }
    assert_eq!(NeverReset.in_game(0), Port);
    assert_eq!(NeverReset.in_game(1), NeverReset);
    assert_eq!(Barrat.in_game(0), Barrat);
}

fn exact(cases: &BaseCases, opponent: Opponent, player: Player, genes: &Genes) -> [Fraction; 3] {
    let nodes = if opponent.is_symmetric() { Nodes::BaseCases } else { Nodes::Boards };
    Walk::new(cases, player, nodes, |board| opponent.choices(board)).ends(genes)
}

#[test]
fn genomes_have_the_odds_of_the_reference() {
    let (reference, cases) = (reference::read(), BaseCases::new());
    for (name, genes, facts) in genomes(&cases, &reference) {
        for (opponent, key) in [
            (Opponent::Random, "first_vs_random"),
            (Opponent::NeverReset, "first_vs_umg_never_reset"),
            (Opponent::Port, "first_vs_umg_reset_per_game"),
        ] {
            let expected = ["win", "draw", "loss"].map(|end| fraction(&facts[key][end]));
            assert_eq!(exact(&cases, opponent, Player::First, &genes), expected, "{name} {key}");
            let odds = Rival::new(&cases, opponent, Player::First).odds(&genes, 1);
            for (odds, expected) in [odds.win, odds.draw, odds.loss].into_iter().zip(expected) {
                assert!((odds - expected.float()).abs() < 1e-12, "{name} {key}: {odds} {expected:?}");
            }
        }
    }
}

#[test]
fn the_walk_agrees_with_recursion_over_every_line() {
    let (reference, cases) = (reference::read(), BaseCases::new());
    let orientation = twin::Orientation::new(&reference);
    let mut chance = stream(6, "tables", 0);
    for player in Player::BOTH {
        for opponent in Opponent::ALL {
            let nodes = if opponent.is_symmetric() { Nodes::BaseCases } else { Nodes::Boards };
            let walk: Walk<Fraction> = Walk::new(&cases, player, nodes, |board| opponent.choices(board));
            let rival = Rival::new(&cases, opponent, player);
            for _ in 0..40 {
                let genes = cases.random_genes(&mut chance);
                let expected = twin::odds(&orientation, player, &genes, opponent, &[0; 9]);
                assert_eq!(walk.ends(&genes), expected, "{player:?} {opponent:?}");
                let odds = rival.odds(&genes, 1);
                for (odds, expected) in [odds.win, odds.draw, odds.loss].into_iter().zip(expected) {
                    assert!((odds - expected.float()).abs() < 1e-12, "{player:?} {opponent:?}");
                }
            }
        }
    }
}

#[test]
fn the_first_game_of_an_opponent_that_never_resets_is_the_ports() {
    let cases = BaseCases::new();
    let mut chance = stream(7, "tables", 0);
    let [port, never] =
        [Opponent::Port, Opponent::NeverReset].map(|who| Rival::new(&cases, who, Player::First));
    let mut n_differing = 0;
    for _ in 0..100 {
        let genes = cases.random_genes(&mut chance);
        assert_eq!(never.odds(&genes, 0), port.odds(&genes, 0));
        assert_eq!(port.odds(&genes, 5), port.odds(&genes, 0));
        n_differing += usize::from(never.odds(&genes, 1) != never.odds(&genes, 0));
    }
    assert!(n_differing > 30, "{n_differing}");
}
