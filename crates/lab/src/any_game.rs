//! A game without its type: what menus and commands hold.

use std::io::{BufRead, Write};

use zermelo_game::{
    About, Arrangement, Ending, EvaluatorInfo, FeatureInfo, Game, Outcome, PolicyInfo, Preset, Swatch,
};
use zermelo_store::{GameRow, OpeningRow};

use crate::bench::{self, Bench, BenchPlan};
use crate::contest::{self, Contest, ContestPlan};
use crate::export::{ExportError, PositionsPlan, Sink, positions_table};
use crate::hall::{self, Hall, HallPlan};
use crate::portrait::{Studio, open_studio};
use crate::q_learning::{Explorer, open_explorer};
use crate::session::{Played, Session, Start};
use crate::training::{School, open_school};
use crate::ugi::{CheckPlan, EnginePlan, Finding, check, engine};
use crate::{LabError, Permission};

/// Any game of the catalog, opened.
pub trait AnyGame: Send + Sync {
    /// The one id of the game, sizes included.
    fn id(&self) -> String;

    /// The facts about its family.
    fn about(&self) -> About;

    /// The name of the game: the preset's, if it is one.
    fn title(&self) -> &'static str;

    /// The game in a sentence or two: the preset's, if it is one.
    fn summary(&self) -> &'static str;

    /// Its features, for heuristics.
    fn features(&self) -> &'static [FeatureInfo];

    /// Its evaluators, the best first.
    fn evaluators(&self) -> &'static [EvaluatorInfo];

    /// Its own policies for play-outs, beside those that every game has.
    fn policies(&self) -> &'static [PolicyInfo];

    /// No game from the start has more plies than this.
    fn max_plies(&self) -> usize;

    /// Whether it can end without a winner.
    fn can_draw(&self) -> bool;

    /// How a game ended, in a sentence.
    fn tell(&self, outcome: Outcome, reason: &str) -> String;

    /// What may be put on the board where somebody sets a position up.
    fn palette(&self) -> Vec<Swatch>;

    /// The text of a board that somebody arranged. Whether it is a position is found out by sitting down to it.
    fn arrange(&self, arrangement: &Arrangement) -> Result<String, LabError>;

    /// Sits down to a game: at the start, or wherever `start` says.
    fn session(&self, start: &Start) -> Result<Box<dyn Session>, LabError>;

    /// Plays a match between two agents.
    fn contest(&self, plan: &ContestPlan) -> Result<Contest, LabError>;

    /// Opens the place where the games of an experiment are played.
    fn hall(&self, plan: &HallPlan) -> Result<Box<dyn Hall>, LabError>;

    /// Opens the place where agents learn.
    fn school(&self) -> Box<dyn School>;

    /// Opens the place where moves are tried.
    fn explorer(&self) -> Box<dyn Explorer>;

    /// Opens the place where portraits are made.
    fn studio(&self) -> Box<dyn Studio>;

    /// The moves of a game from their numbers, in the game's notation.
    fn decode_moves(&self, opening: &str, blob: &[u8]) -> Result<Vec<String>, LabError>;

    /// Plays moves after an opening and tells them as a store keeps them, and how the game ended if it did.
    fn encode_game(&self, opening: &str, moves: &[String]) -> Result<(Vec<u8>, Option<Ending>), LabError>;

    /// Writes the positions of games, which begin from these openings, as rows of a table.
    fn export_positions(
        &self,
        plan: &PositionsPlan,
        openings: &[OpeningRow],
        games: &mut dyn Iterator<Item = Result<GameRow, ExportError>>,
        sink: &mut dyn Sink,
    ) -> Result<(), ExportError>;

    /// Lets the standard agents work on fixed positions.
    fn bench(&self, plan: &BenchPlan) -> Bench;

    /// Speaks the universal game interface: reads commands and answers them, until `quit` or the end of the input.
    fn serve(
        &self,
        plan: &EnginePlan,
        input: Box<dyn BufRead + Send>,
        output: &mut dyn Write,
    ) -> Result<(), LabError>;

    /// Examines a program that should speak the universal game interface; `report` is told every finding.
    fn check_engine(&self, plan: &CheckPlan, report: &mut dyn FnMut(&Finding)) -> Result<(), LabError>;
}

pub(crate) struct Erased<G> {
    pub game: G,
    pub about: About,
    /// What its agents may do.
    pub permission: Permission,
}

impl<G: Game> Erased<G> {
    fn preset(&self) -> Option<&'static Preset> {
        let id = self.game.id();
        self.about.presets.iter().find(|preset| preset.id == id)
    }
}

impl<G: Game> AnyGame for Erased<G> {
    fn id(&self) -> String {
        self.game.id()
    }

    fn about(&self) -> About {
        self.about
    }

    fn title(&self) -> &'static str {
        self.preset().map_or(self.about.title, |preset| preset.title)
    }

    fn summary(&self) -> &'static str {
        self.preset().map_or(self.about.summary, |preset| preset.summary)
    }

    fn features(&self) -> &'static [FeatureInfo] {
        self.game.features()
    }

    fn evaluators(&self) -> &'static [EvaluatorInfo] {
        self.game.evaluators()
    }

    fn policies(&self) -> &'static [PolicyInfo] {
        self.game.policies()
    }

    fn max_plies(&self) -> usize {
        self.game.max_plies()
    }

    fn can_draw(&self) -> bool {
        self.game.can_draw()
    }

    fn tell(&self, outcome: Outcome, reason: &str) -> String {
        self.game.tell(outcome, Some(reason))
    }

    fn palette(&self) -> Vec<Swatch> {
        self.game.palette()
    }

    fn arrange(&self, arrangement: &Arrangement) -> Result<String, LabError> {
        let n_cells = self.game.view(&self.game.start()).cells.len();
        arrangement.check(n_cells, &self.game.palette())?;
        Ok(self.game.write_arrangement(arrangement))
    }

    fn session(&self, start: &Start) -> Result<Box<dyn Session>, LabError> {
        Ok(Box::new(Played::new(self.game.clone(), start, self.permission)?))
    }

    fn contest(&self, plan: &ContestPlan) -> Result<Contest, LabError> {
        contest::run(&self.game, plan, self.permission)
    }

    fn hall(&self, plan: &HallPlan) -> Result<Box<dyn Hall>, LabError> {
        hall::open(&self.game, plan, self.permission)
    }

    fn school(&self) -> Box<dyn School> {
        open_school(&self.game, self.permission)
    }

    fn explorer(&self) -> Box<dyn Explorer> {
        open_explorer(&self.game)
    }

    fn studio(&self) -> Box<dyn Studio> {
        open_studio(&self.game, self.permission)
    }

    fn decode_moves(&self, opening: &str, blob: &[u8]) -> Result<Vec<String>, LabError> {
        hall::decode(&self.game, opening, blob)
    }

    fn encode_game(&self, opening: &str, moves: &[String]) -> Result<(Vec<u8>, Option<Ending>), LabError> {
        hall::encode_game(&self.game, opening, moves)
    }

    fn export_positions(
        &self,
        plan: &PositionsPlan,
        openings: &[OpeningRow],
        games: &mut dyn Iterator<Item = Result<GameRow, ExportError>>,
        sink: &mut dyn Sink,
    ) -> Result<(), ExportError> {
        positions_table::write(&self.game, plan, openings, games, sink)
    }

    fn bench(&self, plan: &BenchPlan) -> Bench {
        bench::run(&self.game, plan)
    }

    fn serve(
        &self,
        plan: &EnginePlan,
        input: Box<dyn BufRead + Send>,
        output: &mut dyn Write,
    ) -> Result<(), LabError> {
        engine::run(&self.game, plan, self.permission, input, output)
    }

    fn check_engine(&self, plan: &CheckPlan, report: &mut dyn FnMut(&Finding)) -> Result<(), LabError> {
        check::run(&self.game, plan, self.permission, report)
    }
}
