"""One iteration of a depthwise convolution: 16 channels of up to 16 neighbouring pixels of a row.

A product lane by lane adds up two of them: pairs of pixels above one another, times pairs of taps,
and in the last row of the window, which has no partner, pairs of neighbours, times two taps or one
and zeros. p1, p2, ... go along the rows of the image that the window sees, p6 through a table of
the taps, p7 through the output. At the image's first and last rows the window stays inside, and
what moves is p6: in the table there are rows of zeros before and after the window's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from kernelcraft.platforms.amd_npu.kernels.window import before

LANES, VECTOR = 16, 32  # channels of a vector, and its bytes
MOST = 16  # pixels of a block
SUMS = tuple(f"bm{half}{index}" for index in range(8) for half in "lh")
POINTERS = {
    **{f"p{row}": "image" for row in range(1, 6)},
    "p6": "table",
    "p7": "output",
}
COUNT = """
add r10, r10, #1
ltu r27, r10, r11
sel.nez %down, r12, r13, r27
sel.nez %up, r14, r15, r27
mov m1, %down
mov m2, %up
"""
"""r10 is the row of pixels; from the first row to r11 rows further on p1, p2, ... go down."""
COUNTED = {"down": "r", "up": "r"}


@dataclass(frozen=True)
class Row:
    """`wide` pixels out of `across`, from `first` on, `pixel` bytes apart; a window of k x k."""

    k: int
    pixel: int
    across: int
    first: int
    wide: int
    config: ClassVar[str] = "r2"  # of a sum's first product
    last_pixel: ClassVar[str] = "vlda {}, [{}], m1"
    last_tap: ClassVar[str] = "vldb {}, [p6], m2"

    @property
    def before(self) -> int:
        """Columns of the window before its middle."""
        return before(self.k)

    @property
    def columns(self) -> range:
        """Those of the image that the window sees, counted from the block's first one."""
        return range(
            -min(self.before, self.first),
            min(self.wide + self.before, self.across - self.first),
        )

    @property
    def taps(self) -> int:
        """Bytes of a row of the table."""
        return self.k * VECTOR

    @property
    def iterations(self) -> int:
        """For each row of pixels."""
        return 1

    @property
    def pointers(self) -> int:
        """To rows of the image that are under way."""
        return self.k

    def steps(self) -> dict[str, int]:
        """Registers of a block: also those from which an iteration chooses how it ends."""
        back = -(len(self.columns) - 1) * self.pixel
        line = self.across * self.pixel
        again = -(self.k - 1) * (self.taps + VECTOR)
        return {
            "r10": -self.before - 1,
            "r12": back + line,
            "r13": back,
            "r14": again,
            "r15": again - self.taps,
            "m4": line - (self.wide - 1) * self.pixel,
        }

    def constants(self) -> dict[str, int]:
        """Registers that are the same for all blocks."""
        moves = {"m0": self.pixel, "m6": self.taps, "m7": VECTOR - self.taps}
        return {"r1": 60, "r2": 61, "r11": self.across - self.k, **moves}

    def iteration(self) -> tuple[str, dict[str, str]]:
        """The instructions of an iteration, in program order, and its values with their classes."""
        begun: set[str] = set()
        found = [
            *(line for pair in range(self.k // 2) for line in self._above(pair, begun)),
            *self._beside(f"p{self.k}", set(SUMS)),
            *self._stores("vst.conv.bf16.fp32 {}, [p7], m4"),
        ]
        return COUNT + "\n".join(found), {**vectors(found), **COUNTED}

    def _above(self, pair: int, begun: set[str]) -> Iterator[str]:
        """Two rows of the window."""
        for tap in range(self.k):
            name = f"%w{pair}{tap}"
            yield f"vldb {name}.l, [p6], m6"
            yield f"vldb {name}.h, [p6], {'m7' if tap < self.k - 1 else '#32'}"
        for column in self.columns:
            name = f"%x{pair}{column - self.columns.start}"
            for row, half in enumerate("lh", 2 * pair + 1):
                yield self._pixels(f"{name}.{half}", f"p{row}", column)
            for tap in range(self.k):
                place = column + self.before - tap
                if place in range(self.wide):
                    yield self._product(place, name, f"%w{pair}{tap}", begun)

    def _beside(self, pointer: str, begun: set[str]) -> Iterator[str]:
        """A row of the window alone; pair q has the columns 2 q and 2 q + 1 of the block."""
        yield from self._taps_beside()
        count = (self.k + 1) // 2
        for pair in range((self.wide + self.k) // 2):
            first = 2 * pair - self.before
            inside = [column in self.columns for column in (first, first + 1)]
            if not any(inside):
                continue
            for half, column in enumerate((first, first + 1)):
                name = f"%y{pair}.{'lh'[half]}"
                if inside[half]:
                    yield self._pixels(name, pointer, column)
                else:
                    yield f"vmov {name}, wl0"
            for step in range(count):
                for odd in range(2):
                    place = 2 * (pair - step) + odd
                    if place in range(self.wide):
                        yield self._product(place, f"%y{pair}", f"%t{odd}{step}", begun)

    def _taps_beside(self) -> Iterator[str]:
        """Two by two from the first one on, and from a zero before it."""
        count = (self.k + 1) // 2
        for odd in range(2):
            for place in range(2 * count):
                name, tap = f"%t{odd}{place // 2}.{'lh'[place % 2]}", place - odd
                if tap not in range(self.k):
                    yield f"vmov {name}, wl0"
                elif tap < self.k - 1:
                    yield f"vldb {name}, [p6], #32"
                elif odd:
                    yield self.last_tap.format(name)
                else:
                    yield f"vldb {name}, [p6], #{VECTOR - self.taps}"

    def _stores(self, last: str) -> Iterator[str]:
        """All sums, and to the next row of pixels with the `last`."""
        for total in SUMS[: self.wide - 1]:
            yield f"vst.conv.bf16.fp32 {total}, [p7], m0"
        yield last.format(SUMS[self.wide - 1])

    def _pixels(self, to: str, pointer: str, column: int) -> str:
        """From a column on to the next one, or to the first one of the next row of pixels."""
        if column < self.columns[-1]:
            return f"vlda {to}, [{pointer}], m0"
        return self.last_pixel.format(to, pointer)

    def _product(self, place: int, pixels: str, taps: str, begun: set[str]) -> str:
        total = SUMS[place]
        config = "r1" if total in begun else self.config
        begun.add(total)
        return f"vmac.f {total}, {total}, {pixels}, {taps}, {config}"


def vectors(lines: Sequence[str]) -> dict[str, str]:
    """The kinds of the values in these lines but for numbers, which are counted."""
    parts = (part.strip("%,") for line in lines for part in line.split()[1:] if "%" in part)
    names = {part.partition(".")[0] for part in parts}
    return dict.fromkeys(sorted(names), "x")
