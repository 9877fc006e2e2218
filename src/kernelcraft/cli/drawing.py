"""Draws a table as lines of text with borders around its cells, as wide as there is room."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kernelcraft.reports.tables import Column, Table

_CONTROLS: Final = {
    **{code: "" for code in (*range(32), *range(127, 160)) if code != ord("\n")},
    ord("\t"): " ",
}
_INVISIBLE: Final = ("Mn", "Me", "Cf")  # categories of characters that take no room


@dataclass(frozen=True)
class Borders:
    """What a table is drawn with: each line's left end, filling, crossing and right end."""

    top: str
    head: str
    below: str
    body: str
    bottom: str


LINES: Final = Borders("┏━┳┓", "┃ ┃┃", "┡━╇┩", "│ ││", "└─┴┘")
ASCII: Final = Borders("+-++", "| ||", "+-++", "| ||", "+-++")
"""For terminals whose character set has no lines."""


def drawn(table: Table, width: int, borders: Borders = LINES) -> list[str]:
    """The lines of a table for `width` columns: optional columns give way, then long cells fold."""
    fitted = table.fitting(width)
    heads = tuple(_clean(column.name) for column in fitted.columns)
    rows = [tuple(map(_clean, row)) for row in fitted.rows]
    widths = _widths([heads, *rows], width - 3 * len(heads) - 1)
    lines = [_clean(fitted.title)] if fitted.title else []
    lines.append(_rule(borders.top, widths))
    lines += _cells(borders.head, heads, fitted.columns, widths)
    lines.append(_rule(borders.below, widths))
    for row in rows:
        lines += _cells(borders.body, row, fitted.columns, widths)
    lines.append(_rule(borders.bottom, widths))
    fits = sum(widths) + 3 * len(widths) < width
    return lines if fits else [line[:width] for line in lines]


def room(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
        if unicodedata.category(letter) not in _INVISIBLE
    )


def folded(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` columns, divided at blanks where there are any."""
    if "\n" not in text and room(text) <= width:
        return [text]
    return [line for part in text.split("\n") for line in _lines(part, width)]


def _lines(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if room(longer) <= width:
            line = longer
            continue
        if line:
            yield line
        line = ""
        for letter in word:  # a word that is longer than a line
            if line and room(line + letter) > width:
                yield line
                line = ""
            line += letter
    yield line


def _clean(text: str) -> str:
    """The same without what would move a terminal's cursor."""
    return text if text.isprintable() else text.translate(_CONTROLS)


def _widths(rows: Sequence[Sequence[str]], most: int) -> list[int]:
    """A width for each column; the widest are made narrower until together they are `most`."""
    columns = zip(*rows, strict=True)
    widths = [max(room(line) for cell in each for line in cell.split("\n")) for each in columns]
    while sum(widths) > max(most, len(widths)):
        widest = max(widths)
        next_widest = max((each for each in widths if each < widest), default=1)
        wide = [index for index, each in enumerate(widths) if each == widest]
        excess = -(-(sum(widths) - max(most, len(widths))) // len(wide))
        for index in wide:
            widths[index] = max(next_widest, widest - excess, 1)
    return widths


def _rule(ends: str, widths: Sequence[int]) -> str:
    left, fill, crossing, right = tuple(ends)
    return left + crossing.join(fill * (width + 2) for width in widths) + right


def _cells(
    ends: str, cells: Sequence[str], columns: Sequence[Column], widths: Sequence[int]
) -> Iterator[str]:
    """The lines of a row: as many as its longest cell has."""
    left, _, between, right = tuple(ends)
    parts = [folded(cell, width) for cell, width in zip(cells, widths, strict=True)]
    for number in range(max(map(len, parts), default=0)):
        padded = (
            _padded(part[number] if number < len(part) else "", column, width)
            for part, column, width in zip(parts, columns, widths, strict=True)
        )
        yield left + between.join(f" {cell} " for cell in padded) + right


def _padded(text: str, column: Column, width: int) -> str:
    blanks = " " * (width - room(text))
    return blanks + text if column.right else text + blanks
