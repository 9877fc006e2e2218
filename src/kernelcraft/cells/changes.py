"""Changes of the grader's own source that its tests must notice.

Those of a platform's memory map are its part `adversaries.grader_changes`, a tuple CHANGES.
"""

from dataclasses import dataclass

from kernelcraft.cells.platforms import part


@dataclass(frozen=True)
class Change:
    """In a module of this package (a path below it) one piece of source is replaced.

    `guard` is the test that runs before all others, such as the one of that module.
    """

    module: str
    what: str
    old: str
    new: str
    guard: str = ""


def changes(platform: str) -> tuple[Change, ...]:
    """The platform's own; none where it has no such file."""
    module = part(platform, "adversaries.grader_changes")
    return () if module is None else tuple(module.CHANGES)
