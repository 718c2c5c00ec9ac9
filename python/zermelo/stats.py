"""The statistics of the laboratory, for numbers of your own."""

from __future__ import annotations

import csv
import os
import tempfile
from collections.abc import Iterable, Mapping

from ._facts import Facts, call


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
    return call(
        "stats", "sprt", *_results(wins, draws, losses, pairs), f"--elo0={elo0}", f"--elo1={elo1}", f"--alpha={alpha}",
        f"--beta={beta}", f"--model={model}",
    )[0]


def compare(groups: Mapping[str, Iterable[float]]) -> Facts:
    """Whether groups of numbers differ, which of them, and by how much: analysis of variance, rank tests, Tukey's intervals."""
    file, path = tempfile.mkstemp(suffix=".csv")
    try:
        with os.fdopen(file, "w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(["group", "value"])
            for name, values in groups.items():
                writer.writerows([name, repr(float(value))] for value in values)
        return call("stats", "compare", path)[0]
    finally:
        os.unlink(path)


def _results(wins: int | None, draws: int | None, losses: int | None, pairs: Iterable[int] | None) -> list[str]:
    if pairs is not None:
        if (wins, draws, losses) != (None, None, None):
            raise TypeError("give wins, draws and losses, or pairs, not both")
        return ["--pairs", *(str(count) for count in pairs)]
    if wins is None or draws is None or losses is None:
        raise TypeError("give wins, draws and losses, or pairs=(lost twice, lost and drawn, even, won and drawn, won twice)")
    return [str(wins), str(draws), str(losses)]
