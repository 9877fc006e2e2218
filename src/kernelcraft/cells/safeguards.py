"""What keeps a platform's kernels right at the edges, and how a kernel is written without it.

A platform's are its part `adversaries.safeguards`, a tuple SAFEGUARDS. Each is an edit of any
kernel that has the safeguard, so one row gives suspects from the compiler's, the expert's and the
tuner's kernel of every task that it names.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.platforms import part

Without = Callable[[Cell, str], Iterator[str]]
"""A kernel's texts without the safeguard, one for each place that has it alone; none where the
kernel has no such safeguard."""

WRITERS: Final = ("baseline", "expert", "tuner")


@dataclass(frozen=True)
class Safeguard:
    """What is left out of the kernels of which tasks; `writers` are those whose kernels have it."""

    name: str
    tasks: tuple[str, ...]
    without: Without
    writers: tuple[str, ...] = WRITERS


def safeguards(platform: str) -> tuple[Safeguard, ...]:
    """The platform's; none where it has no such file."""
    module = part(platform, "adversaries.safeguards")
    return () if module is None else tuple(module.SAFEGUARDS)


def replaced(pattern: str, instead: str) -> Without:
    """All places at once."""

    def without(cell: Cell, text: str) -> Iterator[str]:
        edit, count = re.subn(pattern, instead, text, flags=re.MULTILINE)
        if count:
            yield edit

    return without


def each_replaced(pattern: Callable[[Cell], str], instead: str) -> Without:
    """One place at a time."""

    def without(cell: Cell, text: str) -> Iterator[str]:
        for found in re.finditer(pattern(cell), text, re.MULTILINE):
            yield f"{text[: found.start()]}{found.expand(instead)}{text[found.end() :]}"

    return without
