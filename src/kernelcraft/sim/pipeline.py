"""Values under way on the reference machine: late results, late work, ports."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kernelcraft.sim.moment import LATE_VALUES, MOST_LATE, late_key, late_values
from kernelcraft.sim.parts import (
    Array,
    DelayedRegisters,
    LaneFile,
    Lanes,
    RegisterFile,
    operand_name,
)
from kernelcraft.sim.state import LATE, LATE_COUNT, TAKEN, State

if TYPE_CHECKING:
    from kernelcraft.sim.reference import ReferenceBackend

TWICE = "two results arrive in {{{name}}} in one cycle"  # filled with a part's name
PORT_TAKEN = "something else passes the port {port} in the same cycle"
TOO_MUCH = "more than 8 operations reach a late stage in one cycle"


class Stop(Exception):
    """A body's check failed."""

    def __init__(self, template: str, values: Mapping[str, int]) -> None:
        super().__init__(template)
        self.template, self.values = template, values


@dataclass(frozen=True)
class _Write:
    """One result of the present bundle; nobody in this bundle sees it."""

    slot: int
    number: int
    value: int
    path: int


class _Delayed(ABC):
    """The ring of values under way of one part; `new` holds registers, or places of granules."""

    def __init__(self, backend: ReferenceBackend, part: RegisterFile | Lanes) -> None:
        self.backend, self.part = backend, part
        state: State = backend.state
        self.array: Array = state[part.name]
        self.new, self.due = state[f"{part.name}_new"], state[f"{part.name}_due"]
        self.via = state[f"{part.name}_via"]
        self.written: list[_Write] = []

    def _slot(self, bundle: int) -> int:
        return bundle % self.part.delayed

    def _is_due(self, slot: int, number: int) -> bool:
        return bool(int(self.due[slot * self.part.words + number // 64]) >> number % 64 & 1)

    def _under_way(self, number: int, of: str) -> int | None:
        """Where in `new` stands what `of` samples before it has arrived for everybody."""
        moment = self.backend.moment
        ahead, path = moment.ahead(of), moment.path(of)
        for bundles in range(ahead + (path > 0), 0, -1):
            slot = self._slot(self.backend.instructions + bundles)
            where = slot * self.part.count + number
            if self._is_due(slot, number) and (bundles <= ahead or self.via[where] == path):
                return where
        return None

    def _write(self, number: int, value: int, of: str) -> None:
        moment = self.backend.moment
        arrival = self._stage(of) - moment.stage + 1
        slot = self._slot(self.backend.instructions + arrival)
        self.written.append(_Write(slot, number, value, moment.path(of)))

    def _claim(self, of: str, stage: int) -> None:
        for port in self.backend.moment.ports(of):
            self.backend.pipeline.claim(port, stage)

    def _stage(self, of: str) -> int:
        """At which stage the result `of` is written."""
        written = self.backend.moment.written(of)
        return self.backend.latency if written is None else written

    def publish(self) -> None:
        """Let the results of this bundle be under way, and what is due arrive."""
        for each in self.written:
            if self.part.exclusive and self._is_due(each.slot, each.number):
                raise Stop(TWICE.format(name=self.part.name), {self.part.name: each.number})
            where = each.slot * self.part.count + each.number
            self.new[where], self.via[where] = each.value, each.path
            word = each.slot * self.part.words + each.number // 64
            self.due[word] = int(self.due[word]) | 1 << each.number % 64
        self.written.clear()
        slot = self._slot(self.backend.instructions + 1)
        for word in range(slot * self.part.words, (slot + 1) * self.part.words):
            due, first = int(self.due[word]), (word - slot * self.part.words) * 64
            for number in range(first, first + due.bit_length()):
                if due >> number - first & 1:
                    self.arrive(number, self.new[slot * self.part.count + number])
            self.due[word] = 0

    @abstractmethod
    def arrive(self, number: int, value: int) -> None: ...


class LateRegisters(_Delayed):
    """A register file with values under way."""

    def __init__(self, backend: ReferenceBackend, part: RegisterFile) -> None:
        super().__init__(backend, part)
        self.file = part
        self.mask = (1 << part.bits) - 1

    def __getitem__(self, index: int) -> int:
        return self.read(index, operand_name(index) or self.part.name)

    def __setitem__(self, index: int, value: int) -> None:
        self.write(index, value, operand_name(index) or self.part.name)

    def read(self, index: int, of: str) -> int:
        where = self._under_way(index, of)
        value = int(self.array[index] if where is None else self.new[where])
        return value if value < 1 << 63 else value - (1 << 64)

    def write(self, index: int, value: int, of: str, *, ports: bool = True) -> None:
        if ports:
            self._claim(of, self._stage(of))
        if index != self.file.zero:
            self._write(index, value & self.mask, of)

    def arrive(self, number: int, value: int) -> None:
        self.array[number] = value


class LateLanes(_Delayed):
    """Granules with values under way; `new` holds where in the array they lie until then."""

    def __init__(self, backend: ReferenceBackend, part: Lanes) -> None:
        super().__init__(backend, part)
        self.lanes = part
        self.next: Array = backend.state[f"{part.name}_next"]

    def read(self, first: int, count: int, of: str) -> int:
        self._claim(of, self.backend.moment.sampled(of))
        found = [self._under_way(number, of) for number in range(first, first + count)]
        if all(where is None for where in found):
            return first * self.lanes.width
        gathered = self.result(count)
        for index, where in enumerate(found):
            width = self.lanes.width
            source = (first + index) * width if where is None else int(self.new[where])
            target = gathered + index * width
            self.array[target : target + width] = self.array[source : source + width]
        return gathered

    def result(self, count: int) -> int:
        if self.next[0] + count > self.lanes.results:
            self.next[0] = 0
        offset = (self.part.count + int(self.next[0])) * self.lanes.width
        self.next[0] += count
        return offset

    def write(self, first: int, count: int, offset: int, of: str) -> None:
        self._claim(of, self._stage(of))
        for index in range(count):
            self._write(first + index, offset + index * self.lanes.width, of)

    def arrive(self, number: int, value: int) -> None:
        width, place = self.lanes.width, int(value)
        self.array[number * width : (number + 1) * width] = self.array[place : place + width]


class ReferencePipeline:
    """Everything that is under way; see `Pipeline` in parts.py."""

    def __init__(self, backend: ReferenceBackend) -> None:
        self.backend = backend
        layout = backend.state.machine.layout
        files = [part for part in layout.registers if isinstance(part, RegisterFile)]
        self.files = {part.name: LateRegisters(backend, part) for part in files if part.delayed}
        self.granules = {part.name: LateLanes(backend, part) for part in layout.lanes}
        self.stages = backend.state.machine.stages

    @property
    def pending(self) -> int:
        return int(self.backend.delay_slots[0])

    def registers(self, name: str) -> DelayedRegisters:
        return self.files[name]

    def lanes(self, name: str) -> LaneFile:
        return self.granules[name]

    def later(self, stage: int, values: Mapping[str, int]) -> None:
        moment = self.backend.moment
        assert moment.instruction is not None
        slot = (self.backend.instructions + stage - moment.stage) % self.stages
        count: Array = self.backend.state[LATE_COUNT]
        index = int(count[slot])
        if index == MOST_LATE:
            raise Stop(TOO_MUCH, {})
        names = late_values(moment.instruction, moment.instruction.timing.late[stage])
        kept = [values[name] for name in names]
        entry = self.backend.state[LATE].reshape(self.stages, MOST_LATE, -1)[slot, index]
        entry[:] = 0
        entry[0], entry[1] = late_key(moment.instruction, stage), self.backend.pc
        entry[2 : 2 + len(kept)] = kept
        assert len(kept) <= LATE_VALUES
        count[slot] += 1

    def due(self) -> list[list[int]]:
        """Take out what reaches its late stage in this bundle."""
        if not self.stages:
            return []
        slot = self.backend.instructions % self.stages
        count: Array = self.backend.state[LATE_COUNT]
        entries = self.backend.state[LATE].reshape(self.stages, MOST_LATE, -1)[slot]
        found: list[list[int]] = entries[: int(count[slot])].tolist()
        count[slot] = 0
        return found

    def claim(self, port: str, stage: int) -> None:
        machine, moment = self.backend.state.machine, self.backend.moment
        bit = 1 << machine.ports.index(port)
        slot = (self.backend.instructions + stage - moment.stage + 1) % machine.stages
        taken: Array = self.backend.state[TAKEN]
        if int(taken[slot]) & bit:
            raise Stop(PORT_TAKEN.format(port=port), {})
        taken[slot] = int(taken[slot]) | bit

    def end_bundle(self) -> None:
        """Let arrive what is due, and give the ports of this cycle free."""
        for part in (*self.files.values(), *self.granules.values()):
            part.publish()
        if self.stages:
            self.backend.state[TAKEN][self.backend.instructions % self.stages] = 0
