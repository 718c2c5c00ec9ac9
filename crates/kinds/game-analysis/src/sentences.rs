//! What the numbers mean to a designer. Every sentence rests on a threshold that it names or that is below. What can be claimed
//! at several levels of play is told of all of them, with all claims held to 5 % together (Holm); where the evidence does not
//! allow a claim, the sentence says so.

mod course;
mod fairness;
mod skill;
mod space;
#[cfg(test)]
pub(crate) mod tests;

use super::result::AnalysisResult;

/// Any advantage is called small if the interval of the first player's score is within so much of one half.
pub const FAIR: f64 = 0.05;
/// Draws are rare below the first and frequent above the second.
pub const DRAWS: [f64; 2] = [0.05, 0.3];
/// Games are decided early if so much of them has been played, on average, or less; late above the second.
pub const DECISION: [f64; 2] = [0.5, 0.75];
/// Many moves are forced if fewer positions than this have more than one legal move.
pub const CHOICES: f64 = 0.8;
/// The better moves hardly differ if the best is worth so little more than the second best; it stands out above the second.
pub const GAP: [f64; 2] = [0.02, 0.1];

/// The sentences, the most important first.
pub(super) fn sentences(portrait: &AnalysisResult) -> Vec<String> {
    if portrait.levels.iter().all(|level| level.games == 0) {
        return portrait.solution().into_iter().chain(["No games were played.".to_owned()]).collect();
    }
    let mut told = Vec::new();
    told.extend(portrait.solution());
    told.extend(portrait.fairness());
    told.extend(portrait.proof_and_games());
    told.extend(portrait.change_with_strength());
    told.extend(course::cut_games(portrait));
    told.extend(course::draws(portrait));
    told.extend(course::endings(portrait));
    told.extend(course::length(portrait));
    told.extend(course::decision(portrait));
    told.extend(course::lead(portrait));
    told.extend(space::choices(portrait));
    told.extend(space::clarity(portrait));
    told.extend(portrait.skill());
    told.extend(fairness::first_moves(portrait));
    told.extend(space::board(portrait));
    told.extend(skill::copying(portrait));
    told.extend(skill::heuristics(portrait));
    told
}
