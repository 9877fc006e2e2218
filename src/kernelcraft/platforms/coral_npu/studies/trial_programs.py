"""Programs of a kernel's variations in a thousandth of a second: lines that are known are not
assembled again, and only jumps and addresses are worked out anew."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import numpy as np

from kernelcraft.isa.image import Window
from kernelcraft.isa.program import Program
from kernelcraft.platforms.coral_npu.machine.platform import PLATFORM

WORDS_OF_A_LINE: Final = 4
HALF: Final = 1 << 11
"""Of what the 12 bits of addi reach."""
JUMPS: Final = ("bne", "beq", "beqz", "bnez", "j")
Row = tuple[int, ...]


@cache
def _rows(line: str) -> tuple[Row, ...]:
    """The operations of a line that names no label."""
    return tuple(map(tuple, PLATFORM.assemble(f"{line}\nmpause").ops[:-2].tolist()))


@dataclass(frozen=True)
class Variations:
    """Kernels whose data are those of `base`: only the order of their instructions differs."""

    base: Program

    def program(self, text: str) -> Program:
        """What the assembler gives but for source lines and the bytes of code in memory."""
        rows: list[Row] = []
        labels: dict[str, int] = {}
        open_: list[tuple[int, str, str]] = []
        for line in self._code(text):
            name, _, operands = line.partition(" ")
            if line.endswith(":"):
                labels[line[:-1]] = len(rows)
            elif name == ".balign":
                rows += _rows("nop") * (-len(rows) % WORDS_OF_A_LINE)
            elif name in JUMPS or name == "la":
                open_.append((len(rows), name, operands))
                rows += _rows("nop") * (1 + (name == "la"))
            else:
                rows += _rows(line)
        for at, name, operands in open_:
            found = self._la(at, operands) if name == "la" else _jump(at, name, operands, labels)
            rows[at : at + len(found)] = found
        rows.append(tuple(self.base.ops[-1].tolist()))  # the guard after the code
        ops = np.array(rows, np.int32)
        lines, ends = np.ones(len(ops), np.int32), np.ones(len(ops), np.uint8)
        window = Window(self.base.windows[0].address, 4 * (len(ops) - 1), 0)
        assert self.base.image is not None  # every program of this platform is an image
        data = tuple(each for each in self.base.image.segments if not each.executable)
        image = replace(self.base.image, segments=data)
        return replace(
            self.base, ops=ops, lines=lines, ends=ends, windows=(window,), image=image, source=text
        )

    def _code(self, text: str) -> Sequence[str]:
        code = text.partition("\n    .data")[0].partition("\n    .bss")[0]
        lines = (line.strip() for line in code.splitlines())
        return [line for line in lines if line and line[0] != "#" and line != ".text"]

    def _la(self, at: int, operands: str) -> Sequence[Row]:
        """An address as the difference to that of the instruction."""
        register, _, place = operands.partition(", ")
        symbol, _, offset = place.replace(" ", "").partition("+")
        assert self.base.image is not None
        far = self.base.image.symbols[symbol] + int(offset or 0) - 4 * at
        upper = far + HALF >> 12
        high, low = _rows(f"auipc {register}, {upper & 0xFFFFF}"), far - (upper << 12)
        return (*high, *_rows(f"addi {register}, {register}, {low}"))


def _jump(at: int, name: str, operands: str, labels: dict[str, int]) -> Sequence[Row]:
    *registers, label = operands.split(", ")
    return _rows(f"{name} {', '.join([*registers, f'.{4 * (labels[label] - at):+d}'])}")
