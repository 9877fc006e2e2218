"""`MovesEnv` whose episodes are remembered: equal actions on a cell are played once.

All episodes have the same seed, so a cell and a list of actions decide all that follows. Verdicts
are remembered, too: each kernel is run and graded once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kernelcraft.cells.cell import load_cell
from kernelcraft.environments.episode import Graders
from kernelcraft.environments.moves_env import HAND_IN, Info, MovesEnv
from kernelcraft.grading.job import Grader
from kernelcraft.studies.lab.feedback.experiment import Remembering

SEED: Final = 0
"""Of every episode: one group, whose hidden inputs are equal."""
Actions = tuple[int, ...]


@dataclass(frozen=True)
class Seen:
    """What an agent sees after some actions; `reward` is None until the episode has ended."""

    observation: NDArray[np.float32]
    usable: NDArray[np.bool_]
    reward: float | None = None


class RememberingGraders(Graders):
    """Processes that run each kernel once."""

    @cached_property
    def _memory(self) -> Remembering:
        return Remembering(super().get())

    def get(self) -> Grader:
        """The memory, and behind it the processes."""
        return self._memory


class Remembered:
    """Episodes on cells of one or several machines, which must have equal actions and units.

    Use as a context manager; it ends the processes that run kernels. Raises ValueError for machines
    that differ, and what `MovesEnv` raises.
    """

    def __init__(self, cells: Sequence[str], steps: int) -> None:
        owned = RememberingGraders()

        class Env(MovesEnv):
            graders = owned

        self._graders = owned
        machines = {name: load_cell(name).platform.name for name in cells}
        by_machine = {
            machine: Env([name for name in cells if machines[name] == machine], steps)
            for machine in dict.fromkeys(machines.values())
        }
        self._envs = {name: by_machine[machine] for name, machine in machines.items()}
        if len({(env.actions, env.units) for env in by_machine.values()}) != 1:
            raise ValueError(f"{', '.join(by_machine)} have different moves or units")
        first = next(iter(by_machine.values()))
        self.actions, self.steps = first.actions, steps
        self.features = (*first.units, "bound / cycles", "cycles / baseline", "steps left")
        self._known: dict[tuple[str, Actions], Seen] = {}
        self._live: dict[MovesEnv, tuple[str, Actions]] = {}

    def __enter__(self) -> Remembered:
        return self

    def __exit__(self, *error: object) -> None:
        self._graders.close()

    @property
    def played(self) -> int:
        """How many different lists of actions were played so far."""
        return len(self._known)

    def start(self, cell: str) -> float:
        """The reward of the compiler's kernel: of handing in at once."""
        return self.after(cell, (self.actions.index(HAND_IN),)).reward or 0.0

    def best(self, cell: str) -> float:
        """The largest reward of all episodes so far."""
        rewards = (seen.reward for (name, _), seen in self._known.items() if name == cell)
        return max((each for each in rewards if each is not None), default=0.0)

    def after(self, cell: str, actions: Actions) -> Seen:
        """What the environment says on a cell after these actions."""
        key = (cell, actions)
        if key not in self._known:
            self._known[key] = self._play(cell, actions)
        return self._known[key]

    def _play(self, cell: str, actions: Actions) -> Seen:
        """Go on from where the environment is, or else begin again."""
        env = self._envs[cell]
        if not actions:
            observation, info = env.reset(seed=SEED, options={"cell": cell})
            self._live[env] = (cell, ())
            return _seen(observation, info)
        if self._live.get(env) != (cell, actions[:-1]):
            self._play(cell, actions[:-1])
        observation, reward, done, _, info = env.step(np.int64(actions[-1]))
        self._live[env] = (cell, actions)
        return _seen(observation, info, reward if done else None)


def _seen(observation: NDArray[np.float32], info: Info, reward: float | None = None) -> Seen:
    return Seen(observation, np.asarray(info["action_mask"], np.bool_), reward)
