"""What a window sees of an image, for templates and experts of Conv2D and DepthwiseConv."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.tiles import RESULT, TILE

PIXEL = 16  # bytes of a pixel in a tile


@dataclass(frozen=True)
class Image:
    """`rows` rows of `across` tiles of four pixels, and a window of k x k, all in tiles."""

    rows: int
    across: int
    c_in: int
    c_out: int
    k: int

    @classmethod
    def of(cls, cell: Cell) -> Image:
        """That of a Conv2D; raises Unwritten where the memories do not hold all of it."""
        if cell.memory_map.streamed:
            raise Unwritten(f"{cell.name}: no kernel of ours streams a convolution")
        dims = cell.dims
        return cls(dims["H"], dims["H"] // 4, dims["c_in"], dims["c_out"], dims["k"])

    @property
    def before(self) -> int:
        """Rows and columns of the window before its middle."""
        return before(self.k)

    @property
    def groups(self) -> int:
        """Groups of eight channels of the input."""
        return self.c_in // 8

    @property
    def tile(self) -> int:
        """Bytes to the next four pixels."""
        return self.groups * TILE

    @property
    def row(self) -> int:
        """Bytes to the next row of pixels."""
        return self.across * self.tile

    @property
    def results(self) -> int:
        """Bytes to the next four pixels of the output."""
        return self.c_out // 4 * RESULT

    @property
    def group(self) -> int:
        """Bytes to the weights of the next eight channels."""
        return self.c_out // 4 * TILE

    @property
    def tap(self) -> int:
        """Bytes to the weights of the next tap."""
        return self.groups * self.group


@dataclass(frozen=True)
class Rows:
    """`times` rows of pixels; `above` and `below` rows of their window are outside the image."""

    above: int
    below: int
    times: int


def before(k: int) -> int:
    """Rows and columns of a window of k x k before its middle."""
    return (k - 1) // 2


def window_rows(height: int, k: int) -> list[Rows]:
    """From the first row of pixels to the last, those that are alike in one."""
    first, last = before(k), height - 1
    kinds = [(max(0, first - i), max(0, i + k - 1 - first - last)) for i in range(height)]
    return [Rows(*kind, len(list(found))) for kind, found in groupby(kinds)]
