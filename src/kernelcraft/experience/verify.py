"""Replays evidence: do the kernels before and after still take the cycles that were written?

All of it, or a few pieces before a store is used, so that a false one is noticed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.cells.cell import UnknownName, load_cell
from kernelcraft.cells.variants import base_of
from kernelcraft.experience.learn import KEPT
from kernelcraft.experience.store import Outcome, Row, Store, StoreFault
from kernelcraft.grading.hashes import code_hash
from kernelcraft.grading.job import Evaluate, Grader

DRAWN: Final = 5
"""Pieces of evidence that are replayed before a store is used: two runs each. If half of a store
is false, they show it in 31 of 32 cases."""


@dataclass(frozen=True)
class Checked:
    """What a replay found; `outcome` is None where it says nothing of the evidence."""

    row: Row
    outcome: Outcome | None
    found: str


def verify(
    store: Store,
    rows: Sequence[Row],
    grader: Grader,
    say: Callable[[Checked], None] = lambda checked: None,
) -> list[Checked]:
    """Run both kernels of each row on the public inputs and write what was found.

    Refuted evidence counts no more; a later replay may confirm it again. A run that broke off for a
    reason of ours changes nothing.
    """
    done = []
    for checked in _checked(store, rows, grader):
        if checked.outcome is not None:
            cell = load_cell(checked.row.cell)
            code = code_hash(cell.platform.name, cell.task.name)
            store.check(checked.row.number, checked.outcome, checked.found, code)
        say(checked)
        done.append(checked)
    return done


def spot_check(store: Store, platforms: Collection[str], grader: Grader) -> None:
    """Replay a few pieces of the evidence on these platforms, drawn anew each time; raises
    StoreFault where one is refuted."""
    wanted = {base_of(each) for each in platforms}
    rows = [row for row in store.rows() if row.believed and base_of(row.place.platform) in wanted]
    drawn = random.SystemRandom().sample(rows, min(DRAWN, len(rows)))
    found = verify(store, drawn, grader)
    refuted = sum(each.outcome == "refuted" for each in found)
    if refuted:
        raise StoreFault(
            f"{store.path}: of {len(found)} pieces of evidence that were drawn and replayed "
            f"{refuted} did not hold, so nothing of it is used; `kernelcraft experience verify "
            f"{store.path}` retracts what is false"
        )


def _checked(store: Store, rows: Sequence[Row], grader: Grader) -> Iterator[Checked]:
    measured: dict[tuple[str, str], _Run] = {}
    for row in rows:
        try:
            cell = load_cell(row.cell)
        except UnknownName as reason:
            yield Checked(row, None, str(reason))
            continue
        for digest in (row.before, row.after):
            if (row.cell, digest) not in measured:
                measured[row.cell, digest] = _run(row.cell, store.kernel(digest), grader)
        before, after = measured[row.cell, row.before], measured[row.cell, row.after]
        found = f"{before} -> {after}"
        if not (before.told and after.told):
            yield Checked(row, None, found)
        elif (before.cycles, after.cycles) == (row.cycles_before, row.cycles_after):
            yield Checked(row, "holds", found)
        elif cell.platform.version != row.origin.version:
            yield Checked(row, "other machine", found)
        else:
            yield Checked(row, "refuted", found)


@dataclass(frozen=True)
class _Run:
    cycles: int | None
    failure: str = ""

    @property
    def told(self) -> bool:
        """Whether the run says something of the kernel."""
        return not self.failure or self.failure in KEPT

    def __str__(self) -> str:
        return self.failure if self.cycles is None else f"{self.cycles:,} cycles"


def _run(cell: str, text: str, grader: Grader) -> _Run:
    found = grader.submit(Evaluate(cell, text)).result()
    return _Run(None, found.failure) if found.failure else _Run(found.cycles)
