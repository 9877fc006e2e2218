"""The lock file holds what the code gives: tolerances, baseline cycles and baseline texts."""

from dataclasses import fields, replace

import pytest

from kernelcraft import tasks
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import find_cells, load_cell, make_cell, with_machine
from kernelcraft.cells.kernels import baseline
from kernelcraft.grading import lockfile
from kernelcraft.grading.hashes import kernel_hash
from kernelcraft.grading.input_set import drawn, input_set
from kernelcraft.grading.inputs import distributions
from kernelcraft.grading.lockfile import Lock, LockFile, differences, limits, measure, read, tau
from kernelcraft.grading.rules import RULES
from kernelcraft.grading.tolerance import strict_rule
from kernelcraft.records.verdict import BENCHMARK_VERSION
from kernelcraft.sim.run import Limits

SAMPLE = [cell.name for cell in find_cells(config="C1")] + ["plena/gemm/C3"]
of_every_platform = pytest.mark.parametrize("name", platforms.names())


def locked(name: str = "plena") -> LockFile:
    found = read(name)
    assert found is not None
    return found


@of_every_platform
def test_every_cell_is_locked_and_nothing_else(name: str) -> None:
    assert list(locked(name).cells) == [cell.name for cell in find_cells(platform=name)]


def test_the_baseline_is_the_fastest_variant() -> None:
    for lock in locked("coral_npu").cells.values():
        assert set(lock.origins) == {"plain", "rvv"}
        assert lock.baseline_cycles == min(lock.origins.values())


@of_every_platform
def test_every_baseline_text_is_the_locked_one(name: str) -> None:
    texts = {cell.name: kernel_hash(baseline(cell)) for cell in find_cells(platform=name)}
    assert texts == {name: lock.baseline_sha256 for name, lock in locked(name).cells.items()}


def test_another_text_on_another_machine_is_locked_with_its_machine() -> None:
    file, settings = locked(), {"errata": "official"}
    others = [with_machine(cell, settings) for cell in find_cells(platform="plena")]
    texts = {cell.name: kernel_hash(baseline(cell)) for cell in others}
    usual = {cell.name: file.cells[cell.usual_name].baseline_sha256 for cell in others}
    changed = {name: text for name, text in texts.items() if text != usual[name]}
    assert changed == {name: lock.baseline_sha256 for name, lock in file.other_machines.items()}
    assert all(
        (lockfile.locked(cell) is file.cells[cell.usual_name]) == (cell.name not in changed)
        for cell in others
    )
    assert all(
        lock.taus == file.cells[name.partition("+")[0]].taus for name, lock in file.all.items()
    )


def test_a_change_of_a_baseline_on_another_machine_is_a_difference() -> None:
    old, name = locked(), "plena/gqa/C1+errata=official"
    cell = load_cell(name)
    measured = lockfile.measure_other_machines(
        "plena", {cell.usual_name: old.cells[cell.usual_name]}
    )
    assert measured == {name: old.other_machines[name]}
    later = replace(measured[name], baseline_cycles=1)
    new = replace(old, other_machines={**old.other_machines, name: later})
    assert differences(old, new) == [f"{name}: baseline_cycles: 148199 -> 1"]
    assert old.json() == (platforms.folder("plena") / "cells" / "lock.json").read_text().rstrip(
        "\n"
    )


@of_every_platform
def test_the_file_says_what_it_was_measured_with(name: str) -> None:
    machine, file = platforms.platform(name), locked(name)
    assert (file.platform_version, file.fidelity) == (machine.version, machine.fidelity)
    assert file.benchmark_version == BENCHMARK_VERSION


@pytest.mark.sweep
@pytest.mark.parametrize("name", SAMPLE)
def test_measuring_again_gives_the_locked_numbers(name: str) -> None:
    cell = load_cell(name)
    measured, known = measure(cell), locked(cell.platform.name).cells[name]
    assert [each.name for each in fields(Lock) if not known.same(each.name, measured)] == []


def test_where_cycles_depend_on_data_the_slowest_of_as_many_sets_as_a_grading_has_counts() -> None:
    cell = load_cell("coral_npu/silu/C1")
    program = cell.platform.assemble(baseline(cell))
    taken = [
        cell.platform.run(program, input_set(cell, name, seed, poison=True).staged, Limits()).cycles
        for seed in range(1, RULES["strict"].seeds + 1)
        for name in distributions(cell.task)
    ]
    assert taken[0] < max(taken) == locked("coral_npu").cells[cell.name].baseline_cycles


def test_no_tolerance_is_below_the_least() -> None:
    """Large scores (attention) and roundings that a kernel may avoid (caches) need more."""
    most = dict.fromkeys(("mha", "gqa", "mqa", "decoder_llama", "decoder_t5"), 0.3)
    most |= {"attention": 0.2, "flash_attention": 0.2}
    for name, lock in locked().cells.items():
        for allowed in lock.taus.values():
            assert 2.0**-8 <= allowed < most.get(load_cell(name).task.name, 0.02)


def test_a_cell_that_is_not_locked_is_measured() -> None:
    cell = load_cell("plena/silu/C1")
    assert lockfile.measure_tau(cell, "wide") == tau(cell, "wide")
    unseen = load_cell("plena/silu/rows=24,width=64")
    assert lockfile.locked(unseen) is None
    assert lockfile.lock(unseen) == measure(unseen)
    assert tau(unseen, "wide") == lockfile.measure_tau(unseen, "wide")


@pytest.mark.sweep
def test_of_millions_of_elements_none_of_the_plain_algorithm_is_outside() -> None:
    """Three times the error over the whole refused it in 2 draws of these 32, and its template."""
    cell = load_cell("plena/softmax/rows=8188,width=256")
    rule, rounding = strict_rule(lockfile.measure_tau(cell, "wide")), cell.platform.rounding()
    for seed in range(1, 33):
        inputs, reference = drawn(cell, "wide", seed)
        found = rule.compare(output=cell.compute(rounding, inputs), reference=reference)
        assert found.ok, (seed, found.sentence())
    assert lockfile.lock(cell) is not None


def test_sizes_without_a_baseline_have_no_lock() -> None:
    deep = make_cell(
        platforms.platform("plena"), tasks.load("gemm"), "deep", {"M": 4, "K": 320, "N": 64}
    )
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
    changed = replace(lock, baseline_cycles=lock.baseline_cycles + 1)
    new = replace(old, fidelity="exact", cells={**old.cells, name: changed})
    cycles = f"{lock.baseline_cycles} -> {lock.baseline_cycles + 1}"
    assert differences(old, old) == []
    assert differences(old, new) == [
        f"fidelity: {old.fidelity!r} -> 'exact'",
        f"{name}: baseline_cycles: {cycles}",
    ]
    assert differences(None, new) == ["plena: there is no lock file"]
