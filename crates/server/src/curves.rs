//! Curves of runs: points over time, from the log.

use serde::Serialize;
use serde_json::Value;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, ArrayItems, Schema};
use utoipa::{PartialSchema, ToSchema};
use zermelo_experiments::evolution::{EvolutionPlan, GenerationResult};
use zermelo_experiments::experiment::{Experiment, Plan};
use zermelo_store::{EventRow, Run};

use crate::runs::{experiment_of, file_word};

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
    match run.kind.as_str() {
        "evolution" => {
            let generations = fresh.filter_map(|event| serde_json::from_str(&event.json).ok());
            evolution_curves(run, &generations.collect::<Vec<GenerationResult>>())
        }
        "training" => {
            let passes = fresh.filter_map(|event| serde_json::from_str(&event.json).ok());
            vec![loss_curve(&passes.collect::<Vec<Value>>())]
        }
        "q-learning" => {
            let point = |event: &EventRow| {
                let json: Value = serde_json::from_str(&event.json).ok()?;
                Some(Point(json["moves"].as_f64()?, json["loss"].as_f64()?, None, None))
            };
            let points = fresh.filter_map(point).collect();
            vec![Curve {
                name: "loss".to_owned(),
                title: "Loss while learning".to_owned(),
                x: "moves".to_owned(),
                y: "loss".to_owned(),
                spread: Spread::Band,
                series: vec![Series { name: "loss".to_owned(), points }],
            }]
        }
        _ => Vec::new(),
    }
}

/// A number, and the ends of its interval where there is one.
type Level = (f64, Option<f64>, Option<f64>);

fn evolution_curves(run: &Run, generations: &[GenerationResult]) -> Vec<Curve> {
    let line = |name: &str, of: &dyn Fn(&GenerationResult) -> Option<Level>| Series {
        name: name.to_owned(),
        points: (generations.iter())
            .filter_map(|generation| {
                let (y, low, high) = of(generation)?;
                Some(Point(f64::from(generation.generation), y, low, high))
            })
            .collect(),
    };
    let quantile = |generation: &GenerationResult, share: f64| {
        let fitness: Vec<f64> = generation.candidates.iter().map(|candidate| candidate.fitness).collect();
        zermelo_stats::boxplot::quantile(&fitness, share).ok()
    };
    let fitness = Curve {
        name: "fitness".to_owned(),
        title: "Fitness by generation".to_owned(),
        x: "generation".to_owned(),
        y: "fitness".to_owned(),
        spread: Spread::Band,
        series: vec![
            line("best", &|generation| Some((generation.levels()[0], None, None))),
            line("median and middle half", &|generation| {
                Some((generation.levels()[1], quantile(generation, 0.25), quantile(generation, 0.75)))
            }),
        ],
    };
    let names = gene_names(run, generations);
    let weight = |index: usize| {
        move |generation: &GenerationResult| {
            let fittest = generation.fittest()?;
            Some((*fittest.genes.get(index)?, None, None))
        }
    };
    let weights = Curve {
        name: "weights".to_owned(),
        title: "Weights of the fittest".to_owned(),
        x: "generation".to_owned(),
        y: "weight".to_owned(),
        spread: Spread::Band,
        series: names.iter().enumerate().map(|(index, name)| line(name, &weight(index))).collect(),
    };
    let curves = [Some(fitness), strength_curve(run, generations), Some(weights)];
    curves.into_iter().flatten().collect()
}

/// Strength against somebody who never changes, where the experiment asks for it: fitness among those that are bred flatters.
fn strength_curve(run: &Run, generations: &[GenerationResult]) -> Option<Curve> {
    let Some(Experiment { plan: Plan::Evolution(EvolutionPlan { baseline: Some(baseline), .. }), .. }) =
        experiment_of(run)
    else {
        return None;
    };
    let point = |generation: &GenerationResult| {
        let [value, low, high] = generation.strength.as_ref()?.score;
        let percent = |share: f64| 100.0 * share;
        Some(Point(f64::from(generation.generation), percent(value), Some(percent(low)), Some(percent(high))))
    };
    Some(Curve {
        name: "strength".to_owned(),
        title: format!("Strength against {}", baseline.opponent.name),
        x: "generation".to_owned(),
        y: "percent of the points".to_owned(),
        spread: Spread::Bars,
        series: vec![Series {
            name: format!("best so far, {} games each, 95 %", 2 * baseline.pairs),
            points: generations.iter().filter_map(point).collect(),
        }],
    })
}

/// What the genes are called: as the game calls its heuristics where there are as many.
fn gene_names(run: &Run, generations: &[GenerationResult]) -> Vec<String> {
    let n = generations
        .first()
        .and_then(|generation| generation.candidates.first())
        .map_or(0, |one| one.genes.len());
    let game = file_word(run, "game").and_then(|id| zermelo_catalog::open(&id).ok());
    let features: Vec<String> = game
        .map(|game| game.features().iter().map(|feature| feature.name.to_owned()).collect())
        .unwrap_or_default();
    if features.len() == n { features } else { (1..=n).map(|number| format!("gene {number}")).collect() }
}

fn loss_curve(passes: &[Value]) -> Curve {
    let most = passes.iter().filter_map(|pass| pass["of"].as_f64()).fold(1.0, f64::max);
    let line = |key: &str| Series {
        name: key.to_owned(),
        points: (passes.iter())
            .filter_map(|pass| {
                let x = (pass["round"].as_f64()? - 1.0) * most + pass["pass"].as_f64()?;
                Some(Point(x, pass[key].as_f64()?, None, None))
            })
            .collect(),
    };
    Curve {
        name: "loss".to_owned(),
        title: "Loss by pass".to_owned(),
        x: "pass".to_owned(),
        y: "cross-entropy".to_owned(),
        spread: Spread::Band,
        series: vec![line("training"), line("validation")],
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
