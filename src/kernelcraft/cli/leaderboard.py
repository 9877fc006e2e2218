"""`leaderboard`: grades submitted runs again and writes those that are as they say as a site."""

import hashlib
import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kernelcraft.cli import web
from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.extras import need
from kernelcraft.cli.options import Json, WorkersOption

if TYPE_CHECKING:
    from kernelcraft.evaluation.executors import Executor
    from kernelcraft.records.episode import Episode
    from kernelcraft.reports.tables import Table

QUIET_GIT: Final = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
"""Nothing of the reader's own settings is run on a stranger's files."""
SITE: Final = "site"
COLUMNS: Final = ("submission", "who", "graded again", "cells", "right", "archive", "commit")


@dataclass(frozen=True)
class Entry:
    """One archive and what came of it: episodes and a site of its own, or faults."""

    name: str
    who: str
    digest: str
    commit: str
    site: Path
    episodes: "tuple[Episode, ...]"
    faults: tuple[str, ...]


def leaderboard(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Of archives; a git repository's is dated.")
    ],
    out: Annotated[Path, typer.Option(metavar="SITE", help="Folder for the web pages.")],
    workers: WorkersOption = None,
    as_json: Json = False,
) -> bool:
    """Grade the submissions of a folder again and write those that hold as web pages.

    Fails if one was refused; the pages and the answer say why.
    """
    need("inspect_ai", "jinja2", "plotly")
    from kernelcraft.evaluation.executors.local import local
    from kernelcraft.records.submission import SUFFIX
    from kernelcraft.reports.report import build

    paths = sorted(folder.glob(f"*{SUFFIX}"))
    if not paths:
        raise UsageFault(f"{folder}: expected a folder with archives that `submit` wrote")
    count = workers or os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as name:
        grader = local(count)
        try:
            entries = [
                _judged(path, Path(name, str(number)), grader, count)
                for number, path in enumerate(paths)
            ]
        finally:
            grader.close()
        episodes = [episode for each in entries for episode in each.episodes]
        report, table = build(episodes, ()), _table(entries)
        ready = [each.site for each in entries if not each.faults]
        page = web.write(out, {}, episodes, report, light=True, submitted=table, ready=ready)
    refused = {each.name: list(each.faults) for each in entries if each.faults}
    record = {
        "site": str(page),
        "accepted": [each.name for each in entries if not each.faults],
        "refused": refused,
    }
    answer(record, _text(entries, page), as_json=as_json)
    return not refused


def _judged(path: Path, into: Path, grader: "Executor", count: int) -> Entry:
    """Grade an archive again and write a site of it alone: whatever a stranger's records do to us,
    the others are graded and shown."""
    from kernelcraft.evaluation.audit import audit
    from kernelcraft.evaluation.submissions import LONGEST, judge
    from kernelcraft.records.archives import Unsound
    from kernelcraft.records.submission import unpack
    from kernelcraft.reports.report import build

    say(f"{path.name}: grading again")
    into.mkdir()
    who, digest = "", ""
    try:
        found = unpack(path, into)
        who = found.manifest.who
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        judged = judge(found, grader, count)
        episodes, faults = audit(judged.episodes).episodes, judged.faults
        if not faults:
            loaded = {into.resolve(): episodes}
            web.write(into / SITE, loaded, episodes, build(episodes, ()), light=True)
    except Unsound as reason:
        episodes, faults = (), (f"{path.name} {reason}",)
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        episodes, faults = (), (f"{path.name} cannot be graded: {what[:LONGEST]}",)
    return Entry(path.stem, who, digest, _commit(path), into / SITE, episodes, faults)


def _commit(path: Path) -> str:
    """The last commit that changed the file, and its date; empty where it is in none as it is."""
    from shutil import which

    if which("git") is None or path.is_symlink() or not path.is_file():
        return ""
    committed, here = (
        _git(path, "rev-parse", f"HEAD:./{path.name}"),
        _git(path, "hash-object", "--no-filters", "--", path.name),
    )
    if not committed or committed != here:
        return ""
    return _git(path, "log", "-1", "--no-show-signature", "--format=%h, %cs", "--", path.name)


def _git(path: Path, *words: str) -> str:
    command = ["git", "-c", "core.fsmonitor=false", "-C", str(path.parent), *words]
    environment = {**os.environ, **QUIET_GIT}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    return done.stdout.strip() if done.returncode == 0 else ""


def _table(entries: Sequence[Entry]) -> "Table":
    """One row an archive."""
    from kernelcraft.reports.tables import Column, Table

    columns = tuple(Column(name, right=name in ("cells", "right")) for name in COLUMNS)
    rows = tuple(
        (
            each.name,
            each.who or "-",
            f"refused: {each.faults[0]}" if each.faults else "the same",
            f"{len(each.episodes):,}" if each.episodes else "-",
            f"{sum(episode.correct for episode in each.episodes):,}" if each.episodes else "-",
            each.digest[:12] or "-",
            each.commit or "-",
        )
        for each in entries
    )
    return Table("Submissions", columns, rows)


def _text(entries: Sequence[Entry], page: Path) -> str:
    lines = []
    for each in entries:
        lines.append(f"{each.name}: {'refused' if each.faults else 'accepted'}")
        lines += [f"  {fault}" for fault in each.faults]
    return "\n".join([*lines, f"web pages: {page}"])
