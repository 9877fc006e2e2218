"""Is written to end the process that reads it: names and numbers beyond all measure."""

from collections.abc import Iterator

from kernelcraft.cells.suspects import Known, Suspect

CELL = "plena/silu/C1"


def suspects(known: Known) -> Iterator[Suspect]:
    """Texts that the assembler must refuse in a sentence, and soon."""
    for name, text in (
        ("unknown mnemonics", "\n".join(f"V_ADX_{i} gp1, gp2, gp3" for i in range(20_000))),
        ("a long number", f"S_ADDI_INT gp1, gp0, {'9' * 900}\n"),
        ("a long line", f"S_ADDI_INT gp1, gp0, {'9' * 100_000}\n"),
        ("another end of a line", "S_ADDI_INT gp1, gp0, 1\u2028S_ADDI_INT gp1, gp0, 2\n"),
        ("carriage returns", "S_ADDI_INT gp1, gp0, 1\rS_ADDI_INT gp1, gp0, 2\n"),
    ):
        yield Suspect(name, CELL, text, ("syntax",))
