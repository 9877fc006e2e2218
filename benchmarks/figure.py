"""One measured line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One measured line: what, how much, in which unit, and the promise it is held to."""

    what: str
    value: float
    unit: str
    promise: str

    def __str__(self) -> str:
        return f"{self.what:<58} {self.value:>10,.2f} {self.unit:<16} {self.promise}"
