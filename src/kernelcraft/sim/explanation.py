"""Why the cycles of a run did no useful work, on a machine that is scheduled by its programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from kernelcraft.sim.waits import Wait

NOT_FOLLOWED: Final = "not followed"  # the reason for the cycles of bundles after the trace


@dataclass(frozen=True)
class Stretch:
    """`cycles` of a phase with one cause: `line` could not be issued, because of `waits_for`.

    What is issued in the same bundle may be useful, but does not end sooner for it. Either line is
    None where no operation is concerned.
    """

    phase: str
    cause: str
    line: int | None
    waits_for: int | None
    cycles: int


@dataclass(frozen=True)
class Explanation:
    """Every cycle of a run is busy or has a cause.

    `busy` says what works in a busy cycle: the slot that limits the program. `by_reason` adds up to
    the cycles of the run, `beyond` to those above its bound; it is empty where there is none, and
    where the run was not followed to its end. `stretches` come in the order of time, `lines` by
    source line with what most of its cycles wait for. `gains` are the cycles that would go if a
    cause were gone, at most. `causes` has a reason for each bundle that was followed, stalls aside.
    """

    busy: str
    by_reason: Mapping[str, int]
    beyond: Mapping[str, int]
    stretches: tuple[Stretch, ...]
    lines: Mapping[int, Wait]
    gains: Mapping[str, int]
    causes: tuple[str, ...] = ()
