"""A core's view of a design's array, and of the simulator's DMA engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from kernelcraft.isa.program import Program
from kernelcraft.platforms.amd_npu.machine import dma
from kernelcraft.platforms.amd_npu.machine.assembly import assemble
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.loading import load_program
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import State
from tests.platforms.amd_npu.hardware.array import Array

ARRAYS = ("channels", "locks", "memory", "tile", "inbound", "outbound", "sent", "ring")
ENDING = "nop\n" * 6 + "ret lr\n" + "nop\n" * 5
WINDOWS = ("south", "west", "north", "own")


@dataclass
class BesideDesign:
    """Locks and memory of an array that does what a text says."""

    array: Array

    def __post_init__(self) -> None:
        places = self.array.design.locks.items()
        self.names = {(tile, number): name for name, (tile, number, _) in places}

    def _lock(self, lock: int) -> str:
        return self.names[WINDOWS[lock // 16], lock % 16]

    def taken(self, lock: int) -> bool:
        """Take one."""
        name = self._lock(lock)
        self.array.locks[name] -= (held := self.array.locks[name] > 0)
        return held

    def raised(self, lock: int) -> None:
        """Give one."""
        self.array.locks[self._lock(lock)] += 1

    def load(self, address: int, size: int) -> bytes:
        """From the tile whose window it is."""
        window, offset = divmod(address - MEMORY_START, 1 << 16)
        return self.array.memory[WINDOWS[window]].view(np.uint8)[offset : offset + size].tobytes()

    def store(self, address: int, data: bytes) -> None:
        """Into the tile whose window it is."""
        window, offset = divmod(address - MEMORY_START, 1 << 16)
        memory = self.array.memory[WINDOWS[window]].view(np.uint8)
        memory[offset : offset + len(data)] = np.frombuffer(data, np.uint8)


@dataclass
class BesideSimulator:
    """Locks and memory of a state of the simulator, whose DMA moves what locks allow."""

    state: State

    def __post_init__(self) -> None:
        self.state["channels"][dma.PACE] = dma.EAGER

    def taken(self, lock: int) -> bool:
        """Let the machine do an acq, during which the channels work."""
        program = _acquire(lock)
        load_program(program, self.state)
        self.state["scalars"][NUMBER["r0"]] = 1
        run = execute(INTERPRETER, program, self.state, Limits(), stop_at=1)
        return run.fault is None

    def raised(self, lock: int) -> None:
        """Give one."""
        self.state["locks"][lock] += 1

    def load(self, address: int, size: int) -> bytes:
        """From data memory."""
        return self.state["memory"][address - MEMORY_START :][:size].tobytes()

    def store(self, address: int, data: bytes) -> None:
        """Into data memory."""
        self.state["memory"][address - MEMORY_START :][: len(data)] = np.frombuffer(data, np.uint8)

    def run(self, core: list[Iterator[bool]]) -> None:
        """The core's actors until all have ended, then the channels until nothing happens."""
        actors, did = list(core), True
        while actors and did:
            did = False
            for each in list(actors):
                moved = next(each, None)
                did |= moved is None or moved
                if moved is None:
                    actors.remove(each)
        assert not actors, "the simulator's core waits"
        channels, locks, memory, tile, inbound, outbound, sent, ring = (
            self.state[name] for name in ARRAYS
        )
        while dma.step(channels, locks, memory, tile, inbound, outbound, sent, ring):
            pass


@cache
def _acquire(lock: int) -> Program:
    return assemble(f".p2align 4\nkernel:\nacq #{lock}, r0\n{ENDING}")
