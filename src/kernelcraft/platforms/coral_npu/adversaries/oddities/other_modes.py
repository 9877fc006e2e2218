"""Leaves the modes of the core as nobody expects them: rounding, flags, lengths, vtype."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.coral_npu.kernels.snippets import around

CELLS = ("coral_npu/softmax/C1", "coral_npu/gemv/C1", "coral_npu/conv2d/C1")


def suspects(known: Known) -> Iterator[Suspect]:
    """Before a right kernel, which sets what it needs."""
    for name in CELLS:
        cell = load_cell(name)
        for title, before in (
            ("another rounding mode", "    csrwi vxrm, 3\n    csrwi vxsat, 1"),
            ("another length", "    vsetivli zero, 3, e32, m1, tu, mu"),
            ("an illegal type", "    vsetvl t0, zero, sp"),
        ):
            yield Suspect(title, name, around(cell, before=before))
