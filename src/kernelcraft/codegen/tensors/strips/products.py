"""Products of matrices and what is done to their sums: outer products of strips of columns."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kernelcraft.codegen.tensors.graph import Node
from kernelcraft.codegen.tensors.stages import source
from kernelcraft.codegen.tensors.strips.expressions import Expressions, Scope
from kernelcraft.codegen.tensors.strips.kernel import StripKernel, runs
from kernelcraft.codegen.tensors.strips.maps import table_of
from kernelcraft.codegen.tensors.strips.stages import Stage

UNROLLED = 4
COLUMNS = 16  # of a strip


@dataclass(frozen=True)
class Walk:
    """How the rows of a left factor lie, in bytes from its start.

    `groups` of `rows` rows each, `step` from a row to the next and `group` from one group to the
    next. A row is in `segments` of `depth` bytes, `segment` from one to the next.
    """

    groups: int
    rows: int
    group: int
    step: int
    segments: int
    segment: int
    depth: int

    @property
    def all(self) -> int:
        """Elements of a row."""
        return self.segments * self.depth


class Columns:
    """A strip of columns: vectors that all rows have in common, pointers to what each has."""

    def __init__(self, k: StripKernel, stage: Stage, pointers: Mapping[Node, str]) -> None:
        self.k, self.stage = k, stage
        self.common = Scope()
        made = Expressions(
            k.code, k.table, k.ranges, self._load(pointers), lambda table: "", self.common
        )
        for node in stage.nodes:
            for index, each in enumerate(node.args):
                leaf = source(each)
                if leaf in pointers and leaf.rows == 1:
                    made.vector(leaf, _needed(k, node, index))
        moving = [node for node in pointers if node.rows > 1]
        self.moving = {node: k.plus(pointers[node], 0) for node in moving}

    def _load(self, pointers: Mapping[Node, str]):  # type: ignore[no-untyped-def]
        def load(node: Node) -> tuple[str, int] | None:
            if node not in pointers or node is self.stage.root:
                return None
            bits = self.k.places[node].bits
            return self.k.load(pointers[node], bits), bits

        return load

    def finish(self, sums: Sequence[str]) -> None:
        """What follows for rows whose products have these sums; then the next rows."""
        k, root, product = self.k, self.stage.root, self.stage.product
        assert product is not None
        for vector in sums:
            scope = Scope({**self.common.vectors, (product, 32): vector})
            made = Expressions(
                k.code,
                k.table,
                k.ranges,
                self._load(self.moving),
                lambda table: table_of(k, table),
                scope,
            )
            bits = k.places[root].bits
            k.store(self.moving[root], bits, made.vector(root, bits))
            for node, pointer in self.moving.items():
                k.advance(pointer, k.places[node].bytes(root.width))

    def start(self) -> str:
        """Sums before the first product: the bias of a window, or nothing."""
        k, product = self.k, self.stage.product
        assert product is not None
        to = k.code.vector(32)
        bias = next((leaf for leaf in map(source, product.args[2:3])), None)
        if bias is None:
            k.code.emit(k.table.row("set n").replace("{w}", "32"), d=to, a="zero")
        else:
            vector = self.common.vectors[bias, 32]
            k.code.emit(k.table.row("copy v").replace("{w}", "32"), d=to, a=vector)
        return to


def _needed(k: StripKernel, node: Node, index: int) -> int:
    """The bits of an operand that all rows have in common."""
    if node.op == "requantise":
        return (32, 32, 16, 8)[index]
    return k.ranges[node].width


def write_product(k: StripKernel, stage: Stage, rows: int) -> None:
    """A product of matrices, or a batch of them, so many rows at a time."""
    product = stage.product
    assert product is not None
    left, right = (source(each) for each in product.args[:2])
    batches = math.prod(right.shape[:-2])
    height, depth = left.rows // batches, left.width
    walk = Walk(1, height, height * depth, depth, 1, depth, depth)
    weights = _room_for_weights(k, walk, product)
    k.brought(left)
    start = k.code.pointer(k.places[left].address)
    pointers = strip_pointers(k, stage, right)
    with k.code.loop(batches):
        write_columns(k, stage, walk, start, pointers, weights, rows)
        if batches > 1:
            k.advance(start, height * depth)
            for node, pointer in pointers.items():
                size = {right: depth, stage.root: height}.get(node)
                by = -1 if size is None else size - 1
                k.advance(pointer, k.places[node].bytes(by * product.width))


def _room_for_weights(k: StripKernel, walk: Walk, product: Node) -> int | None:
    """Where a strip of the right factor is kept, if several rows need it."""
    if walk.groups * walk.rows == 1:
        return None
    return k.reserve(walk.all * COLUMNS)


def strip_pointers(k: StripKernel, stage: Stage, right: Node) -> dict[Node, str]:
    """Pointers to all tensors that have the columns of the result; the left factor has not."""
    product = stage.product
    assert product is not None
    wanted = [each for each in stage.leaves if each not in stage.tables]
    wanted = [each for each in wanted if each is not source(product.args[0])]
    return {node: k.code.pointer(k.places[node].address) for node in [*wanted, stage.root]}


def write_columns(
    k: StripKernel,
    stage: Stage,
    walk: Walk,
    start: str,
    pointers: Mapping[Node, str],
    weights: int | None,
    rows: int,
) -> None:
    """All strips of columns of one product; `start` points to its left factor."""
    product = stage.product
    assert product is not None
    right, width = source(product.args[1]), product.width
    for count, elements in runs(width, COLUMNS):
        with k.code.strip(elements), k.code.loop(count):
            if weights is not None:
                _bring(k, pointers[right], weights, walk.all, width)
            leaves = {node: each for node, each in pointers.items() if node is not right}
            columns = Columns(k, stage, leaves)
            pointer = k.plus(start, 0)
            with k.code.loop(walk.groups):
                for blocks, some in runs(walk.rows, rows):
                    with k.code.loop(blocks):
                        place = pointers[right] if weights is None else k.code.constant(weights)
                        step = width if weights is None else COLUMNS
                        _block(k, columns, walk, pointer, (place, step), some)
                        k.advance(pointer, some * walk.step)
                k.advance(pointer, walk.group - walk.rows * walk.step)
            for node, each in pointers.items():
                k.advance(each, k.places[node].bytes(elements))


def _bring(k: StripKernel, right: str, to: int, depth: int, width: int) -> None:
    """A strip of the right factor to fast memory, row by row."""
    here, there = k.plus(right, 0), k.code.pointer(to)
    for count, some in runs(depth, UNROLLED):
        with k.code.loop(count):
            for _ in range(some):
                k.store(there, 8, k.load(here, 8))
                k.advance(here, width)
                k.advance(there, COLUMNS)


def _block(
    k: StripKernel, columns: Columns, walk: Walk, left: str, right: tuple[str, int], rows: int
) -> None:
    """Sums of some rows over all of the depth, and what follows."""
    sums = [columns.start() for _ in range(rows)]
    lefts = [k.plus(left, row * walk.step) for row in range(rows)]
    weights, step = k.plus(right[0], 0), right[1]
    with k.code.loop(walk.segments):
        for count, some in runs(walk.depth, UNROLLED):
            with k.code.loop(count):
                for part in range(some):
                    _products(k, sums, lefts, weights, part)
                    k.advance(weights, step)
                for each in lefts:
                    k.advance(each, some)
        for each in lefts:
            k.advance(each, walk.segment - walk.depth)
    columns.finish(sums)


def _products(
    k: StripKernel, sums: Sequence[str], lefts: Sequence[str], weights: str, part: int
) -> None:
    """The products of a row of weights with an element of each row."""
    narrow = k.load(weights, 8)
    wide = k.code.vector(16)
    k.code.emit(k.table.row("widen 8 16"), d=wide, a=narrow)
    factors = []
    for each in lefts:
        factors.append(k.code.number())
        k.code.emit(k.table.row("load_number 8"), d=factors[-1], a=each, o=str(part))
    for total, factor in zip(sums, factors, strict=True):
        k.code.emit(k.table.row("accumulate nv"), d=total, a=factor, b=wide)
