"""`submit`: packs a recorded run into one archive for a leaderboard."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli import visits
from kernelcraft.cli.answers import answer, counted
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import Json

if TYPE_CHECKING:
    from kernelcraft.records.episode import Episode


def submit(
    log_dirs: Annotated[
        list[Path], typer.Argument(metavar="LOGDIR", help="Folders given to evaluate.")
    ],
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where the archive goes.")],
    name: Annotated[str, typer.Option(help="Of the submission: small letters, digits and -.")],
    who: Annotated[str, typer.Option(metavar="NAME", help="Who submits it.")],
    about: Annotated[str, typer.Option(metavar="TEXT", help="What the agent is.")] = "",
    as_json: Json = False,
) -> None:
    """Pack a recorded run for a leaderboard.

    FOLDER/NAME.zip holds records, logs, and every right kernel by its hash. A leaderboard grades
    the kernels again and shows the rest as what you say. The logs hold all that the agent was told
    and said: look before you publish them.
    """
    from pydantic import ValidationError

    from kernelcraft.grading.hashes import kernel_hash
    from kernelcraft.records import jsonl, submission

    when = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    try:
        manifest = submission.Manifest(name=name, who=who, about=about, when=when)
    except ValidationError as error:
        raise UsageFault(jsonl.first(error)) from None
    lines, logs = list[str](), dict[str, Path]()
    kernels, lost = dict[str, bytes](), list[str]()
    for folder in log_dirs:
        for episode in _episodes(folder):
            lines.append(episode.model_dump_json())
            log = folder / episode.log
            if episode.log and log.is_file() and logs.setdefault(log.name, log) != log:
                raise UsageFault(f"two of the folders have a log {log.name}")
            if not episode.correct or episode.best is None or episode.kernel is None:
                continue
            path = folder / episode.kernel
            written = path.read_bytes() if path.is_file() else b""
            text = submission.kernel_text(written)
            if text is not None and kernel_hash(text) == episode.best.kernel_hash:
                kernels[episode.best.kernel_hash] = written
            else:
                lost.append(f"{episode.cell}, {episode.agent}, epoch {episode.epoch}")
    if lost:
        raise UsageFault(f"kernels are gone or replaced by a later run: {_shown(lost)}")
    if not lines:
        raise UsageFault("no finished episodes")
    packed = "".join(f"{line}\n" for line in lines).encode()
    path = submission.pack(out, manifest, packed, kernels, list(logs.values()))
    size = path.stat().st_size
    if size > submission.MOST_BYTES:
        path.unlink()
        raise UsageFault(f"{size:,} bytes are more than {submission.MOST_BYTES:,}")
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    record = {
        "archive": str(path),
        "bytes": size,
        "sha256": digest,
        "episodes": len(lines),
        "kernels": len(kernels),
        "logs": len(logs),
    }
    sizes = {"episode": len(lines), "kernel": len(kernels), "log": len(logs)}
    counts = ", ".join(counted(number, name) for name, number in sizes.items())
    answer(record, f"{path}: {counts}, {size:,} bytes", as_json=as_json)


def _episodes(folder: Path) -> "Iterable[Episode]":
    from kernelcraft.records import logs

    if not folder.is_dir():
        raise UsageFault(f"there is no folder {folder}")
    visits.settle(folder)
    return logs.load(folder).episodes


def _shown(names: Sequence[str], most: int = 5) -> str:
    more = len(names) - most
    return "; ".join(names[:most]) + (f" and {more} more" if more > 0 else "")
