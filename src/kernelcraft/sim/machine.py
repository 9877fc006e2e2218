"""What a machine consists of, declared once and seen by every instruction body."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, ClassVar, NoReturn, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from kernelcraft.sim.cause import Cause, covering

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction

Array = npt.NDArray[np.generic]
Parameters = Mapping[str, int]
Self = TypeVar("Self")

UNSIGNED = {8: "uint8", 16: "uint16", 32: "uint32", 64: "uint64"}


class Registers(Protocol):
    """A register file as a body sees it: unsigned values of the file's width."""

    def __getitem__(self, index: int) -> int: ...
    def __setitem__(self, index: int, value: int) -> None: ...


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


class Backend(Protocol):
    """Who answers when a body touches the machine: the reference machine or the C emitter."""

    @property
    def pc(self) -> int: ...
    @property
    def instructions(self) -> int: ...
    @property
    def cycles(self) -> int: ...

    def watch(self, instructions: int) -> None: ...
    def registers(self, name: str) -> Registers: ...
    def memory(self, name: str) -> MemoryView: ...
    def parameter(self, name: str) -> int: ...
    def check(self, condition: bool, template: str, values: Mapping[str, int]) -> None: ...
    def spend(self, cycles: int, reason: str) -> None: ...
    def charge(self, cycles: int, reason: int) -> None: ...
    def jump(self, target: int, after: int) -> None: ...
    def halt(self) -> None: ...
    def leave(self) -> NoReturn: ...


class Part:
    """A declared part of a machine; it learns its own name from the class that holds it."""

    name: str

    def __set_name__(self, owner: type[Machine], name: str) -> None:
        self.name = name


class RegisterFile(Part):
    """`count` unsigned registers of `bits` bits; register `zero` reads 0 and ignores writes.

    With `delayed` = n a write becomes visible `latency` bundles after its own (latency < n): the
    exposed pipeline of a machine without interlocks.
    """

    def __init__(
        self, count: int, bits: int, *, zero: int | None = None, reset: int = 0, delayed: int = 0
    ) -> None:
        self.count, self.bits, self.zero, self.reset = count, bits, zero, reset
        self.delayed = delayed

    @property
    def dtype(self) -> str:
        """The numpy type of one register."""
        return UNSIGNED[self.bits]

    def __get__(self, machine: Machine, owner: type[Machine]) -> Registers:
        return machine.backend.registers(self.name)


class Scalar(Part):
    """One unsigned register with a name of its own."""

    def __init__(self, bits: int, *, reset: int = 0) -> None:
        self.bits, self.reset = bits, reset
        self.count, self.zero, self.delayed = 1, None, 0

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


@dataclass(frozen=True)
class Layout:
    """The declared parts of a machine, in order."""

    registers: tuple[RegisterFile | Scalar, ...]
    memories: tuple[Memory, ...]
    parameters: tuple[str, ...]


class Machine:
    """The base of every machine: bodies receive an instance, bound to a backend.

    A subclass declares its parts as class attributes, adds helpers that bodies share, and says in
    `issue` (and `end_bundle`) how time passes.
    """

    title: ClassVar[str] = "machine"
    reasons: ClassVar[tuple[str, ...]] = ("execute",)  # where cycles can go, for the profile
    causes: ClassVar[tuple[Cause, ...]] = ()  # what a what-if run can make free
    bundled: ClassVar[bool] = False  # several operations share a cycle
    watchdog: ClassVar[str] = "the watchdog stopped the run"  # filled with the parameters
    layout: ClassVar[Layout]

    free = Parameter()  # bit i: causes[i] takes no time; 0 unless a what-if run says otherwise

    def __init_subclass__(cls) -> None:
        parts = [vars(base)[name] for base in reversed(cls.__mro__) for name in vars(base)]
        cls.layout = Layout(
            registers=tuple(p for p in parts if isinstance(p, RegisterFile | Scalar)),
            memories=tuple(p for p in parts if isinstance(p, Memory)),
            parameters=tuple(p.name for p in parts if isinstance(p, Parameter)),
        )

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.instruction: Instruction | None = None  # whose time passes; None at a bundle's end
        self.operands: Mapping[str, int] = {}  # its operands: registers are indices
        self._covering = cache(partial(covering, self.causes))

    @property
    def pc(self) -> int:
        """Index of the operation that is being executed."""
        return self.backend.pc

    @property
    def instructions(self) -> int:
        """Bundles begun so far, this one included."""
        return self.backend.instructions

    @property
    def cycles(self) -> int:
        """Cycles spent so far."""
        return self.backend.cycles

    def watch(self, instructions: int) -> None:
        """Let the run stop with a fault when this many bundles have begun."""
        self.backend.watch(instructions)

    def check(self, condition: bool, template: str, **values: int) -> None:
        """Fault with the sentence `template` (filled with `values`) unless `condition` holds."""
        self.backend.check(condition, template, values)

    def spend(self, cycles: int, reason: str) -> None:
        """Let `cycles` pass, charged to the operation's line under `reason`, unless it is free."""
        self.backend.spend(cycles * self.paid(reason), reason)

    def charge(self, cycles: int, reason: int) -> None:
        """As `spend` for a machine that finds out why time passes only then: reasons[reason].

        Nothing is free here: what finds the cycles also finds out whether they are.
        """
        self.backend.charge(cycles, reason)

    def paid(self, reason: str) -> int:
        """1, or 0 while a cause of what the operation spends for `reason` is free.

        `spend` asks by itself. A machine whose operations overlap also multiplies what it keeps for
        later with it: the cycle in which a result is ready, or a unit.
        """
        causes = self._covering(self.instruction, reason)
        return (self.free & causes) == 0 if causes else 1

    def jump(self, target: int, after: int = 0) -> None:
        """Continue at operation `target`, after `after` more bundles (delay slots)."""
        self.backend.jump(target, after)

    def halt(self) -> None:
        """End the program after this bundle."""
        self.backend.halt()

    def leave(self) -> NoReturn:
        """Do nothing of the rest of this body but what `left` says, then go on."""
        self.backend.leave()

    def left(self) -> None:
        """What happens after a body was left, on its way to the next operation."""

    def issue(self, instruction: Instruction, latency: int) -> None:
        """Let the time of one operation pass, before its body runs; strictly sequential here."""
        self.spend(latency, "execute")

    def end_bundle(self) -> None:
        """Let the time of one bundle pass, after its operations (bundled machines only)."""
