//! Whether an engine has the same board as the referee, as far as it answers `query`. An engine that plays on another board loses
//! by illegal moves, and nothing in them says why.

use std::time::{Duration, Instant};

use zermelo_any::{AnyGame, AnyPosition};
use zermelo_game::Player;

use super::external_engine::Running;
use super::process::Trouble;
use super::{Dialect, split_word};

/// What an engine's answers say of its board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Board {
    /// It answers nothing that would show.
    Unknown,
    /// It lists the legal moves.
    Same,
    /// It is another, in words.
    Other(String),
}

impl Running {
    /// Asks something; `None` if the engine does not know the question. Engines pass over what they do not know, so the answer
    /// comes before they are ready, or not at all.
    pub fn query(&mut self, what: &str, limit: Duration) -> Result<Option<String>, Trouble> {
        self.process.say(&format!("query {what}\nisready"))?;
        let mut response = None;
        self.process.hear(Instant::now() + limit, None, "`readyok`", |line| match split_word(line) {
            ("response", text) => {
                response.get_or_insert_with(|| text.to_owned());
                None
            }
            ("readyok", _) => Some(()),
            _ => None,
        })?;
        Ok(response)
    }

    /// Compares the engine's board with the position that it has been told. Only the dialect for any game has the questions.
    pub fn compare_board(
        &mut self,
        game: &dyn AnyGame,
        pos: &AnyPosition,
        limit: Duration,
    ) -> Result<Board, Trouble> {
        if self.dialect != Dialect::Ugi {
            return Ok(Board::Unknown);
        }
        let is_first = pos.to_move() == Player::First;
        let wanted = |is_so: bool| if is_so { "true" } else { "false" };
        for (what, ours, told) in [
            ("p1turn", is_first, ["it is the first player's turn", "it is the second player's turn"]),
            ("gameover", pos.is_over(), ["the game is over", "the game goes on"]),
        ] {
            let answer = self.query(what, limit)?;
            let said = [true, false].into_iter().find(|&is_so| answer.as_deref() == Some(wanted(is_so)));
            if let Some(said) = said.filter(|&said| said != ours) {
                return Ok(Board::Other(format!("it reports that {}", told[usize::from(!said)])));
            }
        }
        let Some(list) = self.query("moves", limit)? else { return Ok(Board::Unknown) };
        let texts: Vec<&str> = list.split_whitespace().collect();
        let n_legal = if pos.is_over() { 0 } else { pos.count_moves() };
        let count = |n: usize| if n == 1 { "1 move".to_owned() } else { format!("{n} moves") };
        let difference = match texts.iter().find(|text| game.read_move(pos, text).is_err()) {
            Some(text) => format!(", of which `{text}` is illegal"),
            None if texts.len() == n_legal => return Ok(Board::Same),
            None => String::new(),
        };
        let told = format!("it lists {}{difference}; expected {n_legal}", count(texts.len()));
        Ok(Board::Other(told))
    }
}
