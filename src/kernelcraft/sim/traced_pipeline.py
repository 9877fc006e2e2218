"""Values under way, written down as C: late results, late work, ports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from kernelcraft.sim.moment import LATE_VALUES, late_key, late_values
from kernelcraft.sim.parts import (
    Array,
    DelayedRegisters,
    LaneFile,
    Lanes,
    RegisterFile,
    operand_name,
)
from kernelcraft.sim.pipeline import PORT_TAKEN, TOO_MUCH
from kernelcraft.sim.traced import Pointer, c_text

if TYPE_CHECKING:
    from kernelcraft.sim.tracing import Trace


class _Delayed:
    def __init__(self, trace: Trace, part: RegisterFile | Lanes) -> None:
        self.trace, self.part = trace, part

    def _read(self, of: str) -> tuple[int, int]:
        """How far ahead and by which bypass `of` looks."""
        self.trace.note_of(self.part.name, of, write=False)
        moment = self.trace.moment
        return moment.ahead(of), moment.path(of)

    def _stage(self, of: str) -> str:
        written = self.trace.moment.written(of)
        return self.trace.latency if written is None else str(written)

    def _claim(self, of: str, stage: str) -> None:
        for port in self.trace.moment.ports(of):
            self.trace.pipeline.take(port, stage)

    def _write(self, number: str, value: str, of: str) -> None:
        part, moment = self.part, self.trace.moment
        self.trace.count_write(part.name)
        bundle = f"instructions + {self._stage(of)} - {moment.stage} + 1"
        self.trace.write(
            f"kc_write(&s->{part.name}_written, kc_slot({bundle}, {part.delayed}, 1), "
            f"{number}, {value}, {moment.path(of)});"
        )


class TracedLateRegisters(_Delayed):
    """A register file with values under way."""

    def __init__(self, trace: Trace, part: RegisterFile) -> None:
        super().__init__(trace, part)
        self.file = part

    def __getitem__(self, index: int) -> int:
        return self.read(index, operand_name(index) or self.part.name)

    def __setitem__(self, index: int, value: int) -> None:
        self.write(index, value, operand_name(index) or self.part.name)

    def read(self, index: int, of: str) -> int:
        ahead, path = self._read(of)
        part, where = self.part, c_text(index)
        now = f"s->{part.name}[{where}]"
        if not ahead and not path:
            return self.trace.value(now)
        found = self.trace.temporary(
            f"kc_under_way(s->{part.name}_due, s->{part.name}_via, instructions, {where}, "
            f"{ahead}, {path}, {part.delayed}, {part.count}, {part.words})"
        ).text
        return self.trace.value(f"({found} < 0 ? {now} : s->{part.name}_new[{found}])")

    def write(self, index: int, value: int, of: str, *, ports: bool = True) -> None:
        self.trace.note_of(self.part.name, of, write=True)
        if ports:
            self._claim(of, self._stage(of))
        where = c_text(index)
        if self.file.zero is not None:
            self.trace.write(f"if ({where} != {self.file.zero})")
        self._write(where, c_text(value), of)


class TracedLanes(_Delayed):
    """Granules with values under way."""

    def __init__(self, trace: Trace, part: Lanes) -> None:
        super().__init__(trace, part)
        self.lanes = part

    @property
    def array(self) -> Array:
        return cast(Array, Pointer(self.trace, f"s->{self.part.name}"))

    def read(self, first: int, count: int, of: str) -> int:
        self._claim(of, str(self.trace.moment.sampled(of)))
        ahead, path = self._read(of)
        part, where = self.lanes, c_text(first)
        if not ahead and not path:
            return self.trace.value(f"({where}) * {part.width}")
        name = part.name
        return self.trace.value(
            f"kc_lanes(s->{name}, s->{name}_new, s->{name}_due, s->{name}_via, s->{name}_next, "
            f"instructions, {where}, {count}, {ahead}, {path}, {part.delayed}, {part.count}, "
            f"{part.width}, {part.results})"
        )

    def result(self, count: int) -> int:
        part = self.lanes
        room = f"kc_result(s->{part.name}_next, {count}, {part.results})"
        return self.trace.value(f"({part.count} + {room}) * {part.width}")

    def write(self, first: int, count: int, offset: int, of: str) -> None:
        self.trace.note_of(self.part.name, of, write=True)
        self._claim(of, self._stage(of))
        for index in range(count):
            where = f"{c_text(first)} + {index}"
            self._write(where, f"{c_text(offset)} + {index * self.lanes.width}", of)


class TracedPipeline:
    """Everything that is under way; see `Pipeline` in parts.py."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        layout = trace.machine.layout
        self.files = {
            part.name: TracedLateRegisters(trace, part)
            for part in layout.delayed
            if isinstance(part, RegisterFile)
        }
        self.granules = {part.name: TracedLanes(trace, part) for part in layout.lanes}

    @property
    def pending(self) -> int:
        return self.trace.value("s->pending_jump[0]")

    def registers(self, name: str) -> DelayedRegisters:
        return self.files[name]

    def lanes(self, name: str) -> LaneFile:
        return self.granules[name]

    def later(self, stage: int, values: Mapping[str, int]) -> None:
        moment = self.trace.moment
        assert moment.instruction is not None
        names = late_values(moment.instruction, moment.instruction.timing.late[stage])
        if set(names) != set(values) or len(names) > LATE_VALUES:
            raise TypeError(f"stage {stage} takes {names}, not {tuple(values)}")
        slot = f"kc_slot(instructions + {stage} - {moment.stage}, {self.trace.machine.stages}, 1)"
        entry = self.trace.temporary(f"kc_later(s->late_count, {slot})").text
        self.trace.fault_unless(f"{entry} >= 0", TOO_MUCH, {})
        words = [
            str(late_key(moment.instruction, stage)),
            "pc",
            *(c_text(values[n]) for n in names),
        ]
        self.trace.write(f"KC_KEEP({entry}, {', '.join(words)})")

    def claim(self, port: str, stage: int) -> None:
        self.take(port, c_text(stage))

    def take(self, port: str, stage: str) -> None:
        """Fault unless a port is free when this operation has reached a stage."""
        machine = self.trace.machine
        bit = f"UINT64_C({1 << machine.ports.index(port)})"
        bundle = f"instructions + {stage} - {self.trace.moment.stage} + 1"
        slot = f"kc_slot({bundle}, {machine.stages}, 1)"
        self.trace.fault_unless(
            f"!(s->ports_taken[{slot}] & {bit})", PORT_TAKEN.format(port=port), {}
        )
        self.trace.write(f"s->ports_taken[{slot}] |= {bit};")
