//! The tree that Monte Carlo search grows: the children of a node side by side, no positions (they are played again from
//! the root; copying a move is cheaper than fetching a board from memory).
//!
//! Nodes are kept in chunks of one size, and have numbers as if they were in one vector: a tree that grows copies nothing,
//! and one that is forgotten clears nothing, so that neither takes time from a search. The children of a node are never in
//! two chunks; where they do not fit, the rest of a chunk stays empty.
//!
//! Whatever a node says is said for the player whose move led to it, so that its parent compares children as they
//! are. Beside the mean of its playouts a node keeps what is *proved* of it: the least and the most its player can
//! get, as in score-bounded Monte Carlo search (Cazenave and Saffidine, 2010). A game that is won, lost or drawn is a
//! node whose two bounds meet; a child that cannot be better than what its parent has for sure is never looked at
//! again.

use zermelo_game::Score;

use crate::work;

/// The result of a game for one player, as bounds are compared: a loss is 0, a draw 1, a win 2.
pub type Result = u8;
/// Lost.
pub const LOSS: Result = 0;
/// Drawn.
pub const DRAW: Result = 1;
/// Won.
pub const WIN: Result = 2;

/// A result as the mean of playouts counts it: 0, 1/2 or 1.
#[inline]
pub fn worth(result: Result) -> f32 {
    0.5 * f32::from(result)
}

/// A position that was reached, and all that is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Node<M> {
    /// How many playouts went through it.
    pub visits: u32,
    /// What they gave on average. A sum would stop to grow at 16,777,216 wins.
    pub mean: f32,
    /// One by the root of the visits: how far the mean may be from the truth. Computed once a visit, since it is read
    /// once for every look at the siblings too. Infinite if there was no visit yet.
    pub doubt: f32,
    /// The first of its children; 0, the root, if they have not been listed.
    first_child: u32,
    /// Only while a part of the tree is kept: 0 if this node is not, else what its parent's new number is. See
    /// [`keep`](Tree::keep).
    kept_by: u32,
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
            kept_by: 0,
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

    /// One playout more.
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
    /// Nodes in chunks. What lies beyond the end of the tree is of no meaning, and is overwritten.
    chunks: Vec<Vec<Node<M>>>,
    /// How many nodes each chunk holds, of those that have been left for the next one.
    n_used: Vec<usize>,
    /// The number of the next node.
    end: usize,
    /// The largest end there was.
    most_end: usize,
    most_nodes: usize,
}

/// A megabyte.
const MEGABYTE: usize = 1 << 20;
/// Nodes in a chunk: as many as a node can have children. Its memory is the system's until it is touched.
const CHUNK: usize = 1 << 16;
/// So many nodes are moved between two looks at the clock.
const MOVED_AT_ONCE: usize = 256;

/// In [`Node::kept_by`]: kept, and not the first child of its parent.
const KEPT: u32 = u32::MAX;

/// Where so many nodes may stand side by side, from `end` on.
#[inline]
fn place_for(end: usize, n_nodes: usize) -> usize {
    if end % CHUNK + n_nodes > CHUNK { end.next_multiple_of(CHUNK) } else { end }
}

impl<M: Copy> Tree<M> {
    /// An empty tree that never takes more memory than this.
    pub fn new(megabytes: usize) -> Self {
        let most_nodes = megabytes.saturating_mul(MEGABYTE) / size_of::<Node<M>>();
        let most_nodes = most_nodes.min(KEPT as usize - 1);
        Tree { chunks: Vec::new(), n_used: Vec::new(), end: 0, most_end: 0, most_nodes }
    }

    /// Forgets everything; the root is a position of which nothing is known.
    pub fn restart(&mut self, mv: M) {
        self.end = 0;
        self.push(Node::new(mv));
    }

    /// Whether there is not even a root.
    pub fn is_empty(&self) -> bool {
        self.end == 0
    }

    /// How many bytes it takes: those that were in use at some time.
    pub fn n_bytes(&self) -> usize {
        self.most_end * size_of::<Node<M>>()
    }

    /// A node.
    #[inline]
    pub fn node(&self, index: usize) -> &Node<M> {
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    /// A node, to be changed.
    #[inline]
    pub fn node_mut(&mut self, index: usize) -> &mut Node<M> {
        &mut self.chunks[index / CHUNK][index % CHUNK]
    }

    /// The children of a node.
    #[inline]
    pub fn children(&self, index: usize) -> &[Node<M>] {
        self.children_of(self.node(index))
    }

    /// The children of a node that has been looked up.
    #[inline]
    pub fn children_of(&self, node: &Node<M>) -> &[Node<M>] {
        let children = node.children();
        let first = children.start % CHUNK;
        &self.chunks[children.start / CHUNK][first..first + children.len()]
    }

    /// Whether so many children may be added.
    #[inline]
    pub fn has_room(&self, n_children: usize) -> bool {
        place_for(self.end, n_children) + n_children <= self.most_nodes
    }

    /// Prepares to add up to so many children of one node; the number of the first. Whoever adds has asked for room.
    pub fn begin_children(&mut self, n_children: usize) -> usize {
        let place = place_for(self.end, n_children);
        if place != self.end {
            self.n_used[self.end / CHUNK] = self.end % CHUNK;
            self.end = place;
        }
        place
    }

    /// Adds a node at the end, to be given to a parent by [`adopt`](Tree::adopt).
    #[inline]
    pub fn push(&mut self, node: Node<M>) {
        let (chunk, at) = (self.end / CHUNK, self.end % CHUNK);
        if at == 0 {
            self.begin_chunk(chunk);
        }
        let chunk = &mut self.chunks[chunk];
        if at < chunk.len() {
            chunk[at] = node;
        } else {
            chunk.push(node);
        }
        self.end += 1;
        self.most_end = self.most_end.max(self.end);
    }

    #[cold]
    fn begin_chunk(&mut self, chunk: usize) {
        if chunk == self.chunks.len() {
            let most = self.most_nodes.saturating_sub(chunk * CHUNK).clamp(1, CHUNK);
            self.chunks.push(Vec::with_capacity(most));
            self.n_used.push(CHUNK);
        }
        self.n_used[chunk] = CHUNK;
    }

    /// Makes all nodes from `first` on the children of `parent`.
    #[inline]
    pub fn adopt(&mut self, parent: usize, first: usize) {
        debug_assert!(parent < first && first < self.end, "children come after their parent");
        let n_children = (self.end - first) as u16;
        let parent = self.node_mut(parent);
        (parent.first_child, parent.n_children) = (first as u32, n_children);
    }

    /// Keeps only the last node and the nodes before `first`.
    pub fn keep_last(&mut self, first: usize) {
        *self.node_mut(first) = *self.node(self.end - 1);
        self.end = first + 1;
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
        let node = self.node_mut(index);
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
            let ranked = self.node(index).children().filter_map(|at| Some((rank(self.node(at))?, at)));
            ranked.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, at)| at)
        };
        if sure == WIN {
            return best_of(&|child| (child.least == WIN).then(|| u32::from(u16::MAX - child.plies)));
        }
        let open = best_of(&|child| (child.most > sure).then_some(child.visits));
        let is_promising = |at: &usize| sure == LOSS || self.node(*at).value() > worth(sure);
        open.filter(is_promising).or_else(|| match sure {
            DRAW => best_of(&|child| (child.least == DRAW).then_some(child.visits)),
            _ => best_of(&|child| Some(u32::from(child.plies))),
        })
    }

    /// Makes a node the root, and forgets whatever is not below it.
    ///
    /// That is a walk through all nodes, which may take longer than a search has left. `may_go_on` is asked again and again,
    /// after a bounded amount of work. If it says no, what is left is no tree any more: false is returned, and only
    /// [`restart`](Tree::restart) may follow.
    #[must_use]
    pub fn keep(&mut self, root: usize, may_go_on: &mut dyn FnMut() -> bool) -> bool {
        // Children come after their parents, so that one walk finds all that is below the new root, and nodes can move down
        // in their order without overwriting what is still needed: a place below, with gaps at the ends of chunks or not, is
        // never beyond the place where a node was.
        let old_end = self.end;
        self.end = 0;
        self.node_mut(root).kept_by = KEPT;
        let mut n_left = 0;
        for chunk in root / CHUNK..=(old_end - 1) / CHUNK {
            let first = chunk * CHUNK;
            let last = if old_end - first > CHUNK { first + self.n_used[chunk] } else { old_end };
            for index in first.max(root)..last {
                if n_left == 0 {
                    if !may_go_on() {
                        return false;
                    }
                    n_left = MOVED_AT_ONCE;
                }
                n_left -= 1;
                work::touched(1);
                let kept_by = std::mem::take(&mut self.node_mut(index).kept_by);
                if kept_by == 0 {
                    continue;
                }
                if kept_by != KEPT {
                    let parent = kept_by as usize - 1;
                    let place = self.begin_children(usize::from(self.node(parent).n_children));
                    self.node_mut(parent).first_child = place as u32;
                }
                let (node, place) = (*self.node(index), self.end);
                self.push(node);
                if node.is_expanded() {
                    let children = node.children();
                    work::touched(children.len());
                    n_left = n_left.saturating_sub(children.len());
                    let at = children.start % CHUNK;
                    let siblings = &mut self.chunks[children.start / CHUNK][at..at + children.len()];
                    siblings.iter_mut().for_each(|child| child.kept_by = KEPT);
                    siblings[0].kept_by = place as u32 + 1;
                }
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::stream;

    /// A tree of several chunks whose nodes are told apart by their visits.
    fn large_tree(n_nodes: usize) -> Tree<u16> {
        let mut chance = stream(1, "large tree", 0);
        let mut tree = Tree::new(64);
        tree.restart(0);
        let mut parent = 0;
        while tree.end < n_nodes {
            let n_children = 1 + chance.below(300);
            let first = tree.begin_children(n_children);
            for mv in 0..n_children {
                let visits = tree.end as u32;
                tree.push(Node { visits, ..Node::new(mv as u16) });
            }
            tree.adopt(parent, first);
            // Some nodes stay without children. Chunks may end in a gap, where there is no node.
            parent += 1 + chance.below(200);
            while parent % CHUNK >= tree.n_used[parent / CHUNK] {
                parent += 1;
            }
        }
        tree
    }

    /// All that is below a node, in a fixed order.
    fn below(tree: &Tree<u16>, index: usize) -> Vec<(u32, u16)> {
        let mut found = Vec::new();
        let mut open = vec![index];
        while let Some(index) = open.pop() {
            found.push((tree.node(index).visits, tree.node(index).mv));
            assert_eq!(tree.children(index).len(), tree.node(index).children().len());
            open.extend(tree.node(index).children());
        }
        found
    }

    #[test]
    fn a_part_is_kept_with_a_bounded_amount_of_work_between_two_looks() {
        let tree = large_tree(400_000);
        assert!(tree.chunks.len() > 5 && tree.n_used[..5].iter().any(|&n_used| n_used < CHUNK), "with gaps");
        for root in tree.node(0).children().take(3) {
            let wanted = below(&tree, root);
            let mut kept = tree.clone();
            let mut n_asked = 0;
            let (is_done, most) = work::most_between_looks(|| {
                kept.keep(root, &mut || {
                    work::looked();
                    n_asked += 1;
                    true
                })
            });
            assert!(is_done && below(&kept, 0) == wanted);
            assert!(
                n_asked > 1000 && most <= MOVED_AT_ONCE + 300,
                "{most} nodes between two of {n_asked} looks"
            );
            // Again, from what was kept; and then given up on the way.
            let Some(next) = kept.node(0).children().next() else { continue };
            let wanted = below(&kept, next);
            assert!(kept.keep(next, &mut || true) && below(&kept, 0) == wanted);
            let mut given_up = tree.clone();
            n_asked = 0;
            let may_go_on = &mut || {
                n_asked += 1;
                n_asked < 7
            };
            assert!(!given_up.keep(root, may_go_on));
            assert_eq!(n_asked, 7);
            given_up.restart(3);
            assert_eq!((given_up.end, given_up.node(0).mv, given_up.node(0).is_expanded()), (1, 3, false));
        }
    }

    /// Growing copies nothing: every node stays where it is.
    #[test]
    fn nodes_do_not_move_when_the_tree_grows() {
        let mut tree = Tree::new(64);
        tree.restart(0_u16);
        let mut first_of_chunks: Vec<*const Node<u16>> = Vec::new();
        while tree.has_room(100) {
            let first = tree.begin_children(100);
            (0..100).for_each(|mv| tree.push(Node::new(mv)));
            first_of_chunks.resize(tree.chunks.len(), std::ptr::null());
            for (known, chunk) in first_of_chunks.iter_mut().zip(&tree.chunks) {
                assert!(known.is_null() || *known == chunk.as_ptr(), "a chunk has moved");
                *known = chunk.as_ptr();
            }
            assert!(first % CHUNK + 100 <= CHUNK, "siblings are in one chunk");
        }
        assert!(tree.chunks.len() > 30 && tree.n_bytes() <= 64 * MEGABYTE);
        assert!(tree.n_bytes() > 63 * MEGABYTE, "hardly anything is lost to gaps");
    }
}
