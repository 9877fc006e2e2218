"""A check of the grader is one file: what is put in the folder of checks is asked."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from kernelcraft.agents.agent import Activity
from kernelcraft.cells.cell import load_cell
from kernelcraft.evaluation.session import failure_class
from kernelcraft.grading import check, checks
from kernelcraft.grading.verification import grade
from kernelcraft.records.verdict import FAILURES, Failure
from kernelcraft.workbench import Workbench
from tests.small_kernels import silu

CELL = load_cell("plena/silu/C1")
CHECK = '''
"""Refuses programs of fewer than 50 instructions."""

from kernelcraft.grading.check import Graded, Refusal, Seen


def of_{stage}(what: {what}) -> Refusal | None:
    count = len(what.program.written)
    return Refusal("disagreement", f"only {{count}} instructions") if count < 50 else None
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """One more folder of checks; a file's name is another in each test, for it stays imported."""
    monkeypatch.setattr(checks, "__path__", [*checks.__path__, str(tmp_path)])
    check._checks.cache_clear()
    yield tmp_path
    check._checks.cache_clear()


def test_a_file_is_a_check_of_gradings(folder: Path) -> None:
    (folder / "too_short.py").write_text(CHECK.format(stage="grading", what="Graded"))
    verdict = grade(CELL, silu(4), "paper", seed=1)
    assert (verdict.failure, verdict.message) == ("disagreement", "only 24 instructions")
    assert verdict.cycles == 81


def test_a_file_is_a_check_of_runs(folder: Path) -> None:
    (folder / "short_run.py").write_text(CHECK.format(stage="run", what="Seen"))
    verdict = grade(CELL, silu(4), seed=1)
    assert verdict.failure == "disagreement"
    assert verdict.message == "input set 1 of 17 (normal): only 24 instructions"
    work = Workbench(CELL)
    work.write_code(silu(4))
    assert work.run_evaluation().message == "refused: only 24 instructions"
    assert failure_class(work.verdict(), Activity()) == "rejected"


def test_a_file_that_checks_nothing_is_no_check(folder: Path) -> None:
    (folder / "idle.py").write_text("def of_runs(seen): ...")
    with pytest.raises(ValueError, match=r"idle\.py: a check defines of_run or of_grading"):
        grade(CELL, silu(4), seed=1)


def test_every_failure_has_a_meaning() -> None:
    assert set(FAILURES) == set(get_args(Failure))
