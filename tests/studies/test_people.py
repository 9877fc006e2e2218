"""The table of people's kernels: as written, and honest about what cannot be compared."""

from pathlib import Path

from kernelcraft.studies import people

PAGE = Path(__file__).parents[2] / people.PAGE


def test_the_page_has_the_table_as_it_is_now() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert people.page(text) == text


def test_nothing_is_divided_that_does_not_match() -> None:
    kernels = dict(zip(people.table().splitlines()[2:], people.published(), strict=True))
    assert {kernel.matched for _, kernel in kernels.values()} == {True, False}
    for row, (_, kernel) in kernels.items():
        theirs, ours = row.split("|")[-3:-1]
        assert bool(theirs.strip()) == kernel.matched == (people.UNMATCHED not in row)
        assert float(ours) >= 1
