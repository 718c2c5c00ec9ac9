//! What is counted of a game that somebody has just written: move sequences from the start, and the results of random games.

use zermelo_game::{Outcome, Player, stream};

use crate::OpenGame;

/// The number of move sequences (perft) from the start, ply by ply, as far as it takes an instant.
pub fn count_moves(game: &OpenGame, go_on: &dyn Fn() -> bool) -> Vec<u64> {
    const ENOUGH: f64 = 3e6;
    const DEEPEST: usize = 6;
    let start = game.start();
    let mut counts = Vec::new();
    loop {
        let [last, before] =
            [1, 2].map(|back| counts.len().checked_sub(back).map_or(1, |place| counts[place]));
        let next = last as f64 * last as f64 / before.max(1) as f64;
        if counts.len() == DEEPEST || last == 0 || next > ENOUGH || !go_on() {
            return counts;
        }
        counts = vec![0; counts.len() + 1];
        game.perft(&start, &mut counts);
    }
}

/// The results of random games.
pub struct RandomGames {
    /// Games that the first player won, the second won, and that were drawn.
    pub results: [u64; 3],
    /// How long they were, the shortest first.
    pub plies: Vec<usize>,
}

impl RandomGames {
    /// Plays so many games, fewer if `go_on` says so.
    pub fn play(game: &OpenGame, n_games: u64, go_on: &dyn Fn() -> bool) -> RandomGames {
        let (mut results, mut plies) = ([0; 3], Vec::new());
        for number in 0..n_games {
            let mut chance = stream(1, "check", number);
            let mut pos = game.start();
            let mut n_plies = 0;
            while go_on()
                && let Some(mv) = pos.random_move(&mut chance)
            {
                pos.play(mv);
                n_plies += 1;
            }
            if !go_on() {
                break;
            }
            let place = match pos.outcome() {
                Some(Outcome::Win(Player::First)) => 0,
                Some(Outcome::Win(Player::Second)) => 1,
                _ => 2,
            };
            results[place] += 1;
            plies.push(n_plies);
        }
        plies.sort_unstable();
        RandomGames { results, plies }
    }

    /// How many were played.
    pub fn n(&self) -> u64 {
        self.plies.len() as u64
    }

    /// The length that this share of games does not exceed.
    pub fn quantile(&self, share: f64) -> usize {
        let last = self.plies.len().saturating_sub(1);
        self.plies.get((share * last as f64).round() as usize).copied().unwrap_or(0)
    }
}
