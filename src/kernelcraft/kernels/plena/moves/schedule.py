"""A schedule under construction: steps written with addresses, as if registers were free."""

from __future__ import annotations

from kernelcraft.kernels.cell import Cell
from kernelcraft.kernels.plena.moves.emit import emit
from kernelcraft.kernels.plena.moves.forms import Context
from kernelcraft.kernels.plena.moves.simplify import simplified
from kernelcraft.kernels.plena.moves.steps import Maker, Step
from kernelcraft.platforms.platform import Placement

ROW = 64  # elements of a vector SRAM row (MLEN = VLEN)
TILE = ROW * ROW  # elements of a matrix SRAM tile
HEADS = 4  # heads of the batched matrix instructions
HEAD = ROW // HEADS  # rows of a tile that one of them multiplies
FETCH = 4  # rows of one H_PREFETCH_V


class Schedule:
    """Collects steps; vector SRAM behind the output is free from `scratch` on."""

    def __init__(self, cell: Cell, idea: str) -> None:
        self.cell, self.title = cell, f"{cell.name}: {idea}"
        self.memory_map = cell.memory_map
        self.scratch = next(r.start for r in cell.memory_map.scratch if r.memory == "vector_sram")
        self.steps: list[Step] = []
        self._maker = Maker(cell.memory_map.parameters)

    def do(self, mnemonic: str, *values: int, v_mask: int | None = None) -> None:
        """One step; every operand of the text in signature order, registers as numbers."""
        self.steps.append(self._maker.step(mnemonic, *values, context=Context(v_mask=v_mask)))

    def reserve(self, rows: int) -> int:
        """The address of `rows` free rows of vector SRAM."""
        start, self.scratch = self.scratch, self.scratch + rows * ROW
        return start

    def fetch_rows(self, target: int, tensor: Placement, element: int, stride: int) -> None:
        """H_PREFETCH_V: 4 rows of 64, `stride` elements apart, from one element of a tensor."""
        self._fetch("H_PREFETCH_V", target, tensor, element, stride)

    def fetch_tile(self, target: int, tensor: Placement, element: int, stride: int) -> None:
        """H_PREFETCH_M: 64 rows of 64 elements, `stride` elements apart."""
        self._fetch("H_PREFETCH_M", target, tensor, element, stride)

    def load_constant(self, register: int, name: str) -> None:
        """f[register] = a constant of the cell."""
        self.do("S_LD_FP", register, 0, self.memory_map.constant(name).address)

    def text(self) -> str:
        """The kernel."""
        return emit(simplified(self.cell, self.steps), self.title)

    def _fetch(
        self, mnemonic: str, target: int, tensor: Placement, element: int, stride: int
    ) -> None:
        context = Context(scale=tensor.detail("scale offset"), stride=stride)
        values = (target, element, 0, 1, 0)
        self.steps.append(
            self._maker.step(mnemonic, *values, context=context, base=tensor.address)
        )
