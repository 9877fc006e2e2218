"""The core after reset, and between two calls of a kernel."""

from __future__ import annotations

from dataclasses import astuple, replace

from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.platforms.boom.machine.core.parameters import CoreParameters
from kernelcraft.platforms.boom.machine.core.timeline import Reason
from kernelcraft.platforms.boom.machine.core.units import moment
from kernelcraft.sim.machine import Array

SEED = 0xACE1  # of the shift register; ours
WEAKLY_TAKEN = 0b10_10_10_10  # RTL: the counters of the BIM after reset


def begin(t: Array, core: CoreParameters, latency: int | None = None) -> None:
    """Reset: nothing is in flight, caches and predictors are empty."""
    words = astuple(core if latency is None else replace(core, latency=latency))
    t[: at.WORDS] = 0
    t[: len(words)] = words
    t[at.BIM_AT : at.BIM_AT + 2 * at.BIM_SETS] = WEAKLY_TAKEN
    t[at.RANDOM] = SEED
    t[at.REPLACING] = 1 << 15  # RTL
    t[at.REDIRECTED] = moment(1, Reason.FETCH)


def again(t: Array) -> None:
    """The next instruction begins a call; caches and predictors stay as they are."""
    t[at.CALLED] = 1
