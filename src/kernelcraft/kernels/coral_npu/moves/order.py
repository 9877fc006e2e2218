"""Which lines of a block must stay in order, and other orders that keep it: list scheduling."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kernelcraft.kernels.coral_npu.moves.flow import State, after
from kernelcraft.kernels.coral_npu.moves.listing import Line, Operation
from kernelcraft.kernels.coral_npu.moves.walk import Walk
from kernelcraft.platforms.coral_npu.shapes import shape_of
from kernelcraft.platforms.coral_npu.timeline import Unit
from kernelcraft.platforms.coral_npu.touches import Place, Touches, touches

# Cycles from an instruction to one that uses its result, of one register: the measured table.
LATENCY = {"alu": 1, "mul": 2, "div": 20, "fpu": 2, "fdiv": 18, "load": 5, "vset": 1}
VECTOR_LATENCY = {Unit.ALU: 2, Unit.COUNT: 6, Unit.DIVIDE: 9}
OTHER_VECTOR_LATENCY = 3
TO_SCALAR = 5  # a vector's element into an integer register
LINE_TIME = 4  # of the load/store unit for a register, plus one for the access
UOPS_PER_CYCLE = 2


@dataclass(frozen=True)
class Step:
    """A line of a block with what it touches and, roughly, its times in cycles."""

    line: Line
    touched: tuple[Touches, ...]
    latency: int
    busy: int  # of the load/store unit

    @property
    def reads(self) -> frozenset[str]:
        return frozenset().union(*(each.reads for each in self.touched))

    @property
    def writes(self) -> frozenset[str]:
        return frozenset().union(*(each.writes for each in self.touched))


def steps(lines: Sequence[Line], state: State) -> list[Step]:
    """The lines of a block that begins in a state."""
    found = []
    for line in lines:
        touched, latency, busy = [], 1, 0
        for operation in line.operations:
            known = touches(operation.instruction, operation.operands, state.vector)
            touched.append(known)
            latency = max(latency, _latency(operation, known))
            if known.loads or known.stores:
                busy += _busy(known)
        found.append(Step(line, tuple(touched), latency, busy))
        state = after(state, line)
    return found


def _vectors(names: frozenset[str]) -> int:
    return sum(name[0] == "v" and name[1:].isdigit() for name in names)


def _busy(touched: Touches) -> int:
    registers = _vectors(touched.writes if touched.loads else touched.reads)
    return 1 + LINE_TIME * max(1, registers)


def _latency(operation: Operation, touched: Touches) -> int:
    unit = operation.instruction.unit
    if unit in ("vload", "load"):
        return _busy(touched)
    if unit in ("valu", "vmul", "vdiv", "vpermute"):
        shape = shape_of(operation.instruction)
        if "rd" in operation.operands:
            return TO_SCALAR
        registers = max(_vectors(touched.writes), _vectors(touched.reads) // 2, 1)
        first = VECTOR_LATENCY.get(shape.unit, OTHER_VECTOR_LATENCY)
        return first * registers if shape.unit == Unit.DIVIDE else first + registers // UOPS_PER_CYCLE
    return LATENCY.get(unit, 1)


def ordered_before(block: Sequence[Step], *, walked: Walk | None) -> list[set[int]]:
    """For each step, the earlier ones that must come before it."""
    before: list[set[int]] = [set() for _ in block]
    for later, step in enumerate(block):
        for earlier in range(later):
            other = block[earlier]
            if other.writes & (step.reads | step.writes) or other.reads & step.writes:
                before[later].add(earlier)
            elif _may_meet(block, earlier, later, walked):
                before[later].add(earlier)
    return before


def _may_meet(block: Sequence[Step], earlier: int, later: int, walked: Walk | None) -> bool:
    """Whether two steps may access the same bytes and one of them stores."""
    if walked is not None and walked.apart(block[earlier].line.number, block[later].line.number):
        return False
    for one in block[earlier].touched:
        for other in block[later].touched:
            if not (one.stores and (other.loads or other.stores)) and not (
                other.stores and one.loads
            ):
                continue
            if one.place is None or other.place is None:
                return True
            if not _apart(one.place, other.place):
                return True
            changed = any(
                f"x{one.place.base}" in step.writes for step in block[earlier:later]
            )
            if changed:
                return True
    return False


def _apart(one: Place, other: Place) -> bool:
    same = one.base == other.base
    clear = one.offset + one.size <= other.offset or other.offset + other.size <= one.offset
    return same and clear


def scheduled(
    block: Sequence[Step], rng: random.Random | None, restlessness: float, *, walked: Walk | None
) -> list[Line]:
    """Another order of a block: what has most to wait for it goes first, with some chance."""
    before = ordered_before(block, walked=walked)
    urgency = _urgency(block, before)
    if rng is not None and restlessness:
        urgency = [each * (1 + rng.uniform(-restlessness, restlessness)) for each in urgency]
    left, now, unit_free = set(range(len(block))), 0, 0
    done: dict[int, int] = {}
    order: list[Line] = []
    while left:
        ready = [each for each in left if not before[each] & left]

        def start(each: int) -> int:
            waits = max((done[other] for other in before[each]), default=0)
            return max(now, waits, unit_free if block[each].busy else 0)

        chosen = min(ready, key=lambda each: (start(each), -urgency[each], each))
        begins = start(chosen)
        step = block[chosen]
        done[chosen] = begins + step.latency
        if step.busy:
            unit_free = begins + step.busy
        now = begins + 1 if not step.busy else now + 1
        order.append(step.line)
        left.remove(chosen)
    return order


def _urgency(block: Sequence[Step], before: Sequence[set[int]]) -> list[float]:
    """Cycles from the start of each step to the end of all that waits for it."""
    found = [float(step.latency) for step in block]
    for later in range(len(block) - 1, -1, -1):
        for earlier in before[later]:
            found[earlier] = max(found[earlier], block[earlier].latency + found[later])
    return found


def rescheduled(
    lines: Sequence[Line],
    spans: Sequence[range],
    known: Sequence[State],
    rng: random.Random | None,
    restlessness: float,
    *,
    walked: Walk | None,
) -> Iterator[Line]:
    """The lines with every block in a new order; its labels stay at its beginning."""
    place = 0
    for span in spans:
        yield from lines[place : span.start]
        place = span.stop
        own = [line for line in lines[span.start : span.stop]]
        if not own:
            continue
        yield Line(own[0].labels, "", "") if own[0].labels else Line((), "", "")
        yield from scheduled(
            steps([line.bare() for line in own if line.name], known[span.start]),
            rng,
            restlessness,
            walked=walked,
        )
    yield from lines[place:]
