//! What networks judge in the games, in known positions. The laws of all actions are checked with those of the games.

use zermelo_game::{Family, Game, GameVisitor, Position};
use zermelo_isolation::Isolation;
use zermelo_lines::drop::Drop;
use zermelo_lines::mnk::Mnk;
use zermelo_milestone::Milestone;
use zermelo_pawns::hexapawn::Hexapawn;
use zermelo_simplexity::Simplexity;

/// What the actions are, and the text and number of every move in a position given as text (the start if empty).
struct Told<'a>(&'a str);

impl GameVisitor for Told<'_> {
    type Output = (String, Vec<(String, Option<usize>)>);

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let actions = game.actions();
        let pos = if self.0.is_empty() { Ok(game.start()) } else { game.read_position(self.0) };
        let pos = pos.unwrap_or_else(|error| panic!("{}: {error}", self.0));
        let mut moves = Vec::new();
        pos.each_move(|mv| moves.push((game.write_move(&pos, mv), actions.number(&pos, mv))));
        (actions.signature(), moves)
    }
}

fn told<F: Family>(parameters: &str, position: &str) -> (String, Vec<(String, Option<usize>)>) {
    F::open(parameters, Told(position)).unwrap_or_else(|error| panic!("{parameters}: {error}"))
}

fn numbered(moves: &[(String, Option<usize>)]) -> Vec<(&str, usize)> {
    moves.iter().filter_map(|(text, number)| Some((text.as_str(), (*number)?))).collect()
}

/// The first Isolation study: steps (2,1) (2,-1) (1,-2) (-1,-2) (-2,-1) (-2,1) (-1,2) (1,2) in rows and columns,
/// whoever moves; placements have no number.
#[test]
fn isolation_is_judged_by_steps() {
    for (mover, board) in [("1", "...../...../..1../...../....2 1"), ("2", "...../...../..2../...../....1 2")]
    {
        let (signature, mut moves) = told::<Isolation>("5x5", board);
        assert_eq!(signature, "v1, knight steps 8");
        moves.sort_by_key(|&(_, number)| number);
        let steps = ["d5", "b5", "a4", "a2", "b1", "d1", "e2", "e4"];
        let expected: Vec<(&str, usize)> = steps.into_iter().zip(0..).collect();
        assert_eq!(numbered(&moves), expected, "player {mover}");
    }
    let (_, placements) = told::<Isolation>("5x5", "");
    assert!(placements.len() == 25 && numbered(&placements).is_empty());
}

/// Columns where pieces are dropped, once for each kind that can be chosen; cells where they are put.
#[test]
fn pieces_are_put_down() {
    let (signature, moves) = told::<Drop>("", "");
    assert_eq!(signature, "v1, pieces put down 7");
    assert_eq!(numbered(&moves).len(), 7);
    assert_eq!(told::<Mnk>("", "").0, "v1, pieces put down 9");
    let (signature, moves) = told::<Simplexity>("", "");
    assert_eq!(signature, "v1, pieces put down 14");
    assert_eq!(numbered(&moves).len(), 14);
}

/// From a cell to a cell, both seen by the mover: the second player's first step is the first player's.
#[test]
fn pieces_step() {
    let (signature, first) = told::<Hexapawn>("3x3", "");
    assert_eq!(signature, "v1, steps of pieces 81");
    assert_eq!(numbered(&first).len(), 3);
    assert_eq!(told::<Milestone>("", "").0, "v1, steps of pieces 1369");
}
