//! The tree that Monte Carlo search grows: nodes in one vector, the children of a node side by side, no positions
//! (they are played again from the root; copying a move is cheaper than fetching a board from memory).
//!
//! Whatever a node says is said for the player whose move led to it, so that its parent compares children as they are.
//! Beside the mean of its play-outs a node keeps what is *proved* of it: the least and the most its player can get, as
//! in score-bounded Monte Carlo search (Cazenave and Saffidine, 2010). A game that is won, lost or drawn is a node
//! whose two bounds meet; a child that cannot be better than what its parent has for sure is never looked at again.

use zermelo_game::Score;

/// The result of a game for one player, as bounds are compared: a loss is 0, a draw 1, a win 2.
pub type Result = u8;
/// Lost.
pub const LOSS: Result = 0;
/// Drawn.
pub const DRAW: Result = 1;
/// Won.
pub const WIN: Result = 2;

/// A result as the mean of play-outs counts it: 0, 1/2 or 1.
#[inline]
pub fn worth(result: Result) -> f32 {
    0.5 * f32::from(result)
}

/// A position that was reached, and all that is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Node<M> {
    /// How many play-outs went through it.
    pub visits: u32,
    /// What they gave on average. A sum would stop to grow at 16,777,216 wins.
    pub mean: f32,
    /// One by the root of the visits: how far the mean may be from the truth. Computed once a visit, since it is read
    /// once for every look at the siblings too. Infinite if there was no visit yet.
    pub doubt: f32,
    /// The first of its children; 0, the root, if they have not been listed.
    first_child: u32,
    n_children: u16,
    /// At most so many plies are left of a game that is proved won or lost.
    pub plies: u16,
    /// The move that led here. The root has one too, of no meaning.
    pub mv: M,
    /// What its player has for sure.
    pub least: Result,
    /// What its player can hope for.
    pub most: Result,
}

impl<M> Node<M> {
    /// A position of which nothing is known.
    pub fn new(mv: M) -> Self {
        Node {
            visits: 0,
            mean: 0.0,
            doubt: f32::INFINITY,
            first_child: 0,
            n_children: 0,
            plies: 0,
            mv,
            least: LOSS,
            most: WIN,
        }
    }

    /// A position in which the game is over.
    pub fn ended(mv: M, result: Result) -> Self {
        Node { least: result, most: result, ..Node::new(mv) }
    }

    /// Whether its children have been listed.
    #[inline]
    pub fn is_expanded(&self) -> bool {
        self.first_child != 0
    }

    /// Whether its value is proved.
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.least == self.most
    }

    /// Its children, as numbers of nodes.
    #[inline]
    pub fn children(&self) -> std::ops::Range<usize> {
        let first = self.first_child as usize;
        first..first + usize::from(self.n_children)
    }

    /// What it is worth to its player: the mean, as far as the proof allows.
    #[inline]
    pub fn value(&self) -> f32 {
        // Hardly any node is bounded on one side only: the branch is nearly always foreseen.
        if self.least == LOSS && self.most == WIN {
            self.mean
        } else {
            self.mean.clamp(worth(self.least), worth(self.most))
        }
    }

    /// One play-out more.
    #[inline]
    pub fn add(&mut self, value: f32) {
        self.visits = self.visits.saturating_add(1);
        let share = 1.0 / self.visits as f32;
        self.mean += (value - self.mean) * share;
        self.doubt = share.sqrt();
    }

    /// What is proved, or else judged, for its player; a judgement lies between -1, lost, and 1, won.
    pub fn score(&self) -> Score {
        match (self.least, self.most) {
            (WIN, _) => Score::win_in(u32::from(self.plies)),
            (_, LOSS) => Score::loss_in(u32::from(self.plies)),
            _ => Score::judged(f64::from(2.0 * self.value() - 1.0)),
        }
    }
}

/// All nodes; the root is the first.
#[derive(Clone, Debug)]
pub struct Tree<M> {
    nodes: Vec<Node<M>>,
    most_nodes: usize,
}

/// A megabyte.
const MEGABYTE: usize = 1 << 20;

impl<M: Copy> Tree<M> {
    /// An empty tree that never takes more memory than this. Four bytes for each node are set aside for
    /// [`keep`](Tree::keep).
    pub fn new(megabytes: usize) -> Self {
        let most_nodes = megabytes.saturating_mul(MEGABYTE) / (size_of::<Node<M>>() + size_of::<u32>());
        Tree { nodes: Vec::new(), most_nodes: most_nodes.min(u32::MAX as usize) }
    }

    /// Forgets everything; the root is a position of which nothing is known.
    pub fn restart(&mut self, mv: M) {
        self.nodes.clear();
        self.nodes.push(Node::new(mv));
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is not even a root.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// How many bytes it takes.
    pub fn n_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<M>>()
    }

    /// A node.
    #[inline]
    pub fn node(&self, index: usize) -> &Node<M> {
        &self.nodes[index]
    }

    /// A node, to be changed.
    #[inline]
    pub fn node_mut(&mut self, index: usize) -> &mut Node<M> {
        &mut self.nodes[index]
    }

    /// The children of a node.
    #[inline]
    pub fn children(&self, index: usize) -> &[Node<M>] {
        &self.nodes[self.nodes[index].children()]
    }

    /// Whether so many more nodes may be added.
    #[inline]
    pub fn has_room(&self, n_more: usize) -> bool {
        self.nodes.len() + n_more <= self.most_nodes
    }

    /// Adds a node at the end, to be given to a parent by [`adopt`](Tree::adopt). Whoever adds has asked for room.
    #[inline]
    pub fn push(&mut self, node: Node<M>) {
        if self.nodes.len() == self.nodes.capacity() {
            self.grow();
        }
        self.nodes.push(node);
    }

    /// Doubles the room, but not beyond the bound.
    #[cold]
    fn grow(&mut self) {
        let len = self.nodes.len();
        let more = len.max(1024).min(self.most_nodes.saturating_sub(len)).max(1);
        self.nodes.reserve_exact(more);
    }

    /// Makes all nodes from `first` on the children of `parent`.
    #[inline]
    pub fn adopt(&mut self, parent: usize, first: usize) {
        debug_assert!(parent < first && first < self.nodes.len(), "children come after their parent");
        let n_children = (self.nodes.len() - first) as u16;
        let parent = &mut self.nodes[parent];
        (parent.first_child, parent.n_children) = (first as u32, n_children);
    }

    /// Keeps only the last node and the nodes before `first`.
    pub fn keep_last(&mut self, first: usize) {
        let last = self.nodes.len() - 1;
        self.nodes.swap(first, last);
        self.nodes.truncate(first + 1);
    }

    /// Works out what the children prove of their parent; true if that is more than was known.
    pub fn prove(&mut self, index: usize) -> bool {
        let (mut least, mut most) = (LOSS, LOSS);
        let (mut to_win, mut to_loss) = (u16::MAX, 0);
        for child in self.children(index) {
            least = least.max(child.least);
            most = most.max(child.most);
            if child.least == WIN {
                to_win = to_win.min(child.plies);
            }
            to_loss = to_loss.max(child.plies);
        }
        let plies = if least == WIN { to_win } else { to_loss }.saturating_add(1);
        let node = &mut self.nodes[index];
        // What the children's player has for sure is what the other one cannot get.
        let (least, most) = (WIN - most, WIN - least);
        let is_news = (least, most) != (node.least, node.most);
        (node.least, node.most) = (least, most);
        if is_news && least == most && least != DRAW {
            node.plies = plies;
        }
        is_news
    }

    /// The child to play: one that wins, the nearest win first; else the one visited most of those that may still be
    /// better than what is proved; else one that draws; else the farthest loss. Among equals the first. `None` if
    /// the children have not been listed.
    pub fn best_child(&self, index: usize) -> Option<usize> {
        let sure = self.children(index).iter().map(|child| child.least).max()?;
        let best_of = |rank: &dyn Fn(&Node<M>) -> Option<u32>| {
            let ranked = self.nodes[index].children().filter_map(|at| Some((rank(&self.nodes[at])?, at)));
            ranked.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, at)| at)
        };
        if sure == WIN {
            return best_of(&|child| (child.least == WIN).then(|| u32::from(u16::MAX - child.plies)));
        }
        let open = best_of(&|child| (child.most > sure).then_some(child.visits));
        let is_promising = |at: &usize| sure == LOSS || self.nodes[*at].value() > worth(sure);
        open.filter(is_promising).or_else(|| match sure {
            DRAW => best_of(&|child| (child.least == DRAW).then_some(child.visits)),
            _ => best_of(&|child| Some(u32::from(child.plies))),
        })
    }

    /// Makes a node the root, and forgets whatever is not below it.
    pub fn keep(&mut self, root: usize) {
        const GONE: u32 = u32::MAX;
        const KEPT: u32 = 0;
        // Children come after their parents, so one walk finds all that is below the new root, and the nodes can move
        // down in their order without overwriting what is still needed.
        let mut moved_to = vec![GONE; self.nodes.len()];
        moved_to[root] = KEPT;
        for index in root..self.nodes.len() {
            if moved_to[index] == KEPT && self.nodes[index].is_expanded() {
                moved_to[self.nodes[index].children()].fill(KEPT);
            }
        }
        let mut n_kept = 0;
        for (index, place) in moved_to.iter_mut().enumerate().skip(root) {
            if *place == KEPT {
                self.nodes[n_kept] = self.nodes[index];
                *place = n_kept as u32;
                n_kept += 1;
            }
        }
        self.nodes.truncate(n_kept);
        for node in self.nodes.iter_mut().filter(|node| node.is_expanded()) {
            node.first_child = moved_to[node.first_child as usize];
        }
    }
}
