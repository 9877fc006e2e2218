"""A program for the interruption tests: evaluates a slow agent and prints each event."""

from __future__ import annotations

import sys
from pathlib import Path

from kernelcraft.cells.cell import load_cell
from kernelcraft.evaluation.events import Event
from kernelcraft.evaluation.options import Options
from kernelcraft.evaluation.runner import evaluate
from kernelcraft.workbench import InProcess
from tests.evaluation.strategies import SILU, Right


def tell(event: Event) -> None:
    print(type(event).__name__, flush=True)


def main(log_dir: Path, seconds: float) -> None:
    cells = [load_cell(name) for name in SILU]
    options = Options(log_dir, epochs=2, parallel=1)
    agent = Right(seconds)
    result = evaluate(cells, agent, None, options, grader=InProcess(), listen=tell)
    print(f"interrupted={result.interrupted} episodes={len(result.episodes)}", flush=True)
    print(f"resumed={result.resumed} complete={result.complete}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
