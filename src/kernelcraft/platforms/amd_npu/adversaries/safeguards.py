"""The maximum of a softmax, the ε of a norm, the bounds of tables and splines, halves of sums."""

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.safeguards import Safeguard, each_replaced, replaced

SHARES: Final = (1, 16)
"""Into this many parts is the width times ε divided: it is added to a sum, or to 16 lanes of it."""
TURN: Final = r"vshift (?P<to>x\d+), (?P<of>x\d+), (?P=of), r\d+"
MAXIMUM: Final = r"vmax_lt\.bf16 (?P<most>x\d+), r\d+, (?P<one>x\d+), (?P<other>x\d+)"


def _eps(cell: Cell) -> str:
    numbers = [cell.dims["width"] * cell.constants["eps"] / share for share in SHARES]
    bits = "|".join(str(int(np.float32(each).view(np.uint32))) for each in numbers)
    return rf"\b(movxm r\d+, #)(?:{bits})\b"


def _no_maximum(cell: Cell, text: str) -> Iterator[str]:
    """0 for the greater one of a vector and itself turned; other bounds stay."""
    turned: set[str] = set()
    parts, end, count = [], 0, 0
    for found in re.finditer(f"{TURN}|{MAXIMUM}", text):
        if found["to"]:
            turned.add(found["to"])
        elif found["other"] in turned:
            turned.remove(found["other"])
            zero = f"vsub.32 {found['most']}, {found['one']}, {found['one']}"
            parts += [text[end : found.start()], zero]
            end, count = found.end(), count + 1
    if count:
        yield "".join([*parts, text[end:]])


SAFEGUARDS: Final = (
    Safeguard("the maximum", ("softmax", "attention"), _no_maximum),
    Safeguard("ε", ("layer_norm", "rms_norm"), each_replaced(_eps, r"\g<1>0")),
    Safeguard(
        "the bounds",
        ("silu", "gelu"),
        replaced(r"v(?:max_lt|min_ge)\.bf16 (x\d+), r\d+, (x\d+), x\d+", r"vbor \1, \2, \2"),
    ),
    Safeguard(
        "what rounding leaves of sums",
        ("layer_norm",),
        replaced(r"vsub\.f (\w+), \w+, (\w+), (r\d+)", r"vsub.f \1, \2, \2, \3"),
        ("expert",),
    ),
)
