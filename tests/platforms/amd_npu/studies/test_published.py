"""Programs whose cycles others have published compute what they should; the page has them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from kernelcraft.platforms.amd_npu.machine.simulate import AmdNpuBench
from kernelcraft.platforms.amd_npu.studies.published import (
    difference_int32,
    product_int8,
    scaling_int16,
)
from kernelcraft.platforms.amd_npu.studies.published.__main__ import PAGE, page
from kernelcraft.platforms.amd_npu.studies.published.measured import NEIGHBOURS, OWN_BANKS, run
from kernelcraft.platforms.amd_npu.studies.published.points import SILICON, points
from kernelcraft.sim.run import Run

ROOT = Path(__file__).parents[4]
RANDOM = np.random.default_rng(7)


def stored(found: Run, address: int, size: int) -> bytes:
    assert found.fault is None, str(found.fault)
    return AmdNpuBench().read(found.state, address, size)


def tiled(matrix: npt.NDArray[np.int8], rows: int, columns: int) -> npt.NDArray[np.int8]:
    height, width = matrix.shape
    tiles = matrix.reshape(height // rows, rows, width // columns, columns)
    return np.ascontiguousarray(tiles.swapaxes(1, 2)).reshape(-1)


@pytest.mark.parametrize("pipelined", [True, False])
def test_a_product_of_int8(pipelined: bool) -> None:
    a, b = (RANDOM.integers(-2, 3, (32, 32)).astype(np.int8) for _ in "ab")
    memory = {OWN_BANKS[0]: tiled(a, 4, 8).tobytes(), OWN_BANKS[1]: tiled(b, 8, 8).tobytes()}
    found = run(product_int8.kernel(pipelined=pipelined), memory=memory)
    assert stored(found, OWN_BANKS[2], 1024) == tiled(a @ b, 4, 8).tobytes()


@pytest.mark.parametrize("pipelined", [True, False])
def test_a_vector_of_int16_times_a_number(pipelined: bool) -> None:
    a = RANDOM.integers(-99, 100, 1024).astype("<i2")
    found = run(scaling_int16.kernel(pipelined=pipelined), r0=3, memory={OWN_BANKS[0]: a.tobytes()})
    assert stored(found, OWN_BANKS[1], 2048) == (3 * a).astype("<i2").tobytes()


def test_differences_of_int32() -> None:
    a, b = (RANDOM.integers(-(2**30), 2**30, 16 * 1024).astype("<i4") for _ in "ab")
    memory = dict(zip(NEIGHBOURS, (a.tobytes(), b.tobytes()), strict=False))
    found = run(difference_int32.kernel(), NEIGHBOURS, memory=memory)
    assert stored(found, NEIGHBOURS[2], 1 << 16) == (a - b).tobytes()


def test_the_page_is_up_to_date() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    assert page(text) == text, "run `python -m kernelcraft.platforms.amd_npu.studies.published`"


def test_the_template_is_near_the_vendors_compiler() -> None:
    """Peano's code of the same products, measured on silicon: neither crippled nor tuned."""
    ratios = [
        point.ours[0].cycles() / point.published
        for point in points()
        if point.what.startswith("bf16") and point.by == SILICON
    ]
    assert len(ratios) == 4
    assert 0.9 < min(ratios) <= max(ratios) < 0.95
