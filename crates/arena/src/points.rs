//! What a win, a draw and a loss are worth in a table.

use std::fmt;
use std::str::FromStr;

/// Points for a win, a draw and a loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// For a win.
    pub win: f64,
    /// For a draw.
    pub draw: f64,
    /// For a loss.
    pub loss: f64,
}

impl Points {
    /// One for a win, half for a draw.
    pub const USUAL: Points = Points { win: 1.0, draw: 0.5, loss: 0.0 };

    /// Points for so many wins, draws and losses.
    pub fn of(&self, wins: u64, draws: u64, losses: u64) -> f64 {
        self.win * wins as f64 + self.draw * draws as f64 + self.loss * losses as f64
    }
}

impl Default for Points {
    fn default() -> Self {
        Points::USUAL
    }
}

/// `3/1/0` or `1/½/0`.
impl FromStr for Points {
    type Err = String;

    fn from_str(text: &str) -> Result<Points, String> {
        let numbers: Option<Vec<f64>> = (text.split('/'))
            .map(|part| match part.trim() {
                "½" => Some(0.5),
                part => part.parse().ok().filter(|number: &f64| number.is_finite()),
            })
            .collect();
        match numbers.as_deref() {
            Some(&[win, draw, loss]) if win >= draw && draw >= loss => Ok(Points { win, draw, loss }),
            _ => {
                Err(format!("`{text}`: expected points for a win, a draw and a loss, such as 3/1/0 or 1/½/0"))
            }
        }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |points: f64| if points == 0.5 { "½".to_owned() } else { points.to_string() };
        write!(f, "{}/{}/{}", number(self.win), number(self.draw), number(self.loss))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_and_written() {
        for text in ["3/1/0", "1/½/0", "2/1/0", "1/0/-1"] {
            assert_eq!(text.parse::<Points>().map(|points| points.to_string()), Ok(text.to_owned()));
        }
        assert_eq!(" 1 / 0.5 / 0".parse(), Ok(Points::USUAL));
        for text in ["", "3", "3/1", "0/1/3", "a/b/c", "3/1/0/0", "inf/0/0", "nan/0/0"] {
            assert!(text.parse::<Points>().is_err(), "{text}");
        }
    }
}
