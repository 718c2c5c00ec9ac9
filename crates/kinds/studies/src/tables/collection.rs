//! What many runs have found: different strategies that never lose.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zermelo_game::Player;
use zermelo_tictactoe::{BaseCases, Fitness, Genes, Sameness, Table, Tally};

use super::plan::Side;

/// Strategies that never lose, each once. Tables that differ only in genes which never come into play, or by a symmetry of the
/// board, are the same strategy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Collection {
    /// As which player they never lose.
    pub side: Side,
    /// How many tables were found.
    pub found: u32,
    /// How many of them are different strategies.
    pub distinct: u32,
    /// The first moves of these, if they have one.
    pub openings: Option<Openings>,
    /// How many games they win, against every reply once.
    pub wins: Option<Range>,
    /// How many of these games they draw.
    pub draws: Option<Range>,
    /// The most games that any such strategy can win, where that is known.
    pub most_wins: Option<u32>,
    /// The fewest games that any such strategy can draw, where that is known.
    pub fewest_draws: Option<u32>,
    /// The strategies in the order in which they were found.
    pub strategies: Vec<Collected>,
}

/// How many strategies begin where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Openings {
    /// In a corner.
    pub corner: u32,
    /// On an edge.
    pub edge: u32,
    /// In the centre.
    pub centre: u32,
}

/// The least, the mean and the greatest of some counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Range {
    /// The least.
    pub least: u32,
    /// The mean.
    pub mean: f64,
    /// The greatest.
    pub most: u32,
}

/// A strategy that never loses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Collected {
    /// Its canonical table.
    pub table: String,
    /// How many runs found it.
    pub runs: u32,
    /// Games won against every reply once.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
}

/// What is known of first players that never lose: the most winning leaves, and the fewest drawn ones.
const FIRST_PLAYERS_BEST: (u32, u32) = (297, 2);

impl Range {
    fn of(counts: &[u32]) -> Option<Range> {
        let sum: f64 = counts.iter().map(|&count| f64::from(count)).sum();
        let mean = sum / counts.len().max(1) as f64;
        Some(Range { least: *counts.iter().min()?, mean, most: *counts.iter().max()? })
    }
}

impl Collection {
    /// Sorts out the tables of runs that found one. Texts that are no tables are left out.
    pub fn of<'a>(side: Side, champions: impl IntoIterator<Item = &'a str>) -> Collection {
        let cases = BaseCases::new();
        let fitness = Fitness::new(&cases);
        let mut places: BTreeMap<Genes, usize> = BTreeMap::new();
        let (mut strategies, mut found): (Vec<Collected>, u32) = (Vec::new(), 0);
        let mut openings = Openings::default();
        for table in champions.into_iter().filter_map(|text| Table::read(&cases, text).ok()) {
            found += 1;
            let canonical = canonical(&cases, &fitness, side, table.genes());
            let place = *places.entry(canonical).or_insert(strategies.len());
            if let Some(known) = strategies.get_mut(place) {
                known.runs += 1;
                continue;
            }
            let tally = tally(&fitness, side, &canonical);
            // The first gene is that of the empty board.
            match canonical[0] {
                4 => openings.centre += 1,
                cell if cell % 2 == 0 => openings.corner += 1,
                _ => openings.edge += 1,
            }
            let table = canonical.iter().map(|&gene| char::from(b'0' + gene)).collect();
            strategies.push(Collected { table, runs: 1, wins: tally.wins, draws: tally.draws });
        }
        let counts =
            |count: fn(&Collected) -> u32| Range::of(&strategies.iter().map(count).collect::<Vec<u32>>());
        let best = (side == Side::First).then_some(FIRST_PLAYERS_BEST);
        Collection {
            side,
            found,
            distinct: strategies.len() as u32,
            openings: side.players().contains(&Player::First).then_some(openings),
            wins: counts(|strategy| strategy.wins),
            draws: counts(|strategy| strategy.draws),
            most_wins: best.map(|(wins, _)| wins),
            fewest_draws: best.map(|(_, draws)| draws),
            strategies,
        }
    }
}

fn tally(fitness: &Fitness, side: Side, genes: &Genes) -> Tally {
    let tallies = side.players().iter().map(|&player| fitness.tally(player, genes));
    tallies.fold(Tally::default(), |sum, tally| sum + tally)
}

/// The table that stands for a strategy. Genes that one player asks the other never does, so both can be put together.
fn canonical(cases: &BaseCases, fitness: &Fitness, side: Side, genes: &Genes) -> Genes {
    let mut whole = *genes;
    for (gene, case) in whole.iter_mut().zip(cases.all()) {
        *gene = case.alleles()[0];
    }
    for &player in side.players() {
        let part = fitness.canonical(cases, player, genes, Sameness::Symmetry);
        for ((gene, &own), case) in whole.iter_mut().zip(&part).zip(cases.all()) {
            if case.to_move() == Some(player) {
                *gene = own;
            }
        }
    }
    whole
}
