//! One position for each row, stepped by the rules; observations written cell by cell.

use zermelo_any::AnyPosition;
use zermelo_batch::{Batch, Element, Rows};
use zermelo_catalog::OpenGame;
use zermelo_game::{Extent, Outcome};

/// The arrays that a step writes.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrays<T> {
    pub observations: Vec<T>,
    pub masks: Vec<bool>,
    pub rewards: Vec<f32>,
    pub terminated: Vec<bool>,
    pub players: Vec<i8>,
    pub actions: Vec<i64>,
    pub last_observations: Vec<T>,
}

impl<T: Element> Arrays<T> {
    pub fn of(batch: &Batch) -> Arrays<T> {
        let (n, look) = (batch.len(), batch.looks().len());
        Arrays {
            observations: vec![T::default(); n * look],
            masks: vec![false; n * batch.n_plays()],
            rewards: vec![0.0; n],
            terminated: vec![false; n],
            players: vec![0; n],
            actions: vec![0; n],
            last_observations: vec![T::default(); n * look],
        }
    }

    pub fn rows(&mut self) -> Rows<'_, T> {
        Rows {
            observations: &mut self.observations,
            masks: &mut self.masks,
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            players: &mut self.players,
            actions: &mut self.actions,
            last_observations: &mut self.last_observations,
        }
    }
}

/// The slow twin.
pub struct Twin {
    game: OpenGame,
    positions: Vec<AnyPosition>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    last: Vec<Option<Vec<u8>>>,
    pub n_ended: usize,
}

impl Twin {
    pub fn new(game: &OpenGame, n: usize) -> Twin {
        Twin {
            game: game.clone(),
            positions: vec![game.start(); n],
            rewards: vec![0.0; n],
            terminated: vec![false; n],
            last: vec![None; n],
            n_ended: 0,
        }
    }

    pub fn step(&mut self, actions: &[i64]) {
        let plays = self.game.plays();
        for (row, &action) in actions.iter().enumerate() {
            let pos = &mut self.positions[row];
            let mover = pos.to_move();
            let with_number = |&mv: &_| plays.number(pos, mv) as i64 == action;
            let mv = pos.moves().find(with_number).expect("a legal action");
            *pos = pos.after(mv);
            self.terminated[row] = pos.is_over();
            self.rewards[row] = match pos.outcome() {
                None | Some(Outcome::Draw) => 0.0,
                Some(Outcome::Win(winner)) => {
                    if winner == mover {
                        1.0
                    } else {
                        -1.0
                    }
                }
            };
            if pos.is_over() {
                self.n_ended += 1;
                self.last[row] = Some(observation(&self.game, pos));
                *pos = self.game.start();
            }
        }
    }

    pub fn compare(&self, batch: &Batch, arrays: &Arrays<u8>, id: &str) {
        let (look, n_plays, plays) = (batch.looks().len(), batch.n_plays(), self.game.plays());
        assert_eq!(arrays.rewards, self.rewards, "{id}: rewards");
        assert_eq!(arrays.terminated, self.terminated, "{id}: ends");
        for (row, pos) in self.positions.iter().enumerate() {
            let place = format!("{id}, row {row}, {}", self.game.write_position(pos));
            assert_eq!(batch.position(row).as_ref(), Some(pos), "{place}");
            assert_eq!(arrays.players[row], pos.to_move().index() as i8, "{place}");
            let mut mask = vec![false; n_plays];
            pos.moves().for_each(|mv| mask[plays.number(pos, mv)] = true);
            assert_eq!(arrays.masks[row * n_plays..][..n_plays], mask, "{place}: legal actions");
            assert_eq!(
                arrays.observations[row * look..][..look],
                observation(&self.game, pos),
                "{place}: seen"
            );
            if let Some(last) = &self.last[row] {
                assert_eq!(arrays.last_observations[row * look..][..look], last[..], "{place}: seen last");
            }
        }
    }
}

/// What is seen as planes, one input at a time.
fn observation(game: &OpenGame, pos: &AnyPosition) -> Vec<u8> {
    let encoder = game.encoder();
    let mut words = vec![0; encoder.n_words()];
    encoder.write(pos, &mut words);
    let is_on = |input: usize| words[input / 64] >> (input % 64) & 1 == 1;
    let n_rows = encoder.cells().iter().map(|&(row, _)| row).max().unwrap_or(0) + 1;
    let n_columns = encoder.cells().iter().map(|&(_, column)| column).max().unwrap_or(0) + 1;
    let (mut seen, mut input) = (Vec::new(), 0);
    for plane in encoder.planes() {
        let mut picture = vec![0; n_rows * n_columns];
        match plane.extent {
            Extent::Cells => {
                for &(row, column) in encoder.cells() {
                    picture[row * n_columns + column] = u8::from(is_on(input));
                    input += 1;
                }
            }
            Extent::Levels(n_levels) => {
                let height = (input..input + n_levels).filter(|&input| is_on(input)).count();
                picture.fill(height as u8);
                input += n_levels;
            }
        }
        seen.extend(picture);
    }
    assert_eq!(input, encoder.count(), "every input belongs to a plane");
    seen
}
