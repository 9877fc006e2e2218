"""All rows of one channel of a depthwise convolution with windows of 5 x 5; see `planes`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Instruction

K: Final = 5
BEFORE: Final = K // 2
ROW: Final = 2 * LINE
"""Bytes of a row of a channel in DTCM, as int16."""
RECORD: Final = 16
"""Bytes of what is known of a channel: multiplier, shift, its number in the image."""
CENTRES: Final = (0, 2)
"""Registers of a row, of even and odd ones."""
SLID: Final = (10, 8, None, 4, 6)
"""Registers of it by column of the window."""
COLUMNS: Final = (2, 3, 1, 4)
"""Of the window, in the order of products; the last one, 0, comes beside the newest sums."""
PLACES: Final = (3, 3, 4, 5, 7, 10, 12, 13, 16)
"""Of the 16 products before those of the newest sums, after how many stand the parts of the end of
sums, the slides and the load of the next row; found by trying some hundreds."""
SUMS: Final = (12, 16, 20, 24, 28)


@dataclass(frozen=True)
class Registers:
    """x registers: the weights, row by row; what is known of a channel; its next row; where its
    next result goes; its record."""

    window: tuple[str, ...]
    multiplier: str
    shift: str
    bias: str
    x: str
    y: str
    record: str

    def row(self, row: int) -> Sequence[str]:
        """The weights of a row of the window."""
        return self.window[K * row : K * row + K]


@dataclass
class Channel:
    """The code for a channel; symbols of the weights, as in the image, and of the biases."""

    cell: Cell
    weights: str
    bias: str
    to: Registers

    @property
    def side(self) -> int:
        """Of the image."""
        return self.cell.dims["H"]

    @property
    def count(self) -> int:
        """Channels of the image."""
        return self.cell.dims["c"]

    def window(self, row: int, ahead: int) -> list[Instruction]:
        """Loads of a row of the window, of the channel whose record is `ahead` bytes on."""
        names = self.to.row(row)
        place, scratch = names[-1], names[0]
        return [
            ("la", place, self.weights),
            ("lw", scratch, f"{ahead + 8}({self.to.record})"),
            ("add", place, place, scratch),
            *(
                ("lb", name, f"{(K * row + at) * self.count}({place})")
                for at, name in enumerate(names)
            ),
        ]

    def scales(self) -> list[Instruction]:
        """What belongs to the channel, but for its weights."""
        to = self.to
        return [
            ("lw", to.multiplier, f"0({to.record})"),
            ("lw", to.shift, f"4({to.record})"),
            ("la", to.bias, self.bias),
            # the last row of the window is not loaded yet
            ("lw", to.row(4)[0], f"12({to.record})"),
            ("add", to.bias, to.bias, to.row(4)[0]),
            ("lw", to.bias, f"0({to.bias})"),
        ]

    def body(self) -> Iterator[Instruction]:
        """All rows, what is left of their sums, and the way to the next channel."""
        last = self.side - 1
        beside = {
            0: self.window(3, 0),
            1: self.window(4, 0),
            last - 1: self.window(0, RECORD),
            last: self.window(1, RECORD),
        }
        yield from self.window(2, 0)
        yield from self.scales()
        yield self._slide(0, 3)
        yield self._slide(0, 1)
        for row in range(self.side):
            yield from spread(list(self._row(row)), beside.get(row, []))
        yield from self._ends([row for row in range(self.side - K + BEFORE, self.side) if row >= 0])
        yield from self._next()

    def _next(self) -> Iterator[Instruction]:
        to = self.to
        back = to.row(3)[0]
        yield ("addi", to.record, to.record, RECORD)
        yield ("li", back, ROW - (self.side - 1) * self.count * ROW)
        yield ("add", to.x, to.x, back)
        yield ("vl2re16.v", f"v{CENTRES[0]}", f"({to.x})")
        yield ("li", back, LINE - self.side * self.count * LINE)
        yield ("add", to.y, to.y, back)

    def _row(self, row: int) -> Iterator[Instruction]:
        """Products of a row with all rows of sums that see it, and the end of sums that do not any
        more; those of the newest row of sums, in the same registers, come last.

        What is no product stands between products, as evenly as possible: only 8 instructions are
        in flight, and the multipliers need most of them.
        """
        seen, newest = self._seen(row), row + BEFORE
        older = range(max(row - BEFORE, 0), min(newest, self.side))
        ended = row - K + BEFORE
        ends = self._end(ended) if ended >= 0 else []
        products = [
            self._product(row, at, column, seen[column], first=column == BEFORE)
            for column in COLUMNS
            for at in older
        ]
        parts: tuple[Sequence[Instruction], ...] = (
            ends[:2],
            ends[2:4],
            [("vslide1down.vx", f"v{seen[4]}", f"v{seen[3]}", "zero")],
            ends[4:5],
            [("vslide1up.vx", f"v{seen[0]}", f"v{seen[1]}", "zero")],
            ends[5:6],
            list(self._load(row)),
            ends[6:9],
            ends[9:],
        )
        last = len(COLUMNS) * len(older)
        for at, product in enumerate(products):
            for place, part in zip(PLACES, parts, strict=True):
                if place * last // 16 == at:
                    yield from part
            yield product
        for place, part in zip(PLACES, parts, strict=True):
            if place * last // 16 >= last:
                yield from part
        rest = [self._product(row, at, 0, seen[0], first=False) for at in older]
        begun = [
            self._product(row, newest, column, seen[column], first=column == BEFORE)
            for column in (2, 3, 4, 1)
            if newest < self.side
        ]
        for at, pair in enumerate(zip_longest(rest, begun)):
            yield from (each for each in pair if each is not None)
            if at == 1 and row + 1 < self.side:
                yield self._slide(row + 1, 3)
        if row + 1 < self.side:
            yield self._slide(row + 1, 1)
        if newest < self.side:
            yield self._product(row, newest, 0, seen[0], first=False)

    def _seen(self, row: int) -> Sequence[int]:
        """The registers of a row by column of the window."""
        return [CENTRES[row % 2] if each is None else each for each in SLID]

    def _slide(self, row: int, column: int) -> Instruction:
        """The pixels to the left or to the right of those of a row."""
        mnemonic = "vslide1up.vx" if column < BEFORE else "vslide1down.vx"
        return (mnemonic, f"v{SLID[column]}", f"v{CENTRES[row % 2]}", "zero")

    def _load(self, row: int) -> Iterator[Instruction]:
        if row + 1 < self.side:
            to = self.to
            yield ("addi", to.x, to.x, self.count * ROW)
            yield ("vl2re16.v", f"v{CENTRES[(row + 1) % 2]}", f"({to.x})")

    def _product(self, row: int, at: int, column: int, seen: int, *, first: bool) -> Instruction:
        """Of what is seen of a row with the sums of row `at`; they begin with the centre of the
        first row that they see."""
        weight = self.to.row(row - at + BEFORE)[column]
        sums = f"v{SUMS[at % K]}"
        if first and row == max(at - BEFORE, 0):
            return ("vwmul.vx", sums, f"v{seen}", weight)
        return ("vwmacc.vx", sums, weight, f"v{seen}")

    def _end(self, row: int) -> list[Instruction]:
        """From the sums of a row to bytes."""
        to, sums = self.to, f"v{SUMS[row % K]}"
        zero_point = int(self.cell.constants["zero_point"])
        return [
            _set(32, 4),
            ("vadd.vx", sums, sums, to.bias),
            ("vsmul.vx", sums, sums, to.multiplier),
            _set(16, 2),
            ("vnclip.wx", sums, sums, to.shift),
            ("vsadd.vi", sums, sums, zero_point),
            _set(8, 1),
            ("vnclip.wi", sums, sums, 0),
            _set(16, 2),
            ("vse8.v", sums, f"({to.y})"),
            ("addi", to.y, to.y, self.count * LINE),
        ]

    def _ends(self, rows: Sequence[int]) -> Iterator[Instruction]:
        """The same for several rows together."""
        columns = list(zip(*(self._end(row) for row in rows), strict=True))
        for column in columns[:9]:
            yield from dict.fromkeys(column)
        for row in range(len(rows)):
            yield from (column[row] for column in columns[9:])


def _set(sew: int, lmul: int) -> Instruction:
    return ("vsetvli", "zero", "zero", f"e{sew}", f"m{lmul}", "ta", "ma")


def spread(body: Sequence[Instruction], others: Sequence[Instruction]) -> Iterator[Instruction]:
    """The body with others at even distances in it."""
    placed = 0
    for at, each in enumerate(body):
        yield each
        while placed < len(others) and placed * len(body) <= at * len(others):
            yield others[placed]
            placed += 1
    yield from others[placed:]
