"""Where the cycles of a kernel went, and how many of them its cell's bound has, too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.codegen.attribution import BUSY, NAMES
from kernelcraft.codegen.executed import Kind
from kernelcraft.codegen.explanation import explained
from kernelcraft.platforms.amd_npu.kernels.bounds import breakdown
from kernelcraft.platforms.amd_npu.kernels.schedule import AIE2
from kernelcraft.platforms.amd_npu.machine.column_events import moved
from kernelcraft.sim.explanation import Explanation
from kernelcraft.sim.run import Run
from kernelcraft.sim.timeline import Event

TRACED: Final = 20_000  # bundles that are followed; more would take longer than a look is worth
ISSUE: Final = ("issue", "idle")  # the machine's reasons for the cycle of a bundle
LOCK: Final = "lock"
DRAIN: Final = "drain"
PARTS: Final[Mapping[str, str]] = {
    "issue": NAMES[Kind.LATENCY],
    "latency": NAMES[Kind.LATENCY],
}
"""What the cycles of a bound's units are here; those of other units are busy."""


def explanation(cell: Cell, run: Run) -> Explanation:
    """Of a run whose first `TRACED` bundles are in its trace.

    Where operands are streamed the core's work hides behind the DMA's, or this behind that: their
    cycles are not compared with those of the bound one by one.
    """
    needed: dict[str, int] = {}
    for part in () if cell.memory_map.streamed else breakdown(cell):
        name = PARTS.get(part.unit, BUSY)
        needed[name] = needed.get(name, 0) + part.cycles
    return explained(AIE2, run, ISSUE, needed)


def events(run: Run) -> Iterator[Event]:
    """What the core did, and when, of a run that is traced to its end: work, or take a lock.

    Then what each channel of the DMA moved, and when.
    """
    profile, trace = run.profile, run.trace
    last = np.flatnonzero(profile.program.ends)  # the operations that are charged for a bundle
    charged = profile.cycles[:, profile.reasons.index(LOCK)] > 0
    waits = charged[last[np.searchsorted(last, trace.places)]]
    over = trace.begins + trace.spent.sum(axis=1)
    begin = 0
    for issued, end in zip(trace.begins[waits].tolist(), over[waits].tolist(), strict=True):
        if end > issued + 1:
            yield Event("core", "at work", begin, issued + 1)
            yield Event("core", "at a lock", issued + 1, end)
            begin = end
    end = run.cycles - profile.by_reason()[DRAIN]
    yield Event("core", "at work", begin, end)
    if end < run.cycles:
        yield Event("core", "has ended", end, run.cycles)
    yield from moved(run.state)
