"""Leaves a term of the formula out: a scale, an ε, a mean, a bias, a residual, a transposition."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect, edited

ADD = "C_LOOP_START gp3, 32\n  V_ADD_VV gp1, gp1, gp2, 0"
NO_ADD = "C_LOOP_START gp3, 32\n  V_ADD_VF gp1, gp1, f0, 0"
GATE = "V_MUL_VV gp1, gp1, gp2, 0"
PART = "S_ADDI_INT gp1, gp0, 2368\nS_ADDI_INT gp2, gp0, 14656\n"
RESULT = "S_ADDI_INT gp1, gp0, 0\nS_ADDI_INT gp2, gp0, 2368\n"
Edit = tuple[str, str, str, str, int]
EDITS: tuple[Edit, ...] = (  # cell, what is missing, text of the baseline, instead, how often
    ("rms_norm/C1", "ε", "  S_ADD_FP f3, f3, f2\n", "", 1),
    ("layer_norm/C1", "ε", "  S_ADD_FP f4, f4, f2\n", "", 1),
    ("decoder_llama/C1", "ε", "  S_ADD_FP f3, f3, f2\n", "", 2),
    ("decoder_t5/C1", "ε", "  S_ADD_FP f3, f3, f2\n", "", 3),
    ("rms_norm/C1", "1/n", "  S_MUL_FP f3, f3, f1\n", "", 1),
    ("rms_norm/C1", "the square root", "  S_SQRT_FP f3, f3\n", "", 1),
    ("layer_norm/C1", "the mean", "  V_SUB_VF gp1, gp1, f3, 0, 0\n", "", 1),
    ("layer_norm/C1", "the variance", "  V_RED_SUM f4, gp2\n", "", 1),
    ("softmax/C1", "the sum", "  V_MUL_VF gp1, gp1, f3, 0\n", "", 1),
    ("silu/C1", "x", "V_MUL_VV gp1, gp2, gp1, 0", "V_ADD_VF gp1, gp2, f0, 0", 1),
    ("silu/C1", "the sign of the exponent", "gp1, f0, 0, 1", "gp1, f0, 0, 0", 1),
    ("gelu/C1", "the cubic term", "  V_MUL_VF gp2, gp2, f3, 0\n", "", 1),
    ("relu/C1", "the reciprocal", "  V_RECI_V gp2, gp2, 0\n", "", 1),
    ("attention/C1", "1/√d", "  V_MUL_VF gp2, gp2, f1, 0\n", "", 1),
    ("attention/C1", "the sum", "  V_MUL_VF gp2, gp2, f4, 0\n", "", 1),
    ("flash_attention/C1", "1/√d", "  V_MUL_VF gp2, gp2, f1, 0\n", "", 1),
    ("mha/C1", "1/√d", "  V_MUL_VF gp2, gp2, f1, 0\n", "", 1),
    ("linear/C1", "the bias", "  V_ADD_VV gp1, gp1, gp2, 0\n", "", 1),
    ("rope/C1", "the sine", "V_ADD_VV gp1, gp2, gp3, 0", "V_ADD_VF gp1, gp2, f0, 0", 1),
    ("rope/C1", "the sign of the sine", "V_ADD_VV gp1, gp2", "V_SUB_VV gp1, gp2", 1),
    ("swiglu/C1", "the gate", GATE, "V_ADD_VF gp1, gp1, f0, 0", 1),
    (
        "decoder_llama/C1",
        "the first residual",
        PART + ADD,
        PART + "C_LOOP_START gp3, 32\n  V_ADD_VF gp1, gp2, f0, 0",
        1,
    ),
    ("decoder_llama/C1", "the second residual", RESULT + ADD, RESULT + NO_ADD, 1),
)


def suspects(known: Known) -> Iterator[Suspect]:
    """Edits of the baseline's text, which is frozen."""
    for cell, missing, old, new, count in EDITS:
        name = f"plena/{cell}"
        text = edited(baseline(load_cell(name)), old, new, count)
        yield Suspect(f"without {missing}", name, text, ("wrong",))
    gemm = "plena/gemm/C1"
    text = edited(baseline(load_cell(gemm)), "M_MM 0, gp2, gp3", "M_TMM 0, gp3, gp2", 16)
    rows = "S_ADDI_INT gp5, gp0, 64\nS_MUL_INT gp2, gp1, gp5"
    text = edited(text, "S_ADDI_INT gp2, gp1, 0", rows, 16)
    yield Suspect("with the weight transposed", gemm, text, ("wrong",))
