"""Cells are found by name; a typo gets the nearest right names."""

import pytest

from kernelcraft import tasks
from kernelcraft.cells import platforms
from kernelcraft.cells.cell import UnknownName, find_cells, load_cell, make_cell
from kernelcraft.cells.sizes import configurations

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
    "plena/sil/rows=8,width=64": ("there is no task 'sil'", ("plena/silu/C1",)),
    "plena/silu/rows=8": ("expected plena/silu/rows=...,width=... with whole numbers", ()),
    "plena/silu/rows=8,width=x": ("with whole numbers, got 'rows=8,width=x'", ()),
    "plena/silu/rows=4,width=64": ("these are the sizes of plena/silu/C1", ("plena/silu/C1",)),
    "plena/silu/rows=6,width=64": ("rows: expected a multiple of 4 from 4 to 32,768, got 6", ()),
    "plena/mha/s=16,h=192,n_h=2": ("h: expected n_h times 64 or 128, got 192", ()),
    "plena/gqa/s=16,h=256,n_h=4,n_kv=4": ("n_kv: expected a divisor of n_h, but less, got 4", ()),
    "plena/rope/s=16,d=192": ("d: expected one of 64, 128, 256, got 192", ()),
    "plena/silu/rows=32768,width=256": ("vector SRAM has 2097152 elements, too few", ()),
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


def test_a_cell_of_sizes_is_loaded_by_its_name() -> None:
    cell = load_cell("plena/gqa/s=16,h=128,n_h=2,n_kv=1")
    assert cell.name == "plena/gqa/s=16,h=128,n_h=2,n_kv=1"
    assert cell.dims == {"s": 16, "h": 128, "n_h": 2, "n_kv": 1}
    assert cell.output.shape == (16, 128)
    assert cell.held_out
    assert not load_cell("plena/gqa/C1").held_out
    assert load_cell("plena/gqa/n_kv=1,n_h=2,h=128,s=16") is cell


def test_filters_narrow_the_cells() -> None:
    plena = find_cells(platform="plena")
    assert len(find_cells()) >= len(plena) == 5 * len(configurations("plena"))
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
