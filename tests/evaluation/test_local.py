"""Episodes in parallel on this machine's worker processes."""

from __future__ import annotations

from pathlib import Path

from kernelcraft.cells.cell import load_cell
from kernelcraft.evaluation.executors.local import local
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.runner import evaluate
from tests.evaluation.strategies import SILU, Right


def test_episodes_share_the_workers(tmp_path: Path) -> None:
    executor = local(2)
    try:
        cells, options = [load_cell(name) for name in SILU], Options(tmp_path, parallel=4, epochs=2)
        result = evaluate(cells, Right(), None, options, grader=executor)
    finally:
        executor.close()
    assert result.complete
    assert all(episode.correct for episode in result.episodes)
