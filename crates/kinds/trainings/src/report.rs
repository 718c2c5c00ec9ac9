//! What a training shows: rounds, losses, what was tried, weights, and what games say of it.

use crate::TrainingResult;
use zermelo_report::{
    Axis, Block, Cell, Column, Estimate, Forest, ForestRow, Heading, Line, Lines, Numbers, ReportError,
    Section, Spread, Table,
};

use zermelo_kind::report::{INTERVAL, confirmations, estimate};

/// The sections of a training.
pub fn sections(result: &TrainingResult) -> Result<Vec<Section>, ReportError> {
    let mut blocks: Vec<Block> = vec![rounds(result)?.into()];
    blocks.extend(losses(result));
    blocks.extend(tried(result)?);
    let mut sections = vec![Section { title: "Learning".to_owned(), blocks }];
    let blocks = weights(result)?;
    if !blocks.is_empty() {
        sections.push(Section { title: "Weights".to_owned(), blocks });
    }
    let trials = trials(result);
    let mut blocks = confirmations("The trained agent", &result.confirmations)?;
    blocks.extend(trials);
    if !blocks.is_empty() {
        sections.push(Section { title: "Strength".to_owned(), blocks });
    }
    Ok(sections)
}

fn rounds(result: &TrainingResult) -> Result<Table, ReportError> {
    let columns = vec![
        Column::count("round"),
        Column::count("games"),
        Column::count("training positions"),
        Column::count("test positions"),
        Column::count("left out (in the training set)"),
        Column::numbers("test loss", Numbers::Decimals(4)),
        Column::numbers("mean squared error", Numbers::Decimals(4)),
        Column::numbers("baseline error (always the mean)", Numbers::Decimals(4)),
        Column::text("verdict"),
    ];
    let mut table = Table::new("Rounds", columns);
    for round in &result.rounds {
        table.push(vec![
            u64::from(round.round).into(),
            round.games.into(),
            round.positions.into(),
            round.test[0].into(),
            round.test[1].into(),
            round.test_loss.into(),
            round.test_error.into(),
            round.blind_error.into(),
            if round.is_accepted { "accepted" } else { "refused" }.into(),
        ])?;
    }
    table.note(
        "The loss is the cross-entropy with the targets, in nats; errors are errors of the expected score.",
    );
    Ok(table)
}

fn losses(result: &TrainingResult) -> Option<Block> {
    let mut lines = Vec::new();
    for round in &result.rounds {
        let number = round.round;
        let passes = || (1..).map(f64::from).zip(&round.passes);
        if round.passes.len() < 2 {
            continue;
        }
        lines.push(Line::exact(
            format!("round {number}, training"),
            passes().map(|(x, pass)| [x, pass.training]),
        ));
        let others = passes().filter_map(|(x, pass)| Some([x, pass.validation?]));
        lines.push(Line::exact(format!("round {number}, validation"), others));
    }
    (!lines.is_empty()).then(|| {
        Block::chart(Lines {
            heading: Heading::new(
                "Loss by pass",
                "training positions, and validation positions that select the network",
            ),
            x: Axis::count("pass (epoch)"),
            y: Axis::new("cross-entropy").unit("nats"),
            lines,
            spread: Spread::Band,
        })
    })
}

fn tried(result: &TrainingResult) -> Result<Option<Block>, ReportError> {
    let columns = vec![
        Column::count("round"),
        Column::text("hidden layers"),
        Column::text("penalty"),
        Column::numbers("validation loss", Numbers::Decimals(4)),
    ];
    let mut table = Table::new("Shapes and penalties that were tried", columns);
    for round in &result.rounds {
        for one in &round.tried {
            let hidden: Vec<String> = one.hidden.iter().map(usize::to_string).collect();
            let penalty = format!("{:e}", one.l2);
            table.push(vec![
                u64::from(round.round).into(),
                hidden.join("-").into(),
                penalty.into(),
                one.validation.into(),
            ])?;
        }
    }
    Ok((table.n_rows() > 0).then(|| table.into()))
}

fn weights(result: &TrainingResult) -> Result<Vec<Block>, ReportError> {
    let round = result.rounds.iter().find(|round| round.round == result.best && !round.weights.is_empty());
    let Some(round) = round else { return Ok(Vec::new()) };
    let mut table = Table::new(
        "Fitted weights",
        vec![Column::text("heuristic"), Column::numbers("weight", Numbers::Signed(4))],
    );
    let mut rows = Vec::new();
    for (name, weight, error) in &round.weights {
        let estimate = Estimate::new(*weight, (weight - 1.96 * error, weight + 1.96 * error));
        table.push(vec![name.as_str().into(), Cell::from(estimate)])?;
        rows.push(ForestRow { name: name.clone(), estimate, inner: None });
    }
    table.note(
        "Log-odds of winning per unit of the heuristic as the evaluator scales it; standard errors clustered \
                by game.",
    );
    let forest = Forest {
        heading: Heading::new("Weights of the heuristics", format!("{} games; {INTERVAL}", round.games)),
        axis: Axis::new("log-odds per unit").numbers(Numbers::Signed(3)).reference(0.0, "nothing"),
        rows,
        shaded: None,
    };
    Ok(vec![table.into(), Block::chart(forest)])
}

fn trials(result: &TrainingResult) -> Option<Block> {
    let rows: Vec<ForestRow> = (result.rounds.iter())
        .filter_map(|round| {
            let trial = round.trial.as_ref()?;
            let verdict = if round.is_accepted { "accepted" } else { "refused" };
            let name = format!("round {} ({verdict})", round.round);
            Some(ForestRow { name, estimate: estimate(trial.elo).of(trial.games), inner: None })
        })
        .collect();
    (!rows.is_empty()).then(|| {
        Block::chart(Forest {
            heading: Heading::new(
                "Each round against the best before it",
                "games of the sequential test; 95 % intervals, biased upwards by early stopping",
            ),
            axis: Axis::new("Elo gained").numbers(Numbers::Signed(0)).reference(0.0, "equal"),
            rows,
            shaded: None,
        })
    })
}
