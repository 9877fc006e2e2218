"""The Coral NPU by hand: ELF files or assembly text, bytes at any address, registers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kernelcraft.cells.simulation import MemoryFile, SimulationFault, dump_lines, lines
from kernelcraft.isa.elf import read_elf
from kernelcraft.isa.loader import ImageError, program_of
from kernelcraft.isa.program import Program
from kernelcraft.platforms.coral_npu.machine.assembly import assemble
from kernelcraft.platforms.coral_npu.machine.configuration import (
    ConfigurationError,
    CoralConfiguration,
)
from kernelcraft.platforms.coral_npu.machine.instructions import coral
from kernelcraft.platforms.coral_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.coral_npu.machine.state import LoadError, load, reset, span
from kernelcraft.riscv.operands import F_NAMES, X_NAMES
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State

EM_RISCV = 243
COMPRESSED = 1  # of the header's flags
ROW = 16  # bytes of memory on a line


@dataclass(frozen=True)
class CoralBench:
    """One Coral NPU."""

    configuration: CoralConfiguration

    def assemble(self, text: str) -> Program:
        """Assemble and place; raises AssemblyError with every fault."""
        return assemble(text, self.configuration)

    def binary(self, data: bytes) -> Program:
        """The program of an ELF file, with a listing as its source."""
        try:
            return program_of(coral, read_elf(data, EM_RISCV, COMPRESSED))
        except ImageError as error:
            raise SimulationFault(str(error)) from None

    def reset(self) -> State:
        """All memories and registers zero but sp, which is where kernels find it."""
        state = reset(self.configuration)
        state["x"][X_NAMES.index("sp")] = self.configuration.stack
        return state

    def load(self, state: State, program: Program) -> None:
        """Put the segments into memory."""
        try:
            load(state, program, self.configuration)
        except LoadError as error:
            raise SimulationFault(str(error)) from None

    def run(
        self,
        program: Program,
        state: State,
        limits: Limits,
        *,
        stop_at: int | None,
        reference: bool,
    ) -> Run:
        """Run a program that was loaded from its entry."""
        return execute(INTERPRETER, program, state, limits, stop_at=stop_at, reference=reference)

    def write(self, state: State, address: int, data: bytes) -> None:
        """Bytes into any memory."""
        state["memory"][self._span(address, len(data))] = np.frombuffer(data, np.uint8)

    def read(self, state: State, address: int, size: int) -> bytes:
        """Bytes from any memory."""
        return state["memory"][self._span(address, size)].tobytes()

    def _span(self, address: int, size: int) -> slice:
        try:
            return span(self.configuration, address, size)
        except LoadError as error:
            raise SimulationFault(str(error)) from None

    def registers(self, state: State) -> list[str]:
        """Integer registers, float registers as bit patterns, vector registers as bytes."""
        integers = [
            f"{name} = {value:#x}" for name, value in zip(X_NAMES, state["x"].tolist(), strict=True)
        ]
        floats = [
            f"{name} = {value:#010x}"
            for name, value in zip(F_NAMES, state["f"].tolist(), strict=True)
        ]
        rows = state["v"].reshape(32, -1)
        vectors = [f"v{index} = {row.tobytes()[::-1].hex()}" for index, row in enumerate(rows)]
        return [*lines(integers, 8), *lines(floats, 8), *lines(vectors, 2)]

    def rows(self, state: State, first: int, last: int) -> list[str]:
        """Lines of 16 bytes of DTCM."""
        dtcm = self.configuration.regions()[0]
        if not 0 <= first <= last < dtcm.size // ROW:
            raise SimulationFault(
                f"DTCM has rows 0 to {dtcm.size // ROW - 1}; there are no rows {first} to {last}"
            )
        data = self.read(state, dtcm.start + first * ROW, (last - first + 1) * ROW)
        return dump_lines(dtcm.start + first * ROW, data, ROW, digits=8)


class CoralSimulation:
    """All memories have one space of addresses, so there are no files of single memories."""

    loads: tuple[MemoryFile, ...] = ()
    dumps: tuple[MemoryFile, ...] = ()
    addressed = True

    @property
    def settings(self) -> Mapping[str, int | str]:
        """The hardware configuration."""
        return CoralConfiguration().settings()

    def bench(self, changes: Mapping[str, str]) -> CoralBench:
        """A machine; raises SimulationFault for a configuration that no machine can have."""
        try:
            return CoralBench(CoralConfiguration().changed(changes))
        except ConfigurationError as error:
            raise SimulationFault(str(error)) from None


SIMULATION = CoralSimulation()
