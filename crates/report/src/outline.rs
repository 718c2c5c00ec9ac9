//! Drawings without text: every `<text>` becomes a `<path>` with the outlines of the font built in.
//!
//! The painter of PNG files then needs no fonts. What is understood is what our drawings write: one line in one style, with
//! `x`, `y`, `font-size`, `font-weight`, `text-anchor`, `dominant-baseline="middle"`, and any attribute of shapes.

use std::borrow::Cow;
use std::fmt::Write;

use resvg::usvg::roxmltree::{Document, Error, Node, ParsingOptions};

use crate::escape::markup;
use crate::typeface::Typeface;

/// Attributes that a path does not have, or that are turned into its transformation.
const OF_TEXT: [&str; 8] =
    ["x", "y", "transform", "font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"];

/// The size of text that says none, as SVG has it.
const DEFAULT_SIZE: f64 = 12.0;

/// The same drawing with outlines instead of text.
pub(crate) fn outline_texts(svg: &str) -> Result<Cow<'_, str>, Error> {
    if !svg.contains("<text") {
        return Ok(svg.into());
    }
    let document =
        Document::parse_with_options(svg, ParsingOptions { allow_dtd: true, ..Default::default() })?;
    let faces = [false, true].map(Typeface::new);
    let mut outlined = String::with_capacity(4 * svg.len());
    let mut done = 0;
    for text in document.descendants().filter(|node| node.has_tag_name((NAMESPACE, "text"))) {
        outlined.push_str(&svg[done..text.range().start]);
        write_path(&mut outlined, &text, &faces);
        done = text.range().end;
    }
    outlined.push_str(&svg[done..]);
    Ok(outlined.into())
}

const NAMESPACE: &str = "http://www.w3.org/2000/svg";

fn write_path(svg: &mut String, text: &Node<'_, '_>, [regular, bold]: &[Typeface; 2]) {
    let face = if text.attribute("font-weight") == Some("bold") { bold } else { regular };
    let number = |name: &str| text.attribute(name).and_then(|value| value.parse::<f64>().ok());
    let scale = number("font-size").unwrap_or(DEFAULT_SIZE) / face.units_per_em();
    // As in every reader of SVG, line ends are spaces, and runs of spaces are one; spaces that do not break are kept.
    let words: String = text.descendants().filter_map(|node| node.is_text().then(|| node.text())?).collect();
    let words = words.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
    let outline = face.outline(&words.collect::<Vec<_>>().join(" "));
    let before = match text.attribute("text-anchor") {
        Some("middle") => 0.5,
        Some("end") => 1.0,
        _ => 0.0,
    };
    let below =
        if text.attribute("dominant-baseline") == Some("middle") { 0.5 * face.x_height() } else { 0.0 };
    let x = number("x").unwrap_or(0.0) - before * scale * f64::from(outline.width);
    let y = number("y").unwrap_or(0.0) + below * scale;
    svg.push_str("<path");
    for attribute in text.attributes().filter(|attribute| !OF_TEXT.contains(&attribute.name())) {
        let _ = write!(svg, " {}=\"{}\"", attribute.name(), markup(attribute.value()));
    }
    let turn = text.attribute("transform").unwrap_or_default();
    let _ = write!(
        svg,
        " transform=\"{} translate({x} {y}) scale({scale} -{scale})\" d=\"{}\"/>",
        markup(turn),
        outline.path
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_paths_and_nothing_else_changes() {
        let head = "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>a &lt;text></title>";
        let svg = format!("{head}<text x=\"3\" y=\"5.5\" font-size=\"16\" fill=\"#123\">l</text><g/></svg>");
        let expected = format!(
            "{head}<path fill=\"#123\" transform=\" translate(3 5.5) scale(0.0078125 -0.0078125)\" \
             d=\"M342 1536L342 0L156 0L156 1536L342 1536Z\"/><g/></svg>"
        );
        assert_eq!(outline_texts(&svg).expect("SVG"), expected);
        assert_eq!(outline_texts(head).expect("no text, so it is not even read"), head);
    }

    #[test]
    fn anchors_and_base_lines_move_the_text() {
        let place = |attributes: &str| {
            let svg =
                format!("<svg xmlns=\"{NAMESPACE}\"><text font-size=\"2048\" {attributes}>H</text></svg>");
            let outlined = outline_texts(&svg).expect("SVG").into_owned();
            let (_, rest) = outlined.split_once("translate(").expect("a place");
            rest.split(')').next().expect("its end").to_owned()
        };
        assert_eq!(place("x=\"1000\""), "1000 0");
        assert_eq!(place("x=\"1000\" text-anchor=\"middle\""), "269.5 0");
        assert_eq!(place("x=\"1000\" text-anchor=\"end\""), "-461 0");
        assert_eq!(place("y=\"1\" dominant-baseline=\"middle\""), "0 542");
    }
}
