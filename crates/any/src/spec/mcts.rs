//! The text of Monte Carlo tree search.

use zermelo_game::{Budget, ParameterError, Parameters};
use zermelo_search::EXPLORATION;

use super::budget::{read_count, read_playouts, read_positive, read_switch};
use super::eval::{EvalSpec, PolicySpec};

/// Monte Carlo tree search with its budget and settings.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MctsSpec {
    /// How much it may spend on a move.
    pub budget: Budget,
    /// Who judges playouts that are cut short; they are played to the end if `None`.
    pub eval: Option<EvalSpec>,
    /// How playouts are played; any move if `None`.
    pub policy: Option<PolicySpec>,
    /// How many plies are played before a playout is judged.
    ///
    /// The best number depends on the game: none scores 68 % against four on milestone, 53 % on isolation, 51 % on connect4,
    /// 38 % on breakthrough:6x6 and 34 % on simplexity (400 games each, 500 playouts a move).
    pub plies: u32,
    /// The scale of the judgement.
    pub scale: Option<f64>,
    /// The constant of UCT.
    pub exploration: f32,
    /// Whether it proves what it can.
    pub solver: bool,
    /// Whether it keeps its tree between moves.
    pub reuse: bool,
    /// The memory of its tree.
    pub megabytes: usize,
}

impl MctsSpec {
    pub(crate) fn read(
        parameters: &mut Parameters,
        eval: Option<EvalSpec>,
        policy: Option<PolicySpec>,
    ) -> Result<MctsSpec, ParameterError> {
        let budget = read_playouts(parameters)?;
        let plies = read_count(parameters, "plies", 0)?;
        let scale = parameters.word("scale").map(|text| read_positive("scale", &text)).transpose()?;
        if (plies.is_some() || scale.is_some()) && eval.is_none() {
            let problem =
                "`plies=` and `scale=` are for truncated playouts: name their evaluator with `eval=`";
            return Err(ParameterError::new(problem));
        }
        let exploration = parameters.word("c").map(|text| read_positive("c", &text)).transpose()?;
        Ok(MctsSpec {
            budget,
            eval,
            policy,
            plies: u32::try_from(plies.unwrap_or(4)).unwrap_or(u32::MAX),
            scale,
            exploration: exploration.map_or(EXPLORATION, |c| c as f32),
            solver: read_switch(parameters, "solver", true)?,
            reuse: read_switch(parameters, "reuse", true)?,
            megabytes: parameters.number("memory", 1..=65_536, 64)?,
        })
    }
}
