"""The Coral NPU machine: a RISC-V core with tightly coupled memories."""

from __future__ import annotations

import numpy as np

from kernelcraft.isa.image import Image
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.program import Program
from kernelcraft.platforms.coral_npu.machine import timeline as at
from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.issue import passed
from kernelcraft.riscv.csrs import CSRS
from kernelcraft.riscv.machine import RiscV
from kernelcraft.riscv.memory import HEAD, READ, WRITE
from kernelcraft.sim.activity import Activity, begun, inside
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.machine import Followed, Memory, Parameter
from kernelcraft.sim.run import Run
from kernelcraft.sim.state import State, fresh
from kernelcraft.sim.timeline import Event

HANGS = (
    "vl is 0: the core hangs here and needs a reset (erratum vl = 0; the machine setting "
    "errata=off removes it)"
)

NO_TYPE = (
    "vtype is illegal (vill is set): the core hangs here, too, and needs a reset; use vsetvli "
    "first (erratum vill; the machine setting errata=off removes it)"
)

STALE = "stale operand"  # the name of an erratum
STALE_OPERAND = (
    "the second source is read before the flw into it is done, so its old value would be used "
    "(erratum stale operand; the machine setting errata=off removes it)"
)


QUEUES = {
    "load/store queue": ("load", "store", "vload", "vstore"),
    "vector queue": ("valu", "vmul", "vdiv", "vpermute"),
}


class Coral(RiscV):
    """One hardware thread, machine mode only, no interrupts."""

    title = "Coral NPU"
    reasons = at.REASONS
    causes = (  # in the order of timeline.Free
        Cause("external memory", reasons=("external memory",)),
        Cause("load/store unit", reasons=("load/store unit",)),
        Cause("vector arithmetic", reasons=("vector unit",)),
        Cause("fetch and branches", reasons=("fetch",)),
        Cause("scalar arithmetic", reasons=("scalar result",)),
    )

    followed = tuple(Followed("timeline", word) for word in (at.NOW, at.BEGAN, at.DONE))

    timeline = Memory("int64", lambda p: at.WORDS, "timeline", recorded=False, data=False)

    retirement_buffer = Parameter()
    fpu_latency = Parameter()
    axi_read_latency = Parameter()
    errata = Parameter()

    def issue(self, instruction: Instruction, latency: int) -> None:
        """As many cycles pass as lie between the dispatches of two instructions."""
        arrives = 0
        if any(each.name == STALE for each in instruction.errata):  # before fd is marked, too
            arrives = (self.timeline[at.READY + at.F + self.operands["fs2"]] >> 3) - 1
        cycles = passed(self, instruction, self.operands)
        self.charge(cycles >> 32, cycles >> 4 & 15)
        self.charge(cycles >> 8 & 0xFF_FFFF, cycles & 15)
        if any(each.name == STALE for each in instruction.errata):
            arrived = arrives <= self.timeline[at.NOW]
            self.check(arrived | (self.errata == 0), STALE_OPERAND)

    @classmethod
    def activity(cls, run: Run) -> Activity:
        """From where a unit begins with an instruction to its last result, which may overlap.

        Vector units begin with the first uop; the load/store unit, when it takes the access. Those
        that wait in between are counted.
        """
        table, lines = run.profile.program.isa.table, run.profile.program.lines.tolist()
        opcodes = run.profile.program.ops[:, 0].tolist()
        events = []
        queued = {name: list[tuple[int, int]]() for name in QUEUES}
        for each in begun(run):
            now, began, done = each.words
            instruction, begin = table[opcodes[each.last]], began + each.end - now
            end = max(begin, done + each.end - now)
            notes = (("dispatched", each.end),)
            unit, name = instruction.unit, instruction.mnemonic
            events.append(Event(unit, name, begin, end, line=lines[each.last], notes=notes))
            for queue, units in QUEUES.items():
                if unit in units and each.end < begin:
                    queued[queue].append((each.end, begin))
        levels = (level for queue, stays in queued.items() for level in inside(queue, stays))
        return Activity(tuple(events), tuple(levels))

    def vector_begins(self, kind: str) -> None:
        """With vl = 0 the core hangs at accesses, and with its retirement buffer at arithmetic;
        without a legal vtype at accesses to whole registers."""
        if kind == "memory":
            self.check((self.vl != 0) | (self.errata == 0), HANGS)
        elif kind == "arithmetic":
            hangs = self.errata & self.retirement_buffer
            self.check((self.vl != 0) | (hangs == 0), HANGS)
        elif kind == "whole registers":
            self.check((self.sew != 0) | (self.errata == 0), NO_TYPE)

    def extended(self, element: int) -> int:
        """The core fills the upper bits with zeros."""
        return element & ((1 << self.sew) - 1 | (self.errata == 0) * -1)


def reset(configuration: CoralConfiguration) -> State:
    """The machine after reset: all memories and registers zero, vtype illegal."""
    state = fresh(Coral, configuration.parameters())
    state["csr"][:] = [csr.reset for csr in CSRS]
    offset = 0
    rows = []
    for region in configuration.regions():
        rows += [region.start, region.size, offset, READ | (WRITE if region.writable else 0)]
        offset += region.size
    state["regions"][:] = rows
    state["timeline"][at.BUFFER] = configuration.retirement_buffer
    state["timeline"][at.FLOAT_LATENCY] = configuration.fpu_latency
    state["timeline"][at.READ_LATENCY] = configuration.axi_read_latency
    return state


def load(state: State, program: Program, configuration: CoralConfiguration) -> None:
    """Put a program into memory and the places of its code into the machine.

    Raises LoadError for a segment outside every memory.
    """
    assert program.image is not None  # every program of this platform is an image
    write_image(state, program.image, configuration)
    first = next(
        window for window in program.windows if window.address <= program.image.entry < window.end
    )
    flat = [n for window in program.windows for n in (window.address, window.end, window.first)]
    head = [first.address - 4 * first.first, first.address, first.end, len(program.windows)]
    state["windows"][: HEAD + len(flat)] = head + flat


class LoadError(ValueError):
    """Bytes that fit no memory; the message is a sentence."""


def write_image(state: State, image: Image, configuration: CoralConfiguration) -> None:
    """The bytes of all segments, and zeros where a segment is longer than its data."""
    for segment in image.segments:
        if segment.size:
            part = state["memory"][span(configuration, segment.address, segment.size)]
            part[:] = 0
            part[: len(segment.data)] = np.frombuffer(segment.data, np.uint8)


def span(configuration: CoralConfiguration, address: int, size: int) -> slice:
    """Where `size` bytes at an address lie in the state's memory; raises LoadError outside."""
    offset = 0
    for region in configuration.regions():
        if region.start <= address and address + size <= region.start + region.size:
            start = offset + address - region.start
            return slice(start, start + size)
        offset += region.size
    named = ", ".join(
        f"{region.name} {region.start:#x}..{region.start + region.size - 1:#x}"
        for region in configuration.regions()
    )
    raise LoadError(f"{size:,} bytes at {address:#x} lie in no memory; there are {named}")
