//! What a set of pawns counts for, looked up five cells at a time.
//!
//! Eight of the heuristics are sums over single pawns, and "the nearest pawn" is the union of the disks each pawn is in:
//! so for every five neighbouring cells and each of their 32 fillings the answer is known beforehand, and a set of pawns
//! is a few additions. A sum over the whole board stays below 256 for each heuristic on every side, so eight of them
//! share a word.

use super::layout::geometry;

/// Cells that are looked up together.
pub const CELLS: usize = 5;

/// Enough lookups for the largest board.
const N_PARTS: usize = 16;

/// What pawns count for.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// Eight sums of eight bits, from the lowest: pawns; those on the middle column; home guards; nearness to the middle
    /// column, to the enemy's home, to the own home and to the middle hex; distance from the middle hex.
    sums: u64,
    /// Which of the disks around the enemy's home have a pawn: from bit 0 pawns on the middle column, from bit 8 others.
    disks: u64,
}

impl Tally {
    /// The eight sums.
    #[inline]
    pub fn sums(self) -> [u8; 8] {
        self.sums.to_le_bytes()
    }

    /// How near to the enemy's home the nearest pawns are, on the middle column and elsewhere.
    #[inline]
    pub fn nearest(self) -> (i32, i32) {
        ((self.disks & 0xff).count_ones() as i32, (self.disks >> 8).count_ones() as i32)
    }

    /// No pawns.
    pub const NOTHING: Tally = Tally { sums: 0, disks: 0 };

    /// What both sets count for.
    #[inline]
    pub const fn and(self, other: Tally) -> Tally {
        Tally { sums: self.sums + other.sums, disks: self.disks | other.disks }
    }

    /// What a pawn counts for whose home is on half-row `home`.
    const fn of_pawn(n: usize, bit: usize, home: usize) -> Tally {
        if bit >= geometry::n_bits(n) || !geometry::is_hex(n, bit) {
            return Tally::NOTHING;
        }
        let last = geometry::n_rows(n) - 1;
        let away = geometry::place(n, bit).1.abs_diff(n - 1);
        let to_own = geometry::distance(n, bit, home);
        let to_enemy = geometry::distance(n, bit, last - home);
        let to_middle = geometry::distance(n, bit, last / 2);
        let guards = match (to_own, away) {
            (0, _) => 3,
            (1, 1) => 2,
            _ => 0,
        };
        let middle_prox = match away {
            0 => 6,
            1 => 3,
            2 => 1,
            _ => 0,
        };
        let sums = [
            1,
            (away == 0) as usize,
            guards,
            middle_prox,
            (n + 1).saturating_sub(to_enemy),
            (n + 1).saturating_sub(to_own),
            n - 1 - to_middle,
            to_middle,
        ];
        let mut word = 0;
        let mut index = 0;
        while index < 8 {
            word |= (sums[index] as u64) << (8 * index);
            index += 1;
        }
        // A pawn at a distance d is in the disks d, d + 1, .. up to the largest, n.
        let disks = if to_enemy <= n { (1 << (n + 1)) - (1 << to_enemy) } else { 0 };
        Tally { sums: word, disks: if away == 0 { disks } else { disks << 8 } }
    }
}

/// The tallies of one player's pawns.
#[derive(Debug)]
pub struct Tallies([[Tally; 1 << CELLS]; N_PARTS]);

impl Tallies {
    /// For boards of side `n` and the player whose home is on half-row `home`.
    pub const fn new(n: usize, home: usize) -> Tallies {
        let mut parts = [[Tally::NOTHING; 1 << CELLS]; N_PARTS];
        let mut bit = 0;
        while bit < geometry::n_bits(n) {
            let (part, own) = (bit / CELLS, 1 << (bit % CELLS));
            let pawn = Tally::of_pawn(n, bit, home);
            // Every filling whose highest cell this is: the filling without it, and this one.
            let mut rest = 0;
            while rest < own {
                parts[part][own | rest] = parts[part][rest].and(pawn);
                rest += 1;
            }
            bit += 1;
        }
        Tallies(parts)
    }

    /// What the pawns among a few neighbouring cells count for, given as the bits of a number.
    #[inline]
    pub fn part(&self, index: usize, filling: usize) -> Tally {
        self.0[index][filling % (1 << CELLS)]
    }
}

#[cfg(test)]
mod tests {
    use zermelo_game::{Player, stream};

    use super::super::layout::{Layout, Rare, Side4, Side5};
    use zermelo_board::bits::Bits;

    /// What is looked up is what the sets of hexes say, counted one by one.
    fn check<L: Layout>(layout: L) {
        let map = layout.map();
        let mut chance = stream(1, "tally", map.side as u64);
        for density in [2, 3, 8, 64] {
            for player in [Player::First, Player::Second].repeat(50) {
                let hexes = map.hexes.cells().filter(|_| chance.below(density) == 0 || density == 64);
                let pawns = hexes.fold(L::Cells::EMPTY, |set, cell| set | L::Cells::one(cell));
                let count = |set: L::Cells| (pawns & set).count();
                let around = |center: usize, n_disks: usize| map.disks[center][..n_disks].to_vec();
                let (own, enemy) = (1 + player.index(), 2 - player.index());
                let near = |disks: &[L::Cells]| disks.iter().map(|&disk| count(disk)).sum::<usize>();
                let near_center = near(&around(0, map.side - 1));
                // Beside a home: the ring around it, but for what lies straight ahead.
                let beside = map.disks[own][1] & map.columns[1];
                let expected = [
                    pawns.count(),
                    count(map.columns[0]),
                    3 * count(map.disks[own][0]) + 2 * count(beside),
                    6 * count(map.columns[0]) + 3 * count(map.columns[1]) + count(map.columns[2]),
                    near(&around(enemy, map.side + 1)),
                    near(&around(own, map.side + 1)),
                    near_center,
                    (map.side - 1) * pawns.count() - near_center,
                ];
                let tally = layout.tally(player, pawns);
                assert_eq!(tally.sums().map(usize::from), expected, "{layout:?}, {pawns:?}");
                let nearest = |pawns: L::Cells| {
                    let disks = around(enemy, map.side + 1);
                    disks.iter().filter(|&&disk| !(pawns & disk).is_empty()).count() as i32
                };
                let expected = (nearest(pawns & map.columns[0]), nearest(pawns & !map.columns[0]));
                assert_eq!(tally.nearest(), expected, "{layout:?}, {pawns:?}");
            }
        }
    }

    #[test]
    fn tallies_are_counts() {
        check(Rare::Side2);
        check(Rare::Side3);
        check(Side4);
        check(Side5);
    }
}
