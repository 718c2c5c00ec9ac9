//! What a portrait shows: is the game fair, how long and wide it is, when it is decided, what skill and knowledge are worth.

use crate::comparison::strongest;
use crate::{AnalysisResult, Estimate as Found, Side, SoFar, Stage, Verdict};
use zermelo_report::{
    Axis, BarSeries, Bars, Bin, Block, Board, BoardCell, Cell, Column, Estimate, Forest, ForestRow, Heading,
    Histogram, Line, Lines, Mark, Numbers, ReportError, Section, Shades, Spread, Table,
};

use zermelo_kind::report::{INTERVAL, estimate, of_games};

/// The sections of a portrait.
pub fn sections(result: &AnalysisResult) -> Result<Vec<Section>, ReportError> {
    let mut sections = all(result)?;
    sections.retain(|section| !section.blocks.is_empty());
    Ok(sections)
}

/// The sections of a portrait that is not finished: those that rest on what is still being played are empty, as all of them are
/// before the first is known.
pub fn sections_so_far(so_far: &SoFar) -> Result<Vec<Section>, ReportError> {
    let empty = |title: &str| Section { title: title.to_owned(), blocks: Vec::new() };
    let Some(result) = &so_far.result else {
        return Ok([FAIRNESS, COURSE, CHOICES, SKILL, SPACE].map(empty).to_vec());
    };
    let mut sections = all(result)?;
    for section in &mut sections {
        if !so_far.has(rests_on(&section.title)) {
            section.blocks.clear();
        } else if section.blocks.is_empty() {
            // Known to have nothing in it: left out, as it will be in the end.
            section.title.clear();
        }
    }
    sections.retain(|section| !section.title.is_empty());
    Ok(sections)
}

const FAIRNESS: &str = "Is it fair?";
const COURSE: &str = "How does it go?";
const CHOICES: &str = "Is there something to choose?";
const SKILL: &str = "What are skill and knowledge worth?";
const SPACE: &str = "Is the board used?";

/// The last of the stages that a section needs.
pub fn rests_on(section: &str) -> Stage {
    match section {
        FAIRNESS => Stage::FirstMoves,
        SKILL => Stage::Knowledge,
        _ => Stage::Games,
    }
}

fn all(result: &AnalysisResult) -> Result<Vec<Section>, ReportError> {
    Ok(vec![fairness(result)?, course(result)?, choices(result)?, skill(result)?, space(result)])
}

/// A number with its interval, as reports show it.
pub(super) fn shown(found: Found) -> Estimate {
    Estimate::new(found.value, (found.low.min(found.value), found.high.max(found.value))).of(found.n)
}

fn fairness(result: &AnalysisResult) -> Result<Section, ReportError> {
    let mut blocks = Vec::new();
    blocks.push(Block::prose(result.solution().unwrap_or_else(|| "Not solved.".to_owned())));
    blocks.extend(result.fairness().map(Block::prose));
    blocks.extend(result.proof_and_games().map(Block::prose));
    blocks.extend(result.change_with_strength().map(Block::prose));
    let verdicts = result.level_verdicts();
    let scored = || result.levels.iter().filter_map(|level| Some((level, level.score?)));
    if scored().next().is_some() {
        blocks.push(Block::chart(Bars {
            heading: Heading::new(
                "The first player's score by strength of both",
                format!(
                    "{}; {INTERVAL}; {}",
                    of_games(result.levels.iter().map(|level| level.games).sum()),
                    significant(result.levels.iter().map(|level| level.name.as_str()).zip(sides(&verdicts)))
                ),
            ),
            axis: Axis::percent("share of points").covering(0.0).covering(1.0).reference(0.5, "fair"),
            categories: scored().map(|(level, _)| level.name.clone()).collect(),
            series: vec![BarSeries {
                name: "first player".to_owned(),
                values: scored().map(|(_, score)| Some(shown(score))).collect(),
            }],
        }));
    }
    let columns = vec![
        Column::text("players"),
        Column::count("games"),
        Column::percent("first player's score"),
        Column::percent("with a winner"),
        Column::percent("drawn"),
        Column::count("cut by a limit"),
        Column::numbers("median plies", Numbers::Plain),
    ];
    let mut table = Table::new("Players of growing strength against themselves", columns);
    for (level, verdict) in result.levels.iter().zip(&verdicts) {
        let mark = verdict.map_or(Mark::None, |verdict| Mark::of_p(verdict.p));
        table.push(vec![
            level.name.as_str().into(),
            level.games.into(),
            Cell::from(level.score.map(shown)).marked(mark),
            Cell::from(level.endings.decided.map(shown)),
            Cell::from(level.endings.drawn.map(shown)),
            level.endings.cut.into(),
            Cell::from(level.length.as_ref().map(|length| shown(length.median))),
        ])?;
    }
    table.note(format!(
        "{INTERVAL}. Stars: significantly different from 50 %, corrected over all levels (Holm)."
    ));
    blocks.push(table.into());
    let mut rows: Vec<ForestRow> = (result.first_moves.iter())
        .filter_map(|one| {
            Some(ForestRow { name: one.first_move.clone(), estimate: shown(one.score?), inner: None })
        })
        .collect();
    // The best first; of equals, as the game lists them.
    rows.sort_by(|a, b| b.estimate.value.total_cmp(&a.estimate.value));
    let moves = result.first_move_verdicts();
    if !rows.is_empty() {
        blocks.push(Block::chart(Forest {
            heading: Heading::new(
                "What every first move is worth",
                format!(
                    "games between {}; mirror images are merged; {INTERVAL}; {}",
                    result.first_move_players,
                    significant(
                        result.first_moves.iter().map(|one| one.first_move.as_str()).zip(sides(&moves))
                    )
                ),
            ),
            axis: Axis::percent("first player's share of points").reference(0.5, "fair"),
            rows,
            shaded: None,
        }));
    }
    blocks.extend(result.pie.as_ref().map(|pie| Block::prose(pie.in_words())));
    Ok(Section { title: FAIRNESS.to_owned(), blocks })
}

/// Which way each claim lies; `None` where nothing was tested.
fn sides(verdicts: &[Option<Verdict>]) -> Vec<Option<Side>> {
    verdicts.iter().map(|verdict| verdict.map(|verdict| verdict.side)).collect()
}

/// What a figure's intervals show when all of them are tested together: each is drawn for itself, and of many that exclude even
/// one may do so by chance.
fn significant<'a>(tested: impl Iterator<Item = (&'a str, Option<Side>)>) -> String {
    const MOST: usize = 8;
    let tested: Vec<(&str, Side)> = tested.filter_map(|(name, side)| Some((name, side?))).collect();
    let names: Vec<&str> =
        tested.iter().filter(|(_, side)| *side != Side::Neither).map(|(name, _)| *name).collect();
    let together = match tested.len() {
        0 | 1 => String::new(),
        n => format!(" ({n} tests, Holm)"),
    };
    if let [(_, side)] = tested[..] {
        return if side == Side::Neither { "not significant" } else { "significant" }.to_owned();
    }
    match names.len() {
        0 => format!("none significant{together}"),
        n if n == tested.len() => format!("all significant{together}"),
        n if n > MOST => format!("{n} of {} significant{together}", tested.len()),
        _ => format!("significant{together}: {}", names.join(", ")),
    }
}

fn course(result: &AnalysisResult) -> Result<Section, ReportError> {
    let mut blocks = Vec::new();
    if let Some((level, length)) = strongest(result).and_then(|level| Some((level, level.length.as_ref()?))) {
        let counts = length.histogram.iter().copied();
        blocks.push(Block::chart(Histogram::of_counts(
            Heading::new("How long games are", format!("{} between {}", of_games(level.games), level.name)),
            Axis::count("plies"),
            "games",
            counts,
        )));
        let columns = vec![Column::text("ending"), Column::count("games"), Column::percent("share")];
        let mut table = Table::new("How games end", columns);
        for reason in &level.endings.reasons {
            let share = Cell::from(reason.share.map(shown));
            table.push(vec![reason.reason.as_str().into(), reason.games.into(), share])?;
        }
        blocks.push(table.into());
    }
    let tension = &result.tension;
    let bins = (0..10).zip(tension.decided_at_histogram);
    let bins = bins.map(|(tenth, count)| Bin {
        low: f64::from(tenth) / 10.0,
        high: f64::from(tenth + 1) / 10.0,
        count,
    });
    if tension.decided_games > 0 {
        blocks.push(Block::chart(Histogram {
            heading: Heading::new(
                "When games are decided",
                format!(
                    "{} with a winner: when the winner's expected score stays above 90 %",
                    of_games(tension.decided_games)
                ),
            ),
            x: Axis::percent("share of plies played").limits(0.0, 1.0),
            counted: "games".to_owned(),
            bins: bins.collect(),
        }));
    }
    let columns = vec![Column::text("measure"), Column::numbers("value", Numbers::Decimals(2))];
    let mut table = Table::new("Tension", columns);
    for (name, found) in [
        ("share of plies played when the game is decided, mean", tension.decided_at),
        ("the same, median", tension.decided_at_median),
        ("winner's lowest expected score, below one half by", tension.drama),
        ("share of games won from below 25 %", tension.comebacks),
        ("lead changes in a game", tension.lead_changes),
    ] {
        if let Some(found) = found {
            table.push(vec![name.into(), Cell::from(shown(found))])?;
        }
    }
    if table.n_rows() > 0 {
        table.note(format!("{INTERVAL}."));
        blocks.push(table.into());
    }
    Ok(Section { title: COURSE.to_owned(), blocks })
}

fn choices(result: &AnalysisResult) -> Result<Section, ReportError> {
    let mut blocks = Vec::new();
    if let Some(branching) = &result.branching {
        if branching.plies.len() > 1 {
            let points = branching.plies.iter().map(|ply| [ply.ply as f64, ply.moves]);
            blocks.push(Block::chart(Lines {
                heading: Heading::new(
                    "Legal moves by ply",
                    format!("means over {} positions", zermelo_report::number::count(branching.positions)),
                ),
                x: Axis::count("ply"),
                y: Axis::new("legal moves").covering(0.0),
                lines: vec![Line::exact("legal moves", points)],
                spread: Spread::Band,
            }));
        }
        let columns = vec![Column::text("measure"), Column::numbers("value", Numbers::Decimals(2))];
        let mut table = Table::new("Choices", columns);
        let mut rows = vec![
            ("legal moves in a position", branching.moves),
            ("legal moves where there is a choice", branching.moves_of_choices),
            ("share of positions with a choice", branching.choices),
        ];
        if let Some(clarity) = &result.clarity {
            rows.extend([
                ("gap in expected score, best to second-best move", clarity.gap),
                ("moves about as good as the best", clarity.near_best),
                ("share of choices in which only the best move is", clarity.only_moves),
            ]);
        }
        for (name, found) in rows {
            if let Some(found) = found {
                table.push(vec![name.into(), Cell::from(shown(found))])?;
            }
        }
        table.note(format!("About 10^{:.0} games are possible (mean length times the logarithm of the mean number of moves). {INTERVAL}.", branching.tree_log10));
        blocks.push(table.into());
    }
    Ok(Section { title: CHOICES.to_owned(), blocks })
}

fn skill(result: &AnalysisResult) -> Result<Section, ReportError> {
    let mut blocks = Vec::new();
    if let Some(ladder) = &result.ladder {
        let rows = ladder.rungs.iter().map(|rung| ForestRow {
            name: format!("{} against {} nodes", rung.nodes[1], rung.nodes[0]),
            estimate: estimate(rung.games.elo).of(rung.games.games),
            inner: None,
        });
        let rows: Vec<ForestRow> = rows.collect();
        let names: Vec<String> = rows.iter().map(|row| row.name.clone()).collect();
        let names = names.iter().map(String::as_str);
        let sides = ladder.verdicts().into_iter().map(Some);
        if !rows.is_empty() {
            blocks.push(Block::chart(Forest {
                heading: Heading::new(
                    "What thinking twice as long gains",
                    format!("{}; {INTERVAL}; {}", ladder.who(), significant(names.zip(sides))),
                ),
                axis: Axis::new("Elo gained").numbers(Numbers::Signed(0)).reference(0.0, "nothing"),
                rows,
                shaded: None,
            }));
        }
        blocks.extend(result.skill().into_iter().map(Block::prose));
    }
    if let Some(knowledge) = &result.knowledge {
        let rows: Vec<ForestRow> = (knowledge.heuristics.iter())
            .map(|one| ForestRow {
                name: one.name.clone(),
                estimate: estimate(one.lost.elo).of(one.lost.games),
                inner: None,
            })
            .collect();
        let names = knowledge.heuristics.iter().map(|one| one.name.as_str());
        let sides = knowledge.verdicts().into_iter().map(Some);
        if !rows.is_empty() {
            blocks.push(Block::chart(Forest {
                heading: Heading::new(
                    "Elo lost without each heuristic",
                    format!(
                        "weights fitted to {}, refitted without each heuristic; {INTERVAL}; {}",
                        of_games(knowledge.games),
                        significant(names.zip(sides))
                    ),
                ),
                axis: Axis::new("Elo lost").numbers(Numbers::Signed(0)).reference(0.0, "nothing"),
                rows,
                shaded: None,
            }));
        }
    }
    if let Some(copying) = &result.copying {
        let columns = vec![
            Column::text("the second player"),
            Column::count("games"),
            Column::percent("score"),
            Column::percent("share of copied moves"),
        ];
        let mut table = Table::new("Copying the other's moves", columns);
        table.push(vec![
            "thinks".into(),
            Cell::from(copying.thinking.map(|found| found.n)),
            Cell::from(copying.thinking.map(shown)),
            Cell::nothing(),
        ])?;
        for way in &copying.ways {
            let games: u64 = way.results.iter().sum();
            let name = format!("copies: {}", way.symmetry);
            table.push(vec![
                name.into(),
                games.into(),
                Cell::from(way.score.map(shown)),
                way.copied.into(),
            ])?;
        }
        blocks.push(table.into());
    }
    Ok(Section { title: SKILL.to_owned(), blocks })
}

fn space(result: &AnalysisResult) -> Section {
    let cells = |value: fn(&crate::CellUse) -> f64| -> Vec<BoardCell> {
        let polygon =
            |corners: &[[f32; 2]]| corners.iter().map(|&[x, y]| [f64::from(x), f64::from(y)]).collect();
        (result.board.iter())
            .map(|one| BoardCell {
                name: one.cell.name.clone(),
                polygon: polygon(&one.cell.polygon),
                value: (!one.cell.is_wall).then(|| value(one)),
            })
            .collect()
    };
    let mut blocks = Vec::new();
    let games = strongest(result).map_or(0, |level| level.games);
    for (title, label, value) in [
        ("Where pieces stand", "share of positions", (|one| one.occupied) as fn(&crate::CellUse) -> f64),
        ("Where moves go", "share of moves", |one| one.targets),
    ] {
        let cells = cells(value);
        let most = cells.iter().filter_map(|cell| cell.value).fold(0.0, f64::max);
        if most > 0.0 {
            blocks.push(Block::chart(Board {
                heading: Heading::new(title, format!("{} between {}", of_games(games), result.strongest)),
                label: label.to_owned(),
                numbers: Numbers::Percent,
                shades: Shades::Growing { low: 0.0, high: most },
                cells,
            }));
        }
    }
    Section { title: SPACE.to_owned(), blocks }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_say_which_intervals_are_significant_together() {
        let told =
            |sides: &[Option<Side>]| significant(["a", "b", "c"].into_iter().zip(sides.iter().copied()));
        let [more, less, neither] = [Side::More, Side::Less, Side::Neither].map(Some);
        assert_eq!(told(&[more, neither, less]), "significant (3 tests, Holm): a, c");
        assert_eq!(told(&[neither, None, neither]), "none significant (2 tests, Holm)");
        assert_eq!(told(&[more, more, more]), "all significant (3 tests, Holm)");
        assert_eq!(told(&[None, less, None]), "significant");
        assert_eq!(told(&[None, neither, None]), "not significant");
    }

    #[test]
    fn before_anything_is_known_every_section_has_its_place() {
        let sections = sections_so_far(&SoFar { stage: Stage::Games, result: None }).expect("sections");
        assert_eq!(sections.len(), 5);
        assert!(sections.iter().all(|section| section.blocks.is_empty()));
        let needed: Vec<Stage> = sections.iter().map(|section| rests_on(&section.title)).collect();
        let [games, last] = [Stage::Games, Stage::Knowledge];
        assert_eq!(needed, [Stage::FirstMoves, games, games, last, games]);
    }
}
