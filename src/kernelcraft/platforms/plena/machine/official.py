"""What the official assembler of February 2026 makes of a text, and what the emulator reads of it.

The assembler sorts operands by where they stand and by their first letter, knows no ranges, and
drops what a mnemonic's row has no field for. `words` gives its machine words; `program` what they
do: a text that it refuses or garbles raises, one that loses an operand gets a warning.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.disassembler import decode, operation_text
from kernelcraft.isa.errors import AssemblyError, AssemblyFault
from kernelcraft.isa.program import Program
from kernelcraft.platforms.plena.machine.instructions import plena

OPCODE_BITS, FIELD_BITS, WORD_BITS = 6, 4, 32
MOST_OPERANDS: Final = 6
WARNINGS_KEPT: Final = 50
_REGISTER = re.compile(r"(?:gp|f|a)(\d+)")
_NUMBER = re.compile(r"[+-]?\d+")


class Refused(ValueError):
    """The official assembler stops at a line; the string says why."""


@dataclass(frozen=True)
class Operands:
    """Where the official parser puts the operands of a line; None where there is none."""

    rd: int | None
    rs1: int | None = None
    rs2: int | None = None
    rstride: int | None = None
    funct1: int | None = None
    imm: int | None = None

    @classmethod
    def of(cls, parts: Sequence[str]) -> Operands:
        """The first is rd; a register in second place is rs1, in third rs2, and a number in either
        is the immediate, the later one if both are; the fourth is stride or mask."""
        if len(parts) > MOST_OPERANDS:
            raise Refused(f"{len(parts)} operands; it reads at most {MOST_OPERANDS}")
        rs1, rs2, imm = None, None, None
        if len(parts) > 1:
            rs1, imm = _register(parts[1]), _number(parts[1])
        if len(parts) > 2:
            rs2, later = _register(parts[2]), _number(parts[2])
            imm = imm if later is None else later
        return cls(
            _register(parts[0]) if _register(parts[0]) is not None else _number(parts[0]),
            rs1,
            rs2,
            _number(parts[3]) if len(parts) > 3 else None,
            _number(parts[4]) if len(parts) > 4 else None,
            imm,
        )


def _register(text: str) -> int | None:
    found = _REGISTER.fullmatch(text)
    return int(found[1]) if found else None


def _number(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else None


# The operands that a mnemonic's word is made of, each with the field that it begins in.
_THREE: Final = {"rs1": 1, "rs2": 2}
_ROWS: Final[Mapping[str, Mapping[str, int]]] = {
    **dict.fromkeys(
        ("S_ADDI_INT", "M_MM_WO", "S_LD_FP", "S_ST_FP", "S_LD_INT", "S_ST_INT", "S_MAP_V_FP")
        + ("V_RED_MAX", "V_RECI_V", "V_EXP_V"),
        {"rs1": 1, "imm": 2},
    ),
    **dict.fromkeys(("S_LUI_INT", "M_MV_WO", "M_BMM_WO", "M_BMV_WO", "C_LOOP_START"), {"imm": 1}),
    **dict.fromkeys(("S_RECI_FP", "S_EXP_FP", "S_SQRT_FP", "V_RED_SUM"), {"rs1": 1}),
    **dict.fromkeys(("C_SET_SCALE_REG", "C_SET_STRIDE_REG", "C_SET_V_MASK_REG", "C_LOOP_END"), {}),
    **dict.fromkeys(
        ("H_PREFETCH_M", "H_PREFETCH_V", "H_STORE_V", "V_SUB_VF"),
        {**_THREE, "rstride": 3, "funct1": 4},
    ),
    **dict.fromkeys(
        ("V_ADD_VV", "V_ADD_VF", "V_MUL_VV", "V_SUB_VV", "V_MUL_VF"), {**_THREE, "rstride": 3}
    ),
}
_NAMES: Final = {
    "rs1": "register in second place",
    "rs2": "register in third place",
    "rstride": "number in fourth place",
    "funct1": "number in fifth place",
    "imm": "decimal number",
}


def _code(line: str) -> str:
    """A line without its comment."""
    return line.split("//")[0].split(";")[0].strip()


def _parts(code: str) -> tuple[str, list[str]]:
    """Mnemonic and operands of a line."""
    mnemonic, *rest = code.split()
    return mnemonic, [part.strip() for part in " ".join(rest).split(",")] if rest else []


def word(line: str) -> int | None:
    """The machine word of a line; None for one without an instruction; raises `Refused`."""
    code = _code(line)
    if not code:
        return None
    mnemonic, parts = _parts(code)
    if not parts:
        raise Refused(f"it drops {mnemonic} without operands silently")
    if mnemonic not in plena.instructions:
        raise Refused(f"it knows no instruction {mnemonic}")
    operands = Operands.of(parts)
    if operands.rd is None:
        raise Refused(f"{mnemonic}: it needs a register or a decimal number in first place")
    found = _opcode(mnemonic) + (operands.rd << OPCODE_BITS)
    for name, field in _ROWS.get(mnemonic, _THREE).items():
        value: int | None = getattr(operands, name)
        if value is None:
            raise Refused(f"{mnemonic}: it needs a {_NAMES[name]}")
        found += value << OPCODE_BITS + FIELD_BITS * field
    if not 0 <= found < 1 << WORD_BITS:
        raise Refused(f"{mnemonic}: its word for this would not have {WORD_BITS} bits")
    return found


def _opcode(mnemonic: str) -> int:
    return plena.instructions[mnemonic].encoding.value & (1 << OPCODE_BITS) - 1


def words(text: str) -> list[int]:
    """The machine words of a text; raises AssemblyError for what the official assembler refuses."""
    found, faults = [], []
    memory: dict[str, int | None] = {}
    for number, line in enumerate(text.split("\n"), 1):
        try:
            if line not in memory:
                memory[line] = word(line)
        except Refused as refusal:
            faults.append(AssemblyFault(number, f"the official assembler refuses this: {refusal}"))
            continue
        made = memory[line]
        if made is not None:
            found.append(made)
    if faults:
        raise AssemblyError(faults)
    return found


def as_read(program: Program) -> Program:
    """The program that the emulator reads from the official assembler's words for the same text.

    Raises AssemblyError for lines that the official assembler refuses. Operations of which it makes
    others have a warning.
    """
    own = np.array([each.encoding.mask for each in plena.table])[program.ops[:, 0]]
    fixed = np.array([each.encoding.value for each in plena.table])[program.ops[:, 0]]
    seen = np.array(words(program.source)) & ~own | fixed  # the emulator skips the other bits
    ops = decode(plena, seen.tolist())
    changed = tuple(_warnings(program, ops))
    return replace(program, ops=ops, warnings=changed)


def _warnings(program: Program, ops: npt.NDArray[np.int32]) -> Iterator[AssemblyFault]:
    """One for each operation that is not what the text says."""
    places = list(range(len(ops) + 1))
    for index in np.flatnonzero((ops != program.ops).any(axis=1))[:WARNINGS_KEPT].tolist():
        row = ops[index].tolist()
        text = operation_text(plena.table[row[0]], row, places)
        yield AssemblyFault(
            int(program.lines[index]), f"the official assembler and emulator make {text} of this"
        )


_TRANSFER = re.compile(
    r"^([ \t]*(?:H_PREFETCH_M|H_PREFETCH_V|H_STORE_V)[ \t][^,;/\n]*(?:,[^,;/\n]*){4})"
    r"(,[^,;/\n]*)",
    re.MULTILINE,
)
_WRITE_OUT = re.compile(
    r"^([ \t]*(?:M_MV_WO|M_BMM_WO|M_BMV_WO)[ \t][^,;/\n]*)(,[ \t]*gp0[ \t]*)(?=,)", re.MULTILINE
)


def without_surplus(text: str) -> tuple[str, tuple[AssemblyFault, ...]]:
    """The text without the operands that official templates write and no tool reads, and warnings.

    These are a sixth operand of a transfer and a gp0 in the second place of a write-out.
    """
    warnings = []
    for pattern in (_TRANSFER, _WRITE_OUT):
        for found in list(pattern.finditer(text))[:WARNINGS_KEPT]:
            line = text.count("\n", 0, found.start()) + 1
            surplus = found[2].lstrip(", \t").rstrip()
            warnings.append(
                AssemblyFault(line, f"{found[1].split()[0]}: the operand {surplus} is surplus")
            )
        text = pattern.sub(r"\1", text)
    return text, tuple(warnings)
