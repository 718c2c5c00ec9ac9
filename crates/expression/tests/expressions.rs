//! Expressions as people write them, and any others: read, written, compiled and computed, beside a slow twin.

use proptest::prelude::*;
use zermelo_expression::{Expression, ExpressionError, MOST_NESTED, MOST_NODES, Operation, one_line};
use zermelo_game::QuantityInfo;

const NAMES: [&str; 4] = ["own_moves", "opponent_moves", "distance", "lacking_1"];

fn quantities() -> Vec<QuantityInfo> {
    let infos = NAMES.map(|name| QuantityInfo::new(name, "A number.", -100.0, 100.0));
    let [own, opponent, distance, lacking] = infos;
    vec![own, opponent.or(&["opp_moves"]), distance, lacking]
}

fn value_of(text: &str, values: [f64; 4]) -> f64 {
    let compiled = Expression::read(text).and_then(|read| read.compile(&quantities()));
    let compiled = compiled.unwrap_or_else(|error| panic!("{text}: {error}"));
    let measure = |slots: &mut [f64]| {
        assert_eq!(slots.len(), compiled.wanted().len());
        slots.iter_mut().zip(compiled.wanted()).for_each(|(slot, &index)| *slot = values[index]);
    };
    compiled.value(measure)
}

fn error_of(text: &str) -> ExpressionError {
    let read = Expression::read(text).and_then(|read| read.compile(&quantities()));
    read.err().unwrap_or_else(|| panic!("{text} is an expression"))
}

#[test]
fn operators_bind_as_in_mathematics() {
    let values = [3.0, 2.0, 5.0, 0.25];
    for (text, value) in [
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("8 - 3 - 2", 3.0),
        ("8 / 4 / 2", 1.0),
        ("2^3^2", 512.0),
        ("-2^2", -4.0),
        ("(-2)^2", 4.0),
        ("2^-1", 0.5),
        ("3 - -2", 5.0),
        ("--3", 3.0),
        ("-2 * -3", 6.0),
        (".5 + 1e-1 + 2.", 2.6),
        ("1 < 2", 1.0),
        ("2 <= 1", 0.0),
        ("1 + 1 == 2", 1.0),
        ("3 != 3", 0.0),
        ("if(own_moves > opp_moves, 10, 20)", 10.0),
        ("if(own_moves <= opponent_moves, 10, 20)", 20.0),
        ("min(5, 3, 4) + max(1, 2)", 5.0),
        ("clamp(own_moves, 0, 1)", 1.0),
        ("abs(-3) + sign(-9) + sqrt(16) + floor(2.7)", 8.0),
        ("ln(1) + exp(0) + log2(8) + log10(100)", 6.0),
        ("OWN_MOVES^2 / (distance + opponent_moves^2)", 1.0),
        ("own_moves # mobility\n - 2 * opp_moves", -1.0),
        ("lacking_1 * 4", 1.0),
        ("1 / 0", 0.0),
        ("7", 7.0),
    ] {
        assert_eq!(value_of(text, values), value, "{text}");
    }
}

#[test]
fn mistakes_have_places() {
    for (text, marked, told) in [
        ("own_movs - 2", "own_movs", "did you mean `own_moves`?"),
        ("1 + zzz", "zzz", "there are own_moves, opponent_moves, distance, lacking_1"),
        ("2 * own-moves", "own-moves", "`own-moves` is a subtraction here: write `own_moves`"),
        ("lacking-1 + 2", "lacking-1", "write `lacking_1`"),
        ("sqr(2)", "sqr", "did you mean `sqrt`?"),
        ("log(2)", "log", "did you mean `ln`?"),
        ("min + 2", "min", "`min` is a function: write min(a, b, ..)"),
        ("if(1, 2)", "if", "`if` is written if(condition, a, b), but found 2 numbers"),
        ("abs()", "abs", "but found 0 numbers"),
        ("1 +", "", "ends too early"),
        ("1 + * 2", "*", "expected a number, a name or a parenthesis"),
        ("(1 + 2", "(", "this parenthesis is never closed"),
        ("max(1, 2", "(", "this parenthesis is never closed"),
        ("1 + 2)", ")", "this parenthesis was never opened"),
        ("1, 2", ",", "a comma stands only between"),
        ("1 2", "2", "expected an operator such as + or *, or the end, but found `2`"),
        ("1 < 2 < 3", "<", "cannot be chained"),
        ("a = 2", "=", "equality is written `==`"),
        ("2x", "2x", "`2x` is no number"),
        ("1.2.3", "1.2.3", "is no number"),
        ("1e400", "1e400", "is no number"),
        ("1e10", "1e10", "at most 1e9"),
        ("{a} * 2", "{", "gaps such as `{a}`"),
        ("", "", "the expression is empty"),
        ("# nothing", "", "the expression is empty"),
        ("own_moves ☃", "☃", "means nothing"),
    ] {
        let error = error_of(text);
        assert_eq!(&text[error.range.clone()], marked, "{text}: {error}");
        assert!(error.message.contains(told), "{text}: {error}");
    }
    let text = "# a file\nown_moves\n  - ünsinn";
    assert_eq!(error_of(text).place(text), (3, 5, 6));
}

#[test]
fn sizes_are_bounded() {
    let nested = |n: usize| format!("{}1{}", "(".repeat(n), ")".repeat(n));
    assert!(Expression::read(&nested(MOST_NESTED)).is_ok());
    for text in [
        nested(MOST_NESTED + 1),
        nested(30_000),
        "-".repeat(60_000),
        "2^".repeat(30_000),
        "min(".repeat(15_000),
    ] {
        assert!(error_of(&text).message.contains("nested more than 64 deep"), "{}", &text[..20]);
    }
    let sum = |n: usize| vec!["1"; n].join("+");
    assert!(Expression::read(&sum(MOST_NODES / 2)).is_ok());
    assert!(error_of(&sum(MOST_NODES)).message.contains("more than 1000"));
    assert!(error_of(&" ".repeat(70_000)).message.contains("70000 bytes"));
    let numbers: String = (2..302).map(|n| format!("/{n}")).collect();
    let many = format!("sqrt(own_moves{numbers})");
    assert!(error_of(&many).message.contains("at most 256 are possible"), "{}", error_of(&many));
}

#[test]
fn plain_sums_are_found() {
    let weights = |text: &str| {
        let read = Expression::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        read.compile(&quantities()).unwrap_or_else(|error| panic!("{text}: {error}")).weights()
    };
    let (a, b) = (Some(0), Some(1));
    assert_eq!(weights("own_moves"), Some(vec![(a, 1.0)]));
    assert_eq!(weights("own_moves - 2*opp_moves"), Some(vec![(a, 1.0), (b, -2.0)]));
    assert_eq!(weights("-own_moves*1/2"), None, "a quotient is rounded in another place");
    assert_eq!(weights("(1/2)*own_moves + -opp_moves*3 - 4"), Some(vec![(a, 0.5), (b, -3.0), (None, -4.0)]));
    assert_eq!(weights("min(1, 2) * own_moves"), Some(vec![(a, 1.0)]));
    assert_eq!(weights("own_moves - (opp_moves + 1)"), None, "this is added in another order");
    assert_eq!(weights("own_moves * opp_moves"), None);
    assert_eq!(weights("0.1 * (3 * own_moves)"), None);
    assert_eq!(weights("3"), None);
}

#[test]
fn files_become_one_line() {
    let text = "# What it is\nown_moves   # mobility\n\n  - {b} * opp_moves\n";
    assert_eq!(one_line(text), "own_moves - {b} * opp_moves");
}

/// The slow twin: a tree that is computed by going down. It shares nothing with the crate but what one operation computes.
#[derive(Clone, Debug)]
enum Tree {
    Number(f64),
    Quantity(usize),
    Apply(Operation, Vec<Tree>),
}

impl Tree {
    fn value(&self, values: &[f64; 4]) -> f64 {
        match self {
            Tree::Number(number) => *number,
            Tree::Quantity(index) => values[*index],
            Tree::Apply(operation, operands) => {
                let mut all = [0.0; 3];
                all.iter_mut().zip(operands).for_each(|(slot, operand)| *slot = operand.value(values));
                operation.apply(all)
            }
        }
    }

    /// With all parentheses.
    fn text(&self) -> String {
        match self {
            Tree::Number(number) => number.to_string(),
            Tree::Quantity(index) => NAMES[*index].to_owned(),
            Tree::Apply(operation, operands) => {
                let texts: Vec<String> = operands.iter().map(Tree::text).collect();
                let is_function = operation.form() != operation.written();
                match texts.as_slice() {
                    [one] if !is_function => format!("(-{one})"),
                    [a, b] if !is_function => format!("({a}{}{b})", operation.written()),
                    texts => format!("{}({})", operation.written(), texts.join(",")),
                }
            }
        }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let number = prop_oneof![
        (0..10_u32).prop_map(f64::from),
        (0.0..2.0_f64),
        Just(1e9),
        Just(1e-300),
        Just(0.1),
        Just(1.0 / 3.0)
    ];
    let leaf = prop_oneof![number.prop_map(Tree::Number), (0..4_usize).prop_map(Tree::Quantity)];
    leaf.prop_recursive(7, 80, 3, |inner| {
        (0..Operation::ALL.len(), proptest::collection::vec(inner, 3)).prop_map(|(index, mut operands)| {
            let operation = Operation::ALL[index];
            operands.truncate(operation.n_operands());
            Tree::Apply(operation, operands)
        })
    })
}

fn sum() -> impl Strategy<Value = Tree> {
    let term = (0..4_usize, 0.0..3.0_f64, any::<bool>()).prop_map(|(index, weight, is_first)| {
        let mut operands = vec![Tree::Number(weight), Tree::Quantity(index)];
        if is_first {
            operands.reverse();
        }
        Tree::Apply(Operation::Multiply, operands)
    });
    proptest::collection::vec((term, any::<bool>()), 1..8).prop_map(|terms| {
        let mut terms = terms.into_iter();
        let first = terms.next().map(|(term, _)| term).unwrap_or(Tree::Number(0.0));
        terms.fold(first, |sum, (term, is_plus)| {
            let operation = if is_plus { Operation::Add } else { Operation::Subtract };
            Tree::Apply(operation, vec![sum, term])
        })
    })
}

fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("own_moves"),
        Just("own-moves"),
        Just("distance"),
        Just("if("),
        Just("min("),
        Just("sqrt("),
        Just("("),
        Just(")"),
        Just(","),
        Just("+"),
        Just("-"),
        Just("*"),
        Just("/"),
        Just("^"),
        Just("<="),
        Just("=="),
        Just("2"),
        Just("0.5"),
        Just("1e3"),
        Just("#"),
        Just("\n"),
        Just("ß"),
    ];
    proptest::collection::vec(word, 0..40).prop_map(|words| words.join(" "))
}

/// Whatever it is: no panic, and what can be read is written so that it is read again.
fn holds_of(text: &str) -> Result<(), TestCaseError> {
    match Expression::read(text) {
        Ok(read) => {
            let written = read.to_string();
            let again = Expression::read(&written);
            prop_assert_eq!(Ok(&read), again.as_ref(), "{}", written);
            let _ = read.compile(&quantities());
        }
        Err(error) => {
            let (line, column, length) = error.place(text);
            prop_assert!(line >= 1 && column >= 1 && length >= 1);
            prop_assert!(error.range.end <= text.len());
        }
    }
    Ok(())
}

fn numbers() -> impl Strategy<Value = [f64; 4]> {
    let number = prop_oneof![(-5..60_i32).prop_map(f64::from), -100.0..100.0_f64, Just(0.0), Just(-0.0)];
    [number.clone(), number.clone(), number.clone(), number]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        holds_of(&text)?;
    }

    #[test]
    fn any_words_are_read_or_refused(text in words()) {
        holds_of(&text)?;
    }

    #[test]
    fn the_twin_agrees_to_the_bit(tree in tree(), values in numbers()) {
        let text = tree.text();
        holds_of(&text)?;
        let got = value_of(&text, values);
        prop_assert_eq!(tree.value(&values).to_bits(), got.to_bits(), "{}", text);
        prop_assert!(got.is_finite());
        let printed = Expression::read(&text).expect("it was read").to_string();
        prop_assert_eq!(value_of(&printed, values).to_bits(), got.to_bits(), "{}", printed);
    }

    #[test]
    fn a_sum_is_the_program_to_the_bit(tree in sum(), values in numbers()) {
        let text = tree.text().replace(['(', ')'], "");
        let read = Expression::read(&text).expect("a sum");
        let sum = read.compile(&quantities()).expect("its names are known");
        prop_assert!(sum.weights().is_some(), "{}", text);
        let plain = read.compile_plainly(&quantities()).expect("its names are known");
        prop_assert!(plain.weights().is_none());
        let measure = |slots: &mut [f64]| {
            slots.iter_mut().zip(sum.wanted()).for_each(|(slot, &index)| *slot = values[index]);
        };
        prop_assert_eq!(sum.value(measure).to_bits(), plain.value(measure).to_bits(), "{}", text);
        prop_assert_eq!(sum.value(measure).to_bits(), tree.value(&values).to_bits(), "{}", text);
    }
}
