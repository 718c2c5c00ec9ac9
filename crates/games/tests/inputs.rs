//! What networks see of the games: known positions, and the laws on every sample size.

use zermelo_game::inputs::each_input;
use zermelo_game::{Family, Game, GameVisitor};
use zermelo_games::milestone::Milestone;

/// The inputs that are on, in a position given as text: `plane row,col` or `plane level`.
struct Told<'a>(&'a str);

impl GameVisitor for Told<'_> {
    type Output = (String, Vec<usize>);

    fn visit<G: Game>(self, game: G) -> Self::Output {
        let inputs = game.inputs();
        let pos = if self.0.is_empty() { Ok(game.start()) } else { game.read_position(self.0) };
        let pos = pos.unwrap_or_else(|error| panic!("{}: {error}", self.0));
        let mut on = Vec::new();
        each_input(&inputs.words(&pos), |input| on.push(input));
        (inputs.signature(), on)
    }
}

fn told<F: Family>(parameters: &str, position: &str) -> (String, Vec<usize>) {
    F::open(parameters, Told(position)).unwrap_or_else(|error| panic!("{parameters}: {error}"))
}

struct Laws;

impl GameVisitor for Laws {
    type Output = ();

    fn visit<G: Game>(self, game: G) {
        zermelo_testkit::check_game(&game, 3, (300 / game.max_plies() as u64).clamp(1, 20));
    }
}

fn check_samples<F: Family>() {
    for sample in F::ABOUT.samples {
        F::open(sample, Laws).unwrap_or_else(|error| panic!("{sample}: {error}"));
    }
}

/// Document 000: 74 inputs, hexes by number, the mover's own home first.
#[test]
fn milestone_is_seen_by_hex_numbers() {
    let start: Vec<usize> = (0..10).chain(37 + 27..74).collect();
    assert_eq!(told::<Milestone>("", ""), ("v1, own pawn 37, their pawn 37".to_owned(), start));
    // One black pawn on 4, one white on 30; White sees 36 - 30 and 36 - 4.
    let board = "1/2/1b1/4/3/4/3/4/3/3w/3/2/1";
    assert_eq!(told::<Milestone>("", &format!("b:{board}")).1, [4, 37 + 30]);
    assert_eq!(told::<Milestone>("", &format!("w:{board}")).1, [6, 37 + 32]);
    let (signature, on) = told::<Milestone>("quirk=hex7", &format!("w:{board}"));
    assert_eq!(signature, "v1, own pawn 37, their pawn 37, second to move 1");
    assert_eq!(on, [6, 37 + 32, 74]);
    assert_eq!(told::<Milestone>("side=5", "").0, "v1, own pawn 61, their pawn 61");
    check_samples::<Milestone>();
}
