//! Searches on trees written as text, compared with the plainest of all: negamax by hand, without positions, scores or
//! evaluators.

use std::sync::{Arc, Mutex};

use zermelo_game::{Agent, Budget, Choice, Evaluator, Outcome, Player, Position, Proof, Score, stream};
use zermelo_search::{AlphaBeta, Blind, Minimax, Parallel, Quirks, Resigning, Scheme, Switches, Ties};

const FALSE_TIES: Quirks = Quirks { ties: Ties::Lottery, resigns: false };
const BOTH: Quirks = Quirks { ties: Ties::Lottery, resigns: true };
use zermelo_testkit::tree::{Tree, Worth};

use crate::switches::switches;

/// A win on the spot, in the numbers of the oracle.
const WIN: i64 = 1_000_000;

/// The oracle: what a tree is worth to its side to move, `depth` plies deep. Nearer wins are more.
fn negamax(tree: &Tree, depth: u32) -> i64 {
    let sign = if tree.to_move() == Player::First { 1 } else { -1 };
    match tree.outcome() {
        Some(Outcome::Draw) => 0,
        Some(Outcome::Win(Player::First)) => sign * WIN,
        Some(Outcome::Win(Player::Second)) => -sign * WIN,
        None if depth == 0 => sign * tree.worth() as i64,
        None => *move_values(tree, depth).iter().max().expect("the game goes on"),
    }
}

/// What each move is worth.
fn move_values(tree: &Tree, depth: u32) -> Vec<i64> {
    let mut values = Vec::new();
    tree.each_move(|mv| {
        let value = -negamax(&tree.after(mv), depth - 1);
        // A ply farther away.
        values.push(if value.abs() > WIN / 2 { value - value.signum() } else { value });
    });
    values
}

/// A score in the numbers of the oracle.
fn number(score: Score) -> i64 {
    match score.proved() {
        Some(plies) if score.is_win() => WIN - i64::from(plies),
        Some(plies) => i64::from(plies.abs()) - WIN,
        None => score.number() as i64,
    }
}

/// The least and the most a tree can be worth to its side to move with best play, -1 for a loss to 1 for a win: a number
/// is a game that goes on, and may end in any way.
fn bounds(tree: &Tree) -> (i32, i32) {
    let sign = if tree.to_move() == Player::First { 1 } else { -1 };
    match tree.outcome() {
        Some(Outcome::Draw) => (0, 0),
        Some(Outcome::Win(Player::First)) => (sign, sign),
        Some(Outcome::Win(Player::Second)) => (-sign, -sign),
        None if tree.height() == 0 => (-1, 1),
        None => {
            let (mut least, mut most) = (-1, -1);
            tree.each_move(|mv| {
                let (low, high) = bounds(&tree.after(mv));
                (least, most) = (least.max(-high), most.max(-low));
            });
            (least, most)
        }
    }
}

/// What is called proved is true, whatever the numbers of the tree stand for.
fn check_proof(tree: &Tree, choice: &Choice<u8>, what: &str) {
    let (least, most) = bounds(tree);
    let expected = match choice.proof() {
        Some(Proof::Win(_)) => (1, 1),
        Some(Proof::Draw) => (0, 0),
        Some(Proof::Loss(_)) => (-1, -1),
        None => return,
    };
    assert_eq!((least, most), expected, "{what}: called {:?}", choice.proof());
}

/// Trees to look at, with the best move or moves and their value to the first player, who begins.
const BY_HAND: [(&str, &str, &[u8], i64); 21] = [
    ("one move", "(5)", &[0], 5),
    ("a choice", "(1 7 3)", &[1], 7),
    ("Russell and Norvig, figure 5.2", "((3 12 8) (2 4 6) (14 5 2))", &[0], 3),
    (
        "the figure of the encyclopedia's article on alpha-beta",
        "((((5 6) (7 4 5)) ((3))) (((6) (6 9)) ((7))) (((5)) ((9 8) (6))))",
        &[1],
        6,
    ),
    ("a deep cut-off: the 100 does not matter", "(4 (((3 100) 2) 9))", &[0], 4),
    ("no deep cut-off: the 7 matters", "(4 (((3 100) 7) 9))", &[1], 7),
    ("the best reply comes last", "((9 8 1) (9 8 2) (9 8 3))", &[2], 3),
    ("the best move comes last, from bad to good", "((1) (2) (3) (4) (5))", &[4], 5),
    ("all the same", "((2 2) (2 2) (2))", &[0, 1, 2], 2),
    ("two of three are equal", "((4 1) (1 9) (0 5))", &[0, 1], 1),
    ("a bound that touches the best value is no tie", "((3 5) (3 1) (2 9))", &[0], 3),
    ("a win at once", "(50 W (W W))", &[1], WIN - 1),
    ("the nearer of two wins", "(((W)) (W) W 3)", &[2], WIN - 1),
    ("a win in three beats one in five", "((((((W)))) 9) ((W -9) (W W)) (((((W))))))", &[1], WIN - 3),
    ("the farther of two losses", "((L 8) (((L 2))) L)", &[1], -WIN + 4),
    ("the farthest of three losses", "(L (L) ((L (L))))", &[2], -WIN + 4),
    ("a cut-off takes no farther win for a nearer one", "((((L))) ((((L))) ((L))))", &[0, 1], -WIN + 4),
    ("a draw rather than a loss", "(L D (L 5))", &[1], 0),
    ("a draw is as good as nothing", "(D 0 -1)", &[0, 1], 0),
    ("better than a draw", "(D (1 W) (W -1))", &[1], 1),
    ("a win is more than any number, a loss less", "((W 1000) ((L L) -1000) (L W))", &[0], 1000),
];

/// All combinations of the switches: on a tree, which knows neither captures nor proofs, none changes the value.
fn all_switches() -> impl Iterator<Item = Switches> {
    (0..1024).map(switches)
}

fn alphabeta(switches: Switches) -> AlphaBeta<Tree> {
    AlphaBeta::new(Arc::new(Worth), switches, 1)
}

/// The value is the oracle's, the move is one of the best, and the line leads to the value where it goes to the end.
fn check_choice(tree: &Tree, depth: u32, choice: &Choice<u8>, what: &str) {
    let values = move_values(tree, depth);
    let best = *values.iter().max().expect("the game goes on");
    assert_eq!(number(choice.score), best, "{what}: value");
    assert_eq!(values[usize::from(choice.mv)], best, "{what}: plays {} of {values:?}", choice.mv);
    assert!(!choice.resigns(), "{what}: gives up");
    check_proof(tree, choice, what);
    let mut at = tree.clone();
    for &mv in &choice.line {
        assert!(usize::from(mv) < at.count_moves(), "{what}: the line {:?} is not legal", choice.line);
        at.play(mv);
    }
    if at.is_over() || choice.line.len() == depth as usize {
        let n_plies = choice.line.len() as i64;
        let sign = if at.to_move() == tree.to_move() { 1 } else { -1 };
        let end = sign * negamax(&at, 0);
        let end = if at.is_over() && end != 0 { end - end.signum() * n_plies } else { end };
        assert_eq!(end, best, "{what}: the line {:?} leads elsewhere", choice.line);
    }
}

#[test]
fn the_oracle_sees_what_a_person_sees() {
    for (name, text, best_moves, value) in BY_HAND {
        let tree = Tree::read(text, Player::First);
        let values = move_values(&tree, tree.height());
        let best = *values.iter().max().expect("a tree has moves");
        let moves: Vec<u8> = (0..values.len() as u8).filter(|&mv| values[usize::from(mv)] == best).collect();
        assert_eq!((best, moves.as_slice()), (value, best_moves), "{name}: {text}: {values:?}");
        // To the other player the same numbers are worth the opposite.
        let other = Tree::read(text, Player::Second);
        assert_eq!(negamax(&other, 0), -Worth.value(&other, Player::First) as i64, "{name}");
    }
}

#[test]
fn every_switch_is_right_on_every_tree_by_hand() {
    for (name, text, ..) in BY_HAND {
        for player in Player::BOTH {
            let tree = Tree::read(text, player);
            // Less deep than the tree, as deep, and deeper.
            for depth in 1..=tree.height() + 1 {
                let what = format!("{name}: {text}, {player:?} begins, depth {depth}");
                let choice = Minimax::new(Arc::new(Worth)).choose(&tree, &Budget::depth(depth));
                check_choice(&tree, depth, &choice, &format!("{what}: minimax"));
                for switches in all_switches() {
                    let choice = alphabeta(switches).choose(&tree, &Budget::depth(depth));
                    check_choice(&tree, depth, &choice, &format!("{what}: {switches:?}"));
                }
            }
        }
    }
}

/// Random trees with the player who begins and the text to find them again.
fn random_trees(
    purpose: &str,
    n: u64,
    heights: std::ops::Range<usize>,
) -> impl Iterator<Item = (Tree, String)> {
    let purpose = purpose.to_owned();
    (0..n).map(move |index| {
        let mut chance = stream(11, &purpose, index);
        let deepest = heights.start + chance.below(heights.len());
        // Wide or deep: a tree that is both takes all the time there is.
        let widest = 1 + chance.below(if deepest > 5 { 3 } else { 5 });
        // Many numbers, or many wins and losses at different distances.
        let n_won = [2, 4, 10][chance.below(3)];
        let text = Tree::random_text(&mut chance, widest, deepest, n_won);
        let player = Player::BOTH[chance.below(2)];
        (Tree::read(&text, player), format!("{player:?} begins {text}"))
    })
}

#[test]
fn every_switch_is_right_on_random_trees() {
    for (index, (tree, text)) in random_trees("switches", 3000, 1..8).enumerate() {
        for depth in 1..=tree.height() + 1 {
            let what = format!("{text}, depth {depth}");
            let choice = Minimax::new(Arc::new(Worth)).choose(&tree, &Budget::depth(depth));
            check_choice(&tree, depth, &choice, &format!("{what}: minimax"));
            // Each tree meets a few combinations; a step that is odd lets every combination meet many trees.
            for bits in (0..6).map(|n| (index * 6 + n) * 389 % 1024) {
                let choice = alphabeta(switches(bits)).choose(&tree, &Budget::depth(depth));
                check_choice(&tree, depth, &choice, &format!("{what}: {:?}", switches(bits)));
            }
        }
    }
}

/// Trees whose every line ends: a search that has seen all of them knows the result, draws included, and one that was cut
/// short, or met a number on the way, claims none.
#[test]
fn proved_draws_are_told_apart_from_even_judgements() {
    let proof_of = |text: &str, budget: &Budget, switches| {
        let tree = Tree::read(text, Player::First);
        let choice = alphabeta(switches).choose(&tree, budget);
        check_proof(&tree, &choice, text);
        choice.proof()
    };
    for switches in [Switches::PLAIN, Switches::ALL, Switches { pruning: false, ..Switches::PLAIN }] {
        for (text, depth, expected) in [
            ("(D)", 1, Some(Proof::Draw)),
            ("(0)", 1, None),
            ("(L D (L W))", 2, Some(Proof::Draw)),
            ("((D W) (L 5))", 2, Some(Proof::Draw)),
            ("((D W) (5 L))", 1, None),
            ("((0 W) (L D))", 2, None),
            ("((D 0) (L W))", 2, None),
            ("(((D L) (D W)) ((W D) (L (D))))", 5, Some(Proof::Draw)),
            ("(((D L) (D W)) ((W D) (L (D))))", 2, None),
        ] {
            let found = proof_of(text, &Budget::depth(depth), switches);
            // Without pruning the 5 is looked at, though it does not matter; that is no untruth.
            if switches.pruning || !text.contains('5') {
                assert_eq!(found, expected, "{text} to depth {depth}: {switches:?}");
            }
        }
    }
    let drawn = "(((D L) (D W)) ((W D) (L (D))))";
    assert_eq!(proof_of(drawn, &Budget::nodes(4), Switches::PLAIN), None, "cut short");
    assert_eq!(proof_of(drawn, &Budget::nodes(1000), Switches::PLAIN), Some(Proof::Draw));
    let minimax = |text: &str, depth| {
        Minimax::new(Arc::new(Worth)).choose(&Tree::read(text, Player::First), &Budget::depth(depth)).proof()
    };
    assert_eq!((minimax(drawn, 5), minimax(drawn, 2)), (Some(Proof::Draw), None));
}

/// Cut short anywhere, on one thread or two, no search calls a result proved that is not.
#[test]
fn proofs_are_true_at_every_budget() {
    let mut n_draws = 0;
    for (tree, text) in random_trees("proofs", 600, 1..7) {
        for nodes in [1, 2, 3, 5, 9, 17, 40, 200, 5000] {
            for (threads, scheme) in [(1, Scheme::Shared), (2, Scheme::Shared), (2, Scheme::Root)] {
                let switches = Switches { deepening: threads == 1, ..Switches::PLAIN };
                let mut agent = alphabeta(switches).with_threads(Parallel { threads, scheme });
                let budget = Budget { depth: Some(tree.height() + 1), ..Budget::nodes(nodes) };
                let choice = agent.choose(&tree, &budget);
                check_proof(&tree, &choice, &format!("{text}, {nodes} nodes, {threads} {scheme:?}"));
                n_draws += usize::from(choice.proof() == Some(Proof::Draw));
            }
        }
    }
    assert!(n_draws > 100, "draws are proved too: {n_draws}");
}

/// An agent that keeps what it saw, at other depths and further down the tree, is not led astray by it.
#[test]
fn what_is_remembered_stays_true() {
    for (tree, text) in random_trees("memory", 600, 2..8) {
        let mut agent = alphabeta(Switches::PLAIN);
        let (mut at, mut n_played) = (tree, 0);
        while !at.is_over() && n_played < 8 {
            for depth in [3, 6, 2, 5] {
                let choice = agent.choose(&at, &Budget::depth(depth));
                check_choice(&at, depth, &choice, &format!("{text}, ply {n_played}, depth {depth}"));
            }
            at.play((n_played % at.count_moves()) as u8);
            n_played += 1;
        }
    }
}

#[test]
fn two_threads_find_what_one_finds() {
    for (tree, text) in random_trees("threads", 400, 4..8) {
        // Small trees are shared only if the whole depth is searched at once.
        for switches in [Switches { deepening: false, ..Switches::PLAIN }, Switches::PLAIN] {
            let depth = tree.height() + 1;
            let one = alphabeta(switches).choose(&tree, &Budget::depth(depth));
            for scheme in [Scheme::Shared, Scheme::Root] {
                let what = format!("{text}, depth {depth}: {scheme:?}, {switches:?}");
                let mut agent = alphabeta(switches).with_threads(Parallel { threads: 2, scheme });
                let two = agent.choose(&tree, &Budget::depth(depth));
                check_choice(&tree, depth, &two, &what);
                assert_eq!(two.mv, one.mv, "{what}: another move than one thread's");
            }
        }
    }
}

#[test]
fn best_lines_have_the_value_of_every_move() {
    for (tree, text) in random_trees("lines", 1500, 1..7) {
        for switches in [Switches::PLAIN, Switches { deepening: false, ..Switches::PLAIN }] {
            let asked = tree.height() + 1;
            let n_moves = tree.count_moves();
            let lines = alphabeta(switches).best_lines(&tree, asked, None, n_moves + 3);
            let what = format!("{text}, depth {asked}: {switches:?}");
            let values = move_values(&tree, asked);
            assert_eq!(lines.len(), n_moves, "{what}: every move once");
            assert!(lines.is_sorted_by(|a, b| a.score >= b.score), "{what}: {lines:?}");
            let mut seen: Vec<u8> = lines.iter().map(|line| line.mv).collect();
            seen.sort_unstable();
            assert!(seen.iter().copied().eq(0..n_moves as u8), "{what}: every move once");
            for line in &lines {
                let value = values[usize::from(line.mv)];
                assert_eq!(number(line.score), value, "{what}: move {} of {values:?}", line.mv);
                assert_eq!(line.line.first(), Some(&line.mv), "{what}");
            }
        }
    }
}

/// Notes every leaf it is asked about.
struct Noting(Mutex<Vec<i64>>);

impl Evaluator<Tree> for Noting {
    fn value(&self, pos: &Tree, player: Player) -> f64 {
        self.0.lock().expect("one thread").push(pos.worth() as i64);
        Worth.value(pos, player)
    }
}

#[test]
fn a_deep_cut_off_is_made() {
    let tree = Tree::read("(4 (((3 100) 2) 9))", Player::First);
    let sees_hundred = |pruning: bool| {
        let noting = Arc::new(Noting(Mutex::new(Vec::new())));
        let evaluator: Arc<dyn Evaluator<Tree>> = noting.clone();
        let plain = Switches { pruning, ..switches(0) };
        let choice = AlphaBeta::new(evaluator, plain, 1).choose(&tree, &Budget::depth(4));
        check_choice(&tree, 4, &choice, "deep cut-off");
        noting.0.lock().expect("one thread").contains(&100)
    };
    assert!(sees_hundred(false), "minimax sees everything");
    assert!(!sees_hundred(true), "the 4 of the root cuts off the 100 four plies below");
}

/// The oracle's value without distances, as the first Isolation study's search sees it.
fn without_distance(value: i64) -> i64 {
    if value.abs() > WIN / 2 { value.signum() * WIN } else { value }
}

#[test]
fn false_ties_have_the_right_value() {
    for (index, (tree, text)) in random_trees("false ties", 1500, 1..7).enumerate() {
        for depth in 1..=tree.height() + 1 {
            let chance = stream(3, "lottery", index as u64);
            let choice = Blind::new(Arc::new(Worth), FALSE_TIES, chance).choose(&tree, &Budget::depth(depth));
            let got = without_distance(number(choice.score));
            assert_eq!(got, without_distance(negamax(&tree, depth)), "{text}, depth {depth}");
        }
    }
}

/// Without its lottery the search plays a move that is really worth what it says; only distances are beyond it.
#[test]
fn a_blind_search_is_sound() {
    for (tree, text) in random_trees("distance-blind", 1500, 1..7) {
        for depth in 1..=tree.height() + 1 {
            let mut blind = Blind::new(Arc::new(Worth), Quirks::default(), stream(3, "lottery", 0));
            let choice = blind.choose(&tree, &Budget::depth(depth));
            let expected = without_distance(negamax(&tree, depth));
            assert_eq!(without_distance(number(choice.score)), expected, "{text}, depth {depth}");
            let played = without_distance(-negamax(&tree.after(choice.mv), depth - 1));
            assert_eq!(played, expected, "{text}, depth {depth}: played {}", choice.mv);
        }
    }
}

#[test]
fn false_ties_play_worse_moves() {
    // After the 3 of the second move, the search of it stops: "at most 3" is taken for 3, though it is 1.
    let tree = Tree::read("((3 5) (3 1) (2 9))", Player::First);
    let mut n_played = [0; 3];
    for seed in 0..60 {
        let chance = stream(seed, "lottery", 0);
        let choice = Blind::new(Arc::new(Worth), FALSE_TIES, chance).choose(&tree, &Budget::depth(2));
        assert_eq!(number(choice.score), 3, "the value is right whatever is played");
        n_played[usize::from(choice.mv)] += 1;
        let sound = alphabeta(Switches::PLAIN).choose(&tree, &Budget::depth(2));
        assert_eq!(sound.mv, 0, "a sound search has no lottery");
    }
    assert!(n_played[0] > 10 && n_played[1] > 10, "one of two tickets: {n_played:?}");
    assert_eq!(n_played[2], 0, "what is seen to be worse is never played");
}

/// The last move is worth 1, but looks like 3; the value of the search is right all the same.
#[test]
fn last_ties_play_the_last_that_looks_equal() {
    let quirks = Quirks { ties: Ties::Last, resigns: false };
    for (text, expected) in [("((3 5) (3 1) (2 9))", 1), ("(3 3 1 3 2)", 3), ("(W L W)", 0)] {
        let tree = Tree::read(text, Player::First);
        let mut agent = Blind::new(Arc::new(Worth), quirks, stream(0, "lottery", 0));
        assert_eq!(agent.choose(&tree, &Budget::depth(2)).mv, expected, "{text}");
    }
}

#[test]
fn false_ties_do_not_throw_wins_away() {
    // Seen after the sure win, the second move would return the W that it meets first, though it loses.
    let tree = Tree::read("(3 W (W L))", Player::First);
    for seed in 0..40 {
        let chance = stream(seed, "lottery", 0);
        let choice = Blind::new(Arc::new(Worth), BOTH, chance).choose(&tree, &Budget::depth(2));
        assert_eq!((choice.mv, choice.resigns()), (1, false));
    }
}

#[test]
fn only_who_loses_gives_up() {
    let lost = Tree::read("((L W) ((L) L) L)", Player::First);
    let resigning = |seed| Blind::new(Arc::new(Worth), BOTH, stream(seed, "lottery", 0));
    let n_resigned =
        (0..80).filter(|&seed| resigning(seed).choose(&lost, &Budget::depth(3)).resigns()).count();
    assert!((5..60).contains(&n_resigned), "one ticket of four: {n_resigned} of 80");
    assert!(Resigning(alphabeta(Switches::PLAIN)).choose(&lost, &Budget::depth(3)).resigns());
    for (seed, (tree, text)) in random_trees("resigning", 400, 1..6).enumerate() {
        let depth = tree.height();
        let is_lost = negamax(&tree, depth) < -WIN / 2;
        let choice = Resigning(alphabeta(Switches::PLAIN)).choose(&tree, &Budget::depth(depth));
        assert_eq!(choice.resigns(), is_lost, "{text}");
        let choice = resigning(seed as u64).choose(&tree, &Budget::depth(depth));
        assert!(is_lost || !choice.resigns(), "{text}: gives up a game that is not lost");
    }
}
