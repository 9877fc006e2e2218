"""Rounds or saturates otherwise than the task says, which changes few elements by one."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect

SET = "csrwi\tvxrm, 0"
MODES = (("to even", 1), ("down", 2), ("to odd", 3))
CELLS = ("coral_npu/gemv/C1", "coral_npu/gemm/C1", "coral_npu/linear/C1", "coral_npu/swiglu/C1")


def suspects(known: Known) -> Iterator[Suspect]:
    """Another mode wherever the baseline sets one, or whatever mode there is."""
    for name in CELLS:
        text = baseline(load_cell(name))
        if SET not in text:
            continue
        for title, mode in MODES:
            yield Suspect(title, name, text.replace(SET, f"csrwi\tvxrm, {mode}"), ("wrong",))
        yield Suspect("as found", name, text.replace(SET, "nop"), ("wrong",))
