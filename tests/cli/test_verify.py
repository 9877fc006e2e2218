"""`verify` and `selftest`: many cells at once, and what makes them fail."""

from __future__ import annotations

import pytest

from kernelcraft import kernels
from kernelcraft.kernels import Cell, find_cells
from tests.cli.conftest import Command

KEYS = {
    "platform",
    "agent",
    "profile",
    "cells",
    "correct",
    "geomean_speedup",
    "median_bound_ratio",
    "results",
}
SILU_AND_GEMM = ("--task", "silu", "--task", "gemm", "--config", "C1")


def test_right_baselines(kernelcraft: Command) -> None:
    found = kernelcraft("verify", "--agent", "baseline", *SILU_AND_GEMM, "--json")
    record = found.record
    assert found.code == 0
    assert set(record) == {"schema_version", *KEYS}
    assert (record["cells"], record["correct"]) == (2, 2)
    assert (record["platform"], record["agent"], record["profile"]) == (
        "plena",
        "baseline",
        "strict",
    )
    assert [each["cell"] for each in found.several("results")] == ["plena/silu/C1", "plena/gemm/C1"]
    assert all(each["correct"] for each in found.several("results"))
    assert "[2/2] " in found.err


def test_the_table(kernelcraft: Command) -> None:
    shown = kernelcraft("verify", "--agent", "baseline", *SILU_AND_GEMM, "--profile", "paper")
    assert shown.code == 0
    assert "plena/gemm/C1" in shown.out
    assert "baseline, profile paper; 2 of 2 cells correct" in shown.out


def test_inputs_can_be_drawn_again(kernelcraft: Command) -> None:
    words = ("verify", "--agent", "baseline", *SILU_AND_GEMM, "--seed", "5", "--json")
    found = kernelcraft(*words)
    assert kernelcraft(*words).out == found.out
    seeds = [each["seed"] for each in found.several("results")]
    assert len(set(seeds)) == 2


def test_a_missing_kernel_fails(kernelcraft: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(cell: Cell) -> str | None:
        return kernels.baseline(cell) if cell.task.name == "silu" else None

    monkeypatch.setattr(kernels, "expert", nobody)
    found = kernelcraft("verify", "--agent", "expert", *SILU_AND_GEMM, "--json")
    assert found.code == 1
    assert (found.record["cells"], found.record["correct"]) == (2, 1)
    first, second = found.several("results")
    assert set(first) == set(second)
    assert second["message"] == "nobody wrote a kernel for this cell"


def test_a_wrong_kernel_fails(kernelcraft: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "expert", lambda cell: "S_ADDI_INT gp1, gp0, 1\n")
    found = kernelcraft("verify", "--agent", "expert", *SILU_AND_GEMM, "--json")
    assert found.code == 1
    assert found.record["correct"] == 0
    assert found.record["geomean_speedup"] is None


def test_selftest(kernelcraft: Command) -> None:
    found = kernelcraft("selftest", "--json")
    assert found.code == 0
    tasks = {cell.task.name for cell in find_cells()}
    assert len(found.several("checks")) == len(tasks) + 1
    assert all(each["correct"] for each in found.several("checks"))
