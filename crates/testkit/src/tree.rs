//! A game that is nothing but its tree, written as text: `((3 -1) (2 (0 W)) (L D))`. Searches can be tried on it without
//! any rules, and what they should find is seen by looking at it.
//!
//! A list is a position, its members the positions after each move. `W`, `L` and `D` end the game: a win, a loss or a draw of the
//! *first* player. A number is what a position is worth to the first player; nothing ever happens there, but the game
//! goes on, with one move that leads to the same again. So a number means the same at every depth of search.
//!
//! A list that is judged before its members are seen gets a small number made from its path: searches that deepen step
//! by step are led astray by it, as they are in life.

use std::sync::Arc;

use zermelo_game::zobrist::mix;
use zermelo_game::{Evaluator, Hints, Outcome, Player, Position, Stream};

/// What stands at a place of the tree.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Node {
    /// The game goes on, one way for each member.
    Moves(Vec<usize>),
    /// The game goes on, but nothing happens: this is what it is worth to the first player.
    Worth(i32),
    /// The game is over.
    Over(Outcome),
}

/// A place in a tree. A move is the number of a member.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    nodes: Arc<[Node]>,
    at: usize,
    to_move: Player,
    /// Made from the path, so that no two places share one.
    key: u64,
}

impl Tree {
    /// Reads a tree whose first move `to_move` has. The text is the test's own: a slip in it is a panic.
    pub fn read(text: &str, to_move: Player) -> Tree {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let (mut at, mut nodes) = (0, Vec::new());
        let root = read_node(&words, &mut at, &mut nodes);
        assert_eq!(at, words.len(), "more than one tree in {text}");
        Tree { nodes: nodes.into(), at: root, to_move, key: mix(to_move.index() as u64) }
    }

    /// A random tree as text: lists of at most `widest` members, at most so many lists deep; of twenty places about `n_won` are
    /// won or lost, and one or two more end early. Few numbers, so that there are ties.
    pub fn random_text(chance: &mut Stream, widest: usize, deepest: usize, n_won: usize) -> String {
        let members = (0..=chance.below(widest))
            .map(|_| match (deepest, chance.below(20)) {
                (_, roll) if roll < n_won => ["W", "L"][roll % 2].to_owned(),
                (_, 18) => "D".to_owned(),
                (0 | 1, _) | (_, 19) => format!("{}", chance.below(15) as i32 - 7),
                _ => Tree::random_text(chance, widest, deepest - 1, n_won),
            })
            .collect::<Vec<_>>();
        format!("({})", members.join(" "))
    }

    /// How many plies it takes to see all of the tree.
    pub fn height(&self) -> u32 {
        match self.node() {
            Node::Moves(members) => {
                (0..members.len()).map(|mv| 1 + self.after(mv as u8).height()).max().unwrap_or(0)
            }
            Node::Worth(_) | Node::Over(_) => 0,
        }
    }

    /// What this place is worth to the first player, if the game goes on and nobody looks further.
    pub fn worth(&self) -> f64 {
        match *self.node() {
            Node::Worth(worth) => f64::from(worth),
            Node::Moves(_) | Node::Over(_) => (mix(!self.key) % 9) as f64 - 4.0,
        }
    }

    fn node(&self) -> &Node {
        &self.nodes[self.at]
    }

    fn wins_at_once(&self, mv: u8) -> bool {
        self.after(mv).outcome() == Some(Outcome::Win(self.to_move))
    }
}

/// Reads one node from the words from `at` on, which it moves behind it.
fn read_node(words: &[&str], at: &mut usize, nodes: &mut Vec<Node>) -> usize {
    let word = words.get(*at).unwrap_or_else(|| panic!("a list is not closed in {}", words.join(" ")));
    *at += 1;
    let node = match *word {
        "(" => {
            let mut members = Vec::new();
            while words.get(*at) != Some(&")") {
                members.push(read_node(words, at, nodes));
            }
            *at += 1;
            assert!(!members.is_empty(), "a list without members in {}", words.join(" "));
            Node::Moves(members)
        }
        "W" => Node::Over(Outcome::Win(Player::First)),
        "L" => Node::Over(Outcome::Win(Player::Second)),
        "D" => Node::Over(Outcome::Draw),
        number => Node::Worth(number.parse().unwrap_or_else(|_| panic!("`{number}` is no member of a tree"))),
    };
    nodes.push(node);
    nodes.len() - 1
}

impl Position for Tree {
    type Move = u8;

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        match *self.node() {
            Node::Over(outcome) => Some(outcome),
            Node::Moves(_) | Node::Worth(_) => None,
        }
    }

    fn each_move(&self, visit: impl FnMut(u8)) {
        let n_moves = match self.node() {
            Node::Moves(members) => members.len() as u8,
            Node::Worth(_) => 1,
            Node::Over(_) => 0,
        };
        (0..n_moves).for_each(visit);
    }

    fn play(&mut self, mv: u8) {
        if let Node::Moves(members) = self.node() {
            self.at = members[usize::from(mv)];
        }
        self.to_move = self.to_move.other();
        self.key = mix(self.key ^ (u64::from(mv) + 1));
    }

    fn key(&self) -> u64 {
        self.key
    }
}

impl Hints for Tree {
    fn winning_move(&self) -> Option<u8> {
        let mut found = None;
        self.each_move(|mv| {
            if found.is_none() && self.wins_at_once(mv) {
                found = Some(mv);
            }
        });
        found
    }

    fn each_safe_move(&self, mut visit: impl FnMut(u8)) {
        // A move that loses by itself is worse than one that loses to an answer: it may be shown only if there is no
        // other, since to show nothing means a loss in two plies.
        let them = self.to_move.other();
        let loses = |mv| self.after(mv).outcome() == Some(Outcome::Win(them));
        let (mut n_moves, mut n_losing) = (0, 0);
        self.each_move(|mv| {
            n_moves += 1;
            n_losing += usize::from(loses(mv));
        });
        let shows_losing = n_losing == n_moves;
        self.each_move(|mv| {
            if shows_losing || !loses(mv) && self.after(mv).winning_move().is_none() {
                visit(mv);
            }
        });
    }
}

/// Reads the numbers of a [`Tree`].
pub struct Worth;

impl Evaluator<Tree> for Worth {
    fn value(&self, pos: &Tree, player: Player) -> f64 {
        if player == Player::First { pos.worth() } else { 0.0 - pos.worth() }
    }
}
