//! What a comparison of games shows: one table with everything, letters that say which differences are real, figures, rules.

use zermelo_report::{
    Axis, Block, Cell, Column, Estimate, Forest, ForestRow, Heading, Numbers, ReportError, Section, Table,
};

use super::comparison::{Comparison, Measure, strongest};
use super::estimate::Estimate as Found;
use super::ladder::Ladder;
use super::report::shown;
use super::result::AnalysisResult;
use zermelo_kind::report::{INTERVAL, estimate, of_games};

/// The sections of a comparison.
pub fn sections(comparison: &Comparison) -> Result<Vec<Section>, ReportError> {
    let mut blocks = vec![table(comparison)?.into(), letters(comparison)?.into()];
    blocks.extend(fairness(comparison));
    blocks.extend(depth(comparison));
    let mut sections = vec![Section { title: "Which is best?".to_owned(), blocks }];
    sections.extend(rules(comparison)?);
    Ok(sections)
}

/// What a comparison says, in sentences.
pub fn findings(comparison: &Comparison) -> Vec<String> {
    let mut told = Vec::new();
    let score = |at: usize| {
        let found = strongest(comparison.games[at].result).and_then(|level| level.score)?;
        Some(format!("the first player scores {}", percent(found)))
    };
    told.extend(best(comparison, Measure::Imbalance, false, "Fairest", &score));
    let elo = |at: usize| {
        let Found { value, low, high, .. } = Measure::Depth.of(comparison.games[at].result)?;
        let who = comparison.games[at].result.ladder.as_ref().map_or(String::new(), Ladder::who);
        Some(format!("{value:.0} Elo ({low:.0} to {high:.0}) from the least to the most thought, {who}"))
    };
    told.extend(best(comparison, Measure::Depth, true, "Deepest", &elo));
    let drawn = |at: usize| {
        let found = Measure::Drawn.of(comparison.games[at].result)?;
        Some(format!("{} of the games are drawn", percent(found)))
    };
    let has_draws = comparison
        .games
        .iter()
        .any(|game| Measure::Drawn.of(game.result).is_some_and(|drawn| drawn.value > 0.0));
    if has_draws {
        told.extend(best(comparison, Measure::Drawn, false, "Most decisive", &drawn));
    }
    let n = comparison.n_tests;
    if n > 0 {
        told.push(format!(
            "{} of {n} differences between games are significant (all pairs in all measures together, Holm).",
            comparison.n_different()
        ));
    }
    told.extend(pie(comparison));
    for game in &comparison.games {
        let (dead, all) = dead_cells(game.result);
        if dead > 0 {
            told.push(format!(
                "{}: {dead} of {all} cells are never used by the strongest players.",
                game.name
            ));
        }
    }
    told.extend(unused_clauses(comparison));
    told
}

/// The clauses that random games never use, each once, with the games.
fn unused_clauses(comparison: &Comparison) -> Vec<String> {
    let mut clauses: Vec<(&str, Vec<&str>)> = Vec::new();
    for game in &comparison.games {
        for clause in game.text.iter().flat_map(|text| &text.unused) {
            match clauses.iter_mut().find(|(known, _)| known == clause) {
                Some((_, games)) => games.push(&game.name),
                None => clauses.push((clause, vec![&game.name])),
            }
        }
    }
    let n = comparison.games.len();
    let told = clauses.into_iter().map(|(clause, games)| {
        let which = if games.len() == n { "any of the games".to_owned() } else { games.join("; ") };
        format!("Random games never use {clause} in {which}.")
    });
    told.collect()
}

/// Which game has the least or the most of something, and which were not found to differ from it.
fn best(
    comparison: &Comparison,
    measure: Measure,
    is_most: bool,
    word: &str,
    value: &dyn Fn(usize) -> Option<String>,
) -> Option<String> {
    let (best, like) = comparison.best(measure, is_most)?;
    let name = |at: usize| comparison.games[at].name.as_str();
    let n_known = comparison.games.iter().filter(|game| measure.of(game.result).is_some()).count();
    let others = match like.len() {
        0 if n_known < 2 => String::new(),
        0 => " All others differ significantly.".to_owned(),
        n if n + 1 == n_known => " None of the others differs significantly.".to_owned(),
        _ => {
            let like: Vec<&str> = like.into_iter().map(name).collect();
            format!(" Not significantly different: {}.", like.join("; "))
        }
    };
    Some(format!("{word} as measured: {} ({}).{others}", name(best), value(best)?))
}

/// What the pie rule would change.
fn pie(comparison: &Comparison) -> Option<String> {
    let told = comparison.games.iter().filter_map(|game| {
        let pie = game.result.pie.as_ref()?;
        Some(format!("{} in {} after {}", percent(pie.chooser), game.name, pie.moves()))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| {
        format!(
            "With the pie rule, one player makes the most balanced first move and the other chooses a side. The chooser scores: {}.",
            told.join("; ")
        )
    })
}

fn percent(found: Found) -> String {
    format!("{:.1} % ({:.1} to {:.1} %)", 100.0 * found.value, 100.0 * found.low, 100.0 * found.high)
}

/// How many cells the strongest players never use, and how many there are.
pub fn dead_cells(result: &AnalysisResult) -> (usize, usize) {
    let cells = || result.board.iter().filter(|one| !one.cell.is_wall);
    (cells().filter(|one| one.is_dead()).count(), cells().count())
}

/// Everything that is compared.
fn table(comparison: &Comparison) -> Result<Table, ReportError> {
    let mut table = Table::new(
        "Games side by side",
        vec![
            Column::text("game"),
            Column::count("games"),
            Column::percent("first player's score"),
            Column::percent("chooser's score, pie rule"),
            Column::percent(Measure::Drawn.name()),
            Column::numbers(Measure::Length.name(), Numbers::Decimals(1)),
            Column::percent(Measure::DecidedAt.name()),
            Column::numbers(Measure::LeadChanges.name(), Numbers::Decimals(2)),
            Column::numbers(Measure::Moves.name(), Numbers::Decimals(1)),
            Column::numbers(Measure::Depth.name(), Numbers::Decimals(0)),
            Column::count("levels"),
            Column::percent("cells never used"),
            Column::count("clauses never used"),
        ],
    );
    for game in &comparison.games {
        let result = game.result;
        let of = |measure: Measure| Cell::from(measure.of(result).map(shown));
        let (dead, all) = dead_cells(result);
        table.push(vec![
            game.name.as_str().into(),
            result.games.into(),
            Cell::from(strongest(result).and_then(|level| level.score).map(shown)),
            Cell::from(result.pie.as_ref().map(|pie| shown(pie.chooser))),
            of(Measure::Drawn),
            of(Measure::Length),
            of(Measure::DecidedAt),
            of(Measure::LeadChanges),
            of(Measure::Moves),
            of(Measure::Depth),
            Cell::from(result.ladder.as_ref().map(|ladder| ladder.levels)),
            Cell::from((all > 0).then(|| Estimate::exact(dead as f64 / all as f64))),
            Cell::from(game.text.as_ref().map(|text| text.unused.len() as u64)),
        ])?;
    }
    table.note(format!(
        "{INTERVAL}. Games of {}. Decided: the share of a game's plies after which the winner's expected score stays above 90 %. \
         Depth of skill: Elo between the lowest and the highest budget of the ladder.",
        comparison.games.first().map_or("", |game| game.result.strongest.as_str())
    ));
    Ok(table)
}

/// Which differences are real.
fn letters(comparison: &Comparison) -> Result<Table, ReportError> {
    let mut columns = vec![Column::text("game")];
    columns.extend(Measure::ALL.map(|measure| Column::text(measure.name())));
    let mut table = Table::new("Which differences are real", columns);
    let letters = Measure::ALL.map(|measure| comparison.letters(measure));
    for (at, game) in comparison.games.iter().enumerate() {
        let mut row: Vec<Cell> = vec![game.name.as_str().into()];
        row.extend(letters.iter().map(|letters| Cell::from(letters[at].as_str())));
        table.push(row)?;
    }
    table.note(format!(
        "Games that share a letter in a column do not differ significantly in it ({} tests, all together held to 5 %, Holm).",
        comparison.n_tests
    ));
    Ok(table)
}

fn fairness(comparison: &Comparison) -> Option<Block> {
    let rows: Vec<ForestRow> = (comparison.games.iter())
        .filter_map(|game| {
            let score = strongest(game.result)?.score?;
            Some(ForestRow { name: game.name.clone(), estimate: shown(score), inner: None })
        })
        .collect();
    let players = comparison.games.first().map(|game| game.result.strongest.clone())?;
    let n = comparison.games.iter().filter_map(|game| Some(strongest(game.result)?.games)).sum();
    (!rows.is_empty()).then(|| {
        Block::chart(Forest {
            heading: Heading::new(
                "The first player's score in every game",
                format!("{} between {players}; {INTERVAL}", of_games(n)),
            ),
            axis: Axis::percent("share of points").reference(0.5, "fair"),
            rows,
            shaded: None,
        })
    })
}

fn depth(comparison: &Comparison) -> Option<Block> {
    let rows: Vec<ForestRow> = (comparison.games.iter())
        .filter_map(|game| {
            let ladder = game.result.ladder.as_ref().filter(|ladder| !ladder.rungs.is_empty())?;
            let n = ladder.rungs.iter().map(|rung| rung.games.games).sum();
            Some(ForestRow { name: game.name.clone(), estimate: estimate(ladder.elo).of(n), inner: None })
        })
        .collect();
    let who = comparison.games.iter().find_map(|game| Some(game.result.ladder.as_ref()?.who()))?;
    (!rows.is_empty()).then(|| {
        Block::chart(Forest {
            heading: Heading::new("Depth of skill in every game", format!("{who}; {INTERVAL}")),
            axis: Axis::new("Elo between the least and the most thought")
                .numbers(Numbers::Decimals(0))
                .covering(0.0),
            rows,
            shaded: None,
        })
    })
}

/// The rules in words, as far as they differ.
fn rules(comparison: &Comparison) -> Result<Option<Section>, ReportError> {
    if !comparison.games.iter().all(|game| game.text.is_some()) {
        return Ok(None);
    }
    let (shared, own) = comparison.rules();
    let mut blocks = Vec::new();
    if !shared.is_empty() {
        blocks.push(Block::prose(format!("In all of them: {}", shared.join(" "))));
    }
    let mut table = Table::new(
        "What differs in the rules",
        vec![Column::text("game"), Column::text("only here, or not in all")],
    );
    for (game, own) in comparison.games.iter().zip(own) {
        table.push(vec![game.name.as_str().into(), Cell::from(own.join(" ").as_str())])?;
    }
    blocks.push(table.into());
    Ok(Some(Section { title: "How do the rules differ?".to_owned(), blocks }))
}
