"""Uses a stream's buffers without holding them: before they are full, while they are sent."""

import re
from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Answer, EditFault, Known, Suspect, edited

GEMV, BATCH = "amd_npu/gemv/C4", "amd_npu/batch_matmul/C2"
COUNTED = "nop\n" * 120
"""Idle bundles after which a piece that is due is there, or has left: the DMA is never late."""

LOOK = f"""\
{COUNTED}mov p1, r24
nop
nop
lda.u16 r31, [p1, #0]
{COUNTED}movxm r3, #0x7fff
and r31, r31, r3
movxm r3, #0x4480
nop
geu r31, r31, r3
.Lcopy_first:"""
"""Sets r31 if there is still garbage, 1024 or more, where the first piece should have come to."""
COUNT_OR_ASK = f"""\
movx r3, #4
jnz r31, #.Lask
nop
nop
nop
nop
nop
{COUNTED}ret lr
nop
nop
nop
nop
nop
.Lask:
acq #4, r3"""


def suspects(known: Known) -> Iterator[Suspect]:
    """Baselines of streamed cells without some `acq` or `rel`, or with one elsewhere."""
    kernels: tuple[tuple[str, str, str, str, Answer], ...] = (
        ("reads what comes and never asks", GEMV, "(acq #1|rel #0), r4", "nopx", "wrong"),
        ("gives back before it has waited", GEMV, "acq #1, r4", "nopx", "fault"),
        ("keeps every buffer", GEMV, "rel #0, r4", "nopx", "fault"),
        ("gives back twice what it took", GEMV, "(rel #0, r4 ; .*)", r"\1\nrel #0, r4", "fault"),
        ("ends before all is sent", BATCH, "acq #4, r3", "nopx", "wrong"),
        ("counts until all is sent", BATCH, "acq #4, r3", COUNTED, "wrong"),
        (
            "counts until a piece is there, reads it, then asks",
            GEMV,
            r"(?s)^(.*)acq #1, r4(.*)(rel #0, r4)",
            rf"\1{COUNTED}\2acq #1, r4\n\3",
            "wrong",
        ),
        (
            "gives back before it reads",
            GEMV,
            r"(?s)acq #1, r4(.*?)rel #0, r4 ;",
            r"acq #1, r4\nrel #0, r4\1",
            "wrong",
        ),
        (
            "asks for one half, reads both, then asks for the other",
            GEMV,
            r"(?s)acq #1, r4(.*?)rel #0, r4",
            r"movx r5, #1\nacq #1, r5\1acq #1, r5\nrel #0, r4",
            "wrong",
        ),
    )
    for title, name, pattern, instead, answer in kernels:
        text, count = re.subn(pattern, instead, baseline(load_cell(name)))
        if not count:
            raise EditFault(f"{name}: the baseline has no {pattern}")
        yield Suspect(title, name, text, (answer,))
    text = edited(baseline(load_cell(BATCH)), ".Lcopy_first:", LOOK)
    text = edited(text, "movx r3, #4\nacq #4, r3", COUNT_OR_ASK)
    yield Suspect("counts where the DMA seems to have its usual pace", BATCH, text, ("wrong",))
