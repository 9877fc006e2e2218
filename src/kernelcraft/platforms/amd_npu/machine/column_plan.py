"""The descriptors of a cell's fixed plan: from DDR by the memory tile to the core, and back.

Of each piece one half goes over channel 0 and one over channel 1, all the way. The memory tile has
a ring of buffers for each channel, whose descriptors come round for ever; what comes at once goes
before that, over channel 0, on to the north's memory.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from kernelcraft.cells.protocol import Spill, Stream, Transfer
from kernelcraft.platforms.amd_npu.machine.plan import (
    MOST_ITERATIONS,
    MOST_SIZE,
    WORD,
    Buffer,
    Channel,
    Descriptor,
    Lock,
    Plan,
    Task,
)
from kernelcraft.platforms.amd_npu.machine.plan_text import channel
from kernelcraft.platforms.amd_npu.machine.streaming import (
    HALVES,
    NORTH_LOCKS,
    OWN_LOCKS,
    moves,
    sequence,
)

RING: Final = 4  # buffers
MOST_BUFFER: Final = 8 * 1024  # bytes of one
NORTH_CHANNEL: Final = 2  # of the memory tile, that sends to the north
OUT: Final = 4  # its first channel that sends to the shim
SPILLED: Final = 4  # its channel that receives what is spilled
RESULTS: Final = 2  # its first channel that receives results


@dataclass
class _Draft:
    buffers: list[Buffer] = field(default_factory=list)
    locks: dict[Lock, int] = field(default_factory=dict)
    streams: dict[Channel, tuple[Channel, ...]] = field(default_factory=dict)
    descriptors: list[Descriptor] = field(default_factory=list)
    tasks: list[tuple[int, Task]] = field(default_factory=list)
    tile_bytes: int = 0
    tile_locks: int = 0

    def tile_buffer(self, name: str, size: int) -> str:
        """Room in the memory tile."""
        self.buffers.append(Buffer(name, "memory", self.tile_bytes, size))
        self.tile_bytes += size
        return name

    def tile_lock(self, value: int) -> Lock:
        """The memory tile's next lock."""
        lock = Lock("memory", self.tile_locks)
        self.tile_locks += 1
        self.locks[lock] = value
        return lock

    def linear(
        self,
        name: str,
        tile: str,
        where: str,
        size: int,
        acquire: Lock | None,
        release: Lock | None,
        *,
        offset: int = 0,
        following: str | None = None,
    ) -> str:
        """A descriptor of bytes that follow one another."""
        taken = (acquire, 1) if acquire else None
        given = (release, 1) if release else None
        self.descriptors.append(
            Descriptor(name, tile, where, offset, (size // WORD,), (1,), taken, given, following)
        )
        return name

    def task(self, to: str, descriptor: str, repeat: int = 1, *, after: int = 0) -> None:
        """One more for a channel, to be given out after so many pieces of its direction."""
        self.tasks.append((after, Task(channel(to), descriptor, repeat)))

    def stream(self, source: str, end: str) -> None:
        """From a channel to another."""
        self.streams[channel(source)] = (channel(end),)


def column_plan(
    plan: Sequence[Transfer], streams: Sequence[Stream], spill: Spill | None = None
) -> Plan | None:
    """The whole plan; None where the halves of pieces have no buffer in common."""
    draft = _Draft()
    wholes = [each for each in streams if each.whole]
    flows = {each.tensor.name: each for each in streams if not each.whole}
    for each in _owners(streams).values():
        _near(draft, each)
    _wholes(draft, [each for each in wholes if each.inbound], [e for e in wholes if not e.inbound])
    for inbound in (True, False):
        chosen = [each for each in flows.values() if each.inbound == inbound]
        if not chosen:
            continue
        size = _common([each.piece // HALVES for each in chosen])
        if not size:
            return None
        rows = [each for each in plan if each.inbound == inbound]
        for half in range(HALVES):
            _ring(draft, half, size, inbound=inbound)
            _ddr(draft, rows, flows, half)
            if len(chosen) == 1:
                chain = _pair(draft, chosen[0], half, endless=True)
                draft.task(_core(chosen[0], half), chain[0])
        if len(chosen) > 1:
            _turns(draft, plan, flows)
    if spill:
        _spilled(draft, spill)
    return Plan(
        tuple(draft.buffers),
        draft.locks,
        draft.streams,
        tuple(draft.descriptors),
        tuple(task for _, task in sorted(draft.tasks, key=lambda each: each[0])),
    )


def _common(halves: Sequence[int]) -> int:
    """Bytes of a ring's buffer: the most that all halves are multiples of."""
    whole = math.gcd(*halves)
    fitting = (whole // count for count in range(1, whole + 1) if whole % count == 0)
    return next((size for size in fitting if size <= MOST_BUFFER and size % 16 == 0), 0)


def _owners(streams: Sequence[Stream]) -> dict[tuple[int, ...], Stream]:
    """By buffers the first stream that has them; those that share them have pieces of one size."""
    found: dict[tuple[int, ...], Stream] = {}
    for each in streams:
        found.setdefault(each.buffers, each)
    return found


def _near(draft: _Draft, stream: Stream) -> None:
    """The buffers around the core, and their locks."""
    name = stream.tensor.name
    tile = "north" if stream.whole else "core"
    for number, address in enumerate(stream.buffers):
        draft.buffers.append(Buffer(f"{name}{number}", tile, address, stream.piece, moves(stream)))
    for free, full in zip(stream.free, stream.full, strict=True):
        draft.locks[_lock(free)] = 0 if stream.whole else len(stream.buffers)
        draft.locks[_lock(full)] = 0


def _lock(index: int) -> Lock:
    if index >= OWN_LOCKS:
        return Lock("core", index - OWN_LOCKS)
    return Lock("north", index - NORTH_LOCKS)


def _wholes(draft: _Draft, come: Sequence[Stream], leave: Sequence[Stream]) -> None:
    """What comes at once, before all else, and what leaves at once."""
    if come:
        draft.stream("shim.mm2s0", "memory.s2mm0")
        draft.stream(f"memory.mm2s{NORTH_CHANNEL}", "north.s2mm0")
        size = sum(each.piece for each in come)
        where, there = draft.tile_buffer("whole", size), draft.tile_lock(0)
        draft.task("memory.s2mm0", draft.linear("whole_in", "memory", where, size, None, there))
        sent = draft.linear("whole_on", "memory", where, size, there, None)
        draft.task(f"memory.mm2s{NORTH_CHANNEL}", sent)
    for each in come:
        name = each.tensor.name
        draft.task("shim.mm2s0", draft.linear(f"ddr_{name}", "shim", name, each.piece, None, None))
        put = draft.linear(
            f"put_{name}", "north", f"{name}0", each.piece, None, _lock(each.full[0])
        )
        draft.task("north.s2mm0", put)
    for each in leave:
        name = each.tensor.name
        draft.stream("north.mm2s0", f"memory.s2mm{RESULTS}")
        draft.stream(f"memory.mm2s{OUT}", "shim.s2mm0")
        taken = draft.linear(
            f"take_{name}", "north", f"{name}0", each.piece, _lock(each.full[0]), None
        )
        draft.task("north.mm2s0", taken)
        where, there = draft.tile_buffer("leaving", each.piece), draft.tile_lock(0)
        come_in = draft.linear("leaving_in", "memory", where, each.piece, None, there)
        draft.task(f"memory.s2mm{RESULTS}", come_in)
        gone = draft.linear("leaving_on", "memory", where, each.piece, there, None)
        draft.task(f"memory.mm2s{OUT}", gone)
        draft.task("shim.s2mm0", draft.linear(f"ddr_{name}", "shim", name, each.piece, None, None))


def _spilled(draft: _Draft, spill: Spill) -> None:
    """From the north's memory to the memory tile, block after block for ever, and back."""
    draft.buffers.append(Buffer("spill", "north", spill.buffer, spill.size))
    where = draft.tile_buffer("spilled", spill.size * spill.blocks)
    there = draft.tile_lock(0)
    send, sent, ask, came = (_lock(n) for n in (spill.send, spill.sent, spill.ask, spill.came))
    draft.locks |= dict.fromkeys((send, sent, ask, came), 0)
    draft.stream("north.mm2s0", f"memory.s2mm{SPILLED}")
    draft.stream(f"memory.mm2s{NORTH_CHANNEL}", "north.s2mm0")
    for name, tile, acquire, release in (
        ("spill_out", "north", send, sent),
        ("spill_in", "north", ask, came),
        ("spill_store", "memory", None, there),
        ("spill_load", "memory", there, None),
    ):
        buffer = "spill" if tile == "north" else where
        draft.linear(name, tile, buffer, spill.size, acquire, release, following=name)
        if tile == "memory":
            step = (spill.blocks, spill.size // WORD)
            draft.descriptors[-1] = replace(draft.descriptors[-1], iterate=step)
    draft.task("north.mm2s0", "spill_out")
    draft.task(f"memory.s2mm{SPILLED}", "spill_store")
    draft.task(f"memory.mm2s{NORTH_CHANNEL}", "spill_load")
    draft.task("north.s2mm0", "spill_in")


def _ring(draft: _Draft, half: int, size: int, *, inbound: bool) -> None:
    """Buffers of the memory tile for one channel, used in turn for ever."""
    first, last = (half, half) if inbound else (RESULTS + half, OUT + half)
    kind = f"{'in' if inbound else 'out'}{half}"
    if inbound:
        draft.stream(f"shim.mm2s{half}", f"memory.s2mm{half}")
        draft.stream(f"memory.mm2s{half}", f"core.s2mm{half}")
    else:
        draft.stream(f"core.mm2s{half}", f"memory.s2mm{first}")
        draft.stream(f"memory.mm2s{last}", f"shim.s2mm{half}")
    free, full = draft.tile_lock(RING), draft.tile_lock(0)
    for number in range(RING):
        where = draft.tile_buffer(f"ring_{kind}_{number}", size)
        after = (number + 1) % RING
        draft.linear(
            f"fill_{kind}_{number}",
            "memory",
            where,
            size,
            free,
            full,
            following=f"fill_{kind}_{after}",
        )
        draft.linear(
            f"empty_{kind}_{number}",
            "memory",
            where,
            size,
            full,
            free,
            following=f"empty_{kind}_{after}",
        )
    draft.task(f"memory.s2mm{first}", f"fill_{kind}_0")
    draft.task(f"memory.mm2s{last}", f"empty_{kind}_0")


def _core(stream: Stream, half: int) -> str:
    return f"core.{'s2mm' if stream.inbound else 'mm2s'}{half}"


def _pair(draft: _Draft, stream: Stream, half: int, *, endless: bool) -> list[str]:
    """The descriptors of one half of both buffers."""
    name, size = stream.tensor.name, stream.piece // HALVES
    free, full = _lock(stream.free[half]), _lock(stream.full[half])
    acquire, release = (free, full) if stream.inbound else (full, free)
    names = [f"{name}{number}_{half}" for number in range(2)]
    for number, each in enumerate(names):
        draft.linear(
            each,
            "core",
            f"{name}{number}",
            size,
            acquire,
            release,
            offset=half * size,
            following=names[1 - number] if endless else None,
        )
    return names


def _turns(draft: _Draft, plan: Sequence[Transfer], flows: dict[str, Stream]) -> None:
    """Pieces of several tensors in their order, a task each."""
    inbound = [each for each in flows.values() if each.inbound]
    pairs = {
        (each.buffers, half): _pair(draft, each, half, endless=False)
        for each in _owners(inbound).values()
        for half in range(HALVES)
    }
    count: Counter[tuple[int, ...]] = Counter()
    for number, name in enumerate(sequence(plan, inbound=True)):
        buffers = flows[name].buffers
        for half in range(HALVES):
            descriptor = pairs[buffers, half][count[buffers] % 2]
            draft.task(_core(flows[name], half), descriptor, after=number)
        count[buffers] += 1


def _ddr(draft: _Draft, rows: Sequence[Transfer], flows: dict[str, Stream], half: int) -> None:
    """The shim's tasks: each round of the plan is a chain of descriptors that step through DDR.

    A task is given out when the one before it begins.
    """
    at: Counter[str] = Counter()
    before = begun = 0
    for number in dict.fromkeys(each.round for each in rows):
        together = [each for each in rows if each.round == number]
        left = together[0].times
        while left:
            times = min([left, MOST_ITERATIONS, *_until_wrap(together, flows, at)])
            names = [
                f"ddr_{each.tensor}_{half}_{at[each.tensor]}_{number}_{left}" for each in together
            ]
            for each, name, following in zip(together, names, (*names[1:], None), strict=True):
                stream = flows[each.tensor]
                start = at[each.tensor] % stream.pieces
                draft.descriptors.append(
                    _strided(name, stream, start, each.pieces, times, half, following)
                )
                at[each.tensor] += times * each.pieces
            draft.task(
                f"shim.{'mm2s' if stream.inbound else 's2mm'}{half}", names[0], times, after=before
            )
            before, begun = begun, begun + times * sum(each.pieces for each in together)
            left -= times


def _until_wrap(
    rows: Sequence[Transfer], flows: dict[str, Stream], at: Counter[str]
) -> Iterator[int]:
    """How many times each row of a round can come before its tensor begins again."""
    for each in rows:
        pieces = flows[each.tensor].pieces
        yield (pieces - at[each.tensor] % pieces) // each.pieces


def _strided(
    name: str,
    stream: Stream,
    start: int,
    pieces: int,
    times: int,
    half: int,
    following: str | None,
) -> Descriptor:
    """One half of each of these pieces; after them, each time, of those that follow."""
    words, piece = stream.piece // HALVES // WORD, stream.piece // WORD
    inner = next(size for size in range(min(words, MOST_SIZE), 0, -1) if words % size == 0)
    return Descriptor(
        name,
        "shim",
        stream.tensor.name,
        start * stream.piece + half * stream.piece // HALVES,
        (inner, words // inner, pieces),
        (1, inner, piece),
        next=following,
        iterate=(times, pieces * piece),
    )
