"""Holds recorded episodes against what is known without them: baselines, bounds, `.eval` logs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from kernelcraft.cells import kernels
from kernelcraft.cells.cell import UnknownName, load_cell
from kernelcraft.grading import locks
from kernelcraft.records.attempt import Attempt
from kernelcraft.records.episode import Episode
from kernelcraft.records.verdict import BENCHMARK_VERSION, AtSize, Verdict

SHOWN: Final = 10  # names in one sentence


@dataclass(frozen=True)
class Audited:
    """The episodes as a report may count them; `notes` are sentences about what was changed."""

    episodes: tuple[Episode, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Known:
    """Baseline and bound of a cell in cycles; None where only the record says it."""

    baseline: int | None = None
    bound: int | None = None
    by_inputs: bool = False  # the baseline's cycles depend on them


def audit(episodes: Iterable[Episode]) -> Audited:
    """The episodes with the baselines and bounds of their cells.

    Those of this benchmark version have what the lock file and the bound of the cell say. The
    version is the record's own word, so others have the bound, too, and a baseline no slower than
    the locked one; so have cells whose baseline depends on data, since it ran on the same inputs. A
    kernel faster than the bound is quarantined: it counts as a failure.
    """
    checked, notes, own = [], list[str](), dict[str, None]()
    for episode in episodes:
        if episode.is_generator:
            judged, reason = _judged_generator(episode)
            name = f"{episode.cell}, {episode.agent}, epoch {episode.epoch}"
            notes += [f"{name}: {reason}"] if reason else []
            checked.append(judged)
            continue
        known = _allowed(episode)
        if known.baseline is None and episode.baseline_cycles is not None:
            own[episode.cell] = None
        name = f"{episode.cell}, {episode.agent}, epoch {episode.epoch}"
        notes += [f"{name}: {each}" for each in _changes(episode, known)]
        judged, reason = _judged(episode, known)
        notes += [f"{name}: {reason}"] if reason else []
        checked.append(judged)
    if own:
        notes.append(
            f"baseline as recorded, not checked (no lock of benchmark "
            f"{BENCHMARK_VERSION}): {_names(list(own))}"
        )
    return Audited(tuple(checked), tuple(notes))


def _allowed(episode: Episode) -> Known:
    """The numbers that count for the episode."""
    known, claimed = _known(episode.cell), episode.baseline_cycles
    if episode.origins.benchmark == BENCHMARK_VERSION and not known.by_inputs:
        return known
    if known.baseline is None or claimed is None or claimed > known.baseline:
        return known
    return replace(known, baseline=claimed)


@cache
def _known(name: str) -> Known:
    try:
        cell = load_cell(name)
    except UnknownName:
        return Known()
    locked = locks.locked(cell)
    if locked is None:
        return Known(None, kernels.bound(cell))
    by_inputs = locked.public_cycles is not None
    return Known(locked.baseline_cycles, kernels.bound(cell), by_inputs)


def _changes(episode: Episode, known: Known) -> list[str]:
    """A sentence for each number of the cell that the record has otherwise."""
    verdict = episode.best or episode.last
    if verdict is None:
        return []
    pairs = {
        "baseline": (verdict.baseline_cycles, known.baseline),
        "bound": (verdict.bound_cycles, known.bound),
    }
    return [
        f"its record says a {what} of {said:,} cycles, the cell has {true:,}, which counts"
        for what, (said, true) in pairs.items()
        if said is not None and true is not None and said != true
    ]


def _judged(episode: Episode, known: Known) -> tuple[Episode, str]:
    """The episode with its cell's numbers, and why it is quarantined."""
    best, last = _graded(episode.best, known), _graded(episode.last, known)
    bound = best.bound_cycles if best else known.bound
    steps = episode.history and tuple(_possible(step, bound) for step in episode.history)
    judged = episode.model_copy(update={"best": best, "last": last, "history": steps})
    cycles = judged.cycles
    if cycles is None and not episode.correct:
        return judged, ""
    if not cycles:
        reason = "correct without cycles, quarantined: it counts as a failure"
    elif bound is not None and cycles < bound:
        reason = (
            f"{cycles:,} cycles are fewer than the bound of {bound:,}, quarantined: "
            "it counts as a failure"
        )
    else:
        return judged, ""
    changes = {"correct": False, "failure": "rejected", "message": reason}
    return judged.model_copy(update=changes), reason


def _judged_generator(episode: Episode) -> tuple[Episode, str]:
    """The episode with the locked baselines of its sizes, and why it is quarantined."""
    best, last = _at_sizes(episode.best), _at_sizes(episode.last)
    judged = episode.model_copy(update={"best": best, "last": last})
    impossible = [
        each
        for verdict in (best, last)
        for each in (verdict.sizes if verdict else ())
        if each.correct and (each.cycles or 0) < (_known(each.cell).bound or 0)
    ]
    if not impossible:
        return judged, ""
    first = impossible[0]
    reason = f"{first.cell}: {first.cycles or 0:,} cycles are fewer than the bound, quarantined"
    changes = {"correct": False, "failure": "rejected", "message": reason}
    return judged.model_copy(update=changes), reason


def _at_sizes(verdict: Verdict | None) -> Verdict | None:
    if verdict is None or verdict.benchmark_version != BENCHMARK_VERSION:
        return verdict
    return verdict.model_copy(update={"sizes": tuple(map(_locked_at, verdict.sizes))})


def _locked_at(size: AtSize) -> AtSize:
    known = _known(size.cell)
    if known.baseline is None or known.by_inputs:
        return size
    return size.model_copy(update={"baseline_cycles": known.baseline})


def _graded(verdict: Verdict | None, known: Known) -> Verdict | None:
    if verdict is None:
        return None
    numbers = {"baseline_cycles": known.baseline, "bound_cycles": known.bound}
    return verdict.model_copy(update={k: v for k, v in numbers.items() if v is not None})


def _possible(step: Attempt, bound: int | None) -> Attempt:
    """The step; not correct where no kernel can be that fast."""
    if bound is None or step.cycles is None or step.cycles >= bound:
        return step
    return step._replace(correct=False, cycles=None)


def _names(cells: list[str]) -> str:
    more = len(cells) - SHOWN
    return ", ".join(cells[:SHOWN]) + (f" and {more} more" if more > 0 else "")
