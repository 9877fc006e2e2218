"""KernelCraft's cells as a taskset of verifiers (v1): `vf-eval kernelcraft-verifiers`."""

from kernelcraft_verifiers.taskset import Kernels

__all__ = ["Kernels"]
