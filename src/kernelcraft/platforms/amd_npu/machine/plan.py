"""A plan of what the DMA of one column moves: buffers, locks, descriptors, streams and tasks.

The column has five tiles: the shim, which reaches DDR, the memory tile, the south's, the core's own
and the north's. A channel does its tasks one after the other; a task is a chain of descriptors that
comes `repeat` times. What an MM2S channel sends goes to the S2MM channels at the ends of its
stream. Each limit of the hardware that a plan exceeds is an error; see `check`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kernelcraft.platforms.amd_npu.machine import dma

WORD: Final = 4  # bytes
WORDS: Final = dma.BEAT // WORD  # that move at a time
TILES: Final = {
    "core": dma.CORE,
    "north": dma.NORTH,
    "south": dma.SOUTH,
    "memory": dma.MEMORY,
    "shim": dma.SHIM,
}
"""By tile its first channel."""
CHANNELS: Final = {"core": 2, "north": 2, "south": 2, "memory": 6, "shim": 2}  # a direction
ROWS: Final = {"shim": 0, "memory": 1, "south": 2, "core": 3, "north": 4}
HOP: Final = 2  # cycles from a tile to the next; measured
DESCRIPTORS: Final = {"core": 16, "north": 16, "south": 16, "memory": 48}
HALF: Final = 24  # descriptors of the memory tile that even channels reach; odd ones the others
DIMENSIONS: Final = {"core": 3, "north": 3, "south": 3, "memory": 4, "shim": 3}
LOCKS: Final = {"south": (0, 16), "north": (32, 16), "core": (48, 16), "memory": (64, 64)}
"""By tile the number of its first lock, as a core counts up to the memory tile's, and how many."""
MOST_REPEAT: Final = 256
MOST_ITERATIONS: Final = 64
MOST_SIZE: Final = 1023  # of a dimension that others stand around
MOST_LOCK: Final = 63
MEMORIES: Final = {
    "core": (0x74000, 0x80000),
    "north": (0x60000, 0x6C000),
    "south": (0x40000, 0x50000),
    "memory": (0, 512 * 1024),
}
"""Where buffers may lie; stack, arguments and tables are outside of it."""
FIRST: Final = {"mm2s": 747, "s2mm": 171}  # cycles until a shim channel's first task moves data
LATER: Final = {"mm2s": 249, "s2mm": 171}  # and each later one; measured
SET_UP: Final = 4  # cycles that a task takes to begin in another tile
PAUSE: Final = 20  # of so many turns a shim channel that sends loses one: 0.95 words a cycle


@dataclass(frozen=True, order=True)
class Channel:
    """Such as core.s2mm0; S2MM writes to memory, MM2S reads from it."""

    tile: str
    direction: str
    number: int

    def __str__(self) -> str:
        return f"{self.tile}.{self.direction}{self.number}"

    @property
    def sends(self) -> bool:
        """Whether it reads memory."""
        return self.direction == "mm2s"

    @property
    def index(self) -> int:
        """Among all of the column."""
        return TILES[self.tile] + CHANNELS[self.tile] * self.sends + self.number


def channels() -> Iterator[Channel]:
    """All of the column, from the shim to the core and back."""
    for tile in ("shim", "memory", "south", "north", "core"):
        for direction in ("mm2s", "s2mm") if tile == "shim" else ("s2mm", "mm2s"):
            yield from (Channel(tile, direction, n) for n in range(CHANNELS[tile]))


@dataclass(frozen=True)
class Lock:
    """Such as core.0, which a core knows as 48."""

    tile: str
    number: int

    def __str__(self) -> str:
        return f"{self.tile}.{self.number}"

    @property
    def index(self) -> int:
        """Among all of the column; up to 63 it is the core's number for it."""
        return LOCKS[self.tile][0] + self.number


@dataclass(frozen=True)
class Buffer:
    """Bytes of a tile's memory; it `moves` if it lies further on where a cell's tensors do."""

    name: str
    tile: str
    address: int
    size: int
    moves: bool = False


@dataclass(frozen=True)
class Descriptor:
    """Words of a buffer, or of a tensor in DDR, in up to 4 dimensions, the innermost one first.

    `sizes` and `strides` count words, `offset` bytes. It begins when its first lock can be taken
    and raises its second one at its end. With `iterate` = (times, stride) each time that it runs
    it begins `stride` words further on, and after so many times at the beginning again.
    """

    name: str
    tile: str
    where: str
    offset: int
    sizes: tuple[int, ...]
    strides: tuple[int, ...]
    acquire: tuple[Lock, int] | None = None
    release: tuple[Lock, int] | None = None
    next: str | None = None
    iterate: tuple[int, int] = (1, 0)

    @property
    def words(self) -> int:
        """All that it moves."""
        return math.prod(self.sizes)

    @property
    def extent(self) -> tuple[int, int]:
        """The first byte that it reaches and the one after the last, from the beginning."""
        ends = [
            (size - 1) * stride * WORD
            for size, stride in zip(
                (*self.sizes, self.iterate[0]), (*self.strides, self.iterate[1]), strict=True
            )
        ]
        low = self.offset + sum(min(0, end) for end in ends)
        return low, self.offset + sum(max(0, end) for end in ends) + WORD


@dataclass(frozen=True)
class Task:
    """A chain of descriptors for a channel."""

    channel: Channel
    descriptor: str
    repeat: int = 1


@dataclass(frozen=True)
class Plan:
    """All of it; `tasks` are in the order in which the controller gives them out."""

    buffers: tuple[Buffer, ...]
    locks: Mapping[Lock, int]
    streams: Mapping[Channel, tuple[Channel, ...]]
    descriptors: tuple[Descriptor, ...]
    tasks: tuple[Task, ...]
    by_name: Mapping[str, Descriptor] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_name", {each.name: each for each in self.descriptors})

    def buffer(self, name: str) -> Buffer | None:
        """A buffer by its name."""
        return next((each for each in self.buffers if each.name == name), None)


def check(plan: Plan, tensors: Mapping[str, int] | None = None) -> Iterator[str]:
    """What is wrong with it, in sentences; `tensors` are those of the cell with their bytes."""
    yield from _buffers(plan.buffers)
    for lock, value in plan.locks.items():
        yield from _lock(lock)
        if not 0 <= value <= MOST_LOCK:
            yield f"the lock {lock} begins with {value}; locks hold 0 to {MOST_LOCK}"
    yield from _streams(plan.streams)
    for each in plan.descriptors:
        yield from _descriptor(plan, each, tensors)
    names = Counter(each.name for each in plan.descriptors)
    yield from (f"there are {n} descriptors {name!r}" for name, n in names.items() if n > 1)
    yield from _counts(plan)
    for task in plan.tasks:
        yield from _task(plan, task)
    if len(plan.tasks) > dma.MOST_TASKS:
        yield f"{len(plan.tasks):,} tasks are more than the {dma.MOST_TASKS:,} of a plan"
    if len(plan.descriptors) > dma.MOST_DESCRIPTORS:
        found, most = len(plan.descriptors), dma.MOST_DESCRIPTORS
        yield f"{found:,} descriptors are more than the {most:,} of a plan"


def _buffers(buffers: Sequence[Buffer]) -> Iterator[str]:
    for number, each in enumerate(buffers):
        if each.tile not in MEMORIES:
            places = ", ".join(MEMORIES)
            yield f"the buffer {each.name} is in {each.tile!r}; buffers lie in {places}"
            continue
        first, end = MEMORIES[each.tile]
        if each.size <= 0 or not first <= each.address <= each.address + each.size <= end:
            yield (
                f"the buffer {each.name} has {each.size:,} bytes at {each.address:#x}; what plans "
                f"may use of {each.tile} reaches from {first:#x} to {end - 1:#x}"
            )
        if each.address % WORD:
            yield f"the buffer {each.name} is at {each.address:#x}, which is no multiple of {WORD}"
        for other in buffers[:number]:
            if other.name == each.name:
                yield f"there are two buffers {each.name!r}"
            apart = (
                each.address + each.size <= other.address
                or other.address + other.size <= each.address
            )
            if other.tile == each.tile and not apart:
                yield f"the buffers {other.name} and {each.name} overlap"


def _lock(lock: Lock) -> Iterator[str]:
    if lock.tile not in LOCKS:
        yield f"the lock {lock} is in no tile with locks: {', '.join(LOCKS)}"
    elif not 0 <= lock.number < LOCKS[lock.tile][1]:
        yield f"there is no lock {lock}: {lock.tile} has {LOCKS[lock.tile][1]}, from 0 on"


def _channel(channel: Channel) -> Iterator[str]:
    known = channel.tile in TILES and channel.direction in FIRST
    if not known or not 0 <= channel.number < CHANNELS[channel.tile]:
        counts = ", ".join(f"{tile} {count}" for tile, count in CHANNELS.items())
        yield f"there is no channel {channel}; of s2mm and of mm2s there are: {counts}"


def _streams(streams: Mapping[Channel, tuple[Channel, ...]]) -> Iterator[str]:
    ends: set[Channel] = set()
    for source, destinations in streams.items():
        for each in (source, *destinations):
            yield from _channel(each)
        if not source.sends:
            yield f"a stream begins at {source}, but only an mm2s channel sends"
        if not destinations:
            yield f"the stream from {source} ends nowhere"
        for each in destinations:
            if each.sends:
                yield f"the stream from {source} ends at {each}, but only an s2mm channel receives"
            if each in ends:
                yield f"two streams end at {each}"
            if each.tile == source.tile == "shim":
                yield f"the stream from {source} would go from DDR to DDR"
            ends.add(each)


def _descriptor(plan: Plan, each: Descriptor, tensors: Mapping[str, int] | None) -> Iterator[str]:
    if each.tile not in TILES:
        yield f"the descriptor {each.name} is in {each.tile!r}; tiles are {', '.join(TILES)}"
        return
    wrong = list(_dimensions(each))
    yield from wrong
    size = None if wrong else _size(plan, each, tensors)
    if isinstance(size, str):
        yield size
    elif size is not None and not 0 <= each.extent[0] < each.extent[1] <= size:
        first, end = each.extent
        yield (
            f"the descriptor {each.name} reaches from byte {first:,} to {end - 1:,} of "
            f"{each.where}, which has {size:,}"
        )
    yield from _pairs(each)
    following = plan.by_name.get(each.next) if each.next is not None else each
    if following is None or following.tile != each.tile:
        yield f"after the descriptor {each.name} comes {each.next!r}, which {each.tile} has not"


def _dimensions(each: Descriptor) -> Iterator[str]:
    most = DIMENSIONS[each.tile]
    if not 1 <= len(each.sizes) == len(each.strides) <= most:
        yield (
            f"the descriptor {each.name} has {len(each.sizes)} sizes and {len(each.strides)} "
            f"strides; in {each.tile} there are 1 to {most} of both"
        )
    elif min(each.sizes) < 1 or each.words % WORDS:
        yield (
            f"the descriptor {each.name} moves {each.words} words; they move {WORDS} at a time, "
            "and no size is below 1"
        )
    if len(each.sizes) > 1 and max(each.sizes[:-1]) > MOST_SIZE:
        yield (
            f"the descriptor {each.name} has the sizes {list(each.sizes)}; but for the last one "
            f"they are at most {MOST_SIZE}"
        )
    if not 1 <= each.iterate[0] <= MOST_ITERATIONS:
        yield (
            f"the descriptor {each.name} iterates {each.iterate[0]} times; 1 to "
            f"{MOST_ITERATIONS} can be"
        )
    if each.offset % WORD:
        yield f"the descriptor {each.name} begins at byte {each.offset}, no multiple of {WORD}"


def _pairs(each: Descriptor) -> Iterator[str]:
    for pair in (each.acquire, each.release):
        if pair is None:
            continue
        lock, count = pair
        yield from _lock(lock)
        if lock.tile != each.tile:
            yield f"the descriptor {each.name} of {each.tile} uses the lock {lock} of another tile"
        if not 1 <= count <= MOST_LOCK:
            yield f"the descriptor {each.name} wants {count} of a lock; one holds 0 to {MOST_LOCK}"


def _size(plan: Plan, each: Descriptor, tensors: Mapping[str, int] | None) -> int | str | None:
    """The bytes of what a descriptor moves, or what is wrong; None if that is not known."""
    if each.tile == "shim":
        if tensors is None or each.where in tensors:
            return None if tensors is None else tensors[each.where]
        names = ", ".join(tensors)
        return f"the descriptor {each.name} moves {each.where!r}; the cell has {names}"
    buffer = plan.buffer(each.where)
    if buffer is None or buffer.tile != each.tile:
        return f"the descriptor {each.name} moves {each.where!r}, no buffer of {each.tile}"
    return buffer.size


def _counts(plan: Plan) -> Iterator[str]:
    counts = Counter(each.tile for each in plan.descriptors)
    for tile, most in DESCRIPTORS.items():
        if counts[tile] > most:
            yield f"{tile} has {most} descriptors; the plan has {counts[tile]}"
    for odd in (0, 1):
        reached: set[str] = set()
        for task in plan.tasks:
            if task.channel.tile == "memory" and task.channel.number % 2 == odd:
                reached |= set(chain(plan, task.descriptor))
        if len(reached) > HALF:
            kind = "odd" if odd else "even"
            yield f"the {kind} channels of memory reach {HALF} descriptors, not {len(reached)}"


def chain(plan: Plan, first: str) -> list[str]:
    """The names of a chain, each once."""
    found: list[str] = []
    at: str | None = first
    while at is not None and at not in found and at in plan.by_name:
        found.append(at)
        at = plan.by_name[at].next
    return found


def _task(plan: Plan, task: Task) -> Iterator[str]:
    yield from _channel(task.channel)
    found = plan.by_name.get(task.descriptor)
    if found is None or found.tile != task.channel.tile:
        yield f"a task of {task.channel} wants {task.descriptor!r}, which is not in that tile"
    if not 1 <= task.repeat <= MOST_REPEAT:
        yield f"a task of {task.channel} repeats {task.repeat} times; 1 to {MOST_REPEAT} can be"
    ends = {end for ends in plan.streams.values() for end in ends}
    if task.channel not in plan.streams and task.channel not in ends:
        yield f"{task.channel} has a task, but no stream begins or ends there"
