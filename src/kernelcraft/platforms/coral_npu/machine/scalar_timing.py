"""When the scalar core dispatches an instruction, with its C twin: fetch, slots, scoreboards, the
retirement buffer and the load/store unit. timeline.py names the words of the state.

Each routine is called once for an operation, before it runs, with what is static about it in
`flags`, and gives what has passed since the last dispatch: the cycles of the reason that held it
back longest << 32, cycles of a second reason << 8, the first reason << 4 and the second.

Source: measured on the RTL of the core with vectors of February 2026 (docs/platforms/coral_npu.md).
"""

from __future__ import annotations

from math import isqrt

from kernelcraft.platforms.coral_npu.machine import timeline as at
from kernelcraft.platforms.coral_npu.machine.timeline import Free, Kind, Reason
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

SLOTS, LINE_BYTES, BUFFERED, QUEUED, COMMANDED, STORES = 4, 16, 8, 4, 16, 64
REDIRECT = 4  # cycles from a mispredicted branch to the next instruction
FETCH = 2  # from the request of a line to its first dispatch; also between two requests
EXTERNAL = 0x2000_0000  # from here on accesses leave the core
WRITE = 3  # cycles of an external write beyond one of the own memories
VSTART, VXSAT, VXRM = 8, 9, 10  # numbers of CSRs
HALT = 2  # from the dispatch of mpause until the core stands


def moment(cycle: int, reason: Reason) -> int:
    """A cycle and why not earlier, as one number."""
    return cycle << 3 | reason


def fetched(t: Array, address: int, free: int) -> int:
    """The cycle in which an instruction stands in the instruction buffer."""
    count = int(t[at.COUNT])
    if free & Free.FETCH:
        t[at.LINE] = t[at.NOW]
    elif address != t[at.NEXT] or not count:
        t[at.LINE] = t[at.NOW] + REDIRECT
        t[at.REQUEST] = t[at.LINE] - FETCH
    elif t[at.AFTER] & at.JUMPS or not address % LINE_BYTES:
        room = int(t[at.DISPATCHED + (count - SLOTS - 1) % BUFFERED]) + 1
        t[at.REQUEST] = max(int(t[at.REQUEST]) + FETCH, room)
        t[at.LINE] = t[at.REQUEST] + FETCH
    if not count:
        t[at.NOW] = t[at.LINE]
    if t[at.AFTER] & at.CONTROL:  # a branch leaves when its successor has come
        before = at.RETIRED + (count - 1) % BUFFERED
        t[before] = max(int(t[before]), moment(int(t[at.LINE]), Reason.FETCH))
    return int(t[at.LINE])


def earliest(
    t: Array, flags: int, address: int, field: int, a: int, b: int, c: int, free: int
) -> int:
    """The moment from which fetch, slots, scalar registers and buffers allow the dispatch.

    `field`: bits 11 to 7 of the instruction; `a`, `b`, `c`: registers read, x 0..31, f 32..63.
    """
    line = fetched(t, address, free)
    count, now = int(t[at.COUNT]), int(t[at.NOW])
    when = max(moment(now, Reason.ISSUE), moment(line, Reason.FETCH))
    seen = (flags & at.MARKS != 0) << field
    seen |= (flags & at.READS_A != 0) << a | (flags & at.READS_B != 0) << b
    full = t[at.SLOTS] >= SLOTS or (flags & at.ALONE and t[at.SLOTS])
    if full or int(t[at.MASK]) & seen:
        when = max(when, moment(now + 1, Reason.ISSUE))
    when = max(when, int(t[at.READY + a]) + (8 if flags & at.LATE_A and t[at.READY + a] else 0))
    when = max(when, int(t[at.READY + b]) + (8 if flags & at.LATE_B and t[at.READY + b] else 0))
    when = max(when, int(t[at.READY + c]))
    if flags & at.MARKS:
        when = max(when, int(t[at.READY + field]))
    if t[at.BUFFER]:
        when = max(when, int(t[at.RETIRED + count % BUFFERED]) + 8)
    # A full queue holds every instruction back.
    command = at.COMMANDS + int(t[at.VECTORS]) % COMMANDED
    return max(when, int(t[at.QUEUE_ROOM]), int(t[command]))


def dispatch(t: Array, flags: int, address: int, next_address: int, field: int, when: int) -> int:
    """Dispatch at a moment; gives the cycles passed and their reasons."""
    now, cycle, reason = int(t[at.NOW]), when >> 3, when & 7
    if cycle > now:
        t[at.SLOTS] = t[at.MASK] = t[at.SET_IN_GROUP] = 0
    t[at.SLOTS] = SLOTS if flags & at.CLOSES else t[at.SLOTS] + 1
    t[at.MASK] |= (flags & at.MARKS != 0) << field
    t[at.AFTER] = flags & (at.CONTROL | at.JUMPS) | at.JUMPS * (next_address != address + 4)
    t[at.NEXT] = next_address
    t[at.DISPATCHED + int(t[at.COUNT]) % BUFFERED] = cycle
    t[at.COUNT] += 1
    t[at.NOW] = t[at.BEGAN] = cycle
    passed, memory = cycle - now, 0
    if reason == Reason.VECTOR:  # what the vector unit waits for is often memory
        memory = min(max(int(t[at.MEMORY_UNTIL]) - now, 0), passed)
    return (passed - memory) << 32 | memory << 8 | reason << 4 | int(t[at.MEMORY_REASON])


def arrives(t: Array, cycle: int) -> None:
    """The vector configuration is uncertain in the cycle after this one."""
    if cycle > t[at.LAST_VECTOR]:
        t[at.VECTOR_BEFORE] = t[at.LAST_VECTOR]
        t[at.LAST_VECTOR] = cycle


def retire(t: Array, done: int) -> None:
    """The newest instruction is done at a moment; it leaves the buffer after the older ones."""
    count = int(t[at.COUNT])
    before, own = at.RETIRED + (count - 2) % BUFFERED, at.RETIRED + (count - 1) % BUFFERED
    t[own] = max(int(t[before]), done)


def stored(t: Array, address: int, done: int) -> None:
    """The store at an address has stored a register; a later one of that address sees it, too."""
    place = at.STORES + int(t[at.STORED]) % STORES * 2
    t[place : place + 2] = (address, done)
    t[at.STORED] += 1


def seen_stored(t: Array, address: int, cycle: int, done: int) -> int:
    """When the retirement buffer takes the store dispatched at `cycle` for done.

    It only compares addresses of instructions: an older store of the same address will do.
    """
    newest = int(t[at.STORED])
    for back in range(1, STORES + 1):
        place = at.STORES + (newest - back) % STORES * 2
        if t[place + 1] <= cycle:
            break
        if t[place] == address:
            done = min(done, int(t[place + 1]))
    return done


def access(t: Array, cycle: int) -> int:
    """The cycle in which an access that is dispatched leaves the queue for the load/store unit."""
    left = max(cycle + 1, int(t[at.FREE_AT]))
    t[at.QUEUE + int(t[at.ACCESSES]) % QUEUED] = left
    t[at.ACCESSES] += 1
    return left


def accessed(t: Array, free_at: int, reason: Reason) -> None:
    """Until when the load/store unit is busy with the newest access, and with which memory."""
    t[at.FREE_AT], t[at.MEMORY_REASON] = free_at, reason
    room = int(t[at.QUEUE + int(t[at.ACCESSES]) % QUEUED]) + 1
    t[at.QUEUE_ROOM] = moment(room, reason)


def _parts(bits: int) -> tuple[int, int]:
    """A finite float other than zero: its odd significand and the exponent of that."""
    exponent, fraction = bits >> 23 & 255, bits & 0x7F_FFFF
    if exponent:
        fraction |= 1 << 23
    zeros = (fraction & -fraction).bit_length() - 1
    return fraction >> zeros, max(exponent, 1) + zeros


@routine("int64_t float_divide_cycles(int64_t a, int64_t b, int64_t root)")
def float_divide_cycles(a: int, b: int, root: int) -> int:
    """Cycles of a / b, or of the root of a: two bits of the result a cycle until it is exact."""
    special = any(x & 0x7FFF_FFFF == 0 or x >> 23 & 255 == 255 for x in ((a,) if root else (a, b)))
    if special or (root and a >> 31):
        return 3
    odd, exponent = _parts(a)
    shift = 0
    if root:
        odd <<= exponent & 1  # the value is odd * 2 ** (exponent - 150)
        result = isqrt(odd)
        exact = result * result == odd
    else:
        divisor, lower = _parts(b)
        longer = odd.bit_length() - divisor.bit_length()
        difference = exponent - lower + longer
        if difference < -150 or (difference > 128 and b >> 23 & 255):
            return 5  # too small or too large, whatever the significands are
        result = odd // divisor
        exact = result * divisor == odd
        shift = int(odd << 24 < divisor << 24 + longer)  # the quotient's first bit is 0
    return 6 + (result.bit_length() + shift) // 2 if exact else 19


@routine(
    "int64_t core_issue(int64_t *t, int64_t kind, int64_t flags, int64_t address, "
    "int64_t next_address, int64_t field, int64_t a, int64_t b, int64_t c, int64_t target, "
    "int64_t value, int64_t divisor, int64_t free)"
)
def core_issue(
    t: Array,
    kind: int,
    flags: int,
    address: int,
    next_address: int,
    field: int,
    a: int,
    b: int,
    c: int,
    target: int,
    value: int,
    divisor: int,
    free: int,
) -> int:
    """One scalar instruction that accesses no memory; `target`: the register written, 0 for none.

    `value`: the dividend's magnitude of a division, the cycles of one of floats, a CSR's number.
    """
    when = earliest(t, flags, address, field, a, b, c, free)
    paid = not free & Free.SCALAR
    if target >= at.F:
        when = max(when, int(t[at.READY + target]))
    if kind == Kind.MUL and paid:
        when = max(when, moment(int(t[at.MUL]) + 1, Reason.SCALAR))
    elif kind == Kind.DIV and paid:
        when = max(when, moment(int(t[at.DIVIDER]), Reason.SCALAR))
    elif kind in (Kind.FLOAT, Kind.FLOAT_MOVE, Kind.FLOAT_DIV, Kind.CSR) and paid:
        when = max(when, moment(int(t[at.FLOAT]), Reason.SCALAR))
    if kind == Kind.CSR and t[at.BUFFER]:
        last = int(t[at.RETIRED + (int(t[at.COUNT]) - 1) % BUFFERED])
        when = max(when, moment((last >> 3) + 1, Reason.DRAIN))
    if kind == Kind.CSR and value == VXSAT and t[at.VECTORS]:  # it waits for the vector unit
        when = max(when, moment((int(t[at.LEAVES]) >> 2) + 1, Reason.DRAIN))
    if kind == Kind.PAUSE:
        when = max(when, moment(int(t[at.LATEST]) + 1, Reason.DRAIN))
    if kind in (Kind.PAUSE, Kind.FLUSH):
        when = max(when, moment(int(t[at.FREE_AT]), Reason.DRAIN))
    passed = dispatch(t, flags, address, next_address, field, when)
    cycle = when >> 3
    done = cycle + 1
    if kind == Kind.MUL:
        t[at.MUL] = cycle
        done = cycle + 2
    elif kind == Kind.DIV:
        bits = min(max(value.bit_length() + 1, 2), 32) if divisor else 32
        done = cycle + 2 + bits
        t[at.DIVIDER] = done + 1
    elif kind == Kind.FLOAT:
        done = cycle + int(t[at.FLOAT_LATENCY])
        t[at.FLOAT] = done
    elif kind == Kind.FLOAT_MOVE:
        done = cycle + 2
        t[at.FLOAT] = done
    elif kind == Kind.FLOAT_DIV:
        done = cycle + value + int(t[at.FLOAT_LATENCY]) - 2
        t[at.FLOAT] = done
    elif kind == Kind.CSR and value in (VSTART, VXSAT, VXRM):
        arrives(t, cycle)
    elif kind == Kind.PAUSE:
        passed += HALT << 32
    if not paid:
        done = cycle
    if target:
        t[at.READY + target] = moment(done, Reason.SCALAR)
    done -= target >= at.F and paid  # a float is written the cycle before it can be read
    if target:
        t[at.LATEST] = max(int(t[at.LATEST]), done)
    t[at.DONE] = done
    retire(t, moment(done, Reason.SCALAR))
    return passed


@routine(
    "int64_t access_issue(int64_t *t, int64_t kind, int64_t flags, int64_t address, "
    "int64_t field, int64_t a, int64_t b, int64_t target, int64_t place, int64_t size, "
    "int64_t free)"
)
def access_issue(
    t: Array,
    kind: int,
    flags: int,
    address: int,
    field: int,
    a: int,
    b: int,
    target: int,
    place: int,
    size: int,
    free: int,
) -> int:
    """One scalar load or store of `size` bytes at `place`."""
    when = earliest(t, flags, address, field, a, b, 0, free)
    if target >= at.F or b >= at.F:  # fsw waits for the float register its offset names, too
        when = max(when, int(t[at.READY + at.F + field]))
    passed = dispatch(t, flags, address, address + 4, field, when)
    cycle = when >> 3
    outside = place >= EXTERNAL and not free & Free.EXTERNAL
    reason = Reason.EXTERNAL if outside else Reason.LOAD_STORE
    lines = 1 + (place % LINE_BYTES + size > LINE_BYTES)
    left = access(t, cycle)
    if kind == Kind.LOAD:
        done = left + 2 + lines * (1 + (int(t[at.READ_LATENCY]) if outside else 0))
    else:
        done = left + 1 + lines * (1 + (WRITE if outside else 0))
    free_at = done + (kind == Kind.LOAD)
    if free & Free.LOAD_STORE:
        free_at = done = cycle
    accessed(t, free_at, reason)
    if kind == Kind.LOAD and target:
        t[at.READY + target] = moment(done + (target >= at.F), reason)
        t[at.LATEST] = max(int(t[at.LATEST]), done)
    t[at.BEGAN], t[at.DONE] = left, done
    if kind == Kind.STORE:
        own, done = done, seen_stored(t, address, cycle, done)
        stored(t, address, own)
    retire(t, moment(done, reason))
    return passed
