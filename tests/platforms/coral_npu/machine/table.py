"""A few lines of assembly on a Coral NPU, and what they leave behind."""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.platforms.coral_npu.machine.assembly import assemble
from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.platforms.coral_npu.machine.interpreter import INTERPRETER
from kernelcraft.platforms.coral_npu.machine.state import load, reset, span
from kernelcraft.riscv.operands import X_NAMES
from kernelcraft.sim.native import execute
from kernelcraft.sim.run import Limits, Run

USUAL = CoralConfiguration()


@dataclass(frozen=True)
class After:
    """The machine after a run."""

    run: Run

    def x(self, name: str) -> int:
        """An integer register by its ABI name."""
        return int(self.run.state["x"][X_NAMES.index(name)])

    def f(self, index: int) -> int:
        """The bits of a float register."""
        return int(self.run.state["f"][index])

    def v(self, register: int, count: int = 16) -> list[int]:
        """The first bytes of a vector register."""
        start = 16 * register
        found: list[int] = self.run.state["v"][start : start + count].tolist()
        return found

    def memory(self, address: int, size: int) -> bytes:
        """Bytes at an address."""
        return self.run.state["memory"][span(USUAL, address, size)].tobytes()

    @property
    def fault(self) -> str:
        """The fault's sentence, or an empty one."""
        return "" if self.run.fault is None else str(self.run.fault)


def run(
    text: str,
    *,
    machine: CoralConfiguration = USUAL,
    limits: Limits | None = None,
    end: str = "mpause",
    reference: bool = False,
) -> After:
    """Assemble, load and run."""
    program = assemble(f"{text}\n{end}\n", machine)
    state = reset(machine)
    load(state, program, machine)
    limits = limits or Limits(instructions=10_000)
    return After(execute(INTERPRETER, program, state, limits, reference=reference))
