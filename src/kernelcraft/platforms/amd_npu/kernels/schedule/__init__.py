"""A scheduler for a core without interlocks: from instructions with dependences to legal bundles.

What it writes is free of hazards: no value is read before it has landed or after another one has,
no port and no slot is used twice, memory is touched in the order of the instructions.
"""

from kernelcraft.platforms.amd_npu.kernels.schedule.operation import Access, Operation, Read, Write
from kernelcraft.platforms.amd_npu.kernels.schedule.reading import Memory, Reader, core_writer
from kernelcraft.platforms.amd_npu.kernels.schedule.writer import Writer

__all__ = [
    "Access",
    "Memory",
    "Operation",
    "Read",
    "Reader",
    "Write",
    "Writer",
    "core_writer",
]
