//! Games whose texts only a store has: the file is gone or was changed, and somebody names the game by its id.

use std::path::Path;

use zermelo_catalog::game_texts;
use zermelo_store::Store;

use crate::args::{Command, DEFAULT_STORE};
use crate::reply::Failure;

/// If a command names a game by an id that nobody knows, the store is asked.
pub fn make_known(command: &mut Command) -> Result<(), Failure> {
    let Some(game) = command.game().filter(|game| game_texts::is_text_id(game)).map(str::to_owned) else {
        return Ok(());
    };
    let store = command.agents_mut().1.unwrap_or(Path::new(DEFAULT_STORE));
    if game_texts::text_of(&game).is_none() && store.exists() {
        zermelo_experiments::register_games(&Store::read(store)?)?;
    }
    Ok(())
}
