"""Games against an opponent as Gymnasium environments: `gymnasium.make("zermelo/connect4-v0", opponent="oak")`.

The learner has one seat, and the opponent answers within a step. `VectorEnv` does the same for thousands of games at once. An
observation is always that of the learner, who is to move; legal actions are `info["action_mask"]` and `action_masks()`, which behind the
wrappers of `gymnasium.make` is `env.get_wrapper_attr("action_masks")()`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

from . import _zermelo
from ._asked import opened, seed_of, whole, wrong
from ._zermelo import Game, State
from .agents import Player, seat as seated
from .learning import Batch

_SEATS = ("first", "second", "random")
#: An action that no game has.
_ILLEGAL = -2
_SEEDS = 2**64


class _Table:
    """Games against an opponent, side by side."""

    def __init__(self, game: Game, n: int, opponent: Player, seat: str, seeds: Sequence[int], threads: int | None,
                 illegal: str, stands_still: bool = False) -> None:
        if seat not in _SEATS:
            raise wrong(f"seat={seat!r}: expected \"first\", \"second\" or \"random\"")
        # Whoever cannot play is told before the first game.
        text, guest = seated(opponent, game)
        _zermelo.Agent(game, text, 0, guest)
        self.illegal = illegal
        self.batch = Batch(game, n, seed=seeds, threads=threads, illegal=illegal)
        self.opponent, self.seat = opponent, seat
        self.seats = np.zeros(n, dtype=np.int8)
        self.chances: list[np.random.Generator] = []
        #: Where games end that do not begin again: an environment of one game stands still until it is reset.
        self.end: State | None = None
        self.stands_still = stands_still

    def begin(self, seeds: Sequence[int]) -> None:
        """Begins all games anew, with these seeds."""
        self.batch.reset(list(seeds))
        self.end = None
        # Each game has a chance of its own, so that a row is what it would be alone.
        self.chances = [np.random.default_rng((seed, 1)) for seed in seeds]
        self.seats = np.array([self._draw(row) for row in range(len(self.batch))], dtype=np.int8)
        self._answer(np.ones(len(self.batch), dtype=bool))

    def _draw(self, row: int) -> int:
        return int(self.chances[row].integers(2)) if self.seat == "random" else _SEATS.index(self.seat)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Plays the learner's actions and the opponent's answers. Returns rewards, which games have ended, and what was last seen of
        them."""
        if not self.chances:
            raise wrong("call reset() before the first step()")
        before = self.batch.state(0) if self.stands_still else None
        self.batch.step(self._checked(actions))
        rewards, ended = self.batch.reward.copy(), self.batch.terminated.copy()
        last = self.batch.final_obs.copy()
        if before is not None and ended[0]:
            self._stop(before)
            return rewards, ended, last
        for row in np.flatnonzero(ended):
            self.seats[row] = self._draw(int(row))
        fresh = ended.copy()
        lost = self._answer(~ended)
        for row in np.flatnonzero(lost):
            rewards[row], ended[row] = self._answered[row], True
            last[row] = self._seen[row]
            if self.stands_still:
                return rewards, ended, last
            self.seats[row] = self._draw(int(row))
        # In new games the opponent may have to begin.
        self._answer(fresh | lost)
        return rewards, ended, last

    def _checked(self, actions: Any) -> np.ndarray:
        """Actions as whole numbers. The batch leaves a game with -1 alone; here that is an illegal action like any other."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (len(self.batch),):
            found = f"{given.dtype} of shape {given.shape}"
            raise wrong(f"actions should be {len(self.batch)} whole numbers, one for each game, but are {found}")
        if given.dtype == np.uint64:
            given = np.minimum(given, np.iinfo(np.int64).max)
        chosen = given.astype(np.int64)
        if (chosen < 0).any():
            if self.illegal != "lose":
                row = int(np.argmax(chosen < 0))
                raise wrong(f"row {row}: {chosen[row]} is not a legal action here", "action")
            chosen[chosen < 0] = _ILLEGAL
        return chosen

    def _stop(self, before: State) -> None:
        """Keeps the end of the one game, after the batch's last action from here."""
        action = int(self.batch.action[0])
        # An illegal action has lost the game where it stood.
        self.end = before.child(action) if action in before.legal_actions() else before

    def _answer(self, rows: np.ndarray) -> np.ndarray:
        """Lets the opponent answer in these rows until it is the learner's turn. Returns which games that has ended."""
        batch = self.batch
        ended = np.zeros(len(batch), dtype=bool)
        self._answered = np.zeros(len(batch), dtype=np.float32)
        self._seen = batch.final_obs.copy()
        waiting = rows & (batch.player != self.seats)
        while waiting.any():
            before = batch.state(0) if self.stands_still else None
            self._play(waiting)
            over = batch.terminated & waiting
            # The reward is that of the opponent, who has moved.
            self._answered[over] = -batch.reward[over]
            self._seen[over] = batch.final_obs[over]
            ended |= over
            if before is not None and over[0]:
                self._stop(before)
            waiting = waiting & ~over & (batch.player != self.seats)
        return ended

    def _play(self, waiting: np.ndarray) -> None:
        batch = self.batch
        if self.opponent == "random":
            # Not `play_random`: only these rows may use their chance.
            actions = np.full(len(batch), -1, dtype=np.int64)
            for row in np.flatnonzero(waiting):
                actions[row] = self.chances[row].choice(np.flatnonzero(batch.mask[row]))
            batch.step(actions)
        else:
            batch.play(self.opponent, where=waiting)


class Env(gymnasium.Env):
    """A game against an opponent: the text of an agent, a named opponent such as "oak", "random", or an agent written in Python.
    `seat` is "first", "second" or "random". An illegal action is an exception, or with `illegal="lose"` the loss of the game."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}

    def __init__(self, game: str | os.PathLike[str] | Game = "connect4", opponent: Player = "random", seat: str = "first",
                 illegal: str = "raise", render_mode: str | None = None) -> None:
        self.game = opened(game)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise wrong(f"render_mode={render_mode!r}: expected one of {self.metadata['render_modes']}, or None")
        self.render_mode = render_mode
        self._settings = (opponent, seat, illegal)
        self._table = _Table(self.game, 1, opponent, seat, [0], 1, illegal, stands_still=True)
        self.observation_space = _observations(self._table.batch)
        self.action_space = spaces.Discrete(self.game.n_actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins a game, which the opponent may open."""
        seed = None if seed is None else seed_of(seed)
        super().reset(seed=seed)
        chosen = seed if seed is not None else int(self.np_random.integers(2**63))
        self._table.begin([chosen])
        return self._table.batch.obs[0].copy(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Plays an action and the opponent's answer. A game that is over stands still until `reset`."""
        if self._table.end is not None:
            raise wrong("the game is over: call reset() before the next step()")
        number = whole("action", action)
        if not 0 <= number < self.game.n_actions:
            if self._table.illegal != "lose":
                raise wrong(f"{number} is not a legal action: actions are 0 to {self.game.n_actions - 1}", "action")
            number = _ILLEGAL
        rewards, ended, last = self._table.step(np.array([number]))
        obs = last[0] if ended[0] else self._table.batch.obs[0].copy()
        return obs, float(rewards[0]), bool(ended[0]), False, self._info()

    def action_masks(self) -> np.ndarray:
        """Which actions are legal: none once the game is over."""
        if self._table.end is not None:
            return np.zeros(self.game.n_actions, dtype=bool)
        return self._table.batch.mask[0].copy()

    def render(self) -> str | np.ndarray | None:  # type: ignore[override]
        """The board as text or as pixels; at the end of a game, as it was left."""
        state = self._table.end or self._table.batch.state(0)
        if self.render_mode == "ansi":
            return str(state)
        return state.picture() if self.render_mode == "rgb_array" else None

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": int(self._table.seats[0])}


class VectorEnv(gymnasium.vector.VectorEnv):
    """Many games against an opponent at once: row `i` is what a single environment with its seed is. Games that end begin again
    within the same step; what was last seen of them is `info["final_obs"]`."""

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(self, game: str | os.PathLike[str] | Game = "connect4", num_envs: int = 1, opponent: Player = "random",
                 seat: str = "first", illegal: str = "raise", threads: int | None = None, render_mode: str | None = None) -> None:
        self.game, num_envs = opened(game), whole("num_envs", num_envs, 1, 2**50)
        self.num_envs, self.render_mode = num_envs, render_mode
        self._table = _Table(self.game, num_envs, opponent, seat, range(num_envs), threads, illegal)
        self.single_observation_space = _observations(self._table.batch)
        self.single_action_space = spaces.Discrete(self.game.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | Sequence[int | None] | np.ndarray | None = None,  # type: ignore[override]
              options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
        """Begins all games anew: with a seed for each, or with `seed`, `seed + 1`, .."""
        self._table.begin(self._seeds(seed))
        return self._table.batch.obs.copy(), self._info()

    def _seeds(self, seed: Any) -> list[int]:
        def drawn() -> int:
            return int(self.np_random.integers(2**62))

        if isinstance(seed, (Sequence, np.ndarray)) and np.ndim(seed) == 1:
            if len(seed) != self.num_envs:
                raise wrong(f"seed has {len(seed)} numbers, and there are {self.num_envs} games")
            return [drawn() if one is None else seed_of(one) for one in seed]
        first = drawn() if seed is None else seed_of(seed)
        return [(first + row) % _SEEDS for row in range(self.num_envs)]

    def step(self, actions: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Plays an action in each game, and the opponent's answers."""
        rewards, ended, last = self._table.step(actions)
        info = self._info()
        if ended.any():
            info["final_obs"], info["_final_obs"] = last, ended.copy()
        return self._table.batch.obs.copy(), rewards.astype(np.float64), ended, np.zeros(self.num_envs, dtype=bool), info

    def action_masks(self) -> np.ndarray:
        """Which actions are legal, a row for each game."""
        return self._table.batch.mask.copy()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "seat": self._table.seats.copy()}


def _observations(batch: Batch) -> spaces.Box:
    planes = batch.game.inputs["levels"]
    high = max([1, *(levels for levels in planes if levels)])
    return spaces.Box(low=0, high=min(high, 255), shape=batch.obs.shape[1:], dtype=batch.obs.dtype.type)


def register() -> None:
    """Tells Gymnasium the games: `zermelo/connect4-v0`, `zermelo/milestone-v0` and so on. Others are opened by their class,
    `zermelo.gymnasium.Env("isolation:9x9")`. Installed packages are registered by themselves."""
    for game in _NAMES:
        name = f"zermelo/{game}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                id=name,
                entry_point="zermelo.gymnasium:Env",
                vector_entry_point="zermelo.gymnasium:VectorEnv",
                kwargs={"game": game},
            )


_NAMES = ("breakthrough", "connect4", "gomoku", "hex", "hexapawn", "isolation", "milestone", "simplexity", "tictactoe")

register()
