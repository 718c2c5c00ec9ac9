//! A game that has forgotten its type: the generic half of this crate, compiled in the family crates.

use std::collections::TryReserveError;
use std::sync::Arc;

use zermelo_game::MoveOf;
use zermelo_game::zobrist::mix;
use zermelo_game::{
    About, Arrangement, Ending, EvaluatorInfo, FeatureInfo, Game, MoveError, MoveView, Outcome, Player,
    PolicyInfo, Position, PositionError, Preset, QuantityInfo, Stream, Swatch, Symmetry, View, perft,
};
use zermelo_search::{Horizon, ProofTable, Solution, SolvePlan, Worth, decided, solve, solve_in};

use crate::boards::TypedBoards;
use crate::evaluator::ErasedEvaluator;
use crate::{
    AgentError, AgentSpec, AnyActions, AnyAgent, AnyEvaluator, AnyGame, AnyPlays, AnyPosition, Boards,
    Encoder, EvalSpec, GameRules, MoveIndex, PlayedGame, Players, Resources, build, game_loop,
};

/// A game behind [`AnyGame`].
#[derive(Clone)]
pub struct Erased<G> {
    game: G,
    about: About,
}

impl<G: Game> Erased<G> {
    /// This game, a member of the family that `about` describes.
    pub fn new(game: G, about: About) -> Erased<G> {
        Erased { game, about }
    }

    /// The game with its type.
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    fn preset(&self) -> Option<&'static Preset> {
        let id = self.game.id();
        self.about.presets.iter().find(|preset| preset.id == id)
    }

    /// A legal move of a position.
    ///
    /// # Panics
    /// If there is none in this place.
    fn typed_move(&self, pos: &G::Position, mv: MoveIndex) -> MoveOf<G> {
        mv.in_position(pos).expect("a move is named where it is legal")
    }
}

impl<G: Game> AnyGame for Erased<G> {
    fn id(&self) -> String {
        self.game.id()
    }

    fn about(&self) -> About {
        self.about
    }

    fn title(&self) -> &'static str {
        self.preset().map_or(self.about.title, |preset| preset.title)
    }

    fn summary(&self) -> &'static str {
        self.preset().map_or(self.about.summary, |preset| preset.summary)
    }

    fn players(&self) -> [&'static str; 2] {
        self.game.players()
    }

    fn features(&self) -> &'static [FeatureInfo] {
        self.game.features()
    }

    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        self.game.evaluators()
    }

    fn policies(&self) -> &'static [PolicyInfo] {
        self.game.policies()
    }

    fn max_plies(&self) -> usize {
        self.game.max_plies()
    }

    fn can_draw(&self) -> bool {
        self.game.can_draw()
    }

    fn start(&self) -> AnyPosition {
        AnyPosition::new(self.game.start())
    }

    fn read_position(&self, text: &str) -> Result<AnyPosition, PositionError> {
        self.game.read_position(text).map(AnyPosition::new)
    }

    fn write_position(&self, pos: &AnyPosition) -> String {
        self.game.write_position(pos.typed())
    }

    fn read_move(&self, pos: &AnyPosition, text: &str) -> Result<MoveIndex, MoveError> {
        let pos: &G::Position = pos.typed();
        let mv = self.game.read_move(pos, text)?;
        Ok(MoveIndex::of(pos, mv).expect("a move that was read is legal"))
    }

    fn write_move(&self, pos: &AnyPosition, mv: MoveIndex) -> String {
        let pos = pos.typed();
        self.game.write_move(pos, self.typed_move(pos, mv))
    }

    fn reason(&self, pos: &AnyPosition) -> Option<&'static str> {
        self.game.reason(pos.typed())
    }

    fn ending(&self, pos: &AnyPosition) -> Option<Ending> {
        Ending::of(&self.game, pos.typed())
    }

    fn tell(&self, outcome: Outcome, reason: Option<&str>) -> String {
        self.game.tell(outcome, reason)
    }

    fn view(&self, pos: &AnyPosition) -> View {
        self.game.view(pos.typed())
    }

    fn move_view(&self, pos: &AnyPosition, mv: MoveIndex) -> MoveView {
        let pos = pos.typed();
        self.game.move_view(pos, self.typed_move(pos, mv))
    }

    fn speak_move(&self, pos: &AnyPosition, mv: MoveIndex) -> String {
        let pos = pos.typed();
        self.game.speak_move(pos, self.typed_move(pos, mv))
    }

    fn speak_cell(&self, pos: &AnyPosition, cell: usize) -> String {
        self.game.speak_cell(pos.typed(), cell)
    }

    fn palette(&self) -> Vec<Swatch> {
        self.game.palette()
    }

    fn write_arrangement(&self, arrangement: &Arrangement) -> String {
        self.game.write_arrangement(arrangement)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        self.game.symmetries()
    }

    fn transform(&self, symmetry: &Symmetry, pos: &AnyPosition) -> AnyPosition {
        AnyPosition::new(self.game.transform(symmetry, pos.typed()))
    }

    fn transform_move(
        &self,
        symmetry: &Symmetry,
        pos: &AnyPosition,
        mv: MoveIndex,
        image: &AnyPosition,
    ) -> Option<MoveIndex> {
        let pos = pos.typed::<G::Position>();
        let mv = self.typed_move(pos, mv);
        MoveIndex::of(image.typed::<G::Position>(), self.game.transform_move(symmetry, pos, mv))
    }

    fn measure(&self, pos: &AnyPosition) -> Vec<f64> {
        let mut values = vec![0.0; self.game.features().len()];
        self.game.measure(pos.typed(), &mut values);
        values
    }

    fn quantities(&self) -> Vec<QuantityInfo> {
        self.game.quantities()
    }

    fn measure_quantities(&self, pos: &AnyPosition, player: Player) -> Vec<f64> {
        let all: Vec<usize> = (0..self.game.quantities().len()).collect();
        let mut values = vec![0.0; all.len()];
        self.game.gauge(&all).read(pos.typed(), player, &mut values);
        values
    }

    fn agent(
        &self,
        spec: &AgentSpec,
        seed: u64,
        resources: &dyn Resources,
    ) -> Result<Box<dyn AnyAgent>, AgentError> {
        Ok(Box::new(build::agent(self, spec, seed, resources)?))
    }

    fn evaluator(
        &self,
        spec: &EvalSpec,
        resources: &dyn Resources,
    ) -> Result<Arc<dyn AnyEvaluator>, AgentError> {
        Ok(Arc::new(ErasedEvaluator(build::evaluator(self, spec, resources)?)))
    }

    fn encoder(&self) -> Box<dyn Encoder> {
        Box::new(self.game.inputs())
    }

    fn actions(&self) -> Box<dyn AnyActions> {
        Box::new(self.game.actions())
    }

    fn plays(&self) -> Box<dyn AnyPlays> {
        Box::new(self.game.plays())
    }

    fn boards(&self, n: usize) -> Result<Box<dyn Boards>, TryReserveError> {
        Ok(Box::new(TypedBoards::new(&self.game, n)?))
    }

    fn play_game(&self, start: &AnyPosition, players: Players, rules: &GameRules) -> PlayedGame {
        game_loop::play(&self.game, start.typed(), players, rules)
    }

    fn solve(
        &self,
        pos: &AnyPosition,
        plan: &SolvePlan,
        table: &mut ProofTable,
        report: &mut dyn FnMut(&str, u64),
    ) -> Solution<MoveIndex> {
        let pos: &G::Position = pos.typed();
        let Solution { worth, plies, line, nodes } = solve_in(table, &self.game, pos, plan, report);
        let mut at = pos.clone();
        let line = line.into_iter().map(|mv| {
            let place = MoveIndex::of(&at, mv).expect("a line has legal moves");
            at.play(mv);
            place
        });
        Solution { worth, plies, line: line.collect(), nodes }
    }

    fn proved_outcome(&self, pos: &AnyPosition, plan: &SolvePlan) -> Option<Outcome> {
        let pos: &G::Position = pos.typed();
        let solution = solve(&self.game, pos, plan, &mut |_, _| {});
        pos.outcome().or_else(|| Some(game_loop::outcome_of(solution.worth?, pos.to_move())))
    }

    fn decided(&self, pos: &AnyPosition, horizon: Horizon, table: &mut ProofTable) -> Option<Worth> {
        decided(table, &self.game, pos.typed(), horizon)
    }

    fn perft(&self, pos: &AnyPosition, counts: &mut [u64]) {
        perft::count::<G::Position>(pos.typed(), counts);
    }

    fn playouts(&self, pos: &AnyPosition, n: u64, chance: &mut Stream, mut hash: u64) -> (u64, u64) {
        let from: &G::Position = pos.typed();
        let mut n_moves = 0;
        for _ in 0..n {
            let mut pos = from.clone();
            while let Some(mv) = pos.random_move(chance) {
                pos.play(mv);
                n_moves += 1;
            }
            hash = mix(hash ^ pos.key());
        }
        (n_moves, hash)
    }

    fn share(&self) -> Arc<dyn AnyGame> {
        Arc::new(self.clone())
    }
}
