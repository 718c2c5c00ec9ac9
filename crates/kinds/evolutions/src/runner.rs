//! The generations of an evolution, and the games after them.
//!
//! There is no checkpoint. Candidates are computed again from the seed and what was found out about those before them; a
//! generation that came to its end is an event in the log, and of one that did not, the games are known.

use std::collections::{BTreeSet, HashMap};

use serde_json::json;
use zermelo_arena::{Pair, Played};
use zermelo_evolve::map_elites::Descriptor;
use zermelo_evolve::{Candidate, EvolveError, Method};
use zermelo_game::{Outcome, Player, stream};
use zermelo_stats::matrix::Matrix;
use zermelo_store::{AgentRow, EventRow, GameRow};

use super::file::{BaselinePlan, EvolutionPlan};
use super::fitness::race;
use super::result::{CandidateResult, Champion, EvolutionResult, GenerationResult};
use zermelo_catalog::{Permission, RequestError, catalog};
use zermelo_kind::RunLog;
use zermelo_kind::{Confirmation, Group};
use zermelo_kind::{Journal, Past, Running};
use zermelo_runner::game_runner::{Entrant, GameRunner, Halt, OpeningTally, Openings, RunnerPlan};

/// How many of a generation the champion meets in the confirmation.
const MOST_OF_A_GENERATION: usize = 12;

/// Confirmations have another seed, so that no chance of theirs is that of the selection.
const CONFIRMATION: u64 = 0x636f_6e66_6972_6d00;

/// Whether an evolution can be carried out.
pub(crate) fn prepare(plan: &EvolutionPlan, permission: Permission) -> Result<(), RequestError> {
    if plan.final_pairs.is_some() && !matches!(plan.method, Method::Genetic(_)) {
        let problem = "champion: only a genetic algorithm has a final, because its last generation has many candidates; this \
                       method has a guess of its own: leave [champion] out, or use genetic";
        let place = plan.common.title.clone();
        return Err(RequestError::Experiment { place, problem: problem.to_owned() });
    }
    let runner = open_runner(plan, plan.common.seed, &plan.openings.unjudged(), 1, 0, permission)?;
    // The text of the file has gaps where this one has numbers.
    runner.check(&plan.middle()).map_err(|error| error.within("agent"))?;
    let mut judges = plan.openings.judge().into_iter().chain(plan.confirmation.openings.judge());
    judges.try_for_each(|judge| runner.check(judge))?;
    let baseline = plan.baseline.iter().map(|baseline| &baseline.opponent);
    let mut opponents = plan.fitness.opponents().iter().chain(&plan.confirmation.opponents).chain(baseline);
    opponents.try_for_each(|entrant| runner.check(&entrant.agent))?;
    if plan.whitening.is_some() {
        runner.influence(&[], &changes(plan))?;
    }
    open_runner(plan, plan.common.seed, &plan.confirmation.openings.unjudged(), 1, 0, permission).map(|_| ())
}

/// For every gene the agent in the middle of all ranges, with that gene at its least and at its greatest.
fn changes(plan: &EvolutionPlan) -> Vec<[String; 2]> {
    let genes = plan.space.genes();
    let agent = |index: usize, value: f64| {
        let mut point: Vec<f64> = genes.iter().map(|gene| 0.5 * (gene.low + gene.high)).collect();
        point[index] = value;
        plan.agent.fill(&plan.space, &point)
    };
    (genes.iter().enumerate())
        .map(|(index, gene)| [agent(index, gene.low), agent(index, gene.high)])
        .collect()
}

fn open_runner(
    plan: &EvolutionPlan,
    seed: u64,
    openings: &Openings,
    n_openings: usize,
    first_opening: u32,
    permission: Permission,
) -> Result<GameRunner, RequestError> {
    let plan_of_runner =
        RunnerPlan { seed, openings, n_openings, first_opening, adjudication: plan.adjudication };
    GameRunner::open(&catalog::open_for(&plan.common.game, permission)?, &plan_of_runner)
}

/// Breeds, and confirms what was bred.
pub fn run(
    plan: &EvolutionPlan,
    running: &Running,
    past: &Past,
    journal: &mut dyn Journal,
) -> Result<EvolutionResult, Halt> {
    prepare(plan, running.permission)?;
    let bad = |error: EvolveError| RequestError::Experiment {
        place: plan.common.title.clone(),
        problem: error.to_string(),
    };
    let per_generation = plan.fitness.n_openings();
    let n_openings = per_generation as usize * plan.generations as usize;
    let runner = open_runner(plan, plan.common.seed, &plan.openings, n_openings, 0, running.permission)?;
    let log = RunLog::new(running, past, journal, plan.keeps_games);
    let mut run = RunState { plan, log, openings: OpeningTally::default() };
    run.log.reserve_openings(&runner);
    let opponents = run.log.enter(plan.fitness.opponents())?;
    let baseline = plan.baseline.as_ref().map(|baseline| run.open_baseline(baseline)).transpose()?;
    let space = match plan.whitening {
        Some(n_pairs) => plan.space.clone().whitened(&run.influence(n_pairs)?).map_err(bad)?,
        None => plan.space.clone(),
    };
    let mut optimiser = plan.method.start(&space, plan.common.seed).map_err(bad)?;

    let mut generations: Vec<GenerationResult> = Vec::new();
    for number in 1..=plan.generations {
        let candidates = optimiser.ask().to_vec();
        let first_pair = run.log.n_pairs;
        let (mut generation, is_new) = run.generation(number, &candidates, &opponents, &runner)?;
        let (fitness, descriptors): (Vec<f64>, Vec<Vec<f64>>) = (generation.candidates.iter())
            .map(|candidate| (candidate.fitness, candidate.descriptors.clone()))
            .unzip();
        optimiser.tell_described(&fitness, &descriptors).map_err(bad)?;
        if let Some(baseline) = &baseline
            && baseline.plan.is_due(number, plan.generations)
            && let Some(genes) = optimiser.best_guess()
        {
            let strength = run.strength(number, genes, baseline, is_new)?;
            generation.strength = generation.strength.or(strength);
        }
        if is_new {
            generation.pairs = run.log.n_pairs - first_pair;
            run.log.journal.event(&EventRow {
                seq: u64::from(number),
                kind: "generation".to_owned(),
                json: json!(generation).to_string(),
            })?;
        }
        generations.push(generation);
    }

    let last = generations.last().map_or(&[][..], |generation| &generation.candidates);
    let mut champion = match optimiser.best_guess() {
        Some(genes) => Champion::new(plan, genes, plan.method.guess()),
        None => Champion::new(plan, Vec::new(), plan.method.guess()),
    };
    if let (Some(n_pairs), Method::Genetic(_)) = (plan.final_pairs, &plan.method) {
        let best = run.decide(last, n_pairs)?;
        champion = Champion::new(plan, last[best].genes.clone(), "the best of the last generation in a race");
    }
    let first = generations.first().map_or(&[][..], |generation| &generation.candidates);
    let groups = run.confirm(&champion, first, last)?;
    let mut openings = run.openings;
    let of_baseline = baseline.and_then(|baseline| baseline.runner.tally(&baseline.openings));
    openings.add(&of_baseline.unwrap_or_default());
    generations.iter().for_each(|generation| openings.add(&generation.openings));
    Ok(EvolutionResult::of(plan, champion, &generations, 2 * run.log.n_pairs, &groups, openings))
}

/// Descriptors of behaviour that archives may ask for.
pub(super) const DESCRIPTORS: [&str; 3] = ["plies", "score-first", "score-second"];

/// What is counted of games.
#[derive(Default)]
struct Tally {
    by_side: [u64; 3],
    styles: HashMap<u32, Style>,
}

/// How somebody plays.
#[derive(Clone, Copy, Default)]
struct Style {
    plies: u64,
    /// Half points and games, when moving first and when moving second.
    halves: [[u64; 2]; 2],
}

impl Tally {
    fn add(&mut self, row: &GameRow) {
        let (side, halves) = match row.outcome {
            Outcome::Win(Player::First) => (0, [2, 0]),
            Outcome::Draw => (1, [1, 1]),
            Outcome::Win(Player::Second) => (2, [0, 2]),
        };
        self.by_side[side] += 1;
        for (side, agent) in [row.first, row.second].into_iter().enumerate() {
            let style = self.styles.entry(agent).or_default();
            style.plies += u64::from(row.plies);
            style.halves[side][0] += halves[side];
            style.halves[side][1] += 1;
        }
    }

    /// How many games somebody played.
    fn n_games(&self, agent: u32) -> u64 {
        self.styles.get(&agent).map_or(0, |style| style.halves[0][1] + style.halves[1][1])
    }

    /// What was asked about somebody's play, in that order.
    fn describe(&self, agent: u32, descriptors: &[Descriptor]) -> Vec<f64> {
        let style = self.styles.get(&agent).copied().unwrap_or_default();
        let n_games = style.halves[0][1] + style.halves[1][1];
        let score = |[halves, games]: [u64; 2]| halves as f64 / (2 * games.max(1)) as f64;
        let value = |name: &str| match name {
            "plies" => style.plies as f64 / n_games.max(1) as f64,
            "score-first" => score(style.halves[0]),
            _ => score(style.halves[1]),
        };
        descriptors.iter().map(|descriptor| value(&descriptor.name)).collect()
    }
}

/// Where the best of a generation meets the baseline.
struct Baseline<'a> {
    plan: &'a BaselinePlan,
    runner: GameRunner,
    agent: AgentRow,
    /// The numbers of its openings: all are played each time.
    openings: BTreeSet<u32>,
}

/// How far a run is.
struct RunState<'a> {
    plan: &'a EvolutionPlan,
    log: RunLog<'a>,
    /// The openings of all games but those of the generations, which tell them themselves.
    openings: OpeningTally,
}

impl RunState<'_> {
    /// Plays pairs among these.
    fn play(
        &mut self,
        runner: &GameRunner,
        agents: &[&AgentRow],
        pairs: &[Pair],
        tally: &mut Tally,
    ) -> Result<Vec<Played>, Halt> {
        self.log.play(runner, agents, pairs, &mut |row| tally.add(row))
    }

    /// What the genes do in positions of games between random candidates: nothing has to be known yet of what is good.
    fn influence(&mut self, n_pairs: u32) -> Result<Matrix, Halt> {
        let plan = self.plan;
        let runner = self.fresh_runner("whitening", &plan.openings, n_pairs as usize)?;
        let entrant = |k: u32| {
            let genes = plan.space.random(&mut stream(plan.common.seed, "whitening", u64::from(k)));
            Entrant { name: format!("random {}", k + 1), agent: plan.agent.fill(&plan.space, &genes) }
        };
        let agents = self.log.enter(&(0..2 * n_pairs).map(entrant).collect::<Vec<_>>())?;
        let everybody: Vec<&AgentRow> = agents.iter().collect();
        let pair = |k: u32| Pair { round: 0, a: 2 * k, b: 2 * k + 1, opening: k };
        let pairs: Vec<Pair> = (0..n_pairs).map(pair).collect();
        let mut games = Vec::new();
        let played = self.log.play(&runner, &everybody, &pairs, &mut |row| games.push(row.clone()))?;
        self.openings.add(&RunLog::tally(&runner, &played));
        Ok(runner.influence(&games, &changes(plan))?)
    }

    /// A place for games against the baseline: the same openings after every generation, so that what changes is the play.
    fn open_baseline<'b>(&mut self, plan: &'b BaselinePlan) -> Result<Baseline<'b>, Halt> {
        let runner = self.fresh_runner("baseline", &self.plan.confirmation.openings, plan.pairs as usize)?;
        let agent = self.log.enter(std::slice::from_ref(&plan.opponent))?.remove(0);
        let openings = self.log.numbers_of(&runner, plan.pairs);
        Ok(Baseline { plan, runner, agent, openings })
    }

    /// How strong the best by now is against the baseline, unless that has been measured before.
    fn strength(
        &mut self,
        number: u32,
        genes: Vec<f64>,
        baseline: &Baseline,
        is_new: bool,
    ) -> Result<Option<Confirmation>, Halt> {
        let agent = self.plan.agent.fill(&self.plan.space, &genes);
        let own = self.log.enter(&[Entrant { name: format!("best after {number}"), agent }])?.remove(0);
        if !is_new {
            return Ok(None);
        }
        let pair = |k: u32| Pair { round: number, a: 0, b: 1, opening: k };
        let pairs: Vec<Pair> = (0..baseline.plan.pairs).map(pair).collect();
        let both = [&own, &baseline.agent];
        let played = self.play(&baseline.runner, &both, &pairs, &mut Tally::default())?;
        Ok(Group { name: baseline.agent.name.clone(), n_members: 1, played }.confirmation())
    }

    /// Judges a generation, unless that has been done before; tells whether it is new. The log does not know of it yet.
    fn generation(
        &mut self,
        number: u32,
        candidates: &[Candidate],
        opponents: &[AgentRow],
        runner: &GameRunner,
    ) -> Result<(GenerationResult, bool), Halt> {
        let plan = self.plan;
        let entrants: Vec<Entrant> = (candidates.iter().zip(1..))
            .map(|(candidate, place)| Entrant {
                name: format!("g{number}.{place}"),
                agent: plan.agent.fill(&plan.space, &candidate.genes),
            })
            .collect();
        let agents = self.log.enter(&entrants)?;
        if let Some(known) = self.log.past.events.get(&u64::from(number)) {
            let problem = |error: serde_json::Error| RequestError::Experiment {
                place: plan.common.title.clone(),
                problem: format!("generation {number} in the store cannot be read: {error}"),
            };
            let generation: GenerationResult = serde_json::from_str(&known.json).map_err(problem)?;
            self.log.n_pairs += generation.pairs;
            return Ok((generation, false));
        }
        let everybody: Vec<&AgentRow> = agents.iter().chain(opponents).collect();
        let mut tally = Tally::default();
        let first_opening = (number - 1) * plan.fitness.n_openings();
        let mut history = Vec::new();
        let judged =
            plan.fitness.judge(candidates.len(), number, plan.common.seed, first_opening, &mut |pairs| {
                let played = self.play(runner, &everybody, pairs, &mut tally)?;
                history.extend_from_slice(&played);
                Ok(played)
            })?;
        let descriptors = match &plan.method {
            Method::MapElites(settings) => &settings.descriptors[..],
            _ => &[],
        };
        let results = candidates.iter().zip(&agents).zip(judged.fitness.iter().zip(&judged.scores));
        let generation = GenerationResult {
            generation: number,
            pairs: 0,
            by_side: tally.by_side,
            candidates: results
                .map(|((candidate, agent), (&fitness, &score))| CandidateResult {
                    agent: agent.index,
                    genes: candidate.genes.clone(),
                    origin: candidate.origin,
                    fitness,
                    score,
                    games: Some(tally.n_games(agent.index)),
                    descriptors: tally.describe(agent.index, descriptors),
                })
                .collect(),
            strength: None,
            openings: RunLog::tally(runner, &history),
        };
        Ok((generation, true))
    }

    /// The best of a generation, by games that its selection did not see.
    fn decide(&mut self, last: &[CandidateResult], n_pairs: u64) -> Result<usize, Halt> {
        let runner =
            self.fresh_runner("final", &self.plan.confirmation.openings, n_pairs as usize / 4 + 1)?;
        let agents: Vec<AgentRow> = self.agents_of(last);
        let everybody: Vec<&AgentRow> = agents.iter().collect();
        let (n, round) = (last.len() as u32, self.plan.generations + 1);
        let against = |a: u32, k: u32| {
            // Everybody meets everybody in turn.
            let b = (a + 1 + k % (n - 1).max(1)) % n;
            Pair { round, a, b, opening: k }
        };
        if n < 2 {
            return Ok(0);
        }
        let mut history = Vec::new();
        let race = race(last.len(), n_pairs, &against, &mut |pairs| {
            let played = self.play(&runner, &everybody, pairs, &mut Tally::default())?;
            history.extend_from_slice(&played);
            Ok(played)
        })?;
        self.openings.add(&RunLog::tally(&runner, &history));
        Ok(race.order()[0])
    }

    /// The champion on fresh openings: against the last and the first generation, and against others.
    fn confirm(
        &mut self,
        champion: &Champion,
        first: &[CandidateResult],
        last: &[CandidateResult],
    ) -> Result<Vec<Group>, Halt> {
        let plan = self.plan;
        let n_pairs = plan.confirmation.pairs;
        let runner = self.fresh_runner("confirmation", &self.plan.confirmation.openings, n_pairs as usize)?;
        let entrant = Entrant { name: "champion".to_owned(), agent: champion.agent.clone() };
        let own = self.log.enter(&[entrant])?;
        let named = self.log.enter(&plan.confirmation.opponents)?;
        let is_other = |candidate: &&CandidateResult| candidate.genes != champion.genes;
        let some = |generation: &[CandidateResult]| -> Vec<CandidateResult> {
            let others: Vec<&CandidateResult> = generation.iter().filter(is_other).collect();
            let step = others.len().div_ceil(MOST_OF_A_GENERATION).max(1);
            others.into_iter().step_by(step).cloned().collect()
        };
        let mut groups = vec![
            ("the last generation".to_owned(), self.agents_of(&some(last))),
            ("the first generation".to_owned(), self.agents_of(&some(first))),
        ];
        if plan.generations == 1 {
            groups.pop();
        }
        groups.extend(named.into_iter().map(|agent| (agent.name.clone(), vec![agent])));
        let mut results = Vec::new();
        for (round, (name, members)) in groups.into_iter().enumerate() {
            if members.is_empty() {
                continue;
            }
            let round = plan.generations + 2 + round as u32;
            let pair = |k: u32| Pair { round, a: 0, b: 1 + k % members.len() as u32, opening: k };
            let pairs: Vec<Pair> = (0..n_pairs).map(pair).collect();
            let everybody: Vec<&AgentRow> = own.iter().chain(&members).collect();
            let played = self.play(&runner, &everybody, &pairs, &mut Tally::default())?;
            results.push(Group { name, n_members: members.len(), played });
        }
        let all = results.iter().flat_map(|group: &Group| &group.played);
        self.openings.add(&RunLog::tally(&runner, all));
        Ok(results)
    }

    /// Candidates as the agents that they were entered as.
    fn agents_of(&self, candidates: &[CandidateResult]) -> Vec<AgentRow> {
        let agent = |candidate: &CandidateResult| AgentRow {
            index: candidate.agent,
            name: String::new(),
            text: self.plan.agent.fill(&self.plan.space, &candidate.genes),
        };
        candidates.iter().map(agent).collect()
    }

    /// A runner with openings that nobody has seen.
    fn fresh_runner(
        &mut self,
        purpose: &str,
        openings: &Openings,
        n_openings: usize,
    ) -> Result<GameRunner, Halt> {
        let plan = self.plan;
        let seed = purpose.bytes().fold(plan.common.seed ^ CONFIRMATION, |seed, byte| {
            zermelo_game::zobrist::mix(seed ^ u64::from(byte))
        });
        let permission = self.log.running.permission;
        let runner = open_runner(plan, seed, openings, n_openings, self.log.next_opening(), permission)?;
        self.log.reserve_openings(&runner);
        Ok(runner)
    }
}
