//! What skill and knowledge are worth: longer searches, copied moves, heuristics.

use super::super::ladder::{LEVEL, Rung};
use super::super::result::AnalysisResult;
use super::super::verdict::Side;
use super::super::words::{capital, elo, grouped, list, score, score_within, signed};

impl AnalysisResult {
    /// How much there is to learn: in all, and by every doubling of the search.
    pub fn skill(&self) -> Vec<String> {
        let Some(ladder) = &self.ladder else { return Vec::new() };
        let [lowest, .., highest] = &ladder.rungs[..] else {
            // One doubling says everything in one sentence.
            return ladder.rungs.first().map(only_doubling).into_iter().collect();
        };
        let (n_levels, n_rungs) = (ladder.levels.saturating_sub(1), ladder.rungs.len());
        let (are, levels) = if n_levels == 1 {
            ("is", "a skill level of its own")
        } else {
            ("are", "skill levels of their own")
        };
        let total = format!(
            "Skill: {} from {} to {} nodes; {n_levels} of {n_rungs} doublings {are} {levels} (a score of {:.0} % or more against \
             half the nodes, significantly above 50 %).",
            elo(ladder.elo),
            grouped(lowest.nodes[0]),
            grouped(highest.nodes[1]),
            100.0 * LEVEL
        );
        vec![total, doublings(&ladder.rungs, &ladder.verdicts())]
    }
}

fn span(rung: &Rung) -> String {
    format!("{} to {}", grouped(rung.nodes[0]), grouped(rung.nodes[1]))
}

fn only_doubling(rung: &Rung) -> String {
    let is_significant = rung.games.score[1] > 0.5 || rung.games.score[2] < 0.5;
    let significant = if is_significant { "a" } else { "no" };
    format!(
        "Skill: doubling the search from {} nodes makes {significant} significant difference: {}.",
        span(rung),
        elo(rung.games.elo)
    )
}

/// Which doublings gain, and which are not shown to.
fn doublings(rungs: &[Rung], sides: &[Side]) -> String {
    let of = |side: Side| -> Vec<&Rung> {
        rungs.iter().zip(sides).filter(|(_, known)| **known == side).map(|(rung, _)| rung).collect()
    };
    let [more, even, less] = [Side::More, Side::Neither, Side::Less].map(of);
    let gains = |group: &[&Rung]| {
        let told: Vec<String> = group
            .iter()
            .map(|rung| {
                let [value, low, high] = rung.games.elo.map(signed);
                format!("{} nodes ({value} Elo, 95 % CI {low} to {high})", span(rung))
            })
            .collect();
        list(&told)
    };
    let mut parts = Vec::new();
    if !more.is_empty() {
        let all = if even.is_empty() && less.is_empty() {
            "every doubling gains significantly"
        } else {
            "significant gain by doubling"
        };
        parts.push(format!("{all}: {}", gains(&more)));
    }
    if !even.is_empty() {
        let none = if more.is_empty() && less.is_empty() {
            "no doubling gains significantly"
        } else {
            "no significant gain"
        };
        parts.push(format!("{none}: {}", gains(&even)));
    }
    if !less.is_empty() {
        parts.push(format!("significant loss by doubling: {}", gains(&less)));
    }
    format!("{} ({} tests, Holm).", capital(&parts.join("; ")), rungs.len())
}

/// Whether copying the first player's moves is a strategy.
pub(super) fn copying(portrait: &AnalysisResult) -> Option<String> {
    let copying = portrait.copying.as_ref()?;
    let sides = copying.verdicts();
    let tested = copying.ways.iter().zip(sides).filter_map(|(way, side)| Some((way, way.score?, side?)));
    let tested: Vec<_> = tested.collect();
    let (best, own, _) = tested.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
    let thinking = copying.thinking.map_or_else(String::new, |thinking| {
        format!("; a second player who searches scores {}", score(thinking))
    });
    let n = tested.len();
    let wins: Vec<String> = (tested.iter())
        .filter(|(.., side)| *side == Side::More)
        .map(|(way, own, _)| format!("{} ({})", way.symmetry, score_within(*own)))
        .collect();
    let n_losing = tested.iter().filter(|(.., side)| *side == Side::Less).count();
    let best = format!("{} by {}", score(*own), best.symmetry);
    let holm = if n > 1 { format!(" ({n} ways tested, Holm)") } else { String::new() };
    Some(if !wins.is_empty() {
        format!(
            "A second player who copies the first player's moves scores significantly more than 50 % by {}{holm}{thinking}.",
            list(&wins)
        )
    } else if n_losing == n {
        let best = if n == 1 { best } else { format!("at best {best}") };
        format!(
            "Copying the first player's moves does not pay: the second player scores {best}, significantly less than 50 %\
             {holm}{thinking}."
        )
    } else {
        format!(
            "No significant advantage by copying the first player's moves: the second player scores {}{best}{holm}{thinking}.",
            if n == 1 { "" } else { "at best " }
        )
    })
}

/// Which heuristics matter.
pub(super) fn heuristics(portrait: &AnalysisResult) -> Vec<String> {
    let Some(knowledge) = portrait.knowledge.as_ref().filter(|knowledge| !knowledge.heuristics.is_empty())
    else {
        return Vec::new();
    };
    let n = knowledge.heuristics.len();
    let sides = knowledge.verdicts();
    let of = |side: Side| -> Vec<(&str, [f64; 3])> {
        let all = knowledge.heuristics.iter().zip(&sides);
        let mut group: Vec<(&str, [f64; 3])> = (all.filter(|(_, known)| **known == side))
            .map(|(heuristic, _)| (heuristic.name.as_str(), heuristic.lost.elo))
            .collect();
        group.sort_by(|a, b| b.1[0].total_cmp(&a.1[0]));
        group
    };
    let [more, less] = [Side::More, Side::Less].map(of);
    // Strength that is lost has no sign: the words say which way it goes.
    let told = |group: &[(&str, [f64; 3])], sign: f64| {
        let told: Vec<String> = (group.iter())
            .map(|(name, [value, low, high])| {
                let [low, high] = if sign > 0.0 { [low, high] } else { [high, low] }.map(|end| sign * end);
                format!("{name} ({:.0} Elo, 95 % CI {low:.0} to {high:.0})", sign * value)
            })
            .collect();
        told.join(", ")
    };
    let tests = if n == 1 { String::new() } else { format!(" ({n} tests, Holm)") };
    let mut sentences = Vec::new();
    if more.is_empty() && less.is_empty() {
        let which = if n == 1 { "the only heuristic".to_owned() } else { format!("any of {n} heuristics") };
        sentences.push(format!("No significant loss without {which}{tests}."));
        return sentences;
    }
    let rest = match n - more.len() - less.len() {
        0 => String::new(),
        1 => "; the other heuristic has no significant effect".to_owned(),
        rest => format!("; the other {rest} heuristics have no significant effect"),
    };
    for (group, word, sign) in [(&more, "weaker", 1.0), (&less, "stronger", -1.0)] {
        if !group.is_empty() {
            let rest = if sentences.is_empty() { rest.as_str() } else { "" };
            let without =
                if group.len() == 1 { "without this heuristic" } else { "without each of these heuristics" };
            let told = told(group, sign);
            sentences.push(format!("Play is significantly {word} {without}: {told}{rest}{tests}."));
        }
    }
    sentences
}
