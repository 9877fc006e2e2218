"""How time passes for one instruction: its operands, handed to the timing routines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.coral_npu.machine import timeline as at
from kernelcraft.platforms.coral_npu.machine.scalar_timing import (
    access_issue,
    core_issue,
    float_divide_cycles,
)
from kernelcraft.platforms.coral_npu.machine.shapes import (
    access_bytes,
    flags_of,
    form_of,
    kind_of,
    shape_of,
)
from kernelcraft.platforms.coral_npu.machine.timeline import Kind, Unit
from kernelcraft.platforms.coral_npu.machine.vector_timing import (
    vaccess_issue,
    vector_issue,
    vset_issue,
)
from kernelcraft.riscv.machine import signed, wrapped

if TYPE_CHECKING:
    from kernelcraft.platforms.coral_npu.machine.state import Coral

Operands = Mapping[str, int]
NOWHERE = -1  # the instruction buffer is emptied: whatever follows is fetched anew


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
        return _vset(m, instruction, operands)
    return _core(m, instruction, operands)


def _sources(instruction: Instruction, operands: Operands) -> tuple[int, int, int]:
    """The registers that are waited for: x 0..31, f 32..63; x0 for none."""
    a = at.F + operands["fs1"] if "fs1" in operands else operands.get("rs1", 0)
    b = at.F + operands["fs2"] if "fs2" in operands else operands.get("rs2", 0)
    c = at.F + operands["fs3"] if "fs3" in operands else 0
    return a, 0 if instruction.errata else b, c  # the erratum: not waited for


def _target(operands: Operands) -> int:
    """The register that is written, 0 for none."""
    if "fd" in operands:
        return at.F + operands["fd"]
    return operands.get("rd", 0)


def _predicted(m: Coral, instruction: Instruction, operands: Operands) -> int:
    """The address that is fetched next: jal and backward branches are predicted taken.

    A jalr, or a branch that is taken forward, empties the buffer even if it goes to address + 4.
    """
    if kind_of(instruction) == Kind.FLUSH or instruction.mnemonic == "jalr":
        return NOWHERE
    if "branch" in operands:
        a, b = m.x[operands["rs1"]], m.x[operands["rs2"]]
        if instruction.mnemonic in ("blt", "bge"):
            a, b = signed(a), signed(b)
        met = a == b if instruction.mnemonic in ("beq", "bne") else a < b
        taken = met == (instruction.mnemonic in ("beq", "blt", "bltu"))
        if operands["branch"] == 4 and taken:
            return NOWHERE
    if "jump" in operands:
        return wrapped(m.address + operands["jump"])
    if "branch" in operands:
        back = operands["branch"] < 0
        return wrapped(m.address + 4 + (operands["branch"] - 4) * back)
    return m.address + 4


def _core(m: Coral, instruction: Instruction, operands: Operands) -> int:
    kind = kind_of(instruction)
    a, b, c = _sources(instruction, operands)
    value = divisor = 0
    if kind == Kind.DIV:
        value, divisor = m.x[operands["rs1"]], m.x[operands["rs2"]]
        if instruction.mnemonic in ("div", "rem"):
            number = signed(value)
            value = number - 2 * number * (number < 0)
    elif kind == Kind.FLOAT_DIV:
        root = int("fs2" not in operands)
        value = float_divide_cycles(m.f[operands["fs1"]], m.f[operands.get("fs2", 0)], root)
    elif kind == Kind.CSR:
        value = operands["csr"]
    return core_issue(
        m.timeline.array,
        int(kind),
        flags_of(instruction),
        m.address,
        _predicted(m, instruction, operands),
        operands.get("rd", operands.get("fd", 0)),
        a,
        b,
        c,
        _target(operands),
        value,
        divisor,
        m.free,
    )


def _access(m: Coral, instruction: Instruction, operands: Operands) -> int:
    _, b, _ = _sources(instruction, operands)
    return access_issue(
        m.timeline.array,
        int(kind_of(instruction)),
        flags_of(instruction),
        m.address,
        operands.get("rd", operands.get("fd", operands["imm"] & 31)),
        operands["rs1"],
        b,
        _target(operands),
        wrapped(m.x[operands["rs1"]] + operands["imm"]),
        access_bytes(instruction),
        m.free,
    )


def _vset(m: Coral, instruction: Instruction, operands: Operands) -> int:
    return vset_issue(
        m.timeline.array,
        flags_of(instruction),
        m.address,
        operands["rd"],
        operands.get("rs1", 0),
        operands.get("rs2", 0),
        m.free,
    )


def _vector(m: Coral, instruction: Instruction, operands: Operands) -> int:
    shape = shape_of(instruction)
    return vector_issue(
        m.timeline.array,
        m.v.array,
        int(shape.unit),
        flags_of(instruction),
        shape.packed("vs2" in operands, "vs1" in operands, "rd" in operands),
        m.address,
        operands.get("vd", operands.get("rd", 0)),
        operands.get("rs1", 0),
        operands.get("vs2", 0),
        operands.get("vs1", 0),
        operands.get("vm", 0 if shape.reads_v0 else 1),
        m.x[operands["rs1"]] if shape.unit == Unit.DIVIDE and "rs1" in operands else 0,
        m.vl,
        m.sew + 8 * (m.sew == 0),
        m.free,
    )


def _vector_access(m: Coral, instruction: Instruction, operands: Operands) -> int:
    form = form_of(instruction)
    register = operands.get("vd", operands.get("vs3", 0))
    stride = signed(m.x[operands["rs2"]]) if "rs2" in operands else form.fields * form.width
    vl = form.elements or (m.vl + 7 >> 3 if form.mask else m.vl)
    width = (m.sew >> 3) + (m.sew == 0) if form.index else form.width
    return vaccess_issue(
        m.timeline.array,
        m.v.array,
        int(kind_of(instruction)),
        flags_of(instruction),
        m.address,
        register,
        operands["rs1"],
        operands.get("rs2", 0),
        operands.get("vs2", 0),
        operands.get("vm", 1),
        m.x[operands["rs1"]],
        stride,
        form.fields,
        width,
        form.index,
        vl,
        m.free,
    )
