"""What is traced of an algorithm is what it computes, and stays so in other primitives."""

import numpy as np
import pytest

from kernelcraft import tasks
from kernelcraft.cells.cell import find_cells
from kernelcraft.codegen.tensors.graph import Node, Untraceable, ordered
from kernelcraft.codegen.tensors.rewrite import operations, rewritten
from kernelcraft.codegen.tensors.stages import ProductStage, RowStage, stages
from kernelcraft.codegen.tensors.trace import Traced, traced
from kernelcraft.grading.input_set import drawn
from tests.codegen.tensors.values import values

CELLS = [cell.name for cell in find_cells(platform="plena", config="C1")]


def _graph(name: str) -> tuple[Node, dict[str, np.ndarray], np.ndarray]:
    (cell,) = (each for each in find_cells(platform="plena", config="C1") if each.name == name)
    inputs, _ = drawn(cell, "normal", 1)
    right = cell.task.reference(inputs, cell.constants, cell.dims)
    return traced(cell.task, cell.dims, cell.constants), dict(inputs), right


@pytest.mark.parametrize("name", CELLS)
def test_every_task_is_traced(name: str) -> None:
    result, inputs, right = _graph(name)
    np.testing.assert_allclose(values(result, inputs), right, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", CELLS)
@pytest.mark.parametrize("root", ["sqrt", "rsqrt"])
def test_a_machine_with_few_primitives_computes_the_same(name: str, root: str) -> None:
    result, inputs, right = _graph(name)
    few = rewritten(result, {root, "exp", "reciprocal"}.__contains__)
    left = set(operations(few)) & {"div", "negative", "normal_cdf", "max", "sqrt", "rsqrt"}
    assert left <= {root}
    with np.errstate(over="ignore"):
        error = np.max(np.abs(values(few, inputs) - right))
    about = {"plena/gelu/C1": 1e-3, "plena/relu/C1": 1e-4}  # σ for Φ, and for a step
    assert error <= about.get(name, 1e-6)


def test_what_is_computed_twice_is_computed_once() -> None:
    result, _, _ = _graph("plena/mha/C1")
    assert sum(node.op == "matmul" for node in ordered(result)) == 5  # q, k, v, p · v, output


def test_stages_are_loops_over_rows_and_products_between_them() -> None:
    result, _, _ = _graph("plena/swiglu/C1")
    found = stages(rewritten(result, lambda name: True))
    kinds = [type(stage).__name__ for stage in found]
    assert kinds == ["ProductStage", "ProductStage", "RowStage", "ProductStage"]
    (rows,) = (stage for stage in found if isinstance(stage, RowStage))
    assert [node.op for node in rows.results] == ["mul"]
    assert isinstance(found[-1], ProductStage)
    assert rows.results[0] in found[-1].operands


def test_what_has_no_word_is_named() -> None:
    x = Traced(Node("input", (), (4, 8), name="x"))
    with pytest.raises(Untraceable, match="the function cosh"):
        np.cosh(x)
    with pytest.raises(Untraceable, match="the function argsort"):
        np.argsort(x)  # type: ignore[arg-type]
    with pytest.raises(Untraceable, match=r"\(4, 8\) and \(8, 4\)"):
        x + Traced(Node("input", (), (8, 4), name="y"))


def test_tasks_of_the_package_are_the_ones_traced() -> None:
    floats = {name for name in tasks.names() if tasks.load(name).category not in ("spatial", "cnn")}
    assert {name.split("/")[1] for name in CELLS} == floats
