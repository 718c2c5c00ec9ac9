//! Axes: what a direction means, and where a value lies along it.

use crate::error::{Check, ReportError};
use crate::font::width;
use crate::number::{self, Numbers};
use crate::sheet::TEXT;

/// What a direction means.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured.
    pub label: String,
    /// In what; empty for what has no unit.
    pub unit: String,
    /// How numbers are written along it.
    pub numbers: Numbers,
    /// Equal steps, or equal factors.
    pub scale: Scale,
    /// What is on it whatever the data are: zero, or both ends of a share.
    pub covers: Vec<f64>,
    /// Beyond these it does not go: intervals that do are cut, and have an arrow for an end.
    pub limits: Option<(f64, f64)>,
    /// Values worth a line: an even score, a published number.
    pub references: Vec<Reference>,
}

/// What equal lengths mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps.
    Linear,
    /// Equal factors.
    Logarithmic,
}

/// A value that is worth a line across the figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Where it lies.
    pub value: f64,
    /// What it is.
    pub label: String,
}

impl Axis {
    /// A linear axis.
    pub fn new(label: impl Into<String>) -> Axis {
        Axis {
            label: label.into(),
            unit: String::new(),
            numbers: Numbers::Plain,
            scale: Scale::Linear,
            covers: Vec::new(),
            limits: None,
            references: Vec::new(),
        }
    }

    /// An axis of whole things.
    pub fn count(label: impl Into<String>) -> Axis {
        Axis { numbers: Numbers::Count, ..Axis::new(label) }
    }

    /// An axis of shares from 0 to 1, written as percentages.
    pub fn percent(label: impl Into<String>) -> Axis {
        let (covers, limits) = (vec![0.0, 1.0], Some((0.0, 1.0)));
        Axis { numbers: Numbers::Percent, covers, limits, ..Axis::new(label) }
    }

    /// With a unit.
    pub fn unit(self, unit: impl Into<String>) -> Axis {
        Axis { unit: unit.into(), ..self }
    }

    /// With numbers written so.
    pub fn numbers(self, numbers: Numbers) -> Axis {
        Axis { numbers, ..self }
    }

    /// With equal factors instead of equal steps.
    pub fn logarithmic(self) -> Axis {
        Axis { scale: Scale::Logarithmic, ..self }
    }

    /// With a value on it whatever the data are.
    pub fn covering(mut self, value: f64) -> Axis {
        self.covers.push(value);
        self
    }

    /// With ends beyond which it does not go.
    pub fn limits(self, low: f64, high: f64) -> Axis {
        Axis { limits: Some((low, high)), ..self }
    }

    /// With a line at a value.
    pub fn reference(mut self, value: f64, label: impl Into<String>) -> Axis {
        self.references.push(Reference { value, label: label.into() });
        self
    }

    /// The label with its unit.
    pub(crate) fn heading(&self) -> String {
        if self.unit.is_empty() { self.label.clone() } else { format!("{} ({})", self.label, self.unit) }
    }

    /// Numbers as sentences have them.
    pub(crate) fn tell(&self, value: f64) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        format!("{}{unit}", self.numbers.write(value))
    }

    pub(crate) fn check(&self, check: Check) -> Result<(), ReportError> {
        check.all_finite(&self.label, self.covers.iter().copied())?;
        check.all_finite(&self.label, self.references.iter().map(|reference| reference.value))?;
        if let Some(limits) = self.limits {
            check.interval(&self.label, limits)?;
            if limits.0 == limits.1 {
                return Err(check.bad(
                    &format!("the limit of {}", self.label),
                    limits.0,
                    "two different ends",
                ));
            }
        }
        let fixed =
            self.covers.iter().copied().chain(self.references.iter().map(|reference| reference.value));
        let limits = self.limits.into_iter().flat_map(|(low, high)| [low, high]);
        fixed.chain(limits).try_for_each(|value| self.can_place(check, value))
    }

    /// An error for a value that has no place on the axis.
    pub(crate) fn can_place(&self, check: Check, value: f64) -> Result<(), ReportError> {
        check.finite(&self.label, value)?;
        if self.scale == Scale::Logarithmic && value <= 1e-150 {
            let (of, what) = (check.of.to_owned(), self.label.clone());
            return Err(ReportError::NotPositive { of, what, value: value.to_string() });
        }
        Ok(())
    }
}

/// An axis laid along pixels.
#[derive(Clone, Debug)]
pub(crate) struct Ruler {
    scale: Scale,
    /// The values at both ends; their logarithms on a logarithmic axis.
    from: f64,
    to: f64,
    start: f64,
    end: f64,
    /// Where numbers stand, and what they are.
    pub ticks: Vec<(f64, String)>,
}

impl Ruler {
    /// Lays an axis over all the values, along the pixels from `start` to `end`, a number about every `spacing`.
    /// Values are finite, and positive on a logarithmic axis.
    pub fn new(
        axis: &Axis,
        values: impl IntoIterator<Item = f64>,
        (start, end): (f64, f64),
        (spacing, ends): (f64, Ends),
    ) -> Ruler {
        let references = axis.references.iter().map(|reference| reference.value);
        let all = values.into_iter().chain(axis.covers.iter().copied()).chain(references);
        let extent = all.fold(None, |extent: Option<(f64, f64)>, value| match extent {
            Some((low, high)) => Some((low.min(value), high.max(value))),
            None => Some((value, value)),
        });
        let nothing = if axis.scale == Scale::Linear { (0.0, 1.0) } else { (1.0, 10.0) };
        let (low, high) = extent.unwrap_or(nothing);
        let (low, high) = match axis.limits {
            Some((least, most)) => (low.clamp(least, most), high.clamp(least, most)),
            None => (low, high),
        };
        let mut n = ((end - start).abs() / spacing).max(2.0);
        loop {
            let (from, to, ticks) = match axis.scale {
                Scale::Linear => linear(axis, low, high, n, ends),
                Scale::Logarithmic => logarithmic(axis, low, high, n),
            };
            let ruler = Ruler { scale: axis.scale, from, to, start, end, ticks };
            if n <= 2.0 || !ruler.is_crowded() {
                return ruler;
            }
            n = (0.7 * n).max(2.0);
        }
    }

    /// Where a value lies. Beyond the ends of the axis it lies at them.
    pub fn place(&self, value: f64) -> f64 {
        let value = match self.scale {
            Scale::Linear => value,
            Scale::Logarithmic => value.log10(),
        };
        let share = ((value - self.from) / (self.to - self.from)).clamp(0.0, 1.0);
        self.start + share * (self.end - self.start)
    }

    /// Whether numbers that stand side by side run into each other.
    fn is_crowded(&self) -> bool {
        let is_across = self.start < self.end;
        let gap = |pair: &[(f64, String)]| {
            let half = 0.5 * (width(&pair[0].1, TEXT) + width(&pair[1].1, TEXT));
            self.place(pair[1].0) - self.place(pair[0].0) - half
        };
        is_across && self.ticks.windows(2).any(|pair| gap(pair) < 10.0)
    }

    /// Whether a value lies beyond the ends: below (-1), above (1) or not (0).
    pub fn beyond(&self, value: f64) -> i32 {
        let value = if self.scale == Scale::Linear { value } else { value.log10() };
        let room = 1e-9 * (self.to - self.from);
        i32::from(value > self.to + room) - i32::from(value < self.from - room)
    }
}

/// Where a linear ruler ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ends {
    /// At round numbers.
    Round,
    /// At the last values, or at a round number close to them.
    Close,
}

type Laid = (f64, f64, Vec<(f64, String)>);

fn linear(axis: &Axis, low: f64, high: f64, n: f64, ends: Ends) -> Laid {
    // All values equal, or so nearly that no ticks could tell them apart: some room about them.
    let size = low.abs().max(high.abs());
    let (low, high) = if high - low <= 1e-9 * size || high == low {
        let room = if size == 0.0 { 1.0 } else { 0.5 * size };
        (low - room, high + room)
    } else {
        (low, high)
    };
    let is_whole = axis.numbers == Numbers::Count;
    let mut step = nice_step((high - low) / n);
    if is_whole {
        step = step.max(1.0);
    }
    let (mut from, mut to) = ((low / step + 1e-9).floor() * step, (high / step - 1e-9).ceil() * step);
    if from >= to {
        (from, to) = (from - step, to + step);
    }
    if ends == Ends::Close {
        // To the next round number only if it is near: half a figure need not be empty.
        const NEAR: f64 = 0.35;
        from = if low - from <= NEAR * step { from } else { low };
        to = if to - high <= NEAR * step { to } else { high };
    }
    if let Some((least, most)) = axis.limits {
        (from, to) = (from.max(least), to.min(most));
        if from >= to {
            (from, to) = (least, most);
            step = nice_step((to - from) / n);
        }
    }
    let first = (from / step - 1e-6).ceil();
    let n_ticks = ((to / step + 1e-6).floor() - first).clamp(0.0, 100.0) as usize + 1;
    let ticks =
        (0..n_ticks).map(|index| (first + index as f64) * step).filter(|tick| *tick <= to + 1e-6 * step);
    let ticks = ticks.map(|tick| (tick, tick_label(axis.numbers, tick, step, size))).collect();
    (from, to, ticks)
}

/// Of 1, 2 and 5 times a power of ten the one that is nearest, as a factor.
fn nice_step(wanted: f64) -> f64 {
    let power = 10.0_f64.powf(wanted.log10().floor());
    let rest = wanted / power;
    let bounds = [(50.0_f64.sqrt(), 10.0), (10.0_f64.sqrt(), 5.0), (2.0_f64.sqrt(), 2.0)];
    bounds.into_iter().find(|(bound, _)| rest >= *bound).map_or(1.0, |(_, factor)| factor) * power
}

fn tick_label(numbers: Numbers, tick: f64, step: f64, size: f64) -> String {
    let tick = if tick.abs() < 1e-6 * step { 0.0 } else { tick };
    let decimals = |step: f64| (-(step.log10() + 1e-9).floor()).clamp(0.0, 12.0) as usize;
    let size = size.max(tick.abs());
    if tick != 0.0 && !(1e-4..1e9).contains(&size) {
        // As many digits as tell one number from the next.
        return number::scientific(tick, (size / step).log10().ceil().clamp(0.0, 15.0) as usize);
    }
    match numbers {
        Numbers::Percent => format!("{} %", number::fixed(100.0 * tick, decimals(100.0 * step))),
        Numbers::Signed(_) => number::signed(tick, decimals(step)),
        _ => number::fixed(tick, decimals(step)),
    }
}

fn logarithmic(axis: &Axis, low: f64, high: f64, n: f64) -> Laid {
    let (low, high) = if high <= low * (1.0 + 1e-9) { (low / 2.0, high * 2.0) } else { (low, high) };
    let decades = high.log10() - low.log10();
    let factors: &[f64] = if decades > 0.5 * n {
        &[1.0]
    } else if decades > 0.25 * n {
        &[1.0, 3.0]
    } else {
        &[1.0, 2.0, 5.0]
    };
    let (first, last) = (low.log10().floor() as i32 - 1, high.log10().ceil() as i32 + 1);
    let every = (decades / n).ceil().max(1.0) as i32;
    let powers = (first..=last).filter(|power| power.rem_euclid(every) == 0);
    let marks: Vec<f64> =
        powers.flat_map(|power| factors.iter().map(move |factor| factor * 10.0_f64.powi(power))).collect();
    let room = 1e-9;
    let below = marks.iter().rev().copied().find(|mark| *mark <= low * (1.0 + room));
    let above = marks.iter().copied().find(|mark| *mark >= high * (1.0 - room));
    let (mut from, mut to) = (below.unwrap_or(low), above.unwrap_or(high));
    if let Some((least, most)) = axis.limits {
        (from, to) = (from.max(least), to.min(most));
        if from >= to {
            (from, to) = (least, most);
        }
    }
    let shown = marks.into_iter().filter(|mark| from * (1.0 - room) <= *mark && *mark <= to * (1.0 + room));
    let ticks = shown.map(|mark| (mark, number::plain(mark))).collect();
    (from.log10(), to.log10(), ticks)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn labels(ruler: &Ruler) -> Vec<&str> {
        ruler.ticks.iter().map(|(_, label)| label.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        let ruler = |axis: &Axis, values: &[f64]| {
            Ruler::new(axis, values.iter().copied(), (0.0, 400.0), (80.0, Ends::Round))
        };
        let plain = ruler(&Axis::new("a"), &[3.0, 97.0]);
        assert_eq!(labels(&plain), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!([plain.place(0.0), plain.place(50.0), plain.place(100.0)], [0.0, 200.0, 400.0]);
        assert_eq!(
            labels(&ruler(&Axis::percent("a"), &[0.5])),
            ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]
        );
        assert_eq!(labels(&ruler(&Axis::count("a"), &[1.0, 2.0])), ["1", "2"]);
        assert_eq!(
            labels(&ruler(&Axis::new("a"), &[-0.4, 0.2])),
            ["−0.4", "−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2"]
        );
        let elo = Axis::new("a").numbers(Numbers::Signed(0));
        assert_eq!(labels(&ruler(&elo, &[-10.0, 30.0])), ["−10", "0", "+10", "+20", "+30"]);
        let nodes = ruler(&Axis::new("a").logarithmic(), &[1000.0, 1e6]);
        assert_eq!(labels(&nodes), ["1,000", "10,000", "100,000", "1,000,000"]);
        assert!((nodes.place(1e5) - 800.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn any_values_have_a_place() {
        let cases: [&[f64]; 9] = [
            &[],
            &[0.0],
            &[5.0, 5.0],
            &[1e150, -1e150],
            &[1e-150, 2e-150],
            &[1e9, 1e9 + 100.0],
            &[-3.0],
            &[0.1, 0.1 + 1e-12],
            &[f64::MIN_POSITIVE, 1.0],
        ];
        for values in cases {
            let ruler =
                Ruler::new(&Axis::new("a"), values.iter().copied(), (400.0, 0.0), (50.0, Ends::Round));
            assert!((2..=25).contains(&ruler.ticks.len()), "{values:?}: {ruler:?}");
            let texts: BTreeSet<&str> = labels(&ruler).into_iter().collect();
            assert_eq!(texts.len(), ruler.ticks.len(), "{values:?}: {texts:?}");
            for &value in values {
                assert!(
                    (0.0..=400.0).contains(&ruler.place(value)) && ruler.beyond(value) == 0,
                    "{values:?}"
                );
            }
        }
        for values in [&[1e-100, 1e100][..], &[7.0], &[0.5, 0.7]] {
            let ruler = Ruler::new(
                &Axis::new("a").logarithmic(),
                values.iter().copied(),
                (0.0, 400.0),
                (80.0, Ends::Round),
            );
            assert!((1..=25).contains(&ruler.ticks.len()), "{values:?}: {ruler:?}");
            assert!(values.iter().all(|value| ruler.beyond(*value) == 0), "{values:?}: {ruler:?}");
        }
    }

    #[test]
    fn limits_hold() {
        let axis = Axis::new("a").limits(-100.0, 100.0);
        let ruler = Ruler::new(&axis, [-1000.0, 20.0], (0.0, 100.0), (20.0, Ends::Round));
        assert_eq!((ruler.place(-1000.0), ruler.beyond(-1000.0), ruler.beyond(20.0)), (0.0, -1, 0));
    }
}
