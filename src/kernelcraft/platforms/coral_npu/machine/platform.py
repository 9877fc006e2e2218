"""The Coral NPU as a platform: instruction table, machine and memory map behind one protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

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
from kernelcraft.cells.whole import Whole
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Manual, Page, instruction_manual
from kernelcraft.isa.program import Program
from kernelcraft.platforms.coral_npu.machine import memory_map as memories
from kernelcraft.platforms.coral_npu.machine.assembly import assemble_kernel
from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.platforms.coral_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.coral_npu.machine.pages import compact_table, describe, guides
from kernelcraft.platforms.coral_npu.machine.state import Coral, load
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State

_ACCESSES = ("load", "store", "vload", "vstore")
_VECTORS = ("valu", "vmul", "vdiv", "vpermute")
WAITS: Final = {
    "load/store unit": _ACCESSES,
    "external memory": _ACCESSES,
    "vector unit": _VECTORS,
    "drain": (*_ACCESSES, *_VECTORS, "fpu", "fdiv"),
}


@dataclass(frozen=True)
class CoralPlatform:
    """One Coral NPU; the default configuration is the benchmark's."""

    configuration: CoralConfiguration = CoralConfiguration()
    name: str = "coral_npu"
    isa: Isa = coral
    title: str = "Coral NPU"
    version: str = "RTL-FEB26-1"
    compiler: str = "compiler"
    lacks: tuple[str, ...] = ()
    described: bool = True
    timed: str = "from the first instruction to the end of mpause; operands wait in external memory"
    suffix: str = ".s"
    ending: str = "mpause"
    fidelity: str = "cycle level, after measurements of the RTL"

    @property
    def causes(self) -> tuple[Cause, ...]:
        """What time goes to."""
        return Coral.causes

    @property
    def waits(self) -> Mapping[str, tuple[str, ...]]:
        """One queue of accesses, one of vector work; `mpause` and fences wait for everything."""
        return WAITS

    def manual(self) -> Manual:
        """Guides first, then a page per instruction."""
        return Manual((*self.prompt_sections(), *instruction_manual(self.isa).pages))

    def prompt_sections(self) -> Sequence[Page]:
        """The core, its memories, the life of a kernel, the syntax, guidance."""
        return guides(self.configuration)

    def instruction_section(self, detail: Detail) -> str:
        """Every form by its operands; "full" has the pages of all."""
        return (
            compact_table(self.isa) if detail == "compact" else instruction_manual(self.isa).text()
        )

    def assemble(self, text: str) -> Program:
        """Assemble and check a kernel; raises AssemblyError with every fault."""
        return assemble_kernel(text, self.configuration, self.isa)

    def place(
        self, inputs: Sequence[Tensor], output: Tensor, constants: Mapping[str, float]
    ) -> MemoryMap:
        """All in external memory; constants are numbers in the kernel's text."""
        return memories.place(self.configuration, inputs, output)

    def describe(self, memory_map: MemoryMap) -> str:
        """The memory map as text for the task message."""
        return describe(memory_map)

    def representable(self, tensor: Tensor, values: FloatArray) -> FloatArray:
        """The nearest whole numbers that the elements can be."""
        return memories.rows(self.configuration).representable(tensor, values)

    def constant(self, value: float) -> float:
        """A whole number."""
        return float(round(value))

    def rounding(self) -> Whole:
        """Exact."""
        return Whole()

    def stage(
        self, memory_map: MemoryMap, inputs: Mapping[str, FloatArray], poison: int | None
    ) -> State:
        """A machine with inputs in place and garbage elsewhere."""
        return memories.stage(self.configuration, memory_map, inputs, poison)

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
        load(state, program, self.configuration)
        return execute(INTERPRETER, program, state, limits, stop_at=stop_at, reference=reference)

    def second_opinion(self, program: Program, state: State, instructions: int) -> State | None:
        """There is no second model yet."""
        return None

    def disturbed(self, state: State) -> Iterator[tuple[str, State]]:
        """Nothing goes on beside the program."""
        return iter(())

    def read(self, placement: Placement, state: State) -> FloatArray:
        """A tensor's values in its own shape."""
        data = memories.view(self.configuration)(placement.region, state)
        return memories.rows(self.configuration).decode(placement, data)

    def locate(self, placement: Placement, index: tuple[int, ...]) -> str:
        """The address of an element."""
        return f"{memories.rows(self.configuration).locate(placement, index):#x}"

    def unwritten(self, placement: Placement, before: State, after: State) -> BoolArray:
        """The elements that are what they were before the run."""
        rows, view = memories.rows(self.configuration), memories.view(self.configuration)
        return rows.unwritten(placement, before, after, view)

    def audit(self, memory_map: MemoryMap, before: State, after: State) -> list[Breach]:
        """Changed inputs, and writes beside the output."""
        rows, view = memories.rows(self.configuration), memories.view(self.configuration)
        return rows.audit(memory_map, before, after, view)


PLATFORM = CoralPlatform()
TIMES: Final = {
    "axi_read_latency": range(11, 41),
    "fpu_latency": range(2, 6),
}
SHAPES: Final = Shapes(
    settings={
        "itcm_kib": (8, 12, 16, 24, 32),
        "dtcm_kib": (32, 48, 64, 96, 128),
        "external_bytes": tuple(size << 20 for size in (4, 5, 6, 8, 12, 16)),
    },
    dropped=(
        r"v[ls](s|[ou]x)?seg.*",
        r"vloxei.*|vs[ou]xei.*|vluxei32\.v",
        r"v[ls]se\d+\.v",
        r"vle\d+ff\.v",
        r"va(add|sub)u?\..*",
        r"vs(add|sub)u?\..*|vssubu?\..*",
        r"v(ms[bio]f|iota|id|first|cpop)\.[mv]|vcompress\.vm",
        r"vrgather.*",
        r"vslide.*",
        r"v(macc|madd|nmsac|nmsub)\..*",
        r"vm?(adc|sbc)\..*",
        r"vremu?\..*",
        r"v[ls]m\.v|vl[124]re\d+\.v|vs[124]r\.v",
        r"vred(and|or|xor)\.vs",
        r"vms(eq|ne|ltu?|leu?|gtu?)\..*|vmerge\..*|vm(n?and|n?or|xn?or|andn|orn)\.mm",
        r"clz|ctz|cpop|orc\.b|rev8|ro[lr]i?|andn|orn|xnor",
        r"mulh(u|su)?",
        r"(div|rem)u?",
        r"f(madd|msub|nmadd|nmsub|div|sgnj[nx]?|class|min|max)\.s",
    ),
)
