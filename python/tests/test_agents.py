"""Agents, matches, ratings, and what is written in Python."""

import threading
import time

import numpy as np
import pytest

import zermelo as z


def test_agents_choose_and_say_why():
    state = z.game("connect4").new_initial_state()
    for move in "4 4 5 5".split():
        state.apply_action(state.string_to_action(move))
    choice = z.agent("alphabeta(depth=6)").choose(state)
    assert choice.move in ("3", "6") and choice.proof == "win" and choice.plies == 3
    assert choice.line[0] == choice.move and int(choice) == choice.action
    state.apply_action(choice)
    assert not state.is_terminal()


def test_solving_and_analysis():
    start = z.game("tictactoe").new_initial_state()
    assert z.solve(start).value == "draw"
    state = start.child(0).child(1)
    solved = z.solve(state)
    assert solved.value == "win" and solved.plies == 5 and len(solved.moves) == 5
    assert z.solve("gomoku", nodes=1000).value is None
    analysis = z.analyze(state, "alphabeta(depth=9)", lines=2)
    assert len(analysis.lines) == 2 and analysis.lines[0].value > analysis.lines[1].value - 1e-9
    assert z.perft("connect4", 4) == [7, 49, 343, 2401]
    assert z.evaluate(state, player=0) == -z.evaluate(state, player=1)


def test_a_match_is_the_match_of_the_command_line():
    played = z.match("connect4", "alphabeta(depth=3)", "random", games=40, seed=3, threads=2)
    told = z._facts.call("match", "connect4", "alphabeta(depth=3)", "random", "--games", 40, "--seed", 3)[0]
    assert (played.wins, played.draws, played.losses) == (told.wins, told.draws, told.losses)
    assert played.pairs == told.pairs and played.games == 40 and played.is_decided
    assert played.interval[0] <= played.elo <= played.interval[1]
    assert "alphabeta(depth=3) against random" in str(played) and "<table>" in played._repr_html_()


class First:
    def choose(self, state):
        return state.legal_actions()[0]


def test_agents_written_in_python_play():
    alone = z.match("connect4", First(), "random", games=20, threads=1)
    together = z.match("connect4", First(), "random", games=20, threads=3)
    assert (alone.wins, alone.pairs) == (together.wins, together.pairs)
    assert alone.agents[0] == "First"
    function = z.match("connect4", lambda state: state.legal_actions()[0], "random", games=20)
    assert function.pairs == alone.pairs
    policy = z.match("connect4", z.Policy(lambda obs, mask: mask.argmax(axis=1)), "random", games=20)
    assert policy.pairs == alone.pairs


def test_an_evaluator_written_in_python_is_searched_with():
    game = z.game("isolation:5x5")
    own = z.agent("alphabeta(depth=3)", evaluator=lambda state: z.evaluate(state))
    built_in = z.agent("alphabeta(depth=3)")
    state = game.new_initial_state()
    for _ in range(8):
        one, other = own.choose(state), built_in.choose(state)
        assert (one.action, one.nodes) == (other.action, other.nodes)
        state.apply_action(one)


def test_python_agents_may_misbehave():
    class Raises:
        def choose(self, state):
            raise LookupError("I am lost")

    for agent, kind, problem in [
        (Raises(), LookupError, "I am lost"),
        (lambda state: "4", z.ZermeloError, "expected the number of a legal action"),
        (lambda state: None, z.ZermeloError, "None"),
        (lambda state: 99, z.ZermeloError, "99 is not a legal action"),
        (lambda state: -1, z.ZermeloError, "-1 is not a legal action"),
        (lambda: 1, TypeError, "argument"),
    ]:
        with pytest.raises(kind, match=problem):
            z.match("connect4", agent, "random", games=20)
    batch = z.Batch("connect4", 3)
    with pytest.raises(LookupError):
        batch.play(Raises())
    assert not batch.obs.any(), "nothing is played"
    with pytest.raises(ZeroDivisionError):
        z.agent("alphabeta(depth=2)", evaluator=lambda state: 1 / 0).choose(z.game("connect4").new_initial_state())
    with pytest.raises(ValueError, match="not nan"):
        z.agent("alphabeta(depth=2)", evaluator=lambda state: float("nan")).choose(z.game("connect4").new_initial_state())
    for value in (float("inf"), -float("inf")):
        choice = z.agent("alphabeta(depth=2)", evaluator=lambda state: value).choose(z.game("connect4").new_initial_state())
        assert 0 <= choice.action < 7
    with pytest.raises(TypeError, match="cannot play"):
        z.match("connect4", 7, "random")
    with pytest.raises(z.ZermeloError, match="even number"):
        z.match("connect4", "random", "random", games=3)


def test_a_state_given_to_an_agent_is_a_copy():
    def greedy(state):
        action = state.legal_actions()[-1]
        state.apply_action(action)
        return action

    assert z.match("connect4", greedy, "random", games=10).games == 10


def test_states_given_to_agents_have_their_history():
    seen = []

    def remember(state):
        again = state.game.new_initial_state()
        for action in state.history():
            again.apply_action(action)
        seen.append(again == state and state.move_number() >= 4)
        return state.legal_actions()[0]

    z.match("connect4", remember, "random", games=10, opening_plies=4, threads=1)
    assert len(seen) > 20 and all(seen)


def test_a_policy_may_be_asked_from_several_threads():
    import sys

    def policy(obs, mask):
        return (mask * (obs.reshape(len(obs), -1).sum(axis=1, keepdims=True) % 7 + np.arange(7))).argmax(axis=1)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        alone, together = (z.match("connect4", z.Policy(policy), "random", games=100, threads=n) for n in (1, 4))
    finally:
        sys.setswitchinterval(before)
    assert alone.pairs == together.pairs


def test_named_opponents_and_functions_stand_where_agents_do():
    state = z.game("connect4").new_initial_state()
    assert z.agent("Acorn").choose(state).action in range(7)
    assert z.analyze(state, "rowan").lines
    assert z.evaluate(state, lambda state: 3.0, player=1) == -3.0

    def mine(state):
        return 0.0

    assert z.match("connect4", z.agent("minimax(depth=1)", evaluator=mine), "random", games=2).agents[0] == "minimax(depth=1, eval=mine)"


def test_control_c_ends_long_work():
    """A signal is sent to this process while it works."""
    import _thread

    for work in (
        lambda: z.solve("gomoku"),
        lambda: z.match("milestone", "alphabeta(nodes=200000)", "alphabeta(nodes=200000)", games=2000),
        lambda: z.Batch("milestone", 200).play("alphabeta(nodes=1000000)"),
        lambda: z.agent("alphabeta(depth=60)").choose(z.game("gomoku").new_initial_state()),
        lambda: z.analyze("connect4", "alphabeta(depth=30)"),
        lambda: z.perft("connect4", 14),
    ):
        timer = threading.Timer(0.3, _thread.interrupt_main)
        timer.start()
        begun = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            work()
        assert time.monotonic() - begun < 60
        timer.join()
        assert no_thread_works(), "what was interrupted does not go on behind one's back"


def no_thread_works():
    """Whether this process comes to rest."""
    for _ in range(100):
        spent = time.process_time()
        time.sleep(0.1)
        if time.process_time() - spent < 0.05:
            return True
    return False


def test_an_agent_that_never_answers_is_left_behind():
    import _thread

    release = threading.Event()

    def never(state):
        release.wait(60)
        return 0

    threading.Timer(0.3, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        z.match("tictactoe", never, "random", games=2)
    release.set()


def test_ratings():
    named = z.opponents("connect4")
    assert [opponent.id for opponent in named][:2] == ["acorn", "fern"] and named[0].rating < named[-1].rating
    rating = z.rate("alphabeta(nodes=200)", "connect4", games=60, strongest="juniper", seed=2)
    assert rating.interval[0] < rating.elo < rating.interval[1] and rating.games == 60
    assert named[0].rating < rating.elo
    assert "between" in str(rating) or "above" in str(rating) or "below" in str(rating)
    for wrong, problem in [
        (lambda: z.rate("random", "hex:size=5"), "nobody has measured"),
        (lambda: z.rate("random", "connect4", games=21), "even number"),
        (lambda: z.rate("random", "connect4", games=8), "games=8: expected at least 20"),
        (lambda: z.rate("random", "connect4", strongest="palm"), "the measured opponents are"),
    ]:
        with pytest.raises(z.ZermeloError, match=problem):
            wrong()


def test_repeated_games_are_no_evidence_for_a_rating():
    """Agents that leave nothing to chance repeat themselves: a rating knows as much as one match of as many games."""
    rating = z.rate("alphabeta(depth=1)", "tictactoe", games=600)
    opponent, result = rating.results[-1]
    played = z.match("tictactoe", "alphabeta(depth=1)", opponent.agent, games=result.games)
    assert opponent.name == "Sequoia" and result.games > 100
    assert result.independent_pairs <= 24 and result.independent_pairs <= played.independent_pairs + 3
    width, expected = (interval[1] - interval[0] for interval in (result.interval, played.interval))
    assert width > 0.8 * expected
    # A few more games of the same do not make it narrower.
    alone = z.rate("alphabeta(depth=9)", "tictactoe", games=40, strongest="willow")
    assert all(result.independent_pairs <= sum(result.pairs) for _, result in alone.results)


def test_who_wins_nothing_meets_the_weakest():
    acorn = z.opponents("hex")[0]
    rating = z.rate("random", "hex", games=60)
    assert rating.results[0][0].id == acorn.id == "acorn"
    assert rating.interval[0] < acorn.rating < rating.interval[1], "Acorn is random, too"


def test_who_wins_everything_has_a_bound():
    rating = z.rate("alphabeta(depth=5)", "connect4", games=20, strongest="acorn")
    assert rating.interval == (rating.elo, float("inf")) and "at least" in str(rating)
    more = z.rate("alphabeta(depth=5)", "connect4", games=40, strongest="acorn")
    assert rating.elo < more.elo, "more games say more"
    turned = z.matches._bound([(100.0, 10.0)])
    assert turned < 200 and z.matches._bound([(100.0, 20.0)]) < turned


def test_one_who_loses_nearly_everything_has_a_finite_rating():
    rating = z.rate(First(), "connect4", games=40)
    assert -2000 < rating.elo < 3000 and rating.interval[0] < rating.elo < rating.interval[1]


def test_intervals_are_finite_when_everything_is_won():
    played = z.match("connect4", "alphabeta(depth=6)", "random", games=20)
    assert played.wins == 20 and 0 < played.interval[0] < played.interval[1] < float("inf")


def test_agents_can_be_pickled_whatever_they_have_seen():
    import pickle

    state = z.game("connect4").new_initial_state()
    agent = z.agent("mcts(playouts=50)", seed=3)
    chosen = agent.choose(state)
    again = pickle.loads(pickle.dumps(agent))
    assert again.choose(state) == chosen and again.text == agent.text and again.seed == 3
    own = pickle.loads(pickle.dumps(z.agent("alphabeta(depth=1)", evaluator=len_of_moves)))
    assert "len_of_moves" in repr(own) and own.choose(state).action in range(7)


def len_of_moves(state):
    return float(len(state.legal_actions()))


def test_policies_answer_with_one_action():
    for wrong in ([2.7], [1, 2], None, "3", []):
        with pytest.raises(z.ZermeloError, match="a policy answered"):
            z.match("connect4", z.Policy(lambda obs, mask: wrong), "random", games=2)
    bits = z.Policy(lambda obs, mask: mask.argmax(axis=1), layout="bits")
    assert bits.choose(z.game("connect4").new_initial_state()) == 0 and bits.dtype == np.uint64


def test_games_may_be_files(tmp_path):
    path = tmp_path / "small.game"
    path.write_text(z.game("hex:size=3").text)
    assert z.match(path, "random", "random", games=2).games == 2
    assert len(z.opponents(path)) == len(z.opponents("hex:size=3"))
    assert len(z.Batch(path, 2)) == 2 and len(z.self_play(path, "random", 2)) > 2 and z.perft(path, 1)
