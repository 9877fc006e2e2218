"""Writes the site: the first page, its script and style, and a page for every episode."""

import zipfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kernelcraft.records.episode import Episode
from kernelcraft.reports import views
from kernelcraft.reports.paper import Printed, paper
from kernelcraft.reports.report import Report
from kernelcraft.reports.tables import Table, dollars, number, ratio, share
from kernelcraft.reports.web import drawings
from kernelcraft.reports.web.index import index
from kernelcraft.reports.web.leaderboard import contenders
from kernelcraft.reports.web.links import EPISODES, linked, page_name, timeline_name
from kernelcraft.reports.web.material import Material
from kernelcraft.reports.web.packing import packed
from kernelcraft.reports.web.page import FULL, Extent, File, page
from kernelcraft.reports.web.published import beside
from kernelcraft.reports.web.text import slug, visible
from kernelcraft.reports.web.timeline import MOST, sheet

if TYPE_CHECKING:
    from jinja2 import Environment

INDEX: Final = "index.html"
KERNELS: Final = "kernels.zip"
PLOTLY: Final = "plotly.min.js"
OWN: Final = ("report.css", "tables.js", "plots.js", "report.js", "timeline.js", "packed.js")


@dataclass(frozen=True)
class Site:
    """A folder that becomes the site; every file is written in one step.

    extent: how much of each episode. packed: what kernels go into where they are packed.
    """

    folder: Path
    extent: Extent = FULL
    packed: dict[str, str] = field(default_factory=dict)

    def write_index(
        self,
        episodes: Sequence[Episode],
        report: Report,
        platforms: Mapping[str, Printed],
        submitted: Table | None = None,
    ) -> Path:
        """The first page with its script, style and plotly; gives the page's path.

        `platforms` are those that are installed, by name; `submitted` is what became of each
        submission of a leaderboard.
        """
        from plotly.offline import get_plotlyjs  # type: ignore[import-untyped]

        entered = contenders(episodes)
        for name in OWN:
            self._write(name, _static(name))
        self._write(PLOTLY, get_plotlyjs())
        text = (
            _environment()
            .get_template(INDEX)
            .render(
                index=index(episodes, entered, {n: each.title for n, each in platforms.items()}),
                beside=beside(paper(), platforms, entered),
                report=report,
                tables=[linked(each, entered) for each in _tables(report)],
                submitted=None if submitted is None else linked(submitted, entered),
                kinds=tuple(dict.fromkeys(each.kind for each in entered)),
            )
        )
        return self._write(INDEX, text)

    def write_page(self, episode: Episode, material: Material) -> Path:
        """The page of one episode and its whole kernel beside it, as text."""
        name = page_name(episode.key)
        kernel = None
        if material.kernel is not None:
            kernel = self._write_kernel(Path(name).with_suffix(".txt"), episode, material.kernel)
        timeline = self._write_timeline(episode, material)
        found = page(episode, material, kernel, timeline, self.extent)
        return self._write(name, _environment().get_template("episode.html").render(page=found))

    def take(self, other: Path) -> None:
        """The pages of episodes, and the packed kernels, of a finished site whose kernels are."""
        for path in sorted((other / EPISODES).glob("*.html")):
            self._write(f"{EPISODES}/{path.name}", path.read_text(encoding="utf-8"))
        if (other / KERNELS).exists():
            with zipfile.ZipFile(other / KERNELS) as archive:
                names = archive.namelist()
                self.packed.update({name: archive.read(name).decode("utf-8") for name in names})

    def finish(self) -> None:
        """Write the archive of kernels, if they are packed; the same ones give the same bytes."""
        if not self.packed:
            return
        path = self.folder / KERNELS
        beside = path.with_name(f"{KERNELS}.new")
        with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for name, text in sorted(self.packed.items()):
                member = zipfile.ZipInfo(name)  # dated 1980
                member.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(member, text.encode("utf-8", "backslashreplace"))
        beside.replace(path)

    def _write_kernel(self, path: Path, episode: Episode, text: str) -> File:
        """Where the kernel is; in an archive the same text of a cell is there once."""
        if not self.extent.packed:
            return File(self._write(str(path), text).name)
        name = f"{slug(episode.cell, episode.cell + text)}.txt"
        self.packed[name] = text
        return File(f"../{KERNELS}", name)

    def _write_timeline(self, episode: Episode, material: Material) -> str | None:
        """The page of its timeline, beside its own, which has no script; gives its name there."""
        recording = material.recording
        if recording is None or not recording.groups or material.kernel is None:
            return None
        template = _environment().get_template("timeline.html")
        shown = sheet(recording, material.kernel)
        own = page_name(episode.key)
        text = template.render(episode=episode, sheet=shown, page=own, most=MOST)
        return f"../{self._write(timeline_name(episode.key), text).relative_to(self.folder)}"

    def _write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f"{path.name}.new")
        beside.write_text(text, encoding="utf-8", errors="backslashreplace", newline="")
        beside.replace(path)
        return path


def _tables(report: Report) -> tuple[Table, ...]:
    """What other reports show, too."""
    found: Iterable[Table | None] = (
        views.comparison(report.comparison) if report.comparison else None,
        views.generalisation(report),
        views.headroom(report),
        views.fusion(report),
        *views.generators(report),
        views.annotations(report),
    )
    return tuple(each for each in found if each is not None)


def _static(name: str) -> str:
    return (files(__package__) / "static" / name).read_text(encoding="utf-8")


@cache
def _environment() -> "Environment":
    """Every value is escaped, and made visible before; an undefined name is an error."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(drawing=drawings)
    environment.filters.update(number=number, ratio=ratio, share=share, dollars=dollars)
    environment.filters.update(packed=packed)
    return environment


def _shown(value: object) -> object:
    """A text without hidden characters; what is HTML already is ours."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return visible(value)
    return value
