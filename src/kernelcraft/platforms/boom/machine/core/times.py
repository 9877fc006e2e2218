"""Times between the stages of the core and of its units, in cycles; the same for all its sizes.

Measured (docs/platforms/boom_timing.md) unless another source is given.
"""

from __future__ import annotations

RENAMED = 2  # RTL: from the fetch buffer to the dispatch
STAGES = 4  # RTL: from the fetch of a packet to the fetch buffer
RESOLVED = 4  # from the issue of a branch to the fetch of the other path
LOAD = 4  # load to use in the first cache
FLOAT_LOAD = 1  # more of a float
LOOKS_AGAIN = 3  # RTL: between two looks of a load for the data of its store
LOOKS_NEXT = 2  # RTL: from where a load finds them to the look of the next that waits
FILLED = 5  # RTL: from there to the issue of the store and the load that its commit lets in
AFTER_ADDRESS = 6  # fitted: from a store's address to that load
REPLAY = 2  # from a store's end to the load that could not take its data
WRITE = 7  # fitted: from the write into the cache to a free entry of the store queue
DONE = 3  # fitted: from a result to its commit
LOADED = 2  # the same of a load
BY_ZERO = 69  # a division by zero
QUOTIENT = 4  # RTL: from an addition's issue to the use of a quotient that is written in its place
PRODUCTS = 2  # RTL: more of it at a port that multiplies, too
PRODUCT = 6
FLOAT_OPERATION = 7
DIVISION, ROOT = 23, 31  # of floats
PIPELINED = 3  # cycles before its end in which the unit of floats takes the next division
TO_FLOAT, FROM_FLOAT = 5, 7  # only their sum was measured
ORDER = 3  # fitted: a violated order, beyond the rows that are rolled back
# RTL, of a load from its issue: to its access, to where it asks for an MSHR, between two tries.
ACCESS, ASKS, NEXT_TRY = 2, 4, 4
AGAIN = 2  # from a free MSHR to an access that waits for it: what is left of NEXT_TRY, on average
BEATS = 8  # RTL: of a line, as it comes and as it moves into the cache
SERVED = 2  # RTL: from where a load leaves its MSHR to the use of its value
LOOKED_AT = 3  # RTL: cycles in which the state of the victim is read
TAKEN = 3  # RTL: how long before an MSHR is free the load is issued that takes it
CLOSED = 3  # RTL: how long before that nothing can join it any more
EMPTIED = 4  # RTL: from the last replay to a free MSHR
REPLAYED = 3  # RTL: from a replay to the use of its value
EVICTION = 21  # of one write-back, beyond the memory's latency: one at a time, until its answer


def times() -> dict[str, int]:
    """All of them, by name."""
    return {name: value for name, value in globals().items() if isinstance(value, int)}
