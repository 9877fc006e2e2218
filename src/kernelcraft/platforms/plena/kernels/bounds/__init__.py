"""Cycles that no PLENA kernel of a cell can beat, as a sum over kinds of work.

The machine is strictly sequential, so the least cost of one kind of work adds to that of every
other. Each function here gives one kind, with the reason in its docstring; a task is the sum of its
parts. Where a kernel has a choice (rows or tiles, M_BMV or M_BMM) the cheaper way counts, whatever
else it would cost. What is an argument and not a proof says *assumed*: the formulas of the vector
unit are the shortest known ones. A kernel below its bound means that such an argument, or the
simulator, is wrong. Of machines of another shape less is known: see `Work.usual`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.plena.kernels.bounds.composites import (
    attention,
    decoder,
    mqa,
    multi_head,
    perceptron,
)
from kernelcraft.platforms.plena.kernels.bounds.products import gemm, gemv
from kernelcraft.platforms.plena.kernels.bounds.rows import (
    SIGMOID,
    elementwise,
    norm,
    rope,
    softmax,
)
from kernelcraft.platforms.plena.kernels.bounds.work import Part, Parts, Work


def bound(cell: Cell) -> int | None:
    """The least cycles of the cell; None where latencies are those of DC_EN = 0."""
    parts = breakdown(cell)
    return sum(part.cycles for part in parts) if parts else None


def breakdown(cell: Cell) -> tuple[Part, ...]:
    """The parts of the bound; none where latencies are those of DC_EN = 0."""
    if not cell.memory_map.parameters["dc_en"] or cell.task.name not in _TASKS:
        return ()
    work = Work(cell)
    _TASKS[cell.task.name](work, cell.task.sizes(cell.dims))
    return work.total()


_TASKS: Final[Mapping[str, Parts]] = {
    "silu": elementwise(SIGMOID + 1, "e^-x, + 1, reciprocal, product with x"),
    "relu": elementwise(4, "x·e^(-e^-bx): two exponentials, a sign, a product (*assumed*)"),
    "gelu": elementwise(6, "more than x·sigmoid(ax), which misses the tolerance (*assumed*)"),
    "softmax": softmax,
    "rms_norm": norm(mean=False),
    "layer_norm": norm(mean=True),
    "gemv": gemv,
    "gemm": gemm(None, "M", "K", "N"),
    "batch_matmul": gemm("b", "M", "K", "N"),
    "linear": gemm(None, "n", "h_in", "h_out", bias=True),
    "rope": rope,
    "ffn": perceptron(gated=False),
    "swiglu": perceptron(gated=True),
    "attention": attention,
    "flash_attention": attention,
    "mha": multi_head,
    "gqa": multi_head,
    "mqa": mqa,
    "decoder_llama": decoder(memory=False),
    "decoder_t5": decoder(memory=True),
}
