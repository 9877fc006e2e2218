"""Loops come as fast as the machine lets them, measured on the core."""

from __future__ import annotations

import numpy as np

from kernelcraft.platforms.amd_npu.kernels.schedule import (
    Memory,
    Writer,
    core_writer,
)
from kernelcraft.platforms.amd_npu.machine.registers import NUMBER
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START
from tests.platforms.amd_npu.kernels.test_schedule_on_machine import BANK1, BANK2, BANK3, begun, run

ENDING = 6  # cycles of the return
# Two rows of tiles of A times two columns of tiles of B: 4 x 128 products and 8 loads an iteration.
GEMM = """
vlda %a0.l, [p0], #32
vlda %a0.h, [p0], #32
vlda %a1.l, [p1], #32
vlda %a1.h, [p1], #32
vldb %b0.l, [p2], #32
vldb %b0.h, [p2], #32
vldb %b1.l, [p3], #32
vldb %b1.h, [p3], #32
vmac.f bml0, bml0, %a0, %b0, r0
vmac.f bml1, bml1, %a0, %b1, r0
vmac.f bml2, bml2, %a1, %b0, r0
vmac.f bml3, bml3, %a1, %b1, r0
"""
TILES = dict.fromkeys(("a0", "a1", "b0", "b1"), "x")


def writer(**banks: str) -> Writer:
    """For pointers that never reach the same memory."""
    return core_writer(Memory(apart=tuple(banks), banks=banks))


def test_a_chain_of_accumulations_takes_its_latency() -> None:
    made = writer()
    loop = made.loop("vmac.f bml0, bml0, x0, x1, r12\n" * 16, 10)
    assert loop.interval == 16 * 4  # vmac.f to vmac.f on one accumulator: 4 bundles


def test_sixteen_accumulators_take_a_bundle_each() -> None:
    macs = [f"vmac.f bm{half}{i}, bm{half}{i}, x0, x1, r12" for i in range(8) for half in "lh"]
    made = writer()
    assert made.loop("\n".join(macs), 10).interval == 16


def test_the_inner_loop_of_a_matrix_product_does_128_products_a_cycle() -> None:
    iterations = 64
    made = writer(p0="1", p1="1", p2="2", p3="2")
    loop = made.loop(GEMM, iterations, TILES)
    assert loop.interval == 4
    state = begun()
    pointers = {
        "p0": BANK1,
        "p1": BANK1 + 64 * iterations,
        "p2": BANK2,
        "p3": BANK2 + 64 * iterations,
    }
    for name, value in {**pointers, "r0": 28}.items():
        state["scalars"][NUMBER[name]] = value
    state["granules"][:] = 0
    tiles = {name: tiles_at(state["memory"], at, iterations) for name, at in pointers.items()}
    found = run(made.text(), state)
    a0, a1 = (tiles[name].reshape(iterations, 4, 8) for name in ("p0", "p1"))
    b0, b1 = (tiles[name].reshape(iterations, 8, 4) for name in ("p2", "p3"))
    lanes = found.state["granules"].reshape(-1, 32)[24:].reshape(-1).view(np.float32)
    for index, (a, b) in enumerate(((a0, b0), (a0, b1), (a1, b0), (a1, b1))):
        got = lanes[32 * index : 32 * index + 16].reshape(4, 4)  # bml<index>
        assert (got == np.einsum("rik,rkj->ij", a, b)).all()
    fill = found.cycles - 4 * iterations - ENDING
    assert 0 <= fill <= 24  # before the first and after the last product


def tiles_at(
    memory: np.ndarray[tuple[int], np.dtype[np.generic]], address: int, iterations: int
) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    """The bf16 numbers there, as float32."""
    first = address - MEMORY_START
    halves = memory[first : first + 64 * iterations].view(np.uint16).astype(np.uint32)
    return (halves << 16).view(np.float32)


def test_three_streams_in_three_banks_do_not_stall() -> None:
    copy = "vlda %a, [p0], #32\nvldb %b, [p1], #32\nvst %a, [p2], #32"
    made = writer(p0="1", p1="2", p2="3")
    loop = made.loop(copy, 40, {"a": "w", "b": "w"})
    assert loop.interval == 1
    state = begun()
    for name, value in {"p0": BANK1, "p1": BANK2, "p2": BANK3}.items():
        state["scalars"][NUMBER[name]] = value
    assert run(made.text(), state).cycles - 40 - ENDING <= 14


def test_a_look_up_takes_both_load_units() -> None:
    made = writer(p0="1", tables="0")
    made.straight("vldb.4x16.lo wl1, wl0\nvlda wl2, [p0], #32\nvldb.4x16.hi wl3, wl0")
    slots = [each.slots for each in made.code.laid_out()]
    assert [len(each) for each in slots[:4]] == [1, 1, 1, 0]


def test_locks_stand_around_what_they_guard() -> None:
    made = writer(p0="1", p1="2")
    made.straight("vst wl1, [p1], #32\nrel #1, r1\nacq #2, r1\nvlda wl0, [p0], #32")
    slots = [" ".join(each.slots.values()) for each in made.code.laid_out()]
    times = [next(n for n, text in enumerate(slots) if mark in text) for mark in ("vst", "rel")]
    assert times == [0, 5]  # the store reaches memory at stage 5
    assert slots[6] == "acq #2, r1"
    assert "vlda" in slots[7]
