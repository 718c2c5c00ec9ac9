//! Fast rules against slow ones: random games played by both, compared as text at every ply.

use proptest::prelude::*;
use zermelo_game::stream;
use zermelo_lab::{Session, Start, catalog};
use zermelo_testkit::twins::{Twin, Winner, twin};

/// The sizes of every family's samples, and the presets.
fn ids() -> Vec<String> {
    let entries = catalog::entries();
    let samples = entries.iter().filter(|entry| entry.preset.is_empty()).flat_map(|entry| {
        entry.about.samples.iter().map(|sample| match *sample {
            "" => entry.id.to_owned(),
            sample => format!("{}:{sample}", entry.id),
        })
    });
    samples
        .chain(entries.iter().filter(|entry| !entry.preset.is_empty()).map(|entry| entry.id.to_owned()))
        .collect()
}

fn compare(fast: &dyn Session, slow: &dyn Twin) -> Result<(), TestCaseError> {
    let sorted = |mut moves: Vec<String>| {
        moves.sort();
        moves
    };
    prop_assert_eq!(fast.position(), slow.position());
    prop_assert_eq!(fast.to_move().index(), slow.to_move(), "{}", slow.position());
    let outcome = fast.ending().map(|ending| (ending.outcome.id(), ending.reason));
    let expected = slow.outcome().map(|(winner, reason)| {
        let id = match winner {
            Winner::First => "first",
            Winner::Second => "second",
            Winner::Draw => "draw",
        };
        (id, reason)
    });
    prop_assert_eq!(outcome, expected, "{}", slow.position());
    let moves = fast.moves().into_iter().map(|mv| mv.text).collect();
    prop_assert_eq!(sorted(moves), sorted(slow.moves()), "{}", slow.position());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, rng_seed: prop::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// A whole random game, compared at every ply (large boards: at about a hundred of them).
    #[test]
    fn random_games_agree(id in prop::sample::select(ids()), seed in any::<u64>()) {
        let game = catalog::open(&id).expect("a sample opens");
        let mut fast = game.session(&Start::default()).expect("a start");
        let mut slow = twin(&id).unwrap_or_else(|| panic!("{id} has no slow twin"));
        let pace = 1 + game.max_plies() / 100;
        let mut chance = stream(seed, "twins", 0);
        for ply in 0.. {
            if ply % pace == 0 || fast.ending().is_some() {
                compare(&*fast, &*slow)?;
            }
            if !fast.play_random(&mut chance) {
                break;
            }
            slow.play(fast.played().last().expect("a move was played"));
        }
    }
}
