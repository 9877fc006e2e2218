"""Why a model that was trained on a row must not be measured: on its cell, or at all."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.cells.variants import drawn_from

PUBLISHED: Final = "published cell"
HELD_OUT: Final = "held-out size of a published task"
ALL_SIZES: Final = "generator for all sizes of a published task"
DRAWN: Final = "task on a drawn machine"
OURS: Final = "like our expert"
CANARY: Final = "holds the benchmark's canary"
MARK: Final = "kernelcraft canary"
ALIKE: Final = 0.8
"""Share of a kernel's own lines that are the expert's, too, from which on it is like it."""


def reasons(cell: Cell, texts: Iterable[str], *, generates: bool = False) -> tuple[str, ...]:
    """Of a row with these right kernels for the cell, in a fixed order; none for a clean one.

    `generates` says that some of the texts are generators of the others.
    """
    sizes = ALL_SIZES if generates else HELD_OUT if cell.held_out else PUBLISHED
    found = [DRAWN if drawn_from(cell.platform.name) else sizes]
    texts = list(texts)
    expert = _lines_of_expert(cell)
    if any(share(text, expert) >= ALIKE for text in texts):
        found.append(OURS)
    if any(MARK in text for text in texts):
        found.append(CANARY)
    return tuple(found)


def share(text: str, lines: frozenset[str]) -> float:
    """How much of a text's different lines are among these; blanks and case do not count."""
    own = _lines(text)
    return len(own & lines) / len(own) if own else 0.0


@lru_cache(maxsize=64)
def _lines_of_expert(cell: Cell) -> frozenset[str]:
    try:
        return _lines(kernels.expert(cell))
    except Unwritten:
        return frozenset()


def _lines(text: str) -> frozenset[str]:
    return frozenset(" ".join(line.split()).lower() for line in text.splitlines() if line.strip())
