"""One visit: the cells that somebody else's agent opens, and what it does there."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, Protocol, cast

from pydantic import JsonValue

from kernelcraft.cells.cell import Cell, UnknownName, find_cells, load_cell
from kernelcraft.cells.protocol import Detail
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading.job import Grader
from kernelcraft.isa.suggest import did_you_mean
from kernelcraft.mcp.arguments import Misuse, checked
from kernelcraft.mcp.clock import Running
from kernelcraft.mcp.results import CellRow, CellsResult, TaskResult
from kernelcraft.records.episode import Answer
from kernelcraft.workbench import Result, Workbench
from kernelcraft.workbench.offered import OFFERED, for_answer
from kernelcraft.workbench.results import EvaluationResult
from kernelcraft.workbench.tool import Parameter, Tool, described, offered
from kernelcraft.workbench.workbench import ToolFailed


class Notes(Protocol):
    """Who keeps what happens, at once: the visit may end at any moment."""

    def asked(self, client: str, cell: str, tool: str, arguments: Mapping[str, JsonValue]) -> int:
        """A tool was called; gives the call's number."""
        ...

    def answered(
        self, number: int, answer: str, *, refused: bool, evaluation: EvaluationResult | None
    ) -> None:
        """The call got its answer; `evaluation` is what run_evaluation found."""
        ...


class Refused(Misuse):
    """A call that failed, and is noted already."""


_TEXT: Final = cast("type[object]", str | None)
CELL: Final = Parameter(
    "cell", _TEXT, "an open cell; the one that was opened last by default", required=False
)
"""Added to every tool where several cells may be open."""


class Visit:
    """The tools behind the server; calls come from any thread and are done one after the other.

    With a cell there is only that one; without, the agent opens what it likes, or those `among`
    which it may choose, and comes back to what it did there before. Several may be open: the tools
    take a `cell`. With a clock nothing is done any more when it is over.
    """

    def __init__(
        self,
        cell: Cell | None,
        grader: Grader,
        notes: Notes,
        detail: Detail = "compact",
        answer: Answer = "kernel",
        *,
        among: tuple[Cell, ...] | None = None,
        clock: Running | None = None,
    ) -> None:
        self.cell, self._grader, self._notes, self.detail = cell, grader, notes, detail
        self.answer, self.clock = answer, clock
        self.among = (cell,) if cell is not None else among
        self._benches: dict[str, Workbench] = {}
        self._open: Workbench | None = None
        self._lock = threading.Lock()
        if cell is not None:
            self._enter(cell)
        own: tuple[Callable[..., Result], ...]
        own = (Visit.list_cells, Visit.open_cell) if cell is None else (Visit.get_task,)
        self._own = {tool.name: tool for tool in map(described, own)}
        shown = offered(for_answer(OFFERED, answer))
        self.tools = self._own | {tool.name: self._with_cell(tool) for tool in shown}

    def call(self, client: str, name: str, given: Mapping[str, JsonValue]) -> Result:
        """The tool's answer; raises Misuse for what is wrong with the call itself."""
        with self._lock:
            self._expect_time()
            try:
                result = self._answer(client, name, given)
            except Refused as failed:
                self._count(given, str(failed))
                raise
            except Misuse as misuse:
                self._count(given, str(misuse))
                bench = self._named(given) or self._open
                if bench is not None and name not in self._own:
                    number = self._notes.asked(client, bench.home.name, name, given)
                    self._notes.answered(number, str(misuse), refused=True, evaluation=None)
                raise
            self._count(given, str(result))
            return result

    def read(self, text: str) -> str:
        """What a client was given without a tool: it starts the clock, and its tokens count."""
        with self._lock:
            self._expect_time()
            self._count({}, text)
        return text

    def list_cells(
        self,
        platform: str | None = None,
        level: int | None = None,
        task: str | None = None,
        config: str | None = None,
    ) -> CellsResult:
        """List the cells, each a task in one configuration on a platform; all filters are optional.

        platform: such as plena, coral_npu or amd_npu
        level: of difficulty, 1 to 3
        task: such as softmax
        config: such as C1
        """
        found = find_cells(platform, level, task, config) if self.among is None else self.among
        rows = tuple(map(CellRow.of, found))
        count = f"{len(rows)} {'cell' if len(rows) == 1 else 'cells'}"
        return CellsResult(success=bool(rows), message=count, cells=rows)

    def open_cell(self, cell: str) -> TaskResult:
        """Start (or go on) to work on a cell; gives its task: machine, instructions and workload.

        cell: its name, such as plena/softmax/C1
        """
        found = load_cell(cell)
        if self.among is not None and found not in self.among:
            raise Misuse(f"{cell} is none of the cells of this visit; list_cells names them")
        workbench = self._enter(found)
        others = len(self._benches) > 1
        which = (
            "all other tools work on it where they name no cell"
            if others
            else ("all other tools now work on it")
        )
        return TaskResult.of(workbench, f"{cell} is open: {which}")

    def get_task(self) -> TaskResult:
        """What is to be written: machine, instructions and workload. Read this first."""
        assert self._open is not None
        return TaskResult.of(self._open, f"the cell is {self._open.home.name}")

    def _answer(self, client: str, name: str, given: Mapping[str, JsonValue]) -> Result:
        tool = self.tools.get(name)
        if tool is None:
            known = ", ".join(self.tools)
            raise Misuse(
                f"there is no tool {name!r}{did_you_mean(name, self.tools)}; the tools are: {known}"
            )
        arguments = checked(tool, given)
        if name in self._own:
            return self._do_own(tool, arguments)
        bench = self._meant(tool, arguments)
        number = self._notes.asked(client, bench.home.name, name, arguments)
        try:
            result = bench.call(name, arguments)
        except ToolFailed as failed:
            self._notes.answered(number, str(failed), refused=True, evaluation=None)
            raise Refused(str(failed)) from failed
        evaluation = result if isinstance(result, EvaluationResult) else None
        self._notes.answered(number, str(result), refused=False, evaluation=evaluation)
        return result

    def _expect_time(self) -> None:
        """Refuse what comes after the end; what was evaluated until then is graded."""
        if self.clock is None:
            return
        self.clock.start()
        if self.clock.over:
            raise Misuse(f"{self.clock.over}: nothing is done any more, and the best is graded")

    def _count(self, given: Mapping[str, JsonValue], answer: str) -> None:
        if self.clock is not None:
            self.clock.passed(*map(str, given.values()), answer)

    def _named(self, given: Mapping[str, JsonValue]) -> Workbench | None:
        """The open cell that a call names, whatever else is wrong with it."""
        name = given.get(CELL.name)
        return self._benches.get(name) if isinstance(name, str) else None

    def _with_cell(self, tool: Tool) -> Tool:
        if self.cell is not None:
            return tool
        return replace(tool, parameters=(*tool.parameters, CELL))

    def _meant(self, tool: Tool, arguments: dict[str, JsonValue]) -> Workbench:
        """The workbench that a call is about; its name is no argument of the tool's own."""
        name = arguments.pop(CELL.name, None) if CELL in tool.parameters else None
        if name is None:
            if self._open is None:
                raise Misuse("no cell is open: list_cells names them, open_cell starts on one")
            return self._open
        if name not in self._benches:
            known = ", ".join(self._benches) or "none"
            raise Misuse(f"the cell {str(name)[:200]!r} is not open; open are: {known}")
        return self._benches[str(name)]

    def _do_own(self, tool: Tool, arguments: Mapping[str, JsonValue]) -> Result:
        try:
            return tool.perform(self, **arguments)
        except UnknownName as unknown:
            raise Misuse(str(unknown.message)) from None
        except Unwritten as reason:
            raise Misuse(str(reason)) from None

    def _enter(self, cell: Cell) -> Workbench:
        if cell.name not in self._benches:
            workbench = Workbench(cell, grader=self._grader, detail=self.detail, answer=self.answer)
            self._benches[cell.name] = workbench
        self._open = self._benches[cell.name]
        return self._open
