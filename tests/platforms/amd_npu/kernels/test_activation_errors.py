"""How far off SiLU and GELU are: right near 0 relative to themselves, else as the docs say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import ml_dtypes
import numpy as np
import numpy.typing as npt
import pytest

from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.cells.kernels import baseline, expert
from kernelcraft.sim.run import Limits

PAGE = Path(__file__).parents[4] / "docs" / "platforms" / "amd_npu.md"
LIMITS = Limits(instructions=1_000_000)
HALF_A_STEP = 2.0**-8  # of a bfloat16, relative to the smallest that it may be half of
Floats = npt.NDArray[np.float64]


@pytest.mark.parametrize("task", ["silu", "gelu"])
def test_the_docs_say_how_far_off_it_is(task: str) -> None:
    cell = load_cell(f"amd_npu/{task}/C5")
    x = _bfloat16(np.linspace(-16, 0, cell.output.shape[0] * cell.output.shape[1]))
    y, exact = _outputs(cell, expert(cell), x)
    error = np.abs(y - exact)
    worst = error.argmax()
    assert not y[x < -8].any()
    said = f"{cell.task.title} is {error[worst]:.3f} off at x = {x[worst]:.2f}"
    assert said in PAGE.read_text("utf-8")


@pytest.mark.parametrize("write", [baseline, expert], ids=["baseline", "expert"])
@pytest.mark.parametrize("task", ["silu", "gelu"])
def test_small_x_are_right_relative_to_themselves(task: str, write: Callable[[Cell], str]) -> None:
    cell = load_cell(f"amd_npu/{task}/C3")
    size = cell.output.shape[0] * cell.output.shape[1] // 2
    sizes = np.geomspace(2.0**-60, 2.0**-9, size - 1)
    x = _bfloat16(np.concatenate([-sizes, [0.0, -0.0], sizes]))
    y, exact = _outputs(cell, write(cell), x)
    assert not y[x == 0].any()
    assert (np.abs(y - exact) <= HALF_A_STEP * np.abs(exact)).all()


def _bfloat16(x: Floats) -> Floats:
    return x.astype(ml_dtypes.bfloat16).astype(np.float64)


def _outputs(cell: Cell, text: str, x: Floats) -> tuple[Floats, Floats]:
    """A kernel's, and exact ones."""
    inputs = {"x": x.reshape(cell.output.shape)}
    state = cell.platform.stage(cell.memory_map, inputs, None)
    run = cell.platform.run(cell.platform.assemble(text), state, LIMITS)
    assert run.fault is None
    y = cell.platform.read(cell.memory_map.output, run.state)
    exact = cell.task.reference(inputs, cell.constants, cell.dims)
    return y.reshape(-1), exact.reshape(-1)
