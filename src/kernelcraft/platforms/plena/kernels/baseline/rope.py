"""RoPE: every row times its cosines, plus the rotated row times its sines."""

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.baseline.templates.composite import (
    Composite,
    Matrix,
    composite,
    whole,
)


def kernel(cell: Cell) -> str:
    """There is no official template of that date. Rows of one vector are turned by a product with
    the rotation matrix; in longer ones the halves are whole vectors and change places."""
    return composite(cell, _steps)


def _steps(k: Composite) -> None:
    x, cos, sin = k.load("x"), k.load("cos"), k.load("sin")
    if x.columns > k.row:
        _swapped(k, x, cos, sin)
        return
    turned = k.multiply(x, whole(k.input("rotation")))
    k.times(turned, sin)
    k.times(x, cos)
    k.asm.phase("the sum")
    with k.each(x.vectors, k.output.address, x.address, turned.address) as (y, a, b):
        k.asm.emit("V_ADD_VV", y, a, b, 0)


def _swapped(k: Composite, x: Matrix, cos: Matrix, sin: Matrix) -> None:
    half = x.columns // k.row // 2
    for block in range(2 * half):
        first = block < half
        other = block + half if first else block - half
        k.asm.phase(f"block {block}: minus block {other}" if first else f"block {block}")
        places = (k.output, x, cos, x, sin)
        blocks = (block, block, block, other, block)
        addresses = [m.part(b, k.row).address for m, b in zip(places, blocks, strict=True)]
        with k.each(x.rows, *addresses) as (y, a, c, b, s), k.spare_row() as t:
            k.asm.emit("V_MUL_VV", y, a, c, 0)
            k.asm.emit("V_MUL_VV", t, b, s, 0)
            k.asm.emit("V_SUB_VV" if first else "V_ADD_VV", y, y, t, 0)
