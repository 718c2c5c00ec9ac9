//! Positions counted once each, in the order in which they were first seen.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use zermelo_any::AnyPosition;
use zermelo_game::{Outcome, Player};

/// A position that games have reached.
pub struct Seen {
    /// The position.
    pub pos: AnyPosition,
    /// How often.
    pub n: u64,
    /// What came of it for the first player, in halves of a point.
    halves: u64,
}

impl Seen {
    /// The mean score of the first player: the share of wins, draws counting half.
    pub fn score(&self) -> f64 {
        self.halves as f64 / (2.0 * self.n as f64)
    }
}

/// A set of positions with their counts. Keys only find them: positions that share a key are told apart.
#[derive(Default)]
pub struct Distinct {
    list: Vec<Seen>,
    places: HashTable<usize>,
}

impl Distinct {
    /// Counts a position of a game that ended so. [`canonical`](super::Step::canonical) positions make mirror
    /// images one.
    pub fn add(&mut self, pos: &AnyPosition, outcome: Outcome) {
        let Distinct { list, places } = self;
        let found = places.entry(pos.key(), |&place| list[place].pos == *pos, |&place| list[place].pos.key());
        let place = match found {
            Entry::Occupied(place) => *place.get(),
            Entry::Vacant(free) => {
                let place = *free.insert(list.len()).get();
                list.push(Seen { pos: pos.clone(), n: 0, halves: 0 });
                place
            }
        };
        list[place].n += 1;
        list[place].halves += match outcome {
            Outcome::Win(Player::First) => 2,
            Outcome::Draw => 1,
            Outcome::Win(Player::Second) => 0,
        };
    }

    /// All of them, in the order in which they were first seen.
    pub fn iter(&self) -> std::slice::Iter<'_, Seen> {
        self.list.iter()
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::{Hints, Position};

    use super::*;

    /// A position whose key says nothing.
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    struct Alike(u8);

    impl Position for Alike {
        type Move = u8;

        fn to_move(&self) -> Player {
            Player::First
        }

        fn outcome(&self) -> Option<Outcome> {
            None
        }

        fn each_move(&self, _visit: impl FnMut(u8)) {}

        fn play(&mut self, _mv: u8) {}

        fn key(&self) -> u64 {
            7
        }
    }

    impl Hints for Alike {}

    #[test]
    fn positions_that_share_a_key_are_told_apart() {
        let mut distinct = Distinct::default();
        for round in 0..3 {
            for number in (0..100).rev() {
                let outcome = [Outcome::Win(Player::First), Outcome::Draw, Outcome::Win(Player::Second)];
                distinct.add(&AnyPosition::new(Alike(number)), outcome[(usize::from(number) * round) % 3]);
            }
        }
        let seen: Vec<_> = distinct.iter().map(|seen| (seen.pos.clone(), seen.n, seen.score())).collect();
        // A number that 3 divides wins all its games; another has each outcome once.
        let score = |number: u8| if number.is_multiple_of(3) { 1.0 } else { 0.5 };
        let expected = |number: u8| (AnyPosition::new(Alike(number)), 3, score(number));
        assert_eq!(seen, (0..100).rev().map(expected).collect::<Vec<_>>());
    }
}
