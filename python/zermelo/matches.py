"""Matches with confidence intervals, and ratings against the named opponents."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field

from . import _zermelo
from ._asked import even_games, opened, seed_of, threads_of, whole, wrong
from ._facts import table
from ._zermelo import Game
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
    #: Its 95 % confidence interval. Both ends are finite even if one side has won everything: the far end then grows with the
    #: number of games.
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
    #: The different pairs, each by the position after its opening and a hash of its moves, where `rate` asked for them.
    _seen: frozenset[tuple[int, int]] = field(default=frozenset(), repr=False, compare=False)

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
    game: str | os.PathLike[str] | Game,
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
    return _match(opened(game), a, b, even_games(games), threads, seed, opening_plies, keep_decided)


def _match(
    game: Game,
    a: Player | Seated,
    b: Player | Seated,
    games: int,
    threads: int | None,
    seed: int,
    opening_plies: int | None = None,
    keep_decided: bool = False,
    with_seen: bool = False,
) -> MatchResult:
    (text_a, guest_a), (text_b, guest_b) = seat(a, game), seat(b, game)
    guests = [guest for guest in (guest_a, guest_b) if guest is not None]
    plies = None if opening_plies is None else whole("opening_plies", opening_plies, 0, 10_000)
    facts = _zermelo.play_match(
        game, text_a, text_b, games // 2, threads_of(threads), seed_of(seed), plies, keep_decided, guests, with_seen
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
        _seen=frozenset(facts.get("seen", ())),
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


def opponents(game: str | os.PathLike[str] | Game) -> list[Opponent]:
    """The named opponents of a game, the weakest first."""
    game = opened(game)
    return [
        Opponent(id, name, agent, style, rating[0] if rating else None, (rating[1], rating[2]) if rating else None)
        for id, name, agent, style, rating in _zermelo.opponents(game)
    ]


@dataclass(frozen=True)
class Rating:
    """How strong an agent is on the scale of the named opponents of a game."""

    game: str
    agent: str
    #: The rating. Of an agent that has won nothing or everything only a bound is known, which then stands here.
    elo: float
    #: Its 95 % confidence interval; one end is infinite if the agent has won nothing or everything. Pairs of games that repeat others
    #: are no evidence and make it no narrower. The opponents' ratings are taken as known, so their own errors come on top.
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
        told = f"{self.elo:.0f} ({low:.0f} to {high:.0f})"
        if math.isinf(low):
            told = f"at most {self.elo:.0f}, for it has won nothing"
        elif math.isinf(high):
            told = f"at least {self.elo:.0f}, for it has won everything"
        if below and above:
            place = f"between {below.name} ({below.rating:.0f}) and {above.name} ({above.rating:.0f})"
        elif above:
            place = f"below {above.name} ({above.rating:.0f})"
        else:
            place = f"above {below.name} ({below.rating:.0f})" if below else ""
        return f"{self.agent} in {self.game}: {told}, {place}; {self.games} games"

    def _repr_html_(self) -> str:
        rows = [
            (opponent.name, f"{opponent.rating:.0f}", str(result.wins), str(result.draws), str(result.losses))
            for opponent, result in sorted(self.results, key=lambda pair: pair[0].rating or 0.0)
        ]
        return f"<p>{self}</p>" + table(rows, ("opponent", "rating", "won", "drawn", "lost"))


def rate(
    agent: Player,
    game: str | os.PathLike[str] | Game,
    *,
    games: int = 200,
    threads: int | None = None,
    seed: int = 1,
    strongest: str | None = None,
) -> Rating:
    """How good an agent is: its rating against the named opponents of a game, with a confidence interval.

    It meets the opponent in the middle first, and then those nearest to what its results say so far: the weakest, as long as it has
    won nothing, and the strongest, as long as it has won everything. `strongest` names the strongest opponent that it may meet;
    stronger ones take longer to think.
    """
    game = opened(game)
    known = [opponent for opponent in opponents(game) if opponent.rating is not None]
    if not known:
        raise wrong(
            f"nobody has measured the named opponents of {game.id}: play a match, zermelo.match({game.id!r}, agent, "
            '"alphabeta(depth=4)")'
        )
    if strongest is not None:
        ids = [opponent.id for opponent in known]
        if not isinstance(strongest, str) or strongest.lower() not in ids:
            raise wrong(f"strongest={strongest!r}: the measured opponents are {', '.join(ids)}")
        known = known[: ids.index(strongest.lower()) + 1]
    games, seed = even_games(games, 20), seed_of(seed)
    text, guest = seat(agent, game)
    at_once = max(10, games // 10 // 2 * 2)
    met: dict[str, list[MatchResult]] = {}
    left, turn, at = games, 0, len(known) // 2
    while left > 0:
        now = min(at_once, left)
        opponent = known[at]
        played = _match(
            game, Seated(text, guest), opponent.agent, now, threads, (seed + turn) % 2**64, with_seen=True
        )
        met.setdefault(opponent.id, []).append(played)
        left, turn = left - now, turn + 1
        elo, low, high = _fit(known, met)
        if math.isinf(low) or math.isinf(high):
            at = 0 if math.isinf(low) else len(known) - 1
            continue
        # Of the two or three nearest the one that was met least tells most; the very nearest would tell only of itself.
        nearest = sorted(range(len(known)), key=lambda index: abs((known[index].rating or 0.0) - elo))[:3]
        at = min(nearest, key=lambda index: len(met.get(known[index].id, [])))
    elo, low, high = _fit(known, met)
    results = [(opponent, _sum(met[opponent.id])) for opponent in known if opponent.id in met]
    return Rating(game=game.id, agent=_name(agent, text), elo=elo, interval=(low, high), results=results)


def _fit(known: list[Opponent], met: dict[str, list[MatchResult]]) -> tuple[float, float, float]:
    """The rating that fits best, and its interval. Each pair counts as much as it tells."""
    results: list[tuple[float, list[float]]] = []
    for opponent in known:
        if opponent.id in met:
            pairs, independent = _evidence(met[opponent.id])
            worth = independent / sum(pairs)
            results.append((opponent.rating or 0.0, [count * worth for count in pairs]))
    if not any(sum(pairs[1:]) for _, pairs in results):
        high = _bound([(rating, sum(pairs)) for rating, pairs in results])
        return high, -math.inf, high
    if not any(sum(pairs[:4]) for _, pairs in results):
        # The same, seen from the other side.
        low = -_bound([(-rating, sum(pairs)) for rating, pairs in results])
        return low, low, math.inf
    return _zermelo.rate_against(results)


def _bound(lost: list[tuple[float, float]]) -> float:
    """The rating above which one would lose all these pairs, against opponents of these ratings, in fewer than 2.5 % of all cases. A
    pair counts as one game, because its games are not independent."""
    low, high = min(rating for rating, _ in lost) - 4000.0, max(rating for rating, _ in lost) + 4000.0
    for _ in range(60):
        middle = (low + high) / 2
        log_chance = -sum(n * math.log1p(10 ** ((middle - rating) / 400)) for rating, n in lost)
        low, high = (middle, high) if log_chance > math.log(0.025) else (low, middle)
    return (low + high) / 2


def _evidence(results: list[MatchResult]) -> tuple[list[int], int]:
    """The pairs of several matches of the same two agents, and how many of them are evidence: as in one match, a pair that repeats
    another is none, unless one opening has led to different pairs, so that chance is at work."""
    pairs = [sum(counts) for counts in zip(*(result.pairs for result in results))]
    seen = frozenset[tuple[int, int]]().union(*(result._seen for result in results))
    n_openings = len({opening for opening, _ in seen})
    return pairs, len(seen) if len(seen) == n_openings else sum(pairs)


def _sum(results: list[MatchResult]) -> MatchResult:
    first = results[0]
    if len(results) == 1:
        return first
    pairs, independent = _evidence(results)
    strength = _zermelo.strength_of(pairs, independent)
    return MatchResult(
        game=first.game,
        agents=first.agents,
        wins=sum(result.wins for result in results),
        draws=sum(result.draws for result in results),
        losses=sum(result.losses for result in results),
        pairs=pairs,
        independent_pairs=independent,
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
