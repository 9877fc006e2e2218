"""The same taskset on machines drawn without end: `vf-eval kernelcraft-drawn`."""

from kernelcraft_verifiers.taskset import DrawnKernels

__all__ = ["DrawnKernels"]
