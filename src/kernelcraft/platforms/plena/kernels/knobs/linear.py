"""Linear has the knobs of GEMM."""

from kernelcraft.platforms.plena.kernels.knobs.gemm import space

__all__ = ["space"]
