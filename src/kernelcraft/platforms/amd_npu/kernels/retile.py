"""Kernels that stand between others: a matrix from one order to another, sums, and products.

They have the arguments of any kernel: p0 points to the addresses of what they read, and then of
what they write. A product leaves tiles of 4x4 (C); a next one reads tiles of 4x8 (A) and 8x4 (B),
and rows are read row by row. In tiles, 64 bits are four elements of a row, 128 bits are eight.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

import ml_dtypes
import numpy as np

from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    UNROLLED,
    again,
    rounded,
    splat,
    walk,
)
from kernelcraft.platforms.amd_npu.kernels.baseline.unrolling import unrolled
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer
from kernelcraft.platforms.amd_npu.machine.arithmetic.shuffle import MODES

Order = Literal[
    "c_to_a", "c_to_heads", "heads_to_a", "c_to_b", "c_to_bt", "c_to_rows", "rows_to_a", "a_to_rows"
]
Operation = Literal["mul", "add"]
VECTOR, HALF, TILE = 32, 16, 64  # bytes: 16 and 8 elements, and a tile of 4x8 or 8x4
MEMORY: Final = Memory(apart=("p1", "p2", "p3"), banks={"p1": "x", "p2": "y", "p3": "x"})
"""At most a load and a store in a bundle, so that no three accesses meet in a bank."""
BESIDE: Final = """
vlda %a.l, [p1], #32
vlda %a.h, [p1], #32
vshift %b, %a, %a, r4
"""
"""Two tiles of C, and the second one before the first."""
FROM_ROWS: Final = BESIDE.replace("vlda %a.h, [p1], #32", "vlda.2d %a.h, [p1], d0")
"""The same, from a row of tiles to the next by an address generator."""
ROUNDING: Final = "movx r5, #12\nmovx crRnd, r5\n"
PRODUCTS: Final = f"{ROUNDING}movx r1, #60\nvsub.32 x8, x8, x8\n"


@dataclass(frozen=True)
class _Body:
    """An iteration, how often it runs, and what it finds in registers; p1 leads to sources."""

    start: str
    text: str
    times: int
    values: Mapping[str, str]
    fixed: tuple[str, ...] = ()  # registers that keep what `start` gives them


@dataclass(frozen=True)
class _Matrix:
    """A matrix, and from a row, or a row of tiles, to the next one: elements, or tiles.

    `source` is that of the tiles it comes from.
    """

    rows: int
    columns: int
    pitch: int
    source: int
    scale: float | None
    heads: int

    @property
    def pairs(self) -> str:
        """The address generator that goes to the next pair of tiles of C."""
        gap = (self.source - self.columns // 4) * VECTOR
        return walk(0, self.columns // 8, VECTOR, VECTOR + gap)

    @property
    def by_halves(self) -> bool:
        """Whether rows are whole numbers of 8 elements, but not of 16."""
        return bool(self.columns % 16 or self.pitch % 16)

    @property
    def pieces(self) -> int:
        """Vectors, or halves of them, in a row."""
        return self.columns // (8 if self.by_halves else 16)

    def walk(self, number: int) -> str:
        """Four rows piece by piece: m2 goes to the next row, this counter from a fourth one on."""
        step, row = HALF if self.by_halves else VECTOR, 2 * self.pitch
        back = (self.pieces - 1) * step
        return f"movxm m2, #{row}\n" + walk(number, self.pieces, step - 3 * row, row - back)


def retile(
    kind: Order,
    rows: int,
    columns: int,
    *,
    pitch: int | None = None,
    source: int | None = None,
    scale: float | None = None,
    heads: int = 1,
    pipelined: bool = False,
) -> str:
    """A kernel that brings a matrix into another order; `c_to_bt` transposes it.

    `c_to_heads` takes as many `heads` side by side, each of `columns` columns, and leaves one after
    the other; `heads_to_a` puts them side by side again.

    `pitch` is from one row of the row-major matrix to the next, in elements, or else from one row
    of the tiles that are made to the next, in tiles; `source` is from one row of the tiles that
    are read to the next. `c_to_rows` multiplies by the `scale`, in float32. Raises Unwritten for
    sizes that are no whole number of tiles.
    """
    high, wide = {"c_to_b": (8, 4), "c_to_bt": (8, 8)}.get(kind, (4, 8))
    least = {
        "c_to_a": columns // 8,
        "c_to_heads": columns // 8,
        "heads_to_a": heads * columns // 8,
        "c_to_b": columns // 4,
        "c_to_bt": rows // 4,
    }.get(kind, columns)
    pitch = least if pitch is None else pitch
    tiles = columns // 4
    matrix = _Matrix(rows, columns, pitch, tiles if source is None else source, scale, heads)
    odd = rows % high or columns % wide or ("rows" in kind and matrix.pitch % 8)
    if odd or min(rows, columns) < 1 or matrix.pitch < least or matrix.source < tiles:
        raise Unwritten(f"{kind}: {rows} x {columns}, pitch {matrix.pitch}: no whole tiles")
    if (source is not None and ("rows" in kind or "heads" in kind)) or (
        scale and kind != "c_to_rows"
    ):
        raise Unwritten(f"{kind} takes no such source or scale")
    if heads > 1 and "heads" not in kind:
        raise Unwritten(f"{kind} takes no heads")
    return _kernel(_ORDERS[kind](matrix), sources=1, pipelined=pipelined)


def elementwise(operation: Operation, count: int, *, pipelined: bool = False) -> str:
    """A kernel of two sources: as many sums or products of float32, rounded to nearest even.

    The result may be where a source was. Raises Unwritten for counts that 16 does not divide.
    """
    if count < 1 or count % 16:
        raise Unwritten(f"{operation}: {count} elements are no whole number of vectors")
    return _kernel(_OPERATIONS[operation](count // 16), sources=2, pipelined=pipelined)


def _kernel(body: _Body, sources: int, *, pipelined: bool) -> str:
    """The body in a loop: software-pipelined, or some iterations in one list schedule."""
    loads = [f"lda p{2 * index + 1}, [p0, #{4 * index}]\n" for index in range(sources)]
    start = "".join(loads) + f"lda p2, [p0, #{4 * sources}]\n" + body.start
    fixed = [f"w{half}{name[1:]}" for name in body.fixed for half in "lh"]
    writer = core_writer(MEMORY, fixed)
    if pipelined:
        writer.straight(start)
        writer.loop(body.text, body.times, body.values)
    else:
        count = next(each for each in (UNROLLED, 2, 1) if body.times % each == 0)
        writer.straight(start + f"movxm r6, #{body.times // count}")
        unrolled(writer, {}, [body.text] * count, again(".Lnext", "r6"), body.values, ".Lnext")
    writer.finish()
    return writer.kernel()


def _modes(*names: str) -> str:
    """r8 and following ones: modes of vshuffle; r4: half a vector."""
    return "movx r4, #32\n" + "".join(
        f"movx r{8 + index}, #{MODES[name]}\n" for index, name in enumerate(names)
    )


def _x(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, "x")


def _c_to_a(matrix: _Matrix) -> _Body:
    """Two tiles side by side: their rows in turn."""
    across = matrix.columns // 8
    past = walk(1, across, VECTOR, VECTOR + (matrix.pitch - across) * TILE) + matrix.pairs
    text = f"""
{FROM_ROWS}
vshuffle %y, %a, %b, r8
vst %y.l, [p2], #32
vst.2d %y.h, [p2], d1
"""
    start = _modes("T64_2x8_lo") + past
    return _Body(start, text, matrix.rows // 4 * across, _x("a", "b", "y"))


def _c_to_heads(matrix: _Matrix) -> _Body:
    """As `_c_to_a`; from a head to the next one, and then to the next row of tiles."""
    line = matrix.pitch * TILE
    return _of_heads(matrix, (matrix.heads, matrix.rows // 4 * line), line)


def _heads_to_a(matrix: _Matrix) -> _Body:
    """As `_c_to_a`; from a row of tiles to the next one, and then to the next head."""
    return _of_heads(matrix, (matrix.rows // 4, matrix.pitch * TILE), matrix.columns // 8 * TILE)


def _of_heads(matrix: _Matrix, inner: tuple[int, int], outer: int) -> _Body:
    """Lines of tiles as they come: `inner` says how many, how far apart, and again `outer` on."""
    across, (count, step) = matrix.columns // 8, inner
    back = across * TILE - VECTOR
    text = f"""
{BESIDE}
vshuffle %y, %a, %b, r8
vst %y.l, [p2], #32
vst.3d %y.h, [p2], d1
"""
    start = _modes("T64_2x8_lo") + walk(1, across, VECTOR, outer - (count - 1) * step - back)
    start += f"mova dn5, #{count - 1}\nmov dc5, #0\nmovxm dj5, #{step - back}\n"
    return _Body(start, text, matrix.heads * matrix.rows // 4 * across, _x("a", "b", "y"))


def _c_to_b(matrix: _Matrix) -> _Body:
    """One tile upon the other."""
    across = matrix.columns // 4
    row = matrix.source * VECTOR
    text = """
vldb %b, [p1, dj3]
vlda.2d %a, [p1], d0
vst %a, [p2], #32
vst.2d %b, [p2], d1
"""
    start = f"movxm dj3, #{row}\n" + walk(0, across, VECTOR, 2 * row - (across - 1) * VECTOR)
    start += walk(1, across, VECTOR, VECTOR + (matrix.pitch - across) * TILE)
    return _Body(start, text, matrix.rows // 8 * across, {"a": "w", "b": "w"})


def _c_to_bt(matrix: _Matrix) -> _Body:
    """Two tiles side by side, each transposed: one upon the other; and so the next two."""
    across, row = matrix.columns // 8, matrix.pitch * TILE
    text = """
vlda %a.l, [p1], #32
vlda.2d %a.h, [p1], d0
vlda %b.l, [p1], #32
vlda.2d %b.h, [p1], d0
vshuffle %c, %a, %a, r8
vshuffle %d, %b, %b, r8
vshuffle %x, %c, %d, r9
vshuffle %y, %c, %d, r10
vst %x.l, [p2], #32
vst.2d %y.l, [p2], d1
vst %x.h, [p2], #32
vst.2d %y.h, [p2], d1
"""
    start = _modes("T16_8x4", "T64_8x2_lo", "T64_8x2_hi")
    start += walk(1, across, row - VECTOR, VECTOR - (across - 1) * row) + matrix.pairs
    values = _x("a", "b", "c", "d", "x", "y")
    return _Body(start, text, matrix.rows // 8 * across, values)


def _c_to_rows(matrix: _Matrix) -> _Body:
    """Rows of four tiles side by side, or of two."""
    start = _modes("T64_2x8_lo", "T64_2x8_hi") + matrix.walk(1)
    if matrix.by_halves:
        text = f"""
{BESIDE}
vshuffle %x, %a, %b, r8
"""
        names = ["x"]
    else:
        text = """
vlda %a.l, [p1], #32
vlda %a.h, [p1], #32
vlda %b.l, [p1], #32
vlda %b.h, [p1], #32
vshuffle %c, %a, %b, r8
vshuffle %d, %a, %b, r9
vshuffle %x, %c, %d, r8
vshuffle %y, %c, %d, r9
"""
        names = ["x", "y"]
    values, fixed = _x("a", "b", "c", "d"), tuple[str, ...]()
    if matrix.scale is not None:
        parts = _parts(matrix.scale)
        start += PRODUCTS + _scales(parts)
        fixed = ("x8", *(f"x{4 + index}" for index in range(2 * len(parts))))
        for name in names:
            text += _scaled(name, len(parts))
            values |= {f"{name}{half}": "bm" for half in "lh"}
    return _stored_rows(matrix, start, text, names, values, fixed)


def _parts(scale: float) -> list[float]:
    """The nearest bfloat16, and the one nearest to the rest unless that is 0."""
    first = float(np.float32(scale).astype(ml_dtypes.bfloat16))
    rest = float(np.float32(scale - first).astype(ml_dtypes.bfloat16))
    return [first, rest] if rest else [first]


def _scales(parts: list[float]) -> str:
    """x4: the first part in the lower half and 0 in the other; x5: the other way; x6, x7."""
    return "".join(
        f"{splat('x9', rounded(part), 16)}vmov wl{low}, wl9\nvmov wh{low}, wh8\n"
        f"vmov wl{low + 1}, wl8\nvmov wh{low + 1}, wh9\n"
        for low, part in zip((4, 6), parts, strict=False)
    )


def _scaled(name: str, parts: int) -> str:
    """The products of each half."""
    text = ""
    for index, half in enumerate("lh"):
        to = f"%{name}{half}"
        text += f"vmul.f {to}, %{name}, x{4 + index}, r1\n"
        text += f"vmac.f {to}, {to}, %{name}, x{6 + index}, r1\n" * (parts > 1)
    return text


def _stored_rows(
    matrix: _Matrix,
    start: str,
    text: str,
    names: list[str],
    values: dict[str, str],
    fixed: tuple[str, ...] = (),
) -> _Body:
    """Four rows of what x and y hold, a row a half, or of what x holds, two rows a half."""
    scaled = matrix.scale is not None
    if matrix.by_halves:
        start += "movx r3, #16\n"
        if scaled:
            text += "vconv.bf16.fp32 %z.l, %xl\nvconv.bf16.fp32 %z.h, %xh\n"
        whole = "z" if scaled else "x"
        text += f"vshift %t, %{whole}, %{whole}, r3\n"
        store, sources = "128", [f"%{each}" for each in (f"{whole}.l", "t.l", f"{whole}.h", "t.h")]
        values |= _x("z", "t")
    elif scaled:
        store, sources = "conv.bf16.fp32", [f"%{name}{half}" for name in names for half in "lh"]
    else:
        store, sources = "", [f"%{name}.{half}" for name in names for half in "lh"]
    tail = f".{store}" if store else ""
    text += "".join(f"vst{tail} {each}, [p2], m2\n" for each in sources[:3])
    text += f"vst.2d{tail} {sources[3]}, [p2], d1\n"
    return _Body(start, text, matrix.rows // 4 * matrix.pieces, values | _x(*names), fixed)


def _rows_to_a(matrix: _Matrix) -> _Body:
    """Four rows of two tiles, or of one."""
    load = "vldb{}.128" if matrix.by_halves else "vlda{}"
    text = "".join(f"{load.format('')} %{each}, [p1], m2\n" for each in ("a.l", "a.h", "b.l"))
    text += f"{load.format('.2d')} %b.h, [p1], d0\nvshuffle %x, %a, %b, r8\n"
    text += "vst %x.l, [p2], #32\nvst %x.h, [p2], #32\n"
    if not matrix.by_halves:
        text += "vshuffle %y, %a, %b, r9\nvst %y.l, [p2], #32\nvst %y.h, [p2], #32\n"
    start = _modes("T128_4x2_lo", "T128_4x2_hi") + matrix.walk(0)
    return _Body(start, text, matrix.rows // 4 * matrix.pieces, _x("a", "b", "x", "y"))


def _a_to_rows(matrix: _Matrix) -> _Body:
    """Two tiles side by side, or one."""
    start = _modes("T128_2x4_lo", "T128_2x4_hi") + matrix.walk(1)
    if matrix.by_halves:
        text = "vlda %x.l, [p1], #32\nvlda %x.h, [p1], #32\n"
        return _stored_rows(matrix, start, text, ["x"], {})
    text = "".join(f"vlda %{each}, [p1], #32\n" for each in ("a.l", "a.h", "b.l", "b.h"))
    text += "vshuffle %x, %a, %b, r8\nvshuffle %y, %a, %b, r9\n"
    return _stored_rows(matrix, start, text, ["x", "y"], _x("a", "b"))


def _mul(vectors: int) -> _Body:
    """Halves of 0 beside both factors: a product for each lane."""
    text = """
vlda %a.l, [p1], #32
vldb %b.l, [p3], #32
vmov %a.h, wh8
vmov %b.h, wh8
vmul.f %y, %a, %b, r1
vst.conv.bf16.fp32 %y, [p2], #32
"""
    return _Body(PRODUCTS, text, vectors, {**_x("a", "b"), "y": "bm"}, ("x8",))


def _add(vectors: int) -> _Body:
    text = """
vlda.conv.fp32.bf16 %a, [p1], #32
vlda.conv.fp32.bf16 %b, [p3], #32
vadd.f %y, %a, %b, r7
vst.conv.bf16.fp32 %y, [p2], #32
"""
    return _Body(f"{ROUNDING}movx r7, #28\n", text, vectors, dict.fromkeys("aby", "bm"))


_ORDERS: Final[Mapping[Order, Callable[[_Matrix], _Body]]] = {
    "c_to_a": _c_to_a,
    "c_to_heads": _c_to_heads,
    "heads_to_a": _heads_to_a,
    "c_to_b": _c_to_b,
    "c_to_bt": _c_to_bt,
    "c_to_rows": _c_to_rows,
    "rows_to_a": _rows_to_a,
    "a_to_rows": _a_to_rows,
}
_OPERATIONS: Final[Mapping[Operation, Callable[[int], _Body]]] = {"mul": _mul, "add": _add}
