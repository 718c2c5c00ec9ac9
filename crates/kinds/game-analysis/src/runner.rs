//! Making a portrait.

use std::collections::HashMap;
use std::ops::Range;

use serde::Serialize;
use serde::de::DeserializeOwned;
use zermelo_arena::{Calibration, Pair};
use zermelo_game::zobrist::mix;
use zermelo_game::{EvaluatorInfo, Outcome, Stop, stream};
use zermelo_store::{EventRow, GameRow, OpeningRow, Run, Store};

use super::board::use_of_cells;
use super::branching::Branching;
use super::clarity::{Clarity, Crossroads};
use super::copying::{CopyWay, Copying, name_of};
use super::estimate::Estimate;
use super::expectation::Expectation;
use super::file::{AnalysisPlan, MatchPlan, with_evaluator, with_nodes};
use super::first_move::{FirstMove, Pie, results_of};
use super::knowledge::{Heuristic, Knowledge, evaluator, weigh};
use super::ladder::{Ladder, Rung};
use super::level::{Level, growth};
use super::notable_game::notable_games;
use super::probe::Probe;
use super::result::{AnalysisResult, Exact};
use super::schedule::Schedule;
use super::so_far::Stage;
use super::tension::Tension;
use super::trace::Trace;
use zermelo_catalog::{OpenGame, Permission, RequestError, catalog};
use zermelo_kind::{Confirmation, Group, RunContext, RunLog, self_play};
use zermelo_runner::examples::{Blend, Encoding, Examples};
use zermelo_runner::executor::{Elsewhere, Tasks};
use zermelo_runner::game_runner::{Adjudication, Entrant, GameRunner, Halt, Openings, RunnerPlan};
use zermelo_runner::self_play::{Beginning, Ends, SelfPlayJob, Thoughts};
use zermelo_runner::work::choices::{GamePosition, look};
use zermelo_runner::work::copies;
use zermelo_runner::work::solve::solve;
use zermelo_runner::work::{Answer, ChoicesWork, CopiesWork, SolveWork, Work, WorkGame};

/// Games that are kept together: few, so that little is lost and threads end together.
const CHUNK: u32 = 4;

/// Of a game in which the second player copies, how many moves of the first are random.
const RANDOM_MOVES: u32 = 2;

/// How much the result of a game counts when heuristics are weighed; the rest is what the search said.
const RESULT_SHARE: f64 = 0.7;

/// Events of a run; those of the ends of stages come after them.
const SOLVED: u64 = 0;
const LOOKED: u64 = 1;

/// Whether a portrait can be made.
pub(crate) fn prepare(plan: &AnalysisPlan, permission: Permission) -> Result<(), RequestError> {
    let game = catalog::open_for(&plan.common.game, permission)?;
    let probe = Probe::new(&game);
    let matches = [&plan.first_moves, &plan.copying].into_iter().filter(|plan| plan.games > 0);
    let nodes = plan.games.nodes.iter().copied().chain(matches.map(|plan| plan.nodes)).chain(plan.levels());
    nodes.map(|nodes| plan.players(nodes)).try_for_each(|agent| probe.check(&agent))?;
    if plan.heuristics.games > 0 && has_weights(&game) {
        let agent = with_nodes(&plan.heuristics.agent, plan.heuristics.nodes);
        probe.check(&with_evaluator(&agent, "weights()"))?;
    }
    Ok(())
}

/// Whether a game has heuristics that can be weighed.
pub(super) fn has_weights(game: &OpenGame) -> bool {
    !game.features().is_empty()
        && game.evaluators().iter().map(EvaluatorInfo::name).any(|name| name == "weights")
}

/// Plays, looks and counts.
pub(crate) fn run(plan: &AnalysisPlan, context: &mut RunContext) -> Result<AnalysisResult, Halt> {
    let game = catalog::open_for(&plan.common.game, context.running.permission)?;
    analyse(plan, &game, context)
}

/// The same of a game that is at hand.
pub(super) fn analyse(
    plan: &AnalysisPlan,
    game: &OpenGame,
    context: &mut RunContext,
) -> Result<AnalysisResult, Halt> {
    let &mut RunContext { store, run, running, past, ref mut journal } = context;
    let journal = &mut **journal;
    let probe = Probe::new(game);
    let schedule = Schedule::of(plan, game, &probe);
    let log = RunLog::new(running, past, journal, true);
    let mut analysis =
        AnalysisRun { plan, game, probe: &probe, schedule: &schedule, store, run, log, n_rounds: 0 };
    let exact = analysis.solve()?;
    let levels = analysis.play_levels()?;
    let (random, thinking): (Vec<&LevelGames>, Vec<&LevelGames>) =
        levels.iter().partition(|level_games| level_games.level.nodes == 0);
    let strongest = thinking.last().expect("a plan has at least one strength");
    let expectation = Expectation::of(&strongest.traces);
    let clarity = analysis.look(strongest, &expectation)?;
    let random = random.first().map_or(&[][..], |level_games| &level_games.traces);
    let numbers: Vec<u64> = strongest.rows.iter().map(|row| row.index).collect();
    let mut result = AnalysisResult {
        title: plan.common.title.clone(),
        game: game.id(),
        players: game.about().players.map(str::to_owned),
        seed: plan.common.seed,
        games: schedule.n_games,
        sentences: Vec::new(),
        exact: Exact { result: exact.start.clone(), nodes: plan.solve.start },
        growth: (thinking.len() > 1).then(|| growth(&thinking[0].traces, &strongest.traces)).flatten(),
        strongest: strongest.level.name.clone(),
        branching: Branching::of(&strongest.traces),
        expectation,
        calibration: Calibration::of(strongest.traces.iter().filter_map(Trace::valued)),
        tension: Tension::of(&strongest.traces, &expectation),
        clarity,
        ladder: None,
        first_move_players: plan.players(plan.first_moves.nodes),
        first_moves: Vec::new(),
        pie: None,
        board: use_of_cells(probe.cells(), &strongest.traces, random),
        copying: None,
        knowledge: None,
        notable_games: notable_games(&strongest.traces, &numbers, &expectation),
        levels: levels.iter().map(|level_games| level_games.level.clone()).collect(),
    };
    analysis.end(Stage::Games, &result)?;
    result.ladder = analysis.climb()?;
    analysis.end(Stage::Ladder, &result)?;
    (result.first_moves, result.pie) = analysis.play_first_moves(&exact)?;
    analysis.end(Stage::FirstMoves, &result)?;
    result.copying = analysis.play_copies()?;
    result.knowledge = analysis.weigh(&thinking, &expectation)?;
    Ok(result.told())
}

/// Players of one strength, and all their games.
struct LevelGames {
    level: Level,
    openings: Vec<OpeningRow>,
    rows: Vec<GameRow>,
    thoughts: Vec<Thoughts>,
    traces: Vec<Trace>,
}

/// What was solved.
#[derive(serde::Deserialize, Serialize)]
struct Solved {
    start: Option<String>,
    first_moves: Vec<Option<String>>,
}

/// How far a portrait is.
struct AnalysisRun<'a> {
    plan: &'a AnalysisPlan,
    game: &'a OpenGame,
    probe: &'a Probe,
    schedule: &'a Schedule,
    store: &'a Store,
    run: &'a Run,
    log: RunLog<'a>,
    n_rounds: u32,
}

impl AnalysisRun<'_> {
    /// A seed whose chance is that of nothing else.
    fn seed(&self, purpose: &str) -> u64 {
        seed_of(self.plan.common.seed, purpose)
    }

    fn next_round(&mut self) -> u32 {
        self.n_rounds += 1;
        self.n_rounds
    }

    /// What was found out before, or else is found out now and written down.
    fn found<T: Serialize + DeserializeOwned>(
        &mut self,
        seq: u64,
        kind: &str,
        find: impl FnOnce(&Self) -> Result<T, Halt>,
    ) -> Result<T, Halt> {
        let known = self.log.past.events.get(&seq).map(|event| serde_json::from_str(&event.json));
        if let Some(Ok(known)) = known {
            return Ok(known);
        }
        let found = find(self)?;
        // What is cut short is nothing to keep.
        if self.log.running.stop.is_stopped() {
            return Err(Halt::Stopped);
        }
        let json = serde_json::to_string(&found).expect("what was found holds only names and numbers");
        self.log.journal.event(&EventRow { seq, kind: kind.to_owned(), json })?;
        Ok(found)
    }

    /// Writes down what is known for good when a stage has ended, so that whoever looks on need not wait for the rest.
    fn end(&mut self, stage: Stage, result: &AnalysisResult) -> Result<(), Halt> {
        let Some(event) = stage.end(result).filter(|event| !self.log.past.events.contains_key(&event.seq))
        else {
            return Ok(());
        };
        Ok(self.log.journal.event(&event)?)
    }

    /// Solves the start, and the positions after the first moves.
    fn solve(&mut self) -> Result<Solved, Halt> {
        self.found(SOLVED, "solved", |analysis| {
            let plan = &analysis.plan.solve;
            let kinds = &analysis.schedule.first_moves;
            let running = analysis.log.running;
            let position = |at: usize| match at.checked_sub(1) {
                None => ("", plan.start),
                Some(kind) => (kinds[kind].names[0].as_str(), plan.first_moves),
            };
            let game = analysis.game;
            let here = |at: usize, _: &Stop| {
                let (opening, nodes) = position(at);
                let outcome = solve(game, opening, nodes, running.stop)?;
                Ok(Some(outcome.map(|outcome| outcome.id().to_owned())))
            };
            let work = |places: Range<usize>| {
                let positions = places.map(position).map(|(opening, nodes)| (opening.to_owned(), nodes));
                Work::Solve(SolveWork { game: WorkGame::of(game), positions: positions.collect() })
            };
            let read = |places: Range<usize>, answer: Answer| match answer {
                Answer::Solve(found) if found.len() == places.len() => Ok(found),
                _ => Err("an answer to something else".to_owned()),
            };
            let elsewhere = Some(Elsewhere { kind: "solve", work: &work, read: &read });
            let tasks = Tasks { n: 1 + kinds.len(), here: &here, elsewhere };
            let found = running.executor().each(&tasks, &mut |_, _| Ok(()))?;
            let mut found = found.into_iter();
            let start = found.next().flatten();
            Ok(Solved { start, first_moves: found.collect() })
        })
    }

    /// Games of every strength against itself, from the same openings in the same order.
    fn play_levels(&mut self) -> Result<Vec<LevelGames>, Halt> {
        let openings = self.log.enter_texts(&self.schedule.openings)?;
        let n_openings = openings.len() as u32;
        let mut levels = Vec::new();
        let random = (self.plan.games.random > 0).then_some((0, self.plan.games.random));
        let thinking = self.plan.games.nodes.iter().map(|&nodes| (nodes, n_openings));
        for (nodes, n_games) in random.into_iter().chain(thinking) {
            let (name, agent) = match nodes {
                0 => ("players who move at random".to_owned(), "random".to_owned()),
                _ => (format!("players of {nodes} nodes a move"), self.plan.players(nodes)),
            };
            let (rows, thoughts) = self.play_themselves(&name, &agent, &openings, n_games)?;
            let traces = self.traces(&openings, &rows, &thoughts)?;
            let level = Level::of(name, agent, nodes, u64::from(n_openings), &traces);
            levels.push(LevelGames { level, openings: openings.clone(), rows, thoughts, traces });
        }
        Ok(levels)
    }

    /// Games of an agent against itself, one after the other opening.
    fn play_themselves(
        &mut self,
        name: &str,
        agent: &str,
        openings: &[OpeningRow],
        n_games: u32,
    ) -> Result<(Vec<GameRow>, Vec<Thoughts>), Halt> {
        let round = self.next_round();
        let entrant = Entrant { name: name.to_owned(), agent: agent.to_owned() };
        let entered = self.log.enter(&[entrant])?;
        let job = SelfPlayJob {
            agent,
            number: entered[0].index,
            beginning: Beginning::Listed(openings),
            ends: Ends::Rules(self.plan.most_plies),
            round,
            seed: self.seed("self-play"),
            first_game: 2 * self.log.n_pairs,
            n_games,
            chunk: CHUNK,
            executor: self.log.running.executor(),
        };
        self_play::play(self.game, &mut self.log, self.store, self.run, &job, &format!("thoughts-{round}"))
    }

    fn traces(
        &self,
        openings: &[OpeningRow],
        rows: &[GameRow],
        thoughts: &[Thoughts],
    ) -> Result<Vec<Trace>, Halt> {
        let here = |at: usize, _: &Stop| {
            let opening = &openings[at % openings.len()];
            self.probe.trace(&opening.text, &rows[at], &thoughts[at]).map(Some)
        };
        // The games would have to travel, which takes longer than to look at them.
        let tasks = Tasks { n: rows.len(), here: &here, elsewhere: None };
        self.log.running.executor().each(&tasks, &mut |_, _| Ok(()))
    }

    /// Looks at choices of the strongest, in each game at one.
    fn look(&mut self, level_games: &LevelGames, expectation: &Expectation) -> Result<Option<Clarity>, Halt> {
        let plan = &self.plan.clarity;
        let players = self.plan.players(plan.nodes);
        if plan.positions == 0 {
            return Ok(None);
        }
        let choices = self.found(LOOKED, "looked", |analysis| {
            let n_games = level_games.traces.len().min(plan.positions as usize);
            // Where there is no choice there is nothing to look at.
            let ply_of = |at: usize| {
                let trace = &level_games.traces[at];
                let places: Vec<usize> =
                    (trace.opening_plies..trace.n_plies()).filter(|&ply| trace.n_moves[ply] > 1).collect();
                let mut chance = stream(analysis.plan.common.seed, "portrait choice", at as u64);
                (!places.is_empty()).then(|| places[chance.below(places.len())])
            };
            let wanted: Vec<(usize, usize)> = (0..n_games).filter_map(|at| Some((at, ply_of(at)?))).collect();
            let position = |&(at, ply): &(usize, usize)| GamePosition {
                opening: level_games.openings[at % level_games.openings.len()].text.clone(),
                moves: level_games.rows[at].moves.clone(),
                ply: (ply - level_games.traces[at].opening_plies) as u32,
            };
            let game = &analysis.log.running.executor().game_here(analysis.game, [players.as_str()])?;
            let here = |at: usize, _: &Stop| look(game, &players, &position(&wanted[at])).map(Some);
            let work = |places: Range<usize>| {
                Work::Choices(ChoicesWork {
                    game: WorkGame::of(game),
                    agent: players.clone(),
                    positions: wanted[places].iter().map(position).collect(),
                })
            };
            let read = |places: Range<usize>, answer: Answer| match answer {
                Answer::Choices(found) if found.len() == places.len() => Ok(found),
                _ => Err("an answer to something else".to_owned()),
            };
            let elsewhere = Some(Elsewhere { kind: "choices", work: &work, read: &read });
            let tasks = Tasks { n: wanted.len(), here: &here, elsewhere };
            let found = analysis.log.running.executor().each(&tasks, &mut |_, _| Ok(()))?;
            let crossroads = wanted.iter().zip(found).filter_map(|(&(_, ply), choices)| {
                Crossroads::of(ply, choices.mover(), &choices.values, plan.near, expectation)
            });
            Ok(crossroads.collect())
        })?;
        Ok(Some(Clarity::of(&players, plan.near, choices)))
    }

    /// A match of pairs from these openings.
    fn play_match(
        &mut self,
        entrants: [Entrant; 2],
        openings: &[String],
    ) -> Result<Option<Confirmation>, Halt> {
        if openings.is_empty() {
            return Ok(None);
        }
        let round = self.next_round();
        let name = entrants[1].name.clone();
        let listed = Openings::Listed(openings.to_vec());
        let runner = GameRunner::open(
            self.game,
            &RunnerPlan {
                seed: self.seed(&format!("match {round}")),
                openings: &listed,
                n_openings: openings.len(),
                first_opening: self.log.next_opening(),
                adjudication: Adjudication { length: self.plan.most_plies, solved: None },
            },
        )?;
        self.log.enter_openings(&runner)?;
        let agents = self.log.enter(&entrants)?;
        let pairs: Vec<Pair> =
            (0..openings.len() as u32).map(|opening| Pair { round, a: 0, b: 1, opening }).collect();
        let played = self.log.play(&runner, &[&agents[0], &agents[1]], &pairs, &mut |_| {})?;
        Ok(Group { name, n_members: 1, played }.confirmation())
    }

    /// Every doubling of thought against the level before.
    fn climb(&mut self) -> Result<Option<Ladder>, Halt> {
        let levels: Vec<u64> = self.plan.levels().collect();
        let schedule = self.schedule;
        let mut rungs = Vec::new();
        for (nodes, openings) in levels.windows(2).zip(&schedule.ladder) {
            let entrant =
                |nodes: u64| Entrant { name: format!("{nodes} nodes"), agent: self.plan.players(nodes) };
            let games = self.play_match([entrant(nodes[1]), entrant(nodes[0])], openings)?;
            rungs.extend(games.map(|games| Rung::of([nodes[0], nodes[1]], games)));
        }
        Ok((!rungs.is_empty()).then(|| Ladder::of(&self.plan.agent, rungs)))
    }

    /// Games after every first move.
    fn play_first_moves(&mut self, exact: &Solved) -> Result<(Vec<FirstMove>, Option<Pie>), Halt> {
        let schedule = self.schedule;
        let texts: Vec<String> =
            schedule.first_moves.iter().flat_map(|kind| &kind.openings).cloned().collect();
        let rows = if texts.is_empty() {
            Vec::new()
        } else {
            let openings = self.log.enter_texts(&texts)?;
            let agent = self.plan.players(self.plan.first_moves.nodes);
            self.play_themselves("after each first move", &agent, &openings, openings.len() as u32)?.0
        };
        let mut rest = &rows[..];
        let (mut found, mut games) = (Vec::new(), Vec::new());
        for (kind, exact) in schedule.first_moves.iter().zip(&exact.first_moves) {
            let (own, others) = rest.split_at(kind.openings.len().min(rest.len()));
            rest = others;
            found.push(FirstMove::of(&kind.names, own, exact.clone()));
            games.push((kind.names.first().map_or("", String::as_str), own));
        }
        Ok((found, Pie::of(&games)))
    }

    /// Games in which the second player copies, in every way, and in which both think.
    fn play_copies(&mut self) -> Result<Option<Copying>, Halt> {
        let MatchPlan { nodes, games } = self.plan.copying;
        let schedule = self.schedule;
        if games == 0 || schedule.copies.is_empty() {
            return Ok(None);
        }
        let agent = self.plan.players(nodes);
        let start = self.log.enter_texts(&[String::new()])?[0].index;
        let thinker = Entrant { name: format!("thinks {nodes} nodes a move"), agent: agent.clone() };
        let first = self.log.enter(&[thinker])?[0].index;
        let mut found = Vec::new();
        for symmetry in [None].into_iter().chain(schedule.copies.iter().copied().map(Some)) {
            let round = self.next_round();
            let second = match &symmetry {
                None => first,
                Some(symmetry) => {
                    let name = format!("copies by {}", name_of(symmetry));
                    self.log.enter(&[Entrant { agent: format!("{name}, else {agent}"), name }])?[0].index
                }
            };
            let first_game = 2 * self.log.n_pairs;
            let seed = self.seed("copying");
            let RunLog { running, past, .. } = self.log;
            let game = &running.executor().game_here(self.game, [agent.as_str()])?;
            let index_of = |at: usize| first_game + at as u64;
            let missing: Vec<usize> =
                (0..games as usize).filter(|&at| !past.games.contains_key(&index_of(at))).collect();
            let entered = |row: GameRow| {
                let index = first_game + row.index;
                GameRow { index, first, second, opening: start, round, ..row }
            };
            let here = |at: usize, _: &Stop| {
                let numbers = [u64::from(RANDOM_MOVES), seed, missing[at] as u64];
                let row = copies::play(game, &agent, symmetry, numbers, running.stop)?;
                Ok((!running.stop.is_stopped()).then(|| entered(row)))
            };
            let place =
                symmetry.and_then(|symmetry| game.symmetries().iter().position(|&one| one == symmetry));
            let work = |places: Range<usize>| {
                Work::Copies(CopiesWork {
                    game: WorkGame::of(game),
                    agent: agent.clone(),
                    symmetry: place,
                    n_random: RANDOM_MOVES,
                    seed,
                    numbers: missing[places].iter().map(|&at| at as u64).collect(),
                })
            };
            let read = |places: Range<usize>, answer: Answer| {
                let Answer::Copies(found) = answer else {
                    return Err("an answer to something else".to_owned());
                };
                copies::read(game, &missing[places], found)
                    .map(|rows| rows.into_iter().map(entered).collect())
            };
            let elsewhere = Some(Elsewhere { kind: "copies", work: &work, read: &read });
            let tasks = Tasks { n: missing.len(), here: &here, elsewhere };
            let journal = &mut *self.log.journal;
            let new = running.executor().each(&tasks, &mut |_, row| journal.game(row))?;
            let new: HashMap<u64, GameRow> = new.into_iter().map(|row| (row.index, row)).collect();
            let row = |index: u64| past.games.get(&index).or_else(|| new.get(&index)).cloned();
            let rows: Vec<GameRow> = (0..games as usize).filter_map(|at| row(index_of(at))).collect();
            self.log.n_pairs += u64::from(games.div_ceil(2));
            found.push((symmetry, rows));
        }
        let mut ways = Vec::new();
        let mut thinking = None;
        for (symmetry, rows) in found {
            let mut results = results_of(&rows);
            results.reverse();
            let score = Estimate::score(results, n_distinct(&rows));
            let Some(symmetry) = symmetry else {
                thinking = score;
                continue;
            };
            let [n_copied, n_moves] = (rows.iter().map(|row| self.probe.count_copies(&symmetry, row)))
                .fold([0; 2], |[a, b], [c, d]| [a + c, b + d]);
            let copied = if n_moves == 0 { 0.0 } else { n_copied as f64 / n_moves as f64 };
            ways.push(CopyWay { symmetry: name_of(&symmetry), results, copied, score });
        }
        Ok(Some(Copying { players: agent, thinking, ways }))
    }

    /// Weighs the heuristics by all games of those who think, and plays without each of them.
    fn weigh(
        &mut self,
        levels: &[&LevelGames],
        expectation: &Expectation,
    ) -> Result<Option<Knowledge>, Halt> {
        let plan = &self.plan.heuristics;
        let schedule = self.schedule;
        if schedule.heuristics.is_empty() {
            return Ok(None);
        }
        let examples = Examples::new(self.game);
        let told = |error: zermelo_learn::LearnError| Halt::Bad(RequestError::Learning(error.to_string()));
        let mut data = examples.dataset(Encoding::Heuristics).map_err(told)?;
        let blend = Blend { result_share: RESULT_SHARE, slope: expectation.slope };
        let mut group = 0;
        for level_games in levels {
            for (row, thoughts) in level_games.rows.iter().zip(&level_games.thoughts) {
                examples.add(
                    &mut data,
                    Encoding::Heuristics,
                    &level_games.openings,
                    row,
                    Some((thoughts, blend)),
                    group,
                )?;
                group += 1;
            }
        }
        let names: Vec<&str> = self.game.features().iter().map(|feature| feature.name).collect();
        let threads = self.log.running.own_threads();
        // Where games are too few or too much alike to weigh anything, nothing is said.
        let Ok(all) = weigh(&data, None, threads) else { return Ok(None) };
        let agent = with_nodes(&plan.agent, plan.nodes);
        let whole = evaluator(&names, &all, None);
        let mut heuristics = Vec::new();
        for (place, name) in names.iter().enumerate() {
            if self.log.running.stop.is_stopped() {
                return Err(Halt::Stopped);
            }
            let Ok(rest) = weigh(&data, Some(place), threads) else { continue };
            let entrants = [
                Entrant { name: "all heuristics".to_owned(), agent: with_evaluator(&agent, &whole) },
                Entrant {
                    name: format!("without {name}"),
                    agent: with_evaluator(&agent, &evaluator(&names, &rest, Some(place))),
                },
            ];
            let term = &all.features[place];
            let weight = [term.weight, term.error_by_game.unwrap_or(term.standard_error)];
            let lost = self.play_match(entrants, &schedule.heuristics)?;
            heuristics.extend(lost.map(|lost| Heuristic { name: (*name).to_owned(), weight, lost }));
        }
        Ok(Some(Knowledge {
            players: agent,
            positions: data.len() as u64,
            games: u64::from(group),
            evaluator: whole,
            heuristics,
        }))
    }
}

/// A seed whose chance is that of nothing else.
pub(super) fn seed_of(seed: u64, purpose: &str) -> u64 {
    purpose.bytes().fold(seed, |seed, byte| mix(seed ^ u64::from(byte)))
}

/// How many of the games differ: a game that repeats another is no evidence.
fn n_distinct(rows: &[GameRow]) -> u64 {
    let mut moves: Vec<(&[u8], Outcome)> = rows.iter().map(|row| (&row.moves[..], row.outcome)).collect();
    moves.sort_by(|a, b| a.0.cmp(b.0));
    moves.dedup();
    moves.len() as u64
}
