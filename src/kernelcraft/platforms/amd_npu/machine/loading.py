"""An assembled program and its tables, put into a state where the core fetches them."""

from __future__ import annotations

import numpy as np

from kernelcraft.isa.program import Program
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.platforms.amd_npu.machine.state import DELAY_SLOTS, EXIT, MEMORY_START
from kernelcraft.sim.state import State


def load_program(program: Program, state: State) -> None:
    """Fill in the program memory and the tables of data, and let lr be what ends the program."""
    operations, bundles = len(program.ops), int(program.ends.sum())
    starts = np.concatenate([[0], np.flatnonzero(program.ends) + 1])
    of_bundle = np.cumsum(program.ends) - program.ends  # of each operation, its bundle
    addresses = program.addresses
    state["operation_at"][:] = 0
    state["operation_at"][addresses[:-1] // 2] = 1 + starts[:-1]
    state["address_of"][:operations] = addresses[of_bundle]
    state["size_of"][:operations] = np.diff(addresses)[of_bundle]
    after = np.minimum(of_bundle + DELAY_SLOTS + 1, bundles)
    state["return_to"][:operations] = addresses[after]
    state["last"][:] = operations - 1
    state["scalars"][NUMBER["lr"]] = EXIT
    for segment in program.image.segments if program.image else ():
        first = segment.address - MEMORY_START
        state["memory"][first : first + len(segment.data)] = np.frombuffer(segment.data, np.uint8)
