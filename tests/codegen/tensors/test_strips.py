"""Code on strips: lengths that are set where they change, registers, the ranges of elements."""

from dataclasses import replace

import numpy as np
import pytest

from kernelcraft import cells
from kernelcraft.cells.cell import make_cell
from kernelcraft.codegen.registers import TooFewRegisters
from kernelcraft.codegen.tensors.graph import ordered
from kernelcraft.codegen.tensors.strips import StripTable
from kernelcraft.codegen.tensors.strips.code import Code
from kernelcraft.codegen.tensors.strips.compiler import compiled
from kernelcraft.codegen.tensors.strips.ranges import Range, ranges
from kernelcraft.codegen.tensors.strips.rows_alone import alone
from kernelcraft.codegen.tensors.trace import traced
from kernelcraft.grading.input_set import drawn
from kernelcraft.platforms.coral_npu import PLATFORM
from kernelcraft.platforms.coral_npu.lowering import TABLE
from kernelcraft.sim.run import Limits
from kernelcraft.tasks.quantised import look_up, requantise, rounded_quotient, whole_root
from kernelcraft.tasks.task import FloatArray

STEPS = {
    "look_up": look_up,
    "requantise": requantise,
    "rounded_quotient": rounded_quotient,
    "whole_root": whole_root,
}


def code() -> Code:
    return Code(TABLE.vectors)


def sum_of(made: Code, count: int) -> str:
    """Adds vectors in a loop; gives the register of the sum."""
    with made.strip(16):
        total, at = made.vector(8), made.pointer(64)
        made.emit("@8 vmv.v.i {d}, 0", d=total)
        with made.loop(count):
            made.emit("@any vle8.v {t8}, ({a})\n@8 vadd.vv {d}, {d}, {t8}", d=total, a=at)
    return total


def test_a_length_is_set_once_where_a_loop_keeps_it() -> None:
    made = code()
    sum_of(made, 3)
    text = made.text()
    assert [line for line in text if line.startswith("vset")] == [
        "vsetivli zero, 16, e8, m1, ta, ma"
    ]


def test_another_width_keeps_the_length() -> None:
    made = code()
    with made.strip(16):
        made.emit("@8 vmv.v.i {t8}, 0\n@32 vsext.vf4 {t32}, {t8}")
    assert made.text()[2] == "vsetvli zero, zero, e32, m4, ta, ma"


def test_what_a_loop_reads_keeps_its_register_to_the_loops_end() -> None:
    made = code()
    with made.strip(16):
        first = made.vector(8)
        made.emit("@8 vmv.v.i {d}, 1", d=first)
        with made.loop(2):
            made.emit("@8 vadd.vi {t8}, {a}, 1\n@8 vadd.vi {u8}, {t8}, 1", a=first)
    kept = made.text()[2].split()[1].rstrip(",")
    later = [line.split()[1].rstrip(",") for line in made.text() if "vadd" in line]
    assert kept not in later


def test_too_many_values() -> None:
    made = code()
    with made.strip(128):
        values = [made.vector(8) for _ in range(5)]
        for each in values * 2:
            made.emit("@8 vadd.vi {d}, {d}, 1", d=each)
    with pytest.raises(TooFewRegisters):
        made.text()


@pytest.mark.parametrize(
    ("found", "width", "signed"),
    [
        (Range(-128, 127), 8, True),
        (Range(0, 255), 8, False),
        (Range(-1, 128), 16, True),
        (Range(0, 65535), 16, False),
        (Range(0, 65536), 32, True),
    ],
)
def test_widths(found: Range, width: int, signed: bool) -> None:
    assert (found.width, found.signed) == (width, signed)


@pytest.mark.parametrize("task", ["softmax", "layer_norm", "rms_norm"])
def test_no_element_is_out_of_its_range(task: str) -> None:
    cell = next(each for each in cells(platform="coral_npu", config="C1") if each.task.name == task)
    nodes = ordered(traced(cell.task, cell.dims, cell.constants))
    found = ranges(nodes, cell.task, cell.dims)
    rng = np.random.default_rng(3)
    values: dict[object, FloatArray] = {}
    for node in nodes:
        args = [values[each] for each in node.args]
        if node.op == "input":
            operand = next(each for each in cell.task.inputs if each.name == node.name)
            drawn = rng.integers(found[node].least, found[node].most, node.shape, endpoint=True)
            sizes = cell.task.sizes(cell.dims)
            values[node] = drawn.astype(float) if operand.table is None else operand.table(sizes)
        elif node.op == "constant":
            values[node] = np.array(node.number)
        elif node.op in STEPS:
            values[node] = STEPS[node.op](*args)  # type: ignore[operator]
        elif node.op.startswith("reduce"):
            reduce = np.sum if node.op == "reduce_sum" else np.max
            values[node] = reduce(args[0], axis=-1, keepdims=True)
        else:
            two = {"add": np.add, "sub": np.subtract, "mul": np.multiply}
            values[node] = {**two, "floor_divide": np.floor_divide}[node.op](*args)
        assert found[node].least <= values[node].min()
        assert values[node].max() <= found[node].most


def is_right(row: str, table: StripTable) -> bool:
    one = next(each for each in alone(table) if each.row == row)
    cell = make_cell(PLATFORM, one.task, "alone", one.dims)
    made = compiled(cell, table)
    assert row in made.used
    inputs, reference = drawn(cell, "normal", 7)
    state = PLATFORM.stage(cell.memory_map, inputs, poison=7)
    run = PLATFORM.run(PLATFORM.assemble(made.text), state, Limits(100_000, cycles=1_000_000))
    assert run.fault is None
    return np.array_equal(PLATFORM.read(cell.memory_map.output, state), reference)


@pytest.mark.parametrize("row", [each.row for each in alone(TABLE)])
def test_each_row_of_the_table_by_itself(row: str) -> None:
    assert is_right(row, TABLE)


def test_a_wrong_row_is_found() -> None:
    wrong = {**TABLE.operations, "sub vn": TABLE.operations["add vn"]}
    assert not is_right("sub vn", replace(TABLE, operations=wrong))


def test_a_row_that_is_no_primitive() -> None:
    with pytest.raises(ValueError, match="add vvv: no such primitive; add has vv, vn, nn"):
        replace(TABLE, operations={"add vvv": ""})
