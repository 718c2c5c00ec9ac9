//! The universal game interface: how engines and those who ask them talk, line by line, on standard input and output.
//!
//! Here is what both ends share: the dialects, the limits of a `go` and the facts of an `info`. [`engine`] is the end that
//! is asked (our agents for other people's runners), `external_engine` the end that asks (other people's engines as our agents),
//! `process` the conversation with a program that may do anything, `board` whether it has ours, `remarks` what
//! people should hear of it, [`check`] the
//! examination of such a program.
//!
//! Moves and positions are in the game's own notation. `p1` is the player who moves first in the game; chess words are
//! read as synonyms, `w` for the first player and `b` for the second.

mod board;
pub mod check;
#[cfg(target_os = "linux")]
mod descendants;
pub mod engine;
pub(crate) mod external_engine;
pub(crate) mod process;
mod remarks;

pub use check::{CheckPlan, Finding};
#[cfg(target_os = "linux")]
pub use descendants::adopt_orphans;
pub use engine::EnginePlan;
pub use process::end_all_engines;
pub use remarks::listen_to_engines;

use std::fmt::Write;
use std::time::Duration;

use zermelo_game::{Budget, Clock, Player, Score};

pub use zermelo_any::Dialect;

/// How the dialects differ beyond their greeting.
trait DialectWords {
    /// What each player's clock is called, the first player's first.
    fn clock_letters(self) -> [&'static str; 2];

    /// A distance to the end in plies, as the dialect tells it.
    fn write_distance(self, plies: i32) -> i32;

    /// A distance to the end as the dialect tells it.
    fn read_distance(self, number: i32) -> Score;
}

impl DialectWords for Dialect {
    fn clock_letters(self) -> [&'static str; 2] {
        match self {
            Dialect::Ugi => ["p1", "p2"],
            Dialect::Uci | Dialect::Uai => ["w", "b"],
        }
    }

    fn write_distance(self, plies: i32) -> i32 {
        match self {
            Dialect::Ugi => plies,
            Dialect::Uci | Dialect::Uai => plies.signum() * (plies.abs() + 1) / 2,
        }
    }

    fn read_distance(self, number: i32) -> Score {
        // No game is longer; a liar must not leave the range of scores.
        let number = number.clamp(-100_000, 100_000);
        let n = number.unsigned_abs();
        match (self, number > 0) {
            (Dialect::Ugi, true) => Score::win_in(n),
            (Dialect::Ugi, false) => Score::loss_in(n),
            (_, true) => Score::win_in(2 * n - 1),
            (_, false) => Score::loss_in(2 * n),
        }
    }
}

/// What a `go` asks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Go {
    /// The limits; `None` if there are none: whoever is asked has limits of its own.
    pub limits: Option<Budget>,
    /// Whether to search until `stop`.
    pub is_infinite: bool,
}

impl Go {
    /// Reads what stands behind `go`. `complain` is told what has no meaning here.
    pub fn read(text: &str, to_move: Player, mut complain: impl FnMut(String)) -> Go {
        let mut go = Go::default();
        let mut limits = Budget::default();
        let mut clocks: [[Option<Duration>; 2]; 2] = Default::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            if word == "infinite" {
                go.is_infinite = true;
                continue;
            }
            let place = match word {
                "p1time" | "wtime" => Some((0, 0)),
                "p1inc" | "winc" => Some((0, 1)),
                "p2time" | "btime" => Some((1, 0)),
                "p2inc" | "binc" => Some((1, 1)),
                "movetime" | "depth" | "nodes" => None,
                _ => {
                    complain(format!("unknown word `{word}` after go"));
                    continue;
                }
            };
            let number = words.next().and_then(|text| text.parse::<f64>().ok()).filter(|n| !n.is_nan());
            let Some(number) = number else {
                complain(format!("go {word}: expected a number"));
                continue;
            };
            match (word, place) {
                (_, Some((player, part))) => clocks[player][part] = Some(milliseconds(number)),
                ("movetime", _) => limits.time = Some(milliseconds(number)),
                ("depth", _) => limits.depth = Some(number as u32),
                (_, None) => limits.nodes = Some(number as u64),
            }
        }
        let [time, increment] = clocks[to_move.index()];
        limits.clock = time.map(|left| Clock { left, increment: increment.unwrap_or_default() });
        if go.is_infinite {
            // A number that is never reached: some agents have limits of their own if nobody sets any.
            go.limits = Some(Budget::nodes(u64::MAX));
        } else if !limits.is_endless() {
            go.limits = Some(limits);
        }
        go
    }

    /// Writes a budget as a command. The protocol wants exactly one limit: of several the one that ends soonest by the clock
    /// goes first. Of the clocks only the asked player's is known, and told for both.
    pub fn write(budget: &Budget, dialect: Dialect) -> String {
        if let Some(clock) = budget.clock {
            let [first, second] = dialect.clock_letters();
            let (left, increment) = (clock.left.as_millis(), clock.increment.as_millis());
            format!(
                "go {first}time {left} {second}time {left} {first}inc {increment} {second}inc {increment}"
            )
        } else if let Some(time) = budget.time {
            format!("go movetime {}", time.as_millis())
        } else if let Some(nodes) = budget.nodes.filter(|&nodes| nodes < u64::MAX) {
            format!("go nodes {nodes}")
        } else if let Some(depth) = budget.depth {
            format!("go depth {depth}")
        } else {
            "go infinite".to_owned()
        }
    }
}

/// Milliseconds, fractions included; what is below nothing is nothing, and nobody waits longer than some decades.
fn milliseconds(number: f64) -> Duration {
    Duration::from_secs_f64((number / 1000.0).clamp(0.0, 1e9))
}

/// What an `info` line tells of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Info {
    pub depth: Option<u32>,
    pub score: Option<Score>,
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub time: Option<f64>,
    pub line: Vec<String>,
}

impl Info {
    /// Takes over what a line behind `info` tells. Whatever cannot be read is passed over: it decides nothing.
    pub fn add(&mut self, text: &str, dialect: Dialect) {
        let mut words = text.split_whitespace();
        let mut told = self.clone();
        while let Some(word) = words.next() {
            match word {
                // Only the best of several lines is of interest.
                "multipv" if words.next() != Some("1") => return,
                "multipv" => {}
                "string" => break,
                "pv" => told.line = words.by_ref().map(str::to_owned).collect(),
                "depth" => told.depth = number(words.next()).map(|n| n as u32).or(told.depth),
                "nodes" => told.nodes = number(words.next()).map(|n| n as u64).or(told.nodes),
                "time" => told.time = number(words.next()).or(told.time),
                "cp" => {
                    told.score = number(words.next()).map(|n| Score::judged(n / 100.0)).or(told.score);
                }
                "mate" => {
                    let plies = number(words.next()).map(|n| dialect.read_distance(n as i32));
                    told.score = plies.or(told.score);
                }
                _ => {}
            }
        }
        *self = told;
    }

    /// Writes the line.
    pub fn write(&self, dialect: Dialect) -> String {
        let mut text = "info".to_owned();
        if let Some(depth) = self.depth {
            let _ = write!(text, " depth {depth}");
        }
        if let Some(score) = self.score {
            let _ = match score.proved() {
                Some(plies) => write!(text, " score mate {}", dialect.write_distance(plies)),
                None => write!(text, " score cp {:.0}", 100.0 * f64::from(score.number()) + 0.0),
            };
        }
        if let (Some(nodes), Some(time)) = (self.nodes, self.time) {
            let per_second = nodes as f64 / (time / 1000.0).max(1e-6);
            let _ = write!(text, " nodes {nodes} time {time:.0} nps {per_second:.0}");
        }
        if !self.line.is_empty() {
            let _ = write!(text, " pv {}", self.line.join(" "));
        }
        text
    }
}

fn number(word: Option<&str>) -> Option<f64> {
    word?.parse().ok().filter(|number: &f64| number.is_finite())
}

/// A command's first word, and what stands behind it.
pub(crate) fn split_word(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_once(char::is_whitespace).map_or((text, ""), |(word, rest)| (word, rest.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Go, Vec<String>) {
        let mut complaints = Vec::new();
        let go = Go::read(text, Player::Second, |complaint| complaints.push(complaint));
        (go, complaints)
    }

    #[test]
    fn limits_are_read_and_written() {
        for text in ["go nodes 500", "go depth 3", "go movetime 250", "go infinite"] {
            let (go, complaints) = read(text.trim_start_matches("go "));
            let limits = go.limits.expect("a limit");
            assert_eq!((Go::write(&limits, Dialect::Ugi).as_str(), complaints.len()), (text, 0));
        }
        let clock = "go wtime 900 btime 900 winc 10 binc 10";
        let limits = read("p1time 1 p2time 900.0 p1inc 2 p2inc 10").0.limits.expect("a clock");
        assert_eq!(Go::write(&limits, Dialect::Uci), clock);
        assert!(read("").0.limits.is_none() && read("p1time 1000").0.limits.is_none());
    }

    #[test]
    fn nonsense_is_told_and_passed_over() {
        let (go, complaints) = read("searchmoves a1 nodes many depth -4 movetime 1e300 p2time -7");
        let limits = go.limits.expect("limits");
        assert_eq!((limits.depth, limits.nodes, complaints.len()), (Some(0), None, 3), "{complaints:?}");
        assert_eq!(limits.clock.map(|clock| clock.left), Some(Duration::ZERO));
        assert_eq!(limits.time, Some(Duration::from_secs(1_000_000_000)));
    }

    #[test]
    fn facts_are_read_and_written() {
        let mut info = Info::default();
        info.add(
            "depth 3 seldepth 9 score cp -125 lowerbound nodes 1200 time 12.5 nps x pv a1 b2",
            Dialect::Ugi,
        );
        info.add("string score cp 7 nodes 8", Dialect::Ugi);
        info.add("multipv 2 depth 9 score cp 1", Dialect::Ugi);
        info.add("nodes nonsense depth", Dialect::Ugi);
        assert_eq!(
            info.write(Dialect::Ugi),
            "info depth 3 score cp -125 nodes 1200 time 12 nps 96000 pv a1 b2"
        );
        for (plies, ugi, uci) in [(5, "5", "3"), (-4, "-4", "-2"), (1, "1", "1")] {
            let score = if plies > 0 { Score::win_in(5.min(plies as u32)) } else { Score::loss_in(4) };
            for (dialect, told) in [(Dialect::Ugi, ugi), (Dialect::Uci, uci)] {
                let info = Info { score: Some(score), ..Info::default() };
                let text = info.write(dialect);
                assert_eq!(text, format!("info score mate {told}"));
                let mut back = Info::default();
                back.add(&text, dialect);
                assert_eq!(back.score, Some(score));
            }
        }
    }
}
