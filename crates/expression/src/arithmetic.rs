//! What the operations compute. Every result is finite, and has the same bits on every machine.
//!
//! - What has no value is 0: `x / 0`, `0 ^ -1`, the square root of a negative number, the logarithm of a number that is not positive,
//!   a negative number to the power of a fraction. `0 ^ 0` is 1.
//! - What is too large for a number is the largest one, about 1.8e308, with its sign.
//! - Whole powers up to 256 are products from left to right, so that `x^2` is `x * x` and `x^3` is `x * x * x` to the last bit.
//!   Other powers, logarithms and `exp` come from `libm`, never from the machine's own library.

use std::cmp::Ordering;

use crate::Operation;

/// Whole powers up to this are products.
const LARGEST_PRODUCT: f64 = 256.0;

/// A result with a bound: too large is the largest number. (What is no number cannot come here, and would be the smallest.)
#[inline]
fn bounded(value: f64) -> f64 {
    if value > f64::MAX {
        f64::MAX
    } else if value >= f64::MIN {
        value
    } else {
        f64::MIN
    }
}

/// The larger of two. By comparison, because `f64::max` may choose either zero.
#[inline]
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[inline]
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline]
fn truth(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

#[inline]
fn quotient(a: f64, b: f64) -> f64 {
    if b == 0.0 { 0.0 } else { bounded(a / b) }
}

fn power(base: f64, exponent: f64) -> f64 {
    let is_whole = exponent == exponent.trunc();
    if is_whole && exponent.abs() <= LARGEST_PRODUCT {
        let product = (0..exponent.abs() as u32).fold(1.0, |product, _| product * base);
        return if exponent < 0.0 { quotient(1.0, bounded(product)) } else { bounded(product) };
    }
    let has_value = base > 0.0 || (is_whole && base < 0.0);
    if has_value { bounded(libm::pow(base, exponent)) } else { 0.0 }
}

/// A function of a number that must be positive.
fn of_positive(function: fn(f64) -> f64, value: f64) -> f64 {
    if value > 0.0 { function(value) } else { 0.0 }
}

impl Operation {
    /// The result for these operands; an operation of fewer than three looks at the first ones only.
    #[inline]
    pub fn apply(self, [a, b, c]: [f64; 3]) -> f64 {
        match self {
            Operation::Add => bounded(a + b),
            Operation::Subtract => bounded(a - b),
            Operation::Multiply => bounded(a * b),
            Operation::Divide => quotient(a, b),
            Operation::Power => power(a, b),
            Operation::Less => truth(a < b),
            Operation::LessOrEqual => truth(a <= b),
            Operation::Greater => truth(a > b),
            Operation::GreaterOrEqual => truth(a >= b),
            Operation::Equal => truth(a == b),
            Operation::NotEqual => truth(a != b),
            Operation::Negate => -a,
            Operation::Min => smaller(a, b),
            Operation::Max => larger(a, b),
            Operation::Clamp => smaller(larger(a, b), c),
            Operation::If => {
                if a != 0.0 {
                    b
                } else {
                    c
                }
            }
            Operation::Abs => a.abs(),
            Operation::Sign => match a.partial_cmp(&0.0) {
                Some(Ordering::Greater) => 1.0,
                Some(Ordering::Less) => -1.0,
                _ => 0.0,
            },
            Operation::Floor => a.floor(),
            Operation::Sqrt => of_positive(f64::sqrt, a),
            Operation::Ln => of_positive(libm::log, a),
            Operation::Log2 => of_positive(libm::log2, a),
            Operation::Log10 => of_positive(libm::log10, a),
            Operation::Exp => bounded(libm::exp(a)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(operation: Operation, a: f64, b: f64) -> f64 {
        operation.apply([a, b, 0.0])
    }

    #[test]
    fn what_has_no_value_is_nothing() {
        for (operation, a, b) in [
            (Operation::Divide, 1.0, 0.0),
            (Operation::Divide, 0.0, -0.0),
            (Operation::Power, 0.0, -1.0),
            (Operation::Power, 0.0, -0.5),
            (Operation::Power, 0.0, -300.0),
            (Operation::Power, -8.0, 1.0 / 3.0),
            (Operation::Sqrt, -1.0, 0.0),
            (Operation::Ln, 0.0, 0.0),
            (Operation::Log2, -1.0, 0.0),
            (Operation::Log10, -0.0, 0.0),
        ] {
            assert_eq!(of(operation, a, b).to_bits(), 0, "{operation:?} {a} {b}");
        }
        assert_eq!(of(Operation::Power, 0.0, 0.0), 1.0);
    }

    #[test]
    fn powers_are_products() {
        let third = 1.0 / 3.0;
        assert_eq!(of(Operation::Power, third, 2.0), third * third);
        assert_eq!(of(Operation::Power, third, 5.0), third * third * third * third * third);
        assert_eq!(of(Operation::Power, -2.0, -3.0), -0.125);
        assert_eq!(of(Operation::Power, -1.0, 1e15), 1.0);
        assert_eq!(of(Operation::Power, 4.0, 0.5), 2.0);
    }

    #[test]
    fn results_are_finite() {
        let numbers = [0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1e9, 1e-300, f64::MAX, f64::MIN, f64::MIN_POSITIVE];
        for operation in Operation::ALL {
            for a in numbers {
                for b in numbers {
                    for c in numbers {
                        let value = operation.apply([a, b, c]);
                        assert!(value.is_finite(), "{operation:?} {a} {b} {c}: {value}");
                    }
                }
            }
        }
        assert_eq!(of(Operation::Multiply, f64::MAX, -2.0), f64::MIN);
        assert_eq!(of(Operation::Exp, 1e6, 0.0), f64::MAX);
    }
}
