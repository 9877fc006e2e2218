"""The channels of the core's DMA, cycle by cycle: what they move, and locks.

Channel number n, S2MM 0 and 1 inbound and MM2S 0 and 1 outbound, works in the cycles that are n
modulo 4: it moves 16 bytes, which is 4 a cycle. A piece begins when its lock can be taken. Its
other lock is raised 8 cycles after its last 16 bytes. As `data_memory` simulates memory four stages
early, all accesses of a channel are four cycles later than they stand here; locks are not.

That is the pace at which cycles are counted. Two others show whether a kernel holds what it uses:
`EAGER` moves a half at once, `LAZY` nothing but while an acq waits, and channel 1 ahead of 0.
"""

from __future__ import annotations

from typing import Final

from kernelcraft.sim.parts import Array
from kernelcraft.sim.routine import routine

CHANNELS: Final = 4
AT, END, LEFT, NEAR, FAR, GIVE, DUE, WORDS = range(8)  # of a channel; AT and END are pieces
CLOCK: Final = CHANNELS * WORDS  # after the channels: the cycle to come
PACE: Final = CLOCK + 1
USUAL, EAGER, LAZY = range(3)  # paces
PIECE_NEAR, PIECE_FAR, PIECE_HALF, PIECE_TAKE, PIECE_GIVE, PIECE_WORDS = range(6)
BEAT: Final = 16  # bytes
LATE: Final = 2  # turns of a channel until a lock is raised
AHEAD: Final = 8  # turns, at the lazy pace
NO_LOCK, ACQUIRE, RELEASE = range(3)
MOST: Final = 63  # a lock has six bits


ARRAYS: Final = (
    "int64_t *channels, int64_t *locks, const int64_t *pieces, uint8_t *memory, "
    "const uint8_t *inbound, uint8_t *outbound, uint8_t *sent, int64_t planned"
)


def step(
    channels: Array,
    locks: Array,
    pieces: Array,
    memory: Array,
    inbound: Array,
    outbound: Array,
    sent: Array,
) -> int:
    """What the channel of this cycle does: 0 for nothing, 1, or the bank it takes shifted by 1."""
    clock, pace, did = int(channels[CLOCK]), int(channels[PACE]), 0
    number = clock % CHANNELS
    channels[CLOCK] += 1
    if pace == LAZY and number % 2 == 0 and clock < CHANNELS * AHEAD:
        return 1
    c = channels[number * WORDS : (number + 1) * WORDS]
    if c[DUE]:
        c[DUE] -= 1
        locks[c[GIVE]] += c[DUE] == 0
        did = 1
    piece = pieces[c[AT] * PIECE_WORDS : (c[AT] + 1) * PIECE_WORDS]
    if not c[LEFT]:
        if c[AT] == c[END] or not locks[piece[PIECE_TAKE]]:
            return did
        locks[piece[PIECE_TAKE]] -= 1
        c[LEFT] = piece[PIECE_HALF]
        c[NEAR] = piece[PIECE_NEAR] + number % 2 * piece[PIECE_HALF]
        c[FAR] = piece[PIECE_FAR] + number % 2 * piece[PIECE_HALF]
    near, far = int(c[NEAR]), int(c[FAR])
    size = int(c[LEFT]) if pace == EAGER else BEAT
    if number < CHANNELS // 2:
        memory[near : near + size] = inbound[far : far + size]
    else:
        outbound[far : far + size] = memory[near : near + size]
        sent[far : far + size] = 1
    c[NEAR] += size
    c[FAR] += size
    c[LEFT] -= size
    if not c[LEFT]:
        c[AT] += 1
        c[GIVE], c[DUE] = piece[PIECE_GIVE], 1 if pace == EAGER else LATE
    return 2 << (near >> 14 & 15) * 2 + (near >> 4 & 1)


@routine(f"int64_t dma_claims({ARRAYS}, int64_t now, int64_t banks)")
def dma_claims(
    channels: Array,
    locks: Array,
    pieces: Array,
    memory: Array,
    inbound: Array,
    outbound: Array,
    sent: Array,
    planned: int,
    now: int,
    banks: int,
) -> int:
    """Let the channels work up to and in the cycle `now`; 1 if one takes a bank of `banks` then."""
    parts = (channels, locks, pieces, memory, inbound, outbound, sent)
    if channels[PACE] == LAZY:
        return 0
    while planned and channels[CLOCK] < now:
        step(*parts)
    return int(planned != 0 and channels[CLOCK] == now and step(*parts) >> 1 & banks != 0)


@routine(f"int64_t lock_cycles({ARRAYS}, int64_t now, int64_t asked, int64_t lock, int64_t count)")
def lock_cycles(
    channels: Array,
    locks: Array,
    pieces: Array,
    memory: Array,
    inbound: Array,
    outbound: Array,
    sent: Array,
    planned: int,
    now: int,
    asked: int,
    lock: int,
    count: int,
) -> int:
    """How many cycles a bundle's lock takes, from `now` on; -1 if it can never be taken or raised.

    The channels work on meanwhile; if none of them does anything in its turn, none ever will.
    """
    parts = (channels, locks, pieces, memory, inbound, outbound, sent)
    if asked == NO_LOCK:
        return 0
    while planned and channels[PACE] != LAZY and channels[CLOCK] < now:
        step(*parts)
    if asked == RELEASE:
        if count > MOST - int(locks[lock]):
            return -1
        locks[lock] += count
        return 1
    waited = idle = 0
    while locks[lock] < count:
        if not planned or idle == CHANNELS:
            return -1
        idle = 0 if step(*parts) else idle + 1
        waited += 1
    locks[lock] -= count
    return 1 + waited
