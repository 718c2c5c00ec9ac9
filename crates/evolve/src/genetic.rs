//! A genetic algorithm: a population, bred generation by generation.

use serde::Deserialize;
use zermelo_game::stream;

use crate::EvolveError;
use crate::breeding::Breeding;
use crate::candidate::Candidate;
use crate::selection::ranking;
use crate::space::Space;

/// What a genetic algorithm is made of.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GeneticSettings {
    /// How many candidates a generation has.
    pub population: usize,
    /// How the next one is made.
    pub breeding: Breeding,
}

/// A genetic algorithm under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Genetic {
    breeding: Breeding,
    space: Space,
    seed: u64,
    generation: u64,
    population: Vec<Candidate>,
    fittest: Option<Vec<f64>>,
}

impl Genetic {
    /// Begins with a random population.
    pub fn new(settings: &GeneticSettings, space: &Space, seed: u64) -> Result<Genetic, EvolveError> {
        let breeding = settings.breeding.clone();
        breeding.check(settings.population)?;
        let population = breeding.first(space, settings.population, &mut stream(seed, "first generation", 0));
        Ok(Genetic { breeding, space: space.clone(), seed, generation: 1, population, fittest: None })
    }

    /// The generation to be judged.
    pub fn ask(&self) -> &[Candidate] {
        &self.population
    }

    /// Breeds the next generation from this one's fitness.
    pub fn tell(&mut self, fitness: &[f64]) -> Result<(), EvolveError> {
        let mut chance = stream(self.seed, "breeding", self.generation);
        let next =
            self.breeding.next(&self.space, self.generation, &self.population, fitness, &mut chance)?;
        let last = std::mem::replace(&mut self.population, next);
        self.fittest = ranking(fitness).first().map(|&best| last[best].genes.clone());
        self.generation += 1;
        Ok(())
    }

    /// The fittest of the last generation that was judged. Where fitness is noisy it looks better than it is:
    /// race the last generation for a better answer.
    pub fn best_guess(&self) -> Option<&[f64]> {
        self.fittest.as_deref()
    }
}
