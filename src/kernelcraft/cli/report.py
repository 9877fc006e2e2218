"""`report`: tables of log folders, printed and written beside the log; two agents compared."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli import visits, web
from kernelcraft.cli.answers import answer, counted, encoded, say
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.extras import need
from kernelcraft.cli.options import Json

if TYPE_CHECKING:
    from kernelcraft.cells.parts import Parts
    from kernelcraft.records.episode import Episode
    from kernelcraft.reports.comparison import Comparison
    from kernelcraft.reports.groups import Group

NAMES = ("report.md", "report.csv", "scores.csv", "report.json")
NOBODY = ("", "")


def report(
    log_dirs: Annotated[
        list[Path] | None,
        typer.Argument(metavar="LOGDIR", help="Folders given to evaluate."),
    ] = None,
    compare: Annotated[
        tuple[str, str],
        typer.Option(
            metavar="A B", help="Two agents, models or folders, on the cells both worked on."
        ),
    ] = NOBODY,
    output: Annotated[
        Path | None,
        typer.Option(help="Folder for the tables; the log folder where there is only one."),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="Write web pages into this folder, for any browser."),
    ] = None,
    light: Annotated[
        bool,
        typer.Option("--light", help="Small pages: no timelines, kernels in one archive."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Print the results of log folders and write them as Markdown, CSV and JSON."""
    if html is not None:
        need("jinja2", "plotly")
    from kernelcraft.cli.terminal import show
    from kernelcraft.records.jsonl import FILE
    from kernelcraft.reports import files, views
    from kernelcraft.reports.report import build

    folders = _folders(log_dirs or [], compare)
    if not folders:
        raise UsageFault("name a folder that was given to evaluate")
    loaded, unreadable = _load(folders)
    episodes = _in_order([episode for each in loaded.values() for episode in each])
    compared = None if compare == NOBODY else _compare(compare, loaded, episodes)
    found = build(episodes, unreadable, compared, _parts(episodes))
    record = {"log_dirs": list(map(str, folders)), **found.record()}
    texts = (
        files.as_markdown(found),
        files.as_csv(found),
        files.scores_as_csv(found),
        encoded(record) + "\n",
    )
    written = _write(output or (folders[0] if len(folders) == 1 else None), texts)
    if html is not None:
        record["html"] = str(web.write(html, loaded, episodes, found, light=light))
    if not as_json:
        views_of_kernels = (views.results(found), views.summary(found)) if found.rows else ()
        for table in (*views_of_kernels, *views.generators(found)):
            show(table)
        if generalisation := views.generalisation(found):
            show(generalisation)
        if fusion := views.fusion(found):
            show(fusion)
        if found.comparison:
            show(views.comparison(found.comparison))
    lines = [
        *(f"kernels: {folder / 'kernels'}" for folder in folders),
        *(
            f"log: {each / FILE}, {counted(len(list(each.glob('*.eval'))), '.eval file')}"
            for each in folders
        ),
        f"tables: {', '.join(map(str, written)) or 'not written'}",
        *([f"web pages: {record['html']}"] if html is not None else []),
    ]
    answer(record, "\n".join([*found.origins, *found.notes, *lines]), as_json=as_json)


def _folders(log_dirs: Sequence[Path], compare: tuple[str, str]) -> list[Path]:
    """Those named, and those only compared; each once."""
    named = [*log_dirs, *(Path(name) for name in compare if name and Path(name).is_dir())]
    return list({path.resolve(): path for path in reversed(named)}.values())[::-1]


def _load(folders: Sequence[Path]) -> "tuple[dict[Path, tuple[Episode, ...]], list[str]]":
    """Every folder's episodes, and what could not be read; UsageFault where there are none."""
    from kernelcraft.evaluation.audit import audit
    from kernelcraft.records import logs
    from kernelcraft.records.annotations import annotated
    from kernelcraft.records.witnesses import compare

    loaded: dict[Path, tuple[Episode, ...]] = {}
    unreadable: list[str] = []
    for folder in folders:
        if not folder.is_dir():
            raise UsageFault(f"there is no folder {folder}")
        visits.settle(folder)
        recorded = logs.load(folder)
        if not recorded.episodes:
            reasons = "".join(f"; {sentence}" for sentence in recorded.unreadable)
            raise UsageFault(f"{folder}: no finished episodes{reasons}")
        compared = compare(folder, recorded.episodes)
        audited = audit(compared.episodes)
        said = annotated(folder, audited.episodes)
        loaded[folder.resolve()] = said.episodes
        unreadable += [*recorded.unreadable, *audited.notes, *compared.notes, *said.notes]
    return loaded, unreadable


def _parts(episodes: "Sequence[Episode]") -> "dict[str, Parts]":
    """Those of the composite cells that are known here, by name."""
    from kernelcraft.cells.cell import UnknownName, load_cell
    from kernelcraft.cells.parts import parts_of

    found: dict[str, Parts] = {}
    for name in dict.fromkeys(each.cell for each in episodes if each.correct):
        try:
            parts = parts_of(load_cell(name))
        except UnknownName:
            continue
        if parts is not None:
            found[name] = parts
    return found


def _in_order(episodes: "Sequence[Episode]") -> "list[Episode]":
    """By agent, then platform, level and task."""
    return sorted(
        episodes,
        key=lambda e: (e.agent, e.model, e.platform, e.level, e.task, e.cell, e.epoch),
    )


def _compare(
    names: tuple[str, str],
    loaded: "dict[Path, tuple[Episode, ...]]",
    episodes: "Sequence[Episode]",
) -> "Comparison":
    """The comparison of the two named; strict grades where both have them."""
    from kernelcraft.reports.comparison import compare
    from kernelcraft.reports.groups import facts

    episodes = [each for each in episodes if not each.is_generator]
    first, second = (_named(name, loaded, episodes) for name in names)
    shared = sorted(first.keys() & second.keys(), reverse=True)  # strict before paper
    if not shared:
        raise UsageFault(f"{names[0]} and {names[1]} were graded under different rules")
    try:
        return compare(first[shared[0]], second[shared[0]], facts(episodes))
    except ValueError as error:
        raise UsageFault(str(error)) from None


def _named(
    name: str, loaded: "dict[Path, tuple[Episode, ...]]", episodes: "Sequence[Episode]"
) -> "dict[str, Group]":
    """Whose episodes a name means, by rules; UsageFault with the nearest names."""
    from kernelcraft.isa.suggest import did_you_mean, nearest
    from kernelcraft.reports.groups import Group, groups, label

    own = loaded.get(Path(name).resolve())
    called = [(e, (label(e), e.agent, *([] if e.turns is None else [e.model]))) for e in episodes]
    known = dict.fromkeys(each for _, names in called for each in names)
    if own is None and name not in known:
        hint = did_you_mean(name, known) or f"; there are {', '.join(known)}"
        what = f"--compare: {name!r} is no folder, agent or model{hint}"
        raise UsageFault(what, tuple(nearest(name, known)))
    meant = [e for e, names in called if name in names] if own is None else own
    meant = [e for e in meant if not e.is_generator]
    found = groups(meant)
    several = dict.fromkeys(group.agent for group in found)
    if len(several) > 1:
        raise UsageFault(f"--compare: {name} is several agents: {', '.join(several)}")
    return {group.rules: Group(name, group.rules, group.episodes) for group in found}


def _write(folder: Path | None, texts: tuple[str, ...]) -> list[Path]:
    """The files that were written; a folder that cannot be written is no reason to fail."""
    if folder is None:
        return []
    written = []
    for name, text in zip(NAMES, texts, strict=True):
        path = folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            say(f"warning: {path}: not written: {error.strerror}")
        else:
            written.append(path)
    return written
