//! Plays stored games again and compares.
//!
//! A run is a function of its file, so forgetting some of its games and going on as if it had been interrupted must give these
//! games again. Nothing is written: what comes is compared with what is stored.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use zermelo_any::{AgentSpec, Folder};
use zermelo_catalog::RequestError;
use zermelo_game::zobrist::mix;
use zermelo_kind::{Journal, Past, RunContext, Running};
use zermelo_runner::game_runner::Halt;
use zermelo_store::{AgentRow, Artifact, EventRow, GameRow, OpeningRow, Run, Store, StoreError};

use crate::experiment::{Experiment, RunError};
use crate::series;

/// What was compared, and what differs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Games of the run that are stored.
    pub stored_games: u64,
    /// Games that were played again.
    pub games: u64,
    /// Generations and replicates that were repeated.
    pub events: u64,
    /// What differs, each in a sentence; of many the first.
    pub differences: Vec<String>,
    /// How much differs.
    pub n_differences: u64,
    /// The version of the program that made the run, if it is another one.
    pub other_version: Option<String>,
}

/// Differences that are told.
const MOST_TOLD: usize = 20;

/// Kinds of events that stand for work which can be repeated: a generation of an evolution, a replicate of a study.
const REPEATABLE: [&str; 2] = ["generation", "replicate"];

/// Plays this share of a run's games again, at least one pair, drawn by `draw`. `on_game` is told of every game. Stages of a series are
/// runs of their own, and all of them are verified.
pub fn verify(
    store: &Store,
    run: &Run,
    share: f64,
    draw: u64,
    running: &Running,
    on_game: &mut dyn FnMut(),
) -> Result<Verified, RunError> {
    let stages = store.stages(run.id)?;
    if stages.is_empty() {
        return verify_one(store, run, share, draw, running, on_game);
    }
    let mut all = Verified::default();
    for stage in &stages {
        let one = verify_one(store, stage, share, draw, running, on_game)?;
        all.stored_games += one.stored_games;
        all.games += one.games;
        all.events += one.events;
        all.n_differences += one.n_differences;
        let told = one.differences.into_iter().map(|problem| format!("{}: {problem}", stage.name));
        all.differences.extend(told);
        all.other_version = all.other_version.or(one.other_version);
    }
    all.differences.truncate(MOST_TOLD);
    Ok(all)
}

fn verify_one(
    store: &Store,
    run: &Run,
    share: f64,
    draw: u64,
    running: &Running,
    on_game: &mut dyn FnMut(),
) -> Result<Verified, RunError> {
    let experiment = experiment_of(store, run, running)?;
    let mut past = Past {
        games: store.games(run.id).map(|row| row.map(|row| (row.index, row))).collect::<Result<_, _>>()?,
        events: store.events(run.id)?.into_iter().map(|event| (event.seq, event)).collect(),
    };
    let wanted = Wanted::draw(&past, share, draw);
    let stored_games = past.games.len() as u64;
    let games = past.games.extract_if(|index, _| wanted.pairs.contains(&(index / 2))).collect();
    let events = past.events.extract_if(|seq, _| wanted.events.contains(seq)).collect();
    let mut comparison = Comparison {
        store,
        run,
        games,
        events,
        is_unfinished: run.result.is_none(),
        running,
        verified: Verified {
            stored_games,
            other_version: (run.code_version != store.code_version()).then(|| run.code_version.clone()),
            ..Verified::default()
        },
        on_game,
    };
    let mut context = RunContext { store, run, running, past: &past, journal: &mut comparison };
    match experiment.plan.run(&mut context) {
        Ok(_) => {}
        // Nobody asked to go on with what is not played yet.
        Err(Halt::Stopped) if comparison.is_over() => {}
        Err(Halt::Stopped | Halt::Spoilt) => return Err(RunError::Stopped(run.name.clone())),
        Err(Halt::Bad(error)) => return Err(error.into()),
        Err(Halt::Store(error)) => return Err(error.into()),
    }
    let missing: Vec<u64> = comparison.games.keys().copied().collect();
    for index in missing {
        comparison.differ(format!("game {index} is stored, but the experiment has no such game"));
    }
    Ok(comparison.verified)
}

/// The experiment of a run, as it was.
fn experiment_of(store: &Store, run: &Run, running: &Running) -> Result<Experiment, RequestError> {
    if run.is_endless() {
        let problem = "games of people cannot be played again".to_owned();
        return Err(RequestError::Experiment { place: run.name.clone(), problem });
    }
    let stem = run.name.rsplit_once('-').map_or(run.name.as_str(), |(stem, _)| stem).to_owned();
    let folder = Folder::new(Path::new("."), running.permission);
    let mut experiment = Experiment::parse(stem, run.experiment.clone(), &run.name, folder)?;
    experiment.plan.set_seed(run.seed);
    // A stage names what came of the stages before it.
    if let Some(parent) = run.parent {
        let series = store.run(parent)?;
        let series = Experiment::parse(series.name.clone(), series.experiment, &series.name, folder)?;
        if let Some(plan) = series::stages_of(&*series.plan) {
            series::resolve(&mut experiment, plan, store, parent)?;
        }
    }
    experiment.resolve(store, running.permission)?;
    let agents = store.agents(run.id)?;
    let is_fickle = |agent: &&AgentRow| AgentSpec::read(&agent.text).is_ok_and(|spec| !spec.is_repeatable());
    if let Some(agent) = agents.iter().find(is_fickle) {
        let problem = format!(
            "games with clocks, several threads, engines or guests cannot be verified by playing them again: `{}` plays \
             other moves every time, so its games cannot be compared",
            agent.text
        );
        return Err(RequestError::Experiment { place: run.name.clone(), problem });
    }
    Ok(experiment)
}

/// What is to be played again.
struct Wanted {
    pairs: BTreeSet<u64>,
    events: BTreeSet<u64>,
}

impl Wanted {
    fn draw(past: &Past, share: f64, draw: u64) -> Wanted {
        let is_drawn =
            |number: &u64| (mix(draw ^ mix(*number)) >> 11) as f64 / ((1_u64 << 53) as f64) < share;
        let all: BTreeSet<u64> = past.games.keys().map(|index| index / 2).collect();
        let mut pairs: BTreeSet<u64> = all.iter().copied().filter(is_drawn).collect();
        let events = past.events.values().filter(|event| REPEATABLE.contains(&event.kind.as_str()));
        let repeatable: BTreeSet<u64> = events.map(|event| event.seq).collect();
        let mut events: BTreeSet<u64> = repeatable.iter().copied().filter(is_drawn).collect();
        if pairs.is_empty() {
            pairs.extend(all.iter().nth(mix(draw) as usize % all.len().max(1)));
        }
        // Where games are kept, generations cost nothing: all are computed again from the games.
        if !all.is_empty() {
            events = repeatable;
        } else if events.is_empty() {
            events.extend(repeatable.iter().nth(mix(draw) as usize % repeatable.len().max(1)));
        }
        Wanted { pairs, events }
    }
}

/// Compares what is played with what is stored, and writes nothing.
struct Comparison<'a> {
    store: &'a Store,
    run: &'a Run,
    /// What is stored of the games that are played again.
    games: BTreeMap<u64, GameRow>,
    /// The same of events.
    events: BTreeMap<u64, EventRow>,
    is_unfinished: bool,
    running: &'a Running<'a>,
    verified: Verified,
    on_game: &'a mut dyn FnMut(),
}

impl Comparison<'_> {
    fn differ(&mut self, problem: String) {
        self.verified.n_differences += 1;
        if self.verified.differences.len() < MOST_TOLD {
            self.verified.differences.push(problem);
        }
    }

    /// Whether all that was wanted was compared.
    fn is_over(&self) -> bool {
        self.games.is_empty() && self.events.is_empty()
    }

    /// Ends a run that nobody has finished before, when it comes to what was never played.
    fn end_if_over(&self) {
        if self.is_unfinished && self.is_over() {
            self.running.stop.stop();
        }
    }
}

impl Journal for Comparison<'_> {
    fn agents(&mut self, _agents: &[AgentRow]) -> Result<(), StoreError> {
        Ok(())
    }

    fn openings(&mut self, _openings: &[OpeningRow]) -> Result<(), StoreError> {
        Ok(())
    }

    fn game(&mut self, game: &GameRow) -> Result<(), StoreError> {
        (self.on_game)();
        // Games are kept in chunks in some runs: then others of the chunk are played again with it.
        let stored = match self.games.remove(&game.index) {
            Some(stored) => Some(stored),
            None => self.store.game(self.run.id, game.index)?,
        };
        match stored {
            Some(stored) => {
                self.verified.games += 1;
                if let Some(what) = difference(&stored, game) {
                    self.differ(format!("game {}: {what}", game.index));
                }
            }
            None if !self.is_unfinished => {
                self.differ(format!("game {} belongs to the experiment, but is not stored", game.index));
            }
            None => {}
        }
        self.end_if_over();
        Ok(())
    }

    fn passed(&mut self, _game: &GameRow) -> Result<(), StoreError> {
        (self.on_game)();
        Ok(())
    }

    fn artifact(&mut self, artifact: Artifact) -> Result<(), StoreError> {
        let stored = self.store.artifact(self.run.id, &artifact.name)?;
        if stored.is_some_and(|stored| stored != artifact.bytes) {
            self.differ(format!("the file `{}` has other bytes", artifact.name));
        }
        Ok(())
    }

    fn event(&mut self, event: &EventRow) -> Result<(), StoreError> {
        if let Some(stored) = self.events.remove(&event.seq) {
            self.verified.events += 1;
            if stored.json != event.json {
                self.differ(format!("{} {} has another result", event.kind, event.seq));
            }
        }
        self.end_if_over();
        Ok(())
    }
}

/// What differs between a stored game and the same game played again, apart from times.
fn difference(stored: &GameRow, played: &GameRow) -> Option<String> {
    let plain = |row: &GameRow| GameRow { micros: [0; 2], ..row.clone() };
    let (stored, played) = (plain(stored), plain(played));
    if stored == played {
        return None;
    }
    if stored.moves != played.moves {
        let same = stored.moves.iter().zip(&played.moves).take_while(|(a, b)| a == b).count();
        return Some(format!("other moves after {same} bytes of them"));
    }
    if (stored.outcome, &stored.reason) != (played.outcome, &played.reason) {
        return Some(format!(
            "stored as {} by {}, played as {} by {}",
            stored.outcome.id(),
            stored.reason,
            played.outcome.id(),
            played.reason
        ));
    }
    if stored.nodes != played.nodes {
        return Some(format!("stored with {:?} nodes, played with {:?}", stored.nodes, played.nodes));
    }
    Some("other agents, opening or round".to_owned())
}
