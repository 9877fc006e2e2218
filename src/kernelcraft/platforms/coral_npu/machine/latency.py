"""What one operation costs on an idle core, for those who move instructions: measured by issuing
it to the timing model, so that every number of cycles stands there only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np

from kernelcraft.isa.instruction import Instruction
from kernelcraft.platforms.coral_npu.machine import timeline as at
from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.issue import passed
from kernelcraft.platforms.coral_npu.machine.state import Coral, reset
from kernelcraft.platforms.coral_npu.machine.timeline import Free
from kernelcraft.platforms.coral_npu.machine.vector_timing import RETIRE_UOPS
from kernelcraft.riscv.csrs import SLOT
from kernelcraft.sim.reference import ReferenceBackend

GROUPS = (8, 16, 24)
"""Registers of results in turn, so that no operation of a stream waits for the one before it."""
STREAM = 8
"""Operations until a stream of equal ones is steady, and again while it is measured."""
HALF_WIDTH = 1 << 15
"""What a scalar division divides: its cycles follow from the bits. *Assumed* of data."""
STRIDE = 32
"""Of strided accesses: no two elements are on one line."""
ACCESSES = ("load", "store", "vload", "vstore")
RESULTS = ("rd", "fd", "vd", "vs3")
NO_ROUND_NUMBER = 0x4049_0FDB
"""A float whose quotients and roots are not exact."""


@dataclass(frozen=True)
class Latency:
    """Cycles of an operation, vectors from the dispatch of the first uop on.

    `result`: until what it gives can be used; `access`: of the load/store unit; `unit`: of a vector
    unit in a stream of equal operations.
    """

    result: int
    access: int
    unit: int


def latency(
    instruction: Instruction, operands: Mapping[str, int], vl: int, sew: int, address: int
) -> Latency:
    """Of `vl` elements of `sew` bits, or of an access at an address, on idle units."""
    masked, given = not operands.get("vm", 1), bool(operands.get("rd"))
    return _measured(instruction, masked, given, vl, sew, address)


@lru_cache(maxsize=1 << 12)
def _measured(
    instruction: Instruction, masked: bool, given: bool, vl: int, sew: int, address: int
) -> Latency:
    stream = _stream()
    stream.begin(instruction, masked, given, vl, sew, address)
    time = stream.time
    begun = stream.issue(0)
    if "vd" in stream.operands:
        ready = int(time[at.VREADY : at.HELD].max()) - int(time[at.UOPS])
    else:
        ready = (int(time[at.READY : at.VREADY].max()) >> 3) - begun
    free = int(time[at.FREE_AT])
    stream.issue(1)
    access = int(time[at.FREE_AT]) - free
    for number in range(2, STREAM):
        stream.issue(number)
    left = int(time[at.LEAVES])
    for number in range(STREAM, 2 * STREAM):
        stream.issue(number)
    return Latency(
        max(ready, 1), access, -(-(int(time[at.LEAVES]) - left) // (STREAM * RETIRE_UOPS))
    )


class _Stream:
    """A core on which equal operations follow each other; nothing is fetched."""

    def __init__(self) -> None:
        self.state = reset(CoralConfiguration())
        self.state.parameters["free"] = int(Free.FETCH)
        self.backend = ReferenceBackend(self.state, 2 * STREAM)
        self.core = Coral(self.backend)
        self.time = self.state["timeline"]
        self.idle = self.time.copy()
        self.numbers = np.arange(len(self.state["v"]), dtype=np.uint8) * 37 + 91

    def begin(
        self, instruction: Instruction, masked: bool, given: bool, vl: int, sew: int, address: int
    ) -> None:
        """Idle again, with registers that the operations read."""
        self.time[:] = self.idle
        self.state["csr"][SLOT["vl"]], self.state["sew"][0] = vl, sew
        self.state["f"][:] = [NO_ROUND_NUMBER, 2 * NO_ROUND_NUMBER // 3, *[NO_ROUND_NUMBER] * 30]
        access = instruction.unit in ACCESSES
        self.state["x"][1:] = [address if access else HALF_WIDTH, STRIDE, *[0] * 29]
        self.instruction = instruction
        sources = {"rs1": 1, "rs2": 2, "fs2": 1, "vm": int(not masked)}
        self.operands = {each.name: sources.get(each.name, 0) for each in instruction.operands}
        self.results = [name for name in RESULTS if name in self.operands]
        if not given and "rd" in self.operands:
            self.results.remove("rd")

    def issue(self, number: int) -> int:
        """The next operation, with results and vectors of its own; gives when it is dispatched."""
        for name in self.results:
            scalar = name in ("rd", "fd")
            self.operands[name] = 3 + number if scalar else GROUPS[number % len(GROUPS)]
        self.state["v"][:] = np.roll(self.numbers, number)
        self.backend.pc = number
        passed(self.core, self.instruction, self.operands)
        return int(self.time[at.NOW])


@cache
def _stream() -> _Stream:
    return _Stream()
