"""Experiments from Python: the same records as from the command line."""

import subprocess
import sys

import numpy as np
import pytest

import zermelo as z

TOURNAMENT = """
kind = "tournament"
title = "A small tournament"
game = "connect4"
seed = 5

[[agents]]
name = "deep"
agent = "alphabeta(depth=3)"

[[agents]]
name = "shallow"
agent = "alphabeta(depth=1)"

[schedule]
kind = "round-robin"
games = 20
"""


def test_a_run_is_kept_and_read_back(tmp_path):
    lab, events = z.Lab(tmp_path / "lab.db"), []
    assert list(lab.runs()) == []
    run = lab.run(TOURNAMENT, threads=2, on_event=events.append)
    assert events[0]["event"] == "started" and sum(event["event"] == "game" for event in events) == 20
    assert [other.name for other in lab.runs()] == [run.name] and lab["last"].name == run.name
    assert run.result.run == run.name and "deep" in str(run) and "<pre>" in run._repr_html_()
    assert "<table>" in lab.runs()._repr_html_()
    games = run.games()
    assert len(games) == 20 and set(games["first"]) <= {"deep", "shallow"}
    positions, distinct = run.positions(), run.positions(distinct=True)
    assert len(positions) == games["plies"].sum() and len(distinct) < len(positions)
    examples = run.examples()
    assert examples.dtype.names == ("bits", "target", "weight", "group")
    assert np.isclose(examples["target"].mean(), 0.5, atol=0.5)
    report = run.report(tmp_path / "report")
    assert (report / "index.html").exists() or any(report.glob("*.html"))
    assert run.figures() and run.figures()[0].lstrip().startswith("<svg")
    assert lab.run(TOURNAMENT, threads=1).name != run.name, "a finished run is not resumed"
    assert lab["last"].games().drop("game").equals(games.drop("game"))


def test_events_of_an_evolution(tmp_path):
    z._facts.call("new-experiment", "evolution", "--output", tmp_path / "evolution.toml")
    run = z.Lab(tmp_path / "lab.db").run(tmp_path / "evolution.toml")
    assert run.events()


def test_experiments_with_agents_written_in_python(tmp_path):
    class First:
        def choose(self, state):
            return state.legal_actions()[0]

    text = TOURNAMENT.replace("alphabeta(depth=1)", "{mine}")
    run = z.Lab(tmp_path / "lab.db").run(text, agents={"mine": First()}, threads=2)
    assert len(run.games()) == 20
    # A file keeps its folder and its name.
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/mini.game").write_text(z.game("hex:size=3").text)
    (tmp_path / "sub/e.toml").write_text(text.replace('"connect4"', '"mini.game:size=3"'))
    run = z.Lab(tmp_path / "lab.db").run(tmp_path / "sub/e.toml", agents={"mine": First()})
    assert run.name.startswith("e-") and len(run.games()) == 20
    with pytest.raises(z.ZermeloError, match="has no {other}"):
        z.Lab(tmp_path / "lab.db").run(text, agents={"other": First()})


def test_an_interrupted_run_with_python_agents_goes_on(tmp_path):
    text, lab, n = TOURNAMENT.replace("alphabeta(depth=1)", "{mine}"), z.Lab(tmp_path / "lab.db"), 0

    def fails(state):
        nonlocal n
        n += 1
        if n == 30:
            raise LookupError("once")
        return state.legal_actions()[0]

    with pytest.raises(LookupError):
        lab.run(text, agents={"mine": fails}, threads=1)
    run = lab.run(text, agents={"mine": lambda state: state.legal_actions()[0]}, threads=1)
    assert len(lab.runs()) == 1 and len(run.games()) == 20


def test_wrong_experiments_are_told_with_their_line(tmp_path):
    lab = z.Lab(tmp_path / "lab.db")
    with pytest.raises(z.ZermeloError) as told:
        lab.run(TOURNAMENT.replace("games = 20", "gamse = 20"))
    assert "gamse" in str(told.value) and "games" in str(told.value)
    with pytest.raises(z.ZermeloError, match="nothing.toml"):
        lab.run(tmp_path / "nothing.toml")
    with pytest.raises(z.ZermeloError):
        lab["no-such-run"]
    with pytest.raises(ZeroDivisionError):
        lab.run(TOURNAMENT, on_event=lambda event: 1 / 0)


def test_an_interrupted_run_goes_on(tmp_path):
    import _thread

    lab, n = z.Lab(tmp_path / "lab.db"), 0

    def interrupt(event):
        nonlocal n
        n += event["event"] == "game"
        if n == 5:
            _thread.interrupt_main()

    slow = TOURNAMENT.replace("depth=3", "nodes=100000")
    with pytest.raises(KeyboardInterrupt):
        lab.run(slow, threads=1, on_event=interrupt)
    (unfinished,) = lab.runs()
    events = []
    run = lab.run(slow.replace("100000", "100000"), threads=2, on_event=events.append)
    assert run.name == unfinished.name
    assert 0 < sum(event["event"] == "game" for event in events) < 20
    assert len(run.games()) == 20


def test_statistics():
    assert z.stats.elo(60, 10, 30).elo > 0
    with pytest.raises(TypeError):
        z.stats.elo(60)
    with pytest.raises(z.ZermeloError):
        z.stats.elo(0, 0, 0)
    answer = z.stats.sprt(4307, 8620, 4063, elo0=0, elo1=3)
    assert answer.verdict in ("upper", "lower", "open")
    compared = z.stats.compare({"a": [1, 2, 3, 4, 5], "b": [11, 12, 13, 14, 15]})
    assert "anova" in compared and compared["anova"]


def test_the_command_comes_with_the_package():
    answer = subprocess.run([sys.executable, "-m", "zermelo", "perft", "tictactoe", "--depth", "3", "--json"], capture_output=True,
                            text=True, check=True)
    assert "504" in answer.stdout
    wrong = subprocess.run([sys.executable, "-m", "zermelo", "games", "conect4"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "did you mean" in wrong.stderr


def test_a_python_agent_is_an_engine(tmp_path):
    engine = tmp_path / "engine.py"
    engine.write_text("import zermelo\nzermelo.serve_ugi(lambda state: state.legal_actions()[0])\n")
    text = f'ugi("{sys.executable} {engine}", nodes=1)'
    played = z.match("connect4", text, "random", games=10, threads=2)
    alone = z.match("connect4", lambda state: state.legal_actions()[0], "random", games=10)
    assert played.pairs == alone.pairs and played.forfeits == [{}, {}]
    checked = z._facts.call("check-engine", f"{sys.executable} {engine}", "--game", "breakthrough:5x5")
    assert checked
