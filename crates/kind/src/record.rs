//! A run as it stands in a store, with all that its games refer to.

use serde::Deserialize;
use zermelo_store::{AgentRow, GameRow, Games, OpeningRow, Run, Store};

use crate::game_texts;
use zermelo_catalog::{OpenGame, RequestError, catalog};
use zermelo_runner::game_runner::decode;

/// Whether a run has no games of its own: its stages, which are runs too, have them.
pub fn has_stages(run: &Run) -> bool {
    matches!(run.kind.as_str(), "series" | "variants")
}

/// A run, its game, agents and openings; the games themselves stay in the store until they are asked for.
pub struct Record<'s> {
    store: &'s Store,
    /// The run.
    pub run: Run,
    /// The game that was played.
    pub game: OpenGame,
    /// Who took part, by index.
    pub agents: Vec<AgentRow>,
    /// The openings by index.
    pub openings: Vec<OpeningRow>,
}

impl<'s> Record<'s> {
    /// Opens the run that a person means: by its name, its number, the beginning of its name, or `last`.
    pub fn open(store: &'s Store, name: &str) -> Result<Record<'s>, RequestError> {
        let run = store.find_run(name)?;
        if has_stages(&run) {
            let stages: Vec<String> = store.stages(run.id)?.into_iter().map(|stage| stage.name).collect();
            let problem = if stages.is_empty() {
                "its stages have the games, and none has begun".to_owned()
            } else {
                format!("its stages have the games: name one of them ({})", stages.join(", "))
            };
            return Err(RequestError::Experiment { place: run.name, problem });
        }
        let game = catalog::open(&game_of(&run.experiment, &run.name)?)?;
        let (agents, openings) = (store.agents(run.id)?, store.openings(run.id)?);
        Ok(Record { store, run, game, agents, openings })
    }

    /// The version of the program that reads it.
    pub fn code_version(&self) -> &'static str {
        self.store.code_version()
    }

    /// The games in the order of their indices, a thousand at a time.
    pub fn games(&self) -> Games<'s> {
        self.store.games(self.run.id)
    }

    /// What tables and figures call an agent.
    pub fn agent(&self, index: u32) -> &str {
        let place = self.agents.binary_search_by_key(&index, |agent| agent.index);
        place.map_or("?", |place| &self.agents[place].name)
    }

    /// The text of an opening, empty if games begin at the start; `None` if the run has no such opening.
    pub fn opening(&self, index: u32) -> Option<&str> {
        let place = self.openings.binary_search_by_key(&index, |opening| opening.index);
        place.ok().map(|place| self.openings[place].text.as_str())
    }

    /// The moves of a game after its opening, in the game's notation, as far as they make sense.
    pub fn moves(&self, row: &GameRow) -> Result<Vec<String>, RequestError> {
        let opening = self.opening(row.opening).ok_or_else(|| RequestError::record(row.index, 0))?;
        decode(&self.game, opening, &row.moves)
    }
}

/// The game of an experiment, from its text. Games whose texts it has kept are known from then on.
pub fn game_of(text: &str, place: &str) -> Result<String, RequestError> {
    #[derive(Deserialize)]
    struct WithGame {
        game: Option<String>,
    }
    let bad = |problem: String| RequestError::Experiment { place: place.to_owned(), problem };
    game_texts::register(text, place)?;
    let file: WithGame = toml::from_str(text).map_err(|error| bad(error.to_string()))?;
    file.game.ok_or_else(|| bad("it stores no games; `zermelo show` prints its results".to_owned()))
}

/// The title of an experiment, from its text; `None` if it has none.
pub fn title_of(text: &str) -> Option<String> {
    #[derive(Deserialize)]
    struct WithTitle {
        title: Option<String>,
    }
    toml::from_str::<WithTitle>(text).ok()?.title
}
