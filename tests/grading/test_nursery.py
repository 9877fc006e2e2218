"""Workers that are forked: as killable as others, and each from a process that saw no job."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import kernelcraft

ROOT = Path(__file__).parents[2]
PACKAGES = Path(kernelcraft.__file__).parents[1]
BEGIN = """
import os, signal, sys, time
from kernelcraft.grading.nursery import Nursery, can_fork, stay_single
stay_single()
from kernelcraft.grading import child, nursery
from kernelcraft.grading.preparation import prepare
from kernelcraft.grading.workers import Workers
from tests.jobs import *
assert can_fork()
origin = Nursery.start(child.main, prepare)
def workers(**limits):
    return Workers(1, nursery=origin, **limits)
"""


def program(text: str) -> subprocess.Popen[str]:
    """A process with one thread, which pytest's own is not."""
    return subprocess.Popen(
        [sys.executable, "-c", BEGIN + text],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(PACKAGES)])},
        stdout=subprocess.PIPE,
        text=True,
    )


def said(text: str) -> list[str]:
    process = program(text)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return out.splitlines()


def test_a_fresh_process_has_seen_no_job_and_a_worker_all_of_its_own() -> None:
    lines = said("""
with workers() as running:
    for mark in "ab":
        print(running.submit(Leaves(mark)).result().message)
""")
    assert lines == [
        "['a'] here, [] in a fresh process",
        "['a', 'b'] here, [] in a fresh process",
    ]


def test_nothing_is_started_but_forks() -> None:
    """The second run's process is a child of the nursery, too, which ends with its workers."""
    lines = said("""
import subprocess
def no(*arguments, **options):
    raise AssertionError("an interpreter was started")
subprocess.Popen = no
with workers() as running:
    print(running.submit(Leaves("a")).result().failure)
print(os.listdir(f"/proc/{os.getpid()}/task/{os.getpid()}") != [] and
      open(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read() == "")
""")
    assert lines == ["None", "True"]


def test_limits_and_deaths_are_as_of_other_workers(tmp_path: Path) -> None:
    lines = said(f"""
marks = {str(tmp_path)!r} + "/"
with workers(wall_seconds=2, memory_bytes=1 << 30) as running:
    for job in (Eats(2 << 30), Sleep(9), Dies(marks + "a", 2), Dies(marks + "b", 3),
                Dies(marks + "c", 4, signal.SIGKILL), Sleep(0)):
        answer = running.submit(job).result()
        print(*[answer.failure, answer.message][: 1 if answer.failure == "crash" else 2])
""")
    assert lines == [
        "limit the evaluation was stopped: it needed more than 1,074 MB of memory",
        "limit the evaluation was stopped: it took longer than 2 seconds of wall-clock time",
        "None survived",
        "crash",
        "None survived",
        "None slept",
    ]


def test_whoever_kills_the_command_kills_all_that_it_forked() -> None:
    process = program("""
with workers() as running:
    future = running.submit(Sleep(60))
    while not running.pids():
        pass
    print(origin.pid, running.pids()[0], flush=True)
    future.result()
""")
    assert process.stdout is not None
    forked = [int(word) for word in process.stdout.readline().split()]
    process.send_signal(signal.SIGKILL)
    process.communicate()
    deadline = time.monotonic() + 20
    while any(lives(pid) for pid in forked):
        assert time.monotonic() < deadline, forked
        time.sleep(0.05)


def test_without_its_nursery_a_worker_starts_an_interpreter() -> None:
    lines = said("""
os.kill(origin.pid, signal.SIGKILL)
with workers() as running:
    print(running.submit(Sleep(0)).result().message)
""")
    assert lines == ["slept"]


def test_workers_have_a_nursery_of_their_own_whatever_else_their_process_does() -> None:
    lines = said("""
import threading
threading.Thread(target=time.sleep, args=(30,), daemon=True).start()
origin.close()
with Workers(1) as running:
    for mark in "ab":
        print(running.submit(Leaves(mark)).result().message)
    worker, = running.pids()
    parent = open(f"/proc/{worker}/stat").read().rpartition(")")[2].split()[1]
    print(parent != str(os.getpid()))
""")
    assert lines == [
        "['a'] here, [] in a fresh process",
        "['a', 'b'] here, [] in a fresh process",
        "True",
    ]


def test_a_nursery_gets_ready_what_it_is_told_and_survives_every_line() -> None:
    lines = said("""
from kernelcraft.grading.input_set import kept_set
for line in ("", "plena", "nothing/at/all", "plena/relu/C1 what", "x" * 9_999):
    prepare(line)
print(kept_set.cache_info().currsize)
prepare(f"plena/relu/C1 {1 << 63}")
print(kept_set.cache_info().currsize)
""")
    assert lines == ["0", "1"]


def lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
