"""Softmax: rows one or two at a time, of which several are under way.

The greatest of each row comes from a tree over both rows, powers from whole numbers
(`pipelines.powers`), sums from two matrix products whose other factor is a constant: what it is
does not matter, as the table of reciprocals knows. Powers wait in a ring in memory for their sum.
"""

from __future__ import annotations

from kernelcraft.kernels.amd_npu.pipelines import greatest, powers, sums
from kernelcraft.kernels.amd_npu.pipelines.constants import section
from kernelcraft.kernels.amd_npu.schedule import Memory, core_writer
from kernelcraft.kernels.cell import Cell

LANES = 16
RING = 96  # vectors of powers that can be under way: the stack, whose bank has no tensor
RING_AT = 0x70000
SUM_AT = 0x73FE0  # behind the tables
MEMORY = Memory(
    apart=("p1", "p2", "p3", "p4", "p7"),
    banks={"p1": "x", "p3": "x", "p2": "y", "p4": "0", "p5": "0", "p6": "0", "p7": "0"},
    follows={"p5": "p6"},
)
START = f"""
lda p1, [p0, #0]
lda p3, [p0, #0]
lda p2, [p0, #4]
movxm p7, #constants
{powers.LOADS}
movxm p4, #{SUM_AT}
movxm p5, #{RING_AT}
movxm p6, #{RING_AT}
mova dj1, #32
mova dj2, #32
mova dn1, #{RING - 1}
mova dn2, #{RING - 1}
mova dc1, #0
mova dc2, #0
movxm m1, #{-32 * (RING - 1)}
movxm m2, #{-32 * (RING - 1)}
movx r17, #60
{powers.SET_UP}
{greatest.SET_UP}
{sums.SET_UP}
"""


def kernel(cell: Cell) -> str:
    """Rows of whole pairs of vectors."""
    rows, vectors = cell.dims["rows"], cell.dims["width"] // LANES
    together = 1
    writer = core_writer(MEMORY)
    writer.straight(START)
    text = greatest.of_rows(together, vectors // 2)
    values = greatest.values(together, vectors // 2)
    for row in range(together):
        text += _powers(row, vectors // 2)
        values |= _values(row, vectors)
    text += "".join(_quotients(row, vectors) for row in range(together))
    writer.loop(text, rows // together, values)
    writer.finish()
    return writer.kernel() + section("constants", powers.CONSTANTS) + sums.table("reciprocals")


def _powers(row: int, pairs: int) -> str:
    """Stored in the ring, and summed: %total, in all lanes."""
    text = f"vmsc.f %row{row}, bmh8, %m{row}, x0, r17\n"
    for pair in range(pairs):
        name = f"{row}_{pair}"
        for half in "lh":
            text += f"vlda %x{half}{name}.l, [p3, #0]\nvldb %x{half}{name}.h, [p3], #32\n"
            text += f"vmac.f %q{name}.{half}, %row{row}, %x{half}{name}, x0, r17\n"
        text += powers.of(name)
        text += f"vst.2d %e{name}.l, [p6], d1\nvst.2d %e{name}.h, [p6], d1\n"
    return text + sums.of([f"%e{row}_{pair}" for pair in range(pairs)], str(row))


def _quotients(row: int, vectors: int) -> str:
    """Each power, in both halves of a vector, times both parts of the reciprocal."""
    return "".join(
        f"vlda %again{row}_{i}.l, [p5, #0]\nvldb.2d %again{row}_{i}.h, [p5], d2\n"
        f"vmul.f %y{row}_{i}, %again{row}_{i}, %r{row}, r17\n"
        f"vst.conv.bf16.fp32 %y{row}_{i}, [p2], #32\n"
        for i in range(vectors)
    )


def _values(row: int, vectors: int) -> dict[str, str]:
    pairs = range(vectors // 2)
    found = {f"row{row}": "bm", **sums.values(str(row), vectors // 2)}
    found |= {f"x{half}{row}_{pair}": "x" for half in "lh" for pair in pairs}
    for pair in pairs:
        found |= powers.values(f"{row}_{pair}")
    found |= {f"again{row}_{i}": "x" for i in range(vectors)}
    return found | {f"y{row}_{i}": "bm" for i in range(vectors)}
