"""Runs one stage: `python -m benchmarks.endurance STAGE FOLDER [COUNT]`, from the repository's
root.

Stages are `faults` (which counts evaluations), `memory`, `killed`, `node` and `throughput`. Exits
with 1 if an episode is lost, doubled or graded otherwise than without faults. The same command goes
on in the same folder.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from benchmarks.endurance import faults
from benchmarks.endurance.faults import LEVEL_1, Evaluation
from benchmarks.figure import cpu
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.evaluation.executors import Executor, executor
from kernelcraft.grading.job import Grade

SEED: Final = 1
KILLS: Final = 20
EVERY: Final = 3.0
"""Seconds between two kills of a worker."""
CALM_EPOCHS: Final = 3
EVALUATIONS: Final = 20  # that an episode of the tuner may make
MADE: Final = 17  # of these, measured: some spaces are small
ROUNDS: Final = 5
JOBS: Final = 60


def cells() -> list[Cell]:
    """The first configuration of every level-1 task of each platform: cheap kernels."""
    return find_cells(level=1, config="C1")


def calm(work: Evaluation) -> Evaluation:
    """The first epochs of the same command in another folder, undisturbed."""
    folder = work.log_dir.with_name(f"{work.log_dir.name}-calm")
    found = replace(work, log_dir=folder, epochs=min(work.epochs, CALM_EPOCHS))
    if not found.has(found.wanted):
        found.run()
    return found


def faults_stage(folder: Path, evaluations: int) -> list[str]:
    """Workers killed at random all the time; a kill -9 and a full disk on the way."""
    epochs = _epochs(-(-evaluations // MADE))
    more = ("--rules", "paper", "--evaluations", str(EVALUATIONS))
    work = Evaluation(folder / "faults", LEVEL_1, len(cells()), epochs, more, "tuner")
    draw = random.Random(SEED)
    part = work.wanted // 10
    if work.finished() == 0:
        print(f"kill -9 of the process: {faults.kill_main(work, part):,} episodes have a record")
        code = faults.fill_disk(work, part)
        print(f"disk full: exit code {code}, {work.finished():,} episodes have a record")
    process = work.start()
    with faults.killed_workers(process.pid, draw, EVERY) as killed:
        _watch(work, process, 100)
    done = faults.evaluations(work)
    print(f"{len(killed)} processes killed; {done:,} evaluations, {work.finished():,} verdicts")
    few = [f"{done:,} evaluations, {evaluations:,} wanted"] if done < evaluations else []
    return few + faults.differences(work, calm(work))


def memory_stage(folder: Path, episodes: int) -> list[str]:
    """Many episodes in one process, and how long their report takes."""
    work = Evaluation(folder / "memory", LEVEL_1, len(cells()), _epochs(episodes))
    _watch(work, work.start(), 500)
    start = time.monotonic()
    command = [sys.executable, "-m", "kernelcraft", "report", str(work.log_dir)]
    spent = cpu(partial(subprocess.run, command, stdout=subprocess.DEVNULL, check=True))
    print(f"report: {time.monotonic() - start:.1f} s, {spent:.1f} s of CPU")
    return faults.differences(work, work)


def _watch(work: Evaluation, process: subprocess.Popen[bytes], episodes: int) -> None:
    """Print what the process has done and holds, every so many episodes."""
    first, start = work.finished(), time.monotonic()
    while process.poll() is None:
        done = work.finished()
        size = faults.memory(process.pid)
        print(f"{time.monotonic() - start:5.0f} s: {done:6,} episodes, {size:4.0f} MB", flush=True)
        faults.wait_until(process, partial(work.has, done + episodes), 1.0)
    seconds = time.monotonic() - start
    print(f"{(work.finished() - first) / seconds:.1f} episodes a second")


def killed_stage(folder: Path, episodes: int) -> list[str]:
    """The process is killed at random moments, then runs to its end."""
    work = Evaluation(folder / "killed", LEVEL_1, len(cells()), _epochs(episodes))
    draw = random.Random(SEED)
    for number in range(1, KILLS + 1):
        more, pause = draw.randint(0, work.wanted // KILLS), draw.uniform(0, 1)
        kept = faults.kill_main(work, more, pause)
        print(f"kill {number}: {kept} episodes have a record", flush=True)
    work.run()
    print(f"{faults.transcripts(work)} of {work.finished()} have a transcript")
    return faults.differences(work, calm(work))


def node_stage(folder: Path, episodes: int) -> list[str]:
    """One of two Ray nodes is killed in the middle."""
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    other = cluster.add_node(num_cpus=1)
    here = Evaluation(folder / "node", LEVEL_1, len(cells()), _epochs(episodes))
    place = ("--parallel", "4", "--executor", f"ray://{cluster.address}")
    work = replace(here, more=(*here.more, *place))
    process = work.start()
    faults.wait_until(process, partial(work.has, work.wanted // 3))
    cluster.remove_node(other, allow_graceful=False)
    print(f"node lost: {work.finished():,} of {work.wanted:,} episodes have a record")
    process.wait()
    cluster.shutdown()  # type: ignore[no-untyped-call]
    return faults.differences(work, calm(here))


def throughput_stage(folder: Path, episodes: int) -> list[str]:
    """Strict verdicts a second on two workers over those on one, in turn."""
    one, two = executor("local", 1), executor("local", 2)
    ratios = []
    for turn in range(ROUNDS + 1):  # the first starts the processes
        slow, fast = _rate(one, 2 * turn), _rate(two, 2 * turn + 1)
        print(f"1 worker: {slow:.1f} strict verdicts a second, 2 workers: {fast:.1f}", flush=True)
        if turn:
            ratios.append(fast / slow)
    one.close()
    two.close()
    middle = statistics.median(ratios)
    print(f"2 workers over 1: {middle:.2f} ({min(ratios):.2f} to {max(ratios):.2f})")
    return []


def _epochs(episodes: int) -> int:
    """Enough for at least so many episodes."""
    return -(-episodes // len(cells()))


def _rate(place: Executor, seed: int) -> float:
    chosen = [cell for cell in cells() for _ in range(JOBS)][:: len(cells())]
    jobs = [
        Grade(cell.name, kernels.baseline(cell), "strict", 1000 * seed + number)
        for number, cell in enumerate(chosen)
    ]
    start = time.monotonic()
    for future in [place.submit(job) for job in jobs]:
        assert future.result().correct
    return len(jobs) / (time.monotonic() - start)


STAGES: Final = {
    "faults": (faults_stage, 10_000),
    "memory": (memory_stage, 10_000),
    "killed": (killed_stage, 500),
    "node": (node_stage, 500),
    "throughput": (throughput_stage, 0),
}


def main(name: str, folder: Path, count: str | None = None) -> int:
    """Run a stage; gives the exit code."""
    stage, usual = STAGES[name]
    wrong = stage(folder, int(count or usual))
    print("\n".join(wrong[:20]) or f"{name}: nothing lost, nothing doubled, the same verdicts")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:4]))
