"""A product of matrices that we wrote: a bf16 product of tiles in nearly every cycle."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.amd_npu.studies.published.product_bf16 import kernel
from tests.platforms.amd_npu.machine.core import ENDING, finished, stored

A, B, C = 0x74000, 0x78000, 0x7C000  # each in a bank of its own
MAC = "vmac.f bmd, bma, xa, xb, config"


def tiled(matrix: npt.NDArray[np.float32], rows: int, columns: int) -> npt.NDArray[np.float32]:
    """The elements tile by tile."""
    height, width = matrix.shape
    tiles = matrix.reshape(height // rows, rows, width // columns, columns).swapaxes(1, 2)
    return tiles.reshape(-1)


def bf16(values: npt.NDArray[np.float32]) -> bytes:
    """Numbers that bf16 holds, as bytes."""
    return (values.view(np.uint32) >> 16).astype(np.uint16).tobytes()


def test_a_product_of_32x32_in_fewer_than_288_bundles() -> None:
    random = np.random.default_rng(1)
    a, b = (random.integers(-8, 9, (32, 32)).astype(np.float32) for _ in "ab")
    memory = {A: bf16(tiled(a, 4, 8)), B: bf16(tiled(b, 8, 4))}
    run = finished(kernel(), {"p0": A, "p1": B, "p2": C}, memory)
    found = stored(run.state, C, 4096).view(np.float32)
    assert (found == tiled(a @ b, 4, 4)).all()
    assert run.profile.by_instruction()[MAC] == 256
    assert run.cycles == run.instructions == 275 + ENDING  # no stall; the published kernel: 288
