"""Checks of kernels: baselines graded, bounds below them, locks up to date, adversaries there."""

from __future__ import annotations

import pkgutil

from kernelcraft.audit.conformance.check import Found, Subject
from kernelcraft.cells import platforms
from kernelcraft.cells.kernels import baseline, bound
from kernelcraft.cells.moves import moves
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.grading import locks
from kernelcraft.grading.verification import grade
from kernelcraft.records.verdict import BENCHMARK_VERSION

SEED = 7  # of hidden inputs: the same every time


def baselines(s: Subject) -> Found:
    """The compiler's kernels, graded by the strict rules."""
    right, unwritten = 0, []
    for cell in s.sample:
        try:
            text = baseline(cell)
        except Unwritten:
            unwritten.append(cell.name)
            continue
        verdict = grade(cell, text, "strict", seed=SEED)
        if not verdict.correct:
            return Found("wrong", f"{cell.name}: {verdict.message}")
        right += 1
    if not right:
        return Found("missing", "no cell has a baseline")
    more = f"; none for {', '.join(unwritten[:5])}" if unwritten else ""
    return Found("ok", f"{right} of {len(s.sample)} sampled cells have one, all right{more}")


def bounded(s: Subject) -> Found:
    """Bounds, none above the cycles of a right baseline."""
    found = {cell.name: bound(cell) for cell in s.sample}
    known = {name: cycles for name, cycles in found.items() if cycles is not None}
    if not known:
        return Found("missing", "no cell has one")
    for cell in s.sample:
        least = known.get(cell.name)
        if least is None:
            continue
        try:
            verdict = grade(cell, baseline(cell), "strict", seed=SEED)
        except Unwritten:
            continue
        if verdict.correct and verdict.cycles is not None and verdict.cycles < least:
            return Found("wrong", f"{cell.name}: the baseline takes less than the bound, {least:,}")
    return Found("ok", f"{len(known)} of {len(found)} sampled cells have one")


def tuned(s: Subject) -> Found:
    """What a tuner may try."""
    found = {cell.name: len(moves(cell)) for cell in s.sample}
    if not any(found.values()):
        return Found("missing", "no cell has any")
    return Found("ok", f"{max(found.values())} moves for a cell")


def locked(s: Subject) -> Found:
    """Baseline cycles and tolerances that do not change by themselves."""
    lock = locks.read(s.name)
    if lock is None:
        return Found("missing", "no cells/lock.json")
    if lock.benchmark_version != BENCHMARK_VERSION or lock.platform_version != s.platform.version:
        made = f"benchmark {lock.benchmark_version}, machine {lock.platform_version}"
        return Found("wrong", f"it is of {made}")
    absent = [cell.name for cell in s.cells if cell.name not in lock.cells]
    if absent:
        return Found("wrong", f"it lacks {', '.join(absent[:5])}")
    return Found("ok", f"{len(lock.cells)} cells")


def adversaries(s: Subject) -> Found:
    """Families of cheats and honest oddities of its own; others follow from the baselines."""
    counts = []
    for kind in ("cheats", "oddities"):
        folder = platforms.part(s.name, f"adversaries.{kind}")
        count = 0 if folder is None else len(list(pkgutil.iter_modules(folder.__path__)))
        counts.append((kind, count))
    text = " and ".join(f"{count} families of {kind}" for kind, count in counts)
    if not any(count for _, count in counts):
        return Found("missing", "none of its own; those that follow from baselines are tried")
    return Found("ok", text)
