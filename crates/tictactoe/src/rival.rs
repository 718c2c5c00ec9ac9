//! An opponent prepared to meet many tables: what the chances are, and games as they are played.

use std::ops::Range;

use zermelo_game::{Outcome, Player, Stream};

use crate::base_case::BaseCases;
use crate::binomial;
use crate::board::{Board, Cells, N_CODES};
use crate::opponent::Opponent;
use crate::table::Genes;
use crate::walk::{Nodes, Walk};

/// The probabilities of what can become of a game, from the table's side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Odds {
    /// That the table wins.
    pub win: f64,
    /// That nobody does.
    pub draw: f64,
    /// That the table loses; exactly 0 if it cannot.
    pub loss: f64,
}

/// An opponent of tables that all are the same player.
///
/// Games are numbered from 0 over the opponent's whole life, because one opponent plays its very first game
/// by other rules ([`Opponent::in_game`]).
pub struct Rival {
    opponent: Opponent,
    /// Which player the tables are.
    player: Player,
    /// All games but the first.
    walk: Walk<f64>,
    /// The first game, if it is another one.
    first_walk: Option<Walk<f64>>,
    /// What it plays in all games but the first, by code.
    choices: Vec<Cells>,
}

impl Rival {
    /// Prepares an opponent for tables that are `player`.
    pub fn new(cases: &BaseCases, opponent: Opponent, player: Player) -> Rival {
        let walk = |opponent: Opponent| {
            let nodes = if opponent.is_symmetric() { Nodes::BaseCases } else { Nodes::Boards };
            Walk::new(cases, player, nodes, |board| opponent.choices(board))
        };
        let first = opponent.in_game(0);
        let mut choices = vec![Cells::NONE; N_CODES];
        for board in Board::reachable() {
            choices[board.code()] = opponent.choices(board);
        }
        Rival {
            opponent,
            player,
            walk: walk(opponent),
            first_walk: (first != opponent).then(|| walk(first)),
            choices,
        }
    }

    /// Who it is.
    pub fn opponent(&self) -> Opponent {
        self.opponent
    }

    /// Which player its tables are.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The odds of a table in game `number` of this opponent's life. They are the same in all games but the
    /// first.
    #[inline]
    pub fn odds(&self, genes: &Genes, number: u64) -> Odds {
        let walk = match &self.first_walk {
            Some(first_walk) if number == 0 => first_walk,
            _ => &self.walk,
        };
        let [win, draw, loss] = walk.ends(genes);
        Odds { win, draw, loss }
    }

    /// How many of these games the table loses, drawn from the exact probabilities: as likely as by playing,
    /// and much faster.
    pub fn drawn_losses(&self, genes: &Genes, games: Range<u64>, chance: &mut Stream) -> u32 {
        let mut games = games;
        let mut n_lost = 0;
        if self.first_walk.is_some() && games.contains(&0) {
            n_lost += binomial::drawn(self.odds(genes, 0).loss, 1, chance);
            games.start = 1;
        }
        let Some(number) = games.clone().next() else { return n_lost };
        let n_games = u32::try_from(games.end - games.start).unwrap_or(u32::MAX);
        n_lost + binomial::drawn(self.odds(genes, number).loss, n_games, chance)
    }

    /// How many of these games the table loses, move by move.
    pub fn played_losses(
        &self,
        cases: &BaseCases,
        genes: &Genes,
        games: Range<u64>,
        chance: &mut Stream,
    ) -> u32 {
        let loss = Outcome::Win(self.player.other());
        let mut n_lost = 0;
        for number in games {
            n_lost += u32::from(self.play(cases, genes, number, chance) == loss);
        }
        n_lost
    }

    /// One game, move by move. Where either side has no move, it is a draw.
    pub fn play(&self, cases: &BaseCases, genes: &Genes, number: u64, chance: &mut Stream) -> Outcome {
        let is_first = self.first_walk.is_some() && number == 0;
        let mut board = Board::EMPTY;
        loop {
            if let Some(outcome) = board.outcome() {
                return outcome;
            }
            let cell = if board.to_move() == self.player {
                cases.cell(genes, board).filter(|&cell| board.empty().has(cell))
            } else if is_first {
                self.opponent.in_game(0).choices(board).draw(chance)
            } else {
                self.choices[board.code()].draw(chance)
            };
            match cell {
                Some(cell) => board = board.after(cell),
                None => return Outcome::Draw,
            }
        }
    }
}
