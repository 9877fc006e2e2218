"""Misses of the data cache, from an access to a free MSHR, with their C twins.

The core is walked through in program order, but a load that comes later in it can join a line that
is on its way, and keep the MSHR from an access that comes earlier and waits for it. So the newest
misses are kept as words, and all their times are found again after each change; what was said too
early of a load is put right where it is looked at next: its register, the rows behind it.
"""

from __future__ import annotations

from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.platforms.boom.machine.core.predictor import shifted
from kernelcraft.platforms.boom.machine.core.timeline import Miss, P, Reason
from kernelcraft.platforms.boom.machine.core.times import (
    ACCESS,
    AGAIN,
    ASKS,
    BEATS,
    CLOSED,
    EMPTIED,
    EVICTION,
    FLOAT_LOAD,
    LOAD,
    LOOKED_AT,
    NEXT_TRY,
    REPLAYED,
    SERVED,
    TAKEN,
)
from kernelcraft.platforms.boom.machine.core.units import moment
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine


def miss_at(index: int) -> int:
    """The word at which a miss begins."""
    return at.MISSES_AT + index % at.MISSES * len(Miss)


def misses(t: Array) -> range:
    """Those that are followed."""
    return range(max(0, int(t[at.MISSED]) - at.MISSES), int(t[at.MISSED]))


def miss_word(t: Array, index: int, word: Miss) -> int:
    """A word of a miss."""
    return int(t[miss_at(index) + word])


def replaced_way(t: Array) -> int:
    """The way that a miss replaces; the register moves on with each access that an MSHR takes."""
    bits = int(t[P.CACHE_WAYS]).bit_length() - 1
    return sum((int(t[at.REPLACING]) >> (15 - bit) & 1) << bit for bit in range(bits))


def _kept(t: Array, index: int, cycle: int) -> list[tuple[int, int]]:
    """The spans of cycles in which the buffer of arriving lines cannot be read for a miss.

    A line arrives then, or an MSHR of a lower number reads it. Those that end before `cycle` are
    left out.
    """
    mshr, spans = miss_word(t, index, Miss.MSHR), []
    for i in misses(t):
        if i == index:
            continue
        granted = miss_word(t, i, Miss.GRANTED)
        spans.append((granted - BEATS, granted))
        if miss_word(t, i, Miss.MSHR) < mshr:
            if miss_word(t, i, Miss.DRAINED):
                used, read = miss_word(t, i, Miss.USED), miss_word(t, i, Miss.READ)
                spans.append((used - SERVED, read - 1))
            spans.append((miss_word(t, i, Miss.MOVED), miss_word(t, i, Miss.CACHED)))
    return [(first, end) for first, end in spans if end > cycle]


def _outside(spans: list[tuple[int, int]], cycle: int) -> int:
    """The first cycle, from one on, that lies in no span."""
    while True:
        until = next((end for first, end in spans if first <= cycle < end), None)
        if until is None:
            return cycle
        cycle = until


@routine("int64_t admitted(int64_t *t, int64_t cycle)")
def admitted(t: Array, cycle: int) -> int:
    """When the cache takes an access: replays and what is read to be written back go before."""
    for i in misses(t):
        first = miss_word(t, i, Miss.CACHED) - ACCESS
        last = first + miss_word(t, i, Miss.REPLAYED)
        read = miss_word(t, i, Miss.MOVED) - ACCESS - 2
        if first <= cycle < last:
            cycle = last
        if miss_word(t, i, Miss.DIRTY) and read - BEATS <= cycle < read:
            cycle = read
    return cycle


def _moved_into(t: Array, index: int, cycle: int) -> int:
    """When a line is in the cache whose last beat could be there at a cycle."""
    miss = miss_at(index)
    if index:  # after those before
        cycle = max(cycle, int(t[miss + Miss.GRANTED]) + BEATS)
    t[miss + Miss.GRANTED] = cycle
    others = _kept(t, index, cycle)
    for i in range(int(t[miss + Miss.DRAINED])):
        cycle = _outside(others, cycle)
        if not i:
            t[miss + Miss.USED] = cycle + SERVED
        cycle += 1
    t[miss + Miss.READ] = cycle + 1
    cycle += 1 + LOOKED_AT
    if t[miss + Miss.DIRTY]:
        cycle = max(cycle + 1, int(t[miss + Miss.EVICTED]))
        t[miss + Miss.EVICTED] = cycle + EVICTION + t[P.LATENCY]
        cycle += int(t[P.WRITE_BACK]) - 1
    t[miss + Miss.MOVED] = cycle
    for _ in range(BEATS):
        cycle = _outside(others, cycle) + 1
    return cycle


def _timed(t: Array, index: int) -> None:
    """The times of a miss."""
    miss, cycle = miss_at(index), miss_word(t, index, Miss.ASKED)
    before = int(t[miss + Miss.BEFORE])
    if before > misses(t).start:
        cycle = max(cycle, miss_word(t, before - 1, Miss.FREE) - TAKEN + AGAIN)
    if index and cycle == miss_word(t, index - 1, Miss.ACCEPTED) + 1:
        cycle += NEXT_TRY
    t[miss + Miss.ACCEPTED] = cycle
    for word in (Miss.GRANTED, Miss.EVICTED):
        t[miss + word] = miss_word(t, index - 1, word) if index else 0
    if t[miss + Miss.CLEAN]:
        cycle += ASKS + 1
        t[miss + Miss.READ] = t[miss + Miss.MOVED] = cycle
    else:
        cycle = _moved_into(t, index, cycle + int(t[P.LATENCY] + t[P.MISS]) - SERVED)
    t[miss + Miss.CACHED] = cycle
    t[miss + Miss.FREE] = cycle + t[miss + Miss.REPLAYED] + EMPTIED


def _belated(t: Array, index: int, used: int) -> None:
    """The load that began a miss has its value later than was said before."""
    register = miss_word(t, index, Miss.REGISTER)
    more = FLOAT_LOAD if register >= 32 else 0
    t[at.ROWS_LATE] = t[at.ROWS]
    t[at.INTEGERS_LATE] = t[at.INTEGERS]
    if register and t[at.READY + register] == moment(used + more, Reason.MISS):
        t[at.READY + register] = moment(miss_word(t, index, Miss.USED) + more, Reason.MISS)


def _timed_again(t: Array, cycle: int) -> None:
    """The times of all that are not over at a cycle, after one has changed then.

    Those of the oldest stay.
    """
    oldest = misses(t).start + int(t[at.MISSED] > at.MISSES)
    for i in range(oldest, int(t[at.MISSED])):
        used = miss_word(t, i, Miss.USED)
        if miss_word(t, i, Miss.FREE) <= cycle:
            continue
        _timed(t, i)
        if used and miss_word(t, i, Miss.USED) != used:
            _belated(t, i, used)


def joined(t: Array, index: int, cycle: int, store: int) -> int:
    """When an access is served whose line a miss is at work on; it waits, too."""
    miss, asks = miss_at(index), cycle + ASKS
    if asks >= t[miss + Miss.FREE] - CLOSED:
        t[at.ACCEPTED] = t[miss + Miss.FREE] - ASKS + AGAIN  # it is a hit then
        return int(t[at.ACCEPTED]) + LOAD
    t[at.REPLACING] = shifted(int(t[at.REPLACING]))
    if not store and not t[miss + Miss.STORED] and asks <= t[miss + Miss.READ] - 2:
        t[miss + Miss.DRAINED] += 1
        _timed_again(t, asks)
        return int(t[miss + Miss.READ])
    if store:
        t[miss + Miss.STORED] = 1
    t[miss + Miss.REPLAYED] += 1
    _timed_again(t, asks)
    return int(t[miss + Miss.CACHED] + t[miss + Miss.REPLAYED]) - 1 + REPLAYED


def _soonest_mshr(t: Array) -> tuple[int, int]:
    """The cycle in which the first MSHR is free, and which it is."""
    oldest, found = misses(t).start, []
    for i in range(int(t[P.MSHRS])):
        last = int(t[at.MSHRS_AT + i])
        found.append((miss_word(t, last - 1, Miss.FREE) if last > oldest else 0, i))
    return min(found)


def missing(t: Array, line: int, cycle: int, store: int, clean: int) -> int:
    """A miss begins, of a load or a store: its first word.

    A clean line only has to become dirty. Whose victim is known is `under_way`.
    """
    free, mshr = _soonest_mshr(t)
    before = int(t[at.MSHRS_AT + mshr]) if free - TAKEN > cycle else 0
    for i in misses(t):  # one of a set at a time
        until = miss_word(t, i, Miss.FREE)
        if (miss_word(t, i, Miss.LINE) - 1) % at.SETS != line % at.SETS:
            continue
        if until - TAKEN > cycle and until >= free:
            free, before = until, i + 1
    t[at.REPLACING] = shifted(int(t[at.REPLACING]))
    index = int(t[at.MISSED])
    t[at.MISSED] += 1
    miss = miss_at(index)
    t[miss : miss + len(Miss)] = 0
    t[miss + Miss.LINE] = line + 1
    t[miss + Miss.ASKED] = free - TAKEN + AGAIN if before else cycle
    t[miss + Miss.BEFORE] = before
    t[miss + Miss.STORED] = t[miss + Miss.REPLAYED] = store
    t[miss + Miss.DRAINED] = not store
    t[miss + Miss.CLEAN] = clean
    t[miss + Miss.MSHR] = mshr
    if not store:
        t[miss + Miss.ROW] = t[at.ROWS] + t[at.ROW_BEGAN]
        t[miss + Miss.INTEGER] = t[at.INTEGERS]
        t[miss + Miss.REGISTER] = t[at.DESTINATION]
    t[at.MSHRS_AT + mshr] = index + 1
    return miss


def under_way(t: Array) -> None:
    """The newest miss takes its time; its access is at ACCEPTED."""
    newest = int(t[at.MISSED]) - 1
    _timed(t, newest)  # first: others wait for its beats
    _timed_again(t, miss_word(t, newest, Miss.ACCEPTED))
    t[at.ACCEPTED] = miss_word(t, newest, Miss.ACCEPTED)


def all_there(t: Array) -> int:
    """The cycle in which no miss is under way any more."""
    return max((miss_word(t, i, Miss.FREE) for i in misses(t)), default=0)
