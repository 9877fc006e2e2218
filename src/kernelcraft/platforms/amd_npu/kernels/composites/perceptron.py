"""FFN and SwiGLU: the hidden layer of a block of rows is made panel by panel, then multiplied."""

from __future__ import annotations

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.calls import Add, Address, Call, Loop, Set, Word
from kernelcraft.platforms.amd_npu.kernels.composites.blocks import Blocks, Steps
from kernelcraft.platforms.amd_npu.kernels.composites.library import Library
from kernelcraft.platforms.amd_npu.kernels.in_a_row import composed
from kernelcraft.platforms.amd_npu.kernels.tiles import TILE
from kernelcraft.platforms.amd_npu.machine.streaming import ELEMENT

TO = Word("to hidden layer")


def ffn(cell: Cell, library: Library) -> str:
    """The kernel of an FFN."""
    return _kernel(cell, library, ("w1",), "w2")


def swiglu(cell: Cell, library: Library) -> str:
    """The kernel of a SwiGLU."""
    return _kernel(cell, library, ("w_gate", "w_up"), "w_down")


def _kernel(cell: Cell, library: Library, first: tuple[str, ...], last: str) -> str:
    blocks = Blocks(cell, library)
    rows, arriving = blocks.block("x")
    hidden = blocks.scratch.take(blocks.high * blocks.weight(last).depth * ELEMENT)
    made = hidden_layer(blocks, rows, first, hidden)
    steps = (*arriving, *made, *blocks.results(hidden, blocks.weight(last)))
    return composed([*blocks.begin(), Loop(blocks.count, steps)], together=library.pipelined)


def hidden_layer(blocks: Blocks, rows: Address, names: tuple[str, ...], hidden: int) -> Steps:
    """The rows times the weight through SiLU, times those of a second weight if there is one."""
    weights = [blocks.weight(name) for name in names]
    weight, texts = weights[0], blocks.texts
    count = blocks.high * weight.width
    one, other = blocks.scratch.share(*[count * ELEMENT] * 2)
    steps = [
        *blocks.product(rows, weight, one),
        Call(texts.silu(count), (one, other)),
    ]
    if len(weights) == 2:
        steps += blocks.product(rows, weights[1], one)
        steps.append(Call(texts.elementwise("mul", count), (other, one, other)))
    across = weight.width // 8
    text = texts.retiled("c_to_a", blocks.high, weight.width, pitch=weight.columns // 8)
    steps += [Call(text, (other, TO)), Add(TO, across * TILE)]
    yield Set(TO, hidden)
    yield Loop(weight.panels, tuple(steps))
