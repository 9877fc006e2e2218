"""The issue queues and the ports of the execution units, with their C twins."""

from __future__ import annotations

from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

# Times between the stages and of the units, in cycles; measured (docs/platforms/boom_timing.md)
# unless another source is given. units.c has the same.
STAGES = 4  # RTL: from the fetch of a packet to the fetch buffer
RESOLVED = 4  # from the issue of a branch to the fetch of the other path
LOAD = 4  # load to use in the first cache
FLOAT_LOAD = 1  # more of a float
FORWARD = 5  # from a store's data to the load that takes it
AFTER_ADDRESS = 7  # from a store's address to that load
REPLAY = 2  # from a store's end to the load that could not take its data
WRITE = 7  # fitted: from the write into the cache to a free entry of the store queue
DONE = 3  # fitted: from a result to its commit
LOADED = 2  # the same of a load
BY_ZERO = 69  # a division by zero
PRODUCT = 6
FLOAT_OPERATION = 7
DIVISION, ROOT = 23, 31  # of floats
PIPELINED = 3  # cycles before its end in which the unit of floats takes the next division
TO_FLOAT, FROM_FLOAT = 5, 7  # only their sum was measured
ORDER = 3  # fitted: a violated order, beyond the rows that are rolled back
SAME_SET = 9  # fitted: how long before the end of a miss another of its set may begin


def moment(cycle: int, reason: int) -> int:
    """A cycle and why not earlier, as one number."""
    return cycle << 4 | reason


def replace_least(t: Array, heap: int, size: int, value: int) -> None:
    """Put a value in the place of the least of the heap that begins at a word."""
    place = 0
    while (child := 2 * place + 1) < size:
        if child + 1 < size and t[heap + child + 1] < t[heap + child]:
            child += 1
        if t[heap + child] >= value:
            break
        t[heap + place] = t[heap + child]
        place = child
    t[heap + place] = value


@routine("int64_t claimed(int64_t *t, int64_t ports, int64_t cycle)")
def claimed(t: Array, ports: int, cycle: int) -> int:
    """Take the first free cycle, from `cycle` on, of one of the ports in the set."""
    while True:
        for port in range(at.PORTS):
            place = at.PORTS_AT + port * at.CALENDAR + cycle % at.CALENDAR
            if ports >> port & 1 and t[place] != cycle:
                t[place] = cycle
                return cycle
        cycle += 1
