"""PLENA as a platform: instruction table, machine and memory map behind one protocol."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kernelcraft.isa.assembler import assemble
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Manual, Page, instruction_manual
from kernelcraft.isa.program import Program
from kernelcraft.platforms.platform import (
    BoolArray,
    Detail,
    FloatArray,
    MemoryMap,
    Placement,
    Tensor,
)
from kernelcraft.platforms.plena import memory_map as memories
from kernelcraft.platforms.plena.blocks import dequantise, quantise
from kernelcraft.platforms.plena.checks import check
from kernelcraft.platforms.plena.configuration import Dram, PlenaConfiguration
from kernelcraft.platforms.plena.formats import bf16_to_f32, f32_to_bf16
from kernelcraft.platforms.plena.instructions import plena
from kernelcraft.platforms.plena.log import dram_of
from kernelcraft.platforms.plena.machine import Plena
from kernelcraft.platforms.plena.pages import describe, guidance, hardware, memory_rules
from kernelcraft.platforms.plena.target import TARGET
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State


def stored(values: FloatArray) -> FloatArray:
    """What MXFP8 keeps of the values, 8 of the last axis to a scale."""
    elements, scales = quantise(values.astype(np.float32))
    return dequantise(elements, scales).astype(np.float64)


class PlenaRounding:
    """bf16 in vector SRAM, fp16 in scalar registers, float32 accumulation."""

    def vector(self, values: FloatArray, /) -> FloatArray:
        """Rounded through float32 to bf16."""
        return bf16_to_f32(f32_to_bf16(values.astype(np.float32))).astype(np.float64)

    def scalar(self, values: FloatArray, /) -> FloatArray:
        """Rounded to IEEE fp16."""
        return values.astype(np.float16).astype(np.float64)

    def matmul(self, a: FloatArray, b: FloatArray, /) -> FloatArray:
        """A product in float32; the order of its sum is below what bf16 results can show."""
        product: FloatArray = np.matmul(a, b).astype(np.float32).astype(np.float64)
        return product

    def cache(self, values: FloatArray, /) -> FloatArray:
        """Rounded to bf16, then to what H_STORE_V writes: the only way into matrix SRAM."""
        return stored(self.vector(values))


@dataclass(frozen=True)
class PlenaPlatform:
    """One PLENA machine; the default configuration is the benchmark's."""

    configuration: PlenaConfiguration = PlenaConfiguration()
    name: str = "plena"
    title: str = "PLENA"
    version: str = "FEB26-2"
    compiler: str = "compiler"
    suffix: str = ".asm"
    ending: str = ""

    @property
    def fidelity(self) -> str:
        """What its cycles rest on."""
        constant = "sequential, DRAM cost constant per access pattern"
        return constant if self.configuration.dram == Dram.CONSTANT else "sequential, DRAM by bank"

    @property
    def isa(self) -> Isa:
        """The instruction table."""
        return plena

    @property
    def causes(self) -> tuple[Cause, ...]:
        """What time goes to."""
        return Plena.causes

    def manual(self) -> Manual:
        """Guides first, then a page per instruction."""
        return Manual((*self.prompt_sections(), *instruction_manual(plena).pages))

    def instruction_section(self, detail: Detail) -> str:
        """The whole table; it is short."""
        return instruction_manual(plena).text()

    def prompt_sections(self) -> Sequence[Page]:
        """Hardware configuration, memory rules and guidance."""
        return (
            hardware(self.configuration),
            memory_rules(self.configuration),
            guidance(self.configuration),
        )

    def assemble(self, text: str) -> Program:
        """Assemble and check a kernel; raises AssemblyError with every fault."""
        program = assemble(plena, text)
        return replace(program, warnings=check(program))

    def place(
        self, inputs: Sequence[Tensor], output: Tensor, constants: Mapping[str, float]
    ) -> MemoryMap:
        """Inputs in HBM, the output in vector SRAM, constants in FP SRAM."""
        return memories.place(self.configuration, inputs, output, constants)

    def describe(self, memory_map: MemoryMap) -> str:
        """The memory map as text for the task message."""
        return describe(memory_map)

    def representable(self, tensor: Tensor, values: FloatArray) -> FloatArray:
        """What MXFP8 keeps of the values."""
        return stored(values)

    def constant(self, value: float) -> float:
        """A constant rounded to fp16."""
        return float(np.float16(value))

    def rounding(self) -> PlenaRounding:
        """The roundings of a plain kernel."""
        return PlenaRounding()

    def stage(
        self, memory_map: MemoryMap, inputs: Mapping[str, FloatArray], poison: int | None
    ) -> State:
        """A machine with inputs and constants in place and garbage elsewhere."""
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
        """Run natively, or on the reference machine if asked or if nothing was compiled."""
        with dram_of(program, state, remember=not reference):
            return execute(TARGET, program, state, limits, stop_at=stop_at, reference=reference)

    def second_opinion(self, program: Program, state: State, instructions: int) -> State | None:
        """By a numpy model; None above its number of instructions."""
        from kernelcraft.platforms.plena.second_opinion import second_opinion

        return second_opinion(program, state, instructions)

    def read(self, placement: Placement, state: State) -> FloatArray:
        """The output in its own shape."""
        return memories.read(placement, state)

    def locate(self, placement: Placement, index: tuple[int, ...]) -> str:
        """The vector SRAM address of an element of the output."""
        address = memories.locate(placement, index, self.configuration.mlen)
        return f"{placement.region.memory}[{address}]"

    def unwritten(self, placement: Placement, before: State, after: State) -> BoolArray:
        """The elements of the output that no instruction wrote."""
        return memories.unwritten(placement, after)

    def audit(self, memory_map: MemoryMap, before: State, after: State) -> list[str]:
        """Sentences for changed inputs and dead canaries."""
        return memories.audit(memory_map, before, after)


PLATFORM = PlenaPlatform()
