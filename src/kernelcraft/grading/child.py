"""A child process that performs jobs, one after the other, and can be killed at any time.

Parent and child talk over a socket pair in pickles with their length before them. The child dies
by itself when the parent's end closes, so a parent that is killed leaves no process behind.
"""

import contextlib
import os
import pickle
import queue
import resource
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import traceback
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final, Protocol, TypeVar, cast, runtime_checkable

from kernelcraft.cells.protocol import NotInstalled
from kernelcraft.grading import nursery
from kernelcraft.grading.nursery import Forked, Nursery

R_co = TypeVar("R_co", covariant=True)
R = TypeVar("R")

MEMORY_BYTES: Final = 4 << 30
START_SECONDS: Final = 60.0
CROWD: Final = 8.0
"""Times its seconds that a job has at most, whatever else runs on the machine."""
NURSERY: Final = "nursery"
TRIES: Final = 3
"""How many processes may die of a job before the job is at fault."""
KILLED_TRIES: Final = 20
"""The same where somebody kills them, such as a machine that is short of memory. It says nothing of
the job: there is no result then, and it is to be done later."""
_FROM_OUTSIDE: Final = (-signal.SIGKILL, -signal.SIGTERM)
ENVIRONMENT: Final = {
    **nursery.ONE_THREAD,
    # glibc keeps freed memory: machines of several megabytes are staged again and again, and
    # fetching their pages anew each time took half of a verdict (measured).
    "MALLOC_MMAP_THRESHOLD_": str(1 << 30),
    "MALLOC_TRIM_THRESHOLD_": str(1 << 30),
}


class Performs(Protocol[R_co]):
    """A picklable job with a picklable result."""

    def perform(self) -> R_co:
        """Do it."""
        ...


@runtime_checkable
class Needs(Protocol):
    """A job that says in a line, without a word of a kernel's, what can be got ready before it."""

    @property
    def needs(self) -> str:
        """A line for `preparation.prepare`."""
        ...


class Refused(Exception):
    """A child gave no result; the string is a sentence."""


class TooLong(Refused):
    """The wall-clock limit passed."""


class TooMuch(Refused):
    """The memory limit was reached."""


class Died(Refused):
    """The process crashed."""


class Killed(Died):
    """Somebody killed the process: no fault of the job."""


class Raised(Died):
    """An exception ended the job: a mistake of ours; `report` is its traceback."""

    def __init__(self, report: str) -> None:
        super().__init__("the job ended in a mistake of KernelCraft's")
        self.report = report


@dataclass
class Deaths:
    """The processes that one job has cost so far."""

    own: int = 0
    killed: int = 0

    def add(self, death: Died) -> bool:
        """Count one; gives whether there are too many now."""
        if isinstance(death, Killed):
            self.killed += 1
        else:
            self.own += 1
        return self.own >= TRIES or self.killed >= KILLED_TRIES


@dataclass(frozen=True)
class _Done:
    result: object


@dataclass(frozen=True)
class _OutOfMemory:
    pass


@dataclass(frozen=True)
class _Raised:
    report: str


@dataclass(frozen=True)
class _KilledBelow:
    message: str  # of a process that the job started itself


@dataclass(frozen=True)
class _NotInstalled:
    message: str


class Child:
    """One running child; starting takes until the first `ask` and does not count there.

    It is a new interpreter, or forked from a nursery (`origin`) that has seen no kernel.
    """

    def __init__(
        self, memory_bytes: int = MEMORY_BYTES, origin: Nursery | None = None, needs: str = ""
    ) -> None:
        self.memory_bytes = memory_bytes
        ours, theirs = socket.socketpair()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by end()
        with theirs:
            self._process = self._started(theirs.fileno(), origin, needs)
        self._connection = Connection(ours.detach())
        self._ready = False

    def _started(
        self, descriptor: int, origin: Nursery | None, needs: str
    ) -> Forked | subprocess.Popen[bytes]:
        """From the nursery, if there is one and it still lives."""
        if origin is not None:
            with contextlib.suppress(OSError):
                return origin.fork(descriptor, self._errors.fileno(), self.memory_bytes, needs)
        return self._spawned(descriptor)

    def _spawned(self, descriptor: int) -> subprocess.Popen[bytes]:
        """A new interpreter."""
        command = [sys.executable, "-P", "-m", __name__, str(descriptor), str(self.memory_bytes)]
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._errors,
            pass_fds=[descriptor],
            env={**os.environ, **ENVIRONMENT},
            start_new_session=True,  # Ctrl-C is for the parent to handle
        )

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def ask(self, job: Performs[R], seconds: float) -> R:
        """The result of the job; raises `TooLong`, `TooMuch`, `Died` or `NotInstalled`."""
        try:
            self._wait_until_ready()
            self._connection.send_bytes(pickle.dumps(job))
            if not self._answers_within(seconds):
                raise TooLong(f"it took longer than {seconds:g} seconds of wall-clock time")
            answer = pickle.loads(self._connection.recv_bytes())
        except (EOFError, ConnectionError):
            raise self._death() from None
        if isinstance(answer, _OutOfMemory):
            raise TooMuch(f"it needed more than {self.memory_bytes / 1e6:,.0f} MB of memory")
        if isinstance(answer, _KilledBelow):
            raise Killed(answer.message)
        if isinstance(answer, _NotInstalled):
            raise NotInstalled(answer.message)
        if isinstance(answer, _Raised):
            raise Raised(answer.report)
        return cast(R, answer.result)

    def kill(self) -> None:
        """Kill the process; an `ask` that waits in another thread raises `Died`."""
        self._process.kill()

    def end(self) -> None:
        """Kill the process, wait for it and close the connection."""
        self._process.kill()
        self._process.wait()
        self._connection.close()
        self._errors.close()

    def _answers_within(self, seconds: float) -> bool:
        """Whether it does in time; where more want to run than there are cores, in as much more."""
        return self._connection.poll(seconds) or self._connection.poll((crowd() - 1.0) * seconds)

    def _wait_until_ready(self) -> None:
        if self._ready:
            return
        if not self._answers_within(START_SECONDS):
            raise Died(f"the process did not start within {START_SECONDS:g} seconds")
        self._ready = bool(self._connection.recv_bytes())

    def _death(self) -> Died:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        kind = Killed if self._process.returncode in _FROM_OUTSIDE else Died
        return kind(self._last_words())

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", "replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), "")
        code = self._process.returncode
        return f"the process ended with status {code}" + (f" ({said})" if said else "")


def crowd() -> float:
    """How many times as long everything takes here as alone: 1 to `CROWD`.

    The processes that wanted to run during the last minute, for each core.
    """
    return min(max(os.getloadavg()[0] / (os.cpu_count() or 1), 1.0), CROWD)


def needs_of(job: object) -> str:
    """What can be got ready before the job; nothing where it does not say."""
    return job.needs if isinstance(job, Needs) else ""


def new_nursery() -> Nursery | None:
    """One for this process, whatever it has read or runs; None where processes cannot be forked."""
    if not nursery.can_wait():
        return None
    command = [sys.executable, "-P", "-m", __name__, NURSERY]
    return Nursery.spawn(command, {**os.environ, **ENVIRONMENT})


def run_fresh(job: Performs[R], seconds: float, memory_bytes: int = MEMORY_BYTES) -> R:
    """Perform one job in a new process, in another one if that dies.

    Raises `Refused`, and `NotInstalled` as `Child.ask` does. The process is of the nursery that
    this one comes from, or else a new interpreter.
    """
    deaths = Deaths()
    while True:
        child = Child(memory_bytes, nursery.of_this_process, needs_of(job))
        try:
            return child.ask(job, seconds)
        except Died as death:
            if deaths.add(death):
                raise
        finally:
            child.end()


def serve(connection: Connection) -> None:
    """Perform jobs until the parent's end closes; never returns normally."""
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(connection, jobs), daemon=True).start()
    connection.send_bytes(b"ready")
    while True:
        connection.send_bytes(pickle.dumps(_answer(jobs.get())))


def _listen(connection: Connection, jobs: queue.SimpleQueue[bytes]) -> None:
    """Pass jobs on; end the process, also in the middle of a job, when the parent is gone."""
    try:
        while True:
            jobs.put(connection.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def _answer(packed: bytes) -> _Done | _OutOfMemory | _KilledBelow | _NotInstalled | _Raised:
    job: Performs[object] = pickle.loads(packed)
    try:
        return _Done(job.perform())
    except MemoryError:
        return _OutOfMemory()
    except Killed as death:
        return _KilledBelow(str(death))
    except NotInstalled as reason:
        return _NotInstalled(str(reason))
    except Exception:  # whatever a kernel provokes: the parent decides whose fault it is
        return _Raised(traceback.format_exc())


def main(descriptor: int, memory_bytes: int) -> None:
    """The child's whole life."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    serve(Connection(descriptor))


if __name__ == "__main__":
    from kernelcraft.grading import child  # answers are pickled as classes of the real module

    if sys.argv[1] == NURSERY:
        from kernelcraft.grading.preparation import prepare

        nursery.live(socket.socket(fileno=int(sys.argv[2])), child.main, prepare)
    child.main(int(sys.argv[1]), int(sys.argv[2]))
