"""Runs a program of others where it can do no harm: few files, no network, no other program.

What holds it, from the inside out: limits of time, memory, output and descriptors; a filter of
system calls (seccomp); the files it reaches (Landlock); its own session, which is killed as one.
Linux has all of it without privileges; where a kernel has it not, `lacking` says what is missing.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import resource
import selectors
import signal
import struct
import subprocess
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Literal

from kernelcraft.external.confinement import calls, files

Ended = Literal["exit", "time", "output"]
_NO_NEW_PRIVILEGES, _DIE_WITH_PARENT, _FILTER = 38, 1, 22  # of prctl
_CAPSET: Final = {"x86_64": 126, "aarch64": 91}
_CLOSE_RANGE, _ON_EXEC = 436, 4
_THIS_FILE = 0x1000  # of execveat: an empty path
_CAPABILITIES = 0x20080522
_CHUNK = 1 << 16
NOT_BEGUN: Final = 125
ENVIRONMENT: Final = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "HOME": "/nonexistent",
    "PYTHONDONTWRITEBYTECODE": "1",
}


@dataclass(frozen=True)
class Bounds:
    """What a program may use: wall-clock seconds, memory, bytes on standard output and in a file.

    `errors`: bytes of standard error that are kept, the first ones.
    `children`: whether it may start other programs, which stay under the same rules.
    """

    seconds: float = 60.0
    memory: int = 4 << 30
    output: int = 64 << 20
    errors: int = 1 << 16
    file: int = 256 << 20
    children: bool = False


@dataclass(frozen=True)
class Ending:
    """How a program ended: its status (negative for a signal), and what it wrote."""

    ended: Ended
    status: int
    output: bytes
    errors: str

    def __str__(self) -> str:
        if self.ended == "time":
            return "it took too long and was killed"
        if self.ended == "output":
            return "it wrote too much and was killed"
        if self.status < 0:
            return f"it was ended by {signal.Signals(-self.status).name}"
        said = self.errors.strip().splitlines()
        return f"it ended with status {self.status}" + (f": {said[-1][:200]}" if said else "")


@dataclass(frozen=True)
class Reach:
    """The files that a program reaches besides the system's: trees to read, folders to write."""

    read: tuple[Path, ...] = ()
    write: tuple[Path, ...] = ()
    environment: tuple[tuple[str, str], ...] = ()


@cache
def lacking() -> tuple[str, ...]:
    """What this machine cannot hold a program back from, each as a sentence."""
    found = []
    if not files.version():
        found.append("no Landlock: a program reaches every file that you reach")
    if not sys.platform.startswith("linux") or platform.machine() not in calls.EXECVEAT:
        found.append("no filter of system calls: a program reaches the network")
    return tuple(found)


@cache
def _warn() -> None:
    """Say once what is lacking."""
    for each in lacking():
        warnings.warn(f"programs of others are not confined here: {each}", stacklevel=3)


def run(
    command: Sequence[str],
    folder: Path,
    reach: Reach,
    bounds: Bounds,
    given: bytes = b"",
) -> Ending:
    """Run a command in an empty folder that it cannot write to, with `given` as standard input."""
    _warn()
    executed = os.open(command[0], os.O_RDONLY | os.O_CLOEXEC)
    own = Path(command[0]).parent
    rules = files.ruleset((*reach.read, own), reach.write) if files.version() else None
    environment = {**ENVIRONMENT, **dict(reach.environment)}
    start = _Start(executed, rules, tuple(command), environment, bounds, os.getpid())
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=environment,
            start_new_session=True,
            preexec_fn=start.become,  # noqa: PLW1509 - it calls the kernel only
        )
    finally:
        os.close(executed)
        if rules is not None:
            os.close(rules)
    with process:
        try:
            ended, output, errors = _talk(process, given, bounds)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    return Ending(ended, process.wait(), output, errors.decode("utf-8", "replace"))


@dataclass(frozen=True)
class _Start:
    """What happens in the new process, before it becomes the program."""

    executed: int
    rules: int | None
    command: tuple[str, ...]
    environment: Mapping[str, str]
    bounds: Bounds
    parent: int

    def become(self) -> None:
        """Lay everything down, in the order in which it can be; returns only without a filter."""
        libc = files.LIBC
        self._limit()
        if not sys.platform.startswith("linux"):
            return
        libc.prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != self.parent:
            os._exit(NOT_BEGUN)
        self._must(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
        if self.rules is not None:
            self._must(libc.syscall(files.RESTRICT, self.rules, 0))
        if platform.machine() not in calls.EXECVEAT:
            return
        os.dup2(self.executed, calls.EXECUTED, inheritable=False)
        limit = calls.DESCRIPTORS
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
        self._must(libc.syscall(_CLOSE_RANGE, 3, ctypes.c_uint(calls.EXECUTED), _ON_EXEC))
        header = struct.pack("=Ii", _CAPABILITIES, 0)
        self._must(libc.syscall(_CAPSET[platform.machine()], header, bytes(24)))
        program = calls.program(os.getpid(), children=self.bounds.children)
        steps = ctypes.create_string_buffer(program, len(program))
        packed = struct.pack("=HxxxxxxQ", len(program) // 8, ctypes.addressof(steps))
        self._must(libc.prctl(_FILTER, 2, packed, 0, 0))
        self._execute()

    def _limit(self) -> None:
        seconds = int(self.bounds.seconds) + 1
        for what, most in (
            (resource.RLIMIT_CPU, seconds),
            (resource.RLIMIT_AS, self.bounds.memory),
            (resource.RLIMIT_FSIZE, self.bounds.file),
            (resource.RLIMIT_CORE, 0),
        ):
            hard = resource.getrlimit(what)[1]
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(what, (most, most))

    def _execute(self) -> None:
        arguments = _strings(self.command)
        environment = _strings([f"{name}={value}" for name, value in self.environment.items()])
        number = calls.EXECVEAT[platform.machine()]
        files.LIBC.syscall(number, calls.EXECUTED, b"", arguments, environment, _THIS_FILE)
        os._exit(NOT_BEGUN)

    @staticmethod
    def _must(result: int) -> None:
        if result < 0:
            os._exit(NOT_BEGUN)


def _strings(texts: Sequence[str]) -> ctypes.Array[ctypes.c_char_p]:
    encoded = [os.fsencode(each) for each in texts]
    return (ctypes.c_char_p * (len(encoded) + 1))(*encoded, None)


def _talk(
    process: subprocess.Popen[bytes], given: bytes, bounds: Bounds
) -> tuple[Ended, bytes, bytes]:
    """Give and take until the program closes its ends, or something is over."""
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    waiting, output, errors = memoryview(given), bytearray(), bytearray()
    end = time.monotonic() + bounds.seconds
    with selectors.DefaultSelector() as ready:
        ready.register(process.stdout, selectors.EVENT_READ, output)
        ready.register(process.stderr, selectors.EVENT_READ, errors)
        os.set_blocking(process.stdin.fileno(), False)
        ready.register(process.stdin, selectors.EVENT_WRITE)
        reading = 2
        while reading:
            left = end - time.monotonic()
            if left <= 0:
                return "time", bytes(output), bytes(errors)
            for key, _ in ready.select(left):
                if key.fileobj is process.stdin:
                    waiting = _write(process, waiting)
                    if not waiting:
                        ready.unregister(process.stdin)
                        with contextlib.suppress(BrokenPipeError):
                            process.stdin.close()
                    continue
                data = os.read(key.fd, _CHUNK)
                if not data:
                    ready.unregister(key.fileobj)
                    reading -= 1
                elif key.data is output:
                    output += data
                    if len(output) > bounds.output:
                        return "output", bytes(output[: bounds.output]), bytes(errors)
                else:
                    errors += data[: bounds.errors - len(errors)]
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(max(end - time.monotonic(), 0.0))
        return "exit", bytes(output), bytes(errors)
    return "time", bytes(output), bytes(errors)


def _write(process: subprocess.Popen[bytes], waiting: memoryview) -> memoryview:
    assert process.stdin is not None
    try:
        return waiting[os.write(process.stdin.fileno(), waiting[:_CHUNK]) :]
    except BrokenPipeError:
        return waiting[len(waiting) :]
