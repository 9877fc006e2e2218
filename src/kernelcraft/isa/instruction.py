"""One instruction as the table holds it: form, bits, timing, errata and meaning."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from kernelcraft.isa.encoding import Encoding
from kernelcraft.isa.operand import BranchTarget, Operand
from kernelcraft.isa.template import Template
from kernelcraft.isa.timing import Timing

Cycles = int | Callable[..., int]
NO_TIMING = Timing()


@dataclass(frozen=True)
class Erratum:
    """Where our machine differs from what was published, and how."""

    name: str
    text: str


@dataclass(frozen=True, eq=False)
class Instruction:
    """An instruction; `operands` stand in the order of its function's parameters after the machine.

    `name` is its own: the mnemonic, or the whole syntax where several forms share a mnemonic.
    Operands that are `tied` to others must be the same register.
    `latency` is when a result can be read and `interval` when the unit is free again, in cycles:
    numbers, or functions of the machine and any of the operands. `timing` is the rest of what a
    machine without interlocks has to know.
    """

    name: str
    mnemonic: str
    syntax: str
    bits: str
    operands: tuple[Operand, ...]
    unit: str
    latency: Cycles
    interval: Cycles | None
    errata: tuple[Erratum, ...]
    function: Callable[..., None]
    doc: str
    opcode: int
    template: Template
    encoding: Encoding
    timing: Timing = NO_TIMING
    tied: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def size(self) -> int:
        """Bytes of its own bits."""
        return self.encoding.width // 8

    @cached_property
    def columns(self) -> tuple[int, ...]:
        """For each operand in the order of the text, its column in a row of operations."""
        names = [operand.name for operand in self.operands]
        return tuple(1 + names.index(operand.name) for operand in self.template.operands)

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The columns that hold a place to jump to."""
        return tuple(
            column
            for column, operand in enumerate(self.operands, start=1)
            if isinstance(operand, BranchTarget)
        )
