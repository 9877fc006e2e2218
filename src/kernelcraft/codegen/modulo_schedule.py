"""Modulo scheduling: a loop whose iterations begin every `interval` bundles and overlap.

Iterative modulo scheduling (Rau, MICRO 1994): operations by their distance from the end, each at
the first place it fits, those in the way are taken out and placed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from random import Random

from kernelcraft.codegen.dependences import (
    CycleTooTight,
    Edge,
    components,
    depths,
    heights,
)
from kernelcraft.codegen.operation import Operation
from kernelcraft.codegen.pressure import Room, Values
from kernelcraft.codegen.resources import Reservations, fewest
from kernelcraft.codegen.target import Target

TRIES = 12  # placements for each operation before the interval is given up
NO_LIMIT = Room()
PASSES = 30  # over all operations, to shorten live ranges


def intervals(
    target: Target, operations: Sequence[Operation], edges: Sequence[Edge]
) -> Iterator[int]:
    """The intervals worth trying, from the lower bound by resources and recurrences on."""
    interval = fewest(target, operations)
    while True:
        try:
            heights(len(operations), edges, interval)
        except CycleTooTight:
            interval += 1
            continue
        break
    while True:
        yield interval
        interval += 1


def modulo_schedule(
    target: Target,
    operations: Sequence[Operation],
    edges: Sequence[Edge],
    interval: int,
    attempt: int = 0,
    room: Room = NO_LIMIT,
) -> list[int] | None:
    """The bundle of each operation within its iteration, or None where `interval` is too short.

    Values are kept as short as possible, and where `room` has too few registers fewer at a time.
    Every other attempt goes from the end to the beginning, each operation at the last place it
    fits; attempts after the second one shuffle the order of what is about as urgent.
    """
    if not all(Reservations(target, interval).fits_itself(each) for each in operations):
        return None
    placing = _Placing(target, operations, edges, interval, room, backwards=attempt % 2 == 1)
    shuffled = Random(attempt)
    placing.far = [far + shuffled.randrange(attempt // 2 + 1) for far in placing.far]
    return placing.settle() if placing.fill() else None


class _Placing:
    def __init__(
        self,
        target: Target,
        operations: Sequence[Operation],
        edges: Sequence[Edge],
        interval: int,
        room: Room,
        *,
        backwards: bool,
    ) -> None:
        self.operations, self.interval, self.backwards = operations, interval, backwards
        self.far = (depths if backwards else heights)(len(operations), edges, interval)
        self.before: list[list[Edge]] = [[] for _ in operations]
        self.after: list[list[Edge]] = [[] for _ in operations]
        for edge in edges:
            self.before[edge.after].append(edge)
            self.after[edge.before].append(edge)
        self.times: dict[int, int] = {}
        self.last: dict[int, int] = {}
        self.reservations = Reservations(target, interval)
        self.values = Values(operations, interval, room)
        self.components = components(len(operations), edges)

    def fill(self) -> bool:
        """Place everything; False when that took too many tries."""
        queue = [(-far, index) for index, far in enumerate(self.far)]
        queue.sort()
        tries = TRIES * len(self.operations)
        while queue:
            if not tries:
                return False
            tries -= 1
            _, index = heappop(queue)
            for other in self._put(index):
                heappush(queue, (-self.far[other], other))
        return True

    def settle(self) -> list[int]:
        """Move operations to shorten live ranges, until none moves; then count from 0."""
        self.weighed, self.begin = False, min(self.times.values(), default=0)
        ends = (time + self.operations[index].lands for index, time in self.times.items())
        self.end = max(ends, default=0)
        for turn in range(2 * PASSES):
            before = dict(self.times)
            for index in sorted(self.times, key=lambda each: -self.times[each]):
                self._settle(index)
            for component in self.components if not self.weighed else ():
                self._shift(component)
            if self.times == before or turn == PASSES:
                if self.weighed or not self._crowded():
                    break
                self.weighed = True
        first = min(self.times.values(), default=0)
        return [self.times[index] - first for index in range(len(self.operations))]

    def _crowded(self) -> bool:
        """Whether registers are missing, now that all values are counted."""
        self.values.count(sorted(self.values.touched), self.times, 1)
        return self.values.missing() > 0

    def _settle(self, index: int) -> None:
        operation, time = self.operations[index], self.times[index]
        latest = self._latest(index)
        if latest is None:
            return
        latest = min(latest, max(time, self.end - operation.lands))
        earliest = max(self.begin, self._earliest(index, self.begin))
        self.reservations.remove(index, operation, time)
        costs: dict[int, tuple[int, int]] = {}
        if self.weighed:
            self.values.count(self.values.parts[index], self.times, -1)
        last = max(earliest, latest - self.interval + 1)
        early = range(earliest, min(earliest + self.interval, last))
        for place in (time, *early, *range(last, latest + 1)):
            if not self.reservations.conflicts(operation, place):
                self.times[index] = place
                lengths = self.values.lengths(index, self.times)
                weighed = self.weighed
                costs[place] = self.values.weigh(index, self.times) if weighed else (0, lengths)
        best = min(costs, key=lambda place: (costs[place], -place), default=time)
        self.times[index] = best
        if self.weighed:
            self.values.count(self.values.parts[index], self.times, 1)
        self.reservations.place(index, operation, best)

    def _shift(self, component: list[int]) -> None:
        """Move a strongly connected component by whole intervals."""
        inside = set(component)
        later = [e for i in component for e in self.after[i] if e.after not in inside]
        sooner = [e for i in component for e in self.before[i] if e.before not in inside]
        up = min((self._slack(edge) for edge in later), default=0) // self.interval
        room = min(self.times[index] for index in component) - self.begin
        down = min([room, *(self._slack(edge) for edge in sooner)]) // self.interval
        start = {index: self.times[index] for index in component}
        costs: dict[int, int] = {}
        for turns in {0, up, -down}:
            self.times |= {index: time + turns * self.interval for index, time in start.items()}
            costs[turns] = sum(self.values.lengths(index, self.times) for index in component)
        turns = min(costs, key=lambda each: (costs[each], abs(each)))
        for index, time in start.items():
            operation = self.operations[index]
            self.reservations.remove(index, operation, time)
            self.times[index] = time + turns * self.interval
            self.reservations.place(index, operation, self.times[index])

    def _slack(self, edge: Edge) -> int:
        reached = self.times[edge.before] + edge.delay - self.interval * edge.iterations
        return self.times[edge.after] - reached

    def _put(self, index: int) -> set[int]:
        operation = self.operations[index]
        places = self._places(index)
        free = [time for time in places if not self.reservations.conflicts(operation, time)]
        time = free[0] if free else places[0]
        gone = self.reservations.conflicts(operation, time)
        for other in gone:
            self._take(other)
        self.reservations.place(index, operation, time)
        self.times[index] = self.last[index] = time
        for edge in (*self.after[index], *self.before[index]):
            other = edge.after if edge.before == index else edge.before
            if other != index and other in self.times and self._broken(edge):
                gone.add(other)
                self._take(other)
        return gone

    def _places(self, index: int) -> range:
        """Bundles in which it may issue, the best first; after failing, next to its last one."""
        step = -1 if self.backwards else 1
        bound = (self._latest(index) or 0) if self.backwards else self._earliest(index)
        last = self.last.get(index)
        if last is not None and (bound - last) * step <= 0 and not self._free(index, bound, step):
            bound = last + step
        return range(bound, bound + step * self.interval, step)

    def _free(self, index: int, bound: int, step: int) -> bool:
        places = range(bound, bound + step * self.interval, step)
        return any(not self.reservations.conflicts(self.operations[index], t) for t in places)

    def _take(self, index: int) -> None:
        self.reservations.remove(index, self.operations[index], self.times.pop(index))

    def _broken(self, edge: Edge) -> bool:
        return self._slack(edge) < 0

    def _earliest(self, index: int, otherwise: int = 0) -> int:
        return max(
            (
                self.times[edge.before] + edge.delay - self.interval * edge.iterations
                for edge in self.before[index]
                if edge.before in self.times and edge.before != index
            ),
            default=otherwise,
        )

    def _latest(self, index: int) -> int | None:
        return min(
            (
                self.times[edge.after] - edge.delay + self.interval * edge.iterations
                for edge in self.after[index]
                if edge.after in self.times and edge.after != index
            ),
            default=None,
        )
