//! The numbers of a box plot with notches.

use crate::error::{StatsError, all_finite, at_least, in_range};
use crate::summary::{median_of_sorted, sorted};

/// Where the box ends. Programs differ, and so do their pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hinges {
    /// Quartiles by linear interpolation (R's type 7), as ggplot2 and NumPy have them.
    Quartiles,
    /// Medians of the lower and of the upper half, as Tukey and R's own `boxplot` have them.
    Tukey,
}

/// The numbers of a box plot.
#[derive(Clone, Debug, PartialEq)]
pub struct BoxPlot {
    /// Where the box begins and ends.
    pub hinges: (f64, f64),
    /// The line in the box.
    pub median: f64,
    /// The most extreme values within one and a half lengths of the box from its ends, or the ends where there are none.
    pub whiskers: (f64, f64),
    /// The notch: where those of two boxes do not overlap, the medians differ at about the 5 % level.
    pub notch: (f64, f64),
    /// The values beyond the whiskers, ascending.
    pub outliers: Vec<f64>,
}

impl BoxPlot {
    /// Computes the numbers of at least one value.
    pub fn of(values: &[f64], convention: Hinges) -> Result<BoxPlot, StatsError> {
        at_least("a box plot", 1, values.len())?;
        all_finite("the sample", values)?;
        let values = sorted(values);
        let median = median_of_sorted(&values);
        let hinges = match convention {
            Hinges::Quartiles => (quantile_of_sorted(&values, 0.25), quantile_of_sorted(&values, 0.75)),
            Hinges::Tukey => {
                let half = values.len().div_ceil(2);
                (median_of_sorted(&values[..half]), median_of_sorted(&values[values.len() - half..]))
            }
        };
        let length = hinges.1 - hinges.0;
        let fences = (hinges.0 - 1.5 * length, hinges.1 + 1.5 * length);
        let is_inside = |value: &f64| fences.0 <= *value && *value <= fences.1;
        let inside: Vec<f64> = values.iter().copied().filter(is_inside).collect();
        let outliers = values.iter().copied().filter(|value| !is_inside(value)).collect();
        // Where an end of the box lies between two values, the nearest value inside the fence may be in the box: then there is no
        // whisker.
        let whiskers = (
            inside.first().map_or(hinges.0, |value| value.min(hinges.0)),
            inside.last().map_or(hinges.1, |value| value.max(hinges.1)),
        );
        let half = 1.58 * length / (values.len() as f64).sqrt();
        let notch = (median - half, median + half);
        in_range("a box plot", &[hinges.0, hinges.1, median, notch.0, notch.1])?;
        Ok(BoxPlot { hinges, median, whiskers, notch, outliers })
    }
}

/// A quantile by linear interpolation between the values (R's type 7). `share` lies from 0 to 1.
pub fn quantile(values: &[f64], share: f64) -> Result<f64, StatsError> {
    at_least("a quantile", 1, values.len())?;
    all_finite("the sample", values)?;
    if !(0.0..=1.0).contains(&share) {
        let expected = "from 0 to 1";
        return Err(StatsError::BadParameter {
            name: "the share of a quantile",
            value: share.to_string(),
            expected,
        });
    }
    Ok(quantile_of_sorted(&sorted(values), share))
}

pub(crate) fn quantile_of_sorted(values: &[f64], share: f64) -> f64 {
    let at = share * (values.len() - 1) as f64;
    let below = at.floor() as usize;
    let above = (below + 1).min(values.len() - 1);
    values[below] + (at - below as f64) * (values[above] - values[below])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lower quartile of these lies below all values but an outlier.
    #[test]
    fn a_whisker_is_never_inside_its_box() {
        let plot = BoxPlot::of(&[-100.0, 10.0, 10.1, 10.2, 10.3], Hinges::Quartiles).expect("a plot");
        assert_eq!((plot.whiskers.0, &plot.outliers[..]), (plot.hinges.0, &[-100.0][..]), "{plot:?}");
        let plot = BoxPlot::of(&[0.0, 10.0, 10.1, 10.2], Hinges::Quartiles).expect("a plot");
        assert!(plot.whiskers.0 <= plot.hinges.0 && plot.hinges.1 <= plot.whiskers.1, "{plot:?}");
        let plot = BoxPlot::of(&[100.0, -10.0, -10.1, -10.2], Hinges::Quartiles).expect("a plot");
        assert!(plot.whiskers.0 <= plot.hinges.0 && plot.hinges.1 <= plot.whiskers.1, "{plot:?}");
    }
}
