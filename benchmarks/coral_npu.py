"""How fast the Coral NPU is simulated, beside qemu-riscv32 on the same program.

A kernel of some 20,000 cycles is over before a clock can tell, so it is run many times in one
program.
"""

from __future__ import annotations

import re
import statistics
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.figure import Figure, cpu
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, load_cell
from kernelcraft.grading.input_set import input_set
from kernelcraft.isa.image import Image, Segment
from kernelcraft.isa.program import Program
from kernelcraft.platforms.coral_npu.machine.configuration import EXTERNAL
from kernelcraft.platforms.coral_npu.machine.platform import PLATFORM
from kernelcraft.platforms.coral_npu.machine.state import span
from kernelcraft.sim.run import Limits
from kernelcraft.sim.state import State
from tests.judges import qemu

CELL = "coral_npu/gemv/C5"  # 256 x 64 int8
CYCLES = 20_000_000  # of one measured run
ROUNDS = 5
AGAIN = """
    .text
    .globl _start
_start:
    la a0, kept
    sw sp, 0(a0)
next_run:
    la a0, kept
    lw sp, 0(a0)
    lw a1, 4(a0)
    addi a1, a1, 1
    sw a1, 4(a0)
    li a2, {times}
    bltu a2, a1, finished
    j one_run
finished:
{end}
    .data
    .balign 4
kept:
    .word 0, 0    # sp, runs so far
    .text
"""
CORAL_END = "    mpause"
SCALAR = """
_start:
    li t0, {start}
    li t1, {start} + 4096
    li t2, 0
dot:
    lb a3, 0(t0)
    lb a4, 64(t0)
    mul a5, a3, a4
    add t2, t2, a5
    addi t0, t0, 1
    bltu t0, t1, dot
    mpause
"""
LINUX_END = """
    li a7, 93          # exit(0)
    li a0, 0
    ecall
    mpause             # never reached: the assembler wants one
"""


@dataclass(frozen=True)
class Looped:
    """A kernel run `times` times, for our machine and for Linux; figures of our run."""

    program: Program
    linux: Image
    staged: State
    cycles: int
    instructions: int


def repeated(kernel: str, times: int, end: str) -> str:
    """A kernel's text run `times` times; its stack pointer is set back every time."""
    body = re.sub(r"^_start:", "one_run:", kernel, flags=re.MULTILINE)
    body = re.sub(r"^\s*\.globa?l\s+_start\b.*$", "", body, flags=re.MULTILINE)
    return AGAIN.format(times=times, end=end) + body.replace("mpause", "j next_run")


def looped(cell: Cell, kernel: str) -> Looped:
    """A kernel for some CYCLES cycles; Linux finds the inputs where the core does."""
    staged = input_set(cell, "normal", 5, poison=False).staged
    once = PLATFORM.run(PLATFORM.assemble(kernel), staged.copy(), Limits())
    times = max(1, CYCLES // once.cycles)
    program = PLATFORM.assemble(repeated(kernel, times, CORAL_END))
    run = PLATFORM.run(program, staged.copy(), Limits())
    assert run.fault is None
    output = cell.memory_map.output.region
    tensors = staged["memory"][span(PLATFORM.configuration, EXTERNAL, output.end - EXTERNAL)]
    image = PLATFORM.assemble(repeated(kernel, times, LINUX_END)).image
    assert image is not None  # every program of this platform is one
    data = Segment(EXTERNAL, tensors.tobytes(), len(tensors), executable=False)
    linux = Image((*image.segments, data), image.entry, {})
    return Looped(program, linux, staged, run.cycles, run.instructions)


def on_qemu(image: Image) -> None:
    """One run of a program that ends by itself."""
    with tempfile.TemporaryDirectory() as folder:
        code, _ = qemu.run(image, Path(folder), seconds=120)
    assert code == 0


def ours(program: Program, staged: State, runs: int) -> float:
    """CPU seconds of a run, loading included."""
    states = [staged.copy() for _ in range(runs)]
    return cpu(lambda: [PLATFORM.run(program, state, Limits()) for state in states]) / runs


def speed(what: str, kernel: str, promise: str = "") -> list[Figure]:
    """Cycles and instructions a second of a kernel, and qemu's instructions in turn with ours."""
    loop, once = looped(load_cell(CELL), kernel), PLATFORM.assemble(kernel)
    cycles = PLATFORM.run(once, loop.staged.copy(), Limits()).cycles
    many, single, theirs = [], [], []
    for _ in range(ROUNDS):
        many.append(ours(loop.program, loop.staged, 1))
        single.append(ours(once, loop.staged, 20))
        if qemu.present(32):
            theirs.append(cpu(partial(on_qemu, loop.linux)))
    rate, alone = loop.cycles / statistics.median(many), cycles / statistics.median(single)
    instructions = loop.instructions / statistics.median(many)
    figures = [
        Figure(f"Coral NPU, {what}", rate / 1e6, "M cycles/s", promise),
        Figure(f"  in runs of {cycles:,} cycles, each loaded", alone / 1e6, "M cycles/s", ""),
        Figure("  the first again", instructions / 1e6, "M instr/s", ""),
    ]
    if not theirs:
        return figures
    rival = loop.instructions / statistics.median(theirs)
    return [
        *figures,
        Figure("  qemu-riscv32, which counts no cycles", rival / 1e6, "M instr/s", ""),
        Figure("  ours / qemu", instructions / rival, "x", ""),
    ]


def coral_npu() -> list[Figure]:
    """The compiler's kernel, the expert's, and scalar code."""
    cell = load_cell(CELL)
    expert = kernels.expert(cell)
    assert expert is not None
    return [
        *speed("int8 GEMV of clang", kernels.baseline(cell), ">= 100"),
        *speed("int8 GEMV of the expert", expert, ">= 100"),
        *speed("a scalar int8 loop", SCALAR.format(start=EXTERNAL)),
    ]
