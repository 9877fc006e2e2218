"""Means and reciprocal roots of eight rows at a time, for norms.

The lanes of a row's sum of squares are rounded to bfloat16 and added by the multiplier: with a
right factor of which only column j is 1, the two rows of pair j come out as column j of a tile. So
do sums of rows, which are not rounded before. Where means are taken off, what the lanes leave is
added, too, or loops with rows of up to 64 elements add lanes of four rows as a tree: the variance
is right for rows whose mean is 16 times their deviation. p1 goes through the input.

r1 is 60, r7 28; r10 to r15 are modes of vshuffle, r10 and r11 those of pieces of 128 bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kernelcraft.platforms.amd_npu.kernels.pipelines.neighbours import added_up
from kernelcraft.platforms.amd_npu.kernels.pipelines.root import root, split
from kernelcraft.platforms.amd_npu.kernels.pipelines.text import Text, Vector, register
from kernelcraft.platforms.amd_npu.machine.arithmetic.shuffle import MODES

LANES = 16
BYTES = 32  # of a vector
SHORT = 4  # vectors of a row that one accumulator adds up
LONG = 8  # vectors of a row for which a loop has registers
PAIRS = 4  # of rows in a block
BLOCK = 2 * PAIRS
STEPS = {1: f"#{BYTES}", PAIRS: "m1", 1 - PAIRS: "m2"}  # by rows from one to the next
PIECES, LANE_BY_LANE, TWO_BY_TWO = ("r10", "r11"), ("r12", "r13"), ("r14", "r15")
EXPONENT = "r8"  # the width, as what a float's bits grow by
FIRST_COLUMN, FIRST_PAIR = 24, 4  # r24 to r31 are the pairs l4 to l7
# Registers of code that runs once: x registers by number, and accumulators.
LANES_IN, LEFT_IN, COLUMNS, FOLDED_IN = 2, 4, (1, 10), (3, 4)
SQUARES, SUMS, OF_PAIRS, NEAR = ("bml7", "bmh7"), ("bmh6", "bml5"), ("bmh5", "bmh3"), "bmh4"


@dataclass(frozen=True)
class Norm:
    """Rows of `vectors` vectors; with `means` they are subtracted first."""

    vectors: int
    means: bool

    @property
    def multiple(self) -> float:
        """What is divided by the root of a row's sum, which means make a mean."""
        return 1.0 if self.means else float(np.sqrt(self.width))

    @property
    def width(self) -> int:
        """Elements of a row."""
        return LANES * self.vectors


def constants_of_rows(to: Text, norm: Norm, eps: float) -> None:
    """Write what registers keep: steps between rows, factors, the columns, 16 shares of ε."""
    row = BYTES * norm.vectors
    to.add(f"movxm m1, #{BYTES + (PAIRS - 1) * row}")
    to.add(f"movxm m2, #{BYTES - PAIRS * row}")
    columns(to, norm)
    if _exact(to, norm):
        width(to, norm)
        modes = ("T32_2x16_lo", "T32_2x16_hi", "T64_2x8_lo", "T64_2x8_hi")
        for register_, mode in zip((*LANE_BY_LANE, *TWO_BY_TWO), modes, strict=True):
            to.add(f"movx {register_}, #{MODES[mode]}")
    share = int(np.float32(norm.width * eps / LANES).view(np.uint32))
    to.add(f"movxm r4, #{share}")
    shares = to.vector("shares", 4)
    to.add(f"vbcst.32 {shares.x}, r4")
    to.add(f"vmov bmh8, {shares.x}")


def width(to: Text, norm: Norm) -> None:
    """Write the width as what `_folded` takes off."""
    to.add(f"movxm {EXPONENT}, #{(norm.width.bit_length() - 1) << 23}")


def columns(to: Text, norm: Norm) -> None:
    """Write the columns of a right factor, of which one is 1, or a share of the mean."""
    one = 1 / norm.width if norm.means else 1.0
    bits = int(np.float32(one).view(np.uint32)) >> 16
    for column in range(PAIRS):
        words = [0, 0]
        words[column // 2] = bits << 16 * (column % 2)
        for half, word in enumerate(words):
            to.add(f"movxm r{FIRST_COLUMN + 2 * column + half}, #{word}")


@dataclass(frozen=True)
class Row:
    """A row of a block: its pair's column, which of both it is, how its last load moves p1 on."""

    number: int
    column: Vector
    second: int
    onward: str


def lane(row: int) -> int:
    """Where a row of up to 16 is in code that runs once."""
    return BLOCK * (row // BLOCK) + PAIRS * (row % 2) + row % BLOCK // 2


def _pairs(rows: int, neighbours: bool) -> list[tuple[int, ...]]:
    """The rows of a block two by two: neighbours, or so that lanes are in the order of rows."""
    if neighbours:
        return [tuple(range(first, min(first + 2, rows))) for first in range(0, rows, 2)]
    return [tuple(range(first, rows, PAIRS)) for first in range(min(rows, PAIRS))]


def moments(
    to: Text, norm: Norm, rows: int, block: int = 0, means_in: tuple[int, int] = FOLDED_IN
) -> tuple[str, str]:
    """Write the squares of up to 8 rows and, with means, their sums, before the last folding.

    Code that runs once folds these sums in two registers by number.
    """
    squares = ""
    sums = ["", ""]  # of the first and the second rows of pairs
    exact: tuple[list[str], list[str]] = [], []  # sums of squares, if they are not rounded
    pairs = _pairs(rows, to.named)
    for pair, both in enumerate(pairs):
        column = to.vector(f"column{block}_{pair}", COLUMNS[pair % len(COLUMNS)])
        to.add(f"vbcst.64 {column.x}, l{FIRST_PAIR + pair}")
        parts = [to.vector(f"lanes{block}_{pair}", LANES_IN)]
        if norm.means:
            parts.append(to.vector(f"rest{block}_{pair}", LEFT_IN))
        for second, row in enumerate(both):
            following = (*both, *(pairs[pair + 1] if both != pairs[-1] else (both[-1] + 1,)))
            step = following[second + 1] - row
            found = _squares(to, norm, Row(row, column, second, STEPS[step]), sums)
            if _exact(to, norm):
                exact[second].append(found)
                continue
            for part in parts:
                alone = part.low, part.high
                for half in alone if len(both) == 1 else (alone[second],):
                    to.add(f"vconv.bf16.fp32 {half}, {found}")
                if part != parts[-1]:
                    found = _left(to, found, alone[second], row, block)
        if exact[0]:
            continue
        total = to.accumulator(f"squares{block}_{pair}", OF_PAIRS[block])
        for part in parts:
            squares = added(to, squares, f"{part.x}, {column.x}, r7", total)
    if exact[0]:
        tiles = [_tile(to, rows, f"q{which}_") for which, rows in enumerate(exact) if rows]
        squares = _folded(to, tiles[0], tiles[-1], "q_", divided=True)
    if not norm.means:
        return squares, ""
    return squares, _folded(to, sums[0], sums[1] or sums[0], f"m{block}_", registers=means_in)


def joined(
    to: Text,
    norm: Norm,
    blocks: Sequence[tuple[str, str]],
    means_in: tuple[int, int] = FOLDED_IN,
) -> tuple[str, str]:
    """Write what one or two blocks have as lanes in the order of the rows."""
    (squares, sums), (others, other_sums) = blocks[0], blocks[-1]
    v = _folded(to, squares, others, "v_")
    if not norm.means:
        return v, ""
    return v, _folded(to, sums, other_sums, "mean_", registers=means_in)


def variance(
    to: Text, v: str, mean: str, registers: tuple[int, int] = FOLDED_IN
) -> tuple[str, Vector]:
    """Write the mean of squares less the mean's square; gives also the mean as two bfloat16."""
    parts, rounded = to.vector("parts", registers[0]), to.vector("rounded", registers[1])
    to.add(f"vconv.bf16.fp32 {parts.low}, {mean}")
    split(to, parts, mean, "mean")
    to.add(f"vadd.f %twice, {mean}, {mean}, r7", twice="bm")
    to.add(f"vmov {rounded.low}, {parts.low}")
    to.add(f"vconv.bf16.fp32 {rounded.high}, %twice")
    to.add(f"vmsc.f %variance, {v}, {parts.x}, {rounded.x}, r1", variance="bm")
    return "%variance", parts


def factors(to: Text, v: str, mean: str) -> tuple[str, str]:
    """Write the reciprocal roots of 16 lanes and, with means, minus the products of both."""
    if not mean:
        return root(to, v), ""
    of, parts = variance(to, v, mean)
    roots = root(to, of, rounded=not to.named)
    if to.named:  # the root took the register
        to.add(f"vconv.bf16.fp32 {parts.low}, {mean}")
        to.add(f"vconv.bf16.fp32 {parts.high}, %meanrest")
    doubled = to.vector("doubled", 4)
    to.add(f"vconv.bf16.fp32 {doubled.low}, {roots}")
    to.add(f"vconv.bf16.fp32 {doubled.high}, {roots}")
    to.add(f"vnegmul.f %biases, {parts.x}, {doubled.x}, r1", biases="bm")
    return roots, "%biases"


def added(to: Text, last: str, product: str, total: str) -> str:
    """Write a product, added to a register if there is one, into `total`, which it gives."""
    to.add(f"vmac.f {total}, {last}, {product}" if last else f"vmul.f {total}, {product}")
    return total


def _squares(to: Text, norm: Norm, row: Row, sums: list[str]) -> str:
    """Write the 16 sums of squares of a row, and with means add to its column of `sums`."""
    chains = ["bmh8"] if norm.vectors <= SHORT else ["bmh8", ""]  # a link takes four bundles
    for index in range(norm.vectors // 2):
        free = to.named or norm.vectors <= LONG
        x = to.vector(f"x{row.number}_{index}", 11 * (index % 2)) if free else register(index % 2)
        to.add(f"vldb {x.low}, [p1], #{BYTES}")
        last = index == norm.vectors // 2 - 1
        to.add(f"vldb {x.high}, [p1], {row.onward if last else f'#{BYTES}'}")
        turn = len(chains) * row.number + index % len(chains)
        squares = SQUARES if norm.means else (*SQUARES, *SUMS)
        total = to.accumulator(f"s{row.number}_{index}", squares[turn % len(squares)])
        chains.append(added(to, chains.pop(0), f"{x.x}, {x.x}, r1", total))
        if norm.means:
            total = to.accumulator(f"t{row.number}_{index}", SUMS[row.second])
            last_sum = sums[row.second]
            sums[row.second] = added(to, last_sum, f"{x.x}, {row.column.x}, r7", total)
    if len(chains) == 1:
        return chains[0]
    to.add(f"vadd.f %s{row.number}, {chains[0]}, {chains[1]}, r7", **{f"s{row.number}": "bm"})
    return f"%s{row.number}"


def _left(to: Text, found: str, half: str, row: int, block: int) -> str:
    """Write what a half of a vector leaves of the register that it was rounded from."""
    near = to.accumulator(f"near{block}_{row}", NEAR)
    left = to.accumulator(f"left{block}_{row}", near)
    to.add(f"vconv.fp32.bf16 {near}, {half}")
    to.add(f"vsub.f {left}, {found}, {near}, r7")
    return left


def _exact(to: Text, norm: Norm) -> bool:
    """Whether sums of squares are added up without rounding: if a loop has registers for that."""
    return norm.means and not to.named and norm.vectors <= SHORT


def _tile(to: Text, found: Sequence[str], name: str) -> str:
    """Write four rows' 16 numbers as 4 sums each: a lane for each row in pieces of 128 bits."""
    a, b, c, d = (*found, *[found[-1]] * (PAIRS - len(found)))
    one = _folded(to, a, b, f"{name}ab_", modes=LANE_BY_LANE)
    other = _folded(to, c, d, f"{name}cd_", modes=LANE_BY_LANE)
    return _folded(to, one, other, name, modes=TWO_BY_TWO)


def _folded(
    to: Text,
    one: str,
    other: str,
    name: str,
    *,
    modes: tuple[str, str] = PIECES,
    divided: bool = False,
    registers: tuple[int, int] = FOLDED_IN,
) -> str:
    """Write sums of two pieces, neighbours or halves of what `modes` bring; gives their register.

    If `divided`, they are divided by the width: what is not 0 by its exponent.
    """
    first = to.vector(f"{name}one", registers[0])
    to.add(f"vmov {first.x}, {one}")
    second = first
    if other != one:
        second = to.vector(f"{name}other", registers[1])
        to.add(f"vmov {second.x}, {other}")
    if divided:
        by = to.vector(f"{name}by", 5)
        to.add(f"vbcst.32 {by.x}, {EXPONENT}")
        for each in dict.fromkeys((first, second)):
            to.add(f"vsub.32 {each.x}, {each.x}, {by.x}")
    return added_up(to, first, second, name, modes)
