//! The verdict of a sequential test, and what its games say about the difference in Elo.
//!
//! A test ends when the results are extreme, so an interval for a fixed number of games would be too narrow. The interval here
//! is an anytime interval: it holds whenever a match is stopped, for whatever reason.

use serde::{Deserialize, Serialize};
use zermelo_arena::schedule::RaceProgress;
use zermelo_stats::anytime::anytime_elo_interval;
use zermelo_stats::{Scale, Strength, Verdict};

/// What is wrong with the estimate of a test that its results ended.
const BIAS: &str =
    " The estimate itself is biased: on average it is too far from the middle between the hypotheses.";

/// The verdict of a sequential test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceResult {
    /// `upper`, `lower` or `open`.
    pub verdict: String,
    /// Pairs of games up to the verdict.
    pub pairs: u64,
    /// The logarithm of the likelihood ratio there.
    pub llr: f64,
    /// The bounds at which the test decides.
    pub bounds: [f64; 2],
    /// Who is tested, and against whom; empty in results of earlier versions.
    #[serde(default)]
    pub names: [String; 2],
    /// The differences in Elo that the test tells apart.
    #[serde(default)]
    pub elo: [f64; 2],
    /// How many pairs were played: the verdict may come in the middle of a batch.
    #[serde(default)]
    pub played: u64,
    /// Whether the limit of games ended the test without a verdict.
    #[serde(default)]
    pub is_at_limit: bool,
    /// The results up to the verdict; `None` in results of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<RaceEvidence>,
}

/// The results that a sequential test has looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RaceEvidence {
    /// The scale of the two hypotheses: `logistic` or `normalized`.
    pub model: String,
    /// The chance to accept H1 when H0 is true, and the chance of the opposite error.
    pub errors: [f64; 2],
    /// Pairs of games by result (pentanomial): lost twice, lost and drawn, even, won and drawn, won twice.
    pub pairs: [u64; 5],
    /// How many pairs are independent evidence: repeated games count once.
    pub independent: u64,
    /// Games won, drawn and lost by the agent that is tested.
    pub games: [u64; 3],
    /// The difference in logistic Elo that the score corresponds to; `None` before the first pair.
    pub estimate: Option<f64>,
    /// Its 95 % anytime interval; an end that is `None` is open.
    pub interval: [Option<f64>; 2],
}

impl RaceResult {
    /// What a race has come to.
    pub fn of(progress: &RaceProgress, names: [String; 2]) -> RaceResult {
        let test = progress.race().test;
        let ((low, high), (alpha, beta)) = (test.bounds(), test.errors());
        let sample = progress.sample();
        let interval = anytime_elo_interval(&sample, 0.95).unwrap_or((None, None));
        RaceResult {
            verdict: match progress.verdict() {
                Verdict::Upper => "upper",
                Verdict::Lower => "lower",
                Verdict::Open => "open",
            }
            .to_owned(),
            pairs: progress.n_pairs() as u64,
            llr: progress.log_ratio(),
            bounds: [low, high],
            names,
            elo: test.elo().into(),
            played: progress.n_played().into(),
            is_at_limit: progress.verdict() == Verdict::Open
                && progress.n_played() >= progress.race().most_pairs,
            evidence: Some(RaceEvidence {
                model: test.scale().id().to_owned(),
                errors: [alpha, beta],
                pairs: progress.pairs(),
                independent: progress.n_independent(),
                games: progress.games(),
                estimate: Strength::of(&sample).ok().map(|strength| strength.elo),
                interval: interval.into(),
            }),
        }
    }

    /// The unit of the two hypotheses.
    pub fn unit(&self) -> &'static str {
        match &self.evidence {
            Some(evidence) if evidence.model == Scale::Normalised.id() => "normalised Elo",
            _ => "Elo",
        }
    }

    /// What is accepted, in words; empty for results of earlier versions, which name nobody.
    pub fn claim(&self) -> String {
        let ([new, old], [low, high], unit) = (&self.names, self.elo, self.unit());
        match (self.verdict.as_str(), new.is_empty()) {
            (_, true) => String::new(),
            // Neither is more than that: what is accepted is one of two hypotheses, not a bound of the difference.
            ("upper", _) => {
                format!("H1 accepted, {high} {unit} ({new} - {old}) explains the results better than {low}")
            }
            ("lower", _) => {
                format!("H0 accepted, {low} {unit} ({new} - {old}) explains the results better than {high}")
            }
            _ if self.is_at_limit => format!(
                "the limit of games ended the test, and it is open whether {new} - {old} is {low} or {high} {unit}"
            ),
            _ => format!("it is open whether {new} - {old} is {low} or {high} {unit}"),
        }
    }

    /// The verdict and the difference in Elo, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let elo = self.evidence.as_ref().and_then(|evidence| {
            let end = |end: Option<f64>| end.map_or("open".to_owned(), |end| format!("{end:+.1}"));
            let [low, high] = evidence.interval;
            let bias = if self.verdict == "open" {
                ""
            } else {
                BIAS
            };
            let n_games: u64 = evidence.games.iter().sum();
            Some(format!(
                "Estimated difference after {n_games} games: {:+.1} Elo, 95 % anytime interval {} to {}. The interval holds \
                 whenever one looks or stops.{bias}",
                evidence.estimate?,
                end(low),
                end(high)
            ))
        });
        std::iter::once(self.sentence()).chain(elo).collect()
    }

    /// The verdict in a sentence.
    pub fn sentence(&self) -> String {
        let claim = self.claim();
        let claim = if claim.is_empty() { claim } else { format!(": {claim}") };
        let decided = if self.verdict == "open" { "not decided" } else { "decided" };
        let batch = if self.played > self.pairs {
            format!("; {} pairs were played, because the last batch was already running", self.played)
        } else {
            String::new()
        };
        let [below, above] = self.bounds;
        format!(
            "SPRT {decided} after {} pairs{claim} (LLR {:.2}, bounds {below:.2} and {above:.2}{batch}).",
            self.pairs, self.llr
        )
    }
}
