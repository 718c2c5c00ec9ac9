//! Who is favoured: by proof, in games of every level, and after every first move.

use super::super::estimate::Estimate;
use super::super::level::Level;
use super::super::result::AnalysisResult;
use super::super::verdict::{Side, Verdict};
use super::super::words::{at_levels, capital, list, names, plural, score, score_within, short, signed};
use super::FAIR;

/// A level whose games tell something: itself, the first player's score, and what that shows.
struct Shown<'a> {
    level: &'a Level,
    score: Estimate,
    verdict: Verdict,
}

fn shown(portrait: &AnalysisResult) -> Vec<Shown<'_>> {
    let verdicts = portrait.level_verdicts();
    let levels = portrait.levels.iter().zip(verdicts);
    levels
        .filter_map(|(level, verdict)| Some(Shown { level, score: level.score?, verdict: verdict? }))
        .collect()
}

impl AnalysisResult {
    /// Who wins with perfect play, if that was solved.
    pub fn solution(&self) -> Option<String> {
        let [first, second] = &self.players;
        Some(match self.exact.result.as_deref()? {
            "first" => format!("Solved: the first player ({first}) wins with perfect play."),
            "second" => format!("Solved: the second player ({second}) wins with perfect play."),
            _ => "Solved: the game is a draw with perfect play.".to_owned(),
        })
    }

    /// At which levels of play a player has a significant advantage, and at which not.
    pub fn fairness(&self) -> Option<String> {
        let shown = shown(self);
        let of = |side: Side| shown.iter().filter(|one| one.verdict.side == side).collect::<Vec<&Shown>>();
        let [more, even, less] = [Side::More, Side::Neither, Side::Less].map(of);
        let mut parts = Vec::new();
        if !even.is_empty() {
            let who = if less.is_empty() { "first-player advantage" } else { "advantage of either player" };
            let small = if even.len() == shown.len() { no_more_than(&even) } else { String::new() };
            let at = at_levels(even.iter().map(|one| one.level));
            parts.push(format!("no significant {who} {at} ({}){small}", scores(&even)));
        }
        for (who, group) in [("first", more), ("second", less)] {
            if !group.is_empty() {
                parts.push(advantage(who, &group));
            }
        }
        (!parts.is_empty()).then(|| format!("{}.{}", capital(&parts.join("; ")), conditions(&shown)))
    }

    /// Why the games favour another player than the solution, if they do: the solution is about perfect play from the start.
    pub fn proof_and_games(&self) -> Option<String> {
        let shown = shown(self);
        let strongest = shown.last()?;
        let has = |side: Side| shown.iter().any(|one| one.verdict.side == side);
        let is_otherwise = match self.exact.result.as_deref()? {
            "first" => has(Side::Less) || strongest.score.value < 0.5,
            "second" => has(Side::More) || strongest.score.value > 0.5,
            _ => has(Side::Less) || has(Side::More),
        };
        let start = match strongest.level.opening_plies {
            0 => String::new(),
            n => format!("they start after {}, which can change the result, and ", random_plies(n)),
        };
        is_otherwise.then(|| {
            format!(
                "The games do not contradict the solution: {start}players with limited search make mistakes."
            )
        })
    }

    /// How much more the first player scores at the highest level than at the lowest one that searches.
    pub fn change_with_strength(&self) -> Option<String> {
        let growth = self.growth?;
        let weakest = self.levels.iter().find(|level| level.nodes > 0)?;
        let strongest = self.levels.last().filter(|level| level.nodes != weakest.nodes)?;
        let Estimate { value, low, high, .. } = growth.times(100.0);
        let by = |value: f64, low: f64, high: f64, word: &str| {
            format!(
                "The first player scores {} {word} {} than {} (95 % CI {} to {}).",
                points(value),
                at_levels([strongest]),
                at_levels([weakest]),
                short(low),
                short(high)
            )
        };
        Some(if low > 0.0 {
            by(value, low, high, "more")
        } else if high < 0.0 {
            by(-value, -high, -low, "less")
        } else {
            format!(
                "No significant difference between the first player's scores {}: {} points (95 % CI {} to {}).",
                at_levels([weakest, strongest]),
                signed(value),
                signed(low),
                signed(high)
            )
        })
    }
}

/// 9 points, 1 point, 0.4 points.
fn points(value: f64) -> String {
    let text = short(value);
    format!("{text} {}", if text == "1" { "point" } else { "points" })
}

/// 2 random plies.
fn random_plies(n: u64) -> String {
    plural(n, "random ply", "random plies")
}

/// The scores of levels, each with its interval if they are few, else with bounds of all intervals.
fn scores(group: &[&Shown]) -> String {
    if let [one] = group {
        return format!("score {}", score_within(one.score));
    }
    let values: Vec<String> = group.iter().map(|one| format!("{:.0} %", 100.0 * one.score.value)).collect();
    let low = group.iter().map(|one| one.score.low).fold(1.0, f64::min);
    let high = group.iter().map(|one| one.score.high).fold(0.0, f64::max);
    // Outward, so that it is true.
    let [low, high] = [(100.0 * low).floor(), (100.0 * high).ceil()];
    format!("scores {}; all 95 % CIs within {low:.0} to {high:.0}", list(&values))
}

/// That any advantage is small, if every interval says so: no correction is needed for what must be true of all of them.
fn no_more_than(group: &[&Shown]) -> String {
    let is_small = |one: &&Shown| one.score.low >= 0.5 - FAIR && one.score.high <= 0.5 + FAIR;
    if group.iter().all(is_small) {
        format!(", and any advantage is below {:.0} points", 100.0 * FAIR)
    } else {
        String::new()
    }
}

/// That a player has an advantage at some levels.
fn advantage(who: &str, group: &[&Shown]) -> String {
    let own = |one: &Shown| match who {
        "first" => one.score,
        _ => Estimate {
            value: 1.0 - one.score.value,
            low: 1.0 - one.score.high,
            high: 1.0 - one.score.low,
            ..one.score
        },
    };
    let at = at_levels(group.iter().map(|one| one.level));
    let scores: Vec<String> = group.iter().map(|one| score(own(one))).collect();
    format!("the {who} player has a significant advantage {at} and scores {}", list(&scores))
}

/// Where games start and how levels were tested, and which intervals say something else alone.
fn conditions(shown: &[Shown]) -> String {
    let mut parts = Vec::new();
    if let Some(n) = shown.last().map(|one| one.level.opening_plies).filter(|&n| n > 0) {
        parts.push(format!("games start after {}", random_plies(n)));
    }
    if shown.len() > 1 {
        parts.push(format!("{} levels tested together (Holm)", shown.len()));
    }
    let mut text = if parts.is_empty() { String::new() } else { format!(" {}.", capital(&parts.join("; "))) };
    let doubtful: Vec<&Level> = (shown.iter())
        .filter(|one| one.verdict.side == Side::Neither && one.verdict.excludes_even)
        .map(|one| one.level)
        .collect();
    if !doubtful.is_empty() {
        let exclude = if doubtful.len() == 1 { "CI excludes" } else { "CIs exclude" };
        text.push_str(&format!(
            " {} the 95 % {exclude} 50 %, which is not significant with {} levels tested.",
            capital(&at_levels(doubtful)),
            shown.len()
        ));
    }
    text
}

/// What first moves are worth.
pub(super) fn first_moves(portrait: &AnalysisResult) -> Option<String> {
    let verdicts = portrait.first_move_verdicts();
    let tested: Vec<(&str, Side)> = (portrait.first_moves.iter().zip(verdicts))
        .filter_map(|(first, verdict)| Some((first.first_move.as_str(), verdict?.side)))
        .collect();
    let n = tested.len();
    if n < 2 {
        return None;
    }
    let of = |side: Side| -> Vec<&str> {
        tested.iter().filter(|(_, known)| *known == side).map(|(name, _)| *name).collect()
    };
    let [more, even, less] = [Side::More, Side::Neither, Side::Less].map(of);
    if even.len() == n {
        return Some(format!(
            "No significant advantage of either player after any of {n} first moves (Holm)."
        ));
    }
    let mut parts = Vec::new();
    for (group, word) in [(&more, "more"), (&less, "less")] {
        if !group.is_empty() {
            let scores =
                if parts.is_empty() { "the first player scores significantly" } else { "significantly" };
            let of = if parts.is_empty() { format!(" of {n} first moves") } else { String::new() };
            let than = if parts.is_empty() { " than 50 %" } else { "" };
            parts.push(format!("after {}{of} ({}) {scores} {word}{than}", group.len(), names(group)));
        }
    }
    if !even.is_empty() {
        parts.push(format!(
            "no significant advantage after {} ({}), fit for a swap rule",
            even.len(),
            names(&even)
        ));
    }
    Some(format!("{} ({n} tests, Holm).", capital(&parts.join("; "))))
}
