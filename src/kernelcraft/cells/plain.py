"""A platform whose tensors lie row-major in one memory: everything but the machine itself.

Whoever brings a machine of that kind describes it and its instructions, and says here what its
memory is called. What lies where, how values get there and back, and what a kernel must not write
follows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import ml_dtypes
import numpy as np

from kernelcraft.cells.protocol import (
    BoolArray,
    Breach,
    Constant,
    Detail,
    FloatArray,
    MemoryMap,
    Placement,
    Region,
    Tensor,
)
from kernelcraft.isa.assembler import assemble
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Manual, Page, instruction_manual
from kernelcraft.isa.program import Program
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.emit import Interpreter
from kernelcraft.sim.machine import Array, RegisterFile
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh, written

GUARD = 64  # elements after a tensor that nobody may write
SCRATCH = 1 << 14  # elements that are free
LARGE = 10  # garbage is 2 to this and a little more: large, and finite in every format


@dataclass(frozen=True)
class NumberFormat:
    """How a memory holds real numbers: the numpy type of a value and of the memory's elements.

    `significand` is the number of its bits, the hidden one included.
    """

    name: str
    value: np.dtype[np.generic]
    stored: np.dtype[np.generic]
    significand: int

    def encode(self, values: FloatArray) -> Array:
        """The elements that hold these values, each rounded once."""
        first = np.float32 if self.significand <= 24 else np.float64
        with np.errstate(all="ignore"):
            return values.astype(first).astype(self.value).view(self.stored)

    def decode(self, elements: Array) -> FloatArray:
        """The values that elements hold."""
        return elements.view(self.value).astype(np.float64)

    def rounded(self, values: FloatArray) -> FloatArray:
        """What is left of values that were stored."""
        return self.decode(self.encode(np.asarray(values, np.float64)))


FLOAT32 = NumberFormat("float32", np.dtype(np.float32), np.dtype(np.float32), 24)
BFLOAT16 = NumberFormat("bfloat16", np.dtype(ml_dtypes.bfloat16), np.dtype(np.uint16), 8)
FLOAT16 = NumberFormat("float16", np.dtype(np.float16), np.dtype(np.uint16), 11)


@dataclass(frozen=True)
class PlainRounding:
    """Every store rounds to the memory's format; products of matrices are summed in float32."""

    format: NumberFormat

    def vector(self, values: FloatArray, /) -> FloatArray:
        """Rounded to the format."""
        return self.format.rounded(values)

    scalar = cache = vector

    def matmul(self, a: FloatArray, b: FloatArray, /) -> FloatArray:
        """A product in float32."""
        product: FloatArray = np.matmul(a.astype(np.float32), b.astype(np.float32))
        return product.astype(np.float64)


@dataclass(frozen=True)
class PlainPlatform:
    """A machine with a memory for tensors, given by its instruction table and interpreter.

    memory: the name of that memory in the machine; size: the machine's parameter that says how
    many elements it has, which is as many as a cell needs. parameters: the others. format: of its
    elements. guides: pages of the manual that are written by hand. alignment: tensors begin at
    multiples of it, in elements.
    """

    name: str
    title: str
    isa: Isa
    interpreter: Interpreter
    memory: str
    size: str
    format: NumberFormat = FLOAT32
    guides: tuple[Page, ...] = ()
    parameters: Mapping[str, int] = field(default_factory=dict)
    alignment: int = 16
    version: str = "1"
    fidelity: str = "modelled, from its instruction table"
    compiler: str = "template"
    suffix: str = ".asm"
    ending: str = ""
    lacks: tuple[str, ...] = ()
    described: bool = True
    timed: str = "from the first instruction to the end of the last"
    waits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def causes(self) -> tuple[Cause, ...]:
        """What time goes to."""
        return self.interpreter.machine.causes

    def manual(self) -> Manual:
        """The guides, then a page per instruction."""
        return Manual((*self.prompt_sections(), *instruction_manual(self.isa).pages))

    def prompt_sections(self) -> Sequence[Page]:
        """The guides, and what holds for every plain memory."""
        memory = self._title
        rules = (
            f"Tensors lie row-major in {memory}, {self.format.name}, one element an address. "
            f"Inputs, constants and the {GUARD} elements after every tensor must not be written. "
            "What is not given is garbage when a kernel begins."
        )
        return (*self.guides, Page("Memory rules", rules))

    def instruction_section(self, detail: Detail) -> str:
        """The whole table."""
        return instruction_manual(self.isa).text()

    def assemble(self, text: str) -> Program:
        """Assemble a kernel; raises AssemblyError with every fault."""
        return assemble(self.isa, text)

    def place(
        self, inputs: Sequence[Tensor], output: Tensor, constants: Mapping[str, float]
    ) -> MemoryMap:
        """Inputs, constants, the output and free memory, one after the other."""
        end = 0
        placed: list[Placement] = []
        for tensor in (*inputs, output):
            size = math.prod(tensor.shape)
            region = Region(self.memory, end, end + size)
            placed.append(Placement(tensor, region, f"row-major, {self.format.name}"))
            end = self._aligned(region.end + GUARD)
        numbers = tuple(
            Constant(name, self.memory, end + index, self.constant(value))
            for index, (name, value) in enumerate(constants.items())
        )
        free = self._aligned(end + len(numbers))
        return MemoryMap(
            inputs=tuple(placed[:-1]),
            output=placed[-1],
            constants=numbers,
            scratch=(Region(self.memory, free, free + SCRATCH),),
            canaries=tuple(
                Region(self.memory, each.region.end, self._aligned(each.region.end + GUARD))
                for each in placed
            ),
            parameters={**self.parameters, self.size: free + SCRATCH},
        )

    def describe(self, memory_map: MemoryMap) -> str:
        """Where everything lies, a line each."""
        where = self._title
        lines = [
            f"- {each.tensor.name}: {where} {each.region.start} to {each.region.end - 1}"
            for each in (*memory_map.inputs, memory_map.output)
        ]
        lines += [
            f"- constant {each.name} = {each.value:g}: {where} {each.address}"
            for each in memory_map.constants
        ]
        free = memory_map.scratch[0]
        return "\n".join([*lines, f"- free: {where} {free.start} to {free.end - 1}"])

    def representable(self, tensor: Tensor, values: FloatArray) -> FloatArray:
        """The values rounded to the memory's format."""
        return self.format.rounded(values)

    def constant(self, value: float) -> float:
        """A constant rounded to the memory's format."""
        return float(self.format.rounded(np.array([value]))[0])

    def rounding(self) -> PlainRounding:
        """The roundings of a plain kernel."""
        return PlainRounding(self.format)

    def stage(
        self, memory_map: MemoryMap, inputs: Mapping[str, FloatArray], poison: int | None
    ) -> State:
        """A machine with inputs and constants in place, garbage in the rest, NaN in the output."""
        state = fresh(self.interpreter.machine, memory_map.parameters)
        memory = state[self.memory]
        if poison is not None:
            self._poison(state, np.random.default_rng(poison))
            region = memory_map.output.region
            memory[region.start : region.end] = self.format.encode(np.full(region.size, np.nan))
        for each in memory_map.inputs:
            values = self.format.encode(inputs[each.tensor.name].ravel())
            memory[each.region.start : each.region.end] = values
        for constant in memory_map.constants:
            memory[constant.address] = self.format.encode(np.array([constant.value]))[0]
        return state

    def _poison(self, state: State, rng: np.random.Generator) -> None:
        layout = self.interpreter.machine.layout
        for memory in layout.memories:
            elements = state[memory.name]
            if memory.name == self.memory or elements.dtype.kind == "f":
                sizes = rng.choice([-1.0, 1.0], len(elements)) * 2.0**LARGE
                noise = sizes * rng.uniform(1, 8, len(elements))
                plain = self.format if memory.name == self.memory else None
                elements[:] = plain.encode(noise) if plain else noise.astype(elements.dtype)
            elif memory.data:
                elements[:] = rng.integers(0, 256, elements.nbytes, np.uint8).view(elements.dtype)
        for part in layout.registers:
            if isinstance(part, RegisterFile):
                kept = [] if part.zero is None else [part.zero]
                registers = state[part.name]
                noise = rng.integers(1 << part.bits - 1, 1 << part.bits, len(registers), np.uint64)
                registers[:] = noise.astype(registers.dtype)
                registers[kept] = 0

    def run(
        self,
        program: Program,
        state: State,
        limits: Limits,
        *,
        stop_at: int | None = None,
        reference: bool = False,
    ) -> Run:
        """Run natively, or on the reference machine if asked or if nothing was compiled."""
        return execute(
            self.interpreter, program, state, limits, stop_at=stop_at, reference=reference
        )

    def second_opinion(self, program: Program, state: State, instructions: int) -> State | None:
        """There is none."""
        return None

    def disturbed(self, state: State) -> Iterator[tuple[str, State]]:
        """Nothing goes on beside the program."""
        return iter(())

    def read(self, placement: Placement, state: State) -> FloatArray:
        """A tensor's values in its own shape."""
        region = placement.region
        elements = state[region.memory][region.start : region.end]
        return self.format.decode(elements).reshape(placement.tensor.shape)

    def locate(self, placement: Placement, index: tuple[int, ...]) -> str:
        """The address of one element."""
        at = placement.address + int(np.ravel_multi_index(index, placement.tensor.shape))
        return f"{placement.region.memory}[{at}]"

    def unwritten(self, placement: Placement, before: State, after: State) -> BoolArray:
        """The elements that no instruction wrote."""
        region = placement.region
        records = after[written(region.memory)][region.start : region.end]
        return np.asarray(records == 0, np.bool_).reshape(placement.tensor.shape)

    def audit(self, memory_map: MemoryMap, before: State, after: State) -> list[Breach]:
        """Every input, constant and guard that was written, or changed."""
        where = self._title
        found = []
        for each in memory_map.inputs:
            at = _touched(each.region, before, after)
            if at is not None:
                found.append(Breach(f"input {each.tensor.name} was written at {where} {at}"))
        for constant in memory_map.constants:
            place = Region(self.memory, constant.address, constant.address + 1)
            if _touched(place, before, after) is not None:
                found.append(Breach(f"the constant {constant.name} was written"))
        for canary in memory_map.canaries:
            at = _touched(canary, before, after)
            if at is not None:
                found.append(Breach(f"{where} {at}, past the end of a tensor, was written"))
        return found

    @property
    def _title(self) -> str:
        memories = self.interpreter.machine.layout.memories
        return next(each.title for each in memories if each.name == self.memory)

    def _aligned(self, address: int) -> int:
        return -(-address // self.alignment) * self.alignment


def _touched(region: Region, before: State, after: State) -> int | None:
    """The first address of a region that was written, even with the same value, or that changed."""
    part = slice(region.start, region.end)
    touched = after[written(region.memory)][part] != 0
    if not touched.any():
        touched = before[region.memory][part].view("u1") != after[region.memory][part].view("u1")
        touched = touched.reshape(region.size, -1).any(axis=1)
    return region.start + int(np.argmax(touched)) if touched.any() else None
