//! A game without its type.

use std::collections::TryReserveError;
use std::sync::Arc;

use zermelo_game::{
    About, Arrangement, Ending, EvaluatorInfo, FeatureInfo, MoveError, MoveView, Outcome, Player, PolicyInfo,
    PositionError, QuantityInfo, Swatch, Symmetry, View,
};
use zermelo_search::{Horizon, ProofTable, Solution, SolvePlan, Worth};

use crate::{
    AgentError, AgentSpec, AnyActions, AnyAgent, AnyEvaluator, AnyPlays, AnyPosition, Boards, Encoder,
    EvalSpec, GameRules, MoveIndex, PlayedGame, Players, Resources,
};

/// Any game, opened. The first part is [`Game`](zermelo_game::Game) made object-safe, with moves as their places; the
/// second part are the doors behind which whole searches and games run with the position's type known.
pub trait AnyGame: Send + Sync {
    /// The one id of the game, sizes included.
    fn id(&self) -> String;

    /// The facts about its family.
    fn about(&self) -> About;

    /// The name of the game: the preset's, if it is one.
    fn title(&self) -> &'static str;

    /// The game in a sentence or two: the preset's, if it is one.
    fn summary(&self) -> &'static str;

    /// What the players are called.
    fn players(&self) -> [&'static str; 2];

    /// Its features, for heuristics.
    fn features(&self) -> &'static [FeatureInfo];

    /// Its evaluators, the best first.
    fn evaluators(&self) -> &'static [EvaluatorInfo];

    /// Its own policies for playouts, beside those that every game has.
    fn policies(&self) -> &'static [PolicyInfo];

    /// No game from the start has more plies than this.
    fn max_plies(&self) -> usize;

    /// Whether it can end without a winner.
    fn can_draw(&self) -> bool;

    /// The position in which the game starts.
    fn start(&self) -> AnyPosition;

    /// Reads a position's text.
    fn read_position(&self, text: &str) -> Result<AnyPosition, PositionError>;

    /// Writes a position, side to move included.
    fn write_position(&self, pos: &AnyPosition) -> String;

    /// Reads a legal move of a position.
    fn read_move(&self, pos: &AnyPosition, text: &str) -> Result<MoveIndex, MoveError>;

    /// Writes a legal move of a position.
    fn write_move(&self, pos: &AnyPosition, mv: MoveIndex) -> String;

    /// Why a finished game ended, in a word for machines; `None` while it goes on.
    fn reason(&self, pos: &AnyPosition) -> Option<&'static str>;

    /// How a game ended by its rules, if it has.
    fn ending(&self, pos: &AnyPosition) -> Option<Ending>;

    /// A result as a sentence: "white wins: four in a row".
    fn tell(&self, outcome: Outcome, reason: Option<&str>) -> String;

    /// The board as a screen draws it.
    fn view(&self, pos: &AnyPosition) -> View;

    /// A legal move as a screen needs it.
    fn move_view(&self, pos: &AnyPosition, mv: MoveIndex) -> MoveView;

    /// A legal move as a sentence to be read aloud.
    fn speak_move(&self, pos: &AnyPosition, mv: MoveIndex) -> String;

    /// A cell and what is on it as a sentence to be read aloud.
    fn speak_cell(&self, pos: &AnyPosition, cell: usize) -> String;

    /// What may be put on the board where somebody sets a position up.
    fn palette(&self) -> Vec<Swatch>;

    /// Writes a board that somebody arranged, as a position would be written.
    fn write_arrangement(&self, arrangement: &Arrangement) -> String;

    /// The symmetries of the rules, the identity left out.
    fn symmetries(&self) -> Vec<Symmetry>;

    /// The position on the other side of a symmetry.
    fn transform(&self, symmetry: &Symmetry, pos: &AnyPosition) -> AnyPosition;

    /// The image of a legal move of `pos`, as a move of `image`; `None` if it is not legal there.
    fn transform_move(
        &self,
        symmetry: &Symmetry,
        pos: &AnyPosition,
        mv: MoveIndex,
        image: &AnyPosition,
    ) -> Option<MoveIndex>;

    /// The value of every feature, from the side to move of a position in which the game goes on.
    fn measure(&self, pos: &AnyPosition) -> Vec<f64>;

    /// What expressions can name.
    fn quantities(&self) -> Vec<QuantityInfo>;

    /// The value of every quantity for a player, of a position in which the game goes on.
    fn measure_quantities(&self, pos: &AnyPosition, player: Player) -> Vec<f64>;

    /* The doors. Behind them the position has its type. */

    /// Opens an agent. `seed` decides whatever it leaves to chance.
    fn agent(
        &self,
        spec: &AgentSpec,
        seed: u64,
        resources: &dyn Resources,
    ) -> Result<Box<dyn AnyAgent>, AgentError>;

    /// Opens an evaluator.
    fn evaluator(
        &self,
        spec: &EvalSpec,
        resources: &dyn Resources,
    ) -> Result<Arc<dyn AnyEvaluator>, AgentError>;

    /// What a network sees of its positions.
    fn encoder(&self) -> Box<dyn Encoder>;

    /// What a network's outputs for moves mean.
    fn actions(&self) -> Box<dyn AnyActions>;

    /// Its moves, numbered for learners.
    fn plays(&self) -> Box<dyn AnyPlays>;

    /// So many games side by side, each at its start, if there is memory for them.
    fn boards(&self, n: usize) -> Result<Box<dyn Boards>, TryReserveError>;

    /// Plays a game from a position to its end.
    fn play_game(&self, start: &AnyPosition, players: Players, rules: &GameRules) -> PlayedGame;

    /// Solves a position with this memory. `report` is told from time to time what is being done, and its cost in nodes.
    fn solve(
        &self,
        pos: &AnyPosition,
        plan: &SolvePlan,
        table: &mut ProofTable,
        report: &mut dyn FnMut(&str, u64),
    ) -> Solution<MoveIndex>;

    /// Who wins a position for sure, if a search of so many nodes proves it.
    fn proved_outcome(&self, pos: &AnyPosition, plan: &SolvePlan) -> Option<Outcome>;

    /// `Win` or `Loss` for the side to move if a short search proves one of them within the horizon.
    fn decided(&self, pos: &AnyPosition, horizon: Horizon, table: &mut ProofTable) -> Option<Worth>;

    /// Adds the number of move sequences of 1, 2, .. plies to `counts`, as far as that is long.
    fn perft(&self, pos: &AnyPosition, counts: &mut [u64]);

    /// Plays so many random games from a position; gives the moves made, and a number that stands for the last positions.
    fn playouts(&self, pos: &AnyPosition, n: u64, chance: &mut zermelo_game::Stream, hash: u64)
    -> (u64, u64);

    /// The same game behind another pointer.
    fn share(&self) -> Arc<dyn AnyGame>;
}

impl dyn AnyGame {
    /// What a player is called in this game.
    pub fn name(&self, player: Player) -> &'static str {
        self.players()[player.index()]
    }
}
