"""Games as PettingZoo environments: `zermelo.pettingzoo.env("connect4")`.

Observations are always those of the player to move, as everywhere in Zermelo: `observe` shows both agents the board as the player
to move sees it, and only that player has legal actions.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ._asked import opened, wrong
from ._zermelo import Game, State


def env(game: str | os.PathLike[str] | Game = "connect4", render_mode: str | None = None) -> AECEnv:
    """The environment, which ends the episode with a loss when an action is illegal, as PettingZoo's own games do."""
    wrapped = raw_env(game, render_mode=render_mode)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # noqa: N801 - PettingZoo calls it so.
    """The environment without what checks its use."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "rgb_array"], "is_parallelizable": False, "render_fps": 2}

    def __init__(self, game: str | os.PathLike[str] | Game = "connect4", render_mode: str | None = None) -> None:
        super().__init__()
        self.game = opened(game)
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise wrong(f"render_mode={render_mode!r}: expected one of {self.metadata['render_modes']}, or None")
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"zermelo/{self.game.id}"}
        first, second = self.game.players
        self.possible_agents = [f"{first}_0", f"{second}_1"]
        self.agents = self.possible_agents[:]
        shape = tuple(self.game.inputs["shape"])
        observation = spaces.Dict(
            {
                "observation": spaces.Box(low=0.0, high=1.0, shape=shape, dtype=np.float32),
                "action_mask": spaces.Box(low=0, high=1, shape=(self.game.n_actions,), dtype=np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.n_actions) for agent in self.possible_agents}
        self.state_space = spaces.Box(low=0.0, high=1.0, shape=shape, dtype=np.float32)
        self.board: State = self.game.new_initial_state()

    def observation_space(self, agent: str) -> spaces.Space:
        """What an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        """What an agent can do."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """The board as the player to move sees it; legal actions for that player only."""
        is_turn = not self.board.is_terminal() and agent == self.possible_agents[self.board.current_player()]
        mask = self.board.legal_actions_mask() if is_turn else np.zeros(self.game.n_actions, dtype=bool)
        return {"observation": self.board.observation_tensor(), "action_mask": mask.astype(np.int8)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game; `options={"position": ..}` begins it at a position. There is no chance, so seeds change nothing."""
        position = (options or {}).get("position")
        self.board = self.game.read_position(position) if position else self.game.new_initial_state()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.board.is_terminal())
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(self.board.current_player(), 0)]

    def step(self, action: int | None) -> None:
        """Plays an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.board.apply_action(action)  # type: ignore[arg-type]
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.board.is_terminal():
            self.rewards = dict(zip(self.possible_agents, self.board.returns()))
            self.terminations = dict.fromkeys(self.agents, True)
            other = self.possible_agents[1 - self.possible_agents.index(agent)]
            self.agent_selection = other
        else:
            self.agent_selection = self.possible_agents[self.board.current_player()]
        self._accumulate_rewards()

    def render(self) -> str | np.ndarray | None:
        """The board as text or as pixels; for a person it is printed."""
        if self.render_mode == "human":
            print(self.board)
        if self.render_mode == "ansi":
            return str(self.board)
        if self.render_mode == "rgb_array":
            return self.board.picture()
        return None

    def state(self) -> np.ndarray:
        """The whole board, as the player to move sees it."""
        return self.board.observation_tensor()

    def close(self) -> None:
        """Nothing is left to be closed."""


__all__ = ["env", "raw_env"]

