"""The core after reset, and between two calls of a kernel."""

from __future__ import annotations

from dataclasses import astuple, replace

from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.platforms.boom.machine.core.caches import drain
from kernelcraft.platforms.boom.machine.core.misses import all_there
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
    """The next call begins when everything is done; caches and predictors stay as they are."""
    drain(t, 0, int(t[at.STORES]))
    done = max(int(t[at.COMMITTED]), int(t[at.RELEASED]), all_there(t))
    t[at.COMMITTED] = done
    t[at.POSITION] = 0
    t[at.NEXT_1] = t[at.NEXT_2] = t[at.TAKEN_1] = t[at.TAKEN_2] = 0
    t[at.SEEN_1] = t[at.SEEN_2] = t[at.SEEN_3] = t[at.LOOKED] = 0
    t[at.REDIRECTED] = moment(done + 1, Reason.FETCH)
