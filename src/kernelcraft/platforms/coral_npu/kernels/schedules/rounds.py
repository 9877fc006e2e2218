"""A loop whose rounds overlap: steps of one stand between those of the rounds before and after.

While the load/store unit works on one access, the reorder buffer lets about six uops pass, so the
accesses of a round are spread over the arithmetic of its neighbours. An order has the names of the
steps as they follow each other once the loop runs; `'` marks a step of the round before, `''` of
the one before that. It is the same for every round, and was found by a search on the simulator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly
from kernelcraft.platforms.coral_npu.kernels.schedules.weaving import Shape, Step

BYTES: Final = Shape("zero", 8, 1)
HALVES: Final = Shape("zero", 16, 2)
WORDS: Final = Shape("zero", 32, 4)
"""The shapes of up to 16 elements, which keep vl as it is."""

Steps = Callable[[int, bool], Mapping[str, Step]]
"""The steps of a round by their names; of the last turn if the flag is set."""


@dataclass(frozen=True)
class Rounds:
    """`count` rounds are a turn of the loop, and there are `turns`.

    The loop is entered and left in the middle of rounds: what belongs to the first round of a turn
    and comes early is also written before the loop, and all of the last turn but that behind it.
    """

    order: str
    count: int
    turns: int
    steps: Steps

    def write(self, asm: Assembly, name: str) -> None:
        """All turns; the elements are bytes before it."""
        usual = self._placed(last=False)
        early = [(at, step) for at, step in usual if at < self._length]
        late = [(at, step) for at, step in usual if at >= self._length]
        whole = len(self._order) * self.count
        shape = _emit(asm, early, BYTES)
        if self.turns > 1:
            with asm.loop(self.turns - 1, name):
                following = [(at + whole, step) for at, step in early]
                end = _emit(asm, sorted([*late, *following], key=_place), shape)
                if end != shape:
                    _set(asm, shape)
        _emit(asm, [each for each in self._placed(last=True) if each[0] >= self._length], shape)

    @property
    def _order(self) -> Sequence[str]:
        return self.order.split()

    @property
    def _length(self) -> int:
        """Steps from the first one of a round to its last one."""
        return max(self._places().values()) + 1

    def _places(self) -> Mapping[str, int]:
        """Where a step of the first round stands, by its name."""
        return {
            name.rstrip("'"): at + len(self._order) * name.count("'")
            for at, name in enumerate(self._order)
        }

    def _placed(self, *, last: bool) -> list[tuple[int, Step]]:
        places = self._places()
        found = [
            (len(self._order) * index + places[name], step)
            for index in range(self.count)
            for name, step in self.steps(index, last).items()
        ]
        return sorted(found, key=_place)


def _place(placed: tuple[int, Step]) -> int:
    return placed[0]


def _emit(asm: Assembly, placed: Sequence[tuple[int, Step]], shape: Shape) -> Shape:
    """The steps, and the shape behind them."""
    for _, step in placed:
        if step.shape is not None and step.shape != shape:
            shape = step.shape
            _set(asm, shape)
        for mnemonic, *operands in step.instructions:
            asm.emit(mnemonic, *operands)
    return shape


def _set(asm: Assembly, shape: Shape) -> None:
    asm.sew(shape.sew, shape.lmul)
