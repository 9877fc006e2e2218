"""Qualcomm's Hexagon with its vectors (HVX): clang assembles, QEMU runs, the trace is timed."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from kernelcraft.external import Assembler, Bounds, ExternalPlatform, Language, Tool
from kernelcraft.external.text import DIRECTIVES
from kernelcraft_hexagon.machine.answer import answer
from kernelcraft_hexagon.machine.places import AROUND, BEGIN, END, MEMORY, SIZE, TEXT

HERE: Final = Path(__file__).parent
CPU: Final = ("-mcpu=hexagonv67", "-mhvx=v67", "-mhvx-length=128B")
TARGET: Final = ("-target", "hexagon-unknown-linux-musl", *CPU)


def zig() -> str:
    """The program of the package ziglang, in which clang and its linker are."""
    spec = find_spec("ziglang")
    assert spec is not None
    assert spec.origin is not None
    return str(Path(spec.origin).parent / "zig")


PLACES: Final = (
    *("-e", "kernelcraft_begin", "--vs-diagnostics"),
    f"--section-start=.kernelcraft_begin={BEGIN:#x}",
    f"--section-start=.kernelcraft_end={END:#x}",
    f"--section-start=.text={TEXT:#x}",
    f"--section-start=.memory={MEMORY:#x}",
)
FINISH: Final = "{here}/machine/finish.py"
TOOLS: Final = (
    Tool((zig(), "clang", *TARGET, "-gdwarf-4", "-c", "{source}", "-o", "{out}/kernel.o")),
    Tool((zig(), "ld.lld", *PLACES, "{out}/kernel.o", "-o", "{out}/linked")),
    Tool(("{python}", "-I", "-S", FINISH, "{out}/linked", "{source}", "{program}")),
)
TRACE: Final = ("-d", "in_asm,exec,nochain")
PLATFORM: Final = ExternalPlatform(
    name="hexagon",
    title="Hexagon HVX",
    here=HERE,
    assembler=Assembler(
        TOOLS,
        Language(
            directives=(*DIRECTIVES, ".falign"),
            comment="//",
            mnemonic=r"(?:^|[=)]\s*)([a-z]\w+)(?=[(:. ]|$)",
            refused=("trap0", "trap1"),
        ),
        AROUND.read_text(),
        ".text\n{ nop }\n",  # refused where a packet is still open, which clang forgives at the end
        error=r"^[^:(\n]*[:(](?P<line>\d+)(?:\)|:\d+)?: error: (?P<message>.*)$",
    ),
    simulator=Tool(
        (shutil.which("qemu-hexagon") or "qemu-hexagon", "-cpu", "v67")
        + ("-R", "0x40000000", *TRACE, "{program}"),
        pipes=True,
        bounds=Bounds(seconds=20.0, errors=1 << 27),
    ),
    start=MEMORY,
    size=SIZE,
    fidelity="modelled: executed packets, and stalls by the compiler's latencies",
    timed="from the first packet of the kernel to its return",
    compiler="clang -O2",
    ending="jumpr r31",
    alignment=128,
    output_alignment=128,
    guard=128,
    answer=answer,
)
