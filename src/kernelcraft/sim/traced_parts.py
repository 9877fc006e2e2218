"""Registers and memories, written down as C."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kernelcraft.sim.parts import Array, Memory, RegisterFile, Scalar
from kernelcraft.sim.reference import OUTSIDE
from kernelcraft.sim.traced import Pointer, c_text

if TYPE_CHECKING:
    from kernelcraft.sim.tracing import Trace


class TracedRegisters:
    """A register file whose values arrive at once."""

    def __init__(self, trace: Trace, part: RegisterFile | Scalar) -> None:
        self.trace, self.part = trace, part

    def __getitem__(self, index: int) -> int:
        self.trace.note(self.part.name, index, write=False)
        return self.trace.value(f"s->{self.part.name}[{c_text(index)}]")

    def __setitem__(self, index: int, value: int) -> None:
        self.trace.note(self.part.name, index, write=True)
        part = self.part
        self.trace.write(f"s->{part.name}[{c_text(index)}] = ({part.dtype}_t)({c_text(value)});")
        if part.zero is not None:
            condition = f"if (s->{part.zero_unless} == 0) " if part.zero_unless else ""
            self.trace.write(f"{condition}s->{part.name}[{part.zero}] = 0;")


class TracedMemory:
    """A memory, with the checks of its bounds."""

    def __init__(self, trace: Trace, part: Memory) -> None:
        self.trace, self.part = trace, part

    @property
    def array(self) -> Array:
        return cast(Array, Pointer(self.trace, f"s->{self.part.name}"))

    @property
    def size(self) -> int:
        return self.trace.value(f"s->{self.part.name}_size")

    def reads(self, start: int, count: int, rows: int = 1, step: int = 0) -> int:
        self.trace.note(self.part.name, None, write=False)
        self._bounds(start, count, rows, step)
        return start

    def writes(self, start: int, count: int, rows: int = 1, step: int = 0) -> int:
        self.trace.note(self.part.name, None, write=True)
        self._bounds(start, count, rows, step)
        if self.part.recorded:
            one = f"memset(s->{self.part.name}_written + {c_text(start)}{{}}, 1, {c_text(count)});"
            if isinstance(rows, int) and rows == 1:
                self.trace.write(one.format(""))
            else:
                loop = f"for (int64_t row = 0; row < {c_text(rows)}; row++) "
                self.trace.write(loop + one.format(f" + row * {c_text(step)}"))
        return start

    def _bounds(self, start: int, count: int, rows: int, step: int) -> None:
        top = self.trace.temporary(f"s->{self.part.name}_size - {c_text(count)}")
        ends = (
            [start] if isinstance(rows, int) and rows == 1 else [start, start + (rows - 1) * step]
        )
        for address in ends:
            where = c_text(address)
            self.trace.fault_unless(
                f"{where} >= 0 && {where} <= {top.text}",
                OUTSIDE.format(title=self.part.title),
                {"address": where, "last": f"({top.text} < 0 ? 0 : {top.text})"},
            )

    def __getitem__(self, index: int) -> int:
        return self.trace.value(f"s->{self.part.name}[{c_text(self.reads(index, 1))}]")

    def __setitem__(self, index: int, value: int) -> None:
        self.writes(index, 1)
        what = f"({self.part.dtype}_t)({c_text(value)})"
        self.trace.write(f"s->{self.part.name}[{c_text(index)}] = {what};")
