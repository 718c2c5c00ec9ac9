"""OpenSpiel as a differential peer: thousands of random games, with the same legal actions, ends and returns."""

import random

import pytest

import zermelo as z

pyspiel = pytest.importorskip("pyspiel")


def same(theirs, ours):
    return ours


def play(their_name, our_id, games, translate=same):
    """Plays random games in both. `translate(their state, their action)` gives our move as text, or None for the same number."""
    their_game, our_game = pyspiel.load_game(their_name), z.game(our_id)
    chance = random.Random(1)
    for _ in range(games):
        theirs, ours = their_game.new_initial_state(), our_game.new_initial_state()
        while not theirs.is_terminal():
            assert theirs.current_player() == ours.current_player()
            pairs = {action: translate(theirs, action) for action in theirs.legal_actions()}
            ours_of = {
                action: text if isinstance(text, int) else ours.string_to_action(text) for action, text in pairs.items()
            }
            assert sorted(ours_of.values()) == ours.legal_actions()
            action = chance.choice(list(pairs))
            ours.apply_action(ours_of[action])
            theirs.apply_action(action)
        assert ours.is_terminal() and ours.current_player() == theirs.current_player() == z.TERMINAL
        assert ours.returns() == theirs.returns()


def test_tic_tac_toe():
    play("tic_tac_toe", "tictactoe", 1000, lambda state, action: action)


def test_connect_four():
    play("connect_four", "connect4", 1000, lambda state, action: action)


def test_breakthrough():
    def translate(state, action):
        # Their first player sits at the top, so the board is turned upside down.
        text = state.action_to_string(state.current_player(), action)
        rows = {str(row): str(9 - row) for row in range(1, 9)}
        return "".join(rows.get(letter, letter) for letter in text.replace("*", "")).replace("x", "")

    def with_captures(state, action):
        text = state.action_to_string(state.current_player(), action)
        takes = "*" in text
        plain = translate(state, action)
        return f"{plain[:2]}{'x' if takes else '-'}{plain[2:]}"

    play("breakthrough", "breakthrough", 100, with_captures)


@pytest.mark.parametrize("rows, columns, win", [(3, 4, 3), (5, 5, 4)])
def test_mnk(rows, columns, win):
    try:
        pyspiel.load_game(f"mnk(m={columns},n={rows},k={win})")
    except pyspiel.SpielError as error:
        pytest.skip(f"OpenSpiel has no such game: {error}")
    play(f"mnk(m={columns},n={rows},k={win})", f"mnk:{columns},{rows},{win}", 200, lambda state, action: action)
