"""A conversation becomes calls with attempts and changes."""

from kernelcraft.records.conversation import Call, Note
from kernelcraft.reports.web.steps import MOST_CHARACTERS, Asked, Line, Told, cut, steps
from tests.reports.web.made_up_site import MATERIAL, history


def test_attempts_are_counted_as_the_workbench_counts_them() -> None:
    entries = (
        Call("run_evaluation", {}, "there is no kernel yet", None),
        Call("write_code", {"code": "a\n"}, "1 line written", None),
        Call("run_evaluation", {"now": 1}, "", "no such argument"),
        Call("run_evaluation", {}, "wrong", None),
        Call("write_code", {"code": "b\n"}, "1 line written", None),
        Call("run_evaluation", {}, "correct", None),
    )
    found = [each for each in steps(entries, history(9)) if isinstance(each, Asked)]
    numbers = [each.attempt.evaluation if each.attempt else None for each in found]
    assert numbers == [None, None, None, 1, None, 2]


def test_a_kernel_is_shown_as_a_change_of_the_one_before() -> None:
    first, second = (
        each for each in steps(MATERIAL.entries, ()) if isinstance(each, Asked) and each.code
    )
    assert first.change is None
    assert second.change is not None
    assert [line.text for line in second.change.lines if line.kind == "removed"] == ["V_MUL b"]
    assert first.arguments == ()  # the code stands for itself


def test_what_is_no_call_stays_as_it_is() -> None:
    note = Note("tuner", "1 baseline: 5 cycles, kept")
    assert list(steps([note], ())) == [Told("tuner", (Line("1 baseline: 5 cycles, kept", ()),))]


def test_lines_of_one_source_stand_together() -> None:
    found = list(steps([Note("tuner", "1"), Note("tuner", "2"), Note("limit", "time")], ()))
    assert found == [
        Told("tuner", (Line("1", ()), Line("2", ()))),
        Told("limit", (Line("time", ()),)),
    ]


def test_what_an_attempt_changed_stands_below_its_line() -> None:
    note = Note("tuner", "2 unroll: 4 cycles, kept\n  - add a\n  + add b\n  add 9 -> 12\n3 hoist")
    (told,) = steps([note], ())
    assert isinstance(told, Told)
    assert [line.text for line in told.lines] == ["2 unroll: 4 cycles, kept", "3 hoist"]
    changes = [(change.kind, change.text) for change in told.lines[0].changes]
    assert changes == [("removed", "- add a"), ("added", "+ add b"), ("words", "add 9 -> 12")]


def test_a_huge_answer_is_cut() -> None:
    assert cut("x" * (MOST_CHARACTERS + 7)).endswith("... 7 more characters")
