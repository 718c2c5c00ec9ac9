//! The experiment file of an evolution.

use serde::Deserialize;
use zermelo_evolve::{Gene, Method, Space};
use zermelo_stats::matrix::Matrix;

use super::fitness::{FitnessFile, FitnessPlan};
use super::runner::DESCRIPTORS;
use super::template::Template;
use crate::form::FORM;
use zermelo_any::Folder;
use zermelo_catalog::{RequestError, catalog};
use zermelo_kind::form;
use zermelo_kind::limits::{self, within};
use zermelo_kind::{Common, ConfirmationPlan};
use zermelo_kind::{OpeningsFile, check_adjudication, pairs_of, read_openings};
use zermelo_runner::game_runner::{Adjudication, Entrant, Openings};
use zermelo_runner::names;

/// An evolution as it is to be carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct EvolutionPlan {
    /// The head of the file.
    pub common: Common,
    /// How many generations, or rounds, there are.
    pub generations: u32,
    /// The agent that is bred.
    pub agent: Template,
    /// The genes.
    pub space: Space,
    /// How many pairs of games show what the genes do before the first generation, so that steps can be taken along directions
    /// of equal influence; without them, along the genes.
    pub whitening: Option<u32>,
    /// How candidates are made.
    pub method: Method,
    /// How they are judged.
    pub fitness: FitnessPlan,
    /// How games begin.
    pub openings: Openings,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Whether every game is kept, or only what came of each generation.
    pub keeps_games: bool,
    /// How many pairs decide who of the last generation is the champion; without them the fittest is.
    pub final_pairs: Option<u64>,
    /// Whom the best of a generation meets on the way, for the record only.
    pub baseline: Option<BaselinePlan>,
    /// The games after it.
    pub confirmation: ConfirmationPlan,
}

/// Games on the way against somebody who never changes. Nobody is selected by them: fitness is told by games among those that are
/// bred, and rises or falls with them.
#[derive(Clone, Debug, PartialEq)]
pub struct BaselinePlan {
    /// Against whom.
    pub opponent: Entrant,
    /// How many pairs of games each time.
    pub pairs: u32,
    /// After every so many generations; and after the first and the last.
    pub every: u32,
}

impl BaselinePlan {
    /// Whether it is measured after this generation of so many.
    pub(super) fn is_due(&self, generation: u32, n_generations: u32) -> bool {
        generation == 1 || generation == n_generations || generation.is_multiple_of(self.every)
    }

    /// How often it is measured in so many generations.
    fn n_times(&self, n_generations: u32) -> u64 {
        (1..=n_generations).filter(|&generation| self.is_due(generation, n_generations)).count() as u64
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    generations: u32,
    agent: String,
    genes: Vec<GenesFile>,
    whitening: Option<GamesFile>,
    method: Method,
    fitness: FitnessFile,
    #[serde(default)]
    openings: OpeningsFile,
    #[serde(default)]
    adjudication: Adjudication,
    #[serde(default = "yes")]
    keep_games: bool,
    champion: Option<GamesFile>,
    baseline: Option<BaselineFile>,
    #[serde(default)]
    confirmation: ConfirmationFile,
}

const fn yes() -> bool {
    true
}

/// Some genes of one range. Without names, there is one for every feature of the game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GenesFile {
    #[serde(default, deserialize_with = "names::read_genes")]
    names: Option<Vec<String>>,
    /// The range that the first candidates come from, and the unit of steps. It is no bound: `floor` and `ceiling` are.
    #[serde(rename = "start-low", alias = "low")]
    low: f64,
    #[serde(rename = "start-high", alias = "high")]
    high: f64,
    floor: Option<f64>,
    ceiling: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GamesFile {
    games: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct BaselineFile {
    #[serde(default, deserialize_with = "names::read_some")]
    name: Option<String>,
    agent: String,
    games: u32,
    #[serde(default = "ten")]
    every: u32,
}

const fn ten() -> u32 {
    10
}

impl BaselineFile {
    fn read(self) -> Result<BaselinePlan, String> {
        if self.every == 0 {
            return Err("baseline: every = 0: expected at least 1".to_owned());
        }
        let pairs = pairs_of(self.games).map_err(|error| format!("baseline: {error}"))?;
        let name = self.name.unwrap_or_else(|| "the baseline".to_owned());
        Ok(BaselinePlan { opponent: Entrant { name, agent: self.agent }, pairs, every: self.every })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
struct ConfirmationFile {
    games: u32,
    openings: OpeningsFile,
    opponents: Vec<Entrant>,
}

impl Default for ConfirmationFile {
    fn default() -> ConfirmationFile {
        ConfirmationFile { games: 1000, openings: OpeningsFile::default(), opponents: Vec::new() }
    }
}

impl EvolutionPlan {
    /// Reads an experiment file's text; `place` names it in errors.
    pub fn read(text: &str, place: &str, folder: Folder) -> Result<EvolutionPlan, RequestError> {
        let bad = |problem: String| RequestError::Experiment { place: place.to_owned(), problem };
        let (common, file) = form::read::<File>(text, FORM).map_err(bad)?;
        let game = catalog::open(&common.game)?;
        let features: Vec<String> = game.features().iter().map(|feature| feature.name.to_owned()).collect();
        file.genes.iter().try_for_each(GenesFile::check).map_err(bad)?;
        let genes: Vec<Gene> = file.genes.iter().flat_map(|genes| genes.list(&features)).collect();
        within("the number of genes", genes.len(), limits::GENES)
            .map_err(|error| bad(format!("genes: {error}")))?;
        let space = Space::new(genes).map_err(|error| bad(format!("genes: {error}")))?;
        within("generations", file.generations, limits::GENERATIONS).map_err(bad)?;
        check_adjudication(&file.adjudication).map_err(bad)?;
        file.method.start(&space, common.seed).map_err(|error| bad(format!("method: {error}")))?;
        if let Method::MapElites(settings) = &file.method
            && let Some(unknown) =
                settings.descriptors.iter().find(|known| !DESCRIPTORS.contains(&known.name.as_str()))
        {
            let problem = format!("method: unknown descriptor `{}`", unknown.name);
            return Err(bad(format!("{problem}: there are {}", DESCRIPTORS.join(", "))));
        }
        let agent = Template::read(&file.agent, &space).map_err(bad)?;
        let whitening = file.whitening.map(|whitening| {
            if !file.method.takes_steps() {
                let problem = "this method takes no steps, so it cannot use whitening";
                return Err(format!(
                    "{problem}: use cma-es, evolution-strategy or spsa, or leave whitening out"
                ));
            }
            // Whether the genes allow it is known before anything is measured.
            let unmeasured = Matrix::from_fn(space.n(), |a, b| f64::from(u8::from(a == b)));
            space.clone().whitened(&unmeasured).map_err(|error| error.to_string())?;
            limits::pairs("games", whitening.games, limits::WHITENING_GAMES)
        });
        let whitening = whitening.transpose().map_err(|error| bad(format!("whitening: {error}")))?;
        let fitness = file.fitness.read().map_err(bad)?;
        let final_pairs = file.champion.map(|champion| pairs_of(champion.games)).transpose().map_err(bad)?;
        let confirmation = ConfirmationPlan {
            pairs: pairs_of(file.confirmation.games)
                .map_err(|error| bad(format!("confirmation: {error}")))?,
            openings: read_openings(file.confirmation.openings, folder).map_err(bad)?,
            opponents: file.confirmation.opponents,
        };
        let plan = EvolutionPlan {
            common,
            generations: file.generations,
            agent,
            space,
            whitening,
            method: file.method,
            fitness,
            openings: read_openings(file.openings, folder).map_err(bad)?,
            adjudication: file.adjudication,
            keeps_games: file.keep_games,
            final_pairs: final_pairs.map(u64::from),
            baseline: file.baseline.map(BaselineFile::read).transpose().map_err(bad)?,
            confirmation,
        };
        let all = "the number of games of the whole evolution";
        within(all, plan.n_pairs().saturating_mul(2), limits::ALL_GAMES).map_err(bad)?;
        Ok(plan)
    }
}

impl EvolutionPlan {
    /// The agent with every gene in the middle of its range.
    pub(crate) fn middle(&self) -> String {
        let genes = self.space.genes().iter();
        let middle: Vec<f64> = genes.map(|gene| 0.5 * (gene.low + gene.high)).collect();
        self.agent.fill(&self.space, &middle)
    }

    /// Every agent that the file names, but for the one that is bred.
    pub(crate) fn agents_mut(&mut self) -> Vec<&mut String> {
        let opponents = self.fitness.opponents_mut().iter_mut().chain(&mut self.confirmation.opponents);
        let opponents = opponents.chain(self.baseline.iter_mut().map(|baseline| &mut baseline.opponent));
        opponents.map(|entrant| &mut entrant.agent).collect()
    }

    /// How many games there will be, if that can be told: a race may be decided early.
    pub fn n_games(&self) -> Option<u64> {
        let is_genetic = matches!(self.method, Method::Genetic(_));
        if !is_genetic || self.final_pairs.is_some() || matches!(self.fitness, FitnessPlan::Race { .. }) {
            return None;
        }
        Some(2 * self.n_pairs())
    }

    /// How many pairs of games there will be at most.
    pub(crate) fn n_pairs(&self) -> u64 {
        let n_candidates = self.method.n_candidates(self.space.n());
        let generations = u64::from(self.generations).saturating_mul(self.fitness.n_pairs(n_candidates));
        let n_groups = 1 + u64::from(self.generations > 1) + self.confirmation.opponents.len() as u64;
        let baseline = self.baseline.as_ref();
        let on_the_way =
            baseline.map_or(0, |baseline| u64::from(baseline.pairs) * baseline.n_times(self.generations));
        let confirmation = n_groups * u64::from(self.confirmation.pairs);
        [on_the_way, confirmation, self.final_pairs.unwrap_or(0), u64::from(self.whitening.unwrap_or(0))]
            .into_iter()
            .fold(generations, u64::saturating_add)
    }
}

impl GenesFile {
    /// An error unless there are genes, and their range is one.
    fn check(&self) -> Result<(), String> {
        let (low, high) = (self.low, self.high);
        if self.names.as_ref().is_some_and(Vec::is_empty) {
            let expected =
                "expected at least one gene; without `names`, there is one for every feature of the game";
            return Err(format!("genes: names = []: {expected}"));
        }
        if low >= high {
            return Err(format!("genes: start-high = {high}: expected more than start-low = {low}"));
        }
        Ok(())
    }

    fn list(&self, features: &[String]) -> Vec<Gene> {
        let names = self.names.as_deref().unwrap_or(features);
        let gene = |name: &String| Gene {
            name: name.clone(),
            low: self.low,
            high: self.high,
            floor: self.floor,
            ceiling: self.ceiling,
        };
        names.iter().map(gene).collect()
    }
}

/// Whether the type of the file can be read from a text.
#[cfg(test)]
pub(super) fn is_read(text: &str) -> bool {
    form::is_read::<File>(text, FORM)
}
