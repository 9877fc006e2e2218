"""The Coral NPU: an in-order RISC-V core with a vector unit and tightly coupled memories."""

from kernelcraft.platforms.coral_npu.machine.platform import PLATFORM

__all__ = ["PLATFORM"]
