"""Kernels on an AMD NPU of the first generation, through Peano, mlir-aie and XRT; never tried."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.hardware import HardwareRun
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.platforms.amd_npu.hardware.design import design, image, transfer_plan
from kernelcraft.platforms.amd_npu.hardware.device import Files, submit
from kernelcraft.platforms.amd_npu.hardware.startup import START_UP, linker_script, startup
from kernelcraft.platforms.amd_npu.hardware.toolchain import (
    build_commands,
    call,
    cycles_between,
    missing,
    parse_command,
)
from kernelcraft.platforms.amd_npu.machine import memory_map as memories
from kernelcraft.platforms.amd_npu.machine.memory_map import MEMORY_ARRAY
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START

__all__ = ["missing", "run"]


def run(
    cell: Cell, text: str, inputs: Mapping[str, FloatArray], folder: Path, seconds: float
) -> HardwareRun:
    """Build a design of one core around the kernel, run it once and read output and trace.

    Raises HardwareError for a streamed cell, what a tool complains of, and what the device does.
    """
    plan = transfer_plan(cell.memory_map)
    state = memories.stage(cell.memory_map, inputs, None)
    (folder / "kernel.s").write_text(text, encoding="utf-8")
    (folder / START_UP).write_text(startup(cell.memory_map, plan), encoding="utf-8")
    (folder / "core.ld").write_text(linker_script(), encoding="utf-8")
    (folder / "design.mlir").write_text(design(plan), encoding="utf-8")
    for command in build_commands():
        call(command, folder, seconds)
    files = Files(folder / "design.xclbin", folder / "insts.bin")
    given = image(plan, state[MEMORY_ARRAY])
    size = sum(each.size for each in plan.outbound)
    answered = submit(files, given, size, seconds)
    at = 0
    for each in plan.outbound:
        first = each.start - MEMORY_START
        state[MEMORY_ARRAY][first : first + each.size] = answered.output[at : at + each.size]
        at += each.size
    output = memories.read(cell.memory_map.output, state)
    (folder / "trace.txt").write_text(
        "".join(f"{word:08x}\n" for word in answered.trace), encoding="ascii"
    )
    cycles = None
    if answered.trace.any():
        call(parse_command(), folder, seconds)
        cycles = cycles_between(folder / "trace.json")
    return HardwareRun(output, cycles, answered.device)
