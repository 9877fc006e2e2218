"""Runs a text on the platform, without a cell: 512 bytes in, 512 bytes out."""

from __future__ import annotations

import os
import shutil
from typing import Final

import numpy as np
import pytest

from kernelcraft.cells.protocol import FloatArray, Tensor
from kernelcraft.external.confinement import lacking
from kernelcraft.sim.run import Limits, Run
from kernelcraft_hexagon import PLATFORM

IN, OUT = (Tensor(name, (512,), "activation", element="int8") for name in ("x", "output"))
MEMORY: Final = PLATFORM.place([IN], OUT, {})
AT_IN, AT_OUT = MEMORY.inputs[0].address, MEMORY.output.address
X: Final = np.random.default_rng(1).integers(-128, 128, 512).astype(np.float64)
SIMULATED: Final = pytest.mark.skipif(
    shutil.which("qemu-hexagon") is None and "CI" not in os.environ,
    reason="needs qemu-hexagon (Debian: apt install qemu-user)",
)
CONFINED: Final = pytest.mark.skipif(
    bool(lacking()) and "CI" not in os.environ, reason="; ".join(lacking())
)


def ran(text: str, x: FloatArray = X, instructions: int = 100_000) -> Run:
    """One run of a kernel's text."""
    state = PLATFORM.stage(MEMORY, {"x": x}, 7)
    return PLATFORM.run(PLATFORM.assemble(text), state, Limits(instructions))


def given(text: str, x: FloatArray = X) -> FloatArray:
    """What a kernel leaves in the output; r0 and r1 point to input and output."""
    start = f"kernel: {{ r0 = ##{AT_IN:#x}; r1 = ##{AT_OUT:#x} }}\n"
    run = ran(f"{start}{text}\n jumpr r31\n", x)
    assert run.fault is None
    return PLATFORM.read(MEMORY.output, run.state)
