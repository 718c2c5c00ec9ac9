//! Tables, figures and pages: pure functions from plain data to what people read. This crate knows no game and no store.
//!
//! | to show | use |
//! | --- | --- |
//! | rows and columns | [`Table`]: text, Markdown, CSV, HTML |
//! | shares, wins by colour | [`Bars`], with intervals, alone or in groups |
//! | points in a plane | [`Scatter`] |
//! | weights across generations, a small plane for each | [`Panels`] |
//! | correlations, champions, cross tables | [`HeatMap`] |
//! | treatments, ratings by generation | [`Boxes`], with or without notches |
//! | fitness, learning and power curves, ladders | [`Lines`] |
//! | ratings, differences, ablations | [`Forest`] |
//! | generations until something happens | [`Survival`] |
//! | lengths of games | [`Histogram`] |
//! | ways of ending by ply | [`Stack`] |
//! | openings on a board | [`Board`] |
//!
//! Every figure says what it was drawn from (a [`Heading`] without n is refused), carries its data ([`Chart::data`]) and a text
//! alternative ([`Chart::describe`]), can be read without colours, and is the same bytes every time. A [`Report`] puts them in one
//! page, and [`report::files`] gives all files of a folder. Nothing here touches a disk.

pub mod axis;
pub mod chart;
pub mod error;
mod escape;
pub mod estimate;
mod file_name;
mod font;
mod mark;
pub mod number;
mod outline;
mod page;
mod plane;
pub mod png;
pub mod report;
mod rows;
mod shade;
mod sheet;
mod slots;
mod svg;
pub mod table;
pub mod theme;
mod typeface;

pub use axis::{Axis, Reference, Scale};
pub use chart::{
    BarSeries, Bars, Bin, Board, BoardCell, BoxGroup, Boxes, Chart, Forest, ForestRow, HeatCell, HeatMap,
    Histogram, Layer, Line, LinePoint, Lines, Panel, Panels, PointGroup, Scatter, Spread, Stack, StackShape,
    Step, Survival, SurvivalCurve,
};
pub use error::ReportError;
pub use estimate::Estimate;
pub use file_name::file_name;
pub use number::Numbers;
pub use report::{Block, Origin, Report, Section, files};
pub use shade::Shades;
pub use sheet::Heading;
pub use table::{Cell, Column, Kind, Mark, Table};
pub use theme::Theme;
