"""In which order steps are issued, so that accesses and arithmetic of several iterations overlap.

`orders.toml` has all such orders. `studies.orders` has found them by a search on the timing model;
it finds them again, and new ones when the steps or the machine change.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

from kernelcraft.platforms.coral_npu.kernels.assembly import Assembly, Instruction

FILE: Final = Path(__file__).with_name("orders.toml")


@dataclass(frozen=True)
class Order:
    """The names of steps as they are issued, in the steady state where they are a loop's.

    `'` marks a step of the iteration before, `''` of the one before that. A name that stands
    several times is the next step of a sequence. `seed` and `evaluations`: of the search.
    """

    steps: tuple[str, ...]
    seed: int = 0
    evaluations: int = 0


@dataclass
class Trial:
    """Orders to use instead of those of the file, and the names that writers of kernels asked for,
    each with the same steps one after the other: a legal order to begin a search with."""

    instead: Mapping[str, Sequence[str]] = field(default_factory=dict)
    asked: dict[str, tuple[str, ...]] = field(default_factory=dict)


_TRIAL: ContextVar[Trial | None] = ContextVar("trial", default=None)


@contextmanager
def trying(trial: Trial) -> Iterator[Trial]:
    """Inside the `with`, kernels are written with the orders of a trial."""
    token = _TRIAL.set(trial)
    yield trial
    _TRIAL.reset(token)


def order(name: str, plain: Sequence[str]) -> tuple[str, ...]:
    """The steps in the order of that name; `plain`: the same steps one after the other."""
    trial = _TRIAL.get()
    if trial is None:
        return written()[name].steps
    if len(plain) > len(trial.asked.get(name, ())):
        trial.asked[name] = tuple(plain)
    return tuple(trial.instead[name]) if name in trial.instead else written()[name].steps


@cache
def written() -> Mapping[str, Order]:
    """The orders of the file."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: Order(tuple(row["steps"].split()), row["seed"], row["evaluations"])
        for name, row in rows.items()
    }


@dataclass(frozen=True)
class Shape:
    """What a vector instruction is for: a number of elements (an x register) and their bits."""

    length: str
    sew: int
    lmul: int
    tail: str = "ta"

    def set(self, asm: Assembly) -> None:
        """Write the vset; without a length of its own it keeps vl."""
        sew, lmul = f"e{self.sew}", f"m{self.lmul}"
        asm.emit("vsetvli", "zero", self.length, sew, lmul, self.tail, "ma")


BYTES: Final = Shape("zero", 8, 1)
HALVES: Final = Shape("zero", 16, 2)
WORDS: Final = Shape("zero", 32, 4)
"""The shapes of up to 16 elements, which keep vl as it is."""


@dataclass(frozen=True)
class Step:
    """Instructions that stay together, and the shape of the vectors where that matters."""

    instructions: Sequence[Instruction]
    shape: Shape | None = None


def step(*instructions: Instruction, shape: Shape | None = None) -> Step:
    """Instructions that stay together."""
    return Step(instructions, shape)


def emit(asm: Assembly, steps: Sequence[Step], shape: Shape | None = None) -> Shape | None:
    """Write steps; the shape is set where it changes. Gives the shape after them."""
    for each in steps:
        if each.shape is not None and each.shape != shape:
            shape = each.shape
            shape.set(asm)
        asm.emit_all(each.instructions)
    return shape


def interleave(
    asm: Assembly, name: str, sequences: Mapping[str, Sequence[Step]], plain: Sequence[str] = ()
) -> None:
    """Write sequences of steps as one, in the order of that name; without a name one by one.

    A name in it stands for the next step of that sequence, for nothing when there is none left;
    what is left in the end is written in the `plain` order, one sequence after the other unless
    that would be wrong.
    """
    plain = plain or [each for each, steps in sequences.items() for _ in steps]
    left = {each: iter(steps) for each, steps in sequences.items()}
    chosen = (*(order(name, plain) if name else ()), *plain)
    found = (next(left[each], None) for each in chosen if each in left)
    emit(asm, [each for each in found if each is not None])
