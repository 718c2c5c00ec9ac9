//! The games of a tournament.

use std::collections::{BTreeMap, BTreeSet};

use zermelo_arena::{Pair, Played};
use zermelo_store::{AgentRow, GameRow};

use super::file::TournamentPlan;
use super::result::TournamentResult;
use zermelo_catalog::{Permission, RequestError, catalog};
use zermelo_kind::{Journal, Running, played_pair};
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
    let n = tournament.entrants.len();
    let (mut history, mut rows): (Vec<Played>, Vec<GameRow>) = (Vec::new(), Vec::new());
    loop {
        let pairs = tournament.schedule.next(n, &history);
        if pairs.is_empty() {
            let openings: BTreeSet<u32> = rows.iter().map(|row| row.opening).collect();
            let result = TournamentResult::of(tournament, &history, &rows);
            return Ok(result.with_openings(runner.tally(&openings)));
        }
        let round = Round {
            contestants: &contestants,
            pairs: &pairs,
            first_pair: history.len() as u64,
            executor: running.executor(),
            known,
        };
        let played = runner.play(&round, &mut |told| match told {
            Told::Opening(row) => journal.openings(std::slice::from_ref(row)),
            Told::Game { row, .. } => journal.game(row),
        })?;
        for (pair, games) in pairs.iter().zip(played) {
            history.push(played_pair(*pair, &games));
            rows.extend(games);
        }
    }
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
