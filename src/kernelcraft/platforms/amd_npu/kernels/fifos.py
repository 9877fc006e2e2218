"""What kernels of streamed tensors share: waiting for a buffer, handing it over.

r4 is 2, the halves of a piece; r3 changes.
"""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.cells.protocol import Stream

PIECE = "r4"
START = f"movx {PIECE}, #2\n"


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
        lock = self.stream.full if self.stream.inbound else self.stream.free
        return f"acq #{lock}, {PIECE}\n"

    @property
    def release(self) -> str:
        """The buffer that was waited for is empty, or for one that goes out full."""
        lock = self.stream.free if self.stream.inbound else self.stream.full
        return f"rel #{lock}, {PIECE}\n"

    @property
    def swap(self) -> str:
        """The other buffer is the next one."""
        return swapped(self.next, self.other)

    @property
    def hand_over(self) -> str:
        """Both."""
        return self.release + self.swap

    @property
    def drained(self) -> str:
        """Wait until everything has left."""
        return f"movx r3, #4\nacq #{self.stream.free}, r3\n"


def swapped(one: str, other: str) -> str:
    """Each has what the other had."""
    return f"mov r3, {one}\nmov {one}, {other}\nmov {other}, r3\n"
