//! The rules said back in sentences that a person would write.

use zermelo_game::{Player, Symmetry, Turn};

use crate::compile::Description;
use crate::rules::{Goal, GoalResult, Rules, Test, Zoned};
use crate::shape::Form;
use crate::symmetry::keeps_start;
use crate::tree::{Action, Effect, Motion, Name, Neighbour, Number, Piece, TargetKind, Zone};
use zermelo_board::bits::Bits;

impl Description {
    /// The rules in words.
    pub fn in_words(&self) -> String {
        let mut sentences = vec![self.board_sentence(), self.start_sentence()];
        sentences.extend(self.tree.pieces.iter().flat_map(|piece| self.piece_sentences(piece)));
        sentences.extend(self.rules.goals.iter().map(|goal| goal_sentence(&self.rules, goal)));
        if let Some(limit) = self.rules.limit {
            let how = match limit.winner {
                Some(player) => format!("{} wins", self.name(player)),
                None => "the game is drawn".to_owned(),
            };
            sentences.push(format!("After {} plies {how}.", limit.plies));
        }
        sentences.join(" ")
    }

    /// How long games are, whether they can be drawn, and which symmetries the rules have.
    pub fn facts_in_words(&self) -> String {
        let goals_draw = self.rules.goals.iter().any(|goal| goal.result == GoalResult::Draw);
        let limit_draws = self.rules.limit.is_some_and(|limit| limit.winner.is_none());
        let draws = if goals_draw || limit_draws { "possible" } else { "impossible" };
        format!("Ends after at most {} plies. Draws: {draws}. {}", self.max_plies, self.symmetry_sentence())
    }

    fn name(&self, player: Player) -> &str {
        &self.rules.players[player.index()]
    }

    fn board_sentence(&self) -> String {
        let board = self.board_with_article();
        let [first, second] = Player::BOTH.map(|player| self.name(player));
        let opens =
            if first.eq_ignore_ascii_case("first") { "The first player".to_owned() } else { capital(first) };
        format!("{} and {second} play on {board}. {opens} moves first.", capital(first))
    }

    /// The board in a few words: `8x8 squares`.
    pub fn board_in_words(&self) -> String {
        let board = self.board_with_article();
        ["a board of ", "a "]
            .iter()
            .find_map(|article| board.strip_prefix(article))
            .unwrap_or(&board)
            .to_owned()
    }

    fn board_with_article(&self) -> String {
        let shape = &self.rules.shape;
        let n_cells = shape.board.count();
        match shape.form {
            Form::Squares if n_cells < shape.rows * shape.cols => {
                format!("{n_cells} cells of a board of {}x{} squares", shape.cols, shape.rows)
            }
            Form::Squares => format!("a board of {}x{} squares", shape.cols, shape.rows),
            Form::Hexes => format!("a board of {}x{} hexes", shape.side, shape.rows),
            Form::Hexagon => format!("a hexagon of {n_cells} hexes, {} along a side", shape.side),
            Form::Rhombus => format!("a rhombus of {0}x{0} hexes", shape.side),
            Form::Triangle => format!("a triangle of {n_cells} hexes, {} along a side", shape.side),
        }
    }

    fn start_sentence(&self) -> String {
        let rules = &self.rules;
        let count = |player: Player, kind: usize| {
            rules.start.iter().filter(|stone| stone.player == player && stone.kind == kind).count()
        };
        let listed = |player: Player| {
            let kinds = rules.kinds.iter().enumerate().filter(|&(kind, _)| count(player, kind) > 0);
            let parts: Vec<String> =
                kinds.map(|(kind, about)| counted(count(player, kind), &about.name)).collect();
            joined(&parts, "and")
        };
        let hands: Vec<String> =
            rules.kinds.iter().filter_map(|kind| Some(counted(kind.hand?, &kind.name))).collect();
        let mut sentence = match (listed(Player::First), listed(Player::Second)) {
            (first, second) if first.is_empty() && second.is_empty() => {
                "The board is empty at the start.".to_owned()
            }
            (first, second) if first == second => format!("Each player starts with {first}."),
            (first, second) => {
                let some = |text: String| if text.is_empty() { "no piece".to_owned() } else { text };
                let names = Player::BOTH.map(|player| self.name(player));
                format!(
                    "{} starts with {}, {} with {}.",
                    capital(names[0]),
                    some(first),
                    names[1],
                    some(second)
                )
            }
        };
        if !hands.is_empty() {
            sentence.push_str(&format!(" Each player has {} in hand.", joined(&hands, "and")));
        }
        sentence
    }

    fn value(&self, number: &Number) -> usize {
        match number {
            Number::Given(value, _) => *value,
            Number::Named(name) => {
                let known = self.rules.parameters.iter().find(|parameter| parameter.name == name.text);
                known.map_or(0, |parameter| parameter.value)
            }
        }
    }

    fn piece_sentences(&self, piece: &Piece) -> Vec<String> {
        let name = &piece.name.text;
        let parts: Vec<String> = piece.motions.iter().map(|motion| self.motion(motion)).collect();
        let mut sentences = Vec::new();
        if !parts.is_empty() {
            // A part that ends with a comma and more is set off by another comma.
            let or = if parts.len() == 2 && parts[0].contains(',') { ", or" } else { " or" };
            let ways = match &parts[..] {
                [most @ .., last] if !most.is_empty() => format!("{}{or} {last}", most.join(", ")),
                _ => parts.concat(),
            };
            sentences.push(format!("{} {ways}.", capital(&with_article(name))));
        }
        for becomes in &piece.becomes {
            let kind = with_article(&becomes.kind.text);
            let place = self.zones_in_words(&becomes.zones);
            sentences.push(format!("{} that comes to {place} becomes {kind}.", capital(&with_article(name))));
        }
        sentences
    }

    /// Cells as a person would name them: `the far row`, `b3 or d3`.
    fn zones_in_words(&self, zones: &[Zone]) -> String {
        let side = |near: bool| if near { "near" } else { "far" };
        let words = zones.iter().map(|zone| match zone {
            Zone::Rows { near, count, .. } => match self.value(count) {
                1 => format!("the {} row", side(*near)),
                count => format!("the {} {count} rows", if *near { "nearest" } else { "farthest" }),
            },
            Zone::Corner { near, .. } => format!("the {} corner", side(*near)),
            Zone::Centre(_) => "the centre".to_owned(),
            Zone::Edge(_) => "the edge".to_owned(),
            Zone::Cell(cell) => cell.text.clone(),
            Zone::Named(zone) => format!("the {}", zone.raw),
        });
        joined(&words.collect::<Vec<_>>(), "or")
    }

    fn motion(&self, motion: &Motion) -> String {
        let target = |what: &TargetKind| match what {
            TargetKind::Enemy => "onto an enemy, taking it".to_owned(),
            TargetKind::EmptyOrEnemy => "to an empty cell or onto an enemy, taking it".to_owned(),
            TargetKind::Zone(zones) => format!("to an empty cell of {}", self.zones_in_words(zones)),
            _ => "to an empty cell".to_owned(),
        };
        let mut words = match &motion.action {
            Action::Step { directions, to } => {
                format!("steps one cell {} {}", ways(directions), target(&to.what))
            }
            Action::Slide { directions, up_to, to } => {
                let far = match up_to {
                    Some(number) => format!("up to {} cells", self.value(number)),
                    None => "any distance".to_owned(),
                };
                format!("slides {far} {} over empty cells, {}", ways(directions), target(&to.what))
            }
            Action::Leap { by, directions, to } => {
                let mut by = [self.value(&by[0]), self.value(&by[1])];
                by.sort_unstable();
                let side =
                    if directions.is_empty() { String::new() } else { format!(" {}", ways(directions)) };
                let leap = match by {
                    [1, 2] if self.rules.shape.form == Form::Squares => {
                        "leaps like a chess knight".to_owned()
                    }
                    [short, long] => {
                        let s = if long == 1 { "" } else { "s" };
                        format!("leaps {long} cell{s} one way and {short} aside")
                    }
                };
                format!("{leap}{side} {}", target(&to.what))
            }
            Action::PlaceOn(what) => match &what.what {
                TargetKind::Zone(zones) => {
                    format!("is placed on an empty cell of {}", self.zones_in_words(zones))
                }
                _ => "is placed on any empty cell".to_owned(),
            },
            Action::PlaceInColumns => {
                "is dropped into a column and falls to its lowest empty cell".to_owned()
            }
            Action::PlaceNextTo(neighbour) => {
                let whose = match neighbour {
                    Neighbour::Own => "an own piece",
                    Neighbour::Enemy => "an enemy",
                    Neighbour::Any => "any piece",
                };
                format!("is placed on an empty cell next to {whose}")
            }
            Action::Jump { .. } => "jumps".to_owned(),
        };
        if motion.effects.iter().any(|(effect, _)| matches!(effect, Effect::LeavingAHole)) {
            words.push_str(" (the cell it leaves is gone)");
        }
        words
    }

    fn symmetry_sentence(&self) -> String {
        let turn = |symmetry: &Symmetry| match symmetry.turn {
            Turn::Mirror => "left-right",
            Turn::Flip => "top-bottom",
            Turn::Rotate180 => "half a turn",
            Turn::Transpose => "one diagonal",
            Turn::AntiTranspose => "the other diagonal",
            Turn::Rotate90 => "a quarter turn",
            Turn::Rotate270 => "three quarter turns",
        };
        let staying = self.symmetries.iter().filter(|symmetry| !symmetry.swaps_players);
        let staying: Vec<&str> = staying.map(turn).collect();
        // Half a turn is how people change sides.
        let swapping =
            self.symmetries.iter().filter(|one| one.swaps_players && keeps_start(&self.rules, one));
        let half = swapping.clone().find(|symmetry| symmetry.turn == Turn::Rotate180);
        let swapping = half.or_else(|| swapping.clone().next());
        let board = if staying.is_empty() { "no turn or reflection".to_owned() } else { staying.join(", ") };
        match swapping {
            Some(symmetry) => format!("Symmetric: {board}; and for the players ({}).", turn(symmetry)),
            None if self.rules.are_the_players_alike() => {
                format!("Symmetric: {board}; and for the players (colours exchanged).")
            }
            None => format!("Symmetric: {board}. The players' rules are not symmetric."),
        }
    }
}

fn ways(directions: &[Name]) -> String {
    let names: Vec<&str> = directions.iter().map(|name| name.text.as_str()).collect();
    let has = |name: &str| names.contains(&name);
    let mut words: Vec<String> = Vec::new();
    let mut left = names.clone();
    if has("forward-left") && has("forward-right") {
        left.retain(|name| !matches!(*name, "forward-left" | "forward-right"));
        words.push("diagonally forward".to_owned());
    }
    for name in left {
        words.push(match name {
            "any" => "in any direction".to_owned(),
            "orthogonal" => "orthogonally".to_owned(),
            "diagonal" => "diagonally".to_owned(),
            "forward-diagonal" => "diagonally forward".to_owned(),
            "left" | "right" => format!("to the {name}"),
            other => other.replace('-', " and "),
        });
    }
    joined(&words, "or")
}

fn zone(what: &Zoned) -> String {
    match what {
        Zoned::NearRow => "the near row".to_owned(),
        Zoned::FarRow => "the far row".to_owned(),
        Zoned::NearCorner => "the near corner".to_owned(),
        Zoned::FarCorner => "the far corner".to_owned(),
        Zoned::Centre => "the centre".to_owned(),
        Zoned::Edge => "the edge".to_owned(),
        Zoned::Words(words) => match words.rsplit_once(", ") {
            Some((most, last)) => format!("{most} or {last}"),
            None => words.clone(),
        },
    }
}

/// The same where all of them are meant.
fn all_of(what: &Zoned) -> String {
    match what {
        Zoned::Words(words) => words.clone(),
        other => zone(other),
    }
}

fn goal_sentence(rules: &Rules, goal: &Goal) -> String {
    let kind = |kind: Option<usize>, many: bool| match kind {
        Some(kind) if many => plural(&rules.kinds[kind].name),
        Some(kind) => with_article(&rules.kinds[kind].name),
        None if many => "pieces".to_owned(),
        None => "a piece".to_owned(),
    };
    // The condition after "if": "you reach the far row", "red reaches the far row".
    let is_you = goal.subject.is_none();
    let name = goal.subject.map_or("you".to_owned(), |player| rules.players[player.index()].clone());
    let who = if is_you { "you" } else { "it" };
    let verb = |plain: &str| if is_you { plain.to_owned() } else { format!("{plain}s") };
    let other = match goal.subject {
        None => "the opponent".to_owned(),
        Some(player) => rules.players[player.other().index()].clone(),
    };
    let condition = match &goal.test {
        Test::Reach { zones: _, kind: wanted, what } => {
            let with = wanted.map_or(String::new(), |wanted| format!(" with {}", kind(Some(wanted), false)));
            format!("{who} {} {}{with}", if is_you { "reach" } else { "reaches" }, zone(what))
        }
        Test::Line { length, exactly, kind: wanted, by_anyone } => {
            let many = if *exactly { format!("exactly {length}") } else { format!("{length} or more") };
            let pieces = kind(*wanted, true);
            match (by_anyone, is_you) {
                (true, true) => format!("{many} {pieces} of either player stand in a line after your move"),
                (true, false) => format!("{many} {pieces} of either player stand in a line after a move"),
                (false, true) => format!("{many} of your {pieces} stand in a line after your move"),
                (false, false) => format!("{many} of its {pieces} stand in a line after a move"),
            }
        }
        Test::Connect { names, .. } => {
            format!("{who} {} the {} and {} sides", verb("connect"), names[0], names[1])
        }
        Test::CannotMove => format!("{other} cannot move"),
        Test::Fewer { is_taken: true, kind: wanted, .. } => {
            format!("{who} {} {}", verb("take"), kind(*wanted, false))
        }
        Test::Fewer { than: [1, 1], kind: wanted, .. } => {
            format!("{other} has no {} left", kind(*wanted, true))
        }
        Test::Fewer { than, kind: wanted, .. } => {
            format!("{other} has fewer than {} {}", than[0], kind(*wanted, true))
        }
        Test::AllOn { what, .. } => {
            format!("all of {} pieces are on {}", if is_you { "your" } else { "its" }, all_of(what))
        }
        Test::BoardFull => "the board is full".to_owned(),
    };
    let result = match goal.result {
        GoalResult::Win => format!("{name} {}", verb("win")),
        GoalResult::Lose => format!("{name} {}", verb("lose")),
        GoalResult::Draw => "the game is drawn".to_owned(),
    };
    format!("{} if {condition}.", capital(&result))
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

fn counted(count: usize, name: &str) -> String {
    if count == 1 { with_article(name) } else { format!("{count} {}", plural(name)) }
}

/// The plural of a piece's name: of what people call pieces, some are irregular.
fn plural(name: &str) -> String {
    let ends = |ends: &[&str]| ends.iter().any(|&end| name.ends_with(end));
    match name {
        "sheep" | "fish" | "deer" | "pieces" => name.to_owned(),
        "goose" => "geese".to_owned(),
        "mouse" => "mice".to_owned(),
        "ox" => "oxen".to_owned(),
        "wolf" | "thief" | "elf" | "dwarf" => format!("{}ves", &name[..name.len() - 1]),
        _ if name == "man" || name == "woman" || name.ends_with("sman") => {
            format!("{}en", &name[..name.len() - 2])
        }
        _ if ends(&["s", "x", "z", "ch", "sh"]) => format!("{name}es"),
        _ if ends(&["y"]) && !ends(&["ay", "ey", "iy", "oy", "uy"]) => {
            format!("{}ies", &name[..name.len() - 1])
        }
        _ => format!("{name}s"),
    }
}

fn joined(parts: &[String], word: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}
