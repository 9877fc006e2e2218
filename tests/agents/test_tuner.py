"""The tuner finds faster kernels, says what it does, and keeps to its seed and budget."""

import pytest

from kernelcraft.agents.agent import AgentError, Budget
from kernelcraft.agents.tuner import create, ranked
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.moves import Move
from kernelcraft.workbench import Workbench
from kernelcraft.workbench.tools.profile import ProfileResult


def tuned(name: str, evaluations: int = 60, seed: int = 0) -> tuple[Workbench, list[str]]:
    workbench, lines = Workbench(load_cell(name), seed=5), list[str]()
    create("")(workbench, Budget(evaluations), seed, lines.append)
    return workbench, lines


@pytest.mark.parametrize(
    ("name", "at_least"),
    [
        ("plena/silu/C1", 1.2),
        ("plena/rms_norm/C1", 1.15),
        ("plena/gemm/C1", 2.0),
        ("coral_npu/conv2d/C1", 1.5),
    ],
)
def test_faster_and_right_on_fresh_inputs(name: str, at_least: float) -> None:
    workbench, _ = tuned(name)
    verdict = workbench.verdict().best
    assert verdict is not None
    assert verdict.correct, verdict.message
    first = workbench.attempts[0].cycles
    assert first is not None
    assert verdict.cycles is not None
    assert first / verdict.cycles >= at_least


def test_a_kernel_of_bundles_becomes_faster_too() -> None:
    verdict = tuned("amd_npu/gemm/C1", evaluations=16)[0].verdict().best
    assert verdict is not None
    assert verdict.correct, verdict.message
    assert (verdict.speedup or 0.0) > 1.05


def test_attempt_1_is_the_baseline_and_every_attempt_has_a_line() -> None:
    workbench, lines = tuned("plena/silu/C1")
    assert workbench.attempts[0].code == kernels.baseline(workbench.cell)
    assert lines[0] == "1 baseline: 78 cycles, kept"
    assert len(lines) == len(workbench.attempts) > 3


def test_the_same_seed_gives_the_same_kernels() -> None:
    first, second = tuned("plena/softmax/C1", seed=4), tuned("plena/softmax/C1", seed=4)
    assert first[1] == second[1]
    assert [a.code for a in first[0].attempts] == [a.code for a in second[0].attempts]


@pytest.mark.parametrize("evaluations", [1, 3])
def test_it_keeps_to_its_budget(evaluations: int) -> None:
    workbench, lines = tuned("plena/silu/C1", evaluations)
    assert len(workbench.attempts) == len(lines) == evaluations


def test_no_time_is_no_attempt() -> None:
    workbench = Workbench(load_cell("plena/silu/C1"))
    create("")(workbench, Budget(seconds=0.0), 0, print)
    assert not workbench.attempts


@pytest.mark.parametrize("evaluations", [3, 60])
def test_it_leaves_the_best_kernel_on_the_workbench(evaluations: int) -> None:
    workbench, _ = tuned("plena/relu/C1", evaluations)
    assert workbench.best is not None
    assert workbench.code == workbench.best.code


def test_moves_for_the_busiest_unit_come_first() -> None:
    units = {"a": (), "b": ("x",), "c": ("y",)}
    a, b, c = (Move(name, lambda *_: iter(()), of) for name, of in units.items())
    profile = ProfileResult(success=True, message="", cycles=3, by_unit={"x": 1, "y": 2})
    assert [move.name for move in ranked([a, b, c], profile)] == ["c", "b", "a"]


def test_it_takes_no_argument() -> None:
    with pytest.raises(AgentError, match="takes no argument"):
        create("fast")
