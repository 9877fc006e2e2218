"""The design of a column that streams, from a plan of data movement, as MLIR text.

Chains that never change are DMA programs of their tiles; the controller writes and starts the
others in the runtime sequence, where it also lets the core begin: with lock 0 of the west's tile,
which no plan reaches. Names are made up from numbers: nothing of a kernel's plan stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from kernelcraft.cells.hardware import HardwareError
from kernelcraft.cells.protocol import Region
from kernelcraft.platforms.amd_npu.hardware import text
from kernelcraft.platforms.amd_npu.hardware.chains import Chain
from kernelcraft.platforms.amd_npu.hardware.tasks import Schedule, Step, schedule
from kernelcraft.platforms.amd_npu.hardware.text import WINDOW, WORD, memref
from kernelcraft.platforms.amd_npu.machine.plan import LOCKS, Channel, Descriptor, Lock, Plan

NAMES: Final = {"core": "own"}  # of tiles, where a design calls them otherwise
GO: Final = "%west_go"
TOKENS: Final = {"shim": 15, "memory": 14, "south": 13, "core": 12, "north": 11}
"""By tile the packets with which it says that a task has ended; the trace has 1."""


@dataclass(frozen=True)
class Host:
    """Where a tensor lies in the host's buffer, and in which of them."""

    argument: str
    region: Region


@dataclass(frozen=True)
class Column:
    """A plan, where its tensors lie, bytes of the two buffers, what memory holds before."""

    plan: Plan
    tensors: Mapping[str, Host]
    sizes: Mapping[str, int]
    first: Mapping[str, tuple[int, bytes]]

    def design(self) -> str:
        """The module; raises HardwareError for what the array cannot do as the plan wants."""
        found = schedule(self.plan)
        return text.module(
            [
                *self._tiles(found.reporting),
                *(line for each in self._memory() for line in each),
                *text.CORE,
                *self._programs(found),
                *_flows(self.plan),
                *(line for tile in found.reporting for line in _token_flow(tile)),
                *text.TRACE,
                *self._sequence(found),
            ]
        )

    def _tiles(self, reporting: Sequence[str]) -> list[str]:
        names = ("shim", "memory", "south", "core", "north")
        tiles = [
            text.tile(NAMES.get(each, each), TOKENS[each] if each in reporting else None)
            for each in names
        ]
        return [*tiles, text.tile("west")]

    def _memory(self) -> Iterator[list[str]]:
        """Buffers and locks."""
        yield [
            text.buffer(f"first_{tile}", tile, address, len(data), data)
            for tile, (address, data) in self.first.items()
        ]
        yield [
            text.buffer(
                f"buffer{number}",
                NAMES.get(each.tile, each.tile),
                each.address if each.tile == "memory" else each.address % WINDOW,
                each.size,
            )
            for number, each in enumerate(self.plan.buffers)
        ]
        yield [
            text.lock(_lock(each)[1:], NAMES.get(each.tile, each.tile), each.number, first)
            for each, first in self._locks().items()
        ]
        yield [text.lock(GO[1:], "west", 0, 0)]

    def _locks(self) -> dict[Lock, int]:
        """All that are used with what they hold first, and the idle ones."""
        found = dict(self.plan.locks)
        for each in self.plan.descriptors:
            for pair in (each.acquire, each.release):
                if pair is not None:
                    found.setdefault(pair[0], 0)
            if (each.acquire is None) != (each.release is None):
                found.setdefault(self._idle(each.tile), 0)
        return found

    def _idle(self, tile: str) -> Lock:
        """A lock that nobody uses: descriptors take and raise two locks or none."""
        taken = {each.number for each in self.plan.locks if each.tile == tile}
        for each in self.plan.descriptors:
            taken |= {pair[0].number for pair in (each.acquire, each.release) if pair}
        free = [number for number in range(LOCKS[tile][1]) if number not in taken]
        if not free:
            raise HardwareError(
                f"a descriptor of {tile} has one lock only; in the array it needs a second one, "
                f"and the plan uses all {LOCKS[tile][1]}"
            )
        return Lock(tile, free[-1])

    def _programs(self, found: Schedule) -> Iterator[str]:
        """The DMA program of each tile that has one."""
        ordered = sorted(found.fixed, key=lambda each: each.channel.tile)
        for tile, chains in groupby(ordered, key=lambda each: each.channel.tile):
            kind, name = "memtile_dma" if tile == "memory" else "mem", NAMES.get(tile, tile)
            yield f"%{name}_dma = aie.{kind}(%{name}) {{"
            together = list(chains)
            for number, each in enumerate(together):
                after = f"^next{number + 1}" if number + 1 < len(together) else "^end"
                if number:
                    yield f"^next{number}:"
                direction, repeat = each.channel.direction.upper(), _repeat(each)
                yield (
                    f"  %{number} = aie.dma_start({direction}, {each.channel.number}, "
                    f"^{each.name}_0, {after}{repeat})"
                )
                yield from self._blocks(each, "aie.next_bd ^end", labelled=True)
            yield from ("^end:", "  aie.end", "}")

    def _blocks(self, found: Chain, last: str, *, labelled: bool) -> Iterator[str]:
        """The descriptors of a chain; the first has a label if something goes there."""
        for number, each in enumerate(found.descriptors):
            if number or labelled:
                yield f"^{found.name}_{number}:"
            acquire, release = self._pair(each)
            yield from ([f"  {acquire}"] if acquire else [])
            yield f"  {self._descriptor(found, number)}"
            yield from ([f"  {release}"] if release else [])
            follows = number + 1 if number + 1 < len(found.descriptors) else found.returns
            yield f"  {last}" if follows is None else f"  aie.next_bd ^{found.name}_{follows}"

    def _pair(self, each: Descriptor) -> tuple[str, str]:
        """What it does with locks before and after."""
        if each.acquire is None and each.release is None:
            return "", ""
        taken, count = each.acquire or (self._idle(each.tile), 0)
        given, more = each.release or (self._idle(each.tile), 0)
        return (
            f"aie.use_lock({_lock(taken)}, AcquireGreaterEqual, {count})",
            f"aie.use_lock({_lock(given)}, Release, {more})",
        )

    def _descriptor(self, found: Chain, number: int) -> str:
        each, access = found.descriptors[number], found.accesses[number]
        buffer, size, offset = self._where(found.channel, each)
        listed = ", ".join(
            f"<size = {size}, stride = {stride}>" for size, stride in reversed(access.dimensions)
        )
        dimensions = f", [{listed}]" if listed else ""
        words = f"{offset // WORD}, {each.words}{dimensions}"
        identity = f"{{bd_id = {found.numbers[number]} : i32}}"
        return f"aie.dma_bd({buffer} : {memref(size)}, {words}) {identity}"

    def _where(self, channel: Channel, each: Descriptor) -> tuple[str, int, int]:
        """A buffer's name, its bytes, and the byte in it where the descriptor begins."""
        if each.tile != "shim":
            number = [buffer.name for buffer in self.plan.buffers].index(each.where)
            return f"%buffer{number}", self.plan.buffers[number].size, each.offset
        host = self.tensors[each.where]
        if channel.sends != (host.argument == "given"):
            raise HardwareError(
                f"the descriptor {each.name} of {channel} moves {each.where}: the host sends "
                "inputs and receives outputs only"
            )
        size = self.sizes[host.argument]
        return f"%{host.argument}", size, host.region.start + each.offset

    def _sequence(self, found: Schedule) -> list[str]:
        lines = (line for step in found.steps for line in self._step(step))
        return text.sequence(self.sizes["given"], self.sizes["answer"], lines)

    def _step(self, step: Step) -> Iterator[str]:
        found = step.chain
        if found is None:
            yield f"aiex.set_lock({GO}, 1)"
        elif step.verb != "configure":
            yield f"aiex.dma_{step.verb}_task(%{found.name})"
        else:
            tile, channel = NAMES.get(found.channel.tile, found.channel.tile), found.channel
            yield (
                f"%{found.name} = aiex.dma_configure_task(%{tile}, {channel.direction.upper()}, "
                f"{channel.number}) {{"
            )
            entered = found.returns == 0  # a region's first block has none before it
            yield from ([f"  aie.next_bd ^{found.name}_0"] if entered else [])
            yield from self._blocks(found, "aie.end", labelled=entered)
            token = "issue_token = true, " if found.reports else ""
            yield f"}} {{{token}repeat_count = {found.repeat - 1} : i32}}"


def _lock(each: Lock) -> str:
    return f"%{each.tile}_lock{each.number}"


def _repeat(found: Chain) -> str:
    return f", repeat_count = {found.repeat - 1}" if found.repeat > 1 else ""


def _flows(plan: Plan) -> Iterator[str]:
    for source, ends in plan.streams.items():
        for end in ends:
            first, last = NAMES.get(source.tile, source.tile), NAMES.get(end.tile, end.tile)
            yield f"aie.flow(%{first}, DMA : {source.number}, %{last}, DMA : {end.number})"


def _token_flow(tile: str) -> list[str]:
    """The way of a tile's words about ended tasks to the controller."""
    return [
        f"aie.packet_flow({TOKENS[tile]}) {{",
        f"  aie.packet_source<%{NAMES.get(tile, tile)}, TileControl : 0>",
        "  aie.packet_dest<%shim, South : 0>",
        "} {keep_pkt_header = true, priority_route = true}",
    ]
