"""Chains of descriptors with the numbers that they have in the array, each tile's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from kernelcraft.cells.hardware import HardwareError
from kernelcraft.platforms.amd_npu.hardware.access import Access, access
from kernelcraft.platforms.amd_npu.machine.plan import (
    DESCRIPTORS,
    HALF,
    Channel,
    Descriptor,
    Plan,
    Task,
    chain,
)


@dataclass(frozen=True)
class Chain:
    """What a task does: descriptors, their numbers, to which of them the last one returns, and how
    often all come; `reports` if the controller is told of the end."""

    name: str
    channel: Channel
    descriptors: tuple[Descriptor, ...]
    accesses: tuple[Access, ...]
    numbers: tuple[int, ...]
    returns: int | None
    repeat: int
    reports: bool

    @property
    def fixed(self) -> bool:
        """Whether it can be set up with the design."""
        return all(each.fixed for each in self.accesses)


@dataclass
class Chains:
    """The chains of a plan's tasks; a tile that keeps its descriptors has each chain once."""

    plan: Plan
    made: dict[tuple[Task, bool], Chain] = field(default_factory=dict)
    used: Counter[tuple[str, int]] = field(default_factory=Counter)
    runs: Counter[str] = field(default_factory=Counter)
    count: int = 0

    def kept(self, task: Task, *, reports: bool) -> Chain:
        """The chain of a task of a tile around the core, or of the memory tile."""
        found = self.made.get((task, reports))
        if found is None:
            names = chain(self.plan, task.descriptor)
            for each in names:
                self._counts_alone(each)
            numbers = self._numbers(task.channel, len(names))
            found = self.made[task, reports] = self._chain(task, names, numbers, reports)
        return found

    def _counts_alone(self, name: str) -> None:
        self.runs[name] += 1
        if self.runs[name] > 1 and self.plan.by_name[name].iterate[0] > 1:
            raise HardwareError(
                f"the descriptor {name} iterates and belongs to several tasks; in the array each "
                "of them has one of its own, which would count alone"
            )

    def passing(self, task: Task, numbers: Sequence[int], *, reports: bool) -> Chain:
        """The chain of a task of the shim, written anew with numbers that are free."""
        names = chain(self.plan, task.descriptor)
        for each in names:
            times = self.plan.by_name[each].iterate[0]
            if self.runs[each] % times:
                raise HardwareError(
                    f"the descriptor {each} iterates {times} times and has run {self.runs[each]} "
                    "times before another task of the shim has it; in the array it begins anew"
                )
            self.runs[each] += task.repeat
        return self._chain(task, names, tuple(numbers), reports)

    def _chain(
        self, task: Task, names: Sequence[str], numbers: tuple[int, ...], reports: bool
    ) -> Chain:
        descriptors = tuple(self.plan.by_name[each] for each in names)
        after = descriptors[-1].next
        self.count += 1
        return Chain(
            f"task{self.count}",
            task.channel,
            descriptors,
            tuple(access(each) for each in descriptors),
            numbers,
            None if after is None else names.index(after),
            task.repeat,
            reports,
        )

    def _numbers(self, channel: Channel, count: int) -> tuple[int, ...]:
        """The next of the tile; those of odd channels of the memory tile are its upper half."""
        memory = channel.tile == "memory"
        odd = channel.number % 2 if memory else 0
        most = HALF if memory else DESCRIPTORS[channel.tile]
        first = self.used[channel.tile, odd]
        self.used[channel.tile, odd] += count
        if first + count > most:
            raise HardwareError(
                f"the tasks of {channel.tile} need more than the {most} descriptors that they "
                "reach: one that belongs to several tasks or channels is needed for each"
            )
        return tuple(range(HALF * odd + first, HALF * odd + first + count))
