"""What a generator is worth: its kernels at published sizes, and at ones that nobody knew."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.protocol import NotInstalled
from kernelcraft.generators import grade as grading
from kernelcraft.generators import job, program
from kernelcraft.generators.grade import grade, hidden_cells, published_cells
from kernelcraft.generators.templates import template
from kernelcraft.grading import lockfile
from kernelcraft.grading.job import Evaluate, Grade, InProcess
from kernelcraft.grading.lockfile import NotLockable
from kernelcraft.grading.locks import Lock
from kernelcraft.grading.workers import Workers
from kernelcraft.records import sizes
from kernelcraft.records.verdict import Verdict

EXAMPLE = Path(__file__).parents[2] / "examples" / "silu.star"
CELL = load_cell("plena/silu/C2")
SEED = 3
"""Draws a small tail."""


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(2) as found:
        yield found


def graded(workers: Workers, text: str, count: int = 2) -> Verdict:
    return grade(workers, CELL, text, "train", SEED, count)


def test_a_template_is_right_everywhere_and_as_fast_as_itself(workers: Workers) -> None:
    verdict = graded(workers, template("plena", "silu"))
    assert verdict.correct
    assert [each.cell for each in verdict.sizes[:2]] == ["plena/silu/C2", "plena/silu/C1"]
    assert sum(each.hidden for each in verdict.sizes) == 2
    assert verdict.speedup == 1.0
    assert verdict.cell == "plena/silu/C2"
    assert "right at 5 of 5 published sizes and 2 of 2 hidden ones; 1.000x" in verdict.message


def test_a_table_of_the_published_sizes_is_worth_nothing(workers: Workers) -> None:
    """The cheat: right and fast where the sizes are known, and nothing else."""
    known = {f"{c.dims['rows']} {c.dims['width']}": c for c in published_cells(CELL)}
    table = {size: program.kernel(cell, EXAMPLE.read_text()) for size, cell in known.items()}
    text = f"TABLE = {table!r}\n\ndef kernel(sizes, machine):\n"
    text += "    return TABLE['%d %d' % (sizes['rows'], sizes['width'])]\n"
    verdict = graded(workers, text)
    assert not verdict.correct
    assert verdict.failure == "syntax"
    assert sizes.published(verdict).share == 1.0
    hidden = sizes.hidden(verdict)
    assert (hidden.right, hidden.speedup) == (0, 1.0)
    assert "a wrong size counts as 1" in verdict.message or "0 of 2 hidden" in verdict.message


def test_a_table_that_falls_back_on_the_nearest_kernel_is_wrong(workers: Workers) -> None:
    text = EXAMPLE.read_text().replace('x["rows"], x["columns"]', "16, 64")
    verdict = graded(workers, text)
    assert sizes.published(verdict).right == 1
    assert sizes.hidden(verdict).right == 0
    assert verdict.speedup is None


def test_the_seed_decides_the_hidden_sizes_and_none_is_published() -> None:
    published = {each.name for each in published_cells(CELL)}
    drawn = {seed: [each.name for each in hidden_cells(CELL, seed)] for seed in (1, 1, 2)}
    assert drawn[1] != drawn[2]
    for names in drawn.values():
        assert len(set(names)) == 6
        assert not published & set(names)


def test_a_cell_on_another_machine_keeps_it() -> None:
    cell = load_cell("plena/silu/C1+errata=official")
    for each in [*published_cells(cell), *hidden_cells(cell, 1, 2)]:
        assert each.name.endswith("+errata=official")


def test_a_fault_is_the_verdict_of_its_size(workers: Workers) -> None:
    verdict = graded(workers, "def kernel(sizes, machine):\n    return sizes['gone']\n", count=1)
    assert verdict.failure == "syntax"
    assert "plena/silu/C2: the generator: line 2: Key" in verdict.message


def test_a_size_where_the_compiler_fails_is_left_out_and_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A mistake of ours, which no generator can mend."""
    right, failing = (load_cell(f"plena/silu/rows={rows},width=64") for rows in (8, 12))
    measured = lockfile.lock

    def lock(cell: Cell) -> Lock | None:
        if cell is failing:
            raise NotLockable(f"{cell.name}: the baseline fails")
        return measured(cell)

    monkeypatch.setattr(lockfile, "lock", lock)
    monkeypatch.setattr(grading, "hidden_cells", lambda *_: [failing, right])
    verdict = grade(InProcess(), CELL, template("plena", "silu"), "paper", SEED)
    assert verdict.correct
    assert [each.cell for each in verdict.sizes if each.hidden] == [right.name]
    assert verdict.message.endswith(f"; not judged: {failing.name}: the baseline fails")


def test_workers_run_it_and_live_on(workers: Workers) -> None:
    endless = "def kernel(sizes, machine):\n    for i in range(1 << 30):\n        pass\n"
    make = partial(Grade, rules="train", seed=1)
    stopped = workers.submit(job.Generated(CELL.name, endless, make)).result()
    right = workers.submit(job.Generated(CELL.name, EXAMPLE.read_text(), make)).result()
    assert (stopped.failure, right.correct) == ("limit", True)
    assert "longer than 2 s of processor time" in stopped.message


def test_without_starlark_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MISSING", "no_such_module")
    with pytest.raises(NotInstalled, match=r"pip install 'kernelcraft\[generators\]'"):
        job.Generated(CELL.name, "x", Evaluate).perform()
