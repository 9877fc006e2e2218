"""One instruction through the out-of-order core, with its C twin: called once for each, in order.

It is fetched, renamed and dispatched in order, issued when its operands and a port are there, and
committed in order; what it occupies until then holds younger ones back. All of that is times in
calendars, so the past can be asked as well as the future. What a mispredicted branch fetches on
the wrong path is not simulated: its cost is the time until the right path is fetched.
"""

from __future__ import annotations

from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.platforms.boom.machine.core.caches import (
    WRONG,
    data_line,
    drain,
    loaded,
    store_at,
    store_room,
    stored,
)
from kernelcraft.platforms.boom.machine.core.fetch import fetched, steer
from kernelcraft.platforms.boom.machine.core.kinds import Kind
from kernelcraft.platforms.boom.machine.core.misses import all_there, miss_word, misses
from kernelcraft.platforms.boom.machine.core.timeline import Division, Free, Miss, P, Reason
from kernelcraft.platforms.boom.machine.core.times import (
    DONE,
    FLOAT_LOAD,
    LOAD,
    LOADED,
    ORDER,
    RENAMED,
)
from kernelcraft.platforms.boom.machine.core.units import (
    after,
    claimed,
    division_at,
    divisions,
    floats,
    integers,
    issued,
    moment,
    replace_least,
    stores,
    written_after,
)
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

MEMORY_SIDE, INTEGER_SIDE, FLOAT_SIDE = 1, 2, 4
LOADS = (Kind.LOAD, Kind.FLOAD)
STORES = (Kind.STORE, Kind.FSTORE)
SIDES = (
    dict.fromkeys(Kind, INTEGER_SIDE)
    | dict.fromkeys((*LOADS, Kind.STORE, Kind.AMO, Kind.LR, Kind.SC), MEMORY_SIDE)
    | {Kind.FSTORE: MEMORY_SIDE | FLOAT_SIDE, Kind.FENCE: 0, Kind.FENCEI: 0}
    | dict.fromkeys((Kind.FPU, Kind.FDIV, Kind.FSQRT, Kind.FTOI, Kind.FCMP), FLOAT_SIDE)
)


def _alone(kind: int) -> bool:
    """Whether it is dispatched when the reorder buffer is empty, and nothing after it until it
    has left."""
    return kind >= Kind.CSR


def _behind(t: Array, number: int, *, rows: bool) -> int:
    """The earliest commit, a moment, of a row, or of an integer in its order.

    Those were given out before an older quotient or a miss turned out to be later.
    """
    if number > t[at.ROWS_LATE if rows else at.INTEGERS_LATE]:
        return 0
    found, apart = 0, 1 if rows else int(t[P.WIDTH])
    for i in divisions(t):
        since = number - int(t[division_at(i) + (Division.ROW if rows else Division.INTEGER)])
        cycle = int(t[division_at(i) + Division.WRITTEN]) + written_after(t) + DONE
        if since >= 0:
            found = max(found, moment(cycle + since // apart, Reason.PORT))
    for i in misses(t):
        since = number - miss_word(t, i, Miss.ROW if rows else Miss.INTEGER)
        cycle = miss_word(t, i, Miss.USED) + LOADED
        if miss_word(t, i, Miss.ROW) and since >= 0:
            found = max(found, moment(cycle + since // apart, Reason.MISS))
    return found


def _full(t: Array, when: int, until: int) -> int:
    if int(t[at.FREE]) & Free.WINDOW:
        return when
    return max(when, moment(until, Reason.WINDOW))


def _room(t: Array, ring: int, count: int, size: int) -> int:
    """When the entry of a ring becomes free that the next one takes."""
    return int(t[ring + int(t[count]) % size])


def _loads(t: Array) -> int:
    """The loads that their queue takes: one entry stays empty, which tells full from empty."""
    return int(t[P.LOAD_QUEUE]) - 1


def _empty(t: Array, kind: int) -> int:
    """The moment in which nothing is in flight that an operation must not overtake."""
    when = int(t[at.COMMITTED]) + int(t[P.UNIQUE])
    if Kind.FENCE <= kind <= Kind.SC:
        drain(t, 0, int(t[at.STORES]))
        when = max(when, int(t[at.RELEASED]))
    if kind in (Kind.FENCE, Kind.FENCEI):
        when = max(when, all_there(t))
    return moment(when, Reason.SERIAL)


def _dispatched(t: Array, kind: int, rd: int, ready: int) -> int:
    """The moment of the dispatch: rows, queues, registers, tags."""
    before, starts = int(t[at.DISPATCHED]), int(t[at.POSITION]) % int(t[P.WIDTH]) == 0
    when = max(ready, moment(before + starts, Reason.RETIRE), int(t[at.ALONE]))
    t[at.ROW_BEGAN] = starts or ready >> 4 > before
    if t[at.ROW_BEGAN]:
        rows = int(t[P.ROB]) // int(t[P.WIDTH])
        late = _behind(t, int(t[at.ROWS]) - rows + 1, rows=True) >> 4
        when = _full(t, when, max(int(t[at.ROWS_AT + int(t[at.ROWS]) % rows]), late) + 1)
    if _alone(kind):
        when = max(when, _empty(t, kind))
    side = SIDES[Kind(kind)]
    if side & MEMORY_SIDE:
        when = _full(t, when, int(t[at.MEMORY_QUEUE_AT]))
    if side & INTEGER_SIDE:
        when = _full(t, when, int(t[at.INTEGER_QUEUE_AT]))
    if side & FLOAT_SIDE:
        when = _full(t, when, int(t[at.FLOAT_QUEUE_AT]))
    if kind in LOADS:
        when = _full(t, when, _room(t, at.LOADS_AT, at.LOADED, _loads(t)) + 1)
    if kind in STORES:
        when = _full(t, when, store_room(t))
    if rd >= 32:
        when = _full(t, when, _room(t, at.FLOATS_AT, at.FLOATS, int(t[P.FLOAT_FREE])) + 1)
    elif rd:
        late = _behind(t, int(t[at.INTEGERS] - t[P.INTEGER_FREE]), rows=False) >> 4
        room = _room(t, at.INTEGERS_AT, at.INTEGERS, int(t[P.INTEGER_FREE]))
        when = _full(t, when, max(room, late) + 1)
    if kind in (Kind.BRANCH, Kind.JALR):
        when = _full(t, when, int(t[at.BRANCHES_AT]) + 1)
    t[at.DISPATCHED] = when >> 4
    left = at.BUFFER_AT + int(t[at.COUNT]) % int(t[P.FETCH_BUFFER])
    t[left] = (when >> 4) - RENAMED
    t[at.COUNT] += 1
    t[at.POSITION] += 1
    return when


def _load(t: Array, ready: int, address: int, size: int) -> int:
    """When a load's value can be used; it is fetched again when an older store had its address."""
    when = issued(t, 1 << at.MEMORY_PORT, ready)
    value = loaded(t, address, size, when >> 4, again=False)
    if value != WRONG:
        return max(value, when + moment(LOAD, 0)) if value > when else value
    t[at.VIOLATED] += 1
    oldest = max(0, int(t[at.STORES]) - int(t[P.STORE_QUEUE]))
    known = max(int(t[store_at(i) + 2]) for i in range(oldest, int(t[at.STORES])))
    found = max(known + DONE, int(t[at.COMMITTED]) + 1)
    rows = int(t[P.ROB]) // int(t[P.WIDTH])
    restart = found + ORDER + min(found - int(t[at.DISPATCHED]), rows)
    t[at.RESTARTED] = restart
    second = claimed(t, 1 << at.MEMORY_PORT, restart + int(t[P.FRONT]) + 1)
    t[at.ISSUED] = second
    value = loaded(t, address, size, second, again=True)
    return moment(value >> 4, Reason.LOAD_STORE)


CYCLES_ALONE = {
    Kind.FENCE: P.FENCE,
    Kind.FENCEI: P.FENCE,
    Kind.AMO: P.ATOMIC,
    Kind.LR: P.RESERVE,
    Kind.SC: P.CONDITIONAL,
}


def _ran_alone(t: Array, kind: int, when: int, address: int) -> int:
    """When one that runs alone is done: it commits so many cycles after its dispatch."""
    word = CYCLES_ALONE.get(Kind(kind))
    cycles = 2 if word is None else int(t[word]) - DONE
    if Kind.AMO <= kind <= Kind.SC:
        there = data_line(t, address // at.LINE, when >> 4, int(kind != Kind.LR))
        cycles += there - (when >> 4)
    return after(when, cycles, Reason.SERIAL)


def _operated(
    t: Array,
    kind: int,
    when: int,
    sources: tuple[int, int, int],
    address: int,
    size: int,
    a: int,
    b: int,
) -> int:
    """The moment from which the result of an operation dispatched at `when` can be used."""
    first, second, third = (int(t[at.READY + register]) for register in sources)
    soon = after(when, 1, when & 15)
    if _alone(kind):
        return _ran_alone(t, kind, when, address)
    if kind in STORES:
        return stores(t, kind, soon, first, second)
    ready = max(soon, first, second, third)
    if kind in LOADS:
        done = _load(t, ready, address, size)
        replace_least(t, at.MEMORY_QUEUE_AT, int(t[P.MEMORY_QUEUE]), int(t[at.ISSUED]) + 1)
        return done + moment(FLOAT_LOAD, 0) if kind == Kind.FLOAD else done
    if SIDES[Kind(kind)] & FLOAT_SIDE:
        done = floats(t, kind, ready)
        replace_least(t, at.FLOAT_QUEUE_AT, int(t[P.FLOAT_QUEUE]), int(t[at.ISSUED]) + 1)
        return done
    done = integers(t, kind, ready, a, b)
    replace_least(t, at.INTEGER_QUEUE_AT, int(t[P.INTEGER_QUEUE]), int(t[at.ISSUED]) + 1)
    return done


def _leave(t: Array, ring: int, count: int, size: int, cycle: int) -> None:
    """The newest entry of a ring becomes free in a cycle."""
    t[ring + int(t[count]) % size] = cycle
    t[count] += 1


def _committed(t: Array, kind: int, rd: int, cycle: int, resolved: int) -> None:
    """Give the entries back that an instruction holds until it commits."""
    t[at.ROWS] += t[at.ROW_BEGAN]
    rows = int(t[P.ROB]) // int(t[P.WIDTH])
    t[at.ROWS_AT + (int(t[at.ROWS]) - 1) % rows] = cycle
    t[at.TARGETS_AT + (int(t[at.PACKETS]) - 1) % int(t[P.FETCH_TARGETS])] = cycle
    if kind in LOADS:
        _leave(t, at.LOADS_AT, at.LOADED, _loads(t), cycle)
    if rd >= 32:
        _leave(t, at.FLOATS_AT, at.FLOATS, int(t[P.FLOAT_FREE]), cycle)
    elif rd:
        _leave(t, at.INTEGERS_AT, at.INTEGERS, int(t[P.INTEGER_FREE]), cycle)
    if kind in (Kind.BRANCH, Kind.JALR):
        replace_least(t, at.BRANCHES_AT, int(t[P.BRANCHES]), resolved + DONE)
    if _alone(kind):
        t[at.ALONE] = moment(cycle + int(t[P.UNIQUE]), Reason.SERIAL)


def _awaited(done: int) -> int:
    """A result as those see it that wait for it: it is late itself, or it comes from memory."""
    if done & 15 in (Reason.LOAD_STORE, Reason.MISS):
        return done
    return moment(done >> 4, Reason.DEPENDENCE)


def _to_commit(kind: int) -> int:
    """From when a result can be used to the earliest commit."""
    if kind == Kind.LOAD:
        return LOADED
    return LOADED - FLOAT_LOAD if kind == Kind.FLOAD else DONE


def _called(t: Array) -> None:
    """A call begins when all that the one before left in flight is done."""
    drain(t, 0, int(t[at.STORES]))
    t[at.COMMITTED] = max(int(t[at.COMMITTED]), int(t[at.RELEASED]), all_there(t))
    t[at.REDIRECTED] = moment(int(t[at.COMMITTED]) + 1, Reason.FETCH)
    t[at.NEXT_1] = t[at.NEXT_2] = t[at.TAKEN_1] = t[at.TAKEN_2] = 0
    t[at.SEEN_1] = t[at.SEEN_2] = t[at.SEEN_3] = t[at.LOOKED] = t[at.POSITION] = 0
    t[at.CALLED] = 0


@routine(
    "int64_t retire(int64_t *t, int64_t pc, int64_t length, int64_t kind, int64_t rd, "
    "int64_t rs1, int64_t rs2, int64_t rs3, int64_t address, int64_t size, int64_t a, int64_t b, "
    "int64_t next, int64_t free)"
)
def retire(
    t: Array,
    pc: int,
    length: int,
    kind: int,
    rd: int,
    rs1: int,
    rs2: int,
    rs3: int,
    address: int,
    size: int,
    a: int,
    b: int,
    next: int,
    free: int,
) -> int:
    """The cycles from the last commit to this one << 8, and why not fewer (a Reason).

    Registers: 0 none, 1..31 integers, 32..63 floats; `size` bytes are accessed at `address`; `a`
    and `b`: what is divided, signed; `next`: the address of the instruction that follows;
    `free`: what takes no time (a Free).
    """
    t[at.FREE] = free
    if t[at.CALLED]:
        _called(t)
    before, jumps = int(t[at.COMMITTED]), kind in (Kind.JAL, Kind.JALR)
    calls = int(jumps and rd in (1, 5))
    returns = int(kind == Kind.JALR and not rd and rs1 in (1, 5))
    when = _dispatched(t, kind, rd, fetched(t, pc, length))
    t[at.DESTINATION] = rd
    done = _operated(t, kind, when, (rs1, rs2, rs3), address, size, a, b)
    t[at.RESULT] = done >> 4
    if rd:
        t[at.READY + rd] = _awaited(done)
    last = moment(before + int(t[at.ROW_BEGAN]), Reason.RETIRE)
    late = _behind(t, int(t[at.ROWS] + t[at.ROW_BEGAN]), rows=True)
    leaves = max(last, done + moment(_to_commit(kind), 0), late)
    cycle = leaves >> 4
    if kind in STORES:
        stored(t, address, size, int(t[at.KNOWN]), int(t[at.SENT]), cycle)
    _committed(t, kind, rd, cycle, int(t[at.ISSUED]))
    if t[at.RESTARTED]:  # the load was fetched again
        t[at.FETCHED] = t[at.RESTARTED]
        t[at.DISPATCHED] = t[at.RESTARTED] + t[P.FRONT]
        t[at.POSITION], t[at.RESTARTED] = 1, 0
    t[at.COMMITTED] = cycle
    steer(t, pc, kind, returns, calls, pc + length, next, int(t[at.ISSUED]), cycle)
    return cycle - before << 8 | leaves & 15
