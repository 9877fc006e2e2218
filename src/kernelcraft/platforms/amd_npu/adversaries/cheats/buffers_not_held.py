"""Uses a stream's buffers without holding them: before they are full, while they are sent."""

import re
from collections.abc import Iterator

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.cells.suspects import Answer, EditFault, Known, Suspect, edited

GEMV, BATCH = "amd_npu/gemv/C4", "amd_npu/batch_matmul/C2"
COUNTED = "nop\n" * 400
"""Idle bundles after which a piece that is due is there: the DMA is never late."""
COPIED = "nop\n" * 160  # the same where the piece before is copied meanwhile

FIRST = "nop\n" * 1500  # the same from the beginning
LOOK = f"""\
{FIRST}mov p1, r24
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
SHADOW = "nop\n" * 5
COUNT_OR_ASK = f"""\
jnz r31, #.Lask
{SHADOW}{COPIED}j #.Lthere
{SHADOW}.Lask: acq #50, r4
acq #51, r4
.Lthere:"""
ASK_AFTERWARDS = f"""\
jnz r31, #.Lasked
{SHADOW}acq #50, r4
acq #51, r4
.Lasked: rel #48, r4"""


def suspects(known: Known) -> Iterator[Suspect]:
    """Baselines of streamed cells without some `acq` or `rel`, or with one elsewhere."""
    kernels: tuple[tuple[str, str, str, str, Answer], ...] = (
        ("reads what comes and never asks", GEMV, "(acq #5[01]|rel #4[89]), r4", "nopx", "wrong"),
        ("never asks for what comes at once", GEMV, "acq #33, r3", "nopx", "wrong"),
        ("gives back before it has waited", GEMV, "acq #5[01], r4", "nopx", "wrong"),
        ("keeps every buffer", GEMV, "rel #4[89], r4", "nopx", "fault"),
        ("gives back twice what it took", GEMV, "(rel #48, r4 ; .*)", r"\1\nrel #48, r4", "fault"),
        ("sends nothing", GEMV, "rel #35, r3", "nopx", "wrong"),
        (
            "sends before it has written",
            BATCH,
            r"(?s)acq #57, r4(.*?)rel #58, r4(.*?)rel #59, r4",
            r"acq #57, r4\nrel #58, r4\nrel #59, r4\n\1nopx\2nopx",
            "wrong",
        ),
        (
            "counts until a piece is there, reads it, then asks",
            GEMV,
            r"(?s)^(.*)acq #50, r4(.*)acq #51, r4(.*)(rel #48, r4)",
            rf"\1{COUNTED}\2nopx\3acq #50, r4\nacq #51, r4\n\4",
            "wrong",
        ),
        (
            "gives back before it reads",
            GEMV,
            r"(?s)acq #51, r4(.*?)rel #48, r4(.*?)rel #49, r4",
            r"acq #51, r4\nrel #48, r4\nrel #49, r4\n\1nopx\2nopx",
            "wrong",
        ),
        (
            "asks for one half, reads both, then asks for the other",
            GEMV,
            r"(?s)acq #51, r4(.*?)rel #48, r4",
            r"nopx\1acq #51, r4\nrel #48, r4",
            "wrong",
        ),
    )
    for title, name, pattern, instead, answer in kernels:
        text, count = re.subn(pattern, instead, baseline(load_cell(name)))
        if not count:
            raise EditFault(f"{name}: the baseline has no {pattern}")
        yield Suspect(title, name, text, (answer,))
    text = edited(baseline(load_cell(BATCH)), ".Lcopy_first:", LOOK)
    before, _, after = text.partition(LOOK)
    for old, new in (
        ("acq #50, r4", COUNT_OR_ASK),
        ("\nacq #51, r4\nmov", "\nmov"),
        ("rel #48, r4", ASK_AFTERWARDS),
    ):
        place = after.index(old)  # in the first copy
        after = after[:place] + new + after[place + len(old) :]
    yield Suspect(
        "counts where the DMA seems to have its usual pace",
        BATCH,
        before + LOOK + after,
        ("wrong",),
    )
