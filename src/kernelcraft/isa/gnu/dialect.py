"""What an instruction set adds to the GNU syntax: pseudo-instructions, relocation operators."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kernelcraft.isa.gnu.sections import Rule
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.isa import Isa

Constant = Callable[[str], int]
Pseudo = Callable[[Sequence[str], Constant], Sequence[str] | None]
"""From operand texts to the instructions meant, or None if this is no pseudo-instruction; the
second argument gives the value of a constant expression."""

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
    pseudos: Mapping[str, Pseudo]
    modifiers: Mapping[str, Modifier]
    paired: Mapping[str, str]
    rules: tuple[Rule, ...]
    nop: int
    entry: str = "_start"
    compress: Compress | None = None
    short_nop: bytes = b""
