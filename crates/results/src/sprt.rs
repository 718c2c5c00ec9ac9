//! What a sequential test says, for machines and for people: while it runs, and when it is over.

use std::fmt::Write;
use std::path::Path;

use serde_json::{Value, json};
use zermelo_experiments::tournament::{RaceEvidence, RaceResult, TournamentResult};

use crate::command_text::{quoted, with_store};
use zermelo_terminal::number::{grouped, percent, signed};
use zermelo_terminal::prose::{entry, wrapped};

/// The numbers of a test under the names that `zermelo match` and `zermelo stats sprt` use too.
pub fn json(race: &RaceResult) -> Value {
    let [lower, upper] = race.bounds;
    let [elo0, elo1] = race.elo;
    let mut json = json!({
        "llr": race.llr,
        "lower": lower,
        "upper": upper,
        "verdict": race.verdict,
        "elo0": elo0,
        "elo1": elo1,
        "n_pairs": race.pairs,
    });
    if let (Some(evidence), Value::Object(json)) = (&race.evidence, &mut json) {
        let [wins, draws, losses] = evidence.games;
        let facts = json!({
            "model": evidence.model,
            "alpha": evidence.errors[0],
            "beta": evidence.errors[1],
            "pairs": evidence.pairs,
            "independent_pairs": evidence.independent,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "elo": evidence.estimate,
            "elo_low": evidence.interval[0],
            "elo_high": evidence.interval[1],
            "elo_interval": "anytime",
        });
        if let Value::Object(facts) = facts {
            json.extend(facts);
        }
    }
    json
}

/// A test that is running, in one line of this width. What matters least is left out first.
pub fn line(race: &RaceResult, width: usize) -> String {
    let [lower, upper] = race.bounds;
    let mut line = format!("LLR {:.2} [{lower:.2}, {upper:.2}]", race.llr + 0.0);
    let Some(evidence) = &race.evidence else { return line };
    let places = places(evidence);
    let elo = evidence.estimate.map(|elo| format!(", Elo {}", signed(elo, places))).unwrap_or_default();
    let interval = match evidence.interval {
        [Some(low), Some(high)] => format!(" ({} to {})", signed(low, places), signed(high, places)),
        _ => String::new(),
    };
    let pairs = format!(", LL-WW {}", evidence.pairs.map(|count| count.to_string()).join(" "));
    let attempts =
        [format!("{elo}{interval}{pairs}"), format!("{elo}{pairs}"), format!("{elo}{interval}"), elo];
    let mut attempts = attempts.iter().map(|rest| format!("{line}{rest}"));
    if let Some(fitting) = attempts.find(|attempt| attempt.chars().count() <= width) {
        line = fitting;
    }
    line
}

/// Whole numbers, unless so many games were played that tenths mean something.
fn places(evidence: &RaceEvidence) -> usize {
    match evidence.interval {
        [Some(low), Some(high)] => usize::from(high - low < 100.0),
        _ => 0,
    }
}

/// A test that is over, or as far as it has come.
pub fn text(run: &str, result: &TournamentResult, race: &RaceResult, evidence: &RaceEvidence) -> String {
    let mut text = wrapped(&format!("{} ({}, {run})", result.title, result.game));
    text.push('\n');
    let ([new, old], [elo0, elo1], unit) = (&race.names, race.elo, race.unit());
    for (label, name) in [("agents    ", new), ("          ", old)] {
        let standing = result.standings.iter().find(|standing| standing.name == *name);
        let agent = standing.map_or("", |standing| standing.agent.as_str());
        text.push_str(&entry(label, &format!("{name}: {agent}")));
    }
    let [alpha, beta] = evidence.errors;
    text.push_str(&entry(
        "test      ",
        &format!("H0 {elo0} {unit} against H1 {elo1} {unit}, error rates {alpha} and {beta}"),
    ));
    let [lower, upper] = race.bounds;
    let verdict = match race.verdict.as_str() {
        "upper" => "H1 accepted",
        "lower" => "H0 accepted",
        _ => "undecided",
    };
    text.push_str(&entry(
        "LLR       ",
        &format!("{:.2}, bounds {lower:.2} and {upper:.2}: {verdict}", race.llr + 0.0),
    ));
    text.push_str(&entry("pairs     ", &pairs_text(evidence.pairs, evidence.independent)));
    let [wins, draws, losses] = evidence.games;
    let n_games = wins + draws + losses;
    let score = (wins as f64 + 0.5 * draws as f64) / n_games.max(1) as f64;
    let told = format!(
        "{}: {new} won {}, drew {}, lost {}: {}",
        grouped(n_games),
        grouped(wins),
        grouped(draws),
        grouped(losses),
        percent(score)
    );
    text.push_str(&entry("games     ", &told));
    if let Some(told) = elo(evidence) {
        text.push_str(&entry("Elo       ", &told));
    }
    let [first, drawn, second] = result.by_side.map(grouped);
    let told = format!("first player won {first}, second player {second}, drawn {drawn}");
    let told = if race.played > race.pairs {
        format!("{told} (of all {} games)", grouped(result.games))
    } else {
        told
    };
    text.push_str(&entry("sides     ", &told));
    let endings: Vec<String> =
        result.endings.iter().map(|ending| format!("{} {}", ending.reason, grouped(ending.games))).collect();
    text.push_str(&entry("endings   ", &endings.join(", ")));
    for standing in result.standings.iter().filter(|standing| !standing.quits.is_empty()) {
        let quits: Vec<String> = standing.quits.iter().map(|(reason, n)| format!("{reason} {n}")).collect();
        text.push_str(&entry("forfeits  ", &format!("{} lost by {}", standing.name, quits.join(", "))));
    }
    text.push('\n');
    sentences(race, evidence).iter().for_each(|sentence| text.push_str(&wrapped(sentence)));
    result.findings.iter().for_each(|finding| text.push_str(&wrapped(finding)));
    text
}

/// Pairs of games by result, in the order in which `zermelo stats` reads them, and as how much evidence they count.
pub fn pairs_text(pairs: [u64; 5], n_independent: u64) -> String {
    let n_pairs: u64 = pairs.iter().sum();
    let [ll, ld, even, wd, ww] = pairs.map(grouped);
    let mut told = format!("{}: LL {ll}, LD {ld}, M {even}, WD {wd}, WW {ww}", grouped(n_pairs));
    if n_independent < n_pairs {
        let n_independent = grouped(n_independent);
        let _ = write!(told, "; games repeat, so these count as {n_independent} independent pairs");
    }
    told
}

/// The estimate with its interval.
fn elo(evidence: &RaceEvidence) -> Option<String> {
    let places = places(evidence);
    let told = |elo: f64| signed(elo, places);
    let estimate = told(evidence.estimate?);
    Some(match evidence.interval {
        [Some(low), Some(high)] => {
            format!("{estimate}, 95 % anytime interval {} to {}", told(low), told(high))
        }
        [Some(low), None] => format!("{estimate}, with 95 % at least {} (anytime interval)", told(low)),
        [None, Some(high)] => format!("{estimate}, with 95 % at most {} (anytime interval)", told(high)),
        [None, None] => format!("{estimate}, without an interval: there are too few games"),
    })
}

/// What may be believed.
fn sentences(race: &RaceResult, evidence: &RaceEvidence) -> Vec<String> {
    let [alpha, beta] = evidence.errors;
    let ([elo0, elo1], unit) = (race.elo, race.unit());
    let claim = race.claim();
    let mut sentences = vec![match race.verdict.as_str() {
        "upper" => format!(
            "{claim}. If H0 were true ({elo0} {unit}), the test would accept H1 with a probability of at most about {}.",
            percent(alpha)
        ),
        "lower" => format!(
            "{claim}. If H1 were true ({elo1} {unit}), the test would accept H0 with a probability of at most about {}.",
            percent(beta)
        ),
        _ => {
            let [lower, upper] = race.bounds;
            let (bound, which) = if race.llr < 0.0 { (lower, "H0") } else { (upper, "H1") };
            format!("Undecided: {claim}. The LLR is {} of the way to {which}.", percent(race.llr / bound))
        }
    }];
    if race.played > race.pairs {
        sentences.push(format!(
            "{} pairs were played, because the last batch was already running; the test looks only at the first {}.",
            grouped(race.played),
            grouped(race.pairs)
        ));
    }
    if race.verdict == "open" {
        sentences.push(
            "The anytime interval (a confidence sequence) holds whenever one looks or stops.".to_owned(),
        );
    } else {
        sentences.push(
            "The Elo is estimated from the games that ended the test, so it is biased: on average it is too far from the \
             middle between the hypotheses. The anytime interval (a confidence sequence) holds although the results decided when to \
             stop. It is wider than an interval for a fixed number of games, and may contain differences that the test \
             rejects."
                .to_owned(),
        );
    }
    sentences
}

/// The commands that show a stored run again.
pub fn commands(run: &str, store: &Path) -> String {
    let (run, store) = (quoted(run), with_store(store));
    format!(
        "To see it again, or as a page with figures:\n  zermelo show {run}{store}\n  zermelo report {run}{store}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(pairs: [u64; 5], interval: [Option<f64>; 2]) -> RaceResult {
        RaceResult {
            verdict: "open".to_owned(),
            pairs: pairs.iter().sum(),
            llr: -1.234,
            bounds: [-2.944, 2.944],
            names: ["A", "B"].map(str::to_owned),
            is_at_limit: false,
            elo: [0.0, 5.0],
            played: pairs.iter().sum(),
            evidence: Some(RaceEvidence {
                model: "logistic".to_owned(),
                errors: [0.05; 2],
                pairs,
                independent: pairs.iter().sum(),
                games: [0; 3],
                estimate: Some(-12.34),
                interval,
            }),
        }
    }

    #[test]
    fn a_running_test_fits_every_line() {
        let long = race([12_345; 5], [Some(-34.5), Some(12.1)]);
        let told = "LLR -1.23 [-2.94, 2.94], Elo -12.3 (-34.5 to +12.1)";
        assert_eq!(line(&long, 90), format!("{told}, LL-WW 12345 12345 12345 12345 12345"));
        // The counts come before the interval.
        assert_eq!(
            line(&long, 80),
            "LLR -1.23 [-2.94, 2.94], Elo -12.3, LL-WW 12345 12345 12345 12345 12345"
        );
        assert_eq!(line(&long, 60), told);
        let usual = race([123, 456, 789, 456, 123], [Some(-34.5), Some(12.1)]);
        assert_eq!(line(&usual, 80), format!("{told}, LL-WW 123 456 789 456 123"));
        for width in 23..120 {
            assert!(line(&long, width).chars().count() <= width);
            assert!(line(&race([3; 5], [None, Some(700.0)]), width).chars().count() <= width);
        }
    }
}
