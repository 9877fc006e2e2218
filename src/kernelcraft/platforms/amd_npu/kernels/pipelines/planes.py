"""A depthwise convolution of 5x5 as products of tiles: 16 pixels of one channel at a time.

Eight channels are taken apart into planes, one channel each, in strips of 4 columns that begin two
columns before the image's. Rows y, y + H/4, y + H/2 and y + 3H/4 of a strip are 32 bytes, a group;
a group and that of the strip beside it are 4 times the 8 columns that a row of the windows of
4 neighbours sees. Times a row of taps as a banded matrix, from 5 groups below one another, that is
4x4 sums. Groups beside the image's H/4 are those at its other end, moved by a row and with a row of
zeros. At last the sums of 16 channels become pixels again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kernelcraft.platforms.amd_npu.kernels.tiles import RESULT, TILE

K = 5  # of the window, for which 4 pixels see 8 columns
DEEP = 8  # channels of a block
RUN = 5  # groups of sums under way at a time, at most
BAND = K * TILE  # bytes of a channel's taps as banded matrices
BANKS = {
    **{"p1": "upper image", "p2": "lower image", "p3": "planes", "p4": "planes"},
    **{"p5": "bands", "p6": "sums", "p7": "output"},
}
SPLIT = "r16"  # the mode of vshuffle that takes the lower or the upper 8 of 16 channels
CONSTANTS = {
    **{"r1": 16, "r3": 48},  # bytes by which groups are moved to the row before and after
    **{"r4": 26, "r5": 27, "r6": 18, "r7": 19},  # modes of vshuffle by which `pixels` puts together
    **{"r10": 2, "r11": 3, "r12": 24, "r13": 25},  # by which `_apart` takes apart
    **{"r14": 14, "r15": 15},  # for two strips beside one another
    **{"r18": 28},  # products of tiles
}


@dataclass(frozen=True)
class Planes:
    """Of an image of `height` x `height` pixels."""

    height: int
    channels: int

    @property
    def groups(self) -> int:
        """Of rows in a strip; there is a strip for as many columns, and one more."""
        return self.height // 4

    @property
    def piece(self) -> int:
        """Bytes of a strip of one channel, or of its sums."""
        return self.groups * RESULT

    @property
    def strip(self) -> int:
        """Bytes of a strip of all channels of a block."""
        return DEEP * self.piece

    @property
    def pixel(self) -> int:
        """Bytes of a pixel of the image."""
        return 2 * self.channels

    @property
    def line(self) -> int:
        """Bytes of a row of the image."""
        return self.height * self.pixel

    def bands(self) -> str:
        """The banded matrices of a row of the window, whose taps are at p1, and zeros at p7.

        Row j of a matrix has taps j, j - 1, j - 2 and j - 3: a tile of two pairs of neighbours.
        """
        found = ["vldb %u0.h, [p7, #0]"]
        for tap in range(K):
            found += [f"vlda %u{tap}.l, [p1, #0]", f"vlda %u{tap + 1}.h, [p1], m0"]
        found.append(f"vldb %u{K}.l, [p7, #0]")
        pairs = [f"%u{tap}" if tap in range(K + 1) else "x0" for tap in range(-2, 8)]
        for half in range(2):
            rows = range(4 * half, 4 * half + 4)
            for row in rows:
                found.append(f"vshuffle %t{row}, {pairs[row + 2]}, {pairs[row]}, {SPLIT}")
            tiles = [f"%t{row}" for row in rows]
            found += _apart(str(half), tiles, BAND, "vst", f"#{RESULT}", f"#{RESULT}")
        return "\n".join(found)

    def taking_apart(self, seen: int) -> dict[str, int]:
        """Registers for `groups_of_pixels`, which sees `seen` columns of a strip."""
        back = (seen - 1) * self.pixel
        down = self.groups * self.line
        new_strip = DEEP * self.piece - (self.groups - 1) * RESULT
        found = {"m4": self.pixel, "m5": down - back}
        for index in range(4):
            step = self.line - down - back if index < 2 else RESULT
            last = 4 * self.pixel - 2 * down + self.line - back if index < 2 else new_strip
            found |= {f"m{index}": last, f"dj{index}": step}
            found |= {f"dn{index}": self.groups - 1, f"dc{index}": 0}
        return found

    def group_of_pixels(self, columns: range) -> str:
        """Of eight channels into planes; of the 4 columns of a strip those are in the image."""
        found, tiles = [], []
        for row in range(4):
            pointer, unit = ("p1", "vlda") if row < 2 else ("p2", "vldb")
            for column in columns:
                part = f"%q{row}{column // 2}.{'lh'[column % 2]}"
                end = row % 2 and column == columns[-1]
                move = f"d{row // 2}" if end else "m4" if column < columns[-1] else "m5"
                found.append(f"{unit}{'.2d' if end else ''} {part}, [{pointer}], {move}")
            halves = [f"%q{row}{i}" if 2 * i in columns else "x0" for i in range(2)]
            found.append(f"vshuffle %t{row}, {halves[0]}, {halves[1]}, {SPLIT}")
            tiles.append(f"%t{row}")
        return "\n".join([*found, *_apart("", tiles, self.piece, "vst.2d", "d2", "d3")])

    def runs(self) -> Sequence[range]:
        """The groups of a strip's sums that are in flight at a time."""
        count = -(-self.groups // RUN)
        ends = [self.groups * index // count for index in range(count + 1)]
        return [range(*pair) for pair in pairwise(ends)]

    def sums(self, run: range) -> str:
        """Those of a run of groups of a channel's strip; m4 leads to those of the next channel."""
        found: list[str] = []
        begun: set[int] = set()
        for row in range(K):
            found.append(f"vldb %b{row}.l, [p5], #{RESULT}")
            last = row == K - 1
            found.append(
                f"vldb.2d %b{row}.h, [p5], d7" if last else f"vldb %b{row}.h, [p5], #{RESULT}"
            )
            for group in run:
                found += self._seen(group + row - K // 2, begun)
                total = f"%c{group}"
                operation = f"vmac.f {total}, {total}" if row else f"vmul.f {total}"
                found.append(f"{operation}, %i{group + row}, %b{row}, r18")
        for group in run:
            move = "m4" if group == run[-1] else f"#{RESULT}"
            found.append(f"vst.conv.bf16.fp32 %c{group}, [p6], {move}")
        return "\n".join([*found, f"paddb [p3], #{self.piece}", f"paddb [p4], #{self.piece}"])

    def _seen(self, group: int, begun: set[int]) -> Iterator[str]:
        """What windows see of a group of rows, which may be beside those of the image."""
        if group in begun:
            return
        begun.add(group)
        name, inside = f"%i{group + K // 2}", group % self.groups
        if group != inside:
            yield from self._seen(inside, begun)
            other = f"%i{inside + K // 2}"
            yield f"vshift {name}, " + (f"x0, {other}, r3" if group < 0 else f"{other}, x0, r1")
            return
        pair = inside & ~1
        if not {pair, pair + 1} <= begun:
            for side, pointer in (("l", "p3"), ("r", "p4")):
                for index, half in enumerate("lh"):
                    where = f"[{pointer}, #{(pair + index) * RESULT}]"
                    yield f"vlda %{side}{pair}.{half}, {where}"
        yield f"vshuffle {name}, %l{pair}, %r{pair}, {'r15' if inside % 2 else 'r14'}"

    def putting_together(self) -> dict[str, int]:
        """Registers for `pixels`."""
        down, back = self.groups * self.line, 3 * self.pixel
        new_strip = DEEP * self.piece - (self.groups - 1) * RESULT
        sums = {"dn": self.groups - 1, "dj": RESULT, "dc": 0, "m": new_strip}
        return {
            **{f"{name}{index}": value for index in (0, 1) for name, value in sums.items()},
            **{"m4": self.pixel, "m5": down - back},
            **{"dn2": self.groups - 1, "dc2": 0, "dj2": self.line - 3 * down - back},
            "m2": 4 * self.pixel - 4 * down + self.line - back,
        }

    def pixels(self) -> str:
        """A group of rows of sums of 16 channels, from p5 and p6 on, as 16 pixels."""
        found = []
        for high, pointer in enumerate(("p5", "p6")):
            for channel in (0, 1, 2, 3, 5, 6, 7, 4):
                part = f"%v{high}{channel & 3}.{'lh'[channel >> 2]}"
                offset = f"[{pointer}, #{(channel - 4) * self.piece}]"
                move = f".2d {part}, [{pointer}], d{high}"
                found.append(f"vlda{move}" if channel == 4 else f"vlda {part}, {offset}")
        for low in range(4):
            for upper, mode in enumerate(("r4", "r5")):
                found.append(f"vshuffle %u{upper}{low}, %v0{low}, %v1{low}, {mode}")
        for row in range(4):
            for low in range(2):
                one, other = (f"%u{row >> 1}{low + 2 * high}" for high in range(2))
                found.append(f"vshuffle %y{row}{low}, {one}, {other}, {('r6', 'r7')[row & 1]}")
            for pair, mode in enumerate(("r6", "r7")):
                name = f"%z{row}{pair}"
                found.append(f"vshuffle {name}, %y{row}0, %y{row}1, {mode}")
                found.append(f"vst {name}.l, [p7], m4")
                end = "m4" if not pair else "m5"
                last = pair and row == 3
                found.append(f"vst{'.2d' if last else ''} {name}.h, [p7], {'d2' if last else end}")
        return "\n".join(found)


def _apart(name: str, tiles: list[str], stride: int, store: str, *moves: str) -> Iterator[str]:
    """Four tiles of 4 pixels by 8 channels as 8 pieces of 4x4 pixels, `stride` bytes apart.

    Those of the first four channels go to p3, the others to p4.
    """
    for pair in range(2):
        for low, mode in enumerate(("r10", "r11")):
            first, second = tiles[2 * pair : 2 * pair + 2]
            yield f"vshuffle %e{name}{pair}{low}, {first}, {second}, {mode}"
    for high, (pointer, mode) in enumerate((("p3", "r12"), ("p4", "r13"))):
        for low in (1, 0):
            piece = f"%p{name}{high}{low}"
            yield f"vshuffle {piece}, %e{name}0{low}, %e{name}1{low}, {mode}"
            yield f"vst {piece}.h, [{pointer}, #{(2 + low) * stride}]"
            where = f"vst {piece}.l, [{pointer}, #{stride}]"
            yield where if low else f"{store} {piece}.l, [{pointer}], {moves[high]}"
