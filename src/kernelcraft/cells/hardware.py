"""Runs of kernels on real hardware: an optional part `hardware` of a platform, and what it gives.

The part has `missing()`, one instruction for each thing that is not installed, and
`run(cell, text, inputs, folder, seconds)`, which raises `HardwareError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.platforms import part
from kernelcraft.cells.protocol import FloatArray


class HardwareError(Exception):
    """No result came back from hardware; the message says what to do, or what a tool said."""


@dataclass(frozen=True)
class HardwareRun:
    """One run: the output in the tensor's own shape, the cycles of the kernel (None where the
    trace has none) and what the device calls itself."""

    output: FloatArray
    cycles: int | None
    device: str


def run_on_hardware(
    cell: Cell, text: str, inputs: Mapping[str, FloatArray], folder: Path, seconds: float
) -> HardwareRun:
    """Run a kernel on the inputs; generated files stay in `folder`, which must exist.

    `seconds` is the time limit of every tool and of the run. Raises HardwareError, with a line for
    each thing that is missing.
    """
    module = part(cell.platform.name, "hardware")
    if module is None:
        raise HardwareError(f"{cell.platform.name} has no hardware adapter: it runs simulated only")
    lacking = module.missing()
    if lacking:
        raise HardwareError("\n".join(("this machine cannot run it:", *lacking)))
    found: HardwareRun = module.run(cell, text, inputs, folder, seconds)
    return found
