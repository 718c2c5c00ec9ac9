//! One run of the genetic algorithm: selection, crossover, mutation, and the choice of survivors, until a table never loses.

use serde::{Deserialize, Serialize};
use zermelo_evolve::Alleles;
use zermelo_evolve::crossover::points::swap_segments;
use zermelo_evolve::mutation::reset::{ResetCount, reset};
use zermelo_evolve::selection::elite::elite_ranks;
use zermelo_evolve::selection::universal::{niched, universal};
use zermelo_game::{Player, Stop, Stream, stream};
use zermelo_tictactoe::base_case::NO_CELL;
use zermelo_tictactoe::{BaseCases, Fitness, Genes, N_GENES, Rival, Tally, binomial};

use super::plan::{Side, TablesPlan};

/// What came of one run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TablesRun {
    /// The generation in which a table that never loses was first among the survivors; `None` if the run was given up.
    pub generations: Option<u32>,
    /// Of the best survivor of each generation, the games it loses and all its games. Whole numbers, so that nothing is lost
    /// on the way through a file.
    pub best: Vec<[u32; 2]>,
    /// How many different genomes there were among the survivors of each generation.
    pub distinct: Vec<u32>,
    /// The table that never loses: one digit for each gene.
    pub champion: Option<String>,
}

impl TablesRun {
    /// The share of lost games of the best survivor by generation: the tic-tac-toe study's fitness.
    pub fn best_fitness(&self) -> impl Iterator<Item = f64> {
        self.best.iter().map(|&[losses, games]| f64::from(losses) / f64::from(games.max(1)))
    }
}

/// Everything that runs of one plan share. It is made once, and any number of threads may use it.
pub struct Breeder {
    plan: TablesPlan,
    cases: BaseCases,
    fitness: Fitness,
    /// The opponent, if there is one, for each player that tables are.
    rivals: Vec<Rival>,
    alleles: Alleles,
    resets: ResetCount,
    /// Which ranks survive, from 1.
    ranks: Vec<usize>,
}

/// A table with what is known of it.
#[derive(Clone, Copy)]
struct Organism {
    genes: Genes,
    tally: Tally,
    /// The share of lost games: less is better.
    fitness: f64,
    /// The probability to lose against each rival, once it has been asked for.
    loss: [f64; 2],
}

impl Organism {
    const UNBORN: Organism = Organism {
        genes: [NO_CELL; N_GENES],
        tally: Tally { wins: 0, draws: 0, losses: 0 },
        fitness: 0.0,
        loss: [0.0; 2],
    };
}

/// Where somebody stands who may survive: by lost games against the opponent, by fitness, and by the place in the union.
/// A fitness is never negative, so its bits have its order.
type Standing = (u32, u64, usize);

impl Breeder {
    /// Prepares runs of a plan, or says what is wrong with it.
    pub fn new(plan: &TablesPlan) -> Result<Breeder, String> {
        plan.check()?;
        let cases = BaseCases::new();
        let mutable = plan.mutable();
        let genes = cases.all().iter().map(|case| (case.alleles(), mutable.allows(case)));
        let alleles = Alleles::new(genes).map_err(|error| error.to_string())?;
        let rivals = (plan.opponent().into_iter())
            .flat_map(|opponent| plan.side.players().iter().map(move |&player| (opponent, player)))
            .map(|(opponent, player)| Rival::new(&cases, opponent, player))
            .collect();
        Ok(Breeder {
            fitness: Fitness::new(&cases),
            rivals,
            alleles,
            resets: ResetCount { least: plan.mutation_offset, more: plan.mutation_slope },
            ranks: elite_ranks(plan.population),
            cases,
            plan: plan.clone(),
        })
    }

    /// One run. All its chance comes from the seed. `None` if it was stopped.
    pub fn run(&self, seed: u64, stop: &Stop) -> Option<TablesRun> {
        let n = self.plan.population;
        let mut chance = stream(seed, "tables", 0);
        // Survivors, then children as they were bred, then the same children mutated.
        let mut all = vec![Organism::UNBORN; 3 * n];
        let mut survivors = Vec::with_capacity(n);
        let mut standings = Vec::with_capacity(3 * n);
        for organism in &mut all[..n] {
            organism.genes = self.cases.random_genes(&mut chance);
            self.judge(organism);
        }
        self.ask_chances(&mut all[..n]);
        let mut run = TablesRun { generations: None, best: Vec::new(), distinct: Vec::new(), champion: None };
        for generation in 1..=self.plan.most_generations {
            if stop.is_stopped() {
                return None;
            }
            self.breed(&mut all, &mut chance);
            self.choose(&mut all, &mut standings, &mut chance);
            survivors.clear();
            survivors.extend(standings.iter().map(|&(_, _, place)| all[self.organism_at(place)]));
            all[..n].copy_from_slice(&survivors);
            let best = &all[0];
            run.best.push([best.tally.losses, best.tally.games()]);
            run.distinct.push(n_distinct(&all[..n]));
            if best.tally.losses == 0 {
                run.generations = Some(generation);
                run.champion = Some(best.genes.iter().map(|&gene| char::from(b'0' + gene)).collect());
                break;
            }
        }
        Some(run)
    }

    /// Counts the games of a table.
    fn judge(&self, organism: &mut Organism) {
        organism.tally = match self.plan.side {
            Side::First => self.fitness.tally(Player::First, &organism.genes),
            Side::Second => self.fitness.tally(Player::Second, &organism.genes),
            Side::Both => self.fitness.pooled(&organism.genes),
        };
        organism.fitness = organism.tally.loss_share();
    }

    /// Finds out how likely tables lose against the opponent, once in a table's life.
    fn ask_chances(&self, organisms: &mut [Organism]) {
        if self.plan.played {
            return;
        }
        for organism in organisms {
            for (loss, rival) in organism.loss.iter_mut().zip(&self.rivals) {
                // All games but the first of a rival's life are the same.
                *loss = rival.odds(&organism.genes, 1).loss;
            }
        }
    }

    /// Children of the survivors, and the same children mutated.
    fn breed(&self, all: &mut [Organism], chance: &mut Stream) {
        let (population, born) = all.split_at_mut(self.plan.population);
        let (children, mutants) = born.split_at_mut(self.plan.population);
        let goodness: Vec<f64> = population.iter().map(|organism| 1.0 - organism.fitness).collect();
        let weights = if self.plan.has_niches() { niched(&goodness) } else { goodness };
        let pool = universal(&weights, self.plan.n_parents(), chance);
        // Each mates with the next, round the ring, until there are children enough.
        let couples = pool.iter().cycle().zip(pool.iter().cycle().skip(1));
        for (twins, (&mother, &father)) in children.chunks_exact_mut(2).zip(couples) {
            let [left, right] = twins else { continue };
            left.genes = population[mother].genes;
            right.genes = population[father].genes;
            swap_segments(&mut left.genes, &mut right.genes, self.plan.cuts, chance);
        }
        children.iter_mut().for_each(|child| self.judge(child));
        let best = children.iter().map(|child| child.fitness).fold(1.0, f64::min);
        let n_resets = self.resets.at(best);
        for (mutant, child) in mutants.iter_mut().zip(&*children) {
            mutant.genes = child.genes;
            reset(&mut mutant.genes, &self.alleles, n_resets, chance);
            self.judge(mutant);
        }
    }

    /// Leaves the survivors in `standings`, the fittest first.
    fn choose(&self, all: &mut [Organism], standings: &mut Vec<Standing>, chance: &mut Stream) {
        let n = self.plan.population;
        standings.clear();
        if !self.plan.elite_preservation {
            standings.extend((2 * n..3 * n).map(|place| (0, all[place].fitness.to_bits(), place)));
            standings.sort_unstable();
            return;
        }
        let first_new = if self.plan.keeps_unmutated() { n } else { 2 * n };
        self.ask_chances(&mut all[first_new..]);
        standings.extend((0..3 * n).map(|place| {
            let organism = &all[self.organism_at(place)];
            (self.lost_games(organism, place, chance), organism.fitness.to_bits(), place)
        }));
        standings.sort_unstable();
        for (at, &rank) in self.ranks.iter().enumerate() {
            standings[at] = standings[rank - 1];
        }
        standings.truncate(n);
        // The opponent has had its say: who goes first on the wheel is a matter of fitness. Among equals the order stays.
        standings.sort_by_key(|&(_, fitness, _)| fitness);
    }

    /// Who stands at a place of the union: survivors, children, mutants. Where children are lost, the mutants stand twice.
    fn organism_at(&self, place: usize) -> usize {
        let n = self.plan.population;
        let is_child = (n..2 * n).contains(&place);
        if is_child && self.plan.elite_preservation && !self.plan.keeps_unmutated() {
            place + n
        } else {
            place
        }
    }

    /// How many games are lost against the opponent, who meets everybody in the union in turn, anew in every generation.
    fn lost_games(&self, organism: &Organism, place: usize, chance: &mut Stream) -> u32 {
        let n_games = self.plan.games / self.rivals.len().max(1) as u32;
        let mut n_lost = 0;
        for (rival, &loss) in self.rivals.iter().zip(&organism.loss) {
            let first = place as u64 * u64::from(n_games);
            let games = first..first + u64::from(n_games);
            n_lost += if self.plan.played {
                rival.played_losses(&self.cases, &organism.genes, games, chance)
            } else if first == 0 {
                rival.drawn_losses(&organism.genes, games, chance)
            } else {
                binomial::drawn(loss, n_games, chance)
            };
        }
        n_lost
    }
}

/// How many different genomes there are.
fn n_distinct(organisms: &[Organism]) -> u32 {
    let mut genomes: Vec<&Genes> = organisms.iter().map(|organism| &organism.genes).collect();
    genomes.sort_unstable();
    genomes.dedup();
    genomes.len() as u32
}
