"""What kernels of streamed tensors share: waiting for a buffer, or a whole tensor; handing it over.

r4 is 1, a buffer; r3 changes. A piece has a lock for each of its halves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Stream

PIECE = "r4"
START = f"movx {PIECE}, #1\n"


def acquired(locks: Sequence[int], register: str = PIECE) -> str:
    """Take from each as many as a register says."""
    return "".join(f"acq #{lock}, {register}\n" for lock in locks)


def released(locks: Sequence[int], register: str = PIECE) -> str:
    """Give them back."""
    return "".join(f"rel #{lock}, {register}\n" for lock in locks)


@dataclass(frozen=True)
class Fifo:
    """A stream with two registers: the address of the buffer that is next, and of the other."""

    stream: Stream
    next: str
    other: str

    @property
    def start(self) -> str:
        """Both addresses, from the argument block."""
        first, second = self.stream.arguments
        return f"lda {self.next}, [p0, #{first}]\nlda {self.other}, [p0, #{second}]\n"

    @property
    def wait(self) -> str:
        """Until the next buffer is full, or for one that goes out empty."""
        return acquired(self.stream.full if self.stream.inbound else self.stream.free)

    @property
    def release(self) -> str:
        """The buffer that was waited for is empty, or for one that goes out full."""
        return released(self.stream.free if self.stream.inbound else self.stream.full)

    @property
    def swap(self) -> str:
        """The other buffer is the next one."""
        return swapped(self.next, self.other)

    @property
    def hand_over(self) -> str:
        """Both."""
        return self.release + self.swap


def swapped(one: str, other: str) -> str:
    """Each has what the other had."""
    return f"mov r3, {one}\nmov {one}, {other}\nmov {other}, r3\n"


def arrived(cell: Cell) -> str:
    """Wait for all that comes at once."""
    whole = [each for each in cell.memory_map.streams if each.whole and each.inbound]
    return "".join("movx r3, #1\n" + acquired(each.full, "r3") for each in whole)


def left(cell: Cell) -> str:
    """What goes out at once can do so."""
    whole = [each for each in cell.memory_map.streams if each.whole and not each.inbound]
    return "".join("movx r3, #1\n" + released(each.full, "r3") for each in whole)
