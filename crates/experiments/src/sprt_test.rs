//! The sequential test of `zermelo match --sprt`, read from its text: `elo0=0,elo1=5`.

use std::fmt;
use std::str::FromStr;

use zermelo_game::{nearest, shown};
use zermelo_stats::{Scale, Sprt};

const KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];

/// A sequential test, with the text that people write for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtTest(pub Sprt);

impl FromStr for SprtTest {
    type Err = String;

    fn from_str(text: &str) -> Result<SprtTest, String> {
        let (mut numbers, mut scale) = ([None; 4], None);
        for part in text.split(',') {
            let Some((key, value)) = part.split_once('=').map(|(key, value)| (key.trim(), value.trim()))
            else {
                let problem = if part.trim().is_empty() { "a key is missing" } else { "expected KEY=VALUE" };
                return Err(format!("`{}`: {problem}, as in elo0=0,elo1=5", shown(part.trim())));
            };
            let repeated = || format!("`{key}` is given twice");
            match KEYS.iter().position(|known| *known == key) {
                Some(4) if scale.is_some() => return Err(repeated()),
                Some(4) => scale = Some(read_scale(value)?),
                Some(index) if numbers[index].is_some() => return Err(repeated()),
                Some(index) => numbers[index] = Some(read_number(key, value)?),
                None => {
                    let hint = nearest(key, KEYS).map(|near| format!("; did you mean `{near}`?"));
                    return Err(format!(
                        "there is no key `{}`: there are elo0, elo1, alpha, beta and model{}",
                        shown(key),
                        hint.unwrap_or_default()
                    ));
                }
            }
        }
        let [elo0, elo1, alpha, beta] = numbers;
        let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
            let missing = if elo0.is_none() { "elo0" } else { "elo1" };
            return Err(format!("`{missing}` is missing: give both hypotheses, as in elo0=0,elo1=5"));
        };
        let scale = scale.unwrap_or(Scale::Logistic);
        let test = Sprt::new(scale, (elo0, elo1), alpha.unwrap_or(0.05), beta.unwrap_or(0.05));
        test.map(SprtTest).map_err(|error| error.to_string())
    }
}

fn read_number(key: &str, value: &str) -> Result<f64, String> {
    let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
    let example = if key.starts_with("elo") { "5 or -2.5" } else { "0.05" };
    // Adding zero turns a negative zero into a plain one.
    number
        .map(|number| number + 0.0)
        .ok_or_else(|| format!("{key}=`{}`: expected a number such as {example}", shown(value)))
}

fn read_scale(value: &str) -> Result<Scale, String> {
    match value {
        "logistic" => Ok(Scale::Logistic),
        "normalized" | "normalised" => Ok(Scale::Normalised),
        other => Err(format!("model=`{}`: expected logistic or normalized", shown(other))),
    }
}

/// The text that is read as the same test.
impl fmt::Display for SprtTest {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((elo0, elo1), (alpha, beta)) = (self.0.elo(), self.0.errors());
        write!(out, "elo0={elo0},elo1={elo1}")?;
        for (key, error) in [("alpha", alpha), ("beta", beta)] {
            if error != 0.05 {
                write!(out, ",{key}={error}")?;
            }
        }
        if self.0.scale() != Scale::Logistic {
            write!(out, ",model={}", self.0.scale().id())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read_and_written() {
        for (text, written) in [
            ("elo0=0,elo1=5", "elo0=0,elo1=5"),
            (" elo1 = 5 , elo0 = -0 ", "elo0=0,elo1=5"),
            ("elo0=-3.5,elo1=1,beta=0.1,model=logistic", "elo0=-3.5,elo1=1,beta=0.1"),
            ("model=normalised,elo0=0,elo1=2,alpha=0.01", "elo0=0,elo1=2,alpha=0.01,model=normalized"),
        ] {
            let test: SprtTest = text.parse().expect(text);
            assert_eq!(test.to_string(), written);
            assert_eq!(test.to_string().parse(), Ok(test));
        }
    }

    #[test]
    fn mistakes_name_the_key() {
        for (text, problem) in [
            ("", "a key is missing"),
            ("elo0", "expected KEY=VALUE"),
            ("elo0=0", "`elo1` is missing"),
            ("elo1=5", "`elo0` is missing"),
            (
                "elo0=0,elo1=5,elo2=7",
                "there is no key `elo2`: there are elo0, elo1, alpha, beta and model; did you mean",
            ),
            ("elo0=0,elo1=5,", "a key is missing"),
            ("elo0=0,elo0=1,elo1=5", "`elo0` is given twice"),
            ("elo0=0,elo1=five", "elo1=`five`: expected a number"),
            ("elo0=0,elo1=5,alpha=nan", "alpha=`nan`: expected a number such as 0.05"),
            ("elo0=0,elo1=5,alpha=0", "alpha"),
            ("elo0=0,elo1=5,model=bayes", "model=`bayes`: expected logistic or normalized"),
            ("elo0=5,elo1=0", "greater than elo0"),
        ] {
            let error = text.parse::<SprtTest>().expect_err(text);
            assert!(error.contains(problem), "{text}: {error}");
        }
    }
}
