"""Values under way on a machine without interlocks, when they may be symbols."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from kernelcraft.sim.moment import late_key, late_values
from kernelcraft.sim.parts import Array, Lanes, RegisterFile
from kernelcraft.sim.pipeline import LateLanes, LateRegisters, ReferencePipeline

if TYPE_CHECKING:
    from kernelcraft.sim.symbolic.machine import SymbolicBackend


class _Registers(LateRegisters):
    """What registers hold, and what is on its way to them, are lists of numbers and symbols."""

    def __init__(self, backend: Any, part: RegisterFile, values: list[int]) -> None:
        super().__init__(backend, part)
        self.array = cast(Array, values)
        self.new = cast(Array, [0] * len(self.new))

    def read(self, index: int, of: str) -> int:
        where = self._under_way(index, of)
        return cast(int, self.array[index] if where is None else self.new[where])


class _Lanes(LateLanes):
    """Granules lie in a followed memory."""

    def __init__(self, backend: Any, part: Lanes, array: object) -> None:
        super().__init__(backend, part)
        self.array = cast(Array, array)


class SymbolicPipeline(ReferencePipeline):
    """As the reference's, but for numbers that are symbols."""

    def __init__(self, backend: SymbolicBackend) -> None:
        super().__init__(cast(Any, backend))
        self.kept: dict[int, list[list[int]]] = {}
        layout = backend.state.machine.layout
        for part in layout.registers:
            if isinstance(part, RegisterFile) and part.delayed:
                self.files[part.name] = _Registers(backend, part, backend.initial(part))
        for lanes in layout.lanes:
            array = backend.followed(lanes.name)
            self.granules[lanes.name] = _Lanes(backend, lanes, array)

    def later(self, stage: int, values: Mapping[str, int]) -> None:
        moment = self.backend.moment
        assert moment.instruction is not None
        due = self.backend.instructions + stage - moment.stage
        names = late_values(moment.instruction, moment.instruction.timing.late[stage])
        entry = [late_key(moment.instruction, stage), self.backend.pc]
        self.kept.setdefault(due, []).append([*entry, *(values[name] for name in names)])

    def due(self) -> list[list[int]]:
        return self.kept.pop(self.backend.instructions, [])
