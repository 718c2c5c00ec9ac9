//! What a calibration shows: predicted and observed scores of games that the curve was not fitted on.

use zermelo_kind::report::{INTERVAL, of_games};
use zermelo_report::{
    Axis, Block, Cell, Column, Estimate, Heading, Line, Lines, ReportError, Section, Spread, Table,
};

use crate::result::{CalibrationResult, is_confirmed};

/// The sections of a calibration.
pub(crate) fn sections(result: &CalibrationResult) -> Result<Vec<Section>, ReportError> {
    let Some(calibration) = &result.calibration else { return Ok(Vec::new()) };
    let columns = vec![
        Column::percent("predicted"),
        Column::percent("observed"),
        Column::count("positions"),
        Column::count("games"),
        Column::text("within the interval"),
    ];
    let mut table = Table::new("Predictions on held-out games", columns);
    let mut points = Vec::new();
    for bin in &calibration.bins {
        let observed = Estimate::new(bin.observed, (bin.low.min(bin.observed), bin.high.max(bin.observed)));
        table.push(vec![
            bin.predicted.into(),
            Cell::from(observed),
            bin.n.into(),
            bin.games.into(),
            if is_confirmed(bin) { "yes" } else { "no" }.into(),
        ])?;
        points.push((bin.predicted, observed.of(bin.games)));
    }
    table.note(format!(
        "Scores of the first player, a draw counting half; {INTERVAL}, from games, not positions."
    ));
    let mut blocks: Vec<Block> = vec![table.into()];
    if points.len() > 1 {
        let perfect = Line::exact("perfect calibration", vec![[0.0, 0.0], [1.0, 1.0]]);
        blocks.push(Block::chart(Lines {
            heading: Heading::new(
                "Predicted and observed score",
                format!("held-out half of {}; {INTERVAL}", of_games(result.games)),
            ),
            x: Axis::percent("predicted score of the first player"),
            y: Axis::percent("observed score"),
            lines: vec![Line::new("held-out games", points), perfect],
            spread: Spread::Strokes,
        }));
    }
    Ok(vec![Section { title: "Reliability".to_owned(), blocks }])
}
