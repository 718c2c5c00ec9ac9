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


@pytest.mark.parametrize("seat", ["first", "second"])
@pytest.mark.parametrize("game", ["tictactoe", "connect4"])
def test_a_game_that_is_over_stands_still(game, seat):
    env = zermelo.gymnasium.Env(game, opponent="random", seat=seat, render_mode="ansi")
    for seed in range(8):
        obs, info = env.reset(seed=seed)
        over = False
        while not over:
            assert info["action_mask"].any()
            obs, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
        assert "to move" not in env.render(), "the end is shown"
        assert not info["action_mask"].any() and not env.action_masks().any()
        assert info["seat"] == ("first", "second").index(seat)
        end = env._table.end
        assert end.is_terminal() and end.returns()[info["seat"]] == reward
        assert np.array_equal(obs, (end.observation_tensor() > 0).astype(np.uint8))
        with pytest.raises(zermelo.ZermeloError, match="call reset"):
            env.step(0)
    picture = zermelo.gymnasium.Env(game, render_mode="rgb_array")
    picture.reset(seed=1)
    assert picture.render().shape[2] == 3


def test_actions_are_whole_numbers_of_the_game():
    env, vector = zermelo.gymnasium.Env("tictactoe"), zermelo.gymnasium.VectorEnv("tictactoe", 2)
    env.reset(seed=0), vector.reset(seed=0)
    for wrong, problem in [
        (lambda: env.step(-1), "-1 is not a legal action"),
        (lambda: env.step(9), "9 is not a legal action"),
        (lambda: env.step(2**70), "1180591620717411303424 is not a legal action"),
        (lambda: env.step(3.7), "action=3.7: expected a whole number"),
        (lambda: vector.step([-1, 0]), "row 0: -1 is not a legal action"),
        (lambda: vector.step([0.9, 0.9]), "whole numbers"),
        (lambda: vector.step([0]), "2 whole numbers"),
        (lambda: vector.step(np.array([0, 2**63], dtype=np.uint64)), "is not a legal action"),
    ]:
        with pytest.raises(zermelo.ZermeloError, match=problem):
            wrong()
    env = zermelo.gymnasium.Env("tictactoe", illegal="lose")
    vector = zermelo.gymnasium.VectorEnv("tictactoe", 2, illegal="lose")
    env.reset(seed=0), vector.reset(seed=0)
    _, reward, over, _, _ = env.step(-1)
    assert reward == -1 and over
    _, rewards, over, _, _ = vector.step(np.array([-1, 4]))
    assert list(rewards) == [-1, 0] and list(over) == [True, False]


def test_seeds_may_be_any_whole_numbers():
    vector = zermelo.gymnasium.VectorEnv("connect4", 3, seat="random")
    _, plain = vector.reset(seed=3)
    for seed in (np.int64(3), [3, 4, 5], np.arange(3, 6), (3, np.int32(4), 5)):
        assert np.array_equal(vector.reset(seed=seed)[1]["seat"], plain["seat"])
    vector.reset(seed=[1, None, 3])
    env = zermelo.gymnasium.Env("connect4")
    assert np.array_equal(env.reset(seed=np.int64(5))[0], env.reset(seed=5)[0])
    for wrong in (-1, [1, 2], "x", 1.5):
        with pytest.raises(ValueError):
            vector.reset(seed=wrong)


def test_an_opponent_who_cannot_play_is_told_before_the_first_game():
    for wrong in ("nope", 5, None):
        with pytest.raises((ValueError, TypeError), match="nope|cannot play"):
            gymnasium.make("zermelo/connect4-v0", opponent=wrong)
        with pytest.raises((ValueError, TypeError), match="nope|cannot play"):
            zermelo.gymnasium.VectorEnv("connect4", 2, opponent=wrong)


def test_masks_are_reached_through_wrappers():
    env = gymnasium.make("zermelo/connect4-v0")
    env.reset(seed=0)
    assert env.get_wrapper_attr("action_masks")().all()


def test_pettingzoo_cuts_no_fraction_off():
    env = zermelo.pettingzoo.raw_env("tictactoe")
    env.reset()
    with pytest.raises(TypeError):
        env.step(3.7)
    env.step(np.int64(3))
    assert env.board.history() == [3]
