//! A report as one HTML page that needs nothing else: no network, no script. Light or dark as its reader likes, and printable.

use std::fmt::Write;

use crate::error::ReportError;
use crate::escape::markup;
use crate::file_name::Names;
use crate::report::{Block, Report};
use crate::theme::{Theme, variables};

/// Figures of more rows than this do not show their numbers in the page.
const MOST_ROWS: usize = 400;

const STYLE: &str = include_str!("page.css");

impl Report {
    /// The page.
    ///
    /// # Errors
    ///
    /// If a figure cannot be drawn.
    pub fn to_html(&self) -> Result<String, ReportError> {
        let mut ids = Names::default();
        // The last section's.
        ids.unique("origin");
        let ids: Vec<String> = self.sections.iter().map(|section| ids.unique(&section.title)).collect();
        let title = markup(&self.title);
        let mut html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{title}</title>\n<style>\n:root{{{}}}\n@media screen and (prefers-color-scheme: dark){{:root{{{}}}}}\n{STYLE}</style>\n\
             </head>\n<body>\n<header>\n<h1>{title}</h1>\n",
            variables(false),
            variables(true)
        );
        for sentence in &self.summary {
            let _ = writeln!(html, "<p class=\"summary\">{}</p>", markup(sentence));
        }
        html.push_str("</header>\n");
        if self.sections.len() > 1 {
            html.push_str("<nav aria-labelledby=\"contents\">\n<h2 id=\"contents\">Contents</h2>\n<ol>\n");
            for (section, id) in self.sections.iter().zip(&ids) {
                let _ = writeln!(html, "<li><a href=\"#section-{id}\">{}</a></li>", markup(&section.title));
            }
            html.push_str("<li><a href=\"#section-origin\">How to reproduce this</a></li>\n</ol>\n</nav>\n");
        }
        html.push_str("<main>\n");
        let mut n_figures = 0;
        for (section, id) in self.sections.iter().zip(&ids) {
            let heading = format!("section-{id}");
            let _ = writeln!(
                html,
                "<section aria-labelledby=\"{heading}\">\n<h2 id=\"{heading}\">{}</h2>",
                markup(&section.title)
            );
            for block in &section.blocks {
                write_block(&mut html, block, &mut n_figures)?;
            }
            html.push_str("</section>\n");
        }
        self.write_origin(&mut html);
        html.push_str("</main>\n</body>\n</html>\n");
        Ok(html)
    }

    fn write_origin(&self, html: &mut String) {
        html.push_str(
            "<section aria-labelledby=\"section-origin\">\n<h2 id=\"section-origin\">How to reproduce \
             this</h2>\n<dl>\n",
        );
        let origin = &self.origin;
        let _ = writeln!(html, "<dt>Command</dt><dd><code>{}</code></dd>", markup(&origin.command));
        if let Some(seed) = origin.seed {
            let _ = writeln!(html, "<dt>Seed</dt><dd><code>{seed}</code></dd>");
        }
        let _ = writeln!(html, "<dt>Version</dt><dd><code>{}</code></dd>", markup(&origin.version));
        for (name, value) in &origin.further {
            let _ = writeln!(html, "<dt>{}</dt><dd>{}</dd>", markup(name), markup(value));
        }
        html.push_str("</dl>\n");
        if !origin.experiment.is_empty() {
            let _ = writeln!(html, "<h3>The experiment file</h3>\n{}", listing(&origin.experiment));
        }
        html.push_str("</section>\n");
    }
}

fn write_block(html: &mut String, block: &Block, n_figures: &mut usize) -> Result<(), ReportError> {
    match block {
        Block::Prose(text) => {
            let _ = writeln!(html, "<p>{}</p>", markup(text));
        }
        Block::List(items) => {
            html.push_str("<ul>\n");
            for item in items {
                let _ = writeln!(html, "<li>{}</li>", markup(item));
            }
            html.push_str("</ul>\n");
        }
        Block::Table(table) => {
            let title = markup(table.title());
            let _ = write!(
                html,
                "<div class=\"scroll\" role=\"region\" aria-label=\"{title}\" tabindex=\"0\">\n{}</div>\n",
                table.to_html()
            );
        }
        Block::Chart(chart) => {
            *n_figures += 1;
            let svg = chart.svg_for(Theme::Page, &format!("figure-{n_figures}"))?;
            let data = chart.data()?;
            let _ = write!(
                html,
                "<figure id=\"figure-{n_figures}\">\n<div class=\"scroll\">\n{svg}</div>\n<figcaption>"
            );
            if data.n_rows() <= MOST_ROWS {
                let _ = write!(
                    html,
                    "<details><summary>Figure {n_figures}: show the numbers</summary>\n<div class=\"scroll\">\n{}</div></details>",
                    data.html(false)
                );
            } else {
                let n = crate::number::count(data.n_rows() as u64);
                let _ = write!(html, "Figure {n_figures}: its {n} rows of numbers are in its CSV file.");
            }
            html.push_str("</figcaption>\n</figure>\n");
        }
        Block::Listing { caption, text } => {
            let _ = writeln!(html, "<h3>{}</h3>\n{}", markup(caption), listing(text));
        }
    }
    Ok(())
}

/// Text as it is. The line feed after the tag is not part of it, so that one that is remains.
fn listing(text: &str) -> String {
    format!("<pre tabindex=\"0\">\n{}</pre>", markup(text))
}
