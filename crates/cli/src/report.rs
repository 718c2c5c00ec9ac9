//! `zermelo report`: what a run has to show, as a folder of figures, tables and one page.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args as ClapArgs;
use serde_json::json;
use zermelo_experiments::SoFar;
use zermelo_experiments::report::RunReportError;
use zermelo_experiments::run_report::{report_beside, report_of, report_of_unfinished_run};
use zermelo_report::{Chart, Report, files};
use zermelo_store::{Run, Store};

use crate::args::DEFAULT_STORE;
use crate::output_file;
use crate::reply::{self, Failure, Reply};
use crate::unfinished::Unfinished;

/// What to show, and where.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:\n  \
                        zermelo report last --open\n  \
                        zermelo report milestone-a -o milestone-a-report\n  \
                        zermelo report milestone-a --with milestone-b\n  \
                        zermelo report last --figure ratings -o ratings.png\n\n\
                        The folder contains `index.html`, a self-contained page, every figure as SVG, PNG and CSV, \
                        and every table as CSV and Markdown. A figure's name is its file name without the \
                        extension.")]
pub struct ReportArgs {
    /// The run: its name, a prefix of the name, its number, or `last`.
    pub run: String,
    /// Another run of the same kind to compare with, an evolution or a study of a game; may be given several times.
    #[arg(long, value_name = "RUN")]
    pub with: Vec<String>,
    /// The store.
    #[arg(long, default_value = DEFAULT_STORE)]
    pub store: PathBuf,
    /// The folder to write, or the file of one figure (.svg, .png or .csv) [default: report-RUN, or the figure's name].
    #[arg(short, long)]
    pub output: Option<PathBuf>,
    /// Write one figure only.
    #[arg(long)]
    pub figure: Option<String>,
    /// Open the page in the browser.
    #[arg(long, conflicts_with = "figure")]
    pub open: bool,
}

/// Writes what was asked for.
pub fn run(args: &ReportArgs) -> Result<Reply, Failure> {
    if args.output.as_deref() == Some(Path::new("-")) {
        let problem = "a report is written to files, not to standard output: give --output a name";
        return Err(Failure::wrong("usage", problem.to_owned()));
    }
    let store = Store::read(&args.store)?;
    let run = store.find_run(&args.run)?;
    let others = args.with.iter().map(|name| store.find_run(name)).collect::<Result<Vec<_>, _>>()?;
    let mut named = HashSet::from([run.id]);
    if let Some(again) = others.iter().find(|other| !named.insert(other.id)) {
        let problem = format!("--with {}: a run cannot be compared with itself", again.name);
        return Err(Failure::wrong("usage", problem));
    }
    let report = match others.is_empty() {
        true => match report_of(&store, &run) {
            Err(RunReportError::NotFinished { .. }) => report_of_unfinished(&store, &args.store, &run)?,
            report => report.map_err(failure)?,
        },
        false => report_beside(&store, &run, &others).map_err(failure)?,
    };
    if let Some(name) = &args.figure {
        return one_figure(&report, name, args.output.as_deref());
    }
    let folder = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("report-{}", run.name)));
    let files = files(&report).map_err(|error| failure(error.into()))?;
    let mut files = output_file::write_folder(&folder, files)?;
    // The page first: it is what a person looks for.
    files.rotate_right(1);
    let page = folder.join("index.html");
    if args.open {
        open(&page);
    }
    let names: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
    let (n_figures, n_tables) = (report.charts().count(), report.tables().count());
    let is_finished = run.result.is_some() || run.is_endless();
    let so_far = if is_finished { "" } else { "; the run is not finished" };
    let text = format!(
        "{} and {} written to {}{so_far}\n",
        counted(n_figures, "figure"),
        counted(n_tables, "table"),
        page.display()
    );
    let place = page.display().to_string();
    let json = json!({ "run": run.name, "finished": is_finished, "page": place, "files": names });
    Ok(Reply::new(json, text))
}

fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// The report of a run that is not finished: what there is, marked as such.
fn report_of_unfinished(store: &Store, path: &Path, run: &Run) -> Result<Report, Failure> {
    let unfinished = Unfinished::of(store, path, run)?;
    if unfinished.sections.is_empty() {
        return Err(Failure::wrong("not-finished", unfinished.refusal()));
    }
    let so_far = SoFar { cautions: unfinished.cautions, sections: unfinished.sections };
    Ok(report_of_unfinished_run(run, unfinished.state, so_far))
}

/// Writes one figure, in the form that the file's name asks for.
fn one_figure(report: &Report, name: &str, output: Option<&Path>) -> Result<Reply, Failure> {
    let charts = report.named_charts();
    let Some((_, chart)) = charts.iter().find(|(known, _)| known == name) else {
        let names: Vec<&str> = charts.iter().map(|(known, _)| known.as_str()).collect();
        let there_are = if names.is_empty() { "there are none".to_owned() } else { names.join(", ") };
        return Err(Failure::wrong("usage", format!("there is no figure `{name}`: {there_are}")));
    };
    let path = output.map_or_else(|| PathBuf::from(format!("{name}.svg")), Path::to_owned);
    let bytes = bytes_of(chart, &path)?;
    let place = path.display().to_string();
    output_file::write(&path, bytes)?;
    Ok(Reply::new(json!({ "figure": name, "file": place }), format!("wrote {place}\n")))
}

fn bytes_of(chart: &Chart, path: &Path) -> Result<Vec<u8>, Failure> {
    let drawn = match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => chart.svg().map(String::into_bytes),
        Some("png") => chart.png(),
        Some("csv") => chart.data().map(|table| table.to_csv().into_bytes()),
        _ => {
            let problem = format!("{}: expected a name that ends with .svg, .png or .csv", path.display());
            return Err(Failure::wrong("usage", problem));
        }
    };
    drawn.map_err(|error| failure(error.into()))
}

/// Shows a page in the browser. The report is written, so whether that works decides nothing.
fn open(page: &Path) {
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let started = Command::new(opener).arg(page).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        reply::warn(&format!("cannot open {}: {opener} is not installed", page.display()));
    }
}

fn failure(error: RunReportError) -> Failure {
    match error {
        RunReportError::NotComparable { .. } => Failure::wrong("usage", error.to_string()),
        RunReportError::NotFinished { .. } => Failure::wrong("not-finished", error.to_string()),
        RunReportError::Store(error) => error.into(),
        RunReportError::Unreadable { .. } => Failure::failed("bad-result", error.to_string()),
        RunReportError::Report(_) => Failure::failed("report", error.to_string()),
    }
}
