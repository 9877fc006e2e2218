"""One iteration of a depthwise convolution: 16 channels of up to 16 neighbouring pixels of a row.

A product lane by lane adds up two of them: pairs of pixels above one another, times pairs of taps,
and in the last row of the window, which has no partner, pairs of neighbours, times two taps or one
and zeros. p1, p2, ... go along the rows of the image that the window sees, p6 through a table of
the taps, p7 through the output. At the image's first and last rows the window stays inside, and
what moves is p6: in the table there are rows of zeros before and after the window's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

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
            *self._beside(),
        ]
        for index in range(self.wide):
            move = "m0" if index < self.wide - 1 else "m4"
            found.append(f"vst.conv.bf16.fp32 {SUMS[index]}, [p7], {move}")
        names = {
            part.strip("%,").partition(".")[0]
            for line in found
            for part in line.split()[1:]
            if "%" in part
        }
        return COUNT + "\n".join(found), {**dict.fromkeys(sorted(names), "x"), **COUNTED}

    def _above(self, pair: int, begun: set[str]) -> Iterator[str]:
        """Two rows of the window."""
        for tap in range(self.k):
            name = f"%w{pair}{tap}"
            yield f"vldb {name}.l, [p6], m6"
            yield f"vldb {name}.h, [p6], {'m7' if tap < self.k - 1 else '#32'}"
        for column in self.columns:
            name = f"%x{pair}{column - self.columns.start}"
            for row, half in enumerate("lh", 2 * pair + 1):
                yield f"vlda {name}.{half}, [p{row}], {self._move(column)}"
            for tap in range(self.k):
                place = column + self.before - tap
                if place in range(self.wide):
                    yield self._product(place, name, f"%w{pair}{tap}", begun)

    def _beside(self) -> Iterator[str]:
        """The last row of the window; pair q has the columns 2 q and 2 q + 1 of the block."""
        count = (self.k + 1) // 2
        for odd in range(2):
            for place in range(2 * count):
                name, tap = f"%t{odd}{place // 2}.{'lh'[place % 2]}", place - odd
                if tap not in range(self.k):
                    yield f"vmov {name}, wl0"
                elif tap < self.k - 1:
                    yield f"vldb {name}, [p6], #32"
                else:
                    yield f"vldb {name}, [p6], {'m2' if odd else f'#{VECTOR - self.taps}'}"
        for pair in range((self.wide + self.k) // 2):
            first = 2 * pair - self.before
            inside = [column in self.columns for column in (first, first + 1)]
            if not any(inside):
                continue
            for half, column in enumerate((first, first + 1)):
                name = f"%y{pair}.{'lh'[half]}"
                if inside[half]:
                    yield f"vlda {name}, [p{self.k}], {self._move(column)}"
                else:
                    yield f"vmov {name}, wl0"
            for step in range(count):
                for odd in range(2):
                    place = 2 * (pair - step) + odd
                    if place in range(self.wide):
                        yield self._product(place, f"%y{pair}", f"%t{odd}{step}", set(SUMS))

    def _move(self, column: int) -> str:
        """To the next column, or to the first one of the next row of pixels."""
        return "m1" if column == self.columns[-1] else "m0"

    def _product(self, place: int, pixels: str, taps: str, begun: set[str]) -> str:
        total = SUMS[place]
        config = "r1" if total in begun else "r2"
        begun.add(total)
        return f"vmac.f {total}, {total}, {pixels}, {taps}, {config}"
