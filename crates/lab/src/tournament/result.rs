//! What came of a tournament: a pure function of the plan and the games, in schedule order. Times are not in it, so it is
//! the same to the byte however the games were played.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use zermelo_arena::rating::{encounters, rate};
use zermelo_arena::schedule::bracket_winner;
use zermelo_arena::{Evidence, Played, Record, Schedule, Standings};
use zermelo_game::{Outcome, Player, Quit, stream};
use zermelo_stats::cycles::Intransitivity;
use zermelo_stats::{Sample, Strength, Verdict};
use zermelo_store::GameRow;

use super::file::{TablePlan, TournamentPlan};
use crate::hall::Entrant;

/// What came of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentResult {
    /// What it is called.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// The seed of all chance.
    pub seed: u64,
    /// Games played.
    pub games: u64,
    /// How many of them differ: the same moves by the same agents from the same opening are one game.
    pub distinct_games: u64,
    /// Games won by who moves first, drawn, and won by who moves second.
    pub by_side: [u64; 3],
    /// Moves played, openings not counted.
    pub plies: u64,
    /// How games ended, by reason.
    pub endings: Vec<Ending>,
    /// Everybody, the best first.
    pub standings: Vec<StandingResult>,
    /// Wins, draws and losses of everybody (rows, in the order they were entered) against everybody.
    pub cross_table: Vec<Vec<[u64; 3]>>,
    /// The model behind the ratings; `None` if games do not allow one.
    pub rating: Option<RatingResult>,
    /// The verdict, if there was a sequential test.
    pub race: Option<RaceResult>,
    /// Who won, if it was a knockout.
    pub winner: Option<String>,
    /// The tables that were asked for.
    pub tables: Vec<TableResult>,
    /// What the results say, in sentences.
    pub findings: Vec<String>,
}

/// A reason for which games ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The reason in a word.
    pub reason: String,
    /// How many games.
    pub games: u64,
}

/// Where an entrant stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandingResult {
    /// Its name.
    pub name: String,
    /// The agent, by text.
    pub agent: String,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Points, as the tournament counts them.
    pub points: f64,
    /// The share of points, a draw being half, with its 95 % interval.
    pub score: Option<[f64; 3]>,
    /// The rating in Elo with its 95 % interval: relative to the mean of everybody.
    pub elo: Option<[f64; 3]>,
    /// The score when moving first, and when moving second.
    pub score_by_side: [Option<f64>; 2],
    /// Positions looked at.
    pub nodes: u64,
    /// Moves it did not make: resignations, illegal moves, crashes, stalls, time forfeits.
    pub quits: BTreeMap<String, u64>,
}

/// The model behind the ratings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingResult {
    /// What the first move is worth in Elo, and its standard error.
    pub first_move: [f64; 2],
    /// The chance of a draw between equals.
    pub draw_rate: f64,
    /// Whether a prior was needed because somebody took no point at all from others.
    pub has_prior: bool,
    /// Groups between which no games were played, if there is more than one.
    pub groups: Vec<Vec<String>>,
    /// The chance that each entrant (rows, in the order they were entered) is stronger than each other.
    pub superiority: Vec<Vec<Option<f64>>>,
    /// How much of what was seen a single rating explains, beyond what chance would leave.
    pub explained: Option<f64>,
    /// Circles of three in which each is stronger than the next, each with its confidence.
    pub cycles: Vec<(Vec<String>, f64)>,
}

/// The verdict of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceResult {
    /// `upper`, `lower` or `open`.
    pub verdict: String,
    /// Pairs of games up to the verdict.
    pub pairs: u64,
    /// The logarithm of the likelihood ratio there.
    pub llr: f64,
    /// The bounds at which the test decides.
    pub bounds: [f64; 2],
}

/// Some entrants against some others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableResult {
    /// What it is called.
    pub title: String,
    /// The names of the columns.
    pub opponents: Vec<String>,
    /// The rows.
    pub rows: Vec<TableRow>,
}

/// A row of a table; scores in percent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableRow {
    /// Who was tested.
    pub name: String,
    /// The score against each opponent.
    pub scores: Vec<Option<f64>>,
    /// Games against all of them.
    pub games: u64,
    /// The score against all of them, with its 95 % interval.
    pub total: Option<[f64; 3]>,
    /// What was published.
    pub published: Option<f64>,
    /// The change from the first row in points of percent; `None` for the first.
    #[serde(default)]
    pub change: Option<Change>,
    /// The same of what was published.
    #[serde(default)]
    pub published_change: Option<Change>,
}

/// A change in points of percent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Change {
    /// How much.
    pub points: f64,
    /// How many standard errors that is.
    pub z: f64,
}

impl Change {
    fn new(points: f64, variance: f64) -> Change {
        Change { points, z: if variance > 0.0 { points / variance.sqrt() } else { 0.0 } }
    }

    /// Whether chance alone would do this in fewer than 5 % of all cases.
    pub fn is_significant(&self) -> bool {
        self.z.abs() > 1.96
    }
}

impl TournamentResult {
    /// What these games say.
    pub fn of(plan: &TournamentPlan, history: &[Played], rows: &[GameRow]) -> TournamentResult {
        let n = plan.entrants.len();
        let standings = Standings::new(n, plan.points, history);
        let rating = rate(n, history).ok();
        let mut endings: BTreeMap<&str, u64> = BTreeMap::new();
        let mut by_side = [0; 3];
        for row in rows {
            *endings.entry(&row.reason).or_default() += 1;
            by_side[match row.outcome {
                Outcome::Win(Player::First) => 0,
                Outcome::Draw => 1,
                Outcome::Win(Player::Second) => 2,
            }] += 1;
        }
        let distinct: HashSet<(u32, u32, u32, &[u8], &str)> = (rows.iter())
            .map(|row| (row.first, row.second, row.opening, &row.moves[..], &row.reason[..]))
            .collect();
        let name = |entrant: usize| plan.entrants[entrant].name.clone();
        let mut ranking: Vec<StandingResult> = Vec::new();
        for standing in standings.ranking() {
            let entrant = standing.entrant;
            let has_played = standing.record.games() > 0;
            let elo = rating.as_ref().filter(|_| has_played).map(|(ratings, _)| {
                let (low, high) = ratings.interval(entrant);
                [ratings.elo[entrant], low, high]
            });
            ranking.push(stand(plan, entrant, &standing.record, standing.points, elo, history, rows));
        }
        let race = match &plan.schedule {
            Schedule::Race(race) => {
                let stopped = race.stopped(history);
                let mut pairs = [0; 5];
                history.iter().for_each(|played| pairs[played.halves()] += 1);
                let (low, high) = race.test.bounds();
                Some(RaceResult {
                    verdict: match stopped.map(|stopped| stopped.verdict) {
                        Some(Verdict::Upper) => "upper",
                        Some(Verdict::Lower) => "lower",
                        _ => "open",
                    }
                    .to_owned(),
                    pairs: stopped.map_or(history.len(), |stopped| stopped.n_pairs) as u64,
                    llr: race
                        .test
                        .log_ratio(&Sample::of_pairs(stopped.map_or(pairs, |stopped| stopped.pairs))),
                    bounds: [low, high],
                })
            }
            _ => None,
        };
        let winner = match plan.schedule {
            Schedule::Knockout { pairs } => bracket_winner(n, pairs, history).map(name),
            _ => None,
        };
        let tables: Vec<TableResult> =
            plan.tables.iter().map(|table| tell_table(&plan.entrants, table, history)).collect();
        let rating = rating.map(|(ratings, has_prior)| {
            let mut chance = stream(plan.seed, "cycles", 0);
            let circles = Intransitivity::of(n, &encounters(history), 0.95, 200, &mut chance).ok();
            let cycles = circles.iter().flat_map(|circles| circles.real_cycles(0.95));
            RatingResult {
                first_move: [ratings.first_move.0, ratings.first_move.1],
                draw_rate: ratings.draw_rate,
                has_prior,
                groups: {
                    let has_played = |&&entrant: &&usize| standings.of(entrant).record.games() > 0;
                    let names = |group: &Vec<usize>| {
                        group.iter().filter(has_played).map(|&entrant| name(entrant)).collect()
                    };
                    let groups: Vec<Vec<String>> = ratings.groups.iter().map(names).collect();
                    let groups: Vec<Vec<String>> =
                        groups.into_iter().filter(|group| !group.is_empty()).collect();
                    if groups.len() > 1 { groups } else { Vec::new() }
                },
                superiority: ratings.superiorities(),
                explained: circles.as_ref().map(|circles| circles.explained_beyond_noise),
                cycles: cycles
                    .map(|cycle| {
                        (cycle.players.iter().map(|&entrant| name(entrant)).collect(), cycle.confidence)
                    })
                    .collect(),
            }
        });
        let cross_table = (0..n)
            .map(|entrant| {
                let record = |opponent| {
                    let record = standings.between(entrant, opponent);
                    [record.wins, record.draws, record.losses]
                };
                (0..n).map(record).collect()
            })
            .collect();
        let mut result = TournamentResult {
            title: plan.title.clone(),
            game: plan.game.clone(),
            seed: plan.seed,
            games: rows.len() as u64,
            distinct_games: distinct.len() as u64,
            by_side,
            plies: rows.iter().map(|row| u64::from(row.plies)).sum(),
            endings: endings
                .into_iter()
                .map(|(reason, games)| Ending { reason: reason.to_owned(), games })
                .collect(),
            standings: ranking,
            cross_table,
            rating,
            race,
            winner,
            tables,
            findings: Vec::new(),
        };
        result.findings = find(&result);
        result
    }
}

/// Where an entrant stands.
fn stand(
    plan: &TournamentPlan,
    entrant: usize,
    record: &Record,
    points: f64,
    elo: Option<[f64; 3]>,
    history: &[Played],
    rows: &[GameRow],
) -> StandingResult {
    let mut quits: BTreeMap<String, u64> = BTreeMap::new();
    let mut nodes = 0;
    // Halves of points and games, moving first and second.
    let mut sides = [[0_u64; 2]; 2];
    for row in rows {
        for (side, player) in Player::BOTH.into_iter().enumerate() {
            if [row.first, row.second][side] as usize != entrant {
                continue;
            }
            nodes += row.nodes[side];
            sides[side][1] += 1;
            sides[side][0] += match row.outcome {
                Outcome::Draw => 1,
                Outcome::Win(winner) => 2 * u64::from(winner == player),
            };
            let quit = Quit::ALL.iter().find(|quit| quit.id() == row.reason);
            if let Some(quit) = quit
                && row.outcome == Outcome::Win(player.other())
            {
                *quits.entry(quit.id().to_owned()).or_default() += 1;
            }
        }
    }
    let own = history.iter().filter(|played| [played.pair.a, played.pair.b].contains(&(entrant as u32)));
    StandingResult {
        name: plan.entrants[entrant].name.clone(),
        agent: plan.entrants[entrant].agent.clone(),
        wins: record.wins,
        draws: record.draws,
        losses: record.losses,
        points,
        score: score_of(own, |played| played.pair.a as usize == entrant),
        elo,
        score_by_side: sides.map(|[halves, games]| (games > 0).then(|| halves as f64 / (2 * games) as f64)),
        nodes,
        quits,
    }
}

/// The score of one side of some pairs with its interval; `None` without any. `is_a` tells whether that side is the pair's
/// first.
fn score_of<'a>(pairs: impl Iterator<Item = &'a Played>, is_a: impl Fn(&Played) -> bool) -> Option<[f64; 3]> {
    let mut counts = [0; 5];
    let mut couples: BTreeMap<(u32, u32), Evidence> = BTreeMap::new();
    for played in pairs {
        let halves = played.halves();
        counts[if is_a(played) { halves } else { 4 - halves }] += 1;
        couples.entry((played.pair.a, played.pair.b)).or_default().add(played);
    }
    let n_independent = couples.values().map(Evidence::n_independent).sum();
    let strength = Strength::of(&Sample::of_pairs(counts).worth(n_independent)).ok()?;
    Some([strength.score, strength.score_interval.0, strength.score_interval.1])
}

/// A table that was asked for.
pub(crate) fn tell_table(entrants: &[Entrant], table: &TablePlan, history: &[Played]) -> TableResult {
    let name = |entrant: usize| entrants[entrant].name.clone();
    let rows = table.tested.iter().zip(&table.published).map(|(&tested, &published)| {
        let is_between = |played: &&Played, opponent: usize| {
            let (a, b) = (played.pair.a as usize, played.pair.b as usize);
            (a, b) == (tested, opponent) || (b, a) == (tested, opponent)
        };
        let is_a = |played: &Played| played.pair.a as usize == tested;
        let percent = |score: [f64; 3]| score.map(|share| 100.0 * share);
        let scores = table.opponents.iter().map(|&opponent| {
            let own = history.iter().filter(|played| is_between(played, opponent));
            score_of(own, is_a).map(|score| percent(score)[0])
        });
        let own: Vec<&Played> = (history.iter())
            .filter(|played| table.opponents.iter().any(|&opponent| is_between(played, opponent)))
            .collect();
        TableRow {
            name: name(tested),
            scores: scores.collect(),
            games: 2 * own.len() as u64,
            total: score_of(own.iter().copied(), is_a).map(percent),
            published,
            change: None,
            published_change: None,
        }
    });
    let mut rows: Vec<TableRow> = rows.collect();
    if let Some((first, others)) = rows.split_first_mut() {
        for (row, &tested) in others.iter_mut().zip(&table.tested[1..]) {
            row.change = change_between(table, history, [table.tested[0], tested])
                .or_else(|| unpaired_change(first.total?, row.total?));
            row.published_change = published_change(first.published, row.published, table.published_games);
        }
    }
    TableResult {
        title: table.title.clone(),
        opponents: table.opponents.iter().map(|&opponent| name(opponent)).collect(),
        rows,
    }
}

/// The change from one row to another who met the same opponents in the same openings: every opening is one piece of
/// evidence, since all its games have the luck of it in common. `None` if they did not, or if there are few openings.
fn change_between(table: &TablePlan, history: &[Played], rows: [usize; 2]) -> Option<Change> {
    const FEWEST_OPENINGS: usize = 10;
    // Halves of points of each row, and pairs, by opening.
    let mut openings: BTreeMap<u32, ([f64; 2], [usize; 2])> = BTreeMap::new();
    for played in history {
        let (a, b) = (played.pair.a as usize, played.pair.b as usize);
        for (index, &row) in rows.iter().enumerate() {
            let halves = match (a == row, b == row) {
                (true, false) if table.opponents.contains(&b) => played.halves(),
                (false, true) if table.opponents.contains(&a) => 4 - played.halves(),
                _ => continue,
            };
            let (sums, pairs) = openings.entry(played.pair.opening).or_default();
            sums[index] += halves as f64;
            pairs[index] += 1;
        }
    }
    let n_pairs = openings.values().next()?.1;
    let is_fair = n_pairs[0] == n_pairs[1] && openings.values().all(|(_, pairs)| *pairs == n_pairs);
    if !is_fair || openings.len() < FEWEST_OPENINGS {
        return None;
    }
    let n = openings.len() as f64;
    let percent = 25.0 / n_pairs[0] as f64;
    let changes: Vec<f64> = openings.values().map(|(sums, _)| percent * (sums[1] - sums[0])).collect();
    let mean = changes.iter().sum::<f64>() / n;
    let variance = changes.iter().map(|change| (change - mean).powi(2)).sum::<f64>() / (n - 1.0);
    Some(Change::new(mean, variance / n))
}

/// The change between two scores with their intervals.
fn unpaired_change(first: [f64; 3], row: [f64; 3]) -> Option<Change> {
    // Half the width of an interval is 1.96 standard errors.
    let variance = |total: [f64; 3]| ((total[2] - total[1]) / (2.0 * 1.96)).powi(2);
    Some(Change::new(row[0] - first[0], variance(first) + variance(row)))
}

/// The change between two published scores that rest on so many games each.
fn published_change(first: Option<f64>, row: Option<f64>, games: Option<u64>) -> Option<Change> {
    let (first, row, games) = (first?, row?, games? as f64);
    let variance = |percent: f64| percent * (100.0 - percent) / games.max(1.0);
    Some(Change::new(row - first, variance(first) + variance(row)))
}

/// What can be said in sentences.
fn find(result: &TournamentResult) -> Vec<String> {
    let mut findings = Vec::new();
    if let Some(rating) = &result.rating {
        if !rating.groups.is_empty() {
            let groups: Vec<String> = rating.groups.iter().map(|group| group.join(", ")).collect();
            findings.push(format!(
                "No games connect these groups, so ratings compare only within each: {}.",
                groups.join(" | ")
            ));
        }
        if let Some(explained) = rating.explained.filter(|_| result.standings.len() > 2) {
            let circles = match rating.cycles.as_slice() {
                [] => "no circle of three is real at 95 %".to_owned(),
                cycles => {
                    let told: Vec<String> = (cycles.iter())
                        .map(|(names, confidence)| {
                            format!("{} > {} ({:.0} %)", names.join(" > "), names[0], 100.0 * confidence)
                        })
                        .collect();
                    format!("these circles are real: {}", told.join("; "))
                }
            };
            findings.push(format!(
                "A single rating explains {:.0} % of the results; {circles}.",
                100.0 * explained
            ));
        }
    }
    if result.distinct_games < result.games {
        findings.push(format!(
            "{} of {} games differ; repeated games of agents that leave nothing to chance are counted once.",
            result.distinct_games, result.games
        ));
    }
    findings.extend(result.tables.iter().flat_map(compare));
    findings
}

/// What a table says about published differences: each row against the first.
fn compare(table: &TableResult) -> Vec<String> {
    const MOST_SENTENCES: usize = 3;
    let Some(first) = table.rows.first() else { return Vec::new() };
    let changes: Vec<(&str, Change, Change)> = (table.rows.iter())
        .filter_map(|row| Some((row.name.as_str(), row.published_change?, row.change?)))
        .collect();
    let (title, base) = (&table.title, &first.name);
    if changes.len() > MOST_SENTENCES {
        let count = |is_one: &dyn Fn(Change, Change) -> bool| {
            changes.iter().filter(|(_, published, here)| is_one(*published, *here)).count()
        };
        return vec![format!(
            "{title}: of {} differences from {base}, these are significant: {} as published, {} here, {} in both and the same way.",
            changes.len(),
            count(&|published, _| published.is_significant()),
            count(&|_, here| here.is_significant()),
            count(&|published, here| {
                published.is_significant() && here.is_significant() && published.points * here.points > 0.0
            }),
        )];
    }
    let told = |change: Change| {
        let word = if change.is_significant() { "significant" } else { "not significant" };
        (change.points, format!("{word}, z = {:.1}", change.z))
    };
    let sentences = changes.iter().map(|&(name, published, here)| {
        let ((theirs, their_words), (ours, our_words)) = (told(published), told(here));
        format!(
            "{title}: {name} against {base} differs by {theirs:+.1} points as published ({their_words}) and by {ours:+.1} here ({our_words})."
        )
    });
    sentences.collect()
}

impl TournamentResult {
    /// How many games were lost by a fault: illegal moves, crashes, stalls and time forfeits.
    pub fn n_faults(&self) -> u64 {
        let is_fault = |reason: &String| Quit::ALL.iter().any(|quit| quit.is_fault() && quit.id() == reason);
        let quits = self.standings.iter().flat_map(|standing| &standing.quits);
        quits.filter(|(reason, _)| is_fault(reason)).map(|(_, games)| games).sum()
    }
}

#[cfg(test)]
mod tests {
    use zermelo_arena::{GameResult, Pair};

    use super::*;

    /// Entrants 1 and 2 against 0, in so many openings; 2 wins a game more in every `every`th.
    fn history(openings: u32, every: u32) -> Vec<Played> {
        let pair = |opening, a, wins_both| Played {
            pair: Pair { round: opening, a, b: 0, opening },
            // Who begins wins; seen from `a`.
            results: [GameResult::Win, if wins_both { GameResult::Win } else { GameResult::Loss }],
            fingerprint: u64::from(opening),
        };
        let both = |opening: u32| [pair(opening, 1, false), pair(opening, 2, opening.is_multiple_of(every))];
        (0..openings).flat_map(both).collect()
    }

    fn table() -> TablePlan {
        TablePlan {
            title: "A table".to_owned(),
            tested: vec![1, 2],
            opponents: vec![0],
            published: vec![Some(65.43), Some(78.29)],
            published_games: Some(700),
        }
    }

    #[test]
    fn shared_openings_tell_more() {
        // One opening of four gains a half: 12.5 points, with a standard deviation of 50 sqrt(3 / 16).
        let change = change_between(&table(), &history(40, 4), [1, 2]).expect("forty openings are enough");
        let error = 50.0 * (3.0 / 16.0_f64 * 40.0 / 39.0).sqrt() / 40.0_f64.sqrt();
        assert!((change.points - 12.5).abs() < 1e-9 && (change.z - 12.5 / error).abs() < 1e-9, "{change:?}");
        assert_eq!(change_between(&table(), &history(9, 4), [1, 2]), None, "too few openings");
        let mut one_less = history(40, 4);
        one_less.pop();
        assert_eq!(change_between(&table(), &one_less, [1, 2]), None, "not the same openings");
    }

    #[test]
    fn published_changes_are_tested_too() {
        // By hand: 12.86 / sqrt(65.43 * 34.57 / 700 + 78.29 * 21.71 / 700).
        let change = published_change(Some(65.43), Some(78.29), Some(700)).expect("all is given");
        assert!((change.points - 12.86).abs() < 1e-9 && (change.z - 5.4057).abs() < 1e-4, "{change:?}");
        assert_eq!(published_change(Some(65.43), None, Some(700)), None);
        assert_eq!(published_change(Some(65.43), Some(78.29), None), None);
    }

    #[test]
    fn many_rows_are_told_in_one_sentence() {
        let significant = |points| Some(Change { points, z: 0.5 * points });
        let row = |name: &str, here: f64, published: f64| TableRow {
            name: name.to_owned(),
            scores: Vec::new(),
            games: 700,
            total: None,
            published: None,
            change: significant(here),
            published_change: significant(published),
        };
        let base = TableRow { change: None, published_change: None, ..row("base", 0.0, 0.0) };
        let mut rows = vec![base, row("b", 8.0, 9.0), row("c", -7.0, 9.0), row("d", 1.0, 9.0)];
        let mut table = TableResult { title: "T".to_owned(), opponents: Vec::new(), rows: rows.clone() };
        assert_eq!(
            compare(&table)[1],
            "T: c against base differs by +9.0 points as published (significant, z = 4.5) and by -7.0 here (significant, z = -3.5)."
        );
        rows.push(row("e", 6.0, 1.0));
        table.rows = rows;
        let told = "T: of 4 differences from base, these are significant: 3 as published, 3 here, 1 in both and the same way.";
        assert_eq!(compare(&table), [told]);
    }
}
