"""Reads the manual once and writes a short one: the machine, strategies, snippets that ran.

Without a model a program does, which knows the form of manuals and no machine; then it tries on the
compiler's kernel what needs no more knowledge: leaving a line out, and exchanging neighbours. With
a model it is the model's text, whose snippets are tried; then the model works with it in place of
the manual.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kernelcraft.agents.agent import AgentError, Budget, Log
from kernelcraft.agents.manual.summary import of_cell
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell
from kernelcraft.workbench import Workbench

FILE = "summary.md"


@dataclass(frozen=True)
class FromManual:
    """The program; where a model writes, `agents.manual.model` does the work."""

    name: str = "from-manual"

    def with_model(self) -> ModelFromManual:
        """The one for which a language model writes."""
        return ModelFromManual()

    def obstacle(self, cell: Cell) -> str:
        """No compiler to start from."""
        return kernels.missing_writer(cell, "compiler")

    def __call__(self, workbench: Workbench, budget: Budget, seed: int, log: Log) -> None:
        """The summary becomes a file beside the kernel; then kernels, hottest lines first."""
        found = of_cell(workbench)
        workbench.notes[FILE] = found.text
        log(found.message)
        cell = workbench.cell
        workbench.write_code(kernels.baseline(cell))
        log(workbench.run_evaluation().message)
        better = True
        while better and workbench.best is not None:
            better = self._improved(workbench, budget, log)
        if workbench.best is not None:
            workbench.write_code(workbench.best.code)

    def _improved(self, workbench: Workbench, budget: Budget, log: Log) -> bool:
        """Whether a change of the best kernel is faster; False where the budget is spent."""
        best = workbench.best
        assert best is not None
        workbench.write_code(best.code)
        hot = [each.line for each in workbench.profile().hottest(len(best.code))]
        for what, text in _changes(best.code, hot):
            if len(workbench.attempts) >= budget.evaluations:
                return False
            if not (workbench.write_code(text).success and workbench.check_syntax().success):
                continue
            found = workbench.run_evaluation()
            workbench.explain(best.number, what, "")
            log(f"{len(workbench.attempts)} {what}: {found.message}")
            if workbench.best is not best:
                return True
        return False


@dataclass(frozen=True)
class ModelFromManual:
    """A language model reads and works; `agents.manual.model` makes it an agent."""

    name: str = "from-manual"


def create(argument: str) -> FromManual:
    """The agent; it takes no argument."""
    if argument:
        raise AgentError(f"the from-manual agent takes no argument, got {argument!r}")
    return FromManual()


def _changes(text: str, hot: list[int]) -> Iterator[tuple[str, str]]:
    """What was done and the text: each hot line left out, then exchanged with the next one."""
    lines = text.split("\n")
    for line in hot:
        yield "leave out", "\n".join([*lines[: line - 1], *lines[line:]])
    for line in hot:
        if line < len(lines):
            pair = (lines[line], lines[line - 1])
            yield "exchange", "\n".join([*lines[: line - 1], *pair, *lines[line + 1 :]])
