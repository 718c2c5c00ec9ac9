//! Everybody meets everybody, by the circle method: in every round everybody plays (but one, if they are odd).

use crate::Pair;

/// `n` entrants, each two of them so often.
pub fn pairs(n: usize, n_cycles: u32) -> impl Iterator<Item = Pair> {
    let n_seats = n + n % 2;
    let n_turns = n_seats.saturating_sub(1);
    let of_turn = move |cycle: u32, turn: usize| {
        let round = cycle.wrapping_mul(n_turns as u32).wrapping_add(turn as u32);
        let at_seat = move |seat: usize| {
            let (a, b) = seats(n_seats, turn, seat);
            // The last seat is empty if they are odd.
            (a < n && b < n).then(|| Pair { round, a: a.min(b) as u32, b: a.max(b) as u32, opening: cycle })
        };
        (0..n_seats / 2).filter_map(at_seat)
    };
    (0..n_cycles).flat_map(move |cycle| (0..n_turns).flat_map(move |turn| of_turn(cycle, turn)))
}

/// The last one stays, the others go around.
fn seats(n_seats: usize, turn: usize, seat: usize) -> (usize, usize) {
    let others = n_seats - 1;
    if seat == 0 { (turn, others) } else { ((turn + seat) % others, (turn + others - seat) % others) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody() {
        for n in 0..12 {
            let pairs: Vec<Pair> = pairs(n, 2).collect();
            for a in 0..n as u32 {
                for b in 0..n as u32 {
                    for opening in 0..2 {
                        let meets = |pair: &&Pair| (pair.a, pair.b, pair.opening) == (a, b, opening);
                        assert_eq!(pairs.iter().filter(meets).count(), usize::from(a < b), "{n}: {a} {b}");
                    }
                }
            }
            // Nobody plays twice in a round.
            for pair in &pairs {
                let same = pairs.iter().filter(|other| other.round == pair.round);
                let busy = same.filter(|other| [other.a, other.b].contains(&pair.a)).count();
                assert_eq!(busy, 1);
            }
        }
    }
}
