"""An assembled kernel: operations as rows of numbers, with the source lines they came from."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from kernelcraft.isa.disassembler import lines_of
from kernelcraft.isa.encoder import encode
from kernelcraft.isa.errors import AssemblyFault
from kernelcraft.isa.image import Image, Window
from kernelcraft.isa.isa import Isa


@dataclass(frozen=True, eq=False, repr=False)
class Program:
    """What a machine runs.

    `ops` is int32 of shape (n, 1 + `isa.max_operands`): opcode, then decoded operand values in the
    order of the instruction's signature, then zeros. A target is the index of the operation to go
    to; n means the end of the program. `lines` is int32 (n,), source lines from 1. `ends` is uint8
    (n,), 1 at the last operation of each bundle; within a bundle operations stand in slot order.
    A program that is an `image` of memory begins at the operation `entry`; its operations are the
    words of `windows` one after the other, each followed by a guard, and `addresses` (int64) has
    the first byte of each. Without windows it has that of each bundle, and one entry more: the end.
    """

    isa: Isa
    source: str
    ops: npt.NDArray[np.int32]
    lines: npt.NDArray[np.int32]
    ends: npt.NDArray[np.uint8]
    warnings: tuple[AssemblyFault, ...] = ()
    entry: int = 0
    image: Image | None = None
    windows: tuple[Window, ...] = ()
    addresses: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))

    def __len__(self) -> int:
        return len(self.ops)

    def __repr__(self) -> str:
        return f"<Program for {self.isa.name}: {len(self):,} operations>"

    @property
    def written(self) -> npt.NDArray[np.int32]:
        """The operations of the text: `ops` without the guards after windows."""
        if not self.windows:
            return self.ops
        ends = (*(each.first - 1 for each in self.windows[1:]), len(self.ops) - 1)
        pairs = zip(self.windows, ends, strict=True)
        return np.concatenate([self.ops[each.first : end] for each, end in pairs])

    def words(self) -> list[int]:
        """The machine code, one word for each bundle of the text."""
        if self.windows:
            return encode(self.isa, self.written, np.ones(len(self.written), np.uint8))
        by_address = self.isa.bundle is not None and self.isa.bundle.formats
        addresses = self.addresses if by_address else None
        return encode(self.isa, self.ops, self.ends, addresses)

    def listing(self) -> str:
        """Index, machine word, source line and instruction of each bundle, one a line.

        Bundles of several sizes have their address instead of the index; where there are no
        machine words, the size in bytes instead of those.
        """
        if not self.isa.encoded or (self.isa.bundle is not None and self.isa.bundle.formats):
            return self._sizes()
        digits = -(-self.isa.word_bits // 4)
        words = encode(self.isa, self.ops, self.ends)
        texts = lines_of(self.isa, self.ops, self.ends)
        lines = self.lines[np.flatnonzero(self.ends)].tolist()
        return "".join(
            f"{index:6}  {word:0{self.isa.width(word) // 4}x}".ljust(8 + digits)
            + f"  line {line:<6}  {text}\n"
            for index, (word, line, text) in enumerate(zip(words, lines, texts, strict=True))
        )

    def _sizes(self) -> str:
        texts = lines_of(self.isa, self.ops, self.ends)
        lines = self.lines[np.flatnonzero(self.ends)].tolist()
        sizes = np.diff(self.addresses).tolist()
        if self.isa.encoded:
            pairs = zip(self.words(), sizes, strict=True)
            shown = [f"{word:0{2 * size}x}" for word, size in pairs]
        else:
            shown = [f"{size:2} bytes" for size in sizes]
        width = max(map(len, shown))
        rows = zip(self.addresses[:-1].tolist(), shown, lines, texts, strict=True)
        return "".join(
            f"{start:#07x}  {each:{width}}  line {line:<6}  {text}\n"
            for start, each, line, text in rows
        )
