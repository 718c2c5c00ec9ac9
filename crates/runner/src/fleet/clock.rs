//! How the clocks of agents run in a fleet: whether work with clocks may travel, and by which rule it is played.

use std::sync::{Mutex, PoisonError};

use zermelo_any::AgentSpec;
use zermelo_catalog::{OpenGame, RequestError};

use crate::clock_rule::{ClockMode, ClockRule};
use crate::speeds::Speeds;
use crate::work::{Work, bad_work};

/// How the clocks of agents run in a fleet.
pub struct FleetClock {
    /// Nothing if work whose answer depends on the machine is refused.
    mode: Option<ClockMode>,
    /// The reference speed of the experiment that is carried out.
    reference: Mutex<Option<u64>>,
    speeds: Speeds,
}

impl Default for FleetClock {
    /// Work whose answer depends on the machine is refused.
    fn default() -> FleetClock {
        FleetClock { mode: None, reference: Mutex::default(), speeds: Speeds::new(1) }
    }
}

impl FleetClock {
    /// Work whose answer depends on the machine travels. This machine plays on so many threads.
    pub fn new(mode: ClockMode, threads: usize) -> FleetClock {
        FleetClock { mode: Some(mode), reference: Mutex::default(), speeds: Speeds::new(threads) }
    }

    /// What was asked for; nothing if such work is refused.
    pub fn mode(&self) -> Option<ClockMode> {
        self.mode
    }

    /// How fast this machine is.
    pub fn speeds(&self) -> &Speeds {
        &self.speeds
    }

    /// An experiment with this reference speed begins.
    pub fn use_reference(&self, reference: Option<u64>) {
        *self.reference.lock().unwrap_or_else(PoisonError::into_inner) = reference;
    }

    /// The rule of the experiment that is carried out; nothing if work whose answer depends on the machine is refused.
    pub fn rule(&self) -> Result<Option<ClockRule>, RequestError> {
        let reference = *self.reference.lock().unwrap_or_else(PoisonError::into_inner);
        match (self.mode, reference) {
            (None, _) => Ok(None),
            (Some(ClockMode::AsIs), _) => Ok(Some(ClockRule::AsIs)),
            (Some(ClockMode::Scaled), Some(reference)) => Ok(Some(ClockRule::Scaled { reference })),
            (Some(ClockMode::Scaled), None) => {
                Err(bad_work("clocks cannot be scaled: the experiment has no `reference-speed`".to_owned()))
            }
        }
    }

    /// Work as it travels: with a rule for clocks, if its answer depends on the machine.
    pub(super) fn set(&self, work: Work) -> Result<Work, RequestError> {
        let Some(agent) = work.fickle_agent() else { return Ok(work) };
        match self.rule()? {
            Some(rule) => Ok(work.with_clock(rule)),
            None => Err(bad_work(format!(
                "`{agent}` plays differently on every machine, since a clock, several threads or another program decide: \
                 give it a budget of nodes, depth or playouts, run the experiment without a fleet, or let every machine \
                 play by its own clock (`--clock as-is`) or with time scaled to its speed (`--clock scaled`)"
            ))),
        }
    }

    /// The game as it is played here by these agents: by the same rule as elsewhere.
    pub(crate) fn game_here<'t>(
        &self,
        game: &OpenGame,
        agents: impl IntoIterator<Item = &'t str>,
    ) -> Result<OpenGame, RequestError> {
        let has_clock = |agent: &str| AgentSpec::read(agent).is_ok_and(|spec| spec.has_clock());
        if self.mode != Some(ClockMode::Scaled) || !agents.into_iter().any(has_clock) {
            return Ok(game.clone());
        }
        let rule = self.rule()?;
        let factor = rule.map_or(1.0, |rule| rule.factor(self.speeds.of(game)));
        Ok(game.clone().with_time_factor(factor))
    }
}
