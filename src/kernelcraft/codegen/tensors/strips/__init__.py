"""A compiler of whole numbers for machines whose vectors are as long as a program says.

Stages are trees of operations (`stages`) that are computed a strip of elements at a time
(`expressions`): over all elements (`maps`), over rows with reductions (`rows`), or at the end of
products of matrices (`products`) and of windows (`windows`).
"""

from kernelcraft.codegen.tensors.strips.code import Vectors
from kernelcraft.codegen.tensors.strips.table import StripTable

__all__ = ["StripTable", "Vectors"]
