"""The machine that `kernelcraft new platform` writes, imported from where it was written."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from kernelcraft.cells.cell import Cell, make_cell
from kernelcraft.cells.protocol import Platform
from kernelcraft.codegen.tensors import Table
from kernelcraft.sim import on_demand
from kernelcraft.tasks import Dims, Task, load
from kernelcraft.templates import write

NAME = "wisp_table"


@dataclass(frozen=True)
class Written:
    """A platform and its lowering table."""

    platform: Platform
    table: Table

    def cell(self, task: Task | str, dims: Dims) -> Cell:
        """A cell of any sizes."""
        found = load(task) if isinstance(task, str) else task
        return make_cell(self.platform, found, "C1", dims)


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Written]:
    """The template's machine; what is compiled of it is kept with it."""
    folder = tmp_path_factory.mktemp("template")
    write("platform", NAME, folder / "package")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(on_demand.CACHE, str(folder / "cache"))
        patch.syspath_prepend(str(folder / "package" / "src"))
        platform = importlib.import_module(f"{NAME}.machine.platform").PLATFORM
        yield Written(platform, importlib.import_module(f"{NAME}.lowering").TABLE)
        for name in [each for each in sys.modules if each.partition(".")[0] == NAME]:
            del sys.modules[name]
