"""Where cycles went, as lines of text; needs nothing but the numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from kernelcraft.sim.explanation import NOT_FOLLOWED

if TYPE_CHECKING:
    from kernelcraft.grading.profiling import LineCycles, LoopCycles, WhatIf, Where
    from kernelcraft.sim.explanation import Stretch
    from kernelcraft.sim.timeline import Lane
    from kernelcraft.workbench.tools.profile import ProfileResult

SHOWN_LOOPS, SHOWN_STRETCHES = 6, 10


def cycle_lines(found: Where | ProfileResult) -> list[str]:
    """What could be gained, loops, units, reasons and the hottest lines."""
    whole = found.cycles
    return [
        *headed(
            "at most to be gained (run again with one cause taking no time):",
            [_gain(each, whole) for each in found.what_if if each.gain],
        ),
        *headed(
            "over time, from the start to the end (none . to all 9):",
            [_lane(lane, whole) for lane in found.timeline],
        ),
        *headed(
            f"why {found.busy} does not work{unseen(found)}:",
            [_stretch(each, whole) for each in longest(found.stretches, SHOWN_STRETCHES)],
        ),
        *headed(
            "loops that took the most cycles:",
            [_loop(loop, whole) for loop in found.loops[:SHOWN_LOOPS]],
        ),
        *table("cycles by unit:", dict(found.by_unit), whole),
        *table(_reasons(found), dict(found.by_reason), whole),
        *table("of these beyond the bound:", dict(found.beyond)),
        *headed(
            "lines that took the most cycles:",
            [
                f"line {line.line}: {_cycles(line.cycles, whole)}, "
                f"{line.executions:,} times: {line.text}{_waiting(line)}"
                for line in hottest(found.lines)
            ],
        ),
    ]


def _waiting(line: LineCycles) -> str:
    return "" if line.waits_for is None else f"  ({line.reason}: waits for line {line.waits_for})"


def unseen(found: Where | ProfileResult) -> str:
    """How much of the run nobody looked at, "" for none; gains are then taken in proportion."""
    left = dict(found.by_reason).get(NOT_FOLLOWED)
    return f", before the last {left:,} bundles, which were not followed" if left else ""


def longest(stretches: Iterable[Stretch], count: int) -> list[Stretch]:
    """The stretches with most cycles, in their own order."""
    every = list(stretches)
    kept = sorted(range(len(every)), key=lambda index: -every[index].cycles)[:count]
    return [every[index] for index in sorted(kept)]


def drawn(lane: Lane) -> str:
    """A digit for each slice of time: how many tenths of it, a dot for none."""
    return "".join(str(min(9, int(10 * share))) if share else "." for share in lane.shares)


def _lane(lane: Lane, whole: int) -> str:
    moved = f", {lane.moved:,} bytes" if lane.moved else ""
    return f"{drawn(lane)} {lane.who} {lane.what}: {_cycles(lane.cycles, whole)}{moved}"


def _stretch(each: Stretch, whole: int) -> str:
    line = "" if each.line is None else f", line {each.line}"
    after = "" if each.waits_for is None else f" after line {each.waits_for}"
    return f"{each.phase}: {each.cause}{line}{after}: {_cycles(each.cycles, whole)}"


def _reasons(found: Where | ProfileResult) -> str:
    return f"cycles by reason (busy: {found.busy} works):" if found.busy else "cycles by reason:"


def hottest(lines: Iterable[LineCycles], count: int = 10) -> list[LineCycles]:
    """The lines that took the most cycles, most first."""
    return sorted(lines, key=lambda line: (-line.cycles, line.line))[:count]


def headed(head: str, lines: Sequence[str]) -> list[str]:
    """Indented lines below their heading; nothing without lines."""
    return [head, *(f"  {line}" for line in lines)] if lines else []


def table(head: str, counts: Mapping[str, int], whole: int | None = None) -> list[str]:
    """Counts below their heading, the largest first, with their share of the whole."""
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return headed(
        head,
        [
            f"{name}: {count:,}" + ("" if whole is None else f" ({_share(count, whole)})")
            for name, count in ordered
        ],
    )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "0%"


def _cycles(cycles: int, whole: int) -> str:
    return f"{cycles:,} cycles ({_share(cycles, whole)})"


def _gain(each: WhatIf, whole: int) -> str:
    times = "nothing is left" if each.speedup is None else f"{each.speedup:.2f}x as fast"
    return f"{each.cause}: {_cycles(each.gain, whole)}, {times}"


def _loop(loop: LoopCycles, whole: int) -> str:
    inner = "" if loop.own == loop.cycles else f", {loop.own:,} of them not in inner loops"
    return (
        f"lines {loop.first}-{loop.last}: {_cycles(loop.cycles, whole)}{inner}, "
        f"{loop.iterations:,} iterations"
    )
