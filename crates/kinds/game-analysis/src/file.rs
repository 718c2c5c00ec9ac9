//! The experiment file of a portrait, and the files that `zermelo study-game` writes.

use std::fmt::Write;

use serde::Deserialize;

use crate::form::FORM;
use zermelo_catalog::RequestError;
use zermelo_kind::Common;
use zermelo_kind::form;
use zermelo_kind::limits::{self, within};

/// A portrait as it is to be made. Budgets are nodes, so that it is the same on every machine.
#[derive(Clone, Debug, PartialEq)]
pub struct AnalysisPlan {
    /// The head of the file.
    pub common: Common,
    /// Who plays, with `{nodes}` where the strength stands.
    pub agent: String,
    /// Games that last longer after their opening are cut.
    pub most_plies: Option<u32>,
    /// Games of players against themselves: who wins, how games end, how they go.
    pub games: GamesPlan,
    /// What is solved.
    pub solve: SolvePlan,
    /// Choices that are looked at.
    pub clarity: ClarityPlan,
    /// Doublings of thought.
    pub ladder: LadderPlan,
    /// Games after every first move.
    pub first_moves: MatchPlan,
    /// Games in which the second player copies.
    pub copying: MatchPlan,
    /// Games without each heuristic.
    pub heuristics: HeuristicsPlan,
}

/// Games of players against themselves.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct GamesPlan {
    /// How many nodes a move, from the weakest to the strongest.
    pub nodes: Vec<u64>,
    /// How many games of each, if there are so many openings.
    pub games: u32,
    /// How many games of random moves.
    pub random: u32,
}

/// What is solved, and what that may cost.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct SolvePlan {
    /// Nodes for the start.
    pub start: u64,
    /// Nodes for the position after every first move.
    pub first_moves: u64,
}

/// Choices that are looked at.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct ClarityPlan {
    /// How many, each from another game.
    pub positions: u32,
    /// About how many nodes each takes before all moves are compared.
    pub nodes: u64,
    /// A move is about as good as the best if its expected share of wins is at most so much less.
    pub near: f64,
}

/// Doublings of thought.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct LadderPlan {
    /// Nodes of the lowest level.
    pub nodes: u64,
    /// How many levels there are above it.
    pub doublings: u32,
    /// How many games between each two, if there are so many openings.
    pub games: u32,
}

/// Games of one strength.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MatchPlan {
    /// Nodes a move.
    pub nodes: u64,
    /// How many games.
    pub games: u32,
}

/// Games without each heuristic.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct HeuristicsPlan {
    /// Who plays, with `{nodes}` where the strength and `{eval}` where the evaluator stands.
    pub agent: String,
    /// Nodes a move.
    pub nodes: u64,
    /// How many games for each, if there are so many openings.
    pub games: u32,
}

/// How much work a portrait is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Some minutes.
    Full,
    /// Half a minute.
    Quick,
    /// About a minute, spent on what games are compared in: nobody copies, and no heuristics are weighed.
    Comparison,
}

impl Default for GamesPlan {
    fn default() -> GamesPlan {
        GamesPlan { nodes: vec![100, 1000, 10_000], games: 800, random: 800 }
    }
}

impl Default for SolvePlan {
    fn default() -> SolvePlan {
        SolvePlan { start: 3_000_000, first_moves: 300_000 }
    }
}

impl Default for ClarityPlan {
    fn default() -> ClarityPlan {
        ClarityPlan { positions: 300, nodes: 4000, near: 0.05 }
    }
}

impl Default for LadderPlan {
    fn default() -> LadderPlan {
        LadderPlan { nodes: 25, doublings: 8, games: 400 }
    }
}

impl Default for HeuristicsPlan {
    fn default() -> HeuristicsPlan {
        let agent = "alphabeta(nodes={nodes}, eval={eval})".to_owned();
        HeuristicsPlan { agent, nodes: 500, games: 400 }
    }
}

const FIRST_MOVES: MatchPlan = MatchPlan { nodes: 1000, games: 100 };
const COPYING: MatchPlan = MatchPlan { nodes: 1000, games: 100 };

impl AnalysisPlan {
    /// A portrait of a game as it is made if nobody says how.
    pub fn of(game: &str, effort: Effort) -> AnalysisPlan {
        let full = AnalysisPlan {
            common: Common {
                kind: "portrait".to_owned(),
                title: format!("A study of {game}"),
                about: "Is it any good?".to_owned(),
                game: game.to_owned(),
                seed: 1,
                reference_speed: None,
            },
            agent: default_agent(),
            most_plies: None,
            games: GamesPlan::default(),
            solve: SolvePlan::default(),
            clarity: ClarityPlan::default(),
            ladder: LadderPlan::default(),
            first_moves: FIRST_MOVES,
            copying: COPYING,
            heuristics: HeuristicsPlan::default(),
        };
        match effort {
            Effort::Full => full,
            Effort::Quick => AnalysisPlan {
                games: GamesPlan { nodes: vec![50, 400, 3000], games: 200, random: 300 },
                solve: SolvePlan { start: 500_000, first_moves: 50_000 },
                clarity: ClarityPlan { positions: 100, nodes: 2000, ..full.clarity },
                ladder: LadderPlan { nodes: 25, doublings: 7, games: 120 },
                first_moves: MatchPlan { nodes: 300, games: 40 },
                copying: MatchPlan { nodes: 300, games: 40 },
                heuristics: HeuristicsPlan { nodes: 200, games: 120, ..full.heuristics },
                ..full
            },
            Effort::Comparison => AnalysisPlan {
                games: GamesPlan { nodes: vec![100, 1000], games: 600, random: 300 },
                solve: SolvePlan { start: 500_000, first_moves: 50_000 },
                clarity: ClarityPlan { positions: 0, ..full.clarity },
                ladder: LadderPlan { nodes: 25, doublings: 6, games: 400 },
                first_moves: MatchPlan { nodes: 300, games: 150 },
                copying: MatchPlan { games: 0, ..COPYING },
                heuristics: HeuristicsPlan { games: 0, ..full.heuristics },
                ..full
            },
        }
    }

    /// The experiment file that asks for it, with every setting in it.
    pub fn text(&self) -> String {
        let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
        let nodes: Vec<String> = self.games.nodes.iter().map(u64::to_string).collect();
        let mut text = String::new();
        let _ = writeln!(text, "kind = \"portrait\"\ntitle = {}", quoted(&self.common.title));
        let _ =
            writeln!(text, "about = {}\ngame = {}", quoted(&self.common.about), quoted(&self.common.game));
        let _ = writeln!(text, "seed = {}\nagent = {}", self.common.seed, quoted(&self.agent));
        if let Some(speed) = self.common.reference_speed {
            let _ = writeln!(text, "reference-speed = {speed}");
        }
        if let Some(most) = self.most_plies {
            let _ = writeln!(text, "most-plies = {most}");
        }
        let GamesPlan { games, random, .. } = &self.games;
        let _ = writeln!(
            text,
            "games = {{ nodes = [{}], games = {games}, random = {random} }}",
            nodes.join(", ")
        );
        let SolvePlan { start, first_moves } = &self.solve;
        let _ = writeln!(text, "solve = {{ start = {start}, first-moves = {first_moves} }}");
        let ClarityPlan { positions, nodes, near } = &self.clarity;
        let _ = writeln!(text, "clarity = {{ positions = {positions}, nodes = {nodes}, near = {near:?} }}");
        let LadderPlan { nodes, doublings, games } = &self.ladder;
        let _ = writeln!(text, "ladder = {{ nodes = {nodes}, doublings = {doublings}, games = {games} }}");
        for (name, MatchPlan { nodes, games }) in
            [("first-moves", &self.first_moves), ("copying", &self.copying)]
        {
            let _ = writeln!(text, "{name} = {{ nodes = {nodes}, games = {games} }}");
        }
        let HeuristicsPlan { agent, nodes, games } = &self.heuristics;
        let _ =
            writeln!(text, "heuristics = {{ agent = {}, nodes = {nodes}, games = {games} }}", quoted(agent));
        text
    }

    /// Reads an experiment file's text; `place` names it in errors.
    pub fn read(text: &str, place: &str) -> Result<AnalysisPlan, RequestError> {
        let bad = |problem: String| RequestError::Experiment { place: place.to_owned(), problem };
        let (common, file) = form::read::<File>(text, FORM).map_err(bad)?;
        let plan = AnalysisPlan {
            common,
            agent: file.agent,
            most_plies: file.most_plies,
            games: file.games,
            solve: file.solve,
            clarity: file.clarity,
            ladder: file.ladder,
            first_moves: file.first_moves,
            copying: file.copying,
            heuristics: file.heuristics,
        };
        plan.check().map_err(bad)?;
        Ok(plan)
    }

    fn check(&self) -> Result<(), String> {
        self.check_sizes()?;
        let GamesPlan { nodes, games, .. } = &self.games;
        if *games == 0 || nodes.is_empty() || nodes.contains(&0) || !nodes.is_sorted() {
            return Err("games: expected at least one game, and nodes from the weakest up, such as \
                        nodes = [100, 1000, 10000]"
                .to_owned());
        }
        for (agent, of) in [(&self.agent, "agent"), (&self.heuristics.agent, "heuristics: agent")] {
            if !agent.contains(NODES) {
                let example = "such as alphabeta(nodes={nodes})";
                return Err(format!(
                    "{of} = \"{agent}\": expected `{NODES}` in place of the number of nodes, {example}"
                ));
            }
        }
        if !self.heuristics.agent.contains(EVAL) {
            return Err(format!("heuristics: agent: expected `{EVAL}` in place of the evaluator"));
        }
        if !(0.0..1.0).contains(&self.clarity.near) {
            return Err(format!("clarity: near = {}: expected a score from 0 to 1", self.clarity.near));
        }
        let top = self
            .ladder
            .nodes
            .checked_shl(self.ladder.doublings)
            .filter(|&top| top >> self.ladder.doublings == self.ladder.nodes);
        if self.ladder.nodes == 0 || top.is_none() {
            return Err("ladder: expected nodes above 0, and fewer doublings".to_owned());
        }
        if self.most_plies == Some(0) {
            return Err("most-plies = 0: expected at least 1".to_owned());
        }
        Ok(())
    }

    /// Whether every number is in its range.
    fn check_sizes(&self) -> Result<(), String> {
        within("games: the number of strengths", self.games.nodes.len(), limits::STRENGTHS)?;
        within("ladder: doublings", self.ladder.doublings, limits::DOUBLINGS)?;
        for (name, number) in [
            ("games: games", self.games.games),
            ("games: random", self.games.random),
            ("clarity: positions", self.clarity.positions),
            ("ladder: games", self.ladder.games),
            ("first-moves: games", self.first_moves.games),
            ("copying: games", self.copying.games),
            ("heuristics: games", self.heuristics.games),
        ] {
            within(name, number, limits::ANALYSIS_GAMES)?;
        }
        let nodes = self.games.nodes.iter().map(|&nodes| ("games: nodes", nodes));
        let others = [
            ("solve: start", self.solve.start),
            ("solve: first-moves", self.solve.first_moves),
            ("clarity: nodes", self.clarity.nodes),
            ("ladder: nodes", self.ladder.nodes),
            ("first-moves: nodes", self.first_moves.nodes),
            ("copying: nodes", self.copying.nodes),
            ("heuristics: nodes", self.heuristics.nodes),
        ];
        nodes.chain(others).try_for_each(|(name, nodes)| within(name, nodes, limits::NODES).map(|_| ()))
    }

    /// The players of a strength, by text.
    pub fn players(&self, nodes: u64) -> String {
        with_nodes(&self.agent, nodes)
    }

    /// The nodes of the levels of the ladder.
    pub fn levels(&self) -> impl Iterator<Item = u64> + '_ {
        (0..=self.ladder.doublings).map(|doublings| self.ladder.nodes << doublings)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    #[serde(default = "default_agent")]
    agent: String,
    most_plies: Option<u32>,
    #[serde(default)]
    games: GamesPlan,
    #[serde(default)]
    solve: SolvePlan,
    #[serde(default)]
    clarity: ClarityPlan,
    #[serde(default)]
    ladder: LadderPlan,
    #[serde(default = "first_moves")]
    first_moves: MatchPlan,
    #[serde(default = "copying")]
    copying: MatchPlan,
    #[serde(default)]
    heuristics: HeuristicsPlan,
}

fn default_agent() -> String {
    "alphabeta(nodes={nodes})".to_owned()
}

const fn first_moves() -> MatchPlan {
    FIRST_MOVES
}

const fn copying() -> MatchPlan {
    COPYING
}

/// Where the strength stands in an agent's text.
pub(super) const NODES: &str = "{nodes}";
/// Where the evaluator stands.
const EVAL: &str = "{eval}";

/// The agent's text with the strength in its place.
pub(super) fn with_nodes(agent: &str, nodes: u64) -> String {
    agent.replace(NODES, &nodes.to_string())
}

/// The agent's text with the evaluator in its place.
pub(super) fn with_evaluator(agent: &str, evaluator: &str) -> String {
    agent.replace(EVAL, evaluator)
}

/// Whether the type of the file can be read from a text.
#[cfg(test)]
pub(super) fn is_read(text: &str) -> bool {
    form::is_read::<File>(text, FORM)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        for effort in [Effort::Full, Effort::Quick, Effort::Comparison] {
            let plan = AnalysisPlan { most_plies: Some(90), ..AnalysisPlan::of("hexapawn", effort) };
            assert_eq!(AnalysisPlan::read(&plan.text(), "here").unwrap(), plan);
        }
        let short = "kind = \"portrait\"\ntitle = \"A study of hexapawn\"\nabout = \"Is it any good?\"\ngame = \"hexapawn\"";
        assert_eq!(AnalysisPlan::read(short, "here").unwrap(), AnalysisPlan::of("hexapawn", Effort::Full));
    }

    #[test]
    fn what_makes_no_sense_is_told() {
        for (line, expected) in [
            ("games = { nodes = [] }", "expected 1 to 20"),
            ("games = { nodes = [100, 10] }", "nodes from the weakest up"),
            ("agent = \"alphabeta(nodes=100)\"", "expected `{nodes}`"),
            ("heuristics = { agent = \"alphabeta(nodes={nodes})\" }", "expected `{eval}`"),
            ("clarity = { near = 2.0 }", "near = 2.0: expected at least 0 and below 1"),
            ("ladder = { nodes = 1, doublings = 64 }", "expected 0 to 40"),
            ("ladder = { nodes = 1000000000000, doublings = 40 }", "fewer doublings"),
            ("ladder = { node = 1 }", "did you mean `nodes`?"),
            ("most-plies = 0", "at least 1"),
        ] {
            let text = format!("kind = \"portrait\"\ntitle = \"t\"\ngame = \"hexapawn\"\n{line}");
            let error = AnalysisPlan::read(&text, "here").unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }
}
