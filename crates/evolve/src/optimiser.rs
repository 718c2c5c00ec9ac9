//! One face for all methods: ask for candidates, judge them, tell their fitness, again and again.
//!
//! An optimiser never sees the task, and the task never sees the optimiser, so stopping, going on and
//! spreading the work are the caller's. Asking changes nothing and may be repeated. All state is a function
//! of (settings, space, seed, fitness told so far): to go on after a stop, tell it again what it was told.

use serde::Deserialize;

use crate::EvolveError;
use crate::candidate::Candidate;
use crate::cma_es::{CmaEs, CmaEsSettings};
use crate::error::setting;
use crate::genetic::{Genetic, GeneticSettings};
use crate::map_elites::{MapElites, MapElitesSettings};
use crate::space::Space;
use crate::spsa::{Spsa, SpsaSettings};
use crate::strategy::{Strategy, StrategySettings};

/// A round has at most so many candidates.
pub const MOST_CANDIDATES: usize = 10_000;
/// A genome has at most so many genes: some methods keep a matrix of them.
pub const MOST_GENES: usize = 1_000;

/// A method with its settings, as an experiment file has it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    expecting = "a table with a kind: genetic, cma-es, evolution-strategy, spsa or map-elites"
)]
pub enum Method {
    /// A population, bred.
    Genetic(GeneticSettings),
    /// A normal distribution that learns.
    CmaEs(CmaEsSettings),
    /// A cloud of candidates that keeps its size.
    EvolutionStrategy(StrategySettings),
    /// A gradient out of differences.
    Spsa(SpsaSettings),
    /// An archive of the best of every style.
    MapElites(MapElitesSettings),
}

impl Method {
    /// Whether it takes steps, which can go along other directions than the genes.
    pub fn takes_steps(&self) -> bool {
        match self {
            Method::CmaEs(_) | Method::EvolutionStrategy(_) | Method::Spsa(_) => true,
            Method::Genetic(_) | Method::MapElites(_) => false,
        }
    }

    /// How many candidates a round has at most, with so many genes.
    pub fn n_candidates(&self, n_genes: usize) -> usize {
        match self {
            Method::Genetic(settings) => settings.population,
            Method::CmaEs(settings) => settings.n_candidates(n_genes),
            Method::EvolutionStrategy(settings) => settings.population,
            Method::Spsa(settings) => settings.pairs.saturating_mul(2),
            Method::MapElites(settings) => settings.initial.unwrap_or(settings.batch).max(settings.batch),
        }
    }

    /// Begins, or says what is wrong with the settings.
    pub fn start(&self, space: &Space, seed: u64) -> Result<Optimiser, EvolveError> {
        let n = self.n_candidates(space.n());
        setting(n <= MOST_CANDIDATES, "candidates of a round", n, format!("at most {MOST_CANDIDATES}"))?;
        setting(space.n() <= MOST_GENES, "genes", space.n(), format!("at most {MOST_GENES}"))?;
        Ok(match self {
            Method::Genetic(settings) => Optimiser::Genetic(Genetic::new(settings, space, seed)?),
            Method::CmaEs(settings) => Optimiser::CmaEs(Box::new(CmaEs::new(settings, space, seed)?)),
            Method::EvolutionStrategy(settings) => {
                Optimiser::EvolutionStrategy(Strategy::new(settings, space, seed)?)
            }
            Method::Spsa(settings) => Optimiser::Spsa(Spsa::new(settings, space, seed)?),
            Method::MapElites(settings) => Optimiser::MapElites(MapElites::new(settings, space, seed)?),
        })
    }

    /// What [`Optimiser::best_guess`] is, in words.
    pub fn guess(&self) -> &'static str {
        match self {
            Method::Genetic(_) => "the fittest of the last generation",
            Method::CmaEs(_) => "the mean of the search distribution",
            Method::EvolutionStrategy(_) => "the mean of the later means",
            Method::Spsa(_) => "the current point",
            Method::MapElites(_) => "the elite with the highest mean fitness",
        }
    }
}

/// A method under way.
#[derive(Clone, Debug, PartialEq)]
pub enum Optimiser {
    /// A population, bred.
    Genetic(Genetic),
    /// A normal distribution that learns.
    CmaEs(Box<CmaEs>),
    /// A cloud of candidates that keeps its size.
    EvolutionStrategy(Strategy),
    /// A gradient out of differences.
    Spsa(Spsa),
    /// An archive of the best of every style.
    MapElites(MapElites),
}

impl Optimiser {
    /// The candidates to be judged now.
    pub fn ask(&self) -> &[Candidate] {
        match self {
            Optimiser::Genetic(genetic) => genetic.ask(),
            Optimiser::CmaEs(cma_es) => cma_es.ask(),
            Optimiser::EvolutionStrategy(strategy) => strategy.ask(),
            Optimiser::Spsa(spsa) => spsa.ask(),
            Optimiser::MapElites(map_elites) => map_elites.ask(),
        }
    }

    /// Takes in the fitness of the candidates asked for, in their order, higher for the better, and makes the
    /// next ones. If it is refused, nothing has changed.
    pub fn tell(&mut self, fitness: &[f64]) -> Result<(), EvolveError> {
        match self {
            Optimiser::Genetic(genetic) => genetic.tell(fitness),
            Optimiser::CmaEs(cma_es) => cma_es.tell(fitness),
            Optimiser::EvolutionStrategy(strategy) => strategy.tell(fitness),
            Optimiser::Spsa(spsa) => spsa.tell(fitness),
            Optimiser::MapElites(map_elites) => {
                Err(EvolveError::NoDescriptors { expected: map_elites.n_descriptors() })
            }
        }
    }

    /// The same with descriptors of behaviour, which all but an archive ignore.
    pub fn tell_described(&mut self, fitness: &[f64], descriptors: &[Vec<f64>]) -> Result<(), EvolveError> {
        match self {
            Optimiser::MapElites(map_elites) => map_elites.tell_described(fitness, descriptors),
            _ => self.tell(fitness),
        }
    }

    /// The estimated best, not the luckiest sample, where the method has such a thing ([`Method::guess`] says
    /// what it is). `None` if it hangs on judgements, and there were none.
    pub fn best_guess(&self) -> Option<Vec<f64>> {
        match self {
            Optimiser::Genetic(genetic) => genetic.best_guess().map(<[f64]>::to_vec),
            Optimiser::CmaEs(cma_es) => Some(cma_es.best_guess()),
            Optimiser::EvolutionStrategy(strategy) => Some(strategy.best_guess()),
            Optimiser::Spsa(spsa) => Some(spsa.best_guess()),
            Optimiser::MapElites(map_elites) => map_elites.best_guess().map(<[f64]>::to_vec),
        }
    }
}
