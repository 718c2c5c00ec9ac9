//! Where games begin, and which random openings are worth a game.
//!
//! Everything here is a function of (game, seed, rule, number): an opening is drawn when the first game needs it, by
//! whichever thread plays that game, and is the same on every thread, however often a run is resumed.
//!
//! Unless a file says otherwise, random openings that a short search proves *won for one side* are left out. Both agents
//! have such an opening once from each side, so the better one can hardly win the pair: in a game with many of them no
//! match can be won clearly. A proved draw is no reason to leave an opening out: there the better agent wins as soon as
//! the other one slips, and in games such as tic-tac-toe every fair opening is one.

mod book;
mod selection;

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use zermelo_any::{AnyAgent, AnyPosition};
use zermelo_game::stream;
use zermelo_search::{Horizon, ProofTable};

pub(crate) use book::{Beginning, Book};
use selection::Fitness;
pub use selection::usual_plies;

use zermelo_catalog::{OpenGame, RequestError};

/// What counts as decided: a win or a loss for the side to move that is proved within so many plies, by looking at no more
/// positions than this. Of 995 openings of Simplexity that proves 226, as many as with a million positions. It takes a
/// tenth of a millisecond to two, as a move by an agent with as many positions would.
pub const HORIZON: Horizon = Horizon { plies: 7, nodes: 20_000 };

/// How games begin.
#[derive(Clone, Debug, PartialEq)]
pub enum Openings {
    /// At the start of the game.
    Start,
    /// After random plies.
    Random {
        /// How many; `None` for as many as are usual.
        plies: Option<u32>,
        /// Which of them are played.
        which: Which,
    },
    /// As listed: moves from the start, or a position.
    Listed(Vec<String>),
}

/// Which random openings are played.
#[derive(Clone, Debug, PartialEq)]
pub enum Which {
    /// All of them.
    Any,
    /// Those that are not decided within the [`HORIZON`].
    Undecided,
    /// Those that an agent finds level.
    Level(Level),
}

/// Keeps openings in which neither side is far ahead: a game that is decided when it begins tells nothing of who plays it.
/// The judge is asked alone: what it proves is left out, and no other search is made.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a table with a judge and within")]
pub struct Level {
    /// The agent that judges openings, by text.
    pub judge: String,
    /// How far from even its value may be, on the scale of its evaluator.
    pub within: f64,
}

impl Openings {
    /// How many random plies were asked for; 0 if games begin at the start, `None` if nobody says.
    pub fn plies(&self) -> Option<u32> {
        match self {
            Openings::Start => Some(0),
            Openings::Random { plies, .. } => *plies,
            Openings::Listed(_) => None,
        }
    }

    /// The same openings without the work of judging them, to find out whether games can begin at all.
    pub fn unjudged(&self) -> Openings {
        match self {
            Openings::Random { plies, .. } => Openings::Random { plies: *plies, which: Which::Any },
            other => other.clone(),
        }
    }

    /// The agent that judges them, by text.
    pub fn judge(&self) -> Option<&str> {
        match self {
            Openings::Random { which: Which::Level(level), .. } => Some(&level.judge),
            _ => None,
        }
    }
}

/// How many openings were played, and how many were not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningTally {
    /// Openings that games began with.
    pub played: u64,
    /// Openings that were left out on the way to these because they are decided.
    pub left_out: i64,
    /// How many of those that were played are decided too: there were no others.
    pub decided: u64,
}

impl OpeningTally {
    /// Adds others.
    pub fn add(&mut self, other: &OpeningTally) {
        self.played += other.played;
        self.left_out += other.left_out;
        self.decided += other.decided;
    }

    pub(crate) fn count_in(&mut self, left_out: i64, is_decided: bool) {
        self.played += 1;
        self.left_out += left_out;
        self.decided += u64::from(is_decided);
    }

    /// What there is to say, if anything.
    pub fn sentence(&self) -> Option<String> {
        let plies = HORIZON.plies;
        let openings = |n: i64| if n == 1 { "1 random opening was" } else { "random openings were" };
        let left_out = (self.left_out > 0).then(|| {
            let number = if self.left_out == 1 { String::new() } else { format!("{} ", self.left_out) };
            let told = openings(self.left_out);
            format!("{number}{told} left out because one side wins within {plies} plies.")
        });
        let decided = (self.decided > 0).then(|| {
            format!(
                "{} of the {} openings played are won for one side within {plies} plies, because there are too few \
                 others.",
                self.decided, self.played
            )
        });
        let told: Vec<String> = left_out.into_iter().chain(decided).collect();
        (!told.is_empty()).then(|| told.join(" "))
    }
}

/// Judges openings: one for each thread.
pub(crate) enum Sieve {
    Any,
    /// What was found of positions is remembered: short openings are drawn again and again.
    Undecided {
        ledger: ProofTable,
        found: HashMap<u64, Fitness>,
    },
    Level {
        judge: Box<dyn AnyAgent>,
        within: f64,
        seed: u64,
    },
}

/// A sieve remembers no more positions than this.
const MOST_FOUND: usize = 1 << 16;

impl Sieve {
    /// For openings of so many random plies. The start itself is no choice, so nobody asks whether it is decided.
    pub fn open(game: &OpenGame, which: &Which, plies: u32, seed: u64) -> Result<Sieve, RequestError> {
        Ok(match which {
            Which::Undecided if plies > 0 => {
                Sieve::Undecided { ledger: ProofTable::new(1), found: HashMap::new() }
            }
            Which::Any | Which::Undecided => Sieve::Any,
            Which::Level(level) => {
                let judge = game.open_agent(&level.judge, 0)?;
                Sieve::Level { judge, within: level.within, seed }
            }
        })
    }

    /// Whether a game should begin here. A pure function of the position, whatever was judged before.
    pub fn judge(&mut self, game: &OpenGame, pos: &AnyPosition) -> Fitness {
        match self {
            Sieve::Any => Fitness::Fit,
            Sieve::Undecided { ledger, found } => {
                if let Some(&known) = found.get(&pos.key()) {
                    return known;
                }
                let is_decided = game.decided(pos, HORIZON, ledger).is_some();
                let fitness = if is_decided { Fitness::Decided } else { Fitness::Fit };
                if found.len() == MOST_FOUND {
                    found.clear();
                }
                found.insert(pos.key(), fitness);
                fitness
            }
            Sieve::Level { judge, within, seed } => {
                judge.new_game(stream(*seed, "judged opening", pos.key()));
                let score = judge.choose(pos).score;
                let is_level = score.proved().is_none() && f64::from(score.number().abs()) <= *within;
                if is_level { Fitness::Fit } else { Fitness::Unfit }
            }
        }
    }
}
