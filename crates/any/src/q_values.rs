//! Q-networks, which judge moves: `q(RUN/net)` plays the move with the highest value, and `eval=q(RUN/net)` judges positions by
//! that move (`custom_score_1` of the first Isolation study).

use std::sync::Arc;

use zermelo_game::{
    Actions, Agent, Budget, Choice, Evaluator, Game, Inputs, ParameterError, Player, Position, Score,
    Scratch, Stream,
};
use zermelo_learn::{Input, Network};

use crate::network::{KnownNetwork, check_inputs};

/// The values of moves by a network.
pub(crate) struct QValues<P: Position> {
    inputs: Inputs<P>,
    actions: Actions<P>,
    network: Network,
}

/// Room for judging one position after the other.
struct Room<P: Position> {
    words: Vec<u64>,
    options: Vec<(usize, P::Move)>,
    scratch: zermelo_learn::Scratch,
}

impl<P: Position> Room<P> {
    fn new() -> Room<P> {
        Room { words: Vec::new(), options: Vec::new(), scratch: zermelo_learn::Scratch::default() }
    }
}

/// Opens a network as a judge of a game's moves.
pub(crate) fn open<G: Game>(
    game: &G,
    name: &str,
    known: &KnownNetwork,
) -> Result<Arc<QValues<G::Position>>, ParameterError> {
    let (inputs, actions) = (game.inputs(), game.actions());
    let bad = |problem: String| ParameterError::new(format!("{name}: {problem}"));
    let Some(own) = &known.about.actions else {
        return Err(bad("this network rates positions, not moves: use it as net(..)".to_owned()));
    };
    check_inputs(name, known, game, &inputs)?;
    if *own != actions.signature() {
        let (game, actions) = (game.id(), actions.signature());
        return Err(bad(format!(
            "the outputs are for the actions `{own}`, but those of {game} are `{actions}`"
        )));
    }
    let n_outputs = known.network.shape().n_outputs();
    if n_outputs != actions.count() {
        let (game, n_actions) = (game.id(), actions.count());
        return Err(bad(format!("the network has {n_outputs} outputs, but {game} has {n_actions} actions")));
    }
    Ok(Arc::new(QValues { inputs, actions, network: known.network.clone() }))
}

impl<P: Position> QValues<P> {
    /// The best legal move and its value, the first among equals; `None` where moves have no numbers.
    fn best(&self, pos: &P, room: &mut Room<P>) -> Option<(P::Move, f32)> {
        self.actions.list(pos, &mut room.options);
        if room.options.is_empty() {
            return None;
        }
        room.words.resize(self.inputs.n_words(), 0);
        self.inputs.write(pos, &mut room.words);
        let values = self.network.outputs(Input::Bits(&room.words), &mut room.scratch).ok()?;
        let judged = room.options.iter().filter_map(|&(action, mv)| Some((mv, *values.get(action)?)));
        judged.reduce(|best, other| if other.1 > best.1 { other } else { best })
    }

    fn value_in(&self, room: &mut Room<P>, pos: &P, player: Player) -> f64 {
        let value = self.best(pos, room).map_or(0.0, |(_, value)| f64::from(value));
        if pos.to_move() == player { value } else { -value }
    }
}

impl<P: Position> Evaluator<P> for QValues<P> {
    fn value(&self, pos: &P, player: Player) -> f64 {
        self.value_in(&mut Room::new(), pos, player)
    }

    fn value_with(&self, scratch: &mut Scratch, pos: &P, player: Player) -> f64 {
        self.value_in(scratch.get_or_make(Room::new), pos, player)
    }
}

/// Plays the move with the highest value, without looking ahead; where moves have no numbers, any.
pub(crate) struct QAgent<P: Position> {
    values: Arc<QValues<P>>,
    room: Room<P>,
    chance: Stream,
}

impl<P: Position> QAgent<P> {
    pub fn new(values: Arc<QValues<P>>, chance: Stream) -> QAgent<P> {
        QAgent { values, room: Room::new(), chance }
    }
}

impl<P: Position> Agent<P> for QAgent<P> {
    fn choose(&mut self, pos: &P, _budget: &Budget) -> Choice<P::Move> {
        match self.values.best(pos, &mut self.room) {
            Some((mv, value)) => {
                Choice { score: Score::judged(f64::from(value)), depth: 1, nodes: 1, ..Choice::of(mv) }
            }
            None => {
                let mv = pos.random_move(&mut self.chance);
                Choice::of(mv.expect("an agent is asked only while the game goes on"))
            }
        }
    }

    fn new_game(&mut self, chance: Stream) {
        self.chance = chance;
    }
}
