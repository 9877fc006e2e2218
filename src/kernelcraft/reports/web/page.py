"""What an episode's page shows, in the order of the page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.records import sizes
from kernelcraft.records.episode import Episode
from kernelcraft.records.verdict import AtSize
from kernelcraft.reports.groups import sol, tokens
from kernelcraft.reports.tables import dollars, number, ratio
from kernelcraft.reports.web import changes, drawings
from kernelcraft.reports.web import listing as listing_of
from kernelcraft.reports.web.changes import Difference, difference
from kernelcraft.reports.web.drawings import Attempts, Mark
from kernelcraft.reports.web.kinds import Kind, kind, model
from kernelcraft.reports.web.listing import Row, left_out, listing
from kernelcraft.reports.web.material import Loop, Material, WhatIf
from kernelcraft.reports.web.steps import Step, steps


@dataclass(frozen=True)
class Fact:
    """A named value; note: what it is relative to."""

    name: str
    value: str
    note: str = ""


@dataclass(frozen=True)
class Part:
    """A part of all cycles: a unit's, or a reason's; percent of them."""

    name: str
    cycles: int
    percent: float


@dataclass(frozen=True)
class Hot:
    """The kernel beside its profile."""

    rows: tuple[Row, ...]
    left_out: int
    cycles: int
    profiled: bool
    early: str
    units: tuple[Part, ...]
    reasons: tuple[Part, ...]
    loops: tuple[Loop, ...]
    what_if: tuple[WhatIf, ...]

    @property
    def shown(self) -> frozenset[int]:
        """The lines that there are rows of."""
        return frozenset(row.line for row in self.rows)


@dataclass(frozen=True)
class File:
    """The address of a whole kernel; inside: its name in the archive that is there."""

    address: str
    inside: str = ""


@dataclass(frozen=True)
class Page:
    """One episode; `file` is the whole kernel's, `timeline` that of its timeline. packed: whether
    its part below the head is compressed.

    `untimed` says why there is none. sizes: of a generator, what became of its kernels.
    """

    packed: bool
    episode: Episode
    kind: Kind
    model: str
    verdict: str
    facts: tuple[Fact, ...]
    scale: tuple[Mark, ...]
    attempts: Attempts | None
    steps: tuple[Step, ...]
    hot: Hot | None
    file: File | None
    timeline: str | None
    untimed: str
    change: Difference | None
    sizes: tuple[AtSize, ...]
    origins: tuple[Fact, ...]
    missing: tuple[str, ...]


SHOWN_LOOPS: Final = 8


@dataclass(frozen=True)
class Extent:
    """How much there is of each episode: lines of its kernel and of a difference; a timeline.

    packed: whole kernels are in one archive, not beside the pages, which are compressed.
    """

    lines: int = listing_of.MOST_LINES
    changes: int = changes.MOST_LINES
    timelines: bool = True
    packed: bool = False


FULL: Final = Extent()
LIGHT: Final = Extent(lines=80, changes=40, timelines=False, packed=True)
"""A thousand episodes in about 8 MB, and 5 MB that every site has."""


def page(
    episode: Episode,
    material: Material,
    file: File | None,
    timeline: str | None = None,
    extent: Extent = FULL,
) -> Page:
    """The page of an episode from its record and what was gathered."""
    history, shown = episode.history or (), episode.best or episode.last
    generates = episode.is_generator
    kernel, baseline = material.kernel, material.baseline
    both = kernel is not None and baseline is not None and kernel != baseline
    doubt = (f"This record is doubtful: {episode.doubt}.",) if episode.doubt else ()
    return Page(
        packed=extent.packed,
        episode=episode,
        kind=kind(episode),
        model=model(episode),
        verdict=episode.result,
        facts=(*(_of_sizes if generates else _of_kernel)(episode), *_effort(episode)),
        scale=drawings.scale(episode),
        attempts=drawings.attempts(history, None if generates else episode.baseline_cycles),
        steps=tuple(steps(material.entries, history, extent.changes)),
        hot=None if kernel is None else _hot(kernel, material, extent.lines),
        file=file,
        timeline=timeline,
        untimed=material.recording.missing if material.recording else "",
        change=difference(baseline or "", kernel or "", extent.changes) if both else None,
        sizes=shown.sizes if shown else (),
        origins=tuple(_origins(episode)),
        missing=(*doubt, *material.missing),
    )


def _of_sizes(episode: Episode) -> Iterable[Fact]:
    shown = episode.best or episode.last
    if shown is None:
        return
    known, unknown = sizes.published(shown), sizes.hidden(shown)
    worst = unknown.worst
    yield Fact("Speedup", ratio(unknown.speedup), "mean over hidden sizes, a wrong one as 1")
    yield Fact("Hidden sizes", f"{unknown.right} of {unknown.count}", "with a right kernel")
    yield Fact("Published sizes", f"{known.right} of {known.count}", "with a right kernel")
    if worst is not None:
        yield Fact("Worst hidden size", ratio(worst.speedup), worst.cell.split("/")[-1])


def _of_kernel(episode: Episode) -> Iterable[Fact]:
    shown = episode.best or episode.last
    bound = shown.bound_cycles if shown else None
    light = "-" if (score := sol(episode)) is None else f"{score:.3f}"
    times = f"{episode.cycles / bound:.2f} times the bound" if episode.cycles and bound else ""
    compiler = episode.origins.compiler
    yield Fact("Cycles", number(episode.cycles), times)
    yield Fact("Speedup", ratio(episode.speedup), "over the baseline")
    yield Fact("Baseline", number(episode.baseline_cycles), f"cycles of the {compiler}'s kernel")
    yield Fact("Bound", number(bound), "cycles that no kernel can beat")
    yield Fact("SOL", light, "1/2 at the baseline, 1 at the bound")


def _effort(episode: Episode) -> Iterable[Fact]:
    first = episode.evaluations_to_first_pass
    passed = f"first right: {first}" if first else "none right"
    claimed = ", claimed" if episode.submission else ""
    yield Fact("Evaluations", number(episode.evaluations), f"{passed}{claimed}")
    if episode.turns is not None:
        yield Fact("Turns", number(episode.turns), f"{episode.tool_calls} calls{claimed}")
    spent = tokens(episode)
    yield Fact("Tokens", "unknown" if spent is None else number(spent), claimed[2:])
    yield Fact("Cost", dollars(episode.cost), claimed[2:])
    stop = f"stop: {episode.stop}" if episode.stop else ""
    yield Fact("Time", f"{episode.seconds:,.1f} s", f"{stop}{claimed}".removeprefix(", "))


def _hot(kernel: str, material: Material, most: int) -> Hot:
    found = material.profile
    if found is None:
        rows = listing(kernel, (), most)
        return Hot(rows, left_out(kernel, rows), 0, False, "", (), (), (), ())
    rows = listing(kernel, found.lines, most)
    return Hot(
        rows=rows,
        left_out=left_out(kernel, rows),
        cycles=found.cycles,
        profiled=bool(found.lines),
        early=found.message,
        units=_parts(found.by_unit, found.cycles),
        reasons=_parts(found.by_reason, found.cycles),
        loops=tuple(found.loops[:SHOWN_LOOPS]),
        what_if=tuple(each for each in found.what_if if each.gain > 0),
    )


def _parts(found: Sequence[tuple[str, int]], whole: int) -> tuple[Part, ...]:
    """Most cycles first."""
    ordered = sorted(found, key=lambda each: -each[1])
    return tuple(
        Part(name, cycles, round(100.0 * cycles / whole, 1) if whole else 0.0)
        for name, cycles in ordered
        if cycles
    )


def _origins(episode: Episode) -> Iterable[Fact]:
    o = episode.origins
    yield Fact("Platform", f"{episode.platform} {o.platform}", o.fidelity)
    yield Fact("Benchmark", o.benchmark, f"tasks {o.tasks}")
    yield Fact("Code", o.code, f"kernelcraft {o.kernelcraft}, inspect_ai {o.inspect_ai}")
    yield Fact("Rules", episode.rules, f"prompt {episode.prompt}")
    if episode.tools is not None:
        yield Fact("Tools", ", ".join(episode.tools) or "none")
    if episode.feedback is not None:
        yield Fact("Feedback", episode.feedback, "kinds that the model was given")
    if episode.example is not None:
        yield Fact("Example", episode.example, "whose expert kernel the model saw")
    if episode.texts is not None:
        t = episode.texts
        yield Fact("Told", f"system {t.system}", f"task {t.task}, tools {t.tools}")
    if episode.shortened:
        yield Fact("Shortened", str(episode.shortened), "times, to fit the model's context")
    yield Fact("Seed", str(episode.seed), f"settings {episode.fingerprint}")
    if episode.best and episode.best.confirmed_by:
        yield Fact("Confirmed by", ", ".join(episode.best.confirmed_by))
    yield Fact("Log", episode.log, episode.started)
