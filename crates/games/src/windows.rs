//! Open windows: the plain evaluation of all games of lines. A window is a place where a line could be; it is open to
//! a side that has something there while the other has nothing. More in one window counts more: by the square.

use std::sync::Arc;
use zermelo_game::{Evaluator, EvaluatorInfo, FeatureInfo, Game, Opened, Parameters, Player, Weights};

use crate::bits::Bits;
use crate::in_a_row::{Frame, Stones, Targets};

/// All windows of a board, each as the set of its cells.
pub fn windows<B: Bits>(frame: &Frame) -> Vec<B> {
    let mut found = Vec::new();
    let (lines, length, win) = (frame.lines as isize, frame.length as isize, frame.win as isize);
    for line in 0..lines {
        for place in 0..length {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let (end_line, end_place) = (line + down * (win - 1), place + right * (win - 1));
                let fits = end_line < lines && (0..length).contains(&end_place);
                // A window of one cell lies in every direction, but is one window.
                if fits && (win > 1 || (down, right) == (0, 1)) {
                    let cells = (0..win).map(|step| {
                        let (line, place) = (line + down * step, place + right * step);
                        B::one(frame.bit(line as usize, place as usize))
                    });
                    found.push(cells.fold(B::EMPTY, |set, cell| set | cell));
                }
            }
        }
    }
    found
}

/// The squares of what `mine` has in windows without `theirs`, minus the same for them.
pub fn balance<B: Bits>(windows: &[B], mine: B, theirs: B) -> f64 {
    let mut sum = 0_i64;
    for &window in windows {
        let (own, other) = ((window & mine).count() as i64, (window & theirs).count() as i64);
        if other == 0 {
            sum += own * own;
        } else if own == 0 {
            sum -= other * other;
        }
    }
    sum as f64
}

/// The features of m,n,k and drop games.
pub const FEATURES: [FeatureInfo; 2] = [
    FeatureInfo {
        name: "open-windows",
        about: "Own stones in each window without enemy stones, squared and summed, minus the enemy's.",
    },
    FeatureInfo {
        name: "center",
        about: "Nearness of own stones to the middle of the board minus of enemy stones.",
    },
];

/// The evaluators of m,n,k and drop games.
pub const EVALUATORS: [EvaluatorInfo; 3] = [
    EvaluatorInfo { form: "default", about: "The best one there is: windows." },
    EvaluatorInfo { form: "windows", about: "Open windows." },
    EvaluatorInfo {
        form: "weights(w1, w2)",
        about: "Weights on the features; also by name, weights(center=1).",
    },
];

/// Nearness to the middle of a set of cells: half-steps from the farthest place, in both directions.
fn nearness<B: Bits>(frame: &Frame, cells: B) -> f64 {
    let distance = |at: usize, n: usize| (2 * at).abs_diff(n - 1);
    let near = |bit: usize| {
        let (line, place) = frame.place(bit);
        let most = (frame.lines - 1) + (frame.length - 1);
        (most - distance(line, frame.lines) - distance(place, frame.length)) as f64 / 2.0
    };
    cells.cells().map(near).sum()
}

/// The features, from the side to move.
pub fn measure<B: Bits, T: Targets>(frame: &Frame, pos: &Stones<B, T>, values: &mut [f64]) {
    let (mine, theirs) = pos.sides();
    values[0] = balance(&windows(frame), mine, theirs);
    values[1] = nearness(frame, mine) - nearness(frame, theirs);
}

/// Open windows of stones, the list of windows at hand.
struct OpenWindows<B>(Vec<B>);

impl<B: Bits, T: Targets> Evaluator<Stones<B, T>> for OpenWindows<B> {
    fn value(&self, pos: &Stones<B, T>, player: Player) -> f64 {
        let (mine, theirs) = pos.sides();
        let value = balance(&self.0, mine, theirs);
        if zermelo_game::Position::to_move(pos) == player { value } else { 0.0 - value }
    }
}

/// Opens an evaluator by name.
pub fn evaluator<G: Game<Position = Stones<B, T>>, B: Bits, T: Targets>(
    game: &G,
    frame: &Frame,
    name: &str,
    parameters: Parameters,
) -> Option<Opened<Stones<B, T>>> {
    match name {
        "default" | "windows" => {
            Some(parameters.finish().map(|()| Arc::new(OpenWindows(windows(frame))) as _))
        }
        "weights" => Some(Weights::read(game, parameters).map(|weights| Arc::new(weights) as _)),
        _ => None,
    }
}
