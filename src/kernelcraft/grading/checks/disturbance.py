"""Runs a program again where something that its output may not depend on is different.

A program that counts the cycles of a DMA instead of asking its locks is right on the simulator,
whose DMA always has the same pace, and wrong on a machine where it is kept waiting.
"""

import numpy as np

from kernelcraft.grading.check import Refusal, Seen
from kernelcraft.records.verdict import Failure


def of_run(seen: Seen) -> Refusal | None:
    """Refuses another output, or none, under a disturbance."""
    platform, expected = seen.cell.platform, seen.found.output
    for when, state in platform.disturbed(seen.given.staged):
        run = platform.run(seen.program, state, seen.limits)
        if run.fault is not None:
            kind: Failure = "fault" if run.fault.kind == "machine" else "limit"
            return Refusal(kind, f"{run.fault}, when {when}")
        output = platform.read(seen.cell.memory_map.output, run.state)
        if not np.array_equal(output, expected, equal_nan=True):
            count = int(np.count_nonzero(output != expected))
            return Refusal(
                "wrong",
                f"{count} of {output.size} elements of the output are others when {when}: "
                "the kernel uses what it does not hold",
            )
    return None
