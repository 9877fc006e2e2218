"""Knobs of a generator: lines of its text that say which other values a name may have.

`UNROLLED = 1  # knob: 1, 2, 4, 8` is one. A setting of them is a generator, for every size: what
does not fit a size there is for the text to say, and those of ours take the next smaller value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from kernelcraft.cells.knobs import Knob, Space
from kernelcraft.generators.templates import names, template

_KNOB: Final = re.compile(
    r"^(?P<name>\w+) = (?P<value>\S+)(?P<said>  # knob: (?P<values>.+))$", re.M
)


def knobs(text: str) -> tuple[Knob, ...]:
    """Those of a generator, in the order of its lines; the first value of each is its own."""
    found = []
    for line in _KNOB.finditer(text):
        values = [each.strip() for each in line["values"].split(",")]
        first = line["value"]
        found.append(Knob(line["name"], (first, *(each for each in values if each != first))))
    return tuple(found)


def turned(text: str, values: Sequence[str | int]) -> str:
    """The same generator with other values, one for each knob."""
    left = iter(values)
    return _KNOB.sub(lambda line: f"{line['name']} = {next(left)}{line['said']}", text)


def space(platform: str, task: str) -> Space | None:
    """The settings of a task's template; None without one, or without knobs."""
    if task not in names(platform):
        return None
    text = template(platform, task)
    found = knobs(text)
    if not found:
        return None

    def write(setting: tuple[int, ...]) -> str:
        chosen = [knob.values[at] for knob, at in zip(found, setting, strict=True)]
        return turned(text, chosen)

    return Space(found, write)


def tasks_with_knobs(platform: str) -> tuple[str, ...]:
    """The tasks whose templates have knobs."""
    return tuple(task for task in names(platform) if knobs(template(platform, task)))
