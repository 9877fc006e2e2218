"""The parts that a machine is declared from: registers, lanes, memories and parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from kernelcraft.sim.machine import Machine

Array = npt.NDArray[np.generic]
Parameters = Mapping[str, int]
UNSIGNED = {8: "uint8", 16: "uint16", 32: "uint32", 64: "uint64"}


class Registers(Protocol):
    """A register file as a body sees it: unsigned values of the file's width."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...


class DelayedRegisters(Registers, Protocol):
    """A register file of which values are under way."""

    def read(self, index: int, of: str) -> int:
        """A register as the operand or part `of` samples it."""

    def write(self, index: int, value: int, of: str, *, ports: bool = True) -> None:
        """Set a register when the result `of` arrives, through its ports if it has some."""


class LaneFile(Protocol):
    """Lanes as a body sees them: byte offsets into one array, to be handed to routines."""

    @property
    def array(self) -> Array:
        """The bytes of all granules, and after them those of results under way."""

    def read(self, first: int, count: int, of: str) -> int:
        """Where `count` granules from `first` on lie, as the operand `of` samples them."""

    def result(self, count: int) -> int:
        """Where a result of `count` granules may be put; what lies there is undefined."""

    def write(self, first: int, count: int, offset: int, of: str) -> None:
        """Let what lies at `offset` be in `count` granules from `first` on when `of` arrives."""


class Pipeline(Protocol):
    """What a backend knows of values that are under way and of work at later stages."""

    @property
    def pending(self) -> int:
        """Bundles until a delayed jump is taken, this one included; 0 when none is under way."""

    def registers(self, name: str) -> DelayedRegisters: ...
    def lanes(self, name: str) -> LaneFile: ...
    def later(self, stage: int, values: Mapping[str, int]) -> None: ...
    def claim(self, port: str, stage: int) -> None: ...


class MemoryView(Protocol):
    """A memory as a body sees it; every access is checked against its size."""

    @property
    def array(self) -> Array:
        """The elements, to be handed to a routine."""

    @property
    def size(self) -> int:
        """The number of elements."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...

    def reads(self, start: int, count: int, rows: int = 1, step: int = 0) -> int:
        """Fault unless `count` elements exist at each of start, start + step, ... (`rows` of them).

        Gives `start` back; `step` must not be negative.
        """

    def writes(self, start: int, count: int, rows: int = 1, step: int = 0) -> int:
        """As `reads`, and record the elements as written."""


def operand_name(value: object) -> str | None:
    """The operand that a value is, if it is one and nothing was done to it."""
    found: object = getattr(value, "operand", None)
    return found if isinstance(found, str) else None


class Part:
    """A declared part of a machine; it learns its own name from the class that holds it."""

    name: str

    def __set_name__(self, owner: type[Machine], name: str) -> None:
        self.name = name


class Delayed(Part):
    """Numbered things of which up to `delayed` future values can be under way at a time."""

    count: int
    delayed: int  # 0: a write is visible at once
    exclusive: bool  # two values that arrive in one of them in one cycle are a fault
    titles: tuple[str, ...]  # what each is called in sentences, if not by the part and its number

    def title(self, number: int) -> str:
        """What one of them is called in sentences."""
        return self.titles[number] if self.titles else f"{self.name}{number}"

    @property
    def words(self) -> int:
        """The number of 64-bit words that hold one bit for each."""
        return -(-self.count // 64)


class RegisterFile(Delayed):
    """`count` unsigned registers of `bits` bits; register `zero` reads 0 and ignores writes.

    Where the machine's parameter `zero_unless` is not 0, that register is like the others.

    With `delayed` = n a result arrives as many bundles after its own as its instruction's timing
    says, at most n: the exposed pipeline of a machine without interlocks.
    """

    def __init__(
        self,
        count: int,
        bits: int,
        *,
        zero: int | None = None,
        zero_unless: str = "",
        reset: int = 0,
        delayed: int = 0,
        exclusive: bool = False,
        titles: tuple[str, ...] = (),
    ) -> None:
        self.count, self.bits, self.zero, self.reset = count, bits, zero, reset
        self.delayed, self.exclusive, self.titles = delayed, exclusive, titles
        self.zero_unless = zero_unless

    @property
    def dtype(self) -> str:
        """The numpy type of one register."""
        return UNSIGNED[self.bits]

    def __get__(self, machine: Machine, owner: type[Machine]) -> Registers:
        return machine.backend.registers(self.name)


class _Window:
    """Registers of a file under numbers and a width of their own."""

    def __init__(self, part: Slice, registers: DelayedRegisters) -> None:
        self.part, self.registers = part, registers
        self.mask = (1 << part.bits) - 1

    def __getitem__(self, index: int) -> int:
        return self.read(index, operand_name(index) or self.part.name)

    def __setitem__(self, index: int, value: int) -> None:
        self.write(index, value, operand_name(index) or self.part.name)

    def read(self, index: int, of: str) -> int:
        return self.registers.read(self.part.first + index, of)

    def write(self, index: int, value: int, of: str, *, ports: bool = True) -> None:
        self.registers.write(self.part.first + index, value & self.mask, of, ports=ports)


class Slice(Part):
    """`count` registers of a file, from `first` on, of which `bits` bits exist."""

    def __init__(self, file: RegisterFile, first: int, count: int, bits: int) -> None:
        self.file, self.first, self.count, self.bits = file, first, count, bits

    def __get__(self, machine: Machine, owner: type[Machine]) -> DelayedRegisters:
        return _Window(self, machine.pipeline.registers(self.file.name))


class Member(Part):
    """One register of a file, of which `bits` bits exist, with a name of its own."""

    def __init__(self, file: RegisterFile, index: int, bits: int) -> None:
        self.file, self.index, self.bits = file, index, bits

    def __get__(self, machine: Machine, owner: type[Machine]) -> int:
        return machine.pipeline.registers(self.file.name).read(self.index, self.name)

    def __set__(self, machine: Machine, value: int) -> None:
        cut = value & ((1 << self.bits) - 1)
        machine.pipeline.registers(self.file.name).write(self.index, cut, self.name)


class Lanes(Delayed):
    """`count` granules of `width` bytes, with room for `results` granules under way.

    Registers that share their bits, such as halves of longer ones, are runs of granules.
    """

    def __init__(
        self,
        count: int,
        width: int,
        *,
        delayed: int,
        results: int,
        exclusive: bool = False,
        titles: tuple[str, ...] = (),
    ) -> None:
        assert count <= 64  # one word holds a bit for each
        self.count, self.width, self.results = count, width, results
        self.delayed, self.exclusive, self.titles = delayed, exclusive, titles

    def __get__(self, machine: Machine, owner: type[Machine]) -> LaneFile:
        return machine.pipeline.lanes(self.name)


class Scalar(Part):
    """One unsigned register with a name of its own."""

    def __init__(self, bits: int, *, reset: int = 0) -> None:
        self.bits, self.reset = bits, reset
        self.count, self.zero, self.zero_unless, self.delayed = 1, None, "", 0

    @property
    def dtype(self) -> str:
        """The numpy type of the register."""
        return UNSIGNED[self.bits]

    def __get__(self, machine: Machine, owner: type[Machine]) -> int:
        return machine.backend.registers(self.name)[0]

    def __set__(self, machine: Machine, value: int) -> None:
        machine.backend.registers(self.name)[0] = value


class Memory(Part):
    """A memory of `size(parameters)` elements of a numpy type; `title` is its name in sentences.

    `recorded` memories keep one byte per element that says whether the program wrote it. Those
    without `data` hold only what decides how long instructions take.
    """

    def __init__(
        self,
        dtype: str,
        size: Callable[[Parameters], int],
        title: str,
        *,
        recorded: bool = True,
        data: bool = True,
    ) -> None:
        self.dtype, self.size, self.title = dtype, size, title
        self.recorded, self.data = recorded, data

    def __get__(self, machine: Machine, owner: type[Machine]) -> MemoryView:
        return machine.backend.memory(self.name)


class Parameter(Part):
    """A number of the hardware configuration, fixed during a run."""

    def __get__(self, machine: Machine, owner: type[Machine]) -> int:
        return machine.backend.parameter(self.name)
