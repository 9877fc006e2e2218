"""Attention, some heads at a time, on interleaved queries, with keys and values in HBM.

Scores: queries interleaved with an identity in place of the permutation hold 16 columns of one row
in each head, which M_BTMV multiplies by a tile of keys as it lies. Their exponentials E,
interleaved again, are multiplied by the values and by ones, which puts a row's sum in all lanes.

Before, a row's largest score is subtracted, which takes all its scores: one that is larger than the
first 64 by 89 would be infinite.

Heads of queries that share keys and values are stacked, up to 256 rows that go through the matrix
unit together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.protocol import Placement
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.plena.kernels.schedules import left, loading, matrices, patterns
from kernelcraft.platforms.plena.kernels.schedules.caches import (
    Cache,
    Keys,
    Projections,
    Store,
    Values,
)
from kernelcraft.platforms.plena.kernels.schedules.dense import (
    BESIDE,
    TILES,
    Into,
    Weight,
    multiply,
)
from kernelcraft.platforms.plena.kernels.schedules.left import (
    Few,
    Left,
    Many,
    blocks_of,
    quarters_of,
)
from kernelcraft.platforms.plena.kernels.schedules.matrices import MOST_ROWS, Matrix, Unit
from kernelcraft.platforms.plena.kernels.schedules.patterns import IDENTITY, Patterns
from kernelcraft.platforms.plena.kernels.schedules.schedule import (
    FETCH,
    HEAD,
    HEADS,
    ROW,
    TILE,
    Schedule,
)
from kernelcraft.platforms.plena.kernels.schedules.stack import Stack

FREE = IDENTITY // TILE  # tiles that are neither a permutation nor an identity nor ones
BF16 = 8  # significant bits
SHORT = 64  # vectors, each of which takes 2.5 cycles more where the 280 of an identity are spared
SCALE, LOWEST, LARGEST = 1, 2, 3  # f registers: 1/√d where it is no power of two, and maxima


def scale_in_identity(s: Schedule) -> float:
    """What the identity holds: the scale of the scores, or 1 if that is no power of two."""
    scale = s.memory_map.constant("inverse_root").value
    return scale if math.frexp(scale)[0] == 0.5 and scale >= patterns.SMALLEST else 1.0


def scale_is_exact(s: Schedule) -> bool:
    """Whether the scale of the scores is a number of bf16 but for 2^-12 of it."""
    scale = s.memory_map.constant("inverse_root").value
    mantissa: float = math.frexp(scale)[0] * 2**BF16
    return abs(round(mantissa) - mantissa) < mantissa / 2**12


def without_identity(s: Schedule, vectors: int) -> bool:
    """Whether that number of query vectors is interleaved sooner by the permutation alone."""
    return not s.official and vectors <= SHORT


@dataclass(frozen=True)
class _Queries:
    """Takes x · w and interleaves it by heads, stack by stack."""

    patterns: Patterns
    stack: Stack
    rows: Matrix
    lefts: tuple[Left, ...]
    fresh: bool = True

    def place(self, row: int, block: int) -> int:
        """The same rows for every stack."""
        if not self.stack.many:
            return self.rows.address
        return self.rows.row(row, block % (self.stack.heads * self.stack.width // ROW))

    def done(self, s: Schedule, unit: Unit) -> None:
        """While they are at hand, or when the stack's last rows are."""
        stack = self.stack
        blocks = stack.width // ROW
        number, inside = divmod(unit.block, stack.heads * blocks)
        if not stack.many:
            head, block = divmod(inside, blocks)
            row = head * stack.rows + unit.row
            _take_by_heads(self.patterns, self.lefts[number], Unit(row, FETCH, block, unit.address))
        elif unit.row + unit.count == stack.rows and inside == stack.heads * blocks - 1:
            self.interleave(s, number)

    def interleave(self, s: Schedule, number: int) -> None:
        """All columns of a stack of many rows."""
        found = self.lefts[number]
        for block in range(self.stack.width // ROW):
            address = self.rows.row(0, block)
            _take_by_heads(self.patterns, found, Unit(0, self.stack.together, block, address))


def _take_by_heads(patterns: Patterns, target: Left, unit: Unit) -> None:
    """Interleave rows so that a head holds 16 columns of one; may change them."""
    if patterns.identity is None and isinstance(target, Few):
        target.take_by_heads(patterns.s, unit)
    else:
        target.take(patterns.s, unit, IDENTITY)


@dataclass(frozen=True)
class _Exponentials:
    """Takes scores and makes exponentials of what is left of them without their largest.

    `left` takes these as soon as they are there, if the permutation is in its tile. Of the last 64
    scores those of the `keys` that there are count.
    """

    rows: Matrix
    again: bool
    left: Few | None
    scaled: bool
    keys: int
    fresh: bool = True

    def place(self, row: int, block: int) -> int:
        """The same rows again and again if there is one block of keys."""
        return self.rows.address if self.again else self.rows.row(row, block)

    def done(self, s: Schedule, unit: Unit) -> None:
        """In place, when all scores of the rows are there."""
        if unit.block < self.rows.blocks - 1:
            return
        step = self.rows.rows * ROW
        first = unit.address - unit.block * step
        for row in range(first, first + unit.count * ROW, ROW):
            self._exponentials(s, [row + block * step for block in range(self.rows.blocks)])
        if self.left is not None:
            for block in range(self.rows.blocks):
                self.left.take(s, Unit(unit.row, unit.count, block, first + block * step))

    def _exponentials(self, s: Schedule, blocks: list[int]) -> None:
        s.do("S_ADD_FP", LARGEST, LOWEST, 0)
        for address in blocks:
            if not self.scaled:
                s.do("V_MUL_VF", address, address, SCALE, 0)
            masked = (1 << self.keys % ROW // HEAD) - 1 if address == blocks[-1] else 0
            self._largest(s, address, masked)
        for address in blocks:
            s.do("V_SUB_VF", address, address, LARGEST, 0, 0)
            s.do("V_EXP_V", address, address, 0)

    def _largest(self, s: Schedule, address: int, masked: int) -> None:
        """The official tools lose the mask: there what is no key gets a score far below."""
        if masked and s.official:
            s.do("V_ADD_VF", address, address, LOWEST, 1, v_mask=(1 << HEADS) - 1 & ~masked)
        if masked and not s.official:
            s.do("V_RED_MAX", LARGEST, address, 1, v_mask=masked)
        else:
            s.do("V_RED_MAX", LARGEST, address, 0)


@dataclass(frozen=True)
class _Normalise:
    """Takes E·V of a stack and divides it by the sums of E; every block of 64 columns of its heads
    goes on to be interleaved, or all together to `result` where there is no `left`.

    `rows`: room for one block. `number`: of the stack among those whose exponentials are
    interleaved together; each takes its own rows of the product, the first has all summed up.
    """

    stack: Stack
    rows: Matrix
    exponentials: Left
    sums: Matrix
    ones: int
    result: Matrix | None
    left: Left | None
    first: int
    number: int = 0
    fresh: bool = True

    def place(self, row: int, block: int) -> int:
        """The same rows again and again, or the result's own but for a last block after which
        there is no room for what M_BMM_WO writes."""
        last = self.result is not None and block == self.result.blocks - 1
        if self.result is None or last and isinstance(self.exponentials, Many):
            return self.rows.address
        return self.result.row(row, block)

    def done(self, s: Schedule, unit: Unit) -> None:
        """The reciprocals of the sums serve all blocks of the head."""
        sums = self.sums.row(unit.row if self.sums.rows > unit.count else 0, 0)
        if unit.block == self.number == 0:
            self._sum(s, unit.row, sums)
        if isinstance(self.exponentials, Many):
            before = self.number * self.stack.together * ROW
            unit = Unit(0, self.stack.together, unit.block, unit.address + before)
            sums += before
        if self.result is not None:
            if unit.block == self.result.blocks - 1:
                self._divide(s, unit, sums, self.result)
            return
        for i, row in enumerate(unit):
            if unit.block == 0:
                s.do("V_RECI_V", sums + i * ROW, sums + i * ROW, 0)
            s.do("V_MUL_VV", row, row, sums + i * ROW, 0)
        if self.left is not None:
            self._join(s, unit, self.left)

    def _divide(self, s: Schedule, unit: Unit, sums: int, result: Matrix) -> None:
        """All blocks of some rows."""
        for i in range(unit.count):
            total = sums + i * ROW
            s.do("V_RECI_V", total, total, 0)
            for block in range(result.blocks):
                source = self.place(unit.row, block) + i * ROW
                s.do("V_MUL_VV", result.row(unit.row + i, block), source, total, 0)

    def _join(self, s: Schedule, unit: Unit, joined: Left) -> None:
        """Interleave, `joined.count` rows of a head at a time."""
        for row in range(0, unit.count, joined.count):
            head, inside = divmod(unit.row + row, self.stack.rows)
            block = self.first + head * self.stack.width // ROW + unit.block
            joined.take(s, Unit(inside, joined.count, block, unit.address + row * ROW))

    def _sum(self, s: Schedule, row: int, sums: int) -> None:
        """E times ones: the first 16 rows of their tile serve all quarters."""
        e = self.exponentials
        for block in range(blocks_of(e)):
            for quarter in quarters_of(e, block):
                if isinstance(e, Few):
                    s.do("M_BMV", self.ones, e.quarter(row, block, quarter))
                else:
                    s.do("M_BMM", self.ones, e.quarter(block, quarter))
        s.do("M_BMV_WO" if isinstance(e, Few) else "M_BMM_WO", sums, 0)


@dataclass(frozen=True)
class Heads:
    """Attention: what its steps share. `count` is the number of heads of queries."""

    s: Schedule
    patterns: Patterns
    count: int
    scaled: bool

    @classmethod
    def prepare(cls, s: Schedule, count: int) -> Heads:
        """Make the patterns; the permutation is in its tile."""
        rows = s.cell.dims["s"]
        weights = [w for w in s.memory_map.inputs if w.tensor.name in ("wq", "cq")]
        if without_identity(s, sum(rows * w.detail("columns") // ROW for w in weights)):
            return cls(s, patterns.make_for_attention(s, None), count, scaled=False)
        scale = scale_in_identity(s)
        return cls(s, patterns.make_for_attention(s, scale), count, scale != 1.0)

    @classmethod
    def prepare_given(cls, s: Schedule, q: Placement) -> Heads:
        """For one head, whose queries come from HBM: the selectors that move them out of tiles
        scale them where there is no power of two, or no identity, to do so."""
        rows = q.detail("rows")
        identity = not without_identity(s, rows * q.detail("columns") // ROW)
        scale = scale_in_identity(s) if identity else 1.0
        moved = not s.official and all(loading.in_tile(row, rows) for row in range(0, rows, FETCH))
        factor = "inverse_root" if moved and scale == 1.0 and scale_is_exact(s) else None
        made = patterns.make_for_attention(s, scale if identity else None, factor)
        return cls(s, made, 1, scale != 1.0 or factor is not None)

    def attend(self, x: Left, memory: Left, wq: Placement, wk: Placement, wv: Placement) -> Left:
        """All heads side by side, interleaved for a product with the last weight.

        Heads of queries that follow one another share keys and values where there are fewer of
        these. Raises Unwritten for a number of keys that is no multiple of 16, or too large.
        """
        s, width = self.s, wq.detail("columns") // self.count
        if width % ROW:
            raise Unwritten(f"{s.cell.name}: heads of {width} are no multiple of {ROW}")
        keys, values = Cache.pair(s, memory.rows, wk.detail("columns"))
        again = isinstance(memory, Few) and blocks_of(memory) <= TILES
        columns = 2 * (ROW if again else wk.detail("columns"))
        rows = matrices.reserve(s, memory.rows, columns)
        projections = Projections((Weight(wk), Weight(wv)))
        multiply(s, memory, projections, Store(rows, again, (keys, values)))
        if s.official:
            keys.fill_up(s)
        group = wq.detail("columns") // wk.detail("columns")
        stack = Stack.of(s, x.rows, width, group)
        queries = self._queries(x, wq, stack)
        s.catch_up()
        joined = left.reserve(s, x.rows, wq.detail("columns"))
        self._load_constants()
        parts = [
            (q, number * stack.heads // group * width // ROW) for number, q in enumerate(queries)
        ]
        size = stack.side_by_side(len(parts))
        groups = [parts[i : i + size] for i in range(0, len(parts), size)]
        exponentials = [
            self._exponentials([(q, Keys(keys, block)) for q, block in group]) for group in groups
        ]
        ones = self._fetch_ones(exponentials[0], width // ROW)
        first = 0
        for e, members in zip(exponentials, groups, strict=True):
            with s.lent():
                shared = [Values(values, block, width // ROW) for _, block in members]
                rows, sums = matrices.reserve(s, e.count, ROW), self._room_for_sums(e, shared[0])
                for number, v in enumerate(shared):
                    sink = _Normalise(stack, rows, e, sums, ones, None, joined, first, number)
                    multiply(s, e, v, sink)
                    first += stack.heads * width // ROW
        return joined

    def attend_one(self, x: Placement, keys: Cache, values: Cache, result: Matrix) -> None:
        """One head, whose queries, keys and values lie in HBM."""
        s, stack = self.s, Stack.of(self.s, result.rows, result.columns, 1)
        self.patterns.fetch_identity()
        queries = self._given(x)
        self._load_constants()
        e = self._exponentials([(queries, Keys(keys, 0))])
        shared = Values(values, 0, result.columns // ROW)
        ones = self._fetch_ones(e, shared.blocks)
        sums = self._room_for_sums(e, shared)
        rows = matrices.reserve(s, e.rows, ROW)
        multiply(s, e, shared, _Normalise(stack, rows, e, sums, ones, result, None, 0))

    def _given(self, x: Placement) -> Left:
        """Queries from HBM: few rows are interleaved as soon as they are there."""
        s, found = self.s, left.reserve(self.s, x.detail("rows"), x.detail("columns"))
        if isinstance(found, Few):
            for unit in loading.fetched(s, self.patterns, x):
                _take_by_heads(self.patterns, found, unit)
            return found
        q = matrices.reserve(s, found.rows, found.columns)
        for _ in loading.fetched(s, self.patterns, x, q):
            pass
        for unit in q.units(found.rows):
            _take_by_heads(self.patterns, found, unit)
        return found

    def _queries(self, x: Left, w: Placement, stack: Stack) -> tuple[Left, ...]:
        """x · w, interleaved with the identity."""
        s, columns = self.s, w.detail("columns")
        number = columns // (stack.heads * stack.width)
        lefts = tuple(stack.room(s, stack.width) for _ in range(number))
        if isinstance(x, Few) and blocks_of(x) > FREE:
            product = matrices.reserve(s, x.rows, columns)
            multiply(s, x, Weight(w), Into(product))
            self.patterns.fetch_identity()
            blocks = stack.heads * stack.width // ROW
            for i in range(number):
                part = product.part(i * blocks * ROW, blocks * ROW)
                sink = _Queries(self.patterns, stack, part, lefts)
                if stack.many:
                    sink.interleave(s, i)
                else:
                    for unit in part.units():
                        block = i * blocks + unit.block
                        sink.done(s, Unit(unit.row, FETCH, block, unit.address))
            return lefts
        self.patterns.fetch_identity()
        rows = matrices.reserve(
            s, *((x.rows, stack.heads * stack.width) if stack.many else (FETCH, ROW))
        )
        multiply(s, x, Weight(w), _Queries(self.patterns, stack, rows, lefts))
        return lefts

    def _load_constants(self) -> None:
        self.s.load_constant(LOWEST, "neg_max")
        if not self.scaled:
            self.s.load_constant(SCALE, "inverse_root")

    def _exponentials(self, stacks: Sequence[tuple[Left, Keys]]) -> Left:
        """Of stacks of queries and their keys; few rows come alone."""
        s, (queries, keys) = self.s, stacks[0]
        number = keys.cache.rows
        if number % HEAD or isinstance(queries, Few) and keys.blocks > FREE:
            raise Unwritten(f"{s.cell.name}: {number} keys for {queries.rows} rows do not fit")
        if isinstance(queries, Many):
            return self._many_exponentials(stacks)
        at_once = blocks_of(queries) < TILES
        again = keys.blocks == 1 and at_once
        if at_once:
            self.patterns.fetch_permutation()
        room = left.few(s, queries.rows, number)
        with s.lent():
            count = queries.count if again else queries.rows
            rows = matrices.reserve(s, count, keys.blocks * ROW)
            taken = room if at_once else None
            multiply(s, queries, keys, _Exponentials(rows, again, taken, self.scaled, number))
            if not at_once:
                self.patterns.fetch_permutation()
                for unit in rows.units():
                    room.take(s, unit)
        return room

    def _many_exponentials(self, stacks: Sequence[tuple[Left, Keys]]) -> Many:
        """Interleaved together, so that one product sums them up. In every block a stack's rows lie
        in the second half of what M_BMM_WO wrote for the one before."""
        s, (queries, keys) = self.s, stacks[0]
        number, together = keys.cache.rows, queries.rows
        self.patterns.fetch_permutation()
        room = Many(s.reserve(keys.blocks * HEADS * ROW), len(stacks) * together, number)
        with s.lent():
            step = room.rows - together + MOST_ROWS
            whole = Matrix(s.reserve(keys.blocks * step), step, keys.blocks * ROW)
            for i, (q, k) in enumerate(stacks):
                rows = Matrix(whole.row(i * together, 0), step, whole.columns)
                multiply(s, q, k, _Exponentials(rows, False, None, self.scaled, number))
            for block in range(keys.blocks):
                room.take(s, Unit(0, room.rows, block, whole.row(0, block)))
        return room

    def _fetch_ones(self, e: Left, values: int) -> int:
        """The tile where they are, which is not one of those of some blocks of values."""
        ones = IDENTITY if isinstance(e, Few) and max(blocks_of(e), values) > 1 else TILE
        self.patterns.fetch_ones(ones)
        return ones

    def _room_for_sums(self, e: Left, values: Values) -> Matrix:
        at_once = BESIDE if isinstance(e, Few) and blocks_of(e) == 1 else 1
        return matrices.reserve(self.s, e.count if values.blocks <= at_once else e.rows, ROW)


def self_attention(cell: Cell) -> Schedule:
    """A kernel for MHA, GQA or MQA."""
    s = Schedule(cell, "interleaved queries, exponentials and heads")
    heads = Heads.prepare(s, cell.dims["n_h"])
    x, wq, wk, wv, wo = cell.memory_map.inputs
    rows = loading.interleaved(s, heads.patterns, x)
    joined = heads.attend(rows, rows, wq, wk, wv)
    multiply(s, joined, Weight(wo), Into(matrices.output(s)))
    return s


def attention(cell: Cell) -> Schedule:
    """A kernel for one head without projections."""
    s = Schedule(cell, "interleaved queries and exponentials")
    x, k, v = cell.memory_map.inputs
    heads = Heads.prepare_given(s, x)
    heads.attend_one(x, Cache.given(k), Cache.given(v), matrices.output(s))
    return s
