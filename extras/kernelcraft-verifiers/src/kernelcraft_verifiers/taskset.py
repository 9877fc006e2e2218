"""The taskset: a task for each chosen cell, whose reward is that of every other door."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import verifiers.v1 as vf

from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.cells.variants import Strength
from kernelcraft.environments import drawn_cells
from kernelcraft.environments.harbor import solution
from kernelcraft.workbench import Workbench
from kernelcraft_verifiers.rows import Row, Tried, played
from kernelcraft_verifiers.tools import Tools


class Kernel(vf.Task[Row, Tried, vf.TaskConfig]):
    """Write one kernel."""

    @property
    def key(self) -> str:
        """The cell and the group: what a run that goes on finds its tasks by."""
        return f"{self.data.cell}#{self.data.group}"

    @classmethod
    def toolsets(cls, config: vf.TaskConfig) -> list[vf.Toolset]:
        """Ours."""
        return [Tools(vf.ToolsetConfig())]

    async def finalize(self, trace: vf.Trace, runtime: vf.Runtime) -> None:
        """Grade on hidden inputs, in this process: nothing of the rollout's is trusted."""
        state = trace.state
        found = await asyncio.to_thread(played(self.data, state.evaluated).reward)
        state.reward, state.right, state.cycles = found.value, found.correct, found.cycles

    async def validate(self, runtime: vf.Runtime) -> bool:
        """The expert's kernel is right on hidden inputs, or the compiler's where there is none."""
        kernel = solution(load_cell(self.data.cell))[1]
        found = await asyncio.to_thread(played(self.data, [kernel]).reward)
        return found.correct

    @vf.reward
    async def reward(self, trace: vf.Trace) -> float:
        """What `kernelcraft.rewards` says."""
        return float(trace.state.reward)

    @vf.metric
    async def evaluations(self, trace: vf.Trace) -> float:
        """How many kernels were tried."""
        return float(len(trace.state.evaluated))

    @vf.metric
    async def right(self, trace: vf.Trace) -> float:
        """Whether the kernel is right on hidden inputs."""
        return float(trace.state.right)


class Config(vf.TasksetConfig):
    """Cells by name, or all of a platform's level; each group has hidden inputs of its own."""

    cells: list[str] = []
    platform: str = "plena"
    level: int = 1
    groups: int = 1

    def names(self) -> list[str]:
        """The chosen cells."""
        return self.cells or [cell.name for cell in find_cells(self.platform, self.level)]


class Kernels(vf.Taskset[Kernel, Config]):
    """KernelCraft's cells."""

    def load(self) -> Iterator[Kernel]:
        """Each cell, in each group."""
        for group in range(self.config.groups):
            for name in self.config.names():
                yield _kernel(name, str(group), self.config)


class DrawnConfig(Config):
    """The same, and how far from its platform each machine is drawn, by which seed."""

    strength: Strength = "encoding"
    seed: int = 0


class DrawnKernels(vf.Taskset[Kernel, DrawnConfig]):
    """KernelCraft's cells, each time on a machine that nobody has seen."""

    INFINITE = True

    def load(self) -> Iterator[Kernel]:
        """The cells in turn, without end."""
        drawn = drawn_cells(self.config.names(), self.config.strength, self.config.seed)
        for number, name in enumerate(drawn):
            yield _kernel(name, str(number), self.config)


def _kernel(cell: str, group: str, config: Config) -> Kernel:
    prompt = Workbench(cell).prompt
    row = Row(prompt=prompt.task, system_prompt=prompt.system, name=cell, cell=cell, group=group)
    return Kernel(row, config.task)
