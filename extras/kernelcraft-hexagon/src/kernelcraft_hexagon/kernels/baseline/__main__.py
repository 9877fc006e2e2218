"""Compiles the baselines again: `python -m kernelcraft_hexagon.kernels.baseline`.

With `--check` it changes nothing and exits with 1 where a text is not what the compiler gives now.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.grading.inputs import draw
from kernelcraft.sim.run import Limits
from kernelcraft_hexagon.kernels.baseline import ASSEMBLY, MANIFEST, ORIGINS, path
from kernelcraft_hexagon.kernels.baseline.clang import OPTIONS, CompilerFailed, compiled, version

SEED: Final = 1


def main(arguments: Sequence[str]) -> int:
    """The command; gives its exit code."""
    parser = argparse.ArgumentParser(prog="python -m kernelcraft_hexagon.kernels.baseline")
    parser.add_argument("--check", action="store_true", help="change nothing, exit 1 if stale")
    cells = find_cells(platform="hexagon")
    texts = {path(cell, origin): compiled(cell, origin) for cell in cells for origin in ORIGINS}
    if parser.parse_args(arguments).check:
        return check(texts)
    for file, text in texts.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    faster = {cell.name: race(cell) for cell in cells}
    options = [each for each in OPTIONS if "/" not in each]
    made = {"compiler": version(), "options": options, "faster": faster}
    MANIFEST.write_text(json.dumps(made, indent=1) + "\n")
    return 0


def check(texts: dict[Path, str]) -> int:
    """Say which texts are not those of the package."""
    stale = [
        f"{file.relative_to(ASSEMBLY)}: not what {version()} gives"
        for file, text in texts.items()
        if not file.is_file() or file.read_text() != text
    ]
    print("\n".join(stale) or "the compiler gives the same assembly")
    return 1 if stale else 0


def race(cell: Cell) -> str:
    """The origin that takes fewer cycles."""
    taken = {origin: cycles(cell, path(cell, origin).read_text()) for origin in ORIGINS}
    print(cell.name, taken)
    return min(taken, key=lambda origin: taken[origin])


def cycles(cell: Cell, text: str) -> int:
    """The cycles of a kernel on drawn inputs; raises CompilerFailed."""
    values = draw(cell.task, cell.dims, "normal", SEED)
    inputs = {t.name: cell.platform.representable(t, values[t.name]) for t in cell.inputs}
    state = cell.platform.stage(cell.memory_map, inputs, None)
    run = cell.platform.run(cell.platform.assemble(text), state, Limits(1_000_000_000))
    if run.fault is not None:
        raise CompilerFailed(f"{cell.name}: {run.fault}")
    return run.cycles


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
