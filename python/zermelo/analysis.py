"""Positions taken apart, solved and counted."""

from __future__ import annotations

import os
from collections.abc import Callable

from . import _zermelo
from ._facts import Facts, facts
from ._zermelo import Game, State
from .agents import Agent, named


def solve(
    state: State | Game | str,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    distance: bool = True,
    memory: int = 256,
) -> Facts:
    """The exact value of a state for the side to move, with best play by both: `value` is "win", "draw", "loss", or None if the
    limits were too small; `plies` to the end, `moves` of a best line, and `nodes`. `memory` is in megabytes. Without limits it
    goes on until it knows; Ctrl-C ends it."""
    return facts(_zermelo.solve(_state(state), nodes, seconds, distance, memory))


def analyze(
    state: State | Game | str,
    agent: str | Agent = "alphabeta(depth=8)",
    *,
    lines: int = 3,
    evaluator: str | None = None,
    seed: int = 0,
) -> Facts:
    """The best `lines` of a state, each with its value, and the parts of its evaluation."""
    at = _state(state)
    text, guest = (agent.text, agent._guest) if isinstance(agent, Agent) else (agent, None)
    return facts(_zermelo.analyze(at, named(text, at.game), lines, seed, evaluator, guest))


def evaluate(
    state: State, evaluator: str | Callable[[State], float] = "default", *, player: int | None = None
) -> float:
    """What an evaluator such as `improved` or `expr(own_moves - opponent_moves)`, or a function, says of a state without looking
    ahead, for the side to move or for a `player` (0 or 1)."""
    if callable(evaluator):
        value = float(evaluator(state))
        return value if player in (None, state.current_player()) else -value
    return _zermelo.evaluate(state, evaluator, player)


def perft(state: State | Game | str, depth: int, *, threads: int | None = None) -> list[int]:
    """How many sequences of 1, 2, .. up to `depth` moves there are: what tests of rules compare."""
    return _zermelo.perft(_state(state), depth, threads or os.cpu_count() or 1)


def _state(of: State | Game | str) -> State:
    if isinstance(of, str):
        of = Game(of)
    return of.new_initial_state() if isinstance(of, Game) else of
