"""Performs equal jobs once: those in flight share a future, and lasting results are remembered."""

import threading
from collections import OrderedDict
from concurrent.futures import Future
from typing import Final, TypeVar, cast

from kernelcraft.evaluation.executors import Executor
from kernelcraft.grading.identity import content_hash, is_lasting
from kernelcraft.grading.job import Job

R = TypeVar("R")
KEPT: Final = 2_000
"""Results in memory; one takes a few kilobytes."""


class Once:
    """An executor in front of another one.

    What it remembers ends with the process and is found by the job's content hash, which covers the
    sources: no result outlives a change of the code. A result that a clock, a memory limit or a
    dead process brought about is not remembered, nor is one with arrays in it.
    """

    def __init__(self, executor: Executor, kept: int = KEPT) -> None:
        self._executor, self._kept = executor, kept
        self._running: dict[str, Future[object]] = {}
        self._done: OrderedDict[str, Future[object]] = OrderedDict()
        self._lock = threading.Lock()

    def submit(self, job: Job[R]) -> "Future[R]":
        """The future of this job, or of an equal one that was submitted before."""
        key = content_hash(job)
        with self._lock:
            known = self._known(key)
            if known is not None:
                return cast("Future[R]", known)
            future = self._executor.submit(job)
            self._running[key] = cast("Future[object]", future)
        future.add_done_callback(lambda _: self._settle(key))
        return future

    def close(self) -> None:
        """Close the executor."""
        self._executor.close()

    def _known(self, key: str) -> "Future[object] | None":
        running = self._running.get(key)
        if running is not None and not running.done():
            return running
        self._move(key)  # its callback may be late
        if key in self._done:
            self._done.move_to_end(key)
        return self._done.get(key)

    def _settle(self, key: str) -> None:
        with self._lock:
            self._move(key)

    def _move(self, key: str) -> None:
        """From the running jobs to the remembered ones, if it is done and lasts."""
        future = self._running.get(key)
        if future is None or not future.done():
            return
        del self._running[key]
        if future.cancelled() or future.exception() or not is_lasting(future.result()):
            return
        self._done[key] = future
        if len(self._done) > self._kept:
            self._done.popitem(last=False)
