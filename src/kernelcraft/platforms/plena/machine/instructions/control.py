"""Control instructions: address, scale, stride and mask registers, and hardware loops."""

from __future__ import annotations

from kernelcraft.isa.instruction import Erratum
from kernelcraft.platforms.plena.machine.instructions.table import plena
from kernelcraft.platforms.plena.machine.state import LOOP_LEVELS, NEVER, Plena

NESTING = Erratum(
    "loops must nest",
    "The assembler refuses loops that are not closed in the order they were opened, nested loops "
    "that count in the same register, and gp0 as a counter.",
)
NO_BREAK = Erratum(
    "no C_BREAK",
    "The published C_BREAK cannot be used on the official emulator (its opcode differs and the "
    "following C_LOOP_END aborts), so it is left out.",
)


@plena.instruction(
    "C_SET_ADDR_REG ad, rs1, rs2", "0*14 rs2 rs1 ad 101011", unit="control", latency=1
)
def c_set_addr_reg(m: Plena, ad: int, rs1: int, rs2: int) -> None:
    """Set an HBM base address in bytes: a[ad] = gp[rs1] * 2^32 + gp[rs2]; rs1 is normally gp0."""
    m.a[ad] = (m.gp[rs1] << 32) | m.gp[rs2]


@plena.instruction("C_SET_SCALE_REG rd", "0*22 rd 101100", unit="control", latency=1)
def c_set_scale_reg(m: Plena, rd: int) -> None:
    """Set SCALE = gp[rd], the bytes from a tensor's base to its scales: its element count."""
    m.scale = m.gp[rd]


@plena.instruction("C_SET_STRIDE_REG rd", "0*22 rd 101101", unit="control", latency=1)
def c_set_stride_reg(m: Plena, rd: int) -> None:
    """Set STRIDE = gp[rd], the elements from one HBM row to the next: the tensor's column count."""
    m.stride = m.gp[rd]


@plena.instruction("C_SET_V_MASK_REG rd", "0*22 rd 101110", unit="control", latency=1)
def c_set_v_mask_reg(m: Plena, rd: int) -> None:
    """Set V_MASK = gp[rd]: bit h enables elements h*HLEN .. h*HLEN+HLEN-1 of masked operations.

    Where MLEN / HLEN is above 32 the groups from 32 on have no bit: a mask disables them.
    """
    m.v_mask = m.gp[rd]


@plena.instruction(
    "C_LOOP_START rd, count",
    "count rd 101111",
    unit="control",
    latency=1,
    errata=[NESTING, NO_BREAK],
)
def c_loop_start(m: Plena, rd: int, count: int) -> None:
    """Begin a loop that runs `count` times: gp[rd] counts down count..1 and the body may read it.

    The hardware owns the counter: a body that writes gp[rd] changes the number of iterations.
    """
    m.check(m.loop_depth < LOOP_LEVELS, "more than {levels} loops are open", levels=LOOP_LEVELS)
    m.gp[rd] = count
    m.loop_start[m.loop_depth] = m.pc + 1
    m.loop_register[m.loop_depth] = rd
    m.loop_depth = m.loop_depth + 1
    if m.loop_depth == 1:
        m.watch(m.instructions + m.loop_cap)


@plena.instruction("C_LOOP_END rd", "0*22 rd 110000", unit="control", latency=1, errata=[NESTING])
def c_loop_end(m: Plena, rd: int) -> None:
    """End a loop: while gp[rd] > 1 count down and run the body again, else gp[rd] = 0, go on."""
    m.check(m.loop_depth > 0, "no loop is open")
    innermost = m.loop_depth - 1
    m.check(
        m.loop_register[innermost] == rd,
        "gp{register} does not count the innermost open loop",
        register=rd,
    )
    if m.gp[rd] > 1:
        m.gp[rd] = m.gp[rd] - 1
        m.jump(m.loop_start[innermost])
        if innermost == 0:
            m.watch(m.instructions + m.loop_cap)
    else:
        m.gp[rd] = 0
        m.loop_depth = innermost
        if innermost == 0:
            m.watch(NEVER)
