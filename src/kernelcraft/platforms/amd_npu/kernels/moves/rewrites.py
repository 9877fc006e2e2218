"""Rewrites of bundles that keep what a kernel does: fewer idle ones, fuller delay slots."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from kernelcraft.platforms.amd_npu.kernels.moves.listing import Line, Listing, with_bundle
from kernelcraft.platforms.amd_npu.kernels.moves.trial import Trial
from kernelcraft.platforms.amd_npu.machine.state import DELAY_SLOTS

LONGEST = 1_500  # lines of a kernel that is worth rewriting
HOISTS = 12  # tried each time
FARTHEST = 12  # bundles that an instruction is moved up at most
REACH = 16  # bundles from a change in which others may have become idle for nothing


def filled(kernel: Listing, trial: Trial, rng: random.Random) -> Iterator[Listing]:
    """Branches stand earlier, so that work of before fills their delay slots; one after another."""
    found = kernel
    at = len(kernel.lines) if len(kernel.lines) <= LONGEST else 0
    while at:
        at -= 1
        if found.lines[at].branch is not None:
            better = _earlier(found, trial, at)
            if better is not None:
                found = better
                yield found


def _earlier(kernel: Listing, trial: Trial, at: int) -> Listing | None:
    """The branch of a line as many bundles earlier as idle ones end its delay slots."""
    lines = kernel.lines
    slots = lines[at + 1 : at + 1 + DELAY_SLOTS]
    if len(slots) < DELAY_SLOTS or any(not line.bundle for line in slots):
        return None
    idle = 0
    while idle < DELAY_SLOTS and slots[-1 - idle].idle and not slots[-1 - idle].labels:
        idle += 1
    branch = lines[at].branch or ""
    rest = [each for each in lines[at].bundle if each != branch]
    for by in range(min(idle, _movable(lines, at)), 0, -1):
        changed = [
            with_bundle(lines[at - by], (*lines[at - by].work, branch)),
            *lines[at - by + 1 : at],
            with_bundle(lines[at], rest),
            *slots[: DELAY_SLOTS - by],
        ]
        found = kernel.replaced(changed, at - by, at + 1 + DELAY_SLOTS)
        if trial.same(found):
            return found
    return None


def _movable(lines: Sequence[Line], at: int) -> int:
    """How many bundles before a line run whenever it does, and are in no branch's delay slots."""
    count = 0
    while count < min(DELAY_SLOTS, at) and not lines[at - count].labels:
        first = at - count - 1
        shadow = lines[max(first - DELAY_SLOTS, 0) : first + 1]
        if not lines[first].bundle or any(line.branch for line in shadow):
            break
        count += 1
    return count


def tightened(kernel: Listing, trial: Trial, rng: random.Random) -> Iterator[Listing]:
    """Without the idle bundles that nothing waits for."""
    if len(kernel.lines) <= LONGEST:
        found = _tightened(kernel, trial, 0, len(kernel.lines))
        if found is not kernel:
            yield found


def _tightened(kernel: Listing, trial: Trial, start: int, end: int) -> Listing:
    """Without those of some lines."""
    found = kernel
    for at in range(min(end, len(kernel.lines)) - 1, max(start, 0) - 1, -1):
        shadow = found.lines[max(at - DELAY_SLOTS, 0) : at]
        line = found.lines[at]
        if line.idle and not line.labels and not any(each.branch for each in shadow):
            shorter = found.replaced((), at, at + 1)
            if trial.same(shorter):
                found = shorter
    return found


def hoisted(kernel: Listing, trial: Trial, rng: random.Random) -> Iterator[Listing]:
    """An instruction moved up to a bundle that has its slot free; what is idle then is left out."""
    places = [at for at, line in enumerate(kernel.lines) if line.work and not line.branch]
    rng.shuffle(places)
    tried = 0
    for at in places if len(kernel.lines) <= LONGEST else ():
        better = _hoisted(kernel, trial, at, rng)
        if better is not None:
            found = _tightened(better, trial, at - FARTHEST - REACH, at + REACH)
            if found is not better:
                yield found
            tried += 1
        if tried >= HOISTS:
            return


def _hoisted(kernel: Listing, trial: Trial, at: int, rng: random.Random) -> Listing | None:
    """One instruction of a line at the first place before it that looks possible."""
    lines = kernel.lines
    moved = rng.choice(lines[at].work)
    rest = [each for each in lines[at].work if each != moved]
    first = at
    while first and at - first < FARTHEST and not lines[first].labels:
        if not lines[first - 1].bundle or lines[first - 1].branch:
            break
        first -= 1
    for to in range(first, at):
        changed = [
            with_bundle(lines[to], (*lines[to].work, moved)),
            *lines[to + 1 : at],
            with_bundle(lines[at], rest),
        ]
        found = kernel.replaced(changed, to, at + 1)
        if trial.same(found):
            return found
    return None
