//! What is decided soon, beside a plain search by the rules alone.

use zermelo_game::{Family, Game, GameVisitor, Position, stream};
use zermelo_isolation::Isolation;
use zermelo_lines::drop::Drop;
use zermelo_lines::mnk::Mnk;
use zermelo_milestone::Milestone;
use zermelo_pawns::breakthrough::Breakthrough;
use zermelo_pawns::hexapawn::Hexapawn;
use zermelo_search::{Horizon, ProofTable, Worth, decided};
use zermelo_simplexity::Simplexity;

/// The slow twin: 1 if the side to move wins within so many plies, -1 if it loses, else 0.
fn plainly<P: Position>(pos: &P, plies: u32) -> i32 {
    if let Some(outcome) = pos.outcome() {
        return outcome.winner().map_or(0, |winner| if winner == pos.to_move() { 1 } else { -1 });
    }
    if plies == 0 {
        return 0;
    }
    let mut best = -1;
    pos.each_move(|mv| best = best.max(if best == 1 { 1 } else { -plainly(&pos.after(mv), plies - 1) }));
    best
}

/// Compares both in random positions, and counts wins and losses.
struct Compare;

impl GameVisitor for Compare {
    type Output = [u32; 2];

    fn visit<G: Game>(self, game: G) -> [u32; 2] {
        let mut table = ProofTable::new(1);
        let mut counts = [0; 2];
        for index in 0..120 {
            let mut chance = stream(5, "decided", index);
            let mut pos = game.start();
            for _ in 0..chance.below(game.max_plies()) {
                let Some(mv) = pos.random_move(&mut chance) else { break };
                if pos.after(mv).is_over() {
                    break;
                }
                pos.play(mv);
            }
            for plies in 0..=4 {
                let found = decided(&mut table, &game, &pos, Horizon { plies, nodes: u64::MAX });
                let expected = match plainly(&pos, plies) {
                    1 => Some(Worth::Win),
                    -1 => Some(Worth::Loss),
                    _ => None,
                };
                assert_eq!(found, expected, "{} plies in {}", plies, game.write_position(&pos));
                counts[0] += u32::from(found == Some(Worth::Win));
                counts[1] += u32::from(found == Some(Worth::Loss));
            }
            // Too few positions claim nothing.
            assert_eq!(decided(&mut table, &game, &pos, Horizon { plies: 4, nodes: 0 }), None);
        }
        counts
    }
}

fn check<F: Family>(parameters: &str) {
    let [wins, losses] = F::open(parameters, Compare).expect("a size");
    assert!(wins > 20 && losses > 1, "{}: {wins} wins and {losses} losses tell little", F::ABOUT.id);
}

#[test]
fn what_is_decided_soon_is_what_a_plain_search_finds() {
    check::<Simplexity>("");
    check::<Drop>("");
    check::<Mnk>("3,3,3");
    check::<Isolation>("5x5");
    check::<Breakthrough>("5x5");
    check::<Milestone>("side=3");
    check::<Hexapawn>("");
}
