"""The compiler's templates as generators: where one begins who would rather improve than write.

They lie in `kernels/generators` of a platform: `pieces.star` has what they share and stands before
the text of each task, `<task>.star`. Tests hold them to the compiler's kernels at every size.
"""

from __future__ import annotations

from kernelcraft.cells import platforms
from kernelcraft.cells.unwritten import Unwritten

FOLDER = "kernels/generators"


def names(platform: str) -> tuple[str, ...]:
    """The tasks that have one on a platform, in alphabetical order."""
    folder = platforms.folder(platform) / FOLDER
    return tuple(sorted(path.stem for path in folder.glob("*.star") if path.stem != "pieces"))


def missing(platform: str, task: str) -> str:
    """That there is none of a task, and which there are; "" where there is one."""
    known = names(platform)
    if task in known:
        return ""
    there = f"there are {', '.join(known)}" if known else "the platform has none"
    return f"no template of {task} for {platform} is written as a generator; {there}"


def template(platform: str, task: str) -> str:
    """The whole text of a task's; raises Unwritten where there is none."""
    own = platforms.file(platform, f"{FOLDER}/{task}.star")
    if own is None:
        raise Unwritten(missing(platform, task))
    shared = platforms.file(platform, f"{FOLDER}/pieces.star")
    parts = [] if shared is None else [shared.read_text(encoding="utf-8")]
    return "\n".join([*parts, own.read_text(encoding="utf-8")])
