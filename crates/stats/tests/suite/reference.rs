//! Reading the files of `tests/data/stats`, and comparing with them.

use serde_json::Value;

/// A file of reference values.
pub fn read(file: &str) -> Value {
    let path = format!("{}/../../tests/data/stats/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}

pub fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

pub fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(number).collect()
}

pub fn whole(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no count"))
}

/// Nine digits.
#[track_caller]
pub fn assert_near(got: f64, expected: &Value, what: &str) {
    assert_within(got, number(expected), 1e-9, what);
}

#[track_caller]
pub fn assert_within(got: f64, expected: f64, tolerance: f64, what: &str) {
    let difference = (got - expected).abs();
    assert!(difference <= tolerance * expected.abs().max(1.0), "{what}: {got} instead of {expected}");
}

#[track_caller]
pub fn assert_interval(got: (f64, f64), expected: &Value, tolerance: f64, what: &str) {
    assert_within(got.0, number(&expected[0]), tolerance, &format!("{what}, lower end"));
    assert_within(got.1, number(&expected[1]), tolerance, &format!("{what}, upper end"));
}
