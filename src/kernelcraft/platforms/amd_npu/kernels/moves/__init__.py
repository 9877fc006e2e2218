"""The tuner's moves on the AMD NPU: rewrites of any kernel, and other schedules for GEMM.

Values are under way between bundles, so each step of a rewrite is tried on the machine before it
is kept. To add one, write a function of a listing that yields listings and name it in `moves`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress

from kernelcraft.cells.cell import Cell
from kernelcraft.cells.knobs import space
from kernelcraft.cells.moves import Move
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.platforms.amd_npu.kernels.moves import rewrites
from kernelcraft.platforms.amd_npu.kernels.moves.listing import Listing, read
from kernelcraft.platforms.amd_npu.kernels.moves.trial import Trial

__all__ = ["moves"]

SETTINGS = 8  # of a generator, tried each time
Rewrites = Callable[[Listing, Trial, random.Random], Iterator[Listing]]


def moves(cell: Cell) -> tuple[Move, ...]:
    """Schedules of the cell's generator, if it has one, then the rewrites."""
    schedules = (Move("schedule", _schedules, ("vec", "lda", "ldb"), True),) if space(cell) else ()
    return (
        *schedules,
        _move("fill delay slots", rewrites.filled, "nop", "alu", "lng"),
        _move("tighten", rewrites.tightened, "nop"),
        _move("hoist", rewrites.hoisted, "nop", "lda", "st", "vec", "mv", shuffled=True),
    )


def _move(name: str, changes: Rewrites, *units: str, shuffled: bool = False) -> Move:
    def propose(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
        kernel = read(text)
        trial = Trial.of(cell, kernel)
        for found in changes(kernel, trial, rng) if trial else ():
            yield f"// {cell.name}: {name}\n{found.text}"

    return Move(name, propose, units, shuffled)


def _schedules(cell: Cell, text: str, rng: random.Random) -> Iterator[str]:
    found = space(cell)
    if found is None:
        return
    for _ in range(SETTINGS):
        setting = tuple(map(rng.randrange, found.sizes))
        with suppress(Unwritten):
            values = zip(found.knobs, setting, strict=True)
            said = ", ".join(f"{knob.name} {knob.values[value]}" for knob, value in values)
            yield f"// {cell.name}: {said}\n{found.write(setting)}"
