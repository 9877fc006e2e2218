"""Products of matrices in tiles, for templates and experts of GEMM, BatchMatMul and Linear.

A factor's tile, 4x8 or 8x4 elements, takes as many bytes as one of an image or of a window's taps.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.cells.cell import Cell

TILE, RESULT = 64, 32  # bytes of a factor's tile, and of a product's


@dataclass(frozen=True)
class Shape:
    """As many products of an M x K and a K x N matrix; `biased` with a bias for each column."""

    batches: int
    m: int
    k: int
    n: int
    biased: bool = False

    @classmethod
    def of(cls, cell: Cell) -> Shape:
        """That of a GEMM, a BatchMatMul or a Linear."""
        dims = cell.dims
        if cell.task.name == "linear":
            return cls(1, dims["n"], dims["h_in"], dims["h_out"], biased=True)
        return cls(dims.get("b", 1), dims["M"], dims["K"], dims["N"])
