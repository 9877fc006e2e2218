"""Runs a few lines as a kernel and tells what they leave in the registers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kernelcraft.platforms.boom.machine.assembly import assemble
from kernelcraft.platforms.boom.machine.calls import called
from kernelcraft.platforms.boom.machine.configuration import RETURN, STACK_END, BoomConfiguration
from kernelcraft.platforms.boom.machine.state import load, reset
from kernelcraft.riscv.operands import F_NAMES, X_NAMES
from kernelcraft.sim.run import Limits

ALL = (1 << 64) - 1


@dataclass(frozen=True)
class Left:
    """The registers after a call, as unsigned numbers, and the sentence of its fault."""

    x: Mapping[str, int]
    f: Mapping[str, int]
    flags: int
    fault: str


def run(text: str, *, reference: bool, **registers: int) -> Left:
    """Call `text`, which has no label and no return of its own, with some registers set."""
    state = reset(BoomConfiguration())
    state["x"][X_NAMES.index("ra")] = RETURN
    state["x"][X_NAMES.index("sp")] = STACK_END
    for name, value in registers.items():
        file, names = ("f", F_NAMES) if name in F_NAMES else ("x", X_NAMES)
        state[file][names.index(name)] = value & ALL
    program = assemble(f"kernel:\n{text}\nret\n")
    load(state, program)
    limits = Limits(instructions=1000)
    done = called(program, state, limits, stop_at=None, reference=reference)
    return Left(
        dict(zip(X_NAMES, state["x"].tolist(), strict=True)),
        dict(zip(F_NAMES, state["f"].tolist(), strict=True)),
        int(state["csr"][0]),
        str(done.fault or ""),
    )
