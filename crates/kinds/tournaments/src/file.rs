//! The experiment file of a tournament.

use std::collections::{BTreeMap, HashSet};

use serde::Deserialize;
use zermelo_arena::schedule::Race;
use zermelo_arena::{Points, Schedule};
use zermelo_game::nearest;
use zermelo_stats::{Scale, Sprt};

use crate::form::FORM;
use zermelo_any::Folder;
use zermelo_catalog::RequestError;
use zermelo_kind::Common;
use zermelo_kind::form;
use zermelo_kind::limits::{self, within};
use zermelo_kind::{OpeningsFile, ScoreTablePlan, check_adjudication, pairs_of, read_openings};
use zermelo_runner::game_runner::{Adjudication, Entrant, Openings};

/// A tournament as it is to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentPlan {
    /// The head of the file.
    pub common: Common,
    /// Who plays.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub schedule: Schedule,
    /// How games begin.
    pub openings: Openings,
    /// What wins and draws are worth.
    pub points: Points,
    /// When games are ended early.
    pub adjudication: Adjudication,
    /// Results to be told as tables, beside published ones.
    pub tables: Vec<ScoreTablePlan>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    schedule: ScheduleFile,
    #[serde(default)]
    openings: OpeningsFile,
    points: Option<String>,
    #[serde(default)]
    adjudication: Adjudication,
    agents: Vec<Entrant>,
    #[serde(default)]
    tables: Vec<TableFile>,
}

#[derive(Deserialize)]
#[serde(
    tag = "kind",
    deny_unknown_fields,
    rename_all = "kebab-case",
    rename_all_fields = "kebab-case",
    expecting = "a table with a kind, such as { kind = \"round-robin\", games = 20 }"
)]
enum ScheduleFile {
    RoundRobin {
        games: u32,
    },
    DoubleRoundRobin {
        games: u32,
    },
    Gauntlet {
        games: u32,
        tested: Option<Vec<String>>,
        opponents: Option<Vec<String>>,
    },
    Partial {
        matches: u32,
    },
    Swiss {
        rounds: u32,
        games: u32,
    },
    Knockout {
        games: u32,
    },
    Until {
        elo: String,
        most_games: Option<u32>,
    },
    Sprt {
        elo0: f64,
        elo1: f64,
        alpha: Option<f64>,
        beta: Option<f64>,
        model: Option<String>,
        most_games: Option<u32>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct TableFile {
    title: String,
    tested: Vec<String>,
    opponents: Vec<String>,
    #[serde(default)]
    published: BTreeMap<String, PublishedFile>,
    published_games: Option<u64>,
}

/// What was published of a row, in percent: the score against all opponents, or against each of them, who then count alike.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a percentage, or a list with one for each opponent")]
enum PublishedFile {
    Total(f64),
    Scores(Vec<f64>),
}

/// How many games an adaptive tournament has at most, if nobody says.
const MOST_GAMES: u32 = 100_000;

impl TournamentPlan {
    /// Reads an experiment file's text; `place` names it in errors.
    pub fn read(text: &str, place: &str, folder: Folder) -> Result<TournamentPlan, RequestError> {
        let bad = |problem: String| RequestError::Experiment { place: place.to_owned(), problem };
        let (common, file) = form::read::<File>(text, FORM).map_err(bad)?;
        let names = Names(&file.agents);
        names.check().map_err(bad)?;
        let tables: Vec<ScoreTablePlan> =
            file.tables.iter().map(|table| names.table(table)).collect::<Result<_, _>>().map_err(bad)?;
        let schedule = read_schedule(&file.schedule, &names, &tables, common.seed).map_err(bad)?;
        let points = file.points.map_or(Ok(Points::USUAL), |text| text.parse()).map_err(bad)?;
        if let Some(n_pairs) = schedule.n_pairs(file.agents.len()) {
            let all = "the number of games of the whole schedule";
            within(all, n_pairs.saturating_mul(2), limits::ALL_GAMES).map_err(bad)?;
        }
        let openings = read_openings(file.openings, folder).map_err(bad)?;
        check_adjudication(&file.adjudication).map_err(bad)?;
        Ok(TournamentPlan {
            common,
            entrants: file.agents,
            schedule,
            openings,
            points,
            adjudication: file.adjudication,
            tables,
        })
    }
}

impl TournamentPlan {
    /// The sequential test, and the most games that it has, if there is one.
    pub fn test(&self) -> Option<(Sprt, u64)> {
        match &self.schedule {
            Schedule::Race(race) => Some((race.test, 2 * u64::from(race.most_pairs))),
            _ => None,
        }
    }

    /// How many games there will be, if that can be told.
    pub fn n_games(&self) -> Option<u64> {
        self.schedule.n_pairs(self.entrants.len()).map(|pairs| 2 * pairs)
    }

    /// How many games there will be at most, if that can be told: matches of a knockout go on while they are level.
    pub(crate) fn most_games(&self) -> Option<u64> {
        match &self.schedule {
            Schedule::Until { most_pairs, .. } | Schedule::Race(Race { most_pairs, .. }) => {
                Some(2 * u64::from(*most_pairs))
            }
            _ => self.n_games(),
        }
    }
}

/// The entrants by name.
struct Names<'a>(&'a [Entrant]);

impl Names<'_> {
    fn check(&self) -> Result<(), String> {
        if self.0.len() < 2 {
            return Err(format!("a tournament needs at least two agents, but there are {}", self.0.len()));
        }
        within("the number of agents", self.0.len(), limits::ENTRANTS)?;
        for (index, entrant) in self.0.iter().enumerate() {
            if self.0[..index].iter().any(|other| other.name == entrant.name) {
                return Err(format!(
                    "agents: two agents are called `{}`: give each its own name",
                    entrant.name
                ));
            }
        }
        Ok(())
    }

    fn find(&self, name: &str) -> Result<usize, String> {
        self.0.iter().position(|entrant| entrant.name == name).ok_or_else(|| {
            let near = nearest(name, self.0.iter().map(|entrant| entrant.name.as_str()));
            let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            format!("no agent is called `{name}`{hint}")
        })
    }

    fn find_all(&self, names: &[String]) -> Result<Vec<usize>, String> {
        names.iter().map(|name| self.find(name)).collect()
    }

    fn table(&self, table: &TableFile) -> Result<ScoreTablePlan, String> {
        let tested = self.find_all(&table.tested)?;
        let mut published = vec![None; tested.len()];
        let mut published_scores = vec![Vec::new(); tested.len()];
        for (name, known) in &table.published {
            let entrant = self.find(name)?;
            let row = tested.iter().position(|&tested| tested == entrant);
            let row = row.ok_or_else(|| {
                format!(
                    "`{name}` has published scores in `{}`, but is not among its tested \
                                           agents",
                    table.title
                )
            })?;
            let scores = match known {
                PublishedFile::Total(percent) => std::slice::from_ref(percent),
                PublishedFile::Scores(scores) if scores.len() == table.opponents.len() => {
                    published_scores[row].clone_from(scores);
                    scores
                }
                PublishedFile::Scores(scores) => {
                    let (n, n_opponents) = (scores.len(), table.opponents.len());
                    return Err(format!(
                        "`{name}` in `{}` has {n} published scores for {n_opponents} opponents",
                        table.title
                    ));
                }
            };
            if let Some(percent) = scores.iter().find(|percent| !(0.0..=100.0).contains(*percent)) {
                return Err(format!("`{name}` in `{}`: {percent} is not a percentage", table.title));
            }
            published[row] = Some(scores.iter().sum::<f64>() / scores.len() as f64);
        }
        Ok(ScoreTablePlan {
            title: table.title.clone(),
            tested,
            opponents: self.find_all(&table.opponents)?,
            published,
            published_scores,
            published_games: table.published_games,
        })
    }
}

fn read_schedule(
    file: &ScheduleFile,
    names: &Names,
    tables: &[ScoreTablePlan],
    seed: u64,
) -> Result<Schedule, String> {
    Ok(match file {
        ScheduleFile::RoundRobin { games } => Schedule::RoundRobin { pairs: pairs_of(*games)? },
        ScheduleFile::DoubleRoundRobin { games } => Schedule::RoundRobin { pairs: 2 * pairs_of(*games)? },
        ScheduleFile::Gauntlet { games, tested, opponents } => {
            let pairs = pairs_of(*games)?;
            let groups = match (tested, opponents) {
                (Some(tested), Some(opponents)) => {
                    vec![(names.find_all(tested)?, names.find_all(opponents)?)]
                }
                (None, None) if !tables.is_empty() => {
                    tables.iter().map(|table| (table.tested.clone(), table.opponents.clone())).collect()
                }
                _ => {
                    return Err("a gauntlet needs `tested` and `opponents`, or tables with them".to_owned());
                }
            };
            let (mut couples, mut known) = (Vec::new(), HashSet::new());
            let n_named =
                groups.iter().map(|(tested, opponents)| tested.len().saturating_mul(opponents.len()));
            let n_named = n_named.fold(0, usize::saturating_add);
            within("the number of pairings of the gauntlet", n_named, limits::NAMED_COUPLES)?;
            for (tested, opponents) in groups {
                for couple in
                    tested.iter().flat_map(|&a| opponents.iter().map(move |&b| (a as u32, b as u32)))
                {
                    if couple.0 != couple.1 && known.insert(couple) {
                        couples.push(couple);
                    }
                }
            }
            if couples.is_empty() {
                let expected = "expected at least one agent in each, and not the same one only";
                return Err(format!(
                    "schedule: nobody meets anybody by `tested` and `opponents`: {expected}"
                ));
            }
            Schedule::Gauntlet { couples, pairs }
        }
        ScheduleFile::Partial { matches } => {
            Schedule::Partial { couples: within("matches", *matches, limits::COUPLES)?, seed }
        }
        ScheduleFile::Swiss { rounds, games } => {
            let pairs = limits::pairs("games", *games, limits::ROUND_GAMES)?;
            Schedule::Swiss { rounds: within("rounds", *rounds, limits::SWISS_ROUNDS)?, pairs }
        }
        ScheduleFile::Knockout { games } => {
            Schedule::Knockout { pairs: limits::pairs("games", *games, limits::ROUND_GAMES)? }
        }
        ScheduleFile::Until { elo, most_games } => {
            let number =
                elo.trim().trim_start_matches('±').trim_end_matches("elo").trim_end_matches("Elo").trim();
            let elo =
                number.parse().ok().filter(|elo: &f64| elo.is_finite() && *elo > 0.0).ok_or_else(|| {
                    format!("elo = \"{elo}\": expected the half-width of the intervals, such as \"±10\"")
                })?;
            Schedule::Until {
                elo,
                most_pairs: limits::pairs("most-games", most_games.unwrap_or(MOST_GAMES), limits::GAMES)?,
            }
        }
        ScheduleFile::Sprt { elo0, elo1, alpha, beta, model, most_games } => {
            if names.0.len() != 2 {
                return Err(format!(
                    "a sequential test is between two agents, but there are {}",
                    names.0.len()
                ));
            }
            let scale = match model.as_deref() {
                None | Some("logistic") => Scale::Logistic,
                Some("normalized" | "normalised") => Scale::Normalised,
                Some(other) => return Err(format!("model = \"{other}\": expected logistic or normalized")),
            };
            let test = Sprt::new(scale, (*elo0, *elo1), alpha.unwrap_or(0.05), beta.unwrap_or(0.05));
            let test = test.map_err(|error| format!("schedule: {error}"))?;
            Schedule::Race(Race {
                test,
                most_pairs: limits::pairs("most-games", most_games.unwrap_or(MOST_GAMES), limits::GAMES)?,
            })
        }
    })
}

/// Whether the type of the file can be read from a text.
#[cfg(test)]
pub(super) fn is_read(text: &str) -> bool {
    form::is_read::<File>(text, FORM)
}
