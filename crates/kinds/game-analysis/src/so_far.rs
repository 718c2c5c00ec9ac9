//! A portrait that is not finished: what is known for good, read from the log.

use zermelo_store::EventRow;

use super::result::AnalysisResult;

/// What a portrait is played for, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Games of players against themselves, and a look at their choices.
    Games,
    /// Matches against players who think twice as long.
    Ladder,
    /// Games after every first move.
    FirstMoves,
    /// Games of players who copy, and of players without each of the heuristics.
    Knowledge,
}

/// What is known of a game while it is still being measured.
#[derive(Clone, Debug, PartialEq)]
pub struct SoFar {
    /// What is being played.
    pub stage: Stage,
    /// What was found in the stages before it: final, but without a word about the rest. Nothing before the first has ended.
    pub result: Option<AnalysisResult>,
}

impl Stage {
    /// The stages that leave something behind when they end, with the events that hold it.
    const ENDS: [(Stage, u64, &'static str); 3] =
        [(Stage::Games, 2, "played"), (Stage::Ladder, 3, "climbed"), (Stage::FirstMoves, 4, "opened")];

    /// The event that ends the stage.
    pub(super) fn end(self, result: &AnalysisResult) -> Option<EventRow> {
        let (_, seq, kind) = Stage::ENDS.into_iter().find(|(stage, ..)| *stage == self)?;
        let json = serde_json::to_string(result).expect("what was found holds only names and numbers");
        Some(EventRow { seq, kind: kind.to_owned(), json })
    }
}

impl SoFar {
    /// As the log says.
    pub fn of(events: &[EventRow]) -> SoFar {
        let read = |(stage, _, kind): (Stage, u64, &str)| {
            let event = events.iter().find(|event| event.kind == kind)?;
            let result: AnalysisResult = serde_json::from_str(&event.json).ok()?;
            Some((stage, result))
        };
        let last = Stage::ENDS.into_iter().rev().find_map(read);
        let stage = match &last {
            None => Stage::Games,
            Some((Stage::Games, _)) => Stage::Ladder,
            Some((Stage::Ladder, _)) => Stage::FirstMoves,
            Some(_) => Stage::Knowledge,
        };
        SoFar { stage, result: last.map(|(_, result)| result) }
    }

    /// Whether what a stage found is known.
    pub fn has(&self, stage: Stage) -> bool {
        stage < self.stage
    }
}
