"""Answers as people read them: dictionaries whose entries are attributes, and tables in notebooks."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from typing import Any

from . import _zermelo


class Facts(dict):
    """A dictionary whose entries can be read as attributes: `answer.elo` is `answer["elo"]`."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"there is no {name!r}: there are {', '.join(map(str, self))}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *map(str, self)]

    def _repr_html_(self) -> str:
        rows = [(str(key), _short(value)) for key, value in self.items()]
        return table(rows)


def facts(value: Any) -> Any:
    """Dictionaries in it become Facts."""
    if isinstance(value, dict):
        return Facts((key, facts(inner)) for key, inner in value.items())
    if isinstance(value, list):
        return [facts(inner) for inner in value]
    return value


def call(*arguments: object) -> tuple[Any, str]:
    """What a command of the program answers: its JSON, and its text for people."""
    answer, text = _zermelo.call([str(argument) for argument in arguments])
    return facts(json.loads(answer)), text


def table(rows: Sequence[tuple[str, ...]], head: tuple[str, ...] | None = None) -> str:
    """A small table in HTML."""
    parts = ["<table>"]
    if head is not None:
        parts.append("<tr>" + "".join(f"<th>{html.escape(cell)}</th>" for cell in head) + "</tr>")
    for row in rows:
        parts.append("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>")
    return "".join(parts) + "</table>"


def _short(value: Any, most: int = 120) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    text = str(value)
    return text if len(text) <= most else text[: most - 2] + " .."
