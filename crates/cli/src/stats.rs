//! `zermelo stats`: statistics of numbers that people bring. Here is what results of games say; groups are compared in
//! `compare`.

use serde_json::{Value, json};
use zermelo_stats::{Sample, Scale, Sprt, StatsError, Strength, Verdict};

use crate::args::{EloArgs, ModelArg, Question, ResultsArgs, SprtArgs, StatsArgs};
use crate::compare;
use crate::reply::{Failure, Reply};
use zermelo_results::sprt::pairs_text;
use zermelo_terminal::number::{grouped, percent, signed};
use zermelo_terminal::table::{Align, table};

/// Answers the question.
pub fn run(args: &StatsArgs) -> Result<Reply, Failure> {
    match &args.question {
        Question::Compare(args) => compare::run(args),
        Question::Elo(args) => elo(args),
        Question::Sprt(args) => sprt(args),
    }
}

/// Results as they were given: single games, or pairs of games.
enum Results {
    Games {
        wins: u64,
        draws: u64,
        losses: u64,
    },
    /// Pairs by result, and how many of them are independent evidence.
    Pairs([u64; 5], u64),
}

impl Results {
    fn of(args: &ResultsArgs) -> Result<Results, Failure> {
        // The parser lets through nothing else; if it did, this would be said.
        let incomplete = || Failure::wrong("usage", "give wins, draws and losses, or --pairs LL LD M WD WW");
        match (&args.pairs, args.wins, args.draws, args.losses) {
            (Some(pairs), ..) => {
                let pairs: [u64; 5] = pairs.as_slice().try_into().map_err(|_| incomplete())?;
                let n_pairs = pairs.iter().sum();
                let n_independent = args.independent.unwrap_or(n_pairs);
                if n_independent > n_pairs {
                    let problem =
                        format!("--independent {n_independent}: there are only {n_pairs} pairs in --pairs");
                    return Err(Failure::wrong("usage", problem));
                }
                Ok(Results::Pairs(pairs, n_independent))
            }
            (None, Some(wins), Some(draws), Some(losses)) => Ok(Results::Games { wins, draws, losses }),
            _ => Err(incomplete()),
        }
    }

    fn sample(&self) -> Sample {
        match *self {
            Results::Games { wins, draws, losses } => Sample::of_games(wins, draws, losses),
            Results::Pairs(pairs, n_independent) => Sample::of_pairs(pairs).worth(n_independent),
        }
    }

    fn games(&self) -> u64 {
        match self {
            Results::Games { wins, draws, losses } => wins + draws + losses,
            Results::Pairs(pairs, _) => 2 * pairs.iter().sum::<u64>(),
        }
    }

    /// The counts, for machines.
    fn json(&self) -> Value {
        match self {
            Results::Games { wins, draws, losses } => {
                json!({ "games": self.games(), "wins": wins, "draws": draws, "losses": losses })
            }
            Results::Pairs(pairs, n_independent) => {
                json!({ "games": self.games(), "pairs": pairs, "independent_pairs": n_independent })
            }
        }
    }

    /// The counts, for people.
    fn text(&self) -> String {
        match *self {
            Results::Games { wins, draws, losses } => {
                let [wins, draws, losses] = [wins, draws, losses].map(grouped);
                format!("won {wins}, drawn {draws}, lost {losses}")
            }
            Results::Pairs(pairs, n_independent) => pairs_text(pairs, n_independent),
        }
    }
}

/// The answer with the facts it was had from.
fn joined(mut answer: Value, facts: Value) -> Value {
    if let (Value::Object(answer), Value::Object(facts)) = (&mut answer, facts) {
        answer.extend(facts);
    }
    answer
}

fn plural(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number), if number == 1 { one } else { many })
}

fn elo(args: &EloArgs) -> Result<Reply, Failure> {
    let results = Results::of(&args.results)?;
    let strength = Strength::of(&results.sample()).map_err(|error| match error {
        StatsError::NoGames => Failure::wrong("no-games", error.to_string()),
        error => Failure::failed("internal", error.to_string()),
    })?;
    let json = json!({
        "score": strength.score,
        "score_low": strength.score_interval.0,
        "score_high": strength.score_interval.1,
        "elo": strength.elo,
        "low": strength.elo_interval.0,
        "high": strength.elo_interval.1,
        "nelo": strength.nelo,
        "nelo_low": strength.nelo_interval.0,
        "nelo_high": strength.nelo_interval.1,
        "los": strength.los,
        "confidence": 0.95,
        "elo_interval": strength.method.id(),
    });
    Ok(Reply::new(joined(json, results.json()), elo_text(&results, &strength)))
}

fn elo_text(results: &Results, strength: &Strength) -> String {
    let (low, high) = strength.elo_interval;
    // Whole numbers, unless so many games were played that tenths mean something.
    let places = usize::from(high - low < 20.0);
    let elo = |number: f64| signed(number, places);
    let between =
        |(low, high): (f64, f64), write: &dyn Fn(f64) -> String| format!("{} to {}", write(low), write(high));
    let row = |name: &str, value: String, interval: String| vec![name.to_owned(), value, interval];
    let rows = [
        row("", String::new(), "95 %".to_owned()),
        row("score", percent(strength.score), between(strength.score_interval, &percent)),
        row("Elo", elo(strength.elo), between(strength.elo_interval, &elo)),
        row("normalised Elo", elo(strength.nelo), between(strength.nelo_interval, &elo)),
        row("likelihood of superiority", percent(strength.los), String::new()),
    ];
    let games = plural(results.games(), "game", "games");
    let verdict = if strength.score == 1.0 && strength.is_decided() {
        format!("Significantly stronger: all {games} were won, so by at least {} Elo (95 %).", elo(low))
    } else if strength.score == 0.0 && strength.is_decided() {
        format!("Significantly weaker: all {games} were lost, so at most {} Elo (95 %).", elo(high))
    } else if low > 0.0 {
        format!("Significantly stronger: {} Elo, 95 % CI {} to {}.", elo(strength.elo), elo(low), elo(high))
    } else if high < 0.0 {
        format!("Significantly weaker: {} Elo, 95 % CI {} to {}.", elo(strength.elo), elo(low), elo(high))
    } else {
        format!(
            "No significant difference in {games}: {} Elo, 95 % CI {} to {}.",
            elo(strength.elo),
            elo(low),
            elo(high)
        )
    };
    let lines = table(&[Align::Left, Align::Right, Align::Right], &rows);
    let counts = match results {
        Results::Pairs(..) => format!("{games}, pairs {}", results.text()),
        Results::Games { .. } => format!("{games}: {}", results.text()),
    };
    format!("{counts}\n\n{lines}\n{verdict}\n")
}

fn sprt(args: &SprtArgs) -> Result<Reply, Failure> {
    let results = Results::of(&args.results)?;
    let (scale, model, unit) = match args.model {
        ModelArg::Logistic => (Scale::Logistic, "logistic", "Elo"),
        ModelArg::Normalized => (Scale::Normalised, "normalized", "normalised Elo"),
    };
    let test = Sprt::new(scale, (args.elo0, args.elo1), args.alpha, args.beta)
        .map_err(|error| Failure::wrong("usage", error.to_string()))?;
    let sample = results.sample();
    let ((lower, upper), llr) = (test.bounds(), test.log_ratio(&sample));
    if !llr.is_finite() {
        let problem =
            "the log-likelihood ratio of these results is not a number: are the counts of a sensible size?";
        return Err(Failure::failed("internal", problem));
    }
    let verdict = test.verdict(&sample);
    let json = json!({
        "llr": llr,
        "lower": lower,
        "upper": upper,
        "verdict": match verdict {
            Verdict::Open => "open",
            Verdict::Lower => "lower",
            Verdict::Upper => "upper",
        },
        "elo0": args.elo0,
        "elo1": args.elo1,
        "model": model,
        "alpha": args.alpha,
        "beta": args.beta,
    });
    // Adding zero turns a negative zero into a plain one.
    let [elo0, elo1] = [args.elo0, args.elo1].map(|elo| (elo + 0.0).to_string());
    let meaning = match verdict {
        Verdict::Upper => format!(
            "H1 accepted, {elo1} {unit} explains the results better than {elo0}. If H0 were true ({elo0} {unit}), the test \
             would accept H1 with a probability of at most about {}.",
            percent(args.alpha)
        ),
        Verdict::Lower => format!(
            "H0 accepted, {elo0} {unit} explains the results better than {elo1}. If H1 were true ({elo1} {unit}), the test \
             would accept H0 with a probability of at most about {}.",
            percent(args.beta)
        ),
        Verdict::Open if results.games() == 0 => "Undecided: no games yet.".to_owned(),
        Verdict::Open => {
            let (bound, which) = if llr < 0.0 { (lower, "H0") } else { (upper, "H1") };
            format!("Undecided: the LLR is {} of the way to {which}.", percent(llr / bound))
        }
    };
    let short = match verdict {
        Verdict::Upper => "H1 accepted",
        Verdict::Lower => "H0 accepted",
        Verdict::Open => "undecided",
    };
    let row = |name: &str, text: String| vec![name.to_owned(), text];
    let rows = [
        row(if args.results.pairs.is_some() { "pairs" } else { "games" }, results.text()),
        row(
            "test",
            format!(
                "H0 {elo0} {unit} against H1 {elo1} {unit}, error rates {} and {}",
                args.alpha, args.beta
            ),
        ),
        row("LLR", format!("{:.2}, bounds {lower:.2} and {upper:.2}: {short}", llr + 0.0)),
    ];
    Ok(Reply::new(joined(json, results.json()), format!("{}\n{meaning}\n", table(&[], &rows))))
}
