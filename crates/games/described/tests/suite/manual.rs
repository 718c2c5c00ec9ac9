//! Games written from the manual alone. Their move counts were computed by small Python programs written from the rules in English.

use zermelo_described::{open, render_all};

/// A text, and its perft from 1 on.
const GAMES: [(&str, &[u64]); 5] = [
    (
        "\
game Sidestep
  White goes up, black goes right; nobody leaves the board.
players white, black
board 4x4 squares
start white car on b1 c1 d1
start black truck on a2 a3 a4
piece car
  step forward, left, right to empty
piece truck
  step forward, back, left to empty
win white all on a4 b4 c4 d4
win black all on d1 d2 d3 d4
lose opponent cannot move
limit 100 plies: draw
",
        &[4, 14, 79, 438, 2_358, 12_372],
    ),
    (
        "\
game Camels
  Camels leap three and one, and walk forward.
players sand, stone
board 6x6 squares
start camel on near row
piece camel
  leap 1,3 to empty or enemy
  step forward to empty
  step diagonal to enemy
win opponent has fewer than 4 camel
win opponent cannot move
limit 60 plies: draw
",
        &[22, 484, 10_448, 226_294],
    ),
    (
        "\
game Honeycomb Four
players red, blue
board 4x3 hexes
piece stone
  3 in hand, placed first
  place on empty
  step any to empty
win line 3
win opponent cannot move
limit 60 plies: draw
",
        &[12, 132, 1_320, 11_880, 95_040, 628_992],
    ),
    (
        "\
game Peak
  Both climb to the top of the hill.
players white, black
board triangle 5 hexes
start white runner on a1 b1
start black runner on d1 e1
zone peak = a5
piece runner
  slide any up to 2 to empty
  leap 0,2 to empty
  step any to enemy
win reach peak
win opponent has no pieces
win opponent cannot move
limit 60 plies: draw
",
        &[7, 50, 504, 4_953, 50_712],
    ),
    (
        "\
game Wolf in the Fold
players wolf, shepherd
board 5x5 squares
  .s.s.
  s.s.s
  .....
  #...#
  ..w..
piece hunter w v
  step any to empty
  leap 0,2 to enemy
piece sheep z s
  step forward, left, right to empty
win wolf opponent has fewer than 3 sheep
win opponent cannot move
limit 80 plies: draw
",
        &[5, 65, 401, 4_161, 22_608, 212_002],
    ),
];

#[test]
fn games_written_from_the_manual_have_the_moves_that_their_rules_say() {
    for (text, expected) in GAMES {
        let game =
            open(text, "").unwrap_or_else(|problems| panic!("{}", render_all(&problems, "it.game", text)));
        let mut counts = vec![0; expected.len()];
        game.perft(&game.start(), &mut counts);
        assert_eq!(counts, expected, "{text}");
    }
}
