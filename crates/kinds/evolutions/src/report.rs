//! What an evolution shows: who won by colour, fitness and weights over generations, which genes go with fitness, the
//! champion against those by whom it was not selected (the Milestone study, figures 2 to 8; SimpAI's weights over
//! generations).

use crate::{EvolutionResult, GeneResult, GenerationResult};
use zermelo_evolve::Origin;
use zermelo_report::{
    Axis, Block, BoxGroup, Boxes, Cell, Column, Estimate, Forest, ForestRow, Heading, Line, Lines, Numbers,
    Panel, Panels, PointGroup, ReportError, Section, Spread, Table, number,
};
use zermelo_stats::boxplot::{Hinges, quantile};
use zermelo_store::{Run, Store};

use zermelo_kind::report::RunReportError;
use zermelo_kind::report::{INTERVAL, confirmations, estimate, of_games, sides};

/// More genes than this get no panel each.
const MOST_PANELS: usize = 40;
/// Figures of single generations show about so many of them.
const SHOWN: usize = 25;
/// More lines than this cannot be told apart.
const MOST_LINES: usize = 8;
/// Lines have at most about so many points.
const POINTS: usize = 125;

/// The generations of a run, from its log.
pub fn generations(store: &Store, run: &Run) -> Result<Vec<GenerationResult>, RunReportError> {
    let events = store.events(run.id)?;
    let read = |json: &str| {
        let bad = |error: serde_json::Error| RunReportError::Unreadable {
            run: run.name.clone(),
            problem: error.to_string(),
        };
        serde_json::from_str(json).map_err(bad)
    };
    events.iter().filter(|event| event.kind == "generation").map(|event| read(&event.json)).collect()
}

/// The sections of an evolution.
pub fn sections(
    result: &EvolutionResult,
    generations: &[GenerationResult],
) -> Result<Vec<Section>, ReportError> {
    let mut champion: Vec<Block> = vec![
        Block::prose(format!("The champion, {}:", result.champion.chosen)),
        Block::Listing {
            caption: "The champion as an agent".to_owned(),
            text: result.champion.agent.clone(),
        },
        genes(result)?.into(),
    ];
    champion.extend(confirmations("The champion", &result.confirmations)?);
    let mut sections = vec![Section { title: "Champion".to_owned(), blocks: champion }];

    let mut course = Vec::new();
    // Fitness may be relative to each generation; what rises is the strength against somebody who never changes.
    course.extend(strength(result));
    course.extend(fitness(result));
    course.extend(distribution(generations));
    if !course.is_empty() {
        sections.push(Section { title: "Fitness by generation".to_owned(), blocks: course });
    }
    let mut games: Vec<Block> = Vec::new();
    games.extend(sides(
        result.by_side,
        "; games of one generation share agents, so the intervals are somewhat too narrow",
    ));
    if !games.is_empty() {
        sections.push(Section { title: "First-player advantage".to_owned(), blocks: games });
    }
    let mut weights: Vec<Block> = correlations(result).into_iter().collect();
    weights.extend(all_courses(result, generations));
    weights.extend(gene_courses(result, generations));
    if !weights.is_empty() {
        sections.push(Section { title: "Genes".to_owned(), blocks: weights });
    }
    Ok(sections)
}

fn genes(result: &EvolutionResult) -> Result<Table, ReportError> {
    let columns = vec![
        Column::text("gene"),
        Column::numbers("champion", Numbers::Decimals(3)),
        Column::numbers("fittest of the last generations", Numbers::Decimals(3)),
        Column::numbers("correlation with fitness", Numbers::Signed(2)),
    ];
    let mut table = Table::new("Genes of the champion", columns);
    for gene in &result.genes {
        table.push(vec![
            gene.name.as_str().into(),
            gene.champion.into(),
            Cell::from(gene.late.map(estimate)),
            Cell::from(gene.correlation.map(estimate)),
        ])?;
    }
    table.note(format!("{INTERVAL}; correlations over all candidates of all generations."));
    Ok(table)
}

/// What fitness counts, as the end of a sentence.
fn sentence_of(result: &EvolutionResult) -> String {
    let words = result.fitness.trim_end_matches('.').strip_prefix("Fitness is ");
    words.map(|words| format!("; fitness: {words}")).unwrap_or_default()
}

fn fitness(result: &EvolutionResult) -> Option<Block> {
    let line = |name: &str, place: usize| {
        let points =
            (1..).zip(&result.curve).map(|(generation, levels)| [f64::from(generation), levels[place]]);
        Line::exact(name, points)
    };
    (result.curve.len() > 1).then(|| {
        let relative = if result.has_relative_fitness() {
            "; fitness is relative to its generation, so its level does not measure strength"
        } else {
            ""
        };
        let what = sentence_of(result);
        let basis = format!("{} generations, {}{relative}{what}", result.generations, of_games(result.games));
        Block::chart(Lines {
            heading: Heading::new("Best and median fitness", basis),
            x: Axis::count("generation"),
            y: Axis::new("fitness"),
            lines: vec![line("best", 0), line("median", 1)],
            spread: Spread::Band,
        })
    })
}

/// The best after some of the generations against somebody who never changes: fitness alone flatters.
fn strength(result: &EvolutionResult) -> Option<Block> {
    let first = &result.strengths.first()?.games;
    let points = result.strengths.iter();
    let points = points.map(|strength| (f64::from(strength.generation), estimate(strength.games.score)));
    let (against, each) = (&first.against, of_games(first.games));
    Some(Block::chart(Lines {
        heading: Heading::new(format!("Strength against {against}"), format!("{each} each; {INTERVAL}")),
        x: Axis::count("generation"),
        y: Axis::percent("score").reference(0.5, "equal"),
        lines: vec![Line::new("best so far", points)],
        spread: Spread::Strokes,
    }))
}

/// Every so many generations, so that about [`SHOWN`] are left.
fn shown(generations: &[GenerationResult]) -> impl Iterator<Item = &GenerationResult> {
    generations.iter().step_by(generations.len().div_ceil(SHOWN).max(1))
}

fn distribution(generations: &[GenerationResult]) -> Option<Block> {
    let groups: Vec<BoxGroup> = shown(generations)
        .map(|generation| BoxGroup {
            name: generation.generation.to_string(),
            values: generation.candidates.iter().map(|candidate| candidate.fitness).collect(),
        })
        .filter(|group| !group.values.is_empty())
        .collect();
    let n = generations.first()?.candidates.len();
    (groups.len() > 1).then(|| {
        Block::chart(Boxes {
            heading: Heading::new(
                "Fitness of all candidates by generation",
                format!("{n} candidates per generation"),
            ),
            group_label: "generation".to_owned(),
            y: Axis::new("fitness"),
            groups,
            hinges: Hinges::Quartiles,
            has_notches: false,
        })
    })
}

fn correlations(result: &EvolutionResult) -> Option<Block> {
    let known: Vec<_> =
        result.genes.iter().filter_map(|gene| Some((gene.name.clone(), gene.correlation?))).collect();
    (known.len() > 1).then(|| {
        let row = |(name, found)| ForestRow { name, estimate: estimate(found), inner: None };
        let basis = format!("all candidates of {} generations; {INTERVAL}", result.generations);
        // The end of the interval that is nearer to no correlation.
        let least = |[_, low, high]: [f64; 3]| {
            if low > 0.0 {
                low
            } else if high < 0.0 {
                -high
            } else {
                0.0
            }
        };
        let strongest = known.iter().max_by(|(_, one), (_, other)| least(*one).total_cmp(&least(*other)));
        let finding = match strongest {
            Some((name, found)) if least(*found) > 0.0 => {
                format!("Fitness depends most clearly on {name}: correlation {:+.2}", found[0])
            }
            _ => "No gene correlates clearly with fitness".to_owned(),
        };
        Block::chart(Forest {
            heading: Heading::new("Correlation of genes with fitness", basis).saying(finding),
            axis: Axis::new("correlation")
                .numbers(Numbers::Signed(2))
                .limits(-1.0, 1.0)
                .reference(0.0, "none"),
            rows: known.into_iter().map(row).collect(),
            shaded: None,
        })
    })
}

/// All genes over generations in one figure, if they are few.
fn all_courses(result: &EvolutionResult, generations: &[GenerationResult]) -> Option<Block> {
    let n = generations.first()?.candidates.len();
    if !(2..=MOST_LINES).contains(&result.genes.len()) || generations.len() < 2 {
        return None;
    }
    let step = generations.len().div_ceil(POINTS).max(1);
    let point = |generation: &GenerationResult, gene: usize| {
        let mut values: Vec<f64> =
            generation.candidates.iter().filter_map(|one| one.genes.get(gene).copied()).collect();
        let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
        values.sort_by(f64::total_cmp);
        let (&low, &high) = (values.get(values.len() / 4)?, values.get(3 * values.len() / 4)?);
        let of_everybody = Estimate::new(mean, (low.min(mean), high.max(mean)));
        Some((f64::from(generation.generation), of_everybody))
    };
    let line = |(gene, known): (usize, &GeneResult)| {
        let points = generations.iter().step_by(step).filter_map(|generation| point(generation, gene));
        Line::new(known.name.as_str(), points)
    };
    Some(Block::chart(Lines {
        heading: Heading::new(
            "Genes over generations",
            format!("means of {n} candidates per generation; bands show the interquartile range"),
        ),
        x: Axis::count("generation"),
        y: Axis::new("gene").reference(0.0, "nothing"),
        lines: result.genes.iter().enumerate().map(line).collect(),
        spread: Spread::Band,
    }))
}

/// Every gene of everybody, every fourth of a hundred generations as the authors have it, by where the candidate came from: one
/// figure with a panel for each gene.
fn gene_courses(result: &EvolutionResult, generations: &[GenerationResult]) -> Option<Block> {
    let step = if generations.len() >= 40 { generations.len().div_ceil(SHOWN).max(4) } else { 1 };
    let shown: Vec<&GenerationResult> = generations.iter().step_by(step).collect();
    let panel = |(gene, known): (usize, &GeneResult)| gene_panel(known.name.as_str(), gene, &shown);
    let panels: Vec<Panel> = result.genes.iter().enumerate().map(panel).collect();
    let n: usize = shown.iter().map(|generation| generation.candidates.len()).sum();
    if generations.len() < 2 || n == 0 || !(1..=MOST_PANELS).contains(&panels.len()) {
        return None;
    }
    let every = match step {
        1 => "every generation".to_owned(),
        4 => "every fourth generation".to_owned(),
        _ => format!("every {step} generations"),
    };
    let is_alike = are_alike(&panels);
    let scales = match (panels.len(), is_alike) {
        (1, _) => "",
        (_, true) => "; panels share both axes",
        (_, false) => "; each panel has its own y scale",
    };
    let heading = Heading::new(
        "Genes across generations",
        format!("{} candidates, {every}{scales}", number::count(n as u64)),
    );
    let figure = Panels::new(heading, Axis::count("generation"), Axis::new("gene"), panels)
        .line_name("median of the generation");
    Some(Block::chart(if is_alike { figure } else { figure.with_own_scales() }))
}

/// One gene of all candidates, and its median in each generation.
fn gene_panel(name: &str, gene: usize, generations: &[&GenerationResult]) -> Panel {
    let (mut groups, mut line): (Vec<PointGroup>, Vec<[f64; 2]>) = (Vec::new(), Vec::new());
    for generation in generations {
        let at = f64::from(generation.generation);
        let mut values = Vec::new();
        for candidate in &generation.candidates {
            let Some(&value) = candidate.genes.get(gene) else { continue };
            values.push(value);
            let origin = origin(candidate.origin);
            match groups.iter_mut().find(|group| group.name == origin) {
                Some(group) => group.points.push([at, value]),
                None => groups.push(PointGroup { name: origin.to_owned(), points: vec![[at, value]] }),
            }
        }
        line.extend(quantile(&values, 0.5).ok().map(|median| [at, median]));
    }
    Panel { name: name.to_owned(), groups, line }
}

/// Whether genes can share an axis: none of them would be squeezed into less than a fifth of it.
fn are_alike(panels: &[Panel]) -> bool {
    const LEAST: f64 = 0.2;
    let extent = |panel: &Panel| {
        let ys = panel.groups.iter().flat_map(|group| &group.points).map(|point| point[1]);
        ys.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)))
    };
    let extents: Vec<(f64, f64)> = panels.iter().map(extent).filter(|(low, high)| low <= high).collect();
    let low = extents.iter().map(|extent| extent.0).fold(f64::INFINITY, f64::min);
    let high = extents.iter().map(|extent| extent.1).fold(f64::NEG_INFINITY, f64::max);
    extents.iter().all(|extent| extent.1 - extent.0 >= LEAST * (high - low))
}

fn origin(origin: Origin) -> &'static str {
    match origin {
        Origin::Child { .. } => "child",
        Origin::Random => "random",
        Origin::Elite { .. } => "carried over",
        Origin::Sample => "sample",
    }
}

#[cfg(test)]
mod tests {
    use crate::{CandidateResult, StrengthResult};
    use zermelo_kind::Confirmation;

    use super::*;
    use crate::samples::{blank, csv};

    fn generation(number: u32, genes: &[[f64; 2]]) -> GenerationResult {
        let candidate = |genes: &[f64; 2]| CandidateResult {
            agent: 0,
            genes: genes.to_vec(),
            origin: Origin::Random,
            fitness: 0.0,
            score: 0.5,
            games: None,
            descriptors: Vec::new(),
        };
        GenerationResult {
            generation: number,
            pairs: 0,
            by_side: [0; 3],
            candidates: genes.iter().map(candidate).collect(),
            strength: None,
            openings: Default::default(),
        }
    }

    fn result() -> EvolutionResult {
        let gene =
            |name: &str| GeneResult { name: name.to_owned(), champion: 0.0, late: None, correlation: None };
        EvolutionResult { genes: vec![gene("one"), gene("two")], ..blank() }
    }

    #[test]
    fn strength_is_shown_where_it_was_measured() {
        assert_eq!(strength(&result()), None);
        let games = Confirmation {
            against: "the default".to_owned(),
            opponents: 1,
            games: 40,
            pairs: [0, 0, 10, 0, 10],
            score: [0.75, 0.6, 0.9],
            elo: [190.8, 70.4, 381.7],
        };
        let mut result = result();
        result.strengths =
            [1, 5].map(|generation| StrengthResult { generation, games: games.clone() }).to_vec();
        let told = csv(strength(&result));
        assert!(told.contains("best so far,line,5,0.75,0.6,0.9"), "{told}");
    }

    #[test]
    fn genes_over_generations_are_means_with_the_middle_half() {
        let values: [[f64; 2]; 5] = [[4.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 10.0], [15.0, 0.0]];
        let generations = [generation(1, &values), generation(2, &[[5.0, 1.0]; 5])];
        let told = csv(all_courses(&result(), &generations));
        // The mean may lie outside the middle half, which then reaches to it.
        assert!(told.contains("one,line,1,5,2,5"), "{told}");
        assert!(told.contains("two,line,1,2,0,2") && told.contains("one,line,2,5,5,5"), "{told}");
        assert_eq!(all_courses(&result(), &generations[..1]), None, "one generation is no course");
    }

    #[test]
    fn panels_show_every_fourth_of_a_hundred_generations_and_fewer_of_more() {
        for (n, shown) in [(10, 10), (100, 25), (500, 25)] {
            let generations: Vec<GenerationResult> =
                (1..=n).map(|number| generation(number, &[[0.5, 1.0]])).collect();
            let told = csv(gene_courses(&result(), &generations));
            // Two genes, each with a candidate and a median for every generation.
            assert_eq!(told.lines().count(), 1 + 2 * 2 * shown, "of {n} generations: {told}");
        }
    }

    /// Nineteen heuristics are one figure, not nineteen.
    #[test]
    fn all_genes_are_one_figure() {
        let names: Vec<String> = (0..19).map(|gene| format!("gene {gene}")).collect();
        let gene =
            |name: &String| GeneResult { name: name.clone(), champion: 0.0, late: None, correlation: None };
        let result = EvolutionResult { genes: names.iter().map(gene).collect(), ..blank() };
        let candidates = |number: u32| {
            let mut generation = generation(number, &[[0.0; 2]; 3]);
            for (at, candidate) in generation.candidates.iter_mut().enumerate() {
                candidate.genes = (0..19).map(|gene| f64::from(gene) + at as f64).collect();
                candidate.origin = if at == 0 { Origin::Random } else { Origin::Sample };
            }
            generation
        };
        let generations: Vec<GenerationResult> = (1..=5).map(candidates).collect();
        let sections = sections(&result, &generations).expect("sections");
        let genes = sections.iter().find(|section| section.title == "Genes").expect("genes");
        let titles: Vec<&str> = (genes.blocks.iter())
            .filter_map(|block| match block {
                Block::Chart(chart) => Some(chart.title()),
                _ => None,
            })
            .collect();
        assert_eq!(titles, ["Genes across generations"]);
        let told = csv(gene_courses(&result, &generations));
        assert!(told.contains("gene 18,random,5,18") && told.contains("gene 18,sample,5,20"), "{told}");
        assert!(told.contains("gene 18,median of the generation,5,19"), "{told}");
        assert_eq!(gene_courses(&result, &generations[..1]), None, "one generation is no course");
    }

    #[test]
    fn genes_of_unlike_size_have_their_own_scales() {
        let of = |small: f64| {
            let generations = [1, 2].map(|number| generation(number, &[[0.0, 0.0], [1.0, small]]));
            match gene_courses(&result(), &generations) {
                Some(Block::Chart(chart)) => chart.basis().to_owned(),
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(of(0.5), "4 candidates, every generation; panels share both axes");
        assert_eq!(of(0.01), "4 candidates, every generation; each panel has its own y scale");
    }
}
