//! PNG files, compared with the slow twin: a painter with fonts and a shaping engine for all scripts.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use zermelo_report::png;

use crate::samples;

/// How the twin reads drawings: with the font built in.
pub fn with_fonts() -> Options<'static> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../../font/Roboto-Regular-subset.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../../font/Roboto-Bold-subset.ttf").to_vec());
    fonts.set_sans_serif_family("Roboto");
    Options { fontdb: Arc::new(fonts), font_family: "Roboto".to_owned(), ..Options::default() }
}

/// How far the two painters are apart: the share of pixels that differ, and the largest difference of a channel. An edge is
/// counted in sixteenths of a pixel, so rounding moves a few pixels by 16 or 32 of 255.
fn difference(svg: &str) -> (f64, u8) {
    let painted = Pixmap::decode_png(&png::paint(svg, 2.0).unwrap()).unwrap();
    let mut twin = Pixmap::new(painted.width(), painted.height()).unwrap();
    let tree = Tree::from_str(svg, &with_fonts()).unwrap();
    resvg::render(&tree, Transform::from_scale(2.0, 2.0), &mut twin.as_mut());
    let apart = |(one, other): (&u8, &u8)| one.abs_diff(*other);
    let largest: Vec<u8> = (painted.data().chunks(4).zip(twin.data().chunks(4)))
        .map(|(one, other)| one.iter().zip(other).map(apart).max().unwrap())
        .collect();
    let n_different = largest.iter().filter(|&&apart| apart > 0).count();
    (n_different as f64 / largest.len() as f64, largest.into_iter().max().unwrap())
}

#[test]
fn figures_look_as_with_a_shaping_engine() {
    for chart in samples::charts() {
        let (share, largest) = difference(&chart.svg().unwrap());
        assert!(share < 0.001 && largest <= 64, "{}: {share} differ, by up to {largest}", chart.title());
    }
}

#[test]
fn texts_look_as_with_a_shaping_engine() {
    let texts = [
        "Tafel VAWA To P. \u{201e}AVT\u{201c} 1\u{2212}0",
        "  several   spaces\n\tand lines  ",
        "non\u{a0}\u{a0}breaking",
        "Zu\u{308}ge, e\u{301}checs, \u{3b9}\u{308}\u{301}",
        "\u{5f}\u{200b}soft\u{ad}hyphen\u{fe0f}",
        "\u{56f2}\u{7881} and \u{1f3b2}",
        "&lt;&amp;&#39;",
        "\u{416}\u{443}\u{43a} \u{3b1}\u{3b2}\u{3b3} \u{2264} \u{b1}\u{bd}",
        "",
    ];
    let styles = [
        "x=\"10\" y=\"40\" font-size=\"12\"",
        "x=\"200\" y=\"40.5\" font-size=\"16\" text-anchor=\"middle\" font-weight=\"bold\" fill=\"#1f77b4\"",
        "x=\"380\" y=\"20\" text-anchor=\"end\" dominant-baseline=\"middle\" fill-opacity=\"0.5\"",
        "x=\"90\" y=\"90\" font-size=\"11\" transform=\"rotate(-30 90 90)\"",
    ];
    for (text, style) in texts.iter().flat_map(|text| styles.iter().map(move |style| (text, style))) {
        let svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 100\" width=\"400\" height=\"100\" \
             font-family=\"system-ui, sans-serif\"><rect width=\"400\" height=\"100\" fill=\"white\"/>\
             <text {style}>{text}</text></svg>"
        );
        let (share, largest) = difference(&svg);
        assert!(share < 0.002 && largest <= 64, "{text:?}, {style}: {share} differ, by up to {largest}");
    }
}
