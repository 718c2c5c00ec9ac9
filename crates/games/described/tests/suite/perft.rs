//! Move counts from outside, and of every game of the shelf.

use zermelo_described::{open, render_all, shelf};
use zermelo_testkit::cases::read_folder;

#[test]
fn perft_is_as_in_the_files() {
    for case in read_folder("described") {
        let (name, parameters) = case.game.split_once(':').unwrap_or((&case.game, ""));
        let text =
            shelf::find(name).unwrap_or_else(|| panic!("{}: `{name}` is not on the shelf", case.place));
        let game =
            open(text, parameters).unwrap_or_else(|problems| panic!("{}", render_all(&problems, name, text)));
        let perft = case.facts.iter().filter(|(key, _)| key == "perft");
        let expected: Vec<(usize, u64)> = perft
            .map(|(_, values)| (values[0].parse().expect("a depth"), values[1].parse().expect("a count")))
            .collect();
        let deepest = expected.iter().map(|&(depth, _)| depth).max().expect("a perft line");
        let mut counts = vec![0; deepest];
        game.perft(&game.start(), &mut counts);
        for (depth, count) in expected {
            assert_eq!(counts[depth - 1], count, "{}: {}: perft {depth}", case.place, case.game);
        }
    }
}

#[test]
fn every_game_of_the_shelf_has_a_perft_file() {
    let cases = read_folder("described");
    for (name, _) in shelf::SHELF {
        let has_case = cases.iter().any(|case| case.game.split(':').next() == Some(name));
        assert!(has_case, "{name} has no perft file");
    }
}
