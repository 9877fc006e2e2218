"""PLENA by hand: raw memory files in the official emulator's formats, registers, vector rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kernelcraft.cells.simulation import MemoryFile, SimulationFault, lines
from kernelcraft.isa.program import Program
from kernelcraft.platforms.plena.machine.configuration import ConfigurationError, PlenaConfiguration
from kernelcraft.platforms.plena.machine.formats import bf16_to_f32, fp16_to_f32
from kernelcraft.platforms.plena.machine.interpreter import INTERPRETER
from kernelcraft.platforms.plena.machine.platform import PlenaPlatform
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run
from kernelcraft.sim.state import State, fresh

SHOWN = 8  # elements of a row at its beginning


@dataclass(frozen=True)
class PlenaBench:
    """One PLENA machine."""

    platform: PlenaPlatform

    def assemble(self, text: str) -> Program:
        """Assemble and check."""
        return self.platform.assemble(text)

    def binary(self, data: bytes) -> Program:
        """There are no binary files of PLENA programs."""
        raise SimulationFault("PLENA runs kernels as text, not ELF files")

    def load(self, state: State, program: Program) -> None:
        """Programs have a memory of their own."""

    def write(self, state: State, address: int, data: bytes) -> None:
        """Each memory has addresses of its own here."""
        raise SimulationFault("PLENA's memories have no common addresses")

    def read(self, state: State, address: int, size: int) -> bytes:
        """Each memory has addresses of its own here."""
        raise SimulationFault("PLENA's memories have no common addresses")

    def reset(self) -> State:
        """All memories zero, STRIDE 1."""
        return fresh(Plena, self.platform.configuration.parameters())

    def run(
        self,
        program: Program,
        state: State,
        limits: Limits,
        *,
        stop_at: int | None,
        reference: bool,
    ) -> Run:
        """Run natively, or on the reference machine if asked or if nothing was compiled."""
        return execute(INTERPRETER, program, state, limits, stop_at=stop_at, reference=reference)

    def registers(self, state: State) -> list[str]:
        """Integer and address registers as numbers, FP registers as values and patterns."""
        floats = fp16_to_f32(state["f"]).tolist()
        fp = [
            f"f{index} = {value:g} (0x{int(bits):04x})"
            for index, (value, bits) in enumerate(zip(floats, state["f"].tolist(), strict=True))
        ]
        return [
            *lines([f"gp{index} = {value}" for index, value in enumerate(state["gp"].tolist())]),
            *lines(fp),
            *lines([f"a{index} = {value}" for index, value in enumerate(state["a"].tolist())]),
            f"SCALE = {int(state['scale'][0])}  STRIDE = {int(state['stride'][0])}  "
            f"V_MASK = {int(state['v_mask'][0]):#x}",
        ]

    def rows(self, state: State, first: int, last: int) -> list[str]:
        """The first elements of vector SRAM rows, and the smallest and largest of each row."""
        length = self.platform.configuration.mlen
        memory = state["vector_sram"].reshape(-1, length)
        if not 0 <= first <= last < len(memory):
            raise SimulationFault(
                f"vector SRAM has rows 0 to {len(memory) - 1}; there are no rows {first} to {last}"
            )
        values = bf16_to_f32(memory[first : last + 1])
        return [
            _row(first + index, (first + index) * length, row) for index, row in enumerate(values)
        ]


class PlenaSimulation:
    """The files have the formats of the official emulator."""

    loads = (
        MemoryFile("hbm", "hbm", "HBM: MXFP8 elements and scales."),
        MemoryFile("fp-sram", "fp_sram", "FP SRAM: fp16."),
        MemoryFile("int-sram", "int_sram", "INT SRAM: unsigned 32-bit."),
    )
    dumps = (
        MemoryFile("dump-vector-sram", "vector_sram", "Write vector SRAM here afterwards: bf16."),
        MemoryFile("dump-hbm", "hbm", "Write HBM here afterwards."),
    )
    addressed = False

    @property
    def settings(self) -> Mapping[str, int | str]:
        """The hardware configuration."""
        return PlenaConfiguration().settings()

    def bench(self, changes: Mapping[str, str]) -> PlenaBench:
        """A machine; raises SimulationFault for a configuration that no machine can have."""
        try:
            return PlenaBench(PlenaPlatform(PlenaConfiguration().changed(changes)))
        except ConfigurationError as error:
            raise SimulationFault(str(error)) from None


SIMULATION = PlenaSimulation()


def _row(index: int, address: int, values: np.ndarray[tuple[int], np.dtype[np.float32]]) -> str:
    shown = " ".join(f"{value:.5g}" for value in values[:SHOWN].tolist())
    finite = values[np.isfinite(values)]
    span = f"{finite.min():.5g}..{finite.max():.5g}" if finite.size else "-"
    wild = values.size - finite.size
    strange = f", {wild} not finite" if wild else ""
    return f"row {index} (element {address}): {shown} ...  min..max {span}{strange}"
