//! The manual: its table of contents, its pages as HTML, and a search. All of it is built into the program.

use axum::Json;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use zermelo_manual::{Entry, Manual, html};

use super::{Asked, Place};
use crate::api_error::{ApiError, Refusal};

/// So many sections are told of a search.
const MOST_HITS: usize = 30;

/// The table of contents.
#[derive(Serialize, ToSchema)]
pub struct ManualContents {
    /// Its parts.
    parts: Vec<ManualPart>,
}

/// A part of the manual.
#[derive(Serialize, ToSchema)]
pub struct ManualPart {
    /// What it is called; empty for pages before the first part.
    title: String,
    /// Its pages.
    pages: Vec<ManualEntry>,
}

/// A page in the table of contents.
#[derive(Serialize, ToSchema)]
pub struct ManualEntry {
    /// Its path, such as `tutorials/designer`.
    path: String,
    /// What it is called.
    title: String,
}

impl From<&Entry> for ManualEntry {
    fn from(entry: &Entry) -> ManualEntry {
        ManualEntry { path: entry.path.clone(), title: entry.title.clone() }
    }
}

/// A page.
#[derive(Serialize, ToSchema)]
pub struct ManualPage {
    /// Its path.
    path: String,
    /// Its title.
    title: String,
    /// What stands below the title, as HTML. It has no scripts, no styles and no pictures.
    html: String,
    /// Its sections.
    sections: Vec<ManualSection>,
    /// The page before it.
    previous: Option<ManualEntry>,
    /// The page after it.
    next: Option<ManualEntry>,
}

/// A section of a page.
#[derive(Serialize, ToSchema)]
pub struct ManualSection {
    /// Its heading.
    title: String,
    /// What stands behind `#` in its address.
    anchor: String,
    /// 2 for a section of the page, 3 for one within it, and so on.
    level: u8,
}

/// What a search has found.
#[derive(Serialize, ToSchema)]
pub struct ManualHits {
    /// How many sections contain all words.
    n: usize,
    /// The first of them, the best first.
    hits: Vec<ManualHit>,
}

/// A section that contains all words.
#[derive(Serialize, ToSchema)]
pub struct ManualHit {
    /// The path of its page.
    path: String,
    /// The title of its page.
    title: String,
    /// Its heading; that of the page for what stands before the first section.
    section: String,
    /// What stands behind `#` in its address; empty for the page.
    anchor: String,
    /// Some of the lines with the words.
    lines: Vec<String>,
}

/// What is looked for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ManualQuery {
    /// Words, all of which must be there.
    q: String,
}

/// The table of contents of the manual.
#[utoipa::path(get, path = "/manual", responses((status = OK, body = ManualContents)))]
pub async fn manual() -> Json<ManualContents> {
    let part = |part: &zermelo_manual::Part| ManualPart {
        title: part.title.clone(),
        pages: part.entries.iter().map(ManualEntry::from).collect(),
    };
    Json(ManualContents { parts: Manual::get().contents().iter().map(part).collect() })
}

/// A page of the manual. Slashes in its path are written `%2F`.
#[utoipa::path(get, path = "/manual/{page}", params(("page" = String, Path, description = "The page's path, such as `concepts`.")),
    responses((status = OK, body = ManualPage), (status = "4XX", body = Refusal)))]
pub async fn manual_page(Place(path): Place<String>) -> Result<Json<ManualPage>, ApiError> {
    let manual = Manual::get();
    let page = manual.page(&path).ok_or_else(|| {
        let shown = zermelo_game::shown(&path);
        let hint = match manual.find(&path) {
            Ok(found) => format!(": is it /manual/{}?", found.page.path),
            Err(_) => "; the table of contents lists all pages".to_owned(),
        };
        ApiError::missing("unknown-page", format!("the manual has no page `{shown}`{hint}"))
    })?;
    let entries: Vec<&Entry> = manual.contents().iter().flat_map(|part| &part.entries).collect();
    let place = entries.iter().position(|entry| entry.path == page.path);
    let entry = |at: Option<usize>| at.and_then(|at| entries.get(at)).map(|entry| ManualEntry::from(*entry));
    let sections = page.sections.iter().filter(|section| !section.anchor.is_empty()).map(|section| {
        ManualSection { title: section.title.clone(), anchor: section.anchor.clone(), level: section.level }
    });
    Ok(Json(ManualPage {
        path: page.path.clone(),
        title: page.title.clone(),
        html: html::page(manual, page),
        sections: sections.collect(),
        previous: entry(place.and_then(|place| place.checked_sub(1))),
        next: entry(place.map(|place| place + 1)),
    }))
}

/// The sections of the manual that contain all words.
#[utoipa::path(get, path = "/manual/search", params(ManualQuery),
    responses((status = OK, body = ManualHits), (status = "4XX", body = Refusal)))]
pub async fn manual_search(Asked(query): Asked<ManualQuery>) -> Json<ManualHits> {
    let found = Manual::get().search(&query.q);
    let hits = found.iter().take(MOST_HITS).map(|hit| ManualHit {
        path: hit.page.path.clone(),
        title: hit.page.title.clone(),
        section: hit.section.title.clone(),
        anchor: hit.section.anchor.clone(),
        lines: hit.lines.clone(),
    });
    Json(ManualHits { n: found.len(), hits: hits.collect() })
}
