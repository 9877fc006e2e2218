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
    MASK = 6  # the slow part of the ALU: viota, vmsbf ...


# A word of flags that says what is known of an instruction before it runs.
ALONE, CLOSES, MARKS, LATE_A, LATE_B, CONTROL, ZERO_START, SIGNED, READS_A, READS_B = (
    1 << bit for bit in range(10)
)

X, F = 0, 32  # offsets into READY
READY = 0  # 64 moments: when x and f registers can be read
VREADY = 64  # 32 cycles: when vector registers can be read
DISPATCHED = 96  # ring of 8 cycles: the newest instructions
RETIRED = 104  # ring of 8 moments: when each leaves the retirement buffer
QUEUE = 112  # ring of 4 cycles: when accesses left the load/store queue
ROB = 116  # ring of 8 cycles: when uops leave the reorder buffer
PERMUTES = 124  # ring of 8 cycles: when uops leave the queue of the permute unit
COMMANDS = 132  # ring of 16 cycles: when vector instructions left the command queue
UOPS = 148  # ring of 16 cycles: when uops left the uop queue
_SCALARS = (
    "COUNT NOW SLOTS MASK CLOSED NEXT JUMPED REQUEST LINE AFTER_CONTROL LATEST MUL DIVIDER FLOAT "
    "ACCESSES FREE_AT LAST_VECTOR VECTORS SET_IN_GROUP DECODE DECODED_INSTRUCTIONS DECODED_UOPS "
    "UOP_AT UOPS_NOW PORTS UOP_COUNT ROB_COUNT PERMUTE_COUNT RETIRE_AT RETIRED_NOW ALU_AT ALU_NOW "
    "MULTIPLY_AT MULTIPLY_NOW PERMUTE_AT DIVIDE_AT MEMORY_UNTIL MEMORY_REASON BUFFER FLOAT_LATENCY "
    "READ_LATENCY PENDING_FLOAT"
).split()
(
    COUNT, NOW, SLOTS, MASK, CLOSED, NEXT, JUMPED, REQUEST, LINE, AFTER_CONTROL, LATEST, MUL,
    DIVIDER, FLOAT, ACCESSES, FREE_AT, LAST_VECTOR, VECTORS, SET_IN_GROUP, DECODE,
    DECODED_INSTRUCTIONS, DECODED_UOPS, UOP_AT, UOPS_NOW, PORTS, UOP_COUNT, ROB_COUNT,
    PERMUTE_COUNT, RETIRE_AT, RETIRED_NOW, ALU_AT, ALU_NOW, MULTIPLY_AT, MULTIPLY_NOW, PERMUTE_AT,
    DIVIDE_AT, MEMORY_UNTIL, MEMORY_REASON, BUFFER, FLOAT_LATENCY, READ_LATENCY, PENDING_FLOAT,
) = range(164, 164 + len(_SCALARS))
WORDS = 164 + len(_SCALARS)
