"""The branch predictors, with their C twins: micro-BTB, BTB, BIM, TAGE, loops, return addresses.

They are read for a bank of eight bytes at once, with an entry for each of its four slots. The
micro-BTB answers in the first stage of the front end, BTB and BIM in the second, TAGE and the loop
predictor in the third, where jumps and returns are known. They learn at once here; the core
learns when the packet commits. Sizes, hashes and counters: RTL.
"""

from __future__ import annotations

from kernelcraft.platforms.boom.machine.core import timeline as at
from kernelcraft.platforms.boom.machine.core.kinds import Kind
from kernelcraft.sim.machine import Array
from kernelcraft.sim.routine import routine

TAGE_ROWS = (128, 128, 256, 256, 128, 128)
TAGE_HISTORY = (2, 4, 8, 16, 32, 64)
TAGE_TAG = (7, 7, 8, 8, 9, 9)
TAGE_WIDTH = (7, 7, 8, 8, 7, 7)  # bits of a row
ALLOCATED = 1 << 5  # of an entry: tag, allocated, three bits of a counter, two of usefulness
STRONG, CONFIDENT = 7, 7
WORD = (1 << 64) - 1


def shifted(x: int) -> int:
    """The next number of a shift register of 16 bits (RTL: taps 16, 14, 13 and 11)."""
    return x >> 1 | ((x ^ x >> 2 ^ x >> 3 ^ x >> 5) & 1) << 15


def drawn(t: Array) -> int:
    """The next number of the shift register that stands for the core's others."""
    t[at.RANDOM] = shifted(int(t[at.RANDOM]))
    return int(t[at.RANDOM])


def folded(history: int, length: int, bits: int) -> int:
    """The newest branches of a history, exclusive-ored to a few bits."""
    rest, result = history & ((1 << length) - 1), 0
    while rest:
        result ^= rest & ((1 << bits) - 1)
        rest >>= bits
    return result


def bank_of(t: Array, chunk: int) -> int:
    """Rows of the predictors come in two banks where a packet has two."""
    return chunk & 1 if t[at.P.BANKS] > 1 else 0


def row_of(t: Array, chunk: int) -> int:
    """The row of a bank of eight bytes."""
    return chunk >> 1 if t[at.P.BANKS] > 1 else chunk


def _look_up(t: Array) -> None:
    """Row and tag in each TAGE table, once for each bank with a branch."""
    if t[at.LOOKED]:
        return
    row, history = row_of(t, int(t[at.CHUNK])), int(t[at.HISTORY]) & WORD
    for i in range(at.TABLES):
        index = folded(history, TAGE_HISTORY[i], TAGE_WIDTH[i])
        tag = folded(history, TAGE_HISTORY[i], TAGE_TAG[i])
        t[at.HASHED + 2 * i] = (row ^ index) & (TAGE_ROWS[i] - 1)
        t[at.HASHED + 2 * i + 1] = ((row >> TAGE_WIDTH[i]) ^ tag) & ((1 << TAGE_TAG[i]) - 1)
    t[at.LOOKED] = 1


def _micro_entry(t: Array, chunk: int, way: int, slot: int) -> int:
    """A key (address of the bank, counter, whether it is a conditional branch) and a target."""
    return at.MICRO_AT + 2 * ((bank_of(t, chunk) * at.MICRO_WAYS + way) * at.SLOTS + slot)


def _micro_way(t: Array, chunk: int, slot: int) -> int:
    for way in range(at.MICRO_WAYS):
        if t[_micro_entry(t, chunk, way, slot)] >> 3 == chunk + 1:
            return way
    return -1


def _micro_row_way(t: Array, chunk: int) -> int:
    for way in range(at.MICRO_WAYS):
        for slot in range(at.SLOTS):
            if t[_micro_entry(t, chunk, way, slot)] >> 3 == chunk + 1:
                return way
    return -1


def _btb_entry(t: Array, chunk: int, way: int, slot: int) -> int:
    """A key and a target, as in the micro-BTB."""
    row = (row_of(t, chunk) & (at.BTB_SETS - 1)) + bank_of(t, chunk) * at.BTB_SETS
    return at.BTB_AT + 2 * ((row * at.BTB_WAYS + way) * at.SLOTS + slot)


def _btb_way(t: Array, chunk: int, slot: int) -> int:
    for way in range(at.BTB_WAYS):
        if t[_btb_entry(t, chunk, way, slot)] >> 3 == chunk + 1:
            return way
    return -1


def _btb_row_way(t: Array, chunk: int) -> int:
    for way in range(at.BTB_WAYS):
        for slot in range(at.SLOTS):
            if t[_btb_entry(t, chunk, way, slot)] >> 3 == chunk + 1:
                return way
    return -1


def _bim_row(t: Array, chunk: int) -> int:
    """Four counters of two bits."""
    return at.BIM_AT + (row_of(t, chunk) & (at.BIM_SETS - 1)) + bank_of(t, chunk) * at.BIM_SETS


def stepped(counter: int, up: bool, most: int) -> int:
    """A counter that stays between 0 and its most."""
    return min(counter + 1, most) if up else max(counter - 1, 0)


def _tage_entry(t: Array, table: int, slot: int) -> int:
    bank = bank_of(t, int(t[at.CHUNK]))
    row = (table * 2 + bank) * 256 + int(t[at.HASHED + 2 * table])
    return at.TAGE_AT + row * at.SLOTS + slot


def _tage_hit(t: Array, table: int, slot: int) -> bool:
    word = int(t[_tage_entry(t, table, slot)])
    return bool(word & ALLOCATED) and word >> 6 == t[at.HASHED + 2 * table + 1]


def _tage_predicted(t: Array, slot: int, base: int) -> tuple[int, int, bool]:
    """Taken or not; the table that provided it, -1 for none; whether it changed the result."""
    taken = other = alternative = base
    provider = -1
    _look_up(t)
    for i in range(at.TABLES):
        if not _tage_hit(t, i, slot):
            continue
        counter = int(t[_tage_entry(t, i, slot)]) >> 2 & 7
        taken = alternative if counter in (3, 4) else counter >> 2
        other, alternative, provider = alternative, counter >> 2, i
    return taken, provider, other != taken


def _tage_learn(
    t: Array, slot: int, provider: int, differs: bool, taken: bool, wrong: bool
) -> None:
    """Train the provider; after a wrong prediction a longer table gets an entry."""
    first = chosen = -1
    random = drawn(t) if wrong else 0
    if wrong:
        for i in range(provider + 1, at.TABLES):
            if _tage_hit(t, i, slot) or t[_tage_entry(t, i, slot)] & 3:
                continue
            first = i if first < 0 else first
            chosen = i if chosen < 0 and random >> i & 1 else chosen
    if provider >= 0:
        place = _tage_entry(t, provider, slot)
        word = int(t[place])
        useful = stepped(word & 3, not wrong, 3) if differs else word & 3
        t[place] = word & ~31 | stepped(word >> 2 & 7, taken, STRONG) << 2 | useful
    if not wrong:
        return
    if first >= 0:
        table = chosen if chosen >= 0 else first
        tag = int(t[at.HASHED + 2 * table + 1])
        t[_tage_entry(t, table, slot)] = tag << 6 | ALLOCATED | (4 if taken else 3) << 2
    elif provider >= 0:
        for i in range(provider + 1, at.TABLES):
            t[_tage_entry(t, i, slot)] &= ~3


def _loop_entry(t: Array, chunk: int, slot: int) -> int:
    """Tag, confidence, age, iterations of the loop before, iterations so far."""
    row = (row_of(t, chunk) & (at.LOOP_SETS - 1)) + bank_of(t, chunk) * at.LOOP_SETS
    return at.LOOPS_AT + 5 * (row * at.SLOTS + slot)


def _loop_turns(t: Array, chunk: int, slot: int, known: bool) -> bool:
    """Whether the loop predictor turns the prediction round; it counts a branch that is known."""
    e = _loop_entry(t, chunk, slot)
    if t[e] != row_of(t, chunk) >> 4 & 1023:
        return False
    turns = bool(t[e + 4] == t[e + 3] and t[e + 1] == CONFIDENT)
    if known:
        t[e + 2] = 7 if turns else stepped(int(t[e + 2]), True, 7)
        t[e + 4] = 0 if turns else int(t[e + 4]) + 1 & 1023
    return turns


def _loop_learn(t: Array, chunk: int, slot: int, count: int) -> None:
    """A wrong prediction after `count` iterations."""
    e, tag = _loop_entry(t, chunk, slot), row_of(t, chunk) >> 4 & 1023
    same, confidence = t[e] == tag, int(t[e + 1])
    if confidence == CONFIDENT:
        if same:
            t[e + 1] = t[e + 4] = 0
        return
    if not same and confidence and t[e + 2]:
        t[e + 2] -= 1
        return
    if not confidence:
        t[e + 2] = 7
    t[e + 4] = 0
    if same:
        t[e + 1] = confidence + 1 if t[e + 3] == count else 0
    else:
        t[e], t[e + 1] = tag, 1
    t[e + 3] = count


def _micro_learn(t: Array, chunk: int, slot: int, branch: bool, taken: bool, target: int) -> None:
    hit = _micro_way(t, chunk, slot)
    way = hit if hit >= 0 else _micro_row_way(t, chunk)
    if way < 0:
        way = drawn(t) & (at.MICRO_WAYS - 1)
    word = _micro_entry(t, chunk, way, slot)
    counter = 3 * taken if hit < 0 else stepped(int(t[word]) >> 1 & 3, taken, 3)
    t[word] = (chunk + 1) << 3 | counter << 1 | branch
    if taken:
        t[word + 1] = target


def _btb_victim(t: Array, chunk: int) -> int:
    """The way that the next entry of a set replaces: the parity of all tags."""
    every = row_of(t, chunk) // at.BTB_SETS
    for way in range(at.BTB_WAYS):
        for slot in range(at.SLOTS):
            key = int(t[_btb_entry(t, chunk, way, slot)]) >> 3
            if key:
                every ^= row_of(t, key - 1) // at.BTB_SETS
    return every.bit_count() & 1


def _btb_learn(t: Array, chunk: int, slot: int, branch: bool, taken: bool, target: int) -> None:
    way = _btb_row_way(t, chunk)
    if way < 0:
        way = _btb_victim(t, chunk)
    word = _btb_entry(t, chunk, way, slot)
    t[word] = (chunk + 1) << 3 | branch
    if taken:
        t[word + 1] = target


@routine(
    "int64_t foretold(int64_t *t, int64_t address, int64_t kind, int64_t returns, int64_t calls, "
    "int64_t after, int64_t next)"
)
def foretold(
    t: Array, address: int, kind: int, returns: int, calls: int, after: int, next: int
) -> int:
    """Let all predictors say where the path goes after a branch or jump, then learn it.

    Gives whether the last of them is wrong; what the earlier ones say stays in NEXT_1, NEXT_2, ...
    """
    chunk, branch, taken = int(t[at.CHUNK]), kind == Kind.BRANCH, next != after
    slot = address >> 1 & 3 if address >> 3 == chunk else 0
    micro, btb = _micro_way(t, chunk, slot), _btb_way(t, chunk, slot)
    target, known_branch = 0, False
    if micro >= 0:  # what the micro-BTB says in the first stage
        word = _micro_entry(t, chunk, micro, slot)
        known_branch, target = bool(t[word] & 1), int(t[word + 1])
        if known_branch and not t[word] >> 2 & 1:
            t[at.SEEN_1] |= not t[at.NEXT_1]
        elif not t[at.NEXT_1]:
            t[at.NEXT_1], t[at.TAKEN_1] = target, known_branch
    if btb >= 0:  # the BTB in the second, with the counters of the BIM
        word = _btb_entry(t, chunk, btb, slot)
        known_branch, target = bool(t[word] & 1), int(t[word + 1])
    bim = _bim_row(t, chunk)
    base, known = int(t[bim]) >> 2 * slot & 3, micro >= 0 or btb >= 0
    if known and known_branch and not base >> 1:
        t[at.SEEN_2] |= not t[at.NEXT_2]
    elif known and not t[at.NEXT_2]:
        t[at.NEXT_2], t[at.TAKEN_2] = target, known_branch
    if branch:  # TAGE and the loop predictor in the third
        wrong = _branch_foretold(t, slot, base >> 1, known and known_branch, taken)
        t[bim] = int(t[bim]) & ~(3 << 2 * slot) | stepped(base, taken, 3) << 2 * slot
    elif kind == Kind.JAL:
        wrong = False
    elif returns:
        wrong = bool(t[at.RETURNS_AT + (int(t[at.TOP]) & (at.RETURNS - 1))] != next)
        t[at.TOP] -= 1
    else:
        wrong = target != next
    if calls:
        t[at.TOP] += 1
        t[at.RETURNS_AT + (int(t[at.TOP]) & (at.RETURNS - 1))] = after
    _micro_learn(t, chunk, slot, branch, taken or not branch, next)
    _btb_learn(t, chunk, slot, branch, taken or not branch, next)
    return int(wrong)


def _branch_foretold(t: Array, slot: int, base: int, known: bool, taken: bool) -> bool:
    """Whether TAGE and the loop predictor are wrong about a conditional branch; they learn it."""
    chunk = int(t[at.CHUNK])
    predicted, provider, differs = _tage_predicted(t, slot, base)
    count = int(t[_loop_entry(t, chunk, slot) + 4])
    wrong = (bool(predicted) != _loop_turns(t, chunk, slot, known)) != taken
    _tage_learn(t, slot, provider, differs, taken, wrong)
    if wrong:
        _loop_learn(t, chunk, slot, count)
    return wrong
