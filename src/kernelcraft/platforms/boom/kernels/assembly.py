"""Builds assembly text for a BOOM core: a function `kernel` with its data.

Registers that a function has to keep are saved and restored where the code names them.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

FREE: Final = (
    *(f"t{index}" for index in range(7)),
    *(f"a{index}" for index in range(8)),
    *(f"s{index}" for index in range(12)),
)
"""Integer registers that a kernel may use, those first that it need not restore."""
_KEPT: Final = re.compile(r"\b(f?)s(\d+)\b")


class Assembly:
    """Collects the lines of one kernel."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._code: list[str] = []
        self._aside: list[str] = []
        self._data: list[str] = []
        self._lines = self._code

    def __str__(self) -> str:
        head = [f"# {self._title}", "    .text", "    .globl kernel", "    .p2align 3", "kernel:"]
        save, restore = self._frame()
        code = [*head, *save, *self._code, *restore, "    ret", *self._aside]
        return "\n".join([*code, *self._data, ""])

    def phase(self, text: str) -> None:
        """Begin a part of the kernel that a reader wants to find."""
        self._lines.append(f"    # {text}")

    def emit(self, *instructions: str) -> None:
        """Instructions one after the other."""
        self._lines += [f"    {each}" for each in instructions]

    def loop(self, label: str) -> None:
        """A label that is jumped back to: fetching begins anew at every 8 bytes."""
        self._lines += ["    .p2align 3", f"{label}:"]

    def label(self, label: str) -> None:
        """A label that is jumped forward to."""
        self._lines.append(f"{label}:")

    def aside(self) -> None:
        """What follows is code that lies after the end of the kernel."""
        self._lines = self._aside

    def data(self, *lines: str) -> None:
        """Lines after all code."""
        self._data += lines

    def _frame(self) -> tuple[list[str], list[str]]:
        """What saves the registers that are to be kept, and what restores them."""
        found = sorted(set(_KEPT.findall("\n".join([*self._code, *self._aside]))))
        if not found:
            return [], []
        size = -(-8 * len(found) // 16) * 16
        places = [(kind, f"{kind}s{index}", 8 * at) for at, (kind, index) in enumerate(found)]
        save = [f"    {kind}sd {name}, {at}(sp)" for kind, name, at in places]
        restore = [f"    {kind}ld {name}, {at}(sp)" for kind, name, at in places]
        return [f"    addi sp, sp, -{size}", *save], [*restore, f"    addi sp, sp, {size}"]


def interleaved(*columns: Sequence[str]) -> Iterator[str]:
    """The first of each, then the second of each, to the end of the longest."""
    for row in range(max(map(len, columns))):
        yield from (column[row] for column in columns if row < len(column))
