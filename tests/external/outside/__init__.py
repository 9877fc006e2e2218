"""A vector machine whose assembler and simulator are programs of their own."""

from pathlib import Path

from kernelcraft.external import Assembler, ExternalPlatform, Language, Tool

HERE = Path(__file__).parent
PLATFORM = ExternalPlatform(
    name="outside",
    title="Outside",
    here=HERE,
    assembler=Assembler(
        (Tool(("{python}", "{here}/machine/assemble.py", "{source}", "{program}")),),
        Language(directives=()),
    ),
    simulator=Tool(("{python}", "{here}/machine/simulate.py", "{job}")),
    start=0x1000,
    fidelity="modelled: 4 cycles an access, 1 any other instruction",
    timed="from the first instruction to halt",
    ending="halt",
)
