"""BOOM by hand: ELF files or assembly text, bytes at any address, registers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kernelcraft.cells.simulation import MemoryFile, SimulationFault, dump_lines, lines
from kernelcraft.isa.elf import read_elf
from kernelcraft.isa.loader import ImageError, program_of
from kernelcraft.isa.program import Program
from kernelcraft.platforms.boom.machine.assembly import assemble
from kernelcraft.platforms.boom.machine.configuration import (
    OPERAND_BYTES,
    OPERANDS,
    RETURN,
    STACK_END,
    BoomConfiguration,
    ConfigurationError,
)
from kernelcraft.platforms.boom.machine.instructions import boom
from kernelcraft.platforms.boom.machine.interpreter import INTERPRETER
from kernelcraft.platforms.boom.machine.state import LoadError, load, reset, span
from kernelcraft.riscv.operands import F_NAMES, X_NAMES
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State

EM_RISCV = 243
ROW = 16  # bytes of memory on a line


@dataclass(frozen=True)
class BoomBench:
    """One core."""

    configuration: BoomConfiguration

    def assemble(self, text: str) -> Program:
        """Assemble and place; raises AssemblyError with every fault."""
        return assemble(text)

    def binary(self, data: bytes) -> Program:
        """The program of an ELF file, with a listing as its source."""
        try:
            return program_of(boom, read_elf(data, EM_RISCV, bits=64))
        except ImageError as error:
            raise SimulationFault(str(error)) from None

    def reset(self) -> State:
        """All memories and registers zero but sp and ra, which are as a caller sets them."""
        state = reset(self.configuration)
        state["x"][X_NAMES.index("ra")] = RETURN
        state["x"][X_NAMES.index("sp")] = STACK_END
        return state

    def load(self, state: State, program: Program) -> None:
        """Put the segments into memory."""
        try:
            load(state, program)
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
        """Run a program that was loaded, from its entry to its return: one call, cold."""
        return execute(INTERPRETER, program, state, limits, stop_at=stop_at, reference=reference)

    def write(self, state: State, address: int, data: bytes) -> None:
        """Bytes into any memory."""
        state["memory"][_span(address, len(data))] = np.frombuffer(data, np.uint8)

    def read(self, state: State, address: int, size: int) -> bytes:
        """Bytes from any memory."""
        return state["memory"][_span(address, size)].tobytes()

    def registers(self, state: State) -> list[str]:
        """Integer registers, and float registers as bit patterns."""
        files = (("x", X_NAMES), ("f", F_NAMES))
        return [
            row
            for file, names in files
            for row in lines(
                [
                    f"{name} = {value:#x}"
                    for name, value in zip(names, state[file].tolist(), strict=True)
                ],
                4,
            )
        ]

    def rows(self, state: State, first: int, last: int) -> list[str]:
        """Lines of 16 bytes of the operands' memory."""
        count = OPERAND_BYTES // ROW
        if not 0 <= first <= last < count:
            raise SimulationFault(
                f"there are rows 0 to {count - 1} of operands, but no rows {first} to {last}"
            )
        data = self.read(state, OPERANDS + first * ROW, (last - first + 1) * ROW)
        return dump_lines(OPERANDS + first * ROW, data, ROW, digits=8)


def _span(address: int, size: int) -> slice:
    try:
        return span(address, size)
    except LoadError as error:
        raise SimulationFault(str(error)) from None


class BoomSimulation:
    """All memories have one space of addresses, so there are no files of single memories."""

    loads: tuple[MemoryFile, ...] = ()
    dumps: tuple[MemoryFile, ...] = ()
    addressed = True

    @property
    def settings(self) -> Mapping[str, int | str]:
        """The hardware configuration."""
        return BoomConfiguration().settings()

    def bench(self, changes: Mapping[str, str]) -> BoomBench:
        """A machine; raises SimulationFault for a configuration that no machine can have."""
        try:
            return BoomBench(BoomConfiguration().changed(changes))
        except ConfigurationError as error:
            raise SimulationFault(str(error)) from None


SIMULATION = BoomSimulation()
