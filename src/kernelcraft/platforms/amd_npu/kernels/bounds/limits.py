"""What a bound is made of: limits, each with what comes before its uses, the uses, and the rest."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.machine.instructions import aie2


@dataclass(frozen=True)
class Part:
    """Cycles of one unit of the core, which no other part of the limit overlaps."""

    unit: str
    cycles: int
    reason: str


@dataclass(frozen=True)
class Limit:
    """Uses of a resource that serves n a cycle, with the bundles before and after them."""

    parts: tuple[Part, ...]

    @property
    def cycles(self) -> int:
        """All of it."""
        return sum(part.cycles for part in self.parts)


Way = tuple[Limit, ...]
"""All limits hold of a kernel that goes this way."""
Ways = Callable[[Cell], tuple[Way, ...]]
"""A kernel of the cell goes one of these."""


def fastest(ways: tuple[Way, ...]) -> Limit:
    """The largest limit of the way in which that is least."""
    slowest = (max(way, key=lambda limit: limit.cycles) for way in ways)
    return min(slowest, key=lambda limit: limit.cycles)


def _bundles(mnemonic: str) -> int:
    """From an instruction to the first bundle that sees its result."""
    latency = aie2.forms[mnemonic][0].latency
    assert isinstance(latency, int)
    return latency


LOADED: Final = _bundles("vlda")
MULTIPLIED: Final = _bundles("vmul.f")
SELECTED: Final = _bundles("vmax_lt.bf16")
SHIFTED: Final = _bundles("vsrs.s16.s32")
SPREAD: Final = _bundles("vbcst.16")
COMPUTED: Final = _bundles("and")
WHOLE_PRODUCT: Final = _bundles("vmul")
NARROWED: Final = _bundles("vconv.bf16.fp32")
ADDED: Final = MULTIPLIED - 2
"""From a product to a sum of accumulators, which are sampled in stage 3."""
FIRST: Final = 1
"""The bundle of the first access to a tensor. No tensor lies where an offset from p0 or sp reaches,
so another register has to hold its address, at best from the second bundle on. (A kernel that takes
it from the argument block waits for seven; one that is told where its tensors lie need not.)"""
START: Final = Part("issue", FIRST, "an address, before anything is loaded")


def before(unit: str, bundles: int, reason: str) -> tuple[Part, Part]:
    """From the kernel's first bundle to the first use, which needs what was loaded by then."""
    return START, Part(unit, bundles, reason)


def uses(unit: str, count: float, reason: str) -> Part:
    """A count of cycles; the last one counts although something follows in the next one."""
    return Part(unit, math.ceil(count), reason)
