//! How games go: how they end, how long they are, when they are decided.

use super::super::estimate::Estimate;
use super::super::level::Level;
use super::super::result::AnalysisResult;
use super::super::tension::{COMEBACK, DECIDED};
use super::super::words::{at_levels, list, name_of, number, percent, plural, plural_of, score, short};
use super::{DECISION, DRAWS};

/// The levels at which games were played.
fn played(portrait: &AnalysisResult) -> Vec<&Level> {
    portrait.levels.iter().filter(|level| level.games > 0).collect()
}

/// Who is meant by numbers of the highest level: at 1,600 nodes.
pub(super) fn at_strongest(portrait: &AnalysisResult) -> String {
    at_levels(portrait.levels.last())
}

/// Games that a limit ended.
pub(super) fn cut_games(portrait: &AnalysisResult) -> Option<String> {
    let cut: Vec<&Level> = played(portrait).into_iter().filter(|level| level.endings.cut > 0).collect();
    if cut.is_empty() {
        return None;
    }
    let n_cut: u64 = cut.iter().map(|level| level.endings.cut).sum();
    let n_games: u64 = cut.iter().map(|level| level.games).sum();
    let was = if n_cut == 1 { "was" } else { "were" };
    Some(format!(
        "{n_cut} of {} {} {was} cut by the length limit: all other numbers are in doubt.",
        plural(n_games, "game", "games"),
        at_levels(cut)
    ))
}

/// How often games are drawn, at every level.
pub(super) fn draws(portrait: &AnalysisResult) -> Option<String> {
    let known: Vec<(&Level, Estimate)> =
        played(portrait).into_iter().filter_map(|level| Some((level, level.endings.drawn?))).collect();
    if known.is_empty() {
        return None;
    }
    let at = at_levels(known.iter().map(|(level, _)| *level));
    if known.iter().all(|(level, _)| level.endings.results[1] == 0) {
        let n: u64 = known.iter().map(|(level, _)| level.games).sum();
        let most = known.iter().map(|(_, drawn)| drawn.high).fold(0.0, f64::max);
        let each = if known.len() == 1 { "" } else { " at each level" };
        let no = format!("No draws in {} {at}", plural(n, "game", "games"));
        return Some(format!("{no} (95 % CI{each}: at most {:.1} %).", 100.0 * most));
    }
    let [rare, frequent] = DRAWS;
    let verdict = if known.iter().all(|(_, drawn)| drawn.high < rare) {
        "Draws are rare"
    } else if known.iter().all(|(_, drawn)| drawn.low > frequent) {
        "Draws are frequent"
    } else {
        "Draws"
    };
    let shares: Vec<String> =
        known.iter().map(|(level, drawn)| format!("{} {}", percent(*drawn), at_levels([*level]))).collect();
    Some(format!("{verdict}: {}.", list(&shares)))
}

/// Rules that end games, and those that never do at the highest level.
pub(super) fn endings(portrait: &AnalysisResult) -> Option<String> {
    let levels = played(portrait);
    let strongest = *levels.last()?;
    let mut unused: Vec<&str> = Vec::new();
    for reason in levels.iter().flat_map(|level| &level.endings.reasons).map(|reason| reason.reason.as_str())
    {
        if !strongest.endings.has(reason) && !unused.contains(&reason) {
            unused.push(reason);
        }
    }
    if !unused.is_empty() {
        return Some(format!(
            "Endings that occur at lower levels but not {}: {}.",
            at_levels([strongest]),
            list(&unused)
        ));
    }
    match &strongest.endings.reasons[..] {
        [only] if levels.len() > 1 => {
            Some(format!("All games at all levels end the same way: {}.", only.reason))
        }
        [only] => Some(format!("All games end the same way: {}.", only.reason)),
        _ => None,
    }
}

/// How long games are: at the highest level, and the medians of the others.
pub(super) fn length(portrait: &AnalysisResult) -> Option<String> {
    let [others @ .., strongest] = &played(portrait)[..] else { return None };
    let length = strongest.length.as_ref()?;
    let at = at_levels([*strongest]);
    let plies = |n: f64| plural_of(n, "ply", "plies");
    let [shortest, longest] = length.range;
    let own = if shortest == longest {
        let finished = if strongest.endings.cut > 0 { " finished" } else { "" };
        format!("Every{finished} game {at} lasts {}", plies(longest as f64))
    } else {
        let [low, high] = length.middle;
        format!(
            "Median length {} {at}, 5th to 95th percentile {} to {}",
            plies(length.median.value),
            short(low),
            short(high)
        )
    };
    let medians: Vec<String> = (others.iter())
        .filter_map(|level| {
            Some(format!("{} ({})", short(level.length.as_ref()?.median.value), name_of(level)))
        })
        .collect();
    let rest = match &medians[..] {
        [] => String::new(),
        [one] => format!("; median at the other level: {one}"),
        several => format!("; medians at the other levels: {}", list(several)),
    };
    Some(format!("{own}{rest}."))
}

/// When games are decided.
pub(super) fn decision(portrait: &AnalysisResult) -> Option<String> {
    let at = portrait.tension.decided_at?;
    let [early, late] = DECISION;
    let verdict = if at.high < early {
        " early,"
    } else if at.low > late {
        " late,"
    } else {
        ""
    };
    Some(format!(
        "Games {} are decided{verdict} on average after {} of the plies; from then on the winner's expected score stays \
         above {:.0} %.",
        at_strongest(portrait),
        percent(at),
        100.0 * DECIDED
    ))
}

/// How the lead changes.
pub(super) fn lead(portrait: &AnalysisResult) -> Option<String> {
    let tension = &portrait.tension;
    let (drama, comebacks, changes) = (tension.drama?, tension.comebacks?, tension.lead_changes?);
    let worst = Estimate { value: 0.5 - drama.value, low: 0.5 - drama.high, high: 0.5 - drama.low, ..drama };
    Some(format!(
        "Mean number of lead changes in a game {}: {}; the winner's lowest expected score is {} on average, and {} of winners \
         came back from below {:.0} %.",
        at_strongest(portrait),
        number(changes),
        score(worst),
        percent(comebacks),
        100.0 * COMEBACK
    ))
}
