"""Workers: warm, limited in time and memory, killable; a dead one loses nothing but its own job."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import kernelcraft
from kernelcraft.grading.child import KILLED_TRIES, Killed, crowd, run_fresh
from kernelcraft.grading.job import Evaluate, Grade, InProcess
from kernelcraft.grading.workers import Broken, Workers, WorkersClosed
from tests.jobs import Dies, Eats, Raises, RaisesFor, Reads, Sleep
from tests.small_kernels import silu

ROOT = Path(__file__).parents[2]
PACKAGES = Path(kernelcraft.__file__).parents[1]
GRADE = Grade("plena/silu/C1", silu(4), "strict", seed=5, second_run=False)


@pytest.fixture(autouse=True)
def _children_find_the_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(PACKAGES)]))


@pytest.fixture
def workers() -> Iterator[Workers]:
    with Workers(2, wall_seconds=20) as running:
        yield running


def test_a_worker_gives_what_this_process_gives(workers: Workers) -> None:
    evaluation = Evaluate("plena/silu/C1", silu(4))
    assert workers.submit(GRADE).result() == InProcess().submit(GRADE).result()
    assert workers.submit(evaluation).result() == InProcess().submit(evaluation).result()


def test_a_worker_stays_warm(workers: Workers) -> None:
    pids = {workers.submit(Sleep(0)).result().pid for _ in range(20)}
    assert len(pids) <= 2
    assert os.getpid() not in pids


def test_a_killed_worker_costs_nobody_anything(workers: Workers) -> None:
    jobs = [workers.submit(Sleep(0.5)) for _ in range(4)]
    wait_for(lambda: len(workers.pids()) == 2 and all(job.running() for job in jobs[:2]))
    os.kill(workers.pids()[0], signal.SIGKILL)
    assert [job.result().message for job in jobs] == ["slept"] * 4


@pytest.mark.parametrize(("deaths", "message"), [(2, "survived"), (3, "died 3 times")])
def test_the_job_of_a_dead_worker_is_repeated_twice(
    workers: Workers, tmp_path: Path, deaths: int, message: str
) -> None:
    answer = workers.submit(Dies(str(tmp_path / "marks"), deaths)).result()
    assert message in answer.message
    assert answer.failure == ("crash" if deaths == 3 else None)
    assert workers.submit(Sleep(0)).result().message == "slept"


def test_a_process_that_is_killed_says_little_of_its_job(workers: Workers, tmp_path: Path) -> None:
    answer = workers.submit(Dies(str(tmp_path / "marks"), 4, signal.SIGKILL)).result()
    assert answer.message == "survived"


def test_a_job_whose_processes_are_all_killed_has_no_result(
    workers: Workers, tmp_path: Path
) -> None:
    endless = Dies(str(tmp_path / "marks"), KILLED_TRIES, signal.SIGKILL)
    with pytest.raises(Killed, match="status -9"):
        workers.submit(endless).result()


def test_a_fresh_process_that_is_killed_is_replaced(tmp_path: Path) -> None:
    assert run_fresh(Dies(str(tmp_path / "marks"), 2, signal.SIGKILL), 20).message == "survived"


def test_a_mistake_of_ours_is_a_crash_in_a_sentence_and_a_report_in_the_log(
    workers: Workers, caplog: pytest.LogCaptureFixture
) -> None:
    answer = workers.submit(Raises()).result()
    assert answer.failure == "crash"
    assert answer.message.startswith("line 0 (")
    assert "Error" not in answer.message
    assert "ZeroDivisionError: a mistake" in caplog.text


def test_a_kernel_is_blamed_only_where_a_known_good_one_gets_a_result(workers: Workers) -> None:
    blamed = RaisesFor(kernels=("bad",))
    assert workers.submit(blamed).result().failure == "crash"
    with pytest.raises(Broken, match="a known-good kernel gets no result here"):
        workers.submit(RaisesFor(kernels=("bad", "good"))).result()


def test_a_known_good_kernel_is_the_compilers() -> None:
    Evaluate("plena/silu/C1", "no kernel at all").of_a_known_good_kernel().perform()


def test_quick_jobs_have_a_process_and_a_time_of_their_own() -> None:
    with Workers(1) as workers:
        run = workers.submit(Sleep(30))
        answer = workers.submit(Reads(0)).result()
        assert answer.message == "slept"
        before = time.monotonic()
        assert workers.submit(Reads(60)).result().failure == "limit"
        assert time.monotonic() - before < 20 * crowd()
        assert workers.submit(Reads(0)).result().pid != answer.pid
        assert not run.done()


@pytest.mark.parametrize(("running", "done"), [(0.0, False), (40.0, True)])
def test_a_job_has_more_time_where_many_want_to_run(
    monkeypatch: pytest.MonkeyPatch, running: float, done: bool
) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (running * (os.cpu_count() or 1), 0.0, 0.0))
    with Workers(1, wall_seconds=0.5) as workers:
        assert (workers.submit(Sleep(2.0)).result().failure is None) is done


def test_too_long_and_too_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getloadavg", lambda: (0.0, 0.0, 0.0))
    with Workers(1, wall_seconds=2, memory_bytes=1 << 30) as workers:
        workers.submit(Sleep(0)).result()
        long, big, small = (workers.submit(job) for job in (Sleep(60), Eats(2 << 30), Eats(1)))
        assert long.result().failure == "limit"
        assert "longer than 2 seconds of wall-clock time" in long.result().message
        assert big.result().failure == "limit"
        assert "more than 1,074 MB of memory" in big.result().message
        assert small.result().message == "1"


def test_closing_does_not_wait_for_jobs() -> None:
    workers = Workers(1)
    jobs = [workers.submit(Sleep(60)) for _ in range(3)]
    wait_for(lambda: jobs[0].running() and len(workers.pids()) == 1)
    pid = workers.pids()[0]
    started = time.monotonic()
    workers.close()
    assert time.monotonic() - started < 10
    assert not alive(pid)
    for job in [*jobs, workers.submit(Sleep(0))]:
        with pytest.raises(WorkersClosed):
            job.result()


PARENT = """\
import sys, time
from kernelcraft.grading.workers import Workers
from tests.jobs import Sleep
workers = Workers(1)
workers.submit(Sleep(0)).result()
workers.submit(Sleep(60))
print(workers.pids()[0], flush=True)
time.sleep(60)
"""


def test_a_killed_parent_leaves_no_process_behind() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert alive(pid)
        parent.kill()
        wait_for(lambda: not alive(pid))


def alive(pid: int) -> bool:
    """Whether the process runs; one that only waits to be reaped does not."""
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def wait_for(condition: object, seconds: float = 10.0) -> None:
    assert callable(condition)
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
