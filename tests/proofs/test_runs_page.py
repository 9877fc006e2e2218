"""The page of dependences goes on where it stopped, and its counts are those of its rows."""

from itertools import islice

from kernelcraft.proofs import runs_page
from kernelcraft.proofs.page import WRITERS, mark, rows_of
from kernelcraft.proofs.runs_page import pages, wanted

EMPTY = f"# Head\n\n{runs_page.COUNTS}\n{runs_page.COUNTS}\n\n{runs_page.BEGIN}\n{runs_page.END}\n"


def held(page: str) -> list[tuple[str, str]]:
    return list(rows_of(page.partition(runs_page.BEGIN)[2].partition(runs_page.END)[0]))


def test_each_page_has_one_more_row_and_another_call_goes_on() -> None:
    first, second = islice(pages(EMPTY, 5), 2)
    order = [(cell.name, writer) for cell, writer in wanted()]
    assert sorted(held(first)) == sorted(order[:1])
    assert sorted(held(second)) == sorted(order[:2])
    (third,) = islice(pages(second, 5), 1)
    assert sorted(held(third)) == sorted(order[:3])
    assert third.startswith("# Head\n")
    assert third.endswith(f"{runs_page.END}\n")


def test_a_row_of_another_text_is_made_again() -> None:
    *_, page = islice(pages(EMPTY, 5), 2)
    cell, writer = wanted()[1]
    before = rows_of(page.partition(runs_page.BEGIN)[2])[cell.name, writer]
    changed = page.replace(before, before.replace(mark(WRITERS[writer](cell)), "0" * 8))
    assert changed != page
    again = rows_of(next(pages(changed, 5)).partition(runs_page.BEGIN)[2])
    assert mark(WRITERS[writer](cell)) in again[cell.name, writer]
    assert list(again) == held(page)


def test_counts_are_those_of_the_rows() -> None:
    *_, page = islice(pages(EMPTY, 5), 2)
    counts = page.partition(runs_page.COUNTS)[2].partition(runs_page.COUNTS)[0]
    run = [line.split(" | ")[2] for line in counts.splitlines()[3:]]
    assert sum(map(int, run)) == 2
    kernels = [line.split(" | ")[1] for line in counts.splitlines()[3:]]
    assert sum(map(int, kernels)) == len(wanted())


def test_cells_with_few_elements_come_first_and_none_is_left_out() -> None:
    sizes = [runs_page._size(cell) for cell, _ in wanted()]
    assert sizes == sorted(sizes)
    assert len(sizes) > 2 * 285
