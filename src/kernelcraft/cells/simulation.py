"""How a platform's machine is used by hand: its settings, its memories as raw files, its state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kernelcraft.cells.platforms import part
from kernelcraft.cells.platforms import platform as platform_of
from kernelcraft.isa.program import Program
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State


class SimulationFault(ValueError):
    """A setting or a file does not fit the machine; the message is a sentence."""


@dataclass(frozen=True)
class MemoryFile:
    """A memory as a raw file: its elements from the first one, little-endian.

    `option` is the command line's name for it, without dashes; `memory` the state's array.
    """

    option: str
    memory: str
    doc: str


class Bench(Protocol):
    """One machine of chosen settings, ready to run programs."""

    def assemble(self, text: str) -> Program:
        """Assemble and check; raises AssemblyError with every fault."""

    def binary(self, data: bytes) -> Program:
        """The program of an ELF file; raises SimulationFault if it is none for this machine."""

    def reset(self) -> State:
        """The machine after reset, all memories zero."""

    def load(self, state: State, program: Program) -> None:
        """Put a program into memory, if it lies there; raises SimulationFault if it cannot."""

    def run(
        self,
        program: Program,
        state: State,
        limits: Limits,
        *,
        stop_at: int | None,
        reference: bool,
    ) -> Run:
        """Run, changing `state`; stop before operation `stop_at` when it is reached."""

    def registers(self, state: State) -> list[str]:
        """The registers as lines of text."""

    def write(self, state: State, address: int, data: bytes) -> None:
        """Bytes at an address of a machine that is `addressed`; raises SimulationFault outside."""

    def read(self, state: State, address: int, size: int) -> bytes:
        """As `write`, the other way."""

    def rows(self, state: State, first: int, last: int) -> list[str]:
        """Rows `first` to `last` of the main on-chip memory as lines of text.

        Raises SimulationFault for rows that the machine does not have.
        """


class Simulation(Protocol):
    """What a platform offers to `simulate`; the module `<platform>/simulate.py` has a SIMULATION.

    `loads` are files that fill memories before the run, `dumps` are written from them afterwards;
    `settings` are the machine's settings with their usual values.
    An `addressed` machine has one space of byte addresses for all its memories.
    """

    @property
    def loads(self) -> tuple[MemoryFile, ...]: ...
    @property
    def dumps(self) -> tuple[MemoryFile, ...]: ...
    @property
    def settings(self) -> Mapping[str, int | str]: ...
    @property
    def addressed(self) -> bool: ...

    def bench(self, changes: Mapping[str, str]) -> Bench:
        """The machine with changed settings; raises SimulationFault for a bad one."""


def simulation(platform: str) -> Simulation:
    """What the platform of that name offers, or what follows where it is a plain one.

    Raises SimulationFault where it offers nothing.
    """
    module = part(platform, "machine.simulate")
    if module is None:
        from kernelcraft.cells.plain import PlainPlatform
        from kernelcraft.cells.plain_simulation import PlainSimulation

        plain = platform_of(platform)
        if isinstance(plain, PlainPlatform):
            return PlainSimulation(plain)
        raise SimulationFault(f"{platform} has no machine that can be used by hand")
    found: Simulation = module.SIMULATION
    return found


def load(state: State, memory: str, data: bytes) -> None:
    """Fill a memory from its first element; what follows a shorter file stays as it is.

    Raises SimulationFault for a file that is longer than the memory or ends inside an element.
    """
    array = state[memory]
    if len(data) > array.nbytes:
        raise SimulationFault(f"longer than the memory, which has {array.nbytes:,} bytes")
    if len(data) % array.itemsize:
        raise SimulationFault(
            f"{len(data):,} bytes; expected elements of {array.itemsize} bytes each"
        )
    values = np.frombuffer(data, array.dtype.newbyteorder("<"))
    array[: len(values)] = values


def dump(state: State, memory: str) -> bytes:
    """The whole memory from element 0, little-endian."""
    array = state[memory]
    return array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()


def lines(parts: list[str], count: int = 8) -> list[str]:
    """`count` parts on a line."""
    return ["  ".join(parts[start : start + count]) for start in range(0, len(parts), count)]


def dump_lines(start: int, data: bytes, row: int, digits: int) -> list[str]:
    """`row` bytes on a line, with the address of the first in `digits` hexadecimal digits."""
    return [
        f"0x{start + at:0{digits}x}  {data[at : at + row].hex(' ', 4)}"
        for at in range(0, len(data), row)
    ]
