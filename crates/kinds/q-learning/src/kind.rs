//! Q-learning as a kind of experiment.

use serde_json::Value;
use zermelo_catalog::{Permission, RequestError, catalog, networks};
use zermelo_kind::form::Form;
use zermelo_kind::memory::{OPENING_BYTES, game_bytes, network_bytes, sum, times};
use zermelo_kind::report::RunReportError;
use zermelo_kind::{
    Champion, Common, Curve, Kind, Plan, Point, RunContext, RunResult, Series, Source, Spread, Unit, Wanted,
    read_result,
};
use zermelo_report::Section;
use zermelo_runner::game_runner::Halt;
use zermelo_store::{EventRow, Run, Store, StoreError};

use crate::explorer::Explorer;
use crate::file::QLearningPlan;
use crate::form::FORM;
use crate::result::QLearningResult;
use crate::{report, runner};

/// Q-learning as a kind of experiment.
pub struct QLearning;

impl Kind for QLearning {
    fn name(&self) -> &'static str {
        "q-learning"
    }

    fn unit(&self) -> Unit {
        Unit::Move
    }

    fn about(&self) -> &'static str {
        "Teaches a network the values of moves by trying them (Q-learning). Every checkpoint is tested by games."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn example(&self) -> &'static str {
        include_str!("../example.toml")
    }

    fn read(&self, source: &Source) -> Result<Box<dyn Plan>, RequestError> {
        Ok(Box::new(QLearningPlan::read(source.text, source.place, source.folder)?))
    }

    fn result(&self, json: &str) -> Result<Box<dyn RunResult>, String> {
        read_result::<QLearningResult>(json)
    }

    fn has_champions(&self) -> bool {
        true
    }

    fn has_curves(&self) -> bool {
        true
    }

    fn caution_so_far(&self) -> Option<&'static str> {
        Some("Losses do not measure strength: that is measured by the games against opponents.")
    }

    fn curves(&self, _run: &Run, events: &[&EventRow]) -> Vec<Curve> {
        let point = |event: &&EventRow| {
            let json: Value = serde_json::from_str(&event.json).ok()?;
            Some(Point(json["moves"].as_f64()?, json["loss"].as_f64()?, None, None))
        };
        let points = events.iter().filter_map(point).collect();
        vec![Curve {
            name: "loss",
            title: "Loss while learning".to_owned(),
            x: "moves",
            y: "loss",
            spread: Spread::Band,
            series: vec![Series { name: "loss".to_owned(), points }],
        }]
    }
}

impl Plan for QLearningPlan {
    fn kind(&self) -> &'static dyn Kind {
        &QLearning
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn set_seed(&mut self, seed: u64) {
        self.common.seed = seed;
    }

    fn agents_mut(&mut self) -> Vec<&mut String> {
        QLearningPlan::agents_mut(self)
    }

    fn stand_in(&self, wanted: Wanted) -> Option<Result<String, String>> {
        match wanted {
            Wanted::QNetwork => Some(self.stand_in_network()),
            Wanted::Network => None,
            Wanted::Agent | Wanted::Weights => Some(self.stand_in_agent()),
        }
    }

    fn n_networks(&self) -> u64 {
        self.moves.len() as u64
    }

    fn check(&self, permission: Permission) -> Result<(), RequestError> {
        runner::prepare(self, permission)
    }

    fn extent(&self) -> Option<u64> {
        Some(self.n_moves())
    }

    fn run(&self, context: &mut RunContext) -> Result<Box<dyn RunResult>, Halt> {
        Ok(Box::new(runner::run(self, context)?))
    }

    fn bytes(&self) -> Result<u64, RequestError> {
        let game = catalog::open(&self.common.game)?;
        let sizes = Explorer::new(&game).sizes();
        let experience = (2 * sizes.n_inputs + sizes.n_actions) as u64 / 8 + 32;
        let games = times(self.test.opponents.len() * self.moves.len(), 2 * u64::from(self.test.pairs));
        Ok(sum(&[
            network_bytes(sizes.n_inputs, &self.hidden, sizes.n_actions),
            // The state of a checkpoint is another copy of the memory.
            times(self.memory as u64, 2 * experience),
            times(self.batch_size() as u64, 4 * (sizes.n_inputs + sizes.n_actions) as u64 / 8 + 64),
            times(games, game_bytes(&game)),
            times(self.test.pairs, OPENING_BYTES),
        ]))
    }

    fn clone_box(&self) -> Box<dyn Plan> {
        Box::new(self.clone())
    }
}

impl RunResult for QLearningResult {
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
        Some(networks::settle_in(run, "net", store).map(|network| self.agent_with(&network)))
    }

    fn champions(&self, run: &Run, _store: &Store) -> Result<Vec<Champion>, StoreError> {
        Ok(vec![Champion {
            title: format!("Trained in {}", run.name),
            agent: format!("q({}/net)", run.name),
            sentence: self.findings.first().cloned(),
            weights: None,
        }])
    }

    fn sections(&self, _store: &Store, _run: &Run) -> Result<Vec<Section>, RunReportError> {
        Ok(report::sections(self)?)
    }
}
