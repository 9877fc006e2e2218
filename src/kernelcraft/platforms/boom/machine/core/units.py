"""The ports and the execution units, with their C twins: when an operation is issued and done."""

from __future__ import annotations

from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.platforms.boom.machine.core.kinds import Kind
from kernelcraft.platforms.boom.machine.core.timeline import Division, Free, P, Reason
from kernelcraft.platforms.boom.machine.core.times import (
    BY_ZERO,
    DIVISION,
    FLOAT_OPERATION,
    FROM_FLOAT,
    PIPELINED,
    PRODUCT,
    PRODUCTS,
    QUOTIENT,
    ROOT,
    TO_FLOAT,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

WORD = (1 << 64) - 1
LATENCY = Reason.DEPENDENCE  # of an operation of several cycles, to its own commit


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


def division_at(index: int) -> int:
    """The word at which a division begins."""
    return at.DIVISIONS_AT + index % at.DIVISIONS * len(Division)


def divisions(t: Array) -> range:
    """The divisions that are followed."""
    return range(max(0, int(t[at.DIVIDED]) - at.DIVISIONS), int(t[at.DIVIDED]))


def written_after(t: Array) -> int:
    """From the issue of an addition to the use of a quotient that is written in its cycle."""
    return QUOTIENT + (PRODUCTS if t[P.DIVIDE_PORT] == t[P.MULTIPLY_PORT] else 0)


def _quotients(t: Array, index: int) -> None:
    """Quotients from one on are written when the port has no other result.

    The divider takes the next operation then.
    """
    port = at.PORTS_AT + int(t[P.DIVIDE_PORT]) * at.CALENDAR
    for i in range(index, int(t[at.DIVIDED])):
        each = division_at(i)
        if i > index:
            t[each + Division.BEGUN] = max(int(t[each + Division.BEGUN]), int(t[at.DIVIDER]))
            ends = t[each + Division.BEGUN] + t[each + Division.CYCLES] - written_after(t)
            t[each + Division.WRITTEN] = max(int(t[each + Division.WRITTEN]), int(ends))
        written = int(t[each + Division.WRITTEN])
        while t[port + written % at.CALENDAR] == written:
            written += 1
        t[each + Division.WRITTEN] = written
        t[at.DIVIDER] = written + written_after(t)


def _crossed(t: Array, cycle: int) -> None:
    """An operation issued at a cycle on the divider's port keeps a quotient waiting."""
    for i in divisions(t):
        if t[division_at(i) + Division.WRITTEN] == cycle:
            _quotients(t, i)
            t[at.ROWS_LATE] = t[at.ROWS] + 1
            t[at.INTEGERS_LATE] = t[at.INTEGERS] + 1


@routine("int64_t claimed(int64_t *t, int64_t ports, int64_t cycle)")
def claimed(t: Array, ports: int, cycle: int) -> int:
    """Take the first free cycle, from `cycle` on, of one of the ports in the set."""
    while True:
        for port in range(at.PORTS):
            place = at.PORTS_AT + port * at.CALENDAR + cycle % at.CALENDAR
            if ports >> port & 1 and t[place] != cycle:
                t[place] = cycle
                if port == t[P.DIVIDE_PORT]:
                    _crossed(t, cycle)
                return cycle
        cycle += 1


def issued(t: Array, ports: int, ready: int) -> int:
    """The moment at which one of the ports takes an operation that is ready."""
    cycle = ready >> 4 if int(t[at.FREE]) & Free.PORT else claimed(t, ports, ready >> 4)
    t[at.ISSUED] = cycle
    return moment(cycle, Reason.PORT) if cycle > ready >> 4 else ready


def division(kind: int, a: int, b: int) -> int:
    """The cycles of an integer division."""
    negative = kind == Kind.DIV and a < 0
    dividend = -a if negative else a & WORD
    divisor = -b if kind == Kind.DIV and b < 0 else b & WORD
    if not b:
        return BY_ZERO
    longer = max(dividend.bit_length(), 1) - divisor.bit_length()
    return 7 + (longer & 63) + 2 * negative


def stores(t: Array, kind: int, ready: int, base: int, data: int) -> int:
    """A store's address and its data, which may need the memory port a second time."""
    known = sent = issued(t, 1 << at.MEMORY_PORT, max(ready, base))
    if kind == Kind.FSTORE:
        sent = issued(t, 1 << at.FLOAT_PORT, max(ready, data))
        replace_least(t, at.FLOAT_QUEUE_AT, int(t[P.FLOAT_QUEUE]), (sent >> 4) + 1)
    elif data >> 4 > known >> 4:
        sent = issued(t, 1 << at.MEMORY_PORT, data)
    t[at.KNOWN], t[at.SENT] = known >> 4, sent >> 4
    last = max(known, sent)
    replace_least(t, at.MEMORY_QUEUE_AT, int(t[P.MEMORY_QUEUE]), (last >> 4) + 1)
    return last + moment(1, 0)


def after(when: int, cycles: int, reason: int) -> int:
    """The moment so many cycles later."""
    return moment((when >> 4) + cycles, reason)


def resulting(when: int, cycles: int) -> int:
    """When a result is there of an operation issued at `when`, and why it commits no earlier."""
    waited = when & 15
    return after(when, cycles, waited if cycles == 1 or waited == Reason.PORT else LATENCY)


def _divided(t: Array, unit: int, ports: int, ready: int, cycles: int, busy: int) -> int:
    """What a unit takes that works on one operation at a time."""
    when = issued(t, ports, max(ready, moment(int(t[unit]), Reason.PORT)))
    t[unit] = (when >> 4) + busy
    return resulting(when, cycles)


def floats(t: Array, kind: int, ready: int) -> int:
    """When the result of an operation on floats can be used."""
    port = 1 << at.FLOAT_PORT
    if kind == Kind.FDIV:
        return _divided(t, at.FLOAT_DIVIDER, port, ready, DIVISION, DIVISION - PIPELINED)
    if kind == Kind.FSQRT:
        return _divided(t, at.FLOAT_DIVIDER, port, ready, ROOT, ROOT - PIPELINED)
    cycles = FROM_FLOAT if kind in (Kind.FTOI, Kind.FCMP) else FLOAT_OPERATION
    return resulting(issued(t, port, ready), cycles)


def _division(t: Array, ready: int, cycles: int) -> int:
    """A division of so many cycles; its quotient may turn out to be later."""
    free = moment(int(t[at.DIVIDER]), Reason.PORT)
    when = issued(t, 1 << int(t[P.DIVIDE_PORT]), max(ready, free))
    index = int(t[at.DIVIDED])
    begun, row = when >> 4, int(t[at.ROWS] + t[at.ROW_BEGAN])
    first = begun + cycles - written_after(t)
    entry = division_at(index)
    t[entry : entry + len(Division)] = (first, begun, cycles, row, int(t[at.INTEGERS]))
    t[at.DIVIDED] += 1
    _quotients(t, index)
    return resulting(when, int(t[at.DIVIDER]) - begun)


def integers(t: Array, kind: int, ready: int, a: int, b: int) -> int:
    """When the result of an operation on integers can be used."""
    ports, cycles = int(t[P.ALU_PORTS]), 1
    if kind in (Kind.DIV, Kind.UDIV):
        return _division(t, ready, division(kind, a, b))
    if kind == Kind.MUL:
        ports, cycles = 1 << int(t[P.MULTIPLY_PORT]), PRODUCT
    elif kind == Kind.ITOF:
        ports, cycles = 1 << int(t[P.CONVERT_PORT]), TO_FLOAT
    elif kind in (Kind.AUIPC, Kind.JAL, Kind.JALR):
        ports = 1 << int(t[P.JUMP_PORT])
    return resulting(issued(t, ports, ready), cycles)
