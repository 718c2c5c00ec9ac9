//! Painting SVG as PNG, with the font built in and no other, so that the bytes are the same on every machine.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::error::ReportError;
use crate::outline::outline_texts;

/// The most pixels of a picture's side: more is no picture but a mistake.
const MOST: u32 = 20_000;

/// Paints a document, `scale` pixels to each of its own.
///
/// # Errors
///
/// If it is no SVG, or too large.
pub fn paint(svg: &str, scale: f32) -> Result<Vec<u8>, ReportError> {
    pixels(svg, scale)?.encode_png().map_err(|error| ReportError::Picture { reason: error.to_string() })
}

/// A document as rows of pixels, each of them red, green, blue and opacity, with the width and the height.
///
/// # Errors
///
/// If it is no SVG, or too large.
pub fn paint_pixels(svg: &str, scale: f32) -> Result<(Vec<u8>, usize, usize), ReportError> {
    let pixels = pixels(svg, scale)?;
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    Ok((pixels.take_demultiplied(), width, height))
}

fn pixels(svg: &str, scale: f32) -> Result<Pixmap, ReportError> {
    let failed = |reason: String| ReportError::Picture { reason };
    let outlined = outline_texts(svg).map_err(|error| failed(error.to_string()))?;
    let tree = Tree::from_str(&outlined, &Options::default()).map_err(|error| failed(error.to_string()))?;
    let size = tree.size();
    let side = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let (width, height) = (side(size.width()), side(size.height()));
    if width > MOST || height > MOST {
        return Err(failed(format!(
            "{width} by {height} pixels are too many: at most {MOST} per side are supported"
        )));
    }
    let mut pixels =
        Pixmap::new(width, height).ok_or_else(|| failed("not enough memory for its pixels".to_owned()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}
