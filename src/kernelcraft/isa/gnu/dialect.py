"""What an instruction set adds to the GNU syntax: relocation operators, places of sections."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from kernelcraft.isa.gnu.sections import Rule
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa

Modifier = Callable[[int, int], int]
"""From a symbol's address and the instruction's own to the operand's value."""


@dataclass(frozen=True)
class Short:
    """A short instruction with its operands; `waits` names the one without a value yet, if any."""

    instruction: Instruction
    values: Mapping[str, int]
    waits: str = ""


Compress = Callable[[Isa, Instruction, Mapping[str, int], str | None], Short | None]
"""The short instruction that means the same. The last argument names an operand, a distance, that
has no value yet: if the short one has room for a distance, it `waits` for it, too."""


@dataclass(frozen=True)
class Dialect:
    """`paired` modifiers name the instruction whose symbol they mean, `nop` fills gaps in code.

    The sections are placed by the first of `rules` that has their name; the program begins at
    the symbol `entry`, or where the code begins. With `compress` instructions are written short
    where they can be, unless the text says `.option norvc`; `short_nop` fills the smaller gaps.
    """

    isa: Isa
    modifiers: Mapping[str, Modifier]
    paired: Mapping[str, str]
    rules: tuple[Rule, ...]
    nop: int
    entry: str = "_start"
    compress: Compress | None = None
    short_nop: bytes = b""

    def speaking(self, isa: Isa) -> Dialect:
        """The same for a table that is derived from this one's."""
        if isa is self.isa:
            return self
        compress = None if self.compress is None else _compressing(self.isa, self.compress)
        short = _recoded(self.isa, isa, int.from_bytes(self.short_nop, "little"), 2)
        return replace(
            self,
            isa=isa,
            nop=int.from_bytes(_recoded(self.isa, isa, self.nop, 4), "little"),
            compress=compress,
            short_nop=short if self.short_nop else b"",
        )


def _compressing(base: Isa, compress: Compress) -> Compress:
    """What finds short instructions in a table that is derived from `base`."""

    def found(
        isa: Isa, instruction: Instruction, values: Mapping[str, int], waits: str | None
    ) -> Short | None:
        short = compress(base, base.table[instruction.opcode], values, waits)
        if short is None:
            return None
        own = isa.table[short.instruction.opcode]
        return replace(short, instruction=own) if own.name in isa.instructions else None

    return found


def _recoded(base: Isa, isa: Isa, word: int, size: int) -> bytes:
    """The bytes in a derived table of the instruction that a word is in `base`."""
    for old, new in zip(base.table, isa.table, strict=True):
        e = old.encoding
        if old.size == size and e.mask and word & e.mask == e.value:
            return (word & ~e.mask | new.encoding.value).to_bytes(size, "little")
    return word.to_bytes(size, "little")
