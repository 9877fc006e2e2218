"""The sampler's cells: what the base set cannot do, and kernels with each set of proposals."""

import numpy as np
import pytest

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading.evaluation import evaluate
from kernelcraft.grading.input_set import drawn
from kernelcraft.grading.soundness import examine_task
from kernelcraft.grading.verification import grade
from kernelcraft.platforms.plena.machine.instructions import plena
from kernelcraft.platforms.plena.machine.state import Plena
from kernelcraft.sim.tracing import effects
from kernelcraft.tasks import designs as tasks

UNSOLVABLE = ("argmax", "masked_topk", "sampler")
CYCLES = {
    "plena/softmax_confidence": 9346,
    "plena/token_update": 896,
    "plena+agent/argmax": 12063,
    "plena+agent/softmax_confidence": 9346,
    "plena+agent/masked_topk": 341,
    "plena+agent/token_update": 529,
    "plena+agent/sampler": 15441,
    "plena+expert/argmax": 6913,
    "plena+expert/softmax_confidence": 9346,
    "plena+expert/masked_topk": 209,
    "plena+expert/token_update": 640,
    "plena+expert/sampler": 10792,
    "plena+ours/argmax": 4609,
    "plena+ours/softmax_confidence": 6241,
    "plena+ours/masked_topk": 406,
    "plena+ours/token_update": 896,
    "plena+ours/sampler": 6576,
}
"""What docs/design-instructions.md says."""


def test_all_tasks_have_a_cell() -> None:
    assert {name.split("/")[1] for name in CYCLES} == set(tasks.names())


@pytest.mark.parametrize("name", CYCLES)
def test_the_kernels_are_right_and_take_what_the_page_says(name: str) -> None:
    cell = load_cell(f"{name}/C1")
    found = evaluate(cell, kernels.expert(cell))
    assert found.failure is None, found.message
    assert found.cycles == CYCLES[name]


@pytest.mark.parametrize("extension", ["agent", "expert", "ours"])
def test_the_whole_sampler_passes_strict_grading(extension: str) -> None:
    cell = load_cell(f"plena+{extension}/sampler/C1")
    assert grade(cell, kernels.expert(cell), "strict", seed=2**63 + 11, second_run=False).correct


@pytest.mark.parametrize("task", UNSOLVABLE)
def test_nothing_of_the_base_set_is_written_for_what_it_cannot_do(task: str) -> None:
    with pytest.raises(Unwritten):
        kernels.expert(load_cell(f"plena/{task}/C1"))
    assert load_cell(f"plena/{task}/C1").memory_map.output.region.memory == "int_sram"


def reached(start: str) -> set[str]:
    """The parts that something of a part can get to, whatever the program."""
    flows = [
        ({each.part for each in found if not each.write}, {e.part for e in found if e.write})
        for found in (effects(Plena, instruction) for instruction in plena.table)
    ]
    parts = {start}
    while True:
        more = parts.union(*(writes for reads, writes in flows if reads & parts))
        if more == parts:
            return parts
        parts = more


def test_the_base_set_has_no_way_from_hbm_to_whole_numbers() -> None:
    assert {"vector_sram", "fp_sram", "f", "hbm"} <= reached("hbm")
    assert not reached("hbm") & {"int_sram", "gp", "a", "stride", "loop_register"}
    assert "vector_sram" in reached("gp")  # addresses choose: the other way is there


@pytest.mark.parametrize("task", tasks.names())
def test_the_grader_refuses_every_mistake(task: str) -> None:
    found = examine_task(load_cell(f"plena/{task}/C1"))
    assert not found.unrefused()


def confidence(logits: np.ndarray) -> np.ndarray:
    """Of each position."""
    return np.asarray(1.0 / np.exp(logits - logits.max(-1, keepdims=True)).sum(-1))


@pytest.mark.parametrize("kind", ["normal", "shifted", "wide"])
def test_confidences_of_the_sampler_are_apart_and_no_largest_logit_is_known(kind: str) -> None:
    cell: Cell = load_cell("plena/sampler/C1")
    for seed in range(3):
        logits = drawn(cell, kind, seed)[0]["logits"]  # type: ignore[arg-type]
        found = np.sort(confidence(logits), axis=-1)
        assert (found[:, 1:] / found[:, :-1]).min() > 1.03
        assert len(np.unique(logits.max(-1))) > 4
        assert (np.sort(logits, -1)[..., -1] == np.sort(logits, -1)[..., -2]).any()
