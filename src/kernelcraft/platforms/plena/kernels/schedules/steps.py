"""A step: one instruction that does work, with the addresses it works on instead of registers.

Integer arithmetic, address registers and loops exist only to make addresses. A kernel without them
is a list of steps; `emit` finds cheap registers for it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kernelcraft.cells.protocol import Region
from kernelcraft.codegen.recorder import Recorder, Span
from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.plena.kernels.schedules.forms import (
    ANYWHERE,
    TRACKED,
    Context,
    Sum,
    Use,
    address_sum,
    record,
    use,
)
from kernelcraft.platforms.plena.machine.instructions import plena

Key = tuple[str, int]
"""A piece of a memory or a register: what one step can depend on another through."""


SCALES = 8  # elements that share a scale byte in HBM
GARBLED = ("M_BMM_WO", "M_MV_WO", "M_BMV_WO")  # assembled at bit 10, read from bit 14


@dataclass(frozen=True, eq=False)
class Step:
    """`values`: operands in signature order, an integer register replaced by the number in it.

    `plain`: its constant must stay 0, because the official tools garble it. `reads` and `writes`
    are what it touches; what is written only in part is read, too.
    """

    instruction: Instruction
    values: tuple[int, ...]
    context: Context
    reads: tuple[Key, ...]
    writes: tuple[Key, ...]
    plain: bool = False

    @property
    def total(self) -> Sum | None:
        """The address register that a constant of the instruction may be added to."""
        return None if self.plain else address_sum(self.instruction)


def based(step: Step, tensors: Sequence[Region]) -> Step:
    """A transfer of one of some tensors, with the tensor's address in a1, a2, ... as its base: so
    places in several tensors alike are the same number, and need the same SCALE."""
    used = use(step.instruction)
    if used.base is None or step.context.scale is None:
        return step
    column = used.addresses[1]
    for number, tensor in enumerate(tensors, 1):
        if tensor.start <= step.values[column] < tensor.end:
            values = list(step.values)
            values[column], values[used.base] = values[column] - tensor.start, number
            scale = step.context.scale - tensor.start + tensor.start // SCALES
            return replace(step, values=tuple(values), context=replace(step.context, scale=scale))
    return step


class Maker:
    """Makes the steps of one machine."""

    def __init__(self, parameters: Mapping[str, int]) -> None:
        self._row, self._official = parameters["mlen"], bool(parameters["errata"])
        self._pieces = {"vector_sram": self._row, "matrix_sram": self._row**2}
        self._recorder = Recorder(TRACKED, parameters)
        self._made: dict[tuple[int, tuple[int, ...], Context, int], Step] = {}

    def step(self, mnemonic: str, *values: int, context: Context = ANYWHERE, base: int = 0) -> Step:
        """The step of an instruction with these numbers; `base` is in its HBM base register.

        Raises Untraceable where the machine would fault.
        """
        instruction = plena.instructions[mnemonic]
        key = (instruction.opcode, values, context, base)
        if key not in self._made:
            self._made[key] = self._make(instruction, values, context, base)
        return self._made[key]

    def _make(
        self, instruction: Instruction, values: tuple[int, ...], context: Context, base: int
    ) -> Step:
        used = use(instruction)
        record(self._recorder, instruction, values, context, base)
        read, written = self._recorder.reads, self._recorder.writes
        masked = used.masked is not None and values[used.masked]
        context = Context(v_mask=context.v_mask if masked else None)
        if used.base is not None:
            values, context = self._rebased(values, used, [*read, *written])
        partly = [span for span in written if self._is_partial(span)]
        reads, writes = self._keys([*read, *partly]), self._keys(written)
        plain = self._official and instruction.mnemonic in GARBLED
        return Step(instruction, values, context, reads, writes, plain)

    def _rebased(
        self, values: tuple[int, ...], used: Use, spans: list[Span]
    ) -> tuple[tuple[int, ...], Context]:
        """A transfer with base 0: its offset is the whole address, and SCALE makes up for it."""
        elements, scales = [span for span in spans if span.memory == "hbm" and span.rows > 1]
        strided = elements.step != self._row
        changes = {used.addresses[1]: elements.start, used.base: 0, used.strided: int(strided)}
        context = Context(scales.start - elements.start // 8, elements.step if strided else None)
        return tuple(changes.get(i, value) for i, value in enumerate(values)), context

    def _keys(self, spans: list[Span]) -> tuple[Key, ...]:
        return tuple(dict.fromkeys(key for span in spans for key in self._pieces_of(span)))

    def _pieces_of(self, span: Span) -> Iterator[Key]:
        if span.memory == "hbm" or span.memory.endswith("_acc"):
            yield span.memory, 0  # as a whole
            return
        piece = self._pieces.get(span.memory, 1)
        for row in range(span.rows):
            start = span.start + row * span.step
            for index in range(start // piece, (start + span.count - 1) // piece + 1):
                yield span.memory, index

    def _is_partial(self, span: Span) -> bool:
        piece = self._pieces.get(span.memory, 1)
        return span.memory == "hbm" or bool(span.start % piece or span.count % piece)
