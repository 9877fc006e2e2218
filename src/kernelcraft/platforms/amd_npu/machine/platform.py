"""The AIE2 core as a platform: instruction table, machine and memory map behind one protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from kernelcraft.cells.protocol import (
    BoolArray,
    Breach,
    Detail,
    FloatArray,
    MemoryMap,
    Placement,
    Tensor,
)
from kernelcraft.cells.variants.shapes import Shapes
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Manual, Page, instruction_manual
from kernelcraft.isa.program import Program
from kernelcraft.platforms.amd_npu.machine import memory_map as memories
from kernelcraft.platforms.amd_npu.machine.assembly import assemble_kernel
from kernelcraft.platforms.amd_npu.machine.cell_pages import (
    arguments,
    describe,
    offered,
    plans,
    streaming,
)
from kernelcraft.platforms.amd_npu.machine.column_state import load_own_plan, other_paces
from kernelcraft.platforms.amd_npu.machine.instructions import aie2
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.loading import load_program
from kernelcraft.platforms.amd_npu.machine.pages import compact_table, guides
from kernelcraft.platforms.amd_npu.machine.state import DELAY_SLOTS, AmdNpu
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run, not_begun
from kernelcraft.sim.state import State


class AmdNpuRounding:
    """A kernel that sets crRnd = 12: bfloat16 in memory and vectors, float32 in accumulators.

    A row's own numbers, such as its mean, are lanes of accumulators or scalar registers: 32 bits.
    """

    def vector(self, values: FloatArray, /) -> FloatArray:
        """Rounded through float32 to the nearest bfloat16, halves to even."""
        return memories.stored(values)

    def scalar(self, values: FloatArray, /) -> FloatArray:
        """Rounded to float32."""
        return values.astype(np.float32).astype(np.float64)

    def matmul(self, a: FloatArray, b: FloatArray, /) -> FloatArray:
        """A product in float32; what aligned sums lose more is below what bfloat16 can show."""
        return self.scalar(np.asarray(np.matmul(a, b), np.float64))

    def cache(self, values: FloatArray, /) -> FloatArray:
        """Keys and values are stored as bfloat16."""
        return self.vector(values)


@dataclass(frozen=True)
class AmdNpuPlatform:
    """One AIE2 core with the memories that it reaches."""

    name: str = "amd_npu"
    isa: Isa = aie2
    title: str = "AMD NPU (one AIE2 core)"
    version: str = "AIE2-1"
    compiler: str = "template"  # our own: no compiler of AMD's is behind it
    lacks: tuple[str, ...] = ()
    described: bool = True
    timed: str = (
        "from the first bundle to the last delay slot of ret lr; "
        "bringing resident operands into data memory is not counted; a streamed cell begins with "
        "its first transfer from DDR and ends when the last word of its output is there"
    )
    suffix: str = ".s"
    ending: str = "nop\n" * DELAY_SLOTS + "ret lr" + "\nnop" * DELAY_SLOTS
    fidelity: str = (
        "bundle by bundle, after the public compiler's tables; what does not fit comes through one "
        "column of the array, at measured rates; host dispatch excluded"
    )

    @property
    def causes(self) -> tuple[Cause, ...]:
        """What time goes to."""
        return AmdNpu.causes

    @property
    def waits(self) -> Mapping[str, tuple[str, ...]]:
        """Nothing: the machine waits for no value."""
        return {}

    def manual(self) -> Manual:
        """Guides first, then a page of each instruction form."""
        pages = (*self.prompt_sections(), streaming(), plans(), *instruction_manual(self.isa).pages)
        return Manual(pages)

    def prompt_sections(self) -> Sequence[Page]:
        """The core, a kernel's arguments, tables, syntax, timing, guidance."""
        return (*guides(), arguments(), offered())

    def instruction_section(self, detail: Detail) -> str:
        """Every form by its operands; "full" has the pages of all."""
        return (
            compact_table(self.isa) if detail == "compact" else instruction_manual(self.isa).text()
        )

    def assemble(self, text: str) -> Program:
        """Assemble and check a kernel; raises AssemblyError with every fault."""
        return assemble_kernel(text, self.isa)

    def place(
        self, inputs: Sequence[Tensor], output: Tensor, constants: Mapping[str, float]
    ) -> MemoryMap:
        """Each tensor in banks of its own; constants are numbers in the kernel's text."""
        return memories.place(inputs, output)

    def describe(self, memory_map: MemoryMap) -> str:
        """The memory map as text for the task message."""
        return describe(memory_map)

    def representable(self, tensor: Tensor, values: FloatArray) -> FloatArray:
        """The nearest bfloat16 numbers."""
        return memories.stored(values)

    def constant(self, value: float) -> float:
        """As float32, which is what accumulators add."""
        return float(np.float32(value))

    def rounding(self) -> AmdNpuRounding:
        """The roundings of a plain kernel."""
        return AmdNpuRounding()

    def stage(
        self, memory_map: MemoryMap, inputs: Mapping[str, FloatArray], poison: int | None
    ) -> State:
        """A machine with inputs, arguments and tables in place and garbage elsewhere."""
        return memories.stage(memory_map, inputs, poison)

    def run(
        self,
        program: Program,
        state: State,
        limits: Limits,
        *,
        stop_at: int | None = None,
        reference: bool = False,
    ) -> Run:
        """Load, then run natively, or on the reference machine if asked or nothing was compiled."""
        load_program(program, state)
        wrong = load_own_plan(state, program)
        if wrong is not None:
            return not_begun(program, state, wrong)
        return execute(INTERPRETER, program, state, limits, stop_at=stop_at, reference=reference)

    def second_opinion(self, program: Program, state: State, instructions: int) -> State | None:
        """There is no second model yet."""
        return None

    def disturbed(self, state: State) -> Iterator[tuple[str, State]]:
        """A DMA that is sooner or later than usual, where there is one."""
        return other_paces(state)

    def read(self, placement: Placement, state: State) -> FloatArray:
        """A tensor's values in its own shape."""
        return memories.read(placement, state)

    def locate(self, placement: Placement, index: tuple[int, ...]) -> str:
        """The address of an element, where the tensors are not moved, or its place in a piece."""
        return memories.locate(placement, index)

    def unwritten(self, placement: Placement, before: State, after: State) -> BoolArray:
        """The elements that the program did not write."""
        return memories.unwritten(placement, after)

    def audit(self, memory_map: MemoryMap, before: State, after: State) -> list[Breach]:
        """Everything that was written and is neither the output nor free."""
        return memories.audit(memory_map, before, after)


PLATFORM = AmdNpuPlatform()
SHAPES: Final = Shapes(
    dropped=(
        r"vpush\..*",
        r"vbcstshfl\..*",
        r"v(add|sub)mac(\.f)?|v(add|sub)msc(\.f)?|vaddsub\..*",
        r"vabs_gtz\..*|vbneg_ltz\..*|vneg_gtz\d+",
        r"vmaxdiff_lt\.(d|s8|s32).*|vsub_(lt|ge)\..*",
        r"v(max_lt|min_ge)\.[ds](8|16|32)",
        r"v(ge|lt)\.[ds](8|16|32)|veqz\..*",
        r"vst(\.[23]d)?\.pack\..*|vpack\..*",
        r"vldb(\.[23]d)?\.unpack\..*|vunpack\..*",
        r"vlda(\.[23]d)?\.ups\..*",
        r"vldb\.4x64\.(hi|lo)",
        r"divs|cl[bz]|adc|sbc|abs",
        r"lda\.[23]d(\..*)?|st\.[23]d(\..*)?",
    ),
)
