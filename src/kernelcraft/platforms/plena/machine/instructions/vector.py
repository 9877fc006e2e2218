"""Vector instructions: one row of VLEN elements of vector SRAM at a time.

Row addresses count elements and must be multiples of VLEN. Arithmetic is float32 on the bf16
elements; results are rounded to bf16 when they are written. With rmask = 1 only the HLEN-wide
groups enabled in V_MASK are computed and other elements of the destination get the first source's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kernelcraft.isa.instruction import Erratum
from kernelcraft.platforms.plena.machine.formats import FP16_LOWEST as LOWEST
from kernelcraft.platforms.plena.machine.formats import fp16_max_number
from kernelcraft.platforms.plena.machine.instructions.table import F0, NAN, plena
from kernelcraft.platforms.plena.machine.rows import (
    row_add,
    row_add_scalar,
    row_exp,
    row_max,
    row_mul,
    row_mul_scalar,
    row_reciprocal,
    row_sub,
    row_sub_from_scalar,
    row_sub_scalar,
    row_sum,
)
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.platforms.plena.machine.timing import Latency, by_dc, to_scalar
from kernelcraft.sim.machine import Array

MASK = Erratum(
    "masks work on every vector instruction",
    "The official assembler loses the mask of V_EXP_V, V_RECI_V, V_RED_MAX and V_RED_SUM; here "
    "rmask is encoded in bits 18..21 of all of them.",
)
ORDER = Erratum(
    "V_SUB_VV is rs1 - rs2",
    "The published manual says rs2 - rs1; the official emulator computes rs1 - rs2, and so do we.",
)
REDUCTION = Erratum(
    "masked reductions count the enabled groups only",
    "The official emulator's masked reductions are not meaningful.",
)

TwoRows = Callable[[Array, int, int, int, int, int, int], None]
OneRow = Callable[[Array, int, int, int, int, int], None]
Reduction = Callable[[Array, int, int, int, int, int], int]


def _two_rows(
    mnemonic: str,
    code: str,
    operation: TwoRows,
    sign: str,
    cost: Latency,
    errata: Sequence[Erratum] = (),
) -> None:
    def body(m: Plena, rd: int, rs1: int, rs2: int, rmask: int) -> None:
        a, b, target = m.row(m.gp[rs1]), m.row(m.gp[rs2]), m.output_row(m.gp[rd])
        operation(m.vector_sram.array, target, a, b, m.mlen, m.groups(rmask), m.hlen)

    body.__doc__ = f"Element by element: VS[gp[rd]] = VS[gp[rs1]] {sign} VS[gp[rs2]]."
    syntax, bits = f"{mnemonic} rd, rs1, rs2[, rmask]", f"0*10 rmask rs2 rs1 rd {code}"
    plena.instruction(syntax, bits, unit="vector", latency=cost, errata=errata)(body)


def _row_and_scalar(mnemonic: str, code: str, operation: TwoRows, sign: str, cost: Latency) -> None:
    def body(m: Plena, rd: int, rs1: int, fs2: int, rmask: int) -> None:
        a, target = m.row(m.gp[rs1]), m.output_row(m.gp[rd])
        operation(m.vector_sram.array, target, a, m.f[fs2], m.mlen, m.groups(rmask), m.hlen)

    body.__doc__ = f"Every element with a scalar: VS[gp[rd]] = VS[gp[rs1]] {sign} f[fs2]."
    syntax, bits = f"{mnemonic} rd, rs1, fs2[, rmask]", f"0*10 rmask fs2 rs1 rd {code}"
    plena.instruction(syntax, bits, unit="vector", latency=cost)(body)


def _one_row(mnemonic: str, code: str, operation: OneRow, text: str, cost: Latency) -> None:
    def body(m: Plena, rd: int, rs1: int, rmask: int) -> None:
        a, target = m.row(m.gp[rs1]), m.output_row(m.gp[rd])
        operation(m.vector_sram.array, target, a, m.mlen, m.groups(rmask), m.hlen)

    body.__doc__ = text
    syntax, bits = f"{mnemonic} rd, rs1[, rmask]", f"0*10 rmask 0000 rs1 rd {code}"
    plena.instruction(syntax, bits, unit="vector", latency=cost, errata=[MASK])(body)


def _reduction(
    mnemonic: str, code: str, operation: Reduction, text: str, cost: tuple[int, int]
) -> None:
    def body(m: Plena, fd: int, rs1: int, rmask: int) -> None:
        a = m.row(m.gp[rs1])
        m.set_result(
            fd, operation(m.vector_sram.array, a, m.f[fd], m.mlen, m.groups(rmask), m.hlen)
        )

    body.__doc__ = text
    syntax, bits = f"{mnemonic} fd, rs1[, rmask]", f"0*10 rmask 0000 rs1 fd {code}"
    errata, latency = [MASK, REDUCTION, F0], to_scalar(*cost)
    plena.instruction(syntax, bits, unit="vector", latency=latency, errata=errata)(body)


_two_rows("V_ADD_VV", "001101", row_add, "+", by_dc(1, 2))
_row_and_scalar("V_ADD_VF", "001110", row_add_scalar, "+", by_dc(1, 2))
_two_rows("V_SUB_VV", "001111", row_sub, "-", by_dc(1, 2), [ORDER])


@plena.instruction(
    "V_SUB_VF rd, rs1, fs2[, rmask][, rorder]",
    "0*6 rorder rmask fs2 rs1 rd 010000",
    unit="vector",
    latency=by_dc(1, 2),
)
def v_sub_vf(m: Plena, rd: int, rs1: int, fs2: int, rmask: int, rorder: int) -> None:
    """Subtract a scalar: VS[gp[rd]] = VS[gp[rs1]] - f[fs2]; rorder = 1: f[fs2] - VS[gp[rs1]]."""
    a, target = m.row(m.gp[rs1]), m.output_row(m.gp[rd])
    subtract = row_sub_scalar if rorder == 0 else row_sub_from_scalar
    subtract(m.vector_sram.array, target, a, m.f[fs2], m.mlen, m.groups(rmask), m.hlen)


_two_rows("V_MUL_VV", "010001", row_mul, "*", by_dc(1, 5))
_row_and_scalar("V_MUL_VF", "010010", row_mul_scalar, "*", by_dc(1, 5))
_one_row("V_EXP_V", "010011", row_exp, "Exponential: VS[gp[rd]] = e ** VS[gp[rs1]].", by_dc(1, 6))
_one_row(
    "V_RECI_V", "010100", row_reciprocal, "Reciprocal: VS[gp[rd]] = 1 / VS[gp[rs1]].", by_dc(2, 7)
)

_reduction(
    "V_RED_SUM",
    "010101",
    row_sum,
    "Add a row to a scalar: f[fd] = f[fd] + sum(VS[gp[rs1]]).\n\n"
    "It accumulates: set fd to 0 first. The sum is float32, rounded once to fp16.",
    (8, 20),
)


@plena.instruction(
    "V_RED_MAX fd, rs1[, rmask]",
    "0*10 rmask 0000 rs1 fd 010110",
    unit="vector",
    latency=to_scalar(4, 4),
    errata=[MASK, REDUCTION, F0, NAN],
)
def v_red_max(m: Plena, fd: int, rs1: int, rmask: int) -> None:
    """Largest of a scalar and a row: f[fd] = max(f[fd], max(VS[gp[rs1]])).

    It accumulates: set fd to a very negative number first.
    """
    a, groups = m.row(m.gp[rs1]), m.groups(rmask)
    if m.errata == 0:
        m.set_result(fd, row_max(m.vector_sram.array, a, m.f[fd], m.mlen, groups, m.hlen))
    else:
        top = row_max(m.vector_sram.array, a, LOWEST, m.mlen, groups, m.hlen)
        m.set_result(fd, fp16_max_number(m.f[fd], top))
