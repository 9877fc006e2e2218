"""Tasks of several steps from our best kernels of each, as far as program memory has room."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from kernelcraft.cells.cell import Cell
from kernelcraft.isa.errors import AssemblyError
from kernelcraft.platforms.amd_npu.kernels.baseline.composites import TEMPLATES
from kernelcraft.platforms.amd_npu.kernels.composites import kernels
from kernelcraft.platforms.amd_npu.kernels.composites.library import Library
from kernelcraft.platforms.amd_npu.kernels.experts import norms, silu, softmax
from kernelcraft.platforms.amd_npu.kernels.pipelines import attention_weights, matmul
from kernelcraft.platforms.amd_npu.machine.assembly import assemble_kernel

SHORT = 32  # vectors that are normalised in one piece of code
BEST = Library(
    product=matmul.kernel,
    scores=matmul.kernel,
    softmax=softmax.kernel,
    silu=silu.kernel,
    rms_norm=partial(norms.kernel, most=SHORT),
    least=32,
    pipelined=True,
    weights=attention_weights.kernel,
    batched=True,
)
SMALLER = replace(BEST, rms_norm=TEMPLATES.rms_norm)
STILL_SMALLER = replace(SMALLER, softmax=TEMPLATES.softmax, least=TEMPLATES.least)
SMALLEST = replace(STILL_SMALLER, scores=TEMPLATES.scores)
BY_ROWS = [replace(each, weights=None) for each in (STILL_SMALLER, SMALLEST)]
"""Where even the kernel for tiles of scores has no room."""


def kernel(cell: Cell) -> str:
    """The kernel; templates of norms, of softmax, of scores take less program memory."""
    text = ""
    for library in (BEST, SMALLER, STILL_SMALLER, SMALLEST, *BY_ROWS):
        text = kernels.KERNELS[cell.task.name](cell, library)
        if _fits(text):
            break
    return text


def _fits(text: str) -> bool:
    try:
        assemble_kernel(text)
    except AssemblyError:
        return False
    return True
