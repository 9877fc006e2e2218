"""GELU of codes: y = table[x & 255]; the table is held in registers, see `schedules.table`."""

from kernelcraft.kernels.coral_npu.schedules.table import kernel

__all__ = ["kernel"]
