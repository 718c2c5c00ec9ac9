//! `zermelo runs`: the runs of a store as a table that fits the terminal.
//!
//! A row is always one line. On a narrow terminal the least important columns get shorter, then they are left out; what goes to
//! a file or a pipe has all of them in full.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use serde_json::{Value, json};
use zermelo_experiments::{KINDS, game_of, title_of};
use zermelo_store::{Run, Status, Store};

use crate::args::DEFAULT_STORE;
use crate::reply::{Failure, Reply};
use crate::runs::work;
use zermelo_terminal::number::grouped;
use zermelo_terminal::table::shortened;
use zermelo_terminal::time::{date, duration};
use zermelo_terminal::width;

#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                  zermelo runs --store zermelo.db\n  \
                  zermelo runs --last 5 --game connect4\n\n\
                  The newest run comes last. Dates are UTC. The duration is the time that was spent on the run, \
                  without interruptions. On a narrow terminal the less important columns are shortened or left out.")]
pub struct RunsArgs {
    /// The store.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
    /// List only the newest runs.
    #[arg(long, value_name = "N")]
    pub last: Option<usize>,
    /// List only runs of this kind, such as `tournament`.
    #[arg(long)]
    pub kind: Option<String>,
    /// List only runs of this game; `milestone` includes all its sizes.
    #[arg(long)]
    pub game: Option<String>,
}

/// Lists the runs.
pub fn run(args: &RunsArgs) -> Result<Reply, Failure> {
    check_kind(args.kind.as_deref())?;
    let store = Store::read(&args.store)?;
    let all = store.runs()?;
    let is_asked = |listed: &Listed| {
        let is_game = |game: &String| {
            let own = listed.game.as_deref().unwrap_or_default();
            own == game || own.split(':').next() == Some(game)
        };
        args.kind.as_ref().is_none_or(|kind| *kind == listed.run.kind)
            && args.game.as_ref().is_none_or(is_game)
    };
    let mut asked: Vec<Listed> = all.iter().map(Listed::of).filter(is_asked).collect();
    asked.drain(..asked.len().saturating_sub(args.last.unwrap_or(usize::MAX)));
    let (mut rows, mut list) = (Vec::new(), Vec::new());
    for listed in &asked {
        let Listed { run, game, title } = listed;
        let (n_done, units) = work(&store, run)?;
        let (status, seconds) = (store.status(run), seconds(&store, run)?);
        rows.push(Row {
            name: run.name.clone(),
            kind: run.kind.clone(),
            game: game.clone().unwrap_or_default(),
            status: status.id(),
            work: format!("{} {units}", grouped(n_done)),
            date: date(run.created),
            duration: seconds.map(duration).unwrap_or_default(),
            title: title.clone(),
        });
        list.push(json!({
            "run": run.name,
            "kind": run.kind,
            "status": status.id(),
            units: n_done,
            "seed": run.seed,
            "code_version": run.code_version,
            "created": run.created,
            "game": game,
            "title": title,
            "done": n_done,
            "units": units,
            "seconds": seconds,
            "is_stage": run.parent.is_some(),
            "resumable": status == Status::Interrupted,
        }));
    }
    let text = match (rows.is_empty(), all.is_empty()) {
        (true, true) => "no runs yet: start one with `zermelo run FILE`\n".to_owned(),
        (true, false) => format!("none of the {} runs is of this kind and game\n", all.len()),
        _ => lay_out(&rows, width::known_of_output().map(|width| width.max(40))),
    };
    Ok(Reply::new(Value::Array(list), text))
}

/// An error if nobody knows the kind.
fn check_kind(kind: Option<&str>) -> Result<(), Failure> {
    let mut names: Vec<&str> = KINDS.iter().map(|kind| kind.name()).collect();
    names.push(Run::ENDLESS);
    match kind {
        Some(kind) if !names.contains(&kind) => {
            let kind = zermelo_game::shown(kind);
            let problem =
                format!("there are no runs of the kind `{kind}`: the kinds are {}", names.join(", "));
            Err(Failure::wrong("usage", problem))
        }
        _ => Ok(()),
    }
}

/// A run with what its experiment says about it.
struct Listed<'a> {
    run: &'a Run,
    game: Option<String>,
    title: String,
}

impl<'a> Listed<'a> {
    fn of(run: &'a Run) -> Listed<'a> {
        let game = game_of(&run.experiment, &run.name).ok();
        let title = title_of(&run.experiment);
        Listed { run, game, title: title.unwrap_or_default() }
    }
}

/// How long somebody worked at a run, in seconds; at the stages of a series, if it has any. `None` if the store does not know.
fn seconds(store: &Store, run: &Run) -> Result<Option<f64>, Failure> {
    let mut millis = store.worked(run.id)?.map(|worked| worked.millis);
    for stage in store.stages(run.id)? {
        if let Some(worked) = store.worked(stage.id)? {
            millis = Some(millis.unwrap_or(0).saturating_add(worked.millis));
        }
    }
    Ok(millis.map(|millis| millis as f64 / 1e3))
}

/// A row of the table.
struct Row {
    name: String,
    kind: String,
    game: String,
    status: &'static str,
    work: String,
    date: String,
    duration: String,
    title: String,
}

/// The columns, from left to right.
const HEADS: [&str; 8] = ["run", "kind", "game", "status", "work", "date", "duration", "title"];
const NAME: usize = 0;
const GAME: usize = 2;
const DATE: usize = 5;
const TITLE: usize = 7;
/// The length of a date without the time of day.
const DAY: usize = 10;
/// The columns that are left out, the least important first: title, duration, kind, date, game, work.
const LEFT_OUT: [usize; 6] = [TITLE, 6, 1, DATE, GAME, 4];
/// The columns that may be shortened, the least important first, and how short they may be while others are left out.
const SHORTENED: [(usize, usize); 3] = [(TITLE, 12), (GAME, 12), (NAME, 24)];
/// Between columns.
const GAP: usize = 2;

/// The table in lines of at most this width; in full if nobody says.
fn lay_out(rows: &[Row], width: Option<usize>) -> String {
    let cells: Vec<[String; 8]> = std::iter::once(HEADS.map(str::to_owned))
        .chain(rows.iter().map(|row| {
            let Row { name, kind, game, status, work, date, duration, title } = row;
            [name, kind, game, *status, work, date, duration, title].map(str::to_owned)
        }))
        .collect();
    let widths = widths(&cells, width.unwrap_or(usize::MAX));
    let mut text = String::new();
    for row in &cells {
        let mut line = String::new();
        for (column, &width) in widths.iter().enumerate().filter(|(_, width)| **width > 0) {
            if !line.is_empty() {
                line.push_str(&" ".repeat(GAP));
            }
            let cell = match column {
                TITLE => shortened_at_end(&row[column], width),
                DATE => row[column].chars().take(width).collect(),
                _ => shortened(&row[column], width),
            };
            line +=
                &if matches!(column, 4 | 6) { format!("{cell:>width$}") } else { format!("{cell:width$}") };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// How wide the columns are; 0 for those that are left out.
fn widths(cells: &[[String; 8]], most: usize) -> [usize; 8] {
    let longest = |column: usize| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let natural: [usize; 8] = std::array::from_fn(longest);
    let total = |widths: &[usize; 8]| {
        let n_shown = widths.iter().filter(|width| **width > 0).count();
        widths.iter().sum::<usize>() + GAP * n_shown.saturating_sub(1)
    };
    let mut last = natural;
    // The time of day goes when all that matters less than the date has gone: a wider terminal never shows less of it.
    let n_less = LEFT_OUT.iter().position(|&column| column == DATE).unwrap_or(0);
    let attempts =
        (0..=n_less).map(|n| (n, natural[DATE])).chain((n_less..=LEFT_OUT.len()).map(|n| (n, DAY)));
    for (n_left_out, date) in attempts {
        let mut widths = natural;
        widths[DATE] = natural[DATE].min(date);
        LEFT_OUT[..n_left_out].iter().for_each(|&column| widths[column] = 0);
        for (column, least) in SHORTENED {
            let excess = total(&widths).saturating_sub(most);
            // When there is nothing more to leave out, names get as short as they must.
            let least = if n_left_out == LEFT_OUT.len() { 1 } else { least };
            let narrower = widths[column].saturating_sub(excess).max(least);
            widths[column] = widths[column].min(narrower);
        }
        if total(&widths) <= most {
            return widths;
        }
        last = widths;
    }
    last
}

/// A text whose end is left out if there is no room for it.
fn shortened_at_end(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(name: &str, kind: &str, game: &str, title: &str) -> Row {
        Row {
            name: name.to_owned(),
            kind: kind.to_owned(),
            game: game.to_owned(),
            status: "interrupted",
            work: "1,234,567 games".to_owned(),
            date: "2026-11-18 16:34".to_owned(),
            duration: "3 h 25 min".to_owned(),
            title: title.to_owned(),
        }
    }

    #[test]
    fn rows_never_wrap() {
        let rows = [
            row(
                "isolation-heuristics-as-published-12",
                "tournament",
                "isolation:9x9",
                "All heuristics of both studies",
            ),
            row("a-1", "evolution", "hex:size=11,swap=yes", ""),
        ];
        let full = lay_out(&rows, None);
        assert!(
            full.contains("All heuristics of both studies") && full.contains("hex:size=11,swap=yes"),
            "{full}"
        );
        for width in 40..=200 {
            let told = lay_out(&rows, Some(width));
            assert_eq!(told.lines().count(), 3, "{told}");
            assert!(told.lines().all(|line| line.chars().count() <= width), "{width}:\n{told}");
            assert!(told.contains("interrupted") && told.contains("a-1"), "{width}:\n{told}");
        }
        let shows_time = |width: usize| lay_out(&rows, Some(width)).contains("2026-11-18 16:34");
        let least = (40..=200).find(|&width| shows_time(width)).expect("a width with the time of day");
        assert!((least..=200).all(shows_time), "a wider terminal shows no less, from {least} on");
        let told = lay_out(&rows, Some(80));
        assert_eq!(told.lines().next().map(|line| line.split_whitespace().count()), Some(5), "{told}");
        assert!(lay_out(&rows, Some(40)).contains("published-12"), "the end of a name tells it from others");
    }
}
