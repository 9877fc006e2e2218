"""Copies an input of the output's shape to the output."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.suspects import Known, Suspect
from kernelcraft.platforms.plena.kernels.snippets import fetch

COPIES = (
    ("plena/silu/C1", "x"),
    ("plena/relu/C1", "x"),
    ("plena/gelu/C1", "x"),
    ("plena/softmax/C1", "x"),
    ("plena/rms_norm/C1", "x"),
    ("plena/layer_norm/C2", "x"),
    ("plena/rope/C1", "x"),
    ("plena/attention/C1", "v"),
    ("plena/mha/C1", "x"),
    ("plena/decoder_llama/C1", "x"),
    ("plena/decoder_t5/C1", "x"),
)


def suspects(known: Known) -> Iterator[Suspect]:
    """The residual alone, for the decoder blocks."""
    for name, tensor in COPIES:
        cell = load_cell(name)
        placement, output = cell.memory_map.input(tensor), cell.memory_map.output
        text = fetch(placement, output.address)
        yield Suspect(f"{tensor} as it is", name, text, ("wrong", "fault"))
