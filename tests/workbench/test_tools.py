"""Each tool answers with data that reads as text, too; wrong use gets a sentence."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelcraft.cells.cell import load_cell
from kernelcraft.grading.profiling import LineCycles, Where
from kernelcraft.grading.workers import Workers
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.tools.profile import answer
from tests.small_kernels import fill, silu

CELL = load_cell("plena/silu/C1")
READERS = [
    "check_syntax",
    "run_evaluation",
    "view_output",
    "get_instruction_size",
    "profile",
]


def bench(code: str) -> Workbench:
    found = Workbench(CELL)
    assert found.write_code(code).success
    return found


@pytest.mark.parametrize("tool", READERS)
def test_before_anything_is_written(tool: str) -> None:
    result = getattr(Workbench(CELL), tool)()
    assert not result.success
    assert str(result) == "there is no kernel yet: write_code first"


def test_write_code() -> None:
    work = Workbench(CELL)
    assert str(work.write_code("V_EXP_V gp0, gp0\nV_EXP_V gp0, gp0")) == "2 lines written"
    assert work.write_code("one").lines == 1


@pytest.mark.parametrize(
    ("code", "why"),
    [("", "the text is empty"), (" \n", "empty"), ("a\n" * 200_001, "200,001 lines")],
)
def test_what_write_code_refuses_leaves_the_kernel_as_it_was(code: str, why: str) -> None:
    work = bench(silu(4))
    result = work.write_code(code)
    assert not result.success
    assert why in str(result)
    assert work.code == silu(4)


def test_check_syntax_lists_every_error() -> None:
    result = bench("V_EXP_W gp1, gp1\nV_EXP_V gp1, f1\nS_ADDI_INT gp1, gp0, 300000").check_syntax()
    assert not result.success
    assert [error.split(":")[0] for error in result.errors] == ["line 1", "line 2", "line 3"]
    assert "did you mean 'V_EXP_V'?" in str(result)


def test_check_syntax_counts_instructions_and_warns() -> None:
    result = bench("S_ADDI_INT gp0, gp0, 1\n").check_syntax()
    assert result.success
    assert result.instructions == 1
    assert "gp0" in str(result)


def test_run_evaluation_of_a_right_kernel() -> None:
    result = bench(silu(4)).run_evaluation()
    assert (result.success, result.correct, result.attempt) == (True, True, 1)
    assert (result.match_rate, result.latency_cycles) == (1.0, 81)
    assert result.baseline_cycles is not None
    assert result.speedup == result.baseline_cycles / 81
    assert result.wrong_elements == ()


def test_run_evaluation_of_a_wrong_kernel_says_where() -> None:
    result = bench(silu(4, stored=3)).run_evaluation()
    assert (result.success, result.correct) == (True, False)
    assert result.match_rate == 0.75
    assert "was never written" in result.message
    assert result.worst_rows[0] == "row [3]: inf"
    assert result.wrong_elements[0].endswith("found nan at vector_sram[192]")


def test_run_evaluation_of_a_kernel_that_faults() -> None:
    result = bench("S_LUI_INT gp1, 4000\nV_EXP_V gp1, gp1").run_evaluation()
    assert (result.success, result.correct, result.failure) == (False, False, "fault")
    assert str(result).startswith("the run stopped: line 2: V_EXP_V gp1, gp1: vector SRAM address")


def test_view_output_shows_rows_beside_the_reference() -> None:
    work = bench(silu(4, stored=3))
    assert str(work.view_output()) == "this kernel was not run yet: run_evaluation first"
    work.run_evaluation()
    view = work.view_output(2)
    assert [row.row for row in view.rows] == [(0,), (1,)]
    assert view.total_rows == 4
    last = work.view_output().rows[3]
    assert (last.not_finite, last.found_min) == (64, None)


def test_view_output_of_a_kernel_written_since() -> None:
    work = bench(silu(4))
    work.run_evaluation()
    work.write_code(fill(4))
    assert not work.view_output().success


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("V_EXP_V", "Syntax: V_EXP_V rd, rs1[, rmask]"),
        ("v_exp_v", "Exponential"),
        ("reciprocal", "V_RECI_V"),
        ("how do I make the reciprocal of a row", "no line matches; 5 sections nearest"),
        ("how do I make the reciprocal of a row", "## Section 23: V_RECI_V\nReciprocal"),
        ("argmax", "no matches for 'argmax'"),
        ("V_EXPP", "V_EXP_V"),
        ("", "the pages are: "),
        ("(((", "no matches"),
    ],
)
def test_grep_docs(query: str, found: str) -> None:
    assert found in str(Workbench(CELL).grep_docs(query))


def test_grep_docs_ranked_does_not_list_lines() -> None:
    lines, ranked = (Workbench(CELL).grep_docs("max", ranked=ranked) for ranked in (False, True))
    assert lines.message == "13 lines match"
    assert ranked.message == "3 sections nearest to the words, best first"
    assert {match.title for match in ranked.matches[:2]} == {"V_RED_MAX", "S_MAX_FP"}
    assert all(match.section for match in ranked.matches)


def test_get_instruction_size_counts_by_unit() -> None:
    result = bench(
        "V_EXP_V gp0, gp0\nV_EXP_V gp0, gp0\nS_ADDI_INT gp1, gp0, 1"
    ).get_instruction_size()
    assert dict(result.by_category) == {"vector": 2, "scalar_int": 1}
    assert dict(result.by_mnemonic) == {"V_EXP_V": 2, "S_ADDI_INT": 1}


def test_profile_accounts_for_every_cycle() -> None:
    result = bench(silu(4)).profile()
    assert result.cycles == 81
    assert sum(result.by_unit.values()) == sum(result.by_reason.values()) == 81
    assert sum(line.cycles for line in result.lines) == 81
    assert result.hottest(1)[0].text.startswith("H_PREFETCH_V")
    assert [each.cause for each in result.what_if][:2] == ["DMA", "integer and control"]
    assert result.what_if[0].gain == result.by_unit["dma"]


def test_profile_reads_as_text() -> None:
    text = str(bench(silu(4)).profile())
    assert re.match(r"81 cycles, \d\.\d\d times the bound of \d+\nat most to be gained", text)
    assert "  DMA: 30 cycles (37.0%), 1.59x as fast" in text
    assert "lines 18-25: " in text
    assert text.count("\n") < 40


def test_profile_says_how_far_the_bound_is() -> None:
    result = answer(Where("", cycles=300, bound_cycles=200, lines=(LineCycles(1, "x", 1, 300),)))
    assert result.message == "300 cycles, 1.50 times the bound of 200"
    assert result.bound_ratio == 1.5


def test_profile_of_a_kernel_that_faults() -> None:
    result = bench("S_ADDI_INT gp1, gp0, 3\nV_EXP_V gp1, gp1").profile()
    assert (result.success, result.ended, result.what_if) == (True, False, ())
    assert result.message.startswith("2 cycles, stopped early: line 2: V_EXP_V gp1, gp1: ")
    nothing = bench("V_EXP_V gp1").profile()
    assert not nothing.success
    assert nothing.message.startswith("nothing was executed: the kernel does not assemble: line 1")


def test_compare_attempts() -> None:
    work = bench(fill(4))
    assert not work.compare_attempts().success
    for code in (fill(4), silu(4), silu(4, stored=3)):
        work.write_code(code)
        work.run_evaluation()
    result = work.compare_attempts()
    assert [row.correct for row in result.rows] == [False, True, False]
    assert result.best == 2
    assert (result.rows[2].added, result.rows[2].removed) == (1, 1)
    assert {"-C_LOOP_START gp5, 4", "+C_LOOP_START gp5, 3"} <= set(result.diff)


LINES = silu(4).splitlines()


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.text(max_size=200), st.permutations(LINES).map("\n".join)))
def test_no_text_makes_a_tool_raise(code: str) -> None:
    work = Workbench(CELL)
    work.write_code(code)
    for tool in READERS:
        assert str(getattr(work, tool)())
    assert str(work.grep_docs(code))


def test_an_endless_search_is_stopped_and_the_next_one_is_answered() -> None:
    with Workers(1) as workers:
        bench = Workbench(load_cell("plena/silu/C1"), grader=workers)
        stopped = bench.grep_docs(".*.*.*.*zq")
        assert not stopped.success
        assert "it was stopped" in stopped.message
        assert bench.grep_docs("V_ADD_VV").success
