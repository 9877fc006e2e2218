"""What a kernel is written for: cells, their sizes, and what platforms have for them.

`kernelcraft.cells` is also the public function of that name: a package that is imported stands in
its parent's place for the name, so it can be called.
"""

import sys
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell


class _Cells(ModuleType):
    def __call__(
        self,
        platform: str | None = None,
        level: int | None = None,
        task: str | None = None,
        config: str | None = None,
    ) -> "list[Cell]":
        from kernelcraft.cells.cell import find_cells

        return find_cells(platform, level, task, config)


sys.modules[__name__].__class__ = _Cells
