"""PLENA as a platform: instruction table, machine and memory map behind one protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from kernelcraft.cells.protocol import (
    BoolArray,
    Breach,
    Detail,
    FloatArray,
    MemoryMap,
    Placement,
    PlacementError,
    Tensor,
)
from kernelcraft.cells.variants.shapes import Shapes
from kernelcraft.isa.assembler import assemble, refuse
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Manual, Page, instruction_manual
from kernelcraft.isa.program import Program
from kernelcraft.platforms.plena.machine import memory_map as memories
from kernelcraft.platforms.plena.machine.blocks import dequantise, quantise
from kernelcraft.platforms.plena.machine.checks import check
from kernelcraft.platforms.plena.machine.configuration import (
    LANES,
    ConfigurationError,
    Dram,
    PlenaConfiguration,
)
from kernelcraft.platforms.plena.machine.drawn import absent, grains, has_room
from kernelcraft.platforms.plena.machine.formats import bf16_to_f32, f32_to_bf16
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.interpreter import INTERPRETER
from kernelcraft.platforms.plena.machine.log import dram_of
from kernelcraft.platforms.plena.machine.official import as_read, without_surplus
from kernelcraft.platforms.plena.machine.pages import (
    describe,
    guidance,
    hardware,
    memory_rules,
    official_errata,
)
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State


def stored(values: FloatArray, *, away: bool = False) -> FloatArray:
    """What MXFP8 keeps of the values, 8 of the last axis to a scale; halves to even, or `away`."""
    elements, scales = quantise(values.astype(np.float32), away=away)
    return dequantise(elements, scales).astype(np.float64)


@dataclass(frozen=True)
class PlenaRounding:
    """bf16 in vector SRAM, fp16 in scalar registers, float32 accumulation.

    `away`: H_STORE_V rounds halves away from zero, as the official emulator does.
    """

    away: bool = False

    def vector(self, values: FloatArray, /) -> FloatArray:
        """Rounded through float32 to bf16."""
        with np.errstate(over="ignore"):  # what is too large is infinite
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
        return stored(self.vector(values), away=self.away)


@dataclass(frozen=True)
class PlenaPlatform:
    """One PLENA machine; the default configuration is the benchmark's."""

    configuration: PlenaConfiguration = PlenaConfiguration()
    name: str = "plena"
    isa: Isa = plena
    title: str = "PLENA"
    version: str = "FEB26-2"
    compiler: str = "compiler"
    lacks: tuple[str, ...] = ("vector maximum", "shuffle of lanes")
    described: bool = True
    timed: str = (
        "from the first instruction to the end of the last; "
        "operands wait in HBM, so fetching them counts"
    )
    suffix: str = ".asm"
    ending: str = ""

    @property
    def fidelity(self) -> str:
        """What its cycles rest on."""
        constant = "sequential, DRAM cost constant per access pattern"
        return constant if self.configuration.dram == Dram.CONSTANT else "sequential, DRAM by bank"

    @property
    def causes(self) -> tuple[Cause, ...]:
        """What time goes to."""
        return Plena.causes

    @property
    def waits(self) -> Mapping[str, tuple[str, ...]]:
        """Nothing: one instruction ends before the next begins."""
        return {}

    def manual(self) -> Manual:
        """Guides first, then a page per instruction."""
        return Manual((*self.prompt_sections(), *instruction_manual(self.isa).pages))

    def instruction_section(self, detail: Detail) -> str:
        """The whole table; it is short."""
        return instruction_manual(self.isa).text()

    def prompt_sections(self) -> Sequence[Page]:
        """Hardware configuration, memory rules and guidance."""
        c = self.configuration
        errata = (official_errata(),) if c.official else ()
        return (hardware(c, self.isa), memory_rules(c), guidance(c), *errata)

    def assemble(self, text: str) -> Program:
        """Assemble and check a kernel; raises AssemblyError with every fault."""
        refuse(text)
        plain, surplus = without_surplus(text)
        program = replace(assemble(self.isa, plain), source=text)
        official = self.configuration.official
        read = as_read(program) if official else program
        warnings = (*surplus, *check(program, official=official), *read.warnings)
        return replace(read, warnings=tuple(sorted(warnings, key=lambda warning: warning.line)))

    def place(
        self, inputs: Sequence[Tensor], output: Tensor, constants: Mapping[str, float]
    ) -> MemoryMap:
        """Inputs in HBM, the output in vector SRAM, constants in FP SRAM."""
        return memories.place(self.configuration, inputs, output, constants)

    def describe(self, memory_map: MemoryMap) -> str:
        """The memory map as text for the task message."""
        return describe(memory_map, self.isa)

    def representable(self, tensor: Tensor, values: FloatArray) -> FloatArray:
        """What MXFP8 keeps of the values; whole numbers stay."""
        return stored(values) if tensor.element == "float" else values

    def constant(self, value: float) -> float:
        """A constant rounded to fp16."""
        return float(np.float16(value))

    def rounding(self) -> PlenaRounding:
        """The roundings of a plain kernel."""
        return PlenaRounding(away=self.configuration.official)

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
            return execute(
                INTERPRETER, program, state, limits, stop_at=stop_at, reference=reference
            )

    def second_opinion(self, program: Program, state: State, instructions: int) -> State | None:
        """By a numpy model; None above its number of instructions."""
        from kernelcraft.platforms.plena.machine.second_opinion import second_opinion

        return second_opinion(program, state, instructions)

    def disturbed(self, state: State) -> Iterator[tuple[str, State]]:
        """Nothing goes on beside the program."""
        return iter(())

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

    def audit(self, memory_map: MemoryMap, before: State, after: State) -> list[Breach]:
        """Changed inputs and dead canaries."""
        return memories.audit(memory_map, before, after)


PLATFORM = PlenaPlatform()
TIMES: Final = {"dc_en": (0, 1), "systolic_overhead": range(1, 33)}
_BATCHED_ROWS: Final = "M_BMV|M_BTMV|M_BMV_WO"
SHAPES: Final = Shapes(
    settings={
        "mlen": LANES,
        "blen": (2, 4, 8, 16),
        "hlen": (8, 16, 32, 64),
        "matrix_sram_tiles": (4, 6, 8),
        "vector_sram_rows": (24_576, 32_768, 49_152, 65_536, 98_304),
        "fp_sram_size": (512, 1024, 2048, 4096),
        "int_sram_size": (256, 512, 1024, 2048),
    },
    registers={"gp": range(14, 17), "f": range(6, 9), "a": range(4, 9)},
    dropped=(
        _BATCHED_ROWS,
        f"M_BMM|M_BTMM|M_BMM_WO|{_BATCHED_ROWS}",
        "M_MV|M_TMV|M_MV_WO",
        "S_LD_INT|S_ST_INT",
        "S_MUL_INT",
        "S_SUB_INT",
        "S_MAX_FP",
        "S_MAP_V_FP",
    ),
    fits=has_room,
    grains=grains,
    absent=absent,
)
OF_CELLS = ("errata", "vector_sram_rows")  # settings that cells can have


def configured(settings: Mapping[str, str]) -> PlenaPlatform:
    """The platform with settings that cells can have; raises PlacementError for others."""
    for key in settings:
        if key not in OF_CELLS:
            known = " and ".join(OF_CELLS)
            raise PlacementError(f"{key}: a cell's machine has the settings {known}")
    try:
        configuration = PLATFORM.configuration.changed(settings)
    except ConfigurationError as error:
        raise PlacementError(str(error)) from None
    if configuration == PLATFORM.configuration:
        return PLATFORM
    changed = ", ".join(f"{key}={value}" for key, value in sorted(settings.items()))
    return replace(PLATFORM, configuration=configuration, version=f"{PLATFORM.version} {changed}")
