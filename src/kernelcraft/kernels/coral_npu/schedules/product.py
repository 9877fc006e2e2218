"""The matrix product of int8: 3 rows by 32 columns of int32 sums stay in registers.

A kernel is bound by what can be in flight: 8 instructions (retirement buffer) and 8 registers'
worth of vector work (reorder buffer). So the product is made of the longest instruction there is,
vwmacc.vx of int16 into a group of 8 registers, 32 products in 4 cycles: three of them in flight
hide what stands between. Vector loads hold up the reorder buffer for all their time, 5 cycles for
one register, 9 for two, and each weight that is loaded serves only the rows of a tile; three rows
fill 24 registers, the rest hold the weights as they come (int8, two rows of them) and widened.
Activations are scalars: one lw brings four, in a quarter of the time of four lb, and the shifts
that take them apart run beside the vector unit.

The weights of a strip of 32 columns are copied to DTCM, which reads them once from external memory;
columns beyond the last strip of 32 are cut off by vl.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from kernelcraft.kernels.coral_npu.assembly import LINE, Assembly
from kernelcraft.kernels.coral_npu.schedules import requantise

DTCM: Final = 32 << 10
"""Bytes; nothing else uses them: a kernel has no stack."""
COLUMNS: Final = 32
"""Of a strip: a group of 8 registers holds the int32 sums of one row."""
ROWS: Final = 3
"""Of a tile: as many groups as leave room for weights."""
SUMS: Final = (8, 16, 24)
WORD: Final = 4
"""Activations in one scalar load."""
STEP: Final = 2 * WORD
"""Rows of weights in one iteration: while one word of activations is used, the next is loaded."""
COMING: Final = (0, 2)
"""The registers that weights are loaded to, for even and odd rows."""
WIDENED: Final = 4


def padded(inner: int) -> int:
    """Bytes from one row of activations in DTCM to the next; the last ones meet weights of 0."""
    return -(-inner // STEP) * STEP


Place = int | str
"""An address, a symbol, or an x register that holds an address."""


@dataclass(frozen=True)
class Operands:
    """Where the tensors of a product lie; all but x and y are in external memory.

    Activations are in DTCM, in rows of `padded(inner)` bytes.
    """

    x: Place
    w: Place
    multiplier: Place
    shift: Place
    y: Place
    bias: Place | None = None


@dataclass(frozen=True)
class Product:
    """y[rows][columns] = requantise(x[rows][inner] . w[inner][columns] + bias); rows of y are
    `pitch` bytes apart."""

    rows: int
    inner: int
    columns: int
    pitch: int
    zero_point: int

    @property
    def steps(self) -> int:
        """Iterations of the loop over the rows of weights."""
        return padded(self.inner) // STEP


@dataclass(frozen=True)
class Room:
    """What products use of DTCM, by symbol; several can use the same one after the other."""

    strip: str
    scales: str

    @classmethod
    def reserve(cls, asm: Assembly, inner: int) -> Room:
        """For products of up to so many rows of weights. The loop reads two rows too many."""
        strip = asm.reserve("strip", (padded(inner) + 2) * COLUMNS)
        return cls(strip, asm.reserve("scales", BIAS + 4 * COLUMNS))


SHIFT: Final = 4 * COLUMNS
"""In the scales of a strip: after the multipliers."""
BIAS: Final = SHIFT + 2 * COLUMNS


def copy(asm: Assembly, source: str, target: str, count: int) -> None:
    """Copy bytes to DTCM; both x registers end behind them."""
    block = 8 * LINE
    with asm.registers(1) as (scratch,):
        if count >= block:
            asm.emit("li", scratch, block)
            asm.emit("vsetvli", "zero", scratch, "e8", "m8", "ta", "ma")
            with asm.loop(count // block, "copy"):
                asm.emit("vle8.v", "v8", f"({source})")
                asm.emit("addi", source, source, block)
                asm.emit("vse8.v", "v8", f"({target})")
                asm.emit("addi", target, target, block)
        rest = count % block
        if rest:
            asm.vl(rest, 8, 8, scratch)
            asm.emit("vle8.v", "v8", f"({source})")
            asm.emit("addi", source, source, rest)
            asm.emit("vse8.v", "v8", f"({target})")
            asm.emit("addi", target, target, rest)


def copy_rows(asm: Assembly, source: str, target: str, rows: int, inner: int) -> None:
    """Copy activations to DTCM, each row from a multiple of STEP bytes on."""
    if padded(inner) == inner:
        copy(asm, source, target, rows * inner)
        return
    with asm.loop(rows, "row"):
        copy(asm, source, target, inner)
        asm.add(target, padded(inner) - inner)


def reserve_rows(asm: Assembly, name: str, rows: int, inner: int) -> str:
    """Room for activations; the loop reads a word too many."""
    return asm.reserve(name, rows * padded(inner) + STEP)


def keep_rows(asm: Assembly, x: Place, rows: int, inner: int) -> str:
    """Copy activations from external memory to room of their own; gives its symbol."""
    kept = reserve_rows(asm, "x", rows, inner)
    with asm.registers(2) as (source, target):
        asm.set(source, x)
        asm.set(target, kept)
        copy_rows(asm, source, target, rows, inner)
    return kept


def write_external(asm: Assembly, product: Product, operands: Operands) -> None:
    """The product of activations that lie in external memory too.

    They are copied to DTCM, all rows of them if there is room. x and y are addresses.
    """
    room = Room.reserve(asm, product.inner)
    fitting = (DTCM - asm.reserved - 2 * LINE) // padded(product.inner)
    kept = reserve_rows(asm, "x", min(product.rows, fitting), product.inner)
    for first in range(0, product.rows, fitting):
        rows = min(fitting, product.rows - first)
        asm.phase(f"{rows} rows of activations to DTCM")
        with asm.registers(2) as (source, target):
            asm.set(source, int(operands.x) + first * product.inner)
            asm.set(target, kept)
            copy_rows(asm, source, target, rows, product.inner)
        asm.phase("their products")
        y = int(operands.y) + first * product.pitch
        part = replace(product, rows=rows)
        write(asm, part, replace(operands, x=kept, y=y), room)


def write(asm: Assembly, product: Product, operands: Operands, room: Room) -> None:
    """The whole product, strip by strip."""
    strips = -(-product.columns // COLUMNS)
    names = ("w", "multiplier", "shift", "y", "bias")
    places = {name: place for name in names if (place := getattr(operands, name)) is not None}
    with asm.registers(2 + len(places)) as (remaining, width, *registers):
        for register, place in zip(registers, places.values(), strict=True):
            asm.set(register, place)
        pointers = dict(zip(places, registers, strict=True))
        at = replace(operands, **pointers)
        asm.emit("li", remaining, product.columns)
        with asm.loop(strips, "strip"):
            asm.emit("vsetvli", width, remaining, "e16", "m4", "ta", "ma")
            _keep_scales(asm, at, room, width)
            _keep_weights(asm, product, at, room, width)
            _tiles(asm, product, at, room, width)
            if strips > 1:
                asm.emit("sub", remaining, remaining, width)
                for name, pointer in pointers.items():
                    size = 1 if name in ("w", "y") else 4
                    asm.emit("addi", pointer, pointer, size * COLUMNS)


def _keep_scales(asm: Assembly, operands: Operands, room: Room, width: str) -> None:
    """Multipliers, shifts as int16 and biases of the strip go to DTCM."""
    asm.note("the strip's scales")
    with asm.registers(1) as (target,):
        asm.set(target, room.scales)
        asm.emit("vsetvli", "zero", width, "e32", "m8", "ta", "ma")
        asm.emit("vle32.v", "v8", f"({operands.multiplier})")
        asm.emit("vle32.v", "v16", f"({operands.shift})")
        if operands.bias:
            asm.emit("vle32.v", "v24", f"({operands.bias})")
        asm.emit("vse32.v", "v8", f"({target})")
        if operands.bias:
            asm.emit("addi", target, target, BIAS)
            asm.emit("vse32.v", "v24", f"({target})")
        asm.sew(16, 4)
        asm.emit("vnsrl.wi", "v0", "v16", 0)
        asm.emit("addi", target, target, SHIFT - (BIAS if operands.bias else 0))
        asm.emit("vse16.v", "v0", f"({target})")


def _keep_weights(
    asm: Assembly, product: Product, operands: Operands, room: Room, width: str
) -> None:
    """The strip's weights go to DTCM, in rows of 32."""
    asm.note("the strip's weights")
    unroll = next(each for each in (4, 2, 1) if product.inner % each == 0)
    with asm.registers(3) as (source, target, pitch):
        asm.set(source, operands.w)
        asm.set(target, room.strip)
        asm.emit("li", pitch, product.columns)
        asm.emit("vsetvli", "zero", width, "e8", "m2", "ta", "ma")
        with asm.loop(product.inner // unroll, "keep"):
            for index in range(unroll):
                asm.emit("vle8.v", f"v{2 * index}", f"({source})")
                asm.emit("add", source, source, pitch)
                asm.emit("vse8.v", f"v{2 * index}", f"({target})")
                asm.emit("addi", target, target, COLUMNS)
        if padded(product.inner) > product.inner:
            asm.emit("vmv.v.i", "v0", 0)
            with asm.loop(padded(product.inner) - product.inner, "zeros"):
                asm.emit("vse8.v", "v0", f"({target})")
                asm.emit("addi", target, target, COLUMNS)


def _tiles(asm: Assembly, product: Product, operands: Operands, room: Room, width: str) -> None:
    """All rows, three at a time."""
    with asm.registers(4) as (x, y, pitch, fixed):
        asm.set(x, operands.x)
        asm.set(y, operands.y)
        asm.emit("li", pitch, product.pitch)
        asm.set(fixed, room.scales)
        tile = _Tile(asm, product, room, x, y, pitch, fixed, width, operands.bias is not None)
        if product.rows >= ROWS:
            with asm.loop(product.rows // ROWS, "tile"):
                tile.write(ROWS)
        if product.rows % ROWS:
            tile.write(product.rows % ROWS)


@dataclass(frozen=True)
class _Tile:
    """Up to three rows of the product for the columns of a strip."""

    asm: Assembly
    product: Product
    room: Room
    x: str
    y: str
    pitch: str
    scales: str
    width: str
    biased: bool

    def write(self, rows: int) -> None:
        """Sums, then codes; x and y end behind the tile."""
        asm = self.asm
        asm.note(f"{rows} rows of sums")
        sums = SUMS[:rows]
        self._begin(sums)
        with asm.registers(2 * rows) as words:
            self._multiply(sums, words[:rows], words[rows:])
        asm.note("requantise and store")
        self._narrow(sums)
        for group in sums:
            asm.emit("vse8.v", f"v{group}", f"({self.y})")
            asm.emit("add", self.y, self.y, self.pitch)
        asm.add(self.x, (rows - 1) * padded(self.product.inner))

    def _begin(self, sums: Sequence[int]) -> None:
        """Sums begin with the bias or 0."""
        asm = self.asm
        asm.emit("vsetvli", "zero", self.width, "e32", "m8", "ta", "ma")
        if not self.biased:
            for group in sums:
                asm.emit("vmv.v.i", f"v{group}", 0)
            return
        with asm.registers(1) as (bias,):
            asm.emit("addi", bias, self.scales, BIAS)
            asm.emit("vle32.v", f"v{sums[0]}", f"({bias})")
        for group in sums[1:]:
            asm.emit("vmv.v.v", f"v{group}", f"v{sums[0]}")

    def _multiply(self, sums: Sequence[int], now: Sequence[str], later: Sequence[str]) -> None:
        """Add the products of all rows of weights."""
        asm = self.asm
        asm.sew(16, 4)
        with asm.registers(1 + len(sums)) as (weights, *factors):
            asm.set(weights, self.room.strip)
            for coming in COMING:
                for half in range(2):
                    self._load(weights, coming + half)
            for row, word in enumerate(now):
                asm.emit("lw", word, f"{self._offset(row)}({self.x})")
            with asm.loop(self.product.steps, "inner"):
                self._word(sums, now, later, factors, weights, 0)
                self._word(sums, later, now, factors, weights, 1)
                asm.emit("addi", self.x, self.x, STEP)

    def _word(
        self,
        sums: Sequence[int],
        now: Sequence[str],
        later: Sequence[str],
        factors: Sequence[str],
        weights: str,
        which: int,
    ) -> None:
        """Four rows of weights times a word of activations of each row; the next words come.

        Loads stand apart from each other, so that multiplications are in flight with each.
        """
        asm = self.asm
        for index in range(WORD):
            coming = COMING[index % 2]
            asm.emit("vsext.vf2", f"v{WIDENED}", f"v{coming}")
            self._load(weights, coming)
            for row, group in enumerate(sums):
                factor = _taken(asm, index, now[row], factors[row])
                asm.emit("vwmacc.vx", f"v{group}", factor, f"v{WIDENED}")
                if row == 0:
                    self._load(weights, coming + 1)
            if index < len(sums):
                offset = self._offset(index) + WORD * (which + 1)
                asm.emit("lw", later[index], f"{offset}({self.x})")

    def _load(self, weights: str, register: int) -> None:
        """16 weights; whole-register loads need no other vl."""
        self.asm.emit("vl1re8.v", f"v{register}", f"({weights})")
        self.asm.emit("addi", weights, weights, LINE)

    def _offset(self, row: int) -> int:
        return row * padded(self.product.inner)

    def _narrow(self, sums: Sequence[int]) -> None:
        """As `requantise.narrow`, with half of the multipliers at a time: no room for all."""
        asm = self.asm
        asm.emit("vsetivli", "zero", LINE, "e32", "m4", "ta", "ma")
        with asm.registers(1) as (address,):
            asm.emit("mv", address, self.scales)
            for half in (0, 4):
                asm.emit("vle32.v", "v4", f"({address})")
                for group in sums:
                    asm.emit("vsmul.vv", f"v{group + half}", f"v{group + half}", "v4")
                asm.emit("addi", address, address, 4 * LINE)
            asm.emit("vsetvli", "zero", self.width, "e16", "m4", "ta", "ma")
            asm.emit("vle16.v", "v0", f"({address})")
            requantise.finish(asm, sums, 0, 8, self.product.zero_point, address)


def _taken(asm: Assembly, index: int, word: str, factor: str) -> str:
    """Take a byte of a word, the lowest first; gives the register that holds it in 16 bits.

    The word is shifted on the way.
    """
    if index == 0:
        asm.emit("sext.b", factor, word)
        return factor
    if index == 1:
        asm.emit("srai", factor, word, 8)
        asm.emit("sext.b", factor, factor)
        return factor
    if index == 2:
        asm.emit("srai", word, word, 16)
        asm.emit("sext.b", factor, word)
        return factor
    asm.emit("srai", word, word, 8)
    return word
