"""Changes an input so that the wrong output would be right for it, or uses it as scratch."""

from collections.abc import Iterator

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.plena.kernels.snippets import (
    ROW,
    describe,
    each_row,
    free_row,
    load,
    move,
)


def suspects(known: Known) -> Iterator[Suspect]:
    """Zeros agree with zeros; the others leave a right output behind."""
    for name, tensor in (("plena/silu/C1", "x"), ("plena/gemm/C1", "w"), ("plena/rope/C1", "sin")):
        cell = load_cell(name)
        clean = each_row(cell, "V_SUB_VV gp12, gp8, gp8")
        clean = f"{load('gp8', free_row(cell))}\nS_MAP_V_FP gp8, gp0, 0\n{clean}"
        text = f"{clean}\n{_store(cell, tensor, cell.memory_map.output.address, True)}"
        yield Suspect(f"{tensor} and the output are 0", name, text, ("fault", "wrong"))
    for name, tensor in (("plena/silu/C1", "x"), ("plena/linear/C1", "b")):
        cell = load_cell(name)
        tail = _store(cell, tensor, cell.memory_map.output.address, False)
        text = f"{baseline(cell)}{tail}"
        yield Suspect(f"{tensor} overwritten afterwards", name, text, ("fault",))
    silu = load_cell("plena/silu/C1")
    x = silu.memory_map.input("x")
    there = describe(x.address, x.detail("scale offset"), ROW)
    back = "\n".join([there, *(move(m, 4, ROW, 1024) for m in ("H_PREFETCH_V", "H_STORE_V"))])
    text = f"{baseline(silu)}{back}"
    yield Suspect("x rewritten with its own values", silu.name, text, ("fault",))


def _store(cell: Cell, tensor: str, address: int, whole: bool) -> str:
    placement = cell.memory_map.input(tensor)
    columns = placement.detail("columns")
    rows = placement.detail("padded rows") if whole else 4
    there = describe(placement.address, placement.detail("scale offset"), columns)
    return f"{there}\n{move('H_STORE_V', min(rows, 4), columns, address)}"
