"""Text of a piece of code for the scheduler, and vectors in it: values, or registers by name.

A loop leaves it to the scheduler which registers its values get. In code that runs once, too many
values would be live at a time; there vectors have fixed registers, and later code waits for them.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Vector:
    """The text of an x register, and of its halves."""

    x: str
    low: str
    high: str


@dataclass
class Text:
    """Lines so far, and the classes of their values; `named` gives vectors their registers.

    `scope` is a prefix of all values' names, so that a piece can be written twice.
    """

    lines: list[str] = field(default_factory=list)
    values: dict[str, str] = field(default_factory=dict)
    named: bool = False
    scope: str = ""

    def add(self, line: str, /, **values: str) -> None:
        """Append an instruction, which gives these values."""
        self.lines.append(line.replace("%", f"%{self.scope}"))
        self.values |= {self.scope + name: kind for name, kind in values.items()}

    def vector(self, name: str, number: int) -> Vector:
        """A value of this name, or the register of this number."""
        if self.named:
            return register(number)
        self.values[self.scope + name] = "x"
        return Vector(f"%{name}", f"%{name}.l", f"%{name}.h")

    def accumulator(self, name: str, register: str) -> str:
        """The text of a value of 16 floats of this name, or the register."""
        if self.named:
            return register
        self.values[self.scope + name] = "bm"
        return f"%{name}"

    def text(self) -> str:
        """The lines."""
        return "\n".join(self.lines)


def register(number: int) -> Vector:
    """An x register."""
    return Vector(f"x{number}", f"wl{number}", f"wh{number}")
