//! Which numbers a key may have.

/// An end of a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// There is none.
    Open,
    /// This number, which belongs to the range.
    Included(f64),
    /// This number, which does not belong to it.
    Excluded(f64),
}

/// Numbers from one bound to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The lower end.
    pub low: Bound,
    /// The upper end.
    pub high: Bound,
    /// Whether only even numbers are allowed. Readers of files check it, because they know why.
    pub is_even: bool,
}

impl Range {
    /// From 0 to 1.
    pub const SHARE: Range = Range::between(0.0, 1.0);
    /// More than 0.
    pub const POSITIVE: Range = Range { low: Bound::Excluded(0.0), high: Bound::Open, is_even: false };

    /// From one number to another, both allowed.
    pub const fn between(low: f64, high: f64) -> Range {
        Range { low: Bound::Included(low), high: Bound::Included(high), is_even: false }
    }

    /// Between two numbers, neither allowed.
    pub const fn inside(low: f64, high: f64) -> Range {
        Range { low: Bound::Excluded(low), high: Bound::Excluded(high), is_even: false }
    }

    /// This number or more.
    pub const fn at_least(low: f64) -> Range {
        Range { low: Bound::Included(low), high: Bound::Open, is_even: false }
    }

    /// From one number to less than another.
    pub const fn below(low: f64, high: f64) -> Range {
        Range { low: Bound::Included(low), high: Bound::Excluded(high), is_even: false }
    }

    /// Its even numbers.
    pub const fn even(self) -> Range {
        Range { is_even: true, ..self }
    }

    /// Whether a number lies within the bounds.
    pub fn contains(&self, number: f64) -> bool {
        let is_above = match self.low {
            Bound::Open => true,
            Bound::Included(low) => number >= low,
            Bound::Excluded(low) => number > low,
        };
        let is_below = match self.high {
            Bound::Open => true,
            Bound::Included(high) => number <= high,
            Bound::Excluded(high) => number < high,
        };
        is_above && is_below
    }

    /// The range in words, to stand behind "expected".
    pub fn words(&self) -> String {
        match (self.low, self.high) {
            (Bound::Included(low), Bound::Included(high)) => format!("{low} to {high}"),
            (Bound::Included(low), Bound::Excluded(high)) => format!("at least {low} and below {high}"),
            (Bound::Included(low), Bound::Open) => format!("at least {low}"),
            (Bound::Excluded(low), Bound::Included(high)) => format!("above {low} and at most {high}"),
            (Bound::Excluded(low), Bound::Excluded(high)) => format!("above {low} and below {high}"),
            (Bound::Excluded(low), Bound::Open) => format!("above {low}"),
            (Bound::Open, Bound::Included(high)) => format!("at most {high}"),
            (Bound::Open, Bound::Excluded(high)) => format!("below {high}"),
            (Bound::Open, Bound::Open) => "any number".to_owned(),
        }
    }
}
