"""PettingZoo's and Gymnasium's own tests, and vectors beside single environments."""

import importlib
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.save_obs_test import test_save_obs as save_obs_test

import zermelo.gymnasium
import zermelo.pettingzoo

# The package has a function of the same name.
state_test = importlib.import_module("pettingzoo.test.state_test")

GAMES = ["connect4", "tictactoe", "breakthrough", "isolation", "milestone:side=3", "simplexity", "hexapawn", "hex:size=4"]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_api(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(zermelo.pettingzoo.env(game), num_cycles=200)
        seed_test(lambda: zermelo.pettingzoo.env(game), num_cycles=50)
        state_test.test_state_space(zermelo.pettingzoo.env(game))
        state_test.test_state(zermelo.pettingzoo.env(game), 20)


def test_pettingzoo_pictures_and_cycles(tmp_path, monkeypatch):
    render_test(lambda render_mode: zermelo.pettingzoo.env("connect4", render_mode=render_mode))
    monkeypatch.chdir(tmp_path)
    save_obs_test(zermelo.pettingzoo.env("connect4"))


def test_a_pettingzoo_game_has_the_rewards_of_its_state():
    env = zermelo.pettingzoo.env("tictactoe")
    env.reset()
    for action in (0, 3, 1, 4, 2):
        obs, reward, over, cut, info = env.last()
        assert not over and obs["action_mask"][action]
        env.step(action)
    assert env.rewards == dict(zip(env.possible_agents, (1, -1)))
    assert all(env.terminations.values())
    env.reset()
    env.step(4)
    env.step(4)
    assert env.terminations[env.possible_agents[1]], "an illegal action ends the game with a loss"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seat", ["first", "second", "random"])
def test_gymnasium_checks(game, seat):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = zermelo.gymnasium.Env(game, opponent="random", seat=seat, illegal="lose")
        check_env(env, skip_render_check=True)


def test_games_are_registered():
    env = gymnasium.make("zermelo/connect4-v0", opponent="alphabeta(depth=1)", seat="second")
    _, info = env.reset(seed=1)
    assert info["action_mask"].all() and env.unwrapped.action_masks().shape == (7,)
    assert env.unwrapped._table.batch.player[0] == 1, "the opponent has moved first"
    vector = gymnasium.make_vec("zermelo/connect4-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert vector.reset(seed=0)[0].shape[0] == 3


@pytest.mark.parametrize("opponent", ["random", "blundering(alphabeta(depth=1), rate=0.4)"])
@pytest.mark.parametrize("seat", ["first", "second", "random"])
def test_a_vector_is_single_environments_side_by_side(opponent, seat):
    n, seed = 5, 12
    vector = zermelo.gymnasium.VectorEnv("connect4", n, opponent=opponent, seat=seat)
    singles = [zermelo.gymnasium.Env("connect4", opponent=opponent, seat=seat) for _ in range(n)]
    obs, info = vector.reset(seed=seed)
    ended = [False] * n
    for row, env in enumerate(singles):
        alone, told = env.reset(seed=seed + row)
        assert np.array_equal(obs[row], alone) and told["seat"] == info["seat"][row]
    chance = np.random.default_rng(0)
    for _ in range(40):
        actions = (chance.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
        obs, rewards, over, _, info = vector.step(actions)
        for row, env in enumerate(singles):
            if ended[row]:
                continue
            alone, reward, stop, _, _ = env.step(int(actions[row]))
            ended[row] = stop
            assert reward == rewards[row] and stop == over[row]
            assert np.array_equal(alone, info["final_obs"][row] if stop else obs[row])
    assert all(ended)


def test_a_learner_meets_an_agent_written_in_python():
    asked = []

    class First:
        def choose(self, state):
            asked.append(state.current_player())
            return state.legal_actions()[0]

    env = zermelo.gymnasium.Env("tictactoe", opponent=First(), seat="second")
    obs, info = env.reset(seed=0)
    assert asked == [0] and obs.sum() == 1


def test_wrong_settings_are_told():
    for wrong in (
        lambda: zermelo.gymnasium.Env("connect4", seat="third"),
        lambda: zermelo.gymnasium.Env("connect4", render_mode="human"),
        lambda: zermelo.gymnasium.Env("connect4", opponent="alfabeta", seat="second").reset(),
        lambda: zermelo.gymnasium.Env("connect4").step(0),
        lambda: zermelo.pettingzoo.env("connect4", render_mode="video"),
    ):
        with pytest.raises(ValueError):
            wrong()


