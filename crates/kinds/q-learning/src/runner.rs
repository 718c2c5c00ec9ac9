//! Carrying out a Q-learning.
//!
//! The state is kept at every checkpoint, and when the run is stopped: it goes on from the latest that is in the store, and what
//! it did since then it does again, to the same bytes.

use std::collections::BTreeSet;

use serde_json::json;
use zermelo_arena::{Pair, Played};
use zermelo_game::zobrist::mix;
use zermelo_learn::{About, LearnError};
use zermelo_store::{AgentRow, Artifact, EventRow, Run, Store};

use super::explorer::{Explorer, Sizes};
use super::file::{QLearningPlan, with_network};
use super::learner::{Learner, Losses};
use super::result::{CheckpointResult, QLearningResult};
use zermelo_catalog::{Permission, RequestError, catalog, networks};
use zermelo_kind::RunContext;
use zermelo_kind::RunLog;
use zermelo_kind::{ScoreTablePlan, score_table};
use zermelo_runner::game_runner::{Adjudication, Entrant, GameRunner, Halt, Openings, RunnerPlan};

/// Whether a Q-learning can be carried out.
pub(crate) fn prepare(plan: &QLearningPlan, permission: Permission) -> Result<(), RequestError> {
    let runner = open_runner(plan, &plan.test.openings.unjudged(), 1, permission)?;
    plan.test.openings.judge().map_or(Ok(()), |judge| runner.check(judge))?;
    let opponents = plan.test.opponents.iter();
    opponents.map(|entrant| entrant.agent.as_str()).try_for_each(|agent| runner.check(agent))?;
    runner.check(&plan.stand_in_agent().map_err(RequestError::Learning)?)?;
    let sizes = Explorer::new(&catalog::open(&plan.common.game)?).sizes();
    let bad = |error: LearnError| RequestError::Experiment {
        place: plan.common.title.clone(),
        problem: error.to_string(),
    };
    Learner::new(plan, &sizes, 1).map(|_| ()).map_err(bad)
}

fn open_runner(
    plan: &QLearningPlan,
    openings: &Openings,
    n_openings: usize,
    permission: Permission,
) -> Result<GameRunner, RequestError> {
    let game = catalog::open_for(&plan.common.game, permission)?;
    GameRunner::open(
        &game,
        &RunnerPlan {
            seed: mix(plan.common.seed ^ 1),
            openings,
            n_openings,
            first_opening: 0,
            adjudication: Adjudication::default(),
        },
    )
}

fn told(error: LearnError) -> Halt {
    Halt::Bad(RequestError::Learning(error.to_string()))
}

/// Learns, and tests what was learnt at every checkpoint.
pub(crate) fn run(plan: &QLearningPlan, context: &mut RunContext) -> Result<QLearningResult, Halt> {
    let &mut RunContext { store, run, running, past, ref mut journal } = context;
    let journal = &mut **journal;
    let game = catalog::open(&plan.common.game)?;
    let explorer = Explorer::new(&game);
    let (openings, n_openings) = (&plan.test.openings, plan.test.pairs as usize);
    let runner = open_runner(plan, openings, n_openings, running.permission)?;
    let mut log = RunLog::new(running, past, journal, true);
    log.reserve_openings(&runner);
    let opponents = log.enter(&plan.test.opponents)?;
    let sizes = explorer.sizes();
    let game = game.id();
    let mut state = RunState { plan, store, run, log, explorer: &explorer, sizes, game, learner: None };

    let mut checkpoints = Vec::new();
    let mut entrants = plan.test.opponents.clone();
    let mut history: Vec<Played> = Vec::new();
    for (number, &moves) in (1..).zip(&plan.moves) {
        let (checkpoint, bytes) = state.learn(number, moves)?;
        if number as usize == plan.moves.len() {
            state.log.journal.artifact(Artifact { name: "net".to_owned(), bytes: bytes.clone() })?;
        }
        let network = networks::keep(&format!("{}/{}", run.name, network_name(number)), &bytes);
        let agent = with_network(&plan.test.agent, &network.map_err(RequestError::Learning)?);
        let entrant = Entrant { name: format!("{} moves", grouped(moves)), agent };
        history.extend(state.test(&runner, number, &entrant, &opponents, entrants.len() as u32)?);
        entrants.push(entrant);
        checkpoints.push(checkpoint);
    }
    let n_opponents = opponents.len();
    let published = plan.test.published.iter().map(|&percent| Some(percent)).chain(std::iter::repeat(None));
    let table = ScoreTablePlan {
        title: "The learning curve".to_owned(),
        tested: (n_opponents..entrants.len()).collect(),
        opponents: (0..n_opponents).collect(),
        published: published.take(plan.moves.len()).collect(),
        published_scores: vec![Vec::new(); plan.moves.len()],
        published_games: plan.test.published_games,
    };
    let curve = score_table(&entrants, &table, &history);
    let sizes = [state.sizes.n_inputs as u64, state.sizes.n_actions as u64];
    let used: BTreeSet<u32> = history.iter().map(|played| played.pair.opening).collect();
    Ok(QLearningResult::of(plan, sizes, checkpoints, curve, runner.tally(&used)))
}

/// What the network of a checkpoint is called in the run.
fn network_name(number: u32) -> String {
    format!("net-{number}")
}

/// What a state is called in the run begins with this; the number of moves follows.
const STATE: &str = "state-";

/// Events of checkpoints; reports have the number of moves.
fn event_number(number: u32) -> u64 {
    (1 << 48) + u64::from(number)
}

/// A number with commas between thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// How far a run is.
struct RunState<'a> {
    plan: &'a QLearningPlan,
    store: &'a Store,
    run: &'a Run,
    log: RunLog<'a>,
    explorer: &'a Explorer,
    sizes: Sizes,
    /// The game's id.
    game: String,
    /// Who learns, once it is needed: what was learnt before is in the store.
    learner: Option<Learner>,
}

impl RunState<'_> {
    /// Learns until a checkpoint, unless that has been done: how it went, and the network.
    fn learn(&mut self, number: u32, moves: u64) -> Result<(CheckpointResult, Vec<u8>), Halt> {
        let (name, seq) = (network_name(number), event_number(number));
        let known = self.log.past.events.get(&seq).and_then(|event| serde_json::from_str(&event.json).ok());
        if let Some(known) = known
            && let Some(bytes) = self.store.artifact(self.run.id, &name)?
        {
            return Ok((known, bytes));
        }
        let mut learner = match self.learner.take() {
            Some(learner) => learner,
            None => self.latest(moves)?,
        };
        self.explore(&mut learner, moves)?;
        let checkpoint = CheckpointResult {
            moves,
            games: learner.progress.games,
            steps: learner.learner.n_steps(),
            loss: learner.progress.since_checkpoint.mean(),
        };
        learner.progress.since_checkpoint = Losses::default();
        let about = About::of_actions(&self.game, &self.sizes.inputs, &self.sizes.actions);
        let bytes = learner.learner.network().to_bytes(&about);
        let journal = &mut *self.log.journal;
        journal.artifact(Artifact { name, bytes: bytes.clone() })?;
        if moves < self.plan.n_moves() {
            journal.artifact(state_of(&learner))?;
        }
        let json = json!(checkpoint).to_string();
        journal.event(&EventRow { seq, kind: "checkpoint".to_owned(), json })?;
        self.learner = Some(learner);
        Ok((checkpoint, bytes))
    }

    /// Who learnt before, as far as it came and the store knows; or somebody who knows nothing.
    fn latest(&self, most_moves: u64) -> Result<Learner, Halt> {
        let names = self.store.artifact_names(self.run.id)?;
        let states = names.iter().filter_map(|name| name.strip_prefix(STATE)?.parse().ok());
        let latest = states.filter(|&moves: &u64| moves <= most_moves).max();
        let threads = self.log.running.own_threads();
        let bytes = match latest {
            Some(moves) => self.store.artifact(self.run.id, &format!("{STATE}{moves}"))?,
            None => None,
        };
        match bytes {
            Some(bytes) => Learner::from_bytes(&bytes, self.plan, threads),
            None => Learner::new(self.plan, &self.sizes, threads),
        }
        .map_err(told)
    }

    /// Plays and learns until so many moves are made, and reports on the way.
    fn explore(&mut self, learner: &mut Learner, until: u64) -> Result<(), Halt> {
        let (plan, running) = (self.plan, self.log.running);
        // Often enough to be seen, seldom enough not to fill the store.
        let pace = (plan.n_moves() / 200).clamp(100, 10_000);
        while learner.progress.moves < until {
            let next = (learner.progress.moves / pace + 1) * pace;
            let explored = self.explorer.explore(learner, plan, next.min(until), running.stop);
            let journal = &mut *self.log.journal;
            if matches!(explored, Err(Halt::Stopped)) {
                journal.artifact(state_of(learner))?;
            }
            explored?;
            let progress = &mut learner.progress;
            if progress.moves.is_multiple_of(pace) {
                let json = json!({ "moves": progress.moves, "of": plan.n_moves(), "games": progress.games,
                    "steps": learner.learner.n_steps(), "loss": progress.since_report.mean() });
                progress.since_report = Losses::default();
                let (seq, kind) = (progress.moves, "moves".to_owned());
                journal.event(&EventRow { seq, kind, json: json.to_string() })?;
            }
        }
        Ok(())
    }

    /// Somebody against all opponents. In what comes back the tested one has this number, and opponents theirs.
    fn test(
        &mut self,
        runner: &GameRunner,
        round: u32,
        entrant: &Entrant,
        opponents: &[AgentRow],
        number: u32,
    ) -> Result<Vec<Played>, Halt> {
        let own = self.log.enter(std::slice::from_ref(entrant))?;
        let everybody: Vec<&AgentRow> = own.iter().chain(opponents).collect();
        let pairs = (1..=opponents.len() as u32)
            .flat_map(|b| (0..self.plan.test.pairs).map(move |k| Pair { round, a: 0, b, opening: k }));
        let pairs: Vec<Pair> = pairs.collect();
        let mut played = self.log.play(runner, &everybody, &pairs, &mut |_| {})?;
        for played in &mut played {
            (played.pair.a, played.pair.b) = (number, played.pair.b - 1);
        }
        Ok(played)
    }
}

fn state_of(learner: &Learner) -> Artifact {
    Artifact { name: format!("{STATE}{}", learner.progress.moves), bytes: learner.to_bytes() }
}
