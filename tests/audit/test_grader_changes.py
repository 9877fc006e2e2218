"""The changes of the grader fit its source, are different, and each names what it breaks."""

import ast

import pytest

from kernelcraft.audit.grader_mutants import all_changes, changed, checkout
from kernelcraft.cells.changes import Change
from kernelcraft.cells.suspects import EditFault

CHANGES = all_changes()


@pytest.mark.parametrize("change", CHANGES, ids=lambda c: f"{c.module}: {c.what}")
def test_a_change_fits_and_is_python(change: Change) -> None:
    ast.parse(changed(change))


def test_no_two_changes_are_the_same() -> None:
    assert len({(c.module, c.old, c.new) for c in CHANGES}) == len(CHANGES)
    assert len({(c.module, c.what) for c in CHANGES}) == len(CHANGES)


def test_a_change_that_fits_no_longer_is_an_error() -> None:
    with pytest.raises(EditFault, match="expected 1 times, found 0 times"):
        changed(Change("grading/tolerance.py", "gone", "no such line", "pass"))


def test_this_is_a_checkout() -> None:
    root = checkout()
    assert root is not None
    assert (root / "docs").is_dir()
