//! A cache of evaluations: what positions were judged to be worth, in a small table of one thread.
//!
//! The last positions of different lines are often the same, since moves come in any order. One in three was judged
//! before, not long ago, and to look that up costs less than most evaluators and proofs do. A judgement is a function of
//! the position alone, so nothing in a search changes but its speed, and nothing ever has to be forgotten.

use zermelo_game::Score;

/// The table. The newest entry replaces whatever was in its place.
#[derive(Clone, Debug)]
pub struct EvalCache {
    /// Keys and scores; a score is marked by its lowest bit, so that no place that is taken is 0.
    slots: Vec<[u64; 2]>,
}

impl EvalCache {
    /// As much as stays in the processor's cache beside everything else: with twice as many, fewer are judged anew, but
    /// all is slower.
    const SLOTS: usize = 1 << 13;

    /// An empty one.
    pub fn new() -> EvalCache {
        EvalCache { slots: vec![[0; 2]; Self::SLOTS] }
    }

    /// What the position with this key was judged to be worth, or what `judge` says it is.
    #[inline]
    pub fn get_or(&mut self, key: u64, judge: impl FnOnce() -> Score) -> Score {
        let slot = &mut self.slots[key as usize % Self::SLOTS];
        let [known, score] = *slot;
        if known == key && score != 0 {
            return Score::from_number(f32::from_bits((score >> 1) as u32));
        }
        let score = judge();
        *slot = [key, u64::from(score.number().to_bits()) << 1 | 1];
        score
    }
}

impl Default for EvalCache {
    fn default() -> Self {
        EvalCache::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zermelo_game::zobrist::mix;

    #[test]
    fn a_position_is_judged_once_until_another_takes_its_place() {
        let mut eval_cache = EvalCache::new();
        let mut n_judged = 0;
        let mut ask = |key: u64| {
            eval_cache.get_or(key, || {
                n_judged += 1;
                Score::judged(key as f64 / 1e6)
            })
        };
        // The empty board of many games has the key 0.
        assert_eq!([0, 1, 0, 1].map(&mut ask), [0, 1, 0, 1].map(|key| Score::judged(f64::from(key) / 1e6)));
        let same_place = EvalCache::SLOTS as u64;
        assert_eq!(ask(same_place), Score::judged(same_place as f64 / 1e6));
        assert_eq!(ask(0), Score::judged(0.0));
        assert_eq!(n_judged, 4);
    }

    #[test]
    fn nothing_is_known_of_what_was_not_asked() {
        let mut eval_cache = EvalCache::new();
        for key in (0..EvalCache::SLOTS as u64).chain((0..100_000).map(mix)) {
            assert_eq!(eval_cache.get_or(key, || Score::judged(1.0)), Score::judged(1.0), "{key}");
        }
    }
}
