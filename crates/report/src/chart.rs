//! Figures: one file for each kind, holding plain data. Each can be drawn, told in words, and written as a table.

mod bars;
mod board;
mod boxes;
mod forest;
mod heat_map;
mod histogram;
mod lines;
mod panels;
mod scatter;
mod stack;
mod survival;

pub use bars::{BarSeries, Bars};
pub use board::{Board, BoardCell};
pub use boxes::{BoxGroup, Boxes};
pub use forest::{Forest, ForestRow};
pub use heat_map::{HeatCell, HeatMap};
pub use histogram::{Bin, Histogram};
pub use lines::{Line, LinePoint, Lines, Spread};
pub use panels::{Panel, Panels};
pub use scatter::{PointGroup, Scatter};
pub use stack::{Layer, Stack, StackShape};
pub use survival::{Step, Survival, SurvivalCurve};

use crate::error::ReportError;
use crate::png;
use crate::sheet::{Heading, Sheet, WIDTH};
use crate::table::Table;
use crate::theme::Theme;

/// A figure.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Chart {
    /// Bars with intervals, alone or in groups.
    Bars(Bars),
    /// Values on the cells of a board.
    Board(Board),
    /// Boxes, notched or not, for groups of values.
    Boxes(Boxes),
    /// Estimates with intervals, one below the other.
    Forest(Forest),
    /// Numbers in coloured cells.
    HeatMap(HeatMap),
    /// How often values occur.
    Histogram(Histogram),
    /// Lines with bands.
    Lines(Lines),
    /// Small planes, one for each of many things.
    Panels(Panels),
    /// Points, coloured by group.
    Scatter(Scatter),
    /// Shares of a whole along an axis.
    Stack(Stack),
    /// Who is left, by time.
    Survival(Survival),
}

/// What every kind of figure can do.
pub(crate) trait Drawing {
    fn heading(&self) -> &Heading;

    /// An error for data that cannot be drawn.
    fn check(&self) -> Result<(), ReportError>;

    /// How wide the figure has to be.
    fn width(&self) -> f64 {
        WIDTH
    }

    /// Draws data that were checked, from the sheet's place downward.
    fn draw(&self, sheet: &mut Sheet) -> Result<(), ReportError>;

    /// What is to be seen, in sentences.
    fn describe(&self) -> String;

    /// The data, all of them.
    fn data(&self) -> Result<Table, ReportError>;
}

impl Chart {
    fn drawing(&self) -> &dyn Drawing {
        match self {
            Chart::Bars(chart) => chart,
            Chart::Board(chart) => chart,
            Chart::Boxes(chart) => chart,
            Chart::Forest(chart) => chart,
            Chart::HeatMap(chart) => chart,
            Chart::Histogram(chart) => chart,
            Chart::Lines(chart) => chart,
            Chart::Panels(chart) => chart,
            Chart::Scatter(chart) => chart,
            Chart::Stack(chart) => chart,
            Chart::Survival(chart) => chart,
        }
    }

    /// What the figure is called.
    pub fn title(&self) -> &str {
        &self.drawing().heading().title
    }

    /// What it was drawn from: n, and which interval.
    pub fn basis(&self) -> &str {
        &self.drawing().heading().basis
    }

    /// The figure as a document of its own, in light colours.
    ///
    /// # Errors
    ///
    /// If there is nothing to draw, a value is not finite, or lists that belong together have different lengths.
    pub fn svg(&self) -> Result<String, ReportError> {
        self.svg_for(Theme::Alone, "figure")
    }

    /// The figure for a page of many, each of which needs a prefix of its own for its ids (letters, digits, hyphens).
    ///
    /// # Errors
    ///
    /// As [`Chart::svg`].
    pub fn svg_for(&self, theme: Theme, prefix: &str) -> Result<String, ReportError> {
        let drawing = self.drawing();
        drawing.heading().check()?;
        drawing.check()?;
        let mut sheet = Sheet::begin(drawing.heading(), drawing.width(), theme, prefix);
        drawing.draw(&mut sheet)?;
        Ok(sheet.finish(self.title(), &self.describe()))
    }

    /// The figure as a PNG file, two pixels to each of the SVG's.
    ///
    /// # Errors
    ///
    /// As [`Chart::svg`].
    pub fn png(&self) -> Result<Vec<u8>, ReportError> {
        png::paint(&self.svg()?, 2.0)
    }

    /// What is to be seen, in sentences: the text alternative.
    pub fn describe(&self) -> String {
        let drawing = self.drawing();
        format!("{} {}", drawing.describe(), drawing.heading().basis)
    }

    /// All the data of the figure.
    ///
    /// # Errors
    ///
    /// As [`Chart::svg`].
    pub fn data(&self) -> Result<Table, ReportError> {
        let drawing = self.drawing();
        drawing.heading().check()?;
        drawing.check()?;
        drawing.data()
    }
}

/// The first few of many sentences, and how many more there are.
pub(crate) fn few(sentences: impl IntoIterator<Item = String>) -> String {
    const MOST: usize = 12;
    let sentences: Vec<String> = sentences.into_iter().collect();
    let mut text = sentences.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join("; ");
    if sentences.len() > MOST {
        text.push_str(&format!("; and {} more", sentences.len() - MOST));
    }
    text.push('.');
    text
}

macro_rules! charts {
    ($($kind:ident),*) => {
        $(impl From<$kind> for Chart {
            fn from(chart: $kind) -> Chart {
                Chart::$kind(chart)
            }
        })*
    };
}
charts!(Bars, Board, Boxes, Forest, HeatMap, Histogram, Lines, Panels, Scatter, Stack, Survival);
