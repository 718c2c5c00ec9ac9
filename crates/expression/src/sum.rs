//! A plain weighted sum, such as `own_moves - 2*opp_moves + 0.5`: numbers times quantities, added from left to right.
//!
//! Only what has exactly this form becomes a sum, so that it has the bits of the expression as it is written. With the quantities
//! in the order of a game's features it is to the bit what `weights(..)` computes.

use crate::Operation;
use crate::expression::Node;

/// One part of a sum: a quantity and its weight, or a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Term {
    /// The place of its name; none for a number.
    pub name: Option<usize>,
    pub weight: f64,
}

/// What is known of an intermediate result.
enum Part {
    Terms(Vec<Term>),
    Other,
}

/// Larger weights are not taken apart: their products need a bound.
const LARGEST_WEIGHT: f64 = 1e30;

/// The terms of an expression, if it is a sum of at least one quantity.
pub(crate) fn terms(nodes: &[Node]) -> Option<Vec<Term>> {
    let mut stack: Vec<Part> = Vec::new();
    for node in nodes {
        let part = match *node {
            Node::Number(weight) => Part::Terms(vec![Term { name: None, weight }]),
            Node::Quantity(name) => Part::Terms(vec![Term { name: Some(name), weight: 1.0 }]),
            Node::Operation(operation) => {
                let operands = stack.split_off(stack.len().checked_sub(operation.n_operands())?);
                applied(operation, operands)
            }
        };
        stack.push(part);
    }
    let Some(Part::Terms(terms)) = stack.pop() else { return None };
    let is_small = terms.iter().all(|term| term.weight.abs() <= LARGEST_WEIGHT);
    (is_small && terms.iter().any(|term| term.name.is_some())).then_some(terms)
}

fn applied(operation: Operation, mut operands: Vec<Part>) -> Part {
    let numbers: Option<Vec<f64>> = operands.iter().map(number).collect();
    if let Some(numbers) = numbers {
        let mut all = [0.0; 3];
        all[..numbers.len()].copy_from_slice(&numbers);
        return Part::Terms(vec![Term { name: None, weight: operation.apply(all) }]);
    }
    match (operation, operands.as_mut_slice()) {
        (Operation::Negate, [Part::Terms(terms)]) if terms.len() == 1 => {
            Part::Terms(vec![Term { weight: -terms[0].weight, ..terms[0] }])
        }
        (Operation::Multiply, [Part::Terms(a), Part::Terms(b)]) if a.len() == 1 && b.len() == 1 => {
            // One of them is a number. A product of three would be rounded in another place.
            let (quantity, by) = if a[0].name.is_some() { (a[0], b[0]) } else { (b[0], a[0]) };
            if by.name.is_none() && quantity.weight.abs() == 1.0 {
                Part::Terms(vec![Term { weight: quantity.weight * by.weight, ..quantity }])
            } else {
                Part::Other
            }
        }
        (Operation::Add | Operation::Subtract, [Part::Terms(terms), Part::Terms(last)])
            if last.len() == 1 =>
        {
            let sign = if operation == Operation::Subtract { -1.0 } else { 1.0 };
            let mut terms = std::mem::take(terms);
            terms.push(Term { weight: sign * last[0].weight, ..last[0] });
            Part::Terms(terms)
        }
        _ => Part::Other,
    }
}

fn number(part: &Part) -> Option<f64> {
    match part {
        Part::Terms(terms) => match terms.as_slice() {
            [Term { name: None, weight }] => Some(*weight),
            _ => None,
        },
        Part::Other => None,
    }
}
