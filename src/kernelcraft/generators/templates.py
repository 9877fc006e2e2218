"""The compiler's templates as generators: where one begins who would rather improve than write.

They lie in `kernels/generators` of a platform: `<task>.star` with what several tasks share before
it: `pieces.star`, and any other file that the first line of the task names.
Tests hold them to the compiler's kernels at every size.
"""

from __future__ import annotations

import re
from functools import cache

from kernelcraft import tasks
from kernelcraft.cells import platforms
from kernelcraft.cells.sizes import arithmetic
from kernelcraft.cells.unwritten import Unwritten
from kernelcraft.cells.variants import drawn_from

FOLDER = "kernels/generators"
PIECES = "pieces.star"
_NAMED = re.compile(r"\w+\.star")


@cache
def names(platform: str) -> tuple[str, ...]:
    """The tasks that have one on a platform, in alphabetical order; none on a variant.

    A variant has names of its own for instructions, which a program cannot be translated to.
    """
    if drawn_from(platform):
        return ()
    folder = platforms.folder(platform) / FOLDER
    known = set(tasks.names(arithmetic(platform)))
    return tuple(sorted(path.stem for path in folder.glob("*.star") if path.stem in known))


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
    if own is None or task not in names(platform):
        raise Unwritten(missing(platform, task))
    text = own.read_text(encoding="utf-8")
    shared = dict.fromkeys([PIECES, *_NAMED.findall(text.partition("\n")[0])])
    files = [platforms.file(platform, f"{FOLDER}/{name}") for name in shared]
    return "\n".join([*(each.read_text(encoding="utf-8") for each in files if each), text])
