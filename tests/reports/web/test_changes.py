"""What changed between two kernels."""

from kernelcraft.reports.web.changes import MOST_LINES, difference


def test_added_and_removed_lines_stand_among_what_is_the_same() -> None:
    found = difference("a\nb\nc\n", "a\nB\nc\n")
    kinds = [(line.kind, line.text) for line in found.lines[1:]]
    assert kinds == [("same", "a"), ("removed", "b"), ("added", "B"), ("same", "c")]
    assert (found.added, found.removed, found.note) == (1, 1, "")


def test_equal_texts_have_no_difference() -> None:
    assert difference("a\n", "a").lines == ()


def test_lines_that_look_like_names_of_files_count_too() -> None:
    assert difference("a\n", "a\n++ b\n").added == 1


def test_a_long_difference_is_cut() -> None:
    found = difference("", "\n".join(map(str, range(MOST_LINES + 10))))
    assert (len(found.lines), found.added) == (MOST_LINES, MOST_LINES + 10)
    assert found.note == "11 more lines of the difference are left out"  # one says the place
