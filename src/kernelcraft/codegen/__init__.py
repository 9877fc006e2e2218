"""The back end that any described machine gets: from instructions with dependences to schedules.

What it knows of a machine it reads from the instruction table; the rest is a small `Target`.
"""

from kernelcraft.codegen.operation import Access, Operation, Read, Write
from kernelcraft.codegen.reading import Memory, Reader
from kernelcraft.codegen.target import Target

__all__ = ["Access", "Memory", "Operation", "Read", "Reader", "Target", "Write"]
