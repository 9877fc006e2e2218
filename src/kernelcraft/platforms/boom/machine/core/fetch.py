"""The front end, with its C twins: when an instruction has been fetched, and where the path goes.

A packet is one bank of eight bytes a cycle (Large: two, within a line). A taken branch costs
nothing when the micro-BTB knew it, a cycle when the BTB did, two when only the third stage does;
so does a history of branches that an earlier stage saw otherwise.
"""

from __future__ import annotations

from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.platforms.boom.machine.core.caches import code_line
from kernelcraft.platforms.boom.machine.core.kinds import Kind
from kernelcraft.platforms.boom.machine.core.predictor import foretold
from kernelcraft.platforms.boom.machine.core.timeline import Free, Reason
from kernelcraft.platforms.boom.machine.core.times import RESOLVED, STAGES
from kernelcraft.platforms.boom.machine.core.units import moment
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine


def _told(history: int, branch: int, seen: int) -> int:
    """The history after a bank: a one for a taken branch, else a zero if there was any branch."""
    if not branch and not seen:
        return history
    shifted = (history << 1 | bool(branch)) & ((1 << 64) - 1)
    return shifted - (1 << 64) if shifted >> 63 else shifted


def _bubbles(t: Array, next: int, branch: int) -> int:
    """Cycles lost because an earlier stage of the front end went another way."""
    if int(t[at.FREE]) & Free.FETCH:
        return 0
    history = int(t[at.HISTORY_NOW])
    third = _told(history, branch, int(t[at.SEEN_3]))
    second = _told(history, int(t[at.NEXT_2] and t[at.TAKEN_2]), int(t[at.SEEN_2]))
    first = _told(history, int(t[at.NEXT_1] and t[at.TAKEN_1]), int(t[at.SEEN_1]))
    if t[at.NEXT_2] != next or second != third:
        return 2
    return int(t[at.NEXT_1] != t[at.NEXT_2] or first != second)


def _end_bank(t: Array, branch: int) -> None:
    t[at.HISTORY_NOW] = _told(int(t[at.HISTORY_NOW]), branch, int(t[at.SEEN_3]))
    for word in (at.NEXT_1, at.NEXT_2, at.TAKEN_1, at.TAKEN_2):
        t[word] = 0
    for word in (at.SEEN_1, at.SEEN_2, at.SEEN_3, at.LOOKED):
        t[word] = 0


def _begin_packet(t: Array, chunk: int, when: int) -> None:
    ready = code_line(t, chunk * at.BANK // at.LINE, when >> 4)
    t[at.WHY] = Reason.FETCH if ready > when >> 4 else when & 15
    t[at.CHUNK] = chunk
    t[at.BANKS_LEFT] = t[at.P.BANKS] - 1
    t[at.HISTORY] = t[at.HISTORY_NOW]
    place = at.TARGETS_AT + int(t[at.PACKETS]) % int(t[at.P.FETCH_TARGETS])
    t[at.FETCHED] = max(ready, int(t[place]) - STAGES)
    t[at.PACKETS] += 1


@routine("int64_t fetched(int64_t *t, int64_t address, int64_t length)")
def fetched(t: Array, address: int, length: int) -> int:
    """The moment from which an instruction can be dispatched, as far as the front end goes."""
    if t[at.REDIRECTED]:
        _begin_packet(t, address // at.BANK, int(t[at.REDIRECTED]))
        t[at.REDIRECTED] = 0
    last = (address + length - 1) // at.BANK
    while t[at.CHUNK] != last:  # the path goes on into the next bank
        lost, chunk = _bubbles(t, 0, 0), int(t[at.CHUNK]) + 1
        _end_bank(t, 0)
        if t[at.BANKS_LEFT] and chunk * at.BANK % at.LINE:
            t[at.BANKS_LEFT] -= 1
            t[at.CHUNK] = chunk
        else:
            _begin_packet(t, chunk, moment(int(t[at.FETCHED]) + 1 + lost, Reason.FETCH))
    place = at.BUFFER_AT + int(t[at.COUNT]) % int(t[at.P.FETCH_BUFFER])
    room = int(t[place]) + 1 - STAGES
    if room > t[at.FETCHED] and not int(t[at.FREE]) & Free.WINDOW:
        t[at.FETCHED], t[at.WHY] = room, Reason.WINDOW
    return moment(int(t[at.FETCHED]) + int(t[at.P.FRONT]), int(t[at.WHY]))


def _flushed(t: Array, kind: int, jumped: bool, committed: int) -> None:
    """What follows an instruction that is no branch, when the pipeline is emptied after it."""
    if kind in (Kind.CSR, Kind.SYSTEM) or jumped:
        wait = int(t[at.P.FLUSH])
    elif kind == Kind.FENCEI:
        wait = int(t[at.P.FENCE_I]) + int(t[at.P.LATENCY])
    else:
        return
    _end_bank(t, 0)
    t[at.REDIRECTED] = moment(committed + wait, Reason.SERIAL)
    t[at.POSITION] = 0


@routine(
    "void steer(int64_t *t, int64_t address, int64_t kind, int64_t returns, int64_t calls, "
    "int64_t after, int64_t next, int64_t resolved, int64_t committed)"
)
def steer(
    t: Array,
    address: int,
    kind: int,
    returns: int,
    calls: int,
    after: int,
    next: int,
    resolved: int,
    committed: int,
) -> None:
    """Where the path goes after an instruction, issued and committed at these cycles."""
    if kind not in (Kind.BRANCH, Kind.JAL, Kind.JALR):
        _flushed(t, kind, next != after, committed)
        return
    branch = kind == Kind.BRANCH
    taken = next != after or not branch
    wrong = foretold(t, address, kind, returns, calls, after, next)
    if wrong and not int(t[at.FREE]) & Free.MISPREDICT:
        t[at.SEEN_3] |= branch and not taken
        _end_bank(t, branch and taken)
        wait = RESOLVED + (kind == Kind.JALR)
        t[at.REDIRECTED] = moment(resolved + wait, Reason.MISPREDICT)
        t[at.POSITION] = 0
        t[at.MISPREDICTED] += 1
    elif taken:
        lost = _bubbles(t, next, branch)
        _end_bank(t, branch)
        t[at.REDIRECTED] = moment(int(t[at.FETCHED]) + 1 + lost, Reason.FETCH)
    else:
        t[at.SEEN_3] = 1
