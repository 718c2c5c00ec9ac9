//! What a portrait needs of a game, without its type.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use zermelo_any::{AnyPosition, MoveIndex};
use zermelo_game::{Player, Symmetry, stream};
use zermelo_store::GameRow;

use super::trace::Trace;
use zermelo_catalog::{OpenGame, RequestError};
use zermelo_runner::game_runner::{read_opening, replay};
use zermelo_runner::self_play::Thoughts;

/// Openings to draw.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    /// What is played before chance plays; empty for the start.
    pub after: &'a str,
    /// How many openings are wanted.
    pub n: usize,
    /// Whether both players make as many random moves.
    pub is_even: bool,
    /// The seed of all chance.
    pub seed: u64,
}

/// A cell of the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellPlace {
    /// What people call it.
    pub name: String,
    /// Its row from the top; on hexagons the half-row.
    pub row: u64,
    /// Its column from the left.
    pub column: u64,
    /// Its corners, in cell widths.
    pub polygon: Vec<[f32; 2]>,
    /// Whether no piece can come here from the start on.
    pub is_wall: bool,
}

/// So many openings in a row that are known already, and there seem to be no more.
const MOST_ATTEMPTS: u32 = 2000;

/// What a portrait needs of a game.
pub struct Probe {
    game: OpenGame,
    /// The symmetries that leave the players as they are.
    folds: Vec<Symmetry>,
}

impl Probe {
    /// For this game.
    pub fn new(game: &OpenGame) -> Probe {
        let mut folds = game.symmetries();
        folds.retain(|symmetry| !symmetry.swaps_players);
        Probe { game: game.clone(), folds }
    }

    /// A key that mirror images share.
    fn folded(&self, pos: &AnyPosition) -> u64 {
        let images = self.folds.iter().map(|symmetry| self.game.transform(symmetry, pos).key());
        images.fold(pos.key(), u64::min)
    }

    /// Openings of so many random plies.
    fn draw(&self, start: &AnyPosition, plies: u32, draw: &Draw) -> Vec<String> {
        let (mut known, mut texts, mut n_vain) = (HashSet::new(), Vec::new(), 0);
        for index in 0.. {
            if texts.len() == draw.n || n_vain == MOST_ATTEMPTS {
                break;
            }
            let mut chance = stream(draw.seed, "portrait opening", index);
            let mut pos = start.clone();
            let mut text = draw.after.to_owned();
            for _ in 0..plies {
                let Some(mv) = pos.random_move(&mut chance) else { break };
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(&self.game.write_move(&pos, mv));
                pos.play(mv);
            }
            if !pos.is_over() && known.insert(self.folded(&pos)) {
                texts.push(text);
                n_vain = 0;
            } else {
                n_vain += 1;
            }
        }
        texts
    }
}

impl Probe {
    /// The cells of the board.
    pub fn cells(&self) -> Vec<CellPlace> {
        let view = self.game.view(&self.game.start());
        let place = |cell: zermelo_game::Cell| CellPlace {
            name: cell.name,
            row: cell.row as u64,
            column: cell.col as u64,
            polygon: cell.polygon,
            is_wall: cell.is_blocked,
        };
        view.cells.into_iter().map(place).collect()
    }

    /// Different openings, of two mirror images only one: after as few random plies as give as many as are wanted, or else as
    /// many as there are. Their texts are the moves from the start.
    pub fn openings(&self, draw: &Draw) -> Vec<String> {
        let Ok(start) = read_opening(&self.game, draw.after) else { return Vec::new() };
        let step = if draw.is_even { 2 } else { 1 };
        // Chance should not play much of a game.
        let most = (self.game.max_plies() as u32 / 4).max(2).next_multiple_of(step);
        let mut best = vec![draw.after.to_owned()];
        for plies in (step..=most).step_by(step as usize) {
            if best.len() >= draw.n {
                break;
            }
            let found = self.draw(&start, plies, draw);
            if found.len() > best.len() {
                best = found;
            }
        }
        best.truncate(draw.n);
        best
    }

    /// The first moves, each with all moves that are its mirror images behind it.
    pub fn first_moves(&self) -> Vec<Vec<String>> {
        let start = self.game.start();
        let (mut keys, mut kinds) = (Vec::new(), Vec::<Vec<String>>::new());
        for mv in start.moves() {
            let text = self.game.write_move(&start, mv);
            let key = self.folded(&start.after(mv));
            match keys.iter().position(|&other| other == key) {
                Some(place) => kinds[place].push(text),
                None => {
                    keys.push(key);
                    kinds.push(vec![text]);
                }
            }
        }
        kinds
    }

    /// The symmetries by which some first move can be copied by the second player.
    pub fn copies(&self) -> Vec<Symmetry> {
        let start = self.game.start();
        let can_copy = |symmetry: &Symmetry| {
            start.moves().any(|mv| {
                let next = start.after(mv);
                let image = || self.game.transform_move(symmetry, &start, mv, &next);
                next.to_move() == Player::Second && image().is_some()
            })
        };
        self.game.symmetries().into_iter().filter(can_copy).collect()
    }

    /// A game as a portrait sees it.
    pub fn trace(&self, opening: &str, row: &GameRow, thoughts: &Thoughts) -> Result<Trace, RequestError> {
        let n_cells = self.game.view(&self.game.start()).cells.len();
        let mut trace = Trace {
            outcome: row.outcome,
            reason: row.reason.clone(),
            opening_plies: 0,
            movers: Vec::new(),
            n_moves: Vec::new(),
            targets: Vec::new(),
            occupied: vec![0; n_cells],
            values: thoughts.values.clone(),
        };
        let mut look = |pos: &AnyPosition, mv: Option<MoveIndex>| {
            self.game.view(pos).pieces.iter().for_each(|piece| trace.occupied[piece.cell] += 1);
            let Some(mv) = mv else { return };
            trace.movers.push(pos.to_move());
            trace.n_moves.push(pos.count_moves() as u32);
            trace.targets.extend(self.game.move_view(pos, mv).to);
        };
        let mut pos = self.game.start();
        for (text, number) in opening.split_whitespace().zip(1..) {
            let mv =
                self.game.read_move(&pos, text).map_err(|source| RequestError::Move { number, source })?;
            look(&pos, Some(mv));
            pos.play(mv);
        }
        let mut n_played = 0;
        let last = replay(&pos, &row.moves, |pos, mv| -> Result<(), RequestError> {
            look(pos, Some(mv));
            n_played += 1;
            Ok(())
        })?;
        look(&last, None);
        if n_played != row.plies {
            return Err(RequestError::record(row.index, n_played));
        }
        trace.opening_plies = trace.n_plies() - row.plies as usize + thoughts.random_plies as usize;
        Ok(trace)
    }

    /// Whether there is such an agent.
    pub fn check(&self, agent: &str) -> Result<(), RequestError> {
        self.game.check_agent(agent)
    }

    /// How many of the second player's moves were copies, and how many moves these were.
    pub fn count_copies(&self, symmetry: &Symmetry, row: &GameRow) -> [u64; 2] {
        let (mut last, mut counts) = (None::<(AnyPosition, MoveIndex)>, [0; 2]);
        let Ok(_) =
            replay(&self.game.start(), &row.moves, |pos, mv| -> Result<(), std::convert::Infallible> {
                if pos.to_move() == Player::Second {
                    counts[1] += 1;
                    let image = last.as_ref();
                    let image = image
                        .and_then(|(before, last)| self.game.transform_move(symmetry, before, *last, pos));
                    counts[0] += u64::from(image == Some(mv));
                }
                last = Some((pos.clone(), mv));
                Ok(())
            });
        counts
    }
}
