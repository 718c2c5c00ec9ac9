//! What people's games say: by declared experience and by person (the Milestone study, Tables B and F).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use zermelo_game::{Outcome, Player};
use zermelo_stats::{Sample, Strength};
use zermelo_store::{Run, Store};

use super::game::{Circumstances, EVENT, Experience, Seat};
use zermelo_kind::report::RunReportError;
use zermelo_kind::{RunResult, game_of};
use zermelo_report::Section;

use super::report;
use zermelo_catalog::{RequestError, catalog};

/// What people's games say, as far as they have been played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PeopleResult {
    /// What the run is called.
    pub title: String,
    /// The game's id.
    pub game: String,
    /// Games kept.
    pub games: u64,
    /// Games against agents that count: without help.
    pub counted: u64,
    /// Games in which moves were taken back or suggested: they count nowhere below.
    pub helped: u64,
    /// Games between people: they count nowhere below.
    pub between_people: u64,
    /// Of the games that count, those won by who moves first, drawn, and won by who moves second.
    pub by_side: [u64; 3],
    /// By opponent and declared experience.
    pub levels: Vec<LevelResult>,
    /// By opponent and person.
    pub people: Vec<PersonResult>,
}

/// What people of one experience did against one agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LevelResult {
    /// Against whom.
    pub agent: String,
    /// What they said of their experience; `None` for those who said nothing.
    pub experience: Option<Experience>,
    /// How many people.
    pub people: u64,
    /// Games that people won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games that people lost.
    pub losses: u64,
    /// The people's share of points, a draw being half, with its 95 % interval.
    pub score: [f64; 3],
}

/// What one person did against one agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PersonResult {
    /// Who.
    pub name: String,
    /// What they said of their experience.
    pub experience: Option<Experience>,
    /// Against whom.
    pub agent: String,
    /// Games the person won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games the person lost.
    pub losses: u64,
}

/// Wins, draws and losses by opponent, experience and person. Those who say nothing of their experience come last.
type Counts = BTreeMap<(String, (bool, Option<Experience>), String), [u64; 3]>;

/// What a run of people's games says.
pub fn result_of(store: &Store, run: &Run) -> Result<PeopleResult, RequestError> {
    let game = game_of(&run.experiment, &run.name)?;
    let title = catalog::open(&game)?.title();
    let seats: HashMap<u32, Seat> =
        store.agents(run.id)?.iter().map(|agent| (agent.index, Seat::of(agent))).collect();
    let helped: BTreeSet<u64> = (store.events(run.id)?.iter())
        .filter(|event| event.kind == EVENT)
        .filter(|event| {
            let known: Circumstances = serde_json::from_str(&event.json).unwrap_or_default();
            known.taken_back + known.hints > 0
        })
        .map(|event| event.seq)
        .collect();
    let mut result = PeopleResult {
        title: format!("People at {title}"),
        game,
        games: 0,
        counted: 0,
        helped: 0,
        between_people: 0,
        by_side: [0; 3],
        levels: Vec::new(),
        people: Vec::new(),
    };
    let mut counts = Counts::new();
    for row in store.games(run.id) {
        let row = row?;
        result.games += 1;
        let (Some(first), Some(second)) = (seats.get(&row.first), seats.get(&row.second)) else {
            return Err(RequestError::record(row.index, 0));
        };
        let (name, experience, agent, player) = match (first, second) {
            (Seat::Person { name, experience }, Seat::Agent(agent)) => {
                (name, experience, agent, Player::First)
            }
            (Seat::Agent(agent), Seat::Person { name, experience }) => {
                (name, experience, agent, Player::Second)
            }
            _ => {
                result.between_people += 1;
                continue;
            }
        };
        if helped.contains(&row.index) {
            result.helped += 1;
            continue;
        }
        result.counted += 1;
        result.by_side[match row.outcome {
            Outcome::Win(Player::First) => 0,
            Outcome::Draw => 1,
            Outcome::Win(Player::Second) => 2,
        }] += 1;
        let place = match row.outcome {
            Outcome::Win(winner) if winner == player => 0,
            Outcome::Draw => 1,
            Outcome::Win(_) => 2,
        };
        let key = (agent.clone(), (experience.is_none(), *experience), name.clone());
        counts.entry(key).or_default()[place] += 1;
    }
    for ((agent, (_, experience), name), [wins, draws, losses]) in counts {
        let is_same = |level: &LevelResult| level.agent == agent && level.experience == experience;
        if !result.levels.last().is_some_and(is_same) {
            result.levels.push(LevelResult {
                agent: agent.clone(),
                experience,
                people: 0,
                wins: 0,
                draws: 0,
                losses: 0,
                score: [0.0; 3],
            });
        }
        if let Some(level) = result.levels.last_mut() {
            level.people += 1;
            level.wins += wins;
            level.draws += draws;
            level.losses += losses;
        }
        result.people.push(PersonResult { name, experience, agent, wins, draws, losses });
    }
    for level in &mut result.levels {
        let sample = Sample::of_games(level.wins, level.draws, level.losses);
        if let Ok(strength) = Strength::of(&sample) {
            level.score = [strength.score, strength.score_interval.0, strength.score_interval.1];
        }
    }
    Ok(result)
}

impl RunResult for PeopleResult {
    fn title(&self) -> &str {
        &self.title
    }

    fn findings(&self) -> Vec<String> {
        report::summary(self)
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("a result holds only names and numbers")
    }

    fn sections(&self, _store: &Store, _run: &Run) -> Result<Vec<Section>, RunReportError> {
        Ok(report::sections(self)?)
    }
}
