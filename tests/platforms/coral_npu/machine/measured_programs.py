"""Whole programs of which the RTL's cycles are known: compiled kernels, random programs, cells.

`kernels/` has what clang makes of kernels.c, and random programs; timed_programs.py draws others by
seed. Nothing was tuned on those called fresh, which were drawn when the model was finished.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from kernelcraft.cells.cell import load_cell
from kernelcraft.cells.kernels import baseline
from kernelcraft.grading.inputs import draw
from kernelcraft.platforms.coral_npu.machine.configuration import CoralConfiguration
from kernelcraft.sim.run import Limits
from tests.platforms.coral_npu.machine.rtl import RTL
from tests.platforms.coral_npu.machine.table import run
from tests.platforms.coral_npu.machine.timed_programs import program

KERNELS = Path(__file__).parent / "kernels"
IDEAL = CoralConfiguration(axi_read_latency=1, errata=0)
USUAL = CoralConfiguration(errata=0)
UNBUFFERED = replace(IDEAL, retirement_buffer=0)
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


def cycles(text: str, machine: CoralConfiguration) -> int:
    """Of a program that ends by itself."""
    after = run(text, machine=machine, limits=Limits(), end="")
    assert after.fault == ""
    return after.run.cycles


def random_text(name: str) -> str:
    """One of the random programs that are kept as files."""
    return (KERNELS / "random" / f"{name}.s").read_text()


def on_inputs(name: str) -> int:
    """Cycles of a cell's baseline, called with sp set, on its normal inputs of seed 1."""
    cell = load_cell(name)
    text = baseline(cell).replace("_start:", "kernel_begins:").replace("\t.globl\t_start\n", "")
    begin = "_start:\n lui sp, 24\n j kernel_begins\n .balign 16\n"
    label = "" if "kernel_begins:" in text else "kernel_begins:\n"
    program = cell.platform.assemble(f"{begin}{label}{text}")
    state = cell.platform.stage(cell.memory_map, draw(cell.task, cell.dims, "normal", 1), None)
    found = cell.platform.run(program, state, Limits())
    assert found.fault is None
    return found.cycles


@dataclass(frozen=True)
class Set:
    """Programs of one kind: what the RTL takes and what we take, by name."""

    title: str
    rtl: Mapping[str, int]
    ours: Mapping[str, int]

    @property
    def deviations(self) -> dict[str, float]:
        """Of every program that does not take exactly as long, in parts of the RTL's cycles."""
        found = {name: self.ours[name] / cycles - 1 for name, cycles in self.rtl.items()}
        return {name: each for name, each in found.items() if each}

    def within(self, part: float) -> int:
        """How many programs deviate by so much at most."""
        return len(self.rtl) - sum(abs(each) > part for each in self.deviations.values())


@cache
def sets() -> tuple[Set, ...]:
    """All that was measured; this runs every program."""
    compiled_here = {name: compiled(name) for name in RTL.kernels}
    seeds = {str(seed): number for seed, number in RTL.programs.items()}
    fresh = {str(seed): number for seed, number in RTL.fresh.items()}
    return (
        Set(
            "kernels.c by clang, ideal memory",
            RTL.kernels,
            {name: cycles(text, IDEAL) for name, text in compiled_here.items()},
        ),
        Set(
            "baselines of the 75 cells",
            RTL.baselines,
            {name: on_inputs(name) for name in RTL.baselines},
        ),
        Set(
            "programs of timed_programs.py",
            seeds,
            {name: cycles(program(int(name)), USUAL) for name in seeds},
        ),
        Set(
            "fresh: more of timed_programs.py",
            fresh,
            {name: cycles(program(int(name)), USUAL) for name in fresh},
        ),
        Set(
            "random programs of `kernels/random`",
            RTL.random,
            {name: cycles(random_text(name), USUAL) for name in RTL.random},
        ),
    )


@cache
def unbuffered() -> tuple[Set, ...]:
    """The same on the machine without a retirement buffer."""
    seeds = {str(seed): number for seed, number in RTL.programs_unbuffered.items()}
    return (
        Set(
            "kernels.c by clang, no retirement buffer",
            RTL.kernels_unbuffered,
            {name: cycles(compiled(name), UNBUFFERED) for name in RTL.kernels_unbuffered},
        ),
        Set(
            "programs of timed_programs.py, no retirement buffer",
            seeds,
            {name: cycles(program(int(name)), UNBUFFERED) for name in seeds},
        ),
    )


REFERENCE: Final = {  # the reference's own kernels of the same work; their texts are not known
    "gemv_scalar": 49819,
    "gemv_vector": 9693,
    "gemv_intrinsics": 2601,
    "dot_scalar": 793,
    "dot_vector": 165,
    "add_scalar": 3359,
    "add_vector": 862,
    "add_m8": 747,
    "add_m1": 1099,
    "saxpy_scalar": 3359,
}
REFERENCE_UNBUFFERED: Final = {
    "gemv_scalar": 49818,
    "gemv_vector": 7392,
    "gemv_intrinsics": 2600,
    "dot_scalar": 792,
    "dot_vector": 127,
    "add_vector": 861,
    "relu_vector": 572,
}
