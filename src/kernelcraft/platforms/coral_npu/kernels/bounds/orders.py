"""Prices: cycles that instructions take at least, on average, in whatever order they come.

A list of prices is *proven* when no sequence of its instructions, of any length, takes less than
their sum (but for a constant, what may be in flight at the end). The proof follows every sequence
on a simpler core, which is never slower than the timing model: nothing waits for an operand, for
fetching, decoding, a change of the width, the load/store queue or a port of the register file, and
instructions without a price take no time. What is left is a finite number of states: the places of
the retirement buffer and of the reorder buffer, three uops dispatched a cycle, the units, the queue
of the one that reduces, and the load/store unit. So the sums of prices minus cycles that lead to a
state have a largest value, or some order is a cycle that takes less than its prices.

*Assumed*: no instruction meets an older one of its own address in flight, which the retirement
buffer would mistake for it; the core has to run a loop of fewer than 8 instructions for that.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from kernelcraft.platforms.coral_npu.machine.scalar_timing import BUFFERED
from kernelcraft.platforms.coral_npu.machine.vector_timing import (
    DISPATCH_UOPS,
    IN_FLIGHT,
    RETIRE_UOPS,
)


class Unit(Enum):
    """What an instruction keeps busy."""

    ADD = "vector ALU"
    MULTIPLY = "multiplier"
    REDUCE = "reduction"
    REDUCE_WIDE = "widening reduction"
    LOAD = "load from DTCM"
    ANY = "a unit that is always free"


@dataclass(frozen=True)
class Instruction:
    """An instruction of `uops` uops, one for each register."""

    unit: Unit
    uops: int


WAY: Final = 3
"""Cycles from the dispatch of an instruction to that of its first uop."""
TAKEN, LAST = 3, 2
"""Cycles of a register that is loaded from DTCM, beside the one for its line; and from the end of
its access until it can leave the reorder buffer."""


@dataclass(frozen=True)
class State:
    """Cycles until when things are taken, after the one in which the last uop was dispatched.

    `dispatched`: uops in that cycle. `retired`: until uops can be dispatched of the instructions
    that take the places of those in the retirement buffer, oldest first; `left`: until uops can
    take places in the reorder buffer. `adders`, `multipliers`: halves of a cycle, for there are two
    of each. Of when an instruction was dispatched nothing is kept: uops go in order, so that up to
    3 cycles before the last uop's dispatch it makes no difference. `queued`: until the latest uops
    of reductions have begun, as many as can wait.
    """

    dispatched: int = 0
    retired: tuple[int, ...] = (0,) * BUFFERED
    left: tuple[int, ...] = (0,) * IN_FLIGHT
    adders: int = 0
    multipliers: int = 0
    reducer: int = 0
    memory: int = -WAY
    queued: tuple[int, ...] = (0,) * IN_FLIGHT


UNBUFFERED: Final = State(retired=())
"""Where a core begins that has no retirement buffer: for it instructions are nothing but uops, so
one of 8 uops is no better than 8 of one."""


def after(state: State, instruction: Instruction) -> tuple[int, State]:
    """The cycles that pass, and the state then."""
    now = state.retired[0] if state.retired else 0
    dispatched = 0 if now else state.dispatched
    left, queued = list(state.left), list(state.queued)
    reduces = instruction.unit in (Unit.REDUCE, Unit.REDUCE_WIDE)
    pair = 1 + (state.multipliers if instruction.unit == Unit.MULTIPLY else state.adders)
    reducer = 1 + state.reducer
    until = 1 + max(state.memory, now - WAY)
    done = 0
    for each in range(instruction.uops):
        place = max(now, left[-IN_FLIGHT], queued[-IN_FLIGHT] if reduces else 0)
        if place > now or dispatched == DISPATCH_UOPS:
            now, dispatched = max(place, now + 1), 0
        dispatched += 1
        if instruction.unit == Unit.LOAD:
            until = max(until, now) + TAKEN + 1
            done = until + LAST
        elif instruction.unit == Unit.ANY:
            done = now + 2
        elif reduces:
            reducer = max(now + 1, reducer) + 1 + (instruction.unit == Unit.REDUCE_WIDE)
            queued.append(reducer)
            done = reducer + 1
            if each < instruction.uops - 1:
                continue  # only the last uop has a result
        else:
            pair = max(2 * (now + 1), pair + 1)
            done = pair // 2 + 1 + (instruction.unit == Unit.MULTIPLY)
        left.append(max(done, left[-1], left[-RETIRE_UOPS] + 1))
    seen = max(done, left[-1 - RETIRE_UOPS] + 1)
    retired = state.retired
    if retired:
        retired = (*retired[1:], max(retired[-1], seen + 1 + WAY))
    adds, multiplies = instruction.unit == Unit.ADD, instruction.unit == Unit.MULTIPLY
    return now, State(
        dispatched,
        tuple(max(each - now, 0) for each in retired),
        tuple(max(each - now, 0) for each in left[-IN_FLIGHT:]),
        max((pair if adds else 1 + state.adders) - 2 * now - 1, 0),
        max((pair if multiplies else 1 + state.multipliers) - 2 * now - 1, 0),
        max(reducer - now - 1, 0),
        max((until if instruction.unit == Unit.LOAD else state.memory) - now, -WAY),
        tuple(max(each - now, 0) for each in queued[-IN_FLIGHT:]),
    )


Prices = Mapping[Instruction, float]


@dataclass(frozen=True)
class Order:
    """Prices, and how many of each instruction make how many products."""

    prices: Prices
    counts: Mapping[Instruction, int]
    products: int

    @property
    def cycles(self) -> float:
        """Of the counted instructions at least, on average."""
        return sum(number * self.prices[each] for each, number in self.counts.items())

    @property
    def rate(self) -> float:
        """Products a cycle at most."""
        return self.products / self.cycles


def excess(prices: Prices, most: float = 200.0, start: State | None = None) -> float | None:
    """The most by which the prices of a sequence are above its cycles; None if this is more than
    `most`, which a list that is not proven comes to."""
    best = {start or State(): 0.0}
    waiting = deque(best)
    queued = set(best)
    while waiting:
        state = waiting.popleft()
        queued.discard(state)
        for instruction, price in prices.items():
            passed, then = after(state, instruction)
            gained = best[state] + price - passed
            if gained <= best.get(then, -most):
                continue
            if gained > most:
                return None
            best[then] = gained
            if then not in queued:
                queued.add(then)
                waiting.append(then)
    return max(best.values())


MULTIPLY_1, MULTIPLY_4, MULTIPLY_8 = (Instruction(Unit.MULTIPLY, uops) for uops in (1, 4, 8))
ADD_2, ADD_4, ADD_8 = (Instruction(Unit.ADD, uops) for uops in (2, 4, 8))
REDUCE_WIDE_4, REDUCE_WIDE_8 = (Instruction(Unit.REDUCE_WIDE, uops) for uops in (4, 8))
LOAD_1, LOAD_2 = Instruction(Unit.LOAD, 1), Instruction(Unit.LOAD, 2)

PAIRS_8: Final = Order({MULTIPLY_1: 0.875, ADD_2: 0.75}, {MULTIPLY_1: 2, ADD_2: 1}, 16)
"""vwmul, vwmacc and vwadd.wv with 8 lanes: 2.5 cycles."""
PAIRS_32: Final = Order({MULTIPLY_4: 2.0, ADD_8: 2.5}, {MULTIPLY_4: 2, ADD_8: 1}, 64)
"""vwmul, vwmacc and vwadd.wv with 32 lanes: 6.5 cycles."""
WIDENING_32: Final = Order(
    {MULTIPLY_4: 1.5, REDUCE_WIDE_4: 6.5}, {MULTIPLY_4: 2, REDUCE_WIDE_4: 1}, 64
)
"""vwmul, vwmacc and vwredsum with 32 lanes: 9.5 cycles."""
WIDENING_64: Final = Order(
    {MULTIPLY_8: 4.0, REDUCE_WIDE_8: 13.0}, {MULTIPLY_8: 2, REDUCE_WIDE_8: 1}, 128
)
"""The same with 64 lanes: 21 cycles."""
UOP: Final = 1 / DISPATCH_UOPS
"""The price of every uop but for those of a widening reduction."""
UOP_REDUCED_WIDE: Final = 2 * UOP
REDUCED: Final[Prices] = {
    Instruction(Unit.ANY, 1): UOP,
    **{Instruction(Unit.REDUCE_WIDE, each): each * UOP_REDUCED_WIDE for each in (1, 2, 4, 8)},
}
"""Of instructions of all lengths, in any mixture, on a core that has no retirement buffer."""


def reduced_beside(uops: int) -> Prices:
    """The same prices with reductions of 32 bits and of 16 bits, both of `uops` uops."""
    return {
        Instruction(Unit.ANY, 1): UOP,
        Instruction(Unit.REDUCE, uops): uops * UOP,
        Instruction(Unit.REDUCE_WIDE, uops): uops * UOP_REDUCED_WIDE,
    }


WIDENED: Final = Order(
    {MULTIPLY_8: 3.0, ADD_4: 1.0, LOAD_1: 3.0}, {MULTIPLY_8: 3, ADD_4: 1, LOAD_1: 2}, 96
)
"""vwmacc.vx of 16 bits for 3 rows by 32 lanes; vsext.vf2 widens columns that come from DTCM."""
