"""Every edge of a task decides: a kernel without that safeguard misses by at least 5 τ there."""

from itertools import pairwise

import numpy as np
import pytest

from kernelcraft.grading import lockfile
from kernelcraft.grading.input_set import drawn
from kernelcraft.grading.mistaken import Given
from kernelcraft.grading.peaks import PEAK
from kernelcraft.grading.safeguards import safeguards
from kernelcraft.grading.soundness import MARGIN
from kernelcraft.grading.tolerance import needed_tau
from kernelcraft.kernels import find_cells, load_cell
from kernelcraft.kernels.plena.red_team import missing_safeguard
from kernelcraft.report_card.trial import KNOWN
from kernelcraft.tasks.task import Edge

CELLS = [
    cell.name
    for platform in ("plena", "amd_npu")
    for cell in find_cells(platform=platform)
    if not cell.exact and cell.name.endswith("/C1")
]
EDGES = [(name, edge) for name in CELLS for edge in load_cell(name).task.edges]


@pytest.mark.parametrize("name", CELLS)
def test_every_edge_has_a_safeguard_and_every_safeguard_an_edge(name: str) -> None:
    cell = load_cell(name)
    assert set(safeguards(cell)) == set(cell.task.edges)


@pytest.mark.parametrize(("name", "edge"), EDGES)
def test_without_its_safeguard_a_kernel_misses_by_five_tau(name: str, edge: Edge) -> None:
    cell = load_cell(name)
    inputs, reference = drawn(cell, edge, 1)
    _, mistake = safeguards(cell)[edge]
    with np.errstate(all="ignore"):
        output = np.asarray(mistake(Given(cell, inputs, cell.constants, cell.dims)), np.float64)
    tau = lockfile.tau(cell, edge)
    assert tau is not None
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


def test_the_texts_without_safeguards_are_edits_of_experts_too() -> None:
    names = {
        (each.cell.split("/")[1], each.name.split()[0])
        for each in missing_safeguard.suspects(KNOWN)
    }
    assert ("attention", "expert") in names
    assert ("decoder_t5", "expert") in names
