//! Carrying out a training.

use std::collections::HashMap;
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use serde_json::json;
use zermelo_arena::schedule::Race;
use zermelo_arena::{Pair, Played};
use zermelo_game::zobrist::mix;
use zermelo_learn::dataset::Split;
use zermelo_learn::fit::{FitSettings, fit};
use zermelo_learn::network_file::About;
use zermelo_learn::training::{Data, Ending, PassReport, Progress, Settings};
use zermelo_learn::{Activation, Dataset, Input, LearnError, Network, Shape, Start, Training, prediction};
use zermelo_stats::Verdict;
use zermelo_store::{AgentRow, Artifact, EventRow, GameRow, OpeningRow, Run, Store, StoreError};

use super::examples_file;
use super::file::{AcceptancePlan, Model, SearchPlan, SplitBy, TrainingPlan, with_evaluator};
use super::result::{PassResult, RoundResult, TrainingResult, TriedResult};
use zermelo_catalog::{OpenGame, Permission, RequestError, catalog, networks};
use zermelo_kind::Record;
use zermelo_kind::RunLog;
use zermelo_kind::{Confirmation, Group};
use zermelo_kind::{Journal, RunContext, self_play};
use zermelo_runner::examples::{Blend, Encoding, Examples};
use zermelo_runner::game_runner::{
    Adjudication, Entrant, GameRunner, Halt, OpeningTally, Openings, RunnerPlan,
};
use zermelo_runner::self_play::{Beginning, Ends, SelfPlayJob, Thoughts};

/// Games that are kept together.
const CHUNK: u32 = 128;

/// Whether a training can be carried out.
pub(crate) fn prepare(plan: &TrainingPlan, permission: Permission) -> Result<(), RequestError> {
    if let Some(path) = plan.files.first() {
        let forbidden = |refusal| RequestError::forbidden(&path.display().to_string(), refusal);
        permission.files().map_err(forbidden)?;
    }
    let runner = open_runner(plan, "check", &plan.confirmation.openings.unjudged(), 1, 0, permission)?;
    plan.confirmation.openings.judge().map_or(Ok(()), |judge| runner.check(judge))?;
    let opponents = plan.confirmation.opponents.iter();
    opponents.map(|entrant| entrant.agent.as_str()).try_for_each(|agent| runner.check(agent))?;
    // Whatever stands for the evaluator will be there: the first one stands in for it.
    let first = plan.play.as_ref().map_or("default", |play| play.first.as_str());
    let play = plan.play.iter().map(|play| ("play", &play.agent));
    let acceptance = plan.acceptance.iter().map(|acceptance| ("acceptance", &acceptance.agent));
    play.chain(acceptance).chain([("confirmation", &plan.agent)]).try_for_each(|(table, agent)| {
        let checked = runner.check(&with_evaluator(agent, first));
        checked.map_err(|error| error.within(format!("{table}: agent")))
    })?;
    let has_features = !catalog::open(&plan.common.game)?.features().is_empty();
    if let Some(path) = plan.files.iter().find(|path| !path.is_file()) {
        let problem = format!("data: files: there is no file {}", path.display());
        return Err(RequestError::Experiment { place: plan.common.title.clone(), problem });
    }
    if matches!(plan.model, Model::Heuristics {}) && !has_features {
        let problem = format!("{} has no heuristics to fit weights for", plan.common.game);
        return Err(RequestError::Experiment { place: plan.common.title.clone(), problem });
    }
    Ok(())
}

/// A runner with a random stream of its own.
fn open_runner(
    plan: &TrainingPlan,
    purpose: &str,
    openings: &Openings,
    n_openings: usize,
    first_opening: u32,
    permission: Permission,
) -> Result<GameRunner, RequestError> {
    let seed = purpose.bytes().fold(plan.common.seed, |seed, byte| mix(seed ^ u64::from(byte)));
    let adjudication = Adjudication::default();
    let game = catalog::open_for(&plan.common.game, permission)?;
    GameRunner::open(&game, &RunnerPlan { seed, openings, n_openings, first_opening, adjudication })
}

fn told(error: LearnError) -> Halt {
    Halt::Bad(RequestError::Learning(error.to_string()))
}

/// Plays, learns, and confirms the trained agent.
pub(crate) fn run(plan: &TrainingPlan, context: &mut RunContext) -> Result<TrainingResult, Halt> {
    let &mut RunContext { store, run, running, past, ref mut journal } = context;
    let journal = &mut **journal;
    let game = catalog::open_for(&plan.common.game, running.permission)?;
    let examples = Examples::new(&game);
    let start = open_runner(plan, "self-play", &Openings::Start, 1, 0, running.permission)?;
    let log = RunLog::new(running, past, journal, true);
    let sources = read_sources(plan, store)?;
    let own = Source { openings: start.openings(), games: Vec::new(), thoughts: Vec::new() };
    let networks = HashMap::new();
    let (n_games, openings) = (0, OpeningTally::default());
    let mut state = RunState {
        plan,
        game: &game,
        examples: &examples,
        store,
        run,
        log,
        sources,
        own,
        networks,
        n_games,
        openings,
    };
    state.log.enter_openings(&start)?;

    let mut rounds: Vec<RoundResult> = Vec::new();
    // The evaluator of the best model so far, and its round.
    let mut best: Option<(String, u32)> = None;
    for round in 1..=plan.rounds {
        if let Some(play) = &plan.play {
            let evaluator = best.as_ref().map_or(&play.first, |(evaluator, _)| evaluator);
            state.play(round, &with_evaluator(&play.agent, evaluator))?;
        }
        let (evaluator, mut result) = state.learn(round)?;
        if let (Some(acceptance), Some((other, _))) = (&plan.acceptance, &best) {
            let agents = [&evaluator, other].map(|evaluator| with_evaluator(&acceptance.agent, evaluator));
            (result.trial, result.is_accepted) = state.compare(round, agents, acceptance)?;
        }
        if result.is_accepted {
            best = Some((evaluator, round));
        }
        rounds.push(result);
    }
    let (evaluator, best) = best.expect("the first round is always accepted");
    if matches!(plan.model, Model::Network { .. }) {
        let bytes = state.network(best)?;
        state.log.journal.artifact(Artifact { name: "net".to_owned(), bytes })?;
    }
    let confirmations = state.confirm(&with_evaluator(&plan.agent, &evaluator))?;
    let weights = matches!(plan.model, Model::Heuristics {}).then_some(evaluator);
    Ok(TrainingResult::of(plan, state.n_games, rounds, best, weights, confirmations, state.openings))
}

/// What the network of a round is called in the run.
fn network_name(round: u32) -> String {
    format!("net-{round}")
}

/// Games to learn from.
struct Source {
    openings: Vec<OpeningRow>,
    games: Vec<GameRow>,
    /// What was thought in each of them; nothing, if they are another run's.
    thoughts: Vec<Thoughts>,
}

/// A run whose games are learnt from.
fn open_source<'s>(plan: &TrainingPlan, store: &'s Store, name: &str) -> Result<Record<'s>, RequestError> {
    let bad = |problem: String| RequestError::Experiment {
        place: plan.common.title.clone(),
        problem: format!("data: runs: {problem}"),
    };
    let record = Record::open(store, name).map_err(|error| bad(error.to_string()))?;
    let game = record.game.id();
    if game != catalog::open(&plan.common.game)?.id() {
        return Err(bad(format!(
            "the games of {} are games of {game}: they are no training data for this game",
            record.run.name
        )));
    }
    if store.n_games(record.run.id)? == 0 {
        return Err(bad(RequestError::NoGames { run: record.run.name }.to_string()));
    }
    Ok(record)
}

/// Whether all runs are there whose games are learnt from, but for those that are not played yet.
pub(crate) fn check_sources(
    plan: &TrainingPlan,
    store: &Store,
    is_to_come: &dyn Fn(&str) -> bool,
) -> Result<(), RequestError> {
    let mut names = plan.sources.iter().filter(|name| !is_to_come(name));
    names.try_for_each(|name| open_source(plan, store, name).map(|_| ()))
}

fn read_sources(plan: &TrainingPlan, store: &Store) -> Result<Vec<Source>, Halt> {
    let mut sources = Vec::new();
    for name in &plan.sources {
        let record = open_source(plan, store, name)?;
        let games = record.games().collect::<Result<Vec<GameRow>, _>>()?;
        sources.push(Source { openings: record.openings, games, thoughts: Vec::new() });
    }
    Ok(sources)
}

/// How far a run is.
struct RunState<'a> {
    plan: &'a TrainingPlan,
    game: &'a OpenGame,
    examples: &'a Examples,
    store: &'a Store,
    run: &'a Run,
    log: RunLog<'a>,
    sources: Vec<Source>,
    /// All games against itself so far.
    own: Source,
    /// The networks that were trained now; those from before are in the store.
    networks: HashMap<u32, Vec<u8>>,
    /// Games of all kinds so far.
    n_games: u64,
    /// The openings of trials and of the confirmation.
    openings: OpeningTally,
}

impl RunState<'_> {
    /// The network of a round.
    fn network(&self, round: u32) -> Result<Vec<u8>, Halt> {
        if let Some(bytes) = self.networks.get(&round) {
            return Ok(bytes.clone());
        }
        let known = self.store.artifact(self.run.id, &network_name(round))?;
        let lost = || RequestError::Learning(format!("the network of round {round} is not in the store"));
        Ok(known.ok_or_else(lost)?)
    }

    /// Plays the games of a round against itself, but for those that are known.
    fn play(&mut self, round: u32, agent: &str) -> Result<(), Halt> {
        let Some(play) = &self.plan.play else { return Ok(()) };
        let entrant = Entrant { name: format!("round {round}"), agent: agent.to_owned() };
        let entered = self.log.enter(&[entrant])?;
        let job = SelfPlayJob {
            agent,
            number: entered[0].index,
            beginning: Beginning::Random { opening: 0, plies: play.random_plies },
            ends: Ends::Proved,
            round,
            seed: self.plan.common.seed,
            first_game: 2 * self.log.n_pairs,
            n_games: play.games,
            chunk: CHUNK,
            executor: self.log.running.executor(),
        };
        let name = format!("thoughts-{round}");
        let (games, thoughts) = self_play::play(self.game, &mut self.log, self.store, self.run, &job, &name)?;
        self.own.games.extend(games);
        self.own.thoughts.extend(thoughts);
        self.n_games += u64::from(play.games);
        Ok(())
    }

    /// Learns from what is known in this round, unless that has been done: the evaluator that came of it, and how that went.
    fn learn(&mut self, round: u32) -> Result<(String, RoundResult), Halt> {
        let seq = event_number(round, 0);
        let known = self.log.past.events.get(&seq).map(|event| serde_json::from_str::<Learnt>(&event.json));
        if let Some(Ok(learnt)) = known {
            let evaluator = self.evaluator(round, &learnt.weights)?;
            return Ok((evaluator, learnt.into_result(round)));
        }
        let learnt = match &self.plan.model {
            Model::Network { hidden, activation } => self.learn_network(round, hidden, *activation)?,
            Model::Heuristics {} => self.learn_weights()?,
        };
        let json = json!(learnt).to_string();
        self.log.journal.event(&EventRow { seq, kind: "learnt".to_owned(), json })?;
        Ok((self.evaluator(round, &learnt.weights)?, learnt.into_result(round)))
    }

    /// The evaluator of a round, by text.
    fn evaluator(&self, round: u32, weights: &[(String, f64, f64)]) -> Result<String, Halt> {
        if matches!(self.plan.model, Model::Heuristics {}) {
            let parts: Vec<String> =
                weights.iter().map(|(name, weight, _)| format!("{name}={weight}")).collect();
            return Ok(format!("weights({})", parts.join(", ")));
        }
        let name = format!("{}/{}", self.run.name, network_name(round));
        let name = networks::keep(&name, &self.network(round)?).map_err(RequestError::Learning)?;
        Ok(format!("net({name})"))
    }

    /// Everything that is learnt from in a round.
    fn examples(&self, encoding: Encoding) -> Result<(Dataset, u64), Halt> {
        let mut data = self.examples.dataset(encoding).map_err(told)?;
        let mut group = 0;
        for source in &self.sources {
            for game in &source.games {
                self.examples.add(&mut data, encoding, &source.openings, game, None, group)?;
                group += 1;
            }
        }
        for path in &self.plan.files {
            group = examples_file::add(self.game, self.examples, &mut data, encoding, path, group)?;
        }
        let per_round = self.plan.play.as_ref().map_or(0, |play| play.games as usize);
        let from = self.own.games.len().saturating_sub(per_round * self.plan.memory as usize);
        // Evaluators have scales of their own: each round's is found out from how its games ended.
        let rounds = self.own.games[from..].chunks(per_round.max(1));
        for (games, thoughts) in rounds.zip(self.own.thoughts[from..].chunks(per_round.max(1))) {
            let slope = self.examples.slope(&self.own.openings, games, thoughts)?;
            let blend = Blend { result_share: self.plan.result_share, slope };
            for (game, thoughts) in games.iter().zip(thoughts) {
                self.examples.add(
                    &mut data,
                    encoding,
                    &self.own.openings,
                    game,
                    Some((thoughts, blend)),
                    group,
                )?;
                group += 1;
            }
        }
        Ok((data, u64::from(group)))
    }

    fn learn_network(
        &mut self,
        round: u32,
        hidden: &[usize],
        activation: Activation,
    ) -> Result<Learnt, Halt> {
        let (data, games) = self.examples(Encoding::Board)?;
        let parts = split(self.plan, &data)?;
        drop(data);
        let seed = mix(self.plan.common.seed ^ u64::from(round));
        let settings = Settings { seed, ..self.plan.settings };
        let tried = match &self.plan.search {
            Some(search) => self.search(round, search, activation, settings, &parts)?,
            None => Vec::new(),
        };
        let (hidden, l2) =
            TriedResult::best(&tried).map_or((hidden, settings.l2), |best| (&best.hidden, best.l2));
        let settings = Settings { l2, ..settings };
        let training = self.train(&parts, hidden, activation, settings, &mut |journal, report| {
            let json = json!({ "round": round, "pass": report.pass, "of": settings.passes,
                "training": report.training_loss, "validation": report.validation_loss });
            let seq = event_number(round, report.pass);
            journal.event(&EventRow { seq, kind: "pass".to_owned(), json: json.to_string() })
        })?;
        let (running, journal) = (self.log.running, &mut *self.log.journal);
        let about = About::new(&catalog::open(&self.plan.common.game)?.id(), &self.examples.signature());
        let bytes = training.best().to_bytes(&about);
        journal.artifact(Artifact { name: network_name(round), bytes: bytes.clone() })?;
        self.networks.insert(round, bytes);
        let predictions =
            prediction::logits(training.best(), &parts.test, running.own_threads()).map_err(told)?;
        Ok(Learnt {
            games,
            positions: parts.train.len() as u64,
            validation: [parts.validation.len() as u64, parts.n_seen_validation as u64],
            test: [parts.test.len() as u64, parts.n_seen_test as u64],
            tried,
            passes: training.history().iter().map(PassResult::from).collect(),
            errors: Errors::of(&predictions, &parts.test),
            weights: Vec::new(),
        })
    }

    /// Trains a network; it is told after every pass.
    fn train(
        &mut self,
        parts: &Split,
        hidden: &[usize],
        activation: Activation,
        settings: Settings,
        on_pass: &mut dyn FnMut(&mut dyn Journal, &PassReport) -> Result<(), StoreError>,
    ) -> Result<Training, Halt> {
        let shape = Shape::logit(parts.train.n_inputs(), hidden, activation);
        let network = Network::start(shape, Start::Uniform, settings.seed).map_err(told)?;
        let data = Data { train: &parts.train, validation: Some(&parts.validation) };
        let mut training = Training::new(network, settings, data).map_err(told)?;
        let (running, journal) = (self.log.running, &mut *self.log.journal);
        let mut kept = Ok(());
        let ending = training.run(data, running.own_threads(), |_, progress| {
            if let Progress::Pass(report) = progress {
                kept = on_pass(journal, report);
            }
            if running.stop.is_stopped() || kept.is_err() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        kept?;
        if ending.map_err(told)? == Ending::Stopped {
            return Err(Halt::Stopped);
        }
        Ok(training)
    }

    /// Tries shapes and penalties, but for those that have been tried.
    fn search(
        &mut self,
        round: u32,
        search: &SearchPlan,
        activation: Activation,
        settings: Settings,
        parts: &Split,
    ) -> Result<Vec<TriedResult>, Halt> {
        let mut tried = Vec::new();
        let each = search.hidden.iter().flat_map(|hidden| search.l2.iter().map(move |&l2| (hidden, l2)));
        for (index, (hidden, l2)) in each.enumerate() {
            let seq = event_number(round, FIRST_TRIED + index);
            let known = self.log.past.events.get(&seq).map(|event| serde_json::from_str(&event.json));
            if let Some(Ok(known)) = known {
                tried.push(known);
                continue;
            }
            let settings = Settings { l2, passes: search.passes, ..settings };
            let training = self.train(parts, hidden, activation, settings, &mut |_, _| Ok(()))?;
            let losses = training.history().iter().filter_map(|pass| pass.validation_loss);
            let validation = losses.fold(f64::INFINITY, f64::min);
            let result = TriedResult { hidden: hidden.clone(), l2, validation };
            let json = json!(result).to_string();
            self.log.journal.event(&EventRow { seq, kind: "tried".to_owned(), json })?;
            tried.push(result);
        }
        Ok(tried)
    }

    fn learn_weights(&mut self) -> Result<Learnt, Halt> {
        let (data, games) = self.examples(Encoding::Heuristics)?;
        let parts = split(self.plan, &data)?;
        drop(data);
        // The constant is what the move is worth; a search compares positions in which it is the same player's.
        // A game's heuristics may follow from each other: the ridge divides what they share, and is worth one example.
        let settings = FitSettings { ridge: 1.0, ..FitSettings::default() };
        let found = fit(&parts.train, &settings, self.log.running.own_threads()).map_err(told)?;
        let constant = found.constant.map_or(0.0, |term| term.weight);
        let predictions: Vec<f32> = (0..parts.test.len())
            .map(|index| match parts.test.input(index) {
                Input::Dense(values) => {
                    let parts = values.iter().zip(&found.features);
                    let sum: f64 = parts.map(|(&value, term)| f64::from(value) * term.weight).sum();
                    (constant + sum) as f32
                }
                Input::Bits(_) => constant as f32,
            })
            .collect();
        let names = catalog::open(&self.plan.common.game)?;
        let names = names.features().iter().map(|feature| feature.name.to_owned());
        Ok(Learnt {
            games,
            positions: parts.train.len() as u64,
            validation: [parts.validation.len() as u64, parts.n_seen_validation as u64],
            test: [parts.test.len() as u64, parts.n_seen_test as u64],
            tried: Vec::new(),
            passes: Vec::new(),
            errors: Errors::of(&predictions, &parts.test),
            // Positions of one game are not independent: errors are by game where there are enough.
            weights: (names.zip(&found.features))
                .map(|(name, term)| (name, term.weight, term.error_by_game.unwrap_or(term.standard_error)))
                .collect(),
        })
    }

    /// Whether the first of two is better, by a sequential test.
    fn compare(
        &mut self,
        round: u32,
        agents: [String; 2],
        acceptance: &AcceptancePlan,
    ) -> Result<(Option<Confirmation>, bool), Halt> {
        let race = Race { test: acceptance.test, most_pairs: acceptance.most_pairs };
        let openings = &self.plan.confirmation.openings;
        let runner = self.fresh_runner(&format!("trial {round}"), openings, race.most_pairs as usize)?;
        let [new, old] = agents;
        let entrants = [("new", new), ("best so far", old)]
            .map(|(name, agent)| Entrant { name: format!("{name}, round {round}"), agent });
        let agents = self.log.enter(&entrants)?;
        let everybody: Vec<&AgentRow> = agents.iter().collect();
        let mut history: Vec<Played> = Vec::new();
        loop {
            let pairs = race.next(&history);
            if pairs.is_empty() {
                break;
            }
            history.extend(self.log.play(&runner, &everybody, &pairs, &mut |_| {})?);
        }
        self.n_games += 2 * history.len() as u64;
        self.openings.add(&RunLog::tally(&runner, &history));
        let is_accepted = race.stopped(&history).is_some_and(|stopped| stopped.verdict == Verdict::Upper);
        let name = "the best before it".to_owned();
        Ok((Group { name, n_members: 1, played: history }.confirmation(), is_accepted))
    }

    /// A runner with openings that nobody has seen.
    fn fresh_runner(
        &mut self,
        purpose: &str,
        openings: &Openings,
        n_openings: usize,
    ) -> Result<GameRunner, Halt> {
        let (first_opening, permission) = (self.log.next_opening(), self.log.running.permission);
        let runner = open_runner(self.plan, purpose, openings, n_openings, first_opening, permission)?;
        self.log.reserve_openings(&runner);
        Ok(runner)
    }

    /// What was learnt against others, on openings that nobody has seen.
    fn confirm(&mut self, agent: &str) -> Result<Vec<Confirmation>, Halt> {
        let plan = &self.plan.confirmation;
        let runner = self.fresh_runner("confirmation", &plan.openings, plan.pairs as usize)?;
        let own = Entrant { name: "learnt".to_owned(), agent: agent.to_owned() };
        let own = self.log.enter(&[own])?;
        let others = self.log.enter(&plan.opponents)?;
        let (mut found, mut history) = (Vec::new(), Vec::new());
        for (other, round) in others.iter().zip(self.plan.rounds + 1..) {
            let pair = |k: u32| Pair { round, a: 0, b: 1, opening: k };
            let pairs: Vec<Pair> = (0..plan.pairs).map(pair).collect();
            let played = self.log.play(&runner, &[&own[0], other], &pairs, &mut |_| {})?;
            self.n_games += 2 * played.len() as u64;
            history.extend_from_slice(&played);
            found.extend(Group { name: other.name.clone(), n_members: 1, played }.confirmation());
        }
        self.openings.add(&RunLog::tally(&runner, &history));
        Ok(found)
    }
}

/// More passes than there are of any training: after them come the events of what was tried.
const FIRST_TRIED: usize = 1 << 19;

/// Events of a round: 0 for the trained agent, then the passes.
fn event_number(round: u32, pass: usize) -> u64 {
    (u64::from(round) << 20) + pass as u64
}

/// Parts that share no game and no position; what is met several times in one is met once with its mean.
fn split(plan: &TrainingPlan, data: &Dataset) -> Result<Split, Halt> {
    if plan.split_by == SplitBy::Position {
        let mut alone = data.merge();
        alone.set_alone();
        return alone.split(plan.shares, plan.common.seed, |index| alone.key(index)).map_err(told);
    }
    let mut parts = data.split(plan.shares, plan.common.seed, |index| data.key(index)).map_err(told)?;
    if data.is_of_bits() {
        (parts.train, parts.validation, parts.test) =
            (parts.train.merge(), parts.validation.merge(), parts.test.merge());
    }
    Ok(parts)
}

/// What was learnt in a round, as it stands in the log.
#[derive(Serialize, Deserialize)]
struct Learnt {
    games: u64,
    positions: u64,
    validation: [u64; 2],
    test: [u64; 2],
    #[serde(default)]
    tried: Vec<TriedResult>,
    passes: Vec<PassResult>,
    errors: Errors,
    weights: Vec<(String, f64, f64)>,
}

impl Learnt {
    fn into_result(self, round: u32) -> RoundResult {
        RoundResult {
            round,
            games: self.games,
            positions: self.positions,
            validation: self.validation,
            test: self.test,
            tried: self.tried,
            passes: self.passes,
            test_loss: self.errors.loss,
            test_error: self.errors.squared,
            blind_error: self.errors.blind,
            weights: self.weights,
            trial: None,
            is_accepted: true,
        }
    }
}

/// How wrong predictions are.
#[derive(Serialize, Deserialize)]
struct Errors {
    loss: f64,
    squared: f64,
    blind: f64,
}

impl Errors {
    /// Of log-odds, over all examples by their weight.
    fn of(logits: &[f32], data: &Dataset) -> Errors {
        let examples = || {
            let labels = data.targets().iter().zip(data.weights());
            logits
                .iter()
                .zip(labels)
                .map(|(&logit, (&target, &weight))| (f64::from(logit), f64::from(target), f64::from(weight)))
        };
        let total: f64 = examples().map(|(.., weight)| weight).sum::<f64>().max(f64::MIN_POSITIVE);
        let mean_of = |value: &dyn Fn(f64, f64) -> f64| {
            examples().map(|(logit, target, weight)| weight * value(logit, target)).sum::<f64>() / total
        };
        let mean = mean_of(&|_, target| target);
        Errors {
            loss: mean_of(&|logit, target| logit.max(0.0) - target * logit + (-logit.abs()).exp().ln_1p()),
            squared: mean_of(&|logit, target| (1.0 / (1.0 + (-logit).exp()) - target).powi(2)),
            blind: mean_of(&|_, target| (target - mean).powi(2)),
        }
    }
}
