"""The two first-level caches, their misses and the store queue, with their C twins."""

from __future__ import annotations

from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.platforms.boom.machine.core.predictor import drawn
from kernelcraft.platforms.boom.machine.core.timeline import Free, Reason
from kernelcraft.platforms.boom.machine.core.times import (
    AFTER_ADDRESS,
    FORWARD,
    LOAD,
    REPLAY,
    SAME_SET,
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


def _joined(t: Array, line: int, cycles: int) -> None:
    """A line on its way has one access more to serve: its MSHR and the refills wait."""
    for i in range(int(t[at.P.MSHRS])):
        if t[at.MISSING_AT + i] == line + 1:
            t[at.MSHRS_AT + i] += cycles
    t[at.BUS] += cycles


@routine("int64_t data_line(int64_t *t, int64_t line, int64_t cycle, int64_t store)")
def data_line(t: Array, line: int, cycle: int, store: int) -> int:
    """When the line of an access is there, at the earliest at `cycle`; a store makes it dirty.

    The cache takes the access at ACCEPTED.
    """
    first = at.DATA_AT + line % at.SETS * at.MOST_WAYS * 3
    t[at.ACCEPTED] = cycle
    if int(t[at.FREE]) & Free.MISS:
        return cycle
    for found in range(first, first + 3 * int(t[at.P.CACHE_WAYS]), 3):
        if t[found] != line + 1:
            continue
        t[found + 1] |= store
        if t[found + 2] > cycle:
            _joined(t, line, int(t[at.P.JOINED_STORE if store else at.P.JOINED_LOAD]))
        return max(int(t[found + 2]), cycle)
    entry = first + 3 * _victim(t)
    mshr = 0
    for i in range(int(t[at.P.MSHRS])):
        if t[at.MSHRS_AT + i] < t[at.MSHRS_AT + mshr]:
            mshr = i
        missing = int(t[at.MISSING_AT + i])
        if missing and (missing - 1) % at.SETS == line % at.SETS:  # one miss of a set at a time
            t[at.ACCEPTED] = max(int(t[at.ACCEPTED]), int(t[at.MSHRS_AT + i]) - SAME_SET)
    t[at.ACCEPTED] = max(int(t[at.ACCEPTED]), int(t[at.MSHRS_AT + mshr]))
    there = int(t[at.ACCEPTED]) + int(t[at.P.LATENCY]) + int(t[at.P.MISS])
    there = max(there, int(t[at.BUS]) + int(t[at.P.REFILL]))
    t[at.BUS] = there
    t[at.MISSING_AT + mshr] = line + 1
    leaves = int(t[at.P.WRITE_BACK]) if t[entry + 1] else 0
    t[at.MSHRS_AT + mshr] = there - int(t[at.P.MISS]) + int(t[at.P.OCCUPIED]) + leaves
    t[entry : entry + 3] = (line + 1, store, there)
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
        writes = max(int(t[at.WRITTEN]) + 1, int(t[store + 4]))
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
    there = data_line(t, address // at.LINE, cycle, 0)
    if there == cycle:
        return moment(cycle + LOAD, Reason.LOAD_STORE)
    return moment(there, Reason.MISS)


def stored(t: Array, address: int, size: int, known: int, data: int, committed: int) -> None:
    """A store enters its queue: address and data issued at these cycles, committed at another."""
    store = store_at(int(t[at.STORES]))
    t[store : store + 5] = (address, size, known, data, committed + 1)
    t[at.STORES] += 1
