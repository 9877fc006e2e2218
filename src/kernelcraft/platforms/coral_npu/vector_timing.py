"""When vector instructions are dispatched and done, with its C twin: command and uop queues,
the reorder buffer, the units, and vector loads and stores. Times are as in timeline.py.

A uop works on one register. Uops are dispatched in order, when their registers can be read, up to
three a cycle with six registers read; they leave the reorder buffer in order, up to four a cycle.
"""

from __future__ import annotations

from kernelcraft.platforms.coral_npu import timeline as at
from kernelcraft.platforms.coral_npu.scalar_timing import (
    EXTERNAL,
    WRITE,
    access,
    dispatch,
    earliest,
    moment,
    queued,
    retire,
)
from kernelcraft.platforms.coral_npu.timeline import Free, Kind, Reason, Unit
from kernelcraft.platforms.riscv.velements import active, element
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

DECODE_INSTRUCTIONS, DECODE_UOPS, DISPATCH_UOPS, READ_PORTS, RETIRE_UOPS = 2, 6, 3, 6, 4
IN_FLIGHT = 8
WAITING = 16


def registers(octets: int) -> int:
    """How many registers hold so many bytes, as the front end rounds: 1, 2, 4 or 8."""
    return 1 if octets <= 16 else 1 << (octets - 1 >> 4).bit_length()


def decode(t: Array, cycle: int) -> int:
    """The first cycle in which the next vector instruction of a dispatch can be decoded."""
    first = max(cycle + 2, int(t[at.DECODE]))
    full = (
        t[at.DECODED_INSTRUCTIONS] >= DECODE_INSTRUCTIONS or t[at.DECODED_UOPS] >= DECODE_UOPS
    )
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


def send(t: Array, ready: int, reads: int) -> int:
    """The cycle in which the next uop is dispatched, if its registers can be read at `ready`."""
    cycle = max(decoded(t) + 1, ready, int(t[at.UOP_AT]))
    cycle = max(cycle, int(t[at.ROB + int(t[at.ROB_COUNT]) % IN_FLIGHT]))
    last = t[at.UOPS_NOW] == DISPATCH_UOPS - 1
    full = t[at.UOPS_NOW] == DISPATCH_UOPS or (last and t[at.PORTS] + reads > READ_PORTS)
    if cycle == t[at.UOP_AT] and full:
        cycle += 1
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
    cycle = max(done, int(t[at.RETIRE_AT]))
    if cycle == t[at.RETIRE_AT] and (alone or t[at.RETIRED_NOW] == RETIRE_UOPS):
        cycle += 1
    if cycle > t[at.RETIRE_AT]:
        t[at.RETIRE_AT] = cycle
        t[at.RETIRED_NOW] = 0
    t[at.RETIRED_NOW] += 1
    t[at.ROB + int(t[at.ROB_COUNT]) % IN_FLIGHT] = cycle
    t[at.ROB_COUNT] += 1
    return cycle


def _slot(t: Array, when: int, now: int) -> int:
    """The cycle in which one of a pair of units begins the next uop; `when` is the last one."""
    cycle = max(now + 1, int(t[when]))
    if cycle == t[when] and t[when + 1] == 2:
        cycle += 1
    if cycle > t[when]:
        t[when] = cycle
        t[when + 1] = 0
    t[when + 1] += 1
    return cycle


def vector_begins(
    t: Array, flags: int, address: int, field: int, a: int, b: int, free: int, memory: bool
) -> int:
    """The moment from which the scalar side lets a vector instruction go."""
    when = earliest(t, flags, address, field, a, b, 0, free)
    if memory and not free & Free.LOAD_STORE:
        when = queued(t, when)
    if memory or flags & at.ZERO_START:  # needs the configuration, which may be in flight
        cycle = when >> 3
        if cycle == t[at.LAST_VECTOR] + 1:
            when = moment(cycle + 1, Reason.ISSUE)
        elif cycle == t[at.NOW] and t[at.SET_IN_GROUP]:
            when = moment(cycle + 2, Reason.ISSUE)
    room = int(t[at.COMMANDS + int(t[at.VECTORS]) % WAITING]) + 1
    return max(when, moment(room, Reason.VECTOR))


def accepted(t: Array, cycle: int) -> None:
    """A vector instruction was dispatched: take it into the command queue and decode it."""
    t[at.LAST_VECTOR] = cycle
    slot = at.COMMANDS + int(t[at.VECTORS]) % WAITING
    t[at.VECTORS] += 1
    t[slot] = decode(t, cycle)


@routine(
    "int64_t vset_issue(int64_t *t, int64_t flags, int64_t address, int64_t field, int64_t a, "
    "int64_t b, int64_t free)"
)
def vset_issue(
    t: Array, flags: int, address: int, field: int, a: int, b: int, free: int
) -> int:
    """One vsetvl, vsetvli or vsetivli."""
    when = earliest(t, flags, address, field, a, b, 0, free)
    passed = dispatch(t, flags, address, address + 4, field, when)
    cycle = when >> 3
    t[at.LAST_VECTOR] = cycle
    t[at.SET_IN_GROUP] = 1
    if field:
        t[at.READY + field] = moment(cycle + 1, Reason.SCALAR)
    retire(t, moment(cycle + 1, Reason.SCALAR))
    return passed


@routine("int64_t divide_cycles(const uint8_t *v, int64_t vs2, int64_t first, int64_t count, int64_t sew, int64_t is_signed)")
def divide_cycles(v: Array, vs2: int, first: int, count: int, sew: int, is_signed: int) -> int:
    """Cycles of one register of a division: 3 and a third of the dividends' most bits."""
    most = 0
    for i in range(first, first + count):
        value = element(v, vs2, i, sew)
        if is_signed and value >> (sew - 1):
            value = (1 << sew) - value
        most = max(most, value.bit_length())
    return 3 + -(-most // 3)


@routine(
    "int64_t vector_issue(int64_t *t, const uint8_t *v, int64_t unit, int64_t flags, "
    "int64_t address, int64_t field, int64_t a, int64_t shape, int64_t target, int64_t vd, "
    "int64_t vs2, int64_t vs1, int64_t vm, int64_t vl, int64_t sew, int64_t free)"
)
def vector_issue(
    t: Array,
    v: Array,
    unit: int,
    flags: int,
    address: int,
    field: int,
    a: int,
    shape: int,
    target: int,
    vd: int,
    vs2: int,
    vs1: int,
    vm: int,
    vl: int,
    sew: int,
    free: int,
) -> int:
    """One vector arithmetic instruction.

    `shape` packs how its uops step through registers (shapes.py); `target` is 1 for a result in an
    x register.
    """
    when = vector_begins(t, flags, address, field, a, 0, free, memory=False)
    passed = dispatch(t, flags, address, address + 4, field, when)
    accepted(t, when >> 3)
    fixed, wide, d_step, s2_step, s1_step = (shape >> i & 15 for i in (0, 4, 8, 12, 16))
    reads_d, reads_2, reads_1 = shape >> 20 & 1, shape >> 21 & 1, shape >> 22 & 1
    octets = vl * sew >> 3
    count = fixed or (registers(octets) * (2 if wide and octets > 8 else 1))
    done = last = 0
    go = 0
    reads = reads_d + reads_2 + reads_1
    paid = not free & Free.VECTOR
    for k in range(count):
        d, s2, s1 = (
            register + (0 if step == 15 else k >> step) & 31
            for register, step in ((vd, d_step), (vs2, s2_step), (vs1, s1_step))
        )
        ready = 0
        if reads_2:
            ready = int(t[at.VREADY + s2])
        if reads_1:
            ready = max(ready, int(t[at.VREADY + s1]))
        if reads_d:
            ready = max(ready, int(t[at.VREADY + d]))
        if not vm:
            ready = max(ready, int(t[at.VREADY]))
        collects = unit in (Unit.COLLECT, Unit.COLLECT_WIDE)
        if (collects or unit == Unit.PERMUTE) and paid:
            ready = max(ready, int(t[at.PERMUTES + int(t[at.PERMUTE_COUNT]) % IN_FLIGHT]) + 1)
        now = send(t, ready, reads)
        last = now
        if not paid:
            done = now
        elif unit == Unit.ALU:
            done = _slot(t, at.ALU_AT, now) + 1
        elif unit == Unit.MASK:
            done = _slot(t, at.ALU_AT, now) + 2
        elif unit == Unit.MULTIPLY:
            done = _slot(t, at.MULTIPLY_AT, now) + 2
        elif unit == Unit.DIVIDE:
            lanes = 128 // sew
            cycles = divide_cycles(v, vs2, k * lanes, max(0, min(lanes, vl - k * lanes)), sew, flags & at.SIGNED)
            done = max(now + 1, int(t[at.DIVIDE_AT])) + cycles
            t[at.DIVIDE_AT] = done
        elif collects:
            begins = max(now + 1, int(t[at.PERMUTE_AT]))
            popped = begins + (unit == Unit.COLLECT_WIDE)
            t[at.PERMUTE_AT] = popped + 1
            t[at.PERMUTES + int(t[at.PERMUTE_COUNT]) % IN_FLIGHT] = popped
            t[at.PERMUTE_COUNT] += 1
            done = popped + 2
            if k < count - 1:
                continue
        else:
            go = now + 1  # all begin when the last has come: filled in below
            t[at.PERMUTE_COUNT] += 1
            t[at.ROB_COUNT] += 1
            continue
        leaves = leave(t, done, alone=target != 0)
        if not target:
            t[at.VREADY + d] = max(int(t[at.VREADY + d]), done)
    if unit == Unit.PERMUTE and paid:
        go = max(go, int(t[at.PERMUTE_AT]))
        t[at.PERMUTE_AT] = go + 2 * count - 1
        t[at.PERMUTE_COUNT] -= count
        t[at.ROB_COUNT] -= count
        for k in range(count):
            done = go + k + 2
            t[at.PERMUTES + int(t[at.PERMUTE_COUNT]) % IN_FLIGHT] = go + count - 1 + k
            t[at.PERMUTE_COUNT] += 1
            leaves = leave(t, done)
            d = vd + k & 31
            t[at.VREADY + d] = max(int(t[at.VREADY + d]), done)
    if target:
        t[at.READY + field] = moment(leaves, Reason.VECTOR) if field else 0
        done = leaves
    retire(t, moment(done, Reason.VECTOR))
    t[at.LATEST] = max(int(t[at.LATEST]), leaves)
    return passed


@routine(
    "int64_t vaccess_issue(int64_t *t, const uint8_t *v, int64_t kind, int64_t flags, "
    "int64_t address, int64_t field, int64_t a, int64_t b, int64_t vd, int64_t vs2, int64_t vm, "
    "int64_t place, int64_t stride, int64_t fields, int64_t width, int64_t index, int64_t vl, "
    "int64_t sew, int64_t free)"
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
    vd: int,
    vs2: int,
    vm: int,
    place: int,
    stride: int,
    fields: int,
    width: int,
    index: int,
    vl: int,
    sew: int,
    free: int,
) -> int:
    """One vector load or store of `vl` elements of `width` bytes, `fields` each.

    `index`: bytes of an index in vs2, 0 for accesses at place + i * stride.
    """
    when = vector_begins(t, flags, address, field, a, b, free, memory=True)
    passed = dispatch(t, flags, address, address + 4, field, when)
    accepted(t, when >> 3)
    outside = place >= EXTERNAL and not free & Free.EXTERNAL
    paid = not free & Free.LOAD_STORE
    reason = Reason.EXTERNAL if outside else Reason.LOAD_STORE
    left = access(t, when >> 3)
    per_line = 1 + ((int(t[at.READ_LATENCY]) if kind == Kind.LOAD else WRITE) if outside else 0)
    group = registers(vl * width)
    lanes = 16 // width
    parts = 1
    if index > width and vl * index > 16:
        parts = min(index // width, registers(vl * index))
    until = left
    leaves = done = stored = 0
    for k in range(group):
        for f in range(fields):
            register = vd + f * group + k & 31
            for part in range(parts):  # the load/store unit is handed the uops one by one
                ready = 0 if vm else int(t[at.VREADY])
                if kind == Kind.STORE:
                    ready = max(ready, int(t[at.VREADY + register]))
                if index:
                    source = k * parts + part if index >= width else k * index // width
                    ready = max(ready, int(t[at.VREADY + (vs2 + source & 31)]))
                now = send(t, ready, (kind == Kind.STORE) + (index > 0))
                until = max(until, now) + 1
            first = k * lanes
            lines = touched(
                v, place + f * width, stride, width, vs2, index, first,
                max(0, min(lanes, vl - first)), vm, kind == Kind.STORE
            )
            until += lines * per_line + (1 + (kind == Kind.LOAD and lines > 0))
            if not paid:
                until = now - 2
            done = until + 2
            if not stored:
                stored = until
            leaves = leave(t, done)
            if kind == Kind.LOAD:
                t[at.VREADY + register] = max(int(t[at.VREADY + register]), done)
    t[at.FREE_AT] = until + 1 if paid else when >> 3
    t[at.MEMORY_REASON] = reason
    t[at.MEMORY_UNTIL] = until
    finished = stored + 1 if kind == Kind.STORE else done
    retire(t, moment(finished, reason))
    t[at.LATEST] = max(int(t[at.LATEST]), leaves)
    return passed


@routine("int64_t touched(const uint8_t *v, int64_t place, int64_t stride, int64_t width, int64_t vs2, int64_t index, int64_t first, int64_t count, int64_t vm, int64_t store)")
def touched(
    v: Array, place: int, stride: int, width: int, vs2: int, index: int, first: int, count: int,
    vm: int, store: int,
) -> int:
    """Accesses of memory for elements first to first + count - 1: a line each, and for stores one
    more for every byte that an earlier element of them has written."""
    lines: dict[int, dict[int, int]] = {}
    for i in active(v, first, first + count, vm):
        offset = element(v, vs2, i, 8 * index) if index else i * stride
        for byte in range(width):
            where = place + offset + byte & 0xFFFF_FFFF
            line = lines.setdefault(where >> 4, {})
            line[where] = line.get(where, 0) + 1
    return sum(max(line.values()) if store else 1 for line in lines.values())
