"""Verdicts and public evaluations a second and core, as a trainer or a search asks for them.

Each text is a new one, in groups of eight with equal hidden inputs. What counts is the CPU time of
all processes that grade, those of the second runs included. Under the strict rules the reference
machine repeats each short run, which takes seconds; so two kernels of each cell C1 are graded then.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable
from pathlib import Path

from benchmarks.figure import Figure
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.grading.job import Evaluate, Grade, Job
from kernelcraft.grading.verification import derive
from kernelcraft.grading.workers import Workers
from kernelcraft.records.verdict import Rules

PLATFORMS = ("plena", "coral_npu", "amd_npu")
GROUP = 8
TICKS = os.sysconf("SC_CLK_TCK")


def rates() -> list[Figure]:
    """Of the baselines of all level-1 cells, C1 to C3."""
    cells = [
        cell
        for platform in PLATFORMS
        for config in ("C1", "C2", "C3")
        for cell in find_cells(platform=platform, level=1, config=config)
    ]
    with Workers(1) as workers:
        train = [_cost(workers, cell, _graded("train")) for cell in cells]
        public = [_cost(workers, cell, _evaluated) for cell in cells]
        strict = [
            _cost(workers, cell, _graded("strict"), 2)
            for cell in cells
            if cell.configuration == "C1"
        ]
    smallest = sorted(public)[: len(public) // 3]
    what = f"{len(cells)} cells C1 to C3"
    return [
        Figure(f"verdicts under train, {what}, median", _rate(train, 0.5), "/s and core", ">= 25"),
        Figure("  90th percentile", _rate(train, 0.9), "/s and core", ">= 8"),
        Figure(
            f"verdicts under strict, {len(strict)} cells C1, median",
            _rate(strict, 0.5),
            "/s and core",
            ">= 6",
        ),
        Figure(
            "public evaluations, smallest third, median",
            1 / statistics.median(smallest),
            "/s and core",
            ">= 100",
        ),
    ]


def _graded(rules: Rules) -> Callable[[Cell, str, int], Job[object]]:
    def job(cell: Cell, text: str, number: int) -> Job[object]:
        seed = derive((number + GROUP) // GROUP if rules == "train" else number + 1, 0)
        return Grade(cell.name, text, rules, seed)

    return job


def _evaluated(cell: Cell, text: str, number: int) -> Job[object]:
    return Evaluate(cell.name, text)


def _cost(
    workers: Workers, cell: Cell, job: Callable[[Cell, str, int], Job[object]], count: int = GROUP
) -> float:
    """The CPU seconds of one job, on average of `count` after one that warms all up."""
    text, mark = kernels.baseline(cell), cell.platform.isa.syntax.comments[0]
    spent = 0.0
    for number in range(-1, count):
        if number == 0:
            spent = _spent(workers)
        asked = job(cell, f"{text}{mark} {number}\n", number)
        result = workers.submit(asked).result()
        assert not getattr(result, "failure", None), result
    return (_spent(workers) - spent) / count


def _spent(workers: Workers) -> float:
    """The CPU seconds of the processes that run kernels, and of those that they were forked from,
    which count those that have ended."""
    running = {pid for worker in workers.pids() for pid in (worker, _parent(worker))}
    return sum(sum(map(int, _stat(pid)[11:15])) for pid in running) / TICKS


def _parent(pid: int) -> int:
    return int(_stat(pid)[1])


def _stat(pid: int) -> list[str]:
    """What the kernel says of a process, from its state on."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _rate(costs: list[float], share: float) -> float:
    """The rate that this share of the cells reaches."""
    return 1 / sorted(costs)[min(len(costs) - 1, int(share * len(costs)))]
