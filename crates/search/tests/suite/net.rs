//! An evaluator that keeps sums from one question to the next judges like one that begins afresh, in every search.

use std::sync::Arc;

use zermelo_game::{
    Agent, Budget, Choice, Evaluator, Family, Game, GameVisitor, Player, Position, Scratch, stream,
};
use zermelo_milestone::Milestone;
use zermelo_search::{AlphaBeta, Mcts, Minimax, Parallel, Scheme, Switches};
use zermelo_search::{Cut, MctsSettings};
use zermelo_testkit::net::RandomNet;

/// The same network without a memory.
struct Forgetful<E>(E);

impl<P: Position, E: Evaluator<P>> Evaluator<P> for Forgetful<E> {
    fn value(&self, pos: &P, player: Player) -> f64 {
        self.0.value(pos, player)
    }
}

type Judge<P> = Arc<dyn Evaluator<P>>;

fn both<G: Game>(game: &G) -> [Judge<G::Position>; 2] {
    let net = || RandomNet::<G::Position, 2>::new(game, 5);
    [Arc::new(net()), Arc::new(Forgetful(net()))]
}

fn positions<G: Game>(game: &G) -> Vec<G::Position> {
    let walk = |index: u64| {
        let mut chance = stream(3, "net positions", index);
        let mut pos = game.start();
        for _ in 0..7 * index {
            let next = pos.random_move(&mut chance).map(|mv| pos.after(mv));
            let Some(next) = next.filter(|next| !next.is_over()) else { break };
            pos = next;
        }
        pos
    };
    (0..5).map(walk).collect()
}

/// Runs a check on Milestone, whatever the type of its board.
fn on_milestone(check: impl Check) {
    struct Visit<C>(C);
    impl<C: Check> GameVisitor for Visit<C> {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            self.0.check(&game);
        }
    }
    Milestone::open("", Visit(check)).expect("the game opens");
}

trait Check {
    fn check<G: Game>(self, game: &G);
}

/// Neighbours, strangers, and both sides in turn: the order of questions does not matter, and it is the slow sum.
#[test]
fn values_do_not_depend_on_what_was_asked_before() {
    struct Values;
    impl Check for Values {
        fn check<G: Game>(self, game: &G) {
            let [net, afresh] = both(game);
            let mut scratch = Scratch::new();
            let mut n_different = 0;
            let mut last = 0.0;
            for index in 0..30 {
                let mut chance = stream(4, "net walks", index);
                let mut pos = game.start();
                while let Some(mv) = pos.random_move(&mut chance) {
                    let mut asked = vec![pos.clone()];
                    pos.each_move(|mv| asked.push(pos.after(mv)));
                    for asked in asked {
                        let value = net.value_with(&mut scratch, &asked, Player::First);
                        assert_eq!(value, afresh.value(&asked, Player::First), "{asked:?}");
                        assert_eq!(value, -net.value_with(&mut scratch, &asked, Player::Second));
                        n_different += usize::from(value != last);
                        last = value;
                    }
                    pos.play(mv);
                }
            }
            assert!(n_different > 10_000, "the network has something to say: {n_different}");
        }
    }
    on_milestone(Values);
}

fn told<M: Copy>(choice: &Choice<M>) -> (M, f32, u32, u64) {
    (choice.mv, choice.score.number(), choice.depth, choice.nodes)
}

#[test]
fn searches_find_the_same_with_and_without_a_memory() {
    struct Searches;
    impl Check for Searches {
        fn check<G: Game>(self, game: &G) {
            let judges = both(game);
            for pos in positions(game) {
                let [a, b] = judges.each_ref().map(|judge| {
                    let mut agent = AlphaBeta::new(Arc::clone(judge), Switches::ALL, 1);
                    told(&agent.choose(&pos, &Budget::nodes(20_000)))
                });
                assert_eq!(a, b, "alpha-beta in {pos:?}");
                let [a, b] = judges
                    .each_ref()
                    .map(|judge| told(&Minimax::new(Arc::clone(judge)).choose(&pos, &Budget::depth(2))));
                assert_eq!(a, b, "minimax in {pos:?}");
                let [a, b] = judges.each_ref().map(|judge| {
                    let cut = Some(Cut { evaluator: Arc::clone(judge), plies: 3, scale: None });
                    let settings = MctsSettings { cut, ..MctsSettings::default() };
                    told(&Mcts::new(settings, stream(1, "net mcts", 0)).choose(&pos, &Budget::nodes(500)))
                });
                assert_eq!(a, b, "Monte Carlo in {pos:?}");
            }
        }
    }
    on_milestone(Searches);
}

/// Every thread has a memory of its own.
#[test]
fn threads_find_what_one_finds() {
    struct Threads;
    impl Check for Threads {
        fn check<G: Game>(self, game: &G) {
            let [net, afresh] = both(game);
            for pos in positions(game) {
                let budget = Budget::depth(5);
                let mut one = AlphaBeta::new(Arc::clone(&afresh), Switches::PLAIN, 4);
                let one = one.choose(&pos, &budget);
                for scheme in [Scheme::Shared, Scheme::Root] {
                    let agent = AlphaBeta::new(Arc::clone(&net), Switches::PLAIN, 4);
                    let many = agent.with_threads(Parallel { threads: 3, scheme }).choose(&pos, &budget);
                    assert_eq!((one.mv, one.score), (many.mv, many.score), "{scheme:?} in {pos:?}");
                }
            }
        }
    }
    on_milestone(Threads);
}
