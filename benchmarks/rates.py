"""Verdicts and public evaluations a second and core, as a trainer or a search asks for them.

Each text is a new one, in groups of eight with equal hidden inputs. What counts is the CPU time of
all processes that grade, those of the second runs included. Under the strict rules the reference
machine repeats each short run, which takes seconds; so two kernels of each cell C1 are graded then.

`python -m benchmarks.rates --before REF` measures the sources of another commit beside these, each
cell on the one and at once on the other, so that other work on the machine meets both alike.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, get_args

from benchmarks.figure import Figure
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells, load_cell
from kernelcraft.grading.job import Evaluate, Grade, Job
from kernelcraft.grading.verification import derive
from kernelcraft.grading.workers import Workers
from kernelcraft.records.verdict import Rules

PLATFORMS: Final = ("plena", "coral_npu", "amd_npu")
GROUP: Final = 8
TICKS: Final = os.sysconf("SC_CLK_TCK")
ROOT: Final = Path(__file__).parents[1]


@dataclass(frozen=True)
class Cost:
    """Seconds of one job on average: of the CPU, and of the clock for as many at once."""

    cpu: float
    wall: float


Costs = list[Cost]


class Here:
    """Measures the sources that are imported; `cores` jobs run at once."""

    def __init__(self, cores: int = 1) -> None:
        self.cores, self.workers = cores, Workers(cores)

    def cost(self, kind: str, cell: Cell) -> Cost:
        """Of jobs of a kind, a set of rules or "public", after one a worker that warms all up."""
        text, mark = kernels.baseline(cell), cell.platform.isa.syntax.comments[0]
        count = 2 if kind == "strict" else GROUP
        spent = begun = 0.0
        for number in range(-1, count):
            if number == 0:
                spent, begun = self._spent(), time.perf_counter()
            texts = [f"{text}{mark} {number} {core}\n" for core in range(self.cores)]
            asked = [self.workers.submit(_job(kind, cell, each, number)) for each in texts]
            for each in asked:
                result = each.result()
                assert not getattr(result, "failure", None), result
        wall = time.perf_counter() - begun
        return Cost((self._spent() - spent) / count / self.cores, wall / count)

    def _spent(self) -> float:
        """The CPU seconds of the processes that run kernels, and of those that they were forked
        from, which count those that have ended."""
        running = {pid for worker in self.workers.pids() for pid in (worker, _parent(worker))}
        return sum(sum(map(int, _stat(pid)[11:15])) for pid in running) / TICKS


def _job(kind: str, cell: Cell, text: str, number: int) -> Job[object]:
    rules: Mapping[str, Rules] = {each: each for each in get_args(Rules)}
    if kind not in rules:
        return Evaluate(cell.name, text)
    seed = derive((number + GROUP) // GROUP if kind == "train" else number + 1, 0)
    return Grade(cell.name, text, rules[kind], seed)


def _parent(pid: int) -> int:
    return int(_stat(pid)[1])


def _stat(pid: int) -> list[str]:
    """What the kernel says of a process, from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _cells(kind: str) -> list[Cell]:
    return [
        cell
        for platform in PLATFORMS
        for config in (("C1",) if kind == "strict" else ("C1", "C2", "C3"))
        for cell in find_cells(platform=platform, level=1, config=config)
    ]


def rates() -> list[Figure]:
    """Of the baselines of all level-1 cells, C1 to C3."""
    one, two = Here(), Here(2)
    costs = {
        kind: [one.cost(kind, cell) for cell in _cells(kind)]
        for kind in ("train", "strict", "public")
    }
    both = [two.cost("train", cell) for cell in _cells("train")]
    for each in (one, two):
        each.workers.close()
    wall = 1 / statistics.median(each.wall for each in both)
    return [
        *_figures(costs),
        Figure("verdicts under train on two cores, all, median", 2 * _rate(both), "/s", ">= 50"),
        Figure("  by the clock, with whatever else runs", 2 * wall, "/s", ""),
    ]


def _figures(costs: Mapping[str, Costs]) -> list[Figure]:
    train, strict, public = (costs[kind] for kind in ("train", "strict", "public"))
    smallest = sorted(public, key=lambda each: each.cpu)[: len(public) // 3]
    what, unit = f"{len(train)} cells C1 to C3", "/s and core"
    return [
        Figure(f"verdicts under train, {what}, median", _rate(train), unit, ">= 25"),
        Figure("  90th percentile", _rate(train, 0.9), unit, ">= 8"),
        Figure(
            f"verdicts under strict, {len(strict)} cells C1, median", _rate(strict), unit, ">= 6"
        ),
        Figure("public evaluations, smallest third, median", _rate(smallest), unit, ">= 100"),
    ]


def _rate(costs: Costs, share: float = 0.5) -> float:
    """The rate that this share of the cells reaches, a second and core."""
    cpu = sorted(each.cpu for each in costs)
    return 1 / cpu[min(len(cpu) - 1, int(share * len(cpu)))]


class There:
    """Measures the sources of another commit, in a process of their own."""

    def __init__(self, reference: str) -> None:
        place = ROOT / "build" / "before" / reference
        if not place.exists():
            place.mkdir(parents=True)
            archive = subprocess.run(
                ["git", "archive", reference], cwd=ROOT, check=True, capture_output=True
            )
            subprocess.run(["tar", "x"], cwd=place, input=archive.stdout, check=True)
            build = [sys.executable, "setup.py", "build_ext", "--inplace"]
            subprocess.run(build, cwd=place, check=True, capture_output=True)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.rates", "--serve"],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(place / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def cost(self, kind: str, cell: Cell) -> Cost:
        """As `Here.cost`."""
        given, answers = self._process.stdin, self._process.stdout
        assert given is not None
        assert answers is not None
        print(kind, cell.name, file=given, flush=True)
        cpu, wall = answers.readline().split()
        return Cost(float(cpu), float(wall))

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


def serve() -> None:
    """Measure what each line of the standard input names, a kind and a cell."""
    here = Here()
    for line in sys.stdin:
        kind, name = line.split()
        cost = here.cost(kind, load_cell(name))
        print(cost.cpu, cost.wall, flush=True)
    here.workers.close()


def compare(reference: str) -> None:
    """Print the figures of another commit's sources, of these, and the ratio cell by cell."""
    kinds = ("train", "strict", "public")
    there, here = There(reference), Here()
    before: dict[str, Costs] = {kind: [] for kind in kinds}
    now: dict[str, Costs] = {kind: [] for kind in kinds}
    for kind in kinds:
        for cell in _cells(kind):
            before[kind].append(there.cost(kind, cell))
            now[kind].append(here.cost(kind, cell))
    there.close()
    here.workers.close()
    for what, costs in ((f"at {reference}", before), ("now", now)):
        print(f"{what}:")
        print(*_figures(costs), sep="\n")
    for kind in kinds:
        ratios = [old.cpu / new.cpu for old, new in zip(before[kind], now[kind], strict=True)]
        print(
            Figure(f"{kind}: CPU before / now, median of cells", statistics.median(ratios), "x", "")
        )


def main() -> None:
    """Print the figures of these sources, or beside them those of another commit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--before", metavar="REF", help="a commit to measure beside these sources")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve()
    elif asked.before:
        compare(asked.before)
    else:
        print(*rates(), sep="\n")


if __name__ == "__main__":
    main()
