//! What a Q-learning shows: the learning curve, beside the published one, and the loss.

use crate::QLearningResult;
use zermelo_report::{Axis, Block, Heading, Line, Lines, ReportError, Section, Spread};

use zermelo_kind::report::score_table::table_of;
use zermelo_kind::report::{INTERVAL, estimate, of_games};

/// The sections of a Q-learning.
pub fn sections(result: &QLearningResult) -> Result<Vec<Section>, ReportError> {
    let mut blocks: Vec<Block> = vec![table_of(&result.curve)?.into()];
    blocks.extend(curve(result));
    blocks.extend(losses(result));
    Ok(vec![Section { title: "Learning curve".to_owned(), blocks }])
}

/// Scores by moves that were learnt from.
fn curve(result: &QLearningResult) -> Option<Block> {
    let rows = || result.checkpoints.iter().map(|point| point.moves as f64).zip(&result.curve.rows);
    let own = rows().filter_map(|(moves, row)| {
        Some((moves, estimate(row.total?.map(|percent| percent / 100.0)).of(row.games)))
    });
    let mut lines = vec![Line::new("measured", own)];
    let published: Vec<[f64; 2]> =
        rows().filter_map(|(moves, row)| Some([moves, row.published? / 100.0])).collect();
    if published.len() > 1 {
        lines.push(Line::exact("published", published));
    }
    (result.checkpoints.len() > 1 && !lines[0].points.is_empty()).then(|| {
        Block::chart(Lines {
            heading: Heading::new("Score by moves", format!("{}; {INTERVAL}", of_games(result.games))),
            x: Axis::count("training moves"),
            y: Axis::percent("score against all opponents"),
            lines,
            spread: Spread::Strokes,
        })
    })
}

fn losses(result: &QLearningResult) -> Option<Block> {
    let points: Vec<[f64; 2]> =
        result.checkpoints.iter().filter_map(|point| Some([point.moves as f64, point.loss?])).collect();
    (points.len() > 1).then(|| {
        Block::chart(Lines {
            heading: Heading::new("Loss by moves", "mean over the steps since the previous checkpoint"),
            x: Axis::count("training moves"),
            y: Axis::new("loss").covering(0.0),
            lines: vec![Line::exact("loss", points)],
            spread: Spread::Band,
        })
    })
}
