"""The workbench keeps every attempt; the best verified one and the last are graded at the end."""

from kernelcraft.cells.cell import load_cell
from kernelcraft.grading.workers import Workers
from kernelcraft.workbench import TOOLS, Workbench, approximate_tokens
from tests.cheaters.test_suspects import suspect
from tests.small_kernels import fill, silu

CELL = load_cell("plena/silu/C1")
SLOWER = silu(4, after="S_ADDI_INT gp9, gp0, 1")


def worked(*codes: str) -> Workbench:
    found = Workbench(CELL, seed=5)
    for code in codes:
        found.write_code(code)
        found.run_evaluation()
    return found


def test_there_is_a_method_for_each_of_the_papers_tools() -> None:
    assert len(TOOLS) == 6
    assert all(callable(getattr(Workbench, tool)) for tool in TOOLS)


def test_the_best_attempt_is_the_fastest_correct_one() -> None:
    work = worked(SLOWER, silu(4), fill(4), SLOWER)
    assert [attempt.correct for attempt in work.attempts] == [True, True, False, True]
    assert work.best is work.attempts[1]
    assert work.best.code == silu(4)


def test_without_a_correct_attempt_there_is_no_best_one() -> None:
    work = worked(fill(4))
    assert work.best is None
    verdict = work.verdict()
    assert verdict.best is None
    assert verdict.last is not None
    assert verdict.last.failure == "wrong"
    assert not verdict.correct


def test_an_episode_without_attempts() -> None:
    verdict = Workbench(CELL).verdict()
    assert not verdict.correct
    assert verdict.message == "no kernel was evaluated"


def test_the_verdict_grades_the_best_and_the_last() -> None:
    verdict = worked(silu(4), fill(4)).verdict()
    assert (verdict.best_attempt, verdict.last_attempt) == (1, 2)
    assert verdict.best is not None
    assert verdict.last is not None
    assert (verdict.best.correct, verdict.last.correct) == (True, False)
    assert verdict.best.seeds != verdict.last.seeds


def test_where_the_fastest_fails_on_fresh_inputs_the_next_one_stands() -> None:
    slow = silu(4, after="S_ADDI_INT gp9, gp0, 1\n" * 9_000)
    work = worked(slow, suspect("memorised", "silu/C1", "all rows").text)
    assert work.best is work.attempts[1]
    verdict = work.verdict()
    assert verdict.correct
    assert verdict.best_attempt == 1


def test_workers_give_what_this_process_gives() -> None:
    here = worked(silu(4))
    with Workers(1) as workers:
        there = Workbench(CELL, grader=workers, seed=5)
        there.write_code(silu(4))
        assert there.run_evaluation() == here.attempts[0].result
        assert there.view_output() == here.view_output()
        assert there.profile() == here.profile()
        assert there.verdict() == here.verdict()


def test_the_prompt_holds_all_that_a_kernel_needs() -> None:
    prompt = Workbench(CELL).prompt
    for fact in ("V_RECI_V", "write_code(code)", "Vector SRAM: 32768 rows", "1. Correctness"):
        assert fact in prompt.system
    for fact in (CELL.task.formula, "rows = 4, width = 64", "[1] = 1 (one)", "cycles; beat it"):
        assert fact in prompt.task
    assert prompt.system.count("## Hardware configuration") == 1
    assert 5_000 < prompt.tokens < 20_000


def test_tokens_are_counted_roughly() -> None:
    assert approximate_tokens("") == 0
    assert approximate_tokens("V_ADD_VV gp1, gp2, gp3") == 13
    assert 90 <= approximate_tokens("a vector of words, " * 20) <= 120
