//! A described game as people and files see it.

use std::sync::Arc;

use zermelo_board::bits::Bits;
use zermelo_game::{
    About, Actions, Arrangement, Cell, EvaluatorInfo, FeatureInfo, Game, Gauge, Inputs, Line, MoveError,
    MoveView, Opened, Parameters, Piece, Player, Plays, Position, PositionError, Swatch, Symmetry, Tray,
    View,
};

use crate::cells::Cells;
use crate::english::plural;
use crate::features::Features;
use crate::judge::find_line;
use crate::moves::Move;
use crate::picture;
use crate::position::Board;
use crate::reasons;
use crate::rules::{Goal, GoalResult, MOST_HANDS, Rules, Test};
use crate::shape::Set;
use crate::tables::Tables;
use crate::text::Letters;
use crate::weighted::{EVALUATORS, Weighted};

/// A described game with one size of sets.
#[derive(Clone, Debug)]
pub struct Described<B: Cells> {
    tables: &'static Tables<B>,
    features: &'static Features<B>,
    start: Board<B>,
    /// Whether no player ever has more than one piece.
    pub(crate) is_single: bool,
}

impl<B: Cells> Described<B> {
    /// The game of these tables.
    pub fn new(tables: &'static Tables<B>, features: &'static Features<B>) -> Self {
        let empty = Board::new(tables, [&[], &[]], B::EMPTY, [[0; MOST_HANDS]; 2], 0, Player::First);
        let mut game = Described { tables, features, start: empty, is_single: false };
        game.is_single = game.has_single_pieces();
        game.start = game.first_position();
        game
    }

    /// The tables.
    pub(crate) fn tables(&self) -> &'static Tables<B> {
        self.tables
    }

    /// The rules.
    pub fn rules(&self) -> &'static Rules {
        &self.tables.rules
    }

    /// The weights of the evaluator `default`, by feature. They are fitted on quick games when they are
    /// first needed; where they do not win a match against the rule of thumb, they are its weights on the scale of the games.
    pub fn default_weights(&self) -> Vec<(&'static str, f64)> {
        let names = self.features.about().iter().map(|feature| feature.name);
        names.zip(self.features.fitted(&self.start).iter().copied()).collect()
    }

    /// The number of a cell on screen.
    fn index(&self, bit: usize) -> usize {
        self.rules().shape.board.cells().take_while(|&other| other < bit).count()
    }

    /// A board as a position.
    fn position_of(&self, board: &Letters) -> Board<B> {
        let kinds = &self.rules().kinds;
        let mut pieces = [vec![B::EMPTY; kinds.len()], vec![B::EMPTY; kinds.len()]];
        let mut holes = B::EMPTY;
        for (bit, &letter) in self.rules().shape.board.cells().zip(&board.letters) {
            if letter == '#' {
                holes |= B::one(bit);
            }
            for (kind, about) in kinds.iter().enumerate() {
                if let Some(player) = about.letters.iter().position(|&own| own == letter) {
                    pieces[player][kind] |= B::one(bit);
                }
            }
        }
        let hands = board.hands.unwrap_or_else(|| self.told_hands(&board.letters));
        Board::new(self.tables, [&pieces[0], &pieces[1]], holes, hands, board.clock, board.to_move)
    }

    fn letters_of(&self, pos: &Board<B>) -> Letters {
        let letters = self.rules().shape.board.cells().map(|bit| self.letter(pos, bit)).collect();
        Letters { letters, to_move: pos.to_move(), hands: Some(pos.hands), clock: pos.clock }
    }

    /// The position in which the game starts.
    fn first_position(&self) -> Board<B> {
        let rules = self.rules();
        let mut letters = vec!['.'; rules.shape.board.count()];
        for stone in &rules.start {
            letters[self.index(stone.bit)] = rules.kinds[stone.kind].letters[stone.player.index()];
        }
        let mut hands = [[0; MOST_HANDS]; 2];
        for (kind, about) in rules.kinds.iter().enumerate() {
            if let Some(slot) = self.tables.hand_of[kind] {
                hands.iter_mut().for_each(|hand| hand[slot] = about.hand.unwrap_or(0) as u8);
            }
        }
        self.position_of(&Letters { letters, to_move: Player::First, hands: Some(hands), clock: 0 })
    }

    /// The line that ended the game, if one did.
    fn winning_line(&self, pos: &Board<B>) -> Option<Line> {
        let goal = &self.rules().goals[pos.end.goal()?];
        let Test::Line { length, exactly, kind, by_anyone } = goal.test else { return None };
        let subject = goal.subject.unwrap_or(pos.to_move().other());
        let all = if by_anyone { pos.own[0] | pos.own[1] } else { pos.own[subject.index()] };
        let cells: Set = kind.map_or(all, |kind| all & pos.of_kind(kind as u8)).widened();
        let bits = find_line(self.rules(), cells, length, exactly)?;
        let cells = bits.into_iter().map(|bit| self.index(bit)).collect();
        Some(Line { cells, by: reasons::word(self.rules(), pos.end.goal()?) })
    }
}

impl<B: Cells> Described<B> {
    /// A move of a piece to a cell, as far as the first tier knows it.
    fn plain_view(&self, pos: &Board<B>, mv: Move, text: String) -> MoveView {
        let to = self.index(mv.to());
        let kind = self.chooses_kind().then(|| self.rules().kinds[mv.kind()].name.as_str());
        match mv.from() {
            Some(from) => {
                let from = self.index(from);
                let holes = mv.leaves_hole().then_some(from).into_iter().collect();
                MoveView { holes, ..MoveView::step(text, from, to, !pos.empty.has(mv.to())) }
            }
            None if mv.falls() => {
                MoveView { kind, ..MoveView::drop(text, self.rules().shape.column(mv.to()), to) }
            }
            None => MoveView { kind, ..MoveView::place(text, to) },
        }
    }

    /// How many pieces each player has of those that a goal counts, if it counts any.
    fn counts(pos: &Board<B>, goal: &Goal) -> Option<[usize; 2]> {
        let GoalResult::MostPieces(kind) = goal.result else { return None };
        Some(pos.own.map(|own| kind.map_or(own, |kind| own & pos.of_kind(kind as u8)).count()))
    }

    /// Cells in the order in which a way over others comes to them.
    fn along(&self, way: &[usize], cells: B) -> Vec<usize> {
        let place = |bit: usize| {
            let (row, col) = self.rules().shape.place(bit);
            (row as isize, col as isize)
        };
        let mut left: Vec<usize> = cells.cells().collect();
        let mut ordered = Vec::new();
        for leg in way.windows(2) {
            let (start, end) = (place(leg[0]), place(leg[1]));
            let ahead = (end.0 - start.0, end.1 - start.1);
            // How far a cell is on the leg, if it lies there.
            let far = |bit: usize| {
                let (down, right) = (place(bit).0 - start.0, place(bit).1 - start.1);
                let far = down * ahead.0 + right * ahead.1;
                let is_between = far > 0 && far <= ahead.0 * ahead.0 + ahead.1 * ahead.1;
                (down * ahead.1 == right * ahead.0 && is_between).then_some(far)
            };
            let mut here: Vec<usize> = left.extract_if(.., |bit| far(*bit).is_some()).collect();
            here.sort_by_key(|&bit| far(bit));
            ordered.append(&mut here);
        }
        ordered.append(&mut left);
        ordered
    }

    /// The move that does on the turned board what this one does.
    fn turned_jump(&self, symmetry: &Symmetry, pos: &Board<B>, mv: Move, image: &[usize]) -> Move {
        let us = pos.to_move().index();
        let Some(landing) = pos.landing(us, mv) else { return mv };
        let turned = |cells: B| cells.cells().fold(B::EMPTY, |set, bit| set | B::one(image[bit]));
        let there = self.transform(symmetry, pos);
        let (from, to, taken) = (image[mv.from().unwrap_or(0)], image[mv.to()], turned(landing.taken));
        let mut rank = 0;
        there.each_chain(there.to_move().index(), from, &mut |other, _| {
            let is_it = (other.to, other.taken, other.kind) == (to, taken, landing.kind);
            if is_it {
                rank = other.rank;
            }
            is_it
        });
        Move::jump(from, to, mv.kind(), rank)
    }
}

impl<B: Cells> Game for Described<B> {
    type Position = Board<B>;

    fn id(&self) -> String {
        self.tables.id.clone()
    }

    fn about(&self) -> &'static About {
        &self.tables.about
    }

    fn start(&self) -> Board<B> {
        self.start
    }

    fn max_plies(&self) -> usize {
        self.tables.max_plies
    }

    fn can_draw(&self) -> bool {
        let rules = self.rules();
        let is_draw = |goal: &Goal| matches!(goal.result, GoalResult::Draw | GoalResult::MostPieces(_));
        rules.goals.iter().any(is_draw) || rules.limit.as_ref().is_some_and(|limit| limit.winner.is_none())
    }

    fn has_memory(&self) -> bool {
        self.tables.has_memory
    }

    fn reason(&self, pos: &Board<B>) -> Option<&'static str> {
        pos.end.reason(self.rules())
    }

    fn reason_in_words(&self, reason: &str) -> String {
        reasons::in_words(self.rules(), reason)
    }

    fn count_at_end(&self, pos: &Board<B>) -> Option<String> {
        let rules = self.rules();
        let goal = rules.goals.get(pos.end.goal()?)?;
        let GoalResult::MostPieces(kind) = goal.result else { return None };
        let [first, second] = Self::counts(pos, goal)?;
        let (more, less) = (first.max(second), first.min(second));
        let only = (rules.kinds.len() == 1).then_some(0);
        let what = kind.or(only).map_or("piece", |kind| &rules.kinds[kind].name);
        let what = if more == 1 { what.to_owned() } else { plural(what) };
        Some(if more == less { format!("{more} {what} each") } else { format!("{more} {what} to {less}") })
    }

    fn write_move(&self, pos: &Board<B>, mv: Move) -> String {
        self.move_text(pos, mv)
    }

    fn explain(&self, pos: &Board<B>, text: &str) -> MoveError {
        self.why_not(pos, text)
    }

    fn write_position(&self, pos: &Board<B>) -> String {
        self.write_letters(&self.letters_of(pos))
    }

    fn read_position(&self, text: &str) -> Result<Board<B>, PositionError> {
        let board = self.read_letters(text)?;
        for (kind, about) in self.rules().kinds.iter().enumerate() {
            // What is on the board came from the start or the hand, unless pieces change or come without limit.
            let is_counted =
                !self.rules().can_change() && !self.rules().can_turn() && !self.rules().is_unlimited(kind);
            for player in Player::BOTH.into_iter().filter(|_| is_counted) {
                let letter = about.letters[player.index()];
                let count = board.letters.iter().filter(|&&other| other == letter).count();
                let supply = self.rules().supply(player, kind);
                if count > supply {
                    let name = &self.rules().players[player.index()];
                    let problem =
                        format!("{name} has only {supply} of {}, but {count} are on the board", about.name);
                    return Err(PositionError::new(text, 0, problem));
                }
            }
        }
        let pos = self.position_of(&board);
        if (pos.own[0] | pos.own[1]).is_empty() && self.tables.placings[0].is_empty() {
            return Err(PositionError::new(text, 0, "there are no pieces on the board"));
        }
        Ok(pos)
    }

    fn view(&self, pos: &Board<B>) -> View {
        let rules = self.rules();
        let shape = &rules.shape;
        let cells = shape.board.cells().map(|bit| {
            let is_blocked = self.letter(pos, bit) == '#';
            Cell { is_blocked, ..picture::cell(rules, bit) }
        });
        let pieces = shape.board.cells().enumerate().filter_map(|(cell, bit)| {
            let player = pos.own.iter().position(|own| own.has(bit))?;
            let kind = &rules.kinds[pos.kind_at(bit)];
            Some(Piece::new(cell, kind.name.as_str(), kind.letters[player], Player::BOTH[player]))
        });
        let mut trays = Vec::new();
        for owner in Player::BOTH {
            for (kind, about) in rules.kinds.iter().enumerate() {
                if let Some(slot) = self.tables.hand_of[kind] {
                    let count = usize::from(pos.hands[owner.index()][slot]);
                    trays.push(Tray { owner, kind: about.name.as_str(), count });
                }
            }
        }
        let mut view = View {
            trays,
            counts: rules.goals.iter().find_map(|goal| Self::counts(pos, goal)),
            has_sides: rules.has_sides,
            line: self.winning_line(pos),
            ..View::of(self, pos, cells.collect::<Vec<_>>(), pieces.collect::<Vec<_>>())
        };
        [view.columns, view.rows] = picture::labels(rules);
        view
    }

    fn move_view(&self, pos: &Board<B>, mv: Move) -> MoveView {
        let text = self.move_text(pos, mv);
        if mv.is_pass() {
            return MoveView::pass(text);
        }
        let us = pos.to_move().index();
        let indices = |cells: B| cells.cells().map(|bit| self.index(bit)).collect::<Vec<_>>();
        if mv.is_jump() {
            let way = pos.path(us, mv);
            let taken = self.along(&way, pos.taken_by(us, mv));
            let [path, taken] =
                [way, taken].map(|bits| bits.into_iter().map(|bit| self.index(bit)).collect::<Vec<_>>());
            return MoveView::jump(text, &path, taken);
        }
        if self.tables.second.is_some() {
            let seen = self.plain_view(pos, mv, text);
            let hole = mv.hole().map(|bit| self.index(bit));
            return MoveView {
                captured: indices(pos.taken_by(us, mv)),
                turned: indices(pos.turned_by(us, mv)),
                holes: seen.holes.iter().copied().chain(hole).collect(),
                shoots: hole.is_some(),
                ..seen
            };
        }
        self.plain_view(pos, mv, text)
    }

    fn palette(&self) -> Vec<Swatch> {
        let kinds = &self.rules().kinds;
        let pieces = Player::BOTH.into_iter().flat_map(|owner| {
            let swatch = move |kind: &'static crate::rules::Kind| {
                Swatch::piece(kind.letters[owner.index()], kind.name.as_str(), owner)
            };
            kinds.iter().map(swatch)
        });
        pieces.chain(self.has_holes().then_some(Swatch::blocked('#'))).collect()
    }
    fn write_arrangement(&self, arrangement: &Arrangement) -> String {
        let letters = arrangement.letters.clone();
        let hands = Some(self.told_hands(&letters));
        self.write_letters(&Letters { letters, to_move: arrangement.to_move, hands, clock: 0 })
    }

    fn plays(&self) -> Plays<Board<B>> {
        crate::plays::plays(self)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        self.tables.symmetries.clone()
    }

    fn transform(&self, symmetry: &Symmetry, pos: &Board<B>) -> Board<B> {
        let image = self.rules().shape.turned(symmetry.turn).unwrap_or_default();
        let turned = |cells: B| cells.cells().fold(B::EMPTY, |set, bit| set | B::one(image[bit]));
        let n_kinds = self.rules().kinds.len();
        let mut pieces = pos
            .own
            .map(|own| (0..n_kinds).map(|kind| turned(own & pos.of_kind(kind as u8))).collect::<Vec<B>>());
        let holes = turned(self.tables.board & !(pos.own[0] | pos.own[1] | pos.empty));
        let (mut hands, mut to_move) = (pos.hands, pos.to_move);
        if symmetry.swaps_players {
            pieces.swap(0, 1);
            hands.swap(0, 1);
            to_move = to_move.other();
        }
        Board::new(self.tables, [&pieces[0], &pieces[1]], holes, hands, pos.clock, to_move)
    }

    fn transform_move(&self, symmetry: &Symmetry, pos: &Board<B>, mv: Move) -> Move {
        let image = self.rules().shape.turned(symmetry.turn).unwrap_or_default();
        if mv.is_jump() {
            return self.turned_jump(symmetry, pos, mv, &image);
        }
        mv.mapped(|bit| image[bit])
    }

    fn features(&self) -> &'static [FeatureInfo] {
        self.features.about()
    }

    fn measure(&self, pos: &Board<B>, values: &mut [f64]) {
        self.features.measure(pos, values);
    }

    fn feature_ranges(&self) -> Vec<[f64; 2]> {
        self.features.ranges(self.tables)
    }

    fn gauge(&self, wanted: &[usize]) -> Arc<dyn Gauge<Board<B>>> {
        Arc::new(self.features.gauge(wanted))
    }

    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        &EVALUATORS
    }

    fn evaluator(&self, name: &str, parameters: Parameters) -> Option<Opened<Board<B>>> {
        let weighted = match name {
            "default" => {
                parameters.finish().map(|()| Weighted::new(self.features, self.features.fitted(&self.start)))
            }
            "rule-of-thumb" => {
                parameters.finish().map(|()| Weighted::new(self.features, self.features.rule_of_thumb()))
            }
            "weights" => Weighted::read(self.features, parameters),
            _ => return None,
        };
        Some(weighted.map(|weighted| Arc::new(weighted) as _))
    }

    fn inputs(&self) -> Inputs<Board<B>> {
        crate::inputs::inputs(self)
    }

    fn actions(&self) -> Actions<Board<B>> {
        crate::actions::actions(self)
    }
}
