//! The rules said back in sentences that a person would write.

use zermelo_board::bits::Bits;
use zermelo_game::{Player, Symmetry, Turn};

use crate::compile::Description;
use crate::english::{capital, counted, joined, plural, with_article};
use crate::rules::{Goal, GoalResult, Test};
use crate::second::{Chain, MustJump, Passes, Without};
use crate::shape::{Form, Set};
use crate::symmetry::keeps_start;
use crate::tree::{
    Action, Condition, Effect, Motion, Name, Neighbour, Number, Piece, Start, TargetKind, WithinChain, Zone,
};

/// So many cells are told one by one.
const FEW_CELLS: usize = 8;

/// What a kind of piece does, to stand behind its name.
#[derive(PartialEq, Eq)]
enum Deed {
    Named(String),
    /// What it does once it is placed.
    OnBoard(String),
}

impl Description {
    /// The rules in words.
    pub fn in_words(&self) -> String {
        let mut sentences = vec![self.board_sentence(), self.start_sentence()];
        sentences.extend(self.hand_sentence());
        sentences.extend(self.piece_sentences());
        sentences.extend(self.jump_sentences());
        sentences.extend(self.goal_sentences());
        sentences.extend(self.pass_sentence());
        if let Some(limit) = &self.rules.limit {
            let how = match limit.winner {
                Some(player) => format!("{} wins", self.name(player)),
                None => "the game is drawn".to_owned(),
            };
            let without = limit.without.as_ref().map(|without| self.without(without)).unwrap_or_default();
            sentences.push(format!(
                "After {} plies (moves of both players together){without} {how}.",
                limit.plies
            ));
        }
        self.told_once(sentences.join(" "))
    }

    /// How long games are, whether they can be drawn, and which symmetries the rules have.
    pub fn facts_in_words(&self) -> String {
        let draws = |result: GoalResult| matches!(result, GoalResult::Draw | GoalResult::MostPieces(_));
        let goals_draw = self.rules.goals.iter().any(|goal| draws(goal.result));
        let limit_draws = self.rules.limit.as_ref().is_some_and(|limit| limit.winner.is_none());
        let draws = if goals_draw || limit_draws { "possible" } else { "impossible" };
        format!("Ends after at most {} plies. Draws: {draws}. {}", self.max_plies, self.symmetry_sentence())
    }

    /// What a player is called in the middle of a sentence: a name, which has a capital.
    fn name(&self, player: Player) -> String {
        match (&self.tree.players, player) {
            (Some(_), _) => capital(&self.rules.players[player.index()]),
            (None, Player::First) => "the first player".to_owned(),
            (None, Player::Second) => "the second player".to_owned(),
        }
    }

    fn board_sentence(&self) -> String {
        let board = self.board_with_article();
        let [first, second] = Player::BOTH.map(|player| self.name(player));
        match self.tree.players {
            Some(_) => format!("{first} and {second} play on {board}. {first} moves first."),
            None => format!("Two players take turns on {board}."),
        }
    }

    /// The board in a few words: `8x8 squares`.
    pub fn board_in_words(&self) -> String {
        let board = self.board_with_article();
        ["a board of ", "a ", "the "]
            .iter()
            .find_map(|article| board.strip_prefix(article))
            .unwrap_or(&board)
            .to_owned()
    }

    fn board_with_article(&self) -> String {
        let shape = &self.rules.shape;
        let n_cells = shape.board.count();
        let whole = match shape.form {
            Form::Squares => format!("a board of {}x{} squares", shape.cols, shape.rows),
            Form::Hexes => format!("a board of {}x{} hexes", shape.side, shape.rows),
            Form::Hexagon => return format!("a hexagon of {n_cells} hexes, {} along a side", shape.side),
            Form::Rhombus => format!("a rhombus of {0}x{0} hexes", shape.side),
            Form::Triangle => return format!("a triangle of {n_cells} hexes, {} along a side", shape.side),
        };
        let board = self.tree.board.as_ref();
        let has_picture = board.is_some_and(|board| board.picture.iter().any(|(row, _)| row.contains('#')));
        match board.and_then(|board| board.dark_only) {
            _ if has_picture => format!("{n_cells} cells of {whole}"),
            Some(dark) => format!("the {n_cells} {} cells of {whole}", if dark { "dark" } else { "light" }),
            None => whole,
        }
    }

    /// Where the pieces of a kind that a player has at the start stand.
    fn start_place(&self, player: Player, kind: usize) -> String {
        let own = self.rules.start.iter().filter(|stone| stone.player == player && stone.kind == kind);
        let cells = own.fold(Set::EMPTY, |set, stone| set | Set::one(stone.bit));
        let concerns = |start: &&Start| {
            let names = |name: &Name| name.text == self.rules.players[player.index()].to_lowercase();
            start.kind.text == self.rules.kinds[kind].name && start.player.as_ref().is_none_or(names)
        };
        let mut written = self.tree.starts.iter().filter(concerns);
        let zones = written.next().map(|start| start.zones.as_slice()).filter(|_| written.next().is_none());
        match zones {
            Some(zones @ [Zone::Rows { .. } | Zone::Corner { .. } | Zone::Edge(_) | Zone::Centre(_)]) => {
                format!(" on {}", self.zones_in_words(zones, "and"))
            }
            _ if cells.count() <= FEW_CELLS => format!(" on {}", joined(&self.cell_names(cells), "and")),
            _ => String::new(),
        }
    }

    fn start_sentence(&self) -> String {
        let rules = &self.rules;
        let count = |player: Player, kind: usize| {
            rules.start.iter().filter(|stone| stone.player == player && stone.kind == kind).count()
        };
        let listed = |player: Player, with_place: bool| {
            let kinds = rules.kinds.iter().enumerate().filter(|&(kind, _)| count(player, kind) > 0);
            let parts = kinds.map(|(kind, about)| {
                let place = if with_place { self.start_place(player, kind) } else { String::new() };
                counted(count(player, kind), &about.name) + &place
            });
            joined(&parts.collect::<Vec<_>>(), "and")
        };
        let places = Player::BOTH.map(|player| listed(player, true));
        let counts = Player::BOTH.map(|player| listed(player, false));
        // Where there are many kinds, the places make the sentence too long to read.
        let n_kinds = (0..rules.kinds.len()).filter(|&kind| count(Player::First, kind) > 0).count();
        let [first, second] = if n_kinds > 2 { counts.clone() } else { places };
        if rules.start.is_empty() {
            return "The board is empty at the start.".to_owned();
        }
        if first == second {
            return format!("Each player starts with {first}.");
        }
        let some = |text: String| if text.is_empty() { "no piece".to_owned() } else { text };
        let names = Player::BOTH.map(|player| self.name(player));
        let sign = if first.contains(',') { ";" } else { "," };
        format!(
            "{} starts with {}{sign} {} with {}.",
            capital(&names[0]),
            some(first),
            names[1],
            some(second)
        )
    }

    fn hand_sentence(&self) -> Option<String> {
        let hands = |wanted: &dyn Fn(&crate::rules::Kind) -> bool| {
            let kinds = self.rules.kinds.iter().filter(|kind| wanted(kind));
            kinds.filter_map(|kind| Some((kind.hand?, kind.name.clone()))).collect::<Vec<_>>()
        };
        let all = hands(&|_| true);
        if all.is_empty() {
            return None;
        }
        let counts: Vec<String> = all.iter().map(|(count, name)| counted(*count, name)).collect();
        let mut sentence = format!("Each player has {} in hand.", joined(&counts, "and"));
        let first = hands(&|kind| kind.placed_first);
        match first.as_slice() {
            [] => {}
            [(1, name)] => {
                sentence.push_str(&format!(" You must place the {name} before you move a piece."));
            }
            _ => {
                let names: Vec<String> = first.iter().map(|(_, name)| plural(name)).collect();
                let names = joined(&names, "and");
                sentence.push_str(&format!(" You must place all {names} in hand before you move a piece."));
            }
        }
        Some(sentence)
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

    /// What pieces do. Kinds that do the same share a sentence.
    fn piece_sentences(&self) -> Vec<String> {
        let mut told: Vec<(Vec<String>, Vec<Deed>)> = Vec::new();
        for piece in &self.tree.pieces {
            let (name, deeds) = (with_article(&piece.name.text), self.deeds(piece));
            match told.last_mut() {
                Some((names, same)) if *same == deeds => names.push(name),
                _ => told.push((vec![name], deeds)),
            }
        }
        let mut sentences = Vec::new();
        for (names, deeds) in told {
            let name = joined(&names, "or");
            sentences.extend(deeds.iter().map(|deed| match deed {
                Deed::Named(what) => format!("{} {what}.", capital(&name)),
                Deed::OnBoard(what) => format!("On the board it {what}."),
            }));
        }
        sentences
    }

    fn deeds(&self, piece: &Piece) -> Vec<Deed> {
        let is_place = |motion: &&Motion| {
            matches!(motion.action, Action::PlaceOn(_) | Action::PlaceInColumns | Action::PlaceNextTo(_))
        };
        let (places, moves): (Vec<&Motion>, Vec<&Motion>) = piece.motions.iter().partition(is_place);
        let mut deeds = Vec::new();
        if !places.is_empty() {
            deeds.push(Deed::Named(self.motions(&places)));
        }
        if !moves.is_empty() {
            let words = self.motions(&moves);
            deeds.push(if places.is_empty() { Deed::Named(words) } else { Deed::OnBoard(words) });
        }
        for becomes in &piece.becomes {
            let kind = with_article(&becomes.kind.text);
            let place = self.zones_in_words(&becomes.zones, "or");
            let chain = match becomes.within_chain {
                _ if self.rules.jumps.iter().all(|jump| jump.chain == Chain::Once) => "",
                WithinChain::Passes => " if its move ends there",
                WithinChain::Stops => ", and its move ends there",
                WithinChain::GoesOn => ", and jumps on as such if it can",
            };
            deeds.push(Deed::Named(format!("that comes to {place} becomes {kind}{chain}")));
        }
        deeds
    }

    /// Some ways to move, joined; a verb that they share is said once.
    fn motions(&self, motions: &[&Motion]) -> String {
        let mut words = String::new();
        let mut last_verb = String::new();
        for (index, motion) in motions.iter().enumerate() {
            let (verb, rest) = self.motion(motion);
            let sign = match index {
                0 => "",
                _ if index + 1 == motions.len() => ", or ",
                _ => ", ",
            };
            words.push_str(sign);
            if verb != last_verb {
                words.push_str(&format!("{verb} "));
            }
            words.push_str(&rest);
            last_verb = verb;
        }
        words
    }

    /// Names of cells, row by row from the bottom left.
    fn cell_names(&self, cells: Set) -> Vec<String> {
        let shape = &self.rules.shape;
        let mut bits: Vec<usize> = cells.cells().collect();
        bits.sort_by_key(|&bit| {
            let (row, col) = shape.place(bit);
            (if self.rules.counts_from_top { row } else { shape.rows - row }, col)
        });
        bits.into_iter().map(|bit| shape.name(bit, self.rules.counts_from_top)).collect()
    }

    /// A named zone: with its cells, if they are few and the same for both players.
    fn zone_with_cells(&self, index: usize) -> Option<[String; 2]> {
        let (name, written) = self.tree.zones.get(index)?;
        let [first, second] = *self.rules.zones.get(index)?;
        let short = format!("the {}", name.raw);
        let cells = if first != second {
            // What other zones are made of is told where they are named.
            self.zones_in_words_within(written, "and", false)
        } else if first.count() <= FEW_CELLS {
            joined(&self.cell_names(first), "and")
        } else {
            format!("{} cells", first.count())
        };
        Some([format!("{short} ({cells})"), short])
    }

    /// Leaves out the cells of a zone where it is named again.
    fn told_once(&self, mut text: String) -> String {
        for index in 0..self.tree.zones.len() {
            let Some([long, short]) = self.zone_with_cells(index) else { continue };
            if let Some(at) = text.find(&long) {
                let (head, rest) = text.split_at(at + long.len());
                text = format!("{head}{}", rest.replace(&long, &short));
            }
        }
        text
    }

    /// Cells as a person would name them: `the far row`, `b3 or d3`.
    fn zones_in_words(&self, zones: &[Zone], word: &str) -> String {
        self.zones_in_words_within(zones, word, true)
    }

    fn zones_in_words_within(&self, zones: &[Zone], word: &str, with_cells: bool) -> String {
        let side = |near: bool| if near { "near" } else { "far" };
        let words = zones.iter().map(|zone| match zone {
            Zone::Rows { near, count, .. } => match self.value(count) {
                1 => format!("the {} row", side(*near)),
                count => format!("the {} {count} rows", if *near { "nearest" } else { "farthest" }),
            },
            Zone::Corner { near, .. } => {
                // The corner of a hexagon is one cell; other rows have two ends.
                let s = if self.rules.shape.form == Form::Hexagon { "" } else { "s" };
                format!("the {} corner{s}", side(*near))
            }
            Zone::Centre(_) => "the centre".to_owned(),
            Zone::Edge(_) => "the edge".to_owned(),
            Zone::Cell(cell) => cell.text.clone(),
            Zone::Named(zone) => {
                let index = self.tree.zones.iter().position(|(known, _)| known.text == zone.text);
                let names = index.filter(|_| with_cells).and_then(|index| self.zone_with_cells(index));
                names.map_or_else(|| format!("the {}", zone.raw), |[long, _]| long)
            }
        });
        joined(&words.collect::<Vec<_>>(), word)
    }

    /// One way to move: its verb, and the rest.
    fn motion(&self, motion: &Motion) -> (String, String) {
        let target = |what: &TargetKind| match what {
            TargetKind::Enemy => "onto an enemy, taking it".to_owned(),
            TargetKind::EmptyOrEnemy => "to an empty cell or onto an enemy, taking it".to_owned(),
            TargetKind::Zone(zones) => format!("to an empty cell of {}", self.zones_in_words(zones, "or")),
            _ => "to an empty cell".to_owned(),
        };
        let (verb, mut rest) = match &motion.action {
            Action::Step { directions, to } => {
                ("steps", format!("one cell {} {}", ways(directions), target(&to.what)))
            }
            Action::Slide { directions, up_to, to } => {
                let far = match up_to {
                    Some(number) => format!("up to {} cells", self.value(number)),
                    None => "any distance".to_owned(),
                };
                let end = match &to.what {
                    TargetKind::Empty => String::new(),
                    TargetKind::EmptyOrEnemy => ", and may end on an enemy, taking it".to_owned(),
                    what => format!(" {}", target(what)),
                };
                ("slides", format!("{far} {} over empty cells{end}", ways(directions)))
            }
            Action::Leap { by, directions, to } => {
                let by = [self.value(&by[0]), self.value(&by[1])];
                ("leaps", format!("{} {}", self.leap(by, directions), target(&to.what)))
            }
            Action::PlaceOn(what) => match &what.what {
                TargetKind::Zone(zones) => {
                    ("is placed", format!("on an empty cell of {}", self.zones_in_words(zones, "or")))
                }
                _ => ("is placed", "on any empty cell".to_owned()),
            },
            Action::PlaceInColumns => {
                ("is dropped", "into a column and falls to its lowest empty cell".to_owned())
            }
            Action::PlaceNextTo(neighbour) => {
                let whose = match neighbour {
                    Neighbour::Own => "a piece of your own",
                    Neighbour::Enemy => "an enemy",
                    Neighbour::Any => "any piece",
                };
                ("is placed", format!("on an empty cell next to {whose}"))
            }
            Action::Jump { directions, up_to, over, to } => {
                let whose = match over.as_ref().map(|over| &over.what) {
                    Some(TargetKind::Own) => "a piece of its own",
                    Some(TargetKind::Enemy) => "an enemy",
                    _ => "a piece",
                };
                let takes = motion.effects.iter().any(|(effect, _)| matches!(effect, Effect::TakingIt));
                let taking = if takes { ", which it takes" } else { "" };
                let as_well = if takes { " as well" } else { "" };
                let landing = |behind: &str| match &to.what {
                    TargetKind::Enemy => format!("onto an enemy {behind}, taking it{as_well}"),
                    TargetKind::EmptyOrEnemy => {
                        format!("to an empty cell or onto an enemy {behind}, taking it{as_well}")
                    }
                    what => format!("{} {behind}", target(what)),
                };
                let far = up_to.as_ref().map(|number| self.value(number)).filter(|&far| far > 2);
                let rest = match far {
                    // As far as the board goes.
                    Some(far) if far + 1 >= self.rules.shape.rows.max(self.rules.shape.cols) => {
                        format!(
                            "{} over {whose}, near or far{taking}, {}",
                            ways(directions),
                            landing("behind it")
                        )
                    }
                    Some(far) => format!(
                        "up to {far} cells {} over {whose}{taking}, {}",
                        ways(directions),
                        landing("behind it")
                    ),
                    None => format!(
                        "{} over {whose} beside it{taking}, {}",
                        ways(directions),
                        landing("behind that")
                    ),
                };
                ("jumps", rest)
            }
        };
        for (effect, _) in &motion.effects {
            match effect {
                Effect::ThenHole(shot) => rest.push_str(&format!(", and then {}", self.shot(shot))),
                Effect::TurningLines => rest.push_str(
                    " where it turns over at least one enemy: all enemies in unbroken lines between it and another \
                     piece of your own become yours",
                ),
                Effect::TakingBetween => {
                    rest.push_str(", taking all enemies in unbroken lines between it and another piece of your own");
                }
                _ => {}
            }
        }
        if motion.effects.iter().any(|(effect, _)| matches!(effect, Effect::LeavingAHole)) {
            rest.push_str(" (the cell it leaves disappears)");
        }
        (verb.to_owned(), rest)
    }

    /// The hole that is made after a move.
    fn shot(&self, shot: &Motion) -> String {
        let end = |to: &TargetKind| match to {
            TargetKind::Zone(zones) => format!("an empty cell of {}", self.zones_in_words(zones, "or")),
            _ => "an empty cell".to_owned(),
        };
        let gone = "which is gone for the rest of the game";
        match &shot.action {
            Action::Slide { directions, up_to, to } => {
                let far = match up_to {
                    Some(number) => format!("up to {} cells", self.value(number)),
                    None => "any distance".to_owned(),
                };
                let ways = ways(directions);
                format!("shoots at {} {far} {ways} over empty cells, {gone}", end(&to.what))
            }
            Action::Step { directions, to } => {
                format!("shoots at {} next to it {}, {gone}", end(&to.what), ways(directions))
            }
            Action::Leap { by, directions, to } => {
                let by = [self.value(&by[0]), self.value(&by[1])];
                format!("shoots at {} {}, {gone}", end(&to.what), self.leap(by, directions))
            }
            Action::PlaceOn(to) => format!("chooses {}, {gone}", end(&to.what)),
            _ => String::new(),
        }
    }

    /// How jumps follow each other, and whether they must be made.
    fn jump_sentences(&self) -> Vec<String> {
        let rules = &self.rules;
        let mut sentences = Vec::new();
        let takes = rules.jumps.iter().any(|jump| jump.takes);
        let chain = rules.jumps.iter().map(|jump| jump.chain).find(|&chain| chain != Chain::Once);
        if let Some(chain) = chain {
            let straight = if chain == Chain::StraightOn { " in the same direction" } else { "" };
            let is_long = rules.jumps.iter().any(|jump| jump.chain != Chain::Once && jump.reach > 2);
            let how = match rules.must_jump {
                Some(_) if is_long => "it must land where it can do so, and go on in the same move",
                Some(_) => "it must go on jumping in the same move",
                None => "it may go on jumping in the same move, and may stop after any jump",
            };
            sentences.push(format!("If a piece that has jumped can jump again{straight}, {how}."));
            if takes {
                sentences.push(
                    "Pieces that it takes leave the board when the move ends, and none is jumped over twice."
                        .to_owned(),
                );
            }
        }
        match rules.must_jump {
            Some(MustJump { most: true }) => sentences.push(
                "You must jump if you can, and choose among the moves that take the most pieces.".to_owned(),
            ),
            Some(MustJump { most: false }) => sentences.push("You must jump if you can.".to_owned()),
            None => {}
        }
        sentences
    }

    fn pass_sentence(&self) -> Option<String> {
        match self.rules.passes {
            Passes::Never => None,
            Passes::IfStuck => Some("A player who cannot move passes.".to_owned()),
            Passes::Always => Some("A player may always pass.".to_owned()),
        }
    }

    /// What begins the count of a limit anew, behind it.
    fn without(&self, without: &Without) -> String {
        let mut parts = Vec::new();
        let all = [
            (without.captures, "a capture"),
            (without.jumps, "a jump"),
            (without.placings, "a piece that is placed"),
        ];
        parts.extend(all.into_iter().filter(|(counts, _)| *counts).map(|(_, words)| words.to_owned()));
        let name = |&kind: &usize| format!("a move of {}", with_article(&self.rules.kinds[kind].name));
        parts.extend(without.kinds.iter().map(name));
        format!(" without {}", joined(&parts, "or"))
    }

    fn leap(&self, mut by: [usize; 2], directions: &[Name]) -> String {
        by.sort_unstable();
        let is_squares = self.rules.shape.form == Form::Squares;
        let cells = |n: usize| if n == 1 { "one cell".to_owned() } else { format!("{n} cells") };
        let how = match by {
            [1, 2] if is_squares => "like a chess knight".to_owned(),
            [0, far] if is_squares => format!("{} orthogonally", cells(far)),
            [far, same] if is_squares && far == same => format!("{} diagonally", cells(far)),
            [0, far] => format!("{} in a straight line", cells(far)),
            [near, far] if is_squares => format!("{} one way and {near} at right angles", cells(far)),
            [near, far] => format!("{} one way and {near} in a direction beside it", cells(far)),
        };
        match (directions.is_empty(), by) {
            (true, _) => how,
            (false, [1, 2]) if is_squares => format!("{} {how}", ways(directions)),
            (false, _) => format!("{how}, ending farther {},", ways(directions)),
        }
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
        let board = match staying.len() {
            0 => "no turn or reflection".to_owned(),
            7 => "all turns and reflections".to_owned(),
            _ => staying.join(", "),
        };
        match swapping {
            Some(symmetry) => format!("Symmetric: {board}; and for the players ({}).", turn(symmetry)),
            None if self.rules.are_the_players_alike() => {
                format!("Symmetric: {board}; and for the players (colours exchanged).")
            }
            None => format!("Symmetric: {board}. The players' rules are not symmetric."),
        }
    }

    /// The goals; those that follow each other and mean the same for the same player share a sentence.
    fn goal_sentences(&self) -> Vec<String> {
        let mut told: Vec<(String, Vec<String>)> = Vec::new();
        for (goal, written) in self.rules.goals.iter().zip(&self.tree.goals) {
            let name = goal.subject.map_or("you".to_owned(), |player| self.name(player));
            let s = if goal.subject.is_none() { "" } else { "s" };
            let result = match goal.result {
                GoalResult::Win => format!("{name} win{s}"),
                GoalResult::Lose => format!("{name} lose{s}"),
                GoalResult::Draw => "the game is drawn".to_owned(),
                GoalResult::MostPieces(kind) => {
                    let what = kind.map_or("pieces".to_owned(), |kind| plural(&self.rules.kinds[kind].name));
                    format!("whoever has more {what} on the board wins, and as many each is a draw,")
                }
            };
            let condition = format!("if {}", self.condition(goal, &written.condition));
            match told.last_mut() {
                Some((same, conditions)) if *same == result => conditions.push(condition),
                _ => told.push((result, vec![condition])),
            }
        }
        let sentence = |(result, conditions): (String, Vec<String>)| {
            let conditions = match conditions.as_slice() {
                [most @ .., last] if !most.is_empty() => format!("{}, or {last}", most.join(", ")),
                _ => conditions.concat(),
            };
            format!("{} {conditions}.", capital(&result))
        };
        told.into_iter().map(sentence).collect()
    }

    /// What must hold, after "if": "you reach the far row", "it connects the top and bottom sides".
    fn condition(&self, goal: &Goal, written: &Condition) -> String {
        let kinds = &self.rules.kinds;
        let many = |kind: Option<usize>| match (kind, kinds.as_slice()) {
            (Some(kind), _) => plural(&kinds[kind].name),
            (None, [only]) => plural(&only.name),
            (None, _) => "pieces".to_owned(),
        };
        let (who, whose, s) = match (goal.subject, &self.tree.players) {
            (None, _) => ("you", "your", ""),
            (Some(_), None) => ("they", "their", ""),
            (Some(_), Some(_)) => ("it", "its", "s"),
        };
        let other = match goal.subject {
            None => "the opponent".to_owned(),
            Some(player) => self.name(player.other()),
        };
        match (&goal.test, written) {
            (Test::Reach { kind, .. }, Condition::Reach { zones, .. }) => {
                let with =
                    kind.map_or(String::new(), |kind| format!(" with {}", with_article(&kinds[kind].name)));
                let es = if s.is_empty() { "" } else { "es" };
                format!("{who} reach{es} {}{with}", self.zones_in_words(zones, "or"))
            }
            (Test::AllOn { .. }, Condition::AllOn(zones)) => {
                format!("all {whose} {} are on {}", many(None), self.zones_in_words(zones, "and"))
            }
            (Test::Line { length, exactly, kind, by_anyone }, _) => {
                let count = if *exactly { format!("exactly {length}") } else { format!("{length} or more") };
                let after = if goal.subject.is_none() { " after your move" } else { "" };
                match by_anyone {
                    true => format!("{count} {} stand in a line{after}, whoever owns them", many(*kind)),
                    false => format!("{count} of {whose} {} stand in a line", many(*kind)),
                }
            }
            (Test::Connect { names, .. }, _) => {
                format!("{who} connect{s} the {} and {} sides", names[0], names[1])
            }
            (Test::Fewer { is_taken: true, kind: Some(kind), .. }, _) => {
                format!("{who} take{s} {}", with_article(&kinds[*kind].name))
            }
            (Test::Fewer { than: [1, 1], kind, .. }, _) => format!("{other} has no {} left", many(*kind)),
            (Test::Fewer { than, kind, .. }, _) => {
                format!("{other} has fewer than {} {}", than[0], many(*kind))
            }
            (Test::BoardFull, _) => "the board is full".to_owned(),
            (Test::BothCannotMove, _) => "neither player can move".to_owned(),
            (Test::CannotMove | Test::Reach { .. } | Test::AllOn { .. }, _) => format!("{other} cannot move"),
        }
    }
}

fn ways(directions: &[Name]) -> String {
    let mut left: Vec<&str> = directions.iter().map(|name| name.text.as_str()).collect();
    let mut words: Vec<String> = Vec::new();
    // Two that belong together have a word of their own.
    for (pair, word) in [
        (["forward-left", "forward-right"], "diagonally forward"),
        (["back-left", "back-right"], "diagonally back"),
        (["left", "right"], "sideways"),
    ] {
        if pair.iter().all(|part| left.contains(part)) {
            left.retain(|name| !pair.contains(name));
            words.push(word.to_owned());
        }
    }
    let others = left.into_iter().map(|name| match name {
        "any" => "in any direction".to_owned(),
        "orthogonal" => "orthogonally".to_owned(),
        "diagonal" => "diagonally".to_owned(),
        "forward-diagonal" => "diagonally forward".to_owned(),
        "left" | "right" => format!("to the {name}"),
        other => other.to_owned(),
    });
    let words: Vec<String> = others.chain(words).collect();
    joined(&words, "or")
}
