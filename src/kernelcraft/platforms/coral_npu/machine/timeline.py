"""The words of the timing model's state: when what the core is doing now will be done.

Times are cycles. A *moment* is 8 * cycle + reason: the later of two moments is also the one with
the reason why nothing could happen earlier, so one comparison finds both.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag


class Reason(IntEnum):
    """Why an instruction could not be dispatched earlier."""

    ISSUE = 0
    FETCH = 1
    SCALAR = 2
    LOAD_STORE = 3
    EXTERNAL = 4
    VECTOR = 5
    DRAIN = 6


REASONS = (
    "issue",
    "fetch",
    "scalar result",
    "load/store unit",
    "external memory",
    "vector unit",
    "drain",
)


class Free(IntFlag):
    """What a what-if run makes free: bit i is cause i of the machine."""

    EXTERNAL = 1
    LOAD_STORE = 2
    VECTOR = 4
    FETCH = 8
    SCALAR = 16


class Kind(IntEnum):
    """How an instruction is timed on the scalar side."""

    ALU = 0
    MUL = 1
    DIV = 2
    BRANCH = 3
    JUMP = 4
    CSR = 5
    FLOAT = 6
    FLOAT_MOVE = 7
    FLOAT_DIV = 8
    LOAD = 9
    STORE = 10
    VSET = 11
    FENCE = 12
    FLUSH = 13
    PAUSE = 14


class Unit(IntEnum):
    """Where a vector uop is carried out."""

    ALU = 0
    MULTIPLY = 1
    COLLECT = 2  # compares and reductions: every uop works into one result
    COLLECT_WIDE = 3  # widening reductions: two cycles a uop
    PERMUTE = 4  # all uops of an instruction begin together
    DIVIDE = 5
    COUNT = 6  # the slow part of the ALU: vcpop
    COMPRESS = 7  # its uops begin one by one; a result comes when it is full, the rest at the end


# A word of flags that says what is known of an instruction before it runs.
ALONE, CLOSES, MARKS, LATE_A, LATE_B, CONTROL, ZERO_START, SIGNED, READS_A, READS_B, JUMPS = (
    1 << bit for bit in range(11)
)

X, F = 0, 32  # offsets into READY
READY = 0  # 64 moments: when x and f registers can be read
VREADY = 64  # 32 cycles: when vector registers can be read
HELD = 96  # 32 times cycle << 32 | cycle: until when stores of a register hold it, since when
DISPATCHED = 128  # ring of 8 cycles: the newest instructions
RETIRED = 136  # ring of 8 moments: when each leaves the retirement buffer
QUEUE = 144  # ring of 4 cycles: when accesses left the load/store queue
ROB = 148  # ring of 8 cycles: when uops leave the reorder buffer
PERMUTES = 156  # ring of 8 cycles: when uops leave the queue of the permute unit
COMMANDS = 164  # ring of 16 moments: when vector instructions have left the command queue
UOPS = 180  # ring of 16 cycles: when uops left the uop queue
SHOWN = 196  # 64 times: address of a vector instruction; four times when it was done and left
DIVIDED = 772  # 2 words of dividends, 2 of divisors, and 256 * signed + SEW: the last division
STORES = 777  # ring of 64 pairs: address of a store, when one of its registers is stored
(
    COUNT,
    NOW,
    SLOTS,
    MASK,
    NEXT,
    AFTER,  # CONTROL and JUMPS of the newest instruction
    REQUEST,
    LINE,
    LATEST,
    MUL,
    DIVIDER,
    FLOAT,
    ACCESSES,
    FREE_AT,
    QUEUE_ROOM,  # a moment
    LAST_VECTOR,
    VECTOR_BEFORE,
    VECTORS,
    SET_IN_GROUP,
    DECODE,
    DECODED_INSTRUCTIONS,
    DECODED_UOPS,
    UOP_AT,
    UOPS_NOW,
    PORTS,
    UOP_COUNT,
    ROB_COUNT,
    PERMUTE_COUNT,
    LEAVES,  # 4 * cycle + place of the newest uop that leaves the reorder buffer
    ALU_SLOT,  # 2 * cycle + unit of the newest uop
    MULTIPLY_SLOT,
    PERMUTE_AT,
    HEAD_AT,  # from when the next uop is the first in the queue of the permute unit
    COMPRESS_AT,  # as PERMUTE_AT, for a vcompress
    HELD_UNTIL,  # the end of all holds
    DIVIDE_AT,
    MEMORY_UNTIL,
    MEMORY_REASON,
    BUFFER,
    FLOAT_LATENCY,
    STORED,
    READ_LATENCY,
    BEGAN,  # cycle in which a unit began with the newest instruction, for traces
    DONE,  # cycle in which its last result is there, or its last byte is stored
) = range(905, 949)
WORDS = DONE + 1


def prelude() -> str:
    """C: the numbers of this module as T_NOW, members of its enumerations as Reason_FETCH."""
    words = {f"T_{name}": value for name, value in globals().items() if isinstance(value, int)}
    for numbers in (Reason, Free, Kind, Unit):
        words |= {f"{numbers.__name__}_{each.name}": int(each) for each in numbers}
    listed = ", ".join(f"{name} = {value}" for name, value in words.items())
    return f"enum {{{listed}}};\n"
