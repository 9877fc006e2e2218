"""The steps of a convolution: in each, one tap of one channel for all pixels of a block.

Two streams meet in a step. Activations are scalars: words of two channels (int16) or four (int8)
are loaded while those before are used for the last time. Weights are vectors of int16: they come as
int8, one or two steps ahead, and are widened where a register has just become free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from kernelcraft.kernels.coral_npu.assembly import Assembly

WORD: Final = 4
"""Bytes of a scalar load."""
REACH: Final = 2047
"""The largest number that addi adds."""


class Sizes(Protocol):
    """What the steps have to know of a convolution; see `convolution.Convolution`."""

    @property
    def c_in(self) -> int: ...

    @property
    def c_out(self) -> int: ...

    @property
    def k(self) -> int: ...

    @property
    def framed(self) -> int: ...

    @property
    def column(self) -> int: ...


class Weights(Protocol):
    """Where the weights of a step are, and what is done for those of later ones."""

    wrap: str
    """An x register: from the weights of a word's channels to those of the next ones; it holds
    `onward` but for the last word of a row, where it holds `last`."""

    @property
    def onward(self) -> int: ...

    @property
    def last(self) -> int: ...

    def begin(self) -> None:
        """Before the first step."""

    def register(self, channel: int, tap: int) -> int:
        """The vector register for a channel of a word."""

    def after(self, channel: int, tap: int, channels: int, wrap: str | int) -> None:
        """What follows a step of a word of so many channels."""

    def end(self, channels: int) -> None:
        """What follows the last word of a row, which has so many."""


def weights_of(asm: Assembly, conv: Sizes, w: str, wrap: str, lanes: int, width: int) -> Weights:
    """The weights of a strip of output channels; `w` is an x register with their address."""
    twin = lanes == conv.c_out == Twins.lanes and width == 2 and conv.c_in % 2 == 0
    if twin and conv.k <= len(Twins.coming):
        return Twins(asm, conv, w, wrap)
    return Singles(asm, conv, w, wrap, 1 if lanes <= Twins.lanes else 2)


@dataclass
class Singles:
    """A load for each step: the weights of the next one are widened, those of the one after are
    loaded. Registers alternate."""

    asm: Assembly
    conv: Sizes
    w: str
    wrap: str
    lmul: int

    widened = (0, 2)
    coming = (4, 5)

    @property
    def onward(self) -> int:
        return self.conv.c_out - (self.conv.k - 1) * self.conv.column

    @property
    def last(self) -> int:
        return self.conv.c_out

    def begin(self) -> None:
        for register in self.coming:
            self.asm.emit("vle8.v", f"v{register}", f"({self.w})")
            advance(self.asm, self.w, self.last if self.conv.k == 1 else self.conv.column)
        self.asm.emit("vsext.vf2", f"v{self.widened[0]}", f"v{self.coming[0]}")

    def register(self, channel: int, tap: int) -> int:
        return self.widened[self._parity(channel, tap)]

    def after(self, channel: int, tap: int, channels: int, wrap: str | int) -> None:
        this = self._parity(channel, tap)
        after = 1 - this
        self.asm.emit("vsext.vf2", f"v{self.widened[after]}", f"v{self.coming[after]}")
        self.asm.emit("vle8.v", f"v{self.coming[this]}", f"({self.w})")
        way: str | int = self.conv.column
        if (tap + 2) % self.conv.k == self.conv.k - 1:
            way = wrap if channel == channels - 1 else self.onward
        advance(self.asm, self.w, way)

    def end(self, channels: int) -> None:
        """After an odd number of steps, weights lie where the other parity has them."""
        if self.conv.k * channels % 2:
            even, odd = self.widened
            self.asm.emit(f"vmv{self.lmul}r.v", f"v{even}", f"v{odd}")
            self.asm.emit("vmv1r.v", f"v{self.coming[1]}", f"v{self.coming[0]}")

    def _parity(self, channel: int, tap: int) -> int:
        return (channel * self.conv.k + tap) % 2


@dataclass
class Twins:
    """A load for two channels of 8 weights, which are next to each other in memory.

    While the first channel of a word is used the weights of the next word come, and they are
    widened as soon as the second channel is done with a tap.
    """

    asm: Assembly
    conv: Sizes
    w: str
    wrap: str

    lanes = 8
    widened = (0, 2, 4)
    coming = (6, 7, 10)

    @property
    def onward(self) -> int:
        return self.last - (self.conv.k - 1) * self.conv.column

    @property
    def last(self) -> int:
        return 2 * self.conv.c_out

    def begin(self) -> None:
        for tap in range(self.conv.k):
            if tap:
                advance(self.asm, self.w, self.conv.column)
            self._load(tap)
        self._widen(range(self.conv.k))

    def register(self, channel: int, tap: int) -> int:
        return self.widened[tap] + channel

    def after(self, channel: int, tap: int, channels: int, wrap: str | int) -> None:
        if channel == 0:
            advance(self.asm, self.w, self.conv.column if tap else wrap)
            self._load(tap)
            return
        last = self.conv.k - 1
        if tap == last:
            self._widen([last])
        elif tap == last - 1:
            self._widen(range(last))

    def end(self, channels: int) -> None:
        """Every word is alike."""

    def _load(self, tap: int) -> None:
        """16 bytes are 8 int16 for a load."""
        self.asm.emit("vle16.v", f"v{self.coming[tap]}", f"({self.w})")

    def _widen(self, taps: Sequence[int]) -> None:
        self.asm.vl(2 * self.lanes, 16, 2)
        for tap in taps:
            self.asm.emit("vsext.vf2", f"v{self.widened[tap]}", f"v{self.coming[tap]}")
        self.asm.vl(self.lanes, 16, 1)


@dataclass
class Pipeline:
    """The code of a block's steps.

    `row` has the address of the next row of the window, `ahead` of the channels that are loaded
    next; `words` and `values` are x registers, one of each for a pixel that is seen or summed.
    """

    asm: Assembly
    conv: Sizes
    width: int
    sums: Sequence[int]
    weights: Weights
    row: str
    ahead: str
    words: Sequence[str]
    values: Sequence[str]

    @property
    def channels(self) -> int:
        """Channels of a word."""
        return WORD // self.width

    def begin(self) -> None:
        """Words and weights for the first steps of the block that begins at `row`."""
        for seen in range(len(self.words)):
            self._load_word(seen, self.row)
        self.weights.begin()

    def window_row(self) -> None:
        """All channels of a row of the window."""
        asm, weights = self.asm, self.weights
        words, rest = divmod(self.conv.c_in, self.channels)
        together = 2 if self.width == 2 and words % 2 == 0 else 1
        asm.emit("mv", self.ahead, self.row)
        asm.add(self.row, self.conv.framed * self.conv.c_in * self.width)
        if words > together or (words and rest):
            asm.emit("li", weights.wrap, weights.onward)
            with asm.registers(1) as (counter,):
                asm.emit("li", counter, words // together)
                with asm.until_equal(counter, "zero", "channels"):
                    asm.emit("addi", counter, counter, -1)
                    for word in range(together):
                        asm.emit("addi", self.ahead, self.ahead, WORD)
                        final = word == together - 1
                        if final and not rest:
                            self._turn(counter)
                        self._word(self.channels, weights.wrap if final else weights.onward)
        else:
            for word in range(words):
                final = word == words - 1
                if final:
                    asm.emit("mv", self.ahead, self.row)
                else:
                    asm.emit("addi", self.ahead, self.ahead, WORD)
                self._word(self.channels, weights.last if final else weights.onward)
        if rest:
            asm.emit("mv", self.ahead, self.row)
            self._word(rest, weights.last)
        weights.end(rest or self.channels)

    def _turn(self, counter: str) -> None:
        """With the last channels of a row come the first of the next one."""
        more = self.asm.label("more")
        self.asm.emit("bnez", counter, more)
        self.asm.emit("mv", self.ahead, self.row)
        self.asm.emit("li", self.weights.wrap, self.weights.last)
        self.asm.place(more)

    def _word(self, count: int, wrap: str | int) -> None:
        """The channels of a word, with the loads of the next one; `wrap` leads to its weights."""
        pixels, taps = len(self.sums), self.conv.k
        for channel in range(count):
            free: list[int] = []
            for tap in range(taps):
                weights = self.weights.register(channel, tap)
                for pixel, group in enumerate(self.sums):
                    seen = pixel + tap
                    first, last = tap == 0 or pixel == pixels - 1, tap == taps - 1 or pixel == 0
                    if first:
                        self._extract(channel, seen)
                    value = self._value(channel, seen)
                    self.asm.emit("vwmacc.vx", f"v{group}", value, f"v{weights}")
                    if last if self._ready(channel) else first:
                        free.append(seen)
                    if channel == count - 1 and free and pixel % 2:
                        self._load_word(free.pop(0), self.ahead)
                self.weights.after(channel, tap, count, wrap)
            while channel == count - 1 and free:
                self._load_word(free.pop(0), self.ahead)

    def _load_word(self, seen: int, base: str) -> None:
        self.asm.emit("lw", self.words[seen], f"{seen * self.conv.c_in * self.width}({base})")

    def _value(self, channel: int, seen: int) -> str:
        """The x register whose lower half is the channel of a word."""
        if self._ready(channel):
            return self.words[seen]
        return self.values[seen % len(self.values)]

    def _ready(self, channel: int) -> bool:
        return self.width == 2 and channel == 0

    def _extract(self, channel: int, seen: int) -> None:
        """Fill the x register of a value; a product takes no more than the lower half of it."""
        if self._ready(channel):
            return
        asm, value, word = self.asm, self._value(channel, seen), self.words[seen]
        size = 8 * self.width
        left = 8 * WORD - size * (channel + 1)
        if channel == 0:
            asm.emit("sext.b", value, word)
            return
        if left:
            asm.emit("slli", value, word, left)
        asm.emit("srai", value, value if left else word, 8 * WORD - size)


def advance(asm: Assembly, register: str, way: str | int) -> None:
    """register += the number or the x register."""
    if isinstance(way, str):
        asm.emit("add", register, register, way)
        return
    while way:
        part = max(-REACH, min(way, REACH))
        asm.emit("addi", register, register, part)
        way -= part
