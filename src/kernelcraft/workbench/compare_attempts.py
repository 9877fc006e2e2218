"""The tool `compare_attempts`: every attempt side by side, and what changed since the best one."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from kernelcraft.records.difference import difference
from kernelcraft.workbench.attempt import Attempt
from kernelcraft.workbench.results import AttemptRow, ComparisonResult

MOST_ROWS = 30
MOST_DIFF = 120


def compare_attempts(attempts: Sequence[Attempt], best: Attempt | None) -> ComparisonResult:
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
