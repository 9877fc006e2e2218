"""The command in this process: what it prints and its exit code."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from kernelcraft.cli import main


@dataclass(frozen=True)
class Outcome:
    """What one command line did."""

    code: int
    out: str
    err: str

    @property
    def record(self) -> dict[str, object]:
        """Standard output, which must be one JSON object and nothing else."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        assert found["schema_version"] == 1
        assert self.out.count("\n") == 1
        return found

    def several(self, key: str) -> list[dict[str, object]]:
        """A list of records that the record holds."""
        found = self.record[key]
        assert isinstance(found, list)
        assert all(isinstance(each, dict) for each in found)
        return found


Command = Callable[..., Outcome]


@pytest.fixture
def kernelcraft(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command line given as words."""

    def run(*words: object) -> Outcome:
        capsys.readouterr()
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return Outcome(code, captured.out, captured.err)

    return run
