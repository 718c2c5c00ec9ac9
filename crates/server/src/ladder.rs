//! The named opponents of a game as the pages know them, and the axis of strength on which they stand.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use zermelo_catalog::opponents;
use zermelo_report::number::count;

use crate::wire::Statistic;

/// A named opponent.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Opponent {
    /// Its name in addresses.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The agent.
    pub agent: String,
    /// How it plays, in a sentence.
    pub style: String,
    /// Its rating in this game; absent where nobody has measured it.
    pub rating: Option<Statistic>,
    /// How many positions it looks at for a move.
    pub nodes: Option<u64>,
    /// How long a move takes it, about.
    pub seconds: Option<f64>,
}

/// A place on the axis of strength.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SliderStep)]
pub struct Notch {
    /// The agent.
    pub agent: String,
    /// How many positions it looks at.
    pub nodes: Option<u64>,
    /// The named opponent here, if there is one.
    pub rung: Option<String>,
    /// What is known of it, in words.
    pub label: String,
}

/// The named opponents of a game, the weakest first.
pub fn opponents(game: &str) -> Vec<Opponent> {
    opponents::opponents(game).iter().map(Opponent::from).collect()
}

/// The agent that an opponent's name or an agent's text stands for.
pub fn agent_of(game: &str, text: &str) -> String {
    opponents::named(game, text).map_or_else(|| text.to_owned(), |opponent| opponent.agent.clone())
}

impl From<&opponents::Opponent> for Opponent {
    fn from(opponent: &opponents::Opponent) -> Opponent {
        let rating = opponent.rating.as_ref().map(|rating| Statistic {
            value: rating.value,
            low: rating.low,
            high: rating.high,
            level: rating.level,
            n: rating.n,
            method: rating.method.clone(),
        });
        Opponent {
            id: opponent.id.clone(),
            name: opponent.name.clone(),
            agent: opponent.agent.clone(),
            style: opponent.style.clone(),
            rating,
            nodes: opponent.nodes,
            seconds: opponent.seconds,
        }
    }
}

/// The whole axis of strength: the rungs, and between two that only differ in positions steps of the square root of two.
pub fn axis(opponents: &[Opponent]) -> Vec<Notch> {
    let mut notches = Vec::new();
    for (index, rung) in opponents.iter().enumerate() {
        notches.push(Notch {
            agent: rung.agent.clone(),
            nodes: rung.nodes,
            rung: Some(rung.id.clone()),
            label: label_of(rung),
        });
        let Some(next) = opponents.get(index + 1) else { break };
        let (Some(from), Some(to)) = (plain_nodes(&rung.agent), plain_nodes(&next.agent)) else { continue };
        let mut nodes = from as f64 * 2_f64.sqrt();
        while nodes < to as f64 / 1.2 {
            let rounded = round_to_two_figures(nodes);
            notches.push(Notch {
                agent: rung.agent.replace(&format!("nodes={from}"), &format!("nodes={rounded}")),
                nodes: Some(rounded),
                rung: None,
                label: format!("between {} and {}, {} nodes", rung.name, next.name, count(rounded)),
            });
            nodes *= 2_f64.sqrt();
        }
    }
    notches
}

fn label_of(rung: &Opponent) -> String {
    let mut label = match &rung.rating {
        Some(rating) => format!(
            "{}, about {:.0} ± {:.0} ({} games)",
            rung.name,
            rating.value,
            (rating.high - rating.low) / 2.0,
            count(rating.n)
        ),
        None => format!("{}, strength unknown here", rung.name),
    };
    if let Some(nodes) = rung.nodes {
        label.push_str(&format!(", {} nodes", count(nodes)));
    }
    if let Some(seconds) = rung.seconds {
        label.push_str(&if seconds < 0.095 {
            ", instantly".to_owned()
        } else {
            format!(", about {seconds:.1} s")
        });
    }
    label
}

/// The budget of an agent that differs from its like in nothing else.
fn plain_nodes(agent: &str) -> Option<u64> {
    if agent.starts_with("casual") {
        return None;
    }
    let (_, rest) = agent.split_once("nodes=")?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

fn round_to_two_figures(number: f64) -> u64 {
    let unit = 10_f64.powf(number.log10().floor() - 1.0).max(1.0);
    ((number / unit).round() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_goes_up_and_names_every_rung() {
        let opponents = opponents("no such game");
        let axis = axis(&opponents);
        let named: Vec<&str> = axis.iter().filter_map(|notch| notch.rung.as_deref()).collect();
        assert_eq!(named, ["acorn", "fern", "willow", "juniper", "rowan", "oak", "cedar", "sequoia"]);
        let nodes: Vec<u64> = axis.iter().filter_map(|notch| notch.nodes).collect();
        assert!(nodes.is_sorted(), "{nodes:?}");
        assert!(axis.len() > 20);
        assert_eq!(agent_of("x", "Oak"), "alphabeta(nodes=3000)");
        assert_eq!(agent_of("x", "mcts(playouts=5)"), "mcts(playouts=5)");
    }

    #[test]
    fn numbers_have_two_figures() {
        assert_eq!(round_to_two_figures(424.26), 420);
        assert_eq!(round_to_two_figures(7.2), 7);
    }
}
