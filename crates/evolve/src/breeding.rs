//! From one generation to the next: selection, crossover, mutation, fresh blood and elites, as an experiment
//! file says.

use serde::Deserialize;
use zermelo_game::Stream;

use crate::EvolveError;
use crate::candidate::{Candidate, Origin};
use crate::crossover::Crossover;
use crate::error::{setting, told};
use crate::mutation::Mutation;
use crate::selection::Selection;
use crate::selection::truncation::truncation;
use crate::space::Space;

/// How the next generation is made. It is as large as the last one: elites, then children, then random ones.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Breeding {
    /// Who has children.
    pub selection: Selection,
    /// How parents are mixed.
    #[serde(default)]
    pub crossover: Crossover,
    /// How children differ from what they inherited.
    #[serde(default)]
    pub mutation: Mutation,
    /// How many of each generation are random.
    #[serde(default)]
    pub random: usize,
    /// How many of the fittest are carried over unchanged. They are judged anew: luck is not inherited.
    #[serde(default)]
    pub elites: usize,
}

impl Breeding {
    /// An error if a population of this size cannot be bred in this way.
    pub fn check(&self, population: usize) -> Result<(), EvolveError> {
        setting(population > 0, "population", population, "at least 1")?;
        let n_others = self.random.saturating_add(self.elites);
        let expected = format!("at most the population, {population}");
        setting(n_others <= population, "random + elites", n_others, expected)?;
        self.selection.check(population)?;
        self.crossover.check()?;
        self.mutation.check()
    }

    /// The first generation: random genomes.
    pub fn first(&self, space: &Space, population: usize, chance: &mut Stream) -> Vec<Candidate> {
        (0..population).map(|_| random(space, chance)).collect()
    }

    /// The generation after this one, which is number `generation`, from 1. The fitness is in the order of
    /// the population.
    ///
    /// With crossover the first child mates with the first of the second half, the second with the second,
    /// and so on, so that children of one parent, who stand together, meet those of another. An odd one stays
    /// as it is.
    pub fn next(
        &self,
        space: &Space,
        generation: u64,
        population: &[Candidate],
        fitness: &[f64],
        chance: &mut Stream,
    ) -> Result<Vec<Candidate>, EvolveError> {
        self.check(population.len())?;
        told("fitness", fitness, population.len())?;
        let elites = truncation(fitness, self.elites);
        let mut next: Vec<Candidate> = (elites.into_iter())
            .map(|of| Candidate { genes: population[of].genes.clone(), origin: Origin::Elite { of } })
            .collect();
        let n_children = population.len() - self.random - self.elites;
        let parents = self.selection.parents(fitness, n_children, chance)?;
        let mut children: Vec<Candidate> = (parents.into_iter())
            .map(|parent| Candidate {
                genes: population[parent].genes.clone(),
                origin: Origin::Child { parents: (parent, None) },
            })
            .collect();
        self.cross(&mut children, chance);
        for child in &mut children {
            self.mutation.mutate(&mut child.genes, generation, chance);
            space.clamp(&mut child.genes);
        }
        next.extend(children);
        next.extend((0..self.random).map(|_| random(space, chance)));
        Ok(next)
    }

    fn cross(&self, children: &mut [Candidate], chance: &mut Stream) {
        let (first, second) = children.split_at_mut(children.len() / 2);
        for (left, right) in first.iter_mut().zip(second) {
            if !self.crossover.cross(&mut left.genes, &mut right.genes, chance) {
                continue;
            }
            if let (Origin::Child { parents: one }, Origin::Child { parents: other }) =
                (&mut left.origin, &mut right.origin)
            {
                (one.1, other.1) = (Some(other.0), Some(one.0));
            }
        }
    }
}

fn random(space: &Space, chance: &mut Stream) -> Candidate {
    Candidate { genes: space.random(chance), origin: Origin::Random }
}
