//! What a position walks: the rules as masks and shifts, for one size of sets.

use zermelo_game::{About, Outcome, Player, Symmetry, Turn};

use crate::Description;
use crate::cells::Cells;
use crate::end::End;
use crate::judge::{Due, due_after_move};
use crate::race::Race;
use crate::rules::{MOST_HANDS, MOST_KINDS, Rules, Test, Whither};
use crate::second::{Ending, Second, all_shots, end_when_stuck};
use crate::shape::{Delta, Set, Shape};
use crate::tree::{Neighbour, WithinChain};
use zermelo_board::bits::Bits;

/// How many planes tell the kinds of pieces apart: a kind is a number in binary.
pub const KIND_PLANES: usize = 3;

/// Everything about a game that its positions need.
#[derive(Debug)]
pub struct Tables<B> {
    /// The rules.
    pub rules: Rules,
    /// The facts for menus.
    pub about: About,
    /// The game's id.
    pub id: String,
    /// The most plies.
    pub max_plies: usize,
    /// The symmetries of the rules.
    pub symmetries: Vec<Symmetry>,
    /// The cells of the board.
    pub board: B,
    /// How each player's pieces move, all pieces of a kind at once.
    pub motions: [Vec<Motion<B>>; 2],
    /// Slides whose nearer ends are other motions'.
    pub far_slides: [Vec<FarSlide<B>>; 2],
    /// How the pieces of rare kinds move, one after the other.
    pub leapers: [Vec<Leaper<B>>; 2],
    /// Whether all that a player can do is to place one kind of piece.
    pub only_places: bool,
    /// Which hands must be empty before pieces move: all bits of a byte for each.
    pub placed_first: u32,
    /// How each player places pieces.
    pub placings: [Vec<Placing<B>>; 2],
    /// The goals to look at when each player has moved.
    pub goals: [Vec<Check<B>>; 2],
    /// The promotions of each player's pieces, by kind.
    pub becomes: [Vec<Vec<Promotion<B>>>; 2],
    /// The end when each player is to move and cannot; `None` if that cannot happen.
    pub stuck: Option<[End; 2]>,
    /// The limit of plies, and how the game ends there.
    pub limit: Option<(u16, End)>,
    /// Directions to neighbours.
    pub adjacent: Vec<Ray<B>>,
    /// The neighbours of each cell.
    pub neighbours: Vec<B>,
    /// How many bits there are.
    pub n_bits: usize,
    /// The directions of lines, each with its opposite.
    pub axes: Vec<[Ray<B>; 2]>,
    /// The sides that each player connects, where stones stay and one kind is all there is: what is linked to the first is kept.
    pub links: Option<[[B; 2]; 2]>,
    /// The next cell on each axis, up and down; where there is none, a number that no set has.
    pub ways_on: Vec<[Vec<u16>; 2]>,
    /// Whether there is more than one kind of piece.
    pub has_kinds: bool,
    /// Whether the hands are part of the key.
    pub has_memory: bool,
    /// Whether half a turn with the players exchanged is a symmetry.
    pub swaps: bool,
    /// Half a turn takes bit `b` to this minus `b`.
    pub turn_sum: usize,
    /// The place of each kind among the hands.
    pub hand_of: [Option<usize>; MOST_KINDS],
    /// What a search may be told, if the rules allow it.
    pub hints: HintTables<B>,
    /// What only games of the second tier have.
    pub second: Option<Box<Second<B>>>,
}

/// What a piece becomes.
#[derive(Clone, Copy, Debug)]
pub struct Promotion<B> {
    /// On which cells.
    pub zone: B,
    /// The new kind.
    pub kind: u8,
    /// What happens when a chain of jumps comes there.
    pub within_chain: WithinChain,
}

/// A direction: by how many bits a neighbour lies higher, and which cells have one.
#[derive(Clone, Copy, Debug)]
pub struct Ray<B> {
    /// By how many bits.
    pub shift: i32,
    /// The cells that have a neighbour there.
    pub from: B,
}

/// One way in which pieces of a kind move.
#[derive(Clone, Copy, Debug)]
pub struct Motion<B> {
    /// One step.
    pub ray: Ray<B>,
    /// The most steps.
    pub reach: u16,
    /// Where it may end on an empty cell.
    pub to_empty: B,
    /// Where it may take an enemy.
    pub to_enemy: B,
    /// The kind of piece.
    pub kind: u8,
    /// The number of the hole that follows, from 1; 0 if there is none.
    pub shot: u16,
    /// The bits of the move beside its cells.
    pub stamp: u32,
}

/// A motion that ends only from some distance on.
#[derive(Clone, Copy, Debug)]
pub struct FarSlide<B> {
    /// How it moves.
    pub motion: Motion<B>,
    /// The fewest steps.
    pub least: u16,
}

/// Rays by which a set is laid on itself until what is left begins a row of so many: 1, 2, 4, .. cells at a time.
#[derive(Clone, Debug)]
pub struct Folds<B> {
    /// The rays of all axes.
    pub rays: Vec<Ray<B>>,
    /// How many each axis has.
    pub of_axis: usize,
}

/// The single steps of a kind of which there are few pieces: where they lead from each cell.
#[derive(Clone, Debug)]
pub struct Leaper<B> {
    /// The kind of piece.
    pub kind: u8,
    /// The cells that a piece on each cell attacks.
    pub hits: Vec<B>,
    /// Where it may end on an empty cell.
    pub to_empty: B,
    /// Where it may take an enemy.
    pub to_enemy: B,
    /// The bits of the move beside its cells.
    pub stamp: u32,
}

/// One kind of piece that is placed.
#[derive(Clone, Debug)]
pub struct Placing<B> {
    /// The kind.
    pub kind: u8,
    /// Its place among the hands, if they are counted.
    pub hand: Option<usize>,
    /// Where it may always be placed.
    pub on: B,
    /// Whether it may be placed on every empty cell.
    pub everywhere: bool,
    /// Whether it falls in columns.
    pub columns: Option<Ray<B>>,
    /// The cells of each column, if it falls.
    pub each_column: Vec<B>,
    /// Beside whose pieces it may be placed.
    pub next_to: Vec<Neighbour>,
    /// The bits of the move beside its cells.
    pub stamp: u32,
}

/// A goal to look at.
#[derive(Clone, Debug)]
pub struct Check<B> {
    /// How the game ends if it holds.
    pub ending: Ending,
    /// What must hold.
    pub what: CheckKind<B>,
}

/// What must hold for a goal, with everything looked up.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the tests of the rules, for one player")]
pub enum CheckKind<B> {
    Reach {
        zone: B,
        kind: Option<u8>,
        who: usize,
    },
    NewLine(NewLine<B>),
    /// The linked stones touch the other side.
    Linked {
        side: B,
        who: usize,
    },
    /// With the fewest stones that join the sides.
    Connect {
        sides: [B; 2],
        least: usize,
        who: usize,
    },
    /// A player has fewer pieces, on the board and in hand.
    Fewer {
        than: usize,
        kind: Option<u8>,
        who: usize,
    },
    AllOn {
        zone: B,
        who: usize,
    },
    BoardFull,
    /// The slow way, by the rules.
    ByRules {
        goal: usize,
        who: Player,
    },
}

/// A line through the cell just filled.
#[derive(Clone, Debug)]
pub struct NewLine<B> {
    /// How many in a row.
    pub length: u16,
    /// Whether longer lines do not count.
    pub exactly: bool,
    /// Finds runs of all cells at once.
    pub folds: Folds<B>,
    /// The kind of the pieces.
    pub kind: Option<u8>,
    /// Whether both players' pieces count.
    pub by_anyone: bool,
    /// Whose line it is.
    pub who: usize,
}

/// What a search may be told.
#[derive(Clone, Debug, Default)]
pub struct HintTables<B> {
    /// Each player wins at once by coming to these cells.
    pub winning_zone: [Option<B>; 2],
    /// A new line of so many wins for its maker at once.
    pub winning_line: Option<usize>,
    /// Whether lines of single stones and a full board are all that ends the game.
    pub sees_lines: bool,
    /// The race to a goal, where runners can be proved to win it.
    pub race: Option<Race<B>>,
}

impl<B: Cells> Tables<B> {
    /// The tables of a description.
    pub fn new(description: Description, about: About) -> Tables<B> {
        let Description { rules, max_plies, symmetries, can_be_stuck, .. } = description;
        let shape = &rules.shape;
        let ray = |delta| Ray { shift: shape.shift(delta) as i32, from: B::of(shape.with_neighbour(delta)) };
        let mut hand_of = [None; MOST_KINDS];
        let hands = rules.kinds.iter().enumerate().filter(|(_, kind)| kind.hand.is_some());
        for (slot, (kind, _)) in hands.take(MOST_HANDS).enumerate() {
            hand_of[kind] = Some(slot);
        }
        let mut placed_first = [0; MOST_HANDS];
        for (kind, _) in rules.kinds.iter().enumerate().filter(|(_, kind)| kind.placed_first) {
            if let Some(slot) = hand_of[kind] {
                placed_first[slot] = u8::MAX;
            }
        }
        let shots = all_shots(&rules);
        let shot_of = |motion: &crate::rules::Motion| {
            let own = motion.shot.as_ref().and_then(|own| shots.iter().position(|&one| one == own));
            own.map_or(0, |index| index as u16 + 1)
        };
        let slides = Player::BOTH.map(|player| {
            let own = rules.motions.iter().filter(|motion| motion.player == player);
            let tables = own.map(|motion| FarSlide {
                motion: Motion {
                    ray: ray(motion.delta),
                    reach: motion.reach as u16,
                    to_empty: B::of(motion.to_empty),
                    to_enemy: B::of(motion.to_enemy),
                    kind: motion.kind as u8,
                    shot: shot_of(motion),
                    stamp: crate::moves::stamp(motion.kind, motion.leaves_hole, false),
                },
                least: motion.least as u16,
            });
            tables.filter(|slide| !slide.motion.ray.from.is_empty()).collect::<Vec<_>>()
        });
        let motions = slides
            .each_ref()
            .map(|own| own.iter().filter(|one| one.least == 1).map(|one| one.motion).collect());
        let far_slides = slides.map(|own| own.into_iter().filter(|one| one.least > 1).collect());
        let (motions, leapers) = split_leapers(&rules, motions);
        let placings = Player::BOTH.map(|player| placings(&rules, player, &hand_of, ray((1, 0))));
        let goals = Player::BOTH.map(|player| {
            let due = due_after_move(&rules, player);
            due.iter().map(|due| Check { ending: Ending::of(due), what: check(&rules, due) }).collect()
        });
        let becomes = Player::BOTH.map(|player| {
            let of_kind = |kind: &crate::rules::Kind| {
                let promotion = |one: &crate::rules::Promotion| Promotion {
                    zone: B::of(one.zones[player.index()]),
                    kind: one.kind as u8,
                    within_chain: one.within_chain,
                };
                kind.becomes.iter().map(promotion).collect()
            };
            rules.kinds.iter().map(of_kind).collect()
        });
        let axes = shape.axes().into_iter().map(|(down, right)| [ray((down, right)), ray((-down, -right))]);
        let (axes, adjacent) = (axes.collect(), shape.adjacent().into_iter().map(ray).collect());
        let stuck = can_be_stuck.then(|| Player::BOTH.map(|player| end_when_stuck(&rules, player)));
        Tables {
            id: rules.id(),
            about,
            max_plies,
            board: B::of(shape.board),
            only_places: !rules.can_move_pieces()
                && !rules.is_second_tier()
                && placings.iter().all(|of: &Vec<Placing<B>>| of.len() == 1),
            motions,
            far_slides,
            leapers,
            placed_first: u32::from_ne_bytes(placed_first),
            placings,
            goals,
            becomes,
            stuck,
            limit: rules.limit.as_ref().map(|limit| (limit.plies as u16, End::by_limit(limit.winner))),
            second: Second::new(&rules, ray).map(Box::new),
            neighbours: (0..shape.n_bits())
                .map(|bit| B::of(crate::resolve::beside(shape, Set::one(bit))))
                .collect(),
            n_bits: shape.n_bits(),
            links: links(&rules),
            ways_on: ways_on(shape),
            adjacent,
            axes,
            has_kinds: rules.kinds.len() > 1,
            has_memory: rules.has_memory(),
            swaps: symmetries.contains(&Symmetry::swapping(Turn::Rotate180)),
            turn_sum: shape.turn_sum(),
            hand_of,
            hints: hints(&rules),
            symmetries,
            rules,
        }
    }
}

fn placings<B: Cells>(
    rules: &Rules,
    player: Player,
    hand_of: &[Option<usize>; MOST_KINDS],
    below: Ray<B>,
) -> Vec<Placing<B>> {
    let mut placings: Vec<Placing<B>> = Vec::new();
    for (kind, &hand) in hand_of.iter().enumerate().take(rules.kinds.len()) {
        let own: Vec<&Whither> = rules
            .placings
            .iter()
            .filter(|placing| placing.kind == kind)
            .map(|placing| &placing.whither)
            .collect();
        if own.is_empty() {
            continue;
        }
        let mut placing = Placing {
            kind: kind as u8,
            hand,
            on: B::EMPTY,
            everywhere: false,
            columns: None,
            each_column: Vec::new(),
            next_to: Vec::new(),
            stamp: crate::moves::stamp(kind, false, own.contains(&&Whither::Columns)),
        };
        for whither in own {
            match whither {
                Whither::On(zones) => placing.on |= B::of(zones[player.index()]),
                Whither::Columns => {
                    placing.columns = Some(below);
                    placing.each_column = each_column(rules);
                }
                Whither::NextTo(neighbour) => placing.next_to.push(*neighbour),
            }
        }
        placing.everywhere = placing.on == B::of(rules.shape.board);
        placings.push(placing);
    }
    placings
}

/// The cells of every column.
fn each_column<B: Cells>(rules: &Rules) -> Vec<B> {
    let shape = &rules.shape;
    let mut columns = vec![B::EMPTY; shape.cols];
    shape.board.cells().for_each(|bit| columns[shape.column(bit)] |= B::one(bit));
    columns.retain(|column| !column.is_empty());
    columns
}

/// A list for each player.
type OfBoth<T> = [Vec<T>; 2];

/// Single steps of kinds that are rarer than their ways to step are looked up piece by piece.
fn split_leapers<B: Cells>(
    rules: &Rules,
    motions: OfBoth<Motion<B>>,
) -> (OfBoth<Motion<B>>, OfBoth<Leaper<B>>) {
    let mut leapers: [Vec<Leaper<B>>; 2] = [Vec::new(), Vec::new()];
    let mut others: [Vec<Motion<B>>; 2] = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        let all = &motions[player.index()];
        let same = |one: &Motion<B>, other: &Motion<B>| {
            (one.kind, one.reach, one.stamp) == (other.kind, other.reach, other.stamp)
                && (one.to_empty, one.to_enemy) == (other.to_empty, other.to_enemy)
        };
        for (index, motion) in all.iter().enumerate() {
            let kind = usize::from(motion.kind);
            let group: Vec<&Motion<B>> = all.iter().filter(|other| same(motion, other)).collect();
            let is_bounded = !rules.is_unlimited(kind) && !rules.can_change();
            // Both players' pieces must be rare, so that both list their moves in the same order.
            let most = Player::BOTH.into_iter().map(|player| rules.supply(player, kind)).max().unwrap_or(0);
            if motion.reach > 1 || motion.shot > 0 || !is_bounded || 2 * most > group.len() {
                others[player.index()].push(*motion);
                continue;
            }
            if all[..index].iter().any(|other| same(motion, other)) {
                continue;
            }
            let hits = (0..rules.shape.n_bits()).map(|bit| {
                let own = |motion: &&Motion<B>| (B::one(bit) & motion.ray.from).moved(motion.ray.shift);
                group.iter().fold(B::EMPTY, |set, motion| set | own(motion))
            });
            leapers[player.index()].push(Leaper {
                kind: motion.kind,
                hits: hits.collect(),
                to_empty: motion.to_empty,
                to_enemy: motion.to_enemy,
                stamp: motion.stamp,
            });
        }
    }
    (others, leapers)
}

impl<B: Cells> Folds<B> {
    fn new(rules: &Rules, length: usize) -> Folds<B> {
        let shape = &rules.shape;
        let (mut rays, mut of_axis) = (Vec::new(), 1);
        for (down, right) in shape.axes() {
            let (mut have, before) = (1, rays.len());
            while have < length {
                let by = have.min(length - have);
                let delta = (down * by as isize, right * by as isize);
                rays.push(Ray {
                    shift: -(shape.shift(delta) as i32),
                    from: B::of(shape.with_neighbour(delta)),
                });
                have += by;
            }
            of_axis = (rays.len() - before).max(1);
        }
        // A row of one is every cell.
        if length == 1 {
            rays.push(Ray { shift: 0, from: B::of(shape.board) });
        }
        Folds { rays, of_axis }
    }
}

/// The next cell on each axis, up and down.
fn ways_on(shape: &Shape) -> Vec<[Vec<u16>; 2]> {
    let none = shape.n_bits();
    let next = |delta: Delta| {
        let cells = (0..none)
            .map(|bit| shape.neighbour(bit, delta).filter(|_| shape.board.has(bit)).unwrap_or(none) as u16);
        cells.collect::<Vec<u16>>()
    };
    shape.axes().into_iter().map(|(down, right)| [next((down, right)), next((-down, -right))]).collect()
}

/// Whether new lines run through the cell just filled. A line that must not be longer can also appear by shortening one.
fn lines_are_new(rules: &Rules, exactly: bool) -> bool {
    !exactly || (rules.motions.is_empty() && !rules.can_change())
}

/// The sides that each player connects, if stones stay where they are placed and nothing else is kept in the planes of kinds.
fn links<B: Cells>(rules: &Rules) -> Option<[[B; 2]; 2]> {
    let sides = Player::BOTH.map(|player| {
        let due = due_after_move(rules, player);
        let sides = due.iter().filter_map(|due| match &due.goal.test {
            Test::Connect { sides, .. } => Some(sides.map(|side: Set| B::of(side))),
            _ => None,
        });
        sides.collect::<Vec<_>>()
    });
    let is_plain = rules.motions.is_empty() && rules.kinds.len() == 1 && !rules.is_second_tier();
    let at_most_one =
        sides.iter().all(|sides| sides.len() <= 1) && sides.iter().any(|sides| !sides.is_empty());
    (is_plain && at_most_one).then(|| sides.map(|sides| sides.first().copied().unwrap_or([B::EMPTY; 2])))
}

fn check<B: Cells>(rules: &Rules, due: &Due) -> CheckKind<B> {
    let who = due.subject.index();
    match &due.goal.test {
        // A move can change more than the cell to which it comes.
        Test::Line { .. } | Test::Connect { .. } if rules.is_second_tier() => {
            CheckKind::ByRules { goal: due.index, who: due.subject }
        }
        Test::Reach { zones, kind, .. } => {
            CheckKind::Reach { zone: B::of(zones[who]), kind: kind.map(|kind| kind as u8), who }
        }
        Test::Line { length, exactly, kind, by_anyone } if lines_are_new(rules, *exactly) => {
            CheckKind::NewLine(NewLine {
                length: *length as u16,
                exactly: *exactly,
                folds: Folds::new(rules, *length),
                kind: kind.map(|kind| kind as u8),
                by_anyone: *by_anyone,
                who,
            })
        }
        Test::Connect { sides, .. } => {
            let sides = sides.map(|side: Set| B::of(side));
            match links::<B>(rules) {
                Some(_) => CheckKind::Linked { side: sides[1], who },
                None => CheckKind::Connect { sides, least: fewest_stones(rules, &sides), who },
            }
        }
        Test::Fewer { than, kind, .. } => {
            CheckKind::Fewer { than: than[1 - who], kind: kind.map(|kind| kind as u8), who: 1 - who }
        }
        Test::AllOn { zones, .. } => CheckKind::AllOn { zone: B::of(zones[who]), who },
        Test::BoardFull => CheckKind::BoardFull,
        Test::Line { .. } | Test::CannotMove | Test::BothCannotMove => {
            CheckKind::ByRules { goal: due.index, who: due.subject }
        }
    }
}

/// How many stones join two sides at least.
fn fewest_stones<B: Cells>(rules: &Rules, sides: &[B; 2]) -> usize {
    let [from, to] = sides.map(Cells::widened);
    let (mut reached, mut stones) = (from, 1);
    while (reached & to).is_empty() && stones < crate::shape::MOST_BITS {
        reached |= crate::resolve::beside(&rules.shape, reached);
        stones += 1;
    }
    stones
}

/// What can be told without a search. A goal counts only if no goal before it could end the game otherwise.
fn hints<B: Cells>(rules: &Rules) -> HintTables<B> {
    if rules.is_second_tier() {
        return HintTables { winning_zone: [None; 2], winning_line: None, sees_lines: false, race: None };
    }
    let mut hints =
        HintTables { winning_zone: [None; 2], winning_line: None, sees_lines: false, race: Race::new(rules) };
    let is_win = |due: &Due, player: Player| due.outcome == Some(Outcome::Win(player));
    for player in Player::BOTH {
        let due = due_after_move(rules, player);
        for due in due.iter().take_while(|due| is_win(due, player)) {
            if let Test::Reach { zones, kind: None, .. } = &due.goal.test {
                let zone = B::of(zones[player.index()]);
                hints.winning_zone[player.index()] =
                    Some(hints.winning_zone[player.index()].map_or(zone, |known| known | zone));
            }
        }
    }
    let own_line = |player: Player| {
        let due = due_after_move(rules, player);
        let line = due.iter().take_while(|due| is_win(due, player)).find_map(|due| match due.goal.test {
            Test::Line { length, exactly: false, kind: None, .. } => Some(length),
            _ => None,
        });
        // Only lines and a full board may end the game, for a search to be told all ends.
        let are_all = due.iter().all(|due| match due.goal.test {
            Test::Line { exactly: false, kind: None, by_anyone: false, .. } => is_win(due, player),
            Test::BoardFull => due.outcome == Some(Outcome::Draw),
            _ => false,
        });
        let n_lines = due.iter().filter(|due| matches!(due.goal.test, Test::Line { .. })).count();
        line.map(|length| (length, are_all && n_lines == 1))
    };
    let (first, second) = (own_line(Player::First), own_line(Player::Second));
    let Some(((length, all_first), (other, all_second))) = first.zip(second) else { return hints };
    if length != other || length < 2 {
        return hints;
    }
    hints.winning_line = Some(length);
    let is_plain = rules.motions.is_empty()
        && rules.placings.len() == 1
        && rules.kinds.len() == 1
        && rules.kinds[0].hand.is_none()
        && rules.limit.is_none()
        && matches!(rules.placings[0].whither, Whither::On(_) | Whither::Columns);
    hints.sees_lines = all_first && all_second && is_plain;
    hints
}
