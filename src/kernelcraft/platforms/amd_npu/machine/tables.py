"""Tables that every kernel finds in memory: e to the x, reciprocals, reciprocal square roots.

Entries are bfloat16; those of powers are pairs of which the second number is what the first leaves,
so that a product of two is not both roundings off. For parallel look-ups a table lies as the
hardware wants it: every 16 bytes of entries twice in a row, and the whole once more in another
bank. A kernel may bring others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import ml_dtypes
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Words = npt.NDArray[np.uint16]

COPIES: Final = (0x70C00, 0x6EC00)
"""Where the first table lies: in bank 0 of the core's own memory, and in the north's bank 3."""
LINE: Final = 16  # bytes, of which there are two copies side by side
LEAST: Final = -96  # the power of e that the table of whole ones begins with
ENTRIES: Final = 128
SMALLEST: Final = 2.0**-126  # a smaller one is a denormal, which the machine takes for 0


@dataclass(frozen=True, eq=False)
class Table:
    """`entries` are bits, a row an entry: one number, or two whose sum is meant.

    `offset` is where it begins after the first table, in each copy.
    """

    name: str
    doc: str
    offset: int
    entries: Words

    @property
    def addresses(self) -> tuple[int, ...]:
        """Of each copy."""
        return tuple(copy + self.offset for copy in COPIES)

    def image(self) -> npt.NDArray[np.uint8]:
        """The bytes of a copy."""
        lines = self.entries.astype("<u2").view(np.uint8).reshape(-1, LINE)
        return np.concatenate([lines, lines], axis=1).reshape(-1)


@cache
def tables() -> tuple[Table, ...]:
    """All of them, one after the other."""
    whole = LEAST + np.arange(ENTRIES)
    fraction = np.arange(256) / 256
    mantissa = 1 + np.arange(128) / 128
    made = (
        (
            "exp_whole",
            f"entry i, 0 to {ENTRIES - 1}: e to the i - {-LEAST}, in pairs; 0 for a denormal",
            _pairs(np.exp(whole)),
        ),
        ("exp_fraction", "entry i, 0 to 255: e to the i/256, in pairs", _pairs(np.exp(fraction))),
        (
            "rsqrt",
            "entry i, 0 to 255, the lowest 8 bits of a number v with exponent field e: "
            "1/sqrt(v) is the entry times 2 to the -floor((e - 127) / 2)",
            _nearest(np.concatenate([1 / np.sqrt(2 * mantissa), 1 / np.sqrt(mantissa)])),
        ),
        (
            "reciprocal",
            "entry i, 0 to 127, the mantissa field of a number v with exponent field e: "
            "1/v is the entry times 2 to the 127 - e",
            _nearest(1 / mantissa),
        ),
    )
    found: list[Table] = []
    offset = 0
    for name, doc, entries in made:
        table = Table(name, doc, offset, entries)
        offset += len(table.image())
        found.append(table)
    return tuple(found)


def _pairs(values: Floats) -> Words:
    """The nearest bfloat16 of each, and of what that leaves."""
    upper = _nearest(values)
    left = values - upper.view(ml_dtypes.bfloat16).astype(np.float64).ravel()
    return np.concatenate([upper, _nearest(left)], axis=1)


def _nearest(values: Floats) -> Words:
    kept = np.where(np.abs(values) < SMALLEST, 0.0, values)
    return kept.astype(ml_dtypes.bfloat16).view(np.uint16)[:, np.newaxis]
