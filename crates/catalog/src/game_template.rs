//! A game to begin from when a new one is written.

/// The template with the title of a game.
pub fn titled(title: &str) -> String {
    TEMPLATE.replace("TITLE", title)
}

/// A small game that works.
const TEMPLATE: &str = "\
game TITLE
  Reach the far row. (A sentence or two about the game.)
players white, black

# The board: `8x8 squares`, `5x5 hexes`, `hexagon 4`, `rhombus 11 hexes`, `triangle 6 hexes`.
# `size` is a number that may be chosen when the game is opened: NAME.game:size=8
size 6, from 4 to 10
board size x size squares
start pawn on near rows 2

# `forward` is away from you, for both players.
piece pawn
  step forward to empty
  step forward-left, forward-right to empty or enemy

# Other motions: `slide diagonal to empty or enemy`, `leap 1,2 to empty`, `place on empty`,
# `step any to empty, leaving a hole`, `becomes king on far row`,
# `jump diagonal over enemy to empty, taking it, again` (with `must jump` at the left margin),
# `place on empty, turning lines`, `slide orthogonal to empty, taking between`.
# Pieces that are placed: `piece stone, 3 in hand`; `3 in hand, placed first` if nothing moves before.

# Goals, tried from top to bottom after every move.
# Others: `win line 4`, `win red connect top and bottom`, `win opponent cannot move`,
# `win takes king`, `draw board full`, `end board full: most pieces`,
# `limit 200 plies: draw`, `limit 50 plies without a capture: draw`.
win reach far row
win opponent has no pieces
";
