"""What every task file promises, and how tasks are found."""

import inspect
from pathlib import Path
from typing import get_args

import pytest

from kernelcraft import tasks
from kernelcraft.tasks import EXACT, Arithmetic, Task
from kernelcraft.tasks.mistakes import step
from kernelcraft.tasks.task import Given

LEVELS = {
    1: {
        "activation": {"silu", "relu", "gelu"},
        "normalisation": {"softmax", "layer_norm", "rms_norm"},
        "matrix": {"gemv", "gemm", "batch_matmul", "linear"},
        "spatial": {"conv2d", "depthwise_conv"},
    },
    2: {
        "encoding": {"rope"},
        "mlp": {"ffn", "swiglu"},
        "attention": {"attention", "flash_attention", "mha", "gqa", "mqa"},
    },
    3: {"transformer": {"decoder_llama", "decoder_t5"}, "cnn": {"conv_block"}},
}
QUANTISED_LEVELS = {
    1: {
        "activation": {"silu", "relu", "gelu"},
        "normalisation": {"softmax", "layer_norm", "rms_norm"},
        "matrix": {"gemv", "gemm", "batch_matmul", "linear"},
        "spatial": {"conv2d", "depthwise_conv"},
    },
    2: {"mlp": {"ffn", "swiglu"}},
    3: {"cnn": {"conv_block"}},
}
PROGRAM_LEVELS = {
    1: {"program": {"multiply", "vvadd", "copy", "median", "dotprod"}},
    2: {"program": {"qsort", "rsort", "towers"}},
    3: {"program": {"dhrystone", "pmp"}},
}
LINES = {1: 80, 2: 84, 3: 149}
"""Wrong variants of the mathematics included."""
QUANTISED_LINES = {1: 95, 2: 90, 3: 40}
"""More, where a file holds the task in both arithmetics."""
PROGRAM_LINES = {1: 0, 2: 0, 3: 21}
"""More, where a file draws inputs of its own."""
CANARY = "# kernelcraft canary 5f0c9c1e-7d1b-4a43-9c55-3ab1d8f6e1a7: benchmark data"


EVERY = [
    pytest.param(tasks.load(name, arithmetic), id=f"{name}-{arithmetic}")
    for arithmetic in get_args(Arithmetic)
    for name in tasks.names(arithmetic)
]


@pytest.mark.parametrize(
    ("arithmetic", "levels"),
    [("float", LEVELS), ("int8", QUANTISED_LEVELS), ("int32", PROGRAM_LEVELS)],
)
def test_levels_and_categories_are_the_papers(
    arithmetic: Arithmetic, levels: dict[int, dict[str, set[str]]]
) -> None:
    for level, categories in levels.items():
        for category, names in categories.items():
            for name in names:
                task = tasks.load(name, arithmetic)
                assert (task.level, task.category) == (level, category)


@pytest.mark.parametrize("task", EVERY)
def test_file_is_small_and_carries_the_canary(task: Task) -> None:
    text = (Path(tasks.__file__).parent / f"{task.name}.py").read_text(encoding="utf-8")
    more = QUANTISED_LINES[task.level] if task.name in tasks.names("int8") else 0
    more += PROGRAM_LINES[task.level] if task.category == "program" else 0
    assert CANARY in text
    assert len(text.splitlines()) <= LINES[task.level] + more


@pytest.mark.parametrize("task", EVERY)
def test_algorithm_asks_for_inputs_and_published_constants(task: Task) -> None:
    constants = task.constants(dict.fromkeys(task.dims, 64))
    signature = inspect.signature(task.algorithm).parameters
    steps = {name for name, each in signature.items() if each.default is not each.empty}
    parameters = list(signature)[1:]
    inputs = [operand.name for operand in task.inputs]
    asked = [name for name in inputs if name in parameters]
    assert parameters[: len(asked)] == asked
    assert set(parameters[len(asked) :]) - steps <= {*constants, *task.numbers}
    assert not steps & {*inputs, *constants, *task.dims}
    assert 0.0 not in constants.values()


@pytest.mark.parametrize("task", EVERY)
def test_a_step_that_an_algorithm_has_not_is_an_error(task: Task) -> None:
    given = Given(task, EXACT, {}, {}, {})
    with pytest.raises(TypeError, match="unexpected keyword argument 'no_such_step'"):
        step(no_such_step=abs)(given)


def test_a_task_of_whole_numbers_has_mistakes_of_its_own() -> None:
    for name in set(tasks.names("int8")) & set(tasks.names()):
        dims = dict.fromkeys(tasks.load(name, "int8").dims, 1)
        in_codes = tasks.load(name, "int8").mistakes(dims)
        assert len(in_codes.keys() - tasks.load(name).mistakes(dims).keys()) >= 5


def test_only_the_rotation_matrix_is_there_for_kernels_alone() -> None:
    unasked = {
        (name, operand.name)
        for name in tasks.names()
        for operand in tasks.load(name).inputs
        if operand.name not in inspect.signature(tasks.load(name).algorithm).parameters
    }
    assert unasked == {("rope", "rotation")}


@pytest.mark.parametrize("task", EVERY)
def test_weights_name_an_axis_of_theirs_or_of_another_operand_as_fan_in(task: Task) -> None:
    sizes = task.sizes(dict.fromkeys(task.dims, 64))
    assert task.formula.startswith("y")
    assert task.stages
    for operand in task.inputs:
        if operand.role == "weight" and operand.table is None and operand.element == "float":
            assert operand.fan_in in sizes
        elif operand.fan_in is not None:
            assert operand.element == "int32"
            assert operand.fan_in in sizes


@pytest.mark.parametrize(
    ("name", "dims"),
    [
        ("conv2d", ("H", "c_in", "k", "c_out")),
        ("conv_block", ("H", "c_in", "k", "c_out")),
        ("depthwise_conv", ("H", "c", "k")),
        ("layer_norm", ("rows", "width")),
        ("relu", ("n",)),
        ("silu", ("n",)),
        ("linear", ("n", "h_in", "h_out")),
        ("swiglu", ("n", "h", "h_i")),
    ],
)
def test_dims_of_quantised_tasks(name: str, dims: tuple[str, ...]) -> None:
    assert tasks.load(name, "int8").dims == dims


@pytest.mark.parametrize(
    ("name", "dims"),
    [
        ("softmax", ("rows", "width")),
        ("gemv", ("M", "N")),
        ("gemm", ("M", "K", "N")),
        ("batch_matmul", ("b", "M", "K", "N")),
        ("linear", ("n", "h_in", "h_out")),
        ("rope", ("s", "d")),
        ("swiglu", ("n", "h", "h_i")),
        ("flash_attention", ("s", "h")),
        ("conv_block", ("H", "c_in", "k", "c_out")),
        ("gqa", ("s", "h", "n_h", "n_kv")),
        ("mqa", ("s", "h", "n_h")),
        ("decoder_t5", ("s", "h", "h_i", "n_h")),
    ],
)
def test_dims_come_in_the_papers_order(name: str, dims: tuple[str, ...]) -> None:
    assert tasks.load(name).dims == dims


@pytest.mark.parametrize(
    ("name", "axis", "size"), [("gqa", "h_kv", 192), ("mqa", "d", 64), ("rope", "lanes", 64)]
)
def test_derived_axes_follow_from_the_dims(name: str, axis: str, size: int) -> None:
    dims = {"s": 32, "h": 512, "n_h": 8, "n_kv": 3, "d": 128}
    task = tasks.load(name)
    assert axis not in task.dims
    assert task.sizes({key: dims[key] for key in task.dims})[axis] == size


@pytest.mark.parametrize(
    ("typo", "nearest"), [("sofmax", "softmax"), ("layernorm", "layer_norm"), ("gem", "gemm")]
)
def test_a_typo_gets_the_nearest_name(typo: str, nearest: str) -> None:
    with pytest.raises(tasks.UnknownTask, match=f"no task '{typo}'; did you mean.*{nearest}") as e:
        tasks.load(typo)
    assert nearest in e.value.nearest


def test_a_task_in_another_arithmetic() -> None:
    with pytest.raises(tasks.UnknownTask, match="no task 'rope' in int8; known: batch_matmul"):
        tasks.load("rope", "int8")


@pytest.mark.parametrize(
    "name", ["", "task", "quantised", "configuration", "multi_head", "../softmax", "zzz"]
)
def test_what_is_no_task_gets_the_list(name: str) -> None:
    with pytest.raises(tasks.UnknownTask, match="there is no task"):
        tasks.load(name)


def test_an_aid_is_given_only_to_machines_that_lack_the_instruction() -> None:
    rope = tasks.load("rope")
    names = [each.name for each in rope.on(()).inputs]
    assert names == ["x", "cos", "sin"]
    assert [each.name for each in rope.on(["shuffle of lanes"]).inputs] == [*names, "rotation"]
    silu = tasks.load("silu")
    assert silu.on(()) is silu


@pytest.mark.parametrize("task", EVERY)
def test_components_are_tasks_with_all_their_dims(task: Task) -> None:
    dims = dict.fromkeys(task.dims, 64) | dict.fromkeys(task.numbers, 4)
    for each in task.components(dims):
        assert set(each.dims) == set(tasks.load(each.task).dims)
        assert each.times > 0
        assert all(isinstance(size, int) and size > 0 for size in each.dims.values())


def test_what_multi_head_attention_consists_of_follows_its_heads_of_keys_and_values() -> None:
    dims = {"s": 8, "h": 64, "n_h": 4, "n_kv": 2}
    columns = {
        name: [each.dims["N"] for each in tasks.load(name).components(dims) if each.task == "gemm"]
        for name in ("mha", "gqa", "mqa")
    }
    assert columns == {"mha": [64, 64], "gqa": [64, 32], "mqa": [64, 16]}
