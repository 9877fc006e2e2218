"""Warm, killable worker processes with limits of time and memory; each loses only its own job."""

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Final, Protocol, Self, TypeVar, runtime_checkable

from kernelcraft.cells import platforms
from kernelcraft.cells.protocol import NotInstalled
from kernelcraft.grading import child
from kernelcraft.grading.child import (
    MEMORY_BYTES,
    START_SECONDS,
    Child,
    Deaths,
    Died,
    Killed,
    Performs,
    Raised,
    Refused,
    TooLong,
    TooMuch,
    needs_of,
)
from kernelcraft.grading.job import Job
from kernelcraft.grading.nursery import Nursery

R = TypeVar("R")

WALL_SECONDS = 120.0
READER_BYTES: Final = 2 << 30
CRASHED: Final = (
    "line 0 (no line of the kernel can be named): the evaluating process died {times} times; "
    "a known-good kernel does not do that"
)
_LOG = logging.getLogger(__name__)


class WorkersClosed(Exception):
    """The workers were closed before the job was done."""


class Broken(Exception):
    """No job gets a result here, not that of a known-good kernel either: no fault of the job's."""


@runtime_checkable
class Quick(Protocol):
    """A job that reads rather than runs: it has this many seconds, and never waits for runs."""

    @property
    def wall_seconds(self) -> float:
        """From when it is handed over to a prepared process."""
        ...

    @property
    def preparation(self) -> Performs[object]:
        """What a process does before the first such job, and is not timed."""
        ...


@runtime_checkable
class OfAKernel(Protocol):
    """A job that can be done of a kernel that is known to be good instead."""

    def of_a_known_good_kernel(self) -> Job[object]:
        """The same of that kernel."""
        ...


class Workers:
    """`count` processes that share one queue of jobs, and one for the quick jobs.

    A job whose process dies is repeated in a new one; after too many of them (`child.Deaths`) its
    result is the failure "crash", or the future's exception: `Killed` where somebody killed them,
    `Broken` where the same job of a known-good kernel gets no result either, `NotInstalled` where
    this machine lacks a program that the platform needs. A job over a limit is stopped and fails
    with "limit". Use as a context manager. The processes are forked from a `nursery`, a new one
    where none is given, which is closed with them; they are new interpreters where none can be.
    """

    def __init__(
        self,
        count: int = 1,
        *,
        wall_seconds: float = WALL_SECONDS,
        memory_bytes: int = MEMORY_BYTES,
        nursery: Nursery | None = None,
    ) -> None:
        platforms.warn_without_native()
        if count < 1:
            raise ValueError(f"expected at least one worker, got {count}")
        self._wall_seconds, self._memory_bytes = wall_seconds, memory_bytes
        self._nursery = child.new_nursery() if nursery is None else nursery
        self._tasks: queue.SimpleQueue[Callable[[_Slot], None] | None] = queue.SimpleQueue()
        self._closed = threading.Event()
        self._quick: queue.SimpleQueue[Callable[[_Slot], None] | None] = queue.SimpleQueue()
        self._slots = [_Slot(memory_bytes, self._closed, self._nursery) for _ in range(count)]
        self._reader = _Slot(READER_BYTES, self._closed, self._nursery)
        served = [*((slot, self._tasks) for slot in self._slots), (self._reader, self._quick)]
        self._threads = [
            threading.Thread(target=self._serve, args=each, daemon=True) for each in served
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
            tasks = self._quick if isinstance(job, Quick) else self._tasks
            tasks.put(partial(self._carry_out, job, future))
        return future

    def pids(self) -> list[int]:
        """The process ids of the running workers, last that for quick jobs."""
        slots = (*self._slots, self._reader)
        return [slot.child.pid for slot in slots if slot.child is not None]

    def close(self) -> None:
        """Kill every worker now; jobs that are not done fail with `WorkersClosed`."""
        self._closed.set()
        for slot in (*self._slots, self._reader):
            slot.kill()
        for _ in self._slots:
            self._tasks.put(None)
        self._quick.put(None)
        for thread in self._threads:
            thread.join()
        if self._nursery is not None:
            self._nursery.close()

    def _serve(self, slot: "_Slot", tasks: "_Tasks") -> None:
        while (task := tasks.get()) is not None:
            task(slot)
        slot.end()

    def _carry_out(self, job: Job[R], future: "Future[R]", slot: "_Slot") -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(self._result(job, slot))
        except (WorkersClosed, Killed, Broken, NotInstalled) as reason:
            future.set_exception(reason)

    def _result(self, job: Job[R], slot: "_Slot") -> R:
        deaths = Deaths()
        seconds = job.wall_seconds if isinstance(job, Quick) else self._wall_seconds
        while True:
            try:
                process = slot.process(needs_of(job))
                if isinstance(job, Quick):
                    slot.prepare(process, job.preparation)
                return process.ask(job, seconds)
            except Died as death:
                slot.end()
                if not deaths.add(death):
                    continue
                if isinstance(death, Killed):
                    raise
                if isinstance(death, Raised):
                    _LOG.error("%s", death.report)
                self._refuse_to_blame(job, slot)
                return job.failed("crash", CRASHED.format(times=deaths.own))
            except (TooLong, TooMuch) as limit:
                slot.end()
                return job.failed("limit", f"the evaluation was stopped: {limit}")

    def _refuse_to_blame(self, job: Job[R], slot: "_Slot") -> None:
        """Raise `Broken` where a known-good kernel gets no result either."""
        if not isinstance(job, OfAKernel):
            return
        try:
            slot.process(needs_of(job)).ask(job.of_a_known_good_kernel(), self._wall_seconds)
        except Killed:
            raise
        except Refused as refused:
            raise Broken(f"a known-good kernel gets no result here: {refused}") from None
        finally:
            slot.end()


_Tasks = queue.SimpleQueue["Callable[[_Slot], None] | None"]


class _Slot:
    """The place of one worker process, which is started when it is first needed."""

    def __init__(self, memory_bytes: int, closed: threading.Event, nursery: Nursery | None) -> None:
        self._memory_bytes, self._closed, self._nursery = memory_bytes, closed, nursery
        self._lock = threading.Lock()
        self._prepared: set[object] = set()
        self.child: Child | None = None

    def process(self, needs: str) -> Child:
        """The running process, or a new one; raises `WorkersClosed`."""
        with self._lock:
            if self._closed.is_set():
                raise WorkersClosed("the workers were closed before the job was done")
            if self.child is None:
                self.child = Child(self._memory_bytes, self._nursery, needs)
            return self.child

    def prepare(self, child: Child, preparation: Performs[object]) -> None:
        """Have the child do this once, in as much time as a start may take."""
        if preparation not in self._prepared:
            child.ask(preparation, START_SECONDS)
            self._prepared.add(preparation)

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
                self._prepared.clear()
