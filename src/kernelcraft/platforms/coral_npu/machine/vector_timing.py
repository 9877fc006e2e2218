"""When vector instructions are dispatched and done, with its C twin: command and uop queues,
the reorder buffer, the units, and vector loads and stores. Times are as in timeline.py.

A uop works on one register. Uops are dispatched in order, when their registers can be read, up to
three a cycle with six registers read; they leave the reorder buffer in order, up to four a cycle.
"""

from __future__ import annotations

import numpy as np

from kernelcraft.platforms.coral_npu.machine import timeline as at
from kernelcraft.platforms.coral_npu.machine.scalar_timing import (
    EXTERNAL,
    WRITE,
    access,
    accessed,
    arrives,
    dispatch,
    earliest,
    moment,
    retire,
    seen_stored,
    stored,
)
from kernelcraft.platforms.coral_npu.machine.timeline import Free, Kind, Reason, Unit
from kernelcraft.riscv.velements import active, element
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

DECODE_INSTRUCTIONS, DECODE_UOPS, DISPATCH_UOPS, READ_PORTS, RETIRE_UOPS = 2, 6, 3, 6, 4
IN_FLIGHT = 8
COLLECTORS = (Unit.COLLECT, Unit.COLLECT_WIDE)
PERMUTATIONS = (Unit.PERMUTE, Unit.COMPRESS)
QUEUED_UNITS = (*COLLECTORS, *PERMUTATIONS)
PLACES, REMEMBERED = 64, 4  # instructions of which this many completions are remembered
WAITING = 16


def registers(octets: int) -> int:
    """How many registers hold this many bytes, as the front end rounds: 1, 2, 4 or 8."""
    return 1 if octets <= 16 else 1 << (octets - 1 >> 4).bit_length()


def decode(t: Array, cycle: int) -> int:
    """The first cycle in which the next vector instruction of a dispatch can be decoded."""
    first = max(cycle + 2, int(t[at.DECODE]))
    full = t[at.DECODED_INSTRUCTIONS] >= DECODE_INSTRUCTIONS or t[at.DECODED_UOPS] >= DECODE_UOPS
    if first == t[at.DECODE] and full:
        first += 1
    if first > t[at.DECODE]:
        t[at.DECODE] = first
        t[at.DECODED_INSTRUCTIONS] = t[at.DECODED_UOPS] = 0
    t[at.DECODED_INSTRUCTIONS] += 1
    return first


def decoded(t: Array) -> int:
    """The cycle in which the next uop of the instruction is decoded."""
    if t[at.DECODED_UOPS] >= DECODE_UOPS:
        t[at.DECODE] += 1
        t[at.DECODED_INSTRUCTIONS], t[at.DECODED_UOPS] = 1, 0
    room = int(t[at.UOPS + int(t[at.UOP_COUNT]) % WAITING]) + 1
    if room > t[at.DECODE]:
        t[at.DECODE] = room
        t[at.DECODED_INSTRUCTIONS], t[at.DECODED_UOPS] = 1, 0
    t[at.DECODED_UOPS] += 1
    return int(t[at.DECODE])


def sources(t: Array, registers: list[int]) -> tuple[int, int]:
    """When registers can be read, and the latest hold of a store on them, 0 if all holds ended."""
    held = max((int(t[at.HELD + register]) for register in registers), default=0)
    ready = max((int(t[at.VREADY + register]) for register in registers), default=0)
    return ready, held if t[at.HELD_UNTIL] > t[at.UOP_AT] else 0


def send(t: Array, ready: int, held: int, reads: int) -> int:
    """The cycle in which the next uop is dispatched, if its registers can be read at `ready`.

    `held`: the latest hold of a store on them; uops of the store's own cycle do not see it.
    """
    cycle = max(decoded(t) + 1, ready, int(t[at.UOP_AT]))
    cycle = max(cycle, int(t[at.ROB + int(t[at.ROB_COUNT]) % IN_FLIGHT]))
    last = t[at.UOPS_NOW] == DISPATCH_UOPS - 1
    full = t[at.UOPS_NOW] == DISPATCH_UOPS or (last and t[at.PORTS] + reads > READ_PORTS)
    if cycle == t[at.UOP_AT] and full:
        cycle += 1
    if held and held & 0xFFFF_FFFF != cycle:
        cycle = max(cycle, held >> 32)
    if cycle > t[at.UOP_AT]:
        t[at.UOP_AT] = cycle
        t[at.UOPS_NOW] = t[at.PORTS] = 0
    t[at.UOPS_NOW] += 1
    t[at.PORTS] += reads
    t[at.UOPS + int(t[at.UOP_COUNT]) % WAITING] = cycle
    t[at.UOP_COUNT] += 1
    return cycle


def leave(t: Array, done: int, alone: bool = False) -> int:
    """The cycle in which the next uop of the reorder buffer, done at `done`, leaves it.

    A result for a scalar register leaves as the first of its cycle.
    """
    last = int(t[at.LEAVES])
    free = -(-(last + 1) // RETIRE_UOPS) * RETIRE_UOPS if alone else last + 1
    t[at.LEAVES] = max(RETIRE_UOPS * done, free)
    cycle = int(t[at.LEAVES]) // RETIRE_UOPS
    t[at.ROB + int(t[at.ROB_COUNT]) % IN_FLIGHT] = cycle
    t[at.ROB_COUNT] += 1
    return cycle


def shown(t: Array, address: int, cycle: int, done: int, leaves: int) -> int:
    """When the retirement buffer sees the vector instruction done that was dispatched at `cycle`.

    It sees the oldest four uops, and only the address of their instruction: an older one of the
    same address will do. Call it after `leave` of the last uop.
    """
    fourth = int(t[at.ROB + (int(t[at.ROB_COUNT]) - 5) % IN_FLIGHT]) + 1
    seen = own = max(done, fourth)
    place = at.SHOWN + (address >> 2) % PLACES * (1 + 2 * REMEMBERED)
    if t[place] != address:
        t[place] = address
        t[place + 1 : place + 1 + 2 * REMEMBERED] = 0
    for k in range(REMEMBERED - 1, -1, -1):
        before, left = int(t[place + 1 + 2 * k]), int(t[place + 2 + 2 * k])
        if left > cycle:
            seen = min(seen, max(before, cycle + 1))
        if k < REMEMBERED - 1:
            t[place + 3 + 2 * k : place + 5 + 2 * k] = (before, left)
    t[place + 1 : place + 3] = (own, leaves)
    return seen


def _slot(t: Array, newest: int, now: int) -> int:
    """The cycle in which one of a pair of units begins the next uop; `newest` is their last one."""
    t[newest] = max(2 * (now + 1), int(t[newest]) + 1)
    return int(t[newest]) // 2


def vector_begins(
    t: Array, flags: int, address: int, field: int, a: int, b: int, free: int, memory: bool
) -> int:
    """The moment from which the scalar side lets a vector instruction go."""
    when = earliest(t, flags, address, field, a, b, 0, free)
    cycle, last = when >> 3, int(t[at.LAST_VECTOR])
    if (memory or flags & at.ZERO_START) and cycle <= last + 1:
        # It needs the configuration, which is uncertain while a vector instruction is accepted.
        before = t[at.VECTOR_BEFORE] == cycle - 1
        if cycle == last + 1 or before or t[at.SET_IN_GROUP]:
            when = moment(last + 2, Reason.ISSUE)
    return when


def accepted(t: Array, cycle: int) -> None:
    """A vector instruction was dispatched: take it into the command queue and decode it."""
    arrives(t, cycle)
    slot = at.COMMANDS + int(t[at.VECTORS]) % WAITING
    t[at.VECTORS] += 1
    t[slot] = moment(decode(t, cycle) + 1, Reason.VECTOR)


@routine(
    "int64_t vset_issue(int64_t *t, int64_t flags, int64_t address, int64_t field, int64_t a, "
    "int64_t b, int64_t free)"
)
def vset_issue(t: Array, flags: int, address: int, field: int, a: int, b: int, free: int) -> int:
    """One vsetvl, vsetvli or vsetivli."""
    when = earliest(t, flags, address, field, a, b, 0, free)
    passed = dispatch(t, flags, address, address + 4, field, when)
    cycle = when >> 3
    arrives(t, cycle)
    t[at.SET_IN_GROUP] = 1
    if field:
        t[at.READY + field] = moment(cycle + 1, Reason.SCALAR)
    t[at.DONE] = cycle + 1
    retire(t, moment(cycle + 1, Reason.SCALAR))
    return passed


def divide_cycles(t: Array, v: Array, vs2: int, divisors: bytes, sew: int, is_signed: int) -> int:
    """Cycles of one register of a division: 2 and a third of the dividends' most bits.

    Lanes beyond vl count too. A lane that divides by 0, overflows or has the operands of the last
    division takes none.
    """
    kind = is_signed << 8 | sew
    dividends = v[16 * vs2 : 16 * vs2 + 16].tobytes()
    last = t[at.DIVIDED : at.DIVIDED + 4].tobytes() if t[at.DIVIDED + 4] == kind else b""
    most = 0
    for i in range(0, 16, sew // 8):
        lane = slice(i, i + sew // 8)
        a = int.from_bytes(dividends[lane], "little", signed=is_signed != 0)
        b = int.from_bytes(divisors[lane], "little", signed=is_signed != 0)
        same = last and last[lane] == dividends[lane] and last[16:][lane] == divisors[lane]
        if b == 0 or same or (b == -1 and a == -1 << (sew - 1)):
            continue
        most = max(most, abs(a).bit_length())
    t[at.DIVIDED : at.DIVIDED + 4] = np.frombuffer(dividends + divisors, np.int64)
    t[at.DIVIDED + 4] = kind
    return 2 + -(-most // 3)


def executed(t: Array, unit: int, now: int) -> int:
    """When the result of a uop that is dispatched now can be read."""
    if unit == Unit.MULTIPLY:
        return _slot(t, at.MULTIPLY_SLOT, now) + 2
    if unit not in COLLECTORS:
        return _slot(t, at.ALU_SLOT, now) + 1 + (unit == Unit.COUNT)
    popped = max(now + 1, int(t[at.PERMUTE_AT]))
    if unit == Unit.COLLECT_WIDE:  # its first half goes ahead, its second every other cycle
        first = max(now + 1, int(t[at.HEAD_AT]))
        popped += 1 - (popped - first) % 2
    t[at.PERMUTE_AT] = t[at.HEAD_AT] = popped + 1
    t[at.COMPRESS_AT] = popped + 2
    t[at.PERMUTES + int(t[at.PERMUTE_COUNT]) % IN_FLIGHT] = popped
    t[at.PERMUTE_COUNT] += 1
    return popped + 2


def permuted(t: Array, waiting: list[tuple[int, int]]) -> tuple[int, int]:
    """Carry out the uops of a permutation, which begins when the last of them has come.

    Gives when the last result can be read and when its uop leaves the reorder buffer.
    """
    count = len(waiting)
    begins = max(waiting[-1][0] + 1, int(t[at.PERMUTE_AT]))
    t[at.PERMUTE_AT] = t[at.HEAD_AT] = begins + 2 * count - 1
    t[at.COMPRESS_AT] = begins + 2 * count
    t[at.PERMUTE_COUNT] -= count
    t[at.ROB_COUNT] -= count
    done = leaves = 0
    for k, (_, register) in enumerate(waiting):
        t[at.PERMUTES + int(t[at.PERMUTE_COUNT]) % IN_FLIGHT] = begins + k + count - 1
        t[at.PERMUTE_COUNT] += 1
        done = begins + k + 2
        leaves = leave(t, done)
        t[at.VREADY + register] = max(int(t[at.VREADY + register]), done)
    return done, leaves


def compressed(
    t: Array, v: Array, waiting: list[tuple[int, int]], vs1: int, vl: int, sew: int
) -> tuple[int, int]:
    """Carry out the uops of a vcompress, one by one as they come.

    A register of the result is done when it is full, the others one after the other at the end.
    """
    count, lanes = len(waiting), 128 // sew
    begins = int(t[at.COMPRESS_AT])
    t[at.PERMUTE_COUNT] -= count
    t[at.ROB_COUNT] -= count
    done = leaves = full = selected = 0
    ends = []
    for k, (now, _) in enumerate(waiting):
        begins = max(now + 1, begins + (k > 0))
        t[at.PERMUTES + int(t[at.PERMUTE_COUNT]) % IN_FLIGHT] = begins
        t[at.PERMUTE_COUNT] += 1
        for i in range(k * lanes, min((k + 1) * lanes, vl)):
            selected += int(v[16 * vs1 + (i >> 3)]) >> (i & 7) & 1
        if selected >= lanes * (full + 1) and k < count - 1:
            full += 1
            ends.append(begins + 2)
    ends += [begins + 2 + k for k in range(count - full)]
    for done, (_, register) in zip(ends, waiting, strict=True):
        leaves = leave(t, done)
        t[at.VREADY + register] = max(int(t[at.VREADY + register]), done)
    t[at.PERMUTE_AT] = done
    t[at.HEAD_AT] = begins + 1
    t[at.COMPRESS_AT] = done - 1
    return done, leaves


@routine(
    "int64_t vector_issue(int64_t *t, const uint8_t *v, int64_t unit, int64_t flags, "
    "int64_t shape, int64_t address, int64_t field, int64_t a, int64_t vs2, int64_t vs1, "
    "int64_t vm, int64_t scalar, int64_t vl, int64_t sew, int64_t free)"
)
def vector_issue(
    t: Array,
    v: Array,
    unit: int,
    flags: int,
    shape: int,
    address: int,
    field: int,
    a: int,
    vs2: int,
    vs1: int,
    vm: int,
    scalar: int,
    vl: int,
    sew: int,
    free: int,
) -> int:
    """One vector arithmetic instruction.

    `shape` packs how its uops step through registers (shapes.py); `field` names the register of the
    result, `scalar` is the divisor in x[a].
    """
    target = shape >> 23 & 1  # 1 for a result in an x register
    when = vector_begins(t, flags, address, field, a, 0, free, memory=False)
    passed = dispatch(t, flags, address, address + 4, field, when)
    accepted(t, when >> 3)
    octets = vl * sew >> 3
    count = shape & 15 or registers(octets) << (shape >> 4 & 15 and octets > 8)
    done = leaves = 0
    waiting: list[tuple[int, int]] = []  # uops of a permutation: dispatch and result
    for k in range(count):
        d, s2, s1 = (
            register + (k >> (shape >> step & 15)) & 31  # a step of 15 gives the same for all k
            for register, step in ((field, 8), (vs2, 12), (vs1, 16))
        )
        reads = [register for bit, register in ((20, d), (21, s2), (22, s1)) if shape >> bit & 1]
        if vm and shape >> 27 & 1 or k and shape >> 26 & 1:
            reads.remove(d if vm and shape >> 27 & 1 else s1)
        ports = len(reads)  # as many as the last uop has
        if k < count - 1 and shape >> 24 & 1:
            reads.remove(d)
        if k < count - 1 and shape >> 25 & 1:
            reads.remove(s1)
        ready, held = sources(t, [*reads, *([] if vm else [0])])
        if unit in QUEUED_UNITS and not free & Free.VECTOR:
            ready = max(ready, int(t[at.PERMUTES + int(t[at.PERMUTE_COUNT]) % IN_FLIGHT]) + 1)
        now = send(t, ready, held, ports)
        if k == 0:
            t[at.BEGAN] = now
        if free & Free.VECTOR:
            done = now
        elif unit in PERMUTATIONS:
            t[at.PERMUTE_COUNT] += 1
            t[at.ROB_COUNT] += 1
            waiting.append((now, d))
            continue
        elif unit == Unit.DIVIDE:
            divisors = v[16 * s1 : 16 * s1 + 16].tobytes()
            if not shape >> 22 & 1:
                divisors = (scalar & (1 << sew) - 1).to_bytes(sew // 8, "little") * (128 // sew)
            cycles = divide_cycles(t, v, s2, divisors, sew, int(flags & at.SIGNED != 0))
            done = t[at.DIVIDE_AT] = max(now + 1, int(t[at.DIVIDE_AT])) + cycles
        else:
            done = executed(t, unit, now)
        if unit in COLLECTORS and k < count - 1 and not free & Free.VECTOR:
            continue  # only the last uop has a result
        leaves = leave(t, done, alone=target != 0)
        if not target:
            t[at.VREADY + d] = max(int(t[at.VREADY + d]), done)
    if waiting:
        if unit == Unit.PERMUTE:
            done, leaves = permuted(t, waiting)
        else:
            done, leaves = compressed(t, v, waiting, vs1, vl, sew)
    t[at.DONE] = done
    if target:
        t[at.READY + field] = moment(leaves, Reason.VECTOR) if field else 0
    else:
        leaves = shown(t, address, when >> 3, done, leaves)
    retire(t, moment(leaves, Reason.VECTOR))
    t[at.LATEST] = max(int(t[at.LATEST]), int(t[at.LEAVES]) // RETIRE_UOPS)
    return passed


def touched(
    v: Array,
    place: int,
    stride: int,
    width: int,
    vs2: int,
    index: int,
    lanes: range,
    vm: int,
    store: bool,
    beyond: int,
) -> int:
    """Cycles of memory for some elements: one access for each line of 16 bytes.

    A store makes one more for every time it writes a byte of the line again. An access of external
    memory takes `beyond` more, wherever the first element lies.
    """
    lines: dict[int, dict[int, int]] = {}
    for i in active(v, lanes.start, lanes.stop, vm):
        offset = element(v, vs2, i, 8 * index) if index else i * stride
        for byte in range(width):
            where = place + offset + byte & 0xFFFF_FFFF
            line = lines.setdefault(where >> 4, {})
            line[where] = line.get(where, 0) + 1
    return sum(
        (max(line.values()) if store else 1) * (1 + beyond * (number << 4 >= EXTERNAL))
        for number, line in lines.items()
    )


@routine(
    "int64_t vaccess_issue(int64_t *t, const uint8_t *v, int64_t kind, int64_t flags, "
    "int64_t address, int64_t field, int64_t a, int64_t b, int64_t vs2, int64_t vm, int64_t place, "
    "int64_t stride, int64_t fields, int64_t width, int64_t index, int64_t vl, int64_t free)"
)
def vaccess_issue(
    t: Array,
    v: Array,
    kind: int,
    flags: int,
    address: int,
    field: int,
    a: int,
    b: int,
    vs2: int,
    vm: int,
    place: int,
    stride: int,
    fields: int,
    width: int,
    index: int,
    vl: int,
    free: int,
) -> int:
    """One vector load to or store from register `field`: `vl` times `fields` of `width` bytes.

    `index`: bytes of an index in vs2, 0 for accesses at place + i * stride.
    """
    when = vector_begins(t, flags, address, field, a, b, free, memory=True)
    passed = dispatch(t, flags, address, address + 4, field, when)
    accepted(t, when >> 3)
    outside = place >= EXTERNAL and not free & Free.EXTERNAL
    paid, store = not free & Free.LOAD_STORE, kind == Kind.STORE
    reason = Reason.EXTERNAL if outside else Reason.LOAD_STORE
    left = access(t, when >> 3)
    beyond = 0 if free & Free.EXTERNAL else WRITE if store else int(t[at.READ_LATENCY])
    group = registers(vl * width)
    lanes = 16 // width
    parts = 1
    if index > width and vl * index > 16:
        parts = min(index // width, registers(vl * index))
    until = left
    leaves = done = 0
    ends = []  # when each register is stored
    for k in range(group):
        for f in range(fields):
            register = field + f * group + k & 31
            for part in range(parts):  # the load/store unit is handed the uops one by one
                read = [] if vm else [0]
                if store:
                    read.append(register)
                if index:
                    step = k * parts + part if index >= width else k * index // width
                    read.append(vs2 + step & 31)
                ready, held = sources(t, read)
                now = send(t, ready, held, store + (index > 0))
                until = max(until, now) + 1
            first = k * lanes
            elements = range(first, max(first, min(first + lanes, vl)))
            cycles = touched(
                v, place + f * width, stride, width, vs2, index, elements, vm, store, beyond
            )
            until += cycles + 1 + (not store and cycles > 0)
            if not paid:
                until = now - 2
            done = until + 2
            ends.append(until + 1)
            leaves = leave(t, done)
            if not store:
                t[at.VREADY + register] = max(int(t[at.VREADY + register]), done)
            else:
                t[at.HELD + register] = leaves + 1 << 32 | now
                t[at.HELD_UNTIL] = leaves + 1
    accessed(t, until + 1 if paid else when >> 3, reason)
    t[at.MEMORY_UNTIL] = until
    t[at.BEGAN], t[at.DONE] = left, done
    if store:
        finished = seen_stored(t, address, when >> 3, ends[0])
        for end in ends:
            stored(t, address, end)
    else:
        finished = shown(t, address, when >> 3, done, leaves)
    retire(t, moment(finished, reason))
    t[at.LATEST] = max(int(t[at.LATEST]), leaves)
    return passed
