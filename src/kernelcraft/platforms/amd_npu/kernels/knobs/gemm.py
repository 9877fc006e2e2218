"""Knobs of a GEMM: which tiles are multiplied together, how iterations overlap, who loads what.

A block of the product is `rows` x `columns` tiles, each in an accumulator. In an iteration
of the loop along the sum each tile of a factor is loaded once for the whole block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.knobs import Knob, Space
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, Writer, core_writer

LOADS: Final = ("lda", "ldb")
KNOBS: Final = (
    Knob("rows of a block", (1, 2), ("lda", "ldb")),
    Knob("columns of a block", (1, 2, 4), ("lda", "ldb")),
    Knob("steps of a round", (1, 2, 4), ("alu", "lng")),
    Knob("rounds", ("one by one", "overlapped"), ("vec", "alu")),
    Knob("bundles of an overlapped round at least", (8, 16), ("vec", "nop")),
    Knob("left factor by", LOADS, LOADS),
    Knob("right factor by", (*LOADS, "both"), LOADS),
    Knob("loaded first", ("left", "right"), LOADS),
    Knob("next block", ("to the right", "below"), ("st", "alu")),
)
LEFT, RIGHT, OUTPUT = "p1", "p2", "p3"
BANKS: Final = {LEFT: "left", RIGHT: "right", OUTPUT: "output"}
TILE, PRODUCT = 64, 32  # bytes
START: Final = """
lda p1, [p0, #0]
lda p2, [p0, #4]
lda p3, [p0, #8]
movx r16, #12
movx crRnd, r16
movx r7, #28
"""


@dataclass(frozen=True)
class Schedule:
    """The values of the knobs, in their order."""

    rows: int
    columns: int
    steps: int
    overlapped: bool
    interval: int
    left: str
    right: str
    left_first: bool
    to_the_right: bool


@dataclass(frozen=True)
class Strides:
    """Bytes from a row of tiles to the next one, and how many tiles there are each way."""

    high: int
    deep: int
    wide: int

    @property
    def left(self) -> int:
        """Of the left factor."""
        return TILE * self.deep

    @property
    def right(self) -> int:
        """Of the right factor."""
        return TILE * self.wide

    @property
    def output(self) -> int:
        """Of the product."""
        return PRODUCT * self.wide


def space(cell: Cell) -> Space:
    """For products of which every tensor has a bank, in blocks that come out even."""
    dims = cell.dims
    if dims["M"] % 8 or dims["K"] % 32 or dims["N"] % 16:
        raise Unwritten(f"{cell.name}: expected M by 8, K by 32 and N by 16")
    return Space(KNOBS, lambda setting: _write(cell, setting))


def _write(cell: Cell, setting: Sequence[int]) -> str:
    values = [knob.values[at] for knob, at in zip(KNOBS, setting, strict=True)]
    rows, columns, steps = (int(value) for value in values[:3])
    schedule = Schedule(
        rows,
        columns,
        steps,
        values[3] == "overlapped",
        int(values[4]),
        str(values[5]),
        str(values[6]),
        values[7] == "left",
        values[8] == "to the right",
    )
    strides = Strides(cell.dims["M"] // 4, cell.dims["K"] // 8, cell.dims["N"] // 4)
    try:
        return write(schedule, strides)
    except ValueError as reason:
        raise Unwritten(f"{cell.name}: {reason}") from None


def write(schedule: Schedule, strides: Strides) -> str:
    """The kernel: a loop along blocks, in a loop along lines of blocks."""
    sums = [f"bm{half}{number}" for number in range(4) for half in "lh"]
    sums = sums[: schedule.rows * schedule.columns]
    taken = [f"am{name[2]}{half}{name[3]}" for name in sums for half in "lh"]
    writer = core_writer(Memory(apart=tuple(BANKS), banks=BANKS), taken)
    moves = _moves(schedule, strides)
    writer.straight(START + "".join(f"movxm {name}, #{by}\n" for name, by in moves.items()))
    blocks = strides.high // schedule.rows, strides.wide // schedule.columns
    outer, inner = blocks if schedule.to_the_right else reversed(blocks)
    writer.straight(f"movxm r11, #{outer}")
    writer.straight(f"movxm r10, #{inner}", label=".Lline")
    writer.straight("".join(f"vclr {name}\n" for name in sums), label=".Lblock")
    _sum(writer, schedule, strides, sums)
    writer.straight(_stores(schedule, sums) + _again(".Lblock", "r10"))
    writer.straight(_next_line(schedule, strides) + _again(".Lline", "r11"))
    writer.finish()
    return writer.kernel()


def _moves(schedule: Schedule, strides: Strides) -> dict[str, int]:
    """m0, m1: to the next row of left tiles, to the next step; m2: to the next step of right ones;
    m3, m4: to the next row and block of the product; m5, m6: to the next block's factors."""
    rows, columns = schedule.rows, schedule.columns
    below = strides.output - PRODUCT * (columns - 1)
    first_row = PRODUCT - (rows - 1) * strides.output
    along = strides.deep * TILE
    down = strides.deep * strides.right
    return {
        "m0": strides.left - PRODUCT,
        "m1": PRODUCT - (rows - 1) * strides.left,
        "m2": strides.right - (2 * columns - 1) * PRODUCT,
        "m3": below,
        "m4": first_row if schedule.to_the_right else below,
        "m5": -along if schedule.to_the_right else rows * strides.left - along,
        "m6": columns * TILE - down if schedule.to_the_right else -down,
    }


def _sum(writer: Writer, schedule: Schedule, strides: Strides, sums: Sequence[str]) -> None:
    """All steps of a block."""
    text = ""
    values: dict[str, str] = {}
    for step in range(schedule.steps):
        sides = [_left(schedule, step), _right(schedule, step)]
        text += "".join(sides if schedule.left_first else reversed(sides))
        for index, name in enumerate(sums):
            row, column = divmod(index, schedule.columns)
            text += f"vmac.f {name}, {name}, %a{step}{row}, %b{step}{column}, r7\n"
        values |= {f"a{step}{row}": "x" for row in range(schedule.rows)}
        values |= {f"b{step}{column}": "x" for column in range(schedule.columns)}
    iterations = strides.deep // schedule.steps
    if schedule.overlapped:
        writer.loop(text, iterations, values, interval=schedule.interval)
    else:
        writer.straight(f"movxm r9, #{iterations}")
        writer.straight(text + _again(".Lround", "r9"), values, label=".Lround")


def _left(schedule: Schedule, step: int) -> str:
    text = ""
    for row in range(schedule.rows):
        move = "m1" if row == schedule.rows - 1 else "m0"
        text += f"v{schedule.left} %a{step}{row}.l, [{LEFT}], #32\n"
        text += f"v{schedule.left} %a{step}{row}.h, [{LEFT}], {move}\n"
    return text


def _right(schedule: Schedule, step: int) -> str:
    halves = [f"%b{step}{column}.{half}" for column in range(schedule.columns) for half in "lh"]
    units = LOADS if schedule.right == "both" else (schedule.right, schedule.right)
    moves = ["#32"] * (len(halves) - 1) + ["m2"]
    return "".join(
        f"v{units[at % 2]} {to}, [{RIGHT}], {move}\n"
        for at, (to, move) in enumerate(zip(halves, moves, strict=True))
    )


def _stores(schedule: Schedule, sums: Sequence[str]) -> str:
    """The block, and from where the next one begins."""
    text = "padda [p1], m5\npaddb [p2], m6\n"
    for index, name in enumerate(sums):
        row, column = divmod(index, schedule.columns)
        move = "#32" if column < schedule.columns - 1 else "m3"
        move = "m4" if (row, move) == (schedule.rows - 1, "m3") else move
        text += f"vst.conv.bf16.fp32 {name}, [{OUTPUT}], {move}\n"
    return text


def _next_line(schedule: Schedule, strides: Strides) -> str:
    """From the end of a line of blocks to the next one."""
    if schedule.to_the_right:
        left, right = schedule.rows * strides.left, -strides.right
        output = schedule.rows * strides.output - strides.output
    else:
        left, right = -strides.high * strides.left, schedule.columns * TILE
        output = schedule.columns * PRODUCT - strides.high * strides.output
    moves = zip((LEFT, RIGHT, OUTPUT), (left, right, output), strict=True)
    return "".join(f"movxm m7, #{by}\npadda [{pointer}], m7\n" for pointer, by in moves)


def _again(label: str, counter: str) -> str:
    return f"add {counter}, {counter}, #-1\njnz {counter}, #{label}\n"
