"""BOOM as a platform: instruction table, machine and memory map behind one protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

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
from kernelcraft.cells.whole import Whole
from kernelcraft.isa.isa import Isa
from kernelcraft.isa.manual import Manual, Page, instruction_manual
from kernelcraft.isa.program import Program
from kernelcraft.platforms.boom.machine import memory_map as memories
from kernelcraft.platforms.boom.machine.assembly import assemble_kernel
from kernelcraft.platforms.boom.machine.calls import call
from kernelcraft.platforms.boom.machine.configuration import (
    CORES,
    WAYS,
    BoomConfiguration,
    ConfigurationError,
)
from kernelcraft.platforms.boom.machine.instructions import boom
from kernelcraft.platforms.boom.machine.pages import compact_table, describe, guides
from kernelcraft.platforms.boom.machine.state import Boom
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State


@dataclass(frozen=True)
class BoomPlatform:
    """One core; the default configuration is the benchmark's."""

    configuration: BoomConfiguration = BoomConfiguration()
    name: str = "boom"
    isa: Isa = boom
    title: str = "BOOM"
    version: str = "v3-3"
    compiler: str = "compiler"
    lacks: tuple[str, ...] = ()
    described: bool = True
    timed: str = (
        "from the first to the last instruction of the kernel, in the last of three calls with the "
        "same inputs, with warm caches and predictors"
    )
    suffix: str = ".s"
    ending: str = "ret"
    waits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def fidelity(self) -> str:
        """What its cycles rest on: only the medium core was held to what it ran itself."""
        if self.configuration == BoomConfiguration():
            return "modelled: an out-of-order core, its RTL's rows within the accuracy asked"
        return "modelled: an out-of-order core, not within the accuracy asked: for no ranking"

    @property
    def causes(self) -> tuple[Cause, ...]:
        """What time goes to."""
        return Boom.causes

    def manual(self) -> Manual:
        """Guides first, then a page per instruction."""
        return Manual((*self.prompt_sections(), *instruction_manual(self.isa).pages))

    def prompt_sections(self) -> Sequence[Page]:
        """The core, its memories, a call, the syntax, guidance."""
        return guides(self.configuration)

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
        """One tensor after the other; constants are numbers in the kernel's text."""
        return memories.place(self.configuration, inputs, output)

    def describe(self, memory_map: MemoryMap) -> str:
        """The memory map as text for the task message."""
        return describe(memory_map)

    def representable(self, tensor: Tensor, values: FloatArray) -> FloatArray:
        """The nearest numbers that the elements can be."""
        return memories.ROWS.representable(tensor, values)

    def constant(self, value: float) -> float:
        """A whole number."""
        return float(round(value))

    def rounding(self) -> Whole:
        """Exact."""
        return Whole()

    def stage(
        self, memory_map: MemoryMap, inputs: Mapping[str, FloatArray], poison: int | None
    ) -> State:
        """A machine about to call a kernel, with inputs in place and garbage elsewhere."""
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
        """Call a kernel natively, or on the reference machine if asked or nothing was compiled."""
        return call(program, state, limits, stop_at=stop_at, reference=reference)

    def second_opinion(self, program: Program, state: State, instructions: int) -> State | None:
        """There is no second model."""
        return None

    def disturbed(self, state: State) -> Iterator[tuple[str, State]]:
        """Nothing goes on beside the program."""
        return iter(())

    def read(self, placement: Placement, state: State) -> FloatArray:
        """A tensor's values in its own shape."""
        return memories.ROWS.decode(placement, memories.view(placement.region, state))

    def locate(self, placement: Placement, index: tuple[int, ...]) -> str:
        """The address of an element."""
        return f"{memories.ROWS.locate(placement, index):#x}"

    def unwritten(self, placement: Placement, before: State, after: State) -> BoolArray:
        """The elements that are what they were before the run."""
        return memories.ROWS.unwritten(placement, before, after, memories.view)

    def audit(self, memory_map: MemoryMap, before: State, after: State) -> list[Breach]:
        """Changed inputs, and writes beside the output."""
        return memories.ROWS.audit(memory_map, before, after, memories.view)


PLATFORM = BoomPlatform()
TIMES: Final = {"memory_latency": range(21, 101)}
SHAPES: Final = Shapes(
    settings={
        "core": tuple(CORES),
        "rob": range(32, 97, 8),
        "load_queue": range(8, 25, 4),
        "store_queue": range(8, 25, 4),
        "cache_ways": WAYS,
        "mshrs": (2, 3, 4),
    },
    dropped=(
        r"c\..*",
        r"(c\.)?f(?!ence).*",
        r"(amo|lr\.|sc\.).*",
        r"mulhs?u?",
        r"(div|rem)u|remu?w?|divuw",
        r"(sll|srl|sra)w|sraiw|slliw",
    ),
)


def configured(settings: Mapping[str, str]) -> BoomPlatform:
    """The platform with settings that cells can have; raises PlacementError for others."""
    try:
        configuration = PLATFORM.configuration.changed(settings)
    except ConfigurationError as error:
        raise PlacementError(str(error)) from None
    if configuration == PLATFORM.configuration:
        return PLATFORM
    changed = ", ".join(f"{key}={value}" for key, value in sorted(settings.items()))
    return replace(PLATFORM, configuration=configuration, version=f"{PLATFORM.version} {changed}")
