//! What tells series apart beside their colour: shapes of points, dashes of lines. Colours repeat after six series, shapes
//! after eight and dashes after five, so that combinations are many.

use crate::svg::{Look, Svg};
use crate::theme::Paint;

const DASHES: [&str; 5] = ["", "7 3", "2 2.5", "9 3 2 3", "12 4"];

/// The dash of a series' line.
pub(crate) fn dash(series: usize) -> &'static str {
    DASHES[series % DASHES.len()]
}

/// Draws the point of a series: something of about `radius` round a place.
pub(crate) fn point(svg: &mut Svg, [x, y]: [f64; 2], radius: f64, series: usize, tip: &str) {
    let paint = Paint::Series(series);
    let full = Look::new("point").fill(paint);
    let r = radius;
    match series % 8 {
        0 => svg.circle([x, y], r, full, tip),
        1 => {
            let h = 1.15 * r;
            svg.polygon(
                &[[x, y - 1.2 * h], [x + 1.1 * h, y + 0.8 * h], [x - 1.1 * h, y + 0.8 * h]],
                full,
                tip,
            );
        }
        2 => {
            let h = 0.9 * r;
            svg.polygon(&[[x - h, y - h], [x + h, y - h], [x + h, y + h], [x - h, y + h]], full, tip);
        }
        3 => {
            let h = 1.35 * r;
            svg.polygon(&[[x, y - h], [x + h, y], [x, y + h], [x - h, y]], full, tip);
        }
        4 => {
            let h = 1.15 * r;
            svg.polygon(
                &[[x, y + 1.2 * h], [x + 1.1 * h, y - 0.8 * h], [x - 1.1 * h, y - 0.8 * h]],
                full,
                tip,
            );
        }
        5 => svg.circle([x, y], 0.85 * r, Look::new("point").fill(Paint::Ground).stroke(paint, 1.6), tip),
        6 => {
            let (a, b) = (0.4 * r, 1.2 * r);
            let plus = [
                [a, b],
                [a, a],
                [b, a],
                [b, -a],
                [a, -a],
                [a, -b],
                [-a, -b],
                [-a, -a],
                [-b, -a],
                [-b, a],
                [-a, a],
                [-a, b],
            ];
            svg.polygon(&plus.map(|[dx, dy]| [x + dx, y + dy]), full, tip);
        }
        _ => {
            let h = 0.85 * r;
            let look = Look::new("point").fill(Paint::Ground).stroke(paint, 1.6);
            svg.polygon(&[[x - h, y - h], [x + h, y - h], [x + h, y + h], [x - h, y + h]], look, tip);
        }
    }
}
