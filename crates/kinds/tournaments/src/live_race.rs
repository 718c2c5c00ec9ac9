//! A sequential test while its games are played.

use std::collections::BTreeMap;

use zermelo_arena::Schedule;
use zermelo_arena::schedule::RaceProgress;
use zermelo_kind::played_pair;
use zermelo_store::GameRow;

use crate::file::TournamentPlan;
use crate::race_result::RaceResult;

/// A sequential test that counts games as they are told, in any order.
pub struct LiveRace {
    progress: RaceProgress,
    names: [String; 2],
    /// Games of pairs that are not counted yet: the test looks at pairs in schedule order.
    waiting: BTreeMap<u64, GameRow>,
}

impl LiveRace {
    /// The test of a plan; `None` if it has another schedule.
    pub fn of(plan: &TournamentPlan) -> Option<LiveRace> {
        let (Schedule::Race(race), [new, old]) = (&plan.schedule, &plan.entrants[..]) else { return None };
        let names = [new, old].map(|entrant| entrant.name.clone());
        Some(LiveRace { progress: RaceProgress::new(*race), names, waiting: BTreeMap::new() })
    }

    /// A game more.
    pub fn count(&mut self, game: &GameRow) {
        self.waiting.insert(game.index, game.clone());
        loop {
            let first = 2 * u64::from(self.progress.n_played());
            if !(self.waiting.contains_key(&first) && self.waiting.contains_key(&(first + 1))) {
                return;
            }
            let mut take = |index| self.waiting.remove(&index);
            let (Some(one), Some(other)) = (take(first), take(first + 1)) else { return };
            let Some(pair) = self.progress.race().pairs(self.progress.n_played()).next() else { return };
            self.progress.add(&played_pair(pair, &[one, other]));
        }
    }

    /// What the test says by now.
    pub fn result(&self) -> RaceResult {
        RaceResult::of(&self.progress, self.names.clone())
    }
}
