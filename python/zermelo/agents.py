"""Agents: by text, or written in Python."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, Union, runtime_checkable

import numpy as np

from . import _zermelo
from ._asked import seed_of, wrong
from ._zermelo import Guest, State


@runtime_checkable
class Chooser(Protocol):
    """Anything that chooses an action: an agent written in Python."""

    def choose(self, state: State) -> Any:
        """The number of a legal action, or something with an attribute `action`."""


#: What can play: the text of an agent, an `Agent`, anything with `choose(state)`, or a function of a state.
Player = Union[str, "Agent", Chooser, Callable[[State], int]]


@dataclass(frozen=True)
class Choice:
    """What an agent chose, and what is behind it."""

    #: The action.
    action: int
    #: The same in the game's notation.
    move: str
    #: What it is worth to the side to move, on the evaluator's scale; a proved win or loss is far beyond it.
    value: float
    #: Whether the value is the result with best play.
    is_exact: bool
    #: "win", "draw" or "loss", if that is proved.
    proof: str | None
    #: Plies to the end of a proved win or loss, at most.
    plies: int | None
    #: How many plies the agent looked ahead in full.
    depth: int
    #: How many positions it looked at.
    nodes: int
    #: The line it expects, as actions, the chosen one first.
    actions: list[int]
    #: The same in the game's notation.
    line: list[str]

    def __int__(self) -> int:
        return self.action

    def __index__(self) -> int:
        return self.action


class Agent:
    """An agent by its text, such as `alphabeta(depth=6)`. `zermelo.agent` makes one.

    It plays any game that its text fits, and remembers what it saw from one move to the next until `new_game`.
    """

    def __init__(self, text: str, *, seed: int = 0, evaluator: Callable[[State], float] | None = None) -> None:
        if not isinstance(text, str):
            raise wrong(f"{text!r} is no agent: give its text, such as \"alphabeta(depth=6)\"")
        self._asked = (text, seed_of(seed), evaluator)
        self._guest: Guest | None = None
        if evaluator is not None:
            self._guest = Guest(evaluator, "evaluator")
            text = _with_parameter(text, f"eval=guest({self._guest.name})")
        self.text = text
        #: What people call it.
        self.label = text if self._guest is None else text.replace(f"guest({self._guest.name})", _name_of(evaluator))
        self.seed = self._asked[1]
        self._seated: dict[str, _zermelo.Agent] = {}

    def choose(self, state: State) -> Choice:
        """Chooses an action of a state in which the game goes on."""
        if not isinstance(state, State):
            raise wrong(f"{state!r} is no state: an agent chooses for a zermelo.State")
        game = state.game
        seated = self._seated.get(game.id)
        if seated is None:
            seated = _zermelo.Agent(game, named(self.text, game), self.seed, self._guest)
            self._seated[game.id] = seated
        action, value, is_exact, proof, plies, depth, nodes, actions = seated.choose(state)
        line, at = [], state.clone()
        for number in actions:
            line.append(at.action_to_string(number))
            at.apply_action(number)
        return Choice(action, line[0] if line else state.action_to_string(action), value, is_exact, proof, plies, depth,
                      nodes, actions, line)

    __call__ = choose

    def new_game(self) -> None:
        """Forgets everything."""
        for seated in self._seated.values():
            seated.new_game()

    def __repr__(self) -> str:
        return f"zermelo.agent({self.label!r})"

    def __reduce__(self) -> tuple[Any, tuple[str, int, Any]]:
        # What it remembers of a game stays behind.
        return _agent_again, self._asked


def agent(text: str, *, seed: int = 0, evaluator: Callable[[State], float] | None = None) -> Agent:
    """An agent by its text: `agent("alphabeta(depth=6)")`, `agent("mcts(playouts=1000)")`.

    `seed` decides whatever it leaves to chance. `evaluator` is a function that gives a state a value for the side to move; our
    search calls it at every leaf. That takes microseconds where an evaluator of the game takes nanoseconds, so search less deep.
    """
    return Agent(text, seed=seed, evaluator=evaluator)


def _agent_again(text: str, seed: int, evaluator: Callable[[State], float] | None) -> Agent:
    """What pickled agents are made of."""
    return Agent(text, seed=seed, evaluator=evaluator)


def dtype_of(layout: str, dtype: Any) -> str:
    """The name of the type of observations: what suits the layout, if nobody says."""
    if dtype is None:
        dtype = np.uint64 if layout == "bits" else np.uint8
    return np.dtype(dtype).name


class Policy:
    """An agent that asks a batch policy: a function of observations and masks, as `self_play` takes, which answers with one action
    for each row. It is asked with one row at a time."""

    def __init__(
        self,
        policy: Callable[[np.ndarray, np.ndarray], Any],
        *,
        layout: str = "planes",
        dtype: Any = None,
    ) -> None:
        self.policy = policy
        self.layout = layout
        self.dtype = np.dtype(dtype_of(layout, dtype))
        # Matches ask from several threads at once.
        self._tables = threading.local()

    def choose(self, state: State) -> int:
        """The policy's action."""
        tables = self._tables.__dict__
        table = tables.get(state.game.id)
        if table is None:
            table = _zermelo.Batch(state.game, 1, 0, 1, self.layout, self.dtype.name, "raise")
            tables[state.game.id] = table
        table.set_state(0, state)
        answer = np.asarray(self.policy(table.obs, table.mask))
        if answer.size != 1 or answer.dtype.kind not in "iu":
            raise wrong(f"a policy answered {answer.tolist()!r}: expected the number of one action for its one row", "agent")
        return int(answer.reshape(-1)[0])


@dataclass(frozen=True)
class Seated:
    """Whoever plays, once there is a text for it."""

    text: str
    _guest: Guest | None


def seat(player: Player | Seated, game: _zermelo.Game) -> tuple[str, Guest | None]:
    """The text of whoever plays, and what has to be kept alive meanwhile."""
    if isinstance(player, str):
        return named(player, game), None
    if isinstance(player, (Agent, Seated)):
        return named(player.text, game), player._guest
    guest = as_guest(player)
    return text_of(player, guest), guest


def as_guest(player: Player, name: str | None = None) -> Guest | None:
    """What keeps an agent written in Python; None for one that is a text. `name` makes the text that names it the same again."""
    if isinstance(player, str):
        return None
    if isinstance(player, Agent):
        return player._guest
    if hasattr(player, "choose"):
        return Guest(player.choose, "agent", name)
    if callable(player):
        return Guest(player, "agent", name)
    raise TypeError(f"{player!r} cannot play: give the text of an agent, an Agent, or something with choose(state)")


def text_of(player: Player, guest: Guest | None) -> str:
    """The text that names whoever plays."""
    if isinstance(player, str):
        return player
    return player.text if isinstance(player, Agent) else f"guest({guest.name})" if guest is not None else str(player)


def named(text: str, game: _zermelo.Game) -> str:
    """The agent's text that the name of an opponent stands for; any other text as it is."""
    if "(" in text:
        return text
    agents = {opponent[0]: opponent[2] for opponent in _zermelo.opponents(game)}
    return agents.get(text.strip().lower(), text)


def _name_of(function: Any) -> str:
    name = getattr(function, "__name__", None)
    return name if isinstance(name, str) else type(function).__name__


def _with_parameter(text: str, parameter: str) -> str:
    text = text.strip()
    if not text.endswith(")"):
        return f"{text}({parameter})"
    return f"{text[:-1].rstrip()}{'' if text[:-1].rstrip().endswith('(') else ', '}{parameter})"
