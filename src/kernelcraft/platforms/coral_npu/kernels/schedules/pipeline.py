"""The steps of a convolution: in each, one tap of one channel for all pixels of a block.

Two streams meet in a step. Activations are scalars: words of two channels (int16) or four (int8)
are loaded while those before are used for the last time. Weights are vectors of int16: they come as
int8, one or two steps ahead, and are widened where a register has just become free.

A vector load holds one of the 8 places of the reorder buffer for 6 cycles when the load/store unit
is free, and longer when a scalar load is before it. So no two loads stand together: weights come
after the second product of a step, words at even distances over the steps of their two channels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly

WORD: Final = 4
"""Bytes of a scalar load."""
REACH: Final = 2047
"""The largest number that addi adds."""
LOAD_AFTER: Final = 5
"""The pixel after which the weights of two channels are loaded: not beside a scalar load."""


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

    @property
    def onward(self) -> int:
        """From the weights of a word's channels to those of the next ones."""

    @property
    def last(self) -> int:
        """The same after the last word of a row."""

    def begin(self) -> None:
        """Before the first step."""

    def register(self, channel: int, tap: int) -> int:
        """The vector register for a channel of a word."""

    def during(self, channel: int, tap: int, pixel: int, channels: int, wrap: int) -> None:
        """What follows the product of a pixel in a step of a word of n `channels`; `wrap` leads
        to the weights of the next word."""

    def end(self, channels: int) -> None:
        """What follows the last word of a row, which has `channels` channels."""


def weights_of(asm: Assembly, conv: Sizes, w: str, lanes: int, width: int, pixels: int) -> Weights:
    """The weights of a strip of output channels; `w` is an x register with their address."""
    twin = lanes == conv.c_out == Twins.lanes and width == 2 and conv.c_in % 2 == 0
    if twin and conv.k <= len(Twins.coming):
        return Twins(asm, conv, w, pixels)
    return Singles(asm, conv, w, pixels, 1 if lanes <= Twins.lanes else 2)


@dataclass
class Singles:
    """A load for each step: the weights of the next one are widened, those of the one after are
    loaded. Registers alternate."""

    asm: Assembly
    conv: Sizes
    w: str
    pixels: int
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

    def during(self, channel: int, tap: int, pixel: int, channels: int, wrap: int) -> None:
        if pixel != min(1, self.pixels - 1):
            return
        this = self._parity(channel, tap)
        after = 1 - this
        self.asm.emit("vsext.vf2", f"v{self.widened[after]}", f"v{self.coming[after]}")
        self.asm.emit("vle8.v", f"v{self.coming[this]}", f"({self.w})")
        way = self.conv.column
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
    pixels: int

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

    def during(self, channel: int, tap: int, pixel: int, channels: int, wrap: int) -> None:
        if channel == 0:
            if pixel == 0:
                advance(self.asm, self.w, self.conv.column if tap else wrap)
            if pixel == min(LOAD_AFTER, self.pixels - 1):
                self._load(tap)
        elif pixel == self.pixels - 1:
            self._widen_after(tap)

    def _widen_after(self, tap: int) -> None:
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
        looped = words if rest else words - together
        if looped:
            with asm.loop(looped // together, "channels"):
                for _ in range(together):
                    asm.emit("addi", self.ahead, self.ahead, WORD)
                    self._word(self.channels, weights.onward)
        for word in range(0 if rest else together):
            final = word == together - 1
            if not final:
                asm.emit("addi", self.ahead, self.ahead, WORD)
            else:
                asm.emit("mv", self.ahead, self.row)
            self._word(self.channels, weights.last if final else weights.onward, final)
        if rest:
            asm.emit("mv", self.ahead, self.row)
            self._word(rest, weights.last, final=True)
        weights.end(rest or self.channels)

    def _word(self, count: int, wrap: int, final: bool = False) -> None:
        """The channels of a word, with the loads of the next one, if there is any after the
        final one of a row; `wrap` leads to its weights."""
        pixels, taps = len(self.sums), self.conv.k
        more = not (final and taps == 1)
        if self.width == 2 and count == 2:
            self._pair(wrap, more)
            return
        for channel in range(count):
            next_word = more and channel == count - 1
            free: list[int] = []
            for tap in range(taps):
                for pixel in range(pixels):
                    seen = pixel + tap
                    first, last = tap == 0 or pixel == pixels - 1, tap == taps - 1 or pixel == 0
                    if first:
                        self._extract(channel, seen)
                    self._product(channel, tap, pixel)
                    if last if self._ready(channel) else first:
                        free.append(seen)
                    if next_word and free and pixel % 2:
                        self._load_word(free.pop(0), self.ahead)
                    self.weights.during(channel, tap, pixel, count, wrap)
            while next_word and free:
                self._load_word(free.pop(0), self.ahead)

    def _pair(self, wrap: int, more: bool) -> None:
        """A word of two channels: its upper half is taken out as soon as the lower one is used for
        the last time and there is an x register for it, and then the next word is loaded."""
        pixels, taps = len(self.sums), self.conv.k
        period = max(1, 2 * taps * pixels // (pixels + taps - 1))
        used: list[int] = []
        halved: set[int] = set()

        def halve(seen: int) -> None:
            if seen not in halved:
                self._extract(1, seen)
                halved.add(seen)

        steps = [(channel, tap) for channel in range(2) for tap in range(taps)]
        for at, (channel, tap) in enumerate(steps):
            for pixel in range(pixels):
                seen = pixel + tap
                if channel:
                    halve(seen)
                elif tap == taps - 1 or pixel == 0:
                    used.append(seen)
                self._product(channel, tap, pixel)
                self.weights.during(channel, tap, pixel, 2, wrap)
                due = (at * pixels + pixel) % period == 0
                if due and used and (used[0] < pixels or (channel and used[0] - pixels <= tap)):
                    halve(used[0])
                    if more:
                        self._load_word(used[0], self.ahead)
                    del used[0]
        for seen in used:
            halve(seen)
            if more:
                self._load_word(seen, self.ahead)

    def _product(self, channel: int, tap: int, pixel: int) -> None:
        value = self._value(channel, pixel + tap)
        weights = self.weights.register(channel, tap)
        self.asm.emit("vwmacc.vx", f"v{self.sums[pixel]}", value, f"v{weights}")

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


def advance(asm: Assembly, register: str, way: int) -> None:
    """register += a number."""
    while way:
        part = max(-REACH, min(way, REACH))
        asm.emit("addi", register, register, part)
        way -= part
