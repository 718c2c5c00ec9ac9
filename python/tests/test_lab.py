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


def test_stages_are_reached_by_name(tmp_path):
    text = """
kind = "series"
title = "Two matches"
game = "tictactoe"
seed = 1

[[stages]]
name = "short"
kind = "tournament"
schedule = { kind = "round-robin", games = 4 }
agents = [{ name = "one", agent = "random" }, { name = "two", agent = "minimax(depth=1)" }]

[[stages]]
name = "long"
kind = "tournament"
schedule = { kind = "round-robin", games = 10 }
agents = [{ name = "one", agent = "random" }, { name = "two", agent = "minimax(depth=1)" }]
"""
    lab = z.Lab(tmp_path / "lab.db")
    run = lab.run(text)
    assert [stage.name for stage in run.stages] == [f"{run.name}.short", f"{run.name}.long"]
    assert len(run.stage("short").games()) == 4 and len(run.stage("long").games()) == 10
    assert run.stage("long").stages == []
    for wrong in (run.games, run.positions, run.examples):
        with pytest.raises(z.ZermeloError, match=r"belong to its stages short, long: ask run\.stage\('long'\)"):
            wrong()
    with pytest.raises(z.ZermeloError, match="no stage 'rate': its stages are short, long"):
        run.stage("rate")
    command = [sys.executable, "-m", "zermelo", "export", run.name, "--store", tmp_path / "lab.db"]
    told = subprocess.run(command, capture_output=True, text=True)
    assert f"{run.name}.short, {run.name}.long" in " ".join(told.stderr.split())


def test_an_interrupted_text_blocks_no_other(tmp_path):
    lab, text = z.Lab(tmp_path / "lab.db"), TOURNAMENT.replace("alphabeta(depth=1)", "{me}")
    with pytest.raises(ZeroDivisionError):
        lab.run(text, agents={"me": lambda state: 1 / 0})
    assert len(lab.run(TOURNAMENT).games()) == 20
    assert len(lab.run(TOURNAMENT.replace("A small tournament", "Another")).games()) == 20
    names = [run.name for run in lab.runs()]
    assert len(names) == 3 and names[0].startswith("a-small-tournament-") and names[2].startswith("another-")
    # The same text goes on, with another seed only anew.
    with pytest.raises(z.ZermeloError, match="resume=False"):
        lab.run(text, agents={"me": lambda state: state.legal_actions()[0]}, seed=99)
    run = lab.run(text, agents={"me": lambda state: state.legal_actions()[0]})
    assert run.name == names[0] and len(run.games()) == 20


def test_a_changed_file_is_told_what_to_do(tmp_path):
    lab, path = z.Lab(tmp_path / "lab.db"), tmp_path / "mine.toml"
    path.write_text(TOURNAMENT)
    with pytest.raises(ZeroDivisionError):
        lab.run(path, on_event=lambda event: 1 / 0)
    path.write_text(TOURNAMENT.replace("games = 20", "games = 10"))
    with pytest.raises(z.ZermeloError, match="start a new run with resume=False"):
        lab.run(path)
    assert len(lab.run(path, resume=False).games()) == 10


def test_nothing_begins_with_wrong_arguments(tmp_path):
    lab = z.Lab(tmp_path / "lab.db")
    for settings, problem in [
        (dict(on_event=5), "on_event=5: expected a function"),
        (dict(threads=100_000), "threads=100000: expected 1 to 1024"),
        (dict(seed=-1), "seed=-1"),
        (dict(memory_limit=-1), "memory_limit=-1"),
    ]:
        with pytest.raises(z.ZermeloError, match=problem) as told:
            lab.run(TOURNAMENT, **settings)
        assert told.value.kind == "argument"
    with pytest.raises(z.ZermeloError, match="5 is no experiment"):
        lab.run(5)
    assert list(lab.runs()) == []


def test_sentences_are_for_people_who_write_python(tmp_path):
    for wrong, problem in [
        (lambda: z.Lab(tmp_path / "no.db")["last"], r"create one with `zermelo\.Lab"),
        (lambda: z.game("nogame"), r"listed by `zermelo\.games\(\)`"),
        (lambda: z.stats.elo(-1, 0, 0), "wins=-1: expected 0 to"),
        (lambda: z.stats.elo(1, 0, 0.5), "losses=0.5: expected a whole number"),
        (lambda: z.stats.elo(pairs=[1, 2]), "pairs has 2 counts: expected five"),
        (lambda: z.stats.elo(pairs=[1, 2, 3, 4, -1]), "a count of pairs=-1"),
        (lambda: z.stats.sprt(1, 2, 3, elo1="x"), "elo1='x': expected a number"),
        (lambda: z.stats.sprt(1, 2, 3, elo1=float("nan")), "elo1=nan: expected a finite number"),
        (lambda: z.stats.sprt(1, 2, 3, elo0=5, elo1=3), "elo1 should be the greater one"),
        (lambda: z.stats.sprt(1, 2, 3, alpha=2), "alpha=2: expected a number between 0 and 1"),
        (lambda: z.stats.sprt(1, 2, 3, model="x"), 'model=\'x\': expected "logistic"'),
        (lambda: z.stats.compare([1]), "groups: expected a dictionary"),
        (lambda: z.stats.compare({" a": [1, 2], "a": [1, 2]}), "two groups are called 'a'"),
        (lambda: z.stats.compare({1: [1, 2], "1": [1, 2]}), "two groups are called '1'"),
        (lambda: z.stats.compare({"c": [], "a": [1, 2]}), "the group 'c' has no values"),
        (lambda: z.stats.compare({"c": 3, "a": [1, 2]}), "the group 'c' is 3: expected its numbers"),
        (lambda: z.stats.compare({"c": [1, float("nan")], "a": [1]}), "a value of the group 'c'=nan: expected a finite number"),
        (lambda: z.stats.compare({"c": [1, 2]}), "at least two groups"),
    ]:
        with pytest.raises(z.ZermeloError, match=problem) as told:
            wrong()
        assert told.value.kind


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
    # A slow one answers `isready` while it thinks, and `go infinite` when it is stopped. How many nodes it searched nobody knows,
    # unless it says so.
    slow = "import time, zermelo\nclass Slow:\n    {nodes}\n    def choose(self, state):\n        time.sleep(0.05)\n" \
           "        return state.legal_actions()[0]\nzermelo.serve_ugi(Slow())\n"
    # An agent that is a text, or that answers with a choice, says how many.
    by_text = "import zermelo\nzermelo.serve_ugi({})\n"
    for text, failing in [
        (slow.format(nodes="pass"), ["info"]),
        (slow.format(nodes="nodes = 7"), []),
        (by_text.format("'alphabeta(depth=2)'"), []),
        (by_text.format("zermelo.agent('alphabeta(depth=2)')"), []),
    ]:
        engine.write_text(text)
        checked, _ = z._facts.call("check-engine", f"{sys.executable} {engine}", "--game", "breakthrough:5x5")
        assert [check["check"] for check in checked["checks"] if not check["ok"]] == failing


def test_an_engine_answers_whatever_its_agent_says(tmp_path):
    """The host gets a `bestmove`, so that it does not wait."""
    import io

    for answer, problem in [(99, "99 is not a legal action"), (-1, "-1 is not"), ("4", "the agent answered '4'"), (2.5, "2.5")]:
        said = io.StringIO()
        commands = "ugi\nsetoption name Variant value tictactoe\nposition startpos moves b2\ngo nodes 1\nisready\nquit\n"
        z.serve_ugi(lambda state: answer, source=io.StringIO(commands), sink=said)
        lines = said.getvalue().splitlines()
        assert "bestmove none" in lines and "readyok" in lines
        assert any(line.startswith("info string error") and problem in line for line in lines)
    with pytest.raises(z.ZermeloError, match="7 cannot play"):
        z.serve_ugi(7, source=io.StringIO(""), sink=io.StringIO())
    engine = tmp_path / "engine.py"
    engine.write_text("import zermelo\nzermelo.serve_ugi(lambda state: 99)\n")
    played = z.match("tictactoe", f'ugi("{sys.executable} {engine}", nodes=1)', "random", games=2)
    assert played.losses == 2 and sum(played.forfeits[0].values()) == 2
