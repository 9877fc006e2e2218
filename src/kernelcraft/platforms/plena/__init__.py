"""PLENA: a tensor instruction set with a systolic array, vector rows and MXFP8 tensors in HBM."""

from kernelcraft.platforms.plena.machine.platform import PLATFORM

__all__ = ["PLATFORM"]
