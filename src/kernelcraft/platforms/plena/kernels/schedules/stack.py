"""Heads of queries that share keys and values, and how many of them are interleaved together."""

from __future__ import annotations

from dataclasses import dataclass

from kernelcraft.platforms.plena.kernels.schedules import left
from kernelcraft.platforms.plena.kernels.schedules.left import Left, Many
from kernelcraft.platforms.plena.kernels.schedules.matrices import MOST_ROWS
from kernelcraft.platforms.plena.kernels.schedules.schedule import HEADS, ROW, Schedule


@dataclass(frozen=True)
class Stack:
    """`heads` of `width` columns that share keys, below one another; `rows` of each.

    Few rows: side by side and interleaved they lie as stacked ones do. Many rows are interleaved
    together, from a matrix whose columns of 64 are the heads.
    """

    rows: int
    width: int
    heads: int
    many: bool

    @classmethod
    def of(cls, s: Schedule, rows: int, width: int, shared: int) -> Stack:
        """As many of `shared` heads as make up to 256 rows; one, where heads are wider than 64.

        Several heads of many rows together are whole tiles of 64 rows.
        """
        most = max(1, MOST_ROWS // rows) if width == ROW else 1

        def many(heads: int) -> bool:
            return rows * heads > left.FEW + ROW or left.is_many(s, rows)

        legal = (n for n in range(most, 1, -1) if shared % n == 0)
        heads = next((n for n in legal if not many(n) or rows * n % ROW == 0), 1)
        return cls(rows, width, heads, many(heads))

    @property
    def together(self) -> int:
        """Rows of all its heads."""
        return self.rows * self.heads

    def side_by_side(self, count: int) -> int:
        """How many of `count` stacks are interleaved together: as many rows as M_BMM takes."""
        if not self.many:
            return 1
        most = min(count, MOST_ROWS // self.together)
        return next(n for n in range(most, 0, -1) if count % n == 0)

    def room(self, s: Schedule, columns: int) -> Left:
        """For interleaved rows of all its heads."""
        if self.many:
            return Many(s.reserve(-(-columns // ROW) * HEADS * ROW), self.together, columns)
        return left.few(s, self.together, columns)
