"""The AIE2 core bundle by bundle: what was published of the silicon, and what the rules give."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from tests.platforms.amd_npu.machine.core import ENDING, finished, granule, run, scalar

ONES_BF16 = struct.pack("<H", 0x3F80) * 16
ONES_INT8 = bytes([1]) * 32
BF16, INT8 = 28, 776  # configurations: 4x8 by 8x4 products
FULL = "nopa ; nopb ; nops ; nopx ; nopm ; nopv"
A, B, C = 0x74000, 0x78000, 0x7C000  # three logical banks of the core's own memory


def survivors(mac: str, config: int, ones: bytes, distance: int) -> int:
    """Of eight dependent MACs on one accumulator, the products that are in the sum."""
    text = ("\nnop" * (distance - 1) + "\n").join([mac] * 8) + "\nnop" * 6
    granules = dict.fromkeys(("wl0", "wh0", "wl1", "wh1"), ones)
    state = run(text, {"r0": config}, granules=granules).state
    low = granule(state, "amll0")
    first = low.view(np.float32 if config == BF16 else np.int32)[0]
    return int(first) // 8  # each product of ones is a sum of eight


@pytest.mark.parametrize(("distance", "expected"), list(enumerate((2, 4, 4, 8, 8, 8), start=1)))
def test_dependent_bf16_macs(distance: int, expected: int) -> None:
    mac = "vmac.f bml0, bml0, x0, x1, r0"
    assert survivors(mac, BF16, ONES_BF16, distance) == expected


@pytest.mark.parametrize(("distance", "expected"), list(enumerate((4, 8, 8, 8), start=1)))
def test_dependent_int8_macs(distance: int, expected: int) -> None:
    mac = "vmac cm0, cm0, x0, x1, r0"
    assert survivors(mac, INT8, ONES_INT8, distance) == expected


def loop(bundles: int, trips: int) -> str:
    """A hardware loop whose body counts r1 up in its first bundle."""
    body = ["nopa ; nopb ; nops ; add r1, r1, #1 ; nopm ; nopv", *[FULL] * (bundles - 1)]
    body[-1] = f".Le: {body[-1]}"
    body[0] = f".Ls: {body[0]}"
    set_up = ["movxm ls, #.Ls", "movxm le, #.Le", f"movxm lc, #{trips}", *[FULL] * 8]
    return "\n".join([*set_up, ".p2align 4", *body])


@pytest.mark.parametrize("bundles", [9, 2])
def test_a_loop_takes_as_many_cycles_as_bundles(bundles: int) -> None:
    one, many = (finished(loop(bundles, trips), {"r1": 0}) for trips in (1, 101))
    assert many.cycles - one.cycles == 100 * bundles
    assert scalar(many.state, "r1") == 101
    assert scalar(many.state, "lc") == 0


STALLS = [
    ("vlda wl0, [p0, #0] ; vldb wl1, [p0, #32]", 1),  # one logical bank
    ("vlda wl0, [p0, #0] ; vldb wl1, [p1, #0]", 0),
    ("vlda wl0, [p0, #0] ; vst wl1, [p0, #32]", 1),
    ("vlda wl0, [p0, #0] ; vst wl1, [p1, #0]", 0),
    ("vlda wl0, [p0, #0] ; vldb wl1, [p1, #0] ; vst wl1, [p2, #0]", 0),
    ("vlda wl0, [p0, #0] ; vldb wl1, [p1, #0] ; vst wl1, [p1, #32]", 1),
    ("lda r1, [p0, #0] ; st r2, [p0, #4]", 1),  # one physical bank: address bit 4
    ("lda r1, [p0, #0] ; st r2, [p0, #16]", 0),
    ("lda r1, [p0, #0] ; vst wl0, [p0, #32]", 1),  # 256 bits take both
    ("vlda wl0, [p0, #0]\nvldb wl1, [p0, #32]", 0),  # different cycles
]


@pytest.mark.parametrize(("text", "stalls"), STALLS)
def test_two_accesses_to_a_bank_cost_a_cycle(text: str, stalls: int) -> None:
    found = finished(text + "\nnop" * 8, {"p0": A, "p1": B, "p2": C})
    assert found.cycles == found.instructions + stalls
    assert found.profile.by_reason()["bank"] == stalls


def test_three_accesses_to_a_bank_are_unknown() -> None:
    text = "vlda wl0, [p0, #0] ; vldb wl1, [p0, #32] ; vst wl2, [p0, #64]"
    assert "three accesses collide in a memory bank in one cycle" in str(run(text, {"p0": A}).fault)


def test_neighbours_have_banks_of_their_own() -> None:
    found = finished("vlda wl0, [p0, #0] ; vldb wl1, [p1, #0]", {"p0": 0x40000, "p1": 0x70000})
    assert found.profile.by_reason()["bank"] == 0


def test_a_load_is_read_seven_bundles_later() -> None:
    for idle, expected in ((5, 0), (6, 44)):
        text = "lda r1, [p0, #0]" + "\nnop" * idle + "\nadd r2, r1, #0"
        found = finished(text, {"p0": A, "r1": 0}, memory={A: bytes([44, 0, 0, 0])})
        assert scalar(found.state, "r2") == expected


def test_five_bundles_follow_a_branch_and_a_load_in_its_shadow_arrives() -> None:
    text = "j #.Lout" + "\nadd r1, r1, #1" * 7 + "\n.Lout: nop"
    assert scalar(finished(text, {"r1": 0}).state, "r1") == 5
    text = "jz r1, #.Lout" + "\nadd r2, r2, #1" * 7 + "\n.Lout: nop"
    assert scalar(finished(text, {"r1": 1, "r2": 0}).state, "r2") == 7


def test_a_kernel_ends_behind_its_delay_slots() -> None:
    found = finished("nop")
    assert (found.cycles, found.instructions) == (1 + ENDING, 1 + ENDING)
    assert found.profile.by_reason() == {
        "issue": 1,
        "idle": 6,
        "bank": 0,
        "dma": 0,
        "lock": 0,
        "drain": 0,
    }
