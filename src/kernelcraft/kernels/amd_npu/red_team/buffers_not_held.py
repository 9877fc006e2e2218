"""Uses a stream's buffers without holding them: before they are full, while they are sent."""

import re
from collections.abc import Iterator

from kernelcraft.kernels import baseline
from kernelcraft.kernels.cell import load_cell
from kernelcraft.kernels.suspects import Answer, EditFault, Known, Suspect

GEMV, BATCH = "amd_npu/gemv/C4", "amd_npu/batch_matmul/C2"


def suspects(known: Known) -> Iterator[Suspect]:
    """Baselines of streamed cells without some `acq` or `rel`."""
    kernels: tuple[tuple[str, str, str, Answer], ...] = (
        ("reads what comes and never asks", GEMV, "(acq #1|rel #0), r4", "wrong"),
        ("gives back before it has waited", GEMV, "acq #1, r4", "fault"),
        ("keeps every buffer", GEMV, "rel #0, r4", "fault"),
        ("ends before all is sent", BATCH, "acq #4, r3", "wrong"),
    )
    for title, name, pattern, answer in kernels:
        text, count = re.subn(pattern, "nopx", baseline(load_cell(name)))
        if not count:
            raise EditFault(f"{name}: the baseline has no {pattern}")
        yield Suspect(title, name, text, (answer,))
