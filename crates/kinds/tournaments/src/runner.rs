//! The games of a tournament.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use zermelo_any::Folder;
use zermelo_arena::schedule::{Race, RaceProgress};
use zermelo_arena::{Pair, Played, Schedule};
use zermelo_store::{AgentRow, GameRow, OpeningRow, Run, Store, StoreError};

use super::file::TournamentPlan;
use super::result::TournamentResult;
use zermelo_catalog::{Permission, RequestError, catalog};
use zermelo_kind::{Journal, Running, played_pair};
use zermelo_runner::executor::Executor;
use zermelo_runner::game_runner::{Contestant, GameRunner, Halt, Known, Openings, Round, RunnerPlan, Told};

/// Whether a tournament can be played.
pub(crate) fn check(tournament: &TournamentPlan, permission: Permission) -> Result<(), RequestError> {
    let runner = prepare(tournament, &tournament.openings.unjudged(), 1, permission)?;
    tournament.openings.judge().map_or(Ok(()), |judge| runner.check(judge))
}

/// Opens the runner of a tournament, and looks whether all entrants are there.
fn prepare(
    tournament: &TournamentPlan,
    openings: &Openings,
    n_openings: usize,
    permission: Permission,
) -> Result<GameRunner, RequestError> {
    let plan = RunnerPlan {
        seed: tournament.common.seed,
        openings,
        n_openings,
        first_opening: 0,
        adjudication: tournament.adjudication,
    };
    let runner = GameRunner::open(&catalog::open_for(&tournament.common.game, permission)?, &plan)?;
    tournament.entrants.iter().try_for_each(|entrant| runner.check(&entrant.agent))?;
    Ok(runner)
}

/// Plays a tournament; what comes back hangs on the schedule order of the games, not on the order in which they end.
pub fn run(
    tournament: &TournamentPlan,
    running: &Running,
    known: &Known,
    journal: &mut dyn Journal,
) -> Result<TournamentResult, Halt> {
    let n_openings = tournament.schedule.n_openings() as usize;
    let runner = prepare(tournament, &tournament.openings, n_openings, running.permission)?;
    let agents: Vec<AgentRow> = (tournament.entrants.iter().zip(0..))
        .map(|(entrant, index)| AgentRow { index, name: entrant.name.clone(), text: entrant.agent.clone() })
        .collect();
    journal.agents(&agents)?;
    let contestants: Vec<Contestant> =
        agents.iter().map(|agent| Contestant { number: agent.index, agent: &agent.text }).collect();
    let games = Games { runner: &runner, contestants: &contestants, known, running };
    let (history, rows) = match &tournament.schedule {
        Schedule::Race(race) => games.race(race, journal)?,
        schedule => games.rounds(schedule, journal)?,
    };
    let openings: BTreeSet<u32> = rows.iter().map(|row| row.opening).collect();
    let result = TournamentResult::of(tournament, &history, &rows);
    Ok(result.with_openings(runner.tally(&openings)))
}

/// The games of a tournament.
struct Games<'a> {
    runner: &'a GameRunner,
    contestants: &'a [Contestant<'a>],
    known: &'a Known,
    running: &'a Running<'a>,
}

impl Games<'_> {
    /// Plays round after round.
    fn rounds(
        &self,
        schedule: &Schedule,
        journal: &mut dyn Journal,
    ) -> Result<(Vec<Played>, Vec<GameRow>), Halt> {
        let (mut history, mut rows): (Vec<Played>, Vec<GameRow>) = (Vec::new(), Vec::new());
        loop {
            let pairs = schedule.next(self.contestants.len(), &history);
            if pairs.is_empty() {
                return Ok((history, rows));
            }
            let round = self.round(&pairs, history.len(), self.running.executor());
            let played = self.runner.play(&round, &mut |told| match told {
                Told::Opening(row) => journal.openings(std::slice::from_ref(row)),
                Told::Game { row, .. } => journal.game(row),
            })?;
            for (pair, games) in pairs.iter().zip(played) {
                history.push(played_pair(*pair, &games));
                rows.extend(games);
            }
        }
    }

    /// Plays ahead of a sequential test, so that nobody waits for the last games of a batch. What lies behind the verdict is
    /// not kept.
    fn race(&self, race: &Race, journal: &mut dyn Journal) -> Result<(Vec<Played>, Vec<GameRow>), Halt> {
        let mut ahead = Ahead::new(race, self.known);
        while !ahead.settle(journal)? {
            let first = ahead.history.len();
            let pairs: Vec<Pair> = race.pairs(first as u32).take(MOST_AHEAD).collect();
            let cut = self.running.stop.child();
            let executor = Executor { stop: &cut, ..self.running.executor() };
            let round = self.round(&pairs, first, executor);
            let played = self.runner.play(&round, &mut |told| {
                ahead.hear(&told, journal)?;
                if ahead.settle(journal)? {
                    cut.stop();
                }
                Ok(())
            });
            match played {
                Ok(_) => {}
                Err(Halt::Stopped) if ahead.open.is_empty() => {}
                Err(halt) => return Err(halt),
            }
        }
        Ok((ahead.history, ahead.rows))
    }

    fn round<'r>(&'r self, pairs: &'r [Pair], first: usize, executor: Executor<'r>) -> Round<'r> {
        Round { contestants: self.contestants, pairs, first_pair: first as u64, executor, known: self.known }
    }
}

/// Pairs that are played ahead at most, before rows are handed over.
const MOST_AHEAD: usize = 4096;

/// Games that are played before anybody knows whether they are needed.
struct Ahead {
    progress: RaceProgress,
    /// Games that are there, by number.
    games: HashMap<u64, GameRow>,
    /// What is not written down yet.
    held_openings: BTreeMap<u32, OpeningRow>,
    held_games: BTreeSet<u64>,
    /// What counts: all pairs before the batch that is open.
    history: Vec<Played>,
    rows: Vec<GameRow>,
    /// The batch that is open; nothing after a verdict, or if there is nothing more to play.
    open: Vec<Pair>,
}

impl Ahead {
    fn new(race: &Race, known: &Known) -> Ahead {
        let progress = RaceProgress::new(*race);
        Ahead {
            open: progress.next(),
            progress,
            games: known.clone(),
            held_openings: BTreeMap::new(),
            held_games: BTreeSet::new(),
            history: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Hears of an opening or a game. What belongs to the open batch is written down, the rest waits.
    fn hear(&mut self, told: &Told, journal: &mut dyn Journal) -> Result<(), StoreError> {
        match told {
            Told::Opening(row) => drop(self.held_openings.insert(row.index, (*row).clone())),
            Told::Game { row, .. } => {
                self.games.insert(row.index, (*row).clone());
                self.held_games.insert(row.index);
            }
        }
        self.release(journal)
    }

    /// Writes down what belongs to the open batch.
    fn release(&mut self, journal: &mut dyn Journal) -> Result<(), StoreError> {
        let end = 2 * (self.history.len() + self.open.len()) as u64;
        let later = self.held_games.split_off(&end);
        for index in std::mem::replace(&mut self.held_games, later) {
            let row = &self.games[&index];
            if let Some(opening) = self.held_openings.remove(&row.opening) {
                journal.openings(&[opening])?;
            }
            journal.game(row)?;
        }
        Ok(())
    }

    /// Counts the batches that are complete; whether there is a verdict, or nothing more to play.
    fn settle(&mut self, journal: &mut dyn Journal) -> Result<bool, StoreError> {
        while !self.open.is_empty() {
            let first = 2 * self.history.len() as u64;
            let mut numbers = first..first + 2 * self.open.len() as u64;
            if !numbers.clone().all(|number| self.games.contains_key(&number)) {
                break;
            }
            for pair in std::mem::take(&mut self.open) {
                let mut next = || numbers.next().map(|number| self.games[&number].clone());
                let (Some(one), Some(other)) = (next(), next()) else { break };
                let games = [one, other];
                let played = played_pair(pair, &games);
                self.progress.add(&played);
                self.history.push(played);
                self.rows.extend(games);
            }
            self.open = self.progress.next();
            self.release(journal)?;
        }
        Ok(self.open.is_empty())
    }
}

/// What an unfinished tournament in a store has come to; `None` if no pair of games is complete, or if its experiment cannot be
/// read without the files that it names.
pub fn stored_so_far(store: &Store, run: &Run) -> Result<Option<TournamentResult>, StoreError> {
    let folder = Folder::new(Path::new("."), Permission::server());
    let Ok(mut plan) = TournamentPlan::read(&run.experiment, &run.name, folder) else { return Ok(None) };
    plan.common.seed = run.seed;
    let rows: Vec<GameRow> = store.games(run.id).collect::<Result<_, _>>()?;
    let result = result_so_far(&plan, &rows);
    Ok((result.games > 0).then_some(result))
}

/// What a tournament has come to so far: of whatever pairs of games are complete.
pub fn result_so_far(plan: &TournamentPlan, rows: &[GameRow]) -> TournamentResult {
    let mut by_pair: BTreeMap<u64, [Option<&GameRow>; 2]> = BTreeMap::new();
    for row in rows {
        by_pair.entry(row.index / 2).or_default()[(row.index % 2) as usize] = Some(row);
    }
    let complete =
        by_pair.into_values().filter_map(|[first, second]| Some([first?.clone(), second?.clone()]));
    let games: Vec<[GameRow; 2]> = complete.collect();
    let history: Vec<Played> = (games.iter())
        .map(|games| {
            let [game, _] = games;
            let pair = Pair { round: game.round, a: game.first, b: game.second, opening: game.opening };
            played_pair(pair, games)
        })
        .collect();
    TournamentResult::of(plan, &history, games.as_flattened())
}
