"""Shows work in progress: a live table on a terminal, plain lines elsewhere."""

import sys
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import Final, Self

from rich.console import Console
from rich.live import Live
from rich.text import Text

from kernelcraft.cli.answers import say
from kernelcraft.cli.drawing import drawn
from kernelcraft.cli.terminal import UNLIMITED, borders
from kernelcraft.reports.tables import Column, Table

MARGIN: Final = 6  # rows of a terminal that a live table leaves free


class Board:
    """A table that fills while work goes on; use as a context manager.

    Rows have keys. On a terminal the latest rows are drawn and redrawn; elsewhere each row is a
    line of standard error when it is done.
    """

    def __init__(self, columns: Sequence[Column], total: int, work: str) -> None:
        self.columns, self.total, self.work = tuple(columns), total, work
        self.before = 0
        self.rows: dict[str, tuple[str, ...]] = {}
        self.finished: set[str] = set()
        self._lock = threading.Lock()  # rows come from several threads, and one draws
        self._console = _errors()
        self._live = (
            Live(
                get_renderable=self._draw,
                console=self._console,
                refresh_per_second=4,
                transient=True,  # the command prints the whole table at the end
            )
            if self._console.is_terminal and not self._console.is_dumb_terminal
            else None
        )

    def __enter__(self) -> Self:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def set(self, key: str, cells: Sequence[str], *, done: bool) -> None:
        """Fill in a row; one that is done stays, after those that were done before it."""
        with self._lock:
            if key in self.finished:
                return
            if done:
                self.rows.pop(key, None)
                self.finished.add(key)
            self.rows[key] = tuple(cells)
        if not done:
            return
        if self._live is None:
            say(f"[{self.before + len(self.finished)}/{self.total}] {self._sentence(cells)}")

    def resume(self, before: int, total: int) -> None:
        """Count on from `before` rows of `total` that an earlier run finished."""
        with self._lock:
            self.before, self.total = before, total
        if before and self._live is None:
            say(f"[{before}/{total}] finished before")

    def note(self, line: str) -> None:
        """A line above the table."""
        self._console.print(line, markup=False, soft_wrap=True)

    def _sentence(self, cells: Sequence[str]) -> str:
        """The row as text: numbers get the names of their columns."""
        named = [
            f"{column.name} {cell}" if column.right else cell
            for column, cell in zip(self.columns, cells, strict=True)
            if cell not in ("", "-")
        ]
        return f"{named[0]}: {', '.join(named[1:])}"

    def _draw(self) -> Text:
        room = max(1, self._console.height - MARGIN)
        with self._lock:
            done = [row for key, row in self.rows.items() if key in self.finished]
            running = [row for key, row in self.rows.items() if key not in self.finished]
        shown = [*done[max(0, len(done) - max(0, room - len(running))) :], *running[:room]]
        title = (
            f"{self.work}: {self.before + len(done)} of {self.total} done, {len(running)} running"
        )
        table = Table(title, self.columns, tuple(shown))
        lines = drawn(table, self._console.width, borders(self._console.encoding))
        return Text("\n".join(lines), no_wrap=True, overflow="crop")


def _errors() -> Console:
    """Standard error, where progress goes."""
    width = None if sys.stderr.isatty() else UNLIMITED
    return Console(stderr=True, width=width, highlight=False)
