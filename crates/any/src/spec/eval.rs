//! The texts of evaluators and of policies for playouts.

use zermelo_expression::Expression;
use zermelo_game::{EvaluatorInfo, ParameterError, Parameters, PolicyInfo};
use zermelo_game::{read_call, split_call};

use crate::{AgentError, check_guest_name, expression};

/// An evaluator as a person wrote it: `cs0(r=1/6)`, `net(RUN/net)`.
#[derive(Clone, Debug)]
pub struct EvalSpec {
    /// Its text, for errors.
    pub text: String,
    /// What it means.
    pub kind: EvalKind,
}

/// The kinds of evaluators.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum EvalKind {
    /// A network that judges positions.
    Network(String),
    /// A Q-network, which judges a position by its best action.
    QNetwork(String),
    /// An expression over the game's quantities, and its text.
    Expression(Expression, String),
    /// An expression in the file of this path.
    ExpressionFile(String),
    /// A guest, by name.
    Guest(String),
    /// One of the game's own.
    Own {
        /// Its name.
        name: String,
        /// Its parameters, which only the game knows.
        parameters: Parameters,
    },
}

impl EvalSpec {
    /// Reads an evaluator's text.
    pub fn read(text: &str) -> Result<EvalSpec, AgentError> {
        let bad = |source| AgentError::evaluator(text, None, source);
        let (name, inside) = split_call(text).map_err(bad)?;
        if name == "expr" {
            let kind = EvalKind::Expression(read_expression(text, inside)?, inside.to_owned());
            return Ok(EvalSpec { text: text.to_owned(), kind });
        }
        let read = || -> Result<EvalKind, ParameterError> {
            let mut parameters = Parameters::read(inside)?;
            if name == "expr-file" {
                // Experiments look for this very text, to keep what the file says.
                if !text.trim_start().starts_with("expr-file(") {
                    let problem =
                        "expected expr-file(PATH), in small letters and without spaces before the path";
                    return Err(ParameterError::new(problem));
                }
                let path = parameters.plain().filter(|path| !path.is_empty()).ok_or_else(|| {
                    ParameterError::new(
                        "expected the path of a file with an expression, as in expr-file(my.expr)",
                    )
                })?;
                parameters.finish()?;
                return Ok(EvalKind::ExpressionFile(path));
            }
            if name == "guest" {
                let guest = parameters.plain().unwrap_or_default();
                check_guest_name(&guest)?;
                parameters.finish()?;
                return Ok(EvalKind::Guest(guest));
            }
            if name != "net" && name != "q" {
                return Ok(EvalKind::Own { name: name.clone(), parameters });
            }
            let network = parameters.plain().unwrap_or_default();
            parameters.finish()?;
            Ok(if name == "q" { EvalKind::QNetwork(network) } else { EvalKind::Network(network) })
        };
        let kind = read().map_err(bad)?;
        Ok(EvalSpec { text: text.to_owned(), kind })
    }

    /// The guest that it names.
    pub fn guest(&self) -> Option<&str> {
        match &self.kind {
            EvalKind::Guest(name) => Some(name),
            _ => None,
        }
    }

    /// The game's default evaluator.
    pub fn default_of_game() -> EvalSpec {
        EvalSpec::read("default").expect("a name alone is an evaluator")
    }

    /// Takes `eval=` if it is there.
    pub(crate) fn take(parameters: &mut Parameters) -> Result<Option<EvalSpec>, AgentError> {
        parameters.word("eval").map(|text| EvalSpec::read(&text)).transpose()
    }
}

/// Reads the expression of an evaluator.
fn read_expression(text: &str, inside: &str) -> Result<Expression, AgentError> {
    Expression::read(inside)
        .map_err(|error| AgentError::expression(text, None, &expression::placed(error, inside), inside))
}

/// The evaluators that every game has.
pub const EVALUATORS: [EvaluatorInfo; 2] = [
    EvaluatorInfo {
        form: "expr(FORMULA)",
        about: "A formula over the quantities of the game, such as expr(2*a - b^2): `zermelo manual expressions`.",
    },
    EvaluatorInfo { form: "expr-file(PATH)", about: "The same, read from a file; from the terminal only." },
];

/// The policies for playouts that every game has.
pub const POLICIES: [PolicyInfo; 3] = [
    PolicyInfo { form: "random", about: "A uniformly random legal move." },
    PolicyInfo { form: "decisive", about: "An immediate win, else a random legal move." },
    PolicyInfo {
        form: "greedy(eval=default, noise=0.1)",
        about: "The best move by the evaluator after one ply; with probability `noise` a random legal move.",
    },
];

/// A policy for playouts as a person wrote it.
#[derive(Clone, Debug)]
pub struct PolicySpec {
    /// Its text, for errors.
    pub text: String,
    /// What it means.
    pub(crate) kind: PolicyKind,
}

#[derive(Clone, Debug)]
pub(crate) enum PolicyKind {
    Random,
    Decisive,
    Greedy { eval: EvalSpec, noise: f64 },
    Own { name: String, parameters: Parameters },
}

impl PolicySpec {
    /// Reads a policy's text.
    pub fn read(text: &str) -> Result<PolicySpec, AgentError> {
        let bad = |source| AgentError::policy(text, None, source);
        let (name, mut parameters) = read_call(text).map_err(bad)?;
        let kind = match name.as_str() {
            "random" => parameters.finish().map(|()| PolicyKind::Random).map_err(bad)?,
            "decisive" => parameters.finish().map(|()| PolicyKind::Decisive).map_err(bad)?,
            "greedy" => {
                let eval = EvalSpec::take(&mut parameters)?;
                let noise = parameters.real("noise", 0.1).map_err(bad)?;
                if !(0.0..=1.0).contains(&noise) {
                    let problem = format!("`noise={noise}`: expected a number from 0 to 1");
                    return Err(bad(ParameterError::new(problem)));
                }
                parameters.finish().map_err(bad)?;
                PolicyKind::Greedy { eval: eval.unwrap_or_else(EvalSpec::default_of_game), noise }
            }
            _ => PolicyKind::Own { name, parameters },
        };
        Ok(PolicySpec { text: text.to_owned(), kind })
    }

    /// The evaluator that it names.
    pub fn evaluator(&self) -> Option<&EvalSpec> {
        match &self.kind {
            PolicyKind::Greedy { eval, .. } => Some(eval),
            PolicyKind::Random | PolicyKind::Decisive | PolicyKind::Own { .. } => None,
        }
    }
}
