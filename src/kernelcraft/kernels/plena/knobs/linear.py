"""Linear has the knobs of GEMM."""

from kernelcraft.kernels.plena.knobs.gemm import space

__all__ = ["space"]
