"""Every edge of a task decides: a kernel without that safeguard misses by at least 5 τ there."""

from collections import Counter
from itertools import pairwise
from typing import Final

import numpy as np
import pytest

from kernelcraft.audit.cheats.missing_safeguard import without
from kernelcraft.cells.cell import find_cells, load_cell
from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.cells.safeguards import Safeguard, replaced
from kernelcraft.cells.safeguards import safeguards as of_platform
from kernelcraft.cells.suspects import EditFault
from kernelcraft.grading import lockfile
from kernelcraft.grading.input_set import drawn
from kernelcraft.grading.peaks import PEAK
from kernelcraft.grading.soundness import MARGIN
from kernelcraft.grading.tolerance import needed_tau
from kernelcraft.tasks.task import Edge

CELLS = [
    cell.name
    for platform in ("plena", "amd_npu")
    for cell in find_cells(platform=platform)
    if not cell.exact and cell.name.endswith("/C1")
]
EDGES = [(name, edge) for name in CELLS for edge in load_cell(name).task.edges]


@pytest.mark.parametrize("name", CELLS)
def test_every_edge_has_a_safeguard(name: str) -> None:
    assert all(load_cell(name).task.edges.values())


@pytest.mark.parametrize(("name", "edge"), EDGES)
def test_without_its_safeguard_a_kernel_misses_by_five_tau(name: str, edge: Edge) -> None:
    cell = load_cell(name)
    inputs, reference = drawn(cell, edge, 1)
    tau = lockfile.tau(cell, edge)
    assert tau is not None
    for mistake in cell.task.edges[edge].values():
        with np.errstate(all="ignore"):
            output = np.asarray(mistake(cell.given(inputs)), np.float64)
        assert needed_tau(output=output, reference=reference) >= MARGIN * tau


def _scores(name: str, seed: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    cell = load_cell(name)
    inputs, _ = drawn(cell, "peaked", seed)
    q, k = inputs.get("q"), inputs.get("k")
    if q is None or k is None:
        d = cell.dims["h"] // cell.dims["n_h"]
        q, k = (inputs["x"] @ inputs[w][:, :d] for w in ("wq", "wk"))
    return np.asarray(q @ k.T * cell.constants["inverse_root"], np.float64)


@pytest.mark.parametrize("name", ["plena/attention/C4", "plena/mha/C4", "plena/gqa/C2"])
def test_scores_of_both_signs_with_one_peak_at_a_random_place(name: str) -> None:
    scores = _scores(name, 1)
    ordered = np.sort(scores, axis=1)
    assert (ordered[:, -1] > 100.0).any()
    assert (ordered[:, -1] < -104.0).any()
    assert np.median(ordered[:, -1] - np.median(scores, axis=1)) > 0.8 * PEAK
    places, others = (_scores(name, seed).argmax(axis=1) for seed in (1, 2))
    assert len(set(places.tolist())) > len(places) // 3
    assert (places != others).mean() > 0.8
    assert any(b - a != 1 for a, b in pairwise(places.tolist()))


HELD: Final = {
    "plena": {"the maximum": 8, "ε": 4, "the mean before squaring": 1},
    "coral_npu": {"the maximum": 1, "saturation": 11, "rounding": 11, "ε": 2, "the least shift": 2},
    "amd_npu": {"the maximum": 2, "ε": 2, "the bounds": 2, "what rounding leaves of sums": 1},
}
"""How many tasks of each platform have kernels with each safeguard."""


@pytest.mark.parametrize("platform", HELD)
def test_kernels_have_the_safeguards_that_suspects_leave_out(platform: str) -> None:
    tasks = {(each.name, task) for each in of_platform(platform) for task in each.tasks}
    assert Counter(name for name, _ in tasks) == HELD[platform]
    for each in of_platform(platform):
        for task in each.tasks:
            cell = load_cell(f"{platform}/{task}/C1")
            for writer, write in (("baseline", baseline), ("expert", expert)):
                if writer in each.writers:
                    text = write(cell)
                    found = list(each.without(cell, text))
                    assert found
                    assert text not in found


@pytest.mark.parametrize("task", ["plena/attention", "coral_npu/gemv", "amd_npu/rms_norm"])
def test_suspects_are_made_from_the_experts_and_the_tuners_kernels_too(task: str) -> None:
    platform, name = task.split("/")
    safeguard = next(each for each in of_platform(platform) if name in each.tasks)
    found = list(without(safeguard, f"{task}/C1"))
    assert [each.name.split()[0] for each in found] == ["baseline", "expert", "tuner"]
    assert len({each.text for each in found}) == 3


def test_a_kernel_that_has_lost_its_safeguard_is_an_error() -> None:
    gone = Safeguard("the maximum", ("softmax",), replaced("no such text", ""))
    with pytest.raises(EditFault, match="the baseline's kernel has not the maximum"):
        list(without(gone, "plena/softmax/C1"))
