"""A streaming plan, put into a state: pieces, locks and channels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from kernelcraft.cells.protocol import Stream, Transfer
from kernelcraft.platforms.amd_npu.machine.dma import (
    AHEAD,
    AT,
    BEAT,
    CHANNELS,
    CLOCK,
    EAGER,
    END,
    LAZY,
    PACE,
    PIECE_HALF,
    PIECE_TAKE,
    PIECE_WORDS,
    WORDS,
)
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START
from kernelcraft.platforms.amd_npu.machine.streaming import DEPTH, HALVES, moves, sequence
from kernelcraft.platforms.amd_npu.machine.transfers import PIECES
from kernelcraft.sim.state import State

DIRECTIONS = (True, False)  # inbound pieces first


PACES = (
    (EAGER, "the DMA moves half a piece at once"),
    (LAZY, "the DMA moves nothing but while an acq waits"),
)

DETOUR = (62, 63)  # locks that no stream has, inbound and outbound
SHARE = 0.5
SEED = 64  # bytes of what comes in


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


def other_paces(state: State) -> Iterator[tuple[str, State]]:
    """The same machine with channels of another pace, in words; none where nothing is streamed.

    At the lazy pace channel 1 is never ahead by more than half of its part of a piece: both take
    the same locks, so a whole piece would let it fill a buffer for the other one.
    """
    halves = state["pieces"].reshape(-1, PIECE_WORDS)[:, PIECE_HALF]
    for pace, words in PACES if halves.size else ():
        changed = state.copy()
        changed["channels"][PACE] = pace
        ahead = min(AHEAD, int(halves.min()) // BEAT // 2) if pace == LAZY else AHEAD
        changed["channels"][CLOCK] = CHANNELS * (AHEAD - ahead)
        yield words, changed
    if halves.size:
        yield "the DMA is held up before some pieces", _held_up(state)


def _held_up(state: State) -> State:
    """Before the last pieces and half of the others something else passes, as if it were them.

    No look at a buffer says so, and the pace is the usual one: a program that first finds out what
    pace it is, and counts cycles only at the usual one, is wrong, too.
    """
    rows = [tuple(map(int, row)) for row in state["pieces"].reshape(-1, PIECE_WORDS)]
    ends = (int(state["channels"][END]), len(rows))
    chosen = np.random.default_rng(state["inbound"][:SEED].tolist()).random(len(rows)) < SHARE
    found: list[tuple[int, ...]] = []
    changed = state.copy()
    for direction, lock in enumerate(DETOUR):
        first = len(found)
        before: dict[int, tuple[int, ...]] = {}
        for number in range(ends[0] * direction, ends[direction]):
            near, far, half, take, give = rows[number]
            other = before.get(take)
            if other is not None and (chosen[number] or number == ends[direction] - 1):
                passing = (other[0], far) if direction else (near, other[1])
                found.append((*passing, half, take, lock))
                take = lock
            found.append((near, far, half, take, give))
            before[rows[number][PIECE_TAKE]] = rows[number]
        for channel in range(HALVES * direction, HALVES * (direction + 1)):
            changed["channels"][channel * WORDS + AT] = first
            changed["channels"][channel * WORDS + END] = len(found)
    pieces = np.array(found, np.int64).reshape(-1)
    parameters = {**state.parameters, PIECES: len(found)}
    return State(state.machine, parameters, {**changed.arrays, "pieces": pieces})


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
