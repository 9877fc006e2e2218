"""The tool `compare_attempts`: every attempt side by side, and what changed since the best one."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from pydantic import BaseModel, ConfigDict

from kernelcraft.records.difference import difference
from kernelcraft.workbench.attempt import Attempt
from kernelcraft.workbench.bench import Bench
from kernelcraft.workbench.cycle_lines import headed
from kernelcraft.workbench.offered import Offer
from kernelcraft.workbench.results import Result

TOOL = Offer(
    place=8,
    prompt="""\
- compare_attempts(): all attempts so far and what changed since the best one.
""",
)
MOST_ROWS = 30
MOST_DIFF = 120


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


def compare_attempts(bench: Bench) -> ComparisonResult:
    """All attempts side by side."""
    told = [bench.feedback.told(attempt) for attempt in bench.attempts]
    best = None if bench.best is None else told[bench.best.number - 1]
    return _compared(told, best)


def _compared(attempts: Sequence[Attempt], best: Attempt | None) -> ComparisonResult:
    """The latest 30 attempts and the best one, and the difference from it to the latest."""
    if not attempts:
        return ComparisonResult(success=False, message="no attempts yet: run_evaluation makes one")
    latest = attempts[-MOST_ROWS:]
    shown = [attempt for attempt in attempts if attempt is best and attempt not in latest]
    return ComparisonResult(
        success=True,
        message=_sentence(attempts, best),
        rows=tuple(_row(attempt, attempts) for attempt in [*shown, *latest]),
        best=best.number if best else None,
        diff=_difference(best, attempts[-1]) if best and best is not attempts[-1] else (),
    )


def _sentence(attempts: Sequence[Attempt], best: Attempt | None) -> str:
    right = sum(attempt.correct for attempt in attempts)
    noun = "attempt" if len(attempts) == 1 else "attempts"
    if best is None:
        return f"{len(attempts)} {noun}, none correct"
    counts = f"{len(attempts)} {noun}, {right} correct"
    if best.cycles is None:
        return f"{counts}, the first of them is #{best.number}"
    return f"{counts}, the best is #{best.number}: {best.cycles:,} cycles"


def _row(attempt: Attempt, attempts: Sequence[Attempt]) -> AttemptRow:
    lines = attempt.code.splitlines()
    before = attempts[attempt.number - 2].code.splitlines() if attempt.number > 1 else []
    now, then = Counter(lines), Counter(before)
    result = attempt.result
    return AttemptRow(
        attempt=attempt.number,
        correct=attempt.correct,
        cycles=attempt.cycles,
        speedup=result.speedup,
        match_rate=result.match_rate,
        lines=len(lines),
        added=(now - then).total(),
        removed=(then - now).total(),
        message=result.message,
    )


def _difference(best: Attempt, latest: Attempt) -> tuple[str, ...]:
    old, new = best.code.splitlines(), latest.code.splitlines()
    kept = list(islice(difference(old, new, around=1), MOST_DIFF + 1))
    names = (f"--- #{best.number}", f"+++ #{latest.number}") if kept else ()
    return (*names, *kept[:MOST_DIFF], *(["..."] if len(kept) > MOST_DIFF else []))
