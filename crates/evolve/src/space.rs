//! Genomes of real numbers: one number for each of a list of genes with names and ranges.

use serde::{Deserialize, Serialize};
use zermelo_game::Stream;
use zermelo_stats::matrix::Matrix;

use crate::EvolveError;
use crate::axes::Axes;
use crate::chance::between;

/// One number of a genome.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gene {
    /// What it is called.
    pub name: String,
    /// Random genomes begin here ..
    pub low: f64,
    /// .. and end here. The range is also the gene's scale for methods that take steps.
    pub high: f64,
    /// It may never be less than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<f64>,
    /// It may never be more than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ceiling: Option<f64>,
}

impl Gene {
    /// A gene that begins in a range and may leave it.
    pub fn new(name: impl Into<String>, low: f64, high: f64) -> Gene {
        Gene { name: name.into(), low, high, floor: None, ceiling: None }
    }

    /// The same, but never outside its range.
    #[must_use]
    pub fn bounded(self) -> Gene {
        Gene { floor: Some(self.low), ceiling: Some(self.high), ..self }
    }

    fn clamp(&self, value: f64) -> f64 {
        value.max(self.floor.unwrap_or(f64::NEG_INFINITY)).min(self.ceiling.unwrap_or(f64::INFINITY))
    }

    /// How wide the bounds are, in units of the range; `None` if there are not two.
    pub fn room(&self) -> Option<f64> {
        Some((self.ceiling? - self.floor?) / (self.high - self.low))
    }

    /// The value as seen in mirrors that stand at the bounds.
    fn reflect(&self, value: f64) -> f64 {
        let seen = match (self.floor, self.ceiling) {
            (None, None) => value,
            (Some(floor), None) => floor + (value - floor).abs(),
            (None, Some(ceiling)) => ceiling - (ceiling - value).abs(),
            (Some(floor), Some(ceiling)) => {
                let width = ceiling - floor;
                // There and back again is two widths.
                floor + width - ((value - floor).rem_euclid(2.0 * width) - width).abs()
            }
        };
        // Rounding may leave a trace, also where there was nothing to reflect.
        if self.clamp(value) == value { value } else { self.clamp(seen) }
    }

    fn problem(&self) -> Option<&'static str> {
        let bounds = [Some(self.low), Some(self.high), self.floor, self.ceiling];
        if self.name.is_empty() {
            Some("it has no name: give it one")
        } else if bounds.iter().flatten().any(|bound| !bound.is_finite()) {
            Some("a bound is not a finite number: leave out a missing floor or ceiling")
        } else if self.low >= self.high || !(self.high - self.low).is_finite() {
            Some("its range is empty: its lower end must be less than its upper end")
        } else if self.clamp(self.low) != self.low || self.clamp(self.high) != self.high {
            Some("its range reaches beyond its floor or ceiling: narrow the range")
        } else {
            None
        }
    }
}

/// The genes of a genome, in order: where genomes of real numbers live.
#[derive(Clone, Debug, PartialEq)]
pub struct Space {
    genes: Vec<Gene>,
    /// Along which directions methods take steps; without them, along the genes.
    axes: Option<Axes>,
}

impl Space {
    /// A space of at least one gene, with different names.
    pub fn new(genes: Vec<Gene>) -> Result<Space, EvolveError> {
        for (index, gene) in genes.iter().enumerate() {
            let twin = genes[..index].iter().any(|other| other.name == gene.name);
            let twin = twin.then_some("another gene has this name: names must differ");
            if let Some(problem) = gene.problem().or(twin) {
                return Err(EvolveError::BadGene { index, gene: gene.name.clone(), problem });
            }
        }
        crate::error::setting(!genes.is_empty(), "the number of genes", 0, "at least 1")?;
        Ok(Space { genes, axes: None })
    }

    /// The same genes, but steps go along directions of equal influence. `influence` is the covariance of what the genes
    /// do, each changed by its range: where two genes do nearly the same, a step that raises one and lowers the other must be
    /// long to matter, and a step that raises both short.
    pub fn whitened(self, influence: &Matrix) -> Result<Space, EvolveError> {
        for (index, gene) in self.genes.iter().enumerate() {
            let is_bounded = gene.floor.is_some() || gene.ceiling.is_some();
            let problem = if is_bounded {
                Some("whitening does not support bounds: leave out its floor and ceiling, or the whitening")
            } else if !(influence[(index, index)] > 0.0 && influence[(index, index)].is_finite()) {
                Some("it does not affect the evaluation of any position, so whitening cannot scale its steps")
            } else {
                None
            };
            if let Some(problem) = problem {
                return Err(EvolveError::BadGene { index, gene: gene.name.clone(), problem });
            }
        }
        Ok(Space { axes: Some(Axes::of_influence(influence)), ..self })
    }

    /// The genes.
    pub fn genes(&self) -> &[Gene] {
        &self.genes
    }

    /// How many genes there are.
    pub fn n(&self) -> usize {
        self.genes.len()
    }

    /// A genome with every gene uniform over its range.
    pub fn random(&self, chance: &mut Stream) -> Vec<f64> {
        self.genes.iter().map(|gene| between(gene.low, gene.high, chance)).collect()
    }

    /// Moves every number to the nearest one that is allowed.
    pub fn clamp(&self, genome: &mut [f64]) {
        for (gene, value) in self.genes.iter().zip(genome) {
            *value = gene.clamp(*value);
        }
    }

    /// Reflects every number at its bounds until it is allowed.
    pub fn reflect(&self, genome: &mut [f64]) {
        for (gene, value) in self.genes.iter().zip(genome) {
            *value = gene.reflect(*value);
        }
    }

    /// Whether every number is allowed.
    pub fn contains(&self, genome: &[f64]) -> bool {
        self.genes.iter().zip(genome).all(|(gene, &value)| gene.clamp(value) == value)
    }

    /// The genome in units of steps: without axes, 0 is `low` and 1 is `high`.
    pub fn to_unit(&self, genome: &[f64]) -> Vec<f64> {
        let genes = self.genes.iter().zip(genome);
        let unit: Vec<f64> = genes.map(|(gene, value)| (value - gene.low) / (gene.high - gene.low)).collect();
        match &self.axes {
            Some(axes) => around_middle(&unit, |offset| axes.back(offset)),
            None => unit,
        }
    }

    /// The genome of numbers in units of steps.
    pub fn from_unit(&self, unit: &[f64]) -> Vec<f64> {
        let mixed = self.axes.as_ref().map(|axes| around_middle(unit, |offset| axes.forth(offset)));
        let unit = mixed.as_deref().unwrap_or(unit);
        self.genes.iter().zip(unit).map(|(gene, value)| gene.low + (gene.high - gene.low) * value).collect()
    }
}

/// Changes a vector as seen from the middle of the ranges.
fn around_middle(unit: &[f64], change: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let offset: Vec<f64> = unit.iter().map(|x| x - 0.5).collect();
    change(&offset).into_iter().map(|x| x + 0.5).collect()
}
