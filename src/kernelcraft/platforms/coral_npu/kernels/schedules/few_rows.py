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

Five rows are summed so where all weights are kept for others (`five_rows`): of the registers four
hold weights then, and eight the products, of which the fifth row has those of the first again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.activations import STEP, WORD, padded
from kernelcraft.platforms.coral_npu.kernels.schedules.lookup import look_up
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import order
from kernelcraft.platforms.coral_npu.kernels.schedules.product import Operands, Product

ROWS: Final = 4
"""At most, where no weight is kept."""
COLUMNS: Final = LINE
"""Of a strip: the weights of one fill a register."""
WEIGHTS: Final = range(4)
"""The registers for four rows of weights, in turn."""
MULTIPLY: Final = ("01234", "abcdg")
"""Multiply a row of x with the even, with the odd row of weights."""
TAKE: Final = ("wxyzv", "WXYZV")
"""Take its activation out of a word: for this multiplication or, after it, for the next one."""
ADD: Final = "+*#"
"""Add the products to the sums of rows 0 and 1, of rows 2 and 3, of row 4."""
LOAD: Final = "ef"
"""Load the next even, the next odd row of weights."""
WORDS: Final = "lmn"
"""Load the next word of activations of a row: of rows 0 and 1 or, in turn, of rows 2 and 3; with
five rows of rows 0, 1 and 2 or, in turn, 3 and 4."""
KEEP: Final = "k"
"""Store the two rows of weights that are multiplied."""
PRODUCT: Final = "product"
SINGLE: Final = "sums of a row"
PAIR: Final = "sums of two rows"
"""What vl and SEW are set for."""


@dataclass(frozen=True)
class Way:
    """Where vectors lie, by rows of x: products in 2 registers, sums in 4. The scales take the
    place of the products when those are not needed any more."""

    rows: int
    products: Sequence[int]
    sums: Sequence[int]
    scales: requantise.Scales
    order: str
    steps: str
    """What is done for two rows of weights, in the letters above, one after the other."""
    factors: int
    """x registers for a row, for what is multiplied with a row of weights; 2 if those for even and
    odd rows of weights are not the same."""

    @property
    def words(self) -> int:
        """Words of activations that come with two rows of weights, at most."""
        return -(-self.rows // 2)


FOUR: Final = Way(
    4,
    (8, 10, 12, 14),
    (16, 20, 24, 28),
    requantise.Scales(multiplier=8, shift=12, lmul=4),
    "few_rows",
    "w0x1y2z3WaXbYcZd+*eflm",
    2,
)
"""The best order; taking everything just before it is needed costs 15 % more."""
FIVE: Final = Way(
    5,
    (4, 6, 8, 10, 4),
    (16, 20, 24, 28, 12),
    requantise.Scales(multiplier=4, shift=8, lmul=4),
    "five_rows",
    "w0Wax1Xb+y2Ycz3Zd*v4Vg#efklmn",
    1,
)
"""With all rows of weights kept."""


@dataclass(frozen=True)
class Kept:
    """Where weights and biases go in DTCM; strip by strip, for whoever multiplies further rows."""

    weights: str
    bias: str

    @classmethod
    def of_size(cls, asm: Assembly, size: int, columns: int) -> Kept:
        """`size` is that of `room`. What is read of weights goes up to a strip beyond the last
        one."""
        weights = asm.reserve("weights", size - 4 * LINE * strips(columns))
        return cls(weights, asm.reserve("biases", 4 * LINE * strips(columns)))


def strips(columns: int) -> int:
    """Of 16 columns, an even number of them."""
    return 2 * -(-columns // (2 * COLUMNS))


def room(inner: int, columns: int) -> int:
    """Bytes of weights and biases that are kept."""
    return strips(columns) * (padded(inner) + 4) * LINE + LINE


def write(
    asm: Assembly, product: Product, operands: Operands, way: Way = FOUR, kept: Kept | None = None
) -> None:
    """The whole product, strip by strip."""
    keeping = kept is not None
    with (
        asm.registers(6) as (w, multiplier, shift, y, left, pair),
        asm.registers(operands.bias is not None) as bias,
        asm.registers(keeping) as target,
        asm.registers(keeping and operands.bias is not None) as bias_target,
        asm.registers(2 + (2 + way.factors) * product.rows) as (x, weights, *names),
    ):
        if kept is not None:
            asm.set(target[0], kept.weights)
            for register in bias_target:
                asm.set(register, kept.bias)
        strips = _Strips(
            asm, product, operands, way, w, multiplier, shift, y, left, pair, bias, bias_target
        )
        strips.write(_Loop(asm, strips, x, weights, names, target))


@dataclass(frozen=True)
class _Strips:
    """Strips of 16 columns, the last of as many as remain; the addresses move on with them."""

    asm: Assembly
    product: Product
    operands: Operands
    way: Way
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
    bias_target: Sequence[str]
    """Where it is kept, if it is."""

    @property
    def count(self) -> int:
        """Strips."""
        return -(-self.product.columns // COLUMNS)

    @property
    def sums(self) -> Sequence[int]:
        """The groups of sums, one for each row."""
        return self.way.sums[: self.product.rows]

    def write(self, loop: _Loop) -> None:
        """Strip after strip; weights, words and the bias of the next one come with the last ones of
        the present one."""
        asm, operands = self.asm, self.operands
        asm.set(self.w, operands.w)
        asm.set(self.y, operands.y)
        asm.set(self.multiplier, operands.scales or operands.multiplier)
        asm.set(self.shift, operands.shift)
        asm.vl(min(COLUMNS, self.product.columns), 32, 4)
        for address in self.bias:
            asm.set(address, operands.bias or 0)
            asm.emit("vle32.v", f"v{self.way.scales.multiplier}", f"({address})")
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
        for target in self.bias_target:
            asm.emit("vs4r.v", f"v{self.way.scales.multiplier}", f"({target})")
            asm.emit("addi", target, target, 4 * COLUMNS)
        for group in self.sums:
            if self.bias:
                asm.emit("vmv4r.v", f"v{group}", f"v{self.way.scales.multiplier}")
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
        scales, narrow = self.way.scales, self.operands.scales is not None
        asm.emit("vle32.v", f"v{scales.multiplier}", f"({self.multiplier})")
        lines = -(-4 * width // LINE)
        if narrow:
            asm.emit("addi", self.multiplier, self.multiplier, 4 * COLUMNS)
            shifts = self._lines(scales.shift, self.multiplier, 2 * COLUMNS // LINE)
        else:
            shifts = self._lines(scales.shift, self.shift, lines)
        for group in self.sums:
            next(shifts, None)
            asm.emit("vsmul.vv", f"v{group}", f"v{group}", f"v{self.way.scales.multiplier}")
        for _ in shifts:
            pass
        biases: Iterator[None] = iter(())
        if more and self.bias:
            biases = self._lines(self.way.scales.multiplier, self.bias[0], lines)
        asm.sew(16, 2)
        if not narrow:
            asm.emit("vnsrl.wi", f"v{scales.shift}", f"v{scales.shift}", 0)
        with asm.registers(1) as (at,):
            steps = product.rows

            def beside() -> None:
                nonlocal steps
                steps += 1
                if steps % product.rows == 0:
                    next(biases, None)

            zero_point = product.zero_point
            requantise.finish(asm, self.sums, scales.shift, scales.lmul, zero_point, at, beside)
            for _ in biases:
                pass
        look_up(asm, self.sums, self.operands.table)
        self._store()
        if more:
            for address in (self.w, self.y):
                asm.emit("addi", address, address, COLUMNS)
            if not narrow:
                asm.emit("addi", self.multiplier, self.multiplier, 4 * COLUMNS)

    def _store(self) -> None:
        """Store the strip of every row."""
        with self.asm.registers(1) as (at,):
            self.asm.emit("mv", at, self.y)
            for row, group in enumerate(self.sums):
                if row:
                    self.asm.add(at, self.product.pitch)
                self.asm.emit("vse8.v", f"v{group}", f"({at})")

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
        self,
        asm: Assembly,
        strips: _Strips,
        x: str,
        weights: str,
        names: Sequence[str],
        target: Sequence[str],
    ) -> None:
        self.asm, self.strips, self.x, self.weights = asm, strips, x, weights
        self.rows = strips.product.rows
        self.words = (names[: self.rows], names[self.rows : 2 * self.rows])
        self.factors = (names[2 * self.rows : 3 * self.rows], names[-self.rows :])
        self.target, self.way = target, strips.way
        self.row_bytes = padded(strips.product.inner)
        self.shape = PRODUCT
        self.last = False
        self._steady = order(strips.way.order, strips.way.steps)

    def begin(self) -> None:
        """The first words and two rows of weights, and what the order does for them."""
        asm, steady = self.asm, self._steady
        asm.set(self.x, self.strips.operands.x)
        asm.emit("mv", self.weights, self.strips.w)
        for row in range(self.rows):
            self._word(row, 0)
        for register in WEIGHTS[:2]:
            self._load(register)
        for parity in range(2):
            for row in range(self.rows):
                if steady.index(MULTIPLY[parity][row]) < steady.index(TAKE[parity][row]):
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
            for step in self._steady:
                self._step(step, first, done)
                done.add(step)
        self._shape(PRODUCT)
        if not last:
            asm.emit("addi", self.x, self.x, STEP)

    def _onward(self) -> None:
        """Point to the next strip or, after the last one, to 0: to ITCM, which costs less."""
        asm, strips = self.asm, self.strips
        with asm.registers(1) as (mask,):
            asm.emit("snez", mask, strips.left)
            asm.emit("neg", mask, mask)
            asm.emit("addi", self.weights, strips.w, COLUMNS)
            asm.emit("and", self.weights, self.weights, mask)

    def _step(self, step: str, first: int, done: set[str]) -> None:
        tail = self.last and self.strips.count == 1  # and there is no next strip
        if step in LOAD:
            if tail and first == STEP - 2:
                return
            self._load(WEIGHTS[(first + 2 + LOAD.index(step)) % len(WEIGHTS)])
        elif step in WORDS:
            row = WORDS.index(step) + self.way.words * (first % WORD) // 2
            if row < self.rows and not (tail and first >= WORD):
                self._word(row, first // WORD + 1)
        elif step in ADD:
            self._add(2 * ADD.index(step))
        elif step == KEEP:
            for target in self.target:
                asm, pair = self.asm, WEIGHTS[first % len(WEIGHTS)]
                asm.emit("vs2r.v", f"v{pair}", f"({target})")
                asm.emit("addi", target, target, 2 * LINE)
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
        tail = word * WORD == STEP and self.last
        offset = row * self.row_bytes + (0 if tail else word * WORD)
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
        self._shape(PRODUCT)
        products, weights = f"v{self.way.products[row]}", f"v{WEIGHTS[index % len(WEIGHTS)]}"
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
        self._shape(SINGLE if row == ROWS else PAIR)
        sums = f"v{self.way.sums[row]}"
        self.asm.emit("vwadd.wv", sums, sums, f"v{self.way.products[row]}")

    def _shape(self, shape: str) -> None:
        """vl and SEW for what comes, unless they are set."""
        if shape == self.shape:
            return
        self.shape = shape
        if shape == PAIR:
            self.asm.emit("vsetvli", "zero", self.strips.pair, "e16", "m4", "ta", "ma")
        else:
            self.asm.vl(COLUMNS, *((8, 1) if shape == PRODUCT else (16, 2)))
