"""Changes of the grader's own source that its tests must notice.

Those of a platform's memory map are its part `adversaries.grader_changes`, a tuple CHANGES.
"""

from dataclasses import dataclass

from kernelcraft.cells.platforms import part


@dataclass(frozen=True)
class Change:
    """In a module of this package (a path below it) one piece of source is replaced.

    `guards` are the tests that run before all others, such as those of that module.
    """

    module: str
    what: str
    old: str
    new: str
    guards: tuple[str, ...] = ()


def changes(platform: str) -> tuple[Change, ...]:
    """The platform's own; none where it has no such file."""
    module = part(platform, "adversaries.grader_changes")
    return () if module is None else tuple(module.CHANGES)
