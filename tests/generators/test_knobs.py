"""Knobs of a generator: turned, it is another right one, at every size."""

from __future__ import annotations

import pytest

from kernelcraft.agents import load
from kernelcraft.agents.agent import Budget
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import load_cell
from kernelcraft.generators import program
from kernelcraft.generators.knobs import knobs, space, tasks_with_knobs, turned
from kernelcraft.generators.templates import template
from kernelcraft.grading.evaluation import evaluate
from kernelcraft.workbench import Workbench

TEXT = "A = 1  # knob: 1, 2\nB = 3\nC = on  # knob: off, on\n"


def test_knobs_are_lines_that_say_their_values() -> None:
    assert [(knob.name, knob.values) for knob in knobs(TEXT)] == [
        ("A", ("1", "2")),
        ("C", ("on", "off")),
    ]
    assert turned(TEXT, ["2", "off"]) == TEXT.replace("A = 1", "A = 2").replace("C = on", "C = off")


WITH_KNOBS = [(name, task) for name in platforms.names() for task in tasks_with_knobs(name)]


def test_scheduled_text_has_no_knobs() -> None:
    assert dict(WITH_KNOBS).keys() == {"plena", "coral_npu"}


@pytest.mark.parametrize(("platform", "task"), WITH_KNOBS)
def test_the_first_setting_is_the_template(platform: str, task: str) -> None:
    found = space(platform, task)
    assert found is not None
    assert found.write((0,) * len(found.knobs)) == template(platform, task)


@pytest.mark.parametrize(
    ("task", "sizes"),
    [
        ("plena/silu", ("C1", "rows=12,width=64", "rows=20,width=192")),
        ("plena/softmax", ("C2", "rows=12,width=192")),
        ("plena/gemm", ("C1", "M=12,K=192,N=64")),
        ("coral_npu/gemv", ("C1", "M=9,N=70", "M=10,N=130")),
        ("plena/ffn", ("C1", "n=12,h=64,h_i=320")),
        ("plena/rope", ("C1", "s=12,d=128")),
        ("plena/decoder_llama", ("s=16,h=64,n_h=1,h_i=64",)),
    ],
)
def test_every_setting_is_right_at_every_size(task: str, sizes: tuple[str, ...]) -> None:
    found = space(*task.split("/"))
    assert found is not None
    last = tuple(size - 1 for size in found.sizes)
    for setting in [last, *((at,) * len(last) for at in range(min(found.sizes)))]:
        for size in sizes:
            cell = load_cell(f"{task}/{size}")
            seen = evaluate(cell, program.kernel(cell, found.write(setting)))
            assert seen.failure is None, (setting, cell.name, seen.message)


def test_a_search_turns_them_for_all_sizes_at_once() -> None:
    bench = Workbench("plena/silu/C1", answer="generator")
    load("refine:knobs")(bench, Budget(evaluations=6), 0, lambda line: None)
    assert bench.best is not None
    assert bench.best.result.speedup is not None
    assert bench.best.result.speedup > 1.05
    assert "TOGETHER = 1  # knob: 0, 1" in bench.best.code
