"""What a cheater may know of a cell before it is graded."""

from collections.abc import Mapping

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.grading import lockfile
from kernelcraft.grading.input_set import public_set


class Public:
    """The public input set and the printed tolerance; see `suspects.Known`."""

    def inputs(self, cell: Cell) -> Mapping[str, FloatArray]:
        """The public inputs, as the memories hold them."""
        return public_set(cell).inputs

    def answer(self, cell: Cell) -> FloatArray:
        """The right output for them."""
        return public_set(cell).reference

    def tau(self, cell: Cell) -> float:
        """The cell's tolerance on the public inputs."""
        tau = lockfile.tau(cell, public_set(cell).distribution)
        if tau is None:
            raise ValueError(f"{cell.name} has no tolerance: its output must be equal")
        return tau
