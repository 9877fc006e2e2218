"""A plain platform's machine by hand: nothing is left to write."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernelcraft.cells.simulation import MemoryFile, SimulationFault, lines
from kernelcraft.sim.native import execute
from kernelcraft.sim.state import fresh

if TYPE_CHECKING:
    from kernelcraft.cells.plain import PlainPlatform
    from kernelcraft.isa.program import Program
    from kernelcraft.sim.machine import Memory
    from kernelcraft.sim.run import Limits, Run
    from kernelcraft.sim.state import State

ELEMENTS = 4096  # of the memory of tensors, unless a setting says otherwise
ROW = 16  # elements on a line


@dataclass(frozen=True)
class PlainBench:
    """The machine with memories of some size."""

    platform: PlainPlatform
    parameters: Mapping[str, int]

    def assemble(self, text: str) -> Program:
        """Assemble and check; raises AssemblyError with every fault."""
        return self.platform.assemble(text)

    def binary(self, data: bytes) -> Program:
        """ELF files are not read."""
        raise SimulationFault("this machine reads assembly text, no ELF files")

    def reset(self) -> State:
        """All memories and registers zero."""
        return fresh(self.platform.interpreter.machine, self.parameters)

    def load(self, state: State, program: Program) -> None:
        """The operations are all there is."""

    def run(
        self,
        program: Program,
        state: State,
        limits: Limits,
        *,
        stop_at: int | None,
        reference: bool,
    ) -> Run:
        """Run, changing `state`."""
        interpreter = self.platform.interpreter
        return execute(interpreter, program, state, limits, stop_at=stop_at, reference=reference)

    def registers(self, state: State) -> list[str]:
        """All registers, those of a file with their numbers."""
        found: list[str] = []
        for part in self.platform.interpreter.machine.layout.registers:
            values = state[part.name].tolist()
            numbered = [f"{part.name}{index} = {value}" for index, value in enumerate(values)]
            found += lines(numbered if part.count > 1 else [f"{part.name} = {values[0]}"])
        return found

    def write(self, state: State, address: int, data: bytes) -> None:
        """There is no space of byte addresses."""
        raise SimulationFault("this machine has no space of byte addresses")

    def read(self, state: State, address: int, size: int) -> bytes:
        """There is no space of byte addresses."""
        raise SimulationFault("this machine has no space of byte addresses")

    def rows(self, state: State, first: int, last: int) -> list[str]:
        """Lines of 16 elements of the memory of tensors."""
        elements = state[self.platform.memory]
        count = -(-len(elements) // ROW)
        if not 0 <= first <= last < count:
            memory = self.platform.memory
            raise SimulationFault(
                f"{memory} has rows 0 to {count - 1}; there are no rows {first} to {last}"
            )
        return [
            f"{row * ROW}: "
            + " ".join(
                f"{value:g}"
                for value in self.platform.format.decode(elements[row * ROW : (row + 1) * ROW])
            )
            for row in range(first, last + 1)
        ]


@dataclass(frozen=True)
class PlainSimulation:
    """Files for every memory, and settings for every parameter of the machine."""

    platform: PlainPlatform
    addressed: bool = False

    @property
    def loads(self) -> tuple[MemoryFile, ...]:
        """A file for each memory that holds data."""
        return tuple(_file(memory, "before the run") for memory in self._memories())

    @property
    def dumps(self) -> tuple[MemoryFile, ...]:
        """The same, written afterwards."""
        return tuple(_file(memory, "after the run", "-out") for memory in self._memories())

    @property
    def settings(self) -> Mapping[str, int | str]:
        """The machine's parameters."""
        return {**self.platform.parameters, self.platform.size: ELEMENTS}

    def bench(self, changes: Mapping[str, str]) -> PlainBench:
        """The machine with other parameters; raises SimulationFault for what is no number."""
        return PlainBench(self.platform, self._parameters(changes))

    def _parameters(self, changes: Mapping[str, str]) -> dict[str, int]:
        for name, value in changes.items():
            if not value.isdecimal() or not 0 < int(value) <= 1 << 28:
                raise SimulationFault(f"{name}: expected a number from 1 to 2^28, got {value!r}")
        usual = {name: int(value) for name, value in self.settings.items()}
        return {**usual, **{name: int(value) for name, value in changes.items()}}

    def _memories(self) -> list[Memory]:
        return [each for each in self.platform.interpreter.machine.layout.memories if each.data]


def _file(memory: Memory, when: str, ending: str = "") -> MemoryFile:
    what = f"{memory.title} {when}, raw {memory.dtype}, little-endian."
    return MemoryFile(memory.name.replace("_", "-") + ending, memory.name, what)
