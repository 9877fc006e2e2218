"""BOOM: an out-of-order RISC-V core for programs of one thread."""

from kernelcraft.platforms.boom.machine.platform import PLATFORM

__all__ = ["PLATFORM"]
