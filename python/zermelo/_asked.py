"""What arguments may be. What is wrong is told with the argument's name."""

from __future__ import annotations

import math
import operator
import os
from typing import Any

from ._zermelo import Game, ZermeloError

#: The command line allows as many threads.
MOST_THREADS = 1024
_SEEDS = 2**64


def wrong(problem: str, kind: str = "argument") -> ZermeloError:
    """An error with a sentence and the word for it."""
    error = ZermeloError(problem)
    error.kind = kind
    return error


def whole(name: str, value: Any, least: int | None = None, most: int | None = None) -> int:
    """A whole number in its range."""
    try:
        number = operator.index(value)
    except TypeError:
        raise wrong(f"{name}={value!r}: expected a whole number") from None
    if (least is not None and number < least) or (most is not None and number > most):
        allowed = f"at least {least}" if most is None else f"{least} to {most}"
        raise wrong(f"{name}={number}: expected {allowed}")
    return number


def real(name: str, value: Any, least: float = -math.inf, most: float = math.inf) -> float:
    """A finite number in its range."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise wrong(f"{name}={value!r}: expected a number") from None
    if not math.isfinite(number):
        raise wrong(f"{name}={value!r}: expected a finite number")
    if not least <= number <= most:
        allowed = f"at least {least:g}" if most == math.inf else f"{least:g} to {most:g}"
        raise wrong(f"{name}={number:g}: expected {allowed}")
    return number


def seed_of(value: Any) -> int:
    """A seed."""
    number = whole("seed", value, 0)
    if number >= _SEEDS:
        raise wrong(f"seed={number}: expected a whole number below 2**64")
    return number


def even_games(games: Any, least: int = 2) -> int:
    """How many games a match has: pairs of them."""
    number = whole("games", games, least)
    if number % 2:
        raise wrong(f"games={number}: openings are played from both sides, so give an even number")
    return number


def threads_of(threads: Any) -> int:
    """How many threads: as many as there are processors, if nobody says."""
    if threads is None:
        return min(os.cpu_count() or 1, MOST_THREADS)
    return whole("threads", threads, 1, MOST_THREADS)


def opened(game: Any) -> Game:
    """A game by its id, the path of a file, or as it is."""
    if isinstance(game, Game):
        return game
    if isinstance(game, (str, os.PathLike)):
        return Game(os.fsdecode(game))
    raise wrong(f"{game!r} is no game: give its id, the path of a file, or what zermelo.game gives")
