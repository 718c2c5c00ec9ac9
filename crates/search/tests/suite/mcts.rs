//! Monte Carlo search: what it proves is true, what it promises it keeps, and the same seed plays the same game.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use zermelo_game::{
    Agent, Budget, Evaluator, Family, Game, GameVisitor, Outcome, Player, Policy, Position, Proof, Score,
    stream,
};
use zermelo_isolation::Isolation;
use zermelo_lines::drop::Drop;
use zermelo_lines::mnk::Mnk;
use zermelo_milestone::Milestone;
use zermelo_pawns::breakthrough::Breakthrough;
use zermelo_pawns::hexapawn::Hexapawn;
use zermelo_search::policy::{Decisive, Greedy};
use zermelo_search::{Cut, MctsSettings};
use zermelo_search::{Mcts, Minimax, Random};
use zermelo_simplexity::Simplexity;

/// Something to do with a game.
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

/// Positions of random play that are not over, at least `least_plies` after the start.
fn positions<G: Game>(game: &G, n: usize, least_plies: usize) -> Vec<G::Position> {
    let mut found = Vec::new();
    for index in 0.. {
        if found.len() == n {
            break;
        }
        let mut chance = stream(5, "mcts positions", index);
        let mut pos = game.start();
        let n_plies = least_plies + chance.below(game.max_plies() - least_plies);
        for _ in 0..n_plies {
            match pos.random_move(&mut chance) {
                Some(mv) => pos.play(mv),
                None => break,
            }
        }
        if !pos.is_over() {
            found.push(pos);
        }
    }
    found
}

fn agent<P: Position>(settings: MctsSettings<P>) -> Mcts<P> {
    Mcts::new(settings, stream(1, "mcts test", 0))
}

/// The value of a position by looking at everything below it, once: minimax that remembers positions, whole.
fn value<P: Position>(pos: &P, known: &mut HashMap<P, Score>) -> Score {
    if let Some(outcome) = pos.outcome() {
        return Score::of_outcome(outcome, pos.to_move());
    }
    if let Some(&score) = known.get(pos) {
        return score;
    }
    let mut best = Score::WORST;
    pos.each_move(|mv| best = best.max((-value(&pos.after(mv), known)).farther(1)));
    known.insert(pos.clone(), best);
    best
}

/// The true value of every move.
fn truth<P: Position>(pos: &P, known: &mut HashMap<P, Score>) -> Vec<(P::Move, Score)> {
    let mut values = Vec::new();
    pos.each_move(|mv| values.push((mv, (-value(&pos.after(mv), known)).farther(1))));
    values
}

fn best_of<M>(values: &[(M, Score)]) -> Score {
    values.iter().map(|&(_, score)| score).fold(Score::WORST, Score::max)
}

fn sign(score: Score) -> i32 {
    i32::from(score.is_win()) - i32::from(score.is_loss())
}

/// Searches random positions with growing budgets: a proof is true, its distance no less than the truth, its move as
/// good as it says.
struct ProofsAreTrue {
    n_positions: usize,
    least_plies: usize,
    /// How many of the positions a large budget must prove.
    n_proved: usize,
}

impl Job for ProofsAreTrue {
    fn run<G: Game>(self, game: G) {
        let mut n_proved = 0;
        let mut known = HashMap::new();
        for pos in positions(&game, self.n_positions, self.least_plies) {
            let values = truth(&pos, &mut known);
            let best = best_of(&values);
            let text = game.write_position(&pos);
            for n_playouts in [0, 1, 10, 100, 1000, 30_000] {
                let mut agent = agent(MctsSettings::default());
                let choice = agent.choose(&pos, &Budget::nodes(n_playouts));
                assert!(choice.nodes <= n_playouts, "{text}");
                let mv = values.iter().find(|&&(mv, _)| mv == choice.mv).expect("a legal move").1;
                if let Some(plies) = choice.score.proved() {
                    assert_eq!(sign(choice.score), sign(best), "{} in {text}", game.id());
                    assert_eq!(sign(choice.score), sign(mv), "{} plays {:?} in {text}", game.id(), choice.mv);
                    let nearest = best.proved().expect("both are proved");
                    assert!(plies.abs() >= nearest.abs(), "{}: {plies} is too near in {text}", game.id());
                    assert!(plies.abs() <= game.max_plies() as i32, "{}: {plies} in {text}", game.id());
                }
                if choice.proof() == Some(Proof::Draw) {
                    assert_eq!((sign(best), sign(mv)), (0, 0), "{} is called drawn in {text}", game.id());
                }
                // A search that ends before its budget has proved its root, draws included.
                if choice.nodes < n_playouts {
                    assert!(choice.proof().is_some(), "{} in {text}", game.id());
                    assert_eq!(sign(choice.score), sign(best), "{} in {text}", game.id());
                    assert_eq!(sign(mv), sign(best), "{} plays {:?} in {text}", game.id(), choice.mv);
                    n_proved += usize::from(n_playouts == 30_000);
                }
            }
        }
        assert!(n_proved >= self.n_proved, "{}: {n_proved} proved", game.id());
    }
}

#[test]
fn proofs_are_true() {
    let job = |n_positions, least_plies, n_proved| ProofsAreTrue { n_positions, least_plies, n_proved };
    with::<Mnk>("3,3,3", job(60, 1, 60));
    with::<Mnk>("4,3,3", job(30, 4, 30));
    with::<Isolation>("4x4", job(60, 3, 60));
    with::<Hexapawn>("", job(40, 0, 40));
    with::<Hexapawn>("4x4", job(20, 4, 20));
    with::<Simplexity>("3x3,win=3,round=3,square=3", job(30, 1, 30));
    with::<Breakthrough>("5x3", job(20, 4, 15));
    with::<Drop>("4,4,3", job(30, 6, 30));
}

/// The twin that remembers is plain minimax.
#[test]
fn the_truth_is_that_of_minimax() {
    struct Compare;
    impl Job for Compare {
        fn run<G: Game>(self, game: G) {
            let mut known = HashMap::new();
            for pos in positions(&game, 20, 4) {
                let nothing = |_: &G::Position| 0.0;
                assert_eq!(truth(&pos, &mut known), Minimax::new(Arc::new(nothing)).values(&pos, 100));
            }
        }
    }
    with::<Mnk>("3,3,3", Compare);
    with::<Hexapawn>("", Compare);
}

/// Every position of tic-tac-toe, up to transposition.
#[test]
fn all_of_tictactoe_is_proved() {
    struct All;
    impl Job for All {
        fn run<G: Game>(self, game: G) {
            let mut level = vec![game.start()];
            let mut n_draws = 0;
            let mut known = HashMap::new();
            while !level.is_empty() {
                for pos in &level {
                    let best = best_of(&truth(pos, &mut known));
                    let choice = agent(MctsSettings::default()).choose(pos, &Budget::nodes(100_000));
                    let text = game.write_position(pos);
                    assert!(choice.nodes < 100_000, "proved: {text}");
                    assert_eq!(sign(choice.score), sign(best), "{text}");
                    assert!(best.proved().is_some() || choice.score == Score::EVEN, "{text}");
                    assert_eq!(choice.proof() == Some(Proof::Draw), best == Score::EVEN, "{text}");
                    n_draws += usize::from(choice.proof() == Some(Proof::Draw));
                }
                let mut next = Vec::new();
                for pos in &level {
                    pos.each_move(|mv| next.push(pos.after(mv)));
                }
                next.retain(|pos| !pos.is_over());
                next.sort_by_key(Position::key);
                next.dedup();
                level = next;
            }
            // 4520 positions go on; these are drawn.
            assert_eq!(n_draws, 1052);
        }
    }
    with::<Mnk>("3,3,3", All);
}

#[test]
fn no_budget_is_too_small_for_a_move() {
    struct Tiny;
    impl Job for Tiny {
        fn run<G: Game>(self, game: G) {
            let no_time = Budget { time: Some(Duration::ZERO), ..Budget::default() };
            let both = Budget {
                nodes: Some(7),
                time: Some(Duration::from_secs(60)),
                depth: Some(1),
                ..Budget::default()
            };
            for pos in positions(&game, 30, 0) {
                let mut moves = Vec::new();
                pos.moves(&mut moves);
                for (budget, most) in [
                    (Budget::nodes(0), 0),
                    (Budget::nodes(1), 1),
                    (Budget::nodes(2), 2),
                    (Budget::nodes(257), 257),
                    (no_time.clone(), 0),
                    (both.clone(), 7),
                    (Budget::default(), 1000),
                ] {
                    for solver in [true, false] {
                        let choice =
                            agent(MctsSettings { solver, ..MctsSettings::default() }).choose(&pos, &budget);
                        assert!(moves.contains(&choice.mv), "{budget:?}");
                        assert_eq!(choice.line.first(), Some(&choice.mv), "{budget:?}");
                        assert_eq!(choice.line.len(), choice.depth as usize);
                        assert!(choice.nodes <= most, "{budget:?}: {} playouts", choice.nodes);
                        if !solver {
                            assert_eq!(choice.nodes, most, "{budget:?}");
                        }
                        let mut at = pos.clone();
                        for &mv in &choice.line {
                            let mut legal = Vec::new();
                            at.moves(&mut legal);
                            assert!(legal.contains(&mv), "{budget:?}: the line is legal");
                            at.play(mv);
                        }
                    }
                }
            }
        }
    }
    with::<Milestone>("side=3", Tiny);
    with::<Mnk>("3,3,3", Tiny);
}

#[test]
fn memory_is_bounded() {
    struct Bounded;
    impl Job for Bounded {
        fn run<G: Game>(self, game: G) {
            let mut agent = agent(MctsSettings { megabytes: 1, ..MctsSettings::default() });
            let mut pos = game.start();
            for _ in 0..6 {
                let choice = agent.choose(&pos, &Budget::nodes(60_000));
                assert!(agent.n_bytes() <= 1 << 20, "{} bytes", agent.n_bytes());
                assert!(agent.n_bytes() > 1 << 19, "the memory is used: {} bytes", agent.n_bytes());
                assert!(choice.nodes == 60_000 || choice.score.proved().is_some(), "playouts go on");
                pos.play(choice.mv);
            }
        }
    }
    with::<Drop>("7,6,4", Bounded);
}

#[test]
fn what_was_seen_is_kept() {
    struct Kept;
    impl Job for Kept {
        fn run<G: Game>(self, game: G) {
            let n = 3000;
            for reuse in [true, false] {
                let mut agent = agent(MctsSettings { reuse, ..MctsSettings::default() });
                let mut chance = stream(2, "replies", 0);
                let mut pos = game.start();
                let mut n_kept = 0;
                for n_plies in 1.. {
                    let choice = agent.choose(&pos, &Budget::nodes(n));
                    let mut moves = Vec::new();
                    pos.moves(&mut moves);
                    assert!(moves.contains(&choice.mv));
                    n_kept += u64::from(agent.visits()) - choice.nodes;
                    pos.play(choice.mv);
                    // One, two or three plies lie between two questions.
                    for _ in 0..n_plies % 3 {
                        pos.random_move(&mut chance).into_iter().for_each(|mv| pos.play(mv));
                    }
                    if pos.is_over() {
                        break;
                    }
                }
                assert_eq!(n_kept > 0, reuse, "{n_kept} playouts kept");
            }
            // The same question again goes on where the last one ended; another game starts anew.
            let mut agent = agent(MctsSettings::default());
            agent.choose(&game.start(), &Budget::nodes(500));
            agent.choose(&game.start(), &Budget::nodes(500));
            assert_eq!(agent.visits(), 1000);
            let elsewhere = &positions(&game, 1, game.max_plies() / 2)[0];
            let choice = agent.choose(elsewhere, &Budget::nodes(500));
            assert_eq!(u64::from(agent.visits()), choice.nodes);
        }
    }
    with::<Drop>("7,6,4", Kept);
}

/// Proofs of a kept tree are as true as others.
#[test]
fn proofs_stay_true_when_the_tree_is_kept() {
    struct Games;
    impl Job for Games {
        fn run<G: Game>(self, game: G) {
            let mut known = HashMap::new();
            for index in 0..15 {
                let mut agent = Mcts::new(MctsSettings::default(), stream(4, "mcts test", index));
                let mut chance = stream(4, "opponent", index);
                let mut pos = game.start();
                while let Some(mv) = pos.random_move(&mut chance) {
                    pos.play(mv);
                    if pos.is_over() {
                        break;
                    }
                    let choice = agent.choose(&pos, &Budget::nodes(100));
                    if choice.proof().is_some() {
                        assert_eq!(sign(choice.score), sign(best_of(&truth(&pos, &mut known))), "{pos:?}");
                    }
                    pos.play(choice.mv);
                }
            }
        }
    }
    with::<Mnk>("3,3,3", Games);
    with::<Isolation>("4x4", Games);
    with::<Hexapawn>("4x3", Games);
}

#[test]
fn it_beats_random_play() {
    struct Match;
    impl Job for Match {
        fn run<G: Game>(self, game: G) {
            let mut n_won = 0;
            for index in 0..20 {
                let us = Player::BOTH[index as usize % 2];
                let mut agent = Mcts::new(MctsSettings::default(), stream(3, "mcts test", index));
                let mut random = Random::new(stream(3, "random test", index));
                let mut pos = game.start();
                while !pos.is_over() {
                    let choice = if pos.to_move() == us {
                        agent.choose(&pos, &Budget::nodes(200))
                    } else {
                        random.choose(&pos, &Budget::default())
                    };
                    pos.play(choice.mv);
                }
                n_won += usize::from(pos.outcome() == Some(Outcome::Win(us)));
            }
            assert_eq!(n_won, 20);
        }
    }
    with::<Drop>("7,6,4", Match);
}

#[test]
fn wins_are_taken_and_losses_avoided() {
    struct Tactics;
    impl Job for Tactics {
        fn run<G: Game>(self, game: G) {
            let (mut n_wins, mut n_escapes) = (0, 0);
            for pos in positions(&game, 400, 6) {
                let us = pos.to_move();
                let wins = |pos: &G::Position| {
                    let mut n_wins = 0;
                    pos.each_move(|mv| {
                        n_wins += usize::from(pos.after(mv).outcome() == Some(Outcome::Win(pos.to_move())));
                    });
                    n_wins
                };
                let mut n_safe = 0;
                pos.each_move(|mv| n_safe += usize::from(wins(&pos.after(mv)) == 0));
                let choice = agent(MctsSettings::default()).choose(&pos, &Budget::nodes(100));
                let next = pos.after(choice.mv);
                let text = game.write_position(&pos);
                if wins(&pos) > 0 {
                    n_wins += 1;
                    assert_eq!(next.outcome(), Some(Outcome::Win(us)), "{text}");
                    assert_eq!(choice.score, Score::win_in(1), "{text}");
                    assert_eq!(choice.nodes, 0, "seen before the first playout");
                } else if n_safe > 0 && n_safe < pos.count_moves() {
                    n_escapes += 1;
                    assert_eq!(wins(&next), 0, "{text}");
                }
            }
            assert!(n_wins > 20 && n_escapes > 20, "{n_wins} and {n_escapes} positions to tell");
        }
    }
    with::<Drop>("7,6,4", Tactics);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    struct Repeat;
    impl Job for Repeat {
        fn run<G: Game>(self, game: G) {
            let play = |seed| {
                let mut agent = Mcts::new(MctsSettings::default(), stream(seed, "mcts test", 0));
                let mut pos = game.start();
                let mut told = Vec::new();
                while !pos.is_over() {
                    let choice = agent.choose(&pos, &Budget::nodes(300));
                    pos.play(choice.mv);
                    told.push(choice);
                }
                told
            };
            assert_eq!(play(1), play(1));
            assert_ne!(play(1), play(2));
        }
    }
    with::<Milestone>("", Repeat);
}

/// Where the rules are symmetric in colour, so is the search, move for move.
#[test]
fn no_colour_is_favoured() {
    struct Swapped;
    impl Job for Swapped {
        fn run<G: Game>(self, game: G) {
            let swap = game.symmetries().into_iter().find(|symmetry| symmetry.swaps_players);
            let swap = swap.expect("the rules are symmetric in colour");
            for policy in [None, Some(Arc::new(Decisive) as Arc<dyn Policy<G::Position>>)] {
                for pos in positions(&game, 15, 0) {
                    let settings = || MctsSettings { policy: policy.clone(), ..MctsSettings::default() };
                    let (mut here, mut there) = (agent(settings()), agent(settings()));
                    let (mut a, mut b) = (pos.clone(), game.transform(&swap, &pos));
                    for _ in 0..4 {
                        let ours = here.choose(&a, &Budget::nodes(400));
                        let theirs = there.choose(&b, &Budget::nodes(400));
                        let text = game.write_position(&a);
                        assert_eq!(game.transform_move(&swap, &a, ours.mv), theirs.mv, "{text}");
                        assert_eq!((ours.score, ours.nodes), (theirs.score, theirs.nodes), "{text}");
                        a.play(ours.mv);
                        b.play(theirs.mv);
                        if a.is_over() {
                            break;
                        }
                    }
                }
            }
        }
    }
    with::<Milestone>("", Swapped);
    with::<Breakthrough>("6x6", Swapped);
}

/// Playouts that an evaluator cuts short are worth what it says, squashed, to the player who searches.
#[test]
fn play_outs_can_be_judged() {
    struct Judged;
    impl Job for Judged {
        fn run<G: Game>(self, game: G) {
            struct For(Player);
            impl<P: Position> Evaluator<P> for For {
                fn value(&self, _pos: &P, player: Player) -> f64 {
                    if player == self.0 { 2.0 } else { -6.0 }
                }
            }
            let expected = |value: f64| 2.0 / (1.0 + (-value / 2.0_f64).exp()) - 1.0;
            for (player, value) in [(Player::First, 2.0), (Player::Second, -6.0)] {
                for plies in [0, 1, 3] {
                    let cut = Some(Cut { evaluator: Arc::new(For(player)), plies, scale: Some(2.0) });
                    let mut agent = agent(MctsSettings { cut, ..MctsSettings::default() });
                    let choice = agent.choose(&game.start(), &Budget::nodes(200));
                    let score = f64::from(choice.score.number());
                    assert!((score - expected(value)).abs() < 1e-3, "{score} for {value}");
                }
            }
        }
    }
    // Nothing ends within a few plies of the start.
    with::<Milestone>("", Judged);
}

/// Without a scale the evaluator's own is taken: the same judgement in other units plays the same.
#[test]
fn the_scale_of_a_judgement_does_not_matter() {
    struct Scaled;
    impl Job for Scaled {
        fn run<G: Game>(self, game: G) {
            let play = |unit: f64, scale: Option<f64>| {
                let evaluator = Arc::new(move |pos: &G::Position| unit * pos.count_moves() as f64);
                let cut = Some(Cut { evaluator, plies: 2, scale });
                let choice = agent(MctsSettings { cut, ..MctsSettings::default() })
                    .choose(&game.start(), &Budget::nodes(300));
                (choice.score, choice.line)
            };
            // Powers of two, so that no rounding tells them apart.
            assert_eq!(play(1.0, None), play(1024.0, None));
            assert_ne!(play(1.0, Some(1.0)), play(1024.0, Some(1.0)));
            // An evaluator that says the same of everything has no scale.
            assert_eq!(play(0.0, None).0, Score::EVEN);
        }
    }
    with::<Milestone>("", Scaled);
}

/// A policy's move is legal; the greedy one takes what the evaluator likes, and wins when it can.
#[test]
fn policies_play_by_the_rules() {
    struct Policies;
    impl Job for Policies {
        fn run<G: Game>(self, game: G) {
            let mut chance = stream(8, "policies", 0);
            let few_replies: Arc<dyn Evaluator<G::Position>> =
                Arc::new(|pos: &G::Position| pos.count_moves() as f64);
            let all: [Arc<dyn Policy<G::Position>>; 3] = [
                Arc::new(Decisive),
                Arc::new(Greedy::new(Arc::clone(&few_replies), 0.0)),
                Arc::new(Greedy::new(few_replies, 1.0)),
            ];
            for pos in positions(&game, 100, 0) {
                let mut moves = Vec::new();
                pos.moves(&mut moves);
                let is_win = |mv| pos.after(mv).outcome() == Some(Outcome::Win(pos.to_move()));
                for policy in &all {
                    assert!(moves.contains(&policy.choose(&pos, &mut chance).expect("a move")));
                }
                for policy in &all[..2] {
                    let mv = policy.choose(&pos, &mut chance).expect("a move");
                    assert_eq!(is_win(mv), moves.iter().any(|&mv| is_win(mv)));
                }
                let least = moves.iter().filter(|&&mv| !pos.after(mv).is_over());
                let least = least.map(|&mv| pos.after(mv).count_moves()).min();
                let greedy = pos.after(all[1].choose(&pos, &mut chance).expect("a move"));
                assert!(greedy.is_over() || Some(greedy.count_moves()) == least);
            }
            let mut over = game.start();
            while let Some(mv) = over.random_move(&mut chance) {
                over.play(mv);
            }
            assert!(all.iter().all(|policy| policy.choose(&over, &mut chance).is_none()));
        }
    }
    with::<Isolation>("5x5", Policies);
    with::<Milestone>("side=3", Policies);
}
