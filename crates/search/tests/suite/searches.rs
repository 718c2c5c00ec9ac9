//! Every search and every combination of its switches finds what plain minimax finds.

use std::mem::discriminant;
use std::sync::Arc;

use zermelo_game::Turn;
use zermelo_game::zobrist::mix;
use zermelo_game::{
    Agent, Budget, Evaluator, Family, Game, GameVisitor, Hints, Player, Position, Proof, Score, Symmetry,
    Verdict, stream,
};
use zermelo_search::{AlphaBeta, Method, Minimax, Parallel, Scheme, SolvePlan, Switches, Worth, solve};

use crate::switches::switches;

/// Noise that repeats: a few values only, so that ties occur.
fn noise<P: Position>(pos: &P) -> f64 {
    (mix(pos.key()) % 17) as f64 - 8.0
}

/// Positions of random play, some early, some late.
fn positions<G: Game>(game: &G, n: u64) -> Vec<G::Position> {
    let mut found = Vec::new();
    for index in 0.. {
        if found.len() as u64 == n {
            return found;
        }
        let mut chance = stream(7, "positions", index);
        let mut pos = game.start();
        let mut moves = Vec::new();
        for _ in 0..chance.below(game.max_plies()) {
            moves.clear();
            pos.moves(&mut moves);
            match chance.choose(&moves) {
                Some(mv) => pos.play(mv),
                None => break,
            }
        }
        if !pos.is_over() {
            found.push(pos);
        }
    }
    unreachable!("every game has positions")
}

/// All combinations of the switches that leave the value as it is.
fn all_switches() -> impl Iterator<Item = Switches> {
    (0..256).map(switches)
}

fn check<F: Family>(parameters: &str, depth: u32) {
    struct Check(u32);
    impl GameVisitor for Check {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let depth = self.0;
            let evaluator: Arc<dyn Evaluator<G::Position>> = Arc::new(noise::<G::Position>);
            let mut agents: Vec<_> = all_switches()
                .map(|switches| (switches, AlphaBeta::new(Arc::clone(&evaluator), switches, 1)))
                .collect();
            for pos in positions(&game, 12) {
                let values = Minimax::new(Arc::clone(&evaluator)).values(&pos, depth);
                let best = values.iter().map(|&(_, score)| score).fold(Score::WORST, Score::max);
                for (switches, agent) in &mut agents {
                    let choice = agent.choose(&pos, &Budget::depth(depth));
                    let text = game.write_position(&pos);
                    assert_eq!(choice.score, best, "{}: {switches:?}\nin {text}", game.id());
                    let is_best = values.iter().any(|&(mv, score)| mv == choice.mv && score == best);
                    assert!(is_best, "{}: {switches:?} plays {:?}\nin {text}", game.id(), choice.mv);
                    let mut at_end = pos.clone();
                    choice.line.iter().for_each(|&mv| at_end.play(mv));
                }
            }
        }
    }
    F::open(parameters, Check(depth)).expect("a game that exists");
}

#[test]
fn alphabeta_is_minimax_on_milestone() {
    check::<zermelo_milestone::Milestone>("side=3", 4);
}

#[test]
fn alphabeta_is_minimax_on_isolation() {
    check::<zermelo_isolation::Isolation>("5x5", 5);
}

#[test]
fn alphabeta_is_minimax_on_simplexity() {
    check::<zermelo_simplexity::Simplexity>("4x4,win=3,round=4,square=4", 4);
}

#[test]
fn alphabeta_is_minimax_on_tictactoe() {
    check::<zermelo_lines::mnk::Mnk>("3,3,3", 6);
}

#[test]
fn alphabeta_is_minimax_on_connect4() {
    check::<zermelo_lines::drop::Drop>("7,6,4", 4);
}

#[test]
fn alphabeta_is_minimax_on_breakthrough() {
    check::<zermelo_pawns::breakthrough::Breakthrough>("5x4", 4);
}

/// Whatever alpha-beta calls proved is what minimax finds by looking at everything, on small games with draws and without,
/// at every budget.
#[test]
fn proofs_are_those_of_minimax() {
    struct Check(u64);
    impl GameVisitor for Check {
        type Output = usize;
        fn visit<G: Game>(self, game: G) -> usize {
            let evaluator: Arc<dyn Evaluator<G::Position>> = Arc::new(noise::<G::Position>);
            // The noise is even now and then: an even judgement must not pass for a draw.
            let mut n_draws = 0;
            for pos in positions(&game, self.0) {
                let whole = Budget::depth(game.max_plies() as u32);
                let truth = Minimax::new(Arc::clone(&evaluator)).choose(&pos, &whole);
                let text = game.write_position(&pos);
                assert!(truth.proof().is_some(), "minimax has seen everything: {text}");
                for switches in [Switches::PLAIN, Switches::ALL] {
                    for nodes in [3, 10, 30, 100, 300, 1000, 100_000] {
                        let mut agent = AlphaBeta::new(Arc::clone(&evaluator), switches, 1);
                        let choice = agent.choose(&pos, &Budget::nodes(nodes));
                        let what = format!("{} after {nodes} nodes in {text}", game.id());
                        if let Some(proof) = choice.proof() {
                            let same = discriminant(&proof) == discriminant(&truth.proof().expect("seen"));
                            assert!(same, "{what}: {proof:?}, but {:?}", truth.proof());
                        }
                        assert!(nodes < 100_000 || choice.proof().is_some(), "{what}: nothing is proved");
                    }
                }
                n_draws += usize::from(truth.proof() == Some(Proof::Draw));
            }
            n_draws
        }
    }
    use zermelo_lines::{drop::Drop, mnk::Mnk};
    use zermelo_pawns::hexapawn::Hexapawn;
    assert!(Mnk::open("3,3,3", Check(40)).expect("tictactoe") > 5, "some of it is drawn");
    assert!(Drop::open("3,3,3", Check(20)).expect("a drop game") > 3, "some of it is drawn");
    assert_eq!(Hexapawn::open("3x3", Check(20)).expect("hexapawn"), 0, "nobody draws at hexapawn");
}

/// Several threads find the value and the move of one, whichever way they share the work.
#[test]
fn threads_change_nothing_but_the_time() {
    struct Check(u32);
    impl GameVisitor for Check {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let evaluator: Arc<dyn Evaluator<G::Position>> = Arc::new(noise::<G::Position>);
            let agent = || AlphaBeta::new(Arc::clone(&evaluator), Switches::PLAIN, 1);
            let mut one = agent();
            let mut many: Vec<_> = [Scheme::Shared, Scheme::Root]
                .map(|scheme| (scheme, agent().with_threads(Parallel { threads: 3, scheme })))
                .into();
            for pos in positions(&game, 6) {
                let expected = one.choose(&pos, &Budget::depth(self.0));
                for (scheme, agent) in &mut many {
                    let got = agent.choose(&pos, &Budget::depth(self.0));
                    let what = format!("{}: {scheme:?} in {}", game.id(), game.write_position(&pos));
                    assert_eq!(got.score, expected.score, "{what}");
                    assert_eq!(got.mv, expected.mv, "{what}");
                    let mut at_end = pos.clone();
                    got.line.iter().for_each(|&mv| at_end.play(mv));
                }
            }
        }
    }
    zermelo_milestone::Milestone::open("", Check(6)).expect("milestone");
    zermelo_isolation::Isolation::open("", Check(8)).expect("isolation");
    zermelo_lines::drop::Drop::open("7,6,4", Check(9)).expect("connect4");
}

/// The board turned and colours swapped: the turned moves, the same values, the same nodes.
#[test]
fn colours_are_searched_alike() {
    struct Check;
    impl GameVisitor for Check {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let swap = Symmetry::swapping(Turn::Rotate180);
            // Looks the same from both sides: by material, with ties galore.
            let evaluator: Arc<dyn Evaluator<G::Position>> =
                Arc::new(|pos: &G::Position| (mix(pos.search_key()) % 5) as f64);
            for pos in positions(&game, 10) {
                let there = game.transform(&swap, &pos);
                for switches in [Switches::PLAIN, Switches::ALL] {
                    for budget in [Budget::depth(5), Budget::nodes(3000), Budget::nodes(777)] {
                        let new = || AlphaBeta::new(Arc::clone(&evaluator), switches, 1);
                        let (here, there) = (new().choose(&pos, &budget), new().choose(&there, &budget));
                        let what = format!("{} {switches:?} {budget:?}", game.write_position(&pos));
                        assert_eq!(game.transform_move(&swap, &pos, here.mv), there.mv, "{what}");
                        assert_eq!(here.score, there.score, "{what}");
                        assert_eq!(here.nodes, there.nodes, "{what}");
                    }
                }
            }
        }
    }
    zermelo_milestone::Milestone::open("", Check).expect("milestone");
    zermelo_milestone::Milestone::open("side=3", Check).expect("milestone");
    zermelo_pawns::breakthrough::Breakthrough::open("6x5", Check).expect("breakthrough");
    zermelo_pawns::hexapawn::Hexapawn::open("4x4", Check).expect("hexapawn");
}

/// Where a game proves a win or loss at a glance, a search by the rules alone finds it within the plies it names.
#[test]
fn proofs_at_a_glance_are_true() {
    struct Check {
        n_positions: u64,
        most_plies: u32,
    }
    impl GameVisitor for Check {
        type Output = u64;
        fn visit<G: Game>(self, game: G) -> u64 {
            let by_rules = Switches { hints: false, ..Switches::PLAIN };
            let mut agent = AlphaBeta::new(Arc::new(|_: &G::Position| 0.0), by_rules, 16);
            let mut n_checked = 0;
            for pos in positions(&game, self.n_positions) {
                let Some(verdict) = pos.verdict() else { continue };
                let (Verdict::Win(plies) | Verdict::Loss(plies)) = verdict;
                if plies > self.most_plies {
                    continue;
                }
                n_checked += 1;
                let score = agent.choose(&pos, &Budget::depth(plies)).score;
                let is_true = match verdict {
                    Verdict::Win(_) => score.is_win(),
                    Verdict::Loss(_) => score.is_loss(),
                };
                assert!(is_true, "{verdict:?}, but {score:?} in {}", game.write_position(&pos));
            }
            n_checked
        }
    }
    let check = |parameters: &str, n_positions, most_plies| {
        zermelo_milestone::Milestone::open(parameters, Check { n_positions, most_plies }).expect("milestone")
    };
    assert!(check("side=2", 2000, 20) > 300);
    assert!(check("side=3", 3000, 12) > 300);
    assert!(check("side=4", 3000, 7) > 300);
    assert!(check("side=4,home=2", 3000, 9) > 300);
    assert!(check("side=5,home=3", 1000, 5) > 50);
}

#[test]
fn no_budget_is_too_small_for_a_move() {
    struct Check;
    impl GameVisitor for Check {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            for pos in positions(&game, 20) {
                let evaluator: Arc<dyn Evaluator<G::Position>> = Arc::new(noise::<G::Position>);
                let mut agent = AlphaBeta::new(evaluator, Switches::PLAIN, 1);
                let mut moves = Vec::new();
                pos.moves(&mut moves);
                let no_time = Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() };
                for budget in
                    [Budget::nodes(0), Budget::nodes(1), Budget::nodes(50), no_time, Budget::depth(0)]
                {
                    let choice = agent.choose(&pos, &budget);
                    assert!(moves.contains(&choice.mv), "{budget:?}");
                    assert!(
                        budget.nodes.is_none_or(|most| choice.nodes <= most + 1),
                        "{budget:?}: {}",
                        choice.nodes
                    );
                }
            }
        }
    }
    zermelo_milestone::Milestone::open("", Check).expect("milestone");
}

/// Judges for one player only, like the published Isolation agents: their own moves, whoever is to move.
struct OneSided;

impl<P: Position> Evaluator<P> for OneSided {
    fn value(&self, pos: &P, player: Player) -> f64 {
        (mix(pos.key() ^ player.index() as u64) % 17) as f64
    }
}

/// One agent that plays for both sides in turn keeps apart what it judged for each.
#[test]
fn an_agent_may_change_sides() {
    struct Check;
    impl GameVisitor for Check {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let evaluator: Arc<dyn Evaluator<G::Position>> = Arc::new(OneSided);
            let mut agent = AlphaBeta::new(Arc::clone(&evaluator), Switches::PLAIN, 1);
            for pos in positions(&game, 40) {
                // The answer is looked at one ply less deep, so that both searches meet positions at the same depth.
                let child = pos.after(agent.choose(&pos, &Budget::depth(5)).mv);
                if child.is_over() {
                    continue;
                }
                let values = Minimax::new(Arc::clone(&evaluator)).values(&child, 4);
                let best = values.iter().map(|&(_, score)| score).fold(Score::WORST, Score::max);
                let choice = agent.choose(&child, &Budget::depth(4));
                assert_eq!(choice.score, best, "in {}", game.write_position(&child));
            }
        }
    }
    zermelo_isolation::Isolation::open("5x5", Check).expect("isolation");
}

/// However early a search is cut short: what it calls won or lost is, and where it does not know, it does not choose a move
/// that it has seen to lose.
#[test]
fn what_is_called_proved_is_true() {
    struct Check;
    impl GameVisitor for Check {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let worth = |pos: &G::Position| {
                let (budget, distance) = (Budget::nodes(20_000), None);
                let plan = SolvePlan { method: Method::Auto, budget, distance, megabytes: 16 };
                solve(&game, pos, &plan, &mut |_, _| {}).worth
            };
            let evaluator: Arc<dyn Evaluator<G::Position>> = Arc::new(noise::<G::Position>);
            let mut n_proved = 0;
            for pos in positions(&game, 60) {
                let Some(expected) = worth(&pos) else { continue };
                for (threads, scheme) in [(1, Scheme::Shared), (2, Scheme::Shared), (2, Scheme::Root)] {
                    let agent = AlphaBeta::new(Arc::clone(&evaluator), Switches::ALL, 1);
                    let mut agent = agent.with_threads(Parallel { threads, scheme });
                    for nodes in [3, 10, 30, 100, 300, 1000] {
                        let choice = agent.choose(&pos, &Budget::nodes(nodes));
                        let what = format!("{}, {nodes} nodes, {threads}", game.write_position(&pos));
                        if choice.score.proved().is_some() {
                            let told = if choice.score.is_win() { Worth::Win } else { Worth::Loss };
                            assert_eq!(told, expected, "{what}");
                            n_proved += 1;
                        }
                        assert!(choice.nodes <= nodes, "{what}: {}", choice.nodes);
                    }
                }
            }
            assert!(n_proved > 100, "{n_proved}");
        }
    }
    zermelo_pawns::breakthrough::Breakthrough::open("5x5", Check).expect("a size");
    zermelo_milestone::Milestone::open("side=3", Check).expect("a size");
    zermelo_lines::drop::Drop::open("5,4,4", Check).expect("a size");
}

/// Where everything can capture everything, the search still looks ahead.
#[test]
fn captures_do_not_take_the_whole_budget() {
    struct Check;
    impl GameVisitor for Check {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let crowd = "......../......../bbbbbbbb/bbbbbbbb/wwwwwwww/wwwwwwww/......../........ w";
            let pos = game.read_position(crowd).expect("a position");
            let evaluator: Arc<dyn Evaluator<G::Position>> = Arc::new(noise::<G::Position>);
            let choice = AlphaBeta::new(evaluator, Switches::ALL, 1).choose(&pos, &Budget::nodes(100_000));
            assert!(choice.depth >= 2, "{} plies", choice.depth);
        }
    }
    zermelo_pawns::breakthrough::Breakthrough::open("", Check).expect("a size");
}

/// Without deepening there is one depth, and it is reached or not.
#[test]
fn a_depth_that_was_not_reached_is_not_claimed() {
    struct Check;
    impl GameVisitor for Check {
        type Output = ();
        fn visit<G: Game>(self, game: G) {
            let evaluator: Arc<dyn Evaluator<G::Position>> = Arc::new(noise::<G::Position>);
            let switches = Switches { deepening: false, ..Switches::PLAIN };
            let mut agent = AlphaBeta::new(evaluator, switches, 1);
            let budget = Budget { depth: Some(12), ..Budget::nodes(100) };
            assert_eq!(agent.choose(&game.start(), &budget).depth, 0);
            assert_eq!(agent.choose(&game.start(), &Budget::depth(4)).depth, 4);
        }
    }
    zermelo_lines::drop::Drop::open("7,6,4", Check).expect("a size");
}
