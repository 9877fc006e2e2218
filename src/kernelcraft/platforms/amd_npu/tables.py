"""Tables that every kernel finds in memory: e to the x, reciprocals, reciprocal square roots.

Entries are bfloat16. For parallel look-ups a table lies as the hardware wants it: every 16 bytes of
entries twice in a row, and the whole once more in another bank. A kernel may bring others.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

import ml_dtypes
import numpy as np
import numpy.typing as npt

Words = npt.NDArray[np.uint16]

COPIES: Final = (0x71000, 0x6F000)
"""Where the first table lies: in bank 0 of the core's own memory, and in the north's bank 3."""
LINE_ENTRIES: Final = 8  # 16 bytes, of which there are two copies side by side
LARGEST: Final = (2 - 2**-7) * 2.0**127
SMALLEST: Final = 2.0**-126  # a smaller one is a denormal, which the machine takes for 0


@dataclass(frozen=True, eq=False)
class Table:
    """`entries` are bits; `offset` is where it begins behind the first table, in each copy."""

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
        lines = self.entries.reshape(-1, LINE_ENTRIES)
        return np.concatenate([lines, lines], axis=1).astype("<u2").view(np.uint8).reshape(-1)


@cache
def tables() -> tuple[Table, ...]:
    """All of them, one behind the other."""
    whole = np.arange(256, dtype=np.uint8).view(np.int8).astype(np.float64)
    fraction = np.arange(256) / 256
    mantissa = 1 + np.arange(128) / 128
    made = (
        (
            "exp_whole",
            "entry i, 0 to 255: e to the i, which counts as i - 256 from 128 on; at most the "
            "largest number, 0 instead of a denormal one",
            _powers(whole),
        ),
        ("exp_fraction", "entry i, 0 to 255: e to the i/256", np.exp(fraction)),
        (
            "rsqrt",
            "entry i, 0 to 255, the lowest 8 bits of a number v with exponent field e: "
            "1/sqrt(v) is the entry times 2 to the -floor((e - 127) / 2)",
            np.concatenate([1 / np.sqrt(2 * mantissa), 1 / np.sqrt(mantissa)]),
        ),
        (
            "reciprocal",
            "entry i, 0 to 127, the mantissa field of a number v with exponent field e: "
            "1/v is the entry times 2 to the 127 - e",
            1 / mantissa,
        ),
    )
    found: list[Table] = []
    offset = 0
    for name, doc, values in made:
        table = Table(name, doc, offset, values.astype(ml_dtypes.bfloat16).view(np.uint16))
        offset += len(table.image())
        found.append(table)
    return tuple(found)


def _powers(whole: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    powers = np.exp(whole)
    return np.where(powers < SMALLEST, 0.0, np.minimum(powers, LARGEST))
