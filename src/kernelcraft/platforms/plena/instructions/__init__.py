"""PLENA's instructions, one chapter per unit; importing this package fills the table."""

from kernelcraft.platforms.plena.instructions import control, matrix, scalar, transfer, vector
from kernelcraft.platforms.plena.instructions.table import plena

plena.check()

__all__ = ["control", "matrix", "plena", "scalar", "transfer", "vector"]
