"""SiLU of codes: y = table[x & 255]; the table is held in registers, see `schedules.table`."""

from kernelcraft.platforms.coral_npu.kernels.schedules.table import kernel

__all__ = ["kernel"]
