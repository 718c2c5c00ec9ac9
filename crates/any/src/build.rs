//! From a spec to an agent, an evaluator or a policy of one game: a match that constructs.

use std::sync::Arc;

use zermelo_game::nearest;
use zermelo_game::{
    Agent, Budget, Evaluator, EvaluatorInfo, Game, Hints, ParameterError, Policy, PolicyInfo, stream,
};
use zermelo_search::policy::{Decisive, Greedy};
use zermelo_search::{AlphaBeta, Blind, Blundering, Mcts, Minimax, Quirks, Random, Resigning};
use zermelo_search::{Cut, MctsSettings};

use crate::agent::{BudgetedAgent, Chooser};
use crate::program_agent::Seated;
use crate::q_values::QAgent;
use crate::spec::PolicyKind;
use crate::{
    AgentError, AgentKind, AgentSpec, AlphaBetaSpec, AnyGame, EvalKind, EvalSpec, MctsSpec, POLICIES,
    PolicySpec, Resources, network, q_values,
};

/// What an agent asks for, against what is permitted. Nothing is built before.
fn check_permission(spec: &AgentSpec, resources: &dyn Resources) -> Result<(), AgentError> {
    let permission = resources.permission();
    let (megabytes, threads) = spec.memory_and_threads();
    let Budget { time, clock, .. } = spec.budget();
    let clock = clock.map(|clock| clock.left.saturating_add(clock.increment));
    let permitted = permission.agent(megabytes, threads).and_then(|()| {
        for (name, asked) in [("time", time), ("clock", clock)] {
            asked.map_or(Ok(()), |asked| permission.time(name, asked))?;
        }
        Ok(())
    });
    permitted.map_err(|refusal| AgentError::forbidden(&spec.text, &refusal))
}

/// Opens an agent.
pub(crate) fn agent<G: Game>(
    game: &G,
    shared: &dyn AnyGame,
    spec: &AgentSpec,
    seed: u64,
    resources: &dyn Resources,
) -> Result<BudgetedAgent<G::Position>, AgentError> {
    check_permission(spec, resources)?;
    let chooser = chooser(game, shared, spec, seed, resources)?;
    let keeps_depth_only = keeps_depth_only(spec);
    Ok(BudgetedAgent::new(chooser, spec.budget(), keeps_depth_only))
}

fn keeps_depth_only(spec: &AgentSpec) -> bool {
    match &spec.kind {
        AgentKind::Minimax { .. } | AgentKind::Network(_) => true,
        AgentKind::Blundering { agent, .. } => keeps_depth_only(agent),
        _ => false,
    }
}

fn chooser<G: Game>(
    game: &G,
    shared: &dyn AnyGame,
    spec: &AgentSpec,
    seed: u64,
    resources: &dyn Resources,
) -> Result<Chooser<G::Position>, AgentError> {
    let own = |eval: &Option<EvalSpec>| own_evaluator(game, eval.as_ref(), resources);
    let agent: Box<dyn Agent<G::Position>> = match &spec.kind {
        AgentKind::Random => Box::new(Random::new(stream(seed, "random agent", 0))),
        AgentKind::Minimax { eval, .. } => Box::new(Minimax::new(own(eval)?)),
        AgentKind::AlphaBeta(alphabeta) => {
            return Ok(alphabeta_chooser(alphabeta, own(&alphabeta.eval)?, seed));
        }
        AgentKind::Mcts(mcts) => {
            let settings = mcts_settings(game, mcts, resources)?;
            Box::new(Mcts::new(settings, stream(seed, "mcts agent", 0)))
        }
        // As in the Milestone study: the move after which the opponent's predicted share of wins is least.
        AgentKind::Network(eval) => Box::new(Minimax::new(evaluator(game, eval, resources)?)),
        AgentKind::QNetwork { network } => {
            resources.check_network(network)?;
            let bad = |source| AgentError::agent(&spec.text, source);
            let known = resources.network(network).map_err(bad)?;
            let values = q_values::open(game, network, &known).map_err(bad)?;
            Box::new(QAgent::new(values, stream(seed, "q agent", 0)))
        }
        AgentKind::Blundering { agent, rate, sight } => {
            let agent = chooser(game, shared, agent, seed, resources)?.boxed();
            Box::new(Blundering::new(agent, *rate, *sight, stream(seed, "casual agent", 0)))
        }
        AgentKind::Program(program) => {
            let may = resources.permission().programs();
            may.map_err(|refusal| AgentError::forbidden(&spec.text, &refusal))?;
            let chance = stream(seed, "guest", 0);
            Box::new(Seated(resources.program(&spec.text, program, shared.share(), chance)?))
        }
    };
    Ok(Chooser::Other(agent))
}

fn alphabeta_chooser<P: Hints>(
    spec: &AlphaBetaSpec,
    evaluator: Arc<dyn Evaluator<P>>,
    seed: u64,
) -> Chooser<P> {
    let AlphaBetaSpec { switches, parallel, megabytes, ties, resigns, .. } = *spec;
    if spec.is_distance_blind {
        let chance = stream(seed, "false ties", 0);
        return Chooser::Other(Box::new(Blind::new(evaluator, Quirks { ties, resigns }, chance)));
    }
    let alphabeta = AlphaBeta::new(evaluator, switches, megabytes).with_threads(parallel);
    if resigns {
        Chooser::Other(Box::new(Resigning(alphabeta)))
    } else {
        Chooser::AlphaBeta(Box::new(alphabeta))
    }
}

fn mcts_settings<G: Game>(
    game: &G,
    spec: &MctsSpec,
    resources: &dyn Resources,
) -> Result<MctsSettings<G::Position>, AgentError> {
    let policy = spec.policy.as_ref().map(|policy| open_policy(game, policy, resources));
    let evaluator = spec.eval.as_ref().map(|eval| evaluator(game, eval, resources)).transpose()?;
    Ok(MctsSettings {
        exploration: spec.exploration,
        solver: spec.solver,
        reuse: spec.reuse,
        megabytes: spec.megabytes,
        policy: policy.transpose()?.flatten(),
        cut: evaluator.map(|evaluator| Cut { evaluator, plies: spec.plies, scale: spec.scale }),
    })
}

/// The evaluator that an agent names, or the game's default. A game without evaluators is searched for wins and losses only.
fn own_evaluator<G: Game>(
    game: &G,
    spec: Option<&EvalSpec>,
    resources: &dyn Resources,
) -> Result<Arc<dyn Evaluator<G::Position>>, AgentError> {
    match (spec, game.evaluators()) {
        (Some(spec), _) => evaluator(game, spec, resources),
        (None, []) => Ok(Arc::new(|_: &G::Position| 0.0)),
        (None, _) => evaluator(game, &EvalSpec::default_of_game(), resources),
    }
}

/// Opens an evaluator.
pub(crate) fn evaluator<G: Game>(
    game: &G,
    spec: &EvalSpec,
    resources: &dyn Resources,
) -> Result<Arc<dyn Evaluator<G::Position>>, AgentError> {
    let bad = |source| AgentError::evaluator(&spec.text, Some(game.id()), source);
    match &spec.kind {
        EvalKind::Network(name) => {
            resources.check_network(name)?;
            let known = resources.network(name).map_err(bad)?;
            network::open(game, name, &known).map_err(bad)
        }
        EvalKind::QNetwork(name) => {
            resources.check_network(name)?;
            let known = resources.network(name).map_err(bad)?;
            q_values::open(game, name, &known).map(|values| values as _).map_err(bad)
        }
        EvalKind::Own { name, parameters } => {
            let found = game.evaluator(name, parameters.clone());
            found.unwrap_or_else(|| Err(no_evaluator(name, game.evaluators()))).map_err(bad)
        }
    }
}

fn no_evaluator(name: &str, infos: &'static [EvaluatorInfo]) -> ParameterError {
    let names = || infos.iter().map(EvaluatorInfo::name);
    let hint = nearest(name, names()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let all = names().collect::<Vec<_>>().join(", ");
    let there_are = if all.is_empty() { "this game has none".to_owned() } else { format!("there are {all}") };
    ParameterError::new(format!("there is no evaluator `{name}`: {there_are}{hint}"))
}

/// Opens a policy for playouts; `None` is any move.
fn open_policy<G: Game>(
    game: &G,
    spec: &PolicySpec,
    resources: &dyn Resources,
) -> Result<Option<Arc<dyn Policy<G::Position>>>, AgentError> {
    let bad = |source| AgentError::policy(&spec.text, Some(game.id()), source);
    match &spec.kind {
        PolicyKind::Random => Ok(None),
        PolicyKind::Decisive => Ok(Some(Arc::new(Decisive))),
        PolicyKind::Greedy { eval, noise } => {
            Ok(Some(Arc::new(Greedy::new(evaluator(game, eval, resources)?, *noise))))
        }
        PolicyKind::Own { name, parameters } => {
            let found = game.policy(name, parameters.clone());
            let opened = found.unwrap_or_else(|| Err(no_policy(name, game.policies())));
            opened.map(Some).map_err(bad)
        }
    }
}

fn no_policy(name: &str, own: &'static [PolicyInfo]) -> ParameterError {
    let names: Vec<&str> = POLICIES.iter().chain(own).map(PolicyInfo::name).collect();
    let near = nearest(name, names.iter().copied());
    let hint = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    ParameterError::new(format!("there is no policy `{name}`: there are {}{hint}", names.join(", ")))
}
