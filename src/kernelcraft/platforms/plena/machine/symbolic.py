"""What PLENA's routines do to expressions; roundings of formats are the identity there.

What is made of numbers alone is a number: the routine itself makes it, with its roundings. An
element keeps its node from HBM to vector SRAM and back. Fetched with another element's scale, it
is another number, of which nothing is known but what it depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.plena.machine import blocks, formats, rows, tiles
from kernelcraft.platforms.plena.machine.blocks import BLOCK, element_values
from kernelcraft.platforms.plena.machine.formats import (
    bf16_to_f32,
    f32_to_bf16,
    f32_to_fp16,
    fp16_to_f32,
)
from kernelcraft.sim.routine import Routine
from kernelcraft.sim.symbolic.graph import CODE, NOTHING, Graph, Lift, Nodes, Symbol
from kernelcraft.sim.symbolic.shadow import Memory

Bools = npt.NDArray[np.bool_]
_DECODE: Final = {"vector_sram": bf16_to_f32, "fp_sram": fp16_to_f32}


@dataclass(frozen=True)
class _Held:
    """Elements as nodes, and which are just numbers."""

    nodes: Nodes
    plain: Bools

    def reshaped(self, change: Callable[[npt.NDArray[np.generic]], object]) -> _Held:
        return _Held(change(self.nodes), change(self.plain))  # type: ignore[arg-type]


def _held(memory: Memory, start: int, count: int) -> _Held:
    nodes, values = memory.elements(start, count)
    plain = nodes == NOTHING
    if plain.any():
        decode = _DECODE.get(memory.name)
        decoded = values[plain] if decode is None else decode(values[plain])
        nodes[plain] = memory.graph.constants_of(decoded.tolist())
    return _Held(nodes, plain)


def _scalar(graph: Graph, value: int) -> _Held:
    """An fp16 register."""
    plain = not isinstance(value, Symbol)
    if isinstance(value, Symbol):
        node = value.node
    else:
        node = graph.constant(float(fp16_to_f32(np.array([value], np.uint16))[0]))
    return _Held(np.array([node], np.int64), np.array([plain]))


def _numbers(routine: Routine[..., object], arguments: Sequence[object]) -> object:
    """Let the routine do to the numbers what it does."""
    given = (
        each.array if isinstance(each, Memory) else 0 if isinstance(each, Symbol) else each
        for each in arguments
    )
    return routine.oracle(*given)


def _settle(memory: Memory, start: int, held: _Held) -> None:
    """Where numbers lie that the routine has made there; constants become numbers, too."""
    graph, nodes = memory.graph, held.nodes.copy()
    nodes[held.plain] = NOTHING
    for at in np.flatnonzero(nodes):
        if graph.op[int(nodes[at])] == CODE["constant"]:
            value = np.array([graph.constants[graph.a[int(nodes[at])]]], np.float32)
            if memory.name == "vector_sram":
                memory.array[start + at] = f32_to_bf16(value)[0]
            else:
                memory.array[start + at] = value[0]
            nodes[at] = NOTHING
    memory.put_nodes(start, nodes)


def _put(memory: Memory, dst: int, old: _Held, mask: int, group: int, made: _Held) -> None:
    """Enabled elements of what was made, the others of the first source."""
    enabled = rows._enabled(len(made.nodes), mask, group)
    nodes = np.where(enabled, made.nodes, old.nodes)
    _settle(memory, dst, _Held(nodes, np.where(enabled, made.plain, old.plain)))


def _combined(graph: Graph, op: str, a: _Held, b: _Held | None = None) -> _Held:
    if b is None:
        return _Held(graph.combined(op, a.nodes), a.plain)
    return _Held(graph.combined(op, a.nodes, b.nodes), a.plain & b.plain)


def _two(routine: Routine[..., object], op: str) -> Lift:
    def lift(graph: Graph, memory: Memory, dst: int, a: int, b: int, *rest: int) -> None:
        n, mask, group = rest
        x, y = _held(memory, a, n), _held(memory, b, n)
        _numbers(routine, (memory, dst, a, b, *rest))
        _put(memory, dst, x, mask, group, _combined(graph, op, x, y))

    return lift


def _with_scalar(routine: Routine[..., object], op: str, *, swapped: bool = False) -> Lift:
    def lift(graph: Graph, memory: Memory, dst: int, a: int, scalar: int, *rest: int) -> None:
        n, mask, group = rest
        x, y = _held(memory, a, n), _scalar(graph, scalar)
        y = y.reshaped(lambda column: np.repeat(column, n))
        _numbers(routine, (memory, dst, a, scalar, *rest))
        made = _combined(graph, op, y, x) if swapped else _combined(graph, op, x, y)
        _put(memory, dst, x, mask, group, made)

    return lift


def _one(routine: Routine[..., object], op: str) -> Lift:
    def lift(graph: Graph, memory: Memory, dst: int, a: int, *rest: int) -> None:
        n, mask, group = rest
        x = _held(memory, a, n)
        _numbers(routine, (memory, dst, a, *rest))
        _put(memory, dst, x, mask, group, _combined(graph, op, x))

    return lift


def _reduced(routine: Routine[..., object], op: str) -> Lift:
    def lift(graph: Graph, memory: Memory, a: int, scalar: int, *rest: int) -> object:
        n, mask, group = rest
        x, found = _held(memory, a, n), _scalar(graph, scalar)
        enabled = rows._enabled(n, mask, group)
        if found.plain.all() and x.plain[enabled].all():
            return _numbers(routine, (memory, a, scalar, *rest))
        node = found.nodes
        for each in x.nodes[enabled]:
            node = graph.combined(op, node, np.array([each], np.int64))
        return _register(graph, int(node[0]))

    return lift


def _register(graph: Graph, node: int) -> int:
    """What a register of fp16 holds."""
    if graph.op[node] == CODE["constant"]:
        return int(f32_to_fp16(np.array([graph.constants[graph.a[node]]], np.float32))[0])
    return graph.symbol(node)


def _scalars(routine: Routine[..., object], op: str) -> Lift:
    def lift(graph: Graph, *values: int) -> object:
        held = [_scalar(graph, each) for each in values]
        if all(each.plain.all() for each in held):
            return routine.oracle(*values)
        return _register(graph, int(_combined(graph, op, *held).nodes[0]))

    return lift


def _row_from_fp16(
    graph: Graph, memory: Memory, scalars: Memory, dst: int, src: int, n: int
) -> None:
    held = _held(scalars, src, n)
    _numbers(rows.row_from_fp16, (memory, scalars, dst, src, n))
    _settle(memory, dst, held)


def _accumulate(graph: Graph, acc: Memory, before: _Held, x: _Held, w: _Held) -> None:
    """acc[..., rows, columns] += x[..., rows, depth] @ w[depth, columns]."""
    shape = (*x.nodes.shape[:-1], w.nodes.shape[1])
    total, plain = before.nodes.reshape(shape), before.plain.reshape(shape)
    for k in range(len(w.nodes)):
        left = np.broadcast_to(x.nodes[..., k, None], shape)
        right = np.broadcast_to(w.nodes[k], shape)
        total = graph.combined("fadd", total, graph.combined("fmul", left, right))
        plain = plain & x.plain[..., k, None] & w.plain[k]
    _settle(acc, 0, _Held(total.ravel(), plain.ravel()))


def _window(matrix: Memory, start: int, count: int, columns: int, mlen: int) -> _Held:
    found = [_held(matrix, start + row * mlen, columns) for row in range(count)]
    return _Held(np.stack([row.nodes for row in found]), np.stack([row.plain for row in found]))


def _products(
    routine: Routine[..., object],
    sources: Callable[[Memory, Memory, Sequence[int]], tuple[_Held, _Held]],
) -> Lift:
    def lift(graph: Graph, acc: Memory, matrix: Memory, vector: Memory, *numbers: int) -> None:
        x, w = sources(matrix, vector, numbers)
        count = int(np.prod(x.nodes.shape[:-1])) * w.nodes.shape[1]
        before = _held(acc, 0, count)
        _numbers(routine, (acc, matrix, vector, *numbers))
        _accumulate(graph, acc, before, x, w)

    return lift


def _tile(matrix: Memory, vector: Memory, numbers: Sequence[int]) -> tuple[_Held, _Held]:
    weights, x, count, columns, mlen = numbers
    left = _held(vector, x, count * mlen).reshaped(lambda each: each.reshape(count, mlen))
    return left, _window(matrix, weights, mlen, columns, mlen)


def _tile_rows(matrix: Memory, vector: Memory, numbers: Sequence[int]) -> tuple[_Held, _Held]:
    weights, x, count, columns, mlen = numbers
    left = _held(vector, x, count * mlen).reshaped(lambda each: each.reshape(count, mlen))
    return left, _window(matrix, weights, columns, mlen, mlen).reshaped(lambda each: each.T)


def _heads(matrix: Memory, vector: Memory, numbers: Sequence[int]) -> tuple[_Held, _Held]:
    weights, x, count, mlen, hlen = numbers
    shape = (count, hlen, mlen // hlen)
    left = _held(vector, x, count * mlen)
    left = left.reshaped(lambda each: each.reshape(shape).transpose(2, 0, 1))
    return left, _window(matrix, weights, hlen, mlen, mlen)


def _heads_rows(matrix: Memory, vector: Memory, numbers: Sequence[int]) -> tuple[_Held, _Held]:
    weights, x, count, mlen, hlen = numbers
    shape = (count, mlen // hlen, hlen)
    left = _held(vector, x, count * mlen)
    left = left.reshaped(lambda each: each.reshape(shape).transpose(1, 0, 2))
    return left, _window(matrix, weights, mlen, hlen, mlen).reshaped(lambda each: each.T)


def _write_out(
    graph: Graph, vector: Memory, acc: Memory, dst: int, count: int, columns: int, step: int
) -> None:
    held = _held(acc, 0, count * columns)
    _numbers(tiles.write_out, (vector, acc, dst, count, columns, step))
    for row in range(count):
        part = slice(row * columns, (row + 1) * columns)
        _settle(vector, dst + row * step, _Held(held.nodes[part], held.plain[part]))
    acc.put_nodes(0, np.zeros(count * columns, np.int64))


# Blocks with a shared scale: a scale byte has the node of the scale, or of its block's first
# element where the program stored it.


def _fetch(routine: Routine[..., object]) -> Lift:
    def lift(graph: Graph, target: Memory, hbm: Memory, dst: int, *numbers: int) -> None:
        elements, scales, step, count, n = numbers
        _numbers(routine, (target, hbm, dst, *numbers))
        for row in range(count):
            nodes, codes = hbm.elements(elements + row * step, n)
            of_blocks, bytes_ = hbm.elements(scales + row * step // BLOCK, n // BLOCK)
            for block, (scale, byte) in enumerate(zip(of_blocks, bytes_, strict=True)):
                part = slice(block * BLOCK, (block + 1) * BLOCK)
                found = _block(graph, nodes[part], codes[part].tolist(), int(scale), int(byte))
                _settle(target, dst + row * n + part.start, found)

    return lift


def _block(graph: Graph, nodes: Nodes, codes: Sequence[int], scale: int, byte: int) -> _Held:
    plain = nodes == NOTHING
    if scale == NOTHING and plain.all():
        return _Held(nodes, plain)
    if _own(graph, nodes, scale):
        return _Held(nodes, plain)
    other = scale or graph.constant(float(byte))
    values = element_values()[codes]
    made = [
        graph.new("rescaled", int(node) or graph.constant(float(value)), other)
        for node, value in zip(nodes, values, strict=True)
    ]
    return _Held(np.array(made, np.int64), np.zeros(len(nodes), np.bool_))


def _own(graph: Graph, nodes: Nodes, scale: int) -> bool:
    """Whether a scale is that of just these elements."""
    first = int(nodes[0])
    if graph.op[scale] == CODE["rescaled"] and graph.b[scale] == NOTHING:
        return graph.a[scale] == first and bool(nodes.all())
    if graph.op[scale] != CODE["scale"]:
        return False
    wanted = (graph.a[scale], graph.b[scale])
    places = {(graph.a[node], graph.b[node] // BLOCK) for node in nodes.tolist()}
    return places == {wanted} and all(graph.op[node] == CODE["input"] for node in nodes.tolist())


def _store_rows(graph: Graph, hbm: Memory, vector: Memory, src: int, *numbers: int) -> None:
    elements, scales, step, count, n, _ = numbers
    held = _held(vector, src, count * n)
    _numbers(blocks.store_rows, (hbm, vector, src, *numbers))
    for row in range(count):
        for block in range(n // BLOCK):
            start = row * n + block * BLOCK
            nodes = held.nodes[start : start + BLOCK]
            at, scale = elements + row * step + block * BLOCK, scales + row * step // BLOCK + block
            if held.plain[start : start + BLOCK].all():
                hbm.put_nodes(at, np.zeros(BLOCK, np.int64))
                hbm.put_nodes(scale, np.zeros(1, np.int64))
            else:
                hbm.put_nodes(at, nodes)
                hbm.put_nodes(scale, np.array([graph.new("rescaled", int(nodes[0]))], np.int64))


_ROWS: Final = (
    *((_two, rows.row_add, "fadd"), (_two, rows.row_sub, "fsub"), (_two, rows.row_mul, "fmul")),
    *((_with_scalar, rows.row_add_scalar, "fadd"), (_with_scalar, rows.row_sub_scalar, "fsub")),
    (_with_scalar, rows.row_mul_scalar, "fmul"),
    *((_one, rows.row_exp, "exp"), (_one, rows.row_reciprocal, "reciprocal")),
    *((_reduced, rows.row_sum, "fadd"), (_reduced, rows.row_max, "fmax")),
    *((_scalars, formats.fp16_add, "fadd"), (_scalars, formats.fp16_sub, "fsub")),
    *((_scalars, formats.fp16_mul, "fmul"), (_scalars, formats.fp16_max, "fmax")),
    *((_scalars, formats.fp16_max_number, "fmax"), (_scalars, formats.fp16_exp, "exp")),
    (_scalars, formats.fp16_reciprocal, "reciprocal"),
    (_scalars, formats.fp16_sqrt, "sqrt"),
)
_PRODUCTS: Final = (
    *((tiles.tile_multiply, _tile), (tiles.tile_multiply_transposed, _tile_rows)),
    *((tiles.heads_multiply, _heads), (tiles.heads_multiply_transposed, _heads_rows)),
)
LIFTS: Final[dict[str, Lift]] = {
    **{routine.name: made(routine, op) for made, routine, op in _ROWS},
    **{routine.name: _products(routine, sources) for routine, sources in _PRODUCTS},
    "row_sub_from_scalar": _with_scalar(rows.row_sub_from_scalar, "fsub", swapped=True),
    "row_from_fp16": _row_from_fp16,
    "write_out": _write_out,
    "fetch_tile": _fetch(blocks.fetch_tile),
    "fetch_rows": _fetch(blocks.fetch_rows),
    "store_rows": _store_rows,
}
