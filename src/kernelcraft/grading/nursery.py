"""A process that has seen no kernel, and from which processes that grade are forked.

It is an interpreter of its own, or a fork of one that has loaded a platform, before that reads a
kernel; what is loaded need not be loaded again. It never reads a job: it is sent sockets, which it
passes on, and a line that says what the new process will need, which it gets ready for all that
come after. A process that has run a kernel can ask it for another one that has not (the second
run).
"""

import array
import contextlib
import ctypes
import gc
import os
import select
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NoReturn

_REQUEST: Final = struct.Struct("<Q")  # bytes of memory that the new process may have
_STATUS: Final = struct.Struct("<i")
_THREADS: Final = Path("/proc/self/task")
_MALLOPT: Final = ((-3, 1 << 30), (-1, 1 << 30))  # M_MMAP_THRESHOLD, M_TRIM_THRESHOLD

ONE_THREAD: Final = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
"""What numpy's libraries read when they are loaded; a process of several threads cannot fork."""

LONGEST: Final = 4096
"""Bytes of a request."""

Serve = Callable[[int, int], None]
"""What a new process does: with the number of its socket, and its bytes of memory."""
Prepare = Callable[[str], None]
"""Gets ready what a line names; it must take any line."""


def stay_single() -> None:
    """Have numpy start no threads here, if it is not loaded yet: `can_fork` will then hold."""
    if "numpy" not in sys.modules:
        os.environ.update(ONE_THREAD)


def can_wait() -> bool:
    """Whether a nursery can run on this machine: it has to be told of processes that end."""
    return sys.platform == "linux" and hasattr(os, "pidfd_open")


def can_fork() -> bool:
    """Whether a nursery can run here, and this process has one thread."""
    return (
        can_wait()
        and threading.active_count() == 1
        and _THREADS.is_dir()
        and len(list(_THREADS.iterdir())) == 1
    )


class Nursery:
    """The near end; use as a context manager, or `close` it."""

    def __init__(self, requests: socket.socket, wait: Callable[[], object] | None = None) -> None:
        self._requests, self._wait = requests, wait
        self.pid = -1

    @classmethod
    def start(cls, serve: Serve, prepare: Prepare) -> "Nursery":
        """Fork it from this process, which must have one thread and have read no kernel."""
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        _keep_freed_memory()
        pid = os.fork()
        if pid == 0:
            near.close()
            live(far, serve, prepare)
        far.close()
        found = cls(near, lambda: os.waitpid(pid, 0))
        found.pid = pid
        return found

    @classmethod
    def spawn(cls, command: Sequence[str], environment: Mapping[str, str]) -> "Nursery":
        """Start it as an interpreter of its own, whatever this process has read.

        The command gets the number of its socket as its last argument, and calls `live`.
        """
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with far:
            process = subprocess.Popen(
                [*command, str(far.fileno())],
                stdin=subprocess.DEVNULL,
                pass_fds=[far.fileno()],
                env=environment,
            )
        found = cls(near, process.wait)
        found.pid = process.pid
        return found

    def __enter__(self) -> "Nursery":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def fork(self, connection: int, errors: int, memory_bytes: int, needs: str = "") -> "Forked":
        """A new process that serves at the socket `connection`; `errors` is its standard error.

        `needs` is a line for `Prepare`; it must hold nothing of a kernel.
        """
        near, far = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        with far:
            handed = array.array("i", [connection, errors, far.fileno(), self._requests.fileno()])
            control = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, handed)]
            line = needs.encode()[: LONGEST - _REQUEST.size]
            self._requests.sendmsg([_REQUEST.pack(memory_bytes) + line], control)
        return Forked(near)

    def close(self) -> None:
        """Let it end, and wait for that if it is ours; those that it forked must have ended."""
        self._requests.close()
        if self._wait is not None:
            self._wait()
            self._wait = None


class Forked:
    """A process of a nursery's; offers of `subprocess.Popen` what is used of it."""

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self.returncode: int | None = None
        told = self._told(None)
        self.pid = -1 if told is None else told
        if told is None:
            self.returncode = -signal.SIGKILL  # the nursery itself is gone

    def kill(self) -> None:
        """Kill it, if it has not ended."""
        if self.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        """Its exit status, negative for a signal; raises `subprocess.TimeoutExpired`."""
        if self.returncode is None:
            told = self._told(timeout)
            self.returncode = -signal.SIGKILL if told is None else told
            self._control.close()
        return self.returncode

    def _told(self, timeout: float | None) -> int | None:
        """The next number that the nursery says; None if it is gone."""
        if not select.select([self._control], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("a forked process", timeout or 0.0)
        said = self._control.recv(_STATUS.size)
        return _STATUS.unpack(said)[0] if len(said) == _STATUS.size else None


def live(requests: socket.socket, serve: Serve, prepare: Prepare) -> NoReturn:
    """The nursery's whole life: it ends when nobody holds the other end any more."""
    os.setsid()  # Ctrl-C is for the parent to handle
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _without_streams()
    running: dict[int, tuple[int, socket.socket]] = {}  # by the process's file descriptor
    gc.freeze()  # nobody writes into what all share
    try:
        while True:
            for ready in select.select([requests.fileno(), *running], [], [])[0]:
                if ready != requests.fileno():
                    _tell_end(ready, *running.pop(ready))
                elif not _fork_one(requests, running, serve, prepare):
                    os._exit(0)
    finally:
        os._exit(1)


def _fork_one(
    requests: socket.socket,
    running: dict[int, tuple[int, socket.socket]],
    serve: Serve,
    prepare: Prepare,
) -> bool:
    """Fork a process as the next request says; False where there is nobody to ask any more."""
    request, handed, _, _ = socket.recv_fds(requests, LONGEST, 4)
    if not request:
        return False
    prepare(request[_REQUEST.size :].decode("utf-8", "replace"))
    connection, errors, control, asking = handed
    pid = os.fork()
    if pid == 0:
        _become_worker(requests, running, handed, _REQUEST.unpack_from(request)[0], serve)
    for number in (connection, errors, asking):
        os.close(number)
    told = socket.socket(fileno=control)
    _tell(told, pid)
    running[os.pidfd_open(pid)] = (pid, told)
    return True


def _become_worker(
    requests: socket.socket,
    running: dict[int, tuple[int, socket.socket]],
    handed: list[int],
    memory_bytes: int,
    serve: Serve,
) -> NoReturn:
    """Let go of what is the nursery's own, and serve."""
    global of_this_process
    connection, errors, control, asking = handed
    status = 1
    try:
        requests.close()
        os.close(control)
        for number, (_, told) in running.items():
            os.close(number)
            told.close()
        os.dup2(errors, 2)
        os.close(errors)
        of_this_process = Nursery(socket.socket(fileno=asking))
        serve(connection, memory_bytes)
        status = 0
    except BaseException:  # the last place: its last words, as an interpreter's own
        sys.excepthook(*sys.exc_info())
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()
        os._exit(status)


def _tell_end(descriptor: int, pid: int, told: socket.socket) -> None:
    os.close(descriptor)
    _, status = os.waitpid(pid, 0)
    _tell(told, os.waitstatus_to_exitcode(status))
    told.close()


def _tell(told: socket.socket, number: int) -> None:
    with contextlib.suppress(OSError):  # nobody waits for it any more
        told.send(_STATUS.pack(number), socket.MSG_NOSIGNAL)


def _without_streams() -> None:
    """Nobody may wait for the end of a pipe that this process only happens to hold."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    os.close(nothing)


def _keep_freed_memory() -> None:
    """As the environment of other workers says: see `child`; only glibc's allocator knows it."""
    with contextlib.suppress(AttributeError, OSError):
        mallopt = ctypes.CDLL(None).mallopt
        for option, value in _MALLOPT:
            mallopt(option, value)


def give_back_freed_memory() -> None:
    """Let what is forked later have no pages that nothing uses; only glibc's allocator knows it."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


of_this_process: Nursery | None = None
"""The one that forked this process, if one did."""
