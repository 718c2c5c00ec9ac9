//! Every game of the catalog obeys the laws, on several board sizes each.

use zermelo_catalog::catalog;
use zermelo_families::{FamilyVisitor, each_family};
use zermelo_game::{Family, Game, GameVisitor, Parameters, Player, Position, stream};
use zermelo_testkit::check_game;

/// Does something with every sample size of every family.
struct EachSample<F>(F);

trait Job: Copy {
    fn run<G: Game>(self, id: &str, game: G);
}

impl<J: Job> FamilyVisitor for EachSample<J> {
    fn visit<F: Family>(&mut self) {
        struct Run<'a, J>(J, &'a str);
        impl<J: Job> GameVisitor for Run<'_, J> {
            type Output = ();
            fn visit<G: Game>(self, game: G) {
                self.0.run(self.1, game);
            }
        }
        assert!(!F::ABOUT.samples.is_empty(), "{}: the laws want a size to be checked on", F::ABOUT.id);
        for sample in F::ABOUT.samples {
            let id = format!("{}:{sample}", F::ABOUT.id);
            F::open(sample, Run(self.0, &id)).unwrap_or_else(|error| panic!("{id}: {error}"));
        }
    }
}

#[test]
fn every_game_obeys_the_laws() {
    #[derive(Clone, Copy)]
    struct Laws;
    impl Job for Laws {
        fn run<G: Game>(self, _id: &str, game: G) {
            // Large boards have long games: fewer of them make as many positions.
            let n_walks = (600 / game.max_plies() as u64).clamp(1, 40);
            check_game(&game, 1, n_walks);
        }
    }
    each_family(&mut EachSample(Laws));
}

#[test]
fn ids_are_canonical() {
    #[derive(Clone, Copy)]
    struct Ids;
    impl Job for Ids {
        fn run<G: Game>(self, id: &str, game: G) {
            let canonical = game.id();
            let about = game.about();
            if id.ends_with(':') {
                let is_short =
                    canonical == about.id || about.presets.iter().any(|preset| preset.id == canonical);
                assert!(is_short, "{id}: the default size has the id {canonical}, expected {}", about.id);
            }
            let again =
                catalog::open(&canonical).unwrap_or_else(|error| panic!("{id} -> {canonical}: {error}"));
            assert_eq!(again.id(), canonical, "{id}");
            let start = again.session(&zermelo_catalog::Start::default()).expect("a start");
            assert_eq!(start.position(), game.write_position(&game.start()), "{id} -> {canonical}");
        }
    }
    each_family(&mut EachSample(Ids));
}

#[test]
fn every_evaluator_that_is_listed_can_be_asked() {
    #[derive(Clone, Copy)]
    struct Evaluators;
    impl Job for Evaluators {
        fn run<G: Game>(self, id: &str, game: G) {
            let mut chance = stream(9, "evaluators", 0);
            for info in game.evaluators() {
                let parameters = Parameters::read("").expect("nothing is well formed");
                let evaluator = game.evaluator(info.name(), parameters);
                let evaluator = evaluator.unwrap_or_else(|| panic!("{id}: {} is listed", info.name()));
                let evaluator = evaluator.unwrap_or_else(|error| panic!("{id}: {}: {error}", info.name()));
                let mut pos = game.start();
                for _ in 0..40 {
                    if pos.is_over() {
                        break;
                    }
                    for player in Player::BOTH {
                        let value = evaluator.value(&pos, player);
                        assert!(value.is_finite(), "{id}: {} says {value}", info.name());
                    }
                    let mv = pos.random_move(&mut chance).expect("the game goes on");
                    pos.play(mv);
                }
            }
            let is_first = game.evaluators().first().is_none_or(|info| info.name() == "default");
            assert!(is_first, "{id}: the first evaluator is the default");
        }
    }
    each_family(&mut EachSample(Evaluators));
}

#[test]
fn every_policy_that_is_listed_plays_to_the_end() {
    #[derive(Clone, Copy)]
    struct Policies;
    impl Job for Policies {
        fn run<G: Game>(self, id: &str, game: G) {
            let mut chance = stream(9, "policies", 0);
            for info in game.policies() {
                let parameters = Parameters::read("").expect("nothing is well formed");
                let policy = game.policy(info.name(), parameters);
                let policy = policy.unwrap_or_else(|| panic!("{id}: {} is listed", info.name()));
                let policy = policy.unwrap_or_else(|error| panic!("{id}: {}: {error}", info.name()));
                let mut pos = game.start();
                let mut moves = Vec::new();
                while let Some(mv) = policy.choose(&pos, &mut chance) {
                    moves.clear();
                    pos.moves(&mut moves);
                    assert!(moves.contains(&mv), "{id}: {} plays {mv:?}", info.name());
                    pos.play(mv);
                }
                assert!(pos.is_over(), "{id}: {} stops before the end", info.name());
            }
        }
    }
    each_family(&mut EachSample(Policies));
}

#[test]
fn the_parts_of_an_evaluation_sum_to_it() {
    #[derive(Clone, Copy)]
    struct Parts;
    impl Job for Parts {
        fn run<G: Game>(self, id: &str, game: G) {
            let n_features = game.features().len();
            // Weights of both signs, no two alike.
            let weights = (0..n_features).map(|n| format!("{}", (n as f64 + 1.0) * [0.75, -1.25][n % 2]));
            let weights = weights.collect::<Vec<_>>().join(",");
            let mut chance = stream(9, "parts", 0);
            for info in game.evaluators() {
                let is_weighted = ["weights", "published"].contains(&info.name());
                let parameters = Parameters::read(if is_weighted { &weights } else { "" }).expect("weights");
                let evaluator = game.evaluator(info.name(), parameters).expect("it is listed");
                let evaluator = evaluator.unwrap_or_else(|error| panic!("{id}: {}: {error}", info.name()));
                let mut pos = game.start();
                let mut n_telling = 0;
                for _ in 0..60 {
                    if pos.is_over() {
                        break;
                    }
                    for player in Player::BOTH {
                        let value = evaluator.value(&pos, player);
                        let Some(parts) = evaluator.contributions(&pos, player) else {
                            assert!(!is_weighted, "{id}: {} is a sum", info.name());
                            continue;
                        };
                        let sum: f64 = parts.iter().map(|&(_, part)| part).sum();
                        let size: f64 = parts.iter().map(|&(_, part)| part.abs()).sum();
                        let what = format!("{id}: {}: {parts:?}, in all {value}", info.name());
                        assert!((sum - value).abs() <= 1e-9 * size.max(1.0), "{what}");
                        n_telling += usize::from(size > 0.0);
                    }
                    let mv = pos.random_move(&mut chance).expect("the game goes on");
                    pos.play(mv);
                }
                // On the smallest boards there is nothing to tell.
                let is_usual = id.ends_with(':') && is_weighted;
                assert!(n_telling > 0 || !is_usual, "{id}: {} says nothing", info.name());
            }
        }
    }
    each_family(&mut EachSample(Parts));
}

#[test]
fn positions_are_small_values() {
    #[derive(Clone, Copy)]
    struct Sizes;
    impl Job for Sizes {
        fn run<G: Game>(self, id: &str, game: G) {
            let size = size_of::<G::Position>();
            // A few machine words for boards of up to 64 cells, in proportion beyond.
            let n_cells = game.view(&game.start()).cells.len();
            assert!(size <= 64 + 3 * n_cells, "{id}: {n_cells} cells take {size} bytes");
            assert!(size_of::<<G::Position as Position>::Move>() <= 4, "{id}: a move is small");
        }
    }
    each_family(&mut EachSample(Sizes));
}

/// Chi-squared against a uniform choice, six standard deviations wide: a fixed seed, so it passes or it does not.
#[test]
fn random_moves_are_uniform() {
    #[derive(Clone, Copy)]
    struct Uniform;
    impl Job for Uniform {
        fn run<G: Game>(self, id: &str, game: G) {
            let mut chance = stream(5, "uniform", 0);
            let mut pos = game.start();
            // Somewhere in the middle, where some lines are full and some pieces used up.
            for _ in 0..game.max_plies() / 3 {
                let next = pos.random_move(&mut chance).map(|mv| pos.after(mv));
                pos = match next {
                    Some(next) if !next.is_over() => next,
                    _ => break,
                };
            }
            let mut moves = Vec::new();
            pos.moves(&mut moves);
            let n = moves.len().min(600);
            let mut counts = vec![0_f64; moves.len()];
            for _ in 0..100 * n {
                let mv = pos.random_move(&mut chance).expect("the game goes on");
                counts[moves.iter().position(|&other| other == mv).expect("a legal move")] += 1.0;
            }
            let chi2: f64 = counts.iter().map(|count| (count - 100.0).powi(2) / 100.0).sum();
            let freedom = (n - 1) as f64;
            assert!(
                chi2 <= freedom + 6.0 * (2.0 * freedom).sqrt() + 1e-9,
                "{id}: chi-squared {chi2} of {n} moves"
            );
        }
    }
    each_family(&mut EachSample(Uniform));
}
