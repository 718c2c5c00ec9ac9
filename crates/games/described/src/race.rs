//! The race: a proof at a glance that a runner comes to its goal before the enemy can do anything about it.
//!
//! After `n` moves the enemy can stand only on certain cells: its pieces flooding the board, obstacles ignored. A runner's next cell
//! is sure if the enemy cannot stand there (or may be taken there), and cannot take there in return. If sure steps lead to the goal
//! before the enemy can be at its own, the race is won, whatever else happens. The runner's other pieces stay where they are, so
//! the player always has a move.
//!
//! This holds in games of one kind of piece that steps or leaps, in which nothing but a zone reached, the last piece taken and a
//! player without a move ends the game.

use zermelo_game::{Outcome, Player, Verdict};

use crate::cells::Cells;
use crate::judge::outcome_when_stuck;
use crate::position::Board;
use crate::rules::{GoalResult, Rules, Test};
use crate::shape::Set;
use crate::tables::Ray;
use zermelo_board::bits::Bits;

/// What a race needs to know of the rules.
#[derive(Clone, Debug)]
pub struct Race<B> {
    of: [Runners<B>; 2],
}

/// One player's pieces as runners.
#[derive(Clone, Debug)]
struct Runners<B> {
    steps: Vec<Step<B>>,
    /// The goal, and the cells from which it can be reached in 1, 2, .. moves or fewer if nothing is in the way; none without a
    /// goal.
    disks: Vec<B>,
    /// Whether a race that is won is a game that is won.
    may_run: bool,
}

/// One way to step.
#[derive(Clone, Copy, Debug)]
struct Step<B> {
    ray: Ray<B>,
    to_empty: B,
    to_enemy: B,
}

impl<B: Cells> Race<B> {
    /// The race of these rules, if they have one.
    pub fn new(rules: &Rules) -> Option<Race<B>> {
        let is_plain = rules.kinds.len() == 1
            && rules.placings.is_empty()
            && rules.limit.is_none()
            && rules.motions.iter().all(|motion| motion.reach == 1 && !motion.leaves_hole);
        let ends_plainly = rules.goals.iter().all(|goal| {
            let is_known = match &goal.test {
                Test::Reach { kind: None, .. } | Test::CannotMove => true,
                Test::Fewer { than, kind: None, .. } => than.iter().all(|&than| than <= 1),
                _ => false,
            };
            is_known && goal.result == GoalResult::Win
        });
        if !is_plain || !ends_plainly {
            return None;
        }
        let of = Player::BOTH.map(|player| Runners::new(rules, player));
        of.iter().any(|runners| runners.may_run).then_some(Race { of })
    }
}

impl<B: Cells> Runners<B> {
    fn new(rules: &Rules, player: Player) -> Runners<B> {
        let shape = &rules.shape;
        let own = rules.motions.iter().filter(|motion| motion.player == player);
        let steps: Vec<Step<B>> = own
            .map(|motion| Step {
                ray: Ray {
                    shift: shape.shift(motion.delta) as i32,
                    from: B::of(shape.with_neighbour(motion.delta)),
                },
                to_empty: B::of(motion.to_empty),
                to_enemy: B::of(motion.to_enemy),
            })
            .collect();
        let mut zone = Set::EMPTY;
        for goal in rules.goals.iter().filter(|goal| goal.subject.is_none_or(|subject| subject == player)) {
            if let Test::Reach { zones, .. } = &goal.test {
                zone |= zones[player.index()];
            }
        }
        // An opponent who cannot move must have lost: otherwise the race could end without a winner.
        let stuck = Some(outcome_when_stuck(rules, player.other()));
        let has_winner = rules.goals.iter().all(|goal| goal.test != Test::CannotMove)
            || stuck == Some(Outcome::Win(player));
        let may_run = !zone.is_empty() && has_winner;
        let mut runners = Runners { steps, disks: Vec::new(), may_run };
        if zone.is_empty() {
            return runners;
        }
        let mut disk = B::of(zone);
        loop {
            runners.disks.push(disk);
            let before = |set: B, step: &Step<B>| {
                set | (disk & (step.to_empty | step.to_enemy)).moved(-step.ray.shift) & step.ray.from
            };
            let next = runners.steps.iter().fold(disk, before);
            if next == disk {
                return runners;
            }
            disk = next;
        }
    }
}

impl<B: Cells> Runners<B> {
    /// The moves that the nearest of the pieces needs if nothing is in the way; more than any board has if none comes there.
    #[inline]
    fn fewest_moves(&self, pieces: B) -> usize {
        self.disks.iter().position(|&disk| !(pieces & disk).is_empty()).unwrap_or(usize::MAX)
    }

    /// The cells from which the goal can be reached in so many moves.
    #[inline]
    fn within(&self, n_moves: usize) -> B {
        self.disks[n_moves.min(self.disks.len() - 1)]
    }

    /// Where pieces could take something.
    #[inline]
    fn attacked(&self, pieces: B) -> B {
        let hit = |step: &Step<B>| (pieces & step.ray.from).moved(step.ray.shift) & step.to_enemy;
        self.steps.iter().fold(B::EMPTY, |cells, step| cells | hit(step))
    }

    /// Where pieces could be after a move or none, whatever is in the way.
    #[inline]
    fn flooded(&self, pieces: B) -> B {
        let go =
            |step: &Step<B>| (pieces & step.ray.from).moved(step.ray.shift) & (step.to_empty | step.to_enemy);
        self.steps.iter().fold(pieces, |cells, step| cells | go(step))
    }
}

impl<B: Cells> Board<B> {
    /// What the race says to the side to move.
    #[inline]
    pub(crate) fn race(&self, race: &Race<B>) -> Option<Verdict> {
        if self.end.is_over() {
            return None;
        }
        let us = self.to_move.index();
        let [ours, theirs] = [us, 1 - us].map(|who| race.of[who].fewest_moves(self.own[who]));
        // Who is nearer may win the race; who is on move may be as far away.
        if ours <= theirs {
            self.moves_to_win(race, us, theirs, true).map(|n| Verdict::Win(2 * n - 1))
        } else {
            self.moves_to_win(race, 1 - us, ours - 1, false).map(|n| Verdict::Loss(2 * n))
        }
    }

    /// In how many of the own moves, at most `most`, a player wins the race; `None` if that is not certain. The enemy is not at its
    /// goal by then.
    fn moves_to_win(&self, race: &Race<B>, who: usize, most: usize, is_on_move: bool) -> Option<u32> {
        let (runners, enemies) = (&race.of[who], &race.of[1 - who]);
        if !runners.may_run {
            return None;
        }
        // A runner on a disk needs no more moves than there are disks.
        let most = most.min(runners.disks.len() - 1);
        let own = self.own[who];
        // Without holes: a board that was set up may have some.
        let cells = self.empty | self.own[0] | self.own[1];
        let mut running = own & runners.within(most);
        let mut enemy = self.own[1 - who];
        if !is_on_move {
            running = running & !enemies.attacked(enemy);
            enemy = enemies.flooded(enemy);
        }
        for n_moves in 1..=most {
            if running.is_empty() {
                return None;
            }
            let mut reached = B::EMPTY;
            for step in &runners.steps {
                // Where an enemy may be taken, it does not matter whether one is there.
                let free = step.to_empty & (step.to_enemy | !enemy);
                reached |= (running & step.ray.from).moved(step.ray.shift) & free;
            }
            reached = reached & !own & cells & runners.within(most - n_moves);
            if !(reached & runners.disks[0]).is_empty() {
                return Some(n_moves as u32);
            }
            running = reached & !enemies.attacked(enemy);
            enemy = enemies.flooded(enemy);
        }
        None
    }
}
