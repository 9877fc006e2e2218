"""Kernels of 5x5 depthwise convolutions, in blocks of eight channels, each channel a plane."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kernelcraft.cells.protocol import Region
from kernelcraft.platforms.amd_npu.kernels.pipelines.assigned import assigned
from kernelcraft.platforms.amd_npu.kernels.pipelines.planes import (
    BAND,
    BANKS,
    CONSTANTS,
    DEEP,
    SPLIT,
    K,
    Planes,
)
from kernelcraft.platforms.amd_npu.kernels.schedule import Memory, core_writer
from kernelcraft.platforms.amd_npu.kernels.schedule.writer import Writer
from kernelcraft.platforms.amd_npu.kernels.tiles import RESULT

BANK = 1 << 14
ATTEMPTS = 8  # at a loop
NEXT = "add r8, r8, #16\nadd r9, r9, #-1\njnz r9, #.Lchannels"
"""r8: 16 for each block before; what two blocks share lies r8 & r22 bytes further on, sums r17."""


def kernel(planes: Planes, scratch: Sequence[Region]) -> str | None:
    """All channels; None where planes and sums find no room in free memory."""
    size = (planes.groups + 1) * planes.strip
    half = planes.groups * planes.strip
    places = _places(scratch, (size + RESULT, 2 * half))
    if places is None:
        return None
    strips, sums = places
    zeros = strips + size
    writer = core_writer(Memory(tuple(BANKS), BANKS), ("wl0", "wh0"))
    counts = {"r8": 0, "r9": planes.channels // DEEP, SPLIT: 8, "r17": 0}
    steps = {"r20": half, "r21": 1, "r22": -32}
    bands = {"m7": RESULT - DEEP * BAND, "dj7": RESULT, "dn7": DEEP - 1, "dc7": 0}
    registers = assigned({"crRnd": 12, **counts, **steps, **bands, **CONSTANTS})
    writer.straight(f"{registers}movxm p7, #{zeros}\nvsub.32 x0, x0, x0\nvst wl0, [p7, #0]\n")
    begin = f"""
        lda p1, [p0, #4]
        and r0, r8, r22
        mov m6, r0
        padda [p1], m6
        movxm m0, #{planes.pixel}
        movxm p3, #bands
        movxm p4, #bands+{DEEP // 2 * BAND}
        movxm p7, #{zeros}
        """
    _loop(writer, begin, planes.bands(), K, label=".Lchannels")
    _pixels(writer, planes, strips)
    for run in planes.runs():
        begin = f"""
            movxm p3, #{strips}
            movxm p4, #{strips + planes.strip}
            movxm p5, #bands
            mov m6, r17
            movxm m4, #{planes.piece - (len(run) - 1) * RESULT}
            movxm p6, #{sums + run[0] * RESULT}
            padda [p6], m6
            """
        _loop(writer, begin, planes.sums(run), DEEP * planes.groups)
    writer.straight(f"""
        xor {SPLIT}, {SPLIT}, r21
        sub r17, r20, r17
        jnz r17, #.Lnext
        """)
    begin = f"""
        lda p7, [p0, #8]
        and r0, r8, r22
        mov m6, r0
        padda [p7], m6
        movxm p5, #{sums + DEEP // 2 * planes.piece}
        movxm p6, #{sums + half + DEEP // 2 * planes.piece}
        """
    _loop(writer, begin + assigned(planes.putting_together()), planes.pixels(), planes.groups**2)
    writer.straight(NEXT, label=".Lnext")
    writer.finish()
    return f"{writer.kernel()}.bss\n.p2align 5\nbands:\n.space {DEEP * BAND}\n"


def _pixels(writer: Writer, planes: Planes, strips: int) -> None:
    """A block's planes; only half of the first and the last strip is in the image."""
    groups, known = planes.groups, dict[str, int]()
    begin = f"""
        lda p1, [p0, #0]
        and r0, r8, r22
        mov m6, r0
        padda [p1], m6
        mov p2, p1
        movxm m6, #{2 * groups * planes.line}
        padda [p2], m6
        movxm p3, #{strips}
        movxm p4, #{strips + DEEP // 2 * planes.piece}
        """
    for count, columns in ((1, range(2, 4)), (groups - 1, range(4)), (1, range(2))):
        registers = planes.taking_apart(len(columns))
        new = {name: value for name, value in registers.items() if known.get(name) != value}
        _loop(writer, begin + assigned(new), planes.group_of_pixels(columns), count * groups)
        begin, known = "", registers
        if len(columns) < 4:  # the next strip begins two columns before the first one's end
            begin = f"padda [p1], #{-2 * planes.pixel}\npaddb [p2], #{-2 * planes.pixel}\n"


def _loop(writer: Writer, begin: str, body: str, iterations: int, label: str | None = None) -> None:
    writer.straight(begin, label=label)
    writer.loop(body, iterations, values(body), unroll=1, attempts=ATTEMPTS)


def values(body: str) -> dict[str, str]:
    """The values of a text: those of %c... are sums."""
    names = dict.fromkeys(re.findall(r"%(\w+)", body))
    return {name: "bm" if name.startswith("c") else "x" for name in names}


def _places(scratch: Sequence[Region], sizes: Sequence[int]) -> list[int] | None:
    """For each size an address with banks of its own."""
    free: list[tuple[int, int]] = []
    for region in sorted(scratch, key=lambda each: each.start):
        if free and free[-1][1] == region.start:
            free[-1] = (free[-1][0], region.end)
        elif not region.start % BANK:
            free.append((region.start, region.end))
    found = []
    for size in sizes:
        fitting = [index for index, (start, end) in enumerate(free) if end - start >= size]
        if not fitting:
            return None
        start, end = free[fitting[0]]
        found.append(start)
        free[fitting[0]] = (min(end, start + -(-size // BANK) * BANK), end)
    return found
