//! A number with its interval, which is how numbers come here: none about strength goes without.

use crate::number::Numbers;

/// A number, the interval that holds it, and how much it was found from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
    /// How many games, runs or values it was found from, where that is known.
    pub n: Option<u64>,
}

impl Estimate {
    /// A number with its interval.
    pub fn new(value: f64, (low, high): (f64, f64)) -> Estimate {
        Estimate { value, low, high, n: None }
    }

    /// A number that is known, so that it has no interval: a count, a published value.
    pub fn exact(value: f64) -> Estimate {
        Estimate { value, low: value, high: value, n: None }
    }

    /// The same, found from `n` games, runs or values.
    pub fn of(self, n: u64) -> Estimate {
        Estimate { n: Some(n), ..self }
    }

    /// Whether it has an interval.
    pub fn has_interval(&self) -> bool {
        self.low < self.high
    }

    /// Whether the interval holds a value: then nothing says that the number differs from it.
    pub fn holds(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The number with its interval in brackets.
    pub fn write(&self, numbers: Numbers) -> String {
        let value = numbers.write(self.value);
        if self.has_interval() {
            let (low, high) = (numbers.write_bare(self.low), numbers.write_bare(self.high));
            format!("{value} [{low}, {high}]")
        } else {
            value
        }
    }

    /// The same with the number of games, runs or values, as sentences have it.
    pub(crate) fn tell(&self, numbers: Numbers) -> String {
        match self.n {
            Some(n) => format!("{} (n = {})", self.write(numbers), crate::number::count(n)),
            None => self.write(numbers),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_written_with_its_interval() {
        let share = Estimate::new(0.5634, (0.514, 0.6104)).of(1400);
        assert_eq!(share.write(Numbers::Percent), "56.3 % [51.4, 61.0]");
        assert_eq!(share.tell(Numbers::Percent), "56.3 % [51.4, 61.0] (n = 1,400)");
        assert_eq!(Estimate::exact(3.0).write(Numbers::Plain), "3");
        assert!(!share.holds(0.5) && share.holds(0.6));
    }
}
