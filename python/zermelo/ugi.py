"""An agent written in Python as an engine: another program that experiment files and other machines can start."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TextIO

from ._zermelo import Game, State, ZermeloError
from .agents import Chooser


def serve_ugi(
    agent: Chooser | Callable[[State], Any],
    *,
    name: str = "a Python agent",
    source: TextIO | None = None,
    sink: TextIO | None = None,
) -> None:
    """Answers the UGI protocol with an agent until `quit`: a file that calls this is an engine, `ugi(python3 my_agent.py)`."""
    source, sink = source or sys.stdin, sink or sys.stdout
    choose = agent.choose if hasattr(agent, "choose") else agent
    game: Game | None = None
    state: State | None = None

    def say(line: str) -> None:
        print(line, file=sink, flush=True)

    for line in source:
        words = line.split()
        if not words:
            continue
        command, rest = words[0], words[1:]
        try:
            if command == "ugi":
                say(f"id name {name}")
                say("id author unknown")
                say("option name Variant type string default tictactoe")
                say("ugiok")
            elif command == "isready":
                say("readyok")
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
                    say("info string error: go before a position")
                    continue
                answer = choose(state.clone())
                action = answer if isinstance(answer, int) else getattr(answer, "action", answer)
                say(f"bestmove {state.action_to_string(int(action))}")
            elif command == "query" and state is not None and rest:
                if rest[0] == "moves":
                    say(" ".join(["response", *(state.action_to_string(action) for action in state.legal_actions())]))
                elif rest[0] == "gameover":
                    say(f"response {str(state.is_terminal()).lower()}")
                elif rest[0] == "p1turn":
                    say(f"response {str(state.current_player() == 0).lower()}")
                elif rest[0] == "result":
                    say(f"response {_result(state)}")
            elif command == "quit":
                return
        except ZermeloError as error:
            say(f"info string error: {error}")


def _result(state: State) -> str:
    if not state.is_terminal():
        return "none"
    first, _ = state.returns()
    return "p1win" if first > 0 else "p2win" if first < 0 else "draw"


def _position(game: Game | None, rest: list[str]) -> tuple[Game | None, State | None]:
    if game is None:
        raise ZermeloError("no game was named: the host says `setoption name Variant value ID` first")
    moves = rest.index("moves") if "moves" in rest else len(rest)
    head = rest[:moves]
    if head[:1] == ["startpos"]:
        state = game.new_initial_state()
    else:
        state = game.read_position(" ".join(head[1:]))
    for text in rest[moves + 1 :]:
        state.apply_action(state.string_to_action(text))
    return game, state
