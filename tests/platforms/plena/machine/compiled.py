"""The C side of PLENA's routines, compiled on the spot so that tests can hold it to the oracles."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import TypeVar

import numpy as np

from kernelcraft.platforms.plena.machine import formats
from kernelcraft.platforms.plena.machine.formats import Bits16, c_prelude
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import Routine
from tests.platforms import routines

R = TypeVar("R", int, None)

_SOURCES = sorted(Path(formats.__file__).parent.glob("*.c"))

# Conversions are inline in C: these entries make them callable.
_ENTRIES = """
void all_f32_to_bf16(const float *from, uint16_t *to, int64_t n)
{ for (int64_t i = 0; i < n; i++) to[i] = f32_to_bf16(from[i]); }
void all_f32_to_fp16(const float *from, uint16_t *to, int64_t n)
{ for (int64_t i = 0; i < n; i++) to[i] = (uint16_t)f32_to_fp16(from[i]); }
void all_bf16_to_f32(const uint16_t *from, float *to, int64_t n)
{ for (int64_t i = 0; i < n; i++) to[i] = bf16_to_f32(from[i]); }
void all_fp16_to_f32(const uint16_t *from, float *to, int64_t n)
{ for (int64_t i = 0; i < n; i++) to[i] = fp16_to_f32(from[i]); }
"""


@cache
def library() -> ctypes.CDLL:
    """Every C file of the platform after the prelude, as one shared library."""
    return routines.compiled([c_prelude(), *(p.read_text() for p in _SOURCES), _ENTRIES])


def convert(name: str, values: Array, dtype: type[np.generic]) -> Array:
    """Apply an inline C conversion to every element of a contiguous array."""
    result = np.empty(values.shape, dtype=dtype)
    pointers = [ctypes.c_void_p(values.ctypes.data), ctypes.c_void_p(result.ctypes.data)]
    library()[f"all_{name}"](*pointers, ctypes.c_int64(values.size))
    return result


def call(routine: Routine[..., R], *arguments: Array | int) -> R:
    """Run the C function of a routine on arrays (mutated in place) and ints."""
    return routines.call(library(), routine, *arguments)


def agree(routine: Routine[..., R], *arguments: Array | int) -> R:
    """Run oracle and C on copies of the same arguments; assert equal results, bit by bit."""
    return routines.agree(library(), routine, *arguments)


BF16_SPECIALS = [
    0x0000, 0x8000, 0x0001, 0x8001, 0x007F, 0x0080, 0x3F80, 0xBF80, 0x7F7F, 0xFF7F, 0x7F80,
    0xFF80, 0x7FC0, 0xFFC0, 0x7F81, 0xFFFF, 0x4049, 0x42B1, 0xC2B1, 0x3F81,
]  # fmt: skip
FP16_SPECIALS = [
    0x0000, 0x8000, 0x0001, 0x8001, 0x03FF, 0x0400, 0x3C00, 0xBC00, 0x7BFF, 0xFBFF, 0x7C00,
    0xFC00, 0x7E00, 0xFE00, 0x7C01, 0xFFFF, 0x3555, 0x3C01,
]  # fmt: skip


def bf16_rows(seed: int, count: int, special: float = 0.1) -> Bits16:
    """bf16 patterns: mostly moderate numbers, a share of special ones, some of any pattern."""
    random = np.random.default_rng(seed)
    numbers = random.normal(scale=4.0, size=count).astype(np.float32)
    bits = formats.f32_to_bf16(numbers)
    odd = random.random(count)
    bits = np.where(odd < special, random.choice(BF16_SPECIALS, count), bits)
    anything = random.integers(0, 65_536, count)
    return np.where((odd > special) & (odd < 2 * special), anything, bits).astype(np.uint16)
