"""The words of the core's state: when what is in flight will be done, predictors, caches.

Times are cycles. A *moment* is 16 * cycle + reason: the later of two moments is also the one with
the reason why nothing could happen earlier, so one comparison finds both.
"""

from __future__ import annotations

from dataclasses import fields
from enum import IntEnum, IntFlag

from kernelcraft.platforms.boom.machine.core.kinds import Kind
from kernelcraft.platforms.boom.machine.core.parameters import CoreParameters
from kernelcraft.platforms.boom.machine.core.times import times


class Reason(IntEnum):
    """Why an instruction could not leave the reorder buffer earlier."""

    RETIRE = 0
    FETCH = 1
    MISPREDICT = 2
    DEPENDENCE = 3
    PORT = 4
    LOAD_STORE = 5
    MISS = 6
    WINDOW = 7
    SERIAL = 8


class P(IntEnum):
    """The words that hold the parameters: those of CoreParameters, in the same order."""

    WIDTH = 0
    BANKS = 1
    ROB = 2
    MEMORY_QUEUE = 3
    INTEGER_QUEUE = 4
    FLOAT_QUEUE = 5
    INTEGER_FREE = 6
    FLOAT_FREE = 7
    LOAD_QUEUE = 8
    STORE_QUEUE = 9
    BRANCHES = 10
    FETCH_BUFFER = 11
    FETCH_TARGETS = 12
    CACHE_WAYS = 13
    MSHRS = 14
    ALU_PORTS = 15
    JUMP_PORT = 16
    MULTIPLY_PORT = 17
    DIVIDE_PORT = 18
    CONVERT_PORT = 19
    FRONT = 20
    FLUSH = 21
    UNIQUE = 22
    ATOMIC = 23
    RESERVE = 24
    CONDITIONAL = 25
    FENCE = 26
    FENCE_I = 27
    MISS = 28
    WRITE_BACK = 29
    INSTRUCTION_MISS = 30
    LATENCY = 31


assert [each.name for each in P] == [each.name.upper() for each in fields(CoreParameters)]


class Free(IntFlag):
    """What a what-if run makes free: bit i is cause i of the machine."""

    MISPREDICT = 1
    FETCH = 2
    MISS = 4
    WINDOW = 8
    PORT = 16


REASONS = (
    "retire",
    "fetch",
    "mispredict",
    "dependence",
    "port",
    "load/store unit",
    "miss",
    "window full",
    "serialised",
)

# Sizes
SETS, LINE = 64, 64  # of both caches
MOST_WAYS = 8
BANK = 8  # bytes that one row of the predictors covers: SLOTS instructions
SLOTS = 4
MICRO_WAYS = 16  # of the micro-BTB
BTB_SETS, BTB_WAYS = 128, 2
BIM_SETS = 2048
TABLES = 6  # of the TAGE predictor
LOOP_SETS = 16
RETURNS = 32
CALENDAR = 1024  # cycles that the calendar of a port looks ahead
PORTS = 5  # three for integers, one for memory, one for floats
MEMORY_PORT, FLOAT_PORT = 3, 4
MOST = 128  # entries of any ring
QUEUE = 32  # entries of any queue
STORE_WORDS = 5  # of an entry of the store queue
DIVISIONS = 4  # that are followed
LINE_WORDS = 3  # of the data cache: its number + 1, dirty, the miss + 1 that fetched it
MISSES = 8  # that are followed


class Division(IntEnum):
    """The words of a division of integers."""

    WRITTEN = 0  # cycle of the issue of an addition that would be written when the quotient is
    BEGUN = 1  # cycle
    CYCLES = 2
    ROW = 3  # of the reorder buffer
    INTEGER = 4  # its place among those that write integers


class Miss(IntEnum):
    """The words of a miss, from the access that begins it until its MSHR is free again."""

    LINE = 0  # + 1
    ASKED = 1  # cycle of the access, at the earliest
    BEFORE = 2  # the miss + 1 that had the MSHR and made it wait, 0 for none
    STORED = 3  # a store waits for the line; loads after it are replayed
    DRAINED = 4  # loads that are served before the line is in the cache
    REPLAYED = 5  # accesses after it is
    DIRTY = 6  # the victim is
    ROW = 7  # of the load that began it
    INTEGER = 8  # its place among those that write integers
    REGISTER = 9  # that it writes
    VICTIM = 10  # line + 1
    ACCEPTED = 11  # cycles: of the access
    GRANTED = 12  # the last beat was there
    READ = 13  # the victim is looked at
    MOVED = 14  # the line moves into the cache
    CACHED = 15  # it is there
    FREE = 16  # the MSHR is
    USED = 17  # the load that began it has its value
    EVICTED = 18  # the next dirty line can be written back
    MSHR = 19
    CLEAN = 20  # the line is there, but a store has to make it dirty first


_FIRST = 48  # the parameters come first
READY = _FIRST  # 64 moments: when x and f registers can be read
MEMORY_QUEUE_AT = READY + 64  # heaps of cycles: when the entries of a queue become free
INTEGER_QUEUE_AT = MEMORY_QUEUE_AT + QUEUE
FLOAT_QUEUE_AT = INTEGER_QUEUE_AT + QUEUE
BRANCHES_AT = FLOAT_QUEUE_AT + QUEUE
MSHRS_AT = BRANCHES_AT + QUEUE  # the newest miss + 1 of each
MISSES_AT = MSHRS_AT + QUEUE  # a ring of misses
ROWS_AT = MISSES_AT + MISSES * len(Miss)  # rings of cycles: when the last entries were released
INTEGERS_AT = ROWS_AT + MOST
FLOATS_AT = INTEGERS_AT + MOST
LOADS_AT = FLOATS_AT + MOST
BUFFER_AT = LOADS_AT + MOST
TARGETS_AT = BUFFER_AT + MOST
STORED = TARGETS_AT + MOST  # ring of stores: address, size, address known, data known, written
DIVISIONS_AT = STORED + STORE_WORDS * QUEUE
# calendars: the cycle for which a place is taken
PORTS_AT = DIVISIONS_AT + len(Division) * DIVISIONS
MICRO_AT = PORTS_AT + PORTS * CALENDAR  # two banks of ways of slots: key, target
BTB_AT = MICRO_AT + 2 * 2 * MICRO_WAYS * SLOTS
BIM_AT = BTB_AT + 2 * 2 * BTB_SETS * BTB_WAYS * SLOTS
TAGE_AT = BIM_AT + 2 * BIM_SETS  # six tables of 256 rows, two banks, four slots
LOOPS_AT = TAGE_AT + TABLES * 256 * 2 * SLOTS  # tag, confidence, age, previous and own count
RETURNS_AT = LOOPS_AT + 5 * LOOP_SETS * 2 * SLOTS
CODE_AT = RETURNS_AT + RETURNS  # ways of sets: line + 1
DATA_AT = CODE_AT + SETS * MOST_WAYS  # ways of sets, of LINE_WORDS words
HASHED = DATA_AT + LINE_WORDS * SETS * MOST_WAYS  # row and tag in each TAGE table for this packet
_LAST = HASHED + 2 * TABLES
(
    FETCHED,  # cycle of the packet
    WHY,  # the reason of that cycle
    REDIRECTED,  # the next instruction begins a packet
    CHUNK,  # bank that is being read, its address / 8
    BANKS_LEFT,  # of the packet
    HISTORY,  # of branches, up to the packet before
    HISTORY_NOW,  # with the banks before of this packet
    LOOKED,  # HASHED is of this chunk
    NEXT_1,  # next address by the micro-BTB, by the BTB; 0 while it is the sequential one
    NEXT_2,
    SEEN_1,  # not-taken branches of this chunk: known to the micro-BTB, to the BTB, real
    SEEN_2,
    SEEN_3,
    TAKEN_1,  # the next address is that of a taken branch, not of a jump
    TAKEN_2,
    TOP,  # of the return addresses
    RANDOM,
    COUNT,  # instructions
    POSITION,  # instructions since the last redirection
    PACKETS,
    ROWS,
    LOADED,
    STORES,
    INTEGERS,
    FLOATS,
    DISPATCHED,  # cycle
    ROW_BEGAN,  # the newest row of the reorder buffer is another one
    ALONE,  # moment from which the next instruction may be dispatched
    COMMITTED,  # cycle
    DIVIDER,  # cycles: free again
    FLOAT_DIVIDER,
    ACCEPTED,  # cycle in which the cache took the newest access
    WRITTEN,  # cycle of the newest write of a store into the cache
    DRAINED,  # stores that were written
    RELEASED,  # cycle in which the newest store left its queue
    FREE,  # what takes no time in this run
    MISPREDICTED,  # counts for reports
    MISSED,
    VIOLATED,
    ISSUED,  # cycle of the newest operation
    KNOWN,  # cycles: address and data of the newest store were issued
    SENT,
    RESTARTED,  # cycle of a flush because of a load, 0 for none
    DIVIDED,  # divisions
    ROWS_LATE,  # rows and integers whose times may have been given out too early
    INTEGERS_LATE,
    DESTINATION,  # register of the load that is issued, 0 for none
    LOOKED_LAST,  # cycle in which the newest load that waited for a store's data found them
    REPLACING,  # the shift register that says which way of the data cache is replaced
    CALLED,  # again: a call begins, and what the one before left in flight ends first
    RESULT,  # cycle from which the newest result can be used, for traces
) = range(_LAST, _LAST + 51)
WORDS = RESULT + 1


def prelude() -> str:
    """C: the numbers of this module as T_NAME, times as NAME, parameters as P_NAME, Kind_NAME."""
    words = {
        f"T_{name}": value
        for name, value in globals().items()
        if isinstance(value, int) and name.isupper()
    }
    words |= times() | {"T_MISS_WORDS": len(Miss), "T_DIVISION_WORDS": len(Division)}
    for numbers in (P, Reason, Free, Kind, Miss, Division):
        words |= {f"{numbers.__name__}_{each.name}": int(each) for each in numbers}
    listed = ", ".join(f"{name} = {value}" for name, value in words.items())
    return f"enum {{{listed}}};\n"
