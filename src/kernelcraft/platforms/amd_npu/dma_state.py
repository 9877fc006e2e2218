"""A streaming plan, put into a state: pieces, locks and channels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from kernelcraft.platforms.amd_npu.dma import AT, CHANNELS, END, WORDS
from kernelcraft.platforms.amd_npu.machine import MEMORY_START
from kernelcraft.platforms.amd_npu.streaming import DEPTH, HALVES, moves, sequence
from kernelcraft.platforms.platform import Stream, Transfer
from kernelcraft.sim.state import State

DIRECTIONS = (True, False)  # inbound pieces first


def piece_count(plan: Sequence[Transfer]) -> int:
    """How many pieces are moved in all."""
    return sum(each.times * each.pieces for each in plan)


def load_plan(
    state: State,
    plan: Sequence[Transfer],
    streams: Sequence[Stream],
    starts: Mapping[str, int],
    moved: int,
) -> None:
    """Let the DMA begin with the kernel; `starts` is where each tensor lies on the far side."""
    found: list[tuple[int, ...]] = []
    channels = state["channels"]
    for direction, inbound in enumerate(DIRECTIONS):
        first = len(found)
        found += _pieces(plan, streams, starts, moved, inbound)
        for half in range(HALVES):
            channel = (CHANNELS // 2 * direction + half) * WORDS
            channels[channel + AT], channels[channel + END] = first, len(found)
    state["pieces"][:] = np.array(found, np.int64).reshape(-1)
    for each in streams:
        state["locks"][each.free] = DEPTH * HALVES


def _pieces(
    plan: Sequence[Transfer],
    streams: Sequence[Stream],
    starts: Mapping[str, int],
    moved: int,
    inbound: bool,
) -> Iterator[tuple[int, ...]]:
    """Of each its address, its place on the far side, half its bytes, and its locks."""
    by_name = {each.tensor.name: each for each in streams}
    count: Counter[str] = Counter()
    for name in sequence(plan, inbound=inbound):
        stream, number = by_name[name], count[name]
        near = stream.buffers[number % DEPTH] + (moved if moves(stream) else 0) - MEMORY_START
        far = starts[name] + number % stream.pieces * stream.piece
        locks = (stream.free, stream.full) if inbound else (stream.full, stream.free)
        yield near, far, stream.piece // HALVES, *locks
        count[name] += 1
