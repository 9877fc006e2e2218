"""Times between the stages of the core and of its units, in cycles; the same for all its sizes.

Measured (docs/platforms/boom_timing.md) unless another source is given.
"""

from __future__ import annotations

RENAMED = 2  # RTL: from the fetch buffer to the dispatch
STAGES = 4  # RTL: from the fetch of a packet to the fetch buffer
RESOLVED = 4  # from the issue of a branch to the fetch of the other path
LOAD = 4  # load to use in the first cache
FLOAT_LOAD = 1  # more of a float
FORWARD = 5  # from a store's data to the load that takes it
AFTER_ADDRESS = 6  # fitted: from a store's address to that load
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
SAME_SET = 4  # fitted: how long before the end of a miss another of its set may begin
VICTIM = 3  # RTL: from a missing line to the request to write the one it replaces back
EVICTION = 21  # of one write-back, beyond the memory's latency: one at a time, until its answer
REPLAYED = 14  # RTL: from a missing line to a load that came too late for its first loads' round
AGAIN = 5  # fitted: from a free MSHR to the load that found none; a store is there at once


def times() -> dict[str, int]:
    """All of them, by name."""
    return {name: value for name, value in globals().items() if isinstance(value, int)}
