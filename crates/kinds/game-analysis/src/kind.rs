//! Game analyses as a kind of experiment. Files call it `portrait`, its name in earlier versions.

use zermelo_catalog::{Permission, RequestError, catalog};
use zermelo_kind::form::Form;
use zermelo_kind::memory::{OPENING_BYTES, TRACE_BYTES, game_bytes, plies, sum, times};
use zermelo_kind::report::RunReportError;
use zermelo_kind::{Common, Kind, Plan, RunContext, RunResult, Source, read_result};
use zermelo_report::Section;
use zermelo_runner::game_runner::Halt;
use zermelo_store::{Run, Store};

use crate::file::AnalysisPlan;
use crate::form::FORM;
use crate::result::AnalysisResult;
use crate::so_far::SoFar;
use crate::{report, runner};

/// Game analyses as a kind of experiment. Files call it `portrait`, its name in earlier versions.
pub struct GameAnalysis;

impl Kind for GameAnalysis {
    fn name(&self) -> &'static str {
        "portrait"
    }

    fn about(&self) -> &'static str {
        "Measures a game for its designer: fairness, length, decisiveness, choices, depth of skill, useful heuristics. `zermelo study-game` does the same without a file."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn example(&self) -> &'static str {
        include_str!("../example.toml")
    }

    fn read(&self, source: &Source) -> Result<Box<dyn Plan>, RequestError> {
        Ok(Box::new(AnalysisPlan::read(source.text, source.place)?))
    }

    fn result(&self, json: &str) -> Result<Box<dyn RunResult>, String> {
        read_result::<AnalysisResult>(json)
    }

    fn sections_so_far(
        &self,
        store: &Store,
        run: &Run,
    ) -> Result<Option<(String, Vec<Section>)>, RunReportError> {
        let so_far = SoFar::of(&store.events(run.id)?);
        let title = so_far.result.as_ref().map_or_else(|| run.name.clone(), |result| result.title.clone());
        Ok(Some((title, report::sections_so_far(&so_far)?)))
    }
}

impl Plan for AnalysisPlan {
    fn kind(&self) -> &'static dyn Kind {
        &GameAnalysis
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn set_seed(&mut self, seed: u64) {
        self.common.seed = seed;
    }

    fn agents_mut(&mut self) -> Vec<&mut String> {
        vec![&mut self.agent]
    }

    fn check(&self, permission: Permission) -> Result<(), RequestError> {
        runner::prepare(self, permission)
    }

    fn extent(&self) -> Option<u64> {
        self.n_games()
    }

    fn run(&self, context: &mut RunContext) -> Result<Box<dyn RunResult>, Halt> {
        Ok(Box::new(runner::run(self, context)?))
    }

    fn bytes(&self) -> Result<u64, RequestError> {
        let game = catalog::open(&self.common.game)?;
        let n_first_moves = game.session(&zermelo_catalog::Start::default())?.moves().len() as u64;
        let number = |games: u32| u64::from(games);
        let games = sum(&[
            number(self.games.random),
            times(self.games.nodes.len(), number(self.games.games)),
            times(self.ladder.doublings, number(self.ladder.games)),
            times(n_first_moves, number(self.first_moves.games)),
            times(8_u64, number(self.copying.games)),
            times(game.features().len(), number(self.heuristics.games)),
        ]);
        Ok(times(games, game_bytes(&game) + OPENING_BYTES + TRACE_BYTES * plies(&game)))
    }

    fn clone_box(&self) -> Box<dyn Plan> {
        Box::new(self.clone())
    }
}

impl RunResult for AnalysisResult {
    fn title(&self) -> &str {
        &self.title
    }

    fn findings(&self) -> Vec<String> {
        self.sentences.clone()
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("a result holds only names and numbers")
    }

    fn sections(&self, _store: &Store, _run: &Run) -> Result<Vec<Section>, RunReportError> {
        Ok(report::sections(self)?)
    }
}
