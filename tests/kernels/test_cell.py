"""Cells are found by name; a typo gets the nearest right names."""

import pytest

from kernelcraft import platforms, tasks
from kernelcraft.kernels import UnknownName, find_cells, load_cell, make_cell

TYPOS = {
    "plena/sofmax/C1": ("there is no task 'sofmax'", ("plena/softmax/C1",)),
    "plina/softmax/C1": ("there is no platform 'plina'", ("plena/softmax/C1",)),
    "plena/softmax/C9": (
        "there is no configuration 'C9'",
        tuple(f"plena/softmax/C{number}" for number in (1, 2, 3)),
    ),
    "plina/sofmax/C1": ("there is no platform 'plina'", ("plena/softmax/C1",)),
    "plena/softmax": ("expected a cell such as plena/softmax/C1, got 'plena/softmax'", None),
    "softmax": ("expected a cell", None),
    "": ("expected a cell", None),
    "a/b/c/d": ("expected a cell", None),
}


@pytest.mark.parametrize("name", TYPOS)
def test_a_typo_gets_the_nearest_names(name: str) -> None:
    sentence, nearest = TYPOS[name]
    with pytest.raises(UnknownName) as error:
        load_cell(name)
    assert sentence in str(error.value)
    if nearest is not None:
        assert error.value.nearest == nearest


def test_a_cell_knows_its_tensors_and_constants() -> None:
    cell = load_cell("plena/rms_norm/C2")
    assert cell.name == "plena/rms_norm/C2"
    assert [(tensor.name, tensor.shape) for tensor in cell.inputs] == [("x", (16, 64))]
    assert cell.output.shape == (16, 64)
    assert cell.constants["eps"] == cell.platform.constant(1e-5)


def test_the_same_name_gives_the_same_cell() -> None:
    assert load_cell("plena/silu/C1") is load_cell("plena/silu/C1")


def test_filters_narrow_the_cells() -> None:
    assert len(find_cells()) >= len(find_cells(platform="plena")) == 100
    assert len(find_cells(platform="plena", task="gemm")) == 5
    assert [cell.name for cell in find_cells("plena", 1, "gemm", "C2")] == ["plena/gemm/C2"]


@pytest.mark.parametrize(
    "wrong", [{"platform": "x"}, {"level": 9}, {"task": "gem"}, {"config": "C77"}]
)
def test_a_filter_that_fits_nothing_anywhere(wrong: dict[str, object]) -> None:
    with pytest.raises(UnknownName, match="there is no"):
        find_cells(**wrong)  # type: ignore[arg-type]


def test_a_cell_of_a_size_that_no_file_lists() -> None:
    cell = make_cell(
        platforms.platform("plena"), tasks.load("silu"), "held-out", {"rows": 12, "width": 64}
    )
    assert cell.output.shape == (12, 64)
