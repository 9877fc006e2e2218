"""The lock file holds what the code gives: tolerances, baseline cycles and baseline texts."""

from pathlib import Path

import pytest

from kernelcraft import tasks
from kernelcraft.grading import lockfile
from kernelcraft.grading.lockfile import LockFile, differences, limits, measure, read, tau
from kernelcraft.grading.tolerance import LEAST_TAU
from kernelcraft.grading.verdict import BENCHMARK_VERSION, kernel_hash
from kernelcraft.kernels import baseline, find_cells, load_cell, make_cell
from kernelcraft.platforms import NAMES, platform
from kernelcraft.sim.run import Limits

CELLS = find_cells(platform="plena")
SAMPLE = [cell.name for cell in find_cells(platform="plena", config="C1")] + ["plena/gemm/C3"]


def locked() -> LockFile:
    found = read("plena")
    assert found is not None
    return found


def test_every_cell_is_locked_and_nothing_else() -> None:
    assert list(locked().cells) == [cell.name for cell in CELLS]


def test_the_baseline_is_the_fastest_variant() -> None:
    file = read("coral_npu")
    assert file is not None
    for lock in file.cells.values():
        assert set(lock.variants) == {"plain", "rvv"}
        assert lock.baseline_cycles == min(lock.variants.values())


def test_every_baseline_text_is_the_locked_one() -> None:
    texts = {cell.name: kernel_hash(baseline(cell)) for cell in CELLS}
    assert texts == {name: lock.baseline_sha256 for name, lock in locked().cells.items()}


@pytest.mark.parametrize("name", NAMES)
def test_the_file_says_what_it_was_measured_with(name: str) -> None:
    machine, file = platform(name), read(name)
    assert file is not None
    assert (file.platform_version, file.fidelity) == (machine.version, machine.fidelity)
    assert file.benchmark_version == BENCHMARK_VERSION


@pytest.mark.parametrize("name", SAMPLE)
def test_measuring_again_gives_the_locked_numbers(name: str) -> None:
    assert measure(load_cell(name)) == locked().cells[name]


def test_no_tolerance_is_below_the_least() -> None:
    """Large scores (attention) and roundings that a kernel may avoid (caches) need more."""
    most = dict.fromkeys(("mha", "gqa", "mqa", "decoder_llama", "decoder_t5"), 0.3)
    most |= {"attention": 0.2, "flash_attention": 0.2}
    for name, lock in locked().cells.items():
        for allowed in lock.taus.values():
            assert LEAST_TAU <= allowed < most.get(load_cell(name).task.name, 0.02)


def test_a_cell_that_is_not_locked_is_measured() -> None:
    cell = load_cell("plena/silu/C1")
    assert lockfile.measure_tau(cell, "wide") == tau(cell, "wide")
    unseen = load_cell("plena/silu/rows=24,width=64")
    assert lockfile.locked(unseen) is None
    assert lockfile.lock(unseen) == measure(unseen)
    assert tau(unseen, "wide") == lockfile.measure_tau(unseen, "wide")


def test_sizes_without_a_baseline_have_no_lock() -> None:
    deep = make_cell(platform("plena"), tasks.load("gemm"), "deep", {"M": 4, "K": 320, "N": 64})
    assert lockfile.lock(deep) is None
    assert limits(deep) == lockfile.UNLOCKED


def test_the_budgets_follow_from_the_baseline() -> None:
    short, long = load_cell("plena/silu/C1"), load_cell("plena/batch_matmul/C5")
    assert limits(short) == Limits(2_000_000, 5_000_000)
    lock = locked().cells[long.name]
    assert limits(long) == Limits(20 * lock.baseline_instructions, 50 * lock.baseline_cycles)


def test_differences_are_named_one_by_one() -> None:
    old = locked()
    name, lock = next(iter(old.cells.items()))
    changed = lock.model_copy(update={"baseline_cycles": lock.baseline_cycles + 1})
    new = old.model_copy(update={"fidelity": "exact", "cells": {**old.cells, name: changed}})
    cycles = f"{lock.baseline_cycles} -> {lock.baseline_cycles + 1}"
    assert differences(old, old) == []
    assert differences(old, new) == [
        f"fidelity: {old.fidelity!r} -> 'exact'",
        f"{name}: baseline_cycles: {cycles}",
    ]
    assert differences(None, new) == ["plena: there is no lock file"]


def test_lock_files_lie_beside_the_code() -> None:
    assert Path(lockfile.__file__).parent / "locks" / "plena.json" in lockfile.FOLDER.iterdir()
