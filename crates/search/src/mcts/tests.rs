//! What a search does between two looks at the clock is bounded, however large its tree is and however long its games are.

use std::time::Duration;

use zermelo_game::{Family, Game, GameVisitor, stream};
use zermelo_lines::drop::Drop;
use zermelo_lines::mnk::Mnk;

use super::*;
use crate::{Blundering, Random, Sight};

trait Job {
    fn run<G: Game>(self, game: G);
}

struct Do<J>(J);

impl<J: Job> GameVisitor for Do<J> {
    type Output = ();
    fn visit<G: Game>(self, game: G) {
        self.0.run(game);
    }
}

fn with<F: Family>(parameters: &str, job: impl Job) {
    F::open(parameters, Do(job)).expect("a game that exists");
}

/// So many playouts, and a clock that is looked at but never runs out.
fn nodes_by_the_clock(nodes: u64) -> Budget {
    Budget { time: Some(Duration::from_secs(3600)), ..Budget::nodes(nodes) }
}

/// A game with large trees that are kept from move to move, and one with long playouts.
#[test]
fn work_between_two_looks_is_bounded() {
    /// Playouts of a search, and how many are kept in all, at least.
    struct Bounded(u64, u64);
    impl Job for Bounded {
        fn run<G: Game>(self, game: G) {
            let mut agent = Mcts::new(Settings::default(), stream(1, "bounded", 0));
            let mut chance = stream(1, "replies", 0);
            let mut pos = game.start();
            let mut n_kept = 0;
            for _ in 0..4 {
                let budget = nodes_by_the_clock(self.0);
                let (choice, most) = work::most_between_looks(|| agent.choose(&pos, &budget));
                let bound = 2 * WORK_INTERVAL as usize + game.max_plies();
                assert!(most <= bound, "{}: {most} steps between two looks, not {bound}", game.id());
                n_kept += u64::from(agent.visits()) - choice.nodes;
                pos.play(choice.mv);
                pos.random_move(&mut chance).into_iter().for_each(|mv| pos.play(mv));
            }
            assert!(n_kept >= self.1, "{}: {n_kept} playouts were kept", game.id());
        }
    }
    with::<Drop>("7,6,4", Bounded(100_000, 5000));
    with::<Mnk>("19,19,5", Bounded(4000, 0));
}

/// A judgement of many games, to find the scale of an evaluator, is work too.
#[test]
fn the_scale_of_an_evaluator_is_found_within_the_time() {
    struct Scale;
    impl Job for Scale {
        fn run<G: Game>(self, game: G) {
            let evaluator = Arc::new(|pos: &G::Position| pos.count_moves() as f64);
            let cut = Cut { evaluator, plies: 4, scale: None };
            let settings = Settings { cut: Some(cut), ..Settings::default() };
            let mut agent = Mcts::new(settings, stream(1, "scale", 0));
            let no_time = Budget::time(Duration::ZERO);
            let (_, most) = work::most_between_looks(|| agent.choose(&game.start(), &no_time));
            assert!(most <= WORK_INTERVAL as usize, "{most} judgements before the first look");
            assert_eq!(agent.scale, None, "a scale of a few positions is none");
            let budget = nodes_by_the_clock(10);
            let (_, most) = work::most_between_looks(|| agent.choose(&game.start(), &budget));
            assert!(most <= WORK_INTERVAL as usize, "{most} judgements between two looks");
            assert!(agent.scale.is_some());
        }
    }
    with::<Mnk>("19,19,5", Scale);
}

/// If there is no time to tidy up, what is known decides all the same, and the next search begins anew.
#[test]
fn what_is_known_decides_even_if_there_is_no_time_to_keep_it() {
    struct Hurry;
    impl Job for Hurry {
        fn run<G: Game>(self, game: G) {
            let mut agent = Mcts::new(Settings::default(), stream(1, "hurry", 0));
            let mut pos = game.start();
            let choice = agent.choose(&pos, &Budget::nodes(50_000));
            pos.play(choice.mv);
            pos.play(choice.line[1]);
            let index = agent.find(&pos, &mut Meter::new(&Budget::default())).expect("it was seen");
            let known = agent.choice_at(index, 0).expect("its moves were listed");
            let hurried = agent.choose(&pos, &Budget::time(Duration::ZERO));
            assert_eq!(hurried, known);
            assert!(known.depth > 1);
            assert_eq!(agent.visits(), 0);
            assert_eq!(agent.choose(&pos, &Budget::nodes(100)).nodes, 100);
        }
    }
    with::<Drop>("7,6,4", Hurry);
}

/// A blunder that looks for threats looks at all replies to all moves.
#[test]
fn a_slip_looks_at_the_clock() {
    struct Slip;
    impl Job for Slip {
        fn run<G: Game>(self, game: G) {
            let random = Box::new(Random::new(stream(1, "slip", 0)));
            let mut agent = Blundering::new(random, 1.0, Sight::Threats, stream(1, "slip", 1));
            let pos = game.start();
            let (_, most) = work::most_between_looks(|| agent.choose(&pos, &nodes_by_the_clock(1)));
            assert!(most <= pos.count_moves(), "{most} replies between two looks");
            let (_, most) = work::most_between_looks(|| agent.choose(&pos, &Budget::time(Duration::ZERO)));
            assert_eq!(most, 0, "no reply is looked at without time");
        }
    }
    with::<Mnk>("19,19,5", Slip);
}
