"""A gymnasium environment: an action is a move of the tuner's, an observation the kernel's profile.

`gymnasium.make("kernelcraft.environments.moves_env:kernelcraft/Moves-v0", cells="plena/silu/C4")`
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Final

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.cells.moves import Move, moves
from kernelcraft.cells.protocol import Platform
from kernelcraft.environments.episode import Episode, Graders
from kernelcraft.environments.kernel_env import KernelEnv
from kernelcraft.grading.secret import Secret

NAME: Final = "kernelcraft/Moves-v0"
PROPOSALS: Final = 64
"""Of a move, of which the first one that was not tried in the episode is taken."""
HAND_IN: Final = "hand in"
Observation = NDArray[np.float32]
Info = dict[str, Any]  # gymnasium's


class MovesEnv(gymnasium.Env[Observation, np.int64]):
    """Make the compiler's kernel faster, one move a step; the reward comes with the last step.

    All cells are of one platform, and each episode has one of them: `options={"cell": ...}` of
    `reset`, or one that is drawn. Spaces are the same for all cells of a platform: an action for
    each of its moves, the last one hands in; an observation has the share of the cycles that each
    unit of the machine takes, bound / cycles (0 where it is unknown), cycles / baseline, and the
    share of the `steps` that is left; all from 0 to 1. A move starts from the fastest right kernel
    so far. `seed` of `reset` is the group, whose hidden inputs are equal. Raises UnknownName for a
    cell that there is not, ValueError for several platforms or one without moves. `graders`,
    `secret` and `shape` are those of `KernelEnv`: change them on a subclass.
    """

    graders: ClassVar[Graders] = KernelEnv.graders
    secret: ClassVar[Secret] = KernelEnv.secret
    shape: ClassVar[str] = KernelEnv.shape

    def __init__(self, cells: str | Sequence[str], steps: int = 20) -> None:
        self.cells = [load_cell(each) for each in ([cells] if isinstance(cells, str) else cells)]
        names = sorted({cell.platform.name for cell in self.cells})
        if len(names) != 1:
            raise ValueError(f"expected cells of one platform, got {', '.join(names) or 'none'}")
        self.steps = steps
        platform = self.cells[0].platform
        self.actions = (*_moves_of(platform), HAND_IN)
        self.units = _units_of(platform)
        if len(self.actions) == 1:
            raise ValueError(f"{platform.name} has no moves that change kernels")
        self.action_space = Discrete(len(self.actions))
        self.observation_space = Box(0.0, 1.0, (len(self.units) + 3,), np.float32)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begin with the compiler's kernel of a cell; raises Unwritten where there is none."""
        super().reset(seed=seed)
        cell = self._cell(options or {})
        group = str(self.np_random.integers(2**63) if seed is None else seed)
        self.episode = Episode(cell.name, group, self.secret, self.graders.get(), self.shape)
        self._moves = {move.name: move for move in moves(cell)}
        self._tried: set[str] = set()
        self._left = self.steps
        return self._seen(self._evaluate(kernels.baseline(cell)))

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, Info]:
        """Try a move, or hand in; what gives no new kernel costs a step, too."""
        name = self.actions[int(action)]
        self._left -= 1
        message = "" if name == HAND_IN else self._try(self._moves.get(name))
        observation, info = self._seen(message)
        done = name == HAND_IN or self._left == 0
        reward = 0.0
        if done:
            found = self.episode.reward()
            reward, info["reward"] = found.value, found.model_dump(mode="json")
        return observation, reward, done, False, info

    def _cell(self, options: Mapping[str, Any]) -> Cell:
        """The one that is asked for, or any."""
        if "cell" not in options:
            return self.cells[int(self.np_random.integers(len(self.cells)))]
        name = load_cell(str(options["cell"])).name  # variants' cells are not kept without end
        found = next((cell for cell in self.cells if cell.name == name), None)
        if found is None:
            raise ValueError(f"{name} is none of the cells that this environment has")
        return found

    def _try(self, move: Move | None) -> str:
        """What came of the move's first new proposal."""
        best = self.episode.workbench.best
        if move is None or best is None:
            return "this cell has no such move"
        rng = random.Random(int(self.np_random.integers(2**63)))
        proposed = islice(move.propose(self.episode.workbench.cell, best.code, rng), PROPOSALS)
        text = next((each for each in proposed if _body(each) not in self._tried), None)
        return "the move proposes nothing new" if text is None else self._evaluate(text)

    def _evaluate(self, text: str) -> str:
        self._tried.add(_body(text))
        self.episode.call("write_code", code=text)
        return self.episode.call("run_evaluation")

    def _seen(self, message: str) -> tuple[Observation, Info]:
        """The fastest right kernel as the agent sees it; all zeros where even the first is wrong.

        The moves that the cell has are `action_mask` of the information, `message` what was said.
        """
        bench = self.episode.workbench
        usable = [name in self._moves or name == HAND_IN for name in self.actions]
        info: Info = {"cell": bench.cell.name, "message": message}
        info["action_mask"] = np.array(usable, np.int8)
        seen = np.zeros(self.observation_space.shape or (), np.float32)
        seen[-1] = self._left / self.steps
        if bench.best is not None:
            bench.write_code(bench.best.code)
            found = bench.profile()
            info["cycles"] = found.cycles
            busy = sum(found.by_unit.values())
            seen[:-3] = [found.by_unit.get(unit, 0) / max(busy, 1) for unit in self.units]
            first = bench.attempts[0].cycles or found.cycles
            seen[-3] = min(1.0, (found.bound_cycles or 0) / max(found.cycles, 1))
            seen[-2] = min(1.0, found.cycles / max(first, 1))
        return seen, info


def _moves_of(platform: Platform) -> tuple[str, ...]:
    """The moves that any cell of the platform has, by name, in their cells' order."""
    found = (move.name for cell in find_cells(platform.name) for move in moves(cell))
    return tuple(dict.fromkeys(found))


def _units_of(platform: Platform) -> tuple[str, ...]:
    """The units that the platform's instructions are done by."""
    return tuple(sorted({each.unit for each in platform.isa.table}))


def _body(text: str) -> str:
    """All but the first line, which is a title."""
    return text.partition("\n")[2]


gymnasium.register(NAME, entry_point=f"{__name__}:{MovesEnv.__name__}")
