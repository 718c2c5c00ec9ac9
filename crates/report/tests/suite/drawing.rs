//! What holds of every figure: well-formed, described, the same bytes twice, with nothing cut off and no words on words.

use resvg::usvg::{Group, Node, Rect, TextChunk, Tree};
use roxmltree::Document;
use zermelo_report::Theme;

use crate::painting::with_fonts;
use crate::samples;

/// The boxes of all words, with the words.
fn words(svg: &str) -> (Tree, Vec<(Rect, String)>) {
    let tree = Tree::from_str(svg, &with_fonts()).unwrap();
    let mut found = Vec::new();
    collect(tree.root(), &mut found);
    (tree, found)
}

fn collect(group: &Group, found: &mut Vec<(Rect, String)>) {
    for node in group.children() {
        match node {
            Node::Group(group) => collect(group, found),
            Node::Text(text) => {
                let words = text.chunks().iter().map(TextChunk::text).collect();
                found.push((text.abs_bounding_box(), words));
            }
            _ => {}
        }
    }
}

#[test]
fn figures_are_well_formed_and_described() {
    for chart in samples::charts() {
        for theme in [Theme::Alone, Theme::Page] {
            let svg = chart.svg_for(theme, "figure-7").unwrap();
            let document = Document::parse(&svg).unwrap_or_else(|error| panic!("{}: {error}", chart.title()));
            let root = document.root_element();
            let text_of = |name: &str| {
                let id = root.children().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)));
                id.and_then(|node| node.text()).unwrap_or_default().to_owned()
            };
            assert_eq!(text_of("title"), chart.title());
            assert!(text_of("desc").contains(chart.basis()), "{}", chart.title());
            assert_eq!(root.attribute("role"), Some("img"));
            // Ids are this figure's own, and every one that is referred to is there.
            let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
            assert!(ids.iter().all(|id| id.starts_with("figure-7-")), "{ids:?}");
            for fill in document.descendants().filter_map(|node| node.attribute("fill")) {
                if let Some(id) = fill.strip_prefix("url(#").and_then(|rest| rest.strip_suffix(')')) {
                    assert!(ids.contains(&id), "{id} of {}", chart.title());
                }
                let is_variable = fill.starts_with("var(--");
                assert!(!is_variable || theme == Theme::Page, "a file that stands alone has no variables");
            }
        }
    }
}

#[test]
fn the_same_figure_is_the_same_bytes() {
    for (one, other) in samples::charts().iter().zip(&samples::charts()) {
        assert_eq!(one.svg().unwrap(), other.svg().unwrap());
    }
    let chart = &samples::charts()[0];
    assert_eq!(chart.png().unwrap(), chart.png().unwrap());
}

#[test]
fn no_words_are_cut_off_or_written_over_others() {
    for chart in samples::charts() {
        let (tree, words) = words(&chart.svg().unwrap());
        assert!(words.len() > 5, "{}", chart.title());
        for (index, (one, text)) in words.iter().enumerate() {
            let is_inside = one.left() >= 0.0
                && one.top() >= 0.0
                && one.right() <= tree.size().width()
                && one.bottom() <= tree.size().height();
            assert!(is_inside, "{}: {text:?} is cut off at {one:?}", chart.title());
            for (other, other_text) in &words[index + 1..] {
                // Boxes are as high as the font is; a little of that is always empty.
                let wide = one.right().min(other.right()) - one.left().max(other.left());
                let high = one.bottom().min(other.bottom()) - one.top().max(other.top());
                assert!(wide < 1.0 || high < 3.0, "{}: {text:?} and {other_text:?} overlap", chart.title());
            }
        }
    }
}

/// Without the font built in, words would be missing on a machine that has none.
#[test]
fn pictures_have_words() {
    let chart = &samples::charts()[0];
    let png = chart.png().unwrap();
    let picture = resvg::tiny_skia::Pixmap::decode_png(&png).unwrap();
    let (tree, words) = words(&chart.svg().unwrap());
    assert_eq!(picture.width(), 2 * tree.size().width() as u32);
    let title = words.iter().find(|(_, text)| text == chart.title()).unwrap().0;
    let rows = (2.0 * title.top()) as u32..(2.0 * title.bottom()) as u32;
    let dark = rows.flat_map(|y| (0..picture.width()).map(move |x| (x, y)));
    let dark = dark.filter(|&(x, y)| picture.pixel(x, y).is_some_and(|pixel| pixel.red() < 100)).count();
    assert!(dark > 500, "{dark} dark pixels where the title is");
}

#[test]
fn every_figure_has_its_data() {
    for chart in samples::charts() {
        let table = chart.data().unwrap();
        assert!(table.n_rows() > 0 && table.title() == chart.title());
        let csv = table.to_csv();
        let rows: Vec<csv::StringRecord> =
            csv::Reader::from_reader(csv.as_bytes()).records().collect::<Result<_, _>>().unwrap();
        assert_eq!(rows.len(), table.n_rows(), "{}", chart.title());
    }
}
