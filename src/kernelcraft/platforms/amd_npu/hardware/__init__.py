"""Kernels on an AMD NPU of the first generation, through Peano, mlir-aie and XRT; never tried."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.hardware import HardwareRun
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.platforms.amd_npu.hardware.device import Files, submit
from kernelcraft.platforms.amd_npu.hardware.prepared import prepared
from kernelcraft.platforms.amd_npu.hardware.startup import START_UP, linker_script
from kernelcraft.platforms.amd_npu.hardware.toolchain import (
    build_commands,
    call,
    cycles_between,
    missing,
    parse_command,
)

__all__ = ["missing", "run"]


def run(
    cell: Cell, text: str, inputs: Mapping[str, FloatArray], folder: Path, seconds: float
) -> HardwareRun:
    """Build a design of one core around the kernel, run it once and read output and trace.

    Raises HardwareError for a plan that the array cannot follow, what a tool complains of, and what
    the device does.
    """
    found = prepared(cell, text, inputs)
    for name, content in (
        ("kernel.s", found.kernel),
        (START_UP, found.startup),
        ("core.ld", linker_script()),
        ("design.mlir", found.design),
    ):
        (folder / name).write_text(content, encoding="utf-8")
    for command in build_commands():
        call(command, folder, seconds)
    files = Files(folder / "design.xclbin", folder / "insts.bin")
    answered = submit(files, found.given, found.size, seconds)
    (folder / "trace.txt").write_text(
        "".join(f"{word:08x}\n" for word in answered.trace), encoding="ascii"
    )
    cycles = None
    if answered.trace.any():
        call(parse_command(), folder, seconds)
        cycles = cycles_between(folder / "trace.json")
    return HardwareRun(found.output(answered.output), cycles, answered.device)
