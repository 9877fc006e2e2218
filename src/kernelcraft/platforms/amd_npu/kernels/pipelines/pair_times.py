"""When the instructions of Softmax's loop over pairs of rows of 64 issue: a pair every 33 bundles.

Slot vec has 28 operations of a pair, and a whole one cannot follow on one of floats: they share the
accumulators' port. Left to itself the scheduler needs 45 bundles, for want of registers. The times
were searched for, and those left out that it finds again: every operation not in the table is as
late as it can be. Where a pair's powers begin is bundle 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

INTERVAL: Final = 33
VECTORS: Final = 4  # of a row
SLOTS: Final = {  # of loads: ldb for the input's bank, lda for that of the ring
    "vlda %x": "vldb %x",
    "vldb.2d %again": "vlda.2d %again",
}
TIMES: Final[Mapping[str, int]] = {
    "vmac.f %q0.l": 0,
    "vmac.f %q0.h": 2,
    "vmac.f %q1.l": 8,
    "vsrs.d16.s32 %e0": 35,
    "vsrs.d16.s32 %e1": 37,
    "vst %e0.l": 39,
    "vst %e0.h": 40,
    "vst %e1.l": 42,
    "vst %e1.h": 46,
    "vst %e2.l": 49,
    "vst %e2.h": 50,
    "vsub.f %rest": 65,
    "vconv.bf16.fp32 %four.h": 71,
    "vmul.f %sums": 73,
    "vst %sums.l": 81,
    "vmul.f %y00": 109,
    "vmul.f %y01": 110,
    "vmul.f %y03": 116,
    "vst.conv.bf16.fp32 %y01": 122,
    "vmul.f %y10": 122,
    "vst.conv.bf16.fp32 %y02": 125,
    "vmul.f %y11": 125,
    "vmul.f %y12": 126,
    "vst.conv.bf16.fp32 %y10": 129,
    "vmul.f %y13": 130,
    "vst.conv.bf16.fp32 %y13": 142,
}
"""Bundles by what instructions begin with."""


def in_slots(text: str) -> str:
    """A loop's text, its loads in the slots that the times are for."""
    for there, here in SLOTS.items():
        text = text.replace(there, here)
    return text
