//! Exact counts of games, and when two tables are one strategy.

use std::collections::BTreeSet;

use zermelo_game::{Player, stream};
use zermelo_tictactoe::{BaseCases, Fitness, Genes, Sameness, Tally};

use super::reference::{self, genome, genomes, text, whole};
use super::twin;

#[test]
fn the_genomes_of_the_reference_are_made_as_it_says() {
    let (reference, cases) = (reference::read(), BaseCases::new());
    let genomes = genomes(&cases, &reference);
    assert_eq!(genomes.len(), 4);
    for (name, genes, facts) in genomes {
        let first: String = genes[..24].iter().map(ToString::to_string).collect();
        assert_eq!(first, text(&facts["first_24_alleles"]), "{name}");
        let sum: usize = (1..).zip(&genes).map(|(index, &gene)| index * usize::from(gene)).sum();
        assert_eq!(sum, whole(&facts["checksum_sum_i_times_allele"]), "{name}");
    }
}

#[test]
fn genomes_win_and_lose_as_many_games_as_the_reference_says() {
    let (reference, cases) = (reference::read(), BaseCases::new());
    let fitness = Fitness::new(&cases);
    for (name, genes, facts) in genomes(&cases, &reference) {
        for (player, key) in
            [(Player::First, "first_player_full_tree"), (Player::Second, "second_player_full_tree")]
        {
            let tally = fitness.tally(player, &genes);
            let facts = &facts[key];
            let [wins, draws, losses] = ["wins", "draws", "losses"].map(|key| whole(&facts[key]) as u32);
            assert_eq!(tally, Tally { wins, draws, losses }, "{name} {key}");
            assert_eq!(tally.games() as usize, whole(&facts["leaves"]), "{name} {key}");
            let expected = facts["fitness"].as_f64().expect("a number");
            assert!((tally.loss_share() - expected).abs() < 1e-15, "{name} {key}");
        }
        let [first, second] = Player::BOTH.map(|player| fitness.tally(player, &genes));
        assert_eq!(fitness.pooled(&genes).losses, first.losses + second.losses);
        assert_eq!(fitness.pooled(&genes).games(), first.games() + second.games());
    }
}

#[test]
fn counting_by_classes_is_counting_game_by_game() {
    let (reference, cases) = (reference::read(), BaseCases::new());
    let (orientation, fitness) = (twin::Orientation::new(&reference), Fitness::new(&cases));
    let mut chance = stream(3, "tables", 0);
    for _ in 0..150 {
        let genes = cases.random_genes(&mut chance);
        for player in Player::BOTH {
            let mut asked = BTreeSet::new();
            let tally = twin::tally(&orientation, player, &genes, &mut asked);
            assert_eq!(fitness.tally(player, &genes), tally, "{player:?}");
            let found = fitness.asked(player, &genes);
            assert_eq!(found.len(), asked.len(), "{player:?}: a gene is shown twice, or missing");
            assert_eq!(BTreeSet::from_iter(found), asked, "{player:?}");
        }
    }
}

/// The tic-tac-toe study's anchor: what random tables lose.
#[test]
fn random_tables_lose_a_third_as_first_player_and_more_as_second() {
    let cases = BaseCases::new();
    let fitness = Fitness::new(&cases);
    let mut chance = stream(4, "tables", 0);
    let mut sums = [0.0; 2];
    for _ in 0..2000 {
        let genes = cases.random_genes(&mut chance);
        for player in Player::BOTH {
            sums[player.index()] += fitness.tally(player, &genes).loss_share();
        }
    }
    let [first, second] = sums.map(|sum| sum / 2000.0);
    assert!((first - 0.328).abs() < 0.01, "{first}");
    assert!((second - 0.595).abs() < 0.01, "{second}");
}

#[test]
fn genes_that_are_never_asked_make_no_strategy() {
    let cases = BaseCases::new();
    let fitness = Fitness::new(&cases);
    let mut chance = stream(5, "tables", 0);
    for _ in 0..50 {
        let genes = cases.random_genes(&mut chance);
        for player in Player::BOTH {
            let asked = BTreeSet::from_iter(fitness.asked(player, &genes));
            let mut other = cases.random_genes(&mut chance);
            asked.iter().for_each(|&gene| other[gene] = genes[gene]);
            for sameness in [Sameness::Cells, Sameness::Symmetry] {
                let canonical = |genes: &Genes| fitness.canonical(&cases, player, genes, sameness);
                let key = |genes: &Genes| fitness.key(&cases, player, genes, sameness);
                assert_eq!(canonical(&genes), canonical(&other));
                assert_eq!(canonical(&genes), canonical(&canonical(&genes)));
                assert_eq!(fitness.tally(player, &genes), fitness.tally(player, &canonical(&genes)));
                assert_eq!(key(&genes), key(&other));
                assert_eq!(key(&genes), key(&canonical(&genes)));
            }
            // Another cell of a gene that is asked is another strategy.
            let gene = *asked.last().expect("some are asked");
            let cell = cases.all()[gene].alleles().iter().find(|&&cell| cell != genes[gene]);
            other[gene] = *cell.expect("there is a choice");
            let key = |genes| fitness.key(&cases, player, genes, Sameness::Cells);
            assert_ne!(key(&genes), key(&other));
            let canonical = |genes| fitness.canonical(&cases, player, genes, Sameness::Cells);
            assert_ne!(canonical(&genes), canonical(&other));
        }
    }
}

#[test]
fn all_corner_openings_are_one_strategy_if_symmetry_counts() {
    let cases = BaseCases::new();
    let fitness = Fitness::new(&cases);
    let mut genes = genome(&cases, "minimax_lowest");
    let n_keys = [Sameness::Cells, Sameness::Symmetry].map(|sameness| {
        let keys = [0, 2, 6, 8, 1, 4].map(|opening| {
            genes[0] = opening;
            assert_eq!(fitness.tally(Player::First, &genes).losses, 0);
            fitness.key(&cases, Player::First, &genes, sameness)
        });
        BTreeSet::from(keys).len()
    });
    assert_eq!(n_keys, [6, 3]);
    // On the empty board all corners and all edges are twins; after a corner only what its diagonal mirrors.
    let twins = [0, 1].map(|gene| [0, 1, 2, 3, 4, 5, 6, 7, 8].map(|cell| cases.all()[gene].first_twin(cell)));
    assert_eq!(twins, [[0, 1, 0, 1, 4, 1, 0, 1, 0], [0, 1, 2, 1, 4, 5, 2, 5, 8]]);
}
