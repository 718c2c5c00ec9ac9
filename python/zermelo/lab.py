"""Experiments, and what runs of them left behind."""

from __future__ import annotations

import html
import io
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from . import _zermelo
from ._asked import seed_of, threads_of, whole, wrong
from ._facts import Facts, call, facts, table
from .agents import Player, as_guest, text_of


class Lab:
    """A laboratory: a store of runs, and experiments that add to it."""

    def __init__(self, store: str | os.PathLike[str] = "zermelo.db") -> None:
        self.store = Path(store)

    def run(
        self,
        experiment: str | os.PathLike[str],
        *,
        threads: int | None = None,
        seed: int | None = None,
        resume: bool = True,
        on_event: Callable[[dict[str, Any]], None] | None = None,
        agents: Mapping[str, Player] | None = None,
        memory_limit: int = 8192,
    ) -> "Run":
        """Runs an experiment to its end: the path of a file, or the text of one (anything with a line break).

        Ctrl-C raises KeyboardInterrupt; what is finished is stored, and the same call goes on from there. `on_event` is told what
        happens. An unfinished run of a file that has changed since is not gone on with: undo the change, or begin anew with
        `resume=False`. `agents` are written in Python: where the text has `{name}`, the agent of this name plays. An interrupted run
        with them goes on with whatever has these names by then, so resume it with the same agents.
        """
        if not isinstance(experiment, (str, os.PathLike)):
            raise wrong(f"{experiment!r} is no experiment: give the path of a file, or the text of one")
        if on_event is not None and not callable(on_event):
            raise wrong(f"on_event={on_event!r}: expected a function of an event")
        seed = None if seed is None else seed_of(seed)
        memory_limit = whole("memory_limit", memory_limit, 1, 2**40)
        text = str(experiment) if isinstance(experiment, str) and "\n" in experiment else None
        file = None if text is not None else os.fspath(experiment)
        guests = []
        if agents:
            if text is None:
                text = Path(experiment).read_text(encoding="utf-8")
            for name, player in agents.items():
                if "{" + name + "}" not in text:
                    raise wrong(f"agents: the experiment has no {{{name}}} where the agent {name!r} could play")
                guest = as_guest(player, name)
                text = text.replace("{" + name + "}", text_of(player, guest))
                guests += [guest] if guest is not None else []
        name = _zermelo.run_experiment(
            str(self.store),
            threads_of(threads),
            file,
            text,
            seed,
            resume,
            memory_limit,
            on_event,
            guests,
        )
        return Run(self, name)

    def runs(self) -> "Runs":
        """All runs, the newest last."""
        if not self.store.exists():
            return Runs([], [])
        rows = call("runs", "--store", self.store)[0]
        return Runs([Run(self, row["run"]) for row in rows], rows)

    def __getitem__(self, run: str) -> "Run":
        """A run by its name, the beginning of its name, or "last"."""
        return Run(self, call("show", run, "--store", self.store)[0]["run"])

    def __repr__(self) -> str:
        return f"zermelo.Lab({str(self.store)!r})"


class Runs(list["Run"]):
    """Runs, with a table for notebooks and for data frames."""

    def __init__(self, runs: list["Run"], rows: list[dict[str, Any]]) -> None:
        super().__init__(runs)
        self.rows = rows

    def frame(self) -> Any:
        """The list as a data frame."""
        return _frame_of_rows(self.rows)

    def _repr_html_(self) -> str:
        if not self.rows:
            return "<p>no runs</p>"
        head = tuple(str(key) for key in self.rows[0])
        return table([tuple(str(row.get(key, "")) for key in head) for row in self.rows], head)


class Run:
    """One execution of an experiment. Tables are data frames of polars, pandas or pyarrow, whichever is installed first in this
    order; `zermelo.lab.frames` names another."""

    def __init__(self, lab: Lab, name: str) -> None:
        self.lab = lab
        self.name = name

    def _show(self) -> tuple[Any, str]:
        return call("show", self.name, "--store", self.lab.store)

    @property
    def result(self) -> Facts:
        """The result: what `zermelo show --json` prints."""
        return self._show()[0]

    @property
    def stages(self) -> list["Run"]:
        """The stages of a series, which are runs with games of their own; none of any other run."""
        return [Run(self.lab, name) for name in _zermelo.stages_of(str(self.lab.store), self.name)]

    def stage(self, name: str) -> "Run":
        """A stage by its name: `run.stage("rate").games()`."""
        stages = {stage.name.removeprefix(f"{self.name}."): stage for stage in self.stages}
        if name not in stages:
            there = f"its stages are {', '.join(stages)}" if stages else "it has no stages"
            raise wrong(f"{self.name} has no stage {name!r}: {there}")
        return stages[name]

    def games(self) -> Any:
        """A row for every game. Those of a series belong to its `stages`."""
        return self._table("games")

    def positions(self, *, distinct: bool = False) -> Any:
        """A row for every position of every game, or for every different one."""
        return self._table("distinct" if distinct else "positions")

    def examples(self) -> np.ndarray:
        """What a network sees of every position, with what came of the game: an array of records with the fields `bits`, `target`,
        `weight` and `group`."""
        return np.load(io.BytesIO(self._exported("examples")))

    def events(self) -> list[Facts]:
        """What happened besides games, such as generations of an evolution."""
        rows = _zermelo.events_of(str(self.lab.store), self.name)
        return [facts({"event": kind, **_details(text)}) for kind, text in rows]

    def report(self, folder: str | os.PathLike[str] | None = None) -> Path:
        """Writes the report: figures, tables and a page. Returns its folder."""
        folder = Path(folder) if folder is not None else Path(f"report-{self.name}")
        call("report", self.name, "--store", self.lab.store, "--output", folder)
        return folder

    def figures(self) -> list[str]:
        """The figures of the report, as SVG: in a notebook, `IPython.display.SVG(run.figures()[0])`."""
        with tempfile.TemporaryDirectory() as folder:
            target = self.report(Path(folder) / "report")
            return [path.read_text(encoding="utf-8") for path in sorted(target.rglob("*.svg"))]

    def _table(self, what: str) -> Any:
        return _frame(self._exported(what))

    def _exported(self, what: str) -> bytes:
        if stages := self.stages:
            names = [stage.name.removeprefix(f"{self.name}.") for stage in stages]
            raise wrong(f"the games of {self.name} belong to its stages {', '.join(names)}: ask run.stage({names[-1]!r})")
        return _zermelo.export_run(str(self.lab.store), self.name, what)

    def __str__(self) -> str:
        return self._show()[1]

    def __repr__(self) -> str:
        return f"<run {self.name} in {self.lab.store}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


def _details(text: str) -> dict[str, Any]:
    details = json.loads(text)
    return details if isinstance(details, dict) else {"details": details}


#: "polars", "pandas" or "pyarrow"; None takes the first that is installed.
frames: str | None = None

_MAKERS = ("polars", "pandas", "pyarrow")


def _frame(parquet: bytes) -> Any:
    """A table from the bytes of a Parquet file."""
    for name in (frames,) if frames else _MAKERS:
        try:
            if name == "polars":
                import polars

                return polars.read_parquet(io.BytesIO(parquet))
            if name == "pandas":
                import pandas

                return pandas.read_parquet(io.BytesIO(parquet))
            if name == "pyarrow":
                import pyarrow
                import pyarrow.parquet

                return pyarrow.parquet.read_table(pyarrow.BufferReader(parquet))
        except ImportError:
            continue
        raise ValueError(f"zermelo.lab.frames = {name!r}: expected one of {', '.join(_MAKERS)}")
    raise ImportError("tables need polars, pandas with pyarrow, or pyarrow: pip install 'zermelo[dataframes]'")


def _frame_of_rows(rows: list[dict[str, Any]]) -> Any:
    for name in (frames,) if frames else _MAKERS:
        try:
            if name == "polars":
                import polars

                return polars.DataFrame(rows, infer_schema_length=None)
            if name == "pandas":
                import pandas

                return pandas.DataFrame(rows)
            if name == "pyarrow":
                import pyarrow

                return pyarrow.Table.from_pylist(rows)
        except ImportError:
            continue
    raise ImportError("tables need polars, pandas or pyarrow: pip install 'zermelo[dataframes]'")
