//! Trainings as a kind of experiment.

use serde_json::Value;
use zermelo_catalog::{Permission, RequestError, catalog, networks};
use zermelo_kind::form::Form;
use zermelo_kind::memory::{game_bytes, network_bytes, plies, sum, times};
use zermelo_kind::report::RunReportError;
use zermelo_kind::{
    Champion, Common, Curve, Kind, Plan, Point, RunContext, RunResult, Series, Source, Spread, Wanted,
    read_result,
};
use zermelo_report::Section;
use zermelo_runner::examples::{Encoding, Examples};
use zermelo_runner::game_runner::Halt;
use zermelo_store::{EventRow, Run, Store, StoreError};

use crate::file::{Model, TrainingPlan};
use crate::form::FORM;
use crate::result::TrainingResult;
use crate::{report, runner};

/// Trainings as a kind of experiment.
pub struct Trainings;

impl Kind for Trainings {
    fn name(&self) -> &'static str {
        "training"
    }

    fn about(&self) -> &'static str {
        "Teaches a network, or weights of the game's heuristics, from self-play in rounds or from games that are stored. A confirmation match on fresh openings measures the result."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn example(&self) -> &'static str {
        include_str!("../example.toml")
    }

    fn read(&self, source: &Source) -> Result<Box<dyn Plan>, RequestError> {
        Ok(Box::new(TrainingPlan::read(source.text, source.place, source.folder)?))
    }

    fn result(&self, json: &str) -> Result<Box<dyn RunResult>, String> {
        read_result::<TrainingResult>(json)
    }

    fn has_champions(&self) -> bool {
        true
    }

    fn has_curves(&self) -> bool {
        true
    }

    fn caution_so_far(&self) -> Option<&'static str> {
        Some(
            "Losses say how well results are predicted. How strong the network plays is measured by games at the end.",
        )
    }

    fn curves(&self, _run: &Run, events: &[&EventRow]) -> Vec<Curve> {
        let passes = events.iter().filter_map(|event| serde_json::from_str(&event.json).ok());
        vec![loss_curve(&passes.collect::<Vec<Value>>())]
    }
}

impl Plan for TrainingPlan {
    fn kind(&self) -> &'static dyn Kind {
        &Trainings
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn set_seed(&mut self, seed: u64) {
        self.common.seed = seed;
    }

    fn agents_mut(&mut self) -> Vec<&mut String> {
        TrainingPlan::agents_mut(self)
    }

    fn sources_mut(&mut self) -> &mut [String] {
        &mut self.sources
    }

    fn stand_in(&self, wanted: Wanted) -> Option<Result<String, String>> {
        match wanted {
            Wanted::Network => Some(self.stand_in_network()),
            Wanted::QNetwork => None,
            Wanted::Agent | Wanted::Weights => Some(self.stand_in_agent()),
        }
    }

    fn check_sources(&self, store: &Store, is_to_come: &dyn Fn(&str) -> bool) -> Result<(), RequestError> {
        runner::check_sources(self, store, is_to_come)
    }

    fn n_networks(&self) -> u64 {
        self.rounds.into()
    }

    fn check(&self, permission: Permission) -> Result<(), RequestError> {
        runner::prepare(self, permission)
    }

    fn extent(&self) -> Option<u64> {
        self.n_games()
    }

    fn at_most(&self) -> Option<u64> {
        Some(self.most_games())
    }

    fn run(&self, context: &mut RunContext) -> Result<Box<dyn RunResult>, Halt> {
        Ok(Box::new(runner::run(self, context)?))
    }

    fn bytes(&self) -> Result<u64, RequestError> {
        let game = catalog::open(&self.common.game)?;
        let learning = |error: zermelo_learn::LearnError| RequestError::Learning(error.to_string());
        let n_inputs = Examples::new(&game).dataset(Encoding::Board).map_err(learning)?.n_inputs();
        let (networks, example) = match &self.model {
            Model::Network { hidden, .. } => {
                let tried = self.search.iter().flat_map(|search| &search.hidden).map(Vec::as_slice);
                let shapes = tried.chain([hidden.as_slice()]);
                let most = shapes.map(|hidden| network_bytes(n_inputs, hidden, 1)).max().unwrap_or(0);
                (most, n_inputs as u64 / 8 + 24)
            }
            Model::Heuristics {} => (0, 4 * game.features().len() as u64 + 24),
        };
        let own = self.play.as_ref().map_or(0, |play| u64::from(play.games));
        let remembered = times(own, u64::from(self.memory.min(self.rounds)));
        let tests = self.acceptance.as_ref().map_or(0, |acceptance| 2 * u64::from(acceptance.most_pairs));
        let confirmation = times(self.confirmation.opponents.len(), 2 * u64::from(self.confirmation.pairs));
        let games = times(own.saturating_add(tests), u64::from(self.rounds)).saturating_add(confirmation);
        Ok(sum(&[
            networks,
            // Examples are made, divided and shuffled: they are there about twice.
            times(remembered, 2 * plies(&game) * example),
            times(games, game_bytes(&game) + 4 * plies(&game)),
        ]))
    }

    fn clone_box(&self) -> Box<dyn Plan> {
        Box::new(self.clone())
    }
}

impl RunResult for TrainingResult {
    fn title(&self) -> &str {
        &self.title
    }

    fn findings(&self) -> Vec<String> {
        self.findings.clone()
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("a result holds only names and numbers")
    }

    fn champion(&self, run: &Run, store: &Store) -> Option<Result<String, String>> {
        let evaluator = match &self.evaluator {
            Some(evaluator) => Ok(evaluator.clone()),
            None => networks::settle_in(run, "net", store).map(|network| format!("net({network})")),
        };
        Some(evaluator.map(|evaluator| self.agent_with(&evaluator)))
    }

    fn champions(&self, run: &Run, store: &Store) -> Result<Vec<Champion>, StoreError> {
        let has_network = store.artifact_names(run.id)?.iter().any(|name| name == "net");
        let agent = if has_network {
            format!("alphabeta(nodes=5000, eval=net({}/net))", run.name)
        } else {
            format!("bred({}/champion)", run.name)
        };
        let (title, sentence) = (format!("Trained in {}", run.name), self.findings.last().cloned());
        Ok(vec![Champion { title, agent, sentence, weights: None }])
    }

    fn sections(&self, _store: &Store, _run: &Run) -> Result<Vec<Section>, RunReportError> {
        Ok(report::sections(self)?)
    }
}

/// Training and validation loss by pass.
fn loss_curve(passes: &[Value]) -> Curve {
    let most = passes.iter().filter_map(|pass| pass["of"].as_f64()).fold(1.0, f64::max);
    let line = |key: &str| Series {
        name: key.to_owned(),
        points: (passes.iter())
            .filter_map(|pass| {
                let x = (pass["round"].as_f64()? - 1.0) * most + pass["pass"].as_f64()?;
                Some(Point(x, pass[key].as_f64()?, None, None))
            })
            .collect(),
    };
    Curve {
        name: "loss",
        title: "Loss by pass".to_owned(),
        x: "pass",
        y: "cross-entropy",
        spread: Spread::Band,
        series: vec![line("training"), line("validation")],
    }
}
