//! A knockout: who loses is out. Entrants are seeded in the order they were entered, the best against the last; if they
//! are odd, the best one rests.

use crate::{Pair, Played};

/// How many pairs more two play who are level; then the one seeded better goes on.
pub const MOST_EXTRA_PAIRS: u32 = 8;

/// The next games; nothing when one is left.
pub fn round(n: usize, n_pairs: u32, history: &[Played]) -> Vec<Pair> {
    bracket(n, n_pairs, history).0
}

/// Who is left, if only one is.
pub fn bracket_winner(n: usize, n_pairs: u32, history: &[Played]) -> Option<usize> {
    match *bracket(n, n_pairs, history).1.as_slice() {
        [winner] => Some(winner as usize),
        _ => None,
    }
}

/// What is to be played next, and who is left, given what has been played.
fn bracket(n: usize, n_pairs: u32, mut history: &[Played]) -> (Vec<Pair>, Vec<u32>) {
    let mut alive: Vec<u32> = (0..n as u32).collect();
    let mut round = 0;
    while alive.len() > 1 {
        let rests = alive.len() % 2;
        let playing = &alive[rests..];
        let couples: Vec<(u32, u32)> = (0..playing.len() / 2)
            .map(|index| (playing[index], playing[playing.len() - 1 - index]))
            .collect();
        // How far the one seeded better is ahead, in halves of points.
        let mut leads = vec![0_i64; couples.len()];
        for extra in 0..=MOST_EXTRA_PAIRS {
            let level: Vec<usize> =
                (0..couples.len()).filter(|&index| extra == 0 || leads[index] == 0).collect();
            let openings = if extra == 0 { 0..n_pairs } else { n_pairs + extra - 1..n_pairs + extra };
            let wanted: Vec<(usize, Pair)> = openings
                .flat_map(|opening| level.iter().map(move |&index| (index, opening)))
                .map(|(index, opening)| {
                    let (a, b) = couples[index];
                    (index, Pair { round, a, b, opening })
                })
                .collect();
            if wanted.is_empty() {
                break;
            }
            if history.len() < wanted.len() {
                return (wanted.into_iter().map(|(_, pair)| pair).collect(), alive);
            }
            let (played, later) = history.split_at(wanted.len());
            for ((index, _), played) in wanted.iter().zip(played) {
                leads[*index] += 2 * played.halves() as i64 - 4;
            }
            history = later;
            round += 1;
        }
        let winners = couples.iter().zip(&leads).map(|(&(a, b), &lead)| if lead >= 0 { a } else { b });
        let mut left: Vec<u32> = alive[..rests].iter().copied().chain(winners).collect();
        left.sort_unstable();
        alive = left;
    }
    (Vec::new(), alive)
}
