"""What `run` and a refusing `grade` show of a kernel on the public inputs."""

import textwrap
from dataclasses import asdict, dataclass

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.grading.evaluation import Evaluation
from kernelcraft.grading.job import Evaluate, Grader, View
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.workbench.results import EvaluationResult
from kernelcraft.workbench.syntax import hazard_count
from kernelcraft.workbench.tools.run_evaluation import answered
from kernelcraft.workbench.tools.view_output import OutputView, viewed

WIDTH = 80
"""Columns of a line of numbers."""


@dataclass(frozen=True)
class PublicRun:
    """One run; `view` holds rows where some were asked for, `hazards` of a wrong kernel."""

    cell: Cell
    found: Evaluation
    result: EvaluationResult
    view: OutputView | None
    hazards: tuple[kernels.Hazard, ...]

    def details(self, file: str) -> list[str]:
        """Lines below the sentence; `file` is the kernel's name on the command line."""
        view = [] if self.view is None else [self.view.message, *_rows(self.view)]
        return [*self.result.details(), *view, *self._pointers(file)]

    def record(self) -> dict[str, object]:
        """The same for programs: what a tool answers, rows and elements as numbers."""
        return {
            **self.result.model_dump(exclude={"attempt", "worst_rows", "wrong_elements"}),
            "worst_rows": [asdict(row) for row in self.found.worst_rows],
            "wrong_elements": [
                {**asdict(place.element), "address": place.address}
                for place in self.found.wrong_elements
            ],
            "rows": [row.model_dump() for row in self.view.rows] if self.view else [],
            "hazards": [str(each) for each in self.hazards],
        }

    def _pointers(self, file: str) -> list[str]:
        if not self.hazards:
            return []
        count = hazard_count(self.hazards)
        command = f"kernelcraft check {self.cell.name} {file} --hazards"
        return [f"{count} (values read too early, clashes), listed by:", f"  {command}"]


def public_run(cell: Cell, text: str, grader: Grader, rows: int = 0) -> PublicRun:
    """Run it, and once more to see the first `rows` rows."""
    found = grader.submit(Evaluate(cell.name, text)).result()
    view = viewed(grader.submit(View(cell.name, text, rows)).result(), cell) if rows else None
    hazards = () if found.failure in (None, "syntax") else _hazards(cell, text)
    return PublicRun(cell, found, answered(found, cell, 1), view, hazards)


def nothing_run(cell: Cell, message: str) -> PublicRun:
    """Of a file that holds no text of a kernel."""
    found = Evaluation("syntax", message)
    return PublicRun(cell, found, answered(found, cell, 1), None, ())


def _hazards(cell: Cell, text: str) -> tuple[kernels.Hazard, ...]:
    try:
        program = cell.platform.assemble(text)
    except AssemblyError:
        return ()
    return kernels.hazards(cell, program) or ()


def _rows(view: OutputView) -> list[str]:
    """The rows, with their numbers under each other on lines that fit a terminal."""
    lines = "\n".join(view.details()).split("\n")
    return [
        part
        for line in lines
        for part in textwrap.wrap(
            line, WIDTH, subsequent_indent=" " * (13 if line[0] == " " else 4)
        )
    ]
