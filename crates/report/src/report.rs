//! A report: sections of prose, tables and figures, and where it all came from. It becomes a folder of files.

use std::path::{Path, PathBuf};

use crate::chart::Chart;
use crate::error::ReportError;
use crate::file_name::Names;
use crate::table::Table;

/// Everything that is to be shown of a run, or a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// What it is about.
    pub title: String,
    /// What was found, in a few sentences.
    pub summary: Vec<String>,
    /// The parts.
    pub sections: Vec<Section>,
    /// Where it came from.
    pub origin: Origin,
}

/// A part of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// What it is about.
    pub title: String,
    /// What is in it, from above to below.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// A paragraph.
    Prose(String),
    /// Points, one below the other.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// A figure.
    Chart(Box<Chart>),
    /// Text as it is: a file, a game.
    Listing {
        /// What it is.
        caption: String,
        /// The text.
        text: String,
    },
}

impl From<Table> for Block {
    fn from(table: Table) -> Block {
        Block::Table(table)
    }
}

impl From<Chart> for Block {
    fn from(chart: Chart) -> Block {
        Block::Chart(Box::new(chart))
    }
}

impl Block {
    /// A figure of any kind.
    pub fn chart(chart: impl Into<Chart>) -> Block {
        Block::Chart(Box::new(chart.into()))
    }

    /// A paragraph.
    pub fn prose(text: impl Into<String>) -> Block {
        Block::Prose(text.into())
    }
}

/// What is needed to have the same again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origin {
    /// The command that repeats it.
    pub command: String,
    /// The seed, where there was chance.
    pub seed: Option<u64>,
    /// The version of the program.
    pub version: String,
    /// The experiment file, as it was; empty if there was none.
    pub experiment: String,
    /// Names and values of whatever else matters.
    pub further: Vec<(String, String)>,
}

impl Report {
    /// Every figure, in order.
    pub fn charts(&self) -> impl Iterator<Item = &Chart> {
        self.blocks().filter_map(|block| match block {
            Block::Chart(chart) => Some(chart.as_ref()),
            _ => None,
        })
    }

    /// Every table, in order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.blocks().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        })
    }

    /// Every figure with the name of its files, without their endings.
    pub fn named_charts(&self) -> Vec<(String, &Chart)> {
        let mut names = Names::default();
        self.charts().map(|chart| (names.unique(chart.title()), chart)).collect()
    }

    fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.sections.iter().flat_map(|section| &section.blocks)
    }
}

/// The files of a report, by their names in its folder: every figure as SVG, PNG and CSV (in `figures`), every table as CSV
/// and Markdown (in `tables`), and `index.html`, which comes last, so that where it is, everything is.
///
/// # Errors
///
/// If a figure cannot be drawn.
pub fn files(report: &Report) -> Result<Vec<(PathBuf, Vec<u8>)>, ReportError> {
    let page = report.to_html()?.into_bytes();
    let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for (name, chart) in report.named_charts() {
        let file = |ending: &str| Path::new("figures").join(format!("{name}.{ending}"));
        files.push((file("svg"), chart.svg()?.into_bytes()));
        files.push((file("png"), chart.png()?));
        files.push((file("csv"), chart.data()?.to_csv().into_bytes()));
    }
    let mut names = Names::default();
    for table in report.tables() {
        let name = names.unique(table.title());
        let file = |ending: &str| Path::new("tables").join(format!("{name}.{ending}"));
        files.push((file("csv"), table.to_csv().into_bytes()));
        files.push((file("md"), table.to_markdown().into_bytes()));
    }
    files.push(("index.html".into(), page));
    Ok(files)
}
