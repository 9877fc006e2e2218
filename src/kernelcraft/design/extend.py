"""A table of instructions with proposals: assembler, bits, manual and simulators follow."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Sequence
from typing import Any, cast

from kernelcraft.design.form import Proposal, Refused
from kernelcraft.design.meaning import meaning
from kernelcraft.design.rules import Encoding, Rules
from kernelcraft.isa.errors import IsaError
from kernelcraft.isa.isa import Isa


def extended(isa: Isa, name: str, proposals: Sequence[Proposal], rules: Rules) -> Isa:
    """A table called `name` with all of `isa` and the proposals after it.

    Opcodes of the base stay, so that its compiled machine runs what it has. Raises Refused where
    there is no room for the bits.
    """
    found = Isa(
        name,
        word_bits=isa.word_bits,
        operands=isa.operands.values(),
        units=isa.units,
        syntax=isa.syntax,
    )
    for each in isa.table:
        found.add(each)
    space = rules.encoding
    taken = {each.encoding.value & (1 << space.bits) - 1 for each in isa.table}
    free = [code for code in space.free if code not in taken]
    if len(proposals) > len(free):
        raise Refused((f"{len(proposals)} opcodes are wanted, and {len(free)} are free",))
    for proposal, opcode in zip(proposals, free, strict=False):
        declare = found.instruction(
            proposal.syntax,
            bits(proposal, space, opcode),
            unit=proposal.unit,
            latency=proposal.latency,
        )
        try:
            declare(_function(proposal, rules))
        except IsaError as error:
            raise Refused((f"line {proposal.line}: {error}",)) from None
    return found


def operand_bits(proposal: Proposal) -> int:
    """The bits of an instruction's word that say which operands."""
    return sum(each.width for each in proposal.operands)


def bits(proposal: Proposal, space: Encoding, opcode: int) -> str:
    """The encoding: the opcode lowest, operands above it in the order of the syntax."""
    used = space.bits + operand_bits(proposal)
    if used > space.word:
        raise Refused(
            (
                f"line {proposal.line}: {proposal.mnemonic}: its operands and opcode need {used} "
                f"bits, a word has {space.word}",
            )
        )
    fields = [each.name for each in reversed(proposal.operands)]
    idle = [f"0*{space.word - used}"] if used < space.word else []
    return " ".join([*idle, *fields, f"{opcode:0{space.bits}b}"])


def _function(proposal: Proposal, rules: Rules) -> Callable[..., None]:
    function = cast(Any, meaning(proposal, rules))
    names = ["m", *(each.name for each in proposal.operands)]
    ordinary = inspect.Parameter.POSITIONAL_OR_KEYWORD
    function.__signature__ = inspect.Signature([inspect.Parameter(n, ordinary) for n in names])
    exactly = textwrap.indent(proposal.text, "    ")
    function.__doc__ = f"{proposal.doc}\n\nIt was proposed; exactly:\n\n{exactly}"
    return cast("Callable[..., None]", function)
