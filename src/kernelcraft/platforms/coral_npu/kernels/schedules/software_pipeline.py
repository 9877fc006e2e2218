"""A software-pipelined loop: steps of an iteration are issued between those of its neighbours.

While the load/store unit works on one access, the reorder buffer lets about six uops pass, so the
accesses of an iteration are spread over the arithmetic of its neighbours. The order is the same for
every iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules.orders import (
    BYTES,
    Shape,
    Step,
    emit,
    order,
)

Steps = Callable[[int, bool], Mapping[str, Step]]
"""The steps of an iteration by their names, one after the other; of the last copy of the body if
the flag is set."""


@dataclass(frozen=True)
class SoftwarePipeline:
    """`unrolled` iterations are written in the loop's body, which runs `times` times.

    `order` names the steps in the steady state. The prologue has what belongs to the first
    iteration of the body and comes early; the epilogue all of the last body but that.
    """

    order: str
    unrolled: int
    times: int
    steps: Steps

    def write(self, asm: Assembly, label: str) -> None:
        """All iterations; the elements are bytes before the loop."""
        body = self._placed(self._body)
        early = {at: step for at, step in body.items() if at < self._length}
        whole = len(self._steady) * self.unrolled
        shape = _emit(asm, early, BYTES)
        if self.times > 1:
            late = {at: step for at, step in body.items() if at >= self._length}
            with asm.loop(self.times - 1, label):
                following = {at + whole: step for at, step in early.items()}
                if _emit(asm, {**late, **following}, shape) != shape and shape is not None:
                    shape.set(asm)
        last = self._placed([self.steps(index, True) for index in range(self.unrolled)])
        _emit(asm, {at: step for at, step in last.items() if at >= self._length}, shape)

    @cached_property
    def _body(self) -> Sequence[Mapping[str, Step]]:
        return [self.steps(index, False) for index in range(self.unrolled)]

    @cached_property
    def _steady(self) -> Sequence[str]:
        plain: list[str] = []
        for steps in self._body:
            at = 0
            for name in steps:
                if name not in plain:
                    plain.insert(at, name)
                at = plain.index(name) + 1
        return order(self.order, plain)

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """Where a step of the first iteration stands, by its name."""
        return {
            name.rstrip("'"): at + len(self._steady) * name.count("'")
            for at, name in enumerate(self._steady)
        }

    @cached_property
    def _length(self) -> int:
        """Steps from the first one of an iteration to its last one."""
        return max(self._places.values()) + 1

    def _placed(self, body: Sequence[Mapping[str, Step]]) -> dict[int, Step]:
        return {
            len(self._steady) * index + self._places[name]: step
            for index, steps in enumerate(body)
            for name, step in steps.items()
        }


def _emit(asm: Assembly, placed: Mapping[int, Step], shape: Shape | None) -> Shape | None:
    """The steps by their places."""
    return emit(asm, [placed[at] for at in sorted(placed)], shape)
