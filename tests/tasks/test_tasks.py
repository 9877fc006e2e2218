"""What every task file promises, and how tasks are found."""

import inspect
from pathlib import Path

import pytest

from kernelcraft import tasks

LEVEL_1 = {
    "activation": {"silu", "relu", "gelu"},
    "normalisation": {"softmax", "layer_norm", "rms_norm"},
    "matrix": {"gemv", "gemm", "batch_matmul", "linear"},
}
CANARY = "# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data"


def test_level_1_is_the_papers() -> None:
    found: dict[str, set[str]] = {}
    for name in tasks.names():
        task = tasks.load(name)
        assert task.level == 1
        found.setdefault(task.category, set()).add(name)
    assert found == LEVEL_1


@pytest.mark.parametrize("name", tasks.names())
def test_file_is_small_and_carries_the_canary(name: str) -> None:
    text = (Path(tasks.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    assert CANARY in text
    assert len(text.splitlines()) <= 45


@pytest.mark.parametrize("name", tasks.names())
def test_algorithm_asks_for_inputs_and_published_constants(name: str) -> None:
    task = tasks.load(name)
    constants = task.constants(dict.fromkeys(task.dims, 64))
    parameters = list(inspect.signature(task.algorithm).parameters)[1:]
    inputs = [operand.name for operand in task.inputs]
    assert parameters[: len(inputs)] == inputs
    assert set(parameters[len(inputs) :]) <= set(constants)
    assert 0.0 not in constants.values()


@pytest.mark.parametrize("name", tasks.names())
def test_weights_name_an_axis_of_theirs_or_of_another_operand_as_fan_in(name: str) -> None:
    task = tasks.load(name)
    assert task.formula.startswith("y")
    assert task.stages
    for operand in task.inputs:
        if operand.role == "weight":
            assert operand.fan_in in task.dims
        else:
            assert operand.fan_in is None


@pytest.mark.parametrize(
    ("name", "dims"),
    [
        ("softmax", ("rows", "width")),
        ("gemv", ("M", "N")),
        ("gemm", ("M", "K", "N")),
        ("batch_matmul", ("b", "M", "K", "N")),
        ("linear", ("n", "h_in", "h_out")),
    ],
)
def test_dims_come_in_the_papers_order(name: str, dims: tuple[str, ...]) -> None:
    assert tasks.load(name).dims == dims


@pytest.mark.parametrize(
    ("typo", "nearest"), [("sofmax", "softmax"), ("layernorm", "layer_norm"), ("gem", "gemm")]
)
def test_a_typo_gets_the_nearest_name(typo: str, nearest: str) -> None:
    with pytest.raises(tasks.UnknownTask, match=f"no task '{typo}'; did you mean.*{nearest}") as e:
        tasks.load(typo)
    assert nearest in e.value.nearest


@pytest.mark.parametrize("name", ["", "task", "configuration", "../softmax", "zzz"])
def test_what_is_no_task_gets_the_list(name: str) -> None:
    with pytest.raises(tasks.UnknownTask, match="there is no task"):
        tasks.load(name)
