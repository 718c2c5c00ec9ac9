"""For learners: thousands of games in one call, and games that a policy plays with itself."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import _zermelo
from ._asked import opened, seed_of, threads_of, whole, wrong
from ._zermelo import Game
from .agents import Player, dtype_of, seat

if TYPE_CHECKING:
    from typing_extensions import Self


#: More games than any machine has memory for.
_MOST = 2**50


class Batch(_zermelo.Batch):
    """Many games of one kind side by side, stepped in one call into arrays that are made once.

    Every step overwrites `obs` (what the player to move sees), `mask` (which actions are legal), `reward` (of the player who has just
    moved: 1, -1 or 0), `terminated`, `player` (whose turn it is: 0 or 1) and `action` (what was played). A game that ends begins
    again at once; `final_obs` keeps what was last seen of it. Copy what you want to keep.

    `seed` is a number, or one for each game: row `i` of a batch with seeds is what a batch of one with `seeds[i]` is. `threads` play the
    games; results do not depend on them. `layout` is "planes" (pictures), "flat" or "bits" (`numpy.uint64` words); `dtype` is
    `numpy.uint8` or `numpy.float32`. An illegal action is an exception and nothing is played, or with `illegal="lose"` the loss of
    the game.
    """

    def __new__(
        cls,
        game: str | os.PathLike[str] | Game,
        n: int,
        *,
        seed: int | Sequence[int] | np.ndarray = 0,
        threads: int | None = None,
        layout: str = "planes",
        dtype: Any = None,
        illegal: str = "raise",
    ) -> Self:
        if (n := whole("n", n, -_MOST, _MOST)) < 1:
            raise wrong(f"n={n}: a batch needs at least one game")
        name = dtype_of(layout, dtype)
        return cast("Self", super().__new__(cls, opened(game), n, seed, threads_of(threads), layout, name, illegal))

    def play(  # type: ignore[override]
        self, agent: Player, player: int | None = None, *, where: np.ndarray | None = None
    ) -> None:
        """Plays the move of an agent in each game in which it is the turn of `player` (0 or 1), in those `where` an array of
        booleans says so, or in all games. Elsewhere nothing is played. The agent remembers nothing from one move to the next."""
        seated = self.__dict__.setdefault("_seated", {})
        known = seated.get(id(agent))
        if known is None:
            # The agent is kept too, so that nothing else gets its id.
            known = seated[id(agent)] = (agent, *seat(agent, self.game))
        _, text, guest = known
        super().play(text, player, None if where is None else np.ascontiguousarray(where, dtype=bool), guest)


#: A function of observations and masks, one row a game, that answers with an action for each row.
BatchPolicy = Callable[[np.ndarray, np.ndarray], Any]


@dataclass(frozen=True)
class SelfPlay:
    """Positions of games that a policy has played with itself, one row for each, sorted by game and ply."""

    #: What the player to move saw.
    obs: np.ndarray
    #: Which actions were legal.
    mask: np.ndarray
    #: What was played.
    action: np.ndarray
    #: What came of the game for the player to move: 1, 0 or -1.
    outcome: np.ndarray
    #: Whose turn it was.
    player: np.ndarray
    #: The number of the game, from 0.
    game: np.ndarray
    #: How many plies had been played before.
    ply: np.ndarray

    def __len__(self) -> int:
        return len(self.action)


def self_play(
    game: str | os.PathLike[str] | Game,
    policy: BatchPolicy | Player,
    n_games: int,
    *,
    batch: int = 1024,
    seed: int = 0,
    random_plies: int = 0,
    threads: int | None = None,
    layout: str = "planes",
    dtype: Any = None,
) -> SelfPlay:
    """Plays games of a policy with itself and returns all positions, with what came of them.

    `policy(obs, mask)` is called once a ply for all games. It may also be "random", the text of an agent, or an agent. The first
    `random_plies` of each game are random. The games are those that were begun first, so short games are not preferred.
    """
    n_games, batch = whole("n_games", n_games, 1, _MOST), whole("batch", batch, 1, _MOST)
    random_plies, seed = whole("random_plies", random_plies, 0), seed_of(seed)
    table = Batch(game, min(batch, n_games), seed=seed, threads=threads, layout=layout, dtype=dtype)
    n = len(table)
    numbers = np.arange(n)  # Games are numbered as they begin, so the first n_games are the first to begin.
    begun = n
    plies = np.zeros(n, dtype=np.int32)
    parts: list[tuple[np.ndarray, ...]] = []
    winner = np.zeros(n_games, dtype=np.int8)  # For the first player: 1, 0, -1.
    left, step = n_games, 0
    # A function asked once for all games, or an agent that is asked in each.
    is_batch_policy = callable(policy) and not hasattr(policy, "choose")
    while left > 0:
        obs, mask, player = table.obs.copy(), table.mask.copy(), table.player.copy()
        # Games beyond those asked for stand still.
        counts = numbers < n_games
        is_random = counts & ((plies < random_plies) | (isinstance(policy, str) and policy == "random"))
        action = np.full(n, -1, dtype=np.int64)
        if is_batch_policy:
            action[counts] = _checked(cast(BatchPolicy, policy)(obs, mask), n)[counts]
        if is_random.any():
            action[is_random] = _random_legal(mask[is_random], seed, step)
        table.step(action)
        reward, terminated = table.reward.copy(), table.terminated.copy()
        asked = counts & ~is_random
        if not is_batch_policy and asked.any():
            table.play(cast(Player, policy), where=asked)
            action[asked], reward[asked] = table.action[asked], table.reward[asked]
            terminated[asked] = table.terminated[asked]
        parts.append((obs[counts], mask[counts], action[counts], player[counts], numbers[counts].copy(), plies[counts].copy()))
        plies += 1
        step += 1
        ended = np.flatnonzero(terminated)
        for row in ended:
            winner[numbers[row]] = reward[row] * (1 if player[row] == 0 else -1)
            left -= 1
            numbers[row] = begun
            begun += 1
        plies[ended] = 0
    columns = [np.concatenate(column) for column in zip(*parts)]
    order = np.lexsort((columns[5], columns[4]))
    obs, mask, action, player, number, ply = (column[order] for column in columns)
    outcome = winner[number] * np.where(player == 0, 1, -1).astype(np.int8)
    return SelfPlay(obs, mask, action, outcome, player, number, ply)


def _checked(answer: Any, n: int) -> np.ndarray:
    """What a policy answers, if it is an action for each row: a game without one would never end."""
    chosen = np.asarray(answer).reshape(-1)
    if chosen.dtype.kind not in "iu" or len(chosen) != n or (chosen < 0).any():
        told = f"{len(chosen)} numbers of type {chosen.dtype}"
        raise wrong(f"a policy answered {told}: expected an action, from 0 up, for each of {n} rows")
    return chosen.astype(np.int64)


def _random_legal(mask: np.ndarray, seed: int, step: int) -> np.ndarray:
    """A random legal action for each row."""
    chance = np.random.default_rng((seed, step))
    return (chance.random(mask.shape) * mask).argmax(axis=1)
