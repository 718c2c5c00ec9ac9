//! Curves to watch while a run goes on.

/// Points over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub title: String,
    /// The label of the horizontal axis.
    pub x: &'static str,
    /// The label of the vertical axis.
    pub y: &'static str,
    /// How the intervals of the points are drawn.
    pub spread: Spread,
    /// The lines.
    pub series: Vec<Series>,
}

/// How the intervals of points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// As a band around the line: how much the members of a group differ.
    Band,
    /// As an error bar at every point: a confidence interval.
    Bars,
}

/// A line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: Vec<Point>,
}

/// A point of a line: x, y, and the ends of the interval where there is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point(pub f64, pub f64, pub Option<f64>, pub Option<f64>);
