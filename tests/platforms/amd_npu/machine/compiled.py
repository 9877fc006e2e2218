"""The AMD NPU's routines in C, and byte arrays of lanes to run them on."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.amd_npu.machine import arithmetic
from kernelcraft.platforms.amd_npu.machine.arithmetic.prelude import c_prelude
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import Routine
from tests.platforms import routines

R = TypeVar("R", int, None)

FOLDER = Path(arithmetic.__file__).parent
BYTES = 1024  # of the lanes of a test
DST = 0  # where results go: 128 bytes
ACC1, ACC2, A, B = 128, 256, 384, 512  # where sources are: 128 bytes each


@cache
def library() -> ctypes.CDLL:
    """Every C file after the prelude, as one shared library."""
    texts = [path.read_text() for path in sorted(FOLDER.glob("*.c"))]
    return routines.compiled([c_prelude(), *texts], FOLDER)


def agree(routine: Routine[..., R], *arguments: Array | int) -> R:
    """Run oracle and C on copies of the same arguments; assert equal results, bit by bit."""
    return routines.agree(library(), routine, *arguments)


def random_lanes(seed: int) -> npt.NDArray[np.uint8]:
    """Lanes of random bytes."""
    return np.random.default_rng(seed).integers(0, 256, BYTES).astype(np.uint8)


def put(lanes: Array, start: int, values: Array) -> None:
    """Place the bytes of an array."""
    data = np.ascontiguousarray(values).view(np.uint8).ravel()
    lanes[start : start + len(data)] = data


def get(lanes: Array, start: int, count: int, dtype: type[np.generic]) -> Array:
    """Elements from a byte offset on."""
    size = count * np.dtype(dtype).itemsize
    return np.frombuffer(lanes[start : start + size].tobytes(), dtype=dtype)
