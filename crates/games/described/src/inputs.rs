//! What a network sees of a described game: planes of pieces, free cells, hands, and the clock in binary. Planes that pictures
//! show too have the same names and bits as those derived from pictures.

use zermelo_board::squeeze::{InputWriter, Squeeze};
use zermelo_game::{Game, Inputs, Plane, Player, Position, Symmetry, Turn};

use crate::cells::Cells;
use crate::game::Described;
use crate::position::Board;

/// Raised when the inputs change their meaning.
const INPUTS_VERSION: u32 = 1;
/// More pieces in a hand than this look like this many.
const MOST_LEVELS: usize = 64;

/// How the second player sees the board: where each bit lies then, if it is turned.
pub(crate) fn seat<B: Cells>(game: &Described<B>) -> (Option<Vec<usize>>, bool) {
    let symmetries = game.symmetries();
    let half_turn = Symmetry::swapping(Turn::Rotate180);
    let swapping = symmetries.iter().find(|symmetry| **symmetry == half_turn);
    let swapping = swapping.or_else(|| symmetries.iter().find(|symmetry| symmetry.swaps_players));
    let shape = &game.rules().shape;
    match swapping {
        Some(symmetry) => (shape.turned(symmetry.turn), false),
        None if game.rules().has_sides => (shape.turned(Turn::Rotate180), true),
        None => (None, true),
    }
}

/// The inputs of a game.
pub fn inputs<B: Cells>(game: &Described<B>) -> Inputs<Board<B>> {
    let (tables, rules) = (game.tables(), game.rules());
    let n_kinds = rules.kinds.len();
    let has_holes = game.has_holes();
    let (turned, tells_mover) = seat(game);
    let mut planes = Vec::new();
    if has_holes {
        planes.push(Plane::cells("free"));
    }
    for whose in ["own", "their"] {
        planes.extend(rules.kinds.iter().map(|kind| Plane::cells(format!("{whose} {}", kind.name))));
    }
    let hands: Vec<(usize, usize)> = (0..n_kinds)
        .filter_map(|kind| Some((tables.hand_of[kind]?, rules.kinds[kind].hand?.min(MOST_LEVELS))))
        .collect();
    for whose in ["own", "their"] {
        for kind in rules.kinds.iter().filter(|kind| kind.hand.is_some()) {
            let levels = kind.hand.unwrap_or(0).min(MOST_LEVELS);
            planes.push(Plane::levels(format!("{whose} {} in hand", kind.name), levels));
        }
    }
    if tells_mover {
        planes.push(Plane::levels("second to move", 1));
    }
    let n_digits = tables.limit.map_or(0, |(plies, _)| (u16::BITS - plies.leading_zeros()) as usize);
    planes.extend((0..n_digits).map(|digit| Plane::levels(format!("plies played, digit {digit}"), 1)));
    let squeeze = Squeeze::new(tables.board);
    let cells = tables.board.cells().map(|bit| rules.shape.place(bit)).collect();
    Inputs::new(game, INPUTS_VERSION, cells, planes, move |pos: &Board<B>, words| {
        let (us, them) = (pos.to_move().index(), pos.to_move().other().index());
        let turned = turned.as_ref().filter(|_| pos.to_move() == Player::Second);
        let seen = |cells: B| match turned {
            Some(image) => cells.cells().fold(B::EMPTY, |set, bit| set | B::one(image[bit])),
            None => cells,
        };
        let mut writer = InputWriter::new(words);
        if has_holes {
            writer.push_cells(&squeeze, seen(pos.empty));
        }
        for who in [us, them] {
            for kind in 0..n_kinds {
                writer.push_cells(&squeeze, seen(pos.own[who] & pos.of_kind(kind as u8)));
            }
        }
        for who in [us, them] {
            for &(slot, levels) in &hands {
                writer.push_levels(usize::from(pos.hands[who][slot]), levels);
            }
        }
        if tells_mover {
            writer.push(us as u64, 1);
        }
        for digit in 0..n_digits {
            writer.push(u64::from(pos.clock >> digit & 1), 1);
        }
        writer.finish();
    })
}
