"""All blocks of a matrix product in one stream: a product every cycle also from block to block.

The steps along the sum run in a zero-overhead loop, but for the ones at the seam of two blocks:
there the sums of the block before are stored and those of the next one begin, from 0 or a bias.
Both counts are in registers: r10 rounds of the loop for each block, r9 blocks behind the first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelcraft.kernels.amd_npu.pipelines.tile_step import CONFIG, READER, SUMS, Step
from kernelcraft.kernels.amd_npu.pipelines.timeline import NoRoom, Timeline, set_up
from kernelcraft.kernels.amd_npu.schedule import Operation, Writer
from kernelcraft.kernels.amd_npu.schedule.layout import AHEAD, Bundle

SHADOW = 5  # delay slots of a branch
STORABLE = 6  # cycles from a product to the store of its sum
BIAS, SPREAD = "wl11", ("x8", "x9", "x10", "x11")
"""The bias of a block of four columns of tiles, and of each of them in all rows of a tile."""


@dataclass(frozen=True)
class Blocks:
    """The code; `stores` store a block's sums, in their order."""

    step: Step
    stores: Sequence[str]
    biased: bool = False

    @property
    def seam(self) -> int:
        """Bundles at a seam: whole steps."""
        last = self.step.products[-1] + (SHADOW if self.biased else 0)  # behind the last vconv
        return -(-(last + 1) // self.step.interval) * self.step.interval

    @property
    def last(self) -> int:
        """Bundles of the steps behind the loop that hold the branch at the end: whole steps."""
        return -(-(SHADOW + 1) // self.step.interval) * self.step.interval

    @property
    def outside(self) -> int:
        """The steps of each block that are not in the loop."""
        return (self.seam + self.last) // self.step.interval

    def write(self, writer: Writer, before: str, behind: str = "ret lr") -> None:
        """Append the code: `before`, and the branch or return `behind`, are woven into it."""
        writer.labels += 1
        inner, end, leave = (f".L{word}{writer.labels}" for word in ("step", "end", "left"))
        head = self._line(old=False, new=True)
        setting = f"movxm ls, #{inner}\nmovxm le, #{end}\nmov lc, r10\n"
        start = set_up(head, READER(before + setting, {}), _operations(head), self.seam)
        interval, code = self.step.interval, writer.code
        opening = code.add(head.bundles(start, self.seam, {}))
        plain = self._plain()
        loop = plain.bundles(0, interval, {0: inner, interval - 1: end})
        begin = code.add([*loop[:-1], Bundle(loop[-1].slots, loop[-1].labels, 16)])
        code.pins |= {begin, begin + interval - 1}
        ready = max(i for i in range(opening, begin) if _sets_loop(code.bundles[i]))
        code.gaps.append((ready, begin + interval - 1))
        _branch(plain, f"jz r9, #{leave}", self.last)
        code.add(plain.bundles(0, self.last, {}))
        between = self._line(old=True, new=True)
        between.put("mv", "mov lc, r10", 0)
        between.put_behind("alu", "add r9, r9, #-1", 1)
        _branch(between, f"j #{inner}", self.seam)
        bundles = between.bundles(0, self.seam, {})
        if sum(each.bytes(code.bundle) for each in bundles[1:]) < AHEAD:
            raise NoRoom("the seam is too short to set the loop's counter in it")
        code.add(bundles)
        writer.tail = len(code.bundles)
        rest = self._line(old=True, new=False)
        last = max(rest.slots) + 1
        _branch(rest, behind, last)
        code.add(rest.bundles(0, last, {0: leave}))

    def _line(self, *, old: bool, new: bool) -> Timeline:
        """A seam: the end of the block before and the beginning of the next one, or one of them."""
        line = Timeline()
        for operation, text, time in self._steps(old, new):
            line.put(operation.unit, text, time)
        products = self.step.products
        if old:
            for store, total, time in zip(self.stores, SUMS, self._stored(), strict=False):
                line.put("st", store.format(total), time)
        if new and self.biased:
            for column, name in enumerate(SPREAD):
                text = f"vextbcst.64 {name}, {SPREAD[-1]}, #{column}"
                line.put("mv", text, products[0] - 1 - len(SPREAD) + column)
            places = self.step.block.places()
            for (_, column), total, time in zip(places, SUMS, products, strict=False):
                source = SPREAD[column].replace("x", "wl")
                line.put("mv", f"vconv.fp32.bf16 {total}, {source}", time - 1)
            line.put_behind("lda", f"vlda.2d {BIAS}, [p3], d3", products[-1] - 5)
        return line

    def _stored(self) -> list[int]:
        """When the sums of the block before are stored."""
        first = self.step.products[0] - self.step.interval + STORABLE
        return [max(first, 0) + index for index in range(self.step.block.tiles)]

    def _steps(self, old: bool, new: bool) -> Iterator[tuple[Operation, str, int]]:
        """Those of the steps that stand at the seam, with their texts and times."""
        loop, interval = self.step.loop, self.step.interval
        for turn in range(-loop.overlap, self.seam // interval):
            if not (old if turn < 0 else new):
                continue
            for operation, time in zip(loop.operations, loop.times, strict=True):
                place = turn * interval + time
                if 0 <= place < self.seam:
                    text = loop.allocation.text(operation)
                    yield operation, self._begun(text) if turn == 0 else text, place

    def _begun(self, text: str) -> str:
        """The instruction of a block's first step: products without a sum before."""
        if self.biased or not text.startswith("vmac.f"):
            return text
        total, _, left, right, _ = text.removeprefix("vmac.f ").split(", ")
        return f"vmul.f {total}, {left}, {right}, {CONFIG}"

    def _plain(self) -> Timeline:
        """Two steps or more between seams."""
        line, loop, interval = Timeline(), self.step.loop, self.step.interval
        for operation, time in zip(loop.operations, loop.times, strict=True):
            for place in range(time % interval, max(interval, self.last), interval):
                line.put(operation.unit, loop.allocation.text(operation), place)
        return line


def _operations(line: Timeline) -> dict[int, list[Operation]]:
    return {
        time: [READER.operation(text, {}) for text in slots.values()]
        for time, slots in line.slots.items()
    }


def _sets_loop(bundle: Bundle) -> bool:
    return any(text.startswith(("movxm l", "mov lc")) for text in bundle.slots.values())


def _branch(line: Timeline, text: str, end: int) -> None:
    """Put a branch so that its delay slots end there."""
    line.put(READER.operation(text, {}).unit, text, end - 1 - SHADOW)
