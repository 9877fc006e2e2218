"""What the column around the core did when: locks that the core asked for, and transfers."""

from __future__ import annotations

from collections.abc import Iterator

from kernelcraft.platforms.amd_npu.machine.column_state import movements
from kernelcraft.platforms.amd_npu.machine.dma import BEAT, TURN
from kernelcraft.sim.activity import begun
from kernelcraft.sim.run import Run
from kernelcraft.sim.state import State
from kernelcraft.sim.timeline import Event

LOCKING = ("acq", "rel")


def moved(state: State) -> Iterator[Event]:
    """The transfers of each channel of the DMA, of a whole run."""
    for channel, at, turns in movements(state):
        yield Event(str(channel), "moves", at, at + TURN * turns, BEAT * turns, kind="DMA")


def locked(run: Run) -> Iterator[Event]:
    """Each acq and rel in a trace, until the core goes on, by the lock that its text names."""
    program = run.profile.program
    table, ops = program.isa.table, program.ops.tolist()
    lines = program.lines.tolist()
    for each in begun(run):
        for place in each.places:
            instruction = table[ops[place][0]]
            if instruction.mnemonic in LOCKING:
                names = [operand.name for operand in instruction.operands]
                values = dict(zip(names, ops[place][1:], strict=False))
                named = values.get("lock")
                lock = f"r{values['ra']}" if named is None else str(named)
                what = instruction.mnemonic
                yield Event(
                    f"lock {lock}", what, each.begin, each.end, line=lines[place], kind="locks"
                )
