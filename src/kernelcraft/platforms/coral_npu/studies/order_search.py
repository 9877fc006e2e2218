"""A search for the order of steps in which kernels take the fewest cycles on the timing model.

It begins with the steps one after the other and moves some of them, again and again. A change is
kept if it is no worse than the orders of some time ago (late acceptance), so that it can leave a
valley; where nothing better is found for long, it begins again. It never sees a written order. An
order that is better than all others has to be right on many inputs, and the same function for all.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.grading import inputs
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import Trial, trying
from kernelcraft.platforms.coral_npu.studies.trial_programs import Variations
from kernelcraft.proofs.expressions import Expressions, differing, expressions
from kernelcraft.sim.run import Limits

LIMITS: Final = Limits(instructions=10_000_000, cycles=20_000_000)
LATE: Final = 60
"""Changes until an order is compared with."""
PATIENCE: Final = 60
"""Changes for each step without a better order until the search begins again."""
NEAR: Final = (1, 1, 1, 2, 2, 3, 4, 6, 10, 20)
"""By how many places a step moves."""
MOST_OF_A_MOVE: Final = 4
CLEARLY: Final = 1.01
SEEDS: Final = (1, 2, 3)
Steps = tuple[str, ...]


class Case:
    """A cell whose kernel uses an order; what is right is what its plain order gives, with inputs
    of every distribution and several seeds. The first of them are timed."""

    def __init__(self, cell: Cell, name: str, plain: Steps) -> None:
        self.cell, self.name = cell, name
        drawn = [(each, seed) for seed in SEEDS for each in inputs.distributions(cell.task)]
        self.values = [inputs.draw(cell.task, cell.dims, each, seed) for each, seed in drawn]
        self.limits = LIMITS
        text = self.text(plain)
        self.variations = Variations(cell.platform.assemble(text))
        self.plain_text = text
        self.right, self.plain_cycles = self._run(text, 0)
        self.limits = replace(LIMITS, cycles=2 * self.plain_cycles)

    def text(self, steps: Steps) -> str:
        """The kernel with the steps in another order."""
        with trying(Trial({self.name: steps})):
            return kernels.expert.__wrapped__(self.cell)

    def cycles(self, steps: Steps) -> int | None:
        """Of the kernel in that order; None if its output is wrong or it does not end."""
        output, cycles = self._run(self.text(steps), 0)
        return cycles if output is not None and (output == self.right).all() else None

    def right_for_all(self, steps: Steps) -> bool:
        """Whether the kernel in that order is right for all inputs, not only for the first ones."""
        text = self.text(steps)
        return all(
            self._same(self._run(text, number)[0], self._run(self.plain_text, number)[0])
            for number in range(len(self.values))
        )

    def same_function(self, steps: Steps) -> bool:
        """Whether every output is the same expression of the inputs as in the plain order: runs
        can miss a step that takes a number too early, where that is nearly the right one."""
        found = expressions(self.cell, self.text(steps))
        return not found.refused and not len(differing(self.plain_expressions, found))

    @cached_property
    def plain_expressions(self) -> Expressions:
        """Of the outputs in the plain order."""
        return expressions(self.cell, self.plain_text)

    def _same(self, one: FloatArray | None, other: FloatArray | None) -> bool:
        return one is not None and other is not None and bool((one == other).all())

    def _run(self, text: str, number: int) -> tuple[FloatArray | None, int]:
        platform, memory = self.cell.platform, self.cell.memory_map
        state = platform.stage(memory, self.values[number], None)
        run = platform.run(self.variations.program(text), state, self.limits)
        output = None if run.fault is not None else platform.read(memory.output, run.state)
        return output, run.cycles


class Precedence:
    """Which steps have to come before which: neighbours whose exchange gave a wrong kernel.

    `fixed`: not where a step means another thing after the one that uses its result.
    """

    def __init__(self, plain: Steps, fixed: bool) -> None:
        self.plain, self.fixed = plain, fixed
        self.later: dict[tuple[str, str], float] = {}

    def allows(self, steps: Steps) -> bool:
        """Whether an order has nothing that is known to be wrong."""
        if not self.later:
            return True
        places, length = _places(steps), len(steps)
        return all(
            places[first] < places[second] + length * stages
            for (first, second), stages in self.later.items()
        )

    def learn(self, right: Steps, wrong: Steps, case: Case) -> None:
        """From an order that is right and another one in which only neighbours are exchanged."""
        changed = [
            at for at, (one, other) in enumerate(zip(right, wrong, strict=True)) if one != other
        ]
        if not self.fixed or len(changed) != 2 or changed[1] - changed[0] != 1:
            return
        first, second = changed
        if right[first] != wrong[second] or case.cycles(wrong) is not None:
            return
        names, stages = list(_places(right)), [each.count("'") for each in right]
        pair = names[first], names[second]
        known = dict(self.later)
        self.later[pair] = min(self.later.get(pair, math.inf), stages[first] - stages[second])
        if not self.allows(self.plain):  # it was only wrong where the loop begins or ends
            self.later = known


@dataclass(frozen=True)
class Found:
    """An order, its cycles relative to those of the plain one, and how many were tried."""

    steps: Steps
    cost: float
    evaluations: int


@dataclass(frozen=True)
class Search:
    """`cases` are timed; an order that is better than all others has to be right for `others`."""

    plain: Steps
    cases: Sequence[Case]
    others: Sequence[Case]

    @cached_property
    def pipelined(self) -> bool:
        """Whether steps may move on to another iteration: those of a loop, each with a name."""
        return any(len(each) > 1 for each in self.plain)

    def cost(self, steps: Steps, most: float = math.inf) -> float | None:
        """Cycles relative to the plain order's, on average; None for an order that is wrong, or for
        that of the first cells costs clearly more than `most`."""
        total = 0.0
        for number, case in enumerate(self.cases):
            if total > most * CLEARLY * number:
                return None
            cycles = case.cycles(steps)
            if cycles is None:
                return None
            total += cycles / case.plain_cycles
        return total / len(self.cases)

    def run(self, seed: int, evaluations: int, enough: float = 0.0) -> Found:
        """The best of this many orders, or the first one that costs no more than `enough`."""
        rng = random.Random(seed)
        best, least = self.plain, 1.0
        steps, cost, idle = self.plain, 1.0, 0
        late = [1.0] * LATE
        tried = 0
        precedence = Precedence(
            self.plain, self.pipelined or len(set(self.plain)) < len(self.plain)
        )
        while tried < evaluations and least > enough:
            new = self._changed(steps, rng)
            if new == steps or not precedence.allows(new):
                continue
            tried, idle = tried + 1, idle + 1
            most = max(cost, late[tried % LATE])
            found = self._accepted(new, least, most)
            if found is None:
                precedence.learn(steps, new, self.cases[0])
            elif found <= most:
                steps, cost = new, found
            late[tried % LATE] = min(late[tried % LATE], cost)
            if cost < least:
                best, least, idle = steps, cost, 0
            if idle == PATIENCE * len(self.plain):
                steps, cost, idle, late = self.plain, 1.0, 0, [1.0] * LATE
        return Found(best, least, tried)

    def _accepted(self, steps: Steps, least: float, most: float) -> float | None:
        cost = self.cost(steps, most)
        if cost is None or cost >= least:
            return cost
        every = (*self.cases, *self.others)
        right = all(each.right_for_all(steps) for each in every)
        return cost if right and self.cases[0].same_function(steps) else None

    def _changed(self, steps: Steps, rng: random.Random) -> Steps:
        """With one step or some neighbours at another place."""
        count = 1 if rng.random() < 0.8 else rng.randint(2, min(MOST_OF_A_MOVE, len(steps)))
        first, by = rng.randrange(len(steps) - count + 1), rng.choice(NEAR) * rng.choice((-1, 1))
        if self.pipelined:
            return _turned(steps, first, by)
        rest, moved = [*steps[:first], *steps[first + count :]], steps[first : first + count]
        place = max(0, min(len(rest), first + by))
        return (*rest[:place], *moved, *rest[place:])


def _turned(steps: Steps, first: int, by: int) -> Steps:
    """A step moved on in a loop: beyond an end of the body it belongs to another iteration."""
    places = _places(steps)
    name = list(places)[first]
    return _steady({**places, name: places[name] + by + (0.5 if by > 0 else -0.5)})


def _places(steps: Steps) -> dict[str, float]:
    """Where the steps of an iteration stand when it is not broken by the ends of the body.

    In the order of the body, by name, with a number for the steps of a sequence after the first.
    """
    counts: Counter[str] = Counter()
    found = {}
    for at, name in enumerate(steps):
        counts[name] += 1
        number = str(counts[name]) * (counts[name] > 1)
        found[name.rstrip("'") + number] = float(at + len(steps) * name.count("'"))
    return found


def _steady(places: Mapping[str, float]) -> Steps:
    """The body in which steps of an iteration have these places."""
    stages = {name: divmod(at, len(places)) for name, at in places.items()}
    least = min(stage for stage, _ in stages.values())
    ordered = sorted(stages, key=lambda name: stages[name][1])
    return tuple(name + "'" * int(stages[name][0] - least) for name in ordered)
