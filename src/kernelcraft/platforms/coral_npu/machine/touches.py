"""What one instruction with its operands reads and writes, for those who move instructions.

Integer and float registers come from the traced bodies. The bodies see vector registers as bytes
of one memory, so their groups come from the operands, the vector type, and the shapes by which
the timing model steps through them. What is not known is taken for more, never for less.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.operand import Register
from kernelcraft.platforms.coral_npu.machine.shapes import SAME, form_of, shape_of
from kernelcraft.platforms.coral_npu.machine.state import Coral
from kernelcraft.riscv.csrs import CSRS
from kernelcraft.sim.tracing import Access, effects

FILES = "xfv"
FILE = {file: 32 * index for index, file in enumerate(FILES)}
SETTING, MODES = 1 << 96, 1 << 97  # vl and vtype; the other control registers
VECTOR = ("valu", "vmul", "vdiv", "vpermute", "vload", "vstore")
_ARITHMETIC = ("valu", "vmul", "vdiv", "vpermute")
_SHARE_MODES = (*VECTOR, "fpu", "fdiv", "vset")  # flags only collect, so their order is free
_ODD_INDICES = "vrgatherei16.vv"  # its vs1 has another width than the shape says
LARGEST_GROUP = 8
VLENB_CSR = next(csr.number for csr in CSRS if csr.name == "vlenb")


@dataclass(frozen=True)
class VectorType:
    """SEW in bits and LMUL in eighths; `agnostic`: what is after vl need not be kept."""

    sew: int
    lmul: int
    agnostic: bool

    @classmethod
    def of(cls, number: int) -> VectorType | None:
        """The type of a vtype operand, None for an illegal one."""
        width, size = number >> 3 & 7, number & 7
        if number >> 8 or width > 2 or size == 4:
            return None
        lmul = 8 << size if size < 4 else (1 << size) >> 5
        agnostic = number >> 6 & 1 == 1
        return cls(8 << width, lmul, agnostic) if 4 * lmul >= 8 << width else None

    @property
    def elements(self) -> int:
        """VLMAX."""
        return 16 * self.lmul // self.sew

    @property
    def ratio(self) -> float:
        """Of LMUL and SEW: a vset that keeps it keeps vl."""
        return self.lmul / self.sew


def group(file: str, first: int, size: int) -> int:
    """The bits of neighbouring registers."""
    return ((1 << size) - 1) << FILE[file] + first


def free(file: str, taken: int, size: int = 1) -> list[int]:
    """The first registers of groups of that size that are not taken."""
    steps = range(0, 32, size) if file == "v" else range(32)
    return [number for number in steps if not group(file, number, size) & taken]


@dataclass(frozen=True)
class Touches:
    """Registers as bits: x but for x0, f, v, then SETTING and MODES; and memory.

    `whole`: the old values of what is written do not matter.
    """

    reads: int = 0
    writes: int = 0
    loads: bool = False
    stores: bool = False
    whole: bool = True


def touches(
    instruction: Instruction, operands: Mapping[str, int], vtype: VectorType | None
) -> Touches:
    """What an instruction touches under a vector type, None for one that is not known."""
    unit = instruction.unit
    reads = _scalars(instruction, operands, write=False)
    writes = _scalars(instruction, operands, write=True)
    memory = {each.write for each in _accesses(instruction) if each.part == "memory"}
    loads, stores = unit == "vload" or False in memory, unit == "vstore" or True in memory
    if unit in _SHARE_MODES:
        reads |= MODES
    if unit in ("csr", "system"):
        reads |= MODES | SETTING
        writes |= MODES | SETTING
    if unit == "vset":
        writes |= SETTING
        if not operands.get("rs1", 1) and not operands["rd"]:
            reads |= SETTING
    if unit not in VECTOR:
        return Touches(reads, writes, loads, stores)
    reads |= SETTING
    whole = _whole(instruction, operands, vtype)
    for operand in instruction.operands:
        if isinstance(operand, Register) and operand.file == "v":
            numbers = operand_registers(instruction, operands, operand.name, vtype)
            bits = group("v", min(numbers), len(numbers))
            writes |= bits if operand.name == "vd" else 0
            reads |= bits if operand.name != "vd" or not whole else 0
    if operands.get("vm", 1) == 0 or (unit in _ARITHMETIC and shape_of(instruction).reads_v0):
        reads |= group("v", 0, 1)
    return Touches(reads, writes, loads, stores, whole)


def operand_registers(
    instruction: Instruction, operands: Mapping[str, int], name: str, vtype: VectorType | None
) -> set[int]:
    """The numbers of the registers that a register operand stands for."""
    operand = next(each for each in instruction.operands if each.name == name)
    first = operands[name]
    if not isinstance(operand, Register) or operand.file != "v":
        return {first}
    return set(range(first, min(first + _group_size(instruction, name, first, vtype), 32)))


@cache
def _accesses(instruction: Instruction) -> frozenset[Access]:
    return effects(Coral, instruction)


def _scalars(instruction: Instruction, operands: Mapping[str, int], *, write: bool) -> int:
    found = 0
    for each in _accesses(instruction):
        if each.part in ("x", "f") and each.write == write:
            every = each.operand is None  # a register that the body chooses
            found |= (
                group(each.part, 0, 32)
                if every
                else group(each.part, operands[each.operand or ""], 1)
            )
    return found & ~group("x", 0, 1)


def _whole(instruction: Instruction, operands: Mapping[str, int], vtype: VectorType | None) -> bool:
    """Whether nothing of the old result may be relied on: unmasked, tail agnostic."""
    if instruction.unit in _ARITHMETIC and shape_of(instruction).reads_vd:
        return False
    fixed = instruction.unit in _ARITHMETIC and shape_of(instruction).count > 1
    agnostic = vtype is not None and vtype.agnostic
    return operands.get("vm", 1) == 1 and (fixed or agnostic)


def _group_size(instruction: Instruction, name: str, first: int, vtype: VectorType | None) -> int:
    """Registers of a group: as the shape steps, or all that its first register allows."""
    if instruction.unit in _ARITHMETIC:
        shape = shape_of(instruction)
        step = {"vd": shape.vd, "vs2": shape.vs2, "vs1": shape.vs1}[name]
        odd = instruction.mnemonic == _ODD_INDICES and name == "vs1"
        if step == SAME:
            return 1
        if shape.count:
            return (shape.count - 1 >> step) + 1
        if vtype is None or odd:
            return _aligned(first)
        return (_registers(vtype.lmul << shape.wide) - 1 >> step) + 1
    form = form_of(instruction)
    if form.mask:
        return 1
    if form.elements:
        return form.elements // 16
    if vtype is None:
        return LARGEST_GROUP if form.fields > 1 else _aligned(first)
    width = 8 * form.width
    if form.index:
        width = vtype.sew if name != "vs2" else 8 * form.index
    fields = 1 if name == "vs2" else form.fields
    return fields * _registers(vtype.lmul * width // vtype.sew)


def _registers(lmul: int) -> int:
    return max(1, lmul // 8)


def _aligned(first: int) -> int:
    """The largest group that may begin at a register."""
    return min(first & -first or LARGEST_GROUP, LARGEST_GROUP)
