//! What a unit makes of its sum.
//!
//! The exponential is our own: it goes through eight numbers at once, and is the same on every machine.

use serde::{Deserialize, Serialize};

use crate::product::multiply_add;

/// What a unit makes of its sum. Every slope follows from the value alone, so that a pass needs to keep only
/// that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activation {
    /// The sum itself.
    Linear,
    /// Nothing below 0.
    Relu,
    /// Nothing below 0, and 1 at most.
    ClippedRelu,
    /// The exponential less 1 below 0.
    Elu,
    /// The hyperbolic tangent, from -1 to 1.
    Tanh,
    /// The logistic function, from 0 to 1.
    Logistic,
}

impl Activation {
    /// All of them.
    pub const ALL: [Activation; 6] = [
        Activation::Linear,
        Activation::Relu,
        Activation::ClippedRelu,
        Activation::Elu,
        Activation::Tanh,
        Activation::Logistic,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Activation::Linear => "linear",
            Activation::Relu => "relu",
            Activation::ClippedRelu => "clipped-relu",
            Activation::Elu => "elu",
            Activation::Tanh => "tanh",
            Activation::Logistic => "logistic",
        }
    }

    /// The one of this name.
    pub fn named(name: &str) -> Option<Activation> {
        Activation::ALL.into_iter().find(|activation| activation.name() == name)
    }

    /// Turns sums into values.
    pub fn apply(self, sums: &mut [f32]) {
        match self {
            Activation::Linear => {}
            Activation::Relu => sums.iter_mut().for_each(|x| *x = if *x < 0.0 { 0.0 } else { *x }),
            Activation::ClippedRelu => sums.iter_mut().for_each(|x| *x = clip(*x)),
            Activation::Elu => sums.iter_mut().for_each(|x| *x = if *x > 0.0 { *x } else { exp(*x) - 1.0 }),
            Activation::Tanh => sums.iter_mut().for_each(|x| *x = 1.0 - 2.0 / (1.0 + exp(2.0 * *x))),
            Activation::Logistic => sums.iter_mut().for_each(|x| *x = logistic(*x)),
        }
    }

    /// Multiplies each gradient by the slope where the unit has this value.
    pub(crate) fn times_slope(self, values: &[f32], gradients: &mut [f32]) {
        let pairs = gradients.iter_mut().zip(values);
        match self {
            Activation::Linear => {}
            Activation::Relu => pairs.for_each(|(g, &y)| *g *= f32::from(y > 0.0)),
            Activation::ClippedRelu => pairs.for_each(|(g, &y)| *g *= f32::from((y > 0.0) & (y < 1.0))),
            Activation::Elu => pairs.for_each(|(g, &y)| *g *= if y > 0.0 { 1.0 } else { y + 1.0 }),
            Activation::Tanh => pairs.for_each(|(g, &y)| *g *= 1.0 - y * y),
            Activation::Logistic => pairs.for_each(|(g, &y)| *g *= y * (1.0 - y)),
        }
    }
}

/// From 0 to 1. What is no number stays none, so that a training that diverges is noticed.
#[inline]
fn clip(x: f32) -> f32 {
    let low = if x < 0.0 { 0.0 } else { x };
    if low > 1.0 { 1.0 } else { low }
}

/// The logistic function: the share of wins that these log-odds mean.
#[inline]
pub fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + exp(-logit))
}

/// e to the power of `x`, within two parts in ten million; of extreme `x` the most or least that is finite.
///
/// `x` is a whole number of times the logarithm of 2, which goes to the exponent's bits, and a rest for a
/// polynomial (the coefficients are those of the Cephes library).
#[inline]
pub(crate) fn exp(x: f32) -> f32 {
    /// Adding this leaves the nearest whole number in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    // Comparisons that keep what is no number.
    let x = if x > 87.5 { 87.5 } else { x };
    let x = if x < -87.0 { -87.0 } else { x };
    let shifted = multiply_add(x, std::f32::consts::LOG2_E, ROUND);
    let n = shifted - ROUND;
    let rest = multiply_add(n, -0.693_359_4, x);
    let rest = multiply_add(n, 2.121_944_4e-4, rest);
    let mut y = 1.987_569_1e-4;
    for coefficient in [1.398_2e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5] {
        y = multiply_add(y, rest, coefficient);
    }
    let y = multiply_add(y * rest, rest, rest) + 1.0;
    y * f32::from_bits((shifted.to_bits() << 23).wrapping_add(1.0_f32.to_bits()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponential_is_right_to_the_last_bits() {
        for step in -8700..=8750 {
            let x = step as f32 / 100.0;
            let expected = libm::exp(f64::from(x));
            let error = (f64::from(exp(x)) / expected - 1.0).abs();
            assert!(error < 2e-7, "exp({x}): off by {error}");
        }
        assert!(exp(f32::INFINITY).is_finite() && exp(f32::NEG_INFINITY) > 0.0 && exp(f32::NAN).is_nan());
    }

    #[test]
    fn values_are_those_of_the_definition() {
        for activation in Activation::ALL {
            for step in -300..=300 {
                let x = step as f32 / 50.0;
                let wide = f64::from(x);
                let expected = match activation {
                    Activation::Linear => wide,
                    Activation::Relu => wide.max(0.0),
                    Activation::ClippedRelu => wide.clamp(0.0, 1.0),
                    Activation::Elu => {
                        if wide > 0.0 {
                            wide
                        } else {
                            libm::expm1(wide)
                        }
                    }
                    Activation::Tanh => libm::tanh(wide),
                    Activation::Logistic => 1.0 / (1.0 + libm::exp(-wide)),
                };
                let mut value = [x];
                activation.apply(&mut value);
                let error = (f64::from(value[0]) - expected).abs();
                assert!(error < 3e-7, "{} of {x}: off by {error}", activation.name());
            }
            assert_eq!(Activation::named(activation.name()), Some(activation));
            let mut value = [f32::NAN];
            activation.apply(&mut value);
            assert!(value[0].is_nan(), "{}", activation.name());
        }
    }
}
