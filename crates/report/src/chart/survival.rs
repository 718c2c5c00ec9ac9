//! Who is left, by time: runs that have not yet found what they look for. Steps with bands, and how many are at risk.

use super::{Drawing, few};
use crate::axis::Axis;
use crate::error::ReportError;
use crate::estimate::Estimate;
use crate::font::{shorten, width};
use crate::mark;
use crate::number::{self, Numbers};
use crate::plane::{Plane, Room};
use crate::sheet::{Heading, PAD, SMALL, Sample, Sheet};
use crate::svg::{Anchor, Look, Words};
use crate::table::{Cell, Column, Table};
use crate::theme::Paint;

/// Shares that only fall, as steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    /// What it says about itself.
    pub heading: Heading,
    /// Time, which begins at zero.
    pub time: Axis,
    /// What it means to be left.
    pub share_label: String,
    /// The curves.
    pub curves: Vec<SurvivalCurve>,
}

/// One curve.
#[derive(Clone, Debug, PartialEq)]
pub struct SurvivalCurve {
    /// What it is.
    pub name: String,
    /// How many began.
    pub n: u64,
    /// From left to right. Before the first step all are left.
    pub steps: Vec<Step>,
    /// When somebody was last seen who may be left to this day: a run cut short.
    pub cut: Vec<f64>,
}

/// A moment at which the share changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// When.
    pub time: f64,
    /// The share that is left from then on, with its interval.
    pub share: Estimate,
    /// How many were at risk just before.
    pub at_risk: u64,
}

impl SurvivalCurve {
    /// How many are at risk at a time: those of the next step, and those cut short before it.
    fn at_risk(&self, time: f64) -> Option<u64> {
        if time <= 0.0 {
            return Some(self.n);
        }
        let next = self.steps.iter().find(|step| step.time >= time);
        let until = next.map_or(f64::INFINITY, |step| step.time);
        let n_cut = self.cut.iter().filter(|cut| time <= **cut && **cut < until).count() as u64;
        (time <= self.end()).then(|| n_cut + next.map_or(0, |step| step.at_risk))
    }

    /// When runs were cut short, each time once, and how many.
    fn cuts(&self) -> Vec<(f64, u64)> {
        let mut times = self.cut.clone();
        times.sort_by(f64::total_cmp);
        let groups = times.chunk_by(|one, other| one == other);
        groups.map(|group| (group[0], group.len() as u64)).collect()
    }

    fn end(&self) -> f64 {
        let last = self.steps.last().map_or(0.0, |step| step.time);
        self.cut.iter().copied().fold(last, f64::max)
    }

    /// The corners of a curve of steps, from time zero to its end.
    fn corners(&self, share: impl Fn(&Estimate) -> f64) -> Vec<[f64; 2]> {
        let mut corners = vec![[0.0, 1.0]];
        let mut level = 1.0;
        for step in &self.steps {
            corners.push([step.time, level]);
            level = share(&step.share);
            corners.push([step.time, level]);
        }
        corners.push([self.end(), level]);
        corners
    }
}

impl Drawing for Survival {
    fn heading(&self) -> &Heading {
        &self.heading
    }

    fn check(&self) -> Result<(), ReportError> {
        let check = self.heading.check()?;
        self.time.check(check)?;
        check.not_empty("steps", self.curves.iter().map(|curve| curve.steps.len()).sum())?;
        for curve in &self.curves {
            for step in &curve.steps {
                check.estimate(&curve.name, &step.share)?;
                let share = &step.share;
                if [share.value, share.low, share.high].iter().any(|share| !(0.0..=1.0).contains(share)) {
                    return Err(check.bad(&curve.name, share.value, "a share from 0 to 1"));
                }
            }
            let times = curve.steps.iter().map(|step| step.time).chain(curve.cut.iter().copied());
            for time in times {
                check.finite(&curve.name, time)?;
                if time < 0.0 {
                    return Err(check.bad(&curve.name, time, "a time from 0 on"));
                }
            }
            if let Some(pair) = curve.steps.windows(2).find(|pair| pair[0].time > pair[1].time) {
                return Err(check.bad(&curve.name, pair[1].time, "in order of time"));
            }
        }
        Ok(())
    }

    fn draw(&self, sheet: &mut Sheet) -> Result<(), ReportError> {
        let names = || self.curves.iter().map(|curve| curve.name.as_str());
        let is_alone = self.curves.len() == 1;
        let room = if is_alone { Some(0.0) } else { Sheet::room_for_end_labels(names()) };
        if room.is_none() {
            sheet.legend(names().enumerate().map(|(index, name)| (index, name, Sample::Line)));
        }
        let share = Axis::percent(self.share_label.as_str());
        let times = self.curves.iter().map(SurvivalCurve::end).chain([0.0]);
        let right = room.unwrap_or(0.0);
        let plane = Plane::draw(
            sheet,
            (&self.time, times),
            (&share, []),
            Room { height: 280.0, right, left: self.left_room(), ..Room::default() },
        );
        let place = |corners: Vec<[f64; 2]>| -> Vec<[f64; 2]> {
            corners.into_iter().map(|[x, y]| [plane.x.place(x), plane.y.place(y)]).collect()
        };
        for (index, curve) in self.curves.iter().enumerate() {
            if curve.steps.iter().any(|step| step.share.has_interval()) {
                let upper = place(curve.corners(|share| share.high));
                let lower = place(curve.corners(|share| share.low));
                let band: Vec<[f64; 2]> = upper.into_iter().chain(lower.into_iter().rev()).collect();
                sheet.svg.polygon(&band, Look::new("band").fill(Paint::Series(index)).opacity(0.16), "");
            }
        }
        for (index, curve) in self.curves.iter().enumerate() {
            let corners = curve.corners(|share| share.value);
            let look = Look::new("curve").stroke(Paint::Series(index), 2.0).dash(mark::dash(index));
            sheet.svg.open("line", &curve.name);
            sheet.svg.polyline(&place(corners), look);
            for (cut, _) in curve.cuts() {
                let before = curve.steps.iter().rev().find(|step| step.time <= cut);
                let level = before.map_or(1.0, |step| step.share.value);
                let [x, y] = [plane.x.place(cut), plane.y.place(level)];
                let look = Look::new("cut").stroke(Paint::Series(index), 1.6);
                sheet.svg.line([x, y - 5.0], [x, y + 5.0], look);
            }
            sheet.svg.close();
        }
        if room.is_some() && !is_alone {
            let ends = self.curves.iter().enumerate().map(|(index, curve)| {
                let level = curve.steps.last().map_or(1.0, |step| step.share.value);
                (plane.y.place(level), index, curve.name.as_str())
            });
            sheet.end_labels(plane.area, ends.collect(), Sample::Line);
        }
        self.draw_at_risk(sheet, &plane);
        Ok(())
    }

    fn describe(&self) -> String {
        let curves = self.curves.iter().map(|curve| {
            let half = curve.steps.iter().find(|step| step.share.value <= 0.5);
            let half = half.map_or("more than half are left at the end".to_owned(), |step| {
                format!("half or fewer are left from {}", self.time.tell(step.time))
            });
            format!("{} (n = {}): {half}", curve.name, number::count(curve.n))
        });
        format!("{} by {}, as steps. {}", self.share_label, self.time.heading(), few(curves))
    }

    fn data(&self) -> Result<Table, ReportError> {
        let columns = vec![
            Column::text("curve"),
            Column::numbers(self.time.label.as_str(), self.time.numbers),
            Column::numbers(self.share_label.as_str(), Numbers::Percent),
            Column::count("runs"),
            Column::text("kind"),
        ];
        let mut table = Table::new(self.heading.title.as_str(), columns);
        for curve in &self.curves {
            let name = || Cell::from(curve.name.as_str());
            table.push(vec![
                name(),
                Cell::from(0.0),
                Cell::from(1.0),
                Cell::from(curve.n),
                Cell::from("begin"),
            ])?;
            for step in &curve.steps {
                let numbers = [Cell::from(step.time), Cell::from(step.share), Cell::from(step.at_risk)];
                table.push([name()].into_iter().chain(numbers).chain([Cell::from("step")]).collect())?;
            }
            for (cut, n) in curve.cuts() {
                let row =
                    vec![name(), Cell::from(cut), Cell::nothing(), Cell::from(n), Cell::from("cut short")];
                table.push(row)?;
            }
        }
        Ok(table)
    }
}

impl Survival {
    /// The room at the left of the plane that the names below it need.
    fn left_room(&self) -> f64 {
        let names = self.curves.iter().filter(|_| self.curves.len() > 1);
        let widest = names.map(|curve| width(&curve.name, SMALL)).fold(width(AT_RISK, SMALL), f64::max);
        let counts = self.curves.iter().map(|curve| width(&number::count(curve.n), SMALL));
        widest.min(WIDEST_NAME) + 0.5 * counts.fold(0.0, f64::max) + 8.0
    }

    /// How many are at risk at each number of the axis, below it.
    fn draw_at_risk(&self, sheet: &mut Sheet, plane: &Plane) {
        const LINE: f64 = 15.0;
        sheet.y += 6.0;
        let words = |paint, anchor| Words::new(SMALL, paint, anchor);
        if self.curves.len() > 1 {
            sheet.svg.words([PAD, sheet.y + 10.0], AT_RISK, words(Paint::Soft, Anchor::Start));
            sheet.y += LINE;
        }
        for curve in &self.curves {
            let name = if self.curves.len() > 1 { &curve.name } else { AT_RISK };
            let name = shorten(name, SMALL, WIDEST_NAME);
            sheet.svg.words([PAD, sheet.y + 10.0], &name, words(Paint::Soft, Anchor::Start));
            for (tick, _) in &plane.x.ticks {
                let Some(at_risk) = curve.at_risk(*tick) else { continue };
                let place = [plane.x.place(*tick), sheet.y + 10.0];
                sheet.svg.words(place, &number::count(at_risk), words(Paint::Ink, Anchor::Middle));
            }
            sheet.y += LINE;
        }
    }
}

/// Stands before the numbers below the figure.
const AT_RISK: &str = "At risk";
/// Longer names are cut there; they stand whole in the legend.
const WIDEST_NAME: f64 = 110.0;
