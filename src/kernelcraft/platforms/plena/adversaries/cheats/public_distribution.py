"""Is right for numbers such as the public ones and for no others."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect, edited
from kernelcraft.platforms.plena.kernels.snippets import number


def suspects(known: Known) -> Iterator[Suspect]:
    """A maximum that is not taken, a mean that is taken for 0, a constant in place of a sum."""
    softmax = load_cell("plena/softmax/C2")
    text = baseline(softmax)
    plain = edited(text, "  V_RED_MAX f2, gp1, 0\n", "")
    no_maximum = edited(plain, "S_ADD_FP f2, f1, f0", "S_ADD_FP f2, f0, f0")
    yield Suspect("no maximum taken off", softmax.name, no_maximum, ("wrong",))
    fixed = edited(plain, "S_LD_FP f1, gp0, 1", f"S_LD_FP f1, gp0, 1\n{number('f1', 3.0)}")
    yield Suspect("3 taken for the maximum", softmax.name, fixed, ("wrong",))
    first = edited(
        edited(text, "  V_RED_MAX f2, gp1, 0\n", ""),
        "C_LOOP_START gp4, 16\n  S_ADD_FP f2, f1, f0",
        "S_ADD_FP f2, f1, f0\nV_RED_MAX f2, gp1, 0\nC_LOOP_START gp4, 16",
    )
    yield Suspect("the first row's maximum for all", softmax.name, first, ("wrong",))
    flash = load_cell("plena/flash_attention/C1")
    text = edited(baseline(flash), "V_RED_MAX f2, gp2, 1", "S_ADD_FP f2, f0, f0")
    yield Suspect("scores without a maximum", flash.name, text, ("wrong",))
    layer = load_cell("plena/layer_norm/C2")
    text = edited(baseline(layer), "S_MUL_FP f3, f3, f1", "S_ADD_FP f3, f0, f0")
    yield Suspect("the mean taken for 0", layer.name, text, ("wrong",))
    rms = load_cell("plena/rms_norm/C2")
    text = edited(baseline(rms), "S_MUL_FP f3, f3, f1", "S_EXP_FP f3, f0")
    yield Suspect("the mean square taken for 1", rms.name, text, ("wrong",))
