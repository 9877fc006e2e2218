"""What a machine consists of, declared once and seen by every instruction body."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, ClassVar, NoReturn, Protocol

from kernelcraft.sim.activity import Activity, sequential, slots
from kernelcraft.sim.cause import Cause, covering
from kernelcraft.sim.parts import (
    Array,
    Lanes,
    Memory,
    MemoryView,
    Parameter,
    Parameters,
    Part,
    Pipeline,
    RegisterFile,
    Registers,
    Scalar,
)

if TYPE_CHECKING:
    from kernelcraft.isa.instruction import Instruction
    from kernelcraft.sim.run import Run

__all__ = [
    "Array",
    "Backend",
    "Layout",
    "Machine",
    "Memory",
    "MemoryView",
    "Parameter",
    "Parameters",
    "RegisterFile",
    "Registers",
    "Scalar",
]


class Backend(Protocol):
    """Who answers when a body touches the machine: the reference machine or the C emitter."""

    @property
    def pc(self) -> int: ...
    @property
    def instructions(self) -> int: ...
    @property
    def cycles(self) -> int: ...

    def watch(self, instructions: int) -> None: ...
    @property
    def pipeline(self) -> Pipeline | None: ...

    def registers(self, name: str) -> Registers: ...
    def memory(self, name: str) -> MemoryView: ...
    def parameter(self, name: str) -> int: ...
    def check(self, condition: bool, template: str, values: Mapping[str, int]) -> None: ...
    def spend(self, cycles: int, reason: str) -> None: ...
    def charge(self, cycles: int, reason: int) -> None: ...
    def jump(self, target: int, after: int) -> None: ...
    def halt(self, after: int) -> None: ...
    def leave(self) -> NoReturn: ...


@dataclass(frozen=True)
class Followed:
    """A word of the machine that a trace has as it is after each bundle: an element of a part."""

    part: str
    index: int


@dataclass(frozen=True)
class Layout:
    """The declared parts of a machine, in order."""

    registers: tuple[RegisterFile | Scalar, ...]
    lanes: tuple[Lanes, ...]
    memories: tuple[Memory, ...]
    parameters: tuple[str, ...]
    names: frozenset[str]  # of all parts

    @property
    def delayed(self) -> tuple[RegisterFile | Lanes, ...]:
        """The parts of which values can be under way."""
        files = (part for part in self.registers if isinstance(part, RegisterFile))
        return (*(part for part in files if part.delayed), *self.lanes)

    def spoken(self, values: Mapping[str, int]) -> dict[str, int | str]:
        """The values of a sentence; one named like a delayed part is a number in it."""
        titles = {part.name: part for part in self.delayed}
        return {
            name: titles[name].title(value) if name in titles else value
            for name, value in values.items()
        }


class Machine:
    """The base of every machine: bodies receive an instance, bound to a backend.

    A subclass declares its parts as class attributes, adds helpers that bodies share, and says in
    `issue` (and `end_bundle`) how time passes.
    """

    title: ClassVar[str] = "machine"
    reasons: ClassVar[tuple[str, ...]] = ("execute",)  # where cycles can go, for the profile
    causes: ClassVar[tuple[Cause, ...]] = ()  # what a what-if run can make free
    bundled: ClassVar[bool] = False  # several operations share a cycle
    idle: ClassVar[frozenset[str]] = frozenset()  # mnemonics of operations that do nothing
    stages: ClassVar[int] = 0  # the latest stage at which an instruction may still do something
    bypasses: ClassVar[tuple[str, ...]] = ()  # the paths around registers, by name
    ports: ClassVar[tuple[str, ...]] = ()  # what one value may pass in a cycle, by name
    followed: ClassVar[tuple[Followed, ...]] = ()  # what a trace has of each bundle
    symbolic: ClassVar[str | None] = None  # the module that says what routines do to expressions
    watchdog: ClassVar[str] = "the watchdog stopped the run"  # filled with the parameters
    layout: ClassVar[Layout]

    free = Parameter()  # bit i: causes[i] takes no time; 0 unless a what-if run says otherwise

    def __init_subclass__(cls) -> None:
        parts = [vars(base)[name] for base in reversed(cls.__mro__) for name in vars(base)]
        cls.layout = Layout(
            registers=tuple(p for p in parts if isinstance(p, RegisterFile | Scalar)),
            lanes=tuple(p for p in parts if isinstance(p, Lanes)),
            memories=tuple(p for p in parts if isinstance(p, Memory)),
            parameters=tuple(p.name for p in parts if isinstance(p, Parameter)),
            names=frozenset(p.name for p in parts if isinstance(p, Part)),
        )

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.instruction: Instruction | None = None  # whose time passes; None at a bundle's end
        self.operands: Mapping[str, int] = {}  # its operands: registers are indices
        self._covering = cache(partial(covering, self.causes))

    @classmethod
    def activity(cls, run: Run) -> Activity:
        """What the units did when, of the bundles in the trace of a run of such a machine.

        A machine whose instructions overlap says it from the words that it follows.
        """
        return slots(run, cls.idle) if cls.bundled else sequential(run)

    @classmethod
    def depth(cls) -> int:
        """Bundles after which nothing is under way any more."""
        return max([cls.stages, *(part.delayed for part in cls.layout.delayed)])

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

    @property
    def pipeline(self) -> Pipeline:
        """Values under way; only machines without interlocks have them."""
        found = self.backend.pipeline
        assert found is not None, "this backend knows of no values under way"
        return found

    @property
    def pending(self) -> int:
        """Bundles until a delayed jump is taken, this one included; 0 when none is under way."""
        return self.pipeline.pending

    def halt(self, after: int = 0) -> None:
        """End the program after this bundle and `after` more."""
        self.backend.halt(after)

    def later(self, stage: int, **values: int) -> None:
        """Go on with what the instruction does at `stage`, which takes `values` and operands.

        It happens at the end of the bundle that is issued stage - 1 bundles after this one.
        """
        self.pipeline.later(stage, values)

    def claim(self, port: str, stage: int) -> None:
        """Fault if something else passes `port` when this operation has reached `stage`."""
        self.pipeline.claim(port, stage)

    def leave(self) -> NoReturn:
        """Do nothing of the rest of this body but what `left` says, then go on."""
        self.backend.leave()

    def left(self) -> None:
        """What happens after a body was left, on its way to the next operation."""

    def issue(self, instruction: Instruction, latency: int) -> None:
        """Let the time of one operation pass, before its body runs; strictly sequential here."""
        self.spend(latency, "execute")

    def retire(self, instruction: Instruction) -> None:
        """Let time pass that depends on what an operation did, once its body is done."""

    def end_bundle(self) -> None:
        """Let the time of one bundle pass, after its operations (bundled machines only)."""

    def drain(self) -> None:
        """As `end_bundle` for a cycle after the end, in which only late work is done."""
