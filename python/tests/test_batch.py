"""Thousands of games at once: each row beside a state of its own."""

import gc
import resource
import subprocess
import sys
import threading

import numpy as np
import pytest

import zermelo as z


def test_every_row_is_what_a_state_is(game):
    n = 6
    batch = z.Batch(game, n, seed=3, threads=1, dtype=np.float32)
    states = [game.new_initial_state() for _ in range(n)]
    ended = 0
    for _ in range(150):
        batch.play_random()
        for row in range(n):
            mover, action = states[row].current_player(), int(batch.action[row])
            states[row].apply_action(action)
            over = states[row].is_terminal()
            assert batch.terminated[row] == over
            assert batch.reward[row] == states[row].returns()[mover]
            if over:
                ended += 1
                assert np.array_equal(batch.final_obs[row], states[row].observation_tensor())
                states[row] = game.new_initial_state()
            assert np.array_equal(batch.obs[row], states[row].observation_tensor())
            assert np.array_equal(batch.mask[row], states[row].legal_actions_mask())
            assert batch.player[row] == states[row].current_player()
            assert batch.state(row) == states[row]
    assert ended or game.max_plies > 150


def test_arrays_are_made_once_and_overwritten():
    batch = z.Batch("connect4", 4)
    arrays = [batch.obs, batch.mask, batch.reward, batch.terminated, batch.player, batch.action, batch.final_obs]
    batch.step([3, 3, 3, 3])
    again = [batch.obs, batch.mask, batch.reward, batch.terminated, batch.player, batch.action, batch.final_obs]
    assert all(one is other for one, other in zip(arrays, again))
    assert arrays[0].sum() == 4 and list(arrays[4]) == [1] * 4


def test_layouts_say_the_same():
    planes, flat, bits = (z.Batch("breakthrough", 50, seed=1, layout=layout) for layout in ("planes", "flat", "bits"))
    for _ in range(40):
        planes.play_random(), flat.play_random(), bits.play_random()
    n = flat.obs.shape[1]
    unpacked = np.unpackbits(bits.obs.view(np.uint8), axis=1, bitorder="little")[:, :n]
    assert np.array_equal(unpacked, flat.obs)
    assert np.array_equal(planes.obs.sum(axis=(1, 2, 3)), flat.obs.sum(axis=1))
    assert bits.obs.dtype == np.uint64


def test_any_number_of_threads_is_the_same():
    def run(threads):
        batch, seen = z.Batch("isolation", 700, seed=9, threads=threads), []
        for step in range(30):
            batch.play("alphabeta(nodes=30)", player=1) if step % 7 == 6 else batch.play_random()
            seen.append((batch.obs.copy(), batch.mask.copy(), batch.reward.copy(), batch.action.copy()))
        return seen

    alone = run(1)
    for threads in (2, 4):
        for one, other in zip(alone, run(threads)):
            assert all(np.array_equal(left, right) for left, right in zip(one, other))


def test_seeds():
    one, same, other = z.Batch("connect4", 9, seed=4), z.Batch("connect4", 9, seed=4), z.Batch("connect4", 9, seed=5)
    each = z.Batch("connect4", 3, seed=[7, 8, 7])
    array, numbers = z.Batch("connect4", 3, seed=np.array([7, 8, 7], dtype=np.int32)), z.Batch("connect4", 3, seed=range(7, 10))
    for batch in (one, same, other, each, array, numbers):
        batch.play_random()
    assert np.array_equal(each.action, array.action) and np.array_equal(each.action[:2], numbers.action[:2])
    assert np.array_equal(one.action, same.action) and not np.array_equal(one.action, other.action)
    assert each.action[0] == each.action[2]
    first = one.action.copy()
    one.reset(seed=4)
    one.play_random()
    assert np.array_equal(one.action, first)


def test_actions_may_be_any_whole_numbers():
    batch = z.Batch("connect4", 3)
    for actions in ([1, 2, 3], (1, 2, 3), np.array([1, 2, 3], dtype=np.int32), np.array([1, 9, 2, 9, 3, 9])[::2],
                    np.array([1, 2, 3], dtype=np.uint8), batch.action):
        before = batch.obs.sum()
        batch.step(actions if actions is not batch.action else batch.action)
        assert batch.obs.sum() == before + 3
    batch.step([-1, 0, -1])
    assert list(batch.action) == [-1, 0, -1]


def test_wrong_requests_are_told_and_nothing_is_played():
    batch = z.Batch("connect4", 3)
    batch.step([0, 1, 2])
    seen = batch.obs.copy()
    for wrong, problem in [
        (lambda: batch.step([0, 7, 0]), "row 1: 7 is not a legal action"),
        (lambda: batch.step([0, 0]), "actions should have 3 numbers"),
        (lambda: batch.step([0.0, 1.0, 2.0]), "whole numbers"),
        (lambda: batch.step([0, 0, -2]), "row 2: -2 is not a legal action"),
        (lambda: batch.step(np.array([0, 2**63, 0], dtype=np.uint64)), "row 1: 9223372036854775807 is not a legal action"),
        (lambda: z.Batch("connect4", -1), "n=-1: a batch needs at least one game"),
        (lambda: z.Batch("connect4", 2.5), "n=2.5: expected a whole number"),
        (lambda: z.Batch("connect4", 2, threads=100_000), "threads=100000: expected 1 to 1024"),
        (lambda: z.Batch("connect4", 2, seed=-1), "seed=-1: expected a whole number from 0"),
        (lambda: z.Batch("connect4", 2, seed=[1, -1]), "seed: expected a whole number from 0"),
        (lambda: z.Batch("connect4", 2, seed="x"), "seed='x': expected"),
        (lambda: batch.reset(seed=2**64), "seed=18446744073709551616: expected"),
        (lambda: batch.reset(seed=[1]), "seed has 1 numbers, and there are 3 games"),
        (lambda: batch.step([[0, 1, 2]]), "one row of numbers"),
        (lambda: batch.play("alfabeta"), "did you mean `alphabeta`"),
        (lambda: batch.play("random", player=2), "there is no player 2"),
        (lambda: batch.play("random", where=np.array([True])), "3 numbers"),
        (lambda: z.Batch("connect4", 0), "at least one game"),
        (lambda: z.Batch("connect4", 10**15), "GB"),
        (lambda: z.Batch("connect4", 2, layout="rows"), "layout="),
        (lambda: z.Batch("connect4", 2, dtype=np.int16), "dtype=int16"),
        (lambda: z.Batch("connect4", 2, layout="bits", dtype=np.uint8), "uint64"),
        (lambda: z.Batch("connect4", 2, illegal="ignore"), "illegal="),
        (lambda: z.Batch("connect4", 2, seed=[1, 2, 3]), "there are 2 games"),
        (lambda: batch.set_state(0, z.game("tictactoe").new_initial_state()), "the state is of tictactoe, and the batch of connect4"),
    ]:
        with pytest.raises(z.ZermeloError, match=None) as told:
            wrong()
        assert problem in str(told.value), told.value
        assert np.array_equal(batch.obs, seen)
    with pytest.raises(IndexError):
        batch.state(3)
    assert batch.state(-1) == batch.state(2)


def test_an_illegal_action_can_lose():
    batch = z.Batch("tictactoe", 2, illegal="lose")
    batch.step([4, 4])
    batch.step([4, 0])
    assert list(batch.reward) == [-1, 0] and list(batch.terminated) == [True, False]


def test_every_wrong_action_can_lose():
    batch = z.Batch("tictactoe", 3, illegal="lose")
    batch.step([-2, -1, 9])
    assert list(batch.terminated) == [True, False, True] and list(batch.reward) == [-1, 0, -1]


def test_drawn_actions_are_those_of_random_play(game):
    drawn, played = z.Batch(game, 300, seed=5, threads=1), z.Batch(game, 300, seed=5, threads=1)
    for _ in range(20):
        actions = drawn.sample()
        assert actions.dtype == np.int64 and actions.shape == (300,)
        assert drawn.mask[np.arange(300), actions].all(), "drawn actions are legal"
        drawn.step(actions)
        played.play_random()
        assert np.array_equal(drawn.obs, played.obs) and np.array_equal(drawn.action, played.action)


def test_drawing_plays_nothing_and_does_not_depend_on_threads():
    alone, together = (z.Batch("isolation", 1000, seed=2, threads=threads) for threads in (1, 4))
    before, mask = alone.obs.copy(), alone.mask.copy()
    for _ in range(5):
        first, second = alone.sample(), together.sample()
        assert np.array_equal(first, second)
    assert np.array_equal(alone.obs, before) and np.array_equal(alone.mask, mask) and (alone.action == -1).all()
    # A refused step leaves nothing behind that the next one could play.
    with pytest.raises(z.ZermeloError):
        alone.step(np.full(1000, 10**6))
    alone.step(np.full(1000, -1))
    assert np.array_equal(alone.obs, before)


def test_drawn_actions_are_equally_likely():
    batch, n = z.Batch("connect4", 7000, seed=1), 10
    counts = sum(np.bincount(batch.sample(), minlength=7) for _ in range(n))
    expected = 7000 * n / 7
    # Six degrees of freedom: 22.5 is the 99.9 % point.
    assert ((counts - expected) ** 2 / expected).sum() < 22.5


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is limited as Linux does it")
def test_too_many_games_are_refused_and_nothing_aborts():
    """In a process of its own, which may have little memory: it must live to tell."""
    code = """
import resource, zermelo as z
resource.setrlimit(resource.RLIMIT_AS, (3_000_000_000, 3_000_000_000))
def told(work):
    try:
        work()
    except (MemoryError, z.ZermeloError) as error:
        assert str(error)
        return True
    return False
for n in (10**15, 100_000_000, 20_000_000, 15_000_000):
    assert told(lambda: z.Batch("connect4", n, threads=2)), n
    assert told(lambda: z.Batch("connect4", n, threads=1, seed=range(n) if n < 10**9 else 0)), n
assert told(lambda: z.self_play("connect4", "random", 10**9, batch=10**8))
batch = z.Batch("connect4", 10)
batch.play_random()
print("alive")
"""
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.stdout.strip() == "alive", answer.stderr


def test_a_second_caller_is_refused():
    batch, told, begun = z.Batch("connect4", 64, threads=1), [], threading.Event()

    class Slow:
        def choose(self, state):
            begun.set()
            release.wait(20)
            return state.legal_actions()[0]

    release = threading.Event()
    thread = threading.Thread(target=lambda: batch.play(Slow()))
    thread.start()
    assert begun.wait(20)
    try:
        batch.play_random()
    except RuntimeError as error:
        told.append(str(error))
    release.set()
    thread.join()
    assert told and "takes one call at a time" in told[0]
    batch.play_random()


def test_a_million_steps_leak_nothing():
    batch = z.Batch("connect4", 1000, threads=1)

    def steps(n):
        for _ in range(n):
            batch.play_random()
            batch.step(batch.mask.argmax(axis=1))
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = steps(50)
    assert steps(500) <= before + 4_000, "kilobytes"


def test_self_play_keeps_whole_games():
    data = z.self_play("connect4", "random", 50, batch=16, seed=2)
    assert set(data.game) == set(range(50))
    for number in range(50):
        rows = data.game == number
        assert list(data.ply[rows]) == list(range(rows.sum()))
        state = z.game("connect4").new_initial_state()
        for action, seen, mask, player in zip(data.action[rows], data.obs[rows], data.mask[rows], data.player[rows]):
            assert np.array_equal(seen, state.observation_tensor()) and player == state.current_player()
            assert np.array_equal(mask, state.legal_actions_mask())
            state.apply_action(int(action))
        assert state.is_terminal()
        assert all(outcome == state.returns()[player] for outcome, player in zip(data.outcome[rows], data.player[rows]))


def test_self_play_asks_a_policy_once_a_ply():
    sizes = []

    def policy(obs, mask):
        sizes.append(len(obs))
        return mask.argmax(axis=1)

    data = z.self_play("tictactoe", policy, 10, batch=10, random_plies=2)
    assert set(sizes) == {10} and len(sizes) <= 9
    again = z.self_play("tictactoe", policy, 10, batch=10, random_plies=2)
    assert np.array_equal(data.action, again.action)
    assert len(np.unique(data.action[data.ply == 0])) > 1, "random plies differ"


def test_policies_that_answer_nonsense_are_told():
    for wrong in (-1, 0.5):
        with pytest.raises(z.ZermeloError, match="a policy answered"):
            z.self_play("tictactoe", lambda obs, mask: np.full(len(obs), wrong), 4)
    with pytest.raises(z.ZermeloError, match="a policy answered 1 numbers"):
        z.self_play("tictactoe", lambda obs, mask: [0], 4)


def test_self_play_takes_every_layout_and_tells_what_is_wrong():
    bits = z.self_play("tictactoe", "random", 3, layout="bits")
    assert bits.obs.dtype == np.uint64
    for settings, problem in [
        (dict(random_plies=-1), "random_plies=-1: expected at least 0"),
        (dict(random_plies=2.5), "random_plies=2.5: expected a whole number"),
        (dict(batch=0), "batch=0"),
        (dict(seed=-1), "seed=-1"),
    ]:
        with pytest.raises(z.ZermeloError, match=problem):
            z.self_play("tictactoe", "random", 3, **settings)


def test_random_plies_of_agents():
    data = z.self_play("connect4", "alphabeta(depth=2)", 40, random_plies=4, batch=16)
    openings = {tuple(data.action[data.game == number][:4]) for number in range(40)}
    assert len(openings) > 30
    again = z.self_play("connect4", "alphabeta(depth=2)", 40, random_plies=4, batch=16, seed=np.int64(0))
    assert np.array_equal(data.action, again.action)
