"""Loops whose number of turns is always the same: unrolled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kernelcraft.platforms.coral_npu.kernels.moves.kernel import Kernel
from kernelcraft.platforms.coral_npu.kernels.moves.layout import words
from kernelcraft.platforms.coral_npu.kernels.moves.listing import Line

MOST_LINES = 1_900  # of code: ITCM holds 2,048 instructions


@dataclass(frozen=True)
class Loop:
    """Lines `head` to `branch`, the only jump to its head; each of `entries` makes `turns`."""

    head: int
    branch: int
    turns: int
    entries: int
    uniform: bool  # every line runs as often in one turn as in another

    @property
    def size(self) -> int:
        """Lines of its body."""
        return self.branch - self.head


def loops(kernel: Kernel) -> list[Loop]:
    """The counted loops, those that run most lines first."""
    found = []
    for index, line in enumerate(kernel.lines):
        if not line.conditional or line.facts is None:
            continue
        head, turns = kernel.places.get(line.target or "", index + 1), set(line.facts.turns)
        if head <= index and len(turns) == 1 and min(turns) >= 0 and _closed(kernel, head, index):
            number = turns.pop() + 1
            uniform = _uniform(kernel, head, index)
            found.append(Loop(head, index, number, line.facts.times // number, uniform))
    return sorted(found, key=lambda loop: -loop.size * loop.turns * loop.entries)


def innermost(found: Sequence[Loop]) -> list[Loop]:
    """Loops with no other of them inside."""
    return [
        loop
        for loop in found
        if not any(loop.head <= o.head and o.branch < loop.branch for o in found if o is not loop)
    ]


def _closed(kernel: Kernel, head: int, branch: int) -> bool:
    """Whether nothing else jumps to a label of the loop's or out of it."""
    lines = kernel.lines
    inside = {label for line in lines[head : branch + 1] for label in line.labels}
    heads = set(lines[head].labels)
    for index, line in enumerate(lines):
        named = set(words(line.operands)) & inside
        within = head <= index < branch
        if named and not within and not (index == branch and named <= heads):
            return False
        if within and (named & heads or not line.falls_through):
            return False
        if within and line.target is not None and line.target not in inside:
            return False
    return not any(label.isdigit() for label in inside)


def _uniform(kernel: Kernel, head: int, branch: int) -> bool:
    for index in range(head, branch):
        line = kernel.lines[index]
        if line.target is None:
            continue
        back = kernel.places[line.target] <= index
        if not back or line.facts is None or len(set(line.facts.turns)) != 1:
            return False
    return True


def unrolled(kernel: Kernel, loop: Loop, copies: int) -> Kernel | None:
    """The loop's body `copies` times for each turn of what is left of it; None if too long."""
    lines = kernel.lines
    if loop.turns % copies or len(lines) + loop.size * (copies - 1) > MOST_LINES:
        return None
    body, runs = lines[loop.head : loop.branch], loop.turns * loop.entries
    found = list(lines[: loop.head])
    serial = len(lines)
    for copy in range(copies):
        found += _copy(body, copy, f"_{serial}_{copy}", copies, runs, uniform=loop.uniform)
    branch = lines[loop.branch]
    if copies == loop.turns:
        found.append(Line(branch.labels, "", ""))
    elif branch.facts is not None:
        left = loop.turns // copies
        turns = (left - 1,) * loop.entries
        facts = replace(
            branch.facts,
            times=left * loop.entries,
            taken=(left - 1) * loop.entries,
            turns=turns,
        )
        found.append(replace(branch, facts=facts))
    return Kernel((*found, *lines[loop.branch + 1 :]))


def _copy(
    body: Sequence[Line], copy: int, suffix: str, copies: int, runs: int, *, uniform: bool
) -> Iterator[Line]:
    inside = {label for line in body for label in line.labels}
    for index, line in enumerate(body):
        labels, operands = line.labels, line.operands
        if copy:
            labels = () if index == 0 else tuple(label + suffix for label in line.labels)
            if line.target in inside:
                operands = ", ".join([*line.parts[:-1], line.target + suffix])
        facts = line.facts and line.facts.every(copies, copy, runs, uniform=uniform)
        yield replace(line, labels=labels, operands=operands, facts=facts)
