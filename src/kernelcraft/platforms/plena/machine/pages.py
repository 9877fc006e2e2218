"""The hand-written pages of PLENA's manual, filled from the configuration and the memory map."""

from __future__ import annotations

from kernelcraft.cells.protocol import MemoryMap, Placement
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Page
from kernelcraft.platforms.plena.machine.configuration import V_ROWS, PlenaConfiguration


def hardware(c: PlenaConfiguration, isa: Isa) -> Page:
    """Sizes, registers, formats and how time passes."""
    gp, f, a = (last(isa, operand) for operand in ("rd", "fd", "ad"))
    zero = "0 until it is written" if c.official else "always 0"
    return Page(
        "Hardware configuration",
        f"""\
PLENA runs one instruction at a time; each starts when the one before it has ended: cycles add up.
Matrix tiles are MLEN x MLEN with MLEN = {c.mlen}; vector rows have VLEN = {c.mlen} elements.
One systolic step gives BLEN x BLEN = {c.blen} x {c.blen} results; a head slice is HLEN = {c.hlen}.
Batched matrix instructions work on MLEN / HLEN = {c.broadcast} heads at once.
Integer registers gp0..gp{gp}: 32 bits, wrapping; gp0 is {zero}.
FP registers f0..f{f}: IEEE fp16; f0 is {zero}{"" if c.official else ".0"}.
HBM address registers a0..a{a}: 64 bits, byte addresses, 0 at reset.
SCALE (0 at reset), STRIDE (1) and V_MASK (0) are set by C_SET_* instructions.
Matrix SRAM: {c.matrix_sram_tiles} tiles at addresses 0..{c.matrix_sram_tiles * c.mlen**2 - 1}; \
tile t starts at t * {c.mlen**2}.
Vector SRAM: {c.vector_sram_rows} rows at addresses 0..{c.vector_sram_rows * c.mlen - 1}; bf16.
FP SRAM: {c.fp_sram_size} fp16 entries. INT SRAM: {c.int_sram_size} 32-bit entries.
Accumulators (m_acc, v_acc, hm_acc, hv_acc) are float32, zero at reset; a write-out clears its own.
A program ends after its last instruction. There are no branches and no labels, only hardware loops.
One iteration of an open loop may run at most {c.parameters()["loop_cap"]:,} instructions.
DC_EN = {c.dc_en}, a setting of the machine: latencies "if DC_EN = 0" \
{"are not this machine's" if c.dc_en else "count here"}.{_overhead(c)}""",
    )


def last(isa: Isa, operand: str) -> int:
    """The last register that an operand can name."""
    return isa.operands[operand].values[-1]


def _overhead(c: PlenaConfiguration) -> str:
    """A line about slower matrix units."""
    if not c.systolic_overhead:
        return ""
    return f"\nEvery pass through the systolic array takes {c.systolic_overhead} cycles more."


def memory_rules(c: PlenaConfiguration) -> Page:
    """How tensors lie in the memories."""
    return Page(
        "Memory layout rules",
        f"""\
On-chip addresses count elements, HBM addresses count bytes; an HBM element is one byte.
Vector SRAM tensor of [rows][columns]: element (r, c) is at \
base + (c / {c.mlen}) * rows * {c.mlen} + r * {c.mlen} + c % {c.mlen}.
HBM tensor of n elements: n element bytes row-major, then n / 8 scale bytes (MXFP8: E4M3 elements, \
one E8M0 scale per 8 elements of a row); element offset and byte offset are the same number.
A DMA reads row i's elements at a[as2] + gp[rs1] + i * s; s is STRIDE (rstride = 1) or {c.mlen}.
It reads their scales at a[as2] + SCALE + gp[rs1] / 8 + i * s / 8: set SCALE to the scale offset.
HBM element addresses and strides must be multiples of 64.
H_PREFETCH_M moves {c.mlen} rows (one tile); H_PREFETCH_V and H_STORE_V move {V_ROWS} rows.
Results are read from vector SRAM as bf16; what H_STORE_V writes is quantised to MXFP8.""",
    )


def guidance(c: PlenaConfiguration) -> Page:
    """What goes wrong most often, each with the right form."""
    return Page(
        "Guidance",
        f"""\
M_MM takes the matrix address first, M_TMM takes the vector address first.
M_MM selects columns c..c+BLEN-1: add c to the tile address; M_TMM selects rows: add r * MLEN.
Constants from 2^18: S_LUI_INT gpX, value / 4096, then S_ADDI_INT gpX, gpX, value % 4096.
S_ADDI_INT adds only; subtract with S_SUB_INT.
A loop counter belongs to the hardware and counts down count..1: index with another register.
V_RED_SUM and V_RED_MAX accumulate into fd: load a start value first (S_ADD_FP fd, f0, f0 gives 0).
The only ways from vectors to scalars are V_RED_SUM and V_RED_MAX; from scalars to vectors V_*_VF \
and S_MAP_V_FP.
There is no vector maximum with a scalar: max(x, 0) can be had as x * sigmoid(beta * x).
1 / (1 + exp(-x)): V_SUB_VF with rorder = 1 and f0, V_EXP_V, V_ADD_VF, V_RECI_V.
Every result wrong: check SCALE, STRIDE and operand order. A block wrong: the write-out address.
Single rows wrong: increments and loop counts. NaN: something was read before it was written.
Matrix SRAM is filled from HBM only: a tile that you computed goes through H_STORE_V to free HBM \
and back by H_PREFETCH_M. It moves {c.mlen} rows: store zeros after a shorter tensor of your own.
M_MM costs MLEN cycles for BLEN x BLEN x MLEN products; M_BMM and M_BTMM cost the same for more.""",
    )


def official_errata() -> Page:
    """What differs from the pages of the instructions on a machine with errata=official."""
    return Page(
        "Errata of the official tools",
        """\
This machine runs what the unmodified official assembler and emulator make of a text
(errata=official). Where the page of an instruction says otherwise, this page holds:
M_BMV aborts the run.
M_BMM_WO, M_MV_WO and M_BMV_WO with an immediate add imm / 16 (whole part) to the address, because \
it is assembled at bit 10 and read from bit 14: put the whole address into the register, write 0.
The mask of V_EXP_V, V_RECI_V, V_RED_MAX and V_RED_SUM is lost: all groups take part. Masks work \
on V_ADD_*, V_SUB_* and V_MUL_*.
Operands must not be left out: V_EXP_V, V_RECI_V, V_RED_MAX and all V_ADD_*, V_SUB_*, V_MUL_* need \
their mask, V_SUB_VF its order, too. V_RED_SUM reads none.
Writes to gp0 stay, and so does what S_LD_FP loads to f0; arithmetic never changes f0.
V_RED_MAX over a row with a NaN leaves fd as it is; S_MAX_FP gives the operand that is no NaN.
H_STORE_V rounds halves of an element's last place away from zero.""",
    )


def describe(memory_map: MemoryMap, isa: Isa) -> str:
    """The memory layout of one cell as lines of text."""
    whole = [each for each in memory_map.inputs if each.region.memory == "int_sram"]
    lines = ["Inputs in HBM (byte addresses):"]
    lines += [_input(placement) for placement in memory_map.inputs if placement not in whole]
    if whole:
        lines.append("Inputs in INT SRAM (element addresses):")
        lines += [_in_order(placement) for placement in whole]
    output = memory_map.output
    in_ints = output.region.memory == "int_sram"
    where = "INT" if in_ints else "vector"
    lines.append(f"Output in {where} SRAM (element addresses):")
    lines.append(_in_order(output) if in_ints else _output(output))
    lines.append("Constants in FP SRAM:")
    lines += [f"  [{c.address}] = {c.value:g} ({c.name})" for c in memory_map.constants]
    lines.append("Free for intermediates:")
    for region in memory_map.scratch:
        name = "HBM" if region.memory == "hbm" else "vector SRAM"
        lines.append(f"  {name} {region.start}..{region.end - 1}")
    matrix = "all of matrix SRAM"
    both = f"{matrix}, the rest of INT SRAM" if whole or in_ints else f"{matrix} and INT SRAM"
    lines.append(f"  {both}, the rest of FP SRAM")
    nan = "garbage" if in_ints else "NaN"
    lines.append(f"Everything free holds garbage at the start; the output area holds {nan}.")
    gp, f = last(isa, "rd"), last(isa, "fd")
    lines.append(f"So do gp1..gp{gp} and f1..f{f}; other registers have their values at reset.")
    lines.append("Inputs and the 256 elements after every tensor must not be written.")
    if whole or in_ints:
        lines.append("After tensors in INT SRAM it is 64 elements.")
    return "\n".join(lines)


def _input(placement: Placement) -> str:
    tensor, rows = placement.tensor, placement.detail("rows")
    padded = placement.detail("padded rows")
    padding = f", zero-padded to {padded} rows" if padded != rows else ""
    return (
        f"  {tensor.name} {list(tensor.shape)}: base {placement.address}, "
        f"{rows} rows of {placement.detail('columns')} elements{padding}, "
        f"SCALE = {placement.detail('scale offset')}"
    )


def _in_order(placement: Placement) -> str:
    """A tensor of whole numbers."""
    tensor, region = placement.tensor, placement.region
    shape = list(tensor.shape)
    return f"  {tensor.name} {shape}: {region.start}..{region.end - 1}, {placement.layout}"


def _output(placement: Placement) -> str:
    tensor = placement.tensor
    return (
        f"  {tensor.name} {list(tensor.shape)}: base {placement.address}, "
        f"{placement.detail('rows')} rows of {placement.detail('columns')} columns, "
        f"layout {placement.layout}"
    )
