//! Fitness, strength and weights by generation.

use std::path::Path;

use zermelo_any::{Folder, Permission};
use zermelo_kind::{Curve, Point, Series, Spread};
use zermelo_store::{EventRow, Run};

use crate::file::EvolutionPlan;
use crate::result::GenerationResult;

/// The curves of an evolution, from the generations in its log.
pub(crate) fn of(run: &Run, events: &[&EventRow]) -> Vec<Curve> {
    let generations = events.iter().filter_map(|event| serde_json::from_str(&event.json).ok());
    evolution_curves(run, &generations.collect::<Vec<GenerationResult>>())
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
        name: "fitness",
        title: "Fitness by generation".to_owned(),
        x: "generation",
        y: "fitness",
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
        name: "weights",
        title: "Weights of the fittest".to_owned(),
        x: "generation",
        y: "weight",
        spread: Spread::Band,
        series: names.iter().enumerate().map(|(index, name)| line(name, &weight(index))).collect(),
    };
    let curves = [Some(fitness), strength_curve(run, generations), Some(weights)];
    curves.into_iter().flatten().collect()
}

/// Strength against somebody who never changes, where the experiment asks for it: fitness among those that are bred flatters.
fn strength_curve(run: &Run, generations: &[GenerationResult]) -> Option<Curve> {
    let folder = Folder::new(Path::new("."), Permission::server());
    let baseline = EvolutionPlan::read(&run.experiment, &run.name, folder).ok()?.baseline?;
    let point = |generation: &GenerationResult| {
        let [value, low, high] = generation.strength.as_ref()?.score;
        let percent = |share: f64| 100.0 * share;
        Some(Point(f64::from(generation.generation), percent(value), Some(percent(low)), Some(percent(high))))
    };
    Some(Curve {
        name: "strength",
        title: format!("Strength against {}", baseline.opponent.name),
        x: "generation",
        y: "percent of the points",
        spread: Spread::Bars,
        series: vec![Series {
            name: format!("best so far, {} games each, 95 %", 2 * baseline.pairs),
            points: generations.iter().filter_map(point).collect(),
        }],
    })
}

/// What the genes are called: as the game calls its heuristics where there are as many.
pub(crate) fn gene_names(run: &Run, generations: &[GenerationResult]) -> Vec<String> {
    let n = generations
        .first()
        .and_then(|generation| generation.candidates.first())
        .map_or(0, |one| one.genes.len());
    let folder = Folder::new(Path::new("."), Permission::server());
    let plan = EvolutionPlan::read(&run.experiment, &run.name, folder).ok();
    let names: Vec<String> =
        plan.map_or_else(Vec::new, |plan| plan.space.genes().iter().map(|gene| gene.name.clone()).collect());
    if names.len() == n { names } else { (1..=n).map(|number| format!("gene {number}")).collect() }
}
