"""The DMA channels of the column around the core, cycle by cycle: what they move, and locks.

Channel n works in the cycles that are n modulo 4: it moves 16 bytes, which is a word of the stream
a cycle. A descriptor begins when its lock can be taken; its other lock is raised 8 cycles after its
last 16 bytes. What an MM2S channel sends waits in the FIFOs of its streams until the S2MM channels
at their ends take it. As `data_memory` simulates memory four stages early, all accesses of a
channel are four cycles later than they stand here; locks are not.

That is the pace at which cycles are counted. Others show whether a kernel holds what it uses:
`EAGER` moves at once all that locks allow, `LAZY` nothing but while an acq waits, channel 1 ahead
of 0, and in the tiles around the core only where the lock is, unless nothing else helps; at
`HELD_UP` something else passes a buffer first, as if it were the next piece.
"""

from __future__ import annotations

from typing import Final

from kernelcraft.sim.parts import Array
from kernelcraft.sim.routine import routine

CHANNELS: Final = 28
CORE, NORTH, SOUTH, MEMORY, SHIM = 0, 4, 8, 12, 24  # the first channel of a tile
TURN: Final = 4  # cycles from one turn of a channel to its next
BEAT: Final = 16  # bytes
WORD: Final = 4
LATE: Final = 2  # turns until a lock is raised
AHEAD: Final = 8  # turns, at the lazy pace
QUEUE: Final = 4  # tasks that a channel's queue holds
PUSH: Final = 112  # cycles that the controller takes for an instruction; measured
NO_LOCK, ACQUIRE, RELEASE = range(3)
MOST: Final = 63  # a lock has six bits
LOCKS: Final = 128  # the windows of S, W, N and the own tile, 16 each, then the memory tile's
USUAL, EAGER, LAZY, HELD_UP = range(4)  # paces
NONE: Final = -1
OTHERS: Final = (0b011, 0b111, 0b101, 0b110)
"""By the window of a lock, of S, W, N and the own tile, a bit for each other one: own, N, S."""

# A channel: 0 for END means that it is not used.
(
    SPACE,  # of its tile: which memory it reaches
    SENDS,  # 1 for MM2S
    FLOW,  # the first stream that it feeds, or the one that it drains
    FLOWS,  # one after the last
    AT,  # the next task
    END,  # one after the last
    QUEUED,  # one after the last that the controller has pushed
    REPEAT,  # how often the task's chain comes again
    CHAIN,  # its first descriptor
    NOW,  # the descriptor, NONE for none
    WAIT,  # turns until it can begin
    HELD,  # whether its lock is taken
    LEFT,  # words
    FROM,  # where it begins
    I0,  # counters of its dimensions
    I1,
    I2,
    I3,
    GIVE,  # the lock to be raised
    GIVEN,
    DUE,  # turns until then
    FIRST,  # turns to begin the first task
    LATER,  # and another one
    PAUSE,  # of so many turns one is lost; 0 for none
    TURNS,  # turns in which it moved something
    DETOUR,  # words of something else that still pass first
    BEFORE,  # the descriptor before this one
    CHANNEL_WORDS,
) = range(28)
# A descriptor.
(
    START,
    WORDS,
    SIZE0,
    STEP0,
    SIZE1,
    STEP1,
    SIZE2,
    STEP2,
    SIZE3,
    STEP3,
    TAKE,
    TAKEN,
    RAISE,
    RAISED,
    NEXT,
    TIMES,  # after which it begins at its beginning again
    FURTHER,  # bytes, each time
    COUNT,  # times so far
    DESCRIPTOR_WORDS,
) = range(19)
HEAD, TAIL, LATENCY, FLOW_WORDS = range(4)
ROOM: Final = 12  # beats that wait in a stream
DATA, TILE, DDR_IN, DDR_OUT = range(4)  # spaces

MOST_DESCRIPTORS: Final = 1024
MOST_TASKS: Final = 16384
ROUNDS: Final = 4096  # of all channels in a cycle, at the eager pace
PATIENCE: Final = 1 << 24  # cycles after which a wait will never end
BUCKETS: Final = 256  # of time, in which it is noted what moved

DESCRIPTORS: Final = CHANNELS * CHANNEL_WORDS
TASKS: Final = DESCRIPTORS + MOST_DESCRIPTORS * DESCRIPTOR_WORDS  # descriptor, times
PUSHES: Final = TASKS + 2 * MOST_TASKS  # channels, in the order of the controller
STREAMS: Final = PUSHES + MOST_TASKS
SENT_AT: Final = STREAMS + CHANNELS * FLOW_WORDS  # when each waiting beat was sent
CLOCK: Final = SENT_AT + CHANNELS * ROOM  # the cycle to come
PACE: Final = CLOCK + 1
LAST: Final = CLOCK + 2  # the cycle after the last word reached DDR
PUSHED: Final = CLOCK + 3
PUSH_END: Final = CLOCK + 4
PUSH_WAIT: Final = CLOCK + 5
SEED: Final = CLOCK + 6
SHIFT: Final = CLOCK + 7  # a bucket has 2 to this many cycles
NOTED: Final = CLOCK + 8  # rows of buckets: of each channel beats, then of the core waiting
SIZE: Final = NOTED + (CHANNELS + 1) * BUCKETS

ARRAYS: Final = (
    "int64_t *dma, int64_t *locks, uint8_t *memory, uint8_t *tile, const uint8_t *inbound, "
    "uint8_t *outbound, uint8_t *sent, uint8_t *ring, int64_t planned"
)


def c_prelude() -> str:
    """The constants, for C."""
    values = {
        name: value
        for name, value in globals().items()
        if name.isupper() and isinstance(value, int)
    }
    listed = ", ".join(f"DMA_{name} = {value}" for name, value in values.items())
    return f"enum {{{listed}}};\n"


def _note(dma: Array, row: int) -> None:
    """One more in the bucket of this cycle; where there are too many, two become one."""
    while dma[CLOCK] >> dma[SHIFT] >= BUCKETS:
        rows = dma[NOTED:SIZE].reshape(-1, BUCKETS)
        rows[:, : BUCKETS // 2] = rows.reshape(-1, BUCKETS // 2, 2).sum(axis=2)
        rows[:, BUCKETS // 2 :] = 0
        dma[SHIFT] += 1
    dma[NOTED + row * BUCKETS + (dma[CLOCK] >> dma[SHIFT])] += 1


def _begin(c: Array, dma: Array, pace: int) -> bool:
    """Whether there is a descriptor now, or one could be found."""
    if c[NOW] != NONE:
        return True
    if not c[REPEAT]:
        if c[AT] >= min(c[QUEUED], c[END]):
            return False
        task = TASKS + 2 * c[AT]
        c[AT] += 1
        c[CHAIN], c[REPEAT] = dma[task], dma[task + 1]
        usual = pace in (USUAL, HELD_UP)
        c[WAIT] = c[FIRST] * usual
        c[FIRST] = c[LATER]
    c[REPEAT] -= 1
    c[NOW] = c[CHAIN]
    return True


def _chosen(c: Array, dma: Array, number: int) -> bool:
    """Whether something else passes first: before the last descriptor, and half of the others."""
    if dma[PACE] != HELD_UP or number >= MEMORY or c[BEFORE] == NONE:
        return False
    now = DESCRIPTORS + c[NOW] * DESCRIPTOR_WORDS
    if c[AT] == c[END] and not c[REPEAT] and dma[now + NEXT] == NONE:
        return True
    mixed = (int(dma[SEED]) + int(c[TURNS]) * 40503 + number * 977) * 2654435761 >> 13
    return bool(mixed & 1)


def _take(c: Array, dma: Array, locks: Array, number: int) -> bool:
    """Whether the descriptor has its lock."""
    if c[HELD]:
        return True
    d = dma[DESCRIPTORS + c[NOW] * DESCRIPTOR_WORDS :][:DESCRIPTOR_WORDS]
    if d[TAKE] != NONE:
        if locks[d[TAKE]] < d[TAKEN]:
            return False
        locks[d[TAKE]] -= d[TAKEN]
    c[HELD], c[LEFT] = 1, d[WORDS]
    c[FROM] = d[START] + d[COUNT] % d[TIMES] * d[FURTHER]
    d[COUNT] += 1
    c[I0 : I3 + 1] = 0
    c[DETOUR] = d[WORDS] * _chosen(c, dma, number)
    return True


def _address(c: Array, dma: Array) -> int:
    """Of the next word; the counters go on."""
    d = dma[DESCRIPTORS + c[NOW] * DESCRIPTOR_WORDS :][:DESCRIPTOR_WORDS]
    found = int(c[FROM])
    for dim in range(4):
        found += int(c[I0 + dim] * d[STEP0 + 2 * dim])
    for dim in range(4):
        c[I0 + dim] += 1
        if c[I0 + dim] < d[SIZE0 + 2 * dim]:
            break
        c[I0 + dim] = 0
    return found


def _bank(space: int, address: int) -> int:
    """The mask of the bank of data memory, shifted by one."""
    return 2 << (address >> 14 & 15) * 2 + (address >> 4 & 1) if space == DATA else 0


def _detour(c: Array, dma: Array, memory: Array) -> int:
    """Four words of what was there before, where the next piece will be."""
    now = DESCRIPTORS + c[NOW] * DESCRIPTOR_WORDS
    before = DESCRIPTORS + c[BEFORE] * DESCRIPTOR_WORDS
    offset = (int(dma[now + WORDS]) - int(c[DETOUR])) * WORD
    c[DETOUR] -= BEAT // WORD
    if not c[SENDS] and offset < dma[before + WORDS] * WORD:
        to, source = int(dma[now + START]) + offset, int(dma[before + START]) + offset
        memory[to : to + BEAT] = memory[source : source + BEAT].copy()
    return 1


def _move(
    c: Array,
    dma: Array,
    memory: Array,
    tile: Array,
    inbound: Array,
    outbound: Array,
    sent: Array,
    ring: Array,
) -> int:
    """A beat, if the streams let it pass: 0 for none, -1 for one that is on its way, else 1 and
    the banks that it takes shifted by 1.
    """
    space, did = int(c[SPACE]), 1
    flows = range(int(c[FLOW]), int(c[FLOWS]))
    if c[SENDS]:
        for f in flows:
            if dma[STREAMS + f * FLOW_WORDS + HEAD] - dma[STREAMS + f * FLOW_WORDS + TAIL] >= ROOM:
                return 0
        source = (memory, tile, inbound, outbound)[space]
        beat = []
        for _ in range(BEAT // WORD):
            address = _address(c, dma)
            beat.append(source[address : address + WORD])
            did |= _bank(space, address)
        for f in flows:
            head = STREAMS + f * FLOW_WORDS + HEAD
            place = f * ROOM + dma[head] % ROOM
            for index, word in enumerate(beat):
                ring[place * BEAT + index * WORD :][:WORD] = word
            dma[SENT_AT + place] = dma[CLOCK]
            dma[head] += 1
        return did
    stream = STREAMS + flows[0] * FLOW_WORDS
    if dma[stream + HEAD] == dma[stream + TAIL]:
        return 0
    place = flows[0] * ROOM + dma[stream + TAIL] % ROOM
    if dma[PACE] in (USUAL, HELD_UP) and dma[SENT_AT + place] + dma[stream + LATENCY] > dma[CLOCK]:
        return -1
    for index in range(BEAT // WORD):
        address = _address(c, dma)
        word = ring[place * BEAT + index * WORD :][:WORD]
        (memory, tile, inbound, outbound)[space][address : address + WORD] = word
        if space == DDR_OUT:
            sent[address : address + WORD] = 1
        did |= _bank(space, address)
    dma[stream + TAIL] += 1
    if space == DDR_OUT:
        dma[LAST] = dma[CLOCK] + 1
    return did


def _turn(
    number: int,
    dma: Array,
    locks: Array,
    memory: Array,
    tile: Array,
    inbound: Array,
    outbound: Array,
    sent: Array,
    ring: Array,
) -> int:
    """The turn of a channel: 0 if nothing happened, 1, or the banks that it took shifted by 1."""
    c = dma[number * CHANNEL_WORDS : (number + 1) * CHANNEL_WORDS]
    pace, did = int(dma[PACE]), 0
    if c[DUE]:
        c[DUE] -= 1
        did = 1
        if not c[DUE]:
            locks[c[GIVE]] = min(locks[c[GIVE]] + c[GIVEN], MOST)
    if not _begin(c, dma, pace):
        return did
    if c[WAIT]:
        c[WAIT] -= 1
        return 1
    if not _take(c, dma, locks, number):
        return did
    if c[DETOUR]:
        return _detour(c, dma, memory)
    if pace in (USUAL, HELD_UP) and c[PAUSE] and c[TURNS] % c[PAUSE] == c[PAUSE] - 1:
        c[TURNS] += 1
        return 1
    moved = _move(c, dma, memory, tile, inbound, outbound, sent, ring)
    if moved <= 0:
        return did or -moved
    c[TURNS] += 1
    _note(dma, number)
    c[LEFT] -= BEAT // WORD
    if not c[LEFT]:
        _finish(c, dma, locks, pace)
    return moved


def _finish(c: Array, dma: Array, locks: Array, pace: int) -> None:
    """The descriptor is done: its lock will be raised, the next one of its chain begins."""
    d = dma[DESCRIPTORS + c[NOW] * DESCRIPTOR_WORDS :][:DESCRIPTOR_WORDS]
    if c[DUE]:
        locks[c[GIVE]] = min(locks[c[GIVE]] + c[GIVEN], MOST)
        c[DUE] = 0
    if d[RAISE] != NONE:
        c[GIVE], c[GIVEN] = d[RAISE], d[RAISED]
        c[DUE] = LATE if pace in (USUAL, HELD_UP) else 1
    c[BEFORE], c[NOW], c[HELD] = c[NOW], d[NEXT], 0


def _push(dma: Array) -> int:
    """The controller gives a channel its next task, in order, as soon as its queue has room."""
    if dma[PUSHED] == dma[PUSH_END]:
        return 0
    if dma[PUSH_WAIT]:
        dma[PUSH_WAIT] -= 1
        return 1
    number = int(dma[PUSHES + dma[PUSHED]])
    c = dma[number * CHANNEL_WORDS : (number + 1) * CHANNEL_WORDS]
    if c[QUEUED] - c[AT] >= QUEUE:
        return 0
    c[QUEUED] += 1
    dma[PUSHED] += 1
    if dma[PACE] in (USUAL, HELD_UP):
        dma[PUSH_WAIT] = PUSH * (2 if number >= SHIM else 1) - 1
    return 1


def step(
    dma: Array,
    locks: Array,
    memory: Array,
    tile: Array,
    inbound: Array,
    outbound: Array,
    sent: Array,
    ring: Array,
    barred: int = 0,
) -> int:
    """What happens in a cycle, but in tiles that are `barred`.

    0 for nothing, 1, or the banks that are taken shifted by 1.
    """
    parts = (dma, locks, memory, tile, inbound, outbound, sent, ring)
    clock, pace = int(dma[CLOCK]), int(dma[PACE])
    did = _push(dma)
    if pace == EAGER:
        again, rounds = 1, ROUNDS
        while again and rounds:
            again, rounds = 0, rounds - 1
            for number in range(CHANNELS):
                if dma[number * CHANNEL_WORDS + END]:
                    again |= _turn(number, *parts) & 1
            again |= _push(dma)
            did |= again
    else:
        for number in range(clock % TURN, CHANNELS, TURN):
            if barred >> number // TURN & 1:
                continue
            if pace == LAZY and number % 2 == 0 and number < TURN and clock < TURN * AHEAD:
                did |= 1
            elif dma[number * CHANNEL_WORDS + END]:
                did |= _turn(number, *parts)
    dma[CLOCK] += 1
    return did


@routine(f"int64_t dma_claims({ARRAYS}, int64_t now, int64_t banks)")
def dma_claims(
    dma: Array,
    locks: Array,
    memory: Array,
    tile: Array,
    inbound: Array,
    outbound: Array,
    sent: Array,
    ring: Array,
    planned: int,
    now: int,
    banks: int,
) -> int:
    """Let the channels work up to and in the cycle `now`; 1 if one takes a bank of `banks` then."""
    parts = (dma, locks, memory, tile, inbound, outbound, sent, ring)
    if not planned or dma[PACE] == LAZY:
        return 0
    while dma[CLOCK] < now:
        step(*parts)
    return int(dma[CLOCK] == now and step(*parts) >> 1 & banks != 0)


@routine(f"int64_t lock_cycles({ARRAYS}, int64_t now, int64_t asked, int64_t lock, int64_t count)")
def lock_cycles(
    dma: Array,
    locks: Array,
    memory: Array,
    tile: Array,
    inbound: Array,
    outbound: Array,
    sent: Array,
    ring: Array,
    planned: int,
    now: int,
    asked: int,
    lock: int,
    count: int,
) -> int:
    """How many cycles a bundle's lock takes, from `now` on; -1 if it can never be taken or raised.

    The channels work on meanwhile; if for two turns none of them does anything, none ever will.
    """
    parts = (dma, locks, memory, tile, inbound, outbound, sent, ring)
    if asked == NO_LOCK:
        return 0
    while planned and dma[PACE] != LAZY and dma[CLOCK] < now:
        step(*parts)
    if asked == RELEASE:
        if count > MOST - int(locks[lock]):
            return -1
        locks[lock] += count
        return 1
    waited = idle = 0
    barred = OTHERS[min(lock // 16, 3)] if planned and dma[PACE] == LAZY else 0
    while locks[lock] < count:
        if idle == 2 * TURN and barred:
            barred = idle = 0
        if not planned or idle == 2 * TURN or waited == PATIENCE:
            return -1
        _note(dma, CHANNELS)
        idle = 0 if step(*parts, barred) else idle + 1
        waited += 1
    locks[lock] -= count
    return 1 + waited


@routine(f"int64_t dma_end({ARRAYS}, int64_t now)")
def dma_end(
    dma: Array,
    locks: Array,
    memory: Array,
    tile: Array,
    inbound: Array,
    outbound: Array,
    sent: Array,
    ring: Array,
    planned: int,
    now: int,
) -> int:
    """Let the channels work on after the end; how many cycles later the last word reached DDR."""
    parts = (dma, locks, memory, tile, inbound, outbound, sent, ring)
    if not planned:
        return 0
    while dma[CLOCK] < now:
        step(*parts)
    idle = 0
    while idle < 2 * TURN and _expected(dma) and dma[CLOCK] - now < PATIENCE:
        idle = 0 if step(*parts) else idle + 1
    return max(0, int(dma[LAST]) - now)


def _expected(dma: Array) -> bool:
    """Whether a task that brings words to DDR has not ended."""
    for number in range(SHIM, SHIM + 2):
        c = dma[number * CHANNEL_WORDS : (number + 1) * CHANNEL_WORDS]
        if c[END] and (c[AT] < c[END] or c[NOW] != NONE or c[REPEAT]):
            return True
    return False
