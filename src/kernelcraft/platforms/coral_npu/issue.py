"""How time passes for one instruction: its operands, handed to the timing routines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.coral_npu import timeline as at
from kernelcraft.platforms.coral_npu.scalar_timing import access_issue, core_issue, float_divide_cycles
from kernelcraft.platforms.coral_npu.shapes import flags_of, kind_of, shape_of
from kernelcraft.platforms.coral_npu.timeline import Kind
from kernelcraft.platforms.coral_npu.vector_timing import vaccess_issue, vector_issue, vset_issue
from kernelcraft.platforms.riscv.machine import signed, wrapped

if TYPE_CHECKING:
    from kernelcraft.platforms.coral_npu.machine import Coral

Operands = Mapping[str, int]
ACCESS_BYTES = {"lb": 1, "lbu": 1, "sb": 1, "lh": 2, "lhu": 2, "sh": 2}


def passed(m: Coral, instruction: Instruction, operands: Operands) -> int:
    """What the timing routine of an instruction gives."""
    unit = instruction.unit
    if unit in ("valu", "vmul", "vdiv", "vpermute"):
        return _vector(m, instruction, operands)
    if unit in ("vload", "vstore"):
        return _vector_access(m, instruction, operands)
    if unit in ("load", "store"):
        return _access(m, instruction, operands)
    if unit == "vset":
        flags = flags_of(instruction)
        rs1, rs2 = operands.get("rs1", 0), operands.get("rs2", 0)
        return vset_issue(m.timeline.array, flags, m.address, operands["rd"], rs1, rs2, m.free)
    return _core(m, instruction, operands)


def _core(m: Coral, instruction: Instruction, operands: Operands) -> int:
    kind, address = kind_of(instruction), m.address
    a, b, c = _sources(operands)
    if instruction.mnemonic in FUSED:
        b = c if False else 0
    field = operands.get("rd", operands.get("fd", 0))
    target = operands["rd"] if "rd" in operands else at.F + operands["fd"] if "fd" in operands else 0
    jump = operands.get("jump", 0)
    if "branch" in operands:  # backward branches are predicted taken
        jump = operands["branch"] * (operands["branch"] < 0)
    follows = address + 4
    if kind == Kind.FLUSH:
        follows = NOWHERE
    if "jump" in operands:
        follows = wrapped(address + jump)
    elif "branch" in operands:
        follows = wrapped(address + jump + 4 * (jump == 0))
    value = divisor = 0
    if kind == Kind.DIV:
        value, divisor = m.x[operands["rs1"]], m.x[operands["rs2"]]
        if instruction.mnemonic in ("div", "rem"):
            number = signed(value)
            value = number - 2 * number * (number < 0)
    if kind == Kind.FLOAT_DIV:
        root = int("fs2" not in operands)
        value = float_divide_cycles(m.f[operands["fs1"]], m.f[operands.get("fs2", 0)], root)
    return core_issue(
        m.timeline.array, int(kind), flags_of(instruction), address, follows, field, a, b, c, target,
        value, divisor, m.free,
    )


NOWHERE = -1  # the instruction buffer is emptied
FUSED = ("fmadd.s", "fmsub.s", "fnmadd.s", "fnmsub.s")


def _sources(operands: Operands) -> tuple[int, int, int]:
    a = operands.get("rs1", 0)
    if "fs1" in operands:
        a = at.F + operands["fs1"]
    b = operands.get("rs2", 0)
    if "fs2" in operands:
        b = at.F + operands["fs2"]
    c = at.F + operands["fs3"] if "fs3" in operands else 0
    return a, b, c


def _access(m: Coral, instruction: Instruction, operands: Operands) -> int:
    _, b, _ = _sources(operands)
    place = wrapped(m.x[operands["rs1"]] + operands["imm"])
    field = operands.get("rd", operands.get("fd", operands["imm"] & 31))
    target = operands["rd"] if "rd" in operands else at.F + operands["fd"] if "fd" in operands else 0
    size = ACCESS_BYTES.get(instruction.mnemonic, 4)
    return access_issue(
        m.timeline.array, int(kind_of(instruction)), flags_of(instruction), m.address, field,
        operands["rs1"], b, target, place, size, m.free,
    )


def _vector(m: Coral, instruction: Instruction, operands: Operands) -> int:
    shape = shape_of(instruction)
    packed = shape.packed("vs2" in operands, "vs1" in operands)
    vm = operands.get("vm", 0 if shape.reads_v0 else 1)
    field = operands.get("vd", operands.get("rd", 0))
    flags = flags_of(instruction) | at.SIGNED * shape.is_signed
    return vector_issue(
        m.timeline.array, m.v.array, int(shape.unit), flags, m.address, field,
        operands.get("rs1", 0), packed, int("rd" in operands), operands.get("vd", 0),
        operands.get("vs2", 0), operands.get("vs1", 0), vm, m.vl, m.sew + 8 * (m.sew == 0), m.free,
    )


def _vector_access(m: Coral, instruction: Instruction, operands: Operands) -> int:
    form = form_of(instruction)
    register = operands.get("vd", operands.get("vs3", 0))
    stride = form.fields * form.width
    if "rs2" in operands:
        stride = signed(m.x[operands["rs2"]])
    vl = m.vl
    if form.elements:
        vl = form.elements
    elif form.mask:
        vl = vl + 7 >> 3
    width = m.sew >> 3 if form.index else form.width
    width = width + (width == 0) if form.index else width
    return vaccess_issue(
        m.timeline.array, m.v.array, int(kind_of(instruction)), flags_of(instruction), m.address,
        register, operands["rs1"], operands.get("rs2", 0), register, operands.get("vs2", 0),
        operands.get("vm", 1), m.x[operands["rs1"]], stride, form.fields, width, form.index, vl,
        m.sew, m.free,
    )





_FORM = re.compile(r"v[ls](?P<order>[uo]x|s)?(?:seg(?P<fields>\d))?(?P<index>ei|e)(?P<width>\d+)(?:ff)?\.v")
_WHOLE = re.compile(r"v[ls](?P<count>\d)r(?:e\d+)?\.v")


@dataclass(frozen=True)
class Form:
    fields: int = 1
    width: int = 1
    index: int = 0
    elements: int = 0
    mask: bool = False


def form_of(instruction: Instruction) -> Form:
    mnemonic = instruction.mnemonic
    if mnemonic in ("vlm.v", "vsm.v"):
        return Form(mask=True)
    whole = _WHOLE.fullmatch(mnemonic)
    if whole:
        return Form(elements=16 * int(whole["count"]))
    found = _FORM.fullmatch(mnemonic)
    assert found is not None, mnemonic
    fields, width = int(found["fields"] or 1), int(found["width"]) // 8
    if found["order"] in ("ux", "ox"):
        return Form(fields, 1, width)
    return Form(fields, width)
