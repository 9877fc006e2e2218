"""The cells as questions: wrong outputs are refused, and the page of the docs says how clearly."""

import re
from pathlib import Path

import numpy as np
import pytest

from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.cells.sizes import configurations
from kernelcraft.cli.task_page import row
from kernelcraft.grading import known
from kernelcraft.grading.input_set import drawn
from kernelcraft.grading.known import Known, all_known, complaints
from kernelcraft.grading.soundness import Accepted, Soundness, Wrong, examine_task

PAGE = (Path(__file__).parents[2] / "docs" / "tasks.md").read_text(encoding="utf-8")
SMALL = find_cells(platform="plena", config="C1")
WITHIN = 0.06  # of the two digits that the page shows


@pytest.mark.parametrize("cell", SMALL, ids=lambda cell: cell.name)
def test_a_cell_is_as_sound_as_the_page_says(cell: object) -> None:
    name = str(getattr(cell, "name", ""))
    found = examine_task(load_cell(name))
    assert complaints([found]) == []
    (line,) = re.findall(rf"^\| {name} \|(.*)\|$", PAGE, re.MULTILINE)
    for shown, measured in zip(line.split("|"), row(found)[1:], strict=True):
        assert (shown.strip() == "-") == (measured == "-")
        if measured != "-":
            numbers, expected = ([*map(float, text.split())] for text in (shown, measured))
            assert numbers == pytest.approx(expected, rel=WITHIN, abs=0.001)


def test_every_cell_is_on_the_page() -> None:
    rows = re.findall(r"^\| (plena/\w+/C\d) \|", PAGE, re.MULTILINE)
    assert rows == [cell.name for cell in find_cells(platform="plena")]
    assert all(entry.reason in PAGE for entry in all_known())


@pytest.mark.parametrize("name", configurations("plena"))
def test_every_task_has_mistakes_and_the_page_names_them(name: str) -> None:
    cell = load_cell(f"plena/{name}/C2")
    found = cell.task.mistakes(cell.dims)
    assert len(found) >= 2
    rows = re.findall(rf"^\| plena/{name} \| ([^|]*) \| [^|]* \| C\d \|$", PAGE, re.MULTILINE)
    assert set(rows) == set(found)


@pytest.mark.parametrize("name", configurations("plena"))
def test_nothing_but_the_mistake_is_wrong(name: str) -> None:
    """What is given without a mistake gives the reference itself, bit by bit."""
    cell = load_cell(f"plena/{name}/C1")
    inputs, reference = drawn(cell, "wide", 3)
    assert np.array_equal(cell.given(inputs).output(), reference)


def test_a_mistake_that_cannot_be_made_is_left_out() -> None:
    one_head, two = (examine_task(load_cell(f"plena/mha/{c}")) for c in ("C1", "C2"))
    assert "all heads as one" not in {each.name for each in one_head.of("mistake")}
    assert "all heads as one" in {each.name for each in two.of("mistake")}


def sound(*wrong: Wrong, error: float = 0.3) -> Soundness:
    return Soundness("plena/silu/C1", {"normal": 0.01}, wrong, (Accepted("baseline", error),))


def test_what_is_too_weak_is_said() -> None:
    assert complaints([sound(Wrong("nothing", "zeros", 5.1), Wrong("tail", "x[rows]", 1.1))]) == []
    weak = [sound(Wrong("nothing", "zeros", 4.9)), sound(Wrong("mistake", "ReLU", 0.9))]
    assert complaints(weak) == [
        "plena/silu/C1: ReLU is not refused by as much as it should be",
        "plena/silu/C1: zeros is not refused by as much as it should be",
    ]
    (sentence,) = complaints([sound(error=0.6)])
    assert sentence == "plena/silu/C1: no right kernel has an error of at most 0.5 τ"


def test_what_is_known_is_excused_until_it_is_mended(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Known(("plena/silu/C1",), ("zeros",), "for this test")
    monkeypatch.setattr(known, "all_known", lambda: (entry,))
    assert complaints([sound(Wrong("nothing", "zeros", 4.0))]) == []
    (stale,) = complaints([sound(Wrong("nothing", "zeros", 6.0))])
    assert stale.startswith("plena/silu/C1: zeros is no weakness any more")
