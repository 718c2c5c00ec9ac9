"""The statistics of the laboratory, for numbers of your own."""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Iterable, Mapping

from ._asked import real, whole, wrong
from ._facts import Facts, call

#: Nobody counts further.
_MOST = 10**12


def elo(wins: int | None = None, draws: int | None = None, losses: int | None = None, *,
        pairs: Iterable[int] | None = None) -> Facts:
    """The difference in Elo that results tell, with its 95 % interval: of single games, or of `pairs` of games (lost twice, lost and
    drawn, even, won and drawn, won twice). Games of a pair are not independent, so give pairs if you have them."""
    return call("stats", "elo", *_results(wins, draws, losses, pairs))[0]


def sprt(wins: int | None = None, draws: int | None = None, losses: int | None = None, *,
         pairs: Iterable[int] | None = None, elo0: float = 0.0, elo1: float = 5.0, alpha: float = 0.05,
         beta: float = 0.05, model: str = "logistic") -> Facts:
    """A sequential probability ratio test of two differences in Elo: the log-likelihood ratio, its bounds, and the verdict so far,
    "upper" (H1 is accepted), "lower" (H0 is accepted) or "open"."""
    elo0, elo1 = real("elo0", elo0), real("elo1", elo1)
    if elo0 >= elo1:
        raise wrong(f"elo0={elo0:g} and elo1={elo1:g}: elo1 should be the greater one")
    for name, risk in (("alpha", alpha), ("beta", beta)):
        if not 0 < real(name, risk) < 1:
            raise wrong(f"{name}={risk}: expected a number between 0 and 1")
    if model not in ("logistic", "normalized"):
        raise wrong(f'model={model!r}: expected "logistic" or "normalized"')
    return call(
        "stats", "sprt", *_results(wins, draws, losses, pairs), f"--elo0={elo0}", f"--elo1={elo1}", f"--alpha={alpha}",
        f"--beta={beta}", f"--model={model}",
    )[0]


def compare(groups: Mapping[str, Iterable[float]]) -> Facts:
    """Whether groups of numbers differ, which of them, and by how much: analysis of variance, rank tests, Tukey's intervals."""
    if not isinstance(groups, Mapping):
        raise wrong("groups: expected a dictionary of names, each with its numbers")
    told: dict[str, list[float]] = {}
    for name, values in groups.items():
        group = str(name).strip()
        if not group:
            raise wrong(f"{name!r} is no name of a group")
        if group in told:
            raise wrong(f"two groups are called {group!r}: names should differ in more than spaces")
        told[group] = [real(f"a value of the group {group!r}", value) for value in _values(group, values)]
    if len(told) < 2:
        raise wrong("a comparison needs at least two groups")
    file, path = tempfile.mkstemp(suffix=".csv")
    try:
        with os.fdopen(file, "w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(["group", "value"])
            for group, numbers in told.items():
                writer.writerows([group, repr(number)] for number in numbers)
        return call("stats", "compare", path)[0]
    finally:
        os.unlink(path)


def _values(group: str, values: Iterable[float]) -> list[float]:
    try:
        numbers = list(values)
    except TypeError:
        raise wrong(f"the group {group!r} is {values!r}: expected its numbers") from None
    if not numbers:
        raise wrong(f"the group {group!r} has no values: leave it out, or fill it")
    return numbers


def _results(wins: int | None, draws: int | None, losses: int | None, pairs: Iterable[int] | None) -> list[str]:
    if pairs is not None:
        if (wins, draws, losses) != (None, None, None):
            raise TypeError("give wins, draws and losses, or pairs, not both")
        counts = [whole("a count of pairs", count, 0, _MOST) for count in pairs]
        if len(counts) != 5:
            raise wrong(f"pairs has {len(counts)} counts: expected five (lost twice, lost and drawn, even, won and drawn, won twice)")
        return ["--pairs", *map(str, counts)]
    if wins is None or draws is None or losses is None:
        raise TypeError("give wins, draws and losses, or pairs=(lost twice, lost and drawn, even, won and drawn, won twice)")
    named = (("wins", wins), ("draws", draws), ("losses", losses))
    return [str(whole(name, count, 0, _MOST)) for name, count in named]
