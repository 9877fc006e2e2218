"""What the manual of a variant has beside its base's pages."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from typing import Final

from kernelcraft.isa.gnu.faults import Wrong
from kernelcraft.isa.language import Language
from kernelcraft.isa.lines import halves
from kernelcraft.isa.manual import Page

PLACES: Final = ("A", "B", "C", "D", "E")
NUMBER: Final = 70_000  # one that no single instruction can load


def pages(language: Language, *, reshaped: bool) -> tuple[Page, ...]:
    """A page on the instruction set, and one on pseudo-instructions where there are any."""
    about = ABOUT.format(base=language.base.name)
    found = [Page("Names and order of operands", f"{about}\n{SHAPE}" if reshaped else about)]
    if language.isa.pseudos:
        found.append(Page("Pseudo-instructions", "\n".join([HEAD, *_meanings(language)])))
    return tuple(found)


ABOUT: Final = """\
The instruction set of this machine is drawn: its instructions compute and take time as those of \
{base} do, but mnemonics, names of registers, the order of operands and the bits are others.
What is known of {base} from elsewhere does not assemble here. Each instruction's page has its \
syntax; operands stand in the order that is written there, destinations are not always first."""

SHAPE: Final = """\
Its shape is drawn, too: the sizes of its memories and units, how many registers there are, and \
which instructions. What these pages do not have is not there."""

HEAD: Final = "Each stands for the instructions after the colon; A, B, C, ... are its operands."


def _meanings(language: Language) -> Iterator[str]:
    known = {*language.isa.forms, *language.isa.pseudos}
    for name, expand in language.isa.pseudos.items():
        if name in language.isa.forms:
            continue  # another form of an instruction, for a number or a symbol as its operand
        for count in range(len(PLACES) + 1):
            line = _meaning(name, list(PLACES[:count]), expand, known)
            if line:
                yield line


def _meaning(
    name: str,
    operands: list[str],
    expand: Callable[..., Sequence[str] | None],
    known: Container[str],
) -> str:
    """A line for a pseudo-instruction with these operands; "" if it does not take them."""
    numbers: list[str] = []

    def constant(text: str) -> int:
        numbers.append(text)
        return NUMBER if text in PLACES else int(text)

    try:
        meant = expand(operands, constant)
    except (Wrong, ValueError):
        return ""
    if meant is None or any(halves(each)[0] not in known for each in meant):
        return ""
    shown = [str(NUMBER) if text in numbers else text for text in operands]
    return f"{' '.join([name, ', '.join(shown)]).strip()}: {'; '.join(meant)}"
