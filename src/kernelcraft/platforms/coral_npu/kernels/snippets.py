"""Pieces of kernels for the red team and the honest oddities: lines around the compiler's call."""

import re

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import EditFault, edited

_CALL = re.compile(r"\tcall\t\w+\n")


def call(cell: Cell) -> str:
    """The line of the baseline that does all the work."""
    found = _CALL.search(baseline(cell))
    if found is None:
        raise EditFault(f"{cell.name}: the baseline has no call")
    return found[0]


def around(cell: Cell, before: str = "", after: str = "") -> str:
    """The baseline with lines before it begins, and others when it is done, before mpause."""
    work = call(cell)
    return edited(baseline(cell), f"{work}\tmpause\n", f"{before}\n{work}{after}\n\tmpause\n")


def copied(source: str, target: int, count: int) -> str:
    """Copy bytes from a symbol or address; changes t0 to t3 and v8 to v15."""
    return f"""\
    la t0, {source}
    li t1, {target:#x}
    li t2, {count}
9:  vsetvli t3, t2, e8, m8, ta, ma
    vle8.v v8, (t0)
    vse8.v v8, (t1)
    add t0, t0, t3
    add t1, t1, t3
    sub t2, t2, t3
    bnez t2, 9b"""


def filled(target: int, count: int, value: int) -> str:
    """Set bytes; changes t0 to t3 and v8 to v15."""
    return f"""\
    li t0, {value}
    li t1, {target:#x}
    li t2, {count}
9:  vsetvli t3, t2, e8, m8, ta, ma
    vmv.v.x v8, t0
    vse8.v v8, (t1)
    add t1, t1, t3
    sub t2, t2, t3
    bnez t2, 9b"""


def stored(address: int) -> str:
    """A byte of zero; changes t0."""
    return f"    li t0, {address:#x}\n    sb zero, 0(t0)"


def same(address: int) -> str:
    """A byte stored where it was loaded; changes t0 and t1."""
    return f"    li t0, {address:#x}\n    lb t1, 0(t0)\n    sb t1, 0(t0)"
