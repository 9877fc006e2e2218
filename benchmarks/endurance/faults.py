"""A command line that is disturbed, repeated, and compared with one that nobody disturbed."""

from __future__ import annotations

import contextlib
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from kernelcraft.records import jsonl, logs
from kernelcraft.records.attempt import Attempt
from kernelcraft.records.episode import Episode

LEVEL_1: Final = ("--level", "1", "--config", "C1")
CHILD: Final = b"kernelcraft.grading.child"


@dataclass(frozen=True)
class Evaluation:
    """A command line of `kernelcraft evaluate` that may be repeated, on `cells` cells."""

    log_dir: Path
    filters: tuple[str, ...]
    cells: int
    epochs: int
    more: tuple[str, ...] = ("--rules", "paper")
    agent: str = "baseline"

    @property
    def wanted(self) -> int:
        """How many episodes there are in the end."""
        return self.cells * self.epochs

    def start(self) -> subprocess.Popen[bytes]:
        """Run the command; what it prints goes to files beside the log folder."""
        words = ["evaluate", "--agent", self.agent, *self.filters, *self.more, "--json"]
        words += ["--epochs", str(self.epochs), "--log-dir", str(self.log_dir)]
        self.log_dir.parent.mkdir(parents=True, exist_ok=True)
        with self.said.open("ab") as said, self.said.with_suffix(".json").open("wb") as out:
            return subprocess.Popen(
                [sys.executable, "-m", "kernelcraft", *words], stdout=out, stderr=said
            )

    def run(self) -> int:
        """Run the command to its end; gives the exit code."""
        return self.start().wait()

    @property
    def said(self) -> Path:
        """What the commands wrote to standard error, all of them."""
        return self.log_dir.with_suffix(".err")

    def finished(self) -> int:
        """How many lines the records have, also while the command runs."""
        path = self.log_dir / jsonl.FILE
        return path.read_bytes().count(b"\n") if path.exists() else 0

    def has(self, episodes: int) -> bool:
        """Whether so many episodes have a record."""
        return self.finished() >= episodes


@dataclass(frozen=True)
class Fact:
    """What must not depend on faults: the verdict, and every attempt's cycles on the public inputs.

    The verdict's own inputs are drawn anew for each episode, and decide its cycles in some cells.
    """

    correct: bool
    failure: str | None
    baseline: int | None
    kernel: str | None
    history: tuple[Attempt, ...] | None

    @classmethod
    def of(cls, episode: Episode) -> Fact:
        """The part of an episode's record that is the same in every run."""
        return cls(
            episode.correct,
            episode.failure,
            episode.baseline_cycles,
            episode.last.kernel_hash if episode.last else None,
            episode.history,
        )


def differences(disturbed: Evaluation, calm: Evaluation) -> list[str]:
    """Sentences on every episode of `disturbed` that is lost, doubled, or unlike that of `calm`.

    The baseline is the same in every epoch, and its first one stands for those that `calm` has not;
    later epochs of other agents are only counted.
    """
    found, expected = jsonl.read(disturbed.log_dir / jsonl.FILE), _facts(calm)
    lines, wrong = disturbed.finished(), list(found.unreadable)
    if (lines, len(found.episodes)) != (disturbed.wanted, disturbed.wanted):
        wrong.append(
            f"{disturbed.wanted} episodes wanted, {len(found.episodes)} found on {lines} lines"
        )
    for episode in found.episodes:
        epoch = 1 if disturbed.agent == "baseline" else episode.epoch
        known = expected.get((episode.cell, epoch))
        if known is not None and Fact.of(episode) != known:
            wrong.append(f"{episode.cell}@{episode.epoch}: {Fact.of(episode)}, expected {known}")
    return wrong


def evaluations(evaluation: Evaluation) -> int:
    """How many evaluations the episodes' records hold."""
    return sum(each.evaluations for each in jsonl.read(evaluation.log_dir / jsonl.FILE).episodes)


def transcripts(evaluation: Evaluation) -> int:
    """How many different episodes the `.eval` logs hold."""
    return len(logs.rebuild(evaluation.log_dir).episodes)


def _facts(calm: Evaluation) -> dict[tuple[str, int], Fact]:
    episodes = jsonl.read(calm.log_dir / jsonl.FILE).episodes
    return {(episode.cell, episode.epoch): Fact.of(episode) for episode in episodes}


def wait_until(
    process: subprocess.Popen[bytes], condition: Callable[[], bool], every: float = 0.02
) -> bool:
    """Look `every` seconds whether the condition holds; False if the process ended before."""
    while process.poll() is None:
        if condition():
            return True
        time.sleep(every)
    return False


def graders(pid: int) -> list[int]:
    """The processes below `pid` in which kernels run, the second runs of a verdict among them."""
    below = _children(pid)
    found = [each for each in below if CHILD in _command(each)]
    return found + [grader for each in below for grader in graders(each)]


@contextmanager
def killed_workers(
    pid: int, draw: random.Random, seconds: float, most: int = 1_000_000
) -> Iterator[list[int]]:
    """Inside, a random one of the process's graders is killed about every `seconds`, `most` in all.

    Gives the list of those that were killed so far.
    """
    done, killed = threading.Event(), list[int]()

    def kill() -> None:
        while len(killed) < most and not done.wait(draw.uniform(0.5, 1.5) * seconds):
            for victim in draw.sample(alive, 1) if (alive := graders(pid)) else []:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(victim, signal.SIGKILL)
                    killed.append(victim)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield killed
    finally:
        done.set()
        thread.join()


def kill_main(evaluation: Evaluation, episodes: int, pause: float = 0.0) -> int:
    """Start the command and kill -9 it `pause` seconds after that many more episodes; gives how
    many have a record."""
    before, process = evaluation.finished(), evaluation.start()
    wait_until(process, partial(evaluation.has, before + episodes))
    time.sleep(pause)
    process.kill()
    process.wait()
    return evaluation.finished()


def fill_disk(evaluation: Evaluation, episodes: int) -> int:
    """Start the command and let no file of it grow any more after that many more episodes, as on a
    full disk; gives the exit code."""
    before, process = evaluation.finished(), evaluation.start()
    if wait_until(process, partial(evaluation.has, before + episodes)):
        size = (evaluation.log_dir / jsonl.FILE).stat().st_size + 100
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, size))
    return process.wait()


def memory(pid: int) -> float:
    """Megabytes that the process holds, without its children."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def _children(pid: int) -> list[int]:
    """None where the process is gone."""
    found: list[int] = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            found += map(int, path.read_text().split())
    return found


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""
