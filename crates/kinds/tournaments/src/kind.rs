//! Tournaments as a kind of experiment.

use zermelo_arena::Schedule;
use zermelo_catalog::{Permission, RequestError, catalog};
use zermelo_kind::form::Form;
use zermelo_kind::memory::{AGENT_BYTES, OPENING_BYTES, game_bytes, sum, times};
use zermelo_kind::report::RunReportError;
use zermelo_kind::{Common, Kind, Plan, RunContext, RunResult, SoFar, Source, read_result};
use zermelo_report::Section;
use zermelo_runner::game_runner::Halt;
use zermelo_store::{Run, Store};

use crate::file::TournamentPlan;
use crate::form::FORM;
use crate::race_result::RaceResult;
use crate::result::TournamentResult;
use crate::{report, runner};

/// Tournaments as a kind of experiment.
pub struct Tournaments;

impl Kind for Tournaments {
    fn name(&self) -> &'static str {
        "tournament"
    }

    fn about(&self) -> &'static str {
        "Games between agents: standings, ratings with confidence intervals, a cross table, and tables beside published ones. A sequential test (SPRT) is a tournament of two agents."
    }

    fn form(&self) -> Form {
        FORM
    }

    fn example(&self) -> &'static str {
        include_str!("../example.toml")
    }

    fn read(&self, source: &Source) -> Result<Box<dyn Plan>, RequestError> {
        Ok(Box::new(TournamentPlan::read(source.text, source.place, source.folder)?))
    }

    fn result(&self, json: &str) -> Result<Box<dyn RunResult>, String> {
        read_result::<TournamentResult>(json)
    }

    fn so_far(&self, store: &Store, run: &Run) -> Result<Option<SoFar>, RunReportError> {
        let Some(result) = runner::stored_so_far(store, run)? else { return Ok(None) };
        let names: Vec<String> = store.agents(run.id)?.into_iter().map(|agent| agent.name).collect();
        let mut cautions = Vec::new();
        match &result.race {
            Some(race) => cautions.extend(race.sentences()),
            None => cautions.extend(self.caution_so_far().map(str::to_owned)),
        }
        Ok(Some(SoFar { cautions, sections: report::sections(&result, &names)? }))
    }

    fn caution_so_far(&self) -> Option<&'static str> {
        Some(
            "Only complete pairs of games count, and not everybody may have played as many. The intervals hold for a fixed number \
             of games: not if a run is stopped because of its results.",
        )
    }
}

impl Plan for TournamentPlan {
    fn kind(&self) -> &'static dyn Kind {
        &Tournaments
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn set_seed(&mut self, seed: u64) {
        self.common.seed = seed;
        if let Schedule::Partial { seed: drawn_by, .. } = &mut self.schedule {
            *drawn_by = seed;
        }
    }

    fn agents_mut(&mut self) -> Vec<&mut String> {
        self.entrants.iter_mut().map(|entrant| &mut entrant.agent).collect()
    }

    fn check(&self, permission: Permission) -> Result<(), RequestError> {
        runner::check(self, permission)
    }

    fn extent(&self) -> Option<u64> {
        self.n_games()
    }

    fn at_most(&self) -> Option<u64> {
        self.most_games()
    }

    fn run(&self, context: &mut RunContext) -> Result<Box<dyn RunResult>, Halt> {
        Ok(Box::new(runner::run(self, context.running, &context.past.games, context.journal)?))
    }

    fn bytes(&self) -> Result<u64, RequestError> {
        let game = catalog::open(&self.common.game)?;
        let n = self.entrants.len();
        let most_pairs = match &self.schedule {
            Schedule::Until { most_pairs, .. } => u64::from(*most_pairs),
            Schedule::Race(race) => u64::from(race.most_pairs),
            Schedule::Knockout { pairs } => times(n, u64::from(*pairs)),
            fixed => fixed.n_pairs(n).unwrap_or_default(),
        };
        Ok(sum(&[
            times(most_pairs, 4 * game_bytes(&game)),
            times(self.schedule.n_openings(), OPENING_BYTES),
            times(n, AGENT_BYTES),
        ]))
    }

    fn clone_box(&self) -> Box<dyn Plan> {
        Box::new(self.clone())
    }
}

impl RunResult for TournamentResult {
    fn title(&self) -> &str {
        &self.title
    }

    fn findings(&self) -> Vec<String> {
        // A sequential test says first what it decided.
        let verdict = self.race.iter().flat_map(RaceResult::sentences);
        let winner = self.winner_sentence();
        verdict.chain(winner).chain(self.findings.iter().cloned()).collect()
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("a result holds only names and numbers")
    }

    fn n_faults(&self) -> u64 {
        TournamentResult::n_faults(self)
    }

    fn sections(&self, store: &Store, run: &Run) -> Result<Vec<Section>, RunReportError> {
        let names: Vec<String> = store.agents(run.id)?.into_iter().map(|agent| agent.name).collect();
        Ok(report::sections(self, &names)?)
    }
}
