//! MAP-Elites: not one best candidate but the best of every style (Mouret and Clune 2015), where judgements
//! are noisy.
//!
//! Descriptors say how a candidate behaves; their ranges, cut into bins, make cells, and each cell keeps its
//! fittest. In a noisy world a plain archive fills with the lucky. So a share of every round is spent on
//! elites, judged anew, those with the fewest judgements first; an elite's fitness and descriptors are the
//! means of all its judgements, it moves if these belong to another cell, and whoever wants its cell must
//! beat its mean.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zermelo_game::{Stream, stream};

use crate::EvolveError;
use crate::candidate::{Candidate, Origin};
use crate::error::{probability, setting, told};
use crate::mutation::Mutation;
use crate::selection::ranking;
use crate::space::Space;

/// A number that says how a candidate behaves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Descriptor {
    /// What it is called.
    pub name: String,
    /// The lower end of the first bin; what is less belongs to it too.
    pub low: f64,
    /// The upper end of the last bin; what is more belongs to it too.
    pub high: f64,
    /// How many bins there are, all of one width.
    pub bins: usize,
}

impl Descriptor {
    /// The bin of a value, from 0.
    pub fn bin(&self, value: f64) -> usize {
        let share = (value - self.low) / (self.high - self.low);
        // What is below 0 becomes 0 in a whole number.
        ((share * self.bins as f64) as usize).min(self.bins.saturating_sub(1))
    }
}

/// What is to be set.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MapElitesSettings {
    /// How many candidates a round has.
    pub batch: usize,
    /// How many random candidates the first round has; a batch if nobody says.
    pub initial: Option<usize>,
    /// Which share of a round are elites to be judged anew.
    #[serde(default = "usual_share")]
    pub again: f64,
    /// How children differ from their parent.
    pub mutation: Mutation,
    /// What styles differ in.
    pub descriptors: Vec<Descriptor>,
}

fn usual_share() -> f64 {
    0.25
}

/// The best of a cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Elite {
    /// The bin of each descriptor.
    pub bins: Vec<usize>,
    /// Its genes.
    pub genes: Vec<f64>,
    /// The mean of its fitness.
    pub fitness: f64,
    /// The mean of each of its descriptors.
    pub descriptors: Vec<f64>,
    /// How often it was judged.
    pub judgements: u64,
}

/// MAP-Elites under way.
#[derive(Clone, Debug, PartialEq)]
pub struct MapElites {
    settings: MapElitesSettings,
    space: Space,
    seed: u64,
    round: u64,
    /// By cell: the bins, read as digits.
    elites: BTreeMap<usize, Elite>,
    candidates: Vec<Candidate>,
}

impl MapElites {
    /// Begins with random candidates and an empty archive.
    pub fn new(settings: &MapElitesSettings, space: &Space, seed: u64) -> Result<MapElites, EvolveError> {
        setting(settings.batch > 0, "batch", settings.batch, "at least 1")?;
        let initial = settings.initial.unwrap_or(settings.batch);
        setting(initial > 0, "initial", initial, "at least 1")?;
        probability("again", settings.again)?;
        settings.mutation.check()?;
        setting(!settings.descriptors.is_empty(), "the number of descriptors", 0, "at least 1")?;
        for Descriptor { low, high, bins, .. } in &settings.descriptors {
            let is_range = low < high && (high - low).is_finite();
            setting(is_range, "a descriptor's range", format!("{low} to {high}"), "finite and not empty")?;
            setting(*bins > 0, "a descriptor's bins", bins, "at least 1")?;
        }
        let n_cells =
            settings.descriptors.iter().try_fold(1_usize, |n, descriptor| n.checked_mul(descriptor.bins));
        setting(n_cells.is_some(), "the number of cells", "too large to count", "fewer: use fewer bins")?;
        let mut chance = stream(seed, "first generation", 0);
        let candidates = (0..initial)
            .map(|_| Candidate { genes: space.random(&mut chance), origin: Origin::Random })
            .collect();
        let (settings, space) = (settings.clone(), space.clone());
        Ok(MapElites { settings, space, seed, round: 1, elites: BTreeMap::new(), candidates })
    }

    /// The candidates to be judged.
    pub fn ask(&self) -> &[Candidate] {
        &self.candidates
    }

    /// How many descriptors are to be told with each fitness.
    pub fn n_descriptors(&self) -> usize {
        self.settings.descriptors.len()
    }

    /// Files the candidates by what they did, and makes the next batch.
    pub fn tell_described(&mut self, fitness: &[f64], descriptors: &[Vec<f64>]) -> Result<(), EvolveError> {
        told("fitness", fitness, self.candidates.len())?;
        if descriptors.len() != fitness.len() {
            let (expected, got) = (fitness.len(), descriptors.len());
            return Err(EvolveError::WrongNumber { what: "lists of descriptors", expected, got });
        }
        for descriptors in descriptors {
            told("descriptors", descriptors, self.n_descriptors())?;
        }
        // Elites first, all out and then all in again: whoever moves meets the others as they are now.
        let mut news = Vec::new();
        for (candidate, (&fitness, descriptors)) in
            self.candidates.iter().zip(fitness.iter().zip(descriptors))
        {
            if let Origin::Elite { of } = candidate.origin
                && let Some(mut elite) = self.elites.remove(&of)
            {
                elite.judgements += 1;
                let share = 1.0 / elite.judgements as f64;
                elite.fitness += share * (fitness - elite.fitness);
                for (mean, value) in elite.descriptors.iter_mut().zip(descriptors) {
                    *mean += share * (value - *mean);
                }
                news.push(elite);
            }
        }
        for (candidate, (&fitness, descriptors)) in
            self.candidates.iter().zip(fitness.iter().zip(descriptors))
        {
            if !matches!(candidate.origin, Origin::Elite { .. }) {
                let (genes, descriptors) = (candidate.genes.clone(), descriptors.clone());
                news.push(Elite { bins: Vec::new(), genes, fitness, descriptors, judgements: 1 });
            }
        }
        for elite in news {
            self.file(elite);
        }
        self.round += 1;
        self.candidates = self.batch();
        Ok(())
    }

    /// The elites, cell by cell.
    pub fn archive(&self) -> impl Iterator<Item = &Elite> {
        self.elites.values()
    }

    /// The elite with the highest mean, of those judged at least twice if there are any: once may be luck.
    pub fn best_guess(&self) -> Option<&[f64]> {
        let least = if self.elites.values().any(|elite| elite.judgements > 1) { 2 } else { 1 };
        let known: Vec<&Elite> = self.elites.values().filter(|elite| elite.judgements >= least).collect();
        let fitness: Vec<f64> = known.iter().map(|elite| elite.fitness).collect();
        ranking(&fitness).first().map(|&best| known[best].genes.as_slice())
    }

    /// Puts an elite in the cell where it belongs, unless the one there is as good.
    fn file(&mut self, mut elite: Elite) {
        let axes = self.settings.descriptors.iter();
        elite.bins = axes.clone().zip(&elite.descriptors).map(|(axis, &value)| axis.bin(value)).collect();
        let cell = axes.zip(&elite.bins).fold(0, |cell, (axis, bin)| cell * axis.bins + bin);
        if self.elites.get(&cell).is_none_or(|holder| elite.fitness > holder.fitness) {
            self.elites.insert(cell, elite);
        }
    }

    fn batch(&self) -> Vec<Candidate> {
        let mut chance = stream(self.seed, "map-elites", self.round);
        let cells: Vec<usize> = self.elites.keys().copied().collect();
        let n_again = (self.settings.again * self.settings.batch as f64).round() as usize;
        let mut again = cells.clone();
        shuffle(&mut again, &mut chance);
        // Stable, so that chance decides among those judged equally often.
        again.sort_by_key(|cell| self.elites[cell].judgements);
        again.truncate(n_again);
        let mut batch: Vec<Candidate> = (again.into_iter())
            .map(|of| Candidate { genes: self.elites[&of].genes.clone(), origin: Origin::Elite { of } })
            .collect();
        while batch.len() < self.settings.batch {
            let parent = cells[chance.below(cells.len())];
            let mut genes = self.elites[&parent].genes.clone();
            self.settings.mutation.mutate(&mut genes, self.round - 1, &mut chance);
            self.space.clamp(&mut genes);
            batch.push(Candidate { genes, origin: Origin::Child { parents: (parent, None) } });
        }
        batch
    }
}

/// Every order is as likely as any other (Fisher and Yates).
fn shuffle<T>(items: &mut [T], chance: &mut Stream) {
    for last in (1..items.len()).rev() {
        items.swap(last, chance.below(last + 1));
    }
}
