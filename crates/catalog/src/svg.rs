//! A view as a picture for documents and web pages: plain SVG without scripts, fonts or outside parts.

use std::fmt::Write;

use zermelo_game::{Player, Tint, View};

/// Pixels to a cell.
const SCALE: f32 = 56.0;
/// Pixels around the board.
const MARGIN: f32 = 18.0;

/// Draws a view. With `flipped` the second player sits at the bottom.
pub fn draw(view: &View, title: &str, flipped: bool) -> String {
    let corners = || view.cells.iter().flat_map(|cell| cell.polygon.iter());
    let width = corners().map(|corner| corner[0]).fold(0.0, f32::max);
    let height = corners().map(|corner| corner[1]).fold(0.0, f32::max);
    let place = |[x, y]: [f32; 2]| {
        let [x, y] = if flipped { [width - x, height - y] } else { [x, y] };
        [MARGIN + SCALE * x, MARGIN + SCALE * y]
    };
    let center = |cell: usize| {
        let polygon = &view.cells[cell].polygon;
        let n = polygon.len() as f32;
        place([polygon.iter().map(|c| c[0]).sum::<f32>() / n, polygon.iter().map(|c| c[1]).sum::<f32>() / n])
    };
    let (w, h) = (2.0 * MARGIN + SCALE * width, 2.0 * MARGIN + SCALE * height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w:.0} {h:.0}\" width=\"{w:.0}\" height=\"{h:.0}\" \
         role=\"img\" font-family=\"system-ui, sans-serif\">\n<title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#fbf8f1\"/>\n",
        escape(title)
    );
    let last = view.last.as_ref();
    let is_last = |cell: usize| last.is_some_and(|last| last.touches(cell));
    for (index, cell) in view.cells.iter().enumerate() {
        let points: Vec<String> =
            cell.polygon.iter().map(|&c| place(c)).map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let fill = match (cell.is_blocked, is_last(index), cell.home) {
            (true, _, _) => "#8d867a",
            (_, true, _) => "#f3dd9a",
            (_, _, Some(_)) => "#d9e4ea",
            _ if (cell.row + cell.col) % 2 == 0 || cell.polygon.len() != 4 => "#efe7d6",
            _ => "#e6dcc6",
        };
        let _ = writeln!(
            svg,
            "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#b3a78e\" stroke-width=\"1\"/>",
            points.join(" ")
        );
        let [x, y] = center(index);
        let below = if cell.polygon.len() == 6 { 0.35 } else { 0.40 };
        let color = if cell.is_blocked { "#e0dacd" } else { "#7a705c" };
        let _ = writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"9\" fill=\"{color}\" text-anchor=\"middle\" \
             dominant-baseline=\"middle\">{}</text>",
            y + below * SCALE,
            escape(&cell.name)
        );
    }
    // Where only columns have names, they are what a player types: write them above the board.
    if view.rows.is_empty() {
        for (index, label) in view.columns.iter().enumerate() {
            let x = MARGIN + SCALE * (index as f32 + 0.5);
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" fill=\"#4a4436\" text-anchor=\"middle\">{}</text>",
                MARGIN - 4.0,
                escape(label)
            );
        }
    }
    // Cells that the last move emptied, and those that it shot at, are crossed out.
    let emptied = last
        .iter()
        .flat_map(|last| last.captured.iter().map(|taken| taken.cell).filter(|&cell| last.has_emptied(cell)));
    let shot =
        last.iter().flat_map(|last| last.holes.iter().copied().filter(|&cell| last.from != Some(cell)));
    for (cell, ink) in emptied.map(|cell| (cell, "#7b1f15")).chain(shot.map(|cell| (cell, "#fffdf6"))) {
        let ([x, y], r) = (center(cell), 0.12 * SCALE);
        let (left, right, top, bottom) = (x - r, x + r, y - r, y + r);
        let _ = writeln!(
            svg,
            "<path d=\"M{left:.1},{top:.1} L{right:.1},{bottom:.1} M{right:.1},{top:.1} L{left:.1},{bottom:.1}\" \
             stroke=\"{ink}\" stroke-width=\"3\" stroke-linecap=\"round\"/>"
        );
    }
    if let Some((from, last)) =
        last.and_then(|last| Some((last.from?, last))).filter(|(_, last)| !last.path.is_empty())
    {
        let cells = [from].into_iter().chain(last.path.iter().copied()).chain(last.to);
        let points: Vec<String> = cells.map(center).map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#94700f\" stroke-width=\"2\" stroke-dasharray=\"4 4\"/>",
            points.join(" ")
        );
    }
    for piece in &view.pieces {
        let [x, y] = center(piece.cell);
        let r = 0.26 * SCALE;
        let (fill, edge) = paint(view.tints[piece.owner.index()]);
        let y = y - 0.06 * SCALE;
        let style = format!("fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"2\"");
        let _ = match piece.kind {
            "square" => writeln!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"2\" {style}/>",
                x - 0.9 * r,
                y - 0.9 * r,
                1.8 * r,
                1.8 * r
            ),
            _ => writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" {style}/>"),
        };
        let is_light = matches!(view.tints[piece.owner.index()], Tint::White | Tint::Yellow);
        let ink = if is_light { "#241f16" } else { "white" };
        let mut letter = |text: &str, ink: &str| {
            let _ = writeln!(
                svg,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"15\" font-weight=\"bold\" fill=\"{ink}\" \
                 text-anchor=\"middle\" dominant-baseline=\"middle\">{text}</text>",
                y + 1.0,
            );
        };
        match piece.kind {
            "token" => letter(&(piece.owner.index() + 1).to_string(), "white"),
            "king" | "queen" => svg.push_str(&crown(piece.kind, [x, y], r, ink)),
            "round" | "square" if piece.owner == Player::First => {
                let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{edge}\"/>");
            }
            "round" | "square" | "man" => {}
            // Kinds that no shape tells apart have their letters.
            kind if view.pieces.iter().any(|other| other.kind != kind) => {
                letter(&escape(&piece.letter.to_string()), ink);
            }
            _ => {}
        }
    }
    if let Some(line) = &view.line {
        let points: Vec<String> = line
            .cells
            .iter()
            .map(|&cell| {
                let [x, y] = center(cell);
                format!("{x:.1},{:.1}", y - 0.06 * SCALE)
            })
            .collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"#0b5fa5\" stroke-width=\"6\" stroke-linecap=\"round\" \
             opacity=\"0.8\"/>",
            points.join(" ")
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The crown on a king, with a band below it, or on a queen, with balls on its points.
fn crown(kind: &str, [x, y]: [f32; 2], r: f32, ink: &str) -> String {
    let at = |right: f32, down: f32| format!("{:.1},{:.1}", x + right * r, y + down * r);
    let corners =
        [(-0.45, 0.25), (-0.58, -0.3), (-0.22, 0.0), (0.0, -0.45), (0.22, 0.0), (0.58, -0.3), (0.45, 0.25)];
    let points = corners.map(|(right, down)| at(right, down)).join(" ");
    let mut drawn = format!("<polygon points=\"{points}\" fill=\"{ink}\"/>\n");
    if kind == "king" {
        let (left, right) = (at(-0.45, 0.45), at(0.45, 0.45));
        let _ = writeln!(drawn, "<path d=\"M{left} L{right}\" stroke=\"{ink}\" stroke-width=\"2\"/>");
    } else {
        for (right, down) in [corners[1], corners[3], corners[5]] {
            let (x, y, r) = (x + right * r, y + down * r, 0.14 * r);
            let _ = writeln!(drawn, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{r:.1}\" fill=\"{ink}\"/>");
        }
    }
    drawn
}

/// Fill and edge of a piece.
fn paint(tint: Tint) -> (&'static str, &'static str) {
    match tint {
        Tint::Black => ("#2f2b26", "#0f0d0b"),
        Tint::White => ("#fffdf6", "#4a4436"),
        Tint::Red => ("#c0392b", "#7b1f15"),
        Tint::Blue => ("#2f6fb3", "#163d68"),
        Tint::Yellow => ("#f0c23b", "#94700f"),
    }
}

/// Text that may stand in an element.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
