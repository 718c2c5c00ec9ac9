//! Several evolutions side by side: which genes go with fitness in each (the Milestone study, figure 6, for both
//! experiments in one picture), who wins, how fitness grew.

use crate::EvolutionResult;
use zermelo_report::{
    Axis, BarSeries, Bars, Block, Cell, Column, Estimate, Heading, HeatCell, HeatMap, Line, Lines, Mark,
    Numbers, ReportError, Section, Shades, Spread, Table,
};
use zermelo_stats::binomial::wilson;

use zermelo_kind::report::{INTERVAL, estimate, of_games};

/// What is told in numbers of figures 2 and 6 of the Milestone study.
const PUBLISHED: &str = "The Milestone study reports for both experiments A and B: the correlation is at least +0.3 \
                         for defended-hexes-middle-prox and at most \u{2212}0.6 for aggr-pieces-anti-centrality \
                         (figure 6); the second player wins about 63 % of the games (figure 2).";

/// A run and what it is called.
pub struct Named<'a> {
    /// The run's name.
    pub name: &'a str,
    /// What came of it.
    pub result: &'a EvolutionResult,
}

/// The section that sets runs side by side.
pub fn section(runs: &[Named]) -> Result<Section, ReportError> {
    let mut blocks: Vec<Block> = correlations(runs).into_iter().collect();
    if runs.iter().all(|run| run.result.game == "milestone") {
        blocks.push(Block::prose(PUBLISHED));
    }
    blocks.push(champions(runs)?.into());
    blocks.extend(sides(runs));
    blocks.extend(fitness(runs));
    let names: Vec<&str> = runs.iter().map(|run| run.name).collect();
    Ok(Section { title: format!("Side by side: {}", names.join(", ")), blocks })
}

/// All genes of all runs, each once.
fn genes<'a>(runs: &[Named<'a>]) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for gene in runs.iter().flat_map(|run| &run.result.genes) {
        if !names.contains(&gene.name.as_str()) {
            names.push(&gene.name);
        }
    }
    names
}

/// Which genes go with fitness.
fn correlations(runs: &[Named]) -> Option<Block> {
    let genes = genes(runs);
    let cell = |gene: &str, run: &Named| -> Option<HeatCell> {
        let found = run.result.genes.iter().find(|known| known.name == gene)?.correlation?;
        Some(HeatCell { estimate: estimate(found), mark: Mark::None })
    };
    let cells: Vec<Vec<Option<HeatCell>>> =
        genes.iter().map(|gene| runs.iter().map(|run| cell(gene, run)).collect()).collect();
    let n = runs.iter().map(|run| run.result.games).sum();
    cells.iter().flatten().any(Option::is_some).then(|| {
        Block::chart(HeatMap {
            heading: Heading::new(
                "Correlation of genes with fitness, side by side",
                format!("all candidates of all generations, {}; {INTERVAL}", of_games(n)),
            ),
            label: "correlation".to_owned(),
            numbers: Numbers::Signed(2),
            shades: Shades::Diverging { middle: 0.0, reach: 1.0 },
            row_label: "gene".to_owned(),
            column_label: "run".to_owned(),
            rows: genes.iter().map(|&gene| gene.to_owned()).collect(),
            columns: runs.iter().map(|run| run.name.to_owned()).collect(),
            cells,
        })
    })
}

/// The genes of the champions.
fn champions(runs: &[Named]) -> Result<Table, ReportError> {
    let mut columns = vec![Column::text("gene")];
    columns.extend(runs.iter().map(|run| Column::numbers(run.name, Numbers::Decimals(3))));
    let mut table = Table::new("Genes of the champions, side by side", columns);
    for gene in genes(runs) {
        let of = |run: &Named| {
            run.result.genes.iter().find(|known| known.name == gene).map(|known| known.champion)
        };
        let mut cells: Vec<Cell> = vec![gene.into()];
        cells.extend(runs.iter().map(|run| Cell::from(of(run))));
        table.push(cells)?;
    }
    Ok(table)
}

/// Games won by the first player and by who moves second.
fn sides(runs: &[Named]) -> Option<Block> {
    let n: u64 = runs.iter().flat_map(|run| run.result.by_side).sum();
    let share = |run: &Named, place: usize| {
        let (count, all) = (run.result.by_side[place], run.result.by_side.iter().sum());
        let (low, high) = wilson(count, all, 0.95).ok()?;
        let share = count as f64 / all as f64;
        Some(Estimate::new(share, (low.min(share), high.max(share))).of(count))
    };
    let places = [(0, "won by the first player"), (1, "drawn"), (2, "won by the second player")];
    let has = |place: usize| place != 1 || runs.iter().any(|run| run.result.by_side[place] > 0);
    let places: Vec<(usize, &str)> = places.into_iter().filter(|(place, _)| has(*place)).collect();
    let series = runs.iter().map(|run| BarSeries {
        name: run.name.to_owned(),
        values: places.iter().map(|&(place, _)| share(run, place)).collect(),
    });
    (n > 0).then(|| {
        Block::chart(Bars {
            heading: Heading::new(
                "Wins by side, side by side",
                format!(
                    "{}; {INTERVAL}; games of one generation share agents, so the intervals are somewhat too narrow",
                    of_games(n)
                ),
            ),
            axis: Axis::percent("share of games").covering(0.0).reference(0.5, "half"),
            categories: places.iter().map(|&(_, name)| name.to_owned()).collect(),
            series: series.collect(),
        })
    })
}

/// Best fitness by generation.
fn fitness(runs: &[Named]) -> Option<Block> {
    let line = |run: &Named| {
        let points =
            (1..).zip(&run.result.curve).map(|(generation, levels)| [f64::from(generation), levels[0]]);
        Line::exact(run.name, points)
    };
    let lines: Vec<Line> = runs.iter().filter(|run| run.result.curve.len() > 1).map(line).collect();
    let n = runs.iter().map(|run| run.result.games).sum();
    (!lines.is_empty()).then(|| {
        Block::chart(Lines {
            heading: Heading::new(
                "Best fitness by generation, side by side",
                format!("{}; fitness is relative to the same generation", of_games(n)),
            ),
            x: Axis::count("generation"),
            y: Axis::new("fitness"),
            lines,
            spread: Spread::Band,
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::GeneResult;

    use super::*;
    use crate::samples::{blank, csv};

    fn gene(name: &str, champion: f64, correlation: Option<[f64; 3]>) -> GeneResult {
        GeneResult { name: name.to_owned(), champion, late: None, correlation }
    }

    fn result(genes: Vec<GeneResult>, by_side: [u64; 3]) -> EvolutionResult {
        let curve = vec![[3.0, 1.0, 1.0], [5.0, 2.0, 2.0]];
        EvolutionResult {
            game: "milestone".to_owned(),
            games: by_side.iter().sum(),
            by_side,
            genes,
            curve,
            ..blank()
        }
    }

    #[test]
    fn every_gene_of_every_run_has_its_number() {
        let a = result(vec![gene("one", 0.5, Some([0.3, 0.2, 0.4])), gene("two", -1.0, None)], [6, 0, 4]);
        let b = result(vec![gene("two", 2.0, Some([-0.7, -0.8, -0.6])), gene("new", 0.0, None)], [1, 1, 2]);
        let runs = [Named { name: "a", result: &a }, Named { name: "b", result: &b }];
        let told = csv(correlations(&runs));
        assert_eq!(told.lines().count(), 3, "a heading and two known correlations: {told}");
        assert!(told.contains("one,a,0.3,0.2,0.4") && told.contains("two,b,-0.7,-0.8,-0.6"), "{told}");
        let table = champions(&runs).expect("a table").to_csv();
        assert!(
            table.contains("one,0.5,\n") && table.contains("two,-1,2\n") && table.contains("new,,0"),
            "{table}"
        );
        let told = csv(sides(&runs));
        assert!(
            told.contains("won by the first player") && told.contains("0.6") && told.contains("0.25"),
            "{told}"
        );
        let told = csv(fitness(&runs));
        assert!(told.contains("a,line,2,5") && told.contains("b,line,1,3"), "best, not median: {told}");
        let section = section(&runs).expect("a section");
        assert!(section.title.ends_with("a, b") && section.blocks.contains(&Block::prose(PUBLISHED)));
    }
}
