"""Kernels from straight pieces and loops: each scheduled, one after the other, as one text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from kernelcraft.codegen.backward_schedule import shortest
from kernelcraft.codegen.bundle import Bundle
from kernelcraft.codegen.compaction import compacted
from kernelcraft.codegen.list_schedule import length, list_schedule
from kernelcraft.codegen.loop import Intervals, Loop, pinned, pipelined
from kernelcraft.codegen.operation import Operation
from kernelcraft.codegen.overlap import Placed, earliest, merged
from kernelcraft.codegen.registers import allocate, live_ranges
from kernelcraft.codegen.target import Target
from kernelcraft.platforms.amd_npu.kernels.schedule.layout import AHEAD, FULL, Code

Reader = Callable[[str, Mapping[str, str]], list[Operation]]
WHOLE = "x"  # the class of values that are counted where registers are few
LANDED = 16  # bundles before which nothing is under way any more
SETUPS = 3  # instructions: ls, le and lc
NO_VALUES: Mapping[str, str] = {}


class Writer:
    """Collects pieces; everything that a piece does has happened when the next one begins.

    `reader` makes operations of instructions, one a line, as a machine would run them that waits
    for every result. In their text `%name` is a value for which a register is chosen, of a kind
    that `values` gives; `taken` are parts of registers that are never chosen. With `early` a loop
    may be set up in idle slots of the straight piece before it.
    """

    def __init__(
        self, target: Target, reader: Reader, taken: Sequence[str] = (), *, early: bool = True
    ) -> None:
        self.target, self.bundle, self.code = target, target.bundle, Code(target)
        self.reader, self.taken, self.early = reader, set(taken), early
        self.labels = 0
        self.loops: dict[tuple[object, ...], Loop] = {}  # those scheduled so far
        self.written: set[str] = set()  # by the piece before
        self.tail = 0  # from here on nothing is repeated
        self.open: list[Placed] = []  # of the straight piece that a loop may stages with

    def straight(
        self,
        text: str,
        values: Mapping[str, str] = NO_VALUES,
        *,
        label: str | None = None,
        room: int | None = None,
        attempts: int = 1,
    ) -> None:
        """Add code that is list-scheduled; a branch may end it and gets its delay slots filled.

        With `room` no branch may end it, and it is scheduled from its end, so that about as many
        whole vectors are live at a time; the shortest of `attempts` is taken.
        """
        operations = self.reader(text, values)
        if len(operations) == 1 and label is None and self._in_the_shadow(operations[0]):
            return
        taken, classes = self.taken | named(operations), self.target.of(values)
        if room is None:
            times = list_schedule(self.target, operations)
            allocation = allocate(live_ranges(operations, times), classes, taken)
        else:
            narrow = {name for name, kind in values.items() if kind == WHOLE}
            times, allocation = shortest(
                self.target, operations, classes, taken, narrow, room, attempts
            )
        slots: list[dict[str, str]] = [{} for _ in range(length(operations, times))]
        for operation, time in zip(operations, times, strict=True):
            slots[time][operation.unit] = allocation.text(operation)
        bundles = [Bundle(each) for each in slots]
        if label is not None:
            bundles[:1] = [Bundle(bundles[0].slots, (label,))]
        self.tail = self.code.add(bundles)
        self.open = self._placed(bundles, self.tail)
        if any(each.delay_slots is not None for each in operations):  # it may go back
            self.tail = len(self.code.bundles)
            self.open = []
        self.written = {write.part for each in operations for write in each.writes}

    def loop(
        self,
        text: str,
        iterations: int,
        values: Mapping[str, str] = NO_VALUES,
        *,
        interval: int = 1,
        unroll: int | None = None,
        attempts: int = 1,
        growth: float = 1.0,
    ) -> Loop:
        """Add a body that runs `iterations` times, software-pipelined in a zero-overhead loop.

        Where the iterations are too few to fill the pipeline they stand one by one. More `attempts`
        may find a shorter interval, or for few iterations a shorter way through one; `growth` is
        that of intervals which are tried.
        """
        considered = iterations if attempts > 1 else None
        wanted = (text, considered, interval, unroll, attempts, growth)
        if wanted not in self.loops:
            operations = self.reader(text, values)
            self.loops[wanted] = pipelined(
                self.target,
                operations,
                self.target.of(values),
                self.taken | named(operations),
                tried=Intervals(interval, growth),
                unroll=unroll,
                attempts=attempts,
                iterations=considered,
            )
        return self._run(self.loops[wanted], iterations)

    def pinned_loop(
        self,
        text: str,
        iterations: int,
        values: Mapping[str, str],
        interval: int,
        times: Mapping[str, int],
    ) -> Loop:
        """As `loop`, its interval and the bundles of some instructions given.

        `times` are by an instruction's text before its first comma. Raises ValueError.
        """
        operations = self.reader(text, values)
        classes, taken = self.target.of(values), self.taken | named(operations)
        found = pinned(self.target, operations, classes, taken, interval, times)
        return self._run(found, iterations)

    def _run(self, loop: Loop, iterations: int) -> Loop:
        full = iterations - loop.stages + 1  # windows in which all iterations under way are at work
        turns = max(loop.allocation.unroll, -(-2 // loop.interval))
        turns = -(-turns // loop.allocation.unroll) * loop.allocation.unroll
        count = max(full, 0) // turns
        if count < 2:
            windows = loop.windows(0, iterations, iterations)
            self.tail = self.code.add(self._joined(windows, []))
            before = self.code.bundles[: self.tail]
        else:
            start = iterations - count * turns
            head = loop.windows(0, start, iterations)
            body = loop.windows(start, start + turns, iterations)
            head = self._joined(head, body)
            self._zero_overhead(head, body, count)
            before = [*self.code.bundles[: self.tail], *(body * min(count - 1, LANDED))]
        epilogue = self.code.bundles[self.tail :] + loop.epilogue(iterations)
        if self.early:
            epilogue = self._compacted(before[-LANDED:], epilogue)
        del self.code.bundles[self.tail :]
        self.code.add(epilogue)
        self.written = {write.part for each in loop.operations for write in each.writes}
        return loop

    def _compacted(self, before: Sequence[Bundle], bundles: list[Bundle]) -> list[Bundle]:
        """Code that runs once, as early as may be after what is under way before it."""
        found = compacted(self.target, self._placed([*before, *bundles], -len(before)), 0)
        ends = [each.time + max(1, each.operation.lands) for each in found]
        slots: list[dict[str, str]] = [{} for _ in range(max(0, *ends))]
        for each in found:
            if each.time >= 0:
                slots[each.time][each.operation.unit] = each.operation.text
        return [Bundle(each) for each in slots]

    def finish(self) -> None:
        """End the kernel: its last operations stand in the delay_slots slots of the return.

        What they store arrives after it, as the core goes on with the caller.
        """
        bundles = self.code.bundles
        while len(bundles) > self.tail and bundles[-1] == Bundle():
            bundles.pop()
        self.straight("ret lr")

    @property
    def bytes(self) -> int:
        """What the program takes of the program memory."""
        return sum(each.bytes(self.target) for each in self.code.laid_out())

    def text(self) -> str:
        """The program."""
        return self.code.text()

    def kernel(self) -> str:
        """The program under the name that a kernel has."""
        return f".globl kernel\n.p2align 4\nkernel:\n{self.text()}"

    def _placed(self, bundles: Sequence[Bundle], start: int) -> list[Placed]:
        return [
            Placed(operation, start + index)
            for index, each in enumerate(bundles)
            for operation in self.reader("\n".join(each.slots.values()), NO_VALUES)
        ]

    def _joined(self, head: list[Bundle], then: list[Bundle]) -> list[Bundle]:
        """`head` with the end of the straight piece before it; `then` follows it.

        As it is where a loop begins after it and has to be set up before it.
        """
        bundles, end = self.code.bundles, len(self.code.bundles)
        after = [*head, *then][: end - self.tail]
        start = earliest(self.target, self.open, self._placed(after, 0), end)
        start = max(start, end - len(head), self.tail + 1)
        joined = merged(bundles[start:], head)
        set_up_in = [*(bundles[self.tail : start] if self.early else ()), *joined]
        if not self.open or start >= end or (then and not self._setup_places(set_up_in, then)):
            return head
        self.open = []
        del bundles[start:]
        return joined

    def _in_the_shadow(self, branch: Operation) -> bool:
        """Let the end of the piece before be the delay_slots slots of a branch, if it can be."""
        if branch.delay_slots is None or self.written & {read.part for read in branch.reads}:
            return False
        bundles, bundle = self.code.bundles, self.bundle
        for index in range(max(self.tail, len(bundles) - 1 - branch.delay_slots), len(bundles)):
            slots = bundles[index].slots
            if bundle.has_room(branch.unit, slots):
                bundles[index] = replace(bundles[index], slots={**slots, branch.unit: branch.text})
                self.code.add(
                    Bundle() for _ in range(index + 1 + branch.delay_slots - len(bundles))
                )
                return True
        return False

    def _zero_overhead(self, head: list[Bundle], body: list[Bundle], count: int) -> None:
        """`head`, and then `body` `count` times."""
        self.labels += 1
        first, last = f".Lbody{self.labels}", f".Lend{self.labels}"
        setups = [f"movxm ls, #{first}", f"movxm le, #{last}", f"movxm lc, #{count}"]
        places = self._setup_places(head, body)
        if places is None and self.early:
            longer = [*self.code.bundles[self.tail :], *head]
            places = self._setup_places(longer, body)
            if places is not None:
                del self.code.bundles[self.tail :]
                head = longer
        if places is None:
            room = max(0, -(-AHEAD // FULL) - (len(head) + len(body) - 1))
            extra = [*({"lng": text} for text in setups), *({} for _ in range(room))]
            head = [*(Bundle(slots) for slots in extra), *head]
            places = [2]
        else:
            for place, text in zip(places, setups, strict=True):
                head[place] = replace(head[place], slots={**head[place].slots, "lng": text})
        start = self.code.add(head)
        begin = self.code.add(
            [
                Bundle(body[0].slots, (first,)),
                *body[1:-1],
                Bundle(body[-1].slots, (last,), FULL),
            ]
        )
        end = begin + len(body) - 1
        self.tail = end + 1
        self.code.pins |= {begin, end}
        self.code.gaps.append((start + places[-1], end))

    def _setup_places(self, head: Sequence[Bundle], body: Sequence[Bundle]) -> list[int] | None:
        """Bundles of `head` with room for the set-up of the loop; None if they come too late."""
        places = [
            index for index, each in enumerate(head) if self.bundle.has_room("lng", each.slots)
        ]
        places = places[:SETUPS]
        if len(places) < SETUPS or FULL * (len(head) + len(body) - 2 - places[-1]) < AHEAD:
            return None
        return places


def named(operations: Sequence[Operation]) -> set[str]:
    """The parts of registers that operations name themselves."""
    parts = {each.part for operation in operations for each in operation.reads}
    parts |= {each.part for operation in operations for each in operation.writes}
    return {part for part in parts if not part.startswith("%")}
