"""What whole commands cost before they have done anything: `python -m benchmarks.start_up`.

User and system CPU of the command and of every process that it starts, the median of several runs
after one that compiles the modules. `--beside SRC` runs the package in another folder of sources in
turn, such as an older one with its native simulator, and gives the ratio.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.figure import Figure, cpu
from kernelcraft.cells import platforms

CHECKED = "softmax/C1"
ROUNDS = 7
OURS = Path(__file__).parents[1] / "src"
FIXED = (("--version", "< 0.1"), ("cells", "< 0.4"))
OF_A_PLATFORM = (
    ("simulate {name} {folder}/{name}.one", "< 0.4"),
    ("show {name}/softmax/C1", "< 0.4"),
    ("check {name}/softmax/C1 {folder}/{name}.kernel", "< 0.4"),
    ("grade {name}/softmax/C1 {folder}/{name}.kernel --seed 1", "< 1.0"),
)
ONE = {"plena": "S_ADDI_INT gp1, gp0, 1", "coral_npu": "mpause", "amd_npu": "ret lr" + "\nnop" * 5}
"""Programs of as few instructions as end by themselves."""


def commands(folder: str) -> list[tuple[str, str]]:
    """Command lines and what is promised of each, in seconds."""
    each = [
        (line.format(name=name, folder=folder), promise)
        for name in platforms.names()
        for line, promise in OF_A_PLATFORM
    ]
    return [*FIXED, *each]


def spent(arguments: list[str], sources: Path) -> float:
    """CPU seconds of one command of the package in `sources`."""
    program = "import sys; from kernelcraft.cli import main; sys.exit(main())"
    environment = {**os.environ, "PYTHONPATH": str(sources)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    run = [sys.executable, "-c", program, *arguments]
    silent = partial(subprocess.run, run, check=True, capture_output=True, env=environment)
    return cpu(lambda: silent())


def bare(program: str) -> Figure:
    """What nobody can save: an interpreter, and the library of numbers."""
    run = partial(subprocess.run, [sys.executable, "-c", program], check=True)
    found = statistics.median(cpu(lambda: run()) for _ in range(ROUNDS))
    return Figure(f"python -c {program!r}", found, "s", "")


def rows(folder: str, beside: Path | None, rounds: int = ROUNDS) -> Iterator[Figure]:
    """A row a command; with `beside` the ratio of the other package's time to ours."""
    for line, promise in commands(folder):
        spent(line.split(), OURS)
        ours, others = [], []
        for _ in range(rounds):
            ours.append(spent(line.split(), OURS))
            if beside is not None:
                others.append(spent(line.split(), beside))
        middle = statistics.median(ours)
        note = f"{promise} promised"
        if others:
            other = statistics.median(others)
            note += f"; before {other:.2f}, {other / middle:.1f} times as much"
        what = f"kernelcraft {line.replace(folder + '/', '')}"
        yield Figure(what, middle, "s", note)


def prepare(folder: Path) -> None:
    """The programs that the commands read."""
    from kernelcraft.cells.cell import load_cell
    from kernelcraft.cells.kernels import baseline

    for name, text in ONE.items():
        (folder / f"{name}.one").write_text(text + "\n")
        kernel = baseline(load_cell(f"{name}/{CHECKED}"))
        (folder / f"{name}.kernel").write_text(kernel)


def main() -> None:
    """Print every figure."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.start_up")
    parser.add_argument("--beside", type=Path, help="another folder with the package in it")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        prepare(Path(folder))
        for program in ("pass", "import numpy"):
            print(bare(program))
        for figure in rows(folder, options.beside, options.rounds):
            print(figure, flush=True)


if __name__ == "__main__":
    main()
