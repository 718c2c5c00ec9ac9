//! What came of a tournament: a pure function of the plan and the games, in schedule order. Times are not in it, so it is
//! the same to the byte however the games were played.

use std::collections::{BTreeMap, HashSet};

use serde::{Deserialize, Serialize};
use zermelo_arena::rating::{encounters, rate};
use zermelo_arena::schedule::{RaceProgress, bracket_winner};
use zermelo_arena::{Evidence, Played, Points, Record, Schedule, Standing, Standings};
use zermelo_game::{Forfeit, Outcome, Player, stream};
use zermelo_stats::Z95;
use zermelo_stats::cycles::Intransitivity;
use zermelo_stats::{Sample, Strength};
use zermelo_store::GameRow;

use super::file::TournamentPlan;
use super::race_result::RaceResult;
use zermelo_kind::{ScoreTable, compare, score_of, score_table};
use zermelo_runner::openings::OpeningTally;

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
    /// Everybody, the best first: by points, or by rating where not everybody met everybody equally often.
    pub standings: Vec<StandingResult>,
    /// Wins, draws and losses of everybody (rows, in the order they were entered) against everybody.
    pub cross_table: Vec<Vec<[u64; 3]>>,
    /// The share of points of everybody (rows) against everybody with its 95 % interval, by the same evidence as the standings:
    /// pairs of games, repeated ones once. Empty in runs of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cross_scores: Vec<Vec<Option<[f64; 3]>>>,
    /// The model behind the ratings; `None` if games do not allow one.
    pub rating: Option<RatingResult>,
    /// The verdict, if there was a sequential test.
    pub race: Option<RaceResult>,
    /// Who won, if it was a knockout.
    pub winner: Option<String>,
    /// The tables that were asked for.
    pub tables: Vec<ScoreTable>,
    /// How many openings were played, and how many were left out because they are decided; `None` if nobody looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<OpeningTally>,
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
    /// What the first move is worth: the Elo of the score of all who moved first, and its standard error.
    pub first_move: [f64; 2],
    /// The share of games that were drawn.
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

impl TournamentResult {
    /// What these games say.
    pub fn of(plan: &TournamentPlan, history: &[Played], rows: &[GameRow]) -> TournamentResult {
        let n = plan.entrants.len();
        let standings = Standings::new(n, plan.points, history);
        let rating = rate(n, history).ok();
        let duel = if n == 2 { duel(history) } else { None };
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
        let mut order = standings.ranking();
        let by_rating = rating.as_ref().map(|(ratings, _)| ratings).filter(|pool| {
            let has_played = |&entrant: &usize| standings.of(entrant).record.games() > 0;
            let n_groups = pool.groups.iter().filter(|group| group.iter().any(has_played)).count();
            n_groups == 1 && !is_balanced(&standings)
        });
        if let Some(pool) = by_rating {
            // Who has not played has no rating and stays last.
            let elo = |standing: &Standing| {
                if standing.record.games() > 0 { pool.elo[standing.entrant] } else { f64::NEG_INFINITY }
            };
            order.sort_by(|a, b| elo(b).total_cmp(&elo(a)));
        }
        let is_by_rating = by_rating.is_some();
        let mut ranking: Vec<StandingResult> = Vec::new();
        for standing in order {
            let entrant = standing.entrant;
            let has_played = standing.record.games() > 0;
            let elo = rating.as_ref().filter(|_| has_played).map(|(ratings, _)| {
                // Of two, each is half of their difference away from the middle: the match and the standings say the same.
                if let Some(duel) = &duel {
                    let (low, high) = duel.elo_interval;
                    let half = [duel.elo, low, high].map(|elo| 0.5 * elo);
                    return if entrant == 0 { half } else { [-half[0], -half[2], -half[1]] };
                }
                let (low, high) = ratings.interval(entrant);
                [ratings.elo[entrant], low, high]
            });
            ranking.push(stand(plan, entrant, &standing.record, standing.points, elo, history, rows));
        }
        let race = match &plan.schedule {
            Schedule::Race(race) => {
                let mut progress = RaceProgress::new(*race);
                history.iter().for_each(|played| progress.add(played));
                Some(RaceResult::of(&progress, [0, 1].map(|entrant: usize| name(entrant))))
            }
            _ => None,
        };
        let winner = match plan.schedule {
            Schedule::Knockout { pairs } => bracket_winner(n, pairs, history).map(name),
            _ => None,
        };
        let tables: Vec<ScoreTable> =
            plan.tables.iter().map(|table| score_table(&plan.entrants, table, history)).collect();
        let rating = rating.map(|(ratings, has_prior)| {
            let mut chance = stream(plan.common.seed, "cycles", 0);
            let circles = Intransitivity::of(n, &encounters(history), 0.95, 200, &mut chance).ok();
            let cycles = circles.iter().flat_map(|circles| circles.real_cycles(0.95));
            RatingResult {
                first_move: first_move(by_side),
                draw_rate: by_side[1] as f64 / by_side.iter().sum::<u64>().max(1) as f64,
                has_prior: has_prior && duel.is_none(),
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
                superiority: match &duel {
                    Some(duel) => {
                        vec![vec![Some(0.5), Some(duel.los)], vec![Some(1.0 - duel.los), Some(0.5)]]
                    }
                    None => ratings.superiorities(),
                },
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
            title: plan.common.title.clone(),
            game: plan.common.game.clone(),
            seed: plan.common.seed,
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
            cross_scores: cross_scores(n, history),
            rating,
            race,
            winner,
            tables,
            openings: None,
            findings: Vec::new(),
        };
        result.findings = leader(plan, &result, duel.as_ref(), is_by_rating).into_iter().collect();
        result.findings.extend(is_by_rating.then(|| {
            "Not everybody met everybody equally often, so places go by rating and not by points.".to_owned()
        }));
        result.findings.extend(find(&result));
        result
    }
}

/// Whether everybody met everybody equally often. If not, points also depend on who had the easier opponents.
fn is_balanced(standings: &Standings) -> bool {
    let n = standings.n_entrants();
    let mut games = (0..n).flat_map(|a| (0..a).map(move |b| standings.between(a, b).games()));
    let first = games.next();
    games.all(|number| Some(number) == first)
}

/// What the games of two say about their difference: the same numbers that a match of these games tells.
fn duel(history: &[Played]) -> Option<Strength> {
    let (mut pairs, mut evidence) = ([0; 5], Evidence::default());
    for played in history {
        pairs[if played.pair.a == 0 { played.halves() } else { 4 - played.halves() }] += 1;
        evidence.add(played);
    }
    Strength::of(&Sample::of_pairs(pairs).worth(evidence.n_independent())).ok()
}

/// The score of everybody against everybody, by the evidence of the standings.
fn cross_scores(n: usize, history: &[Played]) -> Vec<Vec<Option<[f64; 3]>>> {
    let mut couples: BTreeMap<[u32; 2], Vec<&Played>> = BTreeMap::new();
    for played in history {
        let (a, b) = (played.pair.a, played.pair.b);
        couples.entry([a.min(b), a.max(b)]).or_default().push(played);
    }
    let score = |row: u32, column: u32| {
        let own = couples.get(&[row.min(column), row.max(column)]).filter(|_| row != column)?;
        score_of(own.iter().copied(), |played| played.pair.a == row)
    };
    let n = n as u32;
    (0..n).map(|row| (0..n).map(|column| score(row, column)).collect()).collect()
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
            let quit = Forfeit::ALL.iter().find(|quit| quit.id() == row.reason);
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

/// The Elo of the score of all who moved first, and its standard error.
fn first_move([wins, draws, losses]: [u64; 3]) -> [f64; 2] {
    Strength::of(&Sample::of_games(wins, draws, losses)).map_or([0.0; 2], |strength| {
        let (low, high) = strength.elo_interval;
        [strength.elo, (high - low) / (2.0 * Z95)]
    })
}

/// From so high a chance of being stronger on, a lead is called significant.
pub(crate) const CLEAR: f64 = 0.975;

/// Who is first, and whether that is more than luck. A sequential test says so itself.
fn leader(
    plan: &TournamentPlan,
    result: &TournamentResult,
    duel: Option<&Strength>,
    is_by_rating: bool,
) -> Option<String> {
    let [best, second, ..] = &result.standings[..] else { return None };
    let [score, low, high] = best.score.filter(|_| result.race.is_none())?.map(|share| 100.0 * share);
    let place = |name: &str| plan.entrants.iter().position(|entrant| entrant.name == name);
    let (here, there) = (place(&best.name)?, place(&second.name)?);
    let chance = result.rating.as_ref().and_then(|rating| rating.superiority[here][there]);
    let lead = match chance {
        Some(chance) if chance >= CLEAR => format!("significantly stronger than {}", second.name),
        // Points may count wins more than ratings do, and repeated games as often as they were played.
        Some(chance) if chance < 0.5 => format!("but {} has the higher rating", second.name),
        _ => format!("but not significantly stronger than {}", second.name),
    };
    let los = chance.map(|chance| format!("likelihood of superiority {:.1} %", 100.0 * chance));
    let elo = duel.map(|duel| {
        let (low, high) = duel.elo_interval;
        let [elo, low, high] =
            if here == 0 { [duel.elo, low, high] } else { [-duel.elo, -high, -low] }.map(whole);
        format!("{elo} Elo, 95 % CI {low} to {high}")
    });
    let told: Vec<String> = elo.into_iter().chain(los).collect();
    let ratings =
        if duel.is_some() { " Each of the two ratings is half of that away from their mean." } else { "" };
    Some(format!(
        "{} is first{} with {} (95 % interval {low:.1} to {high:.1} %), {lead}{}.{ratings}",
        best.name,
        if is_by_rating { " by rating," } else { "" },
        // A draw is half of a score, whatever it is in points.
        match plan.points == Points::USUAL {
            true => format!("{score:.1} % of the points"),
            false => format!("a score of {score:.1} %"),
        },
        if told.is_empty() { String::new() } else { format!(" ({})", told.join("; ")) }
    ))
}

/// A difference in whole Elo: +12, -3, 0.
fn whole(elo: f64) -> String {
    if elo.abs() < 0.5 { "0".to_owned() } else { format!("{elo:+.0}") }
}

/// What can be said in sentences.
fn find(result: &TournamentResult) -> Vec<String> {
    let mut findings = Vec::new();
    if let Some(rating) = &result.rating {
        if !rating.groups.is_empty() {
            let groups: Vec<String> = rating.groups.iter().map(|group| group.join(", ")).collect();
            findings.push(format!(
                "No games connect these groups, so ratings are comparable only within each: {}.",
                groups.join(" | ")
            ));
        }
        if let Some(explained) = rating.explained.filter(|_| result.standings.len() > 2) {
            let circles = match rating.cycles.as_slice() {
                [] => "no significant intransitive triple".to_owned(),
                cycles => {
                    let told: Vec<String> = (cycles.iter())
                        .map(|(names, confidence)| {
                            format!("{} > {} ({:.0} %)", names.join(" > "), names[0], 100.0 * confidence)
                        })
                        .collect();
                    let triples = if told.len() == 1 { "triple" } else { "triples" };
                    format!("significant intransitive {triples}: {}", told.join("; "))
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
            "{} of {} games are distinct; repeated games between deterministic agents are counted once.",
            result.distinct_games, result.games
        ));
    }
    findings.extend(result.tables.iter().flat_map(compare));
    findings
}

impl TournamentResult {
    /// The same with what there is to say of its openings.
    #[must_use]
    pub(super) fn with_openings(mut self, openings: Option<OpeningTally>) -> TournamentResult {
        self.findings.extend(openings.and_then(|openings| openings.sentence()));
        self.openings = openings;
        self
    }

    /// Who won, if it was a knockout.
    pub fn winner_sentence(&self) -> Option<String> {
        self.winner.as_ref().map(|winner| format!("{winner} won the knockout."))
    }

    /// Whose it is: the winner of a knockout may not have the highest rating.
    pub fn champion(&self) -> Option<&str> {
        let first = || self.standings.first().map(|standing| standing.name.as_str());
        self.winner.as_deref().or_else(first)
    }

    /// How many games were lost by a fault: illegal moves, crashes, stalls and time forfeits.
    pub fn n_faults(&self) -> u64 {
        let is_fault =
            |reason: &String| Forfeit::ALL.iter().any(|quit| quit.is_fault() && quit.id() == reason);
        let quits = self.standings.iter().flat_map(|standing| &standing.quits);
        quits.filter(|(reason, _)| is_fault(reason)).map(|(_, games)| games).sum()
    }
}

#[cfg(test)]
mod tests {
    use zermelo_arena::{GameResult, Pair};

    use super::*;

    /// Pairs of entrants 0 and 1: so many that 0 won twice, even ones, and ones that it lost twice; each of its own opening, all
    /// of them played as often as asked.
    fn history(counts: [u32; 3], n_repeats: u32) -> Vec<Played> {
        let results = [[GameResult::Win; 2], [GameResult::Win, GameResult::Loss], [GameResult::Loss; 2]];
        let each = results.into_iter().zip(counts).flat_map(|(results, n)| vec![results; n as usize]);
        let each: Vec<Played> = (0..)
            .zip(each)
            .map(|(opening, results)| Played {
                pair: Pair { round: 0, a: 0, b: 1, opening },
                results,
                fingerprint: u64::from(opening),
            })
            .collect();
        (0..n_repeats).flat_map(|_| each.clone()).collect()
    }

    #[test]
    fn two_agents_have_the_numbers_of_a_match() {
        let duel = duel(&history([5, 14, 1], 1)).expect("games");
        let strength = Strength::of(&Sample::of_pairs([1, 0, 14, 0, 5])).expect("games");
        assert_eq!(duel, strength);
        assert!((duel.los - 0.96).abs() < 0.002, "{}", duel.los);
    }

    /// The cross table knows no more than the standings: games that repeat are counted once in both.
    #[test]
    fn the_cross_table_has_the_intervals_of_the_standings() {
        for n_repeats in [1, 16] {
            let history = history([5, 14, 1], n_repeats);
            let cross = cross_scores(2, &history);
            for (row, column) in [(0, 1), (1, 0)] {
                let standing = score_of(history.iter(), |played| played.pair.a == row).expect("games");
                assert_eq!(cross[row as usize][column as usize], Some(standing));
            }
            assert_eq!((cross[0][0], cross[1][1]), (None, None));
            let once = cross_scores(2, &history[..20])[0][1].expect("games");
            let now = cross[0][1].expect("games");
            assert!((0..3).all(|at| (once[at] - now[at]).abs() < 1e-12), "{once:?} {now:?}");
        }
    }
}
