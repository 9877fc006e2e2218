"""Kernels of a core without interlocks, from instructions that mean what they would one by one.

What it writes is free of hazards: no value is read before it has landed or after another one has,
no port and no slot is used twice, memory is touched in the order of the instructions.
"""

from kernelcraft.codegen.reading import Memory
from kernelcraft.platforms.amd_npu.kernels.schedule.target import AIE2, core_reader, core_writer
from kernelcraft.platforms.amd_npu.kernels.schedule.writer import Writer

__all__ = ["AIE2", "Memory", "Writer", "core_reader", "core_writer"]
