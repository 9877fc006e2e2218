"""Changes of the grader's own source that its tests must notice.

Those of a platform's memory map are in `<platform>/grader_changes.py`, a tuple CHANGES.
"""

import importlib
import importlib.util
from dataclasses import dataclass


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
    package = f"kernelcraft.kernels.{platform}"
    for name in (package, f"{package}.grader_changes"):
        if importlib.util.find_spec(name) is None:
            return ()
    found: tuple[Change, ...] = importlib.import_module(f"{package}.grader_changes").CHANGES
    return found
