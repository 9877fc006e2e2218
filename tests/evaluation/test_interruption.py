"""An evaluation that is interrupted or killed keeps what it has, and the same call ends it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kernelcraft.records import jsonl, logs

ROOT = Path(__file__).parents[2]
SLOW, QUICK = "0.6", "0.0"


def start(log_dir: Path, seconds: str) -> subprocess.Popen[str]:
    program = [sys.executable, "-m", "tests.evaluation.evaluate_slowly", str(log_dir), seconds]
    return subprocess.Popen(
        program, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def signal_after_first_episode(log_dir: Path, number: signal.Signals) -> tuple[str, str]:
    process = start(log_dir, SLOW)
    assert process.stdout is not None
    seen = ""
    while "Finished" not in seen:
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        seen += line
    time.sleep(0.3)  # the record is on the disk at once, Inspect's log a little later
    process.send_signal(number)
    rest, errors = process.communicate(timeout=60)
    return seen + rest, errors


@pytest.mark.sweep
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill -9"])
def test_the_same_call_finishes_the_rest(tmp_path: Path, number: signal.Signals) -> None:
    said, errors = signal_after_first_episode(tmp_path, number)
    kept = len(jsonl.read(tmp_path / jsonl.FILE).episodes)
    assert 1 <= kept < 4
    assert len(logs.rebuild(tmp_path).episodes) == kept
    if number == signal.SIGINT:
        assert f"interrupted=True episodes={kept}" in said
        assert "Traceback" not in errors
    again, errors = start(tmp_path, QUICK).communicate(timeout=60)
    assert f"resumed={kept} complete=True" in again, errors
    assert again.count("Finished") == 4 - kept
