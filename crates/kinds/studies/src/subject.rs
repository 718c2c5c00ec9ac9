//! What is studied: what a treatment sets, what one replicate leaves behind, and which number of it is compared.

use serde::{Deserialize, Serialize};
use zermelo_game::Stop;

use crate::tables::{Breeder, TablesPlan, TablesRun};

/// What is done again and again, with the settings of one treatment.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Tables that play tic-tac-toe are bred until one never loses (the tic-tac-toe study).
    Tables(TablesPlan),
}

/// What came of doing it once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "subject", rename_all = "kebab-case")]
pub enum Replicate {
    /// A run of the genetic algorithm on tables.
    Tables(TablesRun),
}

/// Which number of a replicate is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// How many generations it took.
    #[default]
    Generations,
}

/// The number that is compared. A replicate that was given up counts as having ended just then: it would have taken longer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measure {
    /// The number.
    pub value: f64,
    /// Whether the replicate was given up.
    pub is_censored: bool,
}

/// A subject prepared to be repeated, on any number of threads.
pub(crate) enum Workshop {
    Tables(Box<Breeder>),
}

impl Outcome {
    /// What the number counts.
    pub fn unit(self) -> &'static str {
        match self {
            Outcome::Generations => "generations",
        }
    }

    /// What whoever has more of it is.
    pub fn more(self) -> &'static str {
        match self {
            Outcome::Generations => "slower",
        }
    }

    /// What a replicate measures.
    pub fn of(self, replicate: &Replicate, subject: &Subject) -> Measure {
        match (self, replicate, subject) {
            (Outcome::Generations, Replicate::Tables(run), Subject::Tables(plan)) => Measure {
                value: f64::from(run.generations.unwrap_or(plan.most_generations)),
                is_censored: run.generations.is_none(),
            },
        }
    }
}

impl Subject {
    /// The kind of subject, as files name it.
    pub fn kind(&self) -> &'static str {
        match self {
            Subject::Tables(_) => "tables",
        }
    }

    /// Prepares it, or says what is wrong.
    pub(crate) fn prepare(&self) -> Result<Workshop, String> {
        match self {
            Subject::Tables(plan) => Ok(Workshop::Tables(Box::new(Breeder::new(plan)?))),
        }
    }
}

impl Workshop {
    /// Does it once; `None` if it was stopped.
    pub(crate) fn replicate(&self, seed: u64, stop: &Stop) -> Option<Replicate> {
        match self {
            Workshop::Tables(breeder) => breeder.run(seed, stop).map(Replicate::Tables),
        }
    }
}
