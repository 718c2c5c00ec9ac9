//! Where links lead.

use crate::Manual;

/// Where a link of a page leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To a page of the manual, and perhaps a section of it.
    Page {
        /// The page's path.
        path: String,
        /// The section's anchor, or nothing.
        anchor: String,
    },
    /// To another site.
    Site(String),
    /// To a file of the repository that is not built in, or to nothing.
    Elsewhere(String),
}

impl Manual {
    /// Where a link leads that stands on the page at this path.
    pub fn target(&self, from: &str, link: &str) -> Target {
        if link.starts_with("https://") || link.starts_with("http://") {
            return Target::Site(link.to_owned());
        }
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let path = if file.is_empty() { Some(from.to_owned()) } else { joined(from, file) };
        match path {
            Some(path) if self.page(&path).is_some() => Target::Page { path, anchor: anchor.to_owned() },
            _ => Target::Elsewhere(link.to_owned()),
        }
    }
}

/// The path of a page, as a link on another page names it. Pages of the manual stand in `docs/manual`, the others beside it.
fn joined(from: &str, file: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder_of(from);
    for part in file.strip_suffix(".md")?.split('/') {
        match part {
            "." | "" => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    match parts.split_first()? {
        (&"manual", rest) => Some(rest.join("/")),
        _ => Some(parts.join("/")),
    }
}

/// The folder of a page, below `docs`.
fn folder_of(path: &str) -> Vec<&str> {
    let is_beside = path.starts_with("findings/") || crate::BESIDE.iter().any(|(name, _)| *name == path);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let first = if is_beside { None } else { Some("manual") };
    first.into_iter().chain(folder.split('/').filter(|part| !part.is_empty())).collect()
}
