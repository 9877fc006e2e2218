"""Is no kernel: nothing, noise, another language, or a request to the host."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect

CELL = "plena/silu/C1"
TEXTS = (
    ("an include", '.include "/etc/passwd"'),
    ("Python", "import os\nos._exit(0)"),
    ("C", "#include <math.h>\nint main() { return 0; }"),
    ("noise", "\x00\x01\x02\xff" * 40),
    ("a surrogate", "S_ADDI_INT gp1, gp0, 1 \ud800"),
    ("an instruction that does not exist", "REFERENCE gp1"),
    ("a break out of a loop", "C_LOOP_START gp1, 4\nC_BREAK\nC_LOOP_END gp1"),
    ("a loop that is never closed", "C_LOOP_START gp1, 4"),
)


def suspects(known: Known) -> Iterator[Suspect]:
    """Alone and after a right kernel."""
    yield Suspect("an empty text", CELL, "", ("syntax", "wrong"))
    text = baseline(load_cell(CELL))
    for name, line in TEXTS:
        yield Suspect(name, CELL, f"{text}\n{line}\n", ("syntax",))
