"""What a machine's time goes to, as causes that a what-if run can make free."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction

FREE = "free"  # the parameter of every machine that holds the free causes, a bit each


@dataclass(frozen=True)
class Cause:
    """Cycles with one name: those of some instructions, and those charged under some reasons.

    Instructions are named by unit, or one by one where a unit does more than one kind of work; one
    that a cause names does not belong to the cause of its unit.
    """

    name: str
    units: tuple[str, ...] = ()
    mnemonics: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()


def covering(causes: tuple[Cause, ...], instruction: Instruction | None, reason: str) -> int:
    """The causes of a cycle that `instruction` spends for `reason`, as a bit set.

    `instruction` is None for what a bundle spends as a whole.
    """
    return sum(
        1 << index
        for index, cause in enumerate(causes)
        if reason in cause.reasons or (instruction and _belongs(causes, cause, instruction))
    )


def _belongs(causes: tuple[Cause, ...], cause: Cause, instruction: Instruction) -> bool:
    if any(instruction.mnemonic in each.mnemonics for each in causes):
        return instruction.mnemonic in cause.mnemonics
    return instruction.unit in cause.units
