"""DepthwiseConv: 16 channels of four neighbouring pixels at a time, four accumulators.

An iteration is one row of the window. Its pixels are loaded once, in pairs: a product lane by lane
adds up two of them, with the weights of two taps or of one and zeros. What lies beside the image is
left out: rows by fewer iterations, columns as zeros in code of their own. p1 goes through the
image, p2 through the weights, p3 through the output; p5 and p7 keep where a block of pixels and the
taps of a row of pixels begin, p4 and p6 the channels of image and output.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from kernelcraft.cells.cell import Cell
from kernelcraft.platforms.amd_npu.kernels.baseline.pieces import LANES, SUMS, again, begin
from kernelcraft.platforms.amd_npu.kernels.schedule import Writer
from kernelcraft.platforms.amd_npu.kernels.window import Rows, before, window_rows

BLOCK = 4  # pixels
LARGEST = 5  # window for whose taps there are registers in any schedule
ROOM = 9  # registers for pixels and taps of a larger one
NEXT = "padda [p4], #32\npadda [p6], #32\npadda [p7], #32\nmov p5, p4\nmov p3, p6\n"


@dataclass(frozen=True)
class Columns:
    """As many blocks of pixels, of which the window has columns outside of the image."""

    left: bool
    right: bool
    times: int


@dataclass(frozen=True)
class Image:
    """`height` rows of as many pixels, `pixel` bytes apart, and a window of k x k."""

    height: int
    pixel: int
    k: int

    @property
    def before(self) -> int:
        """Columns of the window before its middle."""
        return before(self.k)

    def columns(self) -> list[Columns]:
        """From the first block of a row to the last."""
        last = self.height // BLOCK - 1
        kinds = [(block == 0, block == last) for block in range(last + 1)]
        return [Columns(*kind, len(list(found))) for kind, found in groupby(kinds)]


def kernel(cell: Cell) -> str:
    """A row of pixels after the other, for 16 channels after the others."""
    dims = cell.dims
    image = Image(dims["H"], 2 * dims["c"], dims["k"])
    text = f"movxm m0, #{image.pixel}\nmovxm m5, #{-(image.k - 1) * image.pixel}\n"
    text += f"movxm r14, #{dims['c'] // LANES}\n"
    text += "mov p4, p1\nmov p5, p1\nmov p6, p3\nmov p7, p2\n"
    writer = begin((0, 1, 2), text, ("x8", *SUMS))
    rows = window_rows(image.height, image.k)
    writer.straight(_by_weights(image, rows[0].above), label=".Lchannels")
    for index, each in enumerate(rows):
        label = f".Lrow{index}"
        writer.straight(f"movxm r13, #{each.times}")
        for number, columns in enumerate(image.columns()):
            _blocks(writer, image, columns, each, f"{index}_{number}", None if number else label)
        writer.straight(again(label, "r13"))
        if index + 1 < len(rows):
            writer.straight(_by_weights(image, rows[index + 1].above - each.above))
            if each.above:
                writer.straight(f"movxm m1, #{-image.height * image.pixel}\npadda [p5], m1")
    writer.straight(NEXT + again(".Lchannels", "r14"))
    writer.finish()
    return writer.kernel()


def _by_weights(image: Image, taps: int) -> str:
    """The weights of a row begin `taps` rows of taps further on."""
    return f"movxm m2, #{taps * image.k * image.pixel}\npadda [p7], m2\n"


def _blocks(
    writer: Writer, image: Image, columns: Columns, rows: Rows, name: str, label: str | None
) -> None:
    """Blocks of one kind."""
    beside = image.k - 1 - image.before
    loaded = range(
        image.before if columns.left else 0,
        BLOCK + image.k - 1 - (beside if columns.right else 0),
    )
    down = image.height * image.pixel - (len(loaded) - 1) * image.pixel
    start = (loaded.start - image.before) * image.pixel
    writer.straight(
        f"movxm m1, #{down}\nmovxm m3, #{start}\nmovxm r12, #{columns.times}", label=label
    )
    begun = "".join(f"vclr {each}\n" for each in SUMS)
    writer.straight(
        f"{begun}mov p1, p5\npadda [p1], m3\nmov p2, p7\n"
        f"movxm r10, #{image.k - rows.above - rows.below}",
        label=f".Lblock{name}",
    )
    text, values = _taps(image, loaded)
    taps = f".Ltaps{name}"
    if image.k > LARGEST:
        writer.straight(text, values, label=taps, room=ROOM)
        writer.straight(again(taps, "r10"))
    else:
        writer.straight(text + again(taps, "r10"), values, label=taps)
    stores = "".join(f"vst.conv.bf16.fp32 {each}, [p3], m0\n" for each in SUMS)
    writer.straight(
        f"{stores}padda [p5], #{BLOCK * image.pixel}\n" + again(f".Lblock{name}", "r12")
    )


def _taps(image: Image, loaded: range) -> tuple[str, dict[str, str]]:
    """One row of the window, and the kinds of its values.

    Pair q has the columns 2 q and 2 q + 1 of those that the block sees; `loaded` are in the image.
    """
    pairs = range(loaded.start // 2, (loaded.stop + 1) // 2)
    text = ""
    for column in range(2 * pairs.start, 2 * pairs.stop):
        half = f"%x{column // 2}.{'lh'[column % 2]}"
        move = "m1" if column == loaded.stop - 1 else "m0"
        text += f"vlda {half}, [p1], {move}\n" if column in loaded else f"vmov {half}, wl8\n"
    count = (image.k + 1) // 2
    for odd in range(2):
        for place in range(2 * count):
            half, tap = f"%w{odd}{place // 2}.{'lh'[place % 2]}", place - odd
            move = "m5" if tap == image.k - 1 and not odd else "m0"
            inside = tap in range(image.k)
            text += f"vldb {half}, [p2], {move}\n" if inside else f"vmov {half}, wl8\n"
    for step in range(count):
        for pixel, total in enumerate(SUMS):
            pair = pixel // 2 + step
            if pair in pairs:
                text += f"vmac.f {total}, {total}, %x{pair}, %w{pixel % 2}{step}, r1\n"
    names = [f"x{pair}" for pair in pairs]
    names += [f"w{odd}{step}" for odd in range(2) for step in range(count)]
    return text, dict.fromkeys(names, "x")
