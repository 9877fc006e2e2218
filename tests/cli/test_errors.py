"""What nobody expected is a sentence with an exit code of its own; --debug shows where."""

from __future__ import annotations

import pytest

import kernelcraft.reports.report  # noqa: F401  # imported later it would keep a replaced function
from kernelcraft.cli import main
from kernelcraft.scores import speedups
from tests.cli.conftest import Command

VERIFY = ("verify", "--platform", "plena", "--task", "silu", "--agent", "expert", "--config", "C1")


def break_down(*arguments: object) -> None:
    raise RuntimeError("a bug")


def test_an_error_of_ours(kernelcraft: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speedups, "geomean_speedup", break_down)
    found = kernelcraft(*VERIFY, "--json")
    assert found.code == 3
    assert found.record["error"] == "an error of ours: RuntimeError: a bug; --debug shows where"


def test_debug_shows_where(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speedups, "geomean_speedup", break_down)
    with pytest.raises(RuntimeError, match="a bug"):
        main([*VERIFY, "--debug"])


def test_too_little_memory(kernelcraft: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def exhaust(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(speedups, "geomean_speedup", exhaust)
    found = kernelcraft(*VERIFY)
    assert "too little memory" in found.err
    assert found.code == 2


def test_an_interruption(kernelcraft: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(speedups, "geomean_speedup", interrupt)
    found = kernelcraft(*VERIFY, "--json")
    assert found.code == 130
    assert found.record["error"] == "interrupted"
