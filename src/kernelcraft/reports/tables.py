"""A table of text, and how it is written as Markdown; terminals draw it themselves."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Column:
    """A head; `optional` columns may be left out where there is little room."""

    name: str
    right: bool = False
    optional: bool = False


@dataclass(frozen=True)
class Table:
    """Rows as long as there are columns."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]

    def without_optional(self) -> "Table":
        """The same table in fewer columns."""
        return self._only([i for i, column in enumerate(self.columns) if not column.optional])

    def without_empty(self) -> "Table":
        """The same table without optional columns in which nothing stands."""
        columns = enumerate(self.columns)
        return self._only([i for i, c in columns if not c.optional or any(r[i] for r in self.rows)])

    def _only(self, kept: list[int]) -> "Table":
        columns = tuple(self.columns[index] for index in kept)
        return Table(
            self.title, columns, tuple(tuple(row[index] for index in kept) for row in self.rows)
        )


def markdown(table: Table) -> str:
    """The table in GitHub's Markdown, under its title."""
    heads = [column.name for column in table.columns]
    rules = ["---:" if column.right else "---" for column in table.columns]
    lines = [_line(heads), _line(rules), *(_line(row) for row in table.rows)]
    return f"## {table.title}\n\n" + "\n".join(lines) + "\n"


def _line(cells: "tuple[str, ...] | list[str]") -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def number(value: int | None) -> str:
    """Such as 18,763; a dash for what is not known."""
    return "-" if value is None else f"{value:,}"


def ratio(value: float | None) -> str:
    """Such as 1.234x."""
    return "-" if value is None else f"{value:.3f}x"
