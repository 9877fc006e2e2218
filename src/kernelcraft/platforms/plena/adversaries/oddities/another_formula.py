"""Computes the same by another formula, or makes its constants itself."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect, edited
from kernelcraft.platforms.plena.kernels.snippets import number


def suspects(known: Known) -> Iterator[Suspect]:
    """Edits of baselines."""
    silu, softmax = load_cell("plena/silu/C1"), load_cell("plena/softmax/C2")
    text = baseline(silu)
    sigmoid = (
        "V_SUB_VF gp2, gp1, f0, 0, 1\n  V_EXP_V gp2, gp2, 0\n  V_ADD_VF gp2, gp2, f1, 0\n"
        "  V_RECI_V gp2, gp2, 0\n  V_MUL_VV gp1, gp2, gp1, 0\n"
    )
    half = sigmoid.replace(", 0\n", ", 1\n").replace("f0, 0, 1\n", "f0, 1, 1\n")
    halves = f"C_SET_V_MASK_REG gp8\n  {half}  C_SET_V_MASK_REG gp9\n  {half}"
    masks = "S_ADDI_INT gp8, gp0, 5\nS_ADDI_INT gp9, gp0, 10\nC_LOOP_START gp3, 4"
    kernel = edited(edited(text, sigmoid, halves), "C_LOOP_START gp3, 4", masks)
    yield Suspect("by masked halves of a row", silu.name, kernel)
    made = edited(text, "S_LD_FP f1, gp0, 1", number("f1", 1.0))
    yield Suspect("a constant that it makes itself", silu.name, made)
    over = edited(text, "S_LD_FP f1, gp0, 1", "S_LD_FP f1, gp0, 1\nS_ST_FP f0, gp0, 1")
    yield Suspect("a constant overwritten after its use", silu.name, over)
    late = edited(
        edited(baseline(softmax), "  V_MUL_VF gp1, gp1, f3, 0\n", ""),
        "  S_RECI_FP f3, f3\n",
        "  S_RECI_FP f3, f3\n  S_MUL_FP f3, f3, f6\n  V_MUL_VF gp1, gp1, f5, 0\n"
        "  V_MUL_VF gp1, gp1, f3, 0\n",
    )
    late = edited(
        late,
        "C_LOOP_START gp4, 16",
        f"{number('f4', 8.0)}\nS_ADD_FP f5, f4, f0\nS_RECI_FP f6, f5\nC_LOOP_START gp4, 16",
    )
    yield Suspect("times 8 and divided by 8", softmax.name, late)
    relu = load_cell("plena/relu/C1")
    steep = edited(baseline(relu), "S_LD_FP f2, gp0, 2", "S_LD_FP f2, gp0, 2\nS_ADD_FP f2, f2, f2")
    yield Suspect("twice the steepness", relu.name, steep)
    masked = "V_RECI_V gp2, gp2, 0\n  V_MUL_VV gp1, gp2, gp1, 0"
    idle = edited(text, masked, masked.replace("\n", "\n  V_EXP_V gp2, gp2, 1\n", 1))
    yield Suspect("V_MASK as it is at reset", silu.name, idle)
