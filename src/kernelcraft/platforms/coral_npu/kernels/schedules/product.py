"""The matrix product of int8: 3 rows by 32 columns of int32 sums stay in registers.

A kernel is bound by what can be in flight: 8 instructions (retirement buffer) and 8 registers'
worth of vector work (reorder buffer). So the product is made of the longest instruction there is,
vwmacc.vx of int16 into a group of 8 registers, 32 products in 4 cycles: three of them in flight
hide what stands between. Vector loads hold up the reorder buffer for all their time, 5 cycles for
one register, 9 for two, and each weight that is loaded serves only the rows of a tile; three rows
fill 24 registers, the rest hold the weights as they come (int8, two rows of them) and widened.
Activations are scalars: one lw brings four, in a quarter of the time of four lb, and the shifts
that take them apart run beside the vector unit.

Between two tiles the load/store unit is busy longest: multipliers, shifts and results. So the last
iteration brings the first multipliers instead of weights that nobody needs, and what the next tile
begins with comes while sums become codes, before the results are stored.

The weights of a strip of 32 columns are copied to DTCM, which reads them once from external memory;
columns beyond the last strip of 32 are cut off by vl. Multipliers and shifts are in DTCM from the
start where a kernel has them as data of its own (see `scales`), else they are copied, too.

Four rows of weights are 384 products, for which the multipliers are busy 48 cycles and the
load/store unit 52; with the order here they take less than 68, 5.7 products a cycle. Other ways,
each with the best order that a search of its loop found, in products a cycle:

- Two products added in int16, no weight widened, then vwadd.wv: 5.3 for 3 rows by 32 columns, 5.5
  for 6 by 16, 5.2 for 4 by 16. It halves the work of the multipliers, but every change of SEW is an
  instruction, and one instruction leaves the retirement buffer in a cycle; without that buffer 6 by
  16 would reach 7.1. For at most four rows, where external memory is the limit, `few_rows` does so.
- The low 16 bits of the sums, and the high bytes of the products added up (vmulh): 5.3.
- Activations kept as int16: 5.6 for fewer instructions, lost again with twice the copying.
- Dot products of whole rows (vwredsum), with weights transposed: 4.9 for 64 products each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from kernelcraft.platforms.coral_npu.kernels.assembly import LINE, SCALARS, Assembly, Instruction
from kernelcraft.platforms.coral_npu.kernels.schedules import requantise
from kernelcraft.platforms.coral_npu.kernels.schedules.activations import STEP, padded
from kernelcraft.platforms.coral_npu.kernels.schedules.dtcm import Place
from kernelcraft.platforms.coral_npu.kernels.schedules.lookup import look_up
from kernelcraft.platforms.coral_npu.kernels.schedules.product_loop import COLUMNS, WIDENED, Loop

DTCM: Final = 32 << 10
"""Bytes; nothing else uses them: a kernel has no stack."""
ROWS: Final = 3
"""Of a tile: as many groups as leave room for weights."""
SUMS: Final = (8, 16, 24)
SAME_NUMBERS: Final = ("s0", "a6", "s8", "t1", "t2", "gp", "tp", "t0")
"""x registers with the numbers of the vector registers that the loop writes: two instructions with
the same number in that field are not dispatched in one cycle, whatever they write."""


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
    table: Place | None = None
    """In DTCM, for what is not y itself but its entry there; see `lookup`."""
    scales: str | None = None
    """In DTCM from the start, for one strip after the other what is kept of `multiplier` and
    `shift`, which nothing reads then."""
    kept: str | None = None
    """All weights in DTCM, in strips of 16 columns, `padded(inner)` rows of 16 bytes each; an even
    number of strips, and one row more. Nothing reads `w` then."""


@dataclass(frozen=True)
class Product:
    """y[rows][columns] = requantise(x[rows][inner] . w[inner][columns] + bias); rows of y are
    `pitch` bytes apart. `tile` rows are summed at a time; `order`: another one than the best.
    `short`: less code, where rows left over of kept weights are a whole tile."""

    rows: int
    inner: int
    columns: int
    pitch: int
    zero_point: int
    tile: int = ROWS
    order: str = ""
    short: bool = False

    @property
    def strips(self) -> int:
        """Of 32 columns; the last one may have fewer."""
        return -(-self.columns // COLUMNS)


@dataclass(frozen=True)
class Room:
    """What products use of DTCM, by symbol; several can use the same one after the other."""

    strip: str
    scales: str

    @classmethod
    def reserve(cls, asm: Assembly, inner: int) -> Room:
        """For products of up to `inner` rows of weights, after their activations: a tile reads two
        rows of weights too many, and words of the activations that would follow."""
        strip = asm.reserve("strip", cls.size(inner) - SCALES)
        return cls(strip, asm.reserve("scales", SCALES))

    @staticmethod
    def size(inner: int) -> int:
        """Bytes of it all."""
        return (padded(inner) + 2) * COLUMNS + SCALES


SHIFT: Final = 4 * COLUMNS
"""In the scales of a strip: after the multipliers."""
BIAS: Final = SHIFT + 2 * COLUMNS
SCALES: Final = BIAS + 4 * COLUMNS
"""Bytes of them all."""


def write(asm: Assembly, product: Product, operands: Operands, room: Room) -> None:
    """The whole product, strip by strip."""
    strips, own = product.strips, operands.scales
    with asm.registers(2) as (remaining, width), asm.registers(own is not None) as pointers:
        asm.emit("li", remaining, product.columns)
        for pointer in pointers:
            asm.set(pointer, own or room.scales)
        with asm.loop(strips, "strip"):
            asm.emit("vsetvli", width, remaining, "e32", "m8", "ta", "ma")
            scales = pointers[0] if pointers else room.scales
            strip = _Strip(asm, product, operands, room, scales, remaining, width)
            if own is None:
                strip.keep_scales()
            else:
                strip.keep_bias()
            strip.tiles()
            if strips > 1:
                asm.emit("sub", remaining, remaining, width)
                for pointer in pointers:
                    asm.add(pointer, BIAS)


@dataclass(frozen=True)
class _Strip:
    """32 columns of the product, or the `width` that remain; where their scales lie."""

    asm: Assembly
    product: Product
    operands: Operands
    room: Room
    scales: str
    remaining: str
    width: str

    def keep_scales(self) -> None:
        """Multipliers, shifts as int16 and biases go to DTCM; vl elements of 32 bits are set."""
        asm, operands = self.asm, self.operands
        asm.note("the strip's scales")
        with asm.registers(2) as (source, target):
            asm.set(target, self.room.scales)
            self._point(source, operands.multiplier, 2)
            asm.emit("vle32.v", "v8", f"({source})")
            self._point(source, operands.shift, 2)
            asm.emit("vle32.v", "v16", f"({source})")
            asm.emit("vse32.v", "v8", f"({target})")
            if operands.bias is not None:
                self._point(source, operands.bias, 2)
                asm.emit("vle32.v", f"v{SUMS[-1]}", f"({source})")
                asm.emit("addi", source, target, BIAS)
                asm.emit("vse32.v", f"v{SUMS[-1]}", f"({source})")
            asm.sew(16, 4)
            asm.emit("vnsrl.wi", "v0", "v16", 0)
            asm.emit("addi", target, target, SHIFT)
            asm.emit("vse16.v", "v0", f"({target})")

    def keep_bias(self) -> None:
        """The bias to the last group of sums, and for later tiles to DTCM."""
        asm, operands = self.asm, self.operands
        if operands.bias is None:
            return
        asm.note("the strip's bias")
        with asm.registers(1) as (place,):
            self._point(place, operands.bias, 2)
            asm.emit("vle32.v", f"v{SUMS[-1]}", f"({place})")
            if self.product.rows > self.product.tile:
                asm.set(place, self.room.scales)
                asm.emit("addi", place, place, BIAS)
                asm.emit("vse32.v", f"v{SUMS[-1]}", f"({place})")

    def _point(self, register: str, place: Place, log_size: int) -> None:
        """register = the address of the strip's first element of a row."""
        asm = self.asm
        if self.product.columns <= COLUMNS:
            asm.set(register, place)
            return
        with asm.registers(1) as (start,):
            asm.emit("li", register, self.product.columns)
            asm.emit("sub", register, register, self.remaining)
            if log_size:
                asm.emit("slli", register, register, log_size)
            if isinstance(place, str) and place in SCALARS:
                start = place
            else:
                asm.set(start, place)
            asm.emit("add", register, register, start)

    def tiles(self) -> None:
        """All rows, three at a time; the first ones bring the weights."""
        asm, rows = self.asm, self.product.rows
        if self.operands.kept is not None:
            self._kept_tiles(self.operands.kept)
            return
        first, whole = min(self.product.tile, rows), self.product.tile
        with asm.registers(3) as (x, y, weights):
            asm.set(x, self.operands.x)
            self._point(y, self.operands.y, 0)
            self._point(weights, self.operands.w, 0)
            tile = _Tile(asm, self, x, y, weights)
            asm.note(f"{first} rows of sums while weights come")
            tile.write(first, keep=True)
            if rows - first >= whole:
                times = (rows - first) // whole
                tile.write(whole, times=times, apart=self.operands.bias is None)
            if (rows - first) % whole:
                tile.write((rows - first) % whole)

    def _kept_tiles(self, kept: str) -> None:
        """All rows, three at a time, with weights that are in DTCM already."""
        asm, product = self.asm, self.product
        with asm.registers(4) as (x, y, weights, others):
            asm.set(x, self.operands.x)
            self._point(y, self.operands.y, 0)
            self._point_kept(others, kept)
            tile = _Tile(asm, self, x, y, weights, others)
            apart = self.operands.bias is None
            biased = product.rows <= product.tile and not apart
            whole, left = divmod(product.rows, product.tile)
            if whole and left and product.short:
                self._overlapping(tile, whole + 1, product.tile - left, apart=apart)
            elif whole:
                tile.write(product.tile, times=whole, biased=biased, apart=apart)
            if left and not (whole and product.short):
                tile.write(left, biased=biased, apart=apart)

    def _overlapping(self, tile: _Tile, count: int, again: int, *, apart: bool) -> None:
        """So many tiles; the last one begins with some rows of the one before."""
        asm, product, next_ = self.asm, self.product, self.asm.label("tile")
        done = asm.label("tiles_done")
        with asm.registers(2) as (left, one):
            asm.emit("li", left, count)
            asm.place(next_, aligned=True)
            tile.write(product.tile, apart=apart)
            branches = (("beqz", left, done), ("li", one, 1), ("bne", left, one, next_))
            asm.emit_all((("addi", left, left, -1), *branches))
            asm.add(tile.x, -again * padded(product.inner), one)
            asm.add(tile.y, -again * product.pitch, one)
            asm.emit("j", next_)
        asm.place(done)

    def _point_kept(self, register: str, kept: str) -> None:
        """register = the address of the strip's weights in DTCM: a column is a column of a strip
        of weights."""
        asm, column = self.asm, padded(self.product.inner)
        if self.product.columns <= COLUMNS:
            asm.set(register, kept)
            return
        with asm.registers(1) as (start,):
            asm.emit("li", register, self.product.columns)
            asm.emit("sub", register, register, self.remaining)
            asm.emit("li", start, column)
            asm.emit("mul", register, register, start)
            asm.set(start, kept)
            asm.emit("add", register, register, start)


@dataclass(frozen=True)
class _Tile:
    """Up to three rows of the product for the columns of a strip.

    x and y move on with the rows, `weights` with the rows of weights. Where all weights are kept,
    `strip_start` is where those of the strip begin.
    """

    asm: Assembly
    strip: _Strip
    x: str
    y: str
    weights: str
    strip_start: str | None = None

    @property
    def _pitch(self) -> int:
        return padded(self.strip.product.inner)

    def write(
        self,
        rows: int,
        *,
        times: int = 1,
        keep: bool = False,
        apart: bool = False,
        biased: bool = False,
    ) -> None:
        """Sums, then codes, of `times` tiles in a column. With `keep` the weights come from
        external memory, else from DTCM. With `apart` there is no bias, and the first iteration is
        written apart: its first products are the sums to begin with. With `biased` the last group
        has the bias."""
        asm, product, sums = self.asm, self.strip.product, SUMS[:rows]
        other = keep or self.strip_start is not None
        with asm.registers(3 * rows + other) as names:
            words, factors = (names[:rows], names[rows : 2 * rows]), names[2 * rows : 3 * rows]
            loop = Loop(
                asm,
                self._pitch,
                product.columns,
                self.x,
                self.weights,
                self.strip.room.strip,
                self.strip_start,
                sums,
                words,
                factors,
                names[-1] if other else None,
                product.order,
            )
            ahead = times > 1 and not product.short
            if ahead:
                asm.emit_all(loop.first(apart=apart))
            with asm.loop(times, "tile"):
                if apart:
                    asm.emit("vsetvli", "zero", self.strip.width, "e16", "m4", "ta", "ma")
                else:
                    self._begin(sums, biased=keep or biased)
                    asm.sew(16, 4)
                if not ahead:
                    asm.emit_all(loop.first())
                loop.begin()
                with asm.registers(1) as (scales,):
                    self._products(loop, scales, apart=apart, ahead=ahead)
                    asm.add(self.x, (rows - 1) * self._pitch)
                    self._narrow(sums, scales, loop.first(apart=apart) if ahead else [])
                look_up(asm, sums, self.strip.operands.table)
                for group in sums:
                    asm.emit("vse8.v", f"v{group}", f"({self.y})")
                    asm.add(self.y, product.pitch)

    def _products(self, loop: Loop, scales: str, *, apart: bool, ahead: bool) -> None:
        """All iterations. With tiles `ahead` the last one has no next weights to load, but the
        first multipliers; where they lie is in `scales` then."""
        asm, left = self.asm, self._pitch // STEP
        alone = apart and left == 1
        if apart and not alone:
            loop.body(first=True, loaded=ahead)
            asm.emit("addi", self.x, self.x, STEP)
            left -= 1
        if left > ahead:
            with asm.loop(left - ahead, "inner"):
                loop.body(first=alone)
                asm.emit("addi", self.x, self.x, STEP)
        asm.set(scales, self.strip.scales)
        load: Instruction = ("vl4re32.v", f"v{WIDENED[0]}", f"({scales})")
        if ahead:
            loop.body(first=alone, loaded=alone, instead=load)
            asm.emit("addi", self.x, self.x, STEP)
        else:
            asm.emit_all([load])

    def _begin(self, sums: Sequence[int], *, biased: bool) -> None:
        """Sums begin with the bias or 0; `biased`: the last group has the bias from `keep_scales`,
        which shares no other register with what comes until then."""
        asm = self.asm
        asm.emit("vsetvli", "zero", self.strip.width, "e32", "m8", "ta", "ma")
        if self.strip.operands.bias is None:
            for group in sums:
                asm.emit("vmv.v.i", f"v{group}", 0)
            return
        if biased:
            for group in sums:
                if group != SUMS[-1]:
                    asm.emit("vmv.v.v", f"v{group}", f"v{SUMS[-1]}")
            return
        with asm.registers(1) as (bias,):
            asm.set(bias, self.strip.room.scales)
            asm.emit("addi", bias, bias, BIAS)
            asm.emit("vle32.v", f"v{sums[0]}", f"({bias})")
        for group in sums[1:]:
            asm.emit("vmv.v.v", f"v{group}", f"v{sums[0]}")

    def _narrow(self, sums: Sequence[int], scales: str, ahead: Sequence[Instruction]) -> None:
        """As `requantise.narrow`, in the registers of weights: half of the multipliers are loaded
        already from `scales`. What is loaded `ahead` stands between the last steps."""
        asm, (first, second) = self.asm, WIDENED
        asm.note("requantise and store")
        asm.emit("vsetivli", "zero", LINE, "e32", "m4", "ta", "ma")
        for half, group, load in ((0, second, "vl4re32.v"), (4, first, "vl4re16.v")):
            asm.emit("addi", scales, scales, 4 * LINE)
            asm.emit(load, f"v{group}", f"({scales})")
            for each in sums:
                multiplier = f"v{WIDENED[half // 4]}"
                asm.emit("vsmul.vv", f"v{each + half}", f"v{each + half}", multiplier)
        asm.emit("vsetvli", "zero", self.strip.width, "e16", "m4", "ta", "ma")
        left, zero_point = iter(ahead), self.strip.product.zero_point

        def beside() -> None:
            asm.emit_all(islice(left, 1))

        requantise.finish(asm, sums, first, 8, zero_point, scales, beside)
        asm.emit_all(left)
