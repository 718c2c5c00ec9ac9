//! Who played whom with what result, and which players can be compared at all.

use crate::error::StatsError;

/// The games in which one player moved first and another second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// Who moved first.
    pub first: usize,
    /// Who moved second.
    pub second: usize,
    /// Games that the first player won. Not a whole number where repeated games count for less.
    pub wins: f64,
    /// Drawn games.
    pub draws: f64,
    /// Games that the second player won.
    pub losses: f64,
}

impl Encounter {
    /// Whole games between two players, counted from the first one's side.
    pub fn new(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Encounter {
        Encounter { first, second, wins: wins as f64, draws: draws as f64, losses: losses as f64 }
    }

    /// How many games there were.
    pub fn n(&self) -> f64 {
        self.wins + self.draws + self.losses
    }
}

/// An error if players are unknown, or counts are no counts.
pub(crate) fn check(n_players: usize, encounters: &[Encounter]) -> Result<(), StatsError> {
    for &Encounter { first, second, wins, draws, losses } in encounters {
        if first >= n_players || second >= n_players || first == second {
            return Err(StatsError::BadPlayers { first, second, n_players });
        }
        if let Some(bad) =
            [wins, draws, losses].into_iter().find(|count| !(count.is_finite() && *count >= 0.0))
        {
            let (name, expected) = ("a number of games", "0 or more");
            return Err(StatsError::BadParameter { name, value: bad.to_string(), expected });
        }
    }
    Ok(())
}

/// The groups of players that games connect, each in ascending order. Between groups nothing can be said. A player
/// without games is a group.
pub fn connected_groups(n_players: usize, encounters: &[Encounter]) -> Result<Vec<Vec<usize>>, StatsError> {
    check(n_players, encounters)?;
    let links = encounters.iter().filter(|encounter| encounter.n() > 0.0);
    Ok(groups_of_links(n_players, links.map(|encounter| (encounter.first, encounter.second))))
}

/// The groups that links make, each in ascending order.
pub(crate) fn groups_of_links(n: usize, links: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    // The label of a group is its smallest member; joining relabels, which is quick enough for hundreds.
    let mut labels: Vec<usize> = (0..n).collect();
    for (a, b) in links {
        let (kept, lost) = (labels[a].min(labels[b]), labels[a].max(labels[b]));
        if kept != lost {
            labels.iter_mut().filter(|label| **label == lost).for_each(|label| *label = kept);
        }
    }
    let members = |label: usize| (0..n).filter(|&player| labels[player] == label).collect::<Vec<_>>();
    (0..n).filter(|&player| labels[player] == player).map(members).collect()
}

/// An error if some players of a group took no point at all from the others: then no finite ratings are the most likely
/// ones (Zermelo 1929, Ford 1957). Players with `is_fixed` count as one, as their ratings are known.
pub(crate) fn check_strongly_connected(
    encounters: &[Encounter],
    groups: &[Vec<usize>],
    is_fixed: &[bool],
) -> Result<(), StatsError> {
    for group in groups {
        for (is_forward, words) in [(true, "took no point from"), (false, "gave no point to")] {
            let inside = reached(encounters, group[0], is_fixed, is_forward);
            let left: Vec<usize> = group.iter().copied().filter(|&player| !inside[player]).collect();
            if !left.is_empty() {
                let inside: Vec<usize> = group.iter().copied().filter(|&player| inside[player]).collect();
                return Err(StatsError::Unbounded {
                    who: format!("players {inside:?} {words} players {left:?}"),
                });
            }
        }
    }
    Ok(())
}

/// Who can be reached from a player by steps from one to another of whom the former took a point (or who took one of the
/// former, if not forward).
fn reached(encounters: &[Encounter], start: usize, is_fixed: &[bool], is_forward: bool) -> Vec<bool> {
    let mut is_reached = vec![false; is_fixed.len()];
    is_reached[start] = true;
    let steps: Vec<(usize, usize)> = encounters
        .iter()
        .flat_map(|encounter| {
            let &Encounter { first, second, wins, draws, losses } = encounter;
            let (to_first, to_second) = (wins + draws > 0.0, losses + draws > 0.0);
            let (here, there) = if is_forward { (to_first, to_second) } else { (to_second, to_first) };
            [here.then_some((first, second)), there.then_some((second, first))]
        })
        .flatten()
        .collect();
    loop {
        let fixed_reached = (0..is_fixed.len()).any(|player| is_fixed[player] && is_reached[player]);
        let before = is_reached.iter().filter(|&&is| is).count();
        for player in 0..is_fixed.len() {
            is_reached[player] |= fixed_reached && is_fixed[player];
        }
        for &(from, to) in &steps {
            is_reached[to] |= is_reached[from];
        }
        if is_reached.iter().filter(|&&is| is).count() == before {
            return is_reached;
        }
    }
}
