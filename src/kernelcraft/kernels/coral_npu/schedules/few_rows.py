"""The matrix product of int8 for up to four rows: every weight is read once and serves all of them.

Reading weights is what takes the time: a line of external memory keeps the load/store unit busy for
14 cycles and a place in the reorder buffer, so 7 registers' worth of vector work pass in that time.
The sums of 16 columns leave room for four rows, so each line is used up when it has come, and there
is no need to keep it. The work beside it has to be small, so no weight is widened: two products of
int8 fit in 16 bits (weights are at least -127), and a widening addition takes them to the sums of
two rows at once. A row of weights takes 20.5 cycles for four rows of x, of which the load/store
unit is busy for 19: 15 for the weights and 4 for a word of x.

That unit is never idle between strips either: the first weights and words of the next strip come
with the last products of this one, the shifts between the products with the multipliers, the bias
of the next strip between the steps that end the requantisation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.kernels.coral_npu.assembly import LINE, Assembly
from kernelcraft.kernels.coral_npu.schedules import requantise
from kernelcraft.kernels.coral_npu.schedules.lookup import look_up
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
        asm.registers(6) as (w, multiplier, shift, y, left, pair),
        asm.registers(operands.bias is not None) as bias,
        asm.registers(2 + 4 * product.rows) as (x, weights, *names),
    ):
        strips = _Strips(asm, product, operands, w, multiplier, shift, y, left, pair, bias)
        strips.write(_Loop(asm, strips, x, weights, names))


@dataclass(frozen=True)
class _Strips:
    """Strips of 16 columns, the last of as many as remain; the addresses move on with them."""

    asm: Assembly
    product: Product
    operands: Operands
    w: str
    multiplier: str
    shift: str
    y: str
    left: str
    """Strips that follow the present one."""
    pair: str
    """Sums of two rows."""
    bias: Sequence[str]
    """The address, if there is a bias."""

    @property
    def count(self) -> int:
        """Strips."""
        return -(-self.product.columns // COLUMNS)

    @property
    def sums(self) -> Sequence[int]:
        """The groups of sums, one for each row."""
        return SUMS[: self.product.rows]

    def write(self, loop: _Loop) -> None:
        """Strip after strip; weights, words and the bias of the next one come with the last ones of
        the present one."""
        asm, operands = self.asm, self.operands
        asm.set(self.w, operands.w)
        asm.set(self.y, operands.y)
        asm.set(self.multiplier, operands.multiplier)
        asm.set(self.shift, operands.shift)
        asm.vl(min(COLUMNS, self.product.columns), 32, 4)
        for address in self.bias:
            asm.set(address, operands.bias or 0)
            asm.emit("vle32.v", f"v{SCALES.multiplier}", f"({address})")
            asm.emit("addi", address, address, 4 * COLUMNS)
        asm.emit("li", self.pair, 2 * COLUMNS)
        loop.begin()
        if self.count == 1:
            self._sum(loop)
            self._finish(self.product.columns)
            return
        asm.emit("li", self.left, self.count - 1)
        first, last = asm.label("strip"), asm.label("last_strip")
        asm.place(first, aligned=True)
        self._sum(loop)
        asm.emit("beqz", self.left, last)
        self._finish(COLUMNS, more=True)
        asm.emit("addi", self.left, self.left, -1)
        asm.emit("j", first)
        asm.place(last)
        self._finish(self.product.columns - (self.count - 1) * COLUMNS)

    def _sum(self, loop: _Loop) -> None:
        """Sums, which begin with the bias or 0."""
        asm = self.asm
        if not self.bias:
            asm.vl(COLUMNS, 32, 4)
        for group in self.sums:
            if self.bias:
                asm.emit("vmv4r.v", f"v{group}", f"v{SCALES.multiplier}")
            else:
                asm.emit("vmv.v.i", f"v{group}", 0)
        asm.vl(COLUMNS, 8, 1)
        more = padded(self.product.inner) // STEP - 1
        if more:
            with asm.loop(more, "inner"):
                loop.body()
        loop.body(last=True)

    def _finish(self, width: int, *, more: bool = False) -> None:
        """Requantise and store a strip of some columns; with `more`, the bias of the next one is
        loaded meanwhile and the addresses move on."""
        asm, product = self.asm, self.product
        asm.note("requantise and store")
        asm.vl(width, 32, 4)
        asm.emit("vle32.v", f"v{SCALES.multiplier}", f"({self.multiplier})")
        lines = -(-4 * width // LINE)
        shifts = self._lines(SCALES.shift, self.shift, lines)
        for group in self.sums:
            next(shifts, None)
            asm.emit("vsmul.vv", f"v{group}", f"v{group}", f"v{SCALES.multiplier}")
        for _ in shifts:
            pass
        biases: Iterator[None] = iter(())
        if more and self.bias:
            biases = self._lines(SCALES.multiplier, self.bias[0], lines)
        asm.sew(16, 2)
        asm.emit("vnsrl.wi", f"v{SCALES.shift}", f"v{SCALES.shift}", 0)
        with asm.registers(1) as (at,):
            steps = product.rows

            def beside() -> None:
                nonlocal steps
                steps += 1
                if steps % product.rows == 0:
                    next(biases, None)

            shift, lmul = SCALES.shift, SCALES.lmul
            requantise.finish(asm, self.sums, shift, lmul, product.zero_point, at, beside)
            for _ in biases:
                pass
        look_up(asm, self.sums, self.operands.table)
        with asm.registers(1) as (at,):
            asm.emit("mv", at, self.y)
            for row, group in enumerate(self.sums):
                if row:
                    asm.add(at, product.pitch)
                asm.emit("vse8.v", f"v{group}", f"({at})")
        if more:
            for address in (self.w, self.y):
                asm.emit("addi", address, address, COLUMNS)
            asm.emit("addi", self.multiplier, self.multiplier, 4 * COLUMNS)

    def _lines(self, register: int, address: str, lines: int) -> Iterator[None]:
        """Load a line to each of some registers; the address moves on."""
        for line in range(lines):
            self.asm.emit("vl1re32.v", f"v{register + line}", f"({address})")
            self.asm.emit("addi", address, address, LINE)
            yield


class _Loop:
    """The rows of weights of a strip, eight in an iteration, in the order.

    `words` of activations come while those in the other half are used; `factors` hold what is
    multiplied with an even and an odd row of weights.
    """

    def __init__(
        self, asm: Assembly, strips: _Strips, x: str, weights: str, names: Sequence[str]
    ) -> None:
        self.asm, self.strips, self.x, self.weights = asm, strips, x, weights
        self.rows = strips.product.rows
        self.words = (names[: self.rows], names[self.rows : 2 * self.rows])
        self.factors = (names[2 * self.rows : 3 * self.rows], names[3 * self.rows :])
        self.row_bytes = padded(strips.product.inner)
        self.narrow = True
        self.last = False

    def begin(self) -> None:
        """The first words and two rows of weights, and what the order does for them."""
        asm = self.asm
        asm.set(self.x, self.strips.operands.x)
        asm.emit("mv", self.weights, self.strips.w)
        for row in range(self.rows):
            self._word(row, 0)
        for register in WEIGHTS[:2]:
            self._load(register)
        for parity in range(2):
            for row in range(self.rows):
                if ORDER.index(MULTIPLY[parity][row]) < ORDER.index(TAKE[parity][row]):
                    self._take(row, parity)

    def body(self, *, last: bool = False) -> None:
        """One iteration; the last one of a strip brings the first words and weights of the next."""
        asm, strips, self.last = self.asm, self.strips, last
        for first in range(0, STEP, 2):
            if last and first == WORD:
                asm.set(self.x, strips.operands.x)
            elif last and first == STEP - 2 and strips.count > 1:
                self._onward()
            done: set[str] = set()
            for step in ORDER:
                self._step(step, first, done)
                done.add(step)
        self._narrow()
        if not last:
            asm.emit("addi", self.x, self.x, STEP)

    def _onward(self) -> None:
        """Point to the next strip or, behind the last one, to 0: to ITCM, which costs less."""
        asm, strips = self.asm, self.strips
        with asm.registers(1) as (mask,):
            asm.emit("snez", mask, strips.left)
            asm.emit("neg", mask, mask)
            asm.emit("addi", self.weights, strips.w, COLUMNS)
            asm.emit("and", self.weights, self.weights, mask)

    def _step(self, step: str, first: int, done: set[str]) -> None:
        behind = self.last and self.strips.count == 1  # and there is no next strip
        if step in LOAD:
            if behind and first == STEP - 2:
                return
            self._load(WEIGHTS[(first + 2 + LOAD.index(step)) % len(WEIGHTS)])
        elif step in WORDS:
            row = WORDS.index(step) + first % WORD
            if row < self.rows and not (behind and first >= WORD):
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
        self.asm.add(self.weights, self.strips.product.columns)

    def _word(self, row: int, word: int) -> None:
        """Load a word of a row, of this iteration or the next."""
        behind = word * WORD == STEP and self.last
        offset = row * self.row_bytes + (0 if behind else word * WORD)
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
            self.asm.emit("vsetvli", "zero", self.strips.pair, "e16", "m4", "ta", "ma")
            self.narrow = False
        self.asm.emit("vwadd.wv", f"v{SUMS[row]}", f"v{SUMS[row]}", f"v{PRODUCTS[row]}")

    def _narrow(self) -> None:
        """vl for products, unless it is set."""
        if not self.narrow:
            self.asm.vl(COLUMNS, 8, 1)
            self.narrow = True
