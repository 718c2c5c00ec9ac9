//! How the clocks of agents run in a fleet: whether work with clocks may travel, and by which rule it is played. Guests never
//! travel, whatever was asked for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use zermelo_catalog::{OpenGame, RequestError};

use crate::clock_rule::{ClockMode, ClockRule};
use crate::speeds::Speeds;
use crate::work::{Work, bad_work, guest_of, is_fickle};

/// How the clocks of agents run in a fleet.
pub struct FleetClock {
    /// Nothing if work whose answer depends on the machine is refused.
    mode: Option<ClockMode>,
    /// The reference speed of the experiment that is carried out.
    reference: Mutex<Option<u64>>,
    speeds: Speeds,
    /// Whether anything was played by the rule.
    is_used: AtomicBool,
}

impl Default for FleetClock {
    /// Work whose answer depends on the machine is refused.
    fn default() -> FleetClock {
        FleetClock {
            mode: None,
            reference: Mutex::default(),
            speeds: Speeds::new(1),
            is_used: AtomicBool::new(false),
        }
    }
}

impl FleetClock {
    /// Work whose answer depends on the machine travels. This machine plays on so many threads.
    pub fn new(mode: ClockMode, threads: usize) -> FleetClock {
        FleetClock { mode: Some(mode), speeds: Speeds::new(threads), ..FleetClock::default() }
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
        self.is_used.store(false, Ordering::Relaxed);
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

    /// The rule, if anything was played by it since the experiment began.
    pub fn used_rule(&self) -> Option<ClockRule> {
        self.is_used.load(Ordering::Relaxed).then(|| self.rule().ok().flatten()).flatten()
    }

    /// The rule by which an agent plays that depends on the machine, or why it does not play in a fleet.
    fn rule_for(&self, agent: &str) -> Result<ClockRule, RequestError> {
        let Some(rule) = self.rule()? else {
            return Err(bad_work(format!(
                "`{agent}` plays differently on every machine, since a clock, several threads or another program decide: \
                 give it a budget of nodes, depth or playouts, run the experiment without a fleet, or choose how it plays \
                 on other machines: `--clock as-is` (by the machine's own clock) or `--clock scaled` (with more time on slow \
                 machines)"
            )));
        };
        self.is_used.store(true, Ordering::Relaxed);
        Ok(rule)
    }

    /// Work as it travels: with a rule for clocks, if its answer depends on the machine.
    pub(super) fn set(&self, work: Work) -> Result<Work, RequestError> {
        work.agents().into_iter().try_for_each(refuse_guest)?;
        let rule = work.fickle_agent().map(|agent| self.rule_for(agent)).transpose()?;
        Ok(match rule {
            Some(rule) => work.with_clock(rule),
            None => work,
        })
    }

    /// The game as it is played here by these agents: by the same rule as elsewhere. An error if they do not play in a fleet.
    pub(crate) fn game_here<'t>(
        &self,
        game: &OpenGame,
        agents: impl IntoIterator<Item = &'t str>,
    ) -> Result<OpenGame, RequestError> {
        let agents: Vec<&str> = agents.into_iter().collect();
        agents.iter().try_for_each(|agent| refuse_guest(agent))?;
        let Some(agent) = agents.into_iter().find(|agent| is_fickle(agent)) else { return Ok(game.clone()) };
        Ok(match self.rule_for(agent)? {
            ClockRule::AsIs => game.clone(),
            rule => game.clone().with_time_factor(rule.factor(self.speeds.of(game))),
        })
    }
}

/// An error if an agent needs a guest: no other machine has it.
fn refuse_guest(agent: &str) -> Result<(), RequestError> {
    guest_of(agent).map_or(Ok(()), |guest| {
        Err(bad_work(format!(
            "`{agent}` needs the guest `{guest}`, which exists only in this program and cannot play on other machines: run the \
             experiment without a fleet"
        )))
    })
}
