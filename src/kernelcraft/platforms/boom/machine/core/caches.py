"""The two first-level caches, their misses and the store queue, with their C twins."""

from __future__ import annotations

from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.platforms.boom.machine.core.predictor import drawn
from kernelcraft.platforms.boom.machine.core.timeline import Free, Reason
from kernelcraft.platforms.boom.machine.core.times import (
    AFTER_ADDRESS,
    AGAIN,
    EVICTION,
    FORWARD,
    LOAD,
    REPLAY,
    REPLAYED,
    SAME_SET,
    VICTIM,
    WRITE,
)
from kernelcraft.platforms.boom.machine.core.units import moment
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

WRONG = -1  # of a load that an older store proves wrong


def _victim(t: Array) -> int:
    """The way that a new line replaces, at random."""
    return drawn(t) & (int(t[at.P.CACHE_WAYS]) - 1)


@routine("int64_t code_line(int64_t *t, int64_t line, int64_t cycle)")
def code_line(t: Array, line: int, cycle: int) -> int:
    """When a line of code can be read that is asked for at a cycle."""
    first = at.CODE_AT + line % at.SETS * at.MOST_WAYS
    if any(t[first + way] == line + 1 for way in range(int(t[at.P.CACHE_WAYS]))):
        return cycle
    t[first + _victim(t)] = line + 1
    if int(t[at.FREE]) & Free.FETCH:
        return cycle
    return cycle + int(t[at.P.LATENCY]) + int(t[at.P.INSTRUCTION_MISS])


def _joined(t: Array, found: int, cycle: int, store: int) -> int:
    """When an access is served whose line an MSHR is at work on; it and the refills wait.

    Loads that wait when the line comes are served one after the other. Loads after a store, and
    those that find none before them, are replayed once the line is in the cache.
    """
    more = int(t[at.P.JOINED_STORE if store else at.P.JOINED_LOAD])
    mshr = int(t[found + 4])
    t[at.MSHRS_AT + mshr] += more
    t[found + 3] += more
    if store:
        t[found + 2] = 0
    early = cycle + LOAD <= t[found + 2] + 1
    if t[at.MISSING_AT + mshr] == t[found]:
        t[at.REPLAYED_AT + mshr] += more
        t[at.REPLAYS_AT + mshr] += 0 if early else more
    if not early:
        return int(t[found + 3])
    t[at.BUS] += more
    t[found + 2] += more
    return int(t[found + 2])


def _written_back(t: Array, cycle: int) -> int:
    """How much longer a miss takes whose dirty victim is to be written back from `cycle` on."""
    begins = max(cycle, int(t[at.EVICTED]))
    t[at.EVICTED] = begins + EVICTION + int(t[at.P.LATENCY])
    return begins - cycle + int(t[at.P.WRITE_BACK])


def _admitted(t: Array, cycle: int) -> int:
    """When the cache takes an access: an MSHR's replays go before."""
    for i in range(int(t[at.P.MSHRS])):
        last = int(t[at.REPLAYED_AT + i]) - LOAD
        if last - t[at.REPLAYS_AT + i] <= cycle < last:
            cycle = last
    return cycle


def _accepted(t: Array, line: int, store: int) -> int:
    """The MSHR that takes a miss, at ACCEPTED."""
    mshr = 0
    for i in range(int(t[at.P.MSHRS])):
        if t[at.MSHRS_AT + i] < t[at.MSHRS_AT + mshr]:
            mshr = i
        missing = int(t[at.MISSING_AT + i])
        if missing and (missing - 1) % at.SETS == line % at.SETS:  # one miss of a set at a time
            t[at.ACCEPTED] = max(int(t[at.ACCEPTED]), int(t[at.MSHRS_AT + i]) - SAME_SET)
    if t[at.MSHRS_AT + mshr] > t[at.ACCEPTED]:
        t[at.ACCEPTED] = int(t[at.MSHRS_AT + mshr]) + (0 if store else AGAIN)
    return mshr


@routine("int64_t data_line(int64_t *t, int64_t line, int64_t cycle, int64_t store)")
def data_line(t: Array, line: int, cycle: int, store: int) -> int:
    """When the line of an access is there, at the earliest at `cycle`; a store makes it dirty.

    The cache takes the access at ACCEPTED.
    """
    first = at.DATA_AT + line % at.SETS * at.MOST_WAYS * at.LINE_WORDS
    t[at.ACCEPTED] = cycle
    if int(t[at.FREE]) & Free.MISS:
        return cycle
    ways = int(t[at.P.CACHE_WAYS])
    for found in range(first, first + at.LINE_WORDS * ways, at.LINE_WORDS):
        if t[found] != line + 1:
            continue
        t[found + 1] |= store
        return _joined(t, found, cycle, store) if t[found + 3] > cycle + LOAD else cycle
    entry = first + at.LINE_WORDS * _victim(t)
    mshr = _accepted(t, line, store)
    there = int(t[at.ACCEPTED]) + int(t[at.P.LATENCY]) + int(t[at.P.MISS])
    there = max(there, int(t[at.BUS]) + int(t[at.P.REFILL]))
    t[at.BUS] = there
    t[at.MISSING_AT + mshr] = line + 1
    leaves = _written_back(t, there + VICTIM) if t[entry + 1] else 0
    t[at.MSHRS_AT + mshr] = there - int(t[at.P.MISS]) + int(t[at.P.OCCUPIED]) + leaves
    t[at.REPLAYED_AT + mshr] = there + REPLAYED + leaves
    t[at.REPLAYS_AT + mshr] = store
    served = 0 if store else there
    t[entry : entry + at.LINE_WORDS] = (line + 1, store, served, there + REPLAYED + leaves, mshr)
    t[at.MISSED] += 1
    return there


def all_there(t: Array) -> int:
    """The cycle in which no miss is under way any more."""
    return max(int(word) for word in t[at.MSHRS_AT : at.MSHRS_AT + int(t[at.P.MSHRS])])


def store_at(index: int) -> int:
    """The word at which an entry of the store queue begins."""
    return at.STORED + index % at.QUEUE * at.STORE_WORDS


def drain(t: Array, cycle: int, must: int) -> None:
    """Committed stores go to the cache, in order: those before `must`, others until `cycle`."""
    while t[at.DRAINED] < t[at.STORES]:
        store = store_at(int(t[at.DRAINED]))
        writes = _admitted(t, max(int(t[at.WRITTEN]) + 1, int(t[store + 4])))
        if writes > cycle and t[at.DRAINED] >= must:
            return
        t[at.WRITTEN] = writes
        data_line(t, int(t[store]) // at.LINE, writes, 1)
        t[at.RELEASED] = max(int(t[at.RELEASED]), int(t[at.ACCEPTED]) + WRITE)
        t[store + 4] = t[at.RELEASED]
        t[at.DRAINED] += 1


def store_room(t: Array) -> int:
    """The cycle in which the store queue has room for one more."""
    oldest = int(t[at.STORES]) - int(t[at.P.STORE_QUEUE])
    if oldest < 0:
        return 0
    drain(t, 0, oldest + 1)
    return int(t[store_at(oldest) + 4])


def loaded(t: Array, address: int, size: int, cycle: int, again: bool) -> int:
    """The moment from which the value of a load can be used that was issued at a cycle.

    WRONG when an older store, of which the address came later, had that address.
    """
    oldest = max(0, int(t[at.STORES]) - int(t[at.P.STORE_QUEUE]))
    drain(t, cycle, 0)
    for i in range(int(t[at.STORES]) - 1, oldest - 1, -1):
        store = store_at(i)
        place, length, known, data, until = (int(word) for word in t[store : store + 5])
        if i < t[at.DRAINED] and until <= cycle:
            break  # written, as are all that are older
        if place >= address + size or place + length <= address:
            continue
        if known > cycle and not again:
            return WRONG
        if place <= address and place + length >= address + size:
            ready = max(cycle + LOAD, known + AFTER_ADDRESS, data + FORWARD)
            return moment(ready, Reason.LOAD_STORE)
        drain(t, cycle, i + 1)
        return moment(max(cycle, int(t[store + 4])) + REPLAY, Reason.LOAD_STORE)
    cycle = _admitted(t, cycle)
    there = data_line(t, address // at.LINE, cycle, 0)
    if there == cycle:
        return moment(cycle + LOAD, Reason.LOAD_STORE)
    return moment(there, Reason.MISS)


def stored(t: Array, address: int, size: int, known: int, data: int, committed: int) -> None:
    """A store enters its queue: address and data issued at these cycles, committed at another."""
    store = store_at(int(t[at.STORES]))
    t[store : store + 5] = (address, size, known, data, committed + 1)
    t[at.STORES] += 1
