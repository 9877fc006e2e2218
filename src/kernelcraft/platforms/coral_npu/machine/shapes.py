"""What the timing model knows of an instruction before it runs, derived from the table's rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.coral_npu.machine import timeline as at
from kernelcraft.platforms.coral_npu.machine.timeline import Kind, Unit

SAME = 15  # the step of a register that is the same for every uop


@dataclass(frozen=True)
class Shape:
    """How the uops of a vector instruction step through registers.

    `count`: their number, 0 for one a register of vl elements; `wide`: for elements of twice SEW.
    Steps: uop k uses the group's register k >> step. `reads_vd`: the old result is a source.
    `vd_last`, `vs1_last`, `vs1_first`: only of the last or the first uop; `vd_masked`: only with a
    mask.
    """

    unit: Unit
    count: int = 0
    wide: bool = False
    vd: int = 0
    vs2: int = 0
    vs1: int = 0
    reads_vd: bool = False
    vd_last: bool = False
    vs1_last: bool = False
    vs1_first: bool = False
    vd_masked: bool = False
    reads_v0: bool = False  # without being masked
    is_signed: bool = False

    def packed(self, reads_vs2: bool, reads_vs1: bool, to_x: bool) -> int:
        """As `vector_issue` takes it; `to_x`: the result goes to an x register."""
        steps = self.vd << 8 | self.vs2 << 12 | self.vs1 << 16
        reads = self.reads_vd << 20 | reads_vs2 << 21 | reads_vs1 << 22
        some = self.vd_last << 24 | self.vs1_last << 25 | self.vs1_first << 26
        some |= self.vd_masked << 27
        return self.count | self.wide << 4 | steps | reads | to_x << 23 | some


PLAIN = Shape(Unit.ALU)
WIDENING = Shape(Unit.ALU, wide=True, vs2=1, vs1=1)
WIDE_SOURCE = Shape(Unit.ALU, wide=True, vs1=1)
NARROWING = Shape(Unit.ALU, wide=True, vd=1, vs1=1)
MULTIPLY = Shape(Unit.MULTIPLY)
ACCUMULATE = Shape(Unit.MULTIPLY, reads_vd=True)
WIDENING_MULTIPLY = Shape(Unit.MULTIPLY, wide=True, vs2=1, vs1=1)
COMPARE = Shape(Unit.COLLECT, vd=SAME, reads_vd=True, vd_last=True)
CARRY_OUT = replace(COMPARE, vd_last=False)
REDUCTION = Shape(Unit.COLLECT, vd=SAME, vs1=SAME, vs1_last=True)
PERMUTE = Shape(Unit.PERMUTE)
ONE = Shape(Unit.ALU, count=1)

_FAMILIES: dict[Shape, str] = {
    WIDENING: "vwadd vwaddu vwsub vwsubu",
    NARROWING: "vnsrl vnsra vnclip vnclipu",
    ACCUMULATE: "vmacc vnmsac vmadd vnmsub",
    WIDENING_MULTIPLY: "vwmul vwmulu vwmulsu",
    replace(WIDENING_MULTIPLY, reads_vd=True): "vwmacc vwmaccu vwmaccsu vwmaccus",
    COMPARE: "vmseq vmsne vmsltu vmslt vmsleu vmsle vmsgtu vmsgt",
    CARRY_OUT: "vmadc vmsbc",
    REDUCTION: "vredsum vredand vredor vredxor vredminu vredmin vredmaxu vredmax",
    replace(REDUCTION, unit=Unit.COLLECT_WIDE): "vwredsum vwredsumu",
    replace(ONE, reads_vd=True): "vmandn vmand vmor vmxor vmorn vmnand vmnor vmxnor",
    replace(ONE, reads_vd=True, vd_masked=True): "vmsbf vmsof vmsif",
    replace(PERMUTE, reads_vd=True): "vslideup",
    Shape(Unit.COMPRESS, vs1=SAME, reads_vd=True, vs1_first=True): "vcompress",
    replace(PLAIN, reads_v0=True): "vadc vsbc vmerge",
    Shape(Unit.DIVIDE, is_signed=True): "vdiv vrem",
    Shape(Unit.DIVIDE): "vdivu vremu",
    Shape(Unit.COUNT, count=1): "vcpop",
    replace(PLAIN, vs2=SAME): "viota",
}
_BY_STEM = {stem: shape for shape, stems in _FAMILIES.items() for stem in stems.split()}
_BY_MNEMONIC = {
    **{f"{s}.w{f}": WIDE_SOURCE for s in ("vwadd", "vwaddu", "vwsub", "vwsubu") for f in "vx"},
    **{f"v{s}ext.vf{n}": replace(PLAIN, vs2=n // 2) for s in "zs" for n in (2, 4)},
    **{f"vmv{n}r.v": replace(PLAIN, count=n) for n in (1, 2, 4, 8)},
    **{f"{s}.v{f}m": replace(CARRY_OUT, reads_v0=True) for s in ("vmadc", "vmsbc") for f in "vxi"},
    "vmv.x.s": ONE,
    "vfirst.m": ONE,
    "vmv.s.x": ONE,
}
_BY_UNIT = {"valu": PLAIN, "vmul": MULTIPLY, "vdiv": Shape(Unit.DIVIDE), "vpermute": PERMUTE}
# Wait for the vector configuration to settle, as they need vstart = 0; the last two by an oddity
# of the decoder.
_ZERO_START = {
    *_FAMILIES[REDUCTION].split(),
    *("vcompress", "viota", "vmsbf", "vmsof", "vmsif", "vcpop", "vfirst"),
}


@cache
def shape_of(instruction: Instruction) -> Shape:
    """How a vector arithmetic instruction is carried out."""
    mnemonic = instruction.mnemonic
    stem = mnemonic.partition(".")[0]
    return _BY_MNEMONIC.get(mnemonic) or _BY_STEM.get(stem) or _BY_UNIT[instruction.unit]


def needs_zero_start(instruction: Instruction) -> bool:
    """Whether it is dispatched only when no vector configuration is in flight."""
    mnemonic = instruction.mnemonic
    odd = mnemonic in ("vwaddu.vv", "vwadd.vv")
    return odd or mnemonic.partition(".")[0] in _ZERO_START


_KINDS = {
    "alu": Kind.ALU,
    "mul": Kind.MUL,
    "div": Kind.DIV,
    "branch": Kind.BRANCH,
    "csr": Kind.CSR,
    "fpu": Kind.FLOAT,
    "fdiv": Kind.FLOAT_DIV,
    "load": Kind.LOAD,
    "store": Kind.STORE,
    "vload": Kind.LOAD,
    "vstore": Kind.STORE,
    "vset": Kind.VSET,
    **dict.fromkeys(("valu", "vmul", "vdiv", "vpermute"), Kind.ALU),
    "system": Kind.FLUSH,
}
_SPECIAL = {
    "fence": Kind.FENCE,
    "mpause": Kind.PAUSE,
    "fmv.w.x": Kind.FLOAT_MOVE,
    "slog": Kind.FENCE,
    ".word": Kind.FENCE,
}
_SLOT_0 = (Kind.DIV, Kind.CSR, Kind.FLOAT, Kind.FLOAT_MOVE, Kind.FLOAT_DIV, Kind.FENCE, Kind.FLUSH)
_CLOSING = (Kind.BRANCH, Kind.CSR, Kind.FLUSH, Kind.PAUSE)


def kind_of(instruction: Instruction) -> Kind:
    """How an instruction is timed on the scalar side."""
    return _SPECIAL.get(instruction.mnemonic, _KINDS[instruction.unit])


@cache
def flags_of(instruction: Instruction) -> int:
    """The flags of timeline.py."""
    names = {operand.name for operand in instruction.operands}
    kind = kind_of(instruction)
    access = instruction.unit in ("load", "store", "vload", "vstore")
    marks = kind != Kind.BRANCH or "jump" in names or "imm" in names
    if instruction.unit == "store":
        marks = "fs2" in names
    flags = at.MARKS * marks
    flags |= at.ALONE * (kind in (*_SLOT_0, Kind.PAUSE) or bool(names & {"fd", "fs2"}))
    flags |= at.CLOSES * (kind in _CLOSING)
    flags |= at.LATE_A * (access or instruction.mnemonic == "jalr")
    flags |= at.LATE_B * (instruction.unit == "store" and "rs2" in names)
    flags |= at.READS_A * ("rs1" in names) | at.READS_B * ("rs2" in names)
    flags |= at.JUMPS * ("jump" in names)
    flags |= at.CONTROL * (kind == Kind.BRANCH)
    flags |= at.ZERO_START * needs_zero_start(instruction)
    if instruction.unit == "vdiv":
        flags |= at.SIGNED * shape_of(instruction).is_signed
    return flags


def _binary(instruction: Instruction) -> str:
    """The first word of the encoding that is fixed: of loads and stores, their width."""
    return next(word for word in instruction.bits.split() if set(word) <= {"0", "1"})


def access_bytes(instruction: Instruction) -> int:
    """How many bytes a scalar load or store moves."""
    return 1 << (int(_binary(instruction), 2) & 3)


@dataclass(frozen=True)
class Form:
    """A vector load or store: fields of a structure, bytes of an element and of an index.

    `elements`: their number, 0 for vl of them; `mask`: for ceil(vl / 8) of them.
    """

    fields: int
    width: int
    index: int = 0
    elements: int = 0
    mask: bool = False


_INDEXED, _WHOLE, _MASK = ("01", "11"), "01000", "01011"
_WIDTHS = {"000": 1, "101": 2, "110": 4}


@cache
def form_of(instruction: Instruction) -> Form:
    """What the encoding of a vector load or store says."""
    fields, _, order, _, kind, _, width, *_ = instruction.bits.split()
    if kind == _MASK:
        return Form(1, 1, mask=True)
    if kind == _WHOLE:
        return Form(1, 1, elements=16 * (int(fields, 2) + 1))
    size = _WIDTHS[width]
    return Form(int(fields, 2) + 1, size, size if order in _INDEXED else 0)
