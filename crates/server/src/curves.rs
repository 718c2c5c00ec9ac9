//! Curves of runs: points over time, from the log.

use serde::Serialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, ArrayItems, Schema};
use utoipa::{PartialSchema, ToSchema};
use zermelo_experiments::{Point as CurvePoint, Spread as CurveSpread, kind_named};
use zermelo_store::{EventRow, Run};

/// Points over time.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Curve {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// What goes to the right.
    pub x: String,
    /// What goes up.
    pub y: String,
    /// How the intervals of the points are drawn.
    pub spread: Spread,
    /// The lines.
    pub series: Vec<Series>,
}

/// How the intervals of points are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Spread {
    /// As a band around the line: how much those who are there differ.
    Band,
    /// As an error bar at every point: what was measured there lies within it.
    Bars,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Series {
    /// What it is.
    pub name: String,
    /// Its points.
    pub points: Vec<Point>,
}

/// A point of a line: x, y, and the ends of the interval where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Point(pub f64, pub f64, pub Option<f64>, pub Option<f64>);

impl PartialSchema for Point {
    fn schema() -> RefOr<Schema> {
        let end = Option::<f64>::schema;
        let parts = [f64::schema(), f64::schema(), end(), end()];
        let parts = parts.into_iter().filter_map(|part| match part {
            RefOr::T(schema) => Some(schema),
            RefOr::Ref(_) => None,
        });
        ArrayBuilder::new()
            .description(Some("A point: x, y, and the ends of its interval."))
            .prefix_items(parts)
            .items(ArrayItems::False)
            .build()
            .into()
    }
}

impl ToSchema for Point {}

/// Whether an event is a point of a curve. These come in the order of their numbers, so a page that knows one of them knows
/// all before it.
fn is_point(event: &EventRow) -> bool {
    matches!(event.kind.as_str(), "generation" | "pass" | "moves" | "replicate")
}

/// The number of the last point.
pub fn last_point(events: &[EventRow]) -> u64 {
    events.iter().filter(|event| is_point(event)).map(|event| event.seq + 1).max().unwrap_or(0)
}

/// The curves of a run, of the points from number `after` on.
pub fn curves_of(run: &Run, events: &[EventRow], after: Option<u64>) -> Vec<Curve> {
    let fresh = events.iter().filter(|event| is_point(event) && event.seq >= after.unwrap_or(0));
    let fresh: Vec<&EventRow> = fresh.collect();
    let curves = kind_named(&run.kind).map(|kind| kind.curves(run, &fresh)).unwrap_or_default();
    curves.into_iter().map(Curve::from).collect()
}

impl From<zermelo_experiments::Curve> for Curve {
    fn from(curve: zermelo_experiments::Curve) -> Curve {
        let point = |point: CurvePoint| Point(point.0, point.1, point.2, point.3);
        let series = curve.series.into_iter().map(|series| Series {
            name: series.name,
            points: series.points.into_iter().map(point).collect(),
        });
        Curve {
            name: curve.name.to_owned(),
            title: curve.title,
            x: curve.x.to_owned(),
            y: curve.y.to_owned(),
            spread: match curve.spread {
                CurveSpread::Band => Spread::Band,
                CurveSpread::Bars => Spread::Bars,
            },
            series: series.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_points_after_the_last_known_are_new() {
        let event = |seq, kind: &str| EventRow {
            seq,
            kind: kind.to_owned(),
            json: format!(
                "{{\"round\": 1, \"pass\": {seq}, \"of\": 8, \"training\": 0.5, \"validation\": 0.6}}"
            ),
        };
        let events = [event(0, "learnt"), event(1, "pass"), event(2, "pass"), event(3, "pass")];
        let run = Run {
            id: zermelo_store::RunId(1),
            name: "x-1".to_owned(),
            parent: None,
            kind: "training".to_owned(),
            experiment: String::new(),
            seed: 1,
            code_version: String::new(),
            created: 0,
            result: None,
        };
        let points = |after| curves_of(&run, &events, after)[0].series[0].points.len();
        assert_eq!([points(None), points(Some(2)), points(Some(last_point(&events)))], [3, 2, 0]);
    }
}
