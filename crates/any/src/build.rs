//! From a spec to an agent, an evaluator or a policy of one game, after the permission was asked.

use std::sync::Arc;

use zermelo_expression::Expression;
use zermelo_game::nearest;
use zermelo_game::{Budget, Evaluator, EvaluatorInfo, Game, ParameterError, Policy, PolicyInfo};
use zermelo_search::policy::{Decisive, Greedy};

use crate::agent::BudgetedAgent;
use crate::agent_kind::{chooser, keeps_depth_only};
use crate::guest::Judge;
use crate::spec::PolicyKind;
use crate::{
    AgentError, AgentSpec, AnyGame, EVALUATORS, Erased, EvalKind, EvalSpec, POLICIES, PolicySpec, Resources,
    expression, network, q_values,
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
    erased: &Erased<G>,
    spec: &AgentSpec,
    seed: u64,
    resources: &dyn Resources,
) -> Result<BudgetedAgent<G::Position>, AgentError> {
    check_permission(spec, resources)?;
    let chooser = chooser(erased, spec, seed, resources)?;
    let keeps_depth_only = keeps_depth_only(spec);
    Ok(BudgetedAgent::new(chooser, spec.budget(), keeps_depth_only))
}

/// The evaluator that an agent names, or the game's default. A game without evaluators is searched for wins and losses only.
pub(crate) fn own_evaluator<G: Game>(
    erased: &Erased<G>,
    spec: Option<&EvalSpec>,
    resources: &dyn Resources,
) -> Result<Arc<dyn Evaluator<G::Position>>, AgentError> {
    match (spec, erased.game().evaluators()) {
        (Some(spec), _) => evaluator(erased, spec, resources),
        (None, []) => Ok(Arc::new(|_: &G::Position| 0.0)),
        (None, _) => evaluator(erased, &EvalSpec::default_of_game(), resources),
    }
}

/// An error if guests may not be named here. `text` is that of the agent or the evaluator.
pub(crate) fn may_use_guests(text: &str, resources: &dyn Resources) -> Result<(), AgentError> {
    resources.permission().guests().map_err(|refusal| AgentError::forbidden(text, &refusal))
}

/// Opens an evaluator.
pub(crate) fn evaluator<G: Game>(
    erased: &Erased<G>,
    spec: &EvalSpec,
    resources: &dyn Resources,
) -> Result<Arc<dyn Evaluator<G::Position>>, AgentError> {
    let game = erased.game();
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
        EvalKind::Expression(read, inside) => expression::open(game, read, inside)
            .map_err(|problem| AgentError::expression(&spec.text, Some(game.id()), &problem, inside)),
        EvalKind::ExpressionFile(path) => {
            let text = resources.expression_file(path)?;
            let read = Expression::read(&text).map_err(|error| expression::placed(error, &text));
            let opened = read.and_then(|read| expression::open(game, &read, &text));
            opened.map_err(|problem| AgentError::expression(&spec.text, Some(game.id()), &problem, &text))
        }
        EvalKind::Guest(name) => {
            may_use_guests(&spec.text, resources)?;
            let guest = resources.guest_evaluator(name).map_err(bad)?;
            Ok(Arc::new(Judge { guest, game: erased.share() }))
        }
        EvalKind::Own { name, parameters } => {
            let found = game.evaluator(name, parameters.clone());
            found.unwrap_or_else(|| Err(no_evaluator(name, game.evaluators()))).map_err(bad)
        }
    }
}

fn no_evaluator(name: &str, infos: &'static [EvaluatorInfo]) -> ParameterError {
    let names = || infos.iter().chain(&EVALUATORS).map(EvaluatorInfo::name);
    let hint = nearest(name, names()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    let all = names().collect::<Vec<_>>().join(", ");
    ParameterError::new(format!("there is no evaluator `{name}`: there are {all}{hint}"))
}

/// Opens a policy for playouts; `None` is any move.
pub(crate) fn open_policy<G: Game>(
    erased: &Erased<G>,
    spec: &PolicySpec,
    resources: &dyn Resources,
) -> Result<Option<Arc<dyn Policy<G::Position>>>, AgentError> {
    let game = erased.game();
    let bad = |source| AgentError::policy(&spec.text, Some(game.id()), source);
    match &spec.kind {
        PolicyKind::Random => Ok(None),
        PolicyKind::Decisive => Ok(Some(Arc::new(Decisive))),
        PolicyKind::Greedy { eval, noise } => {
            Ok(Some(Arc::new(Greedy::new(evaluator(erased, eval, resources)?, *noise))))
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
