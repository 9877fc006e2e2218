"""An OpenEnv server: `python server.py [PORT]`; every session has an episode of its own.

A client resets with `cell` and `seed`, calls tools as steps, and gets the reward with the step that
hands in. It needs no GPU.
"""

from __future__ import annotations

import sys
from typing import Any, Final

import uvicorn
from openenv.core.env_server.http_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import JsonValue

from kernelcraft.cells.cell import UnknownName
from kernelcraft.environments import Episode, KernelEnv

SESSIONS: Final = 256
HAND_IN: Final = "hand_in"
UNKNOWN: Final = "no episode was begun: reset with a cell"


class Call(Action):
    """A tool and what it is given; `hand_in` ends the episode."""

    tool: str
    given: dict[str, JsonValue] = {}


class Answer(Observation):
    """What a tool says; at the beginning, all that an agent is told."""

    text: str


class Kernels(Environment[Call, Answer, State]):
    """One session's episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._episode: Episode | None = None
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, cell: str = "", **given: Any
    ) -> Answer:
        """Begin with a cell; tries with the same seed have the same hidden inputs."""
        env = KernelEnv
        self._episode = Episode(cell, str(seed or 0), env.secret, env.graders.get(), env.shape)
        self._state = State(episode_id=episode_id, step_count=0)
        return Answer(text=self._episode.task)

    def step(self, action: Call, timeout_s: float | None = None, **given: Any) -> Answer:
        """Call a tool, or hand in for the reward, whose record is the answer then."""
        if self._episode is None:
            raise ValueError(UNKNOWN)
        self._state.step_count += 1
        if action.tool == HAND_IN:
            found = self._episode.reward()
            return Answer(text=found.model_dump_json(), done=True, reward=found.value)
        try:
            return Answer(text=self._episode.call(action.tool, **action.given))
        except UnknownName as error:
            return Answer(text=str(error))

    @property
    def state(self) -> State:
        """The episode's name, and the steps taken."""
        return self._state


app = create_app(Kernels, Call, Answer, env_name="kernelcraft", max_concurrent_envs=SESSIONS)


def main() -> None:
    """Serve on this machine only."""
    port = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    main()
