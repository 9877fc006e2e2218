"""Tries inputs in child processes and notices crashes, hangs and memory that only grows."""

from __future__ import annotations

import ctypes
import gc
import multiprocessing
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from random import Random

from benchmarks.hostile.targets import Attempt, Target

CHUNK = 10_000  # inputs that one process takes
WARM = 0.3  # of a chunk: by then caches are full
HANG_SECONDS = 20.0  # no input may take longer, on a busy machine either
SHOWN = 3_000  # characters of a traceback, the last ones
READY_SECONDS = 300.0  # a process may take so long to make what its inputs are drawn from
GROWTH = 24 << 20  # bytes that a process may gain after it is warm: 3,400 for each input of a chunk

_PROCESSES = multiprocessing.get_context("fork")


@dataclass
class Tally:
    """What became of the inputs of a target.

    slowest: seconds of one input, and its number. growth: bytes that the process gained after its
    caches were full, the most of all processes. findings: what went wrong, with the input's number.
    """

    inputs: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    slowest: tuple[float, int] = (0.0, 0)
    growth: int = 0
    findings: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in another part of the same target."""
        self.inputs += other.inputs
        self.outcomes.update(other.outcomes)
        self.slowest = max(self.slowest, other.slowest)
        self.growth = max(self.growth, other.growth)
        self.findings += other.findings


def random_of(target: str, number: int) -> Random:
    """The random numbers that input `number` of a target is drawn from."""
    return Random(f"{target}:{number}")


def tried(target: Target, numbers: range, current: Synchronized[int] | None = None) -> Tally:
    """Try inputs in this process; `current` shows another process which one is being tried."""
    tally = Tally()
    warm = numbers.start + int(len(numbers) * WARM)
    before = 0
    _outcome(target.attempt, random_of(target.name, -1), -1, Tally())  # makes what it needs
    for number in numbers:
        if current is not None:
            current.value = number
        if number == warm:
            before = _resident()
        start = time.perf_counter()
        outcome = _outcome(target.attempt, random_of(target.name, number), number, tally)
        tally.slowest = max(tally.slowest, (time.perf_counter() - start, number))
        tally.outcomes[outcome] += 1
        tally.inputs += 1
    tally.growth = max(0, _resident() - before)
    if tally.growth > GROWTH:
        tally.findings.append(f"{target.name}: inputs {numbers} kept {tally.growth:,} bytes")
    return tally


def _outcome(attempt: Attempt, random: Random, number: int, tally: Tally) -> str:
    try:
        return attempt(random)
    except Exception:  # every exception is what we look for
        report = traceback.format_exc(chain=False)
        shown = report if len(report) <= SHOWN else f"...{report[-SHOWN:]}"
        tally.findings.append(f"input {number}:\n{shown}")
        return "crashed"


def watched(target: Target, numbers: range) -> Tally:
    """Try inputs in a process of their own; a dead or silent one is a finding."""
    current: Synchronized[int] = _PROCESSES.Value("q", numbers.start - 1)  # none yet
    ours, theirs = _PROCESSES.Pipe(duplex=False)
    child = _PROCESSES.Process(target=_work, args=(target, numbers, current, theirs))
    child.start()
    theirs.close()
    found = _waited(target, ours, current, numbers.start)
    if isinstance(found, str):
        child.kill()
        child.join()
        done = max(0, current.value - numbers.start)
        found = Tally(done, Counter({"lost": done}), findings=[found])
        rest = range(max(numbers.start, current.value) + 1, numbers.stop)
        if rest:
            found.add(watched(target, rest))
        return found
    child.join()
    return found


def _work(target: Target, numbers: range, current: Synchronized[int], answer: Connection) -> None:
    gc.freeze()  # what was inherited is not given back, so that it hides nothing that is kept
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):  # glibc
        trim(0)  # nor is what was free at the fork filled without being seen
    answer.send(tried(target, numbers, current))


def _waited(
    target: Target, answer: Connection, current: Synchronized[int], first: int
) -> Tally | str:
    last, since = current.value, time.monotonic()
    while not answer.poll(1.0):
        if current.value != last:
            last, since = current.value, time.monotonic()
        elif time.monotonic() - since > (HANG_SECONDS if last >= first else READY_SECONDS):
            return f"input {last}: {target.name} hangs"
    try:
        tally: Tally = answer.recv()
    except EOFError:
        return f"input {current.value}: {target.name}: the process died"
    return tally


def all_of(target: Target, inputs: int, processes: int) -> Tally:
    """Try the first inputs of a target, several processes at once."""
    total = Tally()
    with ThreadPoolExecutor(processes) as pool:
        for tally in pool.map(lambda numbers: watched(target, numbers), _chunks(inputs)):
            total.add(tally)
    return total


def _chunks(inputs: int) -> Iterator[range]:
    return (range(at, min(inputs, at + CHUNK)) for at in range(0, inputs, CHUNK))


def _resident() -> int:
    """Bytes of memory that this process holds."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096
