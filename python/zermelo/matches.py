"""Matches with confidence intervals, and ratings against the named opponents."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from . import _zermelo
from ._facts import table
from ._zermelo import Game, ZermeloError
from .agents import Player, Seated, seat


@dataclass(frozen=True)
class MatchResult:
    """What a match came to, for the agent that is named first."""

    #: The game's id.
    game: str
    #: The texts of the agents.
    agents: tuple[str, str]
    wins: int
    draws: int
    losses: int
    #: Pairs by their result: both lost, one lost and one drawn, even, one won and one drawn, both won.
    pairs: list[int]
    #: How many of the pairs are evidence: a pair that repeats another tells nothing new.
    independent_pairs: int
    #: The share of the points.
    score: float
    #: Its 95 % confidence interval.
    score_interval: tuple[float, float]
    #: The difference in Elo.
    elo: float
    #: Its 95 % confidence interval; an end is infinite if one side has won everything.
    interval: tuple[float, float]
    #: Games won by the player who moves first in the game, and by the other.
    wins_by_side: list[int]
    #: How many random plies each opening had.
    opening_plies: int
    #: How many positions each agent looked at.
    nodes: list[int]
    #: How often each agent lost without being beaten, by reason.
    forfeits: list[dict[str, int]]
    #: What each agent had to say.
    remarks: list[list[str]]

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def is_decided(self) -> bool:
        """Whether the interval says that one of them is stronger."""
        return self.interval[0] > 0 or self.interval[1] < 0

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"{self.agents[0]} against {self.agents[1]} in {self.game}: {self.wins} won, {self.draws} drawn, {self.losses} lost; "
            f"Elo {self.elo:+.0f} ({low:+.0f} to {high:+.0f})"
        )

    def _repr_html_(self) -> str:
        low, high = self.interval
        return table(
            [
                (self.agents[0], str(self.wins), str(self.draws), str(self.losses), f"{self.score:.1%}",
                 f"{self.elo:+.0f} ({low:+.0f} to {high:+.0f})"),
            ],
            (f"against {self.agents[1]}", "won", "drawn", "lost", "score", "Elo (95 %)"),
        )


def match(
    game: str | Game,
    a: Player | Seated,
    b: Player | Seated,
    *,
    games: int = 200,
    threads: int | None = None,
    seed: int = 1,
    opening_plies: int | None = None,
    keep_decided: bool = False,
) -> MatchResult:
    """Plays pairs of games from random openings, each from both sides, and says which agent is stronger, with a confidence
    interval. The same seed plays the same games, also as `zermelo match`.

    Agents are texts, named opponents ("oak"), `Agent`s, or written in Python: anything with `choose(state)`, or a function.
    Those take turns with each other, because Python does one thing at a time.
    """
    game = Game(game) if isinstance(game, str) else game
    if games < 2 or games % 2:
        raise ZermeloError(f"games={games}: openings are played from both sides, so give an even number")
    (text_a, guest_a), (text_b, guest_b) = seat(a, game), seat(b, game)
    guests = [guest for guest in (guest_a, guest_b) if guest is not None]
    threads = threads or os.cpu_count() or 1
    facts = _zermelo.play_match(
        game, text_a, text_b, games // 2, threads, seed, opening_plies, keep_decided, guests
    )
    return MatchResult(
        game=game.id,
        agents=(_name(a, text_a), _name(b, text_b)),
        wins=facts["wins"],
        draws=facts["draws"],
        losses=facts["losses"],
        pairs=list(facts["pairs"]),
        independent_pairs=facts["independent_pairs"],
        score=facts["score"],
        score_interval=facts["score_interval"],
        elo=facts["elo"],
        interval=facts["elo_interval"],
        wins_by_side=list(facts["wins_by_side"]),
        opening_plies=facts["opening_plies"],
        nodes=list(facts["nodes"]),
        forfeits=[dict(counts) for counts in facts["forfeits"]],
        remarks=facts["remarks"],
    )


def _name(player: Player | Seated, text: str) -> str:
    if isinstance(player, str):
        return text
    name = getattr(player, "label", None) or getattr(player, "text", None) or getattr(player, "__name__", None)
    return name if isinstance(name, str) else type(player).__name__


@dataclass(frozen=True)
class Opponent:
    """A named opponent of a game, from Acorn, who knows nothing, to Sequoia, the best there is."""

    id: str
    name: str
    agent: str
    style: str
    #: Its rating in this game, and the 95 % interval; None if nobody has measured it.
    rating: float | None
    interval: tuple[float, float] | None


def opponents(game: str | Game) -> list[Opponent]:
    """The named opponents of a game, the weakest first."""
    game = Game(game) if isinstance(game, str) else game
    return [
        Opponent(id, name, agent, style, rating[0] if rating else None, (rating[1], rating[2]) if rating else None)
        for id, name, agent, style, rating in _zermelo.opponents(game)
    ]


@dataclass(frozen=True)
class Rating:
    """How strong an agent is on the scale of the named opponents of a game."""

    game: str
    agent: str
    #: The rating.
    elo: float
    #: Its 95 % confidence interval. The opponents' ratings are taken as known, so their own errors come on top.
    interval: tuple[float, float]
    #: The results against each opponent that was met.
    results: list[tuple[Opponent, MatchResult]] = field(repr=False)

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(result.games for _, result in self.results)

    @property
    def between(self) -> tuple[Opponent | None, Opponent | None]:
        """The strongest opponent rated below it, and the weakest rated above."""
        known = [opponent for opponent in opponents(self.game) if opponent.rating is not None]
        below = [opponent for opponent in known if (opponent.rating or 0.0) <= self.elo]
        above = [opponent for opponent in known if (opponent.rating or 0.0) > self.elo]
        return (below[-1] if below else None), (above[0] if above else None)

    def __str__(self) -> str:
        below, above = self.between
        low, high = self.interval
        if below and above:
            place = f"between {below.name} ({below.rating:.0f}) and {above.name} ({above.rating:.0f})"
        elif above:
            place = f"below {above.name} ({above.rating:.0f})"
        else:
            place = f"above {below.name} ({below.rating:.0f})" if below else ""
        return f"{self.agent} in {self.game}: {self.elo:.0f} ({low:.0f} to {high:.0f}), {place}; {self.games} games"

    def _repr_html_(self) -> str:
        rows = [
            (opponent.name, f"{opponent.rating:.0f}", str(result.wins), str(result.draws), str(result.losses))
            for opponent, result in sorted(self.results, key=lambda pair: pair[0].rating or 0.0)
        ]
        return f"<p>{self}</p>" + table(rows, ("opponent", "rating", "won", "drawn", "lost"))


def rate(
    agent: Player,
    game: str | Game,
    *,
    games: int = 200,
    threads: int | None = None,
    seed: int = 1,
    strongest: str | None = None,
) -> Rating:
    """How good an agent is: its rating against the named opponents of a game, with a confidence interval.

    It meets the opponent in the middle first, and then those nearest to what its results say so far. `strongest` names the
    strongest opponent that it may meet; stronger ones take longer to think.
    """
    game = Game(game) if isinstance(game, str) else game
    known = [opponent for opponent in opponents(game) if opponent.rating is not None]
    if not known:
        raise ZermeloError(
            f"nobody has measured the named opponents of {game.id}: play a match, zermelo.match({game.id!r}, agent, "
            '"alphabeta(depth=4)")'
        )
    if strongest is not None:
        ids = [opponent.id for opponent in known]
        if strongest.lower() not in ids:
            raise ZermeloError(f"strongest={strongest!r}: the measured opponents are {', '.join(ids)}")
        known = known[: ids.index(strongest.lower()) + 1]
    if games < 20 or games % 2:
        raise ZermeloError(f"games={games}: give an even number of games, at least 20")
    text, guest = seat(agent, game)
    at_once = max(10, games // 10 // 2 * 2)
    met: dict[str, list[MatchResult]] = {}
    left, turn, at = games, 0, len(known) // 2
    while left > 0:
        now = min(at_once, left)
        opponent = known[at]
        played = match(
            game, Seated(text, guest), opponent.agent, games=now, threads=threads, seed=seed + turn
        )
        met.setdefault(opponent.id, []).append(played)
        left, turn = left - now, turn + 1
        elo = _fit(known, met)[0]
        # Of the two or three nearest the one that was met least tells most; the very nearest would tell only of itself.
        nearest = sorted(range(len(known)), key=lambda index: abs((known[index].rating or 0.0) - elo))[:3]
        at = min(nearest, key=lambda index: len(met.get(known[index].id, [])))
    elo, low, high = _fit(known, met)
    results = [(opponent, _sum(met[opponent.id])) for opponent in known if opponent.id in met]
    return Rating(game=game.id, agent=_name(agent, text), elo=elo, interval=(low, high), results=results)


def _fit(known: list[Opponent], met: dict[str, list[MatchResult]]) -> tuple[float, float, float]:
    results = []
    for opponent in known:
        for played in met.get(opponent.id, []):
            results.append((opponent.rating or 0.0, [float(count) for count in played.pairs]))
    return _zermelo.rate_against(results)


def _sum(results: list[MatchResult]) -> MatchResult:
    first = results[0]
    if len(results) == 1:
        return first
    pairs = [sum(counts) for counts in zip(*(result.pairs for result in results))]
    strength = _zermelo.strength_of(pairs)
    return MatchResult(
        game=first.game,
        agents=first.agents,
        wins=sum(result.wins for result in results),
        draws=sum(result.draws for result in results),
        losses=sum(result.losses for result in results),
        pairs=pairs,
        independent_pairs=sum(result.independent_pairs for result in results),
        score=strength[0],
        score_interval=strength[1],
        elo=strength[2],
        interval=strength[3],
        wins_by_side=[sum(counts) for counts in zip(*(result.wins_by_side for result in results))],
        opening_plies=first.opening_plies,
        nodes=[sum(counts) for counts in zip(*(result.nodes for result in results))],
        forfeits=[_added([result.forfeits[side] for result in results]) for side in (0, 1)],
        remarks=[[remark for result in results for remark in result.remarks[side]] for side in (0, 1)],
    )


def _added(counts: list[dict[str, int]]) -> dict[str, int]:
    total: dict[str, int] = {}
    for count in counts:
        for reason, n in count.items():
            total[reason] = total.get(reason, 0) + n
    return total
