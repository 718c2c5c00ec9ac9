//! Exact fractions, for values that must agree to the last digit.

use std::fmt;
use std::ops::{Add, AddAssign, Div, Mul};

use zermelo_tictactoe::walk::Weight;

/// A fraction in lowest terms, not negative.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };
    pub const ONE: Fraction = Fraction { numerator: 1, denominator: 1 };

    pub fn new(numerator: u128, denominator: u128) -> Fraction {
        let (mut a, mut b) = (numerator, denominator);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Fraction { numerator: numerator / a, denominator: denominator / a }
    }

    /// Reads `2/3` or `1`.
    pub fn read(text: &str) -> Fraction {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        Fraction::new(numerator.parse().expect("a number"), denominator.parse().expect("a number"))
    }

    pub fn float(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl Add for Fraction {
    type Output = Fraction;

    fn add(self, other: Fraction) -> Fraction {
        let numerator = self.numerator * other.denominator + other.numerator * self.denominator;
        Fraction::new(numerator, self.denominator * other.denominator)
    }
}

impl AddAssign for Fraction {
    fn add_assign(&mut self, other: Fraction) {
        *self = *self + other;
    }
}

impl Mul for Fraction {
    type Output = Fraction;

    fn mul(self, other: Fraction) -> Fraction {
        Fraction::new(self.numerator * other.numerator, self.denominator * other.denominator)
    }
}

impl Div<usize> for Fraction {
    type Output = Fraction;

    #[expect(clippy::suspicious_arithmetic_impl, reason = "to divide is to multiply by the inverse")]
    fn div(self, n: usize) -> Fraction {
        self * Fraction::new(1, n as u128)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> std::cmp::Ordering {
        (self.numerator * other.denominator).cmp(&(other.numerator * self.denominator))
    }
}

impl fmt::Debug for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

impl Weight for Fraction {
    const ZERO: Fraction = Fraction::ZERO;
    const ONE: Fraction = Fraction::ONE;

    fn of_one_in(n: usize) -> Fraction {
        Fraction::new(1, n as u128)
    }
}
