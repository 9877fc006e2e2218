"""Conv2D: two tiles of four pixels by two tiles of four channels at a time, four accumulators.

An iteration is the taps of one row of the window, for as many groups of eight channels as make up
to four steps. What lies beside the image is left out: rows by fewer iterations, columns as zeros in
code of their own. p1 goes through the image, p2 through the weights, p3 through the output; p5, p6
and p7 keep where a block of pixels, its channels and the taps of a row of pixels begin.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import (
    SUMS,
    UNROLLED,
    again,
    assigned,
    begin,
)
from kernelcraft.platforms.amd_npu.kernels.schedule import Writer
from kernelcraft.platforms.amd_npu.kernels.tiles import TILE
from kernelcraft.platforms.amd_npu.kernels.window import PIXEL, Image, Rows, window_rows

LARGEST = 3  # window for whose tiles there are registers in any schedule
FARTHEST = 1024  # bytes to which paddb does not reach
ROOM = 8  # registers for the tiles of a larger one


@dataclass(frozen=True)
class Columns:
    """`width` tiles of pixels with their neighbours, `times` of them one after the other."""

    width: int
    left: bool
    right: bool
    times: int

    @property
    def tiles(self) -> int:
        """How many are loaded."""
        return self.width + self.left + self.right


def _unrolled(image: Image) -> int:
    """Groups of channels in an iteration."""
    most = max(1, UNROLLED // image.k)
    return max(each for each in range(1, most + 1) if image.groups % each == 0)


def _columns(image: Image) -> Iterator[Columns]:
    """Pairs of tiles, and one tile where they are odd."""
    kinds = []
    for first in range(0, image.across, 2):
        width = min(2, image.across - first)
        left = image.before > 0 and first > 0
        right = image.k > 1 and first + width < image.across
        kinds.append((width, left, right))
    for kind, found in groupby(kinds):
        yield Columns(*kind, len(list(found)))


def kernel(cell: Cell) -> str:
    """A row of pixels after the other; raises Unwritten for what is streamed."""
    writer = convolution(Image.of(cell), len(cell.inputs))
    writer.finish()
    return writer.kernel()


def convolution(image: Image, output: int) -> Writer:
    """What stores all sums at an argument."""
    unrolled = _unrolled(image)
    moves = {
        "m0": image.tile - 32,
        "m4": image.tap - 96,
        "m5": image.group - (image.k - 1) * image.tap - 96,
        "dj3": image.group - (image.k - 1) * image.tap - 96,
        "m3": image.group - 96,
        "m6": image.results - 32,
        "m7": 32 - image.results,
        "dn2": image.groups // unrolled - 1,
        "dn3": image.groups // unrolled - 1,
        "dc2": 0,
        "dc3": 0,
    }
    text = assigned(moves)
    text += "".join(
        f"movx r{16 + index}, #{_shift(index - image.before)}\n" for index in range(image.k)
    )
    writer = begin((0, 1, output), text + "mov p5, p1\nmov p7, p2\n", ("x8", *SUMS))
    rows = window_rows(image.rows, image.k)
    writer.straight(_by_weights(image, rows[0].above))
    for index, each in enumerate(rows):
        label = f".Lrow{index}"
        writer.straight(f"movxm r13, #{each.times}")
        for number, columns in enumerate(_columns(image)):
            _block(writer, image, columns, each, f"{index}_{number}", None if number else label)
        writer.straight(again(label, "r13"))
        if index + 1 < len(rows):
            writer.straight(_by_weights(image, rows[index + 1].above - each.above))
            if each.above:
                writer.straight(f"movxm m1, #{-image.row}\npadda [p5], m1")
    return writer


def _shift(columns: int) -> int:
    """By how many bytes a pair of tiles is shifted to see `columns` columns to the right."""
    return PIXEL * columns % TILE


def _by_weights(image: Image, taps: int) -> str:
    """The weights of a row begin `taps` rows of taps further on."""
    return f"movxm m1, #{taps * image.k * image.tap}\npadda [p7], m1\n"


def _block(
    writer: Writer, image: Image, columns: Columns, rows: Rows, name: str, label: str | None
) -> None:
    """Columns of one kind: every pair of tiles of output channels for each of them."""
    back = TILE - (columns.tiles - 1) * image.tile - 32
    down = image.row - (image.groups - 1) * TILE - (columns.tiles - 1) * image.tile - 32
    halo = image.tile if columns.left else 0
    count = (image.k - rows.above - rows.below) * (image.groups // _unrolled(image))
    start = (
        f"movxm m1, #{back}\nmovxm dj2, #{back}\nmovxm m2, #{down}\nmovxm r12, #{columns.times}\n"
    )
    writer.straight(start + f"padda [p5], #{-halo}\n", label=label)
    writer.straight(f"mov p6, p7\nmovxm r11, #{image.c_out // 8}", label=f".Lcolumns{name}")
    sums = SUMS[: 2 * columns.width]
    begun = "".join(f"vclr {each}\n" for each in sums)
    writer.straight(
        f"{begun}mov p1, p5\nmov p2, p6\npadda [p6], #128\nmovxm r10, #{count}",
        label=f".Lblock{name}",
    )
    text, values = _iteration(image, columns)
    steps = f".Lsteps{name}"
    if image.k > LARGEST:
        writer.straight(text, values, label=steps, room=ROOM)
        writer.straight(again(steps, "r10"))
    else:
        writer.straight(text + again(steps, "r10"), values, label=steps)
    moves = ("#32", "m6", "#32", "m7") if columns.width == 2 else ("#32", "#32")
    stores = "".join(
        f"vst.conv.bf16.fp32 {each}, [p3], {move}\n" for each, move in zip(sums, moves, strict=True)
    )
    writer.straight(stores + again(f".Lblock{name}", "r11"))
    width = columns.width * image.tile
    unit = "b" if width < FARTHEST else "s"
    on = f"padda [p3], #{(columns.width - 1) * image.results}\npadd{unit} [p5], #{width}\n"
    writer.straight(on + again(f".Lcolumns{name}", "r12"))
    writer.straight(f"padda [p5], #{halo}")


def _iteration(image: Image, columns: Columns) -> tuple[str, dict[str, str]]:
    """The taps of a row, and the kinds of its values."""
    text, names, unrolled = "", [], _unrolled(image)
    for group in range(unrolled):
        last = group == unrolled - 1
        tiles = [f"%x{group}{index}" for index in range(columns.tiles)]
        for tile in tiles:
            text += f"vlda {tile}.l, [p1], #32\n"
            if tile != tiles[-1]:
                text += f"vlda {tile}.h, [p1], m0\n"
            else:
                text += f"vlda{'.2d' if last else ''} {tile}.h, [p1], {'d2' if last else 'm1'}\n"
        names += tiles
        beside = ["x8"] * (not columns.left) + tiles + ["x8"] * (not columns.right)
        for tap in range(image.k):
            weights = [f"%w{group}{tap}{index}" for index in range(2)]
            names += weights
            halves = [f"{weight}.{half}" for weight in weights for half in "lh"]
            text += "".join(f"vldb {half}, [p2], #32\n" for half in halves[:-1])
            if tap < image.k - 1:
                text += f"vldb {halves[-1]}, [p2], m4\n"
            else:
                kind, move = (".2d", "d3") if last else ("", "m5")
                text += f"vldb{kind} {halves[-1]}, [p2], {move}\n"
            for index in range(columns.width):
                source = beside[1 + index]
                if tap != image.before:
                    source = f"%s{group}{tap}{index}"
                    names.append(source)
                    first = index + (tap > image.before)
                    pair = f"{beside[first]}, {beside[first + 1]}"
                    text += f"vshift {source}, {pair}, r{16 + tap}\n"
                for to, weight in enumerate(weights):
                    total = SUMS[2 * index + to]
                    text += f"vmac.f {total}, {total}, {source}, {weight}, r7\n"
    return text, {name[1:]: "x" for name in names}
