//! Points in a plane, coloured and shaped by group.

use super::{Drawing, few};
use crate::axis::Axis;
use crate::error::ReportError;
use crate::mark;
use crate::number;
use crate::plane::{Plane, Room};
use crate::sheet::{Heading, Sample, Sheet};
use crate::table::{Cell, Column, Table};

/// Points, such as the weights of all agents of every generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Scatter {
    /// What it says about itself.
    pub heading: Heading,
    /// To the right.
    pub x: Axis,
    /// Upward.
    pub y: Axis,
    /// Groups, the last of which lies on top.
    pub groups: Vec<PointGroup>,
    /// With more points than this, only every second, third .. of each group is drawn, and the figure says so.
    pub most_points: usize,
}

/// The points of one colour.
#[derive(Clone, Debug, PartialEq)]
pub struct PointGroup {
    /// What they are.
    pub name: String,
    /// Pairs of x and y.
    pub points: Vec<[f64; 2]>,
}

/// More points than this only blacken a figure.
const USUAL_MOST: usize = 3000;

impl Scatter {
    /// A scatter of groups that is thinned when it has thousands of points.
    pub fn new(heading: Heading, x: Axis, y: Axis, groups: Vec<PointGroup>) -> Scatter {
        Scatter { heading, x, y, groups, most_points: USUAL_MOST }
    }

    fn n_points(&self) -> usize {
        self.groups.iter().map(|group| group.points.len()).sum()
    }

    /// Every how many-th point is drawn.
    fn every(&self) -> usize {
        self.n_points().div_ceil(self.most_points.max(1)).max(1)
    }
}

impl Drawing for Scatter {
    fn heading(&self) -> &Heading {
        &self.heading
    }

    fn check(&self) -> Result<(), ReportError> {
        let check = self.heading.check()?;
        self.x.check(check)?;
        self.y.check(check)?;
        check.not_empty("points", self.n_points())?;
        for [x, y] in self.groups.iter().flat_map(|group| &group.points) {
            self.x.can_place(check, *x)?;
            self.y.can_place(check, *y)?;
        }
        Ok(())
    }

    fn draw(&self, sheet: &mut Sheet) -> Result<(), ReportError> {
        let every = self.every();
        if every > 1 {
            let (shown, all) = (number::count(every as u64), number::count(self.n_points() as u64));
            sheet.y -= 10.0;
            sheet.small_print(&format!("One of every {shown} of the {all} points is drawn."));
            sheet.y += 10.0;
        }
        if self.groups.len() > 1 {
            let keys = self.groups.iter().enumerate();
            sheet.legend(keys.map(|(index, group)| (index, group.name.as_str(), Sample::Point)));
        }
        let values =
            |axis: usize| self.groups.iter().flat_map(|group| &group.points).map(move |point| point[axis]);
        let room = Room { height: 320.0, ..Room::default() };
        let plane = Plane::draw(sheet, (&self.x, values(0)), (&self.y, values(1)), room);
        let n_drawn = self.n_points() / every;
        let radius = if n_drawn > 1000 {
            2.2
        } else if n_drawn > 200 {
            2.8
        } else {
            3.6
        };
        for (index, group) in self.groups.iter().enumerate() {
            sheet.svg.open("points", &group.name);
            for [x, y] in group.points.iter().step_by(every) {
                let place = [plane.x.place(*x), plane.y.place(*y)];
                mark::point(&mut sheet.svg, place, radius, index, "");
            }
            sheet.svg.close();
        }
        Ok(())
    }

    fn describe(&self) -> String {
        let groups = self.groups.iter().map(|group| {
            let ys = || group.points.iter().map(|point| point[1]);
            let (low, high) = (ys().fold(f64::INFINITY, f64::min), ys().fold(f64::NEG_INFINITY, f64::max));
            let n = number::count(group.points.len() as u64);
            match group.points.len() {
                0 => format!("{}: no points", group.name),
                _ => format!("{}: {n} points from {} to {}", group.name, self.y.tell(low), self.y.tell(high)),
            }
        });
        format!("Points of {} by {}. {}", self.y.heading(), self.x.heading(), few(groups))
    }

    fn data(&self) -> Result<Table, ReportError> {
        let columns = vec![
            Column::text("group"),
            Column::numbers(self.x.label.as_str(), self.x.numbers),
            Column::numbers(self.y.label.as_str(), self.y.numbers),
        ];
        let mut table = Table::new(self.heading.title.as_str(), columns);
        for group in &self.groups {
            for [x, y] in &group.points {
                table.push(vec![Cell::from(group.name.as_str()), Cell::from(*x), Cell::from(*y)])?;
            }
        }
        Ok(table)
    }
}
