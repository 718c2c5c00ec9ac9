"""Positions taken apart, solved and counted."""

from __future__ import annotations

import math
import os
from collections.abc import Callable

from . import _zermelo
from ._asked import opened, real, seed_of, threads_of, whole, wrong
from ._facts import Facts, facts
from ._zermelo import Game, State
from .agents import Agent, named


def solve(
    state: State | Game | str | os.PathLike[str],
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    distance: bool = True,
    memory: int = 256,
) -> Facts:
    """The exact value of a state for the side to move, with best play by both: `value` is "win", "draw", "loss", or None if the
    limits were too small; `plies` to the end, `moves` of a best line, and `nodes`. `memory` is in megabytes. Without limits it
    goes on until it knows; Ctrl-C ends it."""
    nodes = None if nodes is None else whole("nodes", nodes, 1, 2**63)
    seconds = None if seconds is None else real("seconds", seconds, 0, 1e9)
    memory = whole("memory", memory, 1, 65_536)
    return facts(_zermelo.solve(_state(state), nodes, seconds, distance, memory))


def analyze(
    state: State | Game | str | os.PathLike[str],
    agent: str | Agent = "alphabeta(depth=8)",
    *,
    lines: int = 3,
    evaluator: str | None = None,
    seed: int = 0,
) -> Facts:
    """The best `lines` of a state, each with its value, and the parts of its evaluation."""
    at = _state(state)
    if not isinstance(agent, (str, Agent)):
        raise wrong(f"{agent!r} cannot be asked for lines: give the text of an agent, or what zermelo.agent gives")
    text, guest = (agent.text, agent._guest) if isinstance(agent, Agent) else (agent, None)
    lines = whole("lines", lines, 1, 10_000)
    return facts(_zermelo.analyze(at, named(text, at.game), lines, seed_of(seed), evaluator, guest))


def evaluate(
    state: State, evaluator: str | Callable[[State], float] = "default", *, player: int | None = None
) -> float:
    """What an evaluator such as `improved` or `expr(own_moves - opponent_moves)`, or a function, says of a state without looking
    ahead, for the side to move or for a `player` (0 or 1)."""
    if not isinstance(state, State):
        raise wrong(f"{state!r} is no state: an evaluator looks at a zermelo.State")
    if player not in (None, 0, 1):
        raise wrong(f"there is no player {player}: players are 0 and 1")
    if callable(evaluator):
        if state.is_terminal():
            raise wrong("the game is over")
        value = float(evaluator(state))
        if math.isnan(value):
            raise wrong("an evaluator must give a number, not nan")
        return value if player in (None, state.current_player()) else -value
    return _zermelo.evaluate(state, evaluator, player)


def perft(state: State | Game | str | os.PathLike[str], depth: int, *, threads: int | None = None) -> list[int]:
    """How many sequences of 1, 2, .. up to `depth` moves there are: what tests of rules compare."""
    return _zermelo.perft(_state(state), whole("depth", depth, 1, 64), threads_of(threads))


def _state(of: State | Game | str | os.PathLike[str]) -> State:
    return of if isinstance(of, State) else opened(of).new_initial_state()
