"""What a seed says of a language: other words, other orders of operands, other bits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from kernelcraft.cells.variants.names import Variant
from kernelcraft.cells.variants.shapes import shape
from kernelcraft.cells.variants.words import drawn, renamed, runs
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.language import AS_IT_WAS, ORDERS, PSEUDO, Language, Order, Wording
from kernelcraft.isa.operand import BranchTarget, Flag, Immediate, Register, RegisterNames

KEPT: Final = frozenset({".word"})
"""What is no mnemonic but stands in the table: data among instructions."""


def language(isa: Isa, variant: Variant) -> Language:
    """The language of a variant of the platform with this table."""
    drawn = shape(variant)
    random = Random(f"{variant.base} {variant.seed}")
    mnemonics, registers = _names(isa, random)
    if variant.strength == "names":
        return Language(isa, str(variant), Wording(mnemonics, registers))
    orders = _orders(isa, random)
    values = _values(isa, random)
    wording = Wording(mnemonics, registers, orders, values, drawn.registers, drawn.dropped)
    return Language(isa, str(variant), wording)


def settings(variant: Variant, ranges: Mapping[str, Sequence[int | str]]) -> dict[str, str]:
    """Settings of the machine of a variant, each one of its range."""
    random = Random(f"time of {variant.base} {variant.seed}")
    return {name: str(random.choice(values)) for name, values in ranges.items()}


def _names(isa: Isa, random: Random) -> tuple[dict[str, str], dict[str, str]]:
    """New mnemonics and new names of registers, each by the old one."""
    mnemonics = [name for name in (*isa.forms, *isa.pseudos) if name not in KEPT]
    registers = list(dict.fromkeys(_registers(isa)))
    kept = (*isa.syntax.words, *isa.operands, *_written(isa))
    taken = {word for name in (*mnemonics, *registers, *kept) for word in runs(name)}
    of_registers = drawn((word for name in registers for word in runs(name)), random, taken)
    taken |= set(of_registers.values())
    of_mnemonics = drawn((word for name in mnemonics for word in runs(name)), random, taken)
    return (
        {name: renamed(name, of_mnemonics) for name in dict.fromkeys(mnemonics)},
        {name: renamed(name, of_registers) for name in registers},
    )


def _registers(isa: Isa) -> Iterator[str]:
    """Every name of a register that a text of the instruction set can have."""
    for operand in isa.operands.values():
        if isinstance(operand, Register):
            yield from (f"{operand.file}{index}" for index in range(operand.count))
            yield from (name for name, _ in operand.aliases)
        elif isinstance(operand, RegisterNames):
            yield from (part for name in operand.names for part in name.split(":"))
        elif isinstance(operand, Flag):
            yield operand.word


def _written(isa: Isa) -> Iterator[str]:
    """What operands that are no registers can be written as: their words are none to draw."""
    for operand in isa.operands.values():
        if not isinstance(operand, Register | RegisterNames | Flag | Immediate | BranchTarget):
            yield from {operand.write(value) for value in operand.allowed}


def _orders(isa: Isa, random: Random) -> dict[str, Order]:
    """An order for each unit and for pseudo-instructions; at least one is not as it was."""
    places = [*isa.units, *([PSEUDO] if isa.pseudos else [])]
    found = {place: random.choice(ORDERS) for place in places}
    if set(found.values()) == {AS_IT_WAS}:
        found = dict.fromkeys(places, ORDERS[-1])
    return found


def _values(isa: Isa, random: Random) -> dict[str, int]:
    """Fixed bits exchanged among the instructions that have them, and their operands, alike.

    What has only zeros there keeps them: a word of zeros, as it lies in memory that nobody wrote,
    means what it meant.
    """
    alike: dict[object, list[Instruction]] = {}
    for each in isa.table:
        encoding = each.encoding
        if encoding.known and encoding.value:
            unit = each.unit if isa.bundle is not None else ""
            key = unit, encoding.width, encoding.mask, encoding.ranges
            alike.setdefault(key, []).append(each)
    found: dict[str, int] = {}
    for group in alike.values():
        values = [each.encoding.value for each in group]
        random.shuffle(values)
        found |= dict(zip((each.name for each in group), values, strict=True))
    return found
