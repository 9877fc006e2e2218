"""The tasks of a plan as the controller gives them out, and what it waits for.

A channel with one task of plain descriptors begins it with the design. The others get their tasks
from the controller, which may give a channel five: one that runs and four in its queue. Before a
sixth it waits for the first. The shim has 16 descriptors, which are written again and again, so
that its channels may have to do with fewer tasks at a time.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from kernelcraft.cells.hardware import HardwareError
from kernelcraft.platforms.amd_npu.hardware.chains import Chain, Chains
from kernelcraft.platforms.amd_npu.machine import dma
from kernelcraft.platforms.amd_npu.machine.plan import Channel, Plan, Task, chain

AT_ONCE: Final = dma.QUEUE + 1  # tasks of a channel: one that runs, the others in its queue
SHIM_DESCRIPTORS: Final = 16
LEAST: Final = 2  # tasks of a shim's channel at once: a plan gives one out when the last begins

Verb = Literal["configure", "start", "await", "free", "go"]


@dataclass(frozen=True)
class Step:
    """What the controller does; `go` lets the core begin."""

    verb: Verb
    chain: Chain | None = None


@dataclass(frozen=True)
class Schedule:
    """What begins with the design, and what the controller does, in order."""

    fixed: tuple[Chain, ...]
    steps: tuple[Step, ...]

    @property
    def chains(self) -> list[Chain]:
        """All of them, each once."""
        given = (each.chain for each in self.steps if each.verb == "configure")
        return [*self.fixed, *(each for each in given if each)]

    @property
    def reporting(self) -> list[str]:
        """The tiles of which the controller learns that a task has ended."""
        return list(dict.fromkeys(e.channel.tile for e in self.chains if e.reports))


def schedule(plan: Plan) -> Schedule:
    """All tasks of a plan; raises HardwareError for what the array cannot do as the plan wants."""
    counts = Counter(each.channel for each in plan.tasks)
    chains = Chains(plan)
    fixed: list[Chain] = []
    given: list[Task] = []
    for each in plan.tasks:
        alone = each.channel.tile != "shim" and counts[each.channel] == 1
        found = chains.kept(each, reports=False) if alone else None
        if found is not None and found.fixed:
            fixed.append(found)
        else:
            given.append(each)
    controller = _Controller(chains, _capacities(plan, counts), counts)
    return Schedule(tuple(fixed), tuple(controller.steps(given)))


def _capacities(plan: Plan, counts: Mapping[Channel, int]) -> dict[Channel, int]:
    """By channel how many tasks it may have at once."""
    found = {channel: min(count, AT_ONCE) for channel, count in counts.items()}
    lengths: dict[Channel, int] = {}
    for each in plan.tasks:
        if each.channel.tile == "shim":
            length = len(chain(plan, each.descriptor))
            lengths[each.channel] = max(length, lengths.get(each.channel, 0))
    while sum(found[each] * length for each, length in lengths.items()) > SHIM_DESCRIPTORS:
        larger = [each for each in lengths if found[each] > LEAST]
        if not larger:
            raise HardwareError(
                f"the shim has {SHIM_DESCRIPTORS} descriptors; {LEAST} tasks of each of its "
                "channels need more at once"
            )
        found[max(larger, key=lambda each: (found[each] * lengths[each], each))] -= 1
    return found


@dataclass
class _Controller:
    chains: Chains
    capacities: Mapping[Channel, int]
    counts: Mapping[Channel, int]
    running: dict[Channel, deque[Chain]] = field(default_factory=dict)
    configured: set[str] = field(default_factory=set)
    free: deque[int] = field(default_factory=lambda: deque(range(SHIM_DESCRIPTORS)))

    def steps(self, given: list[Task]) -> Iterator[Step]:
        """What channels can take at once first, what DDR sends last of it; then the core begins.

        At the end it waits until all that DDR receives has come.
        """
        seen: Counter[Channel] = Counter()
        first: list[Task] = []
        later: list[Task] = []
        for each in given:
            seen[each.channel] += 1
            early = seen[each.channel] <= min(dma.QUEUE, self.capacities[each.channel])
            (first if early else later).append(each)
        for each in sorted(first, key=lambda task: task.channel.tile == "shim"):
            yield from self._give(each)
        yield Step("go")
        for each in later:
            yield from self._give(each)
        for channel, running in self.running.items():
            while channel.tile == "shim" and not channel.sends and running:
                yield from self._wait(running)

    def _give(self, task: Task) -> Iterator[Step]:
        running = self.running.setdefault(task.channel, deque())
        if len(running) == self.capacities[task.channel]:
            yield from self._wait(running)
        found = self._chain(task)
        if found.name not in self.configured:
            self.configured.add(found.name)
            yield Step("configure", found)
        yield Step("start", found)
        running.append(found)

    def _chain(self, task: Task) -> Chain:
        many = self.counts[task.channel] > self.capacities[task.channel]
        if task.channel.tile != "shim":
            found = self.chains.kept(task, reports=many)
        else:
            count = len(chain(self.chains.plan, task.descriptor))
            numbers = [self.free.popleft() for _ in range(count)]
            found = self.chains.passing(task, numbers, reports=True)
            if found.returns is not None:
                raise HardwareError(
                    f"the chain of {task.descriptor} never ends; the host waits for every task of "
                    "the shim"
                )
        wrong = [
            each.name
            for each, one in zip(found.descriptors, found.accesses, strict=True)
            if not one.written
        ]
        if wrong:
            raise HardwareError(
                f"the descriptor {wrong[0]} has four dimensions, which are set up with the design: "
                f"then {task.channel} can have no other task, and no descriptor that iterates or "
                "has two or three dimensions"
            )
        return found

    def _wait(self, running: deque[Chain]) -> Iterator[Step]:
        """For the first of them."""
        found = running.popleft()
        yield Step("await", found)
        if found.channel.tile == "shim":
            self.free.extend(found.numbers)
            yield Step("free", found)
