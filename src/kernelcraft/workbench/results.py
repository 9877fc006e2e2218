"""What the tools answer: frozen data that also prints as text a model can act on."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict

from kernelcraft.grading.profiling import LineCycles, LoopCycles, WhatIf
from kernelcraft.records.verdict import Verdict
from kernelcraft.workbench.cycle_lines import cycle_lines, headed, hottest, table
from kernelcraft.workbench.syntax import Syntax

BRIEF_LINES = 40
WHOLE = 2.0**32
NOTHING_WRITTEN = "there is no kernel yet: write_code first"


Shown = Annotated[str, AfterValidator(lambda text: text.encode(errors="replace").decode())]
"""A text of the agent's that an answer repeats; lone surrogates, which no encoding has, are "?"."""


class Result(BaseModel):
    """The answer of one tool; `message` is one sentence that says it all."""

    model_config = ConfigDict(frozen=True)

    success: bool
    message: str

    def details(self) -> Sequence[str]:
        """Further lines below the sentence."""
        return ()

    def brief(self) -> Self:
        """The same without what would be too long for a model that is given all fields."""
        return self

    def __str__(self) -> str:
        return "\n".join([self.message, *self.details()])

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.message}>"


class WriteResult(Result):
    """Of `write_code`."""

    lines: int


class SyntaxResult(Result):
    """Of `check_syntax`: the first 50 errors with their lines; `more` were left out.

    `hazards` are the first of those that a lint found, where they were asked for.
    """

    errors: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    hazards: tuple[str, ...] = ()
    more: int = 0
    instructions: int = 0

    def details(self) -> list[str]:
        """Errors first."""
        return Syntax(**dict(self)).details()


class EvaluationResult(Result):
    """Of `run_evaluation`: one attempt on the public inputs.

    `success` says that the kernel ran to its end, `correct` that its output passed. Errors are
    normalised: rms(output - reference) / rms(reference); `tau` is the largest one allowed, None
    where the output must equal the reference: there rows are measured by their wrong elements.
    `largest_difference` is that of any element.
    """

    attempt: int
    correct: bool
    failure: str | None = None
    errors: tuple[str, ...] = ()
    match_rate: float | None = None
    mse: float | None = None
    normalised_error: float | None = None
    tau: float | None = None
    largest_difference: float | None = None
    worst_rows: tuple[str, ...] = ()
    wrong_elements: tuple[str, ...] = ()
    latency_cycles: int | None = None
    instructions: int | None = None
    baseline_cycles: int | None = None
    compiler: str = "compiler"
    speedup: float | None = None

    def details(self) -> list[str]:
        """Numbers, then where it is wrong."""
        lines = list(self.errors)
        if self.match_rate is not None:
            lines += [f"match rate: {self.match_rate:.2%}", f"MSE: {self.mse:.6g}", self._error()]
        if self.latency_cycles is not None:
            lines.append(f"latency: {self.latency_cycles:,} cycles, {self.instructions:,} executed")
        if self.baseline_cycles is not None:
            ratio = "" if self.speedup is None else f" ({self.speedup:.3f}x as fast)"
            lines.append(f"{self.compiler} baseline: {self.baseline_cycles:,} cycles{ratio}")
        return [
            *lines,
            *headed(f"worst rows ({self._measure()}):", self.worst_rows),
            *headed("first wrong elements:", self.wrong_elements),
        ]

    def _error(self) -> str:
        if self.tau is None:
            return f"largest difference: {self.largest_difference:g} (allowed: 0)"
        return f"normalised error: {self.normalised_error:.4g} (allowed: {self.tau:.4g})"

    def _measure(self) -> str:
        return "wrong elements" if self.tau is None else "normalised error"


class RowView(BaseModel):
    """One row of the output beside the reference; minima and maxima are None for a row of NaN.

    An output of one axis is shown in rows of 16: `row` is the first element's index. `wrong` counts
    elements where the output must equal the reference; it is None elsewhere.
    """

    model_config = ConfigDict(frozen=True)

    row: tuple[int, ...]
    nonzero: int
    not_finite: int
    found_min: float | None
    found_max: float | None
    expected_min: float
    expected_max: float
    mse: float
    normalised_error: float
    first_found: tuple[float, ...]
    first_expected: tuple[float, ...]
    wrong: int | None = None

    def __str__(self) -> str:
        found, expected = (
            _span(self.found_min, self.found_max),
            _span(self.expected_min, self.expected_max),
        )
        state, errors = (
            f"{self.nonzero} non-zero, {self.not_finite} not finite",
            f"MSE {self.mse:.4g}, normalised error {self.normalised_error:.4g}",
        )
        if self.wrong is not None:
            state, errors = f"{self.wrong} wrong, {self.nonzero} non-zero", f"MSE {self.mse:.4g}"
        return (
            f"row {list(self.row)}: {state}, found {found}, expected {expected}, {errors}\n"
            f"    found    {_numbers(self.first_found)}\n"
            f"    expected {_numbers(self.first_expected)}"
        )


class OutputView(Result):
    """Of `view_output`."""

    rows: tuple[RowView, ...] = ()
    total_rows: int = 0

    def details(self) -> list[str]:
        """One paragraph a row."""
        return [str(row) for row in self.rows]


class DocsMatch(BaseModel):
    """A passage of the manual; `section` is the number of its page where that is cited."""

    model_config = ConfigDict(frozen=True)

    title: str
    text: str
    section: int | None = None

    def __str__(self) -> str:
        cited = "" if self.section is None else f"Section {self.section}: "
        return f"## {cited}{self.title}\n{self.text}"


class DocsResult(Result):
    """Of `grep_docs`."""

    query: Shown
    matches: tuple[DocsMatch, ...] = ()
    more: int = 0

    def details(self) -> list[str]:
        """The passages under their titles."""
        more = [f"... and {self.more} more lines"] if self.more else []
        return [*map(str, self.matches), *more]


class SizeResult(Result):
    """Of `get_instruction_size`: instructions of the text (not executions) by unit, mnemonic."""

    instructions: int = 0
    by_category: Mapping[str, int] = {}
    by_mnemonic: Mapping[str, int] = {}

    def details(self) -> list[str]:
        """Largest first."""
        return [
            *table("by category:", self.by_category),
            *table("by mnemonic:", self.by_mnemonic),
        ]


class ProfileResult(Result):
    """Of `profile`: where the cycles went; `lines` holds every executed line in source order.

    `ended` says that the kernel ran to its end, `correct` that its output passed, too; if it did
    not end, `what_if` is empty. The text shows what matters most.
    """

    ended: bool = False
    correct: bool = False
    cycles: int = 0
    bound_cycles: int | None = None
    bound_ratio: float | None = None
    by_unit: Mapping[str, int] = {}
    by_reason: Mapping[str, int] = {}
    lines: tuple[LineCycles, ...] = ()
    loops: tuple[LoopCycles, ...] = ()
    what_if: tuple[WhatIf, ...] = ()

    def hottest(self, count: int = 10) -> list[LineCycles]:
        """The lines that took the most cycles, most first."""
        return hottest(self.lines, count)

    def brief(self) -> Self:
        """With the hottest lines and loops only."""
        lines = sorted(self.hottest(BRIEF_LINES), key=lambda line: line.line)
        kept = {"lines": tuple(lines), "loops": self.loops[:BRIEF_LINES]}
        return self.model_copy(update=kept)

    def details(self) -> list[str]:
        """What could be gained, loops, units, reasons and the hottest lines."""
        return cycle_lines(self)


class AttemptRow(BaseModel):
    """One attempt in a comparison; lines `added` and `removed` since the attempt before."""

    model_config = ConfigDict(frozen=True)

    attempt: int
    correct: bool
    cycles: int | None
    speedup: float | None
    match_rate: float | None
    lines: int
    added: int
    removed: int
    message: str

    def __str__(self) -> str:
        state = "correct" if self.correct else "wrong"
        cycles = "-" if self.cycles is None else f"{self.cycles:,} cycles"
        change = f"{self.lines} lines, +{self.added} -{self.removed}"
        return f"#{self.attempt}: {state}, {cycles}, {change}: {self.message}"


class ComparisonResult(Result):
    """Of `compare_attempts`; `diff` goes from the best attempt to the latest one."""

    rows: tuple[AttemptRow, ...] = ()
    best: int | None = None
    diff: tuple[str, ...] = ()

    def details(self) -> list[str]:
        """One line an attempt, then the difference."""
        rows = [f"{row}{'  <- best' if row.attempt == self.best else ''}" for row in self.rows]
        return [*rows, *headed("from the best attempt to the latest:", self.diff)]


class FinalVerdict(BaseModel):
    """What grading with fresh seeds says of an episode: its best attempt and its last one."""

    model_config = ConfigDict(frozen=True)

    best: Verdict | None
    last: Verdict | None
    best_attempt: int | None
    last_attempt: int | None

    @property
    def correct(self) -> bool:
        """Whether the episode gave a correct kernel."""
        return self.best is not None and self.best.correct

    @property
    def message(self) -> str:
        """The verdict in one sentence."""
        shown = self.best or self.last
        return "no kernel was evaluated" if shown is None else shown.message


def _span(low: float | None, high: float | None) -> str:
    return "-" if low is None or high is None else f"{_number(low)}..{_number(high)}"


def _numbers(values: Sequence[float]) -> str:
    return " ".join(map(_number, values))


def _number(value: float) -> str:
    """Whole numbers of any operand as such."""
    whole = abs(value) < WHOLE and value.is_integer()
    return f"{value:.0f}" if whole else f"{value:.4g}"
