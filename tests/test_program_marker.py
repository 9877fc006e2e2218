"""Tests of programs that are missing are left out for a developer, and run, to fail, in CI."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TEST = """
import pytest


@pytest.mark.program("no-such-program", "some-package")
def test_it() -> None:
    raise AssertionError("ran")
"""


@pytest.mark.parametrize(("where", "outcome"), [({}, "1 skipped"), ({"CI": "true"}, "1 failed")])
def test_a_missing_program(tmp_path: Path, where: dict[str, str], outcome: str) -> None:
    root = Path(__file__).parent.parent
    (tmp_path / "test_one.py").write_text(TEST)
    (tmp_path / "conftest.py").write_bytes((root / "tests" / "conftest.py").read_bytes())
    environment = {key: value for key, value in os.environ.items() if key != "CI"} | where
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-c",
            root / "pyproject.toml",
            "--rootdir",
            root,
            tmp_path,
        ],
        env=environment | {"PYTHONPATH": f"{root / 'src'}:{root}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert outcome in done.stdout
