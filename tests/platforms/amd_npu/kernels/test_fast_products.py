"""How far off products with fewer multiplications are in bf16: what the bounds say of them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.grading import inputs, lockfile
from kernelcraft.grading.tolerance import Comparison, Tolerance

Fast = Callable[[FloatArray, FloatArray], FloatArray]


def bf16(values: FloatArray) -> FloatArray:
    """To the nearest."""
    return values.astype(np.float32).astype(ml_dtypes.bfloat16).astype(np.float64)


def judged(name: str, distribution: inputs.Distribution, fast: Fast) -> Comparison:
    """What the strict rule says of a result that is exact but for sums in bf16."""
    cell = load_cell(f"amd_npu/{name}")
    drawn = inputs.draw(cell.task, cell.dims, distribution, 3)
    given = {key: bf16(values) for key, values in drawn.items()}
    tau = lockfile.tau(cell, distribution)
    assert tau is not None
    assert round(tau, 3) == 0.005
    output = bf16(fast(given["x"], given["w"]))
    return Tolerance(tau).compare(output=output, reference=cell.reference(given))


def winograd(*points: Fraction | int) -> Fast:
    """Tiles of n - 1 outputs a side for n points (and infinity), windows of 3 x 3."""
    size = len(points) - 1
    powers = np.array([[float(p) ** k for k in range(size + 2)] for p in points])
    infinite = np.eye(size + 2)[-1:]
    whole = np.concatenate([powers, infinite])
    there = np.linalg.inv(whole).T
    ends = [np.concatenate([powers[:, :n], np.eye(n)[-1:]]) for n in (size, 3)]

    def convolved(x: FloatArray, w: FloatArray) -> FloatArray:
        height, width, _ = x.shape
        padded = np.pad(x, ((1, size), (1, size), (0, 0)))
        weights = bf16(np.einsum("ia,abco,jb->ijco", ends[1], w, ends[1]))
        found = np.zeros((height + size, width + size, w.shape[-1]))
        for i in range(0, height, size):
            for j in range(0, width, size):
                tile = padded[i : i + size + 2, j : j + size + 2]
                seen = bf16(np.einsum("ia,abc,jb->ijc", there, tile, there))
                sums = np.einsum("ijc,ijco->ijo", seen, weights)
                tiled = np.einsum("ai,abo,bj->ijo", ends[0], sums, ends[0])
                found[i : i + size, j : j + size] = tiled
        return found[:height, :width]

    return convolved


@pytest.mark.parametrize("distribution", inputs.DISTRIBUTIONS)
@pytest.mark.parametrize("configuration", ["C2", "C3"])
def test_winograd_with_tiles_of_2x2_is_near_enough(
    configuration: str, distribution: inputs.Distribution
) -> None:
    found = judged(f"conv2d/{configuration}", distribution, winograd(0, 1, -1))
    assert found.ok
    assert 0.003 < found.needed_tau < 0.0048


@pytest.mark.parametrize("points", [(0, 1, -1, 2), (0, 1, -1, Fraction(1, 2), -2)])
def test_winograd_with_larger_tiles_is_not(points: tuple[Fraction | int, ...]) -> None:
    assert judged("conv2d/C3", "normal", winograd(*points)).needed_tau > 0.0135


def strassen(x: FloatArray, w: FloatArray) -> FloatArray:
    """Seven products of quarters."""
    (a, b), (c, d) = (np.split(half, 2, axis=1) for half in np.split(x, 2))
    (e, f), (g, h) = (np.split(half, 2, axis=1) for half in np.split(w, 2))
    m1, m2, m3 = bf16(a + d) @ bf16(e + h), bf16(c + d) @ e, a @ bf16(f - h)
    m4, m5 = d @ bf16(g - e), bf16(a + b) @ h
    m6, m7 = bf16(c - a) @ bf16(e + f), bf16(b - d) @ bf16(g + h)
    return np.block([[m1 + m4 - m5 + m7, m3 + m5], [m2 + m4, m1 - m2 + m3 + m6]])


def test_strassen_is_not_near_enough_where_it_would_save_operations() -> None:
    for name in ("gemm/C2", "gemm/C5"):
        rows, columns = load_cell(f"amd_npu/{name}").output.shape
        saves = rows * columns > 80 * (rows + columns)
        assert saves == (name == "gemm/C5")
    found = judged("gemm/C5", "wide", strassen)
    assert not found.ok
    assert 0.007 < found.needed_tau < 0.01
