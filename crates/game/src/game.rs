//! A game: one member of a family with its sizes fixed, and everything about it that is not the hot path.

use std::fmt::Debug;
use std::sync::Arc;

use crate::quantity::FeatureGauge;
use crate::{
    About, Actions, Arrangement, EvaluatorInfo, FeatureInfo, Gauge, Hints, Inputs, MoveError, MoveView,
    Opened, OpenedPolicy, Outcome, Parameters, Player, Plays, PolicyInfo, Position, PositionError,
    QuantityInfo, Swatch, Symmetry, View, notation,
};

/// The move type of a game.
pub type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// The rules of a game on one board, as people and files see them.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// The state between two moves.
    type Position: Hints;

    /// The one text that names this game and its sizes; opening it again gives the same game.
    fn id(&self) -> String;

    /// The facts about its family.
    fn about(&self) -> &'static About;

    /// The position in which the game starts.
    fn start(&self) -> Self::Position;

    /// No game from the start has more plies than this.
    fn max_plies(&self) -> usize;

    /// Whether a game can end in a draw.
    fn can_draw(&self) -> bool {
        true
    }

    /// Whether a position has more than its picture shows: a clock, or pieces in hand that the board does not tell. A board that
    /// somebody arranged is then one of several positions.
    fn has_memory(&self) -> bool {
        false
    }

    /// Whether proof numbers solve it best. They do where a few forcing lines decide; where the whole board must be gone
    /// through, alpha-beta does.
    fn suits_proof_numbers(&self) -> bool {
        false
    }

    /// Why a finished game ended, in a word for machines (`home`, `no-move`, `line`); `None` while it goes on.
    fn reason(&self, pos: &Self::Position) -> Option<&'static str>;

    /// The same in words for people, to stand behind the winner's name: "reached the enemy home".
    fn reason_in_words(&self, reason: &str) -> String;

    /// Writes a legal move of this position.
    fn write_move(&self, pos: &Self::Position, mv: MoveOf<Self>) -> String;

    /// Says what is wrong with a text that names no legal move here. `text` is normalised as by
    /// [`notation::normalise`], and neither empty nor read in a finished game.
    fn explain(&self, pos: &Self::Position, text: &str) -> MoveError;

    /// Writes a position, side to move included.
    fn write_position(&self, pos: &Self::Position) -> String;

    /// Reads what [`write_position`](Game::write_position) writes.
    fn read_position(&self, text: &str) -> Result<Self::Position, PositionError>;

    /// The board as a screen needs it, without what only the history of a game tells (see [`View::follow`]).
    fn view(&self, pos: &Self::Position) -> View;

    /// A legal move as a screen needs it: which cells it touches.
    fn move_view(&self, pos: &Self::Position, mv: MoveOf<Self>) -> MoveView;

    /// What may be put on the board where somebody sets a position up, the first player's pieces first.
    fn palette(&self) -> Vec<Swatch>;

    /// Writes a board that somebody arranged, as [`write_position`](Game::write_position) would write it if it were a
    /// position: whether it is one, [`read_position`](Game::read_position) says. There is a letter of the palette, or
    /// [`EMPTY`](crate::arrangement::EMPTY), for every cell of the view.
    fn write_arrangement(&self, arrangement: &Arrangement) -> String;

    /// The moves, numbered for learners: small numbers from the side to move, computed from bits.
    fn plays(&self) -> Plays<Self::Position>;

    /// The symmetries of the rules, the identity left out.
    fn symmetries(&self) -> Vec<Symmetry>;

    /// The position on the other side of one of this game's symmetries.
    fn transform(&self, symmetry: &Symmetry, pos: &Self::Position) -> Self::Position;

    /// The move that corresponds to `mv` on the other side.
    fn transform_move(&self, symmetry: &Symmetry, pos: &Self::Position, mv: MoveOf<Self>) -> MoveOf<Self>;

    /* Heuristics: a game without any leaves these out. */

    /// The features, in the order of [`measure`](Game::measure).
    fn features(&self) -> &'static [FeatureInfo] {
        &[]
    }

    /// Writes the value of every feature, from the side to move of a position in which the game goes on. `values` has
    /// room for exactly as many.
    fn measure(&self, _pos: &Self::Position, _values: &mut [f64]) {}

    /// The smallest and the largest value of every feature, for either player; infinite where nobody has said.
    fn feature_ranges(&self) -> Vec<[f64; 2]> {
        vec![[f64::NEG_INFINITY, f64::INFINITY]; self.features().len()]
    }

    /// What expressions can name. All features are among them, with underscores for hyphens; a game whose formulas need more
    /// writes this and [`gauge`](Game::gauge).
    fn quantities(&self) -> Vec<QuantityInfo> {
        let ranges = self.feature_ranges();
        self.features()
            .iter()
            .zip(ranges)
            .map(|(info, range)| QuantityInfo::of_feature(info, range))
            .collect()
    }

    /// Opens what measures these quantities, by their places in the list. Opened once, then asked of every position.
    fn gauge(&self, wanted: &[usize]) -> Arc<dyn Gauge<Self::Position>> {
        let n_features = self.features().len();
        Arc::new(FeatureGauge { game: self.clone(), wanted: wanted.to_vec(), n_features })
    }

    /// The evaluators that [`evaluator`](Game::evaluator) knows, the best one first.
    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        &[]
    }

    /// Opens an evaluator by its name and parameters; `None` if there is none of this name.
    fn evaluator(&self, _name: &str, _parameters: Parameters) -> Option<Opened<Self::Position>> {
        None
    }

    /// The policies for playouts that [`policy`](Game::policy) knows; those that every game has are not among them.
    fn policies(&self) -> &'static [PolicyInfo] {
        &[]
    }

    /// Opens a policy by its name and parameters; `None` if there is none of this name.
    fn policy(&self, _name: &str, _parameters: Parameters) -> Option<OpenedPolicy<Self::Position>> {
        None
    }

    /// What a network sees of a position. Opened once, then asked of every position; worth writing from the bits of a
    /// position, because reading it off pictures takes a thousand times as long.
    fn inputs(&self) -> Inputs<Self::Position> {
        Inputs::derived(self)
    }

    /// What a player can do, numbered: the outputs of a network that judges moves.
    fn actions(&self) -> Actions<Self::Position> {
        Actions::derived(self)
    }

    /* What every game gets; override only the sentences, and only to say them better. */

    /// Reads a move: a text is a move exactly if it is what [`write_move`](Game::write_move) writes for one of
    /// the legal moves, give or take spaces and capitals.
    fn read_move(&self, pos: &Self::Position, text: &str) -> Result<MoveOf<Self>, MoveError> {
        let wanted = notation::normalise(text);
        if wanted.is_empty() {
            return Err(MoveError::unreadable(text, 0, "a move"));
        }
        if let Some(how) = self.tell_end(pos) {
            return Err(MoveError::GameOver { text: text.trim().to_owned(), how });
        }
        let mut moves = Vec::new();
        pos.moves(&mut moves);
        moves
            .into_iter()
            .find(|&mv| self.write_move(pos, mv) == wanted)
            .ok_or_else(|| self.explain(pos, &wanted).about_typed(text))
    }

    /// What the first and the second player are called.
    fn players(&self) -> [&'static str; 2] {
        self.about().players
    }

    /// What a player is called in this game.
    fn name(&self, player: Player) -> &'static str {
        self.players()[player.index()]
    }

    /// A result as a sentence: "white wins: four in a row".
    fn tell(&self, outcome: Outcome, reason: Option<&str>) -> String {
        let why = reason.map(|reason| format!(": {}", self.reason_in_words(reason))).unwrap_or_default();
        match outcome {
            Outcome::Win(player) => format!("{} wins{why}", self.name(player)),
            Outcome::Draw => format!("a draw{why}"),
        }
    }

    /// What was counted where a count decided the game, to stand behind the reason: "34 discs to 30".
    fn count_at_end(&self, _pos: &Self::Position) -> Option<String> {
        None
    }

    /// How a finished game ended, as a sentence: "black wins: neither player can move, 34 discs to 30".
    fn tell_end(&self, pos: &Self::Position) -> Option<String> {
        let sentence = self.tell(pos.outcome()?, self.reason(pos));
        Some(match self.count_at_end(pos) {
            Some(count) => format!("{sentence}, {count}"),
            None => sentence,
        })
    }

    /// A legal move as a sentence to be read aloud: "black 4 takes 11", "white a1 to e5, takes 2 on b2, d4".
    fn speak_move(&self, pos: &Self::Position, mv: MoveOf<Self>) -> String {
        self.move_view(pos, mv).speak(self.name(pos.to_move()), &self.view(pos))
    }

    /// A cell and what is on it as a sentence to be read aloud: "11, white pawn".
    fn speak_cell(&self, pos: &Self::Position, cell: usize) -> String {
        let view = self.view(pos);
        let name = &view.cells[cell].name;
        match view.pieces.iter().find(|piece| piece.cell == cell) {
            Some(piece) => format!("{name}, {} {}", self.name(piece.owner), piece.kind),
            None if view.cells[cell].is_blocked => format!("{name}, blocked"),
            None => format!("{name}, empty"),
        }
    }
}
