"""Leaves the last rows, columns or terms of a sum out."""

from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Known, Suspect, edited

LOOPS = (
    ("plena/silu/C1", "gp3, 4"),
    ("plena/relu/C2", "gp3, 16"),
    ("plena/gelu/C5", "gp3, 256"),
    ("plena/softmax/C5", "gp4, 256"),
    ("plena/layer_norm/C4", "gp4, 128"),
    ("plena/rms_norm/C3", "gp4, 32"),
)


def suspects(known: Known) -> Iterator[Suspect]:
    """One iteration too few; a product without its last terms or its last columns."""
    for name, loop in LOOPS:
        register, count = loop.split(", ")
        text = baseline(load_cell(name))
        computing = text.index("iteration\n")  # the loops before it load the input
        shorter = f"C_LOOP_START {register}, {int(count) - 1}\n"
        body = edited(text[computing:], f"C_LOOP_START {loop}\n", shorter)
        yield Suspect("last row left out", name, text[:computing] + body, ("wrong",))
    gemm = load_cell("plena/gemm/C1")
    lines = baseline(gemm).rstrip().split("\n")
    last = max(index for index, line in enumerate(lines) if "M_MM_WO" in line)
    text = "\n".join(lines[:last])
    yield Suspect("last columns left out", gemm.name, text, ("wrong",))
    deep = load_cell("plena/gemm/C2")
    lines = baseline(deep).rstrip().split("\n")
    products = [index for index, line in enumerate(lines) if line.strip().startswith("M_MM 0")]
    kept = [line for index, line in enumerate(lines) if index not in products[1::2]]
    yield Suspect("half of the sum left out", deep.name, "\n".join(kept), ("wrong",))
