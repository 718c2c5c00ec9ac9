"""Zermelo: a laboratory for two-player board games.

>>> import zermelo as z
>>> state = z.game("tictactoe").new_initial_state()
>>> z.solve(state).value
'draw'

`game` opens a game, `State` plays it, `agent` chooses moves, `solve` and `analyze` look into positions, `match` and `rate` say who is
stronger, `Batch` and `self_play` feed learners, and `Lab` runs experiments. `zermelo.pettingzoo` and `zermelo.gymnasium` have the
standard interfaces.
"""

from __future__ import annotations

import os

from . import _cpu

_cpu.check()

from . import _facts, stats  # noqa: E402
from ._facts import Facts  # noqa: E402
from ._zermelo import Game, State, ZermeloError, use_store, version  # noqa: E402
from .agents import Agent, Choice, Policy, agent  # noqa: E402
from .analysis import analyze, evaluate, perft, solve  # noqa: E402
from .lab import Lab, Run, Runs  # noqa: E402
from .learning import Batch, SelfPlay, self_play  # noqa: E402
from .matches import MatchResult, Opponent, Rating, match, opponents, rate  # noqa: E402
from .ugi import serve_ugi  # noqa: E402

__version__: str = version()

#: What `State.current_player` says at the end of a game.
TERMINAL = -4

__all__ = [
    "Agent",
    "Batch",
    "Choice",
    "Facts",
    "Game",
    "Lab",
    "MatchResult",
    "Opponent",
    "Policy",
    "Rating",
    "Run",
    "Runs",
    "SelfPlay",
    "State",
    "TERMINAL",
    "ZermeloError",
    "agent",
    "analyze",
    "evaluate",
    "game",
    "games",
    "match",
    "opponents",
    "perft",
    "rate",
    "self_play",
    "serve_ugi",
    "solve",
    "stats",
    "use_store",
    "version",
]


def game(id: str | os.PathLike[str] | None = None, *, text: str | None = None) -> Game:
    """Opens a game: by its id with sizes (`connect4`, `isolation:9x9`, `hex:size=7`), by the path of a file (`lastnight.game`), or
    by its `text` as the language of games has it."""
    return Game(os.fspath(id) if id is not None else None, text)


def games() -> list[Facts]:
    """The games there are: their ids, titles and sizes."""
    answer = _facts.call("games")[0]
    return answer["games"] if isinstance(answer, dict) else answer


def _state_again(game: Game, position: str, history: list[int]) -> State:
    """What pickled states are made of."""
    state = game.read_position(position)
    for action in history:
        state.apply_action(action)
    return state

