"""Element-wise bf16 loops reach the interval that slots and ports allow, with right results."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from kernelcraft.platforms.amd_npu.kernels.schedule import (
    Memory,
    core_writer,
)
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START
from tests.platforms.amd_npu.kernels.test_schedule_on_machine import BANK1, BANK2, BANK3, begun, run

Floats = npt.NDArray[np.float32]
ITERATIONS, ENDING = 50, 6
NUMBERS = np.array([-7, -3, -1, 2, 5, 8], np.float32)
# Of two inputs in banks 1 and 2 into bank 3. There already: wh0 = 0, x11 = 1, r12 = 60, r14 = 28.
# In the first sum two results an iteration reach the accumulators by the port CM_WM; in the second
# the multiplier adds its two halves.
PRODUCT = """
vlda wl0, [p0], #32
vldb wl1, [p1], #32
vmul.f %p, x0, x1, r12
vst.conv.bf16.fp32 %p, [p2], #32
"""
SUM = """
vlda.conv.fp32.bf16 %a, [p0], #32
vldb %b, [p1], #32
vconv.fp32.bf16 %c, %b
vadd.f %s, %a, %c, r14
vst.conv.bf16.fp32 %s, [p2], #32
"""
HALVES = """
vlda %a.l, [p0], #32
vldb %a.h, [p1], #32
vmul.f %s, %a, x11, r12
vst.conv.bf16.fp32 %s, [p2], #32
"""
LARGER = """
vlda %a.l, [p0], #32
vlda %a.h, [p0], #32
vldb %b.l, [p1], #32
vldb %b.h, [p1], #32
vmax_lt.bf16 %m, r16, %a, %b
vst %m.l, [p2], #32
vst %m.h, [p2], #32
"""
RELU = """
vlda %a.l, [p0], #32
vldb %a.h, [p1], #32
vmax_lt.bf16 %m, r16, %a, x11
vst %m.l, [p2], #32
vst %m.h, [p2], #32
"""
CASES = {
    "product": (PRODUCT, {"p": "bm"}, 1, 16),
    "sum": (SUM, {"a": "bm", "b": "wl", "c": "bm", "s": "bm"}, 2, 16),
    "sum of halves": (HALVES, {"a": "x", "s": "bm"}, 1, 16),
    "larger": (LARGER, {"a": "x", "b": "x", "m": "x"}, 2, 32),
}
BANKS = {"p0": "1", "p1": "2", "p2": "3"}
MEANING = {"product": np.multiply, "sum": np.add, "sum of halves": np.add, "larger": np.maximum}


def bf16(values: Floats) -> npt.NDArray[np.uint8]:
    """The upper halves; the values must be bf16 numbers."""
    return (values.view(np.uint32) >> 16).astype(np.uint16).view(np.uint8)


@pytest.mark.parametrize("name", CASES)
def test_element_wise(name: str) -> None:
    text, kinds, interval, lanes = CASES[name]
    made = core_writer(Memory(apart=tuple(BANKS), banks=BANKS), ["wh0", "wh1", "wl11", "wh11"])
    loop = made.loop(text, ITERATIONS, kinds)
    assert loop.interval == interval
    state = begun()
    state["granules"][:] = 0
    state["granules"].reshape(-1, 32)[22:24] = bf16(np.ones(16, np.float32))
    for register, value in {"p0": BANK1, "p1": BANK2, "p2": BANK3}.items():
        state["scalars"][NUMBER[register]] = value
    rng = np.random.default_rng(1)
    a, b = (rng.choice(NUMBERS, lanes * ITERATIONS) for _ in range(2))
    for address, values in ((BANK1, a), (BANK2, b)):
        first = address - MEMORY_START
        state["memory"][first : first + 2 * len(values)] = bf16(values)
    found = run(made.text(), state)
    first = BANK3 - MEMORY_START
    expected: Floats = MEANING[name](a, b).astype(np.float32)
    assert (found.state["memory"][first : first + 2 * len(expected)] == bf16(expected)).all()
    assert found.cycles <= interval * ITERATIONS + 24 + ENDING


def test_relu_is_bound_by_the_store_port() -> None:
    banks = {"p0": "1", "p1": "1", "p2": "3"}
    made = core_writer(Memory(apart=tuple(banks), banks=banks), ["wl11", "wh11"])
    assert made.loop(RELU, ITERATIONS, {"a": "x", "m": "x"}).interval == 2
