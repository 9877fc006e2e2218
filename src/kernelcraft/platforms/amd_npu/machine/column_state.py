"""A plan of data movement, put into a state: channels, descriptors, tasks, streams and locks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from kernelcraft.isa.program import Program
from kernelcraft.platforms.amd_npu.machine import dma
from kernelcraft.platforms.amd_npu.machine.plan import (
    FIRST,
    HOP,
    LATER,
    PAUSE,
    ROWS,
    SET_UP,
    WORD,
    Channel,
    Descriptor,
    Plan,
    channels,
    check,
)
from kernelcraft.platforms.amd_npu.machine.plan_text import BEGIN, plan_of, split
from kernelcraft.platforms.amd_npu.machine.state import MEMORY_START
from kernelcraft.sim.machine import Array
from kernelcraft.sim.run import Fault
from kernelcraft.sim.state import State

PACES = (
    (dma.EAGER, "the DMA moves at once all that locks allow"),
    (dma.LAZY, "the DMA moves nothing but while an acq waits"),
    (dma.HELD_UP, "the DMA is held up before some pieces"),
)
SEED = 8  # bytes of what comes in


MOVED = "moved"  # parameter of a state: by how many bytes tensors and buffers lie further on
FROM, TO = "ddr {} from", "ddr {} to"
"""Parameters of a state: where in its part of DDR a tensor lies."""


def load_own_plan(state: State, program: Program) -> Fault | None:
    """Let the DMA do what a kernel's own plan says, if it has one; gives what is wrong with it."""
    plan = plan_of(program.source)
    if plan is None:
        return None
    starts = {
        name.split()[1]: value for name, value in state.parameters.items() if name.endswith(" from")
    }
    if not starts:
        wrong = ["nothing is streamed here, so that a plan has nothing to move"]
    else:
        ends = {name: state.parameters[TO.format(name)] for name in starts}
        wrong = list(check(plan, {name: ends[name] - starts[name] for name in starts}))
    if wrong:
        return Fault(split(program.source)[2], BEGIN, "; ".join(wrong), "machine")
    load_plan(state, plan, starts, state.parameters[MOVED])
    return None


def load_plan(state: State, plan: Plan, starts: Mapping[str, int], moved: int) -> None:
    """Let the DMA begin with the kernel; `starts` is where each tensor lies in its part of DDR.

    Buffers that move lie `moved` bytes further on.
    """
    table = np.zeros(dma.SIZE, np.int64)
    numbers = {each.name: number for number, each in enumerate(plan.descriptors)}
    for each in plan.descriptors:
        _row(table, dma.DESCRIPTORS, numbers[each.name], dma.DESCRIPTOR_WORDS)[:] = _descriptor(
            plan, each, starts, moved, numbers
        )
    _tasks(table, plan, numbers)
    _streams(table, plan)
    for channel in {each.channel for each in plan.tasks}:
        _timing(_row(table, 0, channel.index, dma.CHANNEL_WORDS), channel)
    table[dma.SEED] = int.from_bytes(state["inbound"][:SEED].tobytes(), "little") & 0x7FFFFFFF
    table[dma.PACE] = state["channels"][dma.PACE]
    state["channels"][:] = table
    state["locks"][:] = 0
    for lock, value in plan.locks.items():
        state["locks"][lock.index] = value


def _row(table: Array, first: int, number: int, size: int) -> Array:
    return table[first + number * size : first + (number + 1) * size]


def _descriptor(
    plan: Plan,
    each: Descriptor,
    starts: Mapping[str, int],
    moved: int,
    numbers: Mapping[str, int],
) -> list[int]:
    buffer = plan.buffer(each.where)
    if buffer is None:
        start = starts[each.where]
    elif buffer.tile == "memory":
        start = buffer.address
    else:
        start = buffer.address - MEMORY_START + moved * buffer.moves
    found = [start + each.offset, each.words]
    for dim in range(4):
        there = dim < len(each.sizes)
        found += [each.sizes[dim] if there else 1, each.strides[dim] * WORD if there else 0]
    for pair in (each.acquire, each.release):
        found += [pair[0].index, pair[1]] if pair else [dma.NONE, 0]
    found.append(numbers[each.next] if each.next is not None else dma.NONE)
    return [*found, each.iterate[0], each.iterate[1] * WORD, 0]


def _tasks(table: Array, plan: Plan, numbers: Mapping[str, int]) -> None:
    """Those of a channel follow one another; the controller gives out all but the first four."""
    by_channel: dict[Channel, list[tuple[int, int]]] = {}
    pushed: list[int] = []
    for each in plan.tasks:
        tasks = by_channel.setdefault(each.channel, [])
        tasks.append((numbers[each.descriptor], each.repeat))
        if len(tasks) > dma.QUEUE:
            pushed.append(each.channel.index)
    at = 0
    for channel, tasks in by_channel.items():
        table[dma.TASKS + 2 * at : dma.TASKS + 2 * (at + len(tasks))] = np.array(tasks).reshape(-1)
        c = _row(table, 0, channel.index, dma.CHANNEL_WORDS)
        c[dma.AT], c[dma.END] = at, at + len(tasks)
        c[dma.QUEUED] = at + min(len(tasks), dma.QUEUE)
        c[dma.NOW] = c[dma.BEFORE] = dma.NONE
        at += len(tasks)
    table[dma.PUSHES : dma.PUSHES + len(pushed)] = pushed
    table[dma.PUSH_END] = len(pushed)


def _streams(table: Array, plan: Plan) -> None:
    flow = 0
    for source, ends in plan.streams.items():
        c = _row(table, 0, source.index, dma.CHANNEL_WORDS)
        c[dma.FLOW], c[dma.FLOWS] = flow, flow + len(ends)
        for end in ends:
            c = _row(table, 0, end.index, dma.CHANNEL_WORDS)
            c[dma.FLOW], c[dma.FLOWS] = flow, flow + 1
            hops = abs(ROWS[source.tile] - ROWS[end.tile])
            _row(table, dma.STREAMS, flow, dma.FLOW_WORDS)[dma.LATENCY] = HOP * hops
            flow += 1


def _timing(c: Array, channel: Channel) -> None:
    c[dma.SENDS] = channel.sends
    c[dma.FIRST] = c[dma.LATER] = SET_UP // dma.TURN
    c[dma.SPACE] = dma.TILE if channel.tile == "memory" else dma.DATA
    if channel.tile == "shim":
        c[dma.SPACE] = dma.DDR_IN if channel.sends else dma.DDR_OUT
        c[dma.FIRST] = round(FIRST[channel.direction] / dma.TURN)
        c[dma.LATER] = round(LATER[channel.direction] / dma.TURN)
        c[dma.PAUSE] = PAUSE * channel.sends


def other_paces(state: State) -> Iterator[tuple[str, State]]:
    """The same machine with channels of another pace, in words; none where nothing is streamed."""
    for pace, words in PACES if state["channels"].size else ():
        changed = state.copy()
        changed["channels"][dma.PACE] = pace
        yield words, changed


def movements(state: State) -> Iterator[tuple[Channel, int, int]]:
    """What each channel moved: from which cycle on, and how many times 16 bytes, a turn each.

    Those of a slice of time, whose length depends on that of the run, stand together.
    """
    table = state["channels"]
    if not table.size:
        return
    noted = table[dma.NOTED : dma.NOTED + dma.CHANNELS * dma.BUCKETS].reshape(-1, dma.BUCKETS)
    for each in channels():
        for bucket in np.flatnonzero(noted[each.index]).tolist():
            yield each, bucket << int(table[dma.SHIFT]), int(noted[each.index, bucket])
