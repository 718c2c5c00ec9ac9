//! Steps down a gradient.

use serde::{Deserialize, Serialize};

use crate::error::{LearnError, setting};
use crate::product::multiply_add;

/// How a gradient becomes a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Method {
    /// Along the gradient, times the step.
    Sgd,
    /// Adam (Kingma and Ba 2015): each parameter's step is measured by its own gradients so far.
    Adam {
        /// How much of the mean gradient stays with each step.
        mean_decay: f32,
        /// How much of the mean square stays.
        square_decay: f32,
        /// What keeps the division from nothing.
        epsilon: f32,
    },
}

impl Default for Method {
    /// Adam with its authors' constants.
    fn default() -> Self {
        Method::Adam { mean_decay: 0.9, square_decay: 0.999, epsilon: 1e-8 }
    }
}

impl Method {
    pub(crate) fn check(self) -> Result<(), LearnError> {
        let Method::Adam { mean_decay, square_decay, epsilon } = self else { return Ok(()) };
        setting((0.0..1.0).contains(&mean_decay), "mean_decay", mean_decay, "from 0 to below 1")?;
        setting((0.0..1.0).contains(&square_decay), "square_decay", square_decay, "from 0 to below 1")?;
        setting(epsilon > 0.0 && epsilon.is_finite(), "epsilon", epsilon, "above 0")
    }
}

/// What Adam remembers of one run of parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    pub means: Vec<f32>,
    pub squares: Vec<f32>,
}

impl Moments {
    pub fn new(method: Method, n: usize) -> Moments {
        match method {
            Method::Sgd => Moments::default(),
            Method::Adam { .. } => Moments { means: vec![0.0; n], squares: vec![0.0; n] },
        }
    }
}

/// One step of a method: its constants, worked out once for all parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    Sgd { step: f32 },
    Adam { mean_decay: f32, square_decay: f32, epsilon: f32, step: f32, square_scale: f32 },
}

impl Step {
    /// The step number `number`, from 1.
    pub fn new(method: Method, step: f32, number: u64) -> Step {
        match method {
            Method::Sgd => Step::Sgd { step },
            Method::Adam { mean_decay, square_decay, epsilon } => {
                // The means begin at 0: what they lack is made up for.
                let lacking = |decay: f32| 1.0 - libm::pow(f64::from(decay), number as f64);
                Step::Adam {
                    mean_decay,
                    square_decay,
                    epsilon,
                    step: (f64::from(step) / lacking(mean_decay)) as f32,
                    square_scale: (1.0 / lacking(square_decay).sqrt()) as f32,
                }
            }
        }
    }

    /// Takes the step with some of the parameters. With plain steps, there are no moments.
    pub fn take(self, parameters: &mut [f32], gradients: &[f32], means: &mut [f32], squares: &mut [f32]) {
        match self {
            Step::Sgd { step } => {
                for (parameter, &gradient) in parameters.iter_mut().zip(gradients) {
                    *parameter -= step * gradient;
                }
            }
            Step::Adam { mean_decay, square_decay, epsilon, step, square_scale } => {
                let moments = means.iter_mut().zip(squares);
                for ((parameter, &gradient), (mean, square)) in
                    parameters.iter_mut().zip(gradients).zip(moments)
                {
                    *mean = multiply_add(*mean, mean_decay, (1.0 - mean_decay) * gradient);
                    *square = multiply_add(*square, square_decay, (1.0 - square_decay) * gradient * gradient);
                    *parameter -= step * *mean / multiply_add(square.sqrt(), square_scale, epsilon);
                }
            }
        }
    }
}
