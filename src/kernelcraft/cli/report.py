"""`report`: tables of a log folder, printed and written beside the log."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kernelcraft.cli.answers import answer, encoded, say
from kernelcraft.cli.errors import UsageFault
from kernelcraft.cli.options import Json

if TYPE_CHECKING:
    from kernelcraft.evaluation.records import Episode, Recorded

NAMES = ("report.md", "report.csv", "report.json")


def report(
    log_dir: Annotated[
        Path, typer.Argument(metavar="LOGDIR", help="The folder given to evaluate.")
    ],
    as_json: Json = False,
) -> None:
    """Print the results of a log folder and write them as Markdown, CSV and JSON."""
    from kernelcraft.cli.terminal import show
    from kernelcraft.evaluation.records import FILE
    from kernelcraft.reports.files import as_csv, as_markdown
    from kernelcraft.reports.report import build

    recorded = _recorded(log_dir)
    found = build(_in_order(recorded.episodes), recorded.unreadable)
    record = {"log_dir": str(log_dir), **found.record()}
    texts = (as_markdown(found), as_csv(found), encoded(record) + "\n")
    written = _write(log_dir, texts)
    if not as_json:
        show(found.results())
        show(found.summary())
        if found.gaps:
            show(found.generalisation())
    files = [
        f"kernels: {log_dir / 'kernels'}",
        f"log: {log_dir / FILE}, {len(list(log_dir.glob('*.eval')))} .eval files",
        f"tables: {', '.join(map(str, written)) or 'not written'}",
    ]
    answer(record, "\n".join([*found.origins, *found.notes, *files]), as_json=as_json)


def _recorded(log_dir: Path) -> "Recorded":
    """The folder's episodes; UsageFault where there are none."""
    from kernelcraft.evaluation import logs

    if not log_dir.is_dir():
        raise UsageFault(f"there is no folder {log_dir}")
    recorded = logs.load(log_dir)
    if not recorded.episodes:
        reasons = "".join(f"; {sentence}" for sentence in recorded.unreadable)
        raise UsageFault(f"{log_dir}: no finished episodes{reasons}")
    return recorded


def _in_order(episodes: "tuple[Episode, ...]") -> "list[Episode]":
    """By agent, then in the order of the cells; cells that are gone come last."""
    from kernelcraft.kernels import find_cells

    order = {cell.name: place for place, cell in enumerate(find_cells())}
    return sorted(
        episodes,
        key=lambda e: (e.agent, e.model, order.get(e.cell, len(order)), e.cell, e.epoch),
    )


def _write(log_dir: Path, texts: tuple[str, ...]) -> list[Path]:
    """The files that were written; a folder that cannot be written is no reason to fail."""
    written = []
    for name, text in zip(NAMES, texts, strict=True):
        path = log_dir / name
        try:
            path.write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            say(f"warning: {path}: not written: {error.strerror}")
        else:
            written.append(path)
    return written
