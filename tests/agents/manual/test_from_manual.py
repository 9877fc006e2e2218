"""A short manual made from the text of a long one, on machines that the program does not know."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kernelcraft.agents import Budget, load
from kernelcraft.agents.manual.reading import example, read
from kernelcraft.agents.manual.snippets import Trial, snippets
from kernelcraft.agents.manual.summary import TOKENS, Summary, of_cell
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.runner import evaluate
from kernelcraft.grading.job import InProcess
from kernelcraft.isa.manual import Page
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.editions import Edition, UnknownEdition
from kernelcraft.workbench.feedback import Feedback

MANUAL = """\
### Time
Results of mul take three cycles: keep their uses apart.
A program ends with halt.
### mul
The product of two registers.
Syntax: mul rd, ra, rb[, shift]
Operand rd: a register r0..r31 (5 bits): destination
Operand ra: a register r0..r31 (5 bits): first factor
Operand rb: a register r0..r31 (5 bits): second factor
Operand shift: a number 0..3 (2 bits, 0 if left out): places to the left
Unit: multiplier (slow)
Latency: 3 cycles
### Rd = neg(Rs)
The other sign. Example: `r1 = neg(r2)`
"""
CELL = "plena/silu/C1"
MACHINES = ("plena", "boom", "coral_npu", "amd_npu", "plena~encoding-1")


def summary(platform: str) -> Summary:
    return of_cell(Workbench(find_cells(platform)[0]))


def test_pages_with_a_form_are_instructions_and_others_prose() -> None:
    found = read(MANUAL)
    assert [part.title for part in found.prose] == ["Time"]
    mul, neg = found.instructions
    assert (mul.name, mul.form, mul.unit, mul.latency) == (
        "mul",
        "rd, ra, rb",
        "multiplier",
        "3 cycles",
    )
    assert mul.summary == "The product of two registers."
    assert [mul.written(copy) for copy in (0, 1)] == ["mul r5, r5, r5", "mul r6, r6, r6"]
    assert (str(mul.section), neg.written()) == ("[2 mul]", "r1 = neg(r2)")


@pytest.mark.parametrize(
    ("expected", "written"),
    [
        ("a register gp0..gp15", "gp5"),
        ("a vector wl0..wl11 or wh0..wh11", "wl5"),
        ("a number 0..262143", "1"),
        ("a number -256..224 in steps of 32", "32"),
        ("a number 4..8", "4"),
        ("a vector type such as e8, m1, ta, ma", "e8, m1, ta, ma"),
        ("a label or a number -4096..4094 in steps of 2", None),
        ("a mode", None),
    ],
)
def test_operands_are_written_by_what_the_manual_says_of_them(
    expected: str, written: str | None
) -> None:
    assert example(expected) == written


@pytest.mark.parametrize("platform", MACHINES)
def test_a_summary_is_short_cites_sections_that_exist_and_has_snippets_that_ran(
    platform: str,
) -> None:
    found = summary(platform)
    titles = [section.title for section in read_pages(platform)]
    assert found.tokens <= TOKENS
    assert found.whole > 2 * found.tokens
    cited = re.findall(r"\[(\d+) ([^]]+)\]", found.text)
    assert len(cited) >= 3
    assert all(titles[int(number) - 1] == title for number, title in cited)
    assert len(found.strategies) >= 2
    assert sum(each.ran for each in found.snippets) >= 8


def read_pages(platform: str) -> list[Page]:
    return list(find_cells(platform)[0].platform.manual().pages)


def test_what_ran_is_what_the_simulator_says() -> None:
    found = {each.text: each for each in summary("boom").snippets}
    mul, divide = found["mul x5, x5, x5"], found["fdiv.s f5, f5, f5"]
    assert (mul.ran, mul.dependent) == (True, 4 * 6)  # as the manual says: 6 cycles
    assert (divide.dependent, divide.independent) == (4 * 23, 4 * 20)  # 23, the next after 20
    assert not found["ecall"].ran  # a fault


def test_renamed_instructions_change_nothing_but_their_names() -> None:
    usual, drawn = summary("plena"), summary("plena~encoding-1")
    assert [each.ran for each in usual.snippets] == [each.ran for each in drawn.snippets]
    assert {each.instruction.name for each in usual.snippets}.isdisjoint(
        each.instruction.name for each in drawn.snippets
    )


def test_a_manual_without_instructions_has_no_snippets() -> None:
    bench = Workbench(load_cell(CELL))
    assert not snippets(read("### Words\nNothing ends here.\n"), Trial(bench))


def test_others_are_given_the_summary_in_place_of_the_manual() -> None:
    cell = load_cell(CELL)
    text = summary("plena").text
    bench = Workbench(cell, feedback=Feedback(edition=Edition.of_summary(text)))
    assert text in bench.prompt.system
    assert bench.prompt.tokens < 0.6 * Workbench(cell).prompt.tokens
    assert "Encoding: " in str(bench.grep_docs("V_EXP_V"))  # the page can be asked for
    assert str(bench.feedback) == f"all,manual=summary:{bench.feedback.edition.digest}"
    with pytest.raises(UnknownEdition, match="expected a file"):
        Edition.parse("summary")


def test_the_program_leaves_its_summary_and_a_kernel_that_is_no_slower(tmp_path: Path) -> None:
    cell = load_cell(CELL)
    bench, lines = Workbench(cell), list[str]()
    load("from-manual")(bench, Budget(30), 0, lines.append)
    assert "tokens instead of 11," in lines[0]
    assert bench.notes["summary.md"].startswith("# PLENA in short")
    assert bench.best is not None
    assert (bench.best.cycles or 99) < 78
    assert bench.verdict().correct
    assert len(bench.attempts) <= 30


def test_a_models_summary_is_tried_and_is_what_it_works_with(tmp_path: Path) -> None:
    snippets = "## Snippets\n```\nS_ADDI_INT gp1, gp0, 5\n```\n```\nV_NONE gp1\n```\n"
    write, run = (
        {"tool": "write_code", "arguments": {"code": kernels.baseline(load_cell(CELL))}},
        {"tool": "run_evaluation"},
    )
    # both conversations, the manual's and the kernel's, begin with the first reply
    replies = [{"text": snippets, "calls": [write, run]}, {"text": "done"}]
    script = tmp_path / "script.json"
    script.write_text(json.dumps(replies))
    options = Options(tmp_path / "log")
    result = evaluate(
        [load_cell(CELL)], "from-manual", f"scripted/{script}", options, grader=InProcess()
    )
    (episode,) = result.episodes
    assert episode.correct, episode.message
    assert (episode.agent, episode.turns, episode.turns_to_first_pass) == ("from-manual", 3, 2)
    (file,) = (tmp_path / "log").rglob("*.summary.md")
    text = file.read_text()
    assert "tokens instead of the manual's" in text.splitlines()[0]
    assert "S_ADDI_INT gp1, gp0, 5\n```\n(tried on the simulator: 1 cycles)" in text
    assert "(tried on the simulator: it does not assemble:" in text
