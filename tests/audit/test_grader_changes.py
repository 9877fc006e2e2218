"""The changes of the grader fit its source, are different, and each names what it breaks."""

import ast
from pathlib import Path

import pytest

from kernelcraft.audit.grader_mutants import changed, changes_of, checkout, first_failure
from kernelcraft.cells import platforms
from kernelcraft.cells.changes import Change
from kernelcraft.cells.suspects import EditFault

CHANGES = changes_of()


@pytest.mark.parametrize("change", CHANGES, ids=lambda c: f"{c.module}: {c.what}")
def test_a_change_fits_and_is_python(change: Change) -> None:
    ast.parse(changed(change))


def test_no_two_changes_are_the_same() -> None:
    assert len({(c.module, c.old, c.new) for c in CHANGES}) == len(CHANGES)
    assert len({(c.module, c.what) for c in CHANGES}) == len(CHANGES)


@pytest.mark.parametrize("name", platforms.names())
def test_a_platform_has_changes_of_its_own(name: str) -> None:
    own = changes_of([name])
    assert any(each.module.startswith(f"platforms/{name}/") for each in own)
    assert not [each for each in own if each.module.startswith("grading/")]
    assert set(own) < set(CHANGES)


def test_a_change_that_fits_no_longer_is_an_error() -> None:
    with pytest.raises(EditFault, match="expected 1 times, found 0 times"):
        changed(Change("grading/tolerance.py", "gone", "no such line", "pass"))


def test_this_is_a_checkout() -> None:
    root = checkout()
    assert root is not None
    assert (root / "docs").is_dir()


def test_the_tests_of_a_change_exist() -> None:
    root = checkout()
    assert root is not None
    named = {guard.partition("::")[0] for change in CHANGES for guard in change.guards}
    assert [guard for guard in sorted(named) if not (root / guard).exists()] == []


def test_tests_that_do_not_run_notice_nothing(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(
        "def pytest_addoption(parser): parser.addoption('--sweeps')\n"
    )
    with pytest.raises(EditFault, match="no test ran of tests/nowhere"):
        first_failure(tmp_path, tmp_path / "kernelcraft", ("tests/nowhere.py",))
