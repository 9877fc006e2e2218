"""`conformance`, `build` and `lock`: what a platform has, and what it lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.answers import answer, say
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import Json

if TYPE_CHECKING:
    from kernelcraft.audit.conformance import Row

Name = Annotated[str, typer.Argument(metavar="PLATFORM", help="Such as plena.")]


def conformance(
    platform: Name,
    every: Annotated[bool, typer.Option("--all", help="Every cell, not one of each task.")] = False,
    programs: Annotated[
        int, typer.Option("--programs", min=1, max=10_000_000, help="Random programs that are run.")
    ] = 200,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FILE", help="Write the page as Markdown.")
    ] = None,
    as_json: Json = False,
) -> bool:
    """Say what a platform has and what it lacks; fails if something that it has is wrong."""
    from kernelcraft.audit.conformance import conformance as checked
    from kernelcraft.cli.files import write_bytes

    _known(platform)
    rows = checked(platform, say, every=every, programs=programs)
    right = not any(row.found.state == "wrong" for row in rows)
    names = _names(platform)
    record = {"platform": platform, "right": right, "rows": [_record(row, names) for row in rows]}
    if write is not None:
        write_bytes(write, _page(platform, rows, names).encode())
    if as_json:
        answer(record, "", as_json=True)
        return right
    _draw(platform, rows)
    print(_next(platform, rows, names))
    return right


def build(platform: Name, as_json: Json = False) -> bool:
    """Compile a platform's simulator now; without it that happens on first use."""
    import time

    from kernelcraft.cells.platforms import entry, interpreters
    from kernelcraft.sim.native import Native, digest, load
    from kernelcraft.sim.on_demand import place

    _known(platform)
    (interpreter,) = interpreters([platform]) or (None,)
    if interpreter is None:
        raise UsageFault(f"{platform} has no machine/interpreter.py to be compiled from")
    start = time.perf_counter()
    found = load(interpreter)
    seconds = time.perf_counter() - start
    right = isinstance(found, Native)
    where = (
        "built with the package"
        if entry(platform).own
        else str(place(interpreter, digest(interpreter)))
    )
    text = f"{platform}: {where}, {seconds:.1f} s" if right else f"{platform}: {found}"
    record = {"platform": platform, "native": right, "where": where if right else None}
    answer(record, text, as_json=as_json)
    return right


def _is_ours(platform: str, own: str) -> bool:
    from kernelcraft.cells import platforms

    return type(platforms.platform(platform)).__module__.startswith(f"{own}platforms.")


def lock(platform: Name, check: Annotated[bool, typer.Option("--check")] = False) -> bool:
    """Write a platform's lock file into its package: baseline cycles and tolerances."""
    from kernelcraft.grading.lockfile import main

    _known(platform)
    return main([platform, *(["--check"] if check else [])]) == 0


def _known(platform: str) -> None:
    from kernelcraft.cells import platforms
    from kernelcraft.isa.suggest import did_you_mean, nearest

    names = platforms.names()
    if platform not in names:
        hint = did_you_mean(platform, names) or f"; known: {', '.join(names)}"
        near = tuple(nearest(platform, names))
        raise UsageFault(f"there is no platform {platform!r}{hint}", near)


def _names(platform: str) -> Mapping[str, str]:
    from kernelcraft.cells.cell import find_rows

    rows = find_rows(platform=platform)
    return {"name": platform, "cell": str(rows[0]) if rows else f"{platform}/relu/C1"}


def _record(row: Row, names: Mapping[str, str]) -> dict[str, str]:
    check, found = row.check, row.found
    return {
        "check": check.name,
        "state": found.state,
        "found": found.text,
        "brings": check.brings,
        "command": check.command.format(**names),
        "page": check.page,
    }


def _draw(platform: str, rows: Sequence[Row]) -> None:
    from kernelcraft.cli.terminal import show
    from kernelcraft.reports.tables import Column, Table

    columns = (Column(""), Column("check"), Column("found"))
    lines = tuple((row.found.state, row.check.name, row.found.text) for row in rows)
    show(Table(f"{platform}: what it has", columns, lines))


def _next(platform: str, rows: Sequence[Row], names: Mapping[str, str]) -> str:
    """The first thing to do."""
    for state, verb in (("wrong", "mend"), ("missing", "next")):
        for row in rows:
            if row.found.state == state:
                check = row.check
                brings = f", which brings {check.brings}" if state == "missing" else ""
                command = check.command.format(**names)
                return f"{verb}: {check.name}{brings}\n  {command}\n  {check.page}"
    return f"{platform} has all that a platform can have"


def _page(platform: str, rows: Sequence[Row], names: Mapping[str, str]) -> str:
    """The report card of one platform."""
    lines = [f"# {platform}: report card", "", "| check | state | found |", "|---|---|---|"]
    lines += [f"| {row.check.name} | {row.found.state} | {row.found.text} |" for row in rows]
    lines += ["", _next(platform, rows, names).replace("\n  ", "\n\n    ", 1), ""]
    return "\n".join(lines)
