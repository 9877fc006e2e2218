"""Kernels from a lowering table alone: right at all sizes and settings, near their bounds."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.codegen.tensors import Settings, Table, kernel
from kernelcraft.codegen.tensors.compiler import compiled
from kernelcraft.codegen.tensors.moves import moves
from kernelcraft.codegen.tensors.rows_alone import alone
from kernelcraft.grading.input_set import drawn
from kernelcraft.grading.tolerance import (
    least_tau,
    normalised_error,
    tau_from_noise,
)
from kernelcraft.sim.run import Limits
from kernelcraft.tasks import Dims, load
from tests.codegen.tensors.conftest import Written

LIMITS = Limits(10_000_000, cycles=100_000_000)
ROWWISE = ("relu", "silu", "gelu", "softmax", "layer_norm", "rms_norm")
CELLS: list[tuple[str, Dims]] = [
    *((task, {"rows": 4, "width": 64}) for task in ROWWISE),
    ("gemv", {"M": 64, "N": 64}),
    ("gemm", {"M": 16, "K": 64, "N": 64}),
    ("batch_matmul", {"b": 2, "M": 16, "K": 64, "N": 64}),
    ("linear", {"n": 16, "h_in": 64, "h_out": 64}),
]
OTHERS: list[tuple[str, Dims]] = [
    *((task, {"rows": 7, "width": 48}) for task in ROWWISE),
    *((task, {"rows": 1, "width": 16}) for task in ROWWISE),
    ("softmax", {"rows": 3, "width": 256}),
    ("gemv", {"M": 16, "N": 272}),
    ("gemm", {"M": 5, "K": 240, "N": 16}),
    ("batch_matmul", {"b": 3, "M": 1, "K": 16, "N": 48}),
    ("linear", {"n": 9, "h_in": 32, "h_out": 80}),
    ("ffn", {"n": 4, "h": 32, "h_i": 64}),
    ("swiglu", {"n": 4, "h": 32, "h_i": 48}),
]
Case = tuple[str, Dims]


def _run(cell: Cell, text: str) -> tuple[int, float]:
    """Cycles, and the error of the output on fresh inputs."""
    platform = cell.platform
    inputs, reference = drawn(cell, "normal", 3)
    state = platform.stage(cell.memory_map, inputs, poison=1)
    before = platform.stage(cell.memory_map, inputs, poison=1)
    run = platform.run(platform.assemble(text), state, LIMITS)
    assert run.fault is None
    assert not platform.audit(cell.memory_map, before, state)
    output = platform.read(cell.memory_map.output, state)
    assert np.isfinite(output).all()
    return run.cycles, normalised_error(output=output, reference=reference)


def _near(cell: Cell) -> float:
    """An error that a right kernel keeps below; that of the tanh form for GELU."""
    return 1e-3 if cell.task.name == "gelu" else 1e-5


@pytest.mark.parametrize(("task", "dims"), [*CELLS, *OTHERS], ids=str)
def test_kernels_are_right_at_all_sizes(machine: Written, task: str, dims: Dims) -> None:
    cell = machine.cell(task, dims)
    assert _run(cell, kernel(cell, machine.table))[1] < _near(cell)


@pytest.mark.parametrize("settings", [Settings(3, 2), Settings(8, 8, True), Settings(128, 4, True)])
@pytest.mark.parametrize(("task", "dims"), [CELLS[3], CELLS[1], CELLS[7], OTHERS[0]], ids=str)
def test_settings_change_nothing_but_cycles(
    machine: Written, task: str, dims: Dims, settings: Settings
) -> None:
    cell = machine.cell(task, dims)
    text = kernel(cell, machine.table, settings)
    assert text != kernel(cell, machine.table)
    assert _run(cell, text)[1] < _near(cell)


@pytest.mark.parametrize(("task", "dims"), CELLS, ids=str)
def test_kernels_take_at_most_three_times_their_bound(
    machine: Written, task: str, dims: Dims
) -> None:
    cell = machine.cell(task, dims)
    bound = machine.table.bound(cell)
    assert bound is not None
    assert bound <= _run(cell, kernel(cell, machine.table))[0] <= 3 * bound


def test_what_a_tuner_may_try_makes_them_a_third_faster(machine: Written) -> None:
    """In the geometric mean, and nothing is below its bound."""
    faster = []
    for task, dims in CELLS:
        cell = machine.cell(task, dims)
        plain = kernel(cell, machine.table)
        tried = [
            text
            for move in moves(machine.table, cell)
            for text in move.propose(cell, plain, random.Random(0))
        ]
        best = min(_run(cell, text)[0] for text in dict.fromkeys(tried))
        assert best >= (machine.table.bound(cell) or 0)
        faster.append(_run(cell, plain)[0] / best)
    assert math.prod(faster) ** (1 / len(faster)) >= 1.3


def _is_right(machine: Written, table: Table, row: str) -> bool:
    (one,) = (each for each in alone(table) if each.row == row)
    cell = machine.cell(one.task, one.dims)
    made = compiled(cell, table, Settings())
    assert row in made.used
    inputs, reference = drawn(cell, "normal", 3)
    rounding = cell.platform.rounding()
    noise = normalised_error(output=cell.compute(rounding, inputs), reference=reference)
    return _run(cell, made.text)[1] <= tau_from_noise([noise], least_tau(rounding))


def test_every_row_of_the_table_is_right_by_itself(machine: Written) -> None:
    rows = {each.row for each in alone(machine.table)}
    assert rows == {*machine.table.operations, "product", "transposed"}
    assert all(_is_right(machine, machine.table, row) for row in rows)


@pytest.mark.parametrize(
    ("row", "wrong"),
    [
        ("sub vv", "vsub {d}, {b}, {a}"),
        ("max vv", "vadd {d}, {a}, {b}"),
        ("reduce_max v", "vsum {d}, {a}"),
        ("rsqrt v", "vrcp {d}, {a}"),
    ],
)
def test_a_wrong_row_is_seen(machine: Written, row: str, wrong: str) -> None:
    operations = {**machine.table.operations, row: wrong}
    assert not _is_right(machine, replace(machine.table, operations=operations), row)


def test_what_a_table_lacks_is_named(machine: Written) -> None:
    cell = machine.cell("softmax", {"rows": 4, "width": 64})
    less = {name: text for name, text in machine.table.operations.items() if name != "exp v"}
    with pytest.raises(Unwritten, match="the lowering table has no exp v"):
        kernel(cell, replace(machine.table, operations=less))
    cell = machine.cell("gemm", {"M": 4, "K": 16, "N": 16})
    with pytest.raises(Unwritten, match="the lowering table has no matmul"):
        kernel(cell, replace(machine.table, product=None))
    with pytest.raises(Unwritten, match="rows of 40 elements are no vectors of 16"):
        kernel(machine.cell("softmax", {"rows": 4, "width": 40}), machine.table)
    with pytest.raises(Unwritten, match="vectors are missing on the chip|does not fit the chip"):
        kernel(machine.cell("softmax", {"rows": 1, "width": 16 * 300}), machine.table)


@pytest.mark.parametrize("row", ["ad vv", "sub vw", "exp", "reduce_sum vv"])
def test_a_row_that_is_no_primitive_is_refused(machine: Written, row: str) -> None:
    with pytest.raises(ValueError, match=f"{row}: no such primitive"):
        replace(machine.table, operations={**machine.table.operations, row: "vadd {d}, {a}, {a}"})


def test_a_task_whose_steps_have_no_primitive_is_not_written(machine: Written) -> None:
    with pytest.raises(Unwritten, match="the function pad"):
        kernel(
            machine.cell(load("conv2d"), {"H": 4, "c_in": 16, "c_out": 16, "k": 1}), machine.table
        )
