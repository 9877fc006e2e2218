"""Which rows of an image a window sees, for Conv2D and DepthwiseConv."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True)
class Rows:
    """As many rows of pixels of which the window has so many rows outside of the image."""

    above: int
    below: int
    times: int


def window_rows(height: int, k: int) -> list[Rows]:
    """From the first row of pixels to the last, those that are alike in one."""
    before, last = (k - 1) // 2, height - 1
    kinds = [(max(0, before - i), max(0, i + k - 1 - before - last)) for i in range(height)]
    return [Rows(*kind, len(list(found))) for kind, found in groupby(kinds)]
