"""What an instruction set adds to the GNU syntax: pseudo-instructions, relocation operators."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from kernelcraft.isa.gnu.sections import Rule
from kernelcraft.isa.isa import Isa

Constant = Callable[[str], int]
Pseudo = Callable[[Sequence[str], Constant], Sequence[str] | None]
"""From operand texts to the instructions meant, or None if this is no pseudo-instruction; the
second argument gives the value of a constant expression."""

Modifier = Callable[[int, int], int]
"""From a symbol's address and the instruction's own to the operand's value."""


@dataclass(frozen=True)
class Dialect:
    """`paired` modifiers name the instruction whose symbol they mean, `nop` fills gaps in code.

    The sections are placed by the first of `rules` that has their name; the program begins at
    the symbol `entry`, or where the code begins.
    """

    isa: Isa
    pseudos: Mapping[str, Pseudo]
    modifiers: Mapping[str, Modifier]
    paired: Mapping[str, str]
    rules: tuple[Rule, ...]
    nop: int
    entry: str = "_start"
