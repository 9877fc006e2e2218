"""Small instruction sets for these tests: `tiny` with labels, `wide` with slots, `plain`."""

from kernelcraft.isa.instruction import Erratum
from kernelcraft.isa.isa import BundleFormat, Isa, Slot, Syntax
from kernelcraft.isa.operand import BranchTarget, Immediate, Register

tiny = Isa(
    "tiny",
    word_bits=32,
    operands=[
        Register("rd", 4, "where the result goes", file="gp", count=16),
        Register("rs1", 4, "first source", file="gp", count=16),
        Register("rs2", 4, "second source", file="gp", count=16),
        Register("fs", 4, "a scalar", file="f", count=8),
        Immediate("imm", 12, "a byte offset", signed=True),
        Immediate("big", 22, "a constant"),
        Immediate("rmask", 1, "1 = only where the mask is set", default=0),
        Immediate("order", 2, "0 = straight, 2 = reversed", high=2, default=0),
        BranchTarget("target", 6, "where to go on"),
    ],
    units={
        "vector": "rows of 64 elements",
        "scalar": "32-bit integers",
        "control": "the sequencer",
    },
    syntax=Syntax(labels=True),
)


def by_mask(m: object, rmask: int) -> int:
    """2 cycles, 3 with a mask."""
    return 2 + rmask


@tiny.instruction(
    "V_ADD_VF rd, rs1, fs[, rmask[, order]]",
    "0*11 order rmask fs rs1 rd 000001",
    unit="vector",
    latency=by_mask,
    interval=1,
    errata=[Erratum("mask", "the published assembler drops it")],
)
def v_add_vf(m: object, rd: int, rs1: int, fs: int, rmask: int, order: int) -> None:
    """Add a scalar to each element of a row:
    `row[rd] = row[rs1] + fs`.
    """


@tiny.instruction(
    "LW rd, imm(rs1)", "imm[11:5] 0*6 imm[4:0] rs1 rd 000010", unit="scalar", latency=4
)
def lw(m: object, rd: int, rs1: int, imm: int) -> None:
    """Load the word at `rs1 + imm`."""


@tiny.instruction("M_MM 0, rs1, rs2", "0*18 rs2 rs1 000011", unit="vector", latency=64)
def m_mm(m: object, rs1: int, rs2: int) -> None:
    """Multiply a tile."""


@tiny.instruction("LUI rd, big", "big rd 000100", unit="scalar", latency=1)
def lui(m: object, rd: int, big: int) -> None:
    """Load a constant."""


@tiny.instruction("BNZ rs1, target", "0*16 target rs1 000101", unit="control", latency=1)
def bnz(m: object, rs1: int, target: int) -> None:
    """Go on at `target` unless `rs1` is zero."""


@tiny.instruction("HALT", "0*26 000110", unit="control", latency=1)
def halt(m: object) -> None:
    """Stop."""


tiny.check()

wide = Isa(
    "wide",
    word_bits=80,
    operands=[
        Register("rd", 3, "result", file="r", count=8),
        Register("ra", 3, "first source", file="r", count=8),
        Register("rb", 3, "second source", file="r", count=8),
        Immediate("imm", 16, "a constant", signed=True),
        BranchTarget("target", 5, "where to go on"),
    ],
    units={"load": "the load port", "move": "constants and jumps", "alu": "arithmetic"},
    syntax=Syntax(comments=("//",), labels=True, hexadecimal=True, separator=";"),
    bundle=BundleFormat((Slot("load", 24), Slot("move", 40), Slot("alu", 16))),
)


@wide.instruction("ld rd, [ra, #imm]", "01 imm ra rd", unit="load", latency=5)
def ld(m: object, rd: int, ra: int, imm: int) -> None:
    """Load from `ra + imm`."""


@wide.instruction("movi rd, #imm", "1 0*20 imm rd", unit="move", latency=1)
def movi(m: object, rd: int, imm: int) -> None:
    """Set a register."""


@wide.instruction("jump target", "01 0*33 target", unit="move", latency=1)
def jump(m: object, target: int) -> None:
    """Go on at `target`."""


@wide.instruction("add rd, ra, rb", "1 0*6 rb ra rd", unit="alu", latency=1)
def add(m: object, rd: int, ra: int, rb: int) -> None:
    """`rd = ra + rb`."""


@wide.instruction("nop", "0*16", unit="alu", latency=1)
def nop(m: object) -> None:
    """Nothing."""


wide.check()

plain = Isa(
    "plain",
    word_bits=16,
    operands=[
        Register("rd", 4, "result", file="gp", count=16),
        Immediate("imm", 8, "constant", low=1),
    ],
    units={"alu": "arithmetic"},
)


@plain.instruction("SET rd, imm", "imm rd 0001", unit="alu", latency=1)
def set_(m: object, rd: int, imm: int) -> None:
    """Set a register."""
