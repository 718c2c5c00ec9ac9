//! An expression whose names are a game's quantities, ready to be computed.

use zermelo_game::{QuantityInfo, nearest};

use crate::expression::Name;
use crate::program::Program;
use crate::sum::{self, Term};
use crate::{Expression, ExpressionError, MOST_SLOTS};

/// An expression over the quantities of one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Compiled {
    wanted: Vec<usize>,
    form: Form,
}

#[derive(Clone, Debug, PartialEq)]
enum Form {
    /// Slots and weights; the slot behind those of the quantities holds 1, so that its weight is a number.
    Sum(Vec<(u8, f64)>),
    Program(Program),
}

/// A sum has room for so many quantities, and for the one behind them.
const MOST_IN_SUM: usize = 63;

/// No quantity of a sum is larger than this, so that the sum needs no bounds.
const LARGEST_IN_SUM: f64 = 1e30;

impl Expression {
    /// Looks the names up in a game's list.
    pub fn compile(&self, quantities: &[QuantityInfo]) -> Result<Compiled, ExpressionError> {
        let found: Vec<usize> =
            self.names.iter().map(|name| find(name, quantities)).collect::<Result<_, _>>()?;
        let mut wanted: Vec<usize> = Vec::new();
        let mut slots = Vec::new();
        for index in found {
            // Two names may mean one quantity.
            let slot = wanted.iter().position(|&known| known == index).unwrap_or_else(|| {
                wanted.push(index);
                wanted.len() - 1
            });
            slots.push(slot);
        }
        let is_small = |index: &usize| {
            let info = &quantities[*index];
            info.low.abs().max(info.high.abs()) <= LARGEST_IN_SUM
        };
        let sum =
            sum::terms(&self.nodes).filter(|_| wanted.len() <= MOST_IN_SUM && wanted.iter().all(is_small));
        let form = match sum {
            Some(terms) => {
                let slot = |term: &Term| term.name.map_or(wanted.len(), |name| slots[name]) as u8;
                Form::Sum(terms.iter().map(|term| (slot(term), term.weight)).collect())
            }
            None => Form::Program(self.program(&slots, wanted.len())?),
        };
        Ok(Compiled { wanted, form })
    }

    fn program(&self, slots: &[usize], n_quantities: usize) -> Result<Program, ExpressionError> {
        Program::new(&self.nodes, slots, n_quantities).map_err(|n_slots| {
            let problem = format!(
                "the expression needs {n_slots} quantities, numbers and intermediate results at a time: at most \
                 {MOST_SLOTS} are possible"
            );
            ExpressionError::new(0..0, problem)
        })
    }

    /// The same without the shortcut for sums, for tests.
    #[doc(hidden)]
    pub fn compile_plainly(&self, quantities: &[QuantityInfo]) -> Result<Compiled, ExpressionError> {
        let Compiled { wanted, .. } = self.compile(quantities)?;
        let mut slots = Vec::new();
        for name in &self.names {
            let index = find(name, quantities)?;
            slots.push(wanted.iter().position(|&known| known == index).unwrap_or(0));
        }
        let form = Form::Program(self.program(&slots, wanted.len())?);
        Ok(Compiled { wanted, form })
    }
}

impl Compiled {
    /// The quantities that are needed, by their places in the game's list.
    pub fn wanted(&self) -> &[usize] {
        &self.wanted
    }

    /// The value. `measure` writes the quantities in the order of [`wanted`](Compiled::wanted).
    #[inline]
    pub fn value(&self, measure: impl FnOnce(&mut [f64])) -> f64 {
        match &self.form {
            Form::Program(program) => program.value(measure),
            Form::Sum(terms) => {
                let mut slots = [1.0; MOST_IN_SUM + 1];
                measure(&mut slots[..self.wanted.len()]);
                let mut sum = None;
                for &(slot, weight) in terms {
                    let part = slots[usize::from(slot) % slots.len()] * weight;
                    sum = Some(sum.map_or(part, |sum| sum + part));
                }
                sum.unwrap_or(0.0)
            }
        }
    }

    /// The weights of a plain weighted sum, in the order of the text: the place of a quantity in the game's list, or none for a
    /// number that is added, and its weight. `None` if the expression is something else.
    pub fn weights(&self) -> Option<Vec<(Option<usize>, f64)>> {
        let Form::Sum(terms) = &self.form else { return None };
        let quantity = |slot: u8| self.wanted.get(usize::from(slot)).copied();
        Some(terms.iter().map(|&(slot, weight)| (quantity(slot), weight)).collect())
    }
}

/// The quantity of a name.
fn find(name: &Name, quantities: &[QuantityInfo]) -> Result<usize, ExpressionError> {
    let of = |word: &str| quantities.iter().position(|info| info.is_called(word));
    let word = &name.word;
    if let Some(index) = of(word) {
        return Ok(index);
    }
    let names: Vec<String> = quantities.iter().map(|info| info.name.to_string()).collect();
    if let Some((underscored, range)) = name.hyphenated.as_ref().filter(|(word, _)| of(word).is_some()) {
        let written = underscored.replace('_', "-");
        let problem = format!("`{written}` is a subtraction here: write `{underscored}`");
        return Err(ExpressionError {
            expected: names,
            nearest: Some(underscored.clone()),
            ..ExpressionError::new(range.clone(), problem)
        });
    }
    let near = nearest(word, names.iter().map(String::as_str)).map(str::to_owned);
    // A name has letters, digits and underscores only, so it is fit to be shown.
    let short: String = word.chars().take(60).collect();
    let message = match (&near, names.as_slice()) {
        (_, []) => format!("there is no quantity `{short}`: this game has none"),
        (None, names) => format!("there is no quantity `{short}`: there are {}", names.join(", ")),
        (Some(near), names) => {
            format!("there is no quantity `{short}`; did you mean `{near}`? There are {}", names.join(", "))
        }
    };
    Err(ExpressionError { range: name.range.clone(), message, expected: names, nearest: near })
}
