"""`report --html`: gathers what the pages of episodes show, and writes them one after the other.

Log folders may come from anywhere: a record names files only inside its own folder.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from kernelcraft.cells.cell import Cell
    from kernelcraft.evaluation.executors import Executor
    from kernelcraft.grading.profiling import Where
    from kernelcraft.records.conversation import Conversation, Entry
    from kernelcraft.records.episode import Episode
    from kernelcraft.reports.paper import Printed
    from kernelcraft.reports.report import Report
    from kernelcraft.reports.tables import Table
    from kernelcraft.reports.web.site import Site
    from kernelcraft.sim.recording import Recording

AHEAD: Final = 8
"""Pages whose kernels are being profiled while an earlier one is written."""
MOST_BYTES: Final = 16 * 1024 * 1024
"""Of a kernel's file: no assembler takes more."""

Loaded = Mapping[Path, Sequence["Episode"]]


def write(
    out: Path,
    loaded: Loaded,
    episodes: "Sequence[Episode]",
    report: "Report",
    *,
    light: bool = False,
    submitted: "Table | None" = None,
    ready: Sequence[Path] = (),
) -> Path:
    """The site of these episodes, which the folders hold; gives the first page's path.

    light: short listings and differences, no timelines, and all kernels in one archive. submitted:
    of a leaderboard, what became of each submission. ready: light sites whose pages are taken.
    """
    from kernelcraft.evaluation.executors.local import local
    from kernelcraft.reports.web.page import FULL, LIGHT
    from kernelcraft.reports.web.site import Site

    site = Site(out, LIGHT if light else FULL)
    kernels = [each for each in episodes if not each.is_generator]
    first = site.write_index(kernels, report, printed(), submitted)
    executor = local()
    try:
        for each in ready:
            site.take(each)
        pages = _Pages(site, executor)
        for folder, found in loaded.items():
            pages.write(folder, found)
        pages.finish()
        site.finish()
    finally:
        executor.close()
    return first


@dataclass(frozen=True)
class _Begun:
    """A page that waits for its profile."""

    episode: "Episode"
    entries: "tuple[Entry, ...]"
    kernel: str | None
    baseline: str | None
    profile: "Future[Where] | None"
    recording: "Future[Recording] | None"
    missing: tuple[str, ...]


@dataclass
class _Pages:
    """Writes pages in order; a few kernels ahead are being profiled."""

    site: "Site"
    executor: "Executor"
    begun: deque[_Begun] = field(default_factory=deque)

    def write(self, folder: Path, episodes: "Sequence[Episode]") -> None:
        """The pages of one log folder's episodes, log by log."""
        from kernelcraft.records.jsonl import Unreadable

        by_log: dict[str, list[Episode]] = {}
        for episode in episodes:
            by_log.setdefault(episode.log, []).append(episode)
        for log, found in by_log.items():
            waiting = {episode.logged: episode for episode in found}
            reason = f"the log {log} does not hold this episode" if log else "no log was kept"
            path = _inside(folder, log)
            try:
                for said in _conversations(path):
                    if said.key in waiting:
                        self._begin(folder, waiting.pop(said.key), said.entries)
            except Unreadable as damage:
                reason = f"the log {log} {damage}"
            for episode in waiting.values():
                self._begin(folder, episode, (), f"What the agent did is not known: {reason}.")

    def finish(self) -> None:
        """Write what has begun."""
        while self.begun:
            self._end()

    def _begin(
        self, folder: Path, episode: "Episode", entries: "tuple[Entry, ...]", *missing: str
    ) -> None:
        from kernelcraft.grading.job import Profiled, Recorded
        from kernelcraft.grading.recording import Window
        from kernelcraft.reports.web.timeline import MOST

        kernel = _kernel(folder, episode) if episode.kernel else _last_written(entries)
        cell, complaint = (None, "") if episode.is_generator else _cell(episode.cell)
        if complaint:
            missing = (
                *missing,
                f"Its cell is not known any more, so nothing is profiled: {complaint}",
            )
        profile = recording = None
        if cell is not None and kernel is not None:
            profile = self.executor.submit(Profiled(cell.name, kernel))
            if self.site.extent.timelines:
                recording = self.executor.submit(Recorded(cell.name, kernel, Window(most=MOST)))
        baseline = _template(episode) if cell is None else _baseline(cell)
        self.begun.append(_Begun(episode, entries, kernel, baseline, profile, recording, missing))
        while len(self.begun) > AHEAD:
            self._end()

    def _end(self) -> None:
        from kernelcraft.reports.web.material import Material

        page = self.begun.popleft()
        found = None if page.profile is None else page.profile.result()
        recorded = None if page.recording is None else page.recording.result()
        material = Material(page.entries, page.kernel, page.baseline, found, recorded, page.missing)
        self.site.write_page(page.episode, material)


def _conversations(path: Path | None) -> "Iterator[Conversation]":
    from kernelcraft.records import conversation

    if path is not None and path.is_file():
        yield from conversation.read(path)


def _inside(folder: Path, name: str) -> Path | None:
    """The file that a record names; None outside of its folder, or where no file is called so."""
    try:
        path = (folder / name).resolve()
        path.exists()  # a name may be too long to ask
    except (OSError, ValueError):
        return None
    return path if path.is_relative_to(folder.resolve()) else None


def _kernel(folder: Path, episode: "Episode") -> str | None:
    """The text of the episode's kernel; None where the file is gone or no kernel's."""
    path = _inside(folder, episode.kernel or "")
    if path is None or not path.is_file() or path.stat().st_size > MOST_BYTES:
        return None
    return path.read_bytes().decode("utf-8", errors="replace")  # lines end as they were written


def _last_written(entries: "Sequence[Entry]") -> str | None:
    """The kernel that was written last, of an episode whose kernels were all wrong."""
    from kernelcraft.records.conversation import Call

    for entry in reversed(entries):
        if isinstance(entry, Call) and entry.tool == "write_code" and entry.refused is None:
            code = entry.arguments.get("code")
            return code if isinstance(code, str) else None
    return None


def _cell(name: str) -> "tuple[Cell | None, str]":
    """The cell, or why there is none."""
    from kernelcraft.cells.cell import UnknownName, load_cell

    try:
        return load_cell(name), ""
    except UnknownName as unknown:
        return None, str(unknown)


def _template(episode: "Episode") -> str | None:
    """Where generators of its task may begin."""
    from kernelcraft.cells import platforms
    from kernelcraft.generators.templates import names, template

    known = episode.is_generator and episode.platform in platforms.names()
    if not known or episode.task not in names(episode.platform):
        return None
    return template(episode.platform, episode.task)


def _baseline(cell: "Cell") -> str | None:
    from kernelcraft.cells.kernels import baseline
    from kernelcraft.cells.unwritten import Unwritten

    try:
        return baseline(cell)
    except Unwritten:
        return None


def printed() -> "dict[str, Printed]":
    """What the paper prints for each platform that is installed, where it counts what is solved."""
    from kernelcraft.cells import platforms
    from kernelcraft.cells.published import published
    from kernelcraft.reports.paper import Printed

    return {
        name: Printed(platforms.platform(name).title, found.solved, found.other_sizes)
        for name in platforms.names()
        for found in [published(name)]
        if found.solved
    }
