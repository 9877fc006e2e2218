"""`--platform FOLDER` of any command: the package there is found as if it were installed."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

OPTION = "--platform"


def without_folders(arguments: Sequence[str], chooses: Callable[[], bool]) -> list[str]:
    """The line without folders, whose packages are found from now on.

    `chooses` says whether the command chooses among platforms: it gets their names instead.
    """
    kept: list[str] = []
    found: list[str] = []
    waiting = list(arguments)
    while waiting:
        word = waiting.pop(0)
        option, equals, value = word.partition("=")
        if option != OPTION or not (equals or waiting):
            kept.append(word)
            continue
        value = value if equals else waiting.pop(0)
        if not _is_folder(value):
            kept += [OPTION, value]
            continue
        from kernelcraft import packages

        found += packages.add(Path(value))
    if not found or not chooses():
        return kept
    return [*kept, *(word for name in found for word in (OPTION, name))]


def _is_folder(value: str) -> bool:
    if os.sep in value or value in (os.curdir, os.pardir):
        return True
    if not Path(value).is_dir():
        return False
    from kernelcraft.cells import platforms

    return value not in platforms.names()
