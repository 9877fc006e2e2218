"""One thing wrong with a statement, before its line is known."""

from collections.abc import Callable

from kernelcraft.isa.suggest import cut

Says = Callable[[], str]
"""Gives a sentence when it is asked for: only faults that are shown need their words."""


class Wrong(Exception):
    """`says` is the sentence that the user reads, or gives it; hints take time to look for."""

    def __init__(self, says: str | Says) -> None:
        super().__init__(says)
        self.says = says

    def __str__(self) -> str:
        return self.says if isinstance(self.says, str) else self.says()


def said(name: str, says: str | Says, line: int) -> list[str]:
    """The words for the fault of a line, which `name` begins if there is one."""
    sentence = says if isinstance(says, str) else says()
    return [f"{cut(name)}: {sentence}" if name else sentence]
