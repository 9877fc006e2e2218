"""The AMD NPU (AIE2): one core, an exposed pipeline of six slots without interlocks."""

from kernelcraft.platforms.amd_npu.machine.platform import PLATFORM

__all__ = ["PLATFORM"]
