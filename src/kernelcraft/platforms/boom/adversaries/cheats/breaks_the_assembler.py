"""Is written to end the process that reads it: sizes, symbols and names beyond all measure."""

from collections.abc import Iterator

from kernelcraft.cells.suspects import Known, Suspect, endless_texts

CELL = "boom/median/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Texts that the assembler must refuse in a sentence, and soon."""
    for name, text in endless_texts():
        yield Suspect(name, CELL, f"{text}\n.text\nkernel: ret\n", ("syntax",))
