//! The named opponents of each game, from one who knows nothing to the best there is: rungs of a measured ladder.
//!
//! A name is replaced by its agent before anything is opened or stored, so what a run keeps does not depend on the ladders.

use std::sync::LazyLock;

use serde::Deserialize;

/// A named opponent.
#[derive(Clone, Debug, Deserialize)]
pub struct Opponent {
    /// Its name in addresses and commands.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The agent.
    pub agent: String,
    /// How it plays, in a sentence.
    pub style: String,
    /// Its rating in this game; absent where nobody has measured it.
    pub rating: Option<OpponentRating>,
    /// How many positions it looks at for a move.
    pub nodes: Option<u64>,
    /// How long a move takes it, about.
    pub seconds: Option<f64>,
}

/// How strong an opponent is in a game, with an interval.
#[derive(Clone, Debug, Deserialize)]
pub struct OpponentRating {
    /// The rating.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// How often such intervals hold the truth.
    pub level: f64,
    /// How many games it rests on.
    pub n: u64,
    /// How it was estimated.
    pub method: String,
}

/// The opponents of a game, the weakest first.
#[derive(Debug, Deserialize)]
struct Ladder {
    game: String,
    rungs: Vec<Opponent>,
}

static LADDERS: LazyLock<Vec<Ladder>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/ladders.json")).expect("a file of our own is well formed")
});

/// All rungs there may be, and what each is where nobody has measured a ladder. `cargo xtask ladders` reads the same file.
static UNMEASURED: LazyLock<Vec<Opponent>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../data/rungs.json")).expect("a file of our own is well formed")
});

/// The named opponents of the game with this id, the weakest first.
pub fn opponents(game: &str) -> &'static [Opponent] {
    let ladder = LADDERS.iter().find(|ladder| ladder.game == game);
    ladder.map_or(&UNMEASURED, |ladder| &ladder.rungs)
}

/// Whether a text is the name of an opponent in any game.
pub fn is_name(text: &str) -> bool {
    UNMEASURED.iter().any(|opponent| opponent.id.eq_ignore_ascii_case(text.trim()))
}

/// The opponent of the game with this id that is called so.
pub fn named(game: &str, text: &str) -> Option<&'static Opponent> {
    opponents(game).iter().find(|opponent| opponent.id.eq_ignore_ascii_case(text.trim()))
}

/// The opponent of the game with this id that plays as this agent does. An agent that is a word, such as `random`, is better known by
/// that word.
pub fn playing(game: &str, agent: &str) -> Option<&'static Opponent> {
    let agent = agent.trim();
    opponents(game).iter().find(|opponent| opponent.agent == agent && agent.contains('('))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_agents() {
        let agent_of = |text| named("no such game", text).map(|opponent| opponent.agent.as_str());
        assert_eq!(agent_of("Oak"), Some("alphabeta(nodes=3000)"));
        assert_eq!(agent_of("mcts(playouts=5)"), None);
        assert!(is_name(" sequoia ") && !is_name("random"));
        let name_of = |agent| playing("no such game", agent).map(|opponent| opponent.name.as_str());
        assert_eq!((name_of(" alphabeta(nodes=3000)"), name_of("random")), (Some("Oak"), None));
    }

    #[test]
    fn a_rung_plays_in_the_same_manner_on_every_ladder() {
        for rung in LADDERS.iter().flat_map(|ladder| &ladder.rungs) {
            let known = UNMEASURED.iter().find(|known| known.id == rung.id).expect("a rung of the list");
            assert_eq!((&rung.name, &rung.style), (&known.name, &known.style));
        }
    }

    #[test]
    fn every_rung_of_a_measured_ladder_beats_the_one_below() {
        for ladder in LADDERS.iter() {
            for pair in ladder.rungs.windows(2) {
                let [low, high] = pair else { continue };
                let ratings =
                    [low, high].map(|rung| rung.rating.as_ref().expect("a measured rung has a rating"));
                assert!(
                    ratings[0].value < ratings[1].value,
                    "{}: {} and {}",
                    ladder.game,
                    low.name,
                    high.name
                );
            }
        }
    }
}
