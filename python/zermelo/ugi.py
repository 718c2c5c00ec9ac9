"""An agent written in Python as an engine: another program that experiment files and other machines can start."""

from __future__ import annotations

import operator
import queue
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, TextIO

from ._asked import wrong
from ._zermelo import Game, State, ZermeloError
from .agents import Agent, Chooser


class _Host:
    """What the host says, read beside the agent: it may ask whether we are still there, and stop us, while the agent thinks."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        self._source, self._sink = source, sink
        self._lock = threading.Lock()
        self._lines: queue.SimpleQueue[list[str] | None] = queue.SimpleQueue()
        self._is_thinking = threading.Event()
        self._is_stopped = threading.Event()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        try:
            for line in self._source:
                if words := line.split():
                    self._take(words)
        finally:
            self._is_stopped.set()
            self._lines.put(None)

    def _take(self, words: list[str]) -> None:
        if words == ["isready"] and self._is_thinking.is_set():
            self.say("readyok")
            return
        if words == ["stop"]:
            self._is_stopped.set()
            return
        if words[0] == "go":
            self._is_stopped.clear()
            self._is_thinking.set()
        elif words[0] == "quit":
            self._is_stopped.set()
        self._lines.put(words)

    def say(self, line: str) -> None:
        with self._lock:
            print(line, file=self._sink, flush=True)

    def commands(self) -> Iterator[list[str]]:
        """The commands in their order, until the host has gone."""
        while (words := self._lines.get()) is not None:
            yield words

    def answer(self, line: str, is_infinite: bool) -> None:
        """Answers `go`; `go infinite` is answered when the host says `stop`."""
        if is_infinite:
            self._is_stopped.wait()
        self._is_thinking.clear()
        self.say(line)


def serve_ugi(
    agent: str | Chooser | Callable[[State], Any],
    *,
    name: str = "a Python agent",
    source: TextIO | None = None,
    sink: TextIO | None = None,
) -> None:
    """Answers the UGI protocol with an agent until `quit`: a file that calls this is an engine, `ugi(python3 my_agent.py)`.

    The agent may be a text, too. If its answer or the agent itself has a number `nodes`, it is told as the nodes of the answer. An
    answer that is no legal action is told as an error, and as `bestmove none`, so that the host does not wait.
    """
    if isinstance(agent, str):
        agent = Agent(agent)
    if not (hasattr(agent, "choose") or callable(agent)):
        raise wrong(f"{agent!r} cannot play: give the text of an agent, or something with choose(state)")
    host = _Host(source or sys.stdin, sink or sys.stdout)
    choose = agent.choose if hasattr(agent, "choose") else agent
    game: Game | None = None
    state: State | None = None
    for command, *rest in host.commands():
        try:
            if command == "ugi":
                host.say(f"id name {name}")
                host.say("id author unknown")
                host.say("option name Variant type string default tictactoe")
                host.say("ugiok")
            elif command == "isready":
                host.say("readyok")
            elif command == "setoption" and rest[1:2] == ["Variant"] and "value" in rest:
                game, state = Game(" ".join(rest[rest.index("value") + 1 :])), None
            elif command == "uginewgame":
                state = None
                if hasattr(agent, "new_game"):
                    agent.new_game()
            elif command == "position":
                game, state = _position(game, rest)
            elif command == "go":
                if state is None and game is not None:
                    state = game.new_initial_state()
                if state is None:
                    host.answer("info string error: go before a position", False)
                    continue
                host.answer(f"bestmove {_answer(host, agent, choose, state)}", "infinite" in rest)
            elif command == "query" and state is not None and rest:
                if rest[0] == "moves":
                    host.say(" ".join(["response", *(state.action_to_string(action) for action in state.legal_actions())]))
                elif rest[0] == "gameover":
                    host.say(f"response {str(state.is_terminal()).lower()}")
                elif rest[0] == "p1turn":
                    host.say(f"response {str(state.current_player() == 0).lower()}")
                elif rest[0] == "result":
                    host.say(f"response {_result(state)}")
            elif command == "quit":
                return
        except ZermeloError as error:
            host.answer(f"info string error: {error}", False)


def _answer(host: _Host, agent: Any, choose: Callable[[State], Any], state: State) -> str:
    """What the agent plays, after what it tells of its search; "none", if that is no legal action."""
    try:
        answer = choose(state.clone())
        move = state.action_to_string(_action(answer))
    except ZermeloError as error:
        host.say(f"info string error: {error}")
        return "none"
    nodes = getattr(answer, "nodes", getattr(agent, "nodes", None))
    if isinstance(nodes, int):
        host.say(f"info nodes {nodes}")
    return move


def _action(answer: Any) -> int:
    try:
        return operator.index(getattr(answer, "action", answer))
    except TypeError:
        raise wrong(f"the agent answered {answer!r}: expected the number of a legal action", "agent") from None


def _result(state: State) -> str:
    if not state.is_terminal():
        return "none"
    first, _ = state.returns()
    return "p1win" if first > 0 else "p2win" if first < 0 else "draw"


def _position(game: Game | None, rest: list[str]) -> tuple[Game | None, State | None]:
    if game is None:
        raise wrong("no game was named: the host says `setoption name Variant value ID` first")
    moves = rest.index("moves") if "moves" in rest else len(rest)
    head = rest[:moves]
    if head[:1] == ["startpos"]:
        state = game.new_initial_state()
    else:
        state = game.read_position(" ".join(head[1:]))
    for text in rest[moves + 1 :]:
        state.apply_action(state.string_to_action(text))
    return game, state
