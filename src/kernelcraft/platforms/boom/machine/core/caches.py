"""The two first-level caches, their misses and the store queue, with their C twins."""

from __future__ import annotations

from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.platforms.boom.machine.core.misses import (
    admitted,
    joined,
    miss_word,
    misses,
    missing,
    replaced_way,
    under_way,
)
from kernelcraft.platforms.boom.machine.core.predictor import drawn
from kernelcraft.platforms.boom.machine.core.timeline import Free, Miss, Reason
from kernelcraft.platforms.boom.machine.core.times import (
    AFTER_ADDRESS,
    ASKS,
    FILLED,
    LOAD,
    LOOKS_AGAIN,
    LOOKS_NEXT,
    REPLAY,
    SERVED,
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
        if t[found] == line + 1:
            return _found(t, found, line, cycle, store)
    if not store and any(
        miss_word(t, i, Miss.VICTIM) == line + 1 and cycle < miss_word(t, i, Miss.ACCEPTED)
        for i in misses(t)
    ):
        return cycle  # not yet replaced
    entry = first + at.LINE_WORDS * replaced_way(t)
    miss = missing(t, line, cycle, store, 0)
    t[miss + Miss.VICTIM], t[miss + Miss.DIRTY] = t[entry], t[entry + 1]
    under_way(t)
    t[entry : entry + at.LINE_WORDS] = (line + 1, store, int(t[at.MISSED]))
    return int(t[miss + Miss.GRANTED]) + SERVED if store else int(t[miss + Miss.USED])


def _found(t: Array, found: int, line: int, cycle: int, store: int) -> int:
    """When an access is served whose line is in the cache or on its way there."""
    clean, miss = not t[found + 1], int(t[found + 2]) - 1
    t[found + 1] |= store
    if miss in misses(t) and cycle + ASKS < miss_word(t, miss, Miss.FREE):
        return joined(t, miss, cycle, store)
    if not store or not clean:
        return cycle
    missing(t, line, cycle, store, 1)
    under_way(t)
    t[found + 2] = t[at.MISSED]
    return int(t[at.ACCEPTED])


def store_at(index: int) -> int:
    """The word at which an entry of the store queue begins."""
    return at.STORED + index % at.QUEUE * at.STORE_WORDS


def drain(t: Array, cycle: int, must: int) -> None:
    """Committed stores go to the cache, in order: those before `must`, others until `cycle`."""
    while t[at.DRAINED] < t[at.STORES]:
        store = store_at(int(t[at.DRAINED]))
        writes = admitted(t, max(int(t[at.WRITTEN]) + 1, int(t[store + 4])))
        if writes > cycle and t[at.DRAINED] >= must:
            return
        data_line(t, int(t[store]) // at.LINE, writes, 1)
        t[at.WRITTEN] = t[at.ACCEPTED]
        t[at.RELEASED] = max(int(t[at.RELEASED]), int(t[at.ACCEPTED]) + WRITE)
        t[store + 4] = t[at.RELEASED]
        t[at.DRAINED] += 1


def store_room(t: Array) -> int:
    """The cycle in which the store queue has room for one more."""
    oldest = int(t[at.STORES]) - int(t[at.P.STORE_QUEUE]) + 1
    if oldest < 0:
        return 0
    drain(t, 0, oldest + 1)
    return int(t[store_at(oldest) + 4])


def _looking(t: Array, cycle: int, data: int) -> int:
    """When a load issued at a cycle finds the data of its store, issued at another.

    It looks every third cycle, after those that wait longer; the store and the load that come in
    when the one before has left go before it.
    """
    if cycle + 1 >= data:
        return cycle
    before = int(t[at.LOOKED_LAST])
    looks = before + LOOKS_NEXT if cycle < before else cycle
    while looks + 1 < data:
        looks += LOOKS_AGAIN
    port = at.PORTS_AT + at.MEMORY_PORT * at.CALENDAR
    while FILLED <= looks - before < FILLED + 2:
        if t[port + looks % at.CALENDAR] == looks:
            break  # by an older operation, so not by those
        looks += 1
    t[at.LOOKED_LAST] = looks
    return looks


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
            looks = _looking(t, cycle, data)
            # Those that wait for an integer are woken early only at the first look.
            late = int(looks > cycle and t[at.DESTINATION] < 32)
            return moment(max(looks + LOAD + late, known + AFTER_ADDRESS), Reason.LOAD_STORE)
        drain(t, cycle, i + 1)
        return moment(max(cycle, int(t[store + 4])) + REPLAY, Reason.LOAD_STORE)
    first = admitted(t, cycle)
    cycle = admitted(t, max(first, cycle + LOOKS_AGAIN)) if first > cycle else cycle
    there = data_line(t, address // at.LINE, cycle, 0)
    if there == cycle:
        return moment(cycle + LOAD, Reason.LOAD_STORE)
    return moment(there, Reason.MISS)


def stored(t: Array, address: int, size: int, known: int, data: int, committed: int) -> None:
    """A store enters its queue: address and data issued at these cycles, committed at another."""
    store = store_at(int(t[at.STORES]))
    t[store : store + 5] = (address, size, known, data, committed + 1)
    t[at.STORES] += 1
