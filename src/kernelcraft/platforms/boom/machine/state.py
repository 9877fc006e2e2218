"""The machine: RV64GC with one space of memory, in which the caller of a kernel lies, too."""

from __future__ import annotations

from itertools import accumulate

import numpy as np

from kernelcraft.isa.image import Image
from kernelcraft.isa.instruction import Instruction
from kernelcraft.isa.program import Program
from kernelcraft.platforms.boom.machine.configuration import (
    CODE,
    CODE_BYTES,
    REGIONS,
    RETURN,
    BoomConfiguration,
)
from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.platforms.boom.machine.core.begin import begin
from kernelcraft.platforms.boom.machine.core.retire import retire
from kernelcraft.platforms.boom.machine.core.timeline import REASONS, WORDS
from kernelcraft.platforms.boom.machine.retirement import divided, kind_of, registers
from kernelcraft.riscv.memory import READ, WRITE
from kernelcraft.riscv.user import NOWHERE, User64
from kernelcraft.sim.activity import Activity, begun, inside
from kernelcraft.sim.cause import Cause
from kernelcraft.sim.machine import Followed, Memory
from kernelcraft.sim.run import Run
from kernelcraft.sim.state import State, fresh
from kernelcraft.sim.timeline import Event

OFFSETS = dict(
    zip(
        (each.name for each in REGIONS),
        accumulate((each.size for each in REGIONS), initial=0),
        strict=False,
    )
)


class Boom(User64):
    """One hardware thread of a program without privileges."""

    title = "BOOM"
    misaligned = False

    reasons = REASONS
    causes = (  # in the order of timeline.Free
        Cause("mispredicted branches", reasons=("mispredict",)),
        Cause("fetch", reasons=("fetch",)),
        Cause("cache misses", reasons=("miss",)),
        Cause("full windows", reasons=("window full",)),
        Cause("ports", reasons=("port",)),
    )

    followed = tuple(
        Followed("core", word)
        for word in (at.FETCHED, at.DISPATCHED, at.ISSUED, at.RESULT, at.COMMITTED)
    )

    core = Memory("int64", lambda p: WORDS, "core", recorded=False, data=False)

    def issue(self, instruction: Instruction, latency: int) -> None:
        """What only is known before the body, which may write over it."""
        self.successor = self.following
        self.access = (0, 0)
        self.division = (0, 0)
        if instruction.unit == "div":
            sources = (self.x[self.operands["rs1"]], self.x[self.operands["rs2"]])
            self.division = (divided(instruction, sources[0]), divided(instruction, sources[1]))

    @classmethod
    def activity(cls, run: Run) -> Activity:
        """From issue to result, out of order; and how many were dispatched but not committed."""
        table, lines = run.profile.program.isa.table, run.profile.program.lines.tolist()
        opcodes = run.profile.program.ops[:, 0].tolist()
        events, stays = [], []
        for each in begun(run):
            fetched, dispatched, issued, done, committed = each.words
            before = committed - each.end  # the clock of the core, when the run's was at 0
            times = {"fetched": fetched, "dispatched": dispatched, "committed": committed}
            notes = tuple((name, cycle - before) for name, cycle in times.items())
            begin = max(issued, dispatched)  # what runs alone is issued by nobody
            instruction = table[opcodes[each.last]]
            events.append(
                Event(
                    instruction.unit,
                    instruction.mnemonic,
                    begin - before,
                    max(begin, done) - before,
                    line=lines[each.last],
                    notes=notes,
                )
            )
            stays.append((dispatched - before, committed - before))
        return Activity(tuple(events), inside("reorder buffer", stays))

    def accessed(self, address: int, size: int) -> None:
        """Which bytes the core reads or writes."""
        self.access = (address, size)

    def go(self, target: int) -> None:
        """Where the core goes on."""
        super().go(target)
        self.successor = target

    def retire(self, instruction: Instruction) -> None:
        """As many cycles pass as lie between the last commit and this one."""
        used = registers(instruction, self.operands)
        cycles = retire(
            self.core.array,
            self.address,
            self.length,
            int(kind_of(instruction)),
            used.rd,
            used.rs1,
            used.rs2,
            used.rs3,
            *self.access,
            *self.division,
            self.successor,
            self.free,
        )
        self.charge(cycles >> 8, cycles & 255)


def reset(configuration: BoomConfiguration) -> State:
    """The machine after reset: all memories and registers zero."""
    state = fresh(Boom, configuration.parameters())
    rows = []
    for region in REGIONS:
        access = READ | (WRITE if region.writable else 0)
        rows += [region.start, region.size, OFFSETS[region.name], access]
    state["regions"][:] = rows
    begin(state["core"], configuration.core_parameters(), configuration.memory_latency)
    return state


def load(state: State, program: Program) -> None:
    """Put a program into memory and the places of its operations into the machine.

    Code that lies elsewhere cannot be jumped to. Raises LoadError for a segment outside of every
    memory, and for more operations than there is room for.
    """
    assert program.image is not None  # every program of this platform is an image
    write_image(state, program.image)
    entries, places = state["entries"], state["places"]
    entries[:] = NOWHERE
    addresses = program.addresses
    if len(addresses) > len(places):
        raise LoadError(f"{len(addresses):,} operations; there is room for {len(places):,}")
    places[: len(addresses)] = addresses
    found = np.flatnonzero((addresses >= CODE) & (addresses < CODE + CODE_BYTES))
    entries[addresses[found] - CODE >> 1] = found
    entries[RETURN - CODE >> 1] = len(program.ops)  # the end: the caller goes on


class LoadError(ValueError):
    """Bytes that fit no memory; the message is a sentence."""


def write_image(state: State, image: Image) -> None:
    """The bytes of all segments, and zeros where a segment is longer than its data."""
    for segment in image.segments:
        if segment.size:
            part = state["memory"][span(segment.address, segment.size)]
            part[:] = 0
            part[: len(segment.data)] = np.frombuffer(segment.data, np.uint8)


def span(address: int, size: int) -> slice:
    """Where `size` bytes at an address lie in the state's memory; raises LoadError outside."""
    for region in REGIONS:
        if region.start <= address and address + size <= region.end:
            start = OFFSETS[region.name] + address - region.start
            return slice(start, start + size)
    named = ", ".join(f"{each.name} {each.start:#x}..{each.end - 1:#x}" for each in REGIONS)
    raise LoadError(f"{size:,} bytes at {address:#x} lie in no memory; there are {named}")
