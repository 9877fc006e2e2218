"""A kernel that calls others as subroutines, each with a block of addresses of its own.

Every kernel finds the addresses of its operands where p0 points to, and ends with `ret lr`. Its
text stands once, whoever calls it. The driver first writes all blocks, as only the kernel's own
argument block tells where tensors lie, and keeps lr beside them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.schedule import core_writer
from kernelcraft.platforms.amd_npu.machine.memory_map import BESIDE_TABLES, NEIGHBOURS, OWN
from kernelcraft.platforms.amd_npu.machine.streaming import BANK, WORD

LABEL: Final = re.compile(r"^(\.?\w+):", re.MULTILINE)
HEAD: Final = ".globl kernel\n"
FRAME: Final = BESIDE_TABLES.start


@dataclass(frozen=True)
class Operand:
    """The n-th operand of the cell, inputs first."""

    number: int


Address = Operand | int
"""Where something lies that a call reads or writes; a number is a place in scratch memory."""


@dataclass(frozen=True)
class Call:
    """A kernel's text, and the addresses in the order of its arguments."""

    text: str
    arguments: tuple[Address, ...]


class Scratch:
    """Free banks of a cell, which go to one place each."""

    def __init__(self, cell: Cell) -> None:
        self.cell = cell
        self.rooms = [
            [each.start, each.end]
            for each in cell.memory_map.scratch
            if any(room.start <= each.start and each.end <= room.end for room in (OWN, NEIGHBOURS))
        ]

    def take(self, size: int) -> int:
        """The address of as many bytes in banks of their own; raises Unwritten for want of room."""
        needed = -(-size // BANK) * BANK
        for room in self.rooms:
            if room[1] - room[0] >= needed:
                room[0] += needed
                return room[0] - needed
        raise Unwritten(f"{self.cell.name}: no room for {size:,} bytes between its steps")


def driver(calls: Sequence[Call]) -> str:
    """The kernel that makes these calls."""
    names = {text: f"part{n}" for n, text in enumerate(dict.fromkeys(c.text for c in calls))}
    writer = core_writer()
    start, at = f"movxm p1, #{FRAME}\nmov r16, lr\nst r16, [p1], #4\n", FRAME + WORD
    made = ""
    for call in calls:
        made += f"jl #{names[call.text]}\nmovxm p0, #{at}\nnop\nnop\nnop\nnop\n"
        for address in call.arguments:
            known = isinstance(address, int)
            start += (
                f"movxm r17, #{address}\n" if known else f"lda r17, [p0, #{_offset(address)}]\n"
            )
            start += "st r17, [p1], #4\n"
        at += WORD * len(call.arguments)
    if at > BESIDE_TABLES.end:
        raise Unwritten(f"{len(calls)} calls have too many addresses")
    writer.straight(start)
    head = writer.kernel()
    writer = core_writer()
    writer.straight(f"movxm p1, #{FRAME}\nlda r16, [p1, #0]\nmov lr, r16")
    writer.finish()
    parts = "".join(_renamed(text, name) for text, name in names.items())
    return head + made + writer.text() + parts


def _offset(address: Address) -> int:
    assert isinstance(address, Operand)
    return WORD * address.number


def _renamed(text: str, name: str) -> str:
    """A kernel's text as a subroutine: labels are its own, and code follows after its tables."""
    for label in dict.fromkeys(LABEL.findall(text)):
        new = name if label == "kernel" else f".L{name}_{label.removeprefix('.L')}"
        text = re.sub(rf"(?<![\w.]){re.escape(label)}(?!\w)", new, text)
    return ".text\n" + text.removeprefix(f".globl {name}\n")
