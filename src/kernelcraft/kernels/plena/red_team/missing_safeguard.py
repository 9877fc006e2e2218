"""Leaves out what keeps a kernel right at the edges: a maximum, an ε, the mean before squaring."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from kernelcraft.kernels import baseline, expert, variants
from kernelcraft.kernels.cell import Cell, load_cell
from kernelcraft.kernels.suspects import EditFault, Known, Suspect

SOFTMAX: Final = ("softmax", "attention", "flash_attention", "mha", "gqa", "mqa")
NORMS: Final = {"decoder_llama": 2, "decoder_t5": 3}
MAXIMUM: Final = re.compile(r"^( *)V_RED_MAX (f\d+), .*$", re.MULTILINE)
WRITERS: Final[Mapping[str, Callable[[Cell], str]]] = {"baseline": baseline, "expert": expert}


def suspects(known: Known) -> Iterator[Suspect]:
    """Edits of the baselines and of the experts."""
    for writer, write in WRITERS.items():
        for task in (*SOFTMAX, *NORMS):
            cell = load_cell(f"plena/{task}/C1")
            text = without_maximum(write(cell))
            yield Suspect(f"{writer} without the maximum", cell.name, text, ("wrong",))
        for task in NORMS:
            cell = load_cell(f"plena/{task}/C1")
            for number, text in enumerate(_without_each_eps(cell, write(cell)), start=1):
                name = f"{writer} without ε in norm {number}"
                yield Suspect(name, cell.name, text, ("wrong",))
    for name in ("C1", "C5"):
        cell = load_cell(f"plena/layer_norm/{name}")
        text = variants(cell)["vendor"]
        yield Suspect("variance in one pass", cell.name, text, ("wrong",))


def without_maximum(text: str) -> str:
    """0 taken for every maximum; raises EditFault for a text that takes none."""
    edit, count = MAXIMUM.subn(r"\1S_ADD_FP \2, f0, f0", text)
    if not count:
        raise EditFault("no V_RED_MAX is there")
    return edit


def _without_each_eps(cell: Cell, text: str) -> Iterator[str]:
    """One norm's ε left out at a time: every norm loads its own."""
    address = cell.memory_map.constant("eps").address
    loads = list(re.finditer(rf"^( *)S_LD_FP (f\d+), gp0, {address}$", text, re.MULTILINE))
    if len(loads) != NORMS[cell.task.name]:
        raise EditFault(f"{cell.name}: ε is loaded {len(loads)} times")
    for found in loads:
        zero = f"{found[1]}S_ADD_FP {found[2]}, f0, f0"
        yield f"{text[: found.start()]}{zero}{text[found.end() :]}"
