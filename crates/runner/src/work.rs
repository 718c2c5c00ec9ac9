//! Work as plain data, and the function that does it.
//!
//! A piece of work says everything: the game, the seed, the agents and the openings by text, and the numbers of the games. So it
//! can be written down, sent to another machine and done there, with the same answer.

pub mod choices;
pub mod copies;
pub mod pairs;
mod record;
pub mod self_play;
pub mod solve;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use zermelo_any::AgentSpec;
use zermelo_catalog::{OpenGame, Permission, RequestError, catalog, game_texts};
use zermelo_game::Stop;

use crate::clock_rule::ClockRule;
use crate::speeds::Speeds;

pub use choices::{Choices, ChoicesWork};
pub use copies::CopiesWork;
pub use pairs::{PairsAnswer, PairsWork};
pub use record::GameRecord;
pub use self_play::{ChunkAnswer, SelfPlayWork};
pub use solve::SolveWork;

/// Something to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Work {
    /// Pairs of games between agents.
    Pairs(PairsWork),
    /// Games of an agent against itself.
    SelfPlay(SelfPlayWork),
    /// Games in which the second player copies.
    Copies(CopiesWork),
    /// Positions to look at.
    Choices(ChoicesWork),
    /// Positions to solve.
    Solve(SolveWork),
    /// Whatever a kind of experiment does besides games.
    Kind(KindWork),
}

/// Work that only a kind of experiment understands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindWork {
    /// The kind, by name.
    pub kind: String,
    /// What to do, in the kind's own words.
    pub text: String,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Answer {
    /// Games, two for each pair, in the order of the pairs.
    Pairs(PairsAnswer),
    /// Games with what was thought in them.
    SelfPlay(Vec<ChunkAnswer>),
    /// Games.
    Copies(Vec<GameRecord>),
    /// What was seen at each position.
    Choices(Vec<Choices>),
    /// The result of each position, if it was found.
    Solve(Vec<Option<String>>),
    /// What a kind of experiment answers, in its own words.
    Kind(String),
}

/// What one answer says about a piece of work, apart from times: equal if and only if the answers agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnswerDigest([u8; 32]);

/// The name of a piece of work: a hash of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct WorkId([u8; 16]);

impl WorkId {
    /// The name of work with these bytes.
    pub fn of(bytes: &[u8]) -> WorkId {
        let hash = Sha256::digest(bytes);
        WorkId(std::array::from_fn(|at| hash[at]))
    }

    /// A number from 0 to below 1 that depends on this name and a secret.
    pub(crate) fn draw(self, secret: u64) -> f64 {
        let mut hash = Sha256::new();
        hash.update(secret.to_le_bytes());
        hash.update(self.0);
        let word: [u8; 8] = std::array::from_fn({
            let hash = hash.finalize();
            move |at| hash[at]
        });
        (u64::from_le_bytes(word) >> 11) as f64 / (1_u64 << 53) as f64
    }
}

impl std::fmt::Display for WorkId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// What work is done with: who permits what, and what ends it.
#[derive(Clone, Copy)]
pub struct Surroundings<'a> {
    /// What agents may do here.
    pub permission: Permission,
    /// Ends the work, soon.
    pub stop: &'a Stop,
    /// Told after each game, position or replicate that is done.
    pub on_progress: &'a (dyn Fn() + Sync),
    /// Does the work of kinds of experiments.
    pub kinds: CarryOutKind,
    /// How fast this machine is.
    pub speeds: &'a Speeds,
}

impl Surroundings<'_> {
    /// Opens the game of a piece of work, with clocks as its rule says.
    pub(crate) fn open(&self, game: &WorkGame) -> Result<OpenGame, RequestError> {
        let opened = game.open(self.permission)?;
        Ok(match game.clock {
            None | Some(ClockRule::AsIs) => opened,
            Some(rule) => {
                let factor = rule.factor(self.speeds.of(&opened));
                opened.with_time_factor(factor)
            }
        })
    }
}

/// Does the work of a kind of experiment; `None` if it was stopped.
pub type CarryOutKind = fn(&KindWork, &Stop) -> Result<Option<String>, RequestError>;

/// Knows no kinds.
pub fn no_kinds(work: &KindWork, _stop: &Stop) -> Result<Option<String>, RequestError> {
    Err(bad_work(format!("there is no kind `{}` here", work.kind)))
}

/// Does a piece of work; `None` if it was stopped. The answer is a function of the work alone, unless the work has a rule for clocks.
pub fn carry_out(work: &Work, here: &Surroundings) -> Result<Option<Answer>, RequestError> {
    Ok(match work {
        Work::Pairs(work) => pairs::carry_out(work, here)?.map(Answer::Pairs),
        Work::SelfPlay(work) => self_play::carry_out(work, here)?.map(Answer::SelfPlay),
        Work::Copies(work) => copies::carry_out(work, here)?.map(Answer::Copies),
        Work::Choices(work) => choices::carry_out(work, here)?.map(Answer::Choices),
        Work::Solve(work) => solve::carry_out(work, here)?.map(Answer::Solve),
        Work::Kind(work) => (here.kinds)(work, here.stop)?.map(Answer::Kind),
    })
}

impl Work {
    /// The work as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("work is plain data")
    }

    /// Reads what [`Work::to_bytes`] wrote; `None` if it is something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Work> {
        postcard::from_bytes(bytes).ok()
    }

    /// What kind of work it is, in a word.
    pub fn kind(&self) -> &'static str {
        match self {
            Work::Pairs(_) => "pairs",
            Work::SelfPlay(_) => "self-play",
            Work::Copies(_) => "copies",
            Work::Choices(_) => "choices",
            Work::Solve(_) => "solve",
            Work::Kind(_) => "kind",
        }
    }

    /// How many games or positions it is; `None` if only a kind of experiment knows.
    pub fn n_items(&self) -> Option<usize> {
        match self {
            Work::Pairs(work) => Some(2 * work.pairs.len()),
            Work::SelfPlay(work) => Some(work.chunks.iter().map(Vec::len).sum()),
            Work::Copies(work) => Some(work.numbers.len()),
            Work::Choices(work) => Some(work.positions.len()),
            Work::Solve(work) => Some(work.positions.len()),
            Work::Kind(_) => None,
        }
    }

    /// The texts of all agents that it needs.
    pub fn agents(&self) -> Vec<&str> {
        match self {
            Work::Pairs(work) => work.agents.iter().map(|one| one.agent.as_str()).collect(),
            Work::SelfPlay(work) => vec![&work.agent],
            Work::Copies(work) => vec![&work.agent],
            Work::Choices(work) => vec![&work.agent],
            Work::Solve(_) | Work::Kind(_) => Vec::new(),
        }
    }

    /// An agent because of which the answer depends on who does the work, and when: such work cannot be checked by doing it
    /// again.
    pub fn fickle_agent(&self) -> Option<&str> {
        self.agents().into_iter().find(|agent| is_fickle(agent))
    }

    /// The rule for the clocks of its agents; nothing if its answer is the same everywhere.
    pub fn clock(&self) -> Option<ClockRule> {
        self.game().and_then(|game| game.clock)
    }

    /// The same work with a rule for clocks.
    pub fn with_clock(mut self, rule: ClockRule) -> Work {
        match &mut self {
            Work::Pairs(PairsWork { game, .. })
            | Work::SelfPlay(SelfPlayWork { game, .. })
            | Work::Copies(CopiesWork { game, .. })
            | Work::Choices(ChoicesWork { game, .. })
            | Work::Solve(SolveWork { game, .. }) => game.clock = Some(rule),
            Work::Kind(_) => {}
        }
        self
    }

    /// The game, if it needs one.
    pub fn game(&self) -> Option<&WorkGame> {
        match self {
            Work::Pairs(PairsWork { game, .. })
            | Work::SelfPlay(SelfPlayWork { game, .. })
            | Work::Copies(CopiesWork { game, .. })
            | Work::Choices(ChoicesWork { game, .. })
            | Work::Solve(SolveWork { game, .. }) => Some(game),
            Work::Kind(_) => None,
        }
    }
}

impl Answer {
    /// The answer as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("an answer is plain data")
    }

    /// Reads what [`Answer::to_bytes`] wrote; `None` if it is something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Answer> {
        postcard::from_bytes(bytes).ok()
    }

    /// What it says, apart from times.
    pub fn digest(&self) -> AnswerDigest {
        let mut untimed = self.clone();
        match &mut untimed {
            Answer::Pairs(answer) => answer.games.iter_mut().for_each(GameRecord::forget_time),
            Answer::SelfPlay(chunks) => {
                chunks.iter_mut().flat_map(|chunk| &mut chunk.games).for_each(GameRecord::forget_time);
            }
            Answer::Copies(games) => games.iter_mut().for_each(GameRecord::forget_time),
            Answer::Choices(_) | Answer::Solve(_) | Answer::Kind(_) => {}
        }
        AnswerDigest(Sha256::digest(untimed.to_bytes()).into())
    }
}

/// The game of a piece of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkGame {
    /// Its id.
    pub id: String,
    /// Its text, if it is a game written as text.
    pub text: Option<String>,
    /// How the clocks of its agents run; nothing if the answer is the same on every machine.
    pub clock: Option<ClockRule>,
}

impl WorkGame {
    /// This game.
    pub fn of(game: &OpenGame) -> WorkGame {
        let id = game.id();
        WorkGame { text: game_texts::text_of(&id).map(|text| text.to_string()), id, clock: None }
    }

    /// Opens it.
    pub fn open(&self, permission: Permission) -> Result<OpenGame, RequestError> {
        if let Some(text) = &self.text {
            let parameters = self.id.split_once(':').map_or("", |(_, parameters)| parameters);
            game_texts::open_text(text, parameters, &self.id)?;
        }
        catalog::open_for(&self.id, permission)
    }
}

/// An opening of a piece of work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkOpening {
    /// Its number in the run.
    pub number: u32,
    /// The opening, by text.
    pub text: String,
}

/// Whether an agent plays differently on every machine.
pub(crate) fn is_fickle(agent: &str) -> bool {
    AgentSpec::read(agent).is_ok_and(|spec| !spec.is_repeatable())
}

/// The guest that an agent names.
pub(crate) fn guest_of(agent: &str) -> Option<String> {
    AgentSpec::read(agent).ok()?.guest().map(str::to_owned)
}

/// Work that makes no sense.
pub(crate) fn bad_work(problem: String) -> RequestError {
    RequestError::Experiment { place: "job".to_owned(), problem }
}
