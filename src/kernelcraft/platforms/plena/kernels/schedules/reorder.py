"""Puts independent steps in an order in which addresses and special registers are used again."""

from __future__ import annotations

import random
from collections import OrderedDict
from collections.abc import Sequence

from kernelcraft.codegen.order import ordered, predecessors
from kernelcraft.platforms.plena.kernels.schedules.emit import needs
from kernelcraft.platforms.plena.kernels.schedules.steps import Key, Step

TRANSFER: Key = ("transfer", 0)  # what all transfers write where they keep their order
REGISTERS = 14  # numbers that are likely to be in a register still


def reordered(
    steps: Sequence[Step],
    rng: random.Random,
    window: int,
    restlessness: float,
    *,
    transfers_stay: bool = False,
) -> list[Step]:
    """The same steps, each after all that it depends on.

    The next step is one of the first `window` that could run, the one with the fewest numbers that
    are not in registers; `restlessness` adds up to as many numbers by chance. With `transfers_stay`
    the transfers keep their order, on which their cycles depend. A transfer right after a store
    stays there: what was stored is read fastest while it waits to be written.
    """
    before = predecessors((step.reads, _writes(step, transfers_stay)) for step in steps)
    order = ordered(before, _Addresses(steps, rng, restlessness), window)
    return [steps[index] for index in order]


def _writes(step: Step, transfers_stay: bool) -> tuple[Key, ...]:
    transfer = transfers_stay and step.instruction.unit == "dma"
    return (*step.writes, TRANSFER) if transfer else step.writes


class _Addresses:
    """The numbers that are in registers, and what special registers hold."""

    def __init__(self, steps: Sequence[Step], rng: random.Random, restlessness: float) -> None:
        self.steps, self.rng, self.restlessness = steps, rng, restlessness
        self.recent: OrderedDict[int, None] = OrderedDict()
        self.special: dict[str, int] = {}
        self.last = 0

    def of(self, index: int) -> tuple[float]:
        step = self.steps[index]
        if (
            index == self.last + 1
            and _waits(self.steps[self.last])
            and step.instruction.unit == "dma"
        ):
            return (-1.0,)
        missing = sum(number not in self.recent for number in needs(step))
        missing += sum(self.special.get(name, value) != value for name, value in _special(step))
        return (missing + self.rng.random() * self.restlessness,)

    def take(self, index: int) -> None:
        step, self.last = self.steps[index], index
        self.special.update(_special(step))
        for number in needs(step):
            self.recent[number] = None
            self.recent.move_to_end(number)
        while len(self.recent) > REGISTERS:
            self.recent.popitem(last=False)


def _waits(step: Step) -> bool:
    """Whether a step leaves something that waits to be written to HBM."""
    return step.instruction.mnemonic == "H_STORE_V"


def _special(step: Step) -> list[tuple[str, int]]:
    context = step.context
    pairs = (("scale", context.scale), ("stride", context.stride), ("v_mask", context.v_mask))
    return [(name, value) for name, value in pairs if value is not None]
