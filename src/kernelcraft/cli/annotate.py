"""`annotate`: what a person says of a recorded episode, kept beside its log."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kernelcraft.cli import visits
from kernelcraft.cli.answers import answer
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import Json
from kernelcraft.records.annotation import KINDS, Annotation, Kind

if TYPE_CHECKING:
    from kernelcraft.records.episode import Episode


WORDS: Final[dict[str, Kind]] = {kind.replace(" ", "-"): kind for kind in KINDS}
"""What may be said, by the word of a command line."""


def _kind(word: str) -> Kind:
    if word not in WORDS:
        raise UsageFault(f"--as takes {', '.join(WORDS)}, and not {word!r}", tuple(WORDS))
    return WORDS[word]


def annotate(
    log_dir: Annotated[Path, typer.Argument(metavar="LOGDIR", help="A folder given to evaluate.")],
    cell: Annotated[str, typer.Argument(metavar="CELL", help="The episode's cell.")],
    kind: Annotated[
        Kind,
        typer.Option(
            "--as", parser=_kind, metavar=f"<{chr(124).join(WORDS)}>", help="What the episode is."
        ),
    ],
    who: Annotated[str, typer.Option(metavar="NAME", help="Who says so.")],
    why: Annotated[str, typer.Option(metavar="TEXT", help="What it is seen by.")],
    agent: Annotated[
        str | None, typer.Option(help="Agent or model, where several worked on the cell.")
    ] = None,
    epoch: Annotated[int | None, typer.Option(min=1, help="Where there are several.")] = None,
    as_json: Json = False,
) -> None:
    """Say of a recorded episode what a person saw in it; reports show it beside the numbers.

    A second word of the same person on the same episode replaces the first one in reports. No
    number changes: what must not count is for the grader to refuse.
    """
    from pydantic import ValidationError

    from kernelcraft.records import annotations, jsonl

    episode = _episode(log_dir, cell, agent, epoch)
    when = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    try:
        said = Annotation(kind=kind, who=who, when=when, why=why)
    except ValidationError as error:
        raise UsageFault(jsonl.first(error)) from None
    try:
        annotations.append(log_dir, annotations.Line(key=episode.key, annotation=said))
    except OSError as error:
        raise UsageFault(f"{log_dir} cannot be written: {error.strerror}") from None
    record = {"key": episode.key.model_dump(), "annotation": said.model_dump()}
    text = f"{episode.cell}, {episode.agent}, epoch {episode.epoch}: {kind}, says {who}"
    answer(record, f"{text}; kept in {log_dir / annotations.FILE}", as_json=as_json)


def _episode(log_dir: Path, cell: str, agent: str | None, epoch: int | None) -> "Episode":
    """The only one that is meant; UsageFault with those that it might be."""
    from kernelcraft.records import logs
    from kernelcraft.reports.groups import label

    if not log_dir.is_dir():
        raise UsageFault(f"there is no folder {log_dir}")
    visits.settle(log_dir)
    recorded = logs.load(log_dir).episodes
    there = [each for each in recorded if each.cell == cell]
    meant = [
        each
        for each in there
        if agent in (None, label(each), each.agent, each.model) and epoch in (None, each.epoch)
    ]
    if len(meant) == 1:
        return meant[0]
    known = dict.fromkeys(each.cell for each in recorded)
    names = [f"{label(each)}, epoch {each.epoch}" for each in there]
    hint = f"there are {'; '.join(names)}" if there else f"the cells are {', '.join(known)}"
    how_many = "no episode" if not meant else f"{len(meant)} episodes"
    raise UsageFault(f"{log_dir}: {how_many} of {cell} so named; {hint or 'none'}")
