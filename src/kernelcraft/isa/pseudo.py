"""Pseudo-instructions: mnemonics that stand for one or more real instructions."""

from collections.abc import Callable, Sequence

Constant = Callable[[str], int]
"""The value of a constant expression."""

Pseudo = Callable[[Sequence[str], Constant], Sequence[str] | None]
"""From operand texts to the instructions meant, or None if this is no pseudo-instruction."""
