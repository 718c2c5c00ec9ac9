//! How good candidates are: games among themselves, or against others.
//!
//! All candidates of a generation face the same openings. In a league they are dealt to the couples in turn; in the k-th game
//! against others everybody has the same opponent and opening, so that differences between candidates are differences between
//! candidates.

use serde::Deserialize;
use zermelo_arena::rating::rate;
use zermelo_arena::{Pair, Played, Points, Schedule, Standings};
use zermelo_evolve::racing::Halving;
use zermelo_game::zobrist::mix;
use zermelo_stats::sequential_elo::{Arithmetic, Match, SequentialElo};
use zermelo_stats::summary::Summary;

use zermelo_kind::limits::{self, within};
use zermelo_kind::pairs_of;
use zermelo_runner::game_runner::{Entrant, Halt};

/// How candidates are judged.
#[derive(Clone, Debug, PartialEq)]
pub enum FitnessPlan {
    /// Games among themselves.
    League {
        /// How many couples meet, drawn anew in each generation; without it everybody meets everybody.
        couples: Option<u32>,
        /// How many pairs of games each couple plays.
        pairs: u32,
        /// What the games are worth.
        rating: Rating,
    },
    /// Games against others.
    Gauntlet {
        /// Against whom.
        opponents: Vec<Entrant>,
        /// How many pairs of games against each of them.
        pairs: u32,
    },
    /// Games against others, more of them for those who may be the best: successive halving.
    Race {
        /// Against whom.
        opponents: Vec<Entrant>,
        /// How many pairs of games the whole generation has.
        pairs: u64,
    },
}

/// What games of a league are worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rating {
    /// Elo from match to match, in the order of the schedule (the Milestone study).
    Elo(SequentialElo),
    /// Points (SimpAI).
    Points(Points),
    /// Elo by all games together.
    BradleyTerry,
}

#[derive(Deserialize)]
#[serde(
    tag = "kind",
    deny_unknown_fields,
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case",
    expecting = "a table with a kind: league, gauntlet or race"
)]
pub(super) enum FitnessFile {
    League { matches: Option<u32>, games: Option<u32>, rating: RatingFile },
    Gauntlet { games: u32, opponents: Vec<Entrant> },
    Race { games: u32, opponents: Vec<Entrant> },
}

#[derive(Deserialize)]
#[serde(
    tag = "kind",
    deny_unknown_fields,
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case",
    expecting = "a table with a kind: elo, points or bradley-terry"
)]
pub(super) enum RatingFile {
    Elo {
        k: Option<f64>,
        start: Option<f64>,
        #[serde(default)]
        whole_numbers: bool,
    },
    Points {
        points: Option<String>,
    },
    BradleyTerry {},
}

impl FitnessFile {
    pub(super) fn read(self) -> Result<FitnessPlan, String> {
        let in_fitness = |error: String| format!("fitness: {error}");
        let some = |opponents: Vec<Entrant>| {
            if opponents.is_empty() {
                Err("fitness: there are no opponents".to_owned())
            } else {
                Ok(opponents)
            }
        };
        Ok(match self {
            FitnessFile::League { matches, games, rating } => FitnessPlan::League {
                couples: matches
                    .map(|matches| within("fitness: matches", matches, limits::COUPLES))
                    .transpose()?,
                pairs: pairs_of(games.unwrap_or(2)).map_err(in_fitness)?,
                rating: match rating {
                    RatingFile::Elo { k, start, whole_numbers } => {
                        let usual = SequentialElo::default();
                        Rating::Elo(SequentialElo {
                            start: start.unwrap_or(usual.start),
                            k: k.unwrap_or(usual.k),
                            arithmetic: if whole_numbers {
                                Arithmetic::WholeNumbers
                            } else {
                                Arithmetic::Exact
                            },
                        })
                    }
                    RatingFile::Points { points } => {
                        let points = points.map_or(Ok(Points::USUAL), |text| text.parse());
                        Rating::Points(points.map_err(in_fitness)?)
                    }
                    RatingFile::BradleyTerry {} => Rating::BradleyTerry,
                },
            },
            FitnessFile::Gauntlet { games, opponents } => FitnessPlan::Gauntlet {
                pairs: pairs_of(games).map_err(in_fitness)?,
                opponents: some(opponents)?,
            },
            FitnessFile::Race { games, opponents } => FitnessPlan::Race {
                pairs: u64::from(pairs_of(games).map_err(in_fitness)?),
                opponents: some(opponents)?,
            },
        })
    }
}

/// How many openings a league has at least: with one alone, the generation would be selected for it.
const LEAGUE_OPENINGS: u32 = 16;

/// Plays pairs: candidates are numbered from 0, opponents after them.
pub(super) type Play<'a> = dyn FnMut(&[Pair]) -> Result<Vec<Played>, Halt> + 'a;

/// What was found out about the candidates of a generation.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judgement {
    /// Higher is better.
    pub fitness: Vec<f64>,
    /// The share of points in their games, a draw being half.
    pub scores: Vec<f64>,
}

impl FitnessPlan {
    /// Whom the candidates meet besides each other.
    pub(super) fn opponents(&self) -> &[Entrant] {
        match self {
            FitnessPlan::League { .. } => &[],
            FitnessPlan::Gauntlet { opponents, .. } | FitnessPlan::Race { opponents, .. } => opponents,
        }
    }

    pub(super) fn opponents_mut(&mut self) -> &mut [Entrant] {
        match self {
            FitnessPlan::League { .. } => &mut [],
            FitnessPlan::Gauntlet { opponents, .. } | FitnessPlan::Race { opponents, .. } => opponents,
        }
    }

    /// How many openings a generation takes.
    pub(crate) fn n_openings(&self) -> u32 {
        match self {
            FitnessPlan::League { pairs, .. } => (*pairs).max(LEAGUE_OPENINGS),
            FitnessPlan::Gauntlet { pairs, .. } => *pairs,
            // Only the last two of a race get as many games as this.
            FitnessPlan::Race { pairs, opponents } => {
                (pairs / 4 / opponents.len().max(1) as u64 + 1).min(1 << 16) as u32
            }
        }
    }

    /// How many pairs a generation of `n` takes, at most.
    pub(crate) fn n_pairs(&self, n: usize) -> u64 {
        let n = n as u64;
        match self {
            FitnessPlan::League { couples, pairs, .. } => {
                let all = n * n.saturating_sub(1) / 2;
                couples.map_or(all, |couples| all.min(u64::from(couples))).saturating_mul(u64::from(*pairs))
            }
            FitnessPlan::Gauntlet { opponents, pairs } => {
                (n * opponents.len() as u64).saturating_mul(u64::from(*pairs))
            }
            FitnessPlan::Race { pairs, .. } => *pairs,
        }
    }

    /// What fitness counts, in a sentence.
    pub(super) fn in_words(&self) -> String {
        let named = |opponents: &[Entrant]| {
            opponents.iter().map(|opponent| opponent.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        match self {
            FitnessPlan::League { rating, .. } => {
                format!("Fitness is {} among the candidates of a generation.", rating.in_words())
            }
            FitnessPlan::Gauntlet { opponents, .. } => {
                format!(
                    "Fitness is the share of the points, from 0 to 1, in games against {}.",
                    named(opponents)
                )
            }
            FitnessPlan::Race { opponents, .. } => format!(
                "Fitness is the share of the points, from 0 to 1, in games against {}; who did well early played more of them.",
                named(opponents)
            ),
        }
    }

    /// Judges `n` candidates in round `round` of the run, with openings from number `first_opening` on.
    pub(super) fn judge(
        &self,
        n: usize,
        round: u32,
        seed: u64,
        first_opening: u32,
        play: &mut Play,
    ) -> Result<Judgement, Halt> {
        let placed = |pair: Pair, k: u32| Pair { round, opening: first_opening + k, ..pair };
        match self {
            FitnessPlan::League { couples, pairs, rating } => {
                let schedule = match *couples {
                    Some(couples) => Schedule::Partial { couples, seed: mix(seed ^ u64::from(round)) },
                    None => Schedule::RoundRobin { pairs: 1 },
                };
                let met = schedule.all(n);
                let all = met.iter().flat_map(|&pair| (0..*pairs).map(move |_| pair));
                let all: Vec<Pair> =
                    all.zip((0..self.n_openings()).cycle()).map(|(pair, k)| placed(pair, k)).collect();
                let played = play(&all)?;
                Ok(Judgement { fitness: rating.rate(n, &played, *pairs), scores: scores(n, &played) })
            }
            FitnessPlan::Gauntlet { opponents, pairs } => {
                let mut all = Vec::new();
                for a in 0..n as u32 {
                    for b in 0..opponents.len() as u32 {
                        let pair = Pair { round, a, b: n as u32 + b, opening: 0 };
                        all.extend((0..*pairs).map(|k| placed(pair, k)));
                    }
                }
                let scores = scores(n, &play(&all)?);
                Ok(Judgement { fitness: scores.clone(), scores })
            }
            FitnessPlan::Race { opponents, pairs } => {
                let n_opponents = opponents.len() as u32;
                let against = |a: u32, k: u32| {
                    let pair = Pair { round, a, b: n as u32 + k % n_opponents, opening: 0 };
                    placed(pair, k / n_opponents)
                };
                let race = race(n, *pairs, &against, play)?;
                let scores: Vec<f64> =
                    (race.results().iter()).map(|result| result.map_or(0.5, |result| result.mean)).collect();
                Ok(Judgement { fitness: in_order(&race, &scores), scores })
            }
        }
    }
}

/// Successive halving with so many pairs of games; `against` is the `k`-th pair of a candidate.
pub(super) fn race(
    n: usize,
    n_pairs: u64,
    against: &dyn Fn(u32, u32) -> Pair,
    play: &mut Play,
) -> Result<Halving, Halt> {
    let mut race = Halving::new(n, n_pairs.max(n as u64)).expect("there are candidates, and a pair for each");
    let mut n_played = vec![0_u32; n];
    loop {
        let heats = race.ask();
        if heats.is_empty() {
            return Ok(race);
        }
        let mut pairs = Vec::new();
        for heat in &heats {
            let from = &mut n_played[heat.candidate];
            let to = *from + heat.judgements as u32;
            pairs.extend((*from..to).map(|k| against(heat.candidate as u32, k)));
            *from = to;
        }
        let played = play(&pairs)?;
        let mut rest = &played[..];
        let mut results = Vec::new();
        for heat in &heats {
            let (own, others) = rest.split_at(heat.judgements as usize);
            let points: Vec<f64> = own.iter().map(|played| played.halves() as f64 / 4.0).collect();
            results.push(Summary::of(&points).expect("a heat has at least one pair"));
            rest = others;
        }
        race.tell(&results).expect("what was asked for was judged");
    }
}

/// The scores as fitness, lowered where somebody who went early had been lucky: nobody is fitter than those who beat him.
fn in_order(race: &Halving, scores: &[f64]) -> Vec<f64> {
    let mut fitness = scores.to_vec();
    let mut least = f64::INFINITY;
    for candidate in race.order() {
        least = least.min(scores[candidate]);
        fitness[candidate] = least;
    }
    fitness
}

/// Everybody's share of points in the games among `n`, or of these against others.
fn scores(n: usize, played: &[Played]) -> Vec<f64> {
    let mut halves = vec![[0_u64; 2]; n];
    for played in played {
        for (who, points) in
            [(played.pair.a, played.halves() as u64), (played.pair.b, 4 - played.halves() as u64)]
        {
            if let Some(sum) = halves.get_mut(who as usize) {
                sum[0] += points;
                sum[1] += 4;
            }
        }
    }
    halves.iter().map(|&[points, most]| if most == 0 { 0.5 } else { points as f64 / most as f64 }).collect()
}

impl Rating {
    /// What games of a league are worth, in words.
    fn in_words(self) -> String {
        match self {
            Rating::Elo(SequentialElo { start, k, .. }) => {
                format!("the Elo rating (from match to match, from {start}, with K = {k}) in games")
            }
            Rating::Points(Points { win, draw, loss }) => {
                format!("the points ({win} for a win, {draw} for a draw, {loss} for a loss) of games")
            }
            Rating::BradleyTerry => "the Elo rating (Bradley-Terry, 0 in the middle) by all games".to_owned(),
        }
    }

    fn rate(&self, n: usize, played: &[Played], pairs_each: u32) -> Vec<f64> {
        match self {
            Rating::Elo(elo) => {
                // A match is all games of a couple.
                let matches: Vec<Match> = (played.chunks(pairs_each as usize))
                    .map(|games| Match {
                        first: games[0].pair.a as usize,
                        second: games[0].pair.b as usize,
                        n_games: 2 * games.len() as u32,
                        score: games.iter().map(|played| played.halves() as f64 / 2.0).sum(),
                    })
                    .collect();
                elo.rate(n, &matches).expect("a league has couples of different candidates")
            }
            Rating::Points(points) => {
                let standings = Standings::new(n, *points, played);
                (0..n).map(|candidate| standings.of(candidate).points).collect()
            }
            // Somebody who never played, or groups that never met: then the share of points is all there is.
            Rating::BradleyTerry => {
                rate(n, played).map_or_else(|_| scores(n, played), |(ratings, _)| ratings.elo)
            }
        }
    }
}
