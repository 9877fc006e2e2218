"""A table of text, and how it is written as Markdown; terminals draw it themselves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, TypeVar

if TYPE_CHECKING:
    from kernelcraft.records.episode import Key

_MARKS: Final = re.compile(r"[\\`*\[\]|~]|(?<!\w)_|_(?!\w)")
_BREAKS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
T = TypeVar("T")


@dataclass(frozen=True)
class Source:
    """The episodes that a number stands on: those that agree with every field that is not empty.

    agent: as in the tables; beside: another one, on whose cells only they count; both: the other
    one's episodes count, too. key: the only one.
    """

    agent: str = ""
    rules: str = ""
    conditions: str = ""
    cell: str = ""
    beside: str = ""
    both: bool = False
    key: Key | None = None


@dataclass(frozen=True)
class Column:
    """A head; `optional` columns may be left out where there is little room."""

    name: str
    right: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Table:
    """Rows as long as there are columns; so are those of `sources`, where any are known."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    sources: tuple[tuple[Source | None, ...], ...] = ()

    def fitting(self, width: int) -> Table:
        """The same table without empty optional columns, and without the last ones that would not
        fit into `width` characters."""
        return self._only(self._kept(width))

    def left_out(self, width: int) -> tuple[str, ...]:
        """The names of the columns for which `width` characters are too few."""
        kept = self._kept(width)
        return tuple(self.columns[index].name for index in self._filled() if index not in kept)

    def _filled(self) -> list[int]:
        return [
            index
            for index, column in enumerate(self.columns)
            if not column.optional or any(row[index] for row in self.rows)
        ]

    def _kept(self, width: int) -> list[int]:
        kept = self._filled()
        for index in reversed(kept.copy()):
            if self.columns[index].optional and self._width(kept) > width:
                kept.remove(index)
        return kept

    def _width(self, kept: list[int]) -> int:
        """Characters of a line when every column has two blanks and a rule."""
        cells = [(self.columns[i].name, *(row[i] for row in self.rows)) for i in kept]
        return sum(max(map(len, column)) + 3 for column in cells) + 1

    def _only(self, kept: list[int]) -> Table:
        columns = tuple(self.columns[index] for index in kept)
        return Table(
            self.title, columns, tuple(tuple(row[index] for index in kept) for row in self.rows)
        )


@dataclass(frozen=True)
class Shown(Generic[T]):
    """A column of a table with one row a `T`: its head, and what it says of one.

    source: what that stands on, where it is not what the whole row stands on.
    """

    name: str
    text: Callable[[T], str]
    right: bool = False
    optional: bool = False
    source: Callable[[T], Source | None] | None = None


def table(
    title: str,
    shown: Sequence[Shown[T]],
    rows: Iterable[T],
    source: Callable[[T], Source | None] = lambda row: None,
) -> Table:
    """What these columns say of the rows, and what each row stands on."""
    columns = tuple(Column(each.name, each.right, each.optional) for each in shown)
    every = tuple(rows)
    texts = tuple(tuple(each.text(row) for each in shown) for row in every)
    sources = tuple(tuple((each.source or source)(row) for each in shown) for row in every)
    return Table(title, columns, texts, sources)


def markdown(table: Table) -> str:
    """The table in GitHub's Markdown, under its title."""
    heads = [column.name for column in table.columns]
    rules = ["---:" if column.right else "---" for column in table.columns]
    lines = [_line(heads), _line(rules), *(_line(row) for row in table.rows)]
    return f"## {escaped(table.title)}\n\n" + "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """A text as Markdown that shows it as it is, in one line: no tag, link or cell of its own.

    Names and messages of a log may be anybody's.
    """
    plain = _BREAKS.sub(" ", text)
    plain = plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKS.sub(r"\\\g<0>", plain)


def _line(cells: tuple[str, ...] | list[str]) -> str:
    return f"| {' | '.join(map(escaped, cells))} |"


def number(value: int | None) -> str:
    """Such as 18,763; a dash for what is not known."""
    return "-" if value is None else f"{value:,}"


def ratio(value: float | None) -> str:
    """Such as 1.234x."""
    return "-" if value is None else f"{value:.3f}x"


def share(value: float | None) -> str:
    """Such as 12.3%."""
    return "-" if value is None else f"{value:.1%}"


def dollars(cost: float | None) -> str:
    """Such as $0.0123; an unknown price is never 0."""
    return "unknown" if cost is None else f"${cost:.4f}" if cost else "$0"
