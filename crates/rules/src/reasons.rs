//! Why a game ended: a word for machines, the same as in the native games, and words for people.

use crate::rules::{Rules, Test, Zoned};

/// The word for a limit that was reached.
pub const LIMIT: &str = "limit";
/// The word for a player who cannot move.
pub const NO_MOVE: &str = "no-move";

/// The word for a goal.
pub fn word(rules: &Rules, goal: usize) -> &'static str {
    let has_line_of_kind =
        || rules.goals.iter().any(|goal| matches!(goal.test, Test::Line { kind: Some(_), .. }));
    match &rules.goals[goal].test {
        Test::Reach { what: Zoned::FarRow, .. } => "far-row",
        Test::Reach { what: Zoned::FarCorner, .. } => "home",
        Test::Reach { .. } => "zone",
        Test::Line { kind: Some(_), .. } => "shape",
        Test::Line { .. } if has_line_of_kind() => "color",
        Test::Line { .. } => "line",
        Test::Connect { .. } => "connection",
        Test::CannotMove => NO_MOVE,
        Test::BothCannotMove => "both-stuck",
        Test::Fewer { is_taken: true, .. } => "taken",
        Test::Fewer { than: [1, 1], .. } => "no-pieces",
        Test::Fewer { .. } => "few-pieces",
        Test::AllOn { .. } => "all-home",
        Test::BoardFull => "board-full",
    }
}

/// A reason in words, to stand behind the result: "reached the far row".
pub fn in_words(rules: &Rules, reason: &str) -> String {
    let lengths = rules.goals.iter().filter_map(|goal| match goal.test {
        Test::Line { length, .. } => Some(length),
        _ => None,
    });
    let length = lengths.max().unwrap_or(0);
    match reason {
        "far-row" => "reached the far row".to_owned(),
        "home" => "reached the far corner".to_owned(),
        "zone" => "reached the goal".to_owned(),
        "line" => format!("{length} in a line"),
        "shape" => format!("{length} of one kind in a line"),
        "color" => format!("{length} of one colour in a line"),
        "connection" => "connected both sides".to_owned(),
        "taken" => {
            let mut kinds = rules.goals.iter().filter_map(|goal| match goal.test {
                Test::Fewer { is_taken: true, kind, .. } => kind,
                _ => None,
            });
            match (kinds.next(), kinds.next()) {
                (Some(kind), None) => format!("took the {}", rules.kinds[kind].name),
                _ => "took the piece that counts".to_owned(),
            }
        }
        "no-pieces" => "the opponent has no pieces left".to_owned(),
        "few-pieces" => "the opponent has too few pieces left".to_owned(),
        "all-home" => "all pieces are home".to_owned(),
        "board-full" => "the board is full".to_owned(),
        "both-stuck" => "neither player can move".to_owned(),
        "limit" => "the limit of plies is reached".to_owned(),
        _ => "the player to move cannot".to_owned(),
    }
}
