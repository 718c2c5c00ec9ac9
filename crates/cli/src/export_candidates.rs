//! The candidates of an evolution as a table: a row for each candidate of each generation.

use std::io::Write;

use zermelo_experiments::Record;
use zermelo_experiments::evolution::{CandidateResult, Candidates, GenerationResult};
use zermelo_experiments::report::RunReportError;
use zermelo_export::{Cell, Column, ExportError, Format, Kind, export_rows};
use zermelo_game::Stop;
use zermelo_store::Store;

use crate::reply::Failure;

/// The candidates of a run, or why there are none.
pub fn candidates_of(store: &Store, record: &Record) -> Result<Candidates, Failure> {
    let run = &record.run;
    if run.kind != "evolution" {
        let has_games = store.n_games(run.id)? > 0;
        let instead = if has_games { "it has games, positions and examples" } else { "see `zermelo show`" };
        let problem = format!("{} is a {}: only evolutions have candidates; {instead}", run.name, run.kind);
        return Err(Failure::wrong("no-candidates", problem));
    }
    let candidates = Candidates::of(store, run).map_err(|error| match error {
        RunReportError::Store(error) => error.into(),
        error => Failure::failed("bad-result", error.to_string()),
    })?;
    if candidates.generations.is_empty() {
        let problem = format!("{} has no candidates yet: no generation is finished", run.name);
        return Err(Failure::wrong("no-candidates", problem));
    }
    Ok(candidates)
}

/// Writes a row for every candidate of every generation. Returns how many there are.
pub fn write(
    record: &Record,
    candidates: &Candidates,
    format: Format,
    stop: &Stop,
    out: &mut (dyn Write + Send),
) -> Result<u64, ExportError> {
    let everybody = || candidates.generations.iter().flat_map(|generation| &generation.candidates);
    // Runs of earlier versions do not know how many games judged a candidate.
    let has_games = everybody().all(|candidate| candidate.games.is_some());
    let n_descriptors = everybody().map(|candidate| candidate.descriptors.len()).min().unwrap_or(0);
    let mut columns: Vec<Column> = [
        ("generation", Kind::U32),
        ("candidate", Kind::U32),
        ("origin", Kind::Text),
        ("elite", Kind::U32),
        ("champion", Kind::U32),
        ("fitness", Kind::Real),
        ("score", Kind::Real),
    ]
    .map(|(name, kind)| Column::named(name, kind))
    .to_vec();
    if has_games {
        columns.push(Column::named("games", Kind::U64));
    }
    columns.extend((1..=n_descriptors).map(|k| Column::named(format!("descriptor_{k}"), Kind::Real)));
    columns.extend(candidates.genes.iter().map(|gene| Column::named(format!("gene_{gene}"), Kind::Real)));
    let cells = |generation: &GenerationResult, (number, candidate): (u64, &CandidateResult)| {
        let mut cells = vec![
            Cell::Count(generation.generation.into()),
            Cell::Count(number),
            Cell::Text(candidate.origin_id()),
            Cell::Count(candidate.is_elite().into()),
            Cell::Count(candidates.is_champion(candidate).into()),
            Cell::Real(candidate.fitness),
            Cell::Real(candidate.score),
        ];
        cells.extend(candidate.games.filter(|_| has_games).map(Cell::Count));
        cells.extend(candidate.descriptors.iter().take(n_descriptors).map(|&value| Cell::Real(value)));
        // As many as there are names, so that every row has all columns.
        let gene = |index: usize| Cell::Real(candidate.genes.get(index).copied().unwrap_or_default());
        cells.extend((0..candidates.genes.len()).map(gene));
        cells
    };
    let mut rows = candidates.generations.iter().flat_map(|generation| {
        (1..).zip(&generation.candidates).map(move |candidate| cells(generation, candidate))
    });
    export_rows(record, &columns, &mut rows, format, stop, out)
}
