"""A platform whose assembler and simulator are commands; the rest is as of any other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from kernelcraft.cells.plain import FLOAT32, NumberFormat, PlainRounding
from kernelcraft.cells.protocol import (
    BoolArray,
    Breach,
    Constant,
    Detail,
    FloatArray,
    MemoryMap,
    Placement,
    Region,
    Rounding,
    Tensor,
)
from kernelcraft.cells.row_major import RowMajor
from kernelcraft.external import job
from kernelcraft.external.confinement import Ending
from kernelcraft.external.job import Answer, Broken, Folder, Tool
from kernelcraft.external.manual import Written
from kernelcraft.external.program import Assembled, Assembler, program
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Manual, Page
from kernelcraft.isa.program import Program
from kernelcraft.sim.activity import Activity
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.machine import Array, Machine, Memory, Parameter
from kernelcraft.sim.run import NOWHERE, Fault, Limits, Profile, Run
from kernelcraft.sim.state import State, fresh

GUARD: Final = 64  # bytes after a tensor that nobody may write
SCRATCH: Final = 1 << 14  # bytes that are free


NO_TIMES: Final = (
    "its simulator is a program of its own: it says how often each line ran and how many cycles "
    "it took at most, not when single instructions were issued or done"
)


class Outside(Machine):
    """What is known of a machine that others simulate: the bytes of its memory."""

    title = "external machine"
    contents = Memory("uint8", lambda p: p["bytes"], "memory", recorded=False)
    bytes = Parameter()

    @classmethod
    def activity(cls, run: Run) -> Activity:
        """What others simulate is only known in sums."""
        return Activity(missing=NO_TIMES)


@dataclass(frozen=True)
class ExternalPlatform:
    """A machine by four things: manual, assembler, simulator, and the memory where tensors lie.

    The memory begins at `start` and has `size` bytes at most; a cell gets as many as it needs.
    Nobody may write the `guard` bytes after a tensor, of which the output has one at least.
    `fidelity` is "functional" for a simulator that knows no cycles, else how far they can be
    trusted; `timed` says from where to where they count. `answer` reads what a simulator leaves.
    """

    name: str
    title: str
    here: Path
    assembler: Assembler
    simulator: Tool
    start: int = 0
    size: int = 1 << 20
    memory: str = "memory"
    manual_file: str = "manual.md"
    format: NumberFormat = FLOAT32
    version: str = "0.1.0"
    fidelity: str = "functional"
    timed: str = ""
    compiler: str = "compiler"
    suffix: str = ".s"
    ending: str = ""
    lacks: tuple[str, ...] = ()
    alignment: int = 64
    output_alignment: int = 64
    guard: int = GUARD
    answer: Callable[[Folder, Ending], Answer] = job.answer_of_file
    causes: tuple[Cause, ...] = ()
    waits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    described: bool = False

    @cached_property
    def written(self) -> Written:
        """The manual as it was written."""
        return Written((self.here / self.manual_file).read_text(encoding="utf-8"))

    @cached_property
    def isa(self) -> Isa:
        """The instructions that the manual has pages of, by name."""
        return self.written.table(self.name)

    @property
    def rows(self) -> RowMajor:
        """How tensors lie."""
        return RowMajor(
            self.memory,
            self.start,
            self.start + self.size,
            self.alignment,
            self.output_alignment,
            self.guard,
            self.format,
        )

    @property
    def tools(self) -> tuple[Tool, ...]:
        """All commands: the assembler's, then the simulator."""
        return (*self.assembler.tools, self.simulator)

    def manual(self) -> Manual:
        """All pages of the manual."""
        return self.written.manual()

    def prompt_sections(self) -> Sequence[Page]:
        """The manual's guides, and what holds for the memory."""
        rules = (
            f"Tensors lie row-major and little-endian in {self.memory}. Inputs and the "
            f"{self.guard} bytes after every tensor must not be written. What is not given is "
            "garbage when a kernel begins. "
            f"Directives: {', '.join(self.assembler.language.directives) or 'none'}."
        )
        return (*self.written.guides, Page("Memory rules", rules))

    def instruction_section(self, detail: Detail) -> str:
        """Each instruction on a line, or every page."""
        if detail == "compact":
            return self.written.compact()
        return Manual(self.written.instructions).text()

    def assemble(self, text: str) -> Program:
        """Check a kernel, and let the designer's assembler make a program of it."""
        return program(self.isa, self.assembler, self.here, text)

    def place(
        self, inputs: Sequence[Tensor], output: Tensor, constants: Mapping[str, float]
    ) -> MemoryMap:
        """Inputs, the output, constants and free memory, one after the other."""
        placements, result = self.rows.place(inputs, output)
        end = self._aligned(result.region.end + max(self.guard, 1))
        numbers = tuple(
            Constant(name, self.memory, end + 4 * index, self.constant(value))
            for index, (name, value) in enumerate(constants.items())
        )
        free = self._aligned(end + 4 * len(numbers))
        return MemoryMap(
            inputs=placements,
            output=result,
            constants=numbers,
            scratch=(Region(self.memory, free, free + SCRATCH),),
            canaries=(
                *self.rows.between((*placements, result)),
                Region(self.memory, result.region.end, end),
            ),
            parameters={"bytes": free + SCRATCH - self.start},
        )

    def describe(self, memory_map: MemoryMap) -> str:
        """Where everything lies, a line each."""
        lines = [
            f"- {each.tensor.name}: {each.region.start:#x} to {each.region.end - 1:#x}, "
            f"{each.layout}"
            for each in (*memory_map.inputs, memory_map.output)
        ]
        lines += [
            f"- constant {each.name} = {each.value:g}: {each.address:#x}"
            for each in memory_map.constants
        ]
        free = memory_map.scratch[0]
        return "\n".join([*lines, f"- free: {free.start:#x} to {free.end - 1:#x}"])

    def representable(self, tensor: Tensor, values: FloatArray) -> FloatArray:
        """What is left of values that were stored."""
        return self.rows.representable(tensor, values)

    def constant(self, value: float) -> float:
        """A constant as the memory holds it: 4 bytes, float32."""
        return float(np.float32(value))

    def rounding(self) -> Rounding:
        """Every store rounds to the memory's format."""
        return PlainRounding(self.format)

    def stage(
        self, memory_map: MemoryMap, inputs: Mapping[str, FloatArray], poison: int | None
    ) -> State:
        """The memory with inputs and constants in place, else random bytes or zeros."""
        state = fresh(Outside, memory_map.parameters)
        if poison is not None:
            contents = state["contents"]
            contents[:] = np.random.default_rng(poison).integers(0, 256, len(contents), np.uint8)
        for placement in memory_map.inputs:
            tensor = placement.tensor
            self._view(placement.region, state)[:] = self.rows.encode(tensor, inputs[tensor.name])
        for constant in memory_map.constants:
            place = Region(self.memory, constant.address, constant.address + 4)
            self._view(place, state)[:] = np.array([constant.value], np.float32).view(np.uint8)
        return state

    def run(
        self,
        program: Program,
        state: State,
        limits: Limits,
        *,
        stop_at: int | None = None,
        reference: bool = False,
    ) -> Run:
        """One process of the simulator, which cannot be stopped in between."""
        assert isinstance(program, Assembled)
        if stop_at is not None:
            whole = Answer(fault="only the simulator's own process could stop here")
            return _run(program, state, limits, whole)
        before = state["contents"].tobytes()
        try:
            answer, after = job.simulate(
                self.simulator,
                self.here,
                program.binary,
                (self.start, before),
                limits.instructions,
                self.answer,
            )
        except Broken as error:
            answer, after = Answer(fault=str(error)), before
        state["contents"][:] = np.frombuffer(after, np.uint8)
        return _run(program, state, limits, answer)

    def second_opinion(self, program: Program, state: State, instructions: int) -> State | None:
        """There is none."""
        return None

    def disturbed(self, state: State) -> Iterator[tuple[str, State]]:
        """Nothing goes on beside the program."""
        return iter(())

    def read(self, placement: Placement, state: State) -> FloatArray:
        """A tensor's values in its own shape."""
        return self.rows.decode(placement, self._view(placement.region, state))

    def locate(self, placement: Placement, index: tuple[int, ...]) -> str:
        """The address of an element."""
        return f"{self.rows.locate(placement, index):#x}"

    def unwritten(self, placement: Placement, before: State, after: State) -> BoolArray:
        """The elements that are what they were before the run."""
        return self.rows.unwritten(placement, before, after, self._view)

    def audit(self, memory_map: MemoryMap, before: State, after: State) -> list[Breach]:
        """Changed inputs, and writes beside the tensors."""
        return self.rows.audit(memory_map, before, after, self._view)

    def _view(self, region: Region, state: State) -> Array:
        return state["contents"][region.start - self.start : region.end - self.start]

    def _aligned(self, address: int) -> int:
        return -(-address // self.alignment) * self.alignment


def _run(program: Program, state: State, limits: Limits, answer: Answer) -> Run:
    """The answer as a run of ours."""
    fault = None
    instructions, cycles = answer.instructions or 0, answer.cycles or 0
    if answer.fault is not None:
        text = program.source.splitlines()
        shown = text[answer.line - 1].strip()[:80] if 0 < answer.line <= len(text) else "the kernel"
        kind = "instruction budget" if answer.limit else "machine"
        fault = Fault(answer.line, shown, answer.fault, kind)
    elif cycles > limits.cycles:
        over = f"it took {cycles:,} cycles, over its budget of {limits.cycles:,}"
        fault = Fault(0, "the kernel", over, "cycle budget")
    return Run(cycles, instructions, fault, None, _profile(program, answer), state)


def _profile(program: Program, answer: Answer) -> Profile:
    """What is known of each line, at its first statement."""
    count = len(program.ops)
    executions, cycles = np.zeros(count, np.int64), np.zeros((count, 1), np.int64)
    first = {line: at for at, line in reversed(list(enumerate(program.lines.tolist())))}
    for line, (times, spent) in answer.lines.items():
        if line in first:
            executions[first[line]], cycles[first[line], 0] = times, spent
    return Profile(program, Outside.reasons, executions, cycles, np.full(count, NOWHERE, np.int64))
