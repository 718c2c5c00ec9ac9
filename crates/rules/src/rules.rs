//! A description with all names resolved: what the game is, without how it was written. Two texts with the same rules have
//! equal rules, and the game's id is a hash of them.

use std::fmt::Write;

use zermelo_game::Player;
use zermelo_game::zobrist::mix;

use crate::problem::Place;
use crate::second::{Jump, MustJump, Passes, Shot, Without};
use crate::shape::{Delta, Set, Shape};
use crate::tree::{Neighbour, WithinChain};
use zermelo_board::bits::Bits;

/// No game has more kinds of pieces.
pub const MOST_KINDS: usize = 8;
/// No game has more kinds of pieces in hand.
pub const MOST_HANDS: usize = 4;
/// No player has more pieces of a kind in hand.
pub const LARGEST_HAND: usize = 250;

/// The rules of a game.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The title as written.
    pub title: String,
    /// The sentences below the title.
    pub about: String,
    /// What the players are called.
    pub players: [String; 2],
    /// The parameters, with the values chosen.
    pub parameters: Vec<Parameter>,
    /// The board.
    pub shape: Shape,
    /// Whether the players sit at opposite ends: some direction or zone is seen by the player.
    pub has_sides: bool,
    /// Whether rows are numbered from the top: only where no direction is anybody's and the board begins empty.
    pub counts_from_top: bool,
    /// The named zones as each player sees them, in the order of the text.
    pub zones: Vec<[Set; 2]>,
    /// The kinds of pieces.
    pub kinds: Vec<Kind>,
    /// The pieces on the board at the start.
    pub start: Vec<Stone>,
    /// The ways in which pieces move.
    pub motions: Vec<Motion>,
    /// The ways in which pieces jump.
    pub jumps: Vec<Jump>,
    /// Whether a jump must be made if there is one.
    pub must_jump: Option<MustJump>,
    /// The ways in which pieces come to the board.
    pub placings: Vec<Placing>,
    /// Who may pass.
    pub passes: Passes,
    /// The clause that says so.
    pub pass_place: Option<Place>,
    /// The goals in the order in which they are tried; `cannot move` is tried after all others.
    pub goals: Vec<Goal>,
    /// The limit of plies.
    pub limit: Option<Limit>,
}

/// A number that may be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// What it is in this game.
    pub value: usize,
    /// What it is if nobody says otherwise.
    pub default: usize,
    /// The least and the most it may be.
    pub range: (usize, usize),
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its name, in lower case.
    pub name: String,
    /// The letters of the first and the second player's pieces in texts of positions.
    pub letters: [char; 2],
    /// The letter in texts of moves, where a player chooses among kinds.
    pub move_letter: char,
    /// How many each player has in hand at the start; `None` if they are not counted.
    pub hand: Option<usize>,
    /// Whether a player who has one in hand may only place.
    pub placed_first: bool,
    /// What it becomes.
    pub becomes: Vec<Promotion>,
    /// Whether its moves take the enemies in line between it and another own piece.
    pub takes_between: bool,
    /// Where it is described.
    pub place: Place,
}

/// What a piece becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// The new kind.
    pub kind: usize,
    /// On which cells, for each player.
    pub zones: [Set; 2],
    /// What happens when a chain of jumps comes there.
    pub within_chain: WithinChain,
}

/// A piece on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stone {
    /// Whose.
    pub player: Player,
    /// Which kind.
    pub kind: usize,
    /// Its cell.
    pub bit: usize,
}

/// A piece of one kind and player goes so many times the same difference over empty cells, and ends on an empty cell of one
/// set, or takes an enemy on a cell of another.
#[derive(Clone, Debug)]
pub struct Motion {
    /// The kind of piece.
    pub kind: usize,
    /// Whose.
    pub player: Player,
    /// The difference of one step.
    pub delta: Delta,
    /// The fewest steps; what is nearer may only be passed over.
    pub least: usize,
    /// The most steps.
    pub reach: usize,
    /// Where it may end on an empty cell.
    pub to_empty: Set,
    /// Where it may take an enemy.
    pub to_enemy: Set,
    /// Whether the cell it leaves is gone.
    pub leaves_hole: bool,
    /// The hole that is made after it.
    pub shot: Option<Shot>,
    /// The clauses it comes from.
    pub places: Vec<Place>,
}

/// A piece of one kind comes to the board.
#[derive(Clone, Debug)]
pub struct Placing {
    /// The kind of piece.
    pub kind: usize,
    /// Where.
    pub whither: Whither,
    /// Whether it turns enemies in line over, and must turn some.
    pub turns_lines: bool,
    /// The clause.
    pub place: Place,
}

/// Where a piece may be placed: always on an empty cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whither {
    /// On these cells, seen by each player.
    On([Set; 2]),
    /// On the lowest empty cell of a column.
    Columns,
    /// Beside a piece.
    NextTo(Neighbour),
}

/// What ends the game.
#[derive(Clone, Debug)]
pub struct Goal {
    /// Whom it is about; the player who moved if nobody is named.
    pub subject: Option<Player>,
    /// What it means for that player.
    pub result: GoalResult,
    /// What must hold.
    pub test: Test,
    /// The clause.
    pub place: Place,
}

/// What a goal means for the player it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the words are those of the language")]
pub enum GoalResult {
    Win,
    Lose,
    Draw,
    /// The player with more pieces (of a kind) on the board wins.
    MostPieces(Option<usize>),
}

/// What must hold for a goal. Sets are those of the first and of the second player.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words are those of the language")]
pub enum Test {
    Reach {
        zones: [Set; 2],
        kind: Option<usize>,
        what: Zoned,
    },
    Line {
        length: usize,
        exactly: bool,
        kind: Option<usize>,
        by_anyone: bool,
    },
    Connect {
        sides: [Set; 2],
        names: [String; 2],
    },
    CannotMove,
    /// Neither player has a move.
    BothCannotMove,
    /// The opponent has fewer than so many, on the board and in hand; the number is the opponent's.
    Fewer {
        than: [usize; 2],
        kind: Option<usize>,
        is_taken: bool,
    },
    AllOn {
        zones: [Set; 2],
    },
    BoardFull,
}

/// What a zone is called where the reason for the end is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words are those of the language")]
pub enum Zoned {
    FarRow,
    FarCorner,
    Other,
}

/// The limit of plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    /// How many.
    pub plies: usize,
    /// What begins the count anew; nothing if all plies count.
    pub without: Option<Without>,
    /// Who wins then; nobody if it is a draw.
    pub winner: Option<Player>,
}

impl Rules {
    /// The name in the game's id: the letters and digits of the title.
    pub fn slug(&self) -> String {
        let letters = self.title.chars().filter(char::is_ascii_alphanumeric);
        let slug: String = letters.map(|c| c.to_ascii_lowercase()).collect();
        if slug.is_empty() { "game".to_owned() } else { slug }
    }

    /// How many pieces of a kind a player has on the board at the start and in hand.
    pub fn supply(&self, player: Player, kind: usize) -> usize {
        let start = self.start.iter().filter(|stone| stone.player == player && stone.kind == kind);
        start.count() + self.kinds[kind].hand.unwrap_or(0)
    }

    /// Whether a kind comes from the hand without being counted.
    pub fn is_unlimited(&self, kind: usize) -> bool {
        self.kinds[kind].hand.is_none() && self.placings.iter().any(|placing| placing.kind == kind)
    }

    /// Whether a piece can be taken.
    pub fn can_take(&self) -> bool {
        self.motions.iter().any(|motion| !motion.to_enemy.is_empty())
            || self.jumps.iter().any(Jump::can_take)
            || self.kinds.iter().any(|kind| kind.takes_between)
    }

    /// Whether pieces go over to the other player.
    pub fn can_turn(&self) -> bool {
        self.placings.iter().any(|placing| placing.turns_lines)
    }

    /// Whether pieces on the board move.
    pub fn can_move_pieces(&self) -> bool {
        !self.motions.is_empty() || !self.jumps.is_empty()
    }

    /// Whether cells become holes.
    pub fn makes_holes(&self) -> bool {
        self.motions.iter().any(|motion| motion.leaves_hole || motion.shot.is_some())
    }

    /// Whether a move can be more than a piece that comes to a cell and takes what is there.
    pub fn is_second_tier(&self) -> bool {
        !self.jumps.is_empty()
            || self.motions.iter().any(|motion| motion.shot.is_some())
            || self.kinds.iter().any(|kind| kind.takes_between)
            || self.can_turn()
            || self.passes != Passes::Never
            || self.goals.iter().any(|goal| {
                goal.test == Test::BothCannotMove || matches!(goal.result, GoalResult::MostPieces(_))
            })
            || self.limit.as_ref().is_some_and(|limit| limit.without.is_some())
    }

    /// Whether a kind can become another.
    pub fn can_change(&self) -> bool {
        self.kinds.iter().any(|kind| !kind.becomes.is_empty())
    }

    /// Whether a position has more than its board and its side to move: a clock, or hands that the board does not tell.
    pub fn has_memory(&self) -> bool {
        let has_hands = self.kinds.iter().any(|kind| kind.hand.is_some_and(|hand| hand > 0));
        self.limit.is_some() || has_hands && (self.can_take() || self.can_change() || self.can_turn())
    }

    /// Whether no player ever has more than one piece.
    pub fn has_single_pieces(&self) -> bool {
        let kinds = 0..self.kinds.len();
        let unlimited = kinds.clone().any(|kind| self.is_unlimited(kind));
        let total = |player: Player| kinds.clone().map(|kind| self.supply(player, kind)).sum::<usize>();
        !unlimited && Player::BOTH.into_iter().all(|player| total(player) <= 1)
    }

    /// Whether both players have the same motions, placings and goals, as the board lies.
    pub fn are_the_players_alike(&self) -> bool {
        let motions = |player: Player| {
            let own = self.motions.iter().filter(move |motion| motion.player == player);
            let mut all: Vec<String> = own
                .map(|motion| {
                    let Motion { kind, delta, least, reach, to_empty, to_enemy, leaves_hole, shot, .. } =
                        motion;
                    format!(
                        "{kind} {delta:?} {least} {reach} {to_empty:?} {to_enemy:?} {leaves_hole} {shot:?}"
                    )
                })
                .collect();
            let jumps = self.jumps.iter().filter(move |jump| jump.player == player);
            all.extend(jumps.map(|jump| {
                let Jump { kind, delta, reach, over, to_empty, to_enemy, takes, chain, .. } = jump;
                format!("{kind} {delta:?} {reach} {over:?} {to_empty:?} {to_enemy:?} {takes} {chain:?}")
            }));
            all.sort();
            all
        };
        let places = self.placings.iter().all(|placing| match &placing.whither {
            Whither::On(zones) => zones[0] == zones[1],
            _ => true,
        });
        let goals = self.goals.iter().all(|goal| {
            goal.subject.is_none()
                && match &goal.test {
                    Test::Reach { zones, .. } | Test::AllOn { zones, .. } => zones[0] == zones[1],
                    _ => true,
                }
        });
        let starts = |player: Player| self.start.iter().any(|stone| stone.player == player);
        motions(Player::First) == motions(Player::Second)
            && places
            && goals
            && Player::BOTH.into_iter().all(|player| !starts(player))
    }

    /// Whether a player can ever have a piece of a kind.
    pub fn can_own(&self, player: Player, kind: usize) -> bool {
        let mut owned: Vec<bool> = (0..self.kinds.len())
            .map(|kind| self.supply(player, kind) > 0 || self.is_unlimited(kind))
            .collect();
        // Each round follows one more promotion.
        for _ in 0..self.kinds.len() {
            for (from, described) in self.kinds.iter().enumerate() {
                for promotion in &described.becomes {
                    owned[promotion.kind] |= owned[from];
                }
            }
        }
        owned[kind]
    }

    /// The rules as one text that says everything that decides the game and its notation, and nothing else. Order matters
    /// only where it matters in play.
    pub fn normalised(&self) -> String {
        let mut text = String::new();
        let set = |set: &Set| (0..6).map(|index| format!("{:x}.", set.word(index))).collect::<String>();
        let sets = |sets: &[Set; 2]| format!("{}|{}", set(&sets[0]), set(&sets[1]));
        let _ = writeln!(
            text,
            "{:?} {}x{} {}",
            self.shape.form,
            self.shape.rows,
            self.shape.cols,
            set(&self.shape.board)
        );
        for kind in &self.kinds {
            let _ = write!(text, "kind {} {:?} {:?}", kind.name, kind.letters, kind.hand);
            if kind.placed_first {
                text.push_str(" placed first");
            }
            for promotion in &kind.becomes {
                let _ = write!(text, " becomes {} {}", promotion.kind, sets(&promotion.zones));
                match promotion.within_chain {
                    WithinChain::Passes => {}
                    WithinChain::Stops => text.push_str(" stops"),
                    WithinChain::GoesOn => text.push_str(" goes on"),
                }
            }
            if kind.takes_between {
                text.push_str(" takes between");
            }
            text.push('\n');
        }
        let mut start = self.start.clone();
        start.sort_unstable();
        for stone in start {
            let _ = write!(text, "{}{}@{} ", stone.player.index(), stone.kind, stone.bit);
        }
        text.push('\n');
        let mut motions: Vec<String> = self
            .motions
            .iter()
            .map(|motion| {
                let mut far =
                    if motion.least > 1 { format!(" from {}", motion.least) } else { String::new() };
                if let Some(shot) = &motion.shot {
                    let _ = write!(far, " shot {:?} {}", shot.ways, set(&shot.cells));
                }
                format!(
                    "{} {} {:?} {} {} {} {}{far}",
                    motion.kind,
                    motion.player.index(),
                    motion.delta,
                    motion.reach,
                    set(&motion.to_empty),
                    set(&motion.to_enemy),
                    motion.leaves_hole
                )
            })
            .collect();
        motions.extend(self.placings.iter().map(|placing| {
            let whither = match &placing.whither {
                Whither::On(zones) => sets(zones),
                other => format!("{other:?}"),
            };
            let turns = if placing.turns_lines { " turning" } else { "" };
            format!("place {} {whither}{turns}", placing.kind)
        }));
        motions.extend(self.jumps.iter().map(|jump| {
            format!(
                "jump {} {} {:?} {} {:?} {} {} {} {:?}",
                jump.kind,
                jump.player.index(),
                jump.delta,
                jump.reach,
                jump.over,
                set(&jump.to_empty),
                set(&jump.to_enemy),
                jump.takes,
                jump.chain
            )
        }));
        motions.sort();
        text.push_str(&motions.join("\n"));
        for goal in &self.goals {
            let test = match &goal.test {
                Test::Reach { zones, kind, .. } => format!("reach {} {kind:?}", sets(zones)),
                Test::AllOn { zones } => format!("all {}", sets(zones)),
                Test::Connect { sides, .. } => format!("connect {}", sets(sides)),
                other => format!("{other:?}"),
            };
            let _ = write!(text, "\n{:?} {:?} {test}", goal.subject.map(Player::index), goal.result);
        }
        let limit = self.limit.as_ref().map(|limit| (limit.plies, limit.winner.map(Player::index)));
        let _ = write!(text, "\n{limit:?} {} {}", self.has_sides, self.counts_from_top);
        // What the first tier does not have is written only where it is there: ids of games of the first tier stay.
        if let Some(without) = self.limit.as_ref().and_then(|limit| limit.without.as_ref()) {
            let _ = write!(text, " {without:?}");
        }
        if let Some(must) = self.must_jump {
            let _ = write!(text, " {must:?}");
        }
        if self.passes != Passes::Never {
            let _ = write!(text, " passes {:?}", self.passes);
        }
        text
    }

    /// Eight hexadecimal digits that stand for the rules.
    pub fn fingerprint(&self) -> String {
        let hash = self.normalised().bytes().fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
        format!("{:08x}", hash >> 32)
    }

    /// The game's id: its name, the hash of its rules, and the parameters that are not the default ones.
    pub fn id(&self) -> String {
        let other = self.parameters.iter().filter(|parameter| parameter.value != parameter.default);
        let other: Vec<String> = other.map(|other| format!("{}={}", other.name, other.value)).collect();
        let colon = if other.is_empty() { "" } else { ":" };
        format!("{}~{}{colon}{}", self.slug(), self.fingerprint(), other.join(","))
    }
}
