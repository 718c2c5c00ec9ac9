//! The law of pictures of moves accepts what happens, and refuses every picture that says more, less or something else.

use zermelo_game::{Game, MoveView, Player, Position, View, stream};
use zermelo_testkit::check_game;
use zermelo_testkit::move_laws::move_is_seen;
use zermelo_testkit::toys::Toy;

/// A move of a toy game, with the pictures around it.
struct Case {
    mover: Player,
    before: View,
    mv: MoveView,
    after: View,
    spoken: String,
}

fn play(toy: Toy, position: &str, text: &str) -> Case {
    let pos = toy.read_position(position).unwrap_or_else(|error| panic!("{error}"));
    let mv = toy.read_move(&pos, text).unwrap_or_else(|error| panic!("{error}"));
    let spoken = toy.speak_move(&pos, mv);
    let (before, after) = (toy.view(&pos), toy.view(&pos.after(mv)));
    Case { mover: pos.to_move(), before, mv: toy.move_view(&pos, mv), after, spoken }
}

impl Case {
    /// What the law says if the game shows this picture of the move.
    fn judge(&self, shown: &MoveView) -> Result<(), String> {
        let mut after = self.after.clone();
        // A picture with cells that are not there cannot even be followed.
        if shown.cells().all(|cell| cell < self.before.cells.len()) {
            after.follow(&self.before, shown);
        }
        move_is_seen(self.mover, &self.before, shown, &after)
    }

    fn refuses(&self, law: &str, change: impl FnOnce(&mut MoveView)) {
        let mut shown = self.mv.clone();
        change(&mut shown);
        let broken = self.judge(&shown).expect_err(law);
        assert!(broken.starts_with(law), "{}: expected `{law}`, got `{broken}`", self.mv.text);
    }
}

/// A chain: from a1 over b1 to c1, over c2 to c3.
fn chain() -> Case {
    play(Toy::Jumps, "xo../..o./..../o... x", "a1-c3xb1xc2")
}

/// Three lines end at a piece put on a1: two to the right, one below, none on the diagonal.
fn turning() -> Case {
    play(Toy::Turns, ".oox/o.../x.../.... x", "a1")
}

/// A step from b2 to c3 with a hole shot at d4.
fn arrow() -> Case {
    play(Toy::Arrows, "..../.x../..../o... x", "b2-c3/d4")
}

fn passing() -> Case {
    play(Toy::Turns, "xo../..../..../.... o", "pass")
}

impl Case {
    fn judge_is_ok(&self) {
        assert_eq!(self.judge(&self.mv), Ok(()), "{}", self.mv.text);
    }
}

#[test]
fn what_happens_is_accepted_and_spoken() {
    let chain = chain();
    assert_eq!((chain.mv.from, chain.mv.to), (Some(0), Some(10)));
    assert_eq!((&chain.mv.path[..], &chain.mv.captured[..]), (&[2][..], &[1, 6][..]));
    assert_eq!(turning().mv.turned, [1, 2, 4]);
    assert_eq!(arrow().mv.holes, [15]);
    assert!(passing().mv.is_pass() && !arrow().mv.is_pass());
    let round = play(Toy::Jumps, "xo../o.o./.o../.... x", "a1-a1xb1xa2xc2xb3");
    assert_eq!(round.mv.from, round.mv.to);
    for (case, spoken) in [
        (chain, "cross a1 to c3, takes 2 on b1, c2"),
        (turning(), "cross on a1, turns 3 over"),
        (arrow(), "cross b2 to c3, blocks d4"),
        (passing(), "nought passes"),
        (round, "cross a1 and back, takes 4 on a2, b3, c2, b1"),
        (play(Toy::Jumps, "xo../..../..../o... x", "a1-c1xb1"), "cross a1 to c1, takes b1"),
        (play(Toy::Turns, "..../xo../..../.... x", "c2"), "cross on c2, turns b2 over"),
        // A hole where the piece stood goes without saying.
        (play(Toy::Arrows, "..../.x../..../o... x", "b2-c3/b2"), "cross b2 to c3"),
    ] {
        case.judge_is_ok();
        assert_eq!(case.spoken, spoken);
    }
}

#[test]
fn a_wrong_picture_of_a_chain_is_refused() {
    let case = chain();
    case.refuses("nothing else comes or goes", |mv| mv.captured.truncate(1));
    case.refuses("nothing else comes or goes", |mv| mv.captured.clear());
    case.refuses("a piece is taken where one was", |mv| mv.captured.push(9));
    case.refuses("a taken piece is gone", |mv| mv.captured.push(12));
    case.refuses("a taken piece was the opponent's", |mv| mv.captured.push(0));
    case.refuses("no cell is taken twice", |mv| mv.captured.push(1));
    case.refuses("a piece is turned over where one was and is", |mv| {
        mv.captured.pop();
        mv.turned.push(6);
    });
    case.refuses("a moved piece is where the move says", |mv| mv.to = Some(2));
    case.refuses("a moved piece was where the move says", |mv| mv.from = Some(3));
    case.refuses("a moved piece was the mover's", |mv| mv.from = Some(12));
    case.refuses("what leaves a cell comes to one", |mv| mv.to = None);
    case.refuses("only a piece on the board has a way", |mv| mv.from = None);
    case.refuses("a piece rests on free cells on its way", |mv| mv.path.push(12));
    case.refuses("a move touches cells of the board", |mv| mv.path.push(16));
    case.refuses("a hole appears exactly where the move says", |mv| mv.holes.push(1));
    case.refuses("nothing else comes or goes", |mv| {
        let text = mv.text.clone();
        *mv = MoveView::place(text, 10);
    });
}

#[test]
fn a_wrong_picture_of_turned_pieces_is_refused() {
    let case = turning();
    case.refuses("other pieces stay as they are", |mv| mv.turned.truncate(2));
    case.refuses("other pieces stay as they are", |mv| mv.turned.clear());
    case.refuses("a piece that is turned over changes its owner", |mv| mv.turned.push(3));
    case.refuses("a piece is turned over where one was and is", |mv| mv.turned.push(5));
    case.refuses("no cell is turned over twice", |mv| mv.turned.push(4));
    case.refuses("a piece that is turned over neither moves nor is taken", |mv| mv.turned.push(0));
    case.refuses("a taken piece is gone", |mv| mv.captured = std::mem::take(&mut mv.turned));
    case.refuses("other pieces stay as they are", |mv| mv.to = Some(3));
    case.refuses("a moved piece is where the move says", |mv| mv.to = Some(15));
}

#[test]
fn a_wrong_picture_of_a_hole_is_refused() {
    let case = arrow();
    let law = "a hole appears exactly where the move says";
    case.refuses(law, |mv| mv.holes.clear());
    case.refuses(law, |mv| mv.holes = vec![14]);
    case.refuses(law, |mv| mv.holes.push(5));
    case.refuses("no cell is blocked twice", |mv| mv.holes.push(15));
    case.refuses("a move touches cells of the board", |mv| mv.holes = vec![16]);
    let mut closed = arrow();
    closed.before.cells[3].is_blocked = true;
    assert_eq!(closed.judge(&closed.mv), Err("a hole stays".to_owned()));
    let mut renamed = arrow();
    renamed.after.cells[3].name = "z9".to_owned();
    assert!(renamed.judge(&renamed.mv).unwrap_err().starts_with("a cell stays where it is"));
}

#[test]
fn a_wrong_picture_of_a_pass_is_refused() {
    let case = passing();
    case.refuses("a moved piece is the mover's", |mv| mv.to = Some(0));
    case.refuses("a piece is taken where one was", |mv| mv.captured.push(15));
    case.refuses("a hole appears exactly where the move says", |mv| mv.holes.push(15));
    // And a move is no pass.
    for moved in [chain(), turning(), arrow()] {
        let pass = MoveView::pass(moved.mv.text.clone());
        assert!(moved.judge(&pass).is_err(), "{}", moved.mv.text);
    }
}

#[test]
fn the_last_move_must_be_shown_as_it_was() {
    let case = chain();
    let mut after = case.after.clone();
    after.follow(&case.before, &case.mv);
    after.last.as_mut().expect("a last move").captured.pop();
    let broken = move_is_seen(case.mover, &case.before, &case.mv, &after).unwrap_err();
    assert!(broken.starts_with("the taken pieces are shown"), "{broken}");
    after.last = None;
    let broken = move_is_seen(case.mover, &case.before, &case.mv, &after).unwrap_err();
    assert_eq!(broken, "a followed view knows the last move");
}

#[test]
fn toy_games_obey_all_laws() {
    for toy in [Toy::Jumps, Toy::Turns, Toy::Arrows] {
        check_game(&toy, 1, 30);
    }
}

/// The laws would say nothing about chains and passes that random games never have.
#[test]
fn random_toy_games_have_what_they_are_for() {
    let mut seen = [0; 4];
    for toy in [Toy::Jumps, Toy::Turns, Toy::Arrows] {
        for walk in 0..30 {
            let mut chance = stream(1, "laws", walk);
            let mut pos = toy.start();
            while let Some(mv) = pos.random_move(&mut chance) {
                let shown = toy.move_view(&pos, mv);
                seen[0] += usize::from(shown.captured.len() > 1);
                seen[1] += usize::from(shown.turned.len() > 1);
                seen[2] += usize::from(!shown.holes.is_empty());
                seen[3] += usize::from(shown.is_pass());
                pos.play(mv);
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 10), "{seen:?}");
}
