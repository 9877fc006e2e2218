"""Short kernels for tests to make wrong: a SiLU for PLENA, a ReLU for the Coral NPU."""

ROWS_OF_64 = 64


def fetch(rows: int) -> str:
    """x from HBM byte 0 (scales at 64 * rows) to vector SRAM element 64 * rows + 256; f1 = 1.0."""
    return f"""\
S_ADDI_INT gp1, gp0, {ROWS_OF_64 * rows}
C_SET_SCALE_REG gp1
S_ADDI_INT gp2, gp0, 64
C_SET_STRIDE_REG gp2
C_SET_ADDR_REG a0, gp0, gp0
S_LD_FP f1, gp0, 1
S_ADDI_INT gp3, gp0, {ROWS_OF_64 * rows + 256}
S_ADDI_INT gp4, gp0, 0
C_LOOP_START gp5, {rows // 4}
H_PREFETCH_V gp3, gp4, a0, 1, 0
S_ADDI_INT gp3, gp3, 256
S_ADDI_INT gp4, gp4, 256
C_LOOP_END gp5
"""


def silu(rows: int, *, stored: int | None = None, after: str = "") -> str:
    """x / (1 + exp(-x)) of `rows` rows to element 0; only the first `stored` rows are finished.

    Afterwards gp4 is the address behind the output; `after` are lines put at the end.
    """
    return f"""\
{fetch(rows)}
S_ADDI_INT gp3, gp0, {ROWS_OF_64 * rows + 256}
S_ADDI_INT gp4, gp0, 0
C_LOOP_START gp5, {rows if stored is None else stored}
V_SUB_VF gp4, gp3, f0, 0, 1
V_EXP_V gp4, gp4, 0
V_ADD_VF gp4, gp4, f1, 0
V_RECI_V gp4, gp4, 0
V_MUL_VV gp4, gp4, gp3, 0
S_ADDI_INT gp3, gp3, 64
S_ADDI_INT gp4, gp4, 64
C_LOOP_END gp5
{after}
"""


def fill(rows: int, register: str = "f1") -> str:
    """Every element of the output is the value of one FP register; f1 holds 1.0, f0 zero."""
    return f"""\
S_LD_FP f1, gp0, 1
S_ADDI_INT gp4, gp0, 0
S_ADDI_INT gp3, gp0, {ROWS_OF_64 * rows + 256}
C_LOOP_START gp5, {rows}
V_SUB_VV gp4, gp3, gp3, 0
V_ADD_VF gp4, gp4, {register}, 0
S_ADDI_INT gp4, gp4, 64
C_LOOP_END gp5
"""


def relu(n: int, zero_point: int, *, loop: str = "bnez a2, 1b", after: str = "mpause") -> str:
    """ReLU of int8 on the Coral NPU, eight registers at a time: a right kernel to make wrong."""
    return f"""\
_start:
    li a0, 0x20000000
    li a1, {0x2000_0000 + -(-n // 4096) * 4096:#x}
    li a2, {n}
    li a3, {zero_point}
1:  vsetvli t0, a2, e8, m8, ta, ma
    vle8.v v8, (a0)
    vmax.vx v8, v8, a3
    vse8.v v8, (a1)
    add a0, a0, t0
    add a1, a1, t0
    sub a2, a2, t0
    {loop}
    {after}
"""
