"""`verify` and `selftest`: many cells at once, and what makes them fail."""

from __future__ import annotations

import sys

import pytest

from kernelcraft.cells import kernels, platforms
from kernelcraft.cells.cell import Cell, find_cells
from kernelcraft.cells.unwritten import Unwritten
from tests.cli.conftest import Command

KEYS = {
    "platform",
    "agent",
    "rules",
    "cells",
    "correct",
    "geomean_speedup",
    "geomean_speedup_by_operands",
    "mean_sol_score",
    "median_bound_ratio",
    "results",
}
SILU_AND_GEMM = ("--platform", "plena", "--task", "silu", "--task", "gemm", "--config", "C1")


def test_right_baselines(kernelcraft: Command) -> None:
    found = kernelcraft("verify", "--agent", "baseline", *SILU_AND_GEMM, "--json")
    record = found.record
    assert found.code == 0
    assert set(record) == {"schema_version", *KEYS}
    assert (record["cells"], record["correct"]) == (2, 2)
    assert (record["platform"], record["agent"], record["rules"]) == (
        "plena",
        "baseline",
        "strict",
    )
    assert [each["cell"] for each in found.several("results")] == ["plena/silu/C1", "plena/gemm/C1"]
    assert all(each["correct"] for each in found.several("results"))
    assert "[2/2] " in found.err


def test_without_a_compiler_other_platforms_have_held_out_sizes(
    kernelcraft: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ziglang", None)
    words = ("cells", "--task", "gelu", "--held-out", "2", "--seed", "99", "--json")
    found = kernelcraft(*words)
    assert found.code == 0
    names = {str(each["cell"]).partition("/")[0] for each in found.several("cells")}
    assert names == {cell.platform.name for cell in find_cells(task="gelu")} - {"coral_npu"}
    assert "the held-out sizes of coral_npu are left out: a C compiler is needed" in found.err
    alone = kernelcraft(*words, "--platform", "coral_npu")
    assert (alone.code, "pip install" in alone.err) == (1, True)


def test_parts_share_the_cells(kernelcraft: Command) -> None:
    parts = [
        kernelcraft("verify", "--agent", "baseline", *SILU_AND_GEMM, "--part", f"{k}/2", "--json")
        for k in (1, 2)
    ]
    found = [str(each["cell"]) for part in parts for each in part.several("results")]
    assert sorted(found) == ["plena/gemm/C1", "plena/silu/C1"]


@pytest.mark.parametrize("part", ["0/3", "4/3", "1", "a/b", "9/9"])
def test_parts_that_are_none(kernelcraft: Command, part: str) -> None:
    found = kernelcraft("verify", "--agent", "baseline", *SILU_AND_GEMM, "--part", part)
    assert found.code == 2
    assert "--part: " in found.err


def test_the_table(kernelcraft: Command) -> None:
    shown = kernelcraft("verify", "--agent", "baseline", *SILU_AND_GEMM, "--rules", "paper")
    assert shown.code == 0
    assert "plena/gemm/C1" in shown.out
    assert "baseline, rules paper; 2 of 2 cells correct" in shown.out


def test_inputs_can_be_drawn_again(kernelcraft: Command) -> None:
    words = ("verify", "--agent", "baseline", *SILU_AND_GEMM, "--seed", "5", "--json")
    found = kernelcraft(*words)
    assert kernelcraft(*words).out == found.out
    seeds = [each["seed"] for each in found.several("results")]
    assert len(set(seeds)) == 2


def test_a_missing_kernel_fails(kernelcraft: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody(cell: Cell) -> str:
        if cell.task.name != "silu":
            raise Unwritten("nobody wrote a kernel for this cell")
        return kernels.baseline(cell)

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


def test_held_out_cells_are_graded_beside_the_published_ones(kernelcraft: Command) -> None:
    words = (
        "--platform",
        "plena",
        "--task",
        "softmax",
        "--config",
        "C1",
        "--held-out",
        "2",
        "--seed",
        "3",
    )
    found = kernelcraft("verify", "--agent", "expert", *words, "--json")
    published, smallest, tail = found.several("results")
    assert found.code == 0
    assert (published["cell"], published["correct"]) == ("plena/softmax/C1", True)
    assert (smallest["cell"], smallest["correct"]) == ("plena/softmax/rows=8,width=64", True)
    assert isinstance(smallest["speedup"], float)
    gap = found.record["generalisation"]
    assert isinstance(gap, dict)
    assert gap["published"]["n"], gap["held_out"]["n"] == (1, 2)
    assert found.record["seed"] == 3
    shown = kernelcraft("verify", "--agent", "expert", *words)
    assert "at held-out ones (gap" in shown.out


def test_sizes_that_an_expert_does_not_cover_are_no_failure(kernelcraft: Command) -> None:
    words = (
        "--platform",
        "plena",
        "--task",
        "rms_norm",
        "--config",
        "C1",
        "--held-out",
        "3",
        "--seed",
        "0",
    )
    found = kernelcraft("verify", "--agent", "expert", *words, "--json")
    largest = found.several("results")[-1]
    assert found.code == 0
    assert (largest["cell"], largest["correct"]) == ("plena/rms_norm/rows=8188,width=256", False)
    assert str(largest["message"]).endswith("rows of 64 elements are expected, in fours")


@pytest.mark.sweep
def test_selftest(kernelcraft: Command) -> None:
    found = kernelcraft("selftest", "--json")
    levels = {(cell.platform.name, cell.task.level) for cell in find_cells()}
    assert len(found.several("checks")) == len(levels) + len(platforms.names())
    assert [each for each in found.several("checks") if not each["correct"]] == []
    assert found.code == 0
