//! Keeps the games that people play at the terminal, if they say who they are.

use std::path::Path;

use zermelo_catalog::{RequestError, Session};
use zermelo_experiments::people::{Experience, PersonGame, Seat, record};
use zermelo_game::{Forfeit, Player};
use zermelo_store::Store;

use crate::reply::Failure;
use crate::version::code_version;

/// Keeps games of one table.
pub struct Keeper {
    store: Store,
    seats: [Seat; 2],
    /// How often moves of this game were taken back.
    pub taken_back: u32,
    /// How often a move of this game was suggested.
    pub hints: u32,
    /// Whether the end of this game has been kept.
    is_kept: bool,
    /// Whether this game came from a file: nobody knows who played it.
    is_foreign: bool,
    /// The games kept, in words.
    pub kept: Vec<String>,
}

impl Keeper {
    /// Nobody, unless people have names. `agents` are the texts of those who sit at the two sides, and none for people.
    pub fn new(
        store: &Path,
        agents: [Option<&str>; 2],
        names: &[String],
        experiences: &[Experience],
    ) -> Result<Option<Keeper>, Failure> {
        if names.is_empty() {
            return Ok(None);
        }
        let n_people = agents.iter().filter(|agent| agent.is_none()).count();
        if names.len() != n_people {
            let people = ["no person plays", "one person plays", "two people play"][n_people];
            let problem = format!("--name is given {} times, but {people}", names.len());
            return Err(Failure::wrong("usage", problem));
        }
        if !experiences.is_empty() && experiences.len() != names.len() {
            let problem = format!(
                "--experience is given {} times for {} names: give it for every name, or for none",
                experiences.len(),
                names.len()
            );
            return Err(Failure::wrong("usage", problem));
        }
        let mut people = (0..).zip(names).map(|(index, name)| {
            let experience: Option<&Experience> = experiences.get::<usize>(index);
            Seat::person(name.trim(), experience.copied())
        });
        let seats = agents.map(|agent| match agent {
            Some(agent) => Some(Seat::Agent(agent.to_owned())),
            None => people.next(),
        });
        let [Some(first), Some(second)] = seats else { return Ok(None) };
        Ok(Some(Keeper {
            store: Store::open(store)?.used_by(code_version()),
            seats: [first, second],
            taken_back: 0,
            hints: 0,
            is_kept: false,
            is_foreign: false,
            kept: Vec::new(),
        }))
    }

    /// A new game begins.
    pub fn begin(&mut self) {
        (self.taken_back, self.hints) = (0, 0);
        (self.is_kept, self.is_foreign) = (false, false);
    }

    /// A game from a file goes on, which is not kept.
    pub fn pass_over(&mut self) {
        self.is_foreign = true;
    }

    /// Keeps a game once when it is over, and tells so. Kept at once, so that a loss cannot be taken back unseen.
    pub fn look(
        &mut self,
        session: &Session,
        quit: Option<(Player, Forfeit)>,
    ) -> Option<Result<String, RequestError>> {
        if quit.is_none() && session.ending().is_none() {
            self.is_kept = false;
            return None;
        }
        if self.is_kept || self.is_foreign {
            return None;
        }
        self.is_kept = true;
        let [first, second] = self.seats.clone();
        let game = PersonGame {
            opening: session.origin().unwrap_or_default(),
            quit,
            taken_back: self.taken_back,
            hints: self.hints,
            ..PersonGame::new(session.game_id(), first, second, session.played())
        };
        let kept = record(&self.store, &game).map(|id| id.to_string());
        self.kept.extend(kept.iter().cloned());
        Some(kept.map(|id| {
            let help =
                if self.taken_back + self.hints > 0 { ", with help, so it is not counted" } else { "" };
            format!("Stored as {id}{help}.")
        }))
    }
}
