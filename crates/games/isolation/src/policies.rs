//! How Isolation is played out: the first Isolation study's run for the middle, the heart of its evaluations `cs4`
//! and `cs5`.

use std::sync::Arc;

use zermelo_game::{OpenedPolicy, Parameters, Policy, PolicyInfo, Stream};

use super::evaluators::distances_from_middle;
use super::{Board, Layout, Rules};
use zermelo_board::bits::Bits;

/// The policies.
pub const POLICIES: [PolicyInfo; 1] = [PolicyInfo {
    form: "center-seeking",
    about: "Runs for the middle: moves (or places the token) as close to it as possible; ties go to the first cell.",
}];

/// Goes to the legal cell nearest to the middle of the board; chance has no part in it.
struct CenterSeeking {
    /// By cell: smaller nearer the middle.
    from_middle: Vec<u32>,
}

impl<L: Layout> Policy<Board<L>> for CenterSeeking {
    #[inline]
    fn choose(&self, pos: &Board<L>, _chance: &mut Stream) -> Option<u8> {
        // Ties go to the first cell: `min_by_key` keeps it.
        pos.targets().cells().min_by_key(|&cell| self.from_middle[cell]).map(|cell| cell as u8)
    }
}

/// Opens a policy by name.
pub fn policy<L: Layout>(
    rules: &Rules<L>,
    name: &str,
    parameters: Parameters,
) -> Option<OpenedPolicy<Board<L>>> {
    (name == "center-seeking").then(|| {
        parameters.finish()?;
        Ok(Arc::new(CenterSeeking { from_middle: distances_from_middle(rules) }) as _)
    })
}

#[cfg(test)]
mod tests {
    use zermelo_game::{Family, Game, GameVisitor, Outcome, Player, Position, stream};

    use super::super::Isolation;
    use super::*;

    /// The evaluation `cs4` is what this policy leads to: plus or minus r to the power of the plies that takes.
    #[test]
    fn running_for_the_middle_ends_as_cs4_says() {
        struct Check;
        impl GameVisitor for Check {
            type Output = ();
            fn visit<G: Game>(self, game: G) {
                let parameters = || Parameters::read("").expect("nothing is well formed");
                let policy = game.policy("center-seeking", parameters()).expect("a policy").expect("opened");
                let cs4 = game.evaluator("cs4", parameters()).expect("an evaluator").expect("opened");
                let mut chance = stream(1, "center-seeking", 0);
                for index in 0..200 {
                    let mut pos = game.start();
                    for _ in 0..2 + index % 12 {
                        pos.random_move(&mut chance).into_iter().for_each(|mv| pos.play(mv));
                    }
                    if pos.is_over() {
                        continue;
                    }
                    let value = cs4.value(&pos, Player::First);
                    let mut n_plies = 0;
                    while let Some(mv) = policy.choose(&pos, &mut chance) {
                        pos.play(mv);
                        n_plies += 1;
                    }
                    let sign = if pos.outcome() == Some(Outcome::Win(Player::First)) { 1.0 } else { -1.0 };
                    assert!((value - sign * 0.99_f64.powi(n_plies)).abs() < 1e-9, "{value} {n_plies}");
                }
            }
        }
        for size in ["", "6x9"] {
            Isolation::open(size, Check).expect("a board");
        }
    }
}
