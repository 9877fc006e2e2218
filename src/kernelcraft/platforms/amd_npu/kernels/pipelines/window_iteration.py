"""One iteration of a convolution: the taps of a window's row, for eight channels of the input.

p1 goes through the image with d0, m3 and m5, p2 through the weights with d1 and m6, p3 through the
output with d2, m4 and m7. Tiles of pixels that a tap sees are made of two neighbours by `vshift`;
those beside the image are x0, which is 0. Every iteration stores the block: partial sums are
overwritten by the next one. A block's first iteration starts its sums at 0, by a configuration
word that a counter chooses: r10 is 0 then, r11 the number of a block's iterations less one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelcraft.platforms.amd_npu.kernels.tiles import RESULT, TILE
from kernelcraft.platforms.amd_npu.kernels.window import PIXEL, Image, Rows

HALF = 32  # bytes of half a tile
WIDEST = 4  # tiles of pixels that are kept for several taps
SUMS = tuple(f"bm{half}{index}" for index in range(8) for half in "lh")
POINTERS = {"p1": "image", "p2": "weights", "p3": "output"}
COUNT = """
mov r27, r10
add %less, r10, #-1
sel.nez r10, %less, r11, r27
eqz %first, r10
add %config, %first, #28
"""
COUNTED = {"less": "r", "first": "r", "config": "r"}


def constants(image: Image) -> dict[str, int]:
    """Registers that are the same for all blocks; taps have the shifts r16, r17, ..."""
    shifts = {f"r{16 + tap}": PIXEL * (tap - image.before) % TILE for tap in range(image.k)}
    counters = dict.fromkeys(("dc0", "dc4", "dc1", "dc5", "dc2"), 0)
    steps = {"m3": image.tile - HALF, "m7": image.results, "dn0": image.groups - 1}
    return {"r7": 28, **shifts, **counters, **steps, "dn1": image.groups - 1}


@dataclass(frozen=True)
class Block:
    """`wide` tiles of pixels from `first` on, by `deep` tiles of channels."""

    image: Image
    first: int
    wide: int
    deep: int

    @property
    def phases(self) -> list[range]:
        """The taps before the middle, and the others; for each the pixels are loaded anew.

        A wide block, which is a whole row, has no registers to keep them for several taps.
        """
        k, before = self.image.k, self.image.before
        if self.wide > WIDEST and k > 3:
            return [range(tap, tap + 1) for tap in range(k)]
        return [range(before), range(before, k)] if before else [range(k)]

    def loaded(self, taps: range) -> range:
        """Tiles of the image that these taps see, counted from the block's first one."""
        before, last = self.image.before, self.image.across - self.first - 1
        left = -1 if taps.start < before and self.first else 0
        right = self.wide if taps.stop > before + 1 else self.wide - 1
        return range(left, min(right, last) + 1)

    @property
    def work(self) -> float:
        """Cycles that an iteration takes at least, for each tile of the block."""
        tiles = self.wide * self.deep
        pixels = sum(2 * len(self.loaded(taps)) for taps in self.phases)
        return max(tiles * self.image.k, 2 * self.deep * self.image.k, pixels) / tiles

    def iterations(self, rows: Rows) -> int:
        """Iterations of the loop for one row of pixels."""
        return self.seen(rows) * self.image.groups

    def seen(self, rows: Rows) -> int:
        """Rows of the window in the image."""
        return self.image.k - rows.above - rows.below

    def begins(self, rows: Rows, first: int) -> tuple[int, int, int]:
        """Where image, weights and output begin for rows of one kind, from a `first` one on."""
        image, seen = self.image, self.loaded(self.phases[0])
        row = max(0, first - image.before)
        return (
            (row * image.across + self.first + seen.start) * image.tile,
            rows.above * image.k * image.tap,
            (first * image.across + self.first) * image.results,
        )

    def steps(self, rows: Rows) -> dict[str, int]:
        """Registers for rows of one kind."""
        image, seen = self.image, self.seen(rows)
        tiles = self.loaded(self.phases[0]).start - self.loaded(self.phases[-1]).stop + 1
        back = tiles * image.tile - HALF
        down = back - (image.groups - 1) * TILE + image.row
        beside = HALF - self.deep * TILE
        across, deeper = (self.wide - 1) * image.results, (self.deep - 1) * RESULT
        last = self.iterations(rows) - 1
        return {
            "m5": -(self.wide - 1) * image.tile - HALF,
            "dj0": back + TILE,
            "dn4": seen - 1,
            "dj4": down,
            "m0": down + image.row - seen * image.row,
            "m6": image.tap + beside,
            "dj1": image.group + beside - (image.k - 1) * image.tap,
            "dn5": seen - 1,
            "dj5": image.group + beside,
            "m1": image.group + beside - seen * image.k * image.tap,
            "m4": RESULT - across,
            "dn2": last,
            "dj2": -across - deeper,
            "m2": image.across * image.results - across - deeper,
            "r11": last,
        }

    def iteration(self) -> tuple[str, dict[str, str]]:
        """The instructions of an iteration, in program order, and its values with their classes."""
        found: list[str] = []
        for taps in self.phases:
            for tap in taps:
                if tap == taps.start:
                    found += self._pixels(taps)
                found += self._products(taps, tap)
        found += self._stores()
        names = {part.partition(".")[0] for line in found for part in line.split() if "%" in part}
        kinds = {name.strip("%,"): "x" for name in sorted(names)}
        return COUNT + "\n".join(found), {**kinds, **COUNTED}

    def _pixels(self, taps: range) -> Iterator[str]:
        tiles = self.loaded(taps)
        for tile in tiles:
            name = _pixels(taps, tile)
            yield f"vlda {name}.l, [p1], #32"
            if tile != tiles[-1]:
                yield f"vlda {name}.h, [p1], m3"
            elif taps.stop < self.image.k:
                yield f"vlda {name}.h, [p1], m5"
            else:
                yield f"vlda.3d {name}.h, [p1], d0"

    def _products(self, taps: range, tap: int) -> Iterator[str]:
        for tile in range(self.deep):
            yield f"vldb %w{tap}{tile}.l, [p2], #32"
            if tile < self.deep - 1:
                yield f"vldb %w{tap}{tile}.h, [p2], #32"
            elif tap < self.image.k - 1:
                yield f"vldb %w{tap}{tile}.h, [p2], m6"
            else:
                yield f"vldb.3d %w{tap}{tile}.h, [p2], d1"
        middle, tiles = self.image.before, self.loaded(taps)
        for tile in range(self.wide):
            if tap != middle:
                first = tile - (tap < middle)
                pair = (_pixels(taps, i) if i in tiles else "x0" for i in (first, first + 1))
                yield f"vshift %s{tap}{tile}, {', '.join(pair)}, r{16 + tap}"
        for channels in range(self.deep):
            for tile in range(self.wide):
                total = SUMS[tile * self.deep + channels]
                pixels = _pixels(taps, tile) if tap == middle else f"%s{tap}{tile}"
                config = "%config" if tap == 0 else "r7"
                yield f"vmac.f {total}, {total}, {pixels}, %w{tap}{channels}, {config}"

    def _stores(self) -> Iterator[str]:
        for channels in range(self.deep):
            for tile in range(self.wide):
                total = SUMS[tile * self.deep + channels]
                if tile < self.wide - 1:
                    yield f"vst.conv.bf16.fp32 {total}, [p3], m7"
                elif channels < self.deep - 1:
                    yield f"vst.conv.bf16.fp32 {total}, [p3], m4"
                else:
                    yield f"vst.2d.conv.bf16.fp32 {total}, [p3], d2"


def _pixels(taps: range, tile: int) -> str:
    """The value that a tile of the image is, the one before the block's first one %x_."""
    return f"%x{taps.start}{'_' if tile < 0 else tile}"
