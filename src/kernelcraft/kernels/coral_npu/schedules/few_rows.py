"""The matrix product of int8 for up to four rows: every weight is read once and serves all of them.

Reading weights is what takes the time: a line of external memory keeps the load/store unit busy for
14 cycles and a place in the reorder buffer, so 7 registers' worth of vector work pass in that time.
The sums of 16 columns leave room for four rows, so each line is used up when it has come, and there
is no need to keep it. The work beside it has to be small, so no weight is widened: two products of
int8 fit in 16 bits (weights are at least -127), and a widening addition takes them to the sums of
two rows at once. A row of weights takes 20.5 cycles for four rows of x, of which the load/store
unit is busy for 18: 14 for the weights and 4 for a word of x.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.kernels.coral_npu.assembly import LINE, Assembly
from kernelcraft.kernels.coral_npu.schedules import requantise
from kernelcraft.kernels.coral_npu.schedules.product import (
    STEP,
    WORD,
    Operands,
    Product,
    padded,
)

ROWS: Final = 4
"""At most."""
COLUMNS: Final = LINE
"""Of a strip: the weights of one fill a register."""
WEIGHTS: Final = range(4)
"""The registers for four rows of weights, in turn."""
PRODUCTS: Final = (8, 10, 12, 14)
SUMS: Final = (16, 20, 24, 28)
SCALES: Final = requantise.Scales(multiplier=8, shift=12, lmul=4)
"""When the products are not needed any more."""
ORDER: Final = "1Zy3zeW02Ycfbdma*Xlwx+"
"""What is done for two rows of weights, in the letters below: the best of 8000 orders tried on the
timing model, where taking everything just before it is needed costs 15 % more."""
MULTIPLY: Final = ("0123", "abcd")
"""Multiply a row of x with the even, with the odd row of weights."""
TAKE: Final = ("wxyz", "WXYZ")
"""Take its activation out of a word: for this multiplication or, behind it, for the next one."""
ADD: Final = "+*"
"""Add the products to the sums of rows 0 and 1, of rows 2 and 3."""
LOAD: Final = "ef"
"""Load the next even, the next odd row of weights."""
WORDS: Final = "lm"
"""Load the next word of activations of a row: of rows 0 and 1 or, in turn, of rows 2 and 3."""


def write(asm: Assembly, product: Product, operands: Operands) -> None:
    """The whole product, strip by strip."""
    with (
        asm.registers(6) as (w, multiplier, shift, y, remaining, pair),
        asm.registers(operands.bias is not None) as bias,
    ):
        strip = _Strip(asm, product, operands, w, multiplier, shift, y, remaining, pair, bias)
        strip.begin()
        with asm.until_equal(strip.remaining, "zero", "strip"):
            strip.write()


@dataclass(frozen=True)
class _Strip:
    """16 columns of the product, or as many as remain; the addresses move on with the strips."""

    asm: Assembly
    product: Product
    operands: Operands
    w: str
    multiplier: str
    shift: str
    y: str
    remaining: str
    pair: str
    """Sums of two rows."""
    bias: Sequence[str]
    """The address, if there is a bias."""

    def begin(self) -> None:
        """Point to the first strip."""
        asm, operands = self.asm, self.operands
        asm.set(self.w, operands.w)
        asm.set(self.multiplier, operands.multiplier)
        asm.set(self.shift, operands.shift)
        asm.set(self.y, operands.y)
        for address in self.bias:
            asm.set(address, operands.bias or 0)
        asm.emit("li", self.pair, 2 * COLUMNS)
        asm.emit("li", self.remaining, self.product.columns)

    def write(self) -> None:
        """Sums, then codes; then point to the next strip."""
        asm, product = self.asm, self.product
        sums = SUMS[: product.rows]
        asm.emit("vsetvli", "zero", self.remaining, "e32", "m4", "ta", "ma")
        self._begin(sums)
        with asm.registers(2 + 4 * product.rows) as (x, weights, *names):
            loop = _Loop(asm, self, x, weights, names)
            loop.begin()
            with asm.loop(padded(product.inner) // STEP, "inner"):
                loop.body()
        asm.note("requantise and store")
        with asm.registers(2) as (width, at):
            asm.emit("vsetvli", width, self.remaining, "e32", "m4", "ta", "ma")
            requantise.load(asm, SCALES, self.multiplier, self.shift, SCALES.multiplier)
            requantise.narrow(asm, sums, SCALES, product.zero_point, at)
            asm.emit("mv", at, self.y)
            for row, group in enumerate(sums):
                if row:
                    asm.add(at, product.pitch)
                asm.emit("vse8.v", f"v{group}", f"({at})")
            asm.emit("sub", self.remaining, self.remaining, width)
        for address in (self.w, self.y):
            asm.emit("addi", address, address, COLUMNS)
        for address in (self.multiplier, self.shift, *self.bias):
            asm.emit("addi", address, address, 4 * COLUMNS)

    def _begin(self, sums: Sequence[int]) -> None:
        """Sums begin with the bias or 0; vl elements of 32 bits are set."""
        if not self.bias:
            for group in sums:
                self.asm.emit("vmv.v.i", f"v{group}", 0)
            return
        self.asm.emit("vle32.v", f"v{sums[0]}", f"({self.bias[0]})")
        for group in sums[1:]:
            self.asm.emit("vmv.v.v", f"v{group}", f"v{sums[0]}")


class _Loop:
    """The rows of weights of a strip, eight in an iteration, in the order.

    `words` of activations come while those in the other half are used; `factors` hold what is
    multiplied with an even and an odd row of weights.
    """

    def __init__(
        self, asm: Assembly, strip: _Strip, x: str, weights: str, names: Sequence[str]
    ) -> None:
        self.asm, self.strip, self.x, self.weights = asm, strip, x, weights
        self.rows = strip.product.rows
        self.words = (names[: self.rows], names[self.rows : 2 * self.rows])
        self.factors = (names[2 * self.rows : 3 * self.rows], names[3 * self.rows :])
        self.row_bytes = padded(strip.product.inner)
        self.narrow = True

    def begin(self) -> None:
        """The first words and two rows of weights, and what the order does for them."""
        asm = self.asm
        asm.set(self.x, self.strip.operands.x)
        asm.emit("mv", self.weights, self.strip.w)
        for row in range(self.rows):
            self._word(row, 0)
        for register in WEIGHTS[:2]:
            self._load(register)
        asm.vl(COLUMNS, 8, 1)
        for parity in range(2):
            for row in range(self.rows):
                if ORDER.index(MULTIPLY[parity][row]) < ORDER.index(TAKE[parity][row]):
                    self._take(row, parity)

    def body(self) -> None:
        """One iteration."""
        for first in range(0, STEP, 2):
            done: set[str] = set()
            for step in ORDER:
                self._step(step, first, done)
                done.add(step)
        self._narrow()
        self.asm.emit("addi", self.x, self.x, STEP)

    def _step(self, step: str, first: int, done: set[str]) -> None:
        if step in LOAD:
            self._load(WEIGHTS[(first + 2 + LOAD.index(step)) % len(WEIGHTS)])
        elif step in WORDS:
            row = WORDS.index(step) + first % WORD
            if row < self.rows:
                self._word(row, first // WORD + 1)
        elif step in ADD:
            self._add(2 * ADD.index(step))
        for parity in range(2):
            if step in TAKE[parity]:
                row = TAKE[parity].index(step)
                self._take(row, first + parity + 2 * (MULTIPLY[parity][row] in done))
            elif step in MULTIPLY[parity]:
                self._multiply(MULTIPLY[parity].index(step), first + parity)

    def _load(self, register: int) -> None:
        self.asm.emit("vl1re8.v", f"v{register}", f"({self.weights})")
        self.asm.add(self.weights, self.strip.product.columns)

    def _word(self, row: int, word: int) -> None:
        offset = row * self.row_bytes + word * WORD
        self.asm.emit("lw", self.words[word % 2][row], f"{offset}({self.x})")

    def _take(self, row: int, index: int) -> None:
        """The activation of a row that meets a row of weights, in the lowest byte."""
        byte = index % WORD
        if row < self.rows and byte:
            word = self.words[index // WORD % 2][row]
            self.asm.emit("srli", self.factors[index % 2][row], word, 8 * byte)

    def _multiply(self, row: int, index: int) -> None:
        if row >= self.rows:
            return
        self._narrow()
        products, weights = f"v{PRODUCTS[row]}", f"v{WEIGHTS[index % len(WEIGHTS)]}"
        factor = self.factors[index % 2][row]
        if index % WORD == 0:
            factor = self.words[index // WORD % 2][row]
        if index % 2:
            self.asm.emit("vwmacc.vx", products, factor, weights)
        else:
            self.asm.emit("vwmul.vx", products, weights, factor)

    def _add(self, row: int) -> None:
        """The products of two rows to their sums; what a missing second row gets does not count."""
        if row >= self.rows:
            return
        if self.narrow:
            self.asm.emit("vsetvli", "zero", self.strip.pair, "e16", "m4", "ta", "ma")
            self.narrow = False
        self.asm.emit("vwadd.wv", f"v{SUMS[row]}", f"v{SUMS[row]}", f"v{PRODUCTS[row]}")

    def _narrow(self) -> None:
        """vl for products, unless it is set."""
        if not self.narrow:
            self.asm.vl(COLUMNS, 8, 1)
            self.narrow = True
