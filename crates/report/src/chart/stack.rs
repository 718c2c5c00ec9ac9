//! Parts of a whole along an axis: ways of ending by ply, kinds of moves by ply.

use super::{Drawing, few};
use crate::axis::Axis;
use crate::error::ReportError;
use crate::number::Numbers;
use crate::plane::{Plane, Room, draw_axis};
use crate::sheet::{Heading, Sample, Sheet};
use crate::svg::{Area, Look};
use crate::table::{Cell, Column, Table};
use crate::theme::Paint;

/// Layers one on the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    /// What it says about itself.
    pub heading: Heading,
    /// To the right.
    pub x: Axis,
    /// Upward: what the layers add up to.
    pub y: Axis,
    /// Areas or bars.
    pub shape: StackShape,
    /// Where along the axis, from left to right.
    pub places: Vec<f64>,
    /// From below to above.
    pub layers: Vec<Layer>,
}

/// What the layers are drawn as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackShape {
    /// Areas: what lies between the places is meant too.
    Areas,
    /// Bars at the places.
    Bars,
}

/// One layer.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// What it is.
    pub name: String,
    /// One value for each place, none negative.
    pub values: Vec<f64>,
}

impl Stack {
    /// How high the layers up to each are, at each place.
    fn heights(&self) -> Vec<Vec<f64>> {
        let mut below = vec![0.0; self.places.len()];
        let mut heights = vec![below.clone()];
        for layer in &self.layers {
            for (below, value) in below.iter_mut().zip(&layer.values) {
                *below += value;
            }
            heights.push(below.clone());
        }
        heights
    }

    /// Half the least distance of two places.
    fn half_step(&self) -> f64 {
        let steps = self.places.windows(2).map(|pair| pair[1] - pair[0]);
        let least = steps.fold(f64::INFINITY, f64::min);
        if least.is_finite() { 0.5 * least } else { 0.5 }
    }
}

impl Drawing for Stack {
    fn heading(&self) -> &Heading {
        &self.heading
    }

    fn check(&self) -> Result<(), ReportError> {
        let check = self.heading.check()?;
        self.x.check(check)?;
        self.y.check(check)?;
        check.not_empty("places", self.places.len())?;
        check.not_empty("layers", self.layers.len())?;
        self.places.iter().try_for_each(|place| self.x.can_place(check, *place))?;
        if let Some(pair) = self.places.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(check.bad(&self.x.label, pair[1], "more than the place before"));
        }
        for layer in &self.layers {
            check.length(&layer.name, self.places.len(), layer.values.len())?;
            check.all_finite(&layer.name, layer.values.iter().copied())?;
            if let Some(value) = layer.values.iter().find(|value| **value < 0.0) {
                return Err(check.bad(&layer.name, value, "no less than 0"));
            }
        }
        let is_linear = [&self.x, &self.y].iter().all(|axis| axis.scale == crate::axis::Scale::Linear);
        if is_linear {
            Ok(())
        } else {
            Err(check.bad("the scale", "logarithmic", "linear, because layers are summed"))
        }
    }

    fn draw(&self, sheet: &mut Sheet) -> Result<(), ReportError> {
        let keys = self.layers.iter().enumerate().rev();
        sheet.legend(keys.map(|(index, layer)| (index, layer.name.as_str(), Sample::Fill)));
        let heights = self.heights();
        // Areas need two places; one place alone is a bar.
        let is_bars = self.shape == StackShape::Bars || self.places.len() == 1;
        let half = if is_bars { self.half_step() } else { 0.0 };
        let xs = self.places.iter().flat_map(|place| [place - half, place + half]);
        let ys = heights.iter().flatten().copied().chain([0.0]);
        let plane =
            Plane::draw(sheet, (&self.x, xs), (&self.y, ys), Room { height: 280.0, ..Room::default() });
        for (index, layer) in self.layers.iter().enumerate() {
            sheet.svg.open("layer", &layer.name);
            let (below, above) = (&heights[index], &heights[index + 1]);
            if is_bars {
                for (column, &place) in self.places.iter().enumerate() {
                    let (left, right) =
                        (plane.x.place(place - 0.9 * half), plane.x.place(place + 0.9 * half));
                    let (top, bottom) = (plane.y.place(above[column]), plane.y.place(below[column]));
                    let area = Area { left, top, width: right - left, height: bottom - top };
                    let value = self.y.tell(layer.values[column]);
                    let tip = format!("{}, {}: {value}", layer.name, self.x.tell(place));
                    sheet.svg.rect(area, Look::new("part").hatch(index).stroke(Paint::Ground, 0.8), &tip);
                }
            } else {
                let edge = |heights: &[f64]| -> Vec<[f64; 2]> {
                    let corners = self.places.iter().zip(heights);
                    corners.map(|(x, y)| [plane.x.place(*x), plane.y.place(*y)]).collect()
                };
                let outline: Vec<[f64; 2]> =
                    edge(above).into_iter().chain(edge(below).into_iter().rev()).collect();
                let look = Look::new("part").hatch(index).stroke(Paint::Ground, 1.0);
                sheet.svg.polygon(&outline, look, &layer.name);
            }
            sheet.svg.close();
        }
        draw_axis(sheet, plane.area);
        Ok(())
    }

    fn describe(&self) -> String {
        let layers = self.layers.iter().map(|layer| {
            let most = layer.values.iter().copied().fold(0.0, f64::max);
            let at = layer.values.iter().position(|value| *value == most).unwrap_or(0);
            let place = self.places.get(at).map_or(String::new(), |place| self.x.tell(*place));
            format!("{}: at most {}, at {place}", layer.name, self.y.tell(most))
        });
        format!("Layers of {} by {}. {}", self.y.heading(), self.x.heading(), few(layers))
    }

    fn data(&self) -> Result<Table, ReportError> {
        let layers = self.layers.iter().map(|layer| Column::numbers(layer.name.as_str(), self.y.numbers));
        let x = Column::numbers(
            self.x.label.as_str(),
            if self.x.numbers == Numbers::Count { Numbers::Count } else { Numbers::Plain },
        );
        let mut table = Table::new(self.heading.title.as_str(), [x].into_iter().chain(layers).collect());
        for (row, place) in self.places.iter().enumerate() {
            let values = self.layers.iter().map(|layer| Cell::from(layer.values[row]));
            table.push([Cell::from(*place)].into_iter().chain(values).collect())?;
        }
        Ok(table)
    }
}
