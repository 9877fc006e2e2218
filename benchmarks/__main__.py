"""How fast the simulator, the assembler and the verdicts are: `make bench`.

Every figure is a median of CPU seconds on this machine, which is named with its load; only verdicts
with a second run, which need a second process, are wall time. Beside the native machine stands the
reference machine as a ratio, because both run the same bodies.
"""

from __future__ import annotations

import os
import platform as host
import statistics
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks.amd_npu import amd_npu
from benchmarks.boom import boom
from benchmarks.coral_npu import coral_npu
from benchmarks.figure import Figure, seconds
from benchmarks.rates import rates
from kernelcraft import tasks
from kernelcraft.cells import kernels
from kernelcraft.cells.cell import Cell, find_cells, load_cell, make_cell
from kernelcraft.cells.protocol import FloatArray
from kernelcraft.grading.evaluation import evaluate
from kernelcraft.grading.job import Grade
from kernelcraft.grading.verification import grade
from kernelcraft.grading.workers import Workers
from kernelcraft.platforms.plena.machine.platform import PLATFORM
from kernelcraft.records.verdict import Verdict
from kernelcraft.sim.run import Limits

VECTOR_MIX = """
S_ADDI_INT gp1, gp0, 64
S_ADDI_INT gp2, gp0, 128
C_LOOP_START gp3, 200000
V_ADD_VV gp1, gp1, gp2
V_MUL_VV gp4, gp1, gp2
V_EXP_V gp4, gp4
V_ADD_VF gp4, gp4, f1
V_RECI_V gp4, gp4
V_RED_MAX f2, gp4
S_ADDI_INT gp5, gp5, 64
C_LOOP_END gp3
"""


def simulator() -> list[Figure]:
    """Dynamic instructions a second on a vector mix, native and reference."""
    cell = load_cell("plena/silu/C1")
    program = PLATFORM.assemble(VECTOR_MIX)

    def run(budget: int, *, reference: bool) -> Callable[[], object]:
        def work() -> object:
            state = PLATFORM.stage(cell.memory_map, zeros(cell), None)
            return PLATFORM.run(program, state, Limits(budget), reference=reference)

        return work

    native = 1_600_002 / seconds(run(1_600_002, reference=False))
    reference = 20_000 / seconds(run(20_000, reference=True), rounds=3)
    return [
        Figure("native, vector mix with timing and profile", native / 1e6, "M instr/s", ">= 10"),
        Figure("reference machine, same program", reference / 1e6, "M instr/s", ""),
        Figure("native / reference", native / reference, "x", ""),
    ]


def zeros(cell: Cell) -> dict[str, FloatArray]:
    """Inputs of a cell, all zero: the machine's speed does not depend on values."""
    return {tensor.name: np.zeros(tensor.shape) for tensor in cell.inputs}


def template_gemm() -> list[Figure]:
    """The 64x64x64 template GEMM: simulation alone, and with assembly."""
    dims = {"M": 64, "K": 64, "N": 64}
    cell = make_cell(PLATFORM, tasks.load("gemm"), "64x64x64", dims)
    text = kernels.baseline(cell)
    program = PLATFORM.assemble(text)
    states = [PLATFORM.stage(cell.memory_map, zeros(cell), None) for _ in range(6)]  # one a round
    result = PLATFORM.run(program, states[0].copy(), Limits())

    def simulate() -> object:
        return PLATFORM.run(program, states.pop(), Limits())

    alone = seconds(simulate)
    staged = PLATFORM.stage(cell.memory_map, zeros(cell), None)
    both = seconds(lambda: PLATFORM.run(PLATFORM.assemble(text), staged.copy(), Limits()))
    what = f"GEMM 64x64x64 template, {result.cycles:,} cycles"
    return [
        Figure(what, alone * 1e3, "ms", "< 5; the official emulator takes 280"),
        Figure("  with assembly", both * 1e3, "ms", "< 30"),
    ]


def assembler() -> list[Figure]:
    """Lines a second on the longest baseline text and on a text without repeated lines."""
    repeated = max((kernels.baseline(cell) for cell in find_cells(config="C3")), key=len)
    distinct = "".join(f"S_ADDI_INT gp{i % 15 + 1}, gp0, {i}\n" for i in range(100_000))
    figures = []
    for what, text in (("longest C3 baseline", repeated), ("100,000 distinct lines", distinct)):
        rate = text.count("\n") / seconds(partial(PLATFORM.assemble, text))
        figures.append(Figure(f"assembler, {what}", rate / 1e3, "k lines/s", ">= 100"))
    return figures


def verdicts(platform: str) -> list[Figure]:
    """Strict verdicts of the level-1 C3 baselines, without and with the second run."""
    cells = find_cells(platform=platform, level=1, config="C3")
    texts = {cell.name: kernels.baseline(cell) for cell in cells}
    without = [
        seconds(partial(grade, cell, texts[cell.name], seed=7, second_run=False), 3)
        for cell in cells
    ]
    both = []
    with Workers(1) as workers:
        for cell in cells:
            job = Grade(cell.name, texts[cell.name], "strict", 7)
            answer(workers, job)  # warm
            start = time.perf_counter()
            answer(workers, job)
            both.append(time.perf_counter() - start)
    middle = statistics.median(without) * 1e3
    return [
        Figure(f"strict verdict, {platform} C3, median of {len(cells)}", middle, "ms", "< 150"),
        Figure("  slowest", max(without) * 1e3, "ms", ""),
        Figure("  with second run, median, wall", 1e3 * statistics.median(both), "ms", "< 1500"),
    ]


def answer(workers: Workers, job: Grade) -> Verdict:
    """The verdict of a worker."""
    return workers.submit(job).result()


def attempts() -> list[Figure]:
    """Attempts a second on SiLU C3: a new text each time, assembled, run, compared."""
    cell = load_cell("plena/silu/C3")
    text = kernels.baseline(cell)
    count = 100

    def work() -> None:
        for number in range(count):
            evaluate(cell, f"{text}; {number}\n")

    return [Figure("attempts on SiLU C3", count / seconds(work, 3), "attempts/s", ">= 50")]


def main() -> None:
    """Print every figure."""
    load = f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    print(f"{host.machine()} {host.system()}, Python {host.python_version()}, medians, {load}")
    parts: tuple[Callable[[], list[Figure]], ...] = (
        *(simulator, template_gemm, assembler, attempts, partial(verdicts, "plena")),
        *(coral_npu, partial(verdicts, "coral_npu"), amd_npu, boom, rates),
    )
    for part in parts:
        for figure in part():
            print(figure, flush=True)


if __name__ == "__main__":
    main()
