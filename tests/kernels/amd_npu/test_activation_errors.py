"""How far off the experts of SiLU and GELU are for x below 0: as the docs say."""

from __future__ import annotations

from pathlib import Path

import ml_dtypes
import numpy as np
import pytest

from kernelcraft.kernels import expert, load_cell
from kernelcraft.sim.run import Limits

PAGE = Path(__file__).parents[3] / "docs" / "platforms" / "amd_npu.md"
LIMITS = Limits(instructions=100_000)


@pytest.mark.parametrize("task", ["silu", "gelu"])
def test_the_docs_say_how_far_off_it_is(task: str) -> None:
    cell = load_cell(f"amd_npu/{task}/C5")
    shape = cell.output.shape
    x = np.linspace(-16, 0, shape[0] * shape[1]).astype(ml_dtypes.bfloat16).astype(np.float64)
    state = cell.platform.stage(cell.memory_map, {"x": x.reshape(shape)}, None)
    run = cell.platform.run(cell.platform.assemble(expert(cell)), state, LIMITS)
    y = cell.platform.read(cell.memory_map.output, run.state)
    exact = cell.task.reference({"x": x.reshape(shape)}, cell.constants, cell.dims)
    error = np.abs(y - exact).reshape(-1)
    worst = error.argmax()
    (low,) = {float(each) for each in y.reshape(-1)[x < -8]}
    assert low == y.reshape(-1)[-1]  # at 0
    said = f"{cell.task.title} is {error[worst]:.3f} off at x = {x[worst]:.2f} and gives {low:.4f}"
    assert said in PAGE.read_text("utf-8")
