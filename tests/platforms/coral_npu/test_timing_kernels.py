"""Whole programs take as many cycles as on the RTL of the core.

`kernels/` has what clang makes of kernels.c, and random programs nobody tuned on; beside each name
are the cycles from its first dispatch to the halt, on the public RTL under Verilator 5.48.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from kernelcraft.platforms.coral_npu.configuration import CoralConfiguration
from kernelcraft.sim.run import Limits
from tests.platforms.coral_npu.table import run

KERNELS = Path(__file__).parent / "kernels"
IDEAL = CoralConfiguration(axi_read_latency=1, errata=0)
USUAL = CoralConfiguration(errata=0)
CYCLES: dict[str, int] = {
    "add_m1": 1171,
    "add_m8": 755,
    "add_scalar": 3345,
    "add_vector": 858,
    "convolution_scalar": 128188,
    "convolution_vector": 40259,
    "dot_scalar": 787,
    "dot_vector": 163,
    "gemv_intrinsics": 2596,
    "gemv_scalar": 49811,
    "gemv_vector": 9685,
    "matmul_scalar": 36177,
    "matmul_vector": 8546,
    "relu_scalar": 8210,
    "relu_vector": 571,
    "saxpy_scalar": 3347,
    "softmax_scalar": 4135,
    "softmax_vector": 3322,
    "sort_scalar": 5225,
    "square_root_scalar": 14142,
}
ARGUMENTS = {
    "saxpy": "li a0, 0x40000000\n la a1, data\n la a2, data + 2048",
    "softmax": "la a0, data\n la a1, data + 1024\n la a2, data + 2048",
    "square": "la a0, data",
    "sort": "la a0, data",
}
THREE = "la a0, data\n la a1, data + 4096\n la a2, data + 5120"


def compiled(name: str) -> str:
    """A program that calls a compiled kernel on 7 KiB of numbers in DTCM."""
    kind = name.partition("_")[0]
    random = Random(3)
    bits = 31 if kind in ("square", "sort") else 32
    words = "\n".join(f" .word {random.getrandbits(bits)}" for _ in range(1800))
    start = f"_start:\n li sp, 0x18000\n {ARGUMENTS.get(kind, THREE)}\n call kernel\n mpause\n"
    text = (KERNELS / f"{name}.s").read_text()
    return f"{start}{text}\n .data\n .balign 64\ndata:\n{words}"


def test_every_kernel_is_measured() -> None:
    assert {path.stem for path in KERNELS.glob("*.s")} == {*CYCLES}


@pytest.mark.parametrize("name", CYCLES)
def test_compiled(name: str) -> None:
    after = run(compiled(name), machine=IDEAL, limits=Limits(), end="")
    assert (after.fault, after.run.cycles) == ("", CYCLES[name])


RANDOM: dict[str, int] = {
    "scalar_1": 141,
    "scalar_2": 115,
    "scalar_3": 120,
    "scalar_4": 41,
    "scalar_5": 112,
    "scalar_6": 84,
    "scalar_7": 72,
    "dtcm_1": 115,
    "dtcm_2": 39,
    "dtcm_3": 50,
    "dtcm_4": 79,
    "dtcm_5": 32,
    "dtcm_6": 231,
    "dtcm_7": 149,
    "external_1": 58,
    "external_2": 573,
    "external_3": 277,
    "external_4": 97,
    "external_5": 192,
    "external_6": 421,
    "external_7": 114,
    "wide_1": 123,
    "wide_2": 159,
    "wide_3": 442,
    "wide_4": 473,
    "wide_5": 172,
    "wide_6": 86,
    "wide_7": 149,
}


@pytest.mark.parametrize("name", RANDOM)
def test_random(name: str) -> None:
    text = (KERNELS / "random" / f"{name}.s").read_text()
    after = run(text, machine=USUAL, limits=Limits(), end="")
    assert after.fault == ""
    assert after.run.cycles == pytest.approx(RANDOM[name], rel=0.01)


def test_most_random_programs_take_exactly_as_long() -> None:
    found = [
        run((KERNELS / "random" / f"{name}.s").read_text(), machine=USUAL, end="")
        for name in RANDOM
    ]
    exact = sum(
        after.run.cycles == cycles for after, cycles in zip(found, RANDOM.values(), strict=True)
    )
    assert exact >= 0.9 * len(RANDOM)
