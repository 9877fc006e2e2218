"""Warm, killable worker processes with limits of time and memory; each loses only its own job."""

import queue
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Self, TypeVar

from kernelcraft import platforms
from kernelcraft.grading.child import MEMORY_BYTES, Child, Deaths, Died, Killed, TooLong, TooMuch
from kernelcraft.grading.job import Job
from kernelcraft.grading.nursery import Nursery

R = TypeVar("R")

WALL_SECONDS = 120.0


class WorkersClosed(Exception):
    """The workers were closed before the job was done."""


class Workers:
    """`count` processes that share one queue of jobs.

    A job whose process dies is repeated in a new one; after too many of them (`child.Deaths`) its
    result is the failure "crash", or the future's exception `Killed` where somebody killed them. A
    job over a limit is stopped and fails with "limit". Use as a context manager. The processes are
    new interpreters, or forked from a `nursery`, which is closed with them; `names` are the
    platforms of the jobs to come.
    """

    def __init__(
        self,
        count: int = 1,
        *,
        wall_seconds: float = WALL_SECONDS,
        memory_bytes: int = MEMORY_BYTES,
        nursery: Nursery | None = None,
        names: Sequence[str] = platforms.NAMES,
    ) -> None:
        platforms.warn_without_native(names)
        if count < 1:
            raise ValueError(f"expected at least one worker, got {count}")
        self._wall_seconds, self._memory_bytes = wall_seconds, memory_bytes
        self._nursery = nursery
        self._tasks: queue.SimpleQueue[Callable[[_Slot], None] | None] = queue.SimpleQueue()
        self._closed = threading.Event()
        self._slots = [_Slot(memory_bytes, self._closed, nursery) for _ in range(count)]
        self._threads = [
            threading.Thread(target=self._serve, args=(slot,), daemon=True) for slot in self._slots
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def submit(self, job: Job[R]) -> "Future[R]":
        """Queue the job; its future holds the result, or `WorkersClosed` if they were closed."""
        future: Future[R] = Future()
        if self._closed.is_set():
            future.set_exception(WorkersClosed("the workers are closed"))
        else:
            self._tasks.put(partial(self._carry_out, job, future))
        return future

    def pids(self) -> list[int]:
        """The process ids of the running workers."""
        return [slot.child.pid for slot in self._slots if slot.child is not None]

    def close(self) -> None:
        """Kill every worker now; jobs that are not done fail with `WorkersClosed`."""
        self._closed.set()
        for slot in self._slots:
            slot.kill()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()
        if self._nursery is not None:
            self._nursery.close()

    def _serve(self, slot: "_Slot") -> None:
        while (task := self._tasks.get()) is not None:
            task(slot)
        slot.end()

    def _carry_out(self, job: Job[R], future: "Future[R]", slot: "_Slot") -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(self._result(job, slot))
        except (WorkersClosed, Killed) as reason:
            future.set_exception(reason)

    def _result(self, job: Job[R], slot: "_Slot") -> R:
        deaths = Deaths()
        while True:
            try:
                return slot.process().ask(job, self._wall_seconds)
            except Died as death:
                slot.end()
                if not deaths.add(death):
                    continue
                if isinstance(death, Killed):
                    raise
                times = f"{deaths.own} times"
                return job.failed("crash", f"the evaluating process died {times}: {death}")
            except (TooLong, TooMuch) as limit:
                slot.end()
                return job.failed("limit", f"the evaluation was stopped: {limit}")


class _Slot:
    """The place of one worker process, which is started when it is first needed."""

    def __init__(self, memory_bytes: int, closed: threading.Event, nursery: Nursery | None) -> None:
        self._memory_bytes, self._closed, self._nursery = memory_bytes, closed, nursery
        self._lock = threading.Lock()
        self.child: Child | None = None

    def process(self) -> Child:
        """The running process; raises `WorkersClosed`."""
        with self._lock:
            if self._closed.is_set():
                raise WorkersClosed("the workers were closed before the job was done")
            if self.child is None:
                self.child = Child(self._memory_bytes, self._nursery)
            return self.child

    def kill(self) -> None:
        """From any thread: the slot's own thread sees its process die and cleans up."""
        with self._lock:
            if self.child is not None:
                self.child.kill()

    def end(self) -> None:
        """Kill the process, if there is one, and forget it."""
        with self._lock:
            if self.child is not None:
                self.child.end()
                self.child = None
