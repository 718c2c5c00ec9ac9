//! The head of an experiment file: what all kinds have.

use serde::Deserialize;

use crate::limits::{REFERENCE_SPEED, within};

/// What every experiment file begins with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Common {
    /// The kind of experiment.
    pub kind: String,
    /// The title of its runs and reports.
    pub title: String,
    /// The question it answers.
    #[serde(default)]
    pub about: String,
    /// The game's id; empty for kinds that play no game of the catalog.
    #[serde(default)]
    pub game: String,
    /// The random seed.
    #[serde(default = "one")]
    pub seed: u64,
    /// The speed of the machine that the times of agents are meant for, in positions a second of one thread: see `--clock scaled`.
    #[serde(default, rename = "reference-speed")]
    pub reference_speed: Option<u64>,
}

const fn one() -> u64 {
    1
}

impl Common {
    /// The keys of the head.
    pub(crate) const KEYS: [&str; 6] = ["kind", "title", "about", "game", "seed", "reference-speed"];

    /// An error unless the numbers make sense.
    pub(crate) fn check(&self) -> Result<(), String> {
        let speed = self.reference_speed.map(|speed| within("reference-speed", speed, REFERENCE_SPEED));
        let told = |problem| format!("{problem} positions a second, of one thread");
        speed.transpose().map(drop).map_err(told)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reference_speed_has_a_range() {
        let check = |speed: &str| {
            let text = format!("kind = \"k\"\ntitle = \"t\"\n{speed}");
            toml::from_str::<Common>(&text).expect("it is read").check()
        };
        assert_eq!(check(""), Ok(()));
        assert_eq!(check("reference-speed = 1_200_000"), Ok(()));
        for speed in [0_u64, 99, 1_000_000_001] {
            let told = check(&format!("reference-speed = {speed}")).expect_err("it is out of range");
            let expected = format!(
                "reference-speed = {speed}: expected 100 to 1000000000 positions a second, of one thread"
            );
            assert_eq!(told, expected);
        }
    }
}
