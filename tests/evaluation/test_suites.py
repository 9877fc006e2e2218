"""The suites are what their files say, and what the paper says."""

import pytest

from kernelcraft.agents.agent import TURNS
from kernelcraft.cells.cell import UnknownName, find_cells
from kernelcraft.evaluation import suites
from kernelcraft.evaluation.options import Generation
from kernelcraft.workbench import TOOLS

LITE, PAPER = suites.load("lite"), suites.load("paper")
ACCELERATORS = ("amd_npu", "coral_npu", "plena")
"""Their cells are in the suites; programs of a CPU are a table of their own, as in the paper."""


def test_lite_has_every_task_once_in_rotating_configurations() -> None:
    cells = LITE.present()
    assert len(cells) == 57
    for platform in ACCELERATORS:
        tasks = list(dict.fromkeys(cell.task.name for cell in find_cells(platform)))
        expected = [f"{platform}/{task}/C{1 + n % 5}" for n, task in enumerate(tasks)]
        assert [cell.name for cell in cells if cell.platform.name == platform] == expected


def test_paper_has_the_papers_cells() -> None:
    cells = {cell.name for name in ACCELERATORS for cell in find_cells(name)}
    assert {cell.name for cell in PAPER.present()} == cells
    assert len(PAPER.present()) == 285
    assert PAPER.absent() == {}
    assert (PAPER.rules, PAPER.turns, PAPER.tools) == ("paper", TURNS, TOOLS)
    assert len(PAPER.models) == 4


@pytest.mark.parametrize(
    ("model", "given", "asked"),
    [
        ("openai/gpt-5.2", Generation(), Generation(reasoning_effort="medium")),
        (
            "openai/gpt-5.2",
            Generation(reasoning_effort="low", temperature=0.0),
            Generation(reasoning_effort="low", temperature=0.0),
        ),
        (
            "anthropic/claude-sonnet-4-20250514",
            Generation(max_tokens=9000),
            Generation(max_tokens=9000, reasoning_tokens=10_000),
        ),
        ("openrouter/deepseek/deepseek-r1-0528", Generation(), Generation()),
        ("openai/other", Generation(), Generation()),
    ],
)
def test_a_suite_says_how_its_models_are_asked(
    model: str, given: Generation, asked: Generation
) -> None:
    assert PAPER.generation(model, given) == asked


def test_an_unknown_suite() -> None:
    with pytest.raises(UnknownName, match="did you mean 'lite'"):
        suites.load("light")
