"""When the instructions of Softmax's loop over pairs of rows of 64 issue: a pair every 40 bundles.

Slot vec has 36 operations of a pair, and a whole one cannot follow on one of floats: they share the
accumulators' port. So each of the four vectors of both rows takes ten bundles: six floats, an idle
one, three whole numbers. Where a vector's powers begin is bundle 0. What the table leaves out finds
its place around it; left to itself the scheduler needs 45 bundles, for want of registers.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

INTERVAL: Final = 40
VECTORS: Final = 4  # of a row
STEP: Final = INTERVAL // VECTORS
SLOTS: Final = {  # of loads: ldb for the input's bank, lda for that of the ring
    "vlda %x": "vldb %x",
    "vldb.2d %again": "vlda.2d %again",
    "vlda %again11": "vldb %again11",  # the port of registers is taken
}
GREATEST: Final = {
    "vldb %beside0.l": -45,
    "vldb %beside0.h": -44,
    "vldb %beside1.l": -43,
    "vldb %beside1.h": -42,
    "vldb %beside2.l": -41,
    "vldb %beside2.h": -40,
    "vldb %beside3.l": -35,
    "vldb %beside3.h": -34,
    "vmax_lt.bf16 %most1": -35,
    "vmax_lt.bf16 %most2": -32,
    "vmax_lt.bf16 %most3": -27,
    "vmsc.f %row0": -6,
    "vmsc.f %row1": -5,
}
POWERS: Final = {  # of one vector
    "vldb %xl#.l": -9,
    "vldb %xl#.h": -8,
    "vldb %xh#.l": -7,
    "vldb %xh#.h": -6,
    "vmac.f %q#.l": 0,
    "vmac.f %q#.h": 1,
    "vsub %n#": 7,
    "vsrs.d16.s32 %p#": 12,
    "vband %f#": 16,
    "vsub.16 %h#": 17,
    "vmul %g#": 19,
    "vsrs.s16.s32 %c#": 24,
    "vmac %b#": 28,
    "vsrs.d16.s32 %e#": 33,
}
STORED: Final = {"l": 38, "h": 39}
SUMMED: Final = 42
SUM: Final = {
    "vconv.bf16.fp32 %rounded": 87,
    "vsub.f %rest": 94,
    "vconv.bf16.fp32 %four.l": 97,
    "vconv.bf16.fp32 %four.h": 107,
    "vmul.f %total": 113,
}
QUOTIENTS: Final = (  # loads of the lower and the upper half, the product, the store
    (152, 153, 163, 170),
    (154, 155, 164, 171),
    (156, 157, 165, 175),
    (164, 165, 173, 180),
    (166, 167, 175, 181),
    (170, 173, 183, 190),
    (174, 175, 184, 191),
    (176, 177, 185, 195),
)


def times() -> Mapping[str, int]:
    """Bundles by what instructions begin with."""
    found = {**GREATEST, **SUM}
    for index in range(VECTORS):
        start, last = STEP * index, index == VECTORS - 1
        found |= {key.replace("#", str(index)): start + time for key, time in POWERS.items()}
        onward = {"l": "vst", "h": "vst.2d" if last else "vst"}
        found |= {f"{onward[half]} %e{index}.{half}": start + at for half, at in STORED.items()}
        found[f"{'vmac.f' if index else 'vmul.f'} %s_{index}"] = start + SUMMED
    for number, (lower, upper, product, store) in enumerate(QUOTIENTS):
        name = "".join(map(str, divmod(number, VECTORS)))
        low = in_slots(f"vlda %again{name}.l")
        found |= {low: lower, f"vlda.2d %again{name}.h": upper}
        found |= {f"vmul.f %y{name}": product, f"vst.conv.bf16.fp32 %y{name}": store}
    return found


def in_slots(text: str) -> str:
    """A loop's text, its loads in the slots that the times are for."""
    for there, here in SLOTS.items():
        text = text.replace(there, here)
    return text
