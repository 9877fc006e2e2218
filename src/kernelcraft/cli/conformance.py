"""`conformance`: what a platform has, what is missing and what it would bring."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.options import Json, OnePlatform, known_platform

if TYPE_CHECKING:
    from kernelcraft.audit.conformance.records import Row

MARKS = {
    "ok": "ok  ",
    "missing": "-   ",
    "wrong": "FAIL",
    "not tried": "    ",
    "not applicable": "n/a ",
}


def conformance(
    name: OnePlatform,
    everything: Annotated[
        bool, typer.Option("--all", help="Every cell, every suspect and 10,000 programs.")
    ] = False,
    write: Annotated[
        Path | None,
        typer.Option("--write", metavar="FILE", help="A one-page report card, as Markdown."),
    ] = None,
    as_json: Json = False,
) -> bool:
    """Say what a platform has, what is missing and what it would bring, in the order to do it in.

    Each check is really made, on a few small cells without --all. Fails if something is wrong; what
    is only missing is not.
    """
    from kernelcraft.audit.conformance.page import page
    from kernelcraft.audit.conformance.table import conformance as examine

    known_platform(name)
    found = examine(name, everything=everything, hear=_silent if as_json else _tell)
    if write is not None:
        write.write_text(page(found), encoding="utf-8")
        say(f"wrote {write}")
    record = {"right": found.right, "complete": found.complete, **found.model_dump(mode="json")}
    answer(record, found.sentence(), as_json=as_json)
    return found.right


def _tell(row: "Row") -> None:
    """A line as soon as it is known; what to do about it, where something is to be done."""
    print(f"{MARKS[row.state]} {row.name}: {row.found}", flush=True)
    if row.state not in ("ok", "not applicable"):
        print(f"       brings {row.brings}")
        print(f"       {row.command}   docs/{row.page}", flush=True)


def _silent(row: "Row") -> None:
    """JSON has all rows at once."""
