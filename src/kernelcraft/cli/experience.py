"""`experience`: looks into a store of lessons and replays its evidence."""

from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from kernelcraft.cli.answers import answer, counted, say
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.lazy import OnceEach
from kernelcraft.cli.options import Json

if TYPE_CHECKING:
    from kernelcraft.experience.store import Lesson, Row, Store
    from kernelcraft.experience.verify import Checked

StoreFile = Annotated[Path, typer.Argument(metavar="FILE", help="A store of lessons.")]
Platform = Annotated[str | None, typer.Option("--platform", help="Of this platform only.")]
Cause = Annotated[str | None, typer.Option("--cause", help="Of this cause only.")]
PIECES: Final = ("piece of evidence", "pieces of evidence")
SAID: Final = {
    "holds": ("holds", "hold"),
    "other machine": ("is of another machine", "are of another machine"),
}

app = typer.Typer(
    help="Look into a store of lessons, and replay what they are counted from.",
    no_args_is_help=True,
    add_completion=False,
)


@app.callback()
def group() -> None:
    """Look into a store of lessons, and replay what they are counted from."""


@app.command(cls=OnceEach)
def show(
    file: StoreFile,
    platform: Platform = None,
    cause: Cause = None,
    most: Annotated[int, typer.Option("--most", min=1, help="Lessons to print.")] = 20,
    lesson: Annotated[
        int | None, typer.Option("--lesson", min=1, help="The evidence of one of them.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the lessons: where, what was changed, gain, and counts for and against."""
    from kernelcraft.experience.store import lessons

    store = _store(file)
    rows = _rows(store, platform, cause)
    found = lessons(rows)
    if lesson is not None:
        if lesson > len(found):
            raise UsageFault(f"--lesson {lesson}: there are {len(found)}")
        one = found[lesson - 1]
        record = {**_record(lesson, one), "evidence": [_evidence(row) for row in one.rows]}
        lines = [_line(lesson, one), *map(_evidence_line, one.rows)]
        answer(record, "\n".join(lines), as_json=as_json)
        return
    retracted = sum(each.retracted for each in found)
    pieces, all_of_them = counted(len(rows), *PIECES), counted(len(found), "lesson")
    head = f"{file}: {pieces}, {all_of_them}, {retracted} of them retracted"
    lines = [_line(number, each) for number, each in enumerate(found[:most], 1)]
    record = {
        "store": store.id,
        "evidence": len(rows),
        "lessons": [_record(number, each) for number, each in enumerate(found, 1)],
        "retracted": retracted,
    }
    answer(record, "\n".join([head, *lines]), as_json=as_json)


@app.command(cls=OnceEach)
def verify(
    file: StoreFile,
    platform: Platform = None,
    cause: Cause = None,
    workers: Annotated[int | None, typer.Option("--workers", min=1)] = None,
    as_json: Json = False,
) -> bool:
    """Run the kernels of all evidence again; what is refuted counts no more.

    Fails where something is refuted.
    """
    from kernelcraft.evaluation.executors.local import local
    from kernelcraft.experience.store import lessons
    from kernelcraft.experience.verify import verify as replayed

    store = _store(file)
    rows = _rows(store, platform, cause)
    grader = local(workers)
    try:
        found = replayed(store, rows, grader, _say)
    finally:
        grader.close()
    counts = Counter(each.outcome or "not replayed" for each in found)
    gone = [each for each in lessons(_rows(store, platform, cause)) if each.retracted]
    said = ", ".join(
        counted(n, *SAID.get(what, (what, what))) for what, n in sorted(counts.items())
    )
    retracted = counted(len(gone), "lesson is", "lessons are")
    text = f"{counted(len(found), *PIECES)}: {said or 'none'}; {retracted} retracted"
    answer({"counts": dict(counts), "retracted": len(gone)}, text, as_json=as_json)
    return not counts["refuted"]


@app.command(cls=OnceEach)
def kernel(
    file: StoreFile,
    digest: Annotated[str, typer.Argument(help="As `show --lesson` prints them.")],
) -> None:
    """Print a kernel of a piece of evidence, and nothing else."""
    try:
        typer.echo(_store(file).kernel(digest), nl=False)
    except KeyError:
        raise UsageFault(f"{file} holds no kernel {digest}") from None


def _store(file: Path) -> "Store":
    from kernelcraft.experience.store import Store

    if not file.is_file():
        raise UsageFault(f"{file}: there is no such file; `craft --experience {file}` makes one")
    return Store(file)


def _rows(store: "Store", platform: str | None, cause: str | None) -> "list[Row]":
    return [
        row
        for row in store.rows()
        if platform in (None, row.place.platform) and cause in (None, row.place.cause)
    ]


def _say(checked: "Checked") -> None:
    if checked.outcome != "holds":
        row = checked.row
        said = checked.outcome or "not replayed"
        say(f"{row.number} {row.cell}, {row.move} {row.change}: {said}: {checked.found}")


def _record(number: int, lesson: "Lesson") -> dict[str, object]:
    whole = {name: value for name, value in asdict(lesson).items() if name != "rows"}
    return {
        "lesson": number,
        **whole,
        "n": lesson.n,
        "paid": lesson.paid,
        "wrong": lesson.wrong,
        "gain": lesson.gain,
        "checked": lesson.checked,
        "retracted": lesson.retracted,
    }


def _line(number: int, lesson: "Lesson") -> str:
    what = " ".join(filter(None, [lesson.move, lesson.change]))
    where = ", ".join([lesson.platform, lesson.family, lesson.unit, lesson.cause])
    if lesson.retracted:
        return f"{number:4} {what} ({where}): retracted"
    gain = "" if lesson.gain is None else f", {lesson.gain:.3f}x"
    against = lesson.n - lesson.paid
    wrong = f", {lesson.wrong} of them wrong" if lesson.wrong else ""
    checked = f", {lesson.checked} replayed" if lesson.checked else ""
    counts = f"{lesson.paid} for, {against} against{wrong}{gain}{checked}"
    return f"{number:4} {what} ({where}): {counts}"


def _evidence(row: "Row") -> dict[str, object]:
    return {name: value for name, value in asdict(row).items() if name != "place"}


def _evidence_line(row: "Row") -> str:
    who = " ".join(filter(None, [row.origin.agent, row.origin.model]))
    before, after = _cycles(row.cycles_before), _cycles(row.cycles_after) or row.failure
    state = row.checked or "not replayed"
    return (
        f"  {row.cell}: {row.before} {before or 'wrong'} -> {row.after} {after}; "
        f"{who}, seed {row.origin.seed}, {row.origin.version}; {state}"
    )


def _cycles(count: int | None) -> str:
    return "" if count is None else f"{count:,}"
