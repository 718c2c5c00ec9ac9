"""What the manual, the docstrings and the examples say is what happens."""

import doctest
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo
import zermelo as z

ROOT = Path(__file__).resolve().parents[2]

#: The stages of the quickstart, with a hundredth of its games.
SMALL = """
kind = "series"
title = "A small series"
game = "tictactoe"
seed = 1

[[stages]]
name = "breed"
kind = "tournament"
schedule = { kind = "round-robin", games = 4 }
agents = [{ name = "deep", agent = "alphabeta(depth=3)" }, { name = "random", agent = "random" }]

[[stages]]
name = "learn"
kind = "tournament"
schedule = { kind = "round-robin", games = 4 }
agents = [{ name = "deep", agent = "alphabeta(depth=2)" }, { name = "random", agent = "random" }]

[[stages]]
name = "rate"
kind = "tournament"
schedule = { kind = "round-robin", games = 10 }
agents = [{ name = "deep", agent = "alphabeta(depth=3)" }, { name = "random", agent = "random" }]
"""


def test_the_small_series_has_the_stages_of_the_quickstart():
    quickstart = (ROOT / "experiments/quickstart.toml").read_text(encoding="utf-8")
    stages = re.compile(r'\[\[stages\]\]\nname = "(.*)"')
    assert stages.findall(quickstart) == stages.findall(SMALL) and 'kind = "series"' in quickstart


def test_the_page_of_the_manual_runs(tmp_path, monkeypatch, capsys):
    page = (ROOT / "docs/manual/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, flags=re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 6
    monkeypatch.chdir(tmp_path)
    Path("experiments").mkdir()
    Path("experiments/quickstart.toml").write_text(SMALL)
    names = {}
    for block in blocks:
        # A person looks at more games than a test can.
        exec(block.replace("n=4096", "n=64").replace('"connect4"))', '"connect4", games=20))'), names)
    assert names["own"].reshape(-1).nonzero()[0].tolist() == [0, 1]
    assert names["state"].returns() == [1, -1]
    assert Path("folder").is_dir()
    # What the page says of runs with stages.
    assert [stage.name.split(".")[1] for stage in names["run"].stages] == ["breed", "learn", "rate"]
    assert len(names["run"].stage("rate").games()) == 10
    with pytest.raises(z.ZermeloError, match="breed, learn, rate"):
        names["run"].games()


def test_docstrings_run():
    failed, tried = doctest.testmod(zermelo)
    assert tried and not failed


def test_every_public_name_is_documented():
    for name in zermelo.__all__:
        value = getattr(zermelo, name)
        assert name == "TERMINAL" or value.__doc__, name
    for kind in (z.Game, z.State, zermelo._zermelo.Batch, z.Lab, z.Run):
        for name in dir(kind):
            if not name.startswith("_"):
                assert getattr(kind, name).__doc__, f"{kind.__name__}.{name}"


def test_import_is_quick_and_light():
    """No library is imported that `import zermelo` does not need."""
    code = "import sys, zermelo; print([name for name in ('pandas', 'polars', 'pyarrow', 'gymnasium', 'pettingzoo') if name in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_an_old_processor_is_told(monkeypatch):
    from zermelo import _cpu

    monkeypatch.setattr(_cpu.platform, "machine", lambda: "x86_64")
    monkeypatch.setattr("builtins.open", lambda *_, **__: iter_file("flags : fpu sse sse2 avx\n"))
    with pytest.raises(ImportError, match="avx2, bmi1"):
        _cpu.check()


def iter_file(text):
    import io

    return io.StringIO(text)


@pytest.mark.parametrize("notebook", sorted((ROOT / "examples/notebooks").glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_run(notebook, tmp_path):
    import nbformat
    from nbclient import NotebookClient

    content = nbformat.read(notebook, as_version=4)
    assert not any(cell.get("outputs") for cell in content.cells), "notebooks are committed without outputs"
    os.environ["ZERMELO_QUICK"] = "1"
    NotebookClient(content, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()


def test_there_is_a_notebook_for_every_kind_of_user():
    assert len(list((ROOT / "examples/notebooks").glob("*.ipynb"))) == 4


def test_the_speed_script_runs():
    answer = subprocess.run([sys.executable, ROOT / "examples/python/speed.py", "--seconds", "0.001"], capture_output=True,
                            text=True)
    assert answer.returncode == 0, answer.stderr
    assert "PettingZoo" in answer.stdout and "breakthrough" in answer.stdout


def test_a_network_of_numpy_plays_in_zermelo(tmp_path):
    """The round trip of the PyTorch example without PyTorch: the same file, the same numbers."""
    import numpy as np
    from safetensors.numpy import save_file

    game = z.game("connect4")
    n, chance, path = game.inputs["flat"], np.random.default_rng(1), tmp_path / "mine.safetensors"
    layers = {
        "layers.0.weight": chance.normal(0, 0.3, (32, n)).astype(np.float32),
        "layers.0.bias": chance.normal(0, 0.1, 32).astype(np.float32),
        "layers.1.weight": chance.normal(0, 0.5, (1, 32)).astype(np.float32),
        "layers.1.bias": np.zeros(1, dtype=np.float32),
    }
    metadata = {"activations": "clipped-relu,linear", "game": game.id, "inputs": game.inputs["signature"]}
    save_file(layers, path, metadata=metadata)
    batch, values = z.Batch(game, 40, layout="flat", dtype=np.float32, seed=2), []
    for _ in range(6):
        batch.play_random()
    for row in range(40):
        hidden = np.clip(layers["layers.0.weight"] @ batch.obs[row] + layers["layers.0.bias"], 0, 1)
        expected = float((layers["layers.1.weight"] @ hidden)[0])
        values.append((expected, z.evaluate(batch.state(row), f"net({path})")))
    expected, ours = np.array(values).T
    scale = ours.std() / expected.std()
    assert np.corrcoef(expected, ours)[0, 1] > 0.999 and scale > 0
    assert z.match(game, f"alphabeta(depth=2, eval=net({path}))", "random", games=10).games == 10


def test_the_pytorch_example_runs(tmp_path):
    pytest.importorskip("torch", reason="PyTorch is not installed: its wheel is larger than all else together")
    command = [sys.executable, ROOT / "examples/python/train_in_pytorch.py", "--games", "200", "--epochs", "1", "--match", "20"]
    answer = subprocess.run([*map(str, command), "--output", str(tmp_path / "net.safetensors")], capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    assert "log-odds in PyTorch" in answer.stdout


def test_json_of_commands_is_what_the_program_prints():
    ours = z._facts.call("solve", "tictactoe")[0]
    told = subprocess.run([sys.executable, "-m", "zermelo", "solve", "tictactoe", "--json"], capture_output=True, text=True)
    printed = json.loads(told.stdout)
    assert {key: value for key, value in ours.items() if key != "seconds"} == {
        key: value for key, value in printed.items() if key != "seconds"
    }
