//! Fast rules against slow ones: random games played by both, compared as text at every ply.

use proptest::prelude::*;
use zermelo_catalog::{Session, Start, catalog};
use zermelo_game::stream;
use zermelo_testkit::twins::{Twin, Winner, twin};

/// The sizes of the samples of every family that has a twin, and its presets.
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
        .filter(|id| twin(id).is_some())
        .collect()
}

fn compare(fast: &Session, slow: &dyn Twin) -> Result<(), TestCaseError> {
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

/// A twin that does not know an id is not compared: make sure that it is not forgotten.
#[test]
fn the_first_six_families_have_twins_on_every_sample() {
    for family in ["milestone", "isolation", "simplexity", "mnk", "drop", "breakthrough"] {
        let entries = catalog::entries();
        let entry = entries.iter().find(|entry| entry.id == family).expect("a family of the catalog");
        let n_twins = ids().iter().filter(|id| id.split(':').next() == Some(family)).count();
        assert_eq!(n_twins, entry.about.samples.len(), "{family}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, rng_seed: prop::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// A whole random game, compared at every ply (large boards: at about a hundred of them).
    #[test]
    fn random_games_agree(id in prop::sample::select(ids()), seed in any::<u64>()) {
        let game = catalog::open(&id).expect("a sample opens");
        let mut fast = game.session(&Start::default()).expect("a start");
        let mut slow = twin(&id).expect("only ids with a twin are drawn");
        let pace = 1 + game.max_plies() / 100;
        let mut chance = stream(seed, "twins", 0);
        for ply in 0.. {
            if ply % pace == 0 || fast.ending().is_some() {
                compare(&fast, &*slow)?;
            }
            if !fast.play_random(&mut chance) {
                break;
            }
            slow.play(fast.played().last().expect("a move was played"));
        }
    }
}
