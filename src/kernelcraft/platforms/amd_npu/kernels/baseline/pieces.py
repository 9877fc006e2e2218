"""What templates share: their start, constants, look-ups in the offered tables, sums over lanes.

Registers that all use alike: r1 = 60 and r7 = 28, products lane by lane and sums; r2 = 24, the
mode of vshuffle that puts in order what look-ups give; r26, r28, r29, r30 = 32, 16, 8, 4 bytes;
x8 = 0; crRnd = 12.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import ml_dtypes
import numpy as np

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, Writer, core_writer
from kernelcraft.platforms.amd_npu.machine.tables import tables

LANES = 16  # of bfloat16 in 256 bits, and of float32 in 512
BYTES = 2 * LANES
UNROLLED = 4
SHORT = 512  # numbers below it fit the instructions of any slot
SUMS = ("bmh0", "bmh1", "bmh2", "bmh3")  # accumulators
TABLES = {table.name: table for table in tables()}
START = """
movx r1, #60
movx r2, #24
movx r7, #28
movx r5, #12
movx crRnd, r5
movx r26, #32
movx r28, #16
movx r29, #8
movx r30, #4
vsub.32 x8, x8, x8
"""


def begin(pointers: Sequence[int], text: str, fixed: Sequence[str]) -> Writer:
    """A writer after the start of a kernel: p1, p2, ... hold these arguments, p7 is free.

    No piece may load what it stores by another pointer. `fixed` are the vectors and
    accumulators (x8, bmh7) that keep what `text` gives them.
    """
    loads = [f"lda p{index}, [p0, #{4 * each}]" for index, each in enumerate(pointers, 1)]
    writer = core_writer(
        Memory(apart=tuple(f"p{index}" for index in range(1, 8))),
        [part for name in fixed for part in parts(name)],
    )
    writer.straight("\n".join(loads) + START + text)
    return writer


def parts(name: str) -> list[str]:
    """The parts of 256 bits of x3 or bmh7."""
    if name.startswith("x"):
        return [f"wl{name[1:]}", f"wh{name[1:]}"]
    return [f"am{name[2]}l{name[3:]}", f"am{name[2]}h{name[3:]}"]


def assigned(values: Mapping[str, int]) -> str:
    """Registers hold these values."""
    return "".join(f"movxm {name}, #{value}\n" for name, value in values.items())


def splat(register: str, bits: int, lane: int = 32) -> str:
    """Every lane of an x register holds these bits."""
    return f"movxm r3, #{bits}\nvbcst.{lane} {register}, r3\n"


def spread(register: str, table: str, offset: int = 0) -> str:
    """Where a table begins, or `offset` bytes after it, for each lane of a parallel look-up.

    Changes x9, x10 and r16.
    """
    first, second = (address + offset for address in TABLES[table].addresses)
    return (
        splat("x9", first)
        + splat("x10", second)
        + f"movxm r16, #0xcccc\nvsel.32 {register}, x9, x10, r16\n"
    )


def kept(register: str, text: str) -> str:
    """An accumulator that keeps what a text leaves in x9."""
    return text + f"vmov {register}, x9\n"


def look_up(entries: str, addresses: str, bits: int) -> str:
    """%entries3: 16 entries from 16 addresses in %addresses, in its lower half.

    Of pairs (32 bits) the lower parts are in its upper half, which else is unknown.
    """
    loads = "".join(
        f"vldb.4x{bits}.{group} %{entries}{number}.{to}, %{addresses}.{half}\n"
        for number, half in enumerate("lh", 1)
        for group, to in (("lo", "l"), ("hi", "h"))
    )
    return loads + f"vshuffle %{entries}3, %{entries}1, %{entries}2, r2\n"


def looked_up(*entries: str) -> dict[str, str]:
    """The kinds of the values of look-ups."""
    return {f"{name}{number}": "x" for name in entries for number in range(1, 4)}


def added(*names: str) -> str:
    """The first of these bm registers: the sum of all, pair by pair."""
    text, left = "", list(names)
    while len(left) > 1:
        text += "".join(
            f"vadd.f {a}, {a}, {b}, r7\n" for a, b in zip(left[::2], left[1::2], strict=True)
        )
        left = left[::2]
    return text


def squares(count: int, name: str) -> str:
    """%square0: 16 sums of the squares of as many x registers, in up to four accumulators."""
    text = ""
    for index in range(count):
        to, given = f"%square{index % UNROLLED}", f"%{name}{index}, %{name}{index}, r1\n"
        text += f"vmac.f {to}, {to}, {given}" if index >= UNROLLED else f"vmul.f {to}, {given}"
    return text + added(*(f"%square{index}" for index in range(min(count, UNROLLED))))


SQUARES = {f"square{index}": "bm" for index in range(UNROLLED)}
"""The kinds of the values of `squares`."""


def total(source: str) -> str:
    """%sum3: the sum of all 16 lanes of a bm register, in each of them."""
    text, last = "", source
    for step, shift in enumerate(("r26", "r28", "r29", "r30")):
        text += f"""
vmov %from{step}, {last}
vshift %turned{step}, %from{step}, %from{step}, {shift}
vmov %other{step}, %turned{step}
vadd.f %sum{step}, {last}, %other{step}, r7
"""
        last = f"%sum{step}"
    return text


SUMMED = {
    **{f"{name}{step}": "x" for name in ("from", "turned") for step in range(4)},
    **{f"{name}{step}": "bm" for name in ("other", "sum") for step in range(4)},
}
"""The kinds of the values of `total`."""


def scalar_entry(table: str) -> str:
    """r20: the table's entry for the lowest bits of r17, an index; p7 and r18, r19 change."""
    return f"""
movx r18, #-3
lshl r18, r17, r18
movx r19, #5
lshl r18, r18, r19
movx r19, #7
and r17, r17, r19
add r18, r18, r17
add r18, r18, r17
movxm r19, #{TABLES[table].addresses[0]}
add r18, r18, r19
mov p7, r18
lda.u16 r20, [p7, #0]
"""


def scaled(vectors: int, load: str, store: str, *, halves: bool = False) -> str:
    """As many vectors times %factor, the sum of its halves, or else only its lower one."""
    text = ""
    for index in range(vectors):
        x, y = f"%scaled{index % UNROLLED}", f"%product{index % UNROLLED}"
        text += f"""
vlda {x}.l, [{load}], #{BYTES}
vmov {x}.h, {f"{x}.l" if halves else "wh8"}
vmul.f {y}, {x}, %factor, r1
vst.conv.bf16.fp32 {y}, [{store}], #{BYTES}
"""
    return text


SCALED = {
    "factor": "x",
    **{f"scaled{index}": "x" for index in range(UNROLLED)},
    **{f"product{index}": "bm" for index in range(UNROLLED)},
}
"""The kinds of the values of `scaled`."""


def again(label: str, counter: str) -> str:
    """The end of a loop that a register counts."""
    return f"add {counter}, {counter}, #-1\njnz {counter}, #{label}\n"


def vectors_of(cell: Cell, most: int) -> int:
    """Vectors of 16 in a row; raises Unwritten for other widths than templates unroll."""
    vectors, rest = divmod(cell.dims["width"], LANES)
    if rest or vectors % UNROLLED or vectors > most:
        raise Unwritten(f"{cell.name}: the template needs rows of 64 to {most * LANES} by 64")
    return vectors


def rounded(value: float) -> int:
    """The bits of the nearest bfloat16."""
    return int(np.array(value, ml_dtypes.bfloat16).view(np.uint16))


def walk(number: int, count: int, step: int, last: int) -> str:
    """An address generator: of `count` steps the last one is another one."""
    numbers = {"dn": count - 1, "m": last, "dc": 0, "dj": step}
    ways = zip(("mova", "mov", "mova", "mov"), numbers.items(), strict=True)
    return "".join(
        f"{way if abs(value) < SHORT else 'movxm'} {name}{number}, #{value}\n"
        for way, (name, value) in ways
    )
