"""What the server's own tools answer, beside those of the workbench."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from kernelcraft.cells.cell import Cell
from kernelcraft.grading import lockfile
from kernelcraft.workbench import Result, Workbench


class CellRow(BaseModel):
    """One cell; `baseline_cycles` is None where there is no compiler's kernel."""

    model_config = ConfigDict(frozen=True)

    cell: str
    level: int
    sizes: str
    baseline_cycles: int | None

    @classmethod
    def of(cls, cell: Cell) -> "CellRow":
        """What is known of it without running anything."""
        locked = lockfile.locked(cell)
        return cls(
            cell=cell.name,
            level=cell.task.level,
            sizes=", ".join(f"{name} = {size}" for name, size in cell.dims.items()),
            baseline_cycles=locked.baseline_cycles if locked else None,
        )

    def __str__(self) -> str:
        baseline = "-" if self.baseline_cycles is None else f"{self.baseline_cycles:,} cycles"
        return f"{self.cell}: level {self.level}, {self.sizes}, compiler baseline {baseline}"


class CellsResult(Result):
    """Of `list_cells`."""

    cells: tuple[CellRow, ...] = ()

    def details(self) -> Sequence[str]:
        """One line a cell."""
        return [str(cell) for cell in self.cells]


class TaskResult(Result):
    """Of `open_cell` and `get_task`: all that a model is told before its first turn."""

    cell: str
    system: str
    task: str

    @classmethod
    def of(cls, workbench: Workbench, message: str) -> "TaskResult":
        """The prompt of the workbench's cell."""
        prompt = workbench.prompt
        return cls(
            success=True,
            message=message,
            cell=workbench.cell.name,
            system=prompt.system,
            task=prompt.task,
        )

    def details(self) -> Sequence[str]:
        """The two messages that other agents start with."""
        return ["", self.system, "", self.task]
