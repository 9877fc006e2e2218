"""A kind of feedback that is left out leaves no trace in what the tools answer."""

import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.records.episode import EXTRAS
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.example import worked_example
from kernelcraft.workbench.feedback import KINDS, Feedback, UnknownFeedback
from kernelcraft.workbench.results import Kind
from tests.small_kernels import silu

CELL = load_cell("plena/silu/C1")
MISSPELT = silu(4).replace("V_EXP_V", "V_EXP_W")
FAULTY = "S_LUI_INT gp1, 4000\nV_EXP_V gp1, gp1"
WRONG = silu(4, stored=3)


def told(code: str, feedback: Feedback) -> str:
    """Everything that an agent can learn about a kernel."""
    work = Workbench(CELL, feedback=feedback, example=worked_example(CELL))
    work.write_code(code)
    answers = [work.check_syntax(), work.run_evaluation(), work.view_output(), work.profile()]
    answers += [work.compare_attempts(), work.grep_docs("maximum", ranked=True)]
    return "\n".join([work.prompt.task, *map(str, answers)])


@pytest.mark.parametrize(
    ("kind", "code", "trace"),
    [
        ("errors", MISSPELT, "did you mean 'V_EXP_V'"),
        ("errors", FAULTY, "vector SRAM address"),
        ("rows", WRONG, "row [3]"),
        ("rows", WRONG, "was never written"),
        ("rows", WRONG, "match rate"),
        ("profile", silu(4), "lines that took the most cycles"),
        ("profile", silu(4), "cycles by unit"),
        ("what-if", silu(4), "at most to be gained"),
        ("manual", silu(4), "V_RED_MAX"),
        ("example", silu(4), "Worked example"),
    ],
)
def test_what_each_kind_tells(kind: Kind, code: str, trace: str) -> None:
    assert trace in told(code, Feedback())
    assert trace in told(code, Feedback.only(kind))
    assert trace not in told(code, Feedback.without(kind))
    assert trace not in told(code, Feedback.only())


@pytest.mark.parametrize("code", [MISSPELT, FAULTY, WRONG])
def test_without_feedback_wrong_kernels_are_not_correct_and_no_more_is_said(code: str) -> None:
    work = Workbench(CELL, feedback=Feedback.only())
    work.write_code(code)
    result = work.run_evaluation()
    assert (result.correct, result.failure, result.message) == (False, None, "not correct")
    assert work.attempts[0].result.failure is not None, "what was found is kept whole"


def test_a_right_kernel_s_cycles_are_always_told() -> None:
    work = Workbench(CELL, feedback=Feedback.only())
    work.write_code(silu(4))
    assert work.run_evaluation().latency_cycles == 81


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("all", set(KINDS)),
        ("none", set()),
        ("rows, errors", {"rows", "errors"}),
        ("no-rows", set(KINDS) - {"rows"}),
        ("no-what-if,no-profile", set(KINDS) - {"what-if", "profile"}),
    ],
)
def test_choices_are_written(text: str, kinds: set[str]) -> None:
    found = Feedback.parse(text)
    assert found.kinds == kinds
    assert Feedback.parse(str(found)) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("row", "did you mean 'rows'"),
        ("rows,no-errors", "expected kinds to give or, with no-, to leave out"),
        ("", "expected kinds"),
    ],
)
def test_choices_that_nobody_can_mean(text: str, message: str) -> None:
    with pytest.raises(UnknownFeedback, match=message):
        Feedback.parse(text)


EARLY = (
    """\
kernel:
lda p1, [p0, #0] ; movx r0, #0
vlda wl2, [p1], #32
ret lr
"""
    + "add r1, r1, r1\n" * 5
)


def test_hazards_are_told_only_where_they_were_asked_for() -> None:
    cell = load_cell("amd_npu/relu/C1")
    usual, aided = Workbench(cell), Workbench(cell, feedback=Feedback.parse("all,hazards"))
    for work in (usual, aided):
        work.write_code(EARLY)
    assert str(usual.check_syntax()) == "no errors, 0 warnings, 9 instructions"
    assert str(aided.check_syntax()) == (
        "no errors, 0 warnings, 9 instructions; 1 hazard\nhazard: line 3: vlda reads p1 "
        "before the result of lda in line 2 is there; it is 6 bundles too early"
    )
    assert "and hazards" in aided.prompt.system
    assert "hazards" not in usual.prompt.system.partition("## Tools")[2].partition("##")[0]


def test_a_machine_that_waits_has_no_hazards() -> None:
    work = Workbench(CELL, feedback=Feedback.parse("hazards"))
    work.write_code(silu(4))
    said = work.check_syntax().message
    assert said.endswith("no lint for PLENA: a machine that waits for its values has no hazards")


def test_extras_are_given_to_who_names_them() -> None:
    assert Feedback().extras == frozenset()
    for text in ("all,hazards", "hazards", "rows,hazards", "no-rows,hazards"):
        assert Feedback.parse(text).extras == frozenset(EXTRAS)
        assert Feedback.parse(str(Feedback.parse(text))) == Feedback.parse(text)
    assert str(Feedback.parse("hazards,all")) == "all,hazards"
    assert Feedback.parse("no-rows,hazards").kinds == Feedback.without("rows").kinds
