"""A compiler for described machines: from a task's own algorithm to kernels.

A task's algorithm is traced (`trace`), rewritten in the primitives that a machine's lowering table
has (`rewrite`), cut into stages (`stages`), and each stage becomes loops over rows (`rows`) or a
product of tiles (`products`).
"""

from kernelcraft.codegen.tensors.compiler import kernel
from kernelcraft.codegen.tensors.kernel import Settings
from kernelcraft.codegen.tensors.table import Ref, RegisterTile, Table, Tile
from kernelcraft.codegen.tensors.writer import Address, Writer

__all__ = ["Address", "Ref", "RegisterTile", "Settings", "Table", "Tile", "Writer", "kernel"]
