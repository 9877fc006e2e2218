"""Adds in another order: sums from the end, in parts, or by the vector unit for a product."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect, edited
from kernelcraft.platforms.plena.kernels.snippets import ROW, fetch, free_row, load


def suspects(known: Known) -> Iterator[Suspect]:
    """Products by parts and by rows."""
    gemm = load_cell("plena/gemm/C2")
    yield Suspect("the sum from its end", gemm.name, _from_the_end(baseline(gemm)))
    yield Suspect("partial sums in bf16", gemm.name, _in_parts(baseline(gemm)))
    gemv = load_cell("plena/gemv/C1")
    yield Suspect("a product by the vector unit", gemv.name, _by_rows(gemv.name))


STEP = "M_MM 0, gp2, gp3\nS_ADDI_INT gp2, gp2, 4096\nS_ADDI_INT gp3, gp3, 512\n"


def _from_the_end(text: str) -> str:
    """The second 64 terms before the first, in every sum of 128."""
    back = "S_ADDI_INT gp2, gp2, 4096\nS_ADDI_INT gp3, gp3, 512\nM_MM 0, gp2, gp3\n"
    low = "S_ADDI_INT gp9, gp0, 4096\nS_ADDI_INT gp10, gp0, 512\n"
    first = "S_SUB_INT gp2, gp2, gp9\nS_SUB_INT gp3, gp3, gp10\nM_MM 0, gp2, gp3\n"
    return low + edited(text, STEP + STEP, back + first, text.count(STEP + STEP))


def _in_parts(text: str) -> str:
    """Each half of a sum is written out, and the vector unit adds the two."""
    other = 8 * ROW * 100
    half = STEP + f"M_MM_WO gp4, gp0, {other}\n"
    count = text.count(STEP + STEP)
    split = edited(text, STEP + STEP, half + STEP, count)
    rows = "\n".join(
        f"{load('gp8', row * ROW)}\n{load('gp9', other + row * ROW)}\nV_ADD_VV gp8, gp8, gp9"
        for row in range(16)
    )
    return f"{split}\n{rows}\n"


def _by_rows(name: str) -> str:
    """y[i] = the sum of A[i] * x, row by row, through FP SRAM."""
    cell = load_cell(name)
    matrix, vector = cell.memory_map.inputs
    rows, columns = matrix.detail("rows"), matrix.detail("columns")
    free = free_row(cell)
    x = free + rows * columns
    lines = [fetch(matrix, free), fetch(vector, x)]
    for row in range(rows):
        lines.append("S_ADD_FP f1, f0, f0")
        for block in range(columns // ROW):
            lines.append(load("gp1", free + (block * rows + row) * ROW))
            lines.append(load("gp2", x + block * vector.detail("padded rows") * ROW))
            lines.append("V_MUL_VV gp1, gp1, gp2\nV_RED_SUM f1, gp1")
        lines.append(f"S_ST_FP f1, gp0, {64 + row % ROW}")
        if row % ROW == ROW - 1:
            lines += [load("gp1", row // ROW * ROW), "S_MAP_V_FP gp1, gp0, 64"]
    return "\n".join(lines)
