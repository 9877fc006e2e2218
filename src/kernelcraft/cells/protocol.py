"""What a platform is: an instruction set, a machine, memories with places for tensors, a manual.

A platform knows tensors, not tasks: it places them, stages their values in the formats its
memories hold, runs programs on them and reads the output back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from kernelcraft.isa.isa import Isa
    from kernelcraft.isa.manual import Manual, Page
    from kernelcraft.isa.program import Program
    from kernelcraft.sim.cause import Cause
    from kernelcraft.sim.run import Limits, Run
    from kernelcraft.sim.state import State

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
Element = Literal["float", "int8", "uint8", "int16", "uint16", "int32", "uint32"]
"""What a tensor's elements are; "float" in whatever format the platform's memories have."""
Part = Literal["left", "right", "right transposed", "product"]
"""What the last two axes are to a product of matrices, for machines that have it in tiles."""
Detail = Literal["compact", "full"]
"""How much of the instruction set a prompt holds."""


class NotInstalled(Exception):
    """A program that the platform needs is not on this machine: no kernel's fault; a sentence."""


class PlacementError(ValueError):
    """The tensors do not fit the machine; the message says which memory is too small."""


@dataclass(frozen=True)
class Tensor:
    """A named operand of a kernel; a "cache" holds keys or values of an attention.

    `axes` are the names of the axes that `shape` has the sizes of. `uses` are, for a kernel that
    takes rows block by block, the pass and the place in it of each use; see `tasks.task.Passes`.
    """

    name: str
    shape: tuple[int, ...]
    role: Literal["activation", "weight", "cache"]
    element: Element = "float"
    part: Part | None = None
    axes: tuple[str, ...] = ()
    uses: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Region:
    """What lies at `start` to `end` - 1 of a memory, in that memory's own addresses."""

    memory: str
    start: int
    end: int

    @property
    def size(self) -> int:
        """Number of addresses: elements or bytes."""
        return self.end - self.start


@dataclass(frozen=True)
class Placement:
    """Where a tensor lies: its region with padding, how its elements are arranged, and named
    numbers a kernel needs (byte offsets of scale sections, row strides)."""

    tensor: Tensor
    region: Region
    layout: str
    details: tuple[tuple[str, int], ...] = ()

    @property
    def address(self) -> int:
        """First element of the tensor."""
        return self.region.start

    def detail(self, name: str) -> int:
        """One of the named numbers."""
        return dict(self.details)[name]


@dataclass(frozen=True)
class Constant:
    """A number a kernel finds ready in memory, as the machine holds it."""

    name: str
    memory: str
    address: int
    value: float


@dataclass(frozen=True)
class Stream:
    """A tensor that comes or goes while a kernel runs: by two buffers, piece by piece, or at once.

    A piece has `piece` bytes of a panel of `rows` by `columns` elements; the tensor has `pieces` of
    them. They alternate between the `buffers`; a single one has the whole tensor. `free` and `full`
    are locks that count buffers, one for each equal part of a piece, and `arguments` the offsets in
    the argument block at which the buffers' addresses stand.
    """

    tensor: Tensor
    inbound: bool
    rows: int
    columns: int
    piece: int
    pieces: int
    buffers: tuple[int, ...]
    free: tuple[int, ...]
    full: tuple[int, ...]
    arguments: tuple[int, ...]

    @property
    def whole(self) -> bool:
        """Whether it comes or goes at once."""
        return len(self.buffers) == 1


@dataclass(frozen=True)
class Transfer:
    """A row of a streaming plan: the next `pieces` pieces of a tensor, after the last the first.

    Rows of one direction follow one another; those of the same round do so `times` times.
    """

    inbound: bool
    round: int
    times: int
    tensor: str
    pieces: int


@dataclass(frozen=True)
class Spill:
    """A queue of up to `blocks` blocks outside of a kernel's memory, which go and come by a buffer.

    A kernel gives the lock `send` when the buffer is full, and takes `sent` before it writes there
    again; it gives `ask`, and takes `came` when the buffer has the block that went first.
    """

    buffer: int
    size: int
    blocks: int
    send: int
    sent: int
    ask: int
    came: int


@dataclass(frozen=True)
class Breach:
    """A store where none may go: what was written and its first address, as a sentence."""

    message: str

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True)
class MemoryMap:
    """Where everything of one cell lies. `canaries` lie after every tensor; `parameters` are the
    machine's parameters for this cell (its memories are as large as the cell needs).

    Operands that are not in place before a kernel begins are `streams`, which come and go as the
    `plan` says; both are empty where all operands are resident. `operands` is "resident" or
    "streamed" where a platform has cells of both kinds: their cycles are not compared. What a
    kernel has no room for between its steps may go to a `spill`."""

    inputs: tuple[Placement, ...]
    output: Placement
    constants: tuple[Constant, ...]
    scratch: tuple[Region, ...]
    canaries: tuple[Region, ...]
    parameters: Mapping[str, int]
    operands: Literal["", "resident", "streamed"] = ""
    streams: tuple[Stream, ...] = ()
    plan: tuple[Transfer, ...] = ()
    spill: Spill | None = None

    @property
    def streamed(self) -> bool:
        """Whether operands come and go while a kernel runs."""
        return bool(self.streams)

    def stream(self, name: str) -> Stream | None:
        """How a tensor comes or goes; None for a resident one."""
        return next((each for each in self.streams if each.tensor.name == name), None)

    def input(self, name: str) -> Placement:
        """The placement of an input."""
        return next(p for p in self.inputs if p.tensor.name == name)

    def constant(self, name: str) -> Constant:
        """A constant by name."""
        return next(c for c in self.constants if c.name == name)


class Rounding(Protocol):
    """How a machine rounds; the noise model of a task calls it wherever a kernel would store."""

    def vector(self, values: FloatArray) -> FloatArray:
        """Values as vector memory holds them."""

    def scalar(self, values: FloatArray) -> FloatArray:
        """Values as a scalar register holds them."""

    def matmul(self, a: FloatArray, b: FloatArray) -> FloatArray:
        """A product with the machine's accumulation, before it is stored."""

    def cache(self, values: FloatArray) -> FloatArray:
        """Keys or values as a kernel reads them back that stored them in memory."""


class Platform(Protocol):
    """One accelerator; every member is pure but `stage` and `run`, which make and change states."""

    @property
    def name(self) -> str:
        """The folder's name, which is the platform's id."""

    @property
    def title(self) -> str:
        """The name as people write it."""

    @property
    def version(self) -> str:
        """Changes with every change of a cycle number, a format or the ISA."""

    @property
    def fidelity(self) -> str:
        """How close the machine's timing is to the real one, in a few words."""

    @property
    def compiler(self) -> str:
        """What writes its baseline, as prompts and results call it: compiler, or template."""

    @property
    def suffix(self) -> str:
        """Of the files that kernels are kept in, such as ".s"."""

    @property
    def ending(self) -> str:
        """The lines that end a kernel after any other; none where it ends after its last line."""

    @property
    def described(self) -> bool:
        """Whether its instructions have a meaning here; else a simulator of others knows it."""

    @property
    def lacks(self) -> tuple[str, ...]:
        """Instructions that tasks know a way around (`Task.without`)."""

    @property
    def timed(self) -> str:
        """From where to where the cycles of a kernel count, in a sentence; "" without cycles."""

    @property
    def isa(self) -> Isa:
        """The instruction table."""

    @property
    def causes(self) -> tuple[Cause, ...]:
        """What time goes to; `run` makes free what the state says (`State.freeing`)."""

    @property
    def waits(self) -> Mapping[str, tuple[str, ...]]:
        """By reason of the profile: the units whose earlier work such a cycle waits for."""

    def manual(self) -> Manual:
        """All pages an agent may read: instructions, hardware, memories, guidance."""

    def prompt_sections(self) -> Sequence[Page]:
        """Hardware configuration, memory rules and guidance, for the prompt."""

    def instruction_section(self, detail: Detail) -> str:
        """The instructions as a prompt shows them; `grep_docs` finds the rest."""

    def assemble(self, text: str) -> Program:
        """Assemble and check a kernel; raises AssemblyError with every fault."""

    def place(
        self, inputs: Sequence[Tensor], output: Tensor, constants: Mapping[str, float]
    ) -> MemoryMap:
        """Give every tensor and constant its place; raises PlacementError for want of room."""

    def describe(self, memory_map: MemoryMap) -> str:
        """The memory map as text for the task message."""

    def representable(self, tensor: Tensor, values: FloatArray) -> FloatArray:
        """The values memory really holds after `values` were stored as `tensor`."""

    def constant(self, value: float) -> float:
        """A constant as the machine holds it."""

    def rounding(self) -> Rounding:
        """The roundings of a plain kernel on this machine."""

    def stage(
        self, memory_map: MemoryMap, inputs: Mapping[str, FloatArray], poison: int | None
    ) -> State:
        """A machine before the run: inputs and constants in place; every other element is garbage
        drawn from the seed `poison` (NaN in the output), or zero for None."""

    def run(
        self,
        program: Program,
        state: State,
        limits: Limits,
        *,
        stop_at: int | None = None,
        reference: bool = False,
    ) -> Run:
        """Run a program, changing `state`; a bad kernel gives a fault, never an exception.

        It stops before the operation `stop_at`, if it gets there.
        """

    def second_opinion(self, program: Program, state: State, instructions: int) -> State | None:
        """The memories after a run of `instructions`, by a model of the machine's data flow that
        shares no routine with it; None where there is none, or where it would take too long.

        `state` is the machine before the run and stays as it is.
        """

    def disturbed(self, state: State) -> Iterator[tuple[str, State]]:
        """Copies that differ in what no output may depend on, each with what is different then."""

    def read(self, placement: Placement, state: State) -> FloatArray:
        """A tensor's values after a run, in the tensor's own shape."""

    def locate(self, placement: Placement, index: tuple[int, ...]) -> str:
        """Where one element of a tensor lies, as the manual writes places."""

    def unwritten(self, placement: Placement, before: State, after: State) -> BoolArray:
        """The elements of a tensor, in its shape, that hold what was there before the run because
        the program did not write them (or, where writes are not recorded, wrote the same)."""

    def audit(self, memory_map: MemoryMap, before: State, after: State) -> list[Breach]:
        """Every input that changed and every canary that died."""
