"""C of RV64: instructions of 16 bits, each of which means one of 32 bits."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass

from kernelcraft.isa.extension import Declaration, Extension
from kernelcraft.isa.gnu.dialect import Short
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.operand import Operand
from kernelcraft.riscv.floating import rv64d
from kernelcraft.riscv.hart import Hart
from kernelcraft.riscv.integer import rv64i
from kernelcraft.riscv.operands import X_NAMES
from kernelcraft.riscv.user import user_system

rv64c = Extension("C")
Values = Mapping[str, int]


@dataclass(frozen=True)
class Meaning:
    """The instruction of 32 bits: each of its operands is a number, or one of the 16 bits'."""

    mnemonic: str
    operands: Mapping[str, str | int]

    def expanded(self, values: Values) -> dict[str, int]:
        """The operands of the instruction meant."""
        return {
            name: values[source] if isinstance(source, str) else source
            for name, source in self.operands.items()
        }


@dataclass(frozen=True)
class Way:
    """A way of writing `short` in 32 bits; the operand `nonzero`, if any, must not be 0."""

    short: str
    operands: Mapping[str, str | int]
    nonzero: str = ""

    def compressed(self, values: Values) -> dict[str, int] | None:
        """The operands of the 16 bits that mean these; None where none do."""
        found: dict[str, int] = {}
        for name, source in self.operands.items():
            value = values[name]
            if (source if isinstance(source, int) else found.setdefault(source, value)) != value:
                return None
        return None if self.nonzero and not found[self.nonzero] else found


MEANINGS: dict[str, Meaning] = {}
WAYS: dict[str, list[Way]] = {}  # by the mnemonic of 32 bits, the preferred one first
_BASE: dict[str, Declaration] = {
    each.syntax.partition(" ")[0]: each
    for extension in (rv64i, rv64d, user_system)
    for each in extension.declarations
}


def _way(text: str, base: Declaration) -> dict[str, str | int]:
    """`rd, rs1, imm` of a base instruction, in the order of its function's operands."""
    names = list(inspect.signature(base.function).parameters)[1:]
    texts = [each.strip() for each in text.split(",") if each]
    known = {name: index for index, name in enumerate(X_NAMES)}
    return {
        name: int(text) if text.lstrip("-").isdigit() else known.get(text, text)
        for name, text in zip(names, texts, strict=True)
    }


def _also(short: str, mnemonic: str, operands: str, nonzero: str = "") -> None:
    way = Way(short, _way(operands, _BASE[mnemonic]), nonzero)
    WAYS.setdefault(mnemonic, []).append(way)


def _row(syntax: str, bits: str, means: str, *others: str, nonzero: str = "") -> None:
    """`means` is a mnemonic and the operands in the order in which its function takes them."""
    mnemonic, _, operands = means.partition(" ")
    base = _BASE[mnemonic]
    meaning = Meaning(mnemonic, _way(operands, base))
    short = syntax.partition(" ")[0]
    for each in (operands, *others):
        _also(short, mnemonic, each, nonzero)
    names = [each for each in dict.fromkeys(meaning.operands.values()) if isinstance(each, str)]

    def body(m: Hart, **values: int) -> None:
        base.function(m, **meaning.expanded(values))

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [inspect.Parameter(name, kind) for name in ("m", *names)]
    body.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    written = ", ".join(str(each) for each in meaning.operands.values())
    body.__doc__ = f"{mnemonic} ({', '.join(meaning.operands)}) = ({written}), in 16 bits."
    MEANINGS[short] = meaning
    rv64c.instruction(syntax, bits, unit=base.unit)(body)


_LOADED = "offset8[5:3] rs1s offset8[7:6]"
_STACK = "stack9[5] {} stack9[4:3] stack9[8:6] 10"

_row(
    "c.addi4spn rds, sp, frame",
    "000 frame[5:4] frame[9:6] frame[2] frame[3] rds 00",
    "addi rds, sp, frame",
)
_row("c.fld fds, offset8(rs1s)", f"001 {_LOADED} fds 00", "fld fds, rs1s, offset8")
_row(
    "c.lw rds, offset7(rs1s)",
    "010 offset7[5:3] rs1s offset7[2] offset7[6] rds 00",
    "lw rds, rs1s, offset7",
)
_row("c.ld rds, offset8(rs1s)", f"011 {_LOADED} rds 00", "ld rds, rs1s, offset8")
_row("c.fsd fs2s, offset8(rs1s)", f"101 {_LOADED} fs2s 00", "fsd fs2s, rs1s, offset8")
_row(
    "c.sw rs2s, offset7(rs1s)",
    "110 offset7[5:3] rs1s offset7[2] offset7[6] rs2s 00",
    "sw rs2s, rs1s, offset7",
)
_row("c.sd rs2s, offset8(rs1s)", f"111 {_LOADED} rs2s 00", "sd rs2s, rs1s, offset8")

_row("c.nop", "000 0 00000 00000 01", "addi zero, zero, 0")
_row("c.addi rdn, imm6", "000 imm6[5] rdn imm6[4:0] 01", "addi rdn, rdn, imm6", nonzero="imm6")
_row("c.addiw rdn, imm6", "001 imm6[5] rdn imm6[4:0] 01", "addiw rdn, rdn, imm6")
_row("c.li rdn, imm6", "010 imm6[5] rdn imm6[4:0] 01", "addi rdn, zero, imm6")
_row(
    "c.addi16sp sp, adjust",
    "011 adjust[9] 00010 adjust[4] adjust[6] adjust[8:7] adjust[5] 01",
    "addi sp, sp, adjust",
    nonzero="adjust",
)
_row("c.lui rdu, upper", "011 upper[5] rdu upper[4:0] 01", "lui rdu, upper", nonzero="upper")
_row("c.srli rds, shamtn", "100 shamtn[5] 00 rds shamtn[4:0] 01", "srli rds, rds, shamtn")
_row("c.srai rds, shamtn", "100 shamtn[5] 01 rds shamtn[4:0] 01", "srai rds, rds, shamtn")
_row("c.andi rds, imm6", "100 imm6[5] 10 rds imm6[4:0] 01", "andi rds, rds, imm6")
for _name, _code, _two, _swaps in (
    ("sub", "0", "00", False),
    ("xor", "0", "01", True),
    ("or", "0", "10", True),
    ("and", "0", "11", True),
    ("subw", "1", "00", False),
    ("addw", "1", "01", True),
):
    _row(
        f"c.{_name} rds, rs2s",
        f"100 {_code} 11 rds {_two} rs2s 01",
        f"{_name} rds, rds, rs2s",
        *(("rds, rs2s, rds",) if _swaps else ()),
    )
_row(
    "c.j nearby",
    "101 nearby[11] nearby[4] nearby[9:8] nearby[10] nearby[6] nearby[7] nearby[3:1] nearby[5] 01",
    "jal zero, nearby",
)
_BRANCH = "near[8] near[4:3] rs1s near[7:6] near[2:1] near[5] 01"
_row("c.beqz rs1s, near", f"110 {_BRANCH}", "beq rs1s, zero, near", "zero, rs1s, near")
_row("c.bnez rs1s, near", f"111 {_BRANCH}", "bne rs1s, zero, near", "zero, rs1s, near")

_row("c.slli rdn, shamtn", "000 shamtn[5] rdn shamtn[4:0] 10", "slli rdn, rdn, shamtn")
_row("c.fldsp fd, stack9(sp)", f"001 {_STACK.format('fd')}", "fld fd, sp, stack9")
_row(
    "c.lwsp rdn, stack8(sp)",
    "010 stack8[5] rdn stack8[4:2] stack8[7:6] 10",
    "lw rdn, sp, stack8",
)
_row("c.ldsp rdn, stack9(sp)", f"011 {_STACK.format('rdn')}", "ld rdn, sp, stack9")
_row("c.jr rs1n", "100 0 rs1n 00000 10", "jalr zero, rs1n, 0")
_row("c.mv rdn, rs2n", "100 0 rdn rs2n 10", "add rdn, zero, rs2n", "rdn, rs2n, zero")
_also("c.mv", "addi", "rdn, rs2n, 0")
_row("c.ebreak", "100 1 00000 00000 10", "ebreak")
_row("c.jalr rs1n", "100 1 rs1n 00000 10", "jalr ra, rs1n, 0")
_row("c.add rdn, rs2n", "100 1 rdn rs2n 10", "add rdn, rdn, rs2n", "rdn, rs2n, rdn")
_row("c.fsdsp fs2, stack9(sp)", "101 stack9[5:3] stack9[8:6] fs2 10", "fsd fs2, sp, stack9")
_row("c.swsp rs2, stack8(sp)", "110 stack8[5:2] stack8[7:6] rs2 10", "sw rs2, sp, stack8")
_row("c.sdsp rs2, stack9(sp)", "111 stack9[5:3] stack9[8:6] rs2 10", "sd rs2, sp, stack9")


def compress(
    isa: Isa, instruction: Instruction, values: Values, pending: str | None = None
) -> Short | None:
    """What means the same in 16 bits, if anything does.

    `pending` is an operand without a value yet, a distance: the operand of the 16 bits for it is
    left out, and stands in the result by its name.
    """
    for way in WAYS.get(instruction.mnemonic, ()):
        short = isa.instructions[way.short]
        known = dict(values)
        waits = way.operands.get(pending, "") if pending is not None else ""
        if pending is not None:
            known[pending] = 0
        found = way.compressed(known)
        if found is None or not isinstance(waits, str):
            continue
        fitted = {
            each.name: _fitted(each, found[each.name])
            for each in short.operands
            if each.name != waits
        }
        if all(value is not None for value in fitted.values()):
            numbers = {name: value for name, value in fitted.items() if value is not None}
            return Short(short, numbers, waits)
    return None


def _fitted(operand: Operand, value: int) -> int | None:
    """The value an operand holds, or the negative one that upper bits stand for."""
    if value in operand.allowed:
        return value
    lower = value - (1 << 20)
    return lower if operand.name == "upper" and lower in operand.allowed else None
