"""How many steps a second: Zermelo's batches beside PettingZoo and OpenSpiel, in one run on one thread.

    python examples/python/speed.py            # every family, and the games that all three have
    python examples/python/speed.py --seconds 3

Each line is the median of five rounds. All write what the player to move sees and which actions are legal, except OpenSpiel's loop,
which writes no observation (the usual loop of its own examples). Random moves are chosen by `Batch.play_random`, by `Batch.sample` before
`Batch.step`, and by NumPy from the mask. Rounds take turns, because machines are noisy.
"""

import argparse
import random
import statistics
import time

import numpy as np

import zermelo as z

FAMILIES = ["tictactoe", "connect4", "milestone", "isolation", "simplexity", "breakthrough", "hexapawn"]
DESCRIBED = ["hex", "clobber", "foxandhounds", "achi", "fourinarow"]
#: Ours, OpenSpiel's, PettingZoo's.
SHARED = [
    ("connect4", "connect_four", "connect_four_v3"),
    ("tictactoe", "tic_tac_toe", "tictactoe_v3"),
    ("breakthrough", "breakthrough", None),
]
ROUNDS = 5


def random_legal(mask, chance):
    """A legal action of every row, all equally likely: places of all legal actions, and one of those of each row."""
    legal = np.flatnonzero(mask)
    counts = np.count_nonzero(mask, axis=1)
    firsts = np.cumsum(counts) - counts
    drawn = legal[firsts + (chance.random(len(mask)) * counts).astype(np.int64)]
    return drawn - np.arange(len(mask)) * mask.shape[1]


def batch_rate(game, seconds, n=8192, chooser="play_random"):
    """Random steps of a batch, by who chooses: "play_random", "sample" or "numpy"."""
    batch = z.Batch(game, n, threads=1)
    chance = np.random.default_rng(0)

    def step():
        if chooser == "numpy":
            batch.step(random_legal(batch.mask, chance))
        elif chooser == "sample":
            batch.step(batch.sample())
        else:
            batch.play_random()
        return n

    return rate(step, seconds)


def replayed_rate(game, seconds, n=8192):
    """Steps by numbers that were drawn before: what a learner calls, without the time to choose."""
    drawn, batch = z.Batch(game, n, threads=1, seed=1), z.Batch(game, n, threads=1)
    actions = []
    for _ in range(200):
        drawn.play_random()
        actions.append(drawn.action.copy())
    turn = 0

    def step():
        nonlocal turn
        if turn == len(actions):
            batch.reset()
            turn = 0
        batch.step(actions[turn])
        turn += 1
        return n

    return rate(step, seconds)


def openspiel_rate(name, seconds):
    import pyspiel

    game, chance = pyspiel.load_game(name), random.Random(0)

    def play():
        state, n = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            n += 1
        return n

    return rate(play, seconds)


def pettingzoo_rate(name, seconds):
    import importlib

    env, chance = importlib.import_module(f"pettingzoo.classic.{name}").env(), random.Random(0)

    def play():
        env.reset()
        n = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                break
            env.step(chance.choice(list(np.flatnonzero(seen["action_mask"]))))
            n += 1
        return n

    return rate(play, seconds)


def rate(step, seconds):
    step()
    begun, n = time.perf_counter(), 0
    while (passed := time.perf_counter() - begun) < seconds:
        n += step()
    return n / passed


def call_of_one():
    """Microseconds for a step of a batch of one, by an array of one number."""
    batch, times = z.Batch("connect4", 1), []
    chosen = np.zeros(1, dtype=np.int64)
    for _ in range(20_000):
        chosen[0] = batch.mask[0].argmax()
        begun = time.perf_counter_ns()
        batch.step(chosen)
        times.append(time.perf_counter_ns() - begun)
    return statistics.median(times) / 1000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.5)
    seconds = parser.parse_args().seconds

    def median(measure, *arguments, **settings):
        return statistics.median(measure(*arguments, seconds, **settings) for _ in range(ROUNDS))

    print(f"Zermelo {z.version()}, batches of 8,192 on one thread, observations (uint8 planes) and masks: million steps/s")
    for game in FAMILIES + DESCRIBED:
        kind = "described" if game in DESCRIBED else "native"
        print(f"  {game:14} {kind:10} random {median(batch_rate, game) / 1e6:5.2f}   by numbers {median(replayed_rate, game) / 1e6:5.2f}")
    print(f"A step of a batch of one: {call_of_one():.2f} microseconds")
    print("Steps/s beside others, rounds in turns:")
    for ours, spiel, zoo in SHARED:
        rates = {"play_random": [], "sample": [], "numpy": [], "spiel": [], "zoo": []}
        for _ in range(ROUNDS):
            for chooser in ("play_random", "sample", "numpy"):
                rates[chooser].append(batch_rate(ours, seconds, chooser=chooser))
            rates["spiel"].append(openspiel_rate(spiel, seconds))
            if zoo:
                rates["zoo"].append(pettingzoo_rate(zoo, seconds))
        mine = [statistics.median(rates[chooser]) for chooser in ("play_random", "sample", "numpy")]
        line = f"  {ours:12} Zermelo {mine[0]:10,.0f}, sampled by the batch {mine[1]:10,.0f}, NumPy choosing {mine[2]:10,.0f}"
        for name, key in (("OpenSpiel", "spiel"), ("PettingZoo", "zoo")):
            if rates[key]:
                theirs = statistics.median(rates[key])
                times = ", ".join(f"{own / theirs:.0f} x" for own in mine)
                line += f"   {name} {theirs:9,.0f} ({times})"
        print(line)


if __name__ == "__main__":
    main()
