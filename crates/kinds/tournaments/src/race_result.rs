//! The verdict of a sequential test, and what its games say about the difference in Elo.
//!
//! A test ends when the results are extreme, so an interval for a fixed number of games would be too narrow. The interval here
//! is an anytime interval: it holds whenever a match is stopped, for whatever reason.

use serde::{Deserialize, Serialize};
use zermelo_arena::schedule::RaceProgress;
use zermelo_stats::anytime::anytime_elo_interval;
use zermelo_stats::{Scale, Strength, Verdict};

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
            ("upper", _) => format!("H1 accepted, {new} is more than {low} {unit} stronger than {old}"),
            ("lower", _) => format!("H0 accepted, {new} is not {high} {unit} stronger than {old}"),
            _ => format!("it is open whether {new} is {low} or {high} {unit} stronger than {old}"),
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
                " The estimate itself is biased towards the accepted hypothesis."
            };
            Some(format!(
                "Estimated difference: {:+.1} Elo, 95 % anytime interval {} to {}. The interval holds whenever one looks or \
                 stops.{bias}",
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
            "SPRT {decided} after {} pairs{claim} (log-likelihood ratio {:.2}, bounds {below:.2} and {above:.2}{batch}).",
            self.pairs, self.llr
        )
    }
}
