"""Words from DDR to the memory tile and back, alone in the column, as xdna-emu measured them.

Its fit over 1,024 to 16,384 words: 747 cycles and 1.05 a word there, 171 and 1 back; of tasks that
follow one another each takes 313 cycles there and 241 back for 64 words.
"""

from __future__ import annotations

from typing import Final

from kernelcraft.platforms.amd_npu.machine import dma
from kernelcraft.platforms.amd_npu.machine.column_state import load_plan
from kernelcraft.platforms.amd_npu.machine.plan import (
    Buffer,
    Channel,
    Descriptor,
    Lock,
    Plan,
    Task,
)
from kernelcraft.platforms.amd_npu.machine.state import AmdNpu
from kernelcraft.platforms.amd_npu.machine.transfers import COLUMN, INBOUND, OUTBOUND
from kernelcraft.sim.state import fresh

SWEEP: Final = (1024, 2048, 4096, 8192, 16384)  # words
FIT: Final = {True: (747.0, 1.05), False: (171.0, 1.0)}  # cycles, and cycles a word; there and back
LATER: Final = {True: 313, False: 241}  # cycles of a later task of 64 words
SHORT: Final = 64  # its words
ADD_ONE: Final = (64, 788)  # words, and cycles until the shim has sent them, in an example
WORD: Final = 4


def published(words: int, *, there: bool) -> float:
    """What the fit says."""
    start, each = FIT[there]
    return start + each * words


def cycles(words: int, tasks: int = 1, *, there: bool) -> int:
    """Until as many tasks of so many words have ended."""
    shim, tile = Channel("shim", "mm2s", 0), Channel("memory", "s2mm", 0)
    if not there:
        shim, tile = Channel("shim", "s2mm", 0), Channel("memory", "mm2s", 0)
    far = Descriptor("far", "shim", "x", 0, (words,), (1,))
    near = Descriptor("near", "memory", "there", 0, (words,), (1,), next="near")
    plan = Plan(
        (Buffer("there", "memory", 0, words * WORD),),
        {Lock("memory", 0): 0},
        {shim: (tile,)} if there else {tile: (shim,)},
        (far, near),
        (*(Task(shim, "far") for _ in range(tasks)), Task(tile, "near")),
    )
    size = max(words * WORD, dma.BEAT)
    state = fresh(AmdNpu, {COLUMN: 1, INBOUND: size, OUTBOUND: size})
    load_plan(state, plan, {"x": 0}, 0)
    end = (tile if there else shim).index
    row = state["channels"][end * dma.CHANNEL_WORDS : (end + 1) * dma.CHANNEL_WORDS]
    while row[dma.TURNS] < tasks * words // (dma.BEAT // WORD):
        dma.step(
            state["channels"],
            state["locks"],
            state["memory"],
            state["tile"],
            state["inbound"],
            state["outbound"],
            state["sent"],
            state["ring"],
        )
    return int(state["channels"][dma.CLOCK])


def later(*, there: bool) -> int:
    """Of a task of 64 words that others stand before, in the mean."""
    return round((cycles(SHORT, 6, there=there) - cycles(SHORT, 1, there=there)) / 5)
