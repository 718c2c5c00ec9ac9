"""A game in progress."""

import copy
import pickle
import random

import numpy as np
import pytest

import zermelo as z


def random_states(game, seed, most=60):
    """States of a random game, the start first."""
    chance, state = random.Random(seed), game.new_initial_state()
    while True:
        yield state
        if state.is_terminal() or most == 0:
            return
        state, most = state.child(chance.choice(state.legal_actions())), most - 1


def test_a_random_game_is_consistent(game):
    for seed in range(3):
        for state in random_states(game, seed):
            actions = state.legal_actions()
            mask = state.legal_actions_mask()
            assert mask.dtype == bool and mask.shape == (game.n_actions,)
            assert actions == list(np.flatnonzero(mask)) == sorted(actions)
            assert state.is_terminal() == (not actions)
            if state.is_terminal():
                assert state.current_player() == z.TERMINAL
                assert sum(state.returns()) == 0 and state.result
                continue
            assert state.returns() == [0, 0] and state.result is None
            assert state.legal_actions(1 - state.current_player()) == []
            seen = state.observation_tensor()
            assert seen.shape == game.inputs["shape"] and 0 <= seen.min() and seen.max() <= 1
            for action in actions[:5]:
                text = state.action_to_string(action)
                assert state.string_to_action(text) == action
                after = state.child(action)
                assert after.history() == [*state.history(), action]
                after.undo_action(state.current_player(), action)
                assert after == state and hash(after) == hash(state)


def test_states_are_written_read_copied_and_pickled(game):
    for state in random_states(game, 5, most=12):
        again = game.read_position(state.position)
        assert again == state and again.legal_actions() == state.legal_actions()
        for twin in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert twin == state and twin.history() == state.history()
        if not state.is_terminal():
            twin = state.clone()
            twin.apply_action(twin.legal_actions()[0])
            assert twin != state, "a copy is independent"
    assert pickle.loads(pickle.dumps(game)) == game
    assert eval(repr(game), {"zermelo": z}) == game
    assert eval(repr(state), {"zermelo": z}) == state


def test_a_game_is_shown():
    state = z.game("connect4").new_initial_state()
    state.apply_action(3)
    assert "to move" in str(state)
    assert state._repr_svg_().startswith("<svg")
    picture = state.picture()
    assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 3, "a board has colours"


def test_players_views_and_rewards_are_as_the_page_says():
    """The worked game of the manual: whose turn, whose view, whose reward."""
    state = z.game("tictactoe").new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    assert state.current_player() == 0
    seen = state.observation_tensor()
    own, their = (plane.reshape(-1) for plane in seen)
    assert list(np.flatnonzero(own)) == [0, 1] and list(np.flatnonzero(their)) == [3, 4]
    state.apply_action(2)
    assert state.is_terminal() and state.returns() == [1, -1] and state.player_return(1) == -1


def test_wrong_requests_are_told_in_a_sentence():
    state = z.game("tictactoe").new_initial_state()
    state.apply_action(4)
    for wrong, problem in [
        (lambda: z.game("conect4"), "did you mean `connect4`"),
        (lambda: z.game("isolation:99x99"), "isolation:99x99"),
        (lambda: z.game(text="game Nothing"), ""),
        (lambda: z.game("connect4", text="game Nothing"), "not both"),
        (lambda: z.game(), "name a game"),
        (lambda: state.apply_action(4), "4 is not a legal action: legal are 0, 1, 2, 3, 5, 6, 7, 8"),
        (lambda: state.apply_action(-1), "-1 is not a legal action"),
        (lambda: state.apply_action(10**12), "is not a legal action"),
        (lambda: state.string_to_action("z9"), "z9"),
        (lambda: state.observation_tensor(0), "the player to move, who is 1"),
        (lambda: state.undo_action(0, 3), "the last action was 4, by player 0"),
        (lambda: z.game("tictactoe").new_initial_state().undo_action(), "no action has been played"),
        (lambda: z.game("tictactoe").read_position("rubbish"), "rubbish"),
        (lambda: z.agent("alfabeta").choose(state), "did you mean `alphabeta`"),
        (lambda: z.agent("alphabeta(depth=2)").choose(_over()), "the game is over"),
        (lambda: z.solve(_over()), "the game is over"),
        (lambda: z.evaluate(state, "nothing"), "there is no evaluator `nothing`"),
        (lambda: z.perft("tictactoe", 0), "depth=0"),
        (lambda: z.perft("tictactoe", 3, threads=100_000), "threads=100000: expected 1 to 1024"),
        (lambda: z.match("tictactoe", "random", "random", threads=100_000), "threads=100000: expected 1 to 1024"),
        (lambda: z.match("tictactoe", "random", "random", games=0), "games=0: expected at least 2"),
        (lambda: z.match("tictactoe", "random", "random", games="20"), "games='20': expected a whole number"),
        (lambda: z.match("tictactoe", "random", "random", seed=-1), "seed=-1"),
        (lambda: z.match("tictactoe", "random", "random", opening_plies=-1), "opening_plies=-1"),
        (lambda: z.match(5, "random", "random"), "5 is no game"),
        (lambda: z.rate("random", "tictactoe", strongest=5), "strongest=5"),
        (lambda: z.analyze(state, lines=0), "lines=0"),
        (lambda: z.analyze(5), "5 is no game"),
        (lambda: z.analyze(state, seed=-1), "seed=-1"),
        (lambda: z.agent(5), "5 is no agent"),
        (lambda: z.agent("random", seed=-1), "seed=-1"),
        (lambda: z.agent("random").choose(5), "5 is no state"),
        (lambda: z.solve(state, seconds=-1), "seconds=-1: expected"),
        (lambda: z.solve(state, nodes=-1), "nodes=-1: expected"),
        (lambda: z.solve(state, memory=0), "memory=0: expected"),
        (lambda: z.evaluate(state, lambda state: 1.0, player=3), "there is no player 3"),
        (lambda: z.evaluate(state, lambda state: float("nan")), "not nan"),
        (lambda: z.evaluate(_over(), lambda state: 1.0), "the game is over"),
        (lambda: state.picture(0), "scale=0: expected 0.05 to 10"),
        (lambda: state.picture(-1), "scale=-1"),
        (lambda: state.picture(float("nan")), "scale=NaN"),
        (lambda: state.observation_tensor(-1), "the player to move, who is 1"),
        (lambda: state.undo_action(-1), "the last action was 4, by player 0"),
    ]:
        with pytest.raises(z.ZermeloError) as told:
            wrong()
        assert problem in str(told.value) and isinstance(told.value, ValueError) and told.value.kind


def test_every_error_has_a_kind():
    for wrong in (lambda: z.match("connect4", "random", "random", games=3), lambda: z.rate("random", "hex:size=5"),
                  lambda: z.self_play("connect4", lambda obs, mask: [0], 2), lambda: z.game("nothing")):
        with pytest.raises(z.ZermeloError) as told:
            wrong()
        assert told.value.kind in ("argument", "unknown-game")
    assert z.ZermeloError("mine").kind == "argument"


def test_usual_calls_have_types(tmp_path):
    """What works is no error of types either."""
    from mypy import api

    path = tmp_path / "usual.py"
    path.write_text("""
from pathlib import Path
import numpy as np
import zermelo as z
state = z.game("connect4").new_initial_state()
state.apply_action(z.agent("random").choose(state))
state.apply_action(np.int64(3))
state.child(np.int64(3)).action_to_string(np.int64(0))
total: float = sum(state.features().values())
batch = z.Batch(Path("mine.game"), 8, seed=np.arange(8))
batch.step(batch.sample())
batch.reset(seed=range(8))
rating: float = z.rate("random", Path("mine.game")).elo
stage: z.Run = z.Lab().run("x.toml").stage("rate")
z.serve_ugi("alphabeta(depth=2)")
z.self_play("connect4", "random", 2, layout="bits")
try:
    z.game("nothing")
except z.ZermeloError as error:
    kind: str = error.kind
""")
    told, problems, code = api.run([str(path), "--ignore-missing-imports", "--cache-dir", str(tmp_path / "cache")])
    assert code == 0, told + problems


def test_players_are_0_and_1():
    with pytest.raises(IndexError, match="there is no player -1"):
        _over().player_return(-1)


def test_features_are_a_dictionary():
    features = z.game("milestone").new_initial_state().features()
    assert isinstance(features, dict) and all(isinstance(value, float) for value in features.values()) and features
    assert _over().features() == {}


def _over():
    state = z.game("tictactoe").new_initial_state()
    for action in (0, 3, 1, 4, 2):
        state.apply_action(action)
    return state


def test_a_game_is_written_as_text():
    text = z.game("hex:size=5").text
    game = z.game("size=5", text=text)
    assert game == z.game("hex:size=5") and game.n_actions == 25
    again = pickle.loads(pickle.dumps(game.new_initial_state()))
    assert again.game == game
    with pytest.raises(z.ZermeloError) as told:
        z.game(text=text.replace("board", "bord"))
    assert "bord" in str(told.value), "mistakes are shown with their place"
