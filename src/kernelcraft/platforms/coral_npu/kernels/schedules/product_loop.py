"""The products of a tile of the matrix product: rows of weights, eight in an iteration; see
`product`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, Assembly, Instruction
from kernelcraft.platforms.coral_npu.kernels.schedules.activations import STEP, WORD
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import order

COLUMNS: Final = 32
"""Of a strip: a group of 8 registers holds the int32 sums of one row."""
WIDENED: Final = (0, 4)
"""Groups of 4 registers that hold even and odd rows of weights as int16."""
COMING: Final = (2, 6)
"""Pairs of registers that they are loaded to as int8: their own upper halves."""
STEPS: Final = "x0y1z2abWl"
"""What an iteration does for each row of weights, with them all in DTCM: take the activations of a
row (x, y, z) for this one or, after its multiplication, for the next one; multiply the rows of the
tile (0, 1, 2) with this one, load half of the next row of weights (a, b), widen it (W), load a word
of activations (l). An order is for one row or, as words of activations come with three of four, for
four."""
KEEPING: Final = "x0y1z2LKWl"
"""The same where the next row of weights is loaded (L) from external memory and kept (K), which
takes less than to copy all weights first."""


@dataclass(frozen=True)
class Loop:
    """The iterations of a tile, in the order of the steady state.

    `pitch`: bytes of a row of activations; `columns`: bytes of a row of weights in external memory;
    `x` and `weights` are x registers that move on with the rows. Weights lie in the `strip`, or are
    kept there; where all are kept, those of the tile begin at `start`. Words of activations come
    while those in the other `words` are used; `factors` hold the activations that are multiplied.
    `other` is where weights are kept, if they are, or where those of the right half come from, if
    all are kept. `named`: another order than the best.
    """

    asm: Assembly
    pitch: int
    columns: int
    x: str
    weights: str
    strip: str
    start: str | None
    sums: Sequence[int]
    words: tuple[Sequence[str], Sequence[str]]
    factors: Sequence[str]
    other: str | None
    named: str

    @property
    def _target(self) -> str | None:
        return self.other if self.start is None else None

    @cached_property
    def _steady(self) -> Sequence[str]:
        if self._target is not None:
            return order("product_keeping", KEEPING)
        return self.named or order("product", STEPS * WORD)

    def first(self, *, apart: bool = False) -> Sequence[Instruction]:
        """Loads of the first words, then of the first row of weights, and with `apart` of the
        second one."""
        asm = Assembly("")
        for row, word in enumerate(self.words[0]):
            asm.emit("lw", word, f"{row * self.pitch}({self.x})")
        if self.start is not None and self.other is not None:
            asm.emit("mv", self.weights, self.start)
            asm.emit("li", self.other, self.pitch * LINE)
            asm.emit("add", self.other, self.other, self.weights)
            self._load("ab", -1, asm)
        elif self._target is None:
            asm.set(self.weights, self.strip)
            self._load("ab", -1, asm)
        else:
            asm.set(self._target, self.strip)
            self._load("L", -1, asm)
        if apart:
            self._load("ab", 0, asm)
        return asm.instructions

    def begin(self) -> None:
        """What the order does before a multiplication, for the first row of weights."""
        self._step("K", -1)
        self._step("W", -1)
        for row in range(len(self.sums)):
            if self._steady.index(str(row)) < self._steady.index("xyz"[row]):
                self._take(row, 0)

    def body(
        self, *, first: bool = False, loaded: bool = False, instead: Instruction | None = None
    ) -> None:
        """One iteration; the first products of the first one are not added to anything, and the
        weights that it would load first may be `loaded` already. The last one has an instruction
        `instead` of what comes for the next one."""
        rows_of_order = self._steady.count("0")
        for start in range(0, STEP, rows_of_order):
            done = Counter[str]()
            for step in self._steady:
                index = start + done[step]
                done[step] += 1
                if step in "xyz":
                    row = "xyz".index(step)
                    after = start + done[str(row)]
                    if row < len(self.sums) and (after < STEP or instead is None):
                        self._take(row, after)
                elif step in "012":
                    if int(step) < len(self.sums):
                        self._multiply(int(step), index, first=first and index == 0)
                elif instead is not None and (index == STEP - 1 or (step == "l" and index >= WORD)):
                    if step == "a":
                        self.asm.emit_all([instead])
                elif index or step not in "ab" or not loaded:
                    self._step(step, index)

    def _multiply(self, row: int, index: int, *, first: bool) -> None:
        group, widened = f"v{self.sums[row]}", f"v{WIDENED[index % 2]}"
        if first:
            self.asm.emit("vwmul.vx", group, widened, self.factors[row])
        else:
            self.asm.emit("vwmacc.vx", group, self.factors[row], widened)

    def _step(self, step: str, index: int) -> None:
        """What concerns the next row of weights, or the next words."""
        asm, coming = self.asm, COMING[(index + 1) % 2]
        if step in "abL":
            self._load(step, index, asm)
        elif step == "K":
            if self._target is None:
                return
            asm.emit("vs2r.v", f"v{coming}", f"({self._target})")
            asm.emit("addi", self._target, self._target, COLUMNS)
        elif step == "W":
            asm.emit("vsext.vf2", f"v{WIDENED[(index + 1) % 2]}", f"v{coming}")
        elif index % WORD < len(self.sums):
            row, word = index % WORD, index // WORD + 1
            offset = row * self.pitch + WORD * word
            asm.emit("lw", self.words[word % 2][row], f"{offset}({self.x})")

    def _load(self, steps: str, index: int, asm: Assembly) -> None:
        """The next row of weights, or halves of it."""
        coming = COMING[(index + 1) % 2]
        for step in steps:
            weights, onward = self.weights, LINE
            if step == "b" and self.other is not None:
                weights = self.other
            if step == "L":
                onward = self.columns
                asm.emit("vl2re8.v", f"v{coming}", f"({weights})")
            else:
                asm.emit("vl1re8.v", f"v{coming + (step == 'b')}", f"({weights})")
            asm.emit("addi", weights, weights, onward)

    def _take(self, row: int, index: int) -> None:
        """The activation of a row that meets a row of weights, sign-extended."""
        asm, factor = self.asm, self.factors[row]
        word = self.words[index // WORD % 2][row]
        byte = index % WORD
        if byte == 0:
            asm.emit("sext.b", factor, word)
            return
        asm.emit("srai", factor, word, 8 * byte)
        if byte < WORD - 1:
            asm.emit("sext.b", factor, factor)
