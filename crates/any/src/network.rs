//! Networks as evaluators: log-odds of winning, kept up to date from one position of a search to the next.

use std::hint::black_box;
use std::sync::Arc;

use zermelo_game::{Evaluator, Game, Inputs, ParameterError, Player, Position, Scratch};
use zermelo_learn::network_file::About;
use zermelo_learn::{Accumulator, Input, LearnError, Network, Quantised};

/// A network, and what it is for.
pub struct KnownNetwork {
    /// The network.
    pub network: Network,
    /// The game, its inputs and outputs.
    pub about: About,
}

/// An error unless a network is for this game and its inputs.
pub(crate) fn check_inputs<G: Game>(
    name: &str,
    known: &KnownNetwork,
    game: &G,
    inputs: &Inputs<G::Position>,
) -> Result<(), ParameterError> {
    let told = |error: LearnError| ParameterError::new(format!("{name}: {error}"));
    known.about.expect(&game.id(), &inputs.signature()).map_err(told)?;
    let (got, expected) = (known.network.shape().n_inputs, inputs.count());
    if got != expected {
        let problem = format!("{name}: the network has {got} inputs, but {} has {expected}", game.id());
        return Err(ParameterError::new(problem));
    }
    Ok(())
}

/// Opens a network as an evaluator of a game.
pub(crate) fn open<G: Game>(
    game: &G,
    name: &str,
    known: &KnownNetwork,
) -> Result<Arc<dyn Evaluator<G::Position>>, ParameterError> {
    let inputs = game.inputs();
    if known.about.actions.is_some() {
        let problem = format!("{name}: this network rates moves, not positions: use it as q(..)");
        return Err(ParameterError::new(problem));
    }
    check_inputs(name, known, game, &inputs)?;
    let n_outputs = known.network.shape().n_outputs();
    if n_outputs != 1 {
        let problem =
            format!("{name}: the network has {n_outputs} outputs, but a position evaluator needs one");
        return Err(ParameterError::new(problem));
    }
    let form = match Quantised::new(&known.network, None) {
        Ok(quantised) => Form::Quick(quantised),
        // Other shapes are computed as they were trained.
        Err(_) => Form::Exact(known.network.clone()),
    };
    Ok(Arc::new(Net { inputs, form, scale: f64::from(known.about.scale) }))
}

/// A network that judges positions: log-odds of winning, times a scale.
struct Net<P> {
    inputs: Inputs<P>,
    form: Form,
    scale: f64,
}

enum Form {
    /// One hidden layer in small whole numbers, kept up to date by what changes.
    Quick(Quantised),
    /// Any shape.
    Exact(Network),
}

/// What is kept between two positions: for each side to move, since both see the board their own way.
struct Kept {
    words: Vec<u64>,
    sums: [Accumulator; 2],
}

/// More words than the inputs of any usual game, for positions that are looked at once.
const FEW_WORDS: usize = 8;

impl<P: Position> Net<P> {
    /// The inputs of a position, in as many words as they have.
    #[inline(always)]
    fn few_words<const W: usize>(&self, pos: &P) -> [u64; W] {
        let mut words = [0; W];
        self.inputs.write(pos, &mut words);
        // Words just written one by one must be read one by one: to read two at once has to wait for both to arrive.
        words.map(black_box)
    }

    fn judge_words(&self, words: &[u64]) -> f64 {
        let logit = match &self.form {
            Form::Quick(network) => network.value(words),
            Form::Exact(network) => {
                let mut scratch = zermelo_learn::Scratch::default();
                network.logit(Input::Bits(words), &mut scratch).unwrap_or_default()
            }
        };
        f64::from(logit) * self.scale
    }
}

impl<P: Position> Evaluator<P> for Net<P> {
    fn value(&self, pos: &P, player: Player) -> f64 {
        let mut few = [0; FEW_WORDS];
        let n_words = self.inputs.n_words();
        let value = if n_words <= FEW_WORDS {
            self.inputs.write(pos, &mut few[..n_words]);
            self.judge_words(&few[..n_words])
        } else {
            self.judge_words(&self.inputs.words(pos))
        };
        if pos.to_move() == player { value } else { -value }
    }

    fn value_with(&self, scratch: &mut Scratch, pos: &P, player: Player) -> f64 {
        let Form::Quick(network) = &self.form else { return self.value(pos, player) };
        let kept = scratch.get_or_make(|| Kept {
            words: vec![0; self.inputs.n_words()],
            sums: [Accumulator::new(network), Accumulator::new(network)],
        });
        let sums = &mut kept.sums[pos.to_move().index()];
        let logit = match self.inputs.n_words() {
            1 => sums.value_at(network, self.few_words::<1>(pos)),
            2 => sums.value_at(network, self.few_words::<2>(pos)),
            3 => sums.value_at(network, self.few_words::<3>(pos)),
            4 => sums.value_at(network, self.few_words::<4>(pos)),
            _ => {
                self.inputs.write(pos, &mut kept.words);
                sums.go(network, &kept.words);
                sums.value(network)
            }
        };
        let value = f64::from(logit) * self.scale;
        if pos.to_move() == player { value } else { -value }
    }
}
