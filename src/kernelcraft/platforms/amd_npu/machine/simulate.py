"""An AIE2 core by hand: assembly text, bytes at any address of data memory, registers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from kernelcraft.cells.simulation import MemoryFile, SimulationFault, dump_lines, lines
from kernelcraft.isa.program import Program
from kernelcraft.platforms.amd_npu.machine.assembly import STACK, assemble
from kernelcraft.platforms.amd_npu.machine.column_state import load_own_plan
from kernelcraft.platforms.amd_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.amd_npu.machine.loading import load_program
from kernelcraft.platforms.amd_npu.machine.registers import AM, NUMBER, SCALARS, W
from kernelcraft.platforms.amd_npu.machine.state import (
    GRANULE,
    MEMORY_END,
    MEMORY_START,
    OWN_MEMORY,
    VECTORS,
    AmdNpu,
)
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh

ROW = 32  # bytes of memory on a line


@dataclass(frozen=True)
class AmdNpuBench:
    """One core, with the neighbours' memories around it."""

    def assemble(self, text: str) -> Program:
        """Assemble and place; raises AssemblyError with every fault."""
        return assemble(text)

    def binary(self, data: bytes) -> Program:
        """ELF files are not read."""
        raise SimulationFault("this machine reads assembly text, no ELF files")

    def reset(self) -> State:
        """All memories and registers zero but sp, which is where the stack begins."""
        state = fresh(AmdNpu, {})
        state["scalars"][NUMBER["sp"]] = STACK
        return state

    def load(self, state: State, program: Program) -> None:
        """Put the tables of a program into memory, and let it be what is fetched."""
        load_program(program, state)
        wrong = load_own_plan(state, program)
        if wrong is not None:
            raise SimulationFault(str(wrong))

    def run(
        self,
        program: Program,
        state: State,
        limits: Limits,
        *,
        stop_at: int | None,
        reference: bool,
    ) -> Run:
        """Run a program that was loaded from `kernel`, or from its first bundle."""
        return execute(INTERPRETER, program, state, limits, stop_at=stop_at, reference=reference)

    def write(self, state: State, address: int, data: bytes) -> None:
        """Bytes into data memory."""
        state["memory"][_span(address, len(data))] = np.frombuffer(data, np.uint8)

    def read(self, state: State, address: int, size: int) -> bytes:
        """Bytes from data memory."""
        return state["memory"][_span(address, size)].tobytes()

    def registers(self, state: State) -> list[str]:
        """Scalar registers that are not zero, then vectors and accumulators, byte 0 last."""
        values = state["scalars"].tolist()
        scalars = [
            f"{name} = {values[NUMBER[name]]:#x}" for name in SCALARS if values[NUMBER[name]]
        ]
        return [*lines(scalars, 8), *_granules(state, W, 0), *_granules(state, AM, VECTORS)]

    def rows(self, state: State, first: int, last: int) -> list[str]:
        """Lines of 32 bytes of the core's own memory."""
        count = (MEMORY_END - OWN_MEMORY) // ROW
        if not 0 <= first <= last < count:
            raise SimulationFault(
                f"own memory has rows 0 to {count - 1}; there are no rows {first} to {last}"
            )
        data = self.read(state, OWN_MEMORY + first * ROW, (last - first + 1) * ROW)
        return dump_lines(OWN_MEMORY + first * ROW, data, ROW, digits=5)


class AmdNpuSimulation:
    """All memories have one space of addresses, so there are no files of single memories."""

    loads: tuple[MemoryFile, ...] = ()
    dumps: tuple[MemoryFile, ...] = ()
    addressed = True
    settings: Mapping[str, int | str] = {}

    def bench(self, changes: Mapping[str, str]) -> AmdNpuBench:
        """The machine, which has no settings."""
        return AmdNpuBench()


SIMULATION = AmdNpuSimulation()


def _span(address: int, size: int) -> slice:
    if not MEMORY_START <= address <= address + size <= MEMORY_END:
        raise SimulationFault(
            f"{size:,} bytes at {address:#x} do not lie in data memory, "
            f"{MEMORY_START:#x} to {MEMORY_END - 1:#x}"
        )
    return slice(address - MEMORY_START, address - MEMORY_START + size)


def _granules(state: State, names: tuple[str, ...], first: int) -> Iterator[str]:
    """Those that are not zero, a line each."""
    for index, name in enumerate(names, start=first):
        data = state["granules"][index * GRANULE : (index + 1) * GRANULE]
        if data.any():
            yield f"{name} = {data.tobytes()[::-1].hex()}"
