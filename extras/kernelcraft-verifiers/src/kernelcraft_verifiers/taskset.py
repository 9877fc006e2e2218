"""The taskset: a task for each chosen cell, whose reward is that of every other door."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import verifiers.v1 as vf

from kernelcraft.cells.cell import find_cells, load_cell
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


class Kernels(vf.Taskset[Kernel, Config]):
    """KernelCraft's cells."""

    def load(self) -> Iterator[Kernel]:
        """Each cell, in each group."""
        config = self.config
        names = config.cells or [c.name for c in find_cells(config.platform, config.level)]
        for group in range(config.groups):
            for name in names:
                prompt = Workbench(name).prompt
                row = Row(
                    prompt=prompt.task,
                    system_prompt=prompt.system,
                    name=name,
                    cell=name,
                    group=str(group),
                )
                yield Kernel(row, config.task)
