"""What the core's routines do to expressions: sums of products, and what only moves elements.

Roundings are the identity, also between bfloat16 and float32. What is made of numbers alone is a
number, which the routine itself makes. Elements are followed while they lie whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from kernelcraft.platforms.amd_npu.machine import dma, staging, symbolic_integers
from kernelcraft.platforms.amd_npu.machine.arithmetic import (
    bf16_mac,
    convert,
    elements,
    shuffle,
    words,
)
from kernelcraft.platforms.amd_npu.machine.arithmetic.lanes import VECTOR
from kernelcraft.platforms.amd_npu.machine.arithmetic.shift_round import SHIFT
from kernelcraft.platforms.amd_npu.machine.symbolic_integers import signed
from kernelcraft.sim.routine import Routine
from kernelcraft.sim.symbolic.graph import (
    CODE,
    NOTHING,
    Dependent,
    Graph,
    Lift,
    Nodes,
    Symbol,
    Unfollowed,
    as_written,
)
from kernelcraft.sim.symbolic.shadow import Memory

Bools = npt.NDArray[np.bool_]
SINGLE, HALF = 4, 2  # bytes of float32 and of bfloat16
LANES: Final = 16
IN_BF16: Final = frozenset(CODE[name] for name in ("constant", "input", "fmax", "fmin", "rounded"))


def _reals(lanes: Memory, start: int, count: int, size: int) -> tuple[Nodes, Bools]:
    """Nodes of elements, and which are just numbers."""
    lanes.meet(start, count * size)
    end = start + count * size
    nodes = lanes.node[start:end].reshape(count, size)
    parts, widths = (each[start:end].reshape(count, size) for each in (lanes.part, lanes.width))
    whole = (nodes == nodes[:, :1]).all(axis=1) & (parts == np.arange(size)).all(axis=1)
    whole &= (widths == size).all(axis=1)
    plain = (nodes == NOTHING).all(axis=1)
    data = lanes.array[start:end].tobytes()
    if size == SINGLE:
        values = np.frombuffer(data, "<f4")
    else:
        values = (np.frombuffer(data, "<u2").astype(np.uint32) << np.uint32(16)).view(np.float32)
    found = nodes[:, 0].copy()
    for at in np.flatnonzero(plain):
        found[at] = lanes.graph.constant(float(values[at]))
    for at in np.flatnonzero(~plain):
        if not whole[at] or not lanes.graph.is_real(int(found[at])):
            bits = lanes.fetch(start + int(at) * size, size)
            found[at] = _number(lanes.graph, bits, size)
    return found, plain


def _number(graph: Graph, bits: int, size: int) -> int:
    """What bits are as a number with a fraction."""
    if isinstance(bits, Symbol):
        return bits.node if graph.is_real(bits.node) else graph.number(bits.node, size)
    pattern = np.array([bits << 8 * (SINGLE - size)], np.uint32)
    return graph.constant(float(pattern.view(np.float32)[0]))


def _put(lanes: Memory, start: int, nodes: Nodes, plain: Bools, size: int) -> None:
    """Expressions where they are some; the routine has put the numbers."""
    graph = lanes.graph
    for at, node in enumerate(nodes.tolist()):
        places = slice(start + at * size, start + (at + 1) * size)
        constant = graph.op[node] == CODE["constant"]
        if constant and not plain[at]:
            value = np.array([graph.constants[graph.a[node]]], np.float32)
            lanes.array[places] = np.frombuffer(value.tobytes()[SINGLE - size :], np.uint8)
        if plain[at] or constant:
            lanes.node[places], lanes.part[places], lanes.width[places] = NOTHING, 0, 1
        else:
            lanes.node[places], lanes.part[places] = node, np.arange(size)
            lanes.width[places] = size


def _numbers(routine: Routine[..., object], arguments: Sequence[object]) -> object:
    """Let the routine do to the numbers what it does."""
    if any(isinstance(each, Symbol) for each in arguments):
        node = next(each.node for each in arguments if isinstance(each, Symbol))
        raise Dependent("what an instruction is set to do", node)
    given = (each.array if isinstance(each, Memory) else each for each in arguments)
    with np.errstate(all="ignore"):
        return routine.oracle(*given)


def _signed(graph: Graph, nodes: Nodes, sign: int) -> Nodes:
    zero = np.full(len(nodes), graph.constant(0.0), np.int64)
    return zero if sign == 0 else nodes if sign > 0 else graph.combined("fsub", zero, nodes)


def _mac(routine: Routine[..., object], count: int) -> Lift:
    """Of `count` accumulators."""

    def lift(graph: Graph, lanes: Memory, dst: int, *numbers: int) -> object:
        accumulators, (a, b, config, form) = numbers[:count], numbers[count:]
        held = [_reals(lanes, start, LANES, SINGLE) for start in accumulators]
        (x, x_plain), (y, y_plain) = _reals(lanes, a, 32, HALF), _reals(lanes, b, 32, HALF)
        refused = _numbers(routine, (lanes, dst, *numbers))
        if refused:
            return refused
        word = words.combined(config, form)
        *signs, product = words.signs(word)
        total = np.full(LANES, graph.constant(0.0), np.int64)
        plain = np.ones(LANES, np.bool_)
        for sign, (nodes, known) in zip(signs, held, strict=False):
            if sign:
                total = graph.combined("fadd", total, _signed(graph, nodes, sign))
                plain &= known
        mode = words.FLOAT_MODES[word & words.MODE]
        op = "fadd" if product > 0 else "fsub"
        for left, right in _pairs(mode, x, y):
            total = graph.combined(op, total, graph.combined("fmul", left, right))
        for left, right in _pairs(mode, x_plain, y_plain):
            plain &= (left & right).astype(np.bool_)
        _put(lanes, dst, total, plain, SINGLE)
        return refused

    return lift


def _pairs(
    mode: words.Mode, x: npt.NDArray[np.generic], y: npt.NDArray[np.generic]
) -> list[tuple[Nodes, Nodes]]:
    """The factors of each product of the lanes, by depth."""
    if mode.elementwise:
        return list(zip(x.reshape(mode.depth, LANES), y.reshape(mode.depth, LANES), strict=True))
    left, right = x.reshape(mode.rows, mode.depth), y.reshape(mode.depth, mode.columns)
    return [
        (np.repeat(left[:, k], mode.columns), np.tile(right[k], mode.rows))
        for k in range(mode.depth)
    ]


def _sums(routine: Routine[..., object], count: int) -> Lift:
    def lift(graph: Graph, lanes: Memory, dst: int, *numbers: int) -> object:
        accumulators, (config, form) = numbers[:count], numbers[count:]
        held = [_reals(lanes, start, LANES, SINGLE) for start in accumulators]
        refused = _numbers(routine, (lanes, dst, *numbers))
        if refused:
            return refused
        *signs, _ = words.signs(words.combined(config, form))
        total = np.full(LANES, graph.constant(0.0), np.int64)
        plain = np.ones(LANES, np.bool_)
        for sign, (nodes, known) in zip(signs, held, strict=False):
            total = graph.combined("fadd", total, _signed(graph, nodes, sign))
            plain &= known
        _put(lanes, dst, total, plain, SINGLE)
        return refused

    return lift


def _converted(routine: Routine[..., object], size: int, to: int) -> Lift:
    def lift(graph: Graph, lanes: Memory, dst: int, a: int, *rest: int) -> object:
        nodes, plain = _reals(lanes, a, LANES, size)
        refused = _numbers(routine, (lanes, dst, a, *rest))
        if not refused:
            _put(lanes, dst, rounded(graph, nodes) if to == HALF else nodes, plain, to)
        return refused

    return lift


def rounded(graph: Graph, nodes: Nodes) -> Nodes:
    """Numbers in bfloat16, as those of inputs, and what maxima leave of such numbers, are."""
    size = graph.constant(HALF)
    return np.array(
        [
            node if graph.op[node] in IN_BF16 else graph.new("rounded", node, size)
            for node in nodes.tolist()
        ],
        np.int64,
    )


def _moved(routine: Routine[..., object]) -> Lift:
    """A routine that makes a vector of bytes of others: it is asked which."""

    def lift(graph: Graph, lanes: Memory, dst: int, *numbers: int) -> object:
        places = np.arange(len(lanes.array))
        spelt = [(places >> shift & 255).astype(np.uint8) for shift in (0, 8)]
        for each in spelt:
            refused = _numbers(routine, (each, dst, *numbers))
            if refused:
                return refused
        end = dst + VECTOR
        source = spelt[0][dst:end].astype(np.int64) | spelt[1][dst:end].astype(np.int64) << 8
        for start in np.unique(source):
            lanes.meet(int(start), 1)
        columns = (lanes.array, lanes.node, lanes.part, lanes.width)
        for column, moved in [(each, each[source].copy()) for each in columns]:
            column[dst:end] = moved
        if lanes.known is not None:
            lanes.known[dst:end] = 1
        return 0

    return lift


def _broadcast(graph: Graph, lanes: Memory, dst: int, value: int, bits: int) -> None:
    size = bits // 8
    for start in range(dst, dst + VECTOR, size):
        lanes.deposit(start, size, value)


def _extract(graph: Graph, lanes: Memory, a: int, index: int, bits: int, sign: int) -> int:
    value = lanes.fetch(a + shuffle._lane(index, bits), bits // 8)
    if bits == 64:
        return signed(value, bits)
    return value - (value >> bits - 1 << bits) * sign  # which may be unknown


def _greater(routine: Routine[..., object], op: str) -> Lift:
    """The greater or lesser of bfloat16, and the mask of which, of which no more is known."""

    def lift(graph: Graph, lanes: Memory, dst: int, a: int, b: int) -> object:
        (x, x_plain), (y, y_plain) = _reals(lanes, a, 32, HALF), _reals(lanes, b, 32, HALF)
        mask = _numbers(routine, (lanes, dst, a, b))
        plain = x_plain & y_plain
        _put(lanes, dst, graph.combined(op, x, y), plain, HALF)
        if plain.all():
            return mask
        return graph.symbol(graph.opaque_of(routine.name, [*x.tolist(), *y.tolist()]))

    return lift


def _idle(routine: Routine[..., object]) -> Lift:
    """What transfers do beside the core, where there are none."""

    def lift(graph: Graph, channels: Memory, *rest: object) -> object:
        if channels.size:
            raise Unfollowed("nothing says yet what transfers do to expressions")
        return _numbers(routine, (channels, *rest))

    return lift


def _selected(graph: Graph, lanes: Memory, dst: int, a: int, b: int, mask: int, bits: int) -> None:
    """Elements of a, and of b where the mask says so."""
    size = bits // 8
    pieces = []
    for at in range(VECTOR // size):
        start = (b if mask >> at & 1 else a) + at * size
        pieces.append(lanes[start : start + size])
    for at, piece in enumerate(pieces):
        lanes[dst + at * size : dst + (at + 1) * size] = piece


def _floored(graph: Graph, lanes: Memory, dst: int, a: int, shift: int) -> None:
    """floor(x 2^shift) as int32, saturated; denormals count as 0, which is their floor or near."""
    nodes, plain = _reals(lanes, a, LANES, HALF)
    _numbers(convert.bf16_floor, (lanes, dst, a, shift))
    by = shift & SHIFT
    for at, node in enumerate(nodes.tolist()):
        places = slice(dst + at * SINGLE, dst + (at + 1) * SINGLE)
        if plain[at]:
            lanes.node[places], lanes.part[places], lanes.width[places] = NOTHING, 0, 1
            continue
        low, high = (_whole(each, by) for each in graph.extent(node))
        floor = graph.new("floored", node, graph.constant(by), span=(low, high))
        lanes.deposit(dst + at * SINGLE, SINGLE, graph.symbol(floor))


def _whole(bound: float, shift: int) -> int:
    """A bound as saturated int32."""
    return int(max(-(2.0**31), min(2.0**31 - 1, np.floor(np.ldexp(bound, shift)))))


LIFTS: Final[dict[str, Lift]] = {
    **symbolic_integers.LIFTS,
    **{each.name: as_written(each) for each in (staging.copy_bytes, staging.narrowed)},
    **{each.name: _moved(each) for each in (shuffle.vshuffle, shuffle.vshift, shuffle.vextbcst)},
    "bf16_mac": _mac(bf16_mac.bf16_mac, 1),
    "bf16_mac2": _mac(bf16_mac.bf16_mac2, 2),
    "float_add": _sums(bf16_mac.float_add, 2),
    "float_neg": _sums(bf16_mac.float_neg, 1),
    "f32_to_bf16": _converted(convert.f32_to_bf16, SINGLE, HALF),
    "bf16_to_f32": _converted(convert.bf16_to_f32, HALF, SINGLE),
    "bf16_floor": _floored,
    "bf16_max_lt": _greater(elements.bf16_max_lt, "fmax"),
    "bf16_min_ge": _greater(elements.bf16_min_ge, "fmin"),
    **{each.name: _idle(each) for each in (dma.dma_end, dma.dma_claims, dma.lock_cycles)},
    "vsel": _selected,
    "vbcst": _broadcast,
    "vextract": _extract,
}
