"""All blocks of a matrix product in one stream: a product every cycle also from block to block.

The steps along the sum run in a zero-overhead loop, but for the ones at the seam of two blocks:
there the sums of the block before are stored and those of the next one begin, from 0 or a bias.
Both counts are in registers: r10 iterations of the loop for each block, r9 blocks after the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelcraft.codegen.bundle import Bundle
from kernelcraft.codegen.operation import Operation
from kernelcraft.platforms.amd_npu.kernels.pipelines.reservation_table import (
    NoRoom,
    ReservationTable,
    set_up,
)
from kernelcraft.platforms.amd_npu.kernels.pipelines.tile_step import CONFIG, READER, SUMS, Step
from kernelcraft.platforms.amd_npu.kernels.schedule import AIE2, Writer
from kernelcraft.platforms.amd_npu.kernels.schedule.layout import AHEAD, FULL, Code

SHADOW = 5  # delay slots of a branch
STORABLE = 6  # cycles from a product to the store of its sum
BIASED = 6  # the shortest step in which a sum is stored and begun again from a bias
STORED = 2  # bundles from a store of a sum until it is in memory and a lock may be released
SPREAD = (8, 9, 10, 11)  # the x registers, or the lower halves of them
"""The bias of each column of tiles, in all rows of a tile, last column last."""
BIAS = "wl11"  # of the next block: 4 elements a column


@dataclass(frozen=True)
class Ending:
    """What is woven into the end of the last block.

    All are instructions one after the other: `loaded` have no use for the factors any more,
    `counting` follow them, `stored` stand where the product is in memory, and `branch` before the
    last delay slots.
    """

    loaded: Sequence[str] = ()
    counting: Sequence[str] = ()
    stored: Sequence[str] = ()
    branch: str = ""


RETURN = Ending(branch="ret lr")


@dataclass(frozen=True)
class Blocks:
    """The code; `stores` store a block's sums, in their order, `bias` loads the next one's bias."""

    step: Step
    stores: Sequence[str]
    bias: str = ""
    looped: bool = True  # or there are no more steps than those `outside`

    @property
    def seam(self) -> int:
        """Bundles at a seam: whole steps."""
        begun = self.step.products[-1] + (SHADOW if self.bias else 0)  # after the last vconv
        last = max(begun, self._stored()[-1])
        return -(-(last + 1) // self.step.interval) * self.step.interval

    @property
    def last(self) -> int:
        """Bundles of the steps after the loop that hold the branch at the end: whole steps."""
        return -(-(SHADOW + 1) // self.step.interval) * self.step.interval

    @property
    def outside(self) -> int:
        """The steps of each block that are not in the loop."""
        return (self.seam + self.last) // self.step.interval

    def fits(self, steps: int) -> bool:
        """Whether sums over `steps` steps can be written like this."""
        if steps < self.outside:
            return False
        try:
            between = self._between(".L")
        except NoRoom:
            return False
        loop = self._plain().bundles(0, self.step.interval, {})
        return not self.looped or _far_enough(between, loop)

    def write(self, writer: Writer, before: str, ending: Ending, label: str | None = None) -> None:
        """Append the code, into which `before` and `ending` are woven.

        `before` gives all registers their values, lc as r10 if there is a loop, loads the first
        block's bias, and waits for what the first loads need.
        """
        writer.labels += 1
        inner, end, left = (f".L{word}{writer.labels}" for word in ("step", "end", "left"))
        code, plain = writer.code, self._plain()
        head = self._line(old=False, new=True)
        setting = f"movxm ls, #{inner}\nmovxm le, #{end}\n" if self.looped else ""
        loop_set = self.seam + self.step.interval - 1 - -(-AHEAD // FULL) - 1
        start = set_up(head, READER(before + setting, {}), _read(head), self.seam, loop_set)
        opening = head.bundles(start, self.seam, {start: label} if label else {})
        between = self._between(inner)
        if self.looped:
            _add_loop(code, opening, plain.bundles(0, self.step.interval, {}), inner, end, between)
        else:
            code.add(opening)
        _branch(plain, f"jz r9, #{left}", self.last)
        code.add(plain.bundles(0, self.last, {} if self.looped else {0: inner}))
        code.add(between)
        tail = self._tail(ending)
        code.add(tail.bundles(0, max(tail.slots) + 1, {0: left}))
        writer.tail = len(code.bundles)

    def _between(self, inner: str) -> list[Bundle]:
        """A seam, and back to the loop."""
        line = self._line(old=True, new=True)
        if self.looped:
            line.put("mv", "mov lc, r10", 0)
        line.put_after("alu", "add r9, r9, #-1", 1)
        _branch(line, f"j #{inner}", self.seam)
        return line.bundles(0, self.seam, {})

    def _tail(self, ending: Ending) -> ReservationTable:
        line = self._line(old=True, new=False)
        last = max(line.slots)
        loaded = max(0, *(time - self.step.interval + 1 for time in self._loads()))
        for text in (*ending.loaded, *ending.counting):
            loaded = line.put_after(READER.operation(text, {}).unit, text, loaded) + 1
        if ending.stored:
            last += STORED
        for text in ending.stored:
            last = line.put_after("alu", text, last + (text != ending.stored[0]))
        if ending.branch:
            end = max(last + 1, loaded + 1 + SHADOW)
            _branch(line, ending.branch, end)
            line.slots.setdefault(end - 1, {})
        return line

    def _loads(self) -> list[int]:
        loop = self.step.loop
        return [
            time
            for each, time in zip(loop.operations, loop.times, strict=True)
            if each.unit != "vec"
        ]

    def _line(self, *, old: bool, new: bool) -> ReservationTable:
        """A seam: the end of the block before and the beginning of the next one, or one of them."""
        line = ReservationTable()
        for operation, text, time in self._steps(old, new):
            line.put(operation.unit, text, time)
        if old:
            for store, total, time in zip(self.stores, SUMS, self._stored(), strict=False):
                line.put("st", store.format(total), time)
        if new and self.bias:
            self._begin_from_bias(line)
            unit = READER.operation(self.bias, {}).unit
            if line.put_after(unit, self.bias, self.step.products[-1] - 5) >= self.seam:
                raise NoRoom(f"{self.bias}: no room to load the next block's bias")
        return line

    def _begin_from_bias(self, line: ReservationTable) -> None:
        products, block = self.step.products, self.step.block
        spread = SPREAD[-block.columns :]
        for column, number in enumerate(spread):
            text = f"vextbcst.64 x{number}, x{SPREAD[-1]}, #{column}"
            line.put("mv", text, products[0] - 1 - len(spread) + column)
        for (_, column), total, time in zip(block.places(), SUMS, products, strict=False):
            line.put("mv", f"vconv.fp32.bf16 {total}, wl{spread[column]}", time - 1)

    def _stored(self) -> list[int]:
        """When the sums of the block before are stored."""
        first = self.step.products[0] - self.step.interval + STORABLE
        return [max(first, 0) + index for index in range(self.step.block.tiles)]

    def _steps(self, old: bool, new: bool) -> Iterator[tuple[Operation, str, int]]:
        """Those of the steps that stand at the seam, with their texts and times."""
        loop, interval = self.step.loop, self.step.interval
        for turn in range(-loop.stages, self.seam // interval):
            if not (old if turn < 0 else new):
                continue
            for operation, time in zip(loop.operations, loop.times, strict=True):
                place = turn * interval + time
                if 0 <= place < self.seam:
                    text = loop.allocation.text(operation)
                    yield operation, self._begun(text) if turn == 0 else text, place

    def _begun(self, text: str) -> str:
        """The instruction of a block's first step: products without a sum before."""
        if self.bias or not text.startswith("vmac.f"):
            return text
        total, _, left, right, _ = text.removeprefix("vmac.f ").split(", ")
        return f"vmul.f {total}, {left}, {right}, {CONFIG}"

    def _plain(self) -> ReservationTable:
        """Two steps or more between seams."""
        line, loop, interval = ReservationTable(), self.step.loop, self.step.interval
        for operation, time in zip(loop.operations, loop.times, strict=True):
            for place in range(time % interval, max(interval, self.last), interval):
                line.put(operation.unit, loop.allocation.text(operation), place)
        return line


def _add_loop(
    code: Code,
    opening: list[Bundle],
    loop: list[Bundle],
    inner: str,
    end: str,
    between: list[Bundle],
) -> None:
    """Append `opening` and the loop, aligned; raises NoRoom where `between` sets it too late."""
    if not _far_enough(between, loop):
        raise NoRoom("the seam is too short to set the loop's counter in it")
    first = code.add(opening)
    ready = max(first + i for i, each in enumerate(opening) if _sets_loop(each))
    begin = code.add(
        [
            Bundle(loop[0].slots, (inner,)),
            *loop[1:-1],
            Bundle(loop[-1].slots, (end,), FULL),
        ]
    )
    last = begin + len(loop) - 1
    code.pins |= {begin, last}
    code.gaps.append((ready, last))


def _far_enough(between: Sequence[Bundle], loop: Sequence[Bundle]) -> bool:
    """From the setting of the loop's counter to the end of its first iteration."""
    return sum(each.bytes(AIE2) for each in (*between[1:], *loop[:-1])) >= AHEAD


def _read(line: ReservationTable) -> dict[int, list[Operation]]:
    return {
        time: [READER.operation(text, {}) for text in slots.values()]
        for time, slots in line.slots.items()
    }


def _sets_loop(bundle: Bundle) -> bool:
    return any(text.startswith(("movxm l", "mov l", "mova l")) for text in bundle.slots.values())


def _branch(line: ReservationTable, text: str, end: int) -> None:
    """Put a branch so that its delay slots end there."""
    line.put(READER.operation(text, {}).unit, text, end - 1 - SHADOW)
