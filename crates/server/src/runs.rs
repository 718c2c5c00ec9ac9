//! Runs as pages show them: how far they are, what they have come to, and their curves. Everything is read from the store, so
//! it makes no difference who runs them.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Serialize;
use utoipa::ToSchema;
use zermelo_any::Folder;
use zermelo_experiments::experiment::{Experiment, n_games_played, read_result, result_of};
use zermelo_experiments::tournament::{RaceResult, TournamentPlan, TournamentResult, result_so_far};
use zermelo_experiments::{Unit, kind_named};
use zermelo_store::{GameRow, Run, Status, Store, Worked};

use crate::PERMISSION;
use crate::api_error::ApiError;
use crate::curves::curves_of;
use crate::wire::Statistic;

/// A run in a list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RunRow {
    /// Its name.
    pub name: String,
    /// What kind of experiment it is.
    pub kind: String,
    /// What it is about.
    pub title: String,
    /// The game, where there is one.
    pub game: Option<String>,
    /// How it is.
    pub state: State,
    /// When it began, such as `2026-11-16T15:00:00Z`.
    pub started: String,
    /// For how long it was worked at, in seconds, as far as anybody looked at a clock.
    pub seconds: Option<f64>,
    /// When it gave its last sign of life, as far as anybody looked at a clock.
    pub last: Option<String>,
    /// How much is done.
    pub done: u64,
    /// Of how much, if that can be told.
    pub total: Option<u64>,
    /// Of what.
    pub unit: String,
    /// How many generations of how many, where some are bred.
    pub generations: Option<Generations>,
    /// How much a second.
    pub rate: Option<f64>,
    /// How many seconds it will take yet.
    pub eta: Option<f64>,
    /// What came of it, in a sentence.
    pub sentence: Option<String>,
    /// The run whose stage it is.
    pub parent: Option<String>,
    /// Whether this server runs it.
    pub here: bool,
    /// Why it failed.
    pub problem: Option<String>,
    /// A few numbers that show how it went.
    pub spark: Vec<f64>,
}

/// How far an evolution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Generations {
    /// How many came to their end.
    pub done: u64,
    /// How many there will be.
    pub total: u64,
}

/// How a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = RunState)]
pub enum State {
    /// It goes on.
    Running,
    /// It will stop when the games that are being played are over.
    Stopping,
    /// It can be resumed.
    Stopped,
    /// It goes on, but has given no sign for some time.
    Stalled,
    /// It broke off.
    Failed,
    /// It is complete.
    Finished,
    /// It has no end: games are added as people play them.
    Open,
}

/// Who stands where.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Standings {
    /// Everybody, the best first.
    pub entrants: Vec<Entrant>,
    /// Row against column; nothing on the diagonal, and where they have not met.
    pub cells: Vec<Vec<Option<Meeting>>>,
    /// What can be said.
    pub sentences: Vec<String>,
    /// The sequential test, where there is one.
    pub test: Option<Test>,
    /// How many games this rests on.
    pub games: u64,
}

/// Somebody who plays.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Entrant {
    /// The name.
    pub name: String,
    /// The agent.
    pub agent: String,
    /// The places it may have: those whose intervals overlap share them.
    #[schema(min_items = 2, max_items = 2)]
    pub rank: [usize; 2],
    /// The rating in Elo.
    pub rating: Option<Statistic>,
    /// The middle half of where the rating may be.
    #[schema(min_items = 2, max_items = 2)]
    pub inner: Option<[f64; 2]>,
    /// Games played.
    pub games: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// The share of points.
    pub score: Option<Statistic>,
}

/// Two who met.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = CrossCell)]
pub struct Meeting {
    /// Games that the row won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games that the row lost.
    pub lost: u64,
    /// The row's share of points.
    pub score: Statistic,
    /// Whether the interval leaves out one half.
    pub decided: bool,
    /// The chance that the row is stronger, by all games of the tournament.
    pub chance: Option<f64>,
}

/// How far a sequential test is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Test {
    /// From -1 (H0 is accepted) to 1 (H1 is accepted).
    pub position: f64,
    /// How far it is from a decision: 100 is one.
    pub percent: f64,
    /// What the two hypotheses say.
    #[schema(min_items = 2, max_items = 2)]
    pub ends: [String; 2],
    /// In words.
    pub words: String,
}

/// An agent that came of a run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Champion {
    /// What it is.
    pub title: String,
    /// The agent.
    pub agent: String,
    /// How strong it is, in a sentence.
    pub sentence: Option<String>,
    /// Its weights, where it has some.
    pub weights: Option<Vec<Weight>>,
}

/// A weight of a champion.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Weight {
    /// What is weighed.
    pub name: String,
    /// How much it counts.
    pub value: f64,
}

/// The experiment of a run, as it was.
pub fn experiment_of(run: &Run) -> Option<Experiment> {
    let stem = run.name.rsplit_once('-').map_or(run.name.as_str(), |(stem, _)| stem).to_owned();
    let folder = Folder::new(Path::new("."), PERMISSION);
    Experiment::parse(stem, run.experiment.clone(), &run.name, folder).ok()
}

/// A word of the experiment file.
pub fn file_word(run: &Run, key: &str) -> Option<String> {
    let table: toml::Table = run.experiment.parse().ok()?;
    table.get(key)?.as_str().map(str::to_owned)
}

/// How much work a run is.
#[derive(Clone, Copy)]
pub struct Extent {
    unit: Unit,
    /// How many of them, if that can be told.
    total: Option<u64>,
    /// How many generations, where some are bred. A race has no number of games that could be told beforehand.
    generations: Option<u64>,
}

/// How much work a run is. Some have to draw all their openings to know, so it is asked once.
pub fn extent_of(run: &Run) -> Extent {
    let Some(experiment) = experiment_of(run) else {
        return Extent { unit: Unit::Game, total: None, generations: None };
    };
    let plan = &experiment.plan;
    Extent { unit: plan.kind().unit(), total: plan.extent(), generations: plan.n_generations() }
}

/// A run in a list, from the store alone.
pub fn row_of(store: &Store, run: &Run, extent: Extent) -> Result<RunRow, ApiError> {
    let status = store.status(run);
    let Extent { unit, total, generations } = extent;
    let generations = match generations {
        Some(total) => {
            let events = store.events(run.id)?;
            let done = events.iter().filter(|event| event.kind == "generation").count() as u64;
            Some(Generations { done, total })
        }
        None => None,
    };
    let (unit, done) = match unit {
        Unit::Game => ("games", n_games_played(store, run)?),
        Unit::Event => ("runs", store.n_events(run.id)?),
        Unit::Stage => {
            let stages = store.stages(run.id)?;
            ("stages", stages.iter().filter(|stage| stage.result.is_some()).count() as u64)
        }
        Unit::Move => {
            let events = store.events(run.id)?;
            (
                "moves",
                events.iter().filter(|event| event.kind == "moves").map(|event| event.seq).max().unwrap_or(0),
            )
        }
    };
    let result = run.result.as_deref().and_then(|json| read_result(&run.kind, json).ok());
    let finding = result.and_then(|result| result.findings().into_iter().next());
    let parent = run.parent.map(|parent| store.run(parent)).transpose()?.map(|parent| parent.name);
    let spark = spark_of(store, run)?;
    let worked = worked_of(store, run)?;
    Ok(RunRow {
        name: run.name.clone(),
        kind: run.kind.clone(),
        title: file_word(run, "title").unwrap_or_else(|| run.name.clone()),
        game: file_word(run, "game"),
        state: match status {
            Status::Running => State::Running,
            Status::Finished => State::Finished,
            Status::Interrupted => State::Stopped,
            Status::Open => State::Open,
        },
        started: iso(run.created),
        seconds: worked.map(|worked| worked.millis as f64 / 1000.0),
        last: worked.map(|worked| iso(worked.last / 1000)),
        done,
        total: if status == Status::Finished { Some(done) } else { total },
        unit: unit.to_owned(),
        generations,
        rate: None,
        eta: None,
        sentence: finding,
        parent,
        here: false,
        problem: None,
        spark,
    })
}

/// How long a run was worked at. A series that was interrupted may know less of it than its stages do.
pub fn worked_of(store: &Store, run: &Run) -> Result<Option<Worked>, ApiError> {
    let mut known = store.worked(run.id)?;
    if zermelo_experiments::has_stages(run) {
        let mut stages: Option<Worked> = None;
        for stage in store.stages(run.id)? {
            let Some(one) = store.worked(stage.id)? else { continue };
            let before = stages.unwrap_or(Worked { millis: 0, last: 0 });
            stages = Some(Worked { millis: before.millis + one.millis, last: before.last.max(one.last) });
        }
        known = [known, stages].into_iter().flatten().max_by_key(|worked| worked.millis);
    }
    Ok(known)
}

/// A time in seconds since 1970 as ISO 8601 writes it.
pub fn iso(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that leap days come last; eras have 400 years.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) =
        (year + 400 * era + u64::from(month >= 10), if month < 10 { month + 3 } else { month - 9 });
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", rest / 3600, rest / 60 % 60, rest % 60)
}

/// The first line of the first curve, thinned.
fn spark_of(store: &Store, run: &Run) -> Result<Vec<f64>, ApiError> {
    const MOST: usize = 40;
    if !kind_named(&run.kind).is_some_and(zermelo_experiments::Kind::has_curves) {
        return Ok(Vec::new());
    }
    let curves = curves_of(run, &store.events(run.id)?, None);
    let points = curves.first().and_then(|curve| curve.series.first()).map(|series| series.points.as_slice());
    let points = points.unwrap_or_default();
    let step = points.len().div_ceil(MOST).max(1);
    Ok(points.iter().step_by(step).map(|point| point.1).collect())
}

/// Who stands where in a tournament, finished or not.
pub fn standings_of(store: &Store, run: &Run) -> Result<Option<Standings>, ApiError> {
    let finished = run.result.as_deref().and_then(|json| read_result(&run.kind, json).ok());
    if let Some(result) = finished.as_deref() {
        let Some(result) = result.downcast_ref::<TournamentResult>() else { return Ok(None) };
        let names: Vec<String> = store.agents(run.id)?.into_iter().map(|agent| agent.name).collect();
        return Ok(Some(tell_standings(result, &names)));
    }
    let experiment = experiment_of(run);
    let Some(plan) = experiment.as_ref().and_then(|one| one.plan.downcast_ref::<TournamentPlan>()) else {
        return Ok(None);
    };
    let rows: Vec<GameRow> = store.games(run.id).collect::<Result<_, _>>()?;
    let names: Vec<String> = plan.entrants.iter().map(|entrant| entrant.name.clone()).collect();
    Ok(Some(tell_standings(&result_so_far(plan, &rows), &names)))
}

/// The standings, best first. `names` are the entrants in the order of the file, which is that of the result's tables.
fn tell_standings(result: &TournamentResult, names: &[String]) -> Standings {
    let level = |[value, low, high]: [f64; 3], n: u64, method: &str| Statistic {
        value,
        low,
        high,
        level: 0.95,
        n,
        method: method.to_owned(),
    };
    let elos: Vec<Option<[f64; 3]>> = result.standings.iter().map(|standing| standing.elo).collect();
    let entrants = result.standings.iter().map(|standing| {
        let games = standing.wins + standing.draws + standing.losses;
        Entrant {
            name: standing.name.clone(),
            agent: standing.agent.clone(),
            rank: rank_of(standing.elo, &elos),
            rating: standing.elo.map(|elo| level(elo, games, "Bradley-Terry")),
            // Of a normal distribution, the middle half is about a third as wide as the middle 95 %.
            inner: standing.elo.map(|[value, low, high]| {
                const SHARE: f64 = 0.674_49 / 1.959_96;
                [value - SHARE * (value - low), value + SHARE * (high - value)]
            }),
            games,
            won: standing.wins,
            drawn: standing.draws,
            lost: standing.losses,
            score: standing.score.map(|score| level(score, games, "pairs of games")),
        }
    });
    let superiority = result.rating.as_ref().map(|rating| rating.superiority.as_slice()).unwrap_or_default();
    let meeting = |row: usize, column: usize, [won, drawn, lost]: [u64; 3]| {
        let games = won + drawn + lost;
        let known = result.cross_scores.get(row).and_then(|row| *row.get(column)?);
        // Runs of earlier versions do not say how much the pairs of games of a couple tell.
        let of_games = || {
            let counts = zermelo_stats::Sample::of_games(won, drawn, lost);
            let strength = zermelo_stats::Strength::of(&counts).ok().filter(|_| games > 0)?;
            let (low, high) = strength.score_interval;
            Some(level([strength.score, low, high], games, "games"))
        };
        let score = known.map(|score| level(score, games, "pairs of games")).or_else(of_games)?;
        let chance = superiority.get(row).and_then(|row| row.get(column)).copied().flatten();
        Some(Meeting { won, drawn, lost, decided: score.low > 0.5 || score.high < 0.5, chance, score })
    };
    // Rows and columns in the order of the standings.
    let places: Vec<Option<usize>> = (result.standings.iter())
        .map(|standing| names.iter().position(|name| *name == standing.name))
        .collect();
    let cell = |row: Option<usize>, column: Option<usize>| {
        let counts = *result.cross_table.get(row?)?.get(column?)?;
        meeting(row?, column?, counts)
    };
    let row_of = |&row: &Option<usize>| places.iter().map(|&column| cell(row, column)).collect();
    let cells = places.iter().map(row_of).collect();
    let test = result.race.as_ref().map(tell_test);
    Standings {
        entrants: entrants.collect(),
        cells,
        sentences: result.findings.clone(),
        test,
        games: result.games,
    }
}

/// How far a sequential test is. Neither hypothesis is called "better": both may be differences below 0.
fn tell_test(race: &RaceResult) -> Test {
    let [lower, upper] = race.bounds;
    let share = if race.llr >= 0.0 { race.llr / upper.max(1e-9) } else { -race.llr / lower.min(-1e-9) };
    let percent = 100.0 * share.abs().min(1.0);
    // Results of earlier versions do not say which differences were tested.
    let is_told = !race.names[0].is_empty();
    let unit = race.unit();
    let ends = if is_told {
        [format!("H0: {} {unit}", race.elo[0]), format!("H1: {} {unit}", race.elo[1])]
    } else {
        ["H0", "H1"].map(str::to_owned)
    };
    let words = match (race.verdict.as_str(), is_told) {
        ("upper", false) => "H1 accepted".to_owned(),
        ("lower", false) => "H0 accepted".to_owned(),
        ("upper" | "lower", true) => race.claim(),
        _ => {
            let end = &ends[usize::from(race.llr >= 0.0)];
            let limit = if race.is_at_limit { ", and the limit of games ended the test" } else { "" };
            format!("not decided, {percent:.0} % of the way to {end}{limit}")
        }
    };
    Test { position: share.clamp(-1.0, 1.0), percent, ends, words }
}

/// The places that are possible: those that are surely better come before, those that are surely worse after.
fn rank_of(own: Option<[f64; 3]>, all: &[Option<[f64; 3]>]) -> [usize; 2] {
    let Some([_, low, high]) = own else { return [1, all.len().max(1)] };
    let better = all.iter().flatten().filter(|other| other[1] > high).count();
    let worse = all.iter().flatten().filter(|other| other[2] < low).count();
    [better + 1, all.len() - worse]
}

/// The agents that came of a run.
pub fn champions_of(store: &Store, run: &Run) -> Result<Vec<Champion>, ApiError> {
    if run.is_endless() {
        return Ok(Vec::new());
    }
    let Ok(Some(result)) = result_of(store, run) else { return Ok(Vec::new()) };
    let champions = result.champions(run, store)?.into_iter().map(|champion| Champion {
        title: champion.title,
        agent: champion.agent,
        sentence: champion.sentence,
        weights: champion.weights.map(|weights| {
            weights.into_iter().map(|weight| Weight { name: weight.name, value: weight.value }).collect()
        }),
    });
    Ok(champions.collect())
}

/// The agents that came of all runs of a game, and the runs.
pub fn champions_of_game(store: &Store, game: &str) -> Result<Vec<(String, Champion)>, ApiError> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for run in store.runs()?.into_iter().rev() {
        let is_game = file_word(&run, "game")
            .and_then(|id| zermelo_catalog::open(&id).ok())
            .is_some_and(|opened| opened.id() == game);
        if !is_game || zermelo_experiments::has_stages(&run) {
            continue;
        }
        for champion in champions_of(store, &run)? {
            if seen.insert(champion.agent.clone()) {
                found.push((run.name.clone(), champion));
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(verdict: &str, llr: f64, elo: [f64; 2]) -> RaceResult {
        RaceResult {
            verdict: verdict.to_owned(),
            pairs: 100,
            llr,
            bounds: [-2.94, 2.94],
            names: ["new", "old"].map(str::to_owned),
            elo,
            played: 100,
            is_at_limit: false,
            evidence: None,
        }
    }

    /// To accept 0 Elo against -20 is not to find somebody better, and to accept -20 is not to find somebody no better.
    #[test]
    fn a_test_is_told_by_its_hypotheses() {
        let told = |verdict: &str, llr| tell_test(&race(verdict, llr, [-20.0, 0.0])).words;
        assert_eq!(told("upper", 3.0), "H1 accepted, 0 Elo (new - old) explains the results better than -20");
        assert_eq!(
            told("lower", -3.0),
            "H0 accepted, -20 Elo (new - old) explains the results better than 0"
        );
        assert_eq!(told("open", 1.47), "not decided, 50 % of the way to H1: 0 Elo");
        assert_eq!(told("open", -1.47), "not decided, 50 % of the way to H0: -20 Elo");
        let mut test = race("open", -1.47, [0.0, 5.0]);
        test.is_at_limit = true;
        let told = tell_test(&test);
        assert_eq!(
            told.words,
            "not decided, 50 % of the way to H0: 0 Elo, and the limit of games ended the test"
        );
        assert_eq!((told.position, told.ends), (-0.5, ["H0: 0 Elo", "H1: 5 Elo"].map(str::to_owned)));
        // Runs of earlier versions name nobody.
        test.names = Default::default();
        test.verdict = "upper".to_owned();
        assert_eq!(tell_test(&test).words, "H1 accepted");
    }

    #[test]
    fn places_are_shared_by_those_that_are_not_told_apart() {
        let elos = [Some([100.0, 80.0, 120.0]), Some([90.0, 70.0, 110.0]), Some([0.0, -20.0, 20.0]), None];
        assert_eq!(rank_of(elos[0], &elos), [1, 3]);
        assert_eq!(rank_of(elos[1], &elos), [1, 3]);
        assert_eq!(rank_of(elos[2], &elos), [3, 4]);
        assert_eq!(rank_of(None, &elos), [1, 4]);
    }

    #[test]
    fn times_are_written_as_everywhere() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(iso(seconds), text);
        }
    }
}
