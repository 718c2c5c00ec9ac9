//! An expression as operations on numbered slots: first the quantities, then the numbers, then the intermediate results.

use crate::expression::Node;
use crate::{MOST_SLOTS, Operation};

/// Slots of an ordinary expression. A few slots are cleared faster than many.
const FEW_SLOTS: usize = 32;

/// A step: which operation, on which slots, and where its result goes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    operation: Operation,
    operands: [u8; 3],
    result: u8,
}

/// An expression, compiled.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Program {
    n_quantities: usize,
    numbers: Vec<f64>,
    steps: Vec<Step>,
    n_slots: usize,
    /// Where the value is at the end.
    last: u8,
}

/// An intermediate result while a program is written.
#[derive(Clone, Copy)]
enum Item {
    Number(f64),
    Quantity(usize),
    /// The how-manieth intermediate result.
    Result(usize),
}

impl Program {
    /// Compiles an expression whose names have these slots; the number of slots it would need if those are too many.
    pub(crate) fn new(nodes: &[Node], slots: &[usize], n_quantities: usize) -> Result<Program, usize> {
        let (items, last, n_results) = folded(nodes, slots);
        let mut numbers: Vec<f64> = Vec::new();
        let number_slot = |numbers: &mut Vec<f64>, number: f64| {
            let known = numbers.iter().position(|known| known.to_bits() == number.to_bits());
            known.unwrap_or_else(|| {
                numbers.push(number);
                numbers.len() - 1
            })
        };
        // The slots of results come behind those of all numbers, so these are counted first.
        for item in items.iter().flat_map(|(_, operands, _)| operands).chain([&last]) {
            if let Item::Number(number) = item {
                number_slot(&mut numbers, *number);
            }
        }
        let first_result = n_quantities + numbers.len();
        let n_slots = first_result + n_results;
        if n_slots > MOST_SLOTS {
            return Err(n_slots);
        }
        let mut slot = |item: Item| {
            (match item {
                Item::Number(number) => n_quantities + number_slot(&mut numbers, number),
                Item::Quantity(slot) => slot,
                Item::Result(index) => first_result + index,
            }) as u8
        };
        let steps = items
            .iter()
            .map(|&(operation, operands, result)| Step {
                operation,
                operands: operands.map(&mut slot),
                result: slot(Item::Result(result)),
            })
            .collect();
        let last = slot(last);
        Ok(Program { n_quantities, numbers, steps, n_slots, last })
    }

    /// The value; `measure` writes the quantities.
    #[inline]
    pub(crate) fn value(&self, measure: impl FnOnce(&mut [f64])) -> f64 {
        if self.n_slots <= FEW_SLOTS {
            self.value_in::<FEW_SLOTS>(measure)
        } else {
            self.value_in::<MOST_SLOTS>(measure)
        }
    }

    /// The same with so many slots, a power of two: a place taken modulo their number needs no check of its bounds.
    #[inline]
    fn value_in<const N: usize>(&self, measure: impl FnOnce(&mut [f64])) -> f64 {
        let mut slots = [0.0; N];
        let (quantities, rest) = slots.split_at_mut(self.n_quantities);
        measure(quantities);
        rest[..self.numbers.len()].copy_from_slice(&self.numbers);
        for step in &self.steps {
            let operands = step.operands.map(|slot| slots[usize::from(slot) % N]);
            slots[usize::from(step.result) % N] = step.operation.apply(operands);
        }
        slots[usize::from(self.last) % N]
    }
}

type Items = Vec<(Operation, [Item; 3], usize)>;

/// The operations that are left when those on numbers alone are done, what the value is, and how many intermediate results are
/// needed at a time.
fn folded(nodes: &[Node], slots: &[usize]) -> (Items, Item, usize) {
    let mut items: Items = Vec::new();
    let mut stack: Vec<Item> = Vec::new();
    let (mut n_results, mut most_results) = (0, 0);
    for node in nodes {
        let item = match *node {
            Node::Number(number) => Item::Number(number),
            Node::Quantity(name) => Item::Quantity(slots[name]),
            Node::Operation(operation) => {
                let mut operands = [Item::Number(0.0); 3];
                let taken = stack.split_off(stack.len().saturating_sub(operation.n_operands()));
                operands[..taken.len()].copy_from_slice(&taken);
                let numbers = operands.map(|item| match item {
                    Item::Number(number) => Some(number),
                    Item::Quantity(_) | Item::Result(_) => None,
                });
                if let [Some(a), Some(b), Some(c)] = numbers {
                    Item::Number(operation.apply([a, b, c]))
                } else {
                    n_results -= taken.iter().filter(|item| matches!(item, Item::Result(_))).count();
                    // An operation that takes fewer than three numbers reads its first one again.
                    operands[taken.len()..].fill(taken.first().copied().unwrap_or(Item::Number(0.0)));
                    items.push((operation, operands, n_results));
                    n_results += 1;
                    most_results = most_results.max(n_results);
                    Item::Result(n_results - 1)
                }
            }
        };
        stack.push(item);
    }
    (items, stack.pop().unwrap_or(Item::Number(0.0)), most_results)
}
