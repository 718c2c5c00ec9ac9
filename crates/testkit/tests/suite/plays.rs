//! The laws of numbers for learners accept those of a game, and refuse every slip.

use std::panic::{AssertUnwindSafe, catch_unwind};

use zermelo_game::{Game, Plays, Position};
use zermelo_testkit::play_laws::PlayLaws;
use zermelo_testkit::toys::{Board, Move, Toy};

/// What the laws say of these numbers in the start of the toy game in which pieces are turned over; nothing if they hold.
fn judge(plays: Plays<Board>) -> Option<String> {
    judge_as(plays, &Toy::Turns.write_position(&Toy::Turns.start()))
}

/// The same if the start is written like this.
fn judge_as(plays: Plays<Board>, text: &str) -> Option<String> {
    let toy = Toy::Turns;
    let pos = toy.start();
    let mut moves = Vec::new();
    pos.moves(&mut moves);
    assert!(moves.len() > 2, "a position with some moves");
    let check = || PlayLaws::new(&toy, plays).check(&pos, &moves, &moves, text);
    let broken = catch_unwind(AssertUnwindSafe(check)).err()?;
    Some(broken.downcast_ref::<String>().cloned().unwrap_or_default())
}

fn cell(mv: Move) -> usize {
    match mv {
        Move::Place(cell) => usize::from(cell),
        other => panic!("{other:?} at the start"),
    }
}

#[track_caller]
fn refused(plays: Plays<Board>, law: &str) {
    let told = judge(plays).expect("a broken law");
    assert!(told.contains(law), "{told}");
}

#[test]
fn the_numbers_of_the_game_are_accepted() {
    assert_eq!(judge(Toy::Turns.plays()), None);
    assert_eq!(judge(Plays::new(1, "cell", 16, |_, mv| cell(mv))), None);
}

#[test]
fn every_slip_is_refused() {
    refused(Plays::new(1, "half of the board", 16, |_, mv| cell(mv) / 8), "no other move has it");
    refused(Plays::new(1, "cell", 3, |_, mv| cell(mv)), "below their count");
    refused(Plays::new(1, "", 16, |_, mv| cell(mv)), "numbers are explained");
    let plays = || Plays::new(1, "cell", 16, |_: &Board, mv| cell(mv));
    refused(plays().with_find(|_, _| None), "is found if there is one");
    let anything = |_: &Board, number: usize| (number < 16).then_some(Move::Place(number as u8));
    refused(plays().with_find(anything), "is found if there is one");
    // A number may only depend on what a text of a position keeps.
    let by_key = |pos: &Board, mv| (cell(mv) + pos.key() as usize % 16) % 16;
    let told = judge_as(Plays::new(1, "cell", 16, by_key), "x.../.ox./.xo./.... x").expect("a broken law");
    assert!(told.contains("written and read"), "{told}");
}
